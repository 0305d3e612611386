//! The gallery (`samples/gallery.md`): a picture of every sample, as the program draws it now.
//!
//! `UPDATE=1 cargo test --test gallery` draws all of it anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Heading lines (`# ...`) and entries.
const LIST: &str = include_str!("samples.txt");
/// Largest picture in bytes: a page with all of them must load.
const LARGEST: u64 = 150_000;

const HEAD: &str = "\
# Gallery

Every sample and its picture, drawn by `UPDATE=1 cargo test --test gallery` from `tests/gallery/samples.txt`; a test checks that they are current.
Names and addresses are invented. A picture follows the viewer's light or dark scheme; all themes side by side: [themes.svg](themes.svg).
";

struct Entry<'a> {
    /// Input below `samples/`.
    input: &'a str,
    /// Further arguments.
    arguments: Vec<&'a str>,
    says: &'a str,
}

impl Entry<'_> {
    /// The picture, below `samples/`.
    fn picture(&self) -> String {
        let name = self
            .input
            .split_once('.')
            .map_or(self.input, |(stem, _)| stem);
        format!(
            "gallery/{}.svg",
            name.trim_end_matches('/').replace('/', "-")
        )
    }

    fn run(&self, check: Option<&str>) -> std::process::Output {
        Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
            .arg(format!("samples/{}", self.input))
            .args(&self.arguments)
            .args(["-o", &format!("samples/{}", self.picture())])
            .args(check)
            .current_dir(root())
            .output()
            .expect("the program runs")
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn samples() -> PathBuf {
    root().join("samples")
}

/// Reads a line: a heading, an entry, or nothing (a comment before the first heading).
fn entry(line: &str) -> Option<Entry<'_>> {
    let (input, says) = line.split_once(" | ").filter(|_| !line.starts_with('#'))?;
    let mut words = input.split(' ');
    Some(Entry {
        input: words.next()?,
        arguments: words.collect(),
        says,
    })
}

fn entries() -> Vec<Entry<'static>> {
    LIST.lines().filter_map(entry).collect()
}

/// Writes the page.
fn page() -> String {
    let mut out = HEAD.to_owned();
    for line in LIST.lines().skip(1) {
        match (entry(line), line.strip_prefix("# ")) {
            (Some(entry), _) => {
                let Entry { input, says, .. } = &entry;
                let picture = entry.picture();
                let folder = input.trim_end_matches('/');
                let _ = writeln!(
                    out,
                    "\n### [{folder}]({folder})\n\n{says}\n\n![{says}]({picture})"
                );
            }
            (None, Some(heading)) => {
                let _ = writeln!(out, "\n## {heading}");
            }
            (None, None) => {}
        }
    }
    out
}

fn updating() -> bool {
    std::env::var_os("UPDATE").is_some()
}

#[test]
fn the_page_and_its_pictures_are_current() {
    let file = samples().join("gallery.md");
    if updating() {
        let _ = std::fs::remove_dir_all(samples().join("gallery"));
        std::fs::create_dir_all(samples().join("gallery")).expect("a folder for pictures");
        std::fs::write(&file, page()).expect("the page is written");
    }
    let mut wrong = Vec::new();
    if std::fs::read_to_string(&file).unwrap_or_default() != page() {
        wrong.push("gallery.md is not what the list says".to_owned());
    }
    for entry in entries() {
        if updating() {
            entry.run(None);
        }
        let ran = entry.run(Some("--check"));
        if !ran.status.success() {
            let said = String::from_utf8_lossy(&ran.stderr);
            wrong.push(format!("{}: {said}", entry.input));
        }
        let size = std::fs::metadata(samples().join(entry.picture())).map_or(0, |m| m.len());
        if size > LARGEST {
            wrong.push(format!("{}: {size} bytes, at most {LARGEST}", entry.input));
        }
    }
    assert!(
        wrong.is_empty(),
        "renew with UPDATE=1 cargo test --test gallery: {wrong:#?}"
    );
}

#[test]
fn every_sample_has_a_picture_and_every_picture_a_sample() {
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "svg"))
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .collect()
    };
    let shown: BTreeSet<String> = entries()
        .iter()
        .filter_map(|entry| entry.input.split('/').next())
        .map(str::to_owned)
        .collect();
    let mut there = names(&samples());
    there.retain(|name| name != "gallery" && samples().join(name).is_dir());
    assert_eq!(there, shown);
    let drawn: BTreeSet<String> = entries()
        .iter()
        .map(|entry| entry.picture().replace("gallery/", ""))
        .collect();
    assert_eq!(drawn.len(), entries().len(), "two entries share a picture");
    if !updating() {
        assert_eq!(names(&samples().join("gallery")), drawn);
    }
}
