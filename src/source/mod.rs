//! Files as text: reading, decoding, paths for display, positions.

use crate::diagnostic::{Diagnostic, Place};

/// A half-open range of byte offsets into [`SourceFile::text`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// Makes a span.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// One input, decoded to text. `Debug` never prints the text: it may hold secrets.
#[derive(Clone)]
pub struct SourceFile {
    /// Path as shown to the user and used to tell the client: `/` between segments, never absolute,
    /// the home directory as `~` (see `source::display`).
    pub path: String,
    /// All path segments of the path as given (or of `--stdin-filename`), for telling the client; never printed.
    pub segments: Vec<String>,
    /// The decoded text, without a byte order mark.
    pub text: String,
    /// What happened while decoding (byte order mark, UTF-16).
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the file began with a UTF-8 byte order mark.
    pub had_bom: bool,
    /// Byte offset at which each line starts.
    pub(crate) line_starts: Vec<usize>,
}

impl std::fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceFile")
            .field("path", &self.path)
            .field("bytes", &self.text.len())
            .finish_non_exhaustive()
    }
}

impl SourceFile {
    /// Makes a source from text that is already decoded.
    pub fn from_text(path: impl Into<String>, text: impl Into<String>) -> Self {
        let path = path.into();
        let text = text.into();
        let segments = path.split(['/', '\\']).map(str::to_owned).collect();
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self {
            path,
            segments,
            text,
            diagnostics: Vec::new(),
            had_bom: false,
            line_starts,
        }
    }

    /// Turns a byte offset into the place shown to users.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self
            .line_starts
            .partition_point(|&start| start <= offset)
            .max(1);
        let start = self.line_starts[line - 1];
        let column = self
            .text
            .get(start..offset)
            .map_or(1, |t| t.chars().count() + 1);
        Place {
            path: self.path.clone(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }
}
