//! Files to write, compared with those that were read: nothing may replace its own input.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::OVERLAY;
use crate::diagnostic::Diagnostic;
use crate::dialect;
use crate::output::{self, Target};
use crate::render::Format;
use crate::settings::{Job, Observing, OverlayArg, Settings, extension};
use crate::source::display;

/// Refuses an output that is a file of the input or somebody's configuration, and two outputs that are one file.
pub(super) fn check(settings: &Settings, read: &BTreeSet<PathBuf>) -> Result<(), Diagnostic> {
    let mut read: BTreeSet<PathBuf> = read.clone();
    if let OverlayArg::File(path) = &settings.overlay {
        read.insert(real(path));
    }
    if let Observing::Replay(path) = &settings.observing {
        read.insert(real(path));
    }
    read.extend(settings.theme.iter().map(|theme| real(Path::new(theme))));
    read.extend(settings.fonts.iter().map(|font| real(font)));
    let output = match &settings.target {
        Target::File(path) => Some(("-o", path)),
        Target::Stdout => None,
    };
    let record = settings.observing.record().map(|path| ("--record", path));
    for (option, path) in output.into_iter().chain(record) {
        if read.contains(&real(path)) {
            return Err(
                Diagnostic::error(format!("{option} names a file that is read"))
                    .in_file(output::shown(path))
                    .hint("write to another file"),
            );
        }
        may_replace(option, path)?;
    }
    match (output, record) {
        (Some((_, path)), Some((_, other))) => are_two(path, other),
        _ => Ok(()),
    }
}

/// Says that the extension of the output names another format than the one that is written.
pub(super) fn odd_name(settings: &Settings) -> Option<Diagnostic> {
    let Target::File(path) = &settings.target else {
        return None;
    };
    let named = Format::by_extension(&extension(path)?).filter(|_| settings.job == Job::Draw)?;
    let written = settings.format;
    (named != written).then(|| {
        let words = format!(
            "the file is called one of {}, and {} is written into it",
            named.name(),
            written.name()
        );
        Diagnostic::warning(words)
            .in_file(output::shown(path))
            .hint("-f wins over the extension: leave it out, or give the file another name")
    })
}

/// Refuses an output or recording of a probe of one URL that replaces what it may not.
#[cfg(feature = "probe")]
pub(crate) fn check_two(output: &Target, record: Option<&Path>) -> Result<(), Diagnostic> {
    let output = match output {
        Target::File(path) => Some(path.as_path()),
        Target::Stdout => None,
    };
    for (option, path) in [("-o", output), ("--record", record)] {
        path.map_or(Ok(()), |path| may_replace(option, path))?;
    }
    match (output, record) {
        (Some(output), Some(record)) => are_two(output, record),
        _ => Ok(()),
    }
}

/// Refuses an output and a recording that are one file.
fn are_two(output: &Path, record: &Path) -> Result<(), Diagnostic> {
    if real(output) == real(record) {
        return Err(Diagnostic::error("-o and --record name the same file")
            .in_file(output::shown(output))
            .hint("write to two files"));
    }
    Ok(())
}

/// Refuses to replace a file that an AI host or this program reads.
fn may_replace(option: &str, path: &Path) -> Result<(), Diagnostic> {
    match owner(path).filter(|_| !is_own(path)) {
        None => Ok(()),
        Some(whose) => Err(Diagnostic::error(format!(
            "{option} names a file of {whose}, which is not replaced"
        ))
        .in_file(output::shown(path))
        .hint("write to another file, or remove this one first")),
    }
}

/// Says whose file lies there, where its name is one that a client or this program reads.
fn owner(path: &Path) -> Option<&'static str> {
    if !real(path).is_file() {
        return None;
    }
    if path.file_name().is_some_and(|name| name == OVERLAY) {
        return Some("mcpdiag itself");
    }
    let segments = display::segments(&real(path).to_string_lossy());
    dialect::known_file(&segments).map(|_| "an AI host")
}

/// Says whether a file is an earlier output of this program.
fn is_own(path: &Path) -> bool {
    const BEGINNINGS: [&str; 2] = ["{\n  \"schema\": 1,\n  \"", "{\n  \"format\": \"mcpdiag"];
    let mut start = String::new();
    let opened = File::open(path).map(|file| file.take(64).read_to_string(&mut start));
    opened.is_ok()
        && BEGINNINGS
            .iter()
            .any(|beginning| start.starts_with(beginning))
}

/// Follows links; of a file that is not there yet, those of its folder.
fn real(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        folder.join(path.file_name().unwrap_or_default())
    })
}
