//! Reading inputs: files, directories, standard input.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::{SourceFile, decode, display, walk};
use crate::diagnostic::Diagnostic;
use crate::spelling::nearest;

/// Largest input that is read, in bytes.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Says how many trailing segments of a path make it a known configuration file, if it is one.
pub type IsKnown<'a> = &'a dyn Fn(&[String]) -> Option<usize>;

/// One thing the user asked to read.
#[derive(Clone)]
pub enum Input {
    /// A file or a directory.
    Path(PathBuf),
    /// A file that a search found in a known place.
    Found {
        /// Where it is, with links followed.
        path: PathBuf,
        /// The place as shown.
        shown: String,
        /// The segments of the place, which tell the client and the scope wherever the file really is.
        segments: Vec<String>,
        /// The machine it lies on, where that is not this one.
        machine: Option<&'static str>,
    },
    /// A text that stands for a file, such as an install link.
    Text {
        /// What is shown in place of a path.
        shown: String,
        /// The segments of the file that it stands for.
        segments: Vec<String>,
        /// The text.
        text: String,
    },
    /// Standard input, already read; the name is that of `--stdin-filename`.
    Stdin {
        /// Name that tells the client.
        name: Option<String>,
        /// What was read.
        bytes: Vec<u8>,
    },
}

impl Input {
    /// Reads standard input (or anything that can be read) up to the size cap.
    pub fn stdin(name: Option<String>, reader: impl Read) -> Result<Self, Diagnostic> {
        let shown = stdin_path(name.as_deref(), &|_| None);
        match capped(reader, 0, MAX_BYTES) {
            Ok(bytes) => Ok(Self::Stdin { name, bytes }),
            Err(failure) => Err(failure.in_file(shown)),
        }
    }
}

/// An input that could not be read or decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedSource {
    /// Path as shown to the user.
    pub path: String,
    /// Why.
    pub diagnostic: Diagnostic,
}

/// Everything that came out of reading the inputs.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// Files that were read, in the order of the inputs; those of a directory in the order of their paths.
    pub files: Vec<SourceFile>,
    /// Files that could not be read.
    pub failed: Vec<FailedSource>,
    /// What was left out and why.
    pub notes: Vec<Diagnostic>,
    /// Real paths of the files, read or not; never printed.
    pub real: BTreeSet<PathBuf>,
}

/// Reads every input; `is_known` is the dialect table's word on whether a path is a known configuration file.
pub fn load(inputs: &[Input], is_known: IsKnown) -> Loaded {
    load_capped(inputs, is_known, MAX_BYTES)
}

pub(super) fn load_capped(inputs: &[Input], is_known: IsKnown, cap: u64) -> Loaded {
    let mut loader = Loader {
        is_known,
        cap,
        seen: BTreeSet::new(),
        with_folder: Vec::new(),
        loaded: Loaded::default(),
    };
    for input in inputs {
        match input {
            Input::Stdin { name, bytes } => loader.stdin(name.as_deref(), bytes),
            Input::Path(path) => loader.path(path),
            Input::Text {
                shown,
                segments,
                text,
            } => {
                let bytes = text.clone().into_bytes();
                loader.decoded(shown.clone(), segments.clone(), None, bytes);
            }
            Input::Found {
                path,
                shown,
                segments,
                machine,
            } => {
                let before = loader.loaded.files.len();
                loader.file(path, shown.clone(), segments.clone(), None);
                for file in &mut loader.loaded.files[before..] {
                    file.machine = *machine;
                }
            }
        }
    }
    loader.finish()
}

/// Names the reason of an I/O error in words that are the same on every system.
pub(super) fn reason(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "file not found",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::NotADirectory => "a part of the path is not a directory",
        ErrorKind::IsADirectory => "is a directory",
        ErrorKind::InvalidFilename => "the name is not valid",
        _ => "cannot be read",
    }
}

struct Loader<'a> {
    is_known: IsKnown<'a>,
    cap: u64,
    /// Real path, and the part of the given path that tells the client: one file under the names of two clients is
    /// two configurations.
    seen: BTreeSet<(PathBuf, Vec<String>)>,
    /// For each file, its path with a relative directory argument in front, used when two would be shown alike.
    with_folder: Vec<Option<String>>,
    loaded: Loaded,
}

