//! Files as text: reading, decoding, paths for display, positions.

mod decode;
pub mod display;
pub mod read;
mod repository;
#[cfg(test)]
mod tests;
mod walk;

use crate::diagnostic::{Diagnostic, Place};

pub use display::home_relative;
pub use read::{FailedSource, Input, IsKnown, Loaded, MAX_BYTES, load};
pub use repository::repository;

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
    /// The first is empty (`/...`) or a drive (`C:`) when the path as given is absolute.
    pub segments: Vec<String>,
    /// The machine it lies on, where that is not this one.
    pub machine: Option<&'static str>,
    /// The decoded text, without a byte order mark.
    pub text: String,
    /// What happened while decoding (byte order mark, UTF-16).
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the file began with a UTF-8 byte order mark.
    pub had_bom: bool,
    /// Whether the file is UTF-16 text.
    pub utf16: bool,
    /// Byte offset at which each line starts.
    pub(crate) line_starts: Vec<usize>,
    /// Characters before each block of `BLOCK` bytes, so that a position in a line of many megabytes stays cheap.
    char_marks: Vec<usize>,
}

/// Bytes between two character counts.
const BLOCK: usize = 512;

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
        let segments = display::segments(&path);
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let mut chars = 0;
        let char_marks = text
            .as_bytes()
            .chunks(BLOCK)
            .map(|block| {
                let before = chars;
                chars += char_starts(block);
                before
            })
            .collect();
        Self {
            path,
            segments,
            machine: None,
            text,
            diagnostics: Vec::new(),
            had_bom: false,
            utf16: false,
            line_starts,
            char_marks,
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
        let column = self.chars_before(offset) - self.chars_before(start) + 1;
        Place {
            path: self.path.clone(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// Returns the byte offsets of a place of this file: of its line, and of itself.
    pub fn offsets(&self, place: &Place) -> (usize, usize) {
        let line = (place.line.max(1) as usize - 1).min(self.line_starts.len() - 1);
        let start = self.line_starts[line];
        let column = place.column.max(1) as usize - 1;
        let wanted = self.chars_before(start) + column;
        let block = self
            .char_marks
            .partition_point(|&chars| chars <= wanted)
            .saturating_sub(1);
        let from = block * BLOCK;
        let before = self.char_marks.get(block).copied().unwrap_or(0);
        let mut bytes = self.text.as_bytes()[from..].iter().enumerate();
        let begins = |(_, byte): &(usize, &u8)| **byte & 0xC0 != 0x80;
        let at = bytes.by_ref().filter(begins).nth(wanted - before);
        (start, at.map_or(self.text.len(), |(at, _)| from + at))
    }

    fn chars_before(&self, offset: usize) -> usize {
        let block = (offset / BLOCK).min(self.char_marks.len().saturating_sub(1));
        let counted = self.char_marks.get(block).copied().unwrap_or(0);
        counted + char_starts(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// Counts the bytes that begin a character, which needs no character boundary at either end.
fn char_starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
