//! Finding the known configuration files below a directory.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::{IsKnown, display, read};
use crate::diagnostic::Diagnostic;

/// Folders that hold no configuration of their own: version control, dependencies, build output.
const SKIPPED: [&str; 4] = [".git", "node_modules", "target", ".venv"];

/// A known configuration file below a directory argument.
pub(super) struct Found {
    /// Where it stands.
    pub(super) path: PathBuf,
    /// Segments of the directory argument and of the path below it.
    pub(super) segments: Vec<String>,
}

/// Lists every known configuration file below `dir`, in the order of their segments.
///
/// Links to directories are not followed, so that there are no loops and nothing outside the directory is listed.
/// One case is looked at: a linked folder whose own name makes a file in it a known one (`.cursor -> .agents`).
pub(super) fn walk(
    dir: &Path,
    base: &[String],
    is_known: IsKnown,
    notes: &mut Vec<Diagnostic>,
) -> Vec<Found> {
    let mut search = Search {
        dir,
        base,
        is_known,
        notes,
        found: Vec::new(),
    };
    let entries = WalkDir::new(dir).into_iter().filter_entry(|entry| {
        let skipped = entry.depth() > 0
            && entry.file_type().is_dir()
            && entry
                .file_name()
                .to_str()
                .is_some_and(|name| SKIPPED.contains(&name));
        !skipped
    });
    for entry in entries {
        match entry {
            Ok(entry) if entry.depth() == 0 || entry.file_type().is_dir() => {}
            Ok(entry) => search.entry(entry.path(), entry.file_type().is_symlink()),
            Err(error) => {
                let segments = search.segments(error.path().unwrap_or(dir));
                let why = error
                    .io_error()
                    .map_or("cannot be read", |io| read::reason(io.kind()));
                search.note(&segments, &format!("this folder was left out: {why}"));
            }
        }
    }
    let mut found = search.found;
    found.sort_by(|a, b| a.segments.cmp(&b.segments));
    found
}

struct Search<'a> {
    dir: &'a Path,
    base: &'a [String],
    is_known: IsKnown<'a>,
    notes: &'a mut Vec<Diagnostic>,
    found: Vec<Found>,
}

impl Search<'_> {
    fn entry(&mut self, path: &Path, is_link: bool) {
        if is_link && path.is_dir() {
            self.linked_folder(path);
            return;
        }
        let segments = self.segments(path);
        if (self.is_known)(&segments).is_some() {
            self.known_file(path, segments, &fs::metadata(path));
        }
    }

    fn known_file(
        &mut self,
        path: &Path,
        segments: Vec<String>,
        meta: &std::io::Result<fs::Metadata>,
    ) {
        match meta {
            Ok(meta) if !meta.is_file() => self.note(&segments, "not a regular file, left out"),
            // Errors, such as a link that leads nowhere, come up again and are reported when the file is read.
            _ => self.found.push(Found {
                path: path.to_owned(),
                segments,
            }),
        }
    }

    fn linked_folder(&mut self, link: &Path) {
        let Ok(children) = fs::read_dir(link) else {
            return;
        };
        for child in children.flatten() {
            let path = child.path();
            let segments = self.segments(&path);
            let named_by_link = (self.is_known)(&segments).is_some_and(|trailing| trailing > 1);
            let meta = fs::metadata(&path);
            if named_by_link && !meta.as_ref().is_ok_and(fs::Metadata::is_dir) {
                self.known_file(&path, segments, &meta);
            }
        }
    }

    fn segments(&self, path: &Path) -> Vec<String> {
        let below = path.strip_prefix(self.dir).unwrap_or(path);
        let below = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned());
        self.base.iter().cloned().chain(below).collect()
    }

    fn note(&mut self, segments: &[String], message: &str) {
        let shown = match display::found(segments, self.base.len()) {
            shown if shown.is_empty() => display::directory(segments),
            shown => shown,
        };
        self.notes.push(Diagnostic::warning(message).in_file(shown));
    }
}
