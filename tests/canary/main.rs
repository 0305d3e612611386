//! Plants a unique canary at every position of every sample that can hold a secret; nothing may show one.
//!
//! The model is searched through its `Debug` text, which is more than any format shows; the four formats and the
//! messages are searched through the program itself.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose samples cannot be read has to fail"
)]

mod links;
mod mint;
mod plant;
mod spots;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use mcpdiag::source::{Input, SourceFile, load};
use mcpdiag::syntax;

use mint::Mint;
use plant::Plant;

/// A sample: its path below the package, and its text.
struct Sample {
    path: String,
    text: String,
}

/// Reads all samples and all configurations of the field, decoded.
fn samples() -> Vec<Sample> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = vec![root.join("samples"), root.join("tests/data")];
    let mut found = Vec::new();
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let below = path.strip_prefix(root).unwrap();
            // Pictures, and the page that shows them, are made by the program.
            if below.extension().is_some_and(|e| e == "svg") || below.ends_with("gallery.md") {
                continue;
            }
            let parts: Vec<_> = below.iter().map(|p| p.to_string_lossy()).collect();
            let bytes = std::fs::read(&path).unwrap();
            let text = String::from_utf8(bytes.iter().copied().filter(|&b| b != 0).collect());
            found.push(Sample {
                path: parts.join("/"),
                text: text.unwrap_or_default(),
            });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 150, "the samples are missing");
    found
}

/// Returns the plants of a sample: one position each, and all of a kind at once.
fn plants(sample: &Sample, mint: &mut Mint) -> (Vec<Plant>, Vec<Plant>) {
    let file = SourceFile::from_text(sample.path.clone(), sample.text.clone());
    let parsed = syntax::parse(&file, syntax::guess(&file.segments, &file.text));
    match parsed.ok().filter(|p| !p.fragment).and_then(|p| p.root) {
        Some(root) => {
            let spots = spots::collect(&root);
            (
                plant::single(&spots, &sample.text, mint),
                plant::together(&spots, &sample.text, mint),
            )
        }
        None => (Vec::new(), vec![plant::every_word(&sample.text, mint)]),
    }
}

/// Returns the lines of a text that show a canary, shortened.
fn leaks(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| line.to_lowercase().contains(mint::MARK))
        .take(3)
        .map(|line| {
            let at = line.to_lowercase().find(mint::MARK).unwrap_or(0);
            let around: Vec<char> = line.chars().collect();
            let at = line.get(..at).map_or(0, |l| l.chars().count());
            around[at.saturating_sub(60)..(at + 60).min(around.len())]
                .iter()
                .collect()
        })
        .collect()
}

/// Fails where something showed a canary.
fn no_leak(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} leaks\n  {}",
        wrong.len(),
        wrong.join("\n  ")
    );
}

/// Reads a text as the program would, and returns everything that its model and messages hold, and whether it read a host.
fn model(path: &str, text: &str) -> (String, bool) {
    let input = Input::Stdin {
        name: Some(path.to_owned()),
        bytes: text.as_bytes().to_vec(),
    };
    model_of(&input)
}

fn model_of(input: &Input) -> (String, bool) {
    let loaded = load(std::slice::from_ref(input), &mcpdiag::dialect::known_file);
    let read = mcpdiag::run::read(loaded, None);
    let (arch, unmatched) = mcpdiag::graph::build(&read.inventory, &[]);
    let mut all = format!("{:#?}\n{arch:#?}\n{unmatched:#?}", read.inventory);
    let messages = read.inventory.diagnostics.iter().map(ToString::to_string);
    all.extend(messages);
    (all, !read.inventory.hosts.is_empty())
}

/// Spreads the samples over two threads and collects what each says.
fn over_samples(check: impl Fn(&Sample, &mut Mint) -> Vec<String> + Sync) -> Vec<String> {
    let all = samples();
    let (even, odd): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let run = |half: Vec<(usize, &Sample)>| {
        let mut mint = Mint::default();
        half.iter()
            .flat_map(|(_, s)| check(s, &mut mint))
            .collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| run(even));
        let mut wrong = run(odd);
        wrong.extend(first.join().unwrap());
        wrong
    })
}

#[test]
fn no_position_reaches_the_model_or_a_message() {
    let understood = AtomicUsize::new(0);
    let wrong = over_samples(|sample, mint| {
        let (single, together) = plants(sample, mint);
        let mut wrong = Vec::new();
        for plant in single.iter().chain(&together) {
            let text = plant.apply(&sample.text);
            let (all, host) = model(&sample.path, &text);
            understood.fetch_add(usize::from(host), Ordering::Relaxed);
            for leak in leaks(&all) {
                wrong.push(format!("{}: {}: {leak}", sample.path, plant.what));
            }
        }
        wrong
    });
    // A text that no dialect takes proves nothing.
    let understood = understood.into_inner();
    assert!(understood > 4000, "only {understood} texts were understood");
    no_leak(&wrong);
}