impl Loader<'_> {
    fn stdin(&mut self, name: Option<&str>, bytes: &[u8]) {
        let shown = stdin_path(name, self.is_known);
        let segments = display::segments(name.unwrap_or("stdin"));
        if bytes.len() as u64 > self.cap {
            self.fail(shown, too_large(self.cap));
            return;
        }
        self.decoded(shown, segments, None, bytes.to_vec());
    }

    fn path(&mut self, path: &Path) {
        let segments = display::segments(&path.to_string_lossy());
        if path.is_dir() {
            self.directory(path, &segments);
            return;
        }
        let known = (self.is_known)(&segments);
        let before = self.loaded.failed.len();
        self.file(path, display::given(&segments, known), segments, None);
        // Whoever mistyped a path has to see it as it was typed; outputs show the short one.
        for failed in &mut self.loaded.failed[before..] {
            if failed.diagnostic.place.is_none() {
                failed.diagnostic.path = Some(path.display().to_string());
            }
        }
    }

    fn directory(&mut self, path: &Path, base: &[String]) {
        let found = walk::walk(path, base, self.is_known, &mut self.loaded.notes);
        if found.is_empty() {
            let note = Diagnostic::note("no known configuration file in this directory");
            self.loaded
                .notes
                .push(note.in_file(display::directory(base)));
        }
        for file in found {
            let shown = display::found(&file.segments, base.len());
            let longer =
                (!display::is_absolute(base)).then(|| display::given(&file.segments, None));
            self.file(&file.path, shown, file.segments, longer);
        }
    }

    fn file(&mut self, path: &Path, shown: String, segments: Vec<String>, longer: Option<String>) {
        if let Ok(real) = fs::canonicalize(path) {
            let trailing = (self.is_known)(&segments).unwrap_or(0);
            let telling = segments[segments.len().saturating_sub(trailing)..].to_vec();
            if !self.seen.insert((real, telling)) {
                return;
            }
        }
        match read_file(path, self.cap) {
            Ok(bytes) => self.decoded(shown, segments, longer, bytes),
            Err(failure) => self.fail(shown, failure),
        }
    }

    fn decoded(
        &mut self,
        shown: String,
        segments: Vec<String>,
        longer: Option<String>,
        bytes: Vec<u8>,
    ) {
        match decode::decode(&shown, bytes) {
            Ok(mut file) => {
                file.segments = segments;
                self.loaded.files.push(file);
                self.with_folder.push(longer);
            }
            Err(failure) => self.fail(shown, failure),
        }
    }

    fn fail(&mut self, path: String, failure: Diagnostic) {
        let diagnostic = match failure.place {
            Some(_) => failure,
            None => failure.in_file(path.clone()),
        };
        self.loaded.failed.push(FailedSource { path, diagnostic });
    }

    /// Tells files apart that would be shown alike: by their directory argument, else by a number.
    fn finish(mut self) -> Loaded {
        self.loaded.real = self.seen.into_iter().map(|(real, _)| real).collect();
        let mut count = BTreeMap::<String, usize>::new();
        for file in &self.loaded.files {
            *count.entry(file.path.clone()).or_default() += 1;
        }
        for (file, longer) in self.loaded.files.iter_mut().zip(self.with_folder) {
            if let (Some(longer), Some(2..)) = (longer, count.get(&file.path)) {
                rename(file, longer);
            }
        }
        let mut taken = BTreeSet::new();
        let mut last = BTreeMap::<String, usize>::new();
        for file in &mut self.loaded.files {
            let plain = file.path.clone();
            let number = last.entry(plain.clone()).or_insert(1);
            while !taken.insert(file.path.clone()) {
                *number += 1;
                rename(file, format!("{plain} ({number})"));
            }
        }
        self.loaded
    }
}

fn rename(file: &mut SourceFile, path: String) {
    for diagnostic in &mut file.diagnostics {
        diagnostic.path = Some(path.clone());
    }
    file.path = path;
}

fn stdin_path(name: Option<&str>, is_known: IsKnown) -> String {
    let segments = display::segments(name.unwrap_or("stdin"));
    match display::given(&segments, is_known(&segments)) {
        shown if shown.is_empty() => "stdin".to_owned(),
        shown => shown,
    }
}

fn read_file(path: &Path, cap: u64) -> Result<Vec<u8>, Diagnostic> {
    let failed = |error: &std::io::Error| {
        let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        if is_link && error.kind() != ErrorKind::PermissionDenied {
            return Diagnostic::error(match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory => "a link leads nowhere",
                _ => "the links on the way lead in a circle",
            });
        }
        let failure = Diagnostic::error(reason(error.kind()));
        match error.kind() {
            ErrorKind::NotFound if path.starts_with("~") => {
                failure.hint("a shell replaces ~ only where it stands outside quotes")
            }
            ErrorKind::NotFound => match near(path) {
                Some(near) => failure.hint(format!("did you mean {near}?")),
                None => failure.hint("check the path"),
            },
            ErrorKind::PermissionDenied => failure.hint("run as a user who may read it"),
            _ => failure,
        }
    };
    let not_regular = || {
        Diagnostic::error("not a regular file")
            .hint("use - to read from standard input, such as a pipe, instead")
    };
    // Asked before opening, since opening a named pipe would wait for a writer.
    if !fs::metadata(path)
        .map_err(|error| failed(&error))?
        .is_file()
    {
        return Err(not_regular());
    }
    let file = File::open(path).map_err(|error| failed(&error))?;
    let meta = file.metadata().map_err(|error| failed(&error))?;
    if !meta.is_file() {
        return Err(not_regular());
    }
    if meta.len() > cap {
        return Err(too_large(cap));
    }
    // one byte more than it has: the end is seen without a buffer that grows
    capped(
        file,
        usize::try_from(meta.len()).map_or(0, |len| len + 1),
        cap,
    )
}

/// Most names of a folder among which a misspelt one is looked for.
const MOST_NAMES: usize = 5000;

/// Returns the path of what lies in the folder of a path that is not there, and is called most like it.
pub(crate) fn near(path: &Path) -> Option<String> {
    let typed = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries
        .take(MOST_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let name = nearest(typed, names.iter().map(String::as_str))?;
    let found = folder.map_or_else(|| name.into(), |folder| folder.join(name));
    Some(found.display().to_string())
}

fn capped(reader: impl Read, room: usize, cap: u64) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::with_capacity(room);
    reader
        .take(cap.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Diagnostic::error(reason(error.kind())))?;
    if bytes.len() as u64 > cap {
        return Err(too_large(cap));
    }
    Ok(bytes)
}

pub(super) fn too_large(cap: u64) -> Diagnostic {
    let size = match cap / (1024 * 1024) {
        0 => format!("{cap} bytes"),
        mib => format!("{mib} MiB"),
    };
    Diagnostic::error(format!("larger than {size}, the most that is read"))
        .hint("give only the part that holds the servers")
}
