//! From an architecture to the files of a run: one, or with `--split` an overview and one for each part.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::graph::select::split::split;
use crate::graph::{Architecture, Line, LineRole};
use crate::inventory::Redacted;
use crate::layout::Detail;
use crate::output::{self, Target};
use crate::render::{self, Format, Options};
use crate::run::ExitStatus;
use crate::settings::Settings;
use crate::theme::Theme;

/// Stands in every part of a split that is a text (`graph::select::record`).
const PART: &str = "left out by --split";

/// One file to write.
struct Picture {
    target: Target,
    architecture: Architecture,
    detail: Detail,
}

/// Draws an architecture and writes or compares the files; all are drawn before the first one is written.
pub(crate) fn draw(
    arch: Architecture,
    settings: &Settings,
    theme: Option<&Theme>,
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    let fonts = fonts(&settings.fonts)?;
    // Only what is used is read: JSON and text know no colours, and only an SVG follows its viewer's.
    let built_in = |name, used: bool| used.then(|| Theme::load(name)).transpose();
    let light = built_in("light", settings.format.has_colours())?.unwrap_or_default();
    let dark = built_in("dark", settings.format.follows_viewer())?;
    let mut files = Vec::new();
    for picture in pictures(arch, settings) {
        let mut layout = settings.layout;
        layout.detail = picture.detail;
        let options = Options {
            theme: theme.unwrap_or(&light),
            dark: dark.as_ref().filter(|_| theme.is_none()),
            layout,
            embed_font: settings.embed_font,
            scale: settings.scale.unwrap_or(1.0),
            width: settings.width,
            fonts: &fonts,
        };
        let rendered = render::render(&picture.architecture, settings.format, &options)?;
        for note in rendered.notes {
            if !messages.contains(&note) {
                messages.push(note);
            }
        }
        files.push((picture.target, rendered.bytes));
    }
    messages.extend(stale(settings, &files));
    deliver(&files, settings.check, settings.format, messages)
}

/// Names the parts of an earlier run that this one does not write: they stay, but no longer show what is.
fn stale(settings: &Settings, files: &[(Target, Vec<u8>)]) -> Option<Diagnostic> {
    let (Some(_), Target::File(path)) = (settings.split, &settings.target) else {
        return None;
    };
    let written = |name: &str| {
        files
            .iter()
            .any(|(target, _)| matches!(target, Target::File(path) if output::name(path).as_deref() == Some(name)))
    };
    let mut old = output::beside(path, PART);
    old.retain(|name| !written(name));
    if old.is_empty() {
        return None;
    }
    let old: Vec<String> = old
        .iter()
        .map(|name| Redacted::text(name).to_string())
        .collect();
    let message = Diagnostic::warning(format!(
        "parts of an earlier run, not written by this one: {}",
        old.join(", ")
    ));
    Some(message.hint("delete them if nobody needs them; mcpdiag deletes no file"))
}

fn fonts(paths: &[PathBuf]) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let read = paths.iter().map(|path| {
        std::fs::read(path).map_err(|e| {
            Diagnostic::error(format!("cannot read the font file: {}", output::reason(&e)))
                .in_file(output::shown(path))
        })
    });
    read.collect()
}

/// Lists the pictures of a run.
fn pictures(mut arch: Architecture, settings: &Settings) -> Vec<Picture> {
    let (Some(by), Target::File(path)) = (settings.split, &settings.target) else {
        return vec![Picture {
            target: settings.target.clone(),
            architecture: arch,
            detail: settings.layout.detail,
        }];
    };
    let parts = split(&arch, by);
    let mut named = Vec::new();
    let mut pictures = Vec::new();
    for part in parts {
        let file = beside(path, &part.slug);
        let name = file_name(&file);
        if let Some(frame) = arch.boundaries.of_id_mut(&part.boundary) {
            frame
                .lines
                .push(Line::new(LineRole::Plain, format!("in full: {name}")));
        }
        named.push(format!("{} in {name}", part.label));
        pictures.push(Picture {
            target: Target::File(file),
            architecture: part.architecture,
            detail: settings.layout.detail,
        });
    }
    arch.coverage.insert(
        0,
        format!("each {} in full: {}", by.name(), named.join("; ")),
    );
    pictures.insert(
        0,
        Picture {
            target: settings.target.clone(),
            architecture: arch,
            detail: Detail::Overview,
        },
    );
    pictures
}

/// Returns the path of a part: the output's, with a word more in its name.
fn beside(path: &Path, slug: &str) -> PathBuf {
    let mut name: OsString = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(slug);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Returns the name of a file as shown.
fn file_name(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    Redacted::text(&name).to_string()
}

/// Writes or compares; the answer is `no` only for a comparison.
pub(crate) fn deliver(
    files: &[(Target, Vec<u8>)],
    check: bool,
    format: Format,
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    if !check {
        output::write_all(files, format.is_binary())?;
        return Ok(ExitStatus::Done);
    }
    let mut status = ExitStatus::Done;
    for (target, bytes) in files {
        let Target::File(path) = target else { continue };
        if let Some(what) = output::difference(path, bytes)? {
            messages.push(
                Diagnostic::error(format!("not what would be written: {what}"))
                    .in_file(output::shown(path))
                    .hint("run the same command without --check to write it"),
            );
            status = ExitStatus::AnswerNo;
        }
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_lies_beside_the_whole() {
        let name = |path: &str| {
            beside(Path::new(path), "codex")
                .to_string_lossy()
                .replace('\\', "/")
        };
        assert_eq!(name("out/arch.svg"), "out/arch-codex.svg");
        assert_eq!(name("arch.v1.svg"), "arch.v1-codex.svg");
        assert_eq!(name("arch"), "arch-codex");
    }
}