/// Runs the program on a text and returns exit code, standard output and standard error.
fn run(path: &str, text: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
        .args(["-", "-vv", "--no-overlay", "--stdin-filename", path])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends early closes the pipe; its exit code tells.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Options that draw a part, less, or name what there is in an error.
const PARTS: &[&[&str]] = &[
    &["-f", "text", "--focus", "*"],
    &[
        "-f",
        "dot",
        "--detail",
        "overview",
        "--exclude",
        "provider:*",
    ],
    &["-f", "json", "--only", "*a*"],
    &["-f", "svg", "--focus", "no such server"],
    &["-f", "svg", "--only", "boundary:no such boundary"],
];

/// The same through the options that choose: neither a part, nor the record of what is left out, nor a hint shows one.
#[test]
fn no_part_and_no_list_of_names_shows_a_canary() {
    let drawn = AtomicUsize::new(0);
    let wrong = over_samples(|sample, mint| {
        let mut wrong = Vec::new();
        for plant in plants(sample, mint).1 {
            let text = plant.apply(&sample.text);
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("arch.json");
            let split = ["--split", "host", "-o", out.to_str().unwrap()];
            for arguments in PARTS.iter().copied().chain([&split[..]]) {
                let (code, mut all, stderr) = run(&sample.path, &text, arguments);
                for entry in std::fs::read_dir(folder.path()).unwrap() {
                    let path = entry.unwrap().path();
                    all.push_str(&path.file_name().unwrap().to_string_lossy());
                    all.push('\n');
                    all.push_str(&std::fs::read_to_string(path).unwrap());
                }
                if !all.is_empty() {
                    drawn.fetch_add(1, Ordering::Relaxed);
                }
                let option = arguments.join(" ");
                if ![0, 2, 3].contains(&code) {
                    wrong.push(format!("{}: {}: exit code {code}", sample.path, plant.what));
                }
                for leak in leaks(&(all + &stderr)) {
                    wrong.push(format!("{}: {}: {option}: {leak}", sample.path, plant.what));
                }
            }
        }
        wrong
    });
    let drawn = drawn.into_inner();
    assert!(drawn > 800, "only {drawn} parts were drawn");
    no_leak(&wrong);
}

#[test]
fn no_format_and_no_message_shows_a_canary() {
    let drawn = AtomicUsize::new(0);
    let wrong = over_samples(|sample, mint| {
        let mut wrong = Vec::new();
        for plant in plants(sample, mint).1 {
            let text = plant.apply(&sample.text);
            for format in ["json", "svg", "mermaid", "dot"] {
                let (code, stdout, stderr) = run(&sample.path, &text, &["-f", format]);
                if !stdout.is_empty() {
                    drawn.fetch_add(1, Ordering::Relaxed);
                }
                if ![0, 2, 3].contains(&code) {
                    wrong.push(format!("{}: {}: exit code {code}", sample.path, plant.what));
                }
                for leak in leaks(&(stdout + &stderr)) {
                    wrong.push(format!("{}: {}: {format}: {leak}", sample.path, plant.what));
                }
            }
        }
        wrong
    });
    let drawn = drawn.into_inner();
    assert!(drawn > 800, "only {drawn} pictures were drawn");
    no_leak(&wrong);
}

/// An overlay is a file like any other: a secret pasted into it is hidden, and an error does not echo it.
#[test]
fn no_overlay_value_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("samples/seed/mcpdiag.toml")).unwrap();
    let config = std::fs::read_to_string(root.join("samples/seed/.mcp.json")).unwrap();
    let sample = Sample {
        path: "mcpdiag.toml".into(),
        text: text.clone(),
    };
    let (single, together) = plants(&sample, &mut Mint::default());
    let folder = tempfile::tempdir().unwrap();
    let overlay = folder.path().join("overlay.toml");
    let mut wrong = Vec::new();
    for plant in single.iter().chain(&together) {
        std::fs::write(&overlay, plant.apply(&text)).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
            .args(["samples/seed/.mcp.json", "-f", "json", "-vv", "--overlay"])
            .arg(&overlay)
            .current_dir(root)
            .output()
            .unwrap();
        assert!(
            [0, 2].contains(&output.status.code().unwrap_or(-1)),
            "{}",
            plant.what
        );
        let all = [output.stdout, output.stderr].concat();
        for leak in leaks(&String::from_utf8_lossy(&all)) {
            wrong.push(format!("{}: {leak}", plant.what));
        }
    }
    assert!(config.contains("tracker") && !single.is_empty());
    no_leak(&wrong);
}

/// Shows that a leak would be seen: the same search finds a canary where one stands.
#[test]
fn the_search_finds_a_canary() {
    let mut mint = Mint::default();
    assert_eq!(
        leaks(&format!("a line\nlabel {} end", mint.secret())).len(),
        1
    );
    assert_eq!(
        leaks(&format!("id-{}", mint.quiet().to_uppercase())).len(),
        1
    );
    assert!(leaks("nothing here").is_empty());
}
