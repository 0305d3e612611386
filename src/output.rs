//! The final write: once, beside the target, then a rename; or a comparison with what is there.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use unicode_width::UnicodeWidthStr;

use crate::diagnostic::Diagnostic;

/// Where the output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A file.
    File(PathBuf),
    /// Standard output.
    Stdout,
}

impl Target {
    /// Reads `-o`: a path, or `-` or nothing for standard output.
    pub fn new(path: Option<PathBuf>) -> Self {
        match path {
            Some(path) if path.as_os_str() != "-" => Self::File(path),
            _ => Self::Stdout,
        }
    }
}

/// Writes all files, or none where one cannot be written: a failed run leaves the old ones as they were; says their paths when a person looks on.
pub fn write_all<B: AsRef<[u8]>>(files: &[(Target, B)], binary: bool) -> Result<(), Diagnostic> {
    let mut staged = Vec::new();
    for (target, bytes) in files {
        let bytes = bytes.as_ref();
        match target {
            Target::Stdout if binary && io::stdout().is_terminal() => {
                return Err(Diagnostic::error("a PNG is not written to a terminal")
                    .hint("add `-o FILE.png`"));
            }
            Target::Stdout => write_stdout(bytes)?,
            Target::File(path) => staged.push((path, Staged::new(path, bytes)?)),
        }
    }
    for (path, file) in staged {
        file.commit()?;
        if io::stderr().is_terminal() {
            // Nobody listens on standard error: nothing to be done about it.
            let _ = writeln!(io::stderr().lock(), "{}", path.display());
        }
    }
    Ok(())
}

/// Files beside a target that are read to see who wrote them; larger ones are none of ours.
const MOST_BYTES: u64 = 20_000_000;

/// Returns the last part of a path.
pub(crate) fn name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}

/// Lists the names of the files beside a target that begin and end like its own, and hold some words.
pub(crate) fn beside(target: &Path, words: &str) -> Vec<String> {
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let stem = format!(
        "{}-",
        target.file_stem().unwrap_or_default().to_string_lossy()
    );
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let like = |path: &Path| {
        path.extension() == target.extension()
            && name(path).is_some_and(|name| name.starts_with(&stem))
    };
    let holds = |path: &Path| {
        let small = std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() <= MOST_BYTES);
        small && std::fs::read_to_string(path).is_ok_and(|text| text.contains(words))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut names: Vec<String> = paths
        .filter(|p| like(p) && holds(p))
        .filter_map(|p| name(&p))
        .collect();
    names.sort();
    names
}

/// Bytes that lie beside their target until all of a run can be written.
struct Staged<'a> {
    /// As shown.
    name: String,
    target: PathBuf,
    bytes: &'a [u8],
    /// None for a device or pipe, which cannot be replaced by a rename.
    file: Option<NamedTempFile>,
}

impl<'a> Staged<'a> {
    fn new(path: &Path, bytes: &'a [u8]) -> Result<Self, Diagnostic> {
        // A symbolic link is followed, so that the link stays one.
        let mut staged = Self {
            name: shown(path),
            target: std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            bytes,
            file: None,
        };
        let target = &staged.target;
        if target.is_dir() {
            return Err(staged.failed("it is a directory"));
        }
        if target.exists() && !target.is_file() {
            return Ok(staged);
        }
        let folder = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            return Err(staged
                .failed("its folder does not exist")
                .hint("make the folder first"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".mcpdiag-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any new file: the umask takes away from this; an existing file keeps its own.
            let mode = std::fs::metadata(target).map_or(0o666, |m| m.permissions().mode() & 0o777);
            builder.permissions(std::fs::Permissions::from_mode(mode));
        }
        let mut file = builder
            .tempfile_in(folder)
            .map_err(|e| staged.failed(&reason(&e)))?;
        file.write_all(bytes)
            .map_err(|e| staged.failed(&reason(&e)))?;
        staged.file = Some(file);
        Ok(staged)
    }

    fn commit(mut self) -> Result<(), Diagnostic> {
        let done = match self.file.take() {
            Some(file) => file.persist(&self.target).map(drop).map_err(|e| e.error),
            None => std::fs::OpenOptions::new()
                .write(true)
                .open(&self.target)
                .and_then(|mut file| file.write_all(self.bytes)),
        };
        done.map_err(|e| self.failed(&reason(&e)))
    }

    fn failed(&self, what: &str) -> Diagnostic {
        Diagnostic::error(format!("cannot write the output file: {what}")).in_file(&self.name)
    }
}

/// Writes to standard output; a reader that went away is no error.
pub fn write_stdout(bytes: &[u8]) -> Result<(), Diagnostic> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Diagnostic::error(format!(
            "cannot write to standard output: {}",
            reason(&e)
        ))),
        _ => Ok(()),
    }
}

/// Compares a file with what would be written; returns a word on what differs.
pub fn difference(path: &Path, bytes: &[u8]) -> Result<Option<String>, Diagnostic> {
    if std::fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return Err(
            Diagnostic::error("cannot compare with what is not a regular file")
                .in_file(shown(path)),
        );
    }
    let old = match std::fs::read(path) {
        Ok(old) => old,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Ok(Some("the file does not exist".into()));
        }
        Err(e) => {
            return Err(Diagnostic::error(format!(
                "cannot read the file to compare: {}",
                reason(&e)
            ))
            .in_file(shown(path)));
        }
    };
    if old == bytes {
        return Ok(None);
    }
    let (Ok(old), Ok(new)) = (std::str::from_utf8(&old), std::str::from_utf8(bytes)) else {
        return Ok(Some("the bytes differ".into()));
    };
    let same = old
        .lines()
        .zip(new.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let (before, after) = (old.lines().count(), new.lines().count());
    Ok(Some(format!(
        "first difference in line {}; {before} lines there, {after} lines would be written",
        same + 1
    )))
}

/// Aligns columns; the last one is left as it is.
pub(crate) fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].width());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width + 2 - cell.width()));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Breaks words into rows of at most so many columns; a longer word has a row of its own.
pub(crate) fn rows<W: AsRef<str>>(
    words: impl IntoIterator<Item = W>,
    columns: usize,
) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        let word = word.as_ref();
        match rows.last_mut() {
            Some(row) if row.width() + 1 + word.width() <= columns => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

/// Says why an operation failed, without paths.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "not found".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::StorageFull => "no space left".into(),
        io::ErrorKind::ReadOnlyFilesystem => "read-only file system".into(),
        kind => kind.to_string(),
    }
}

/// Returns the path of a file that the user named for this program, as given; control characters are made visible where it
/// is printed.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}
