//! Files to write, compared with those that were read: nothing may replace its own input.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::output::{self, Target};
use crate::settings::{Observing, OverlayArg, Settings};

/// Refuses an output that is a file of the input, and two outputs that are one file.
pub(super) fn check(settings: &Settings, read: &BTreeSet<PathBuf>) -> Result<(), Diagnostic> {
    let mut read: BTreeSet<PathBuf> = read.clone();
    if let OverlayArg::File(path) = &settings.overlay {
        read.insert(real(path));
    }
    if let Observing::Replay(path) = &settings.observing {
        read.insert(real(path));
    }
    let output = match &settings.target {
        Target::File(path) => Some(("-o", path)),
        Target::Stdout => None,
    };
    let record = settings.observing.record().map(|path| ("--record", path));
    for (option, path) in output.into_iter().chain(record) {
        if read.contains(&real(path)) {
            return Err(
                Diagnostic::error(format!("{option} names a file that is read"))
                    .in_file(output::name(path))
                    .hint("write to another file"),
            );
        }
    }
    match (output, record) {
        (Some((_, path)), Some((_, other))) => are_two(path, other),
        _ => Ok(()),
    }
}

/// Refuses an output and a recording that are one file.
pub(crate) fn are_two(output: &Path, record: &Path) -> Result<(), Diagnostic> {
    if real(output) == real(record) {
        return Err(Diagnostic::error("-o and --record name the same file")
            .in_file(output::name(output))
            .hint("write to two files"));
    }
    Ok(())
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
