//! Words: text measured once, to be broken into lines of many widths.

use std::borrow::Cow;
use std::ops::Range;

use crate::font::{self, Weight};

/// Wider words are broken where a line is too narrow for them: after punctuation, else anywhere.
const BREAKABLE: f64 = 165.0;

/// The words of a text with their widths.
#[derive(Debug, Clone)]
pub(super) struct Words {
    /// With one blank between words.
    text: String,
    all: Vec<Word>,
    blank: f64,
    size: f64,
    weight: Weight,
}

#[derive(Debug, Clone)]
struct Word {
    /// Where it stands.
    at: Range<usize>,
    width: f64,
    /// Pieces of a long word: where each ends, and its width.
    pieces: Vec<(usize, f64)>,
}

/// What stands before a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The end of a line.
    Break,
    /// A blank.
    Blank,
    /// Nothing: it goes on with a word.
    Nothing,
}

impl Words {
    /// Measures a text.
    pub(super) fn new(text: &str, size: f64, weight: Weight) -> Self {
        let mut words = Self {
            text: String::with_capacity(text.len()),
            all: Vec::with_capacity(1 + text.len() / 6),
            blank: font::width(" ", size, weight),
            size,
            weight,
        };
        for word in text.split_whitespace() {
            if !words.text.is_empty() {
                words.text.push(' ');
            }
            let from = words.text.len();
            words.text.push_str(word);
            let width = font::width(word, size, weight);
            words.all.push(Word {
                at: from..words.text.len(),
                width,
                pieces: if width > BREAKABLE {
                    pieces(word, size, weight)
                } else {
                    Vec::new()
                },
            });
        }
        words
    }

    /// Calls `piece` for every piece of text with what stands before it.
    fn each(&self, width: f64, mut piece: impl FnMut(Before, Range<usize>)) {
        // as many digits as a sum of widths in font units has
        let width = width + 1e-9;
        let (mut first, mut used) = (true, 0.0);
        for word in &self.all {
            let joined = used + self.blank + word.width;
            if !first && joined <= width {
                piece(Before::Blank, word.at.clone());
                used = joined;
            } else if word.width <= width || word.pieces.is_empty() {
                piece(Before::Break, word.at.clone());
                used = word.width;
            } else {
                let mut from = 0;
                for &(to, w) in &word.pieces {
                    let (before, after) = match from {
                        0 if first => (Before::Break, w),
                        0 => (Before::Blank, used + self.blank + w),
                        _ => (Before::Nothing, used + w),
                    };
                    let fits = after <= width;
                    piece(
                        if fits { before } else { Before::Break },
                        word.at.start + from..word.at.start + to,
                    );
                    used = if fits { after } else { w };
                    from = to;
                }
            }
            first = false;
        }
    }

    /// Counts the lines.
    pub(super) fn rows(&self, width: f64, at_most: usize) -> usize {
        let mut rows = 0;
        self.each(width, |before, _| {
            rows += usize::from(before == Before::Break);
        });
        rows.min(at_most)
    }

    /// Breaks the text into lines; where there are too many, the last one ends with an ellipsis after a word.
    pub(super) fn wrap(&self, width: f64, at_most: usize) -> Vec<Cow<'_, str>> {
        let mut lines: Vec<Range<usize>> = Vec::new();
        self.each(width, |before, piece| match (lines.last_mut(), before) {
            (Some(line), Before::Blank | Before::Nothing) => line.end = piece.end,
            _ => lines.push(piece),
        });
        let cut = lines.len() > at_most;
        lines.truncate(at_most);
        let text = |line: Range<usize>| Cow::Borrowed(&self.text[line]);
        let mut lines: Vec<Cow<'_, str>> = lines.into_iter().map(text).collect();
        if let Some(last) = lines.last_mut().filter(|_| cut) {
            *last = self.ended(last, width).into();
        }
        lines
    }

    /// Puts an ellipsis behind a line, in place of its last words where there is no room for it.
    fn ended(&self, line: &str, width: f64) -> String {
        let mut kept = line;
        loop {
            let shown = format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '·']));
            if font::width(&shown, self.size, self.weight) <= width {
                return shown;
            }
            match kept.rfind(' ') {
                Some(at) => kept = &kept[..at],
                None => return font::ellipsis(&shown, self.size, self.weight, width),
            }
        }
    }
}

/// Finds where a long word may be broken: after a `/`, where that does not do after other punctuation, else anywhere.
fn pieces(word: &str, size: f64, weight: Weight) -> Vec<(usize, f64)> {
    let measure = |from: usize, to: usize| font::width(&word[from..to], size, weight);
    let mut out: Vec<(usize, f64)> = Vec::new();
    let mut from = 0;
    for part in word.split_inclusive('/') {
        let end = from + part.len();
        if measure(from, end) <= BREAKABLE {
            out.push((end, measure(from, end)));
            from = end;
            continue;
        }
        let mut at = from;
        for c in part.chars() {
            if at > from && measure(from, at + c.len_utf8()) > BREAKABLE {
                out.push((at, measure(from, at)));
                from = at;
            }
            at += c.len_utf8();
            if "-._:@,=&?".contains(c) && measure(from, at) > BREAKABLE / 8.0 && at < end {
                out.push((at, measure(from, at)));
                from = at;
            }
        }
        out.push((end, measure(from, end)));
        from = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrap(text: &str, width: f64, at_most: usize) -> Vec<String> {
        let words = Words::new(text, 11.0, Weight::Regular);
        let lines = words.wrap(width, at_most).into_iter();
        lines.map(Cow::into_owned).collect()
    }

    #[test]
    fn lines_end_after_words_and_long_words_after_punctuation() {
        assert_eq!(wrap("one two three", 60.0, 4), ["one two", "three"]);
        let path = "registry.example.test/fictive-lab/soil-readings-server";
        let lines = wrap(path, 160.0, 4);
        assert_eq!(lines.concat(), path, "nothing is lost");
        assert_eq!(lines[0], "registry.example.test/");
        let lines = wrap(&"x".repeat(80), BREAKABLE, 9);
        assert_eq!(lines.concat(), "x".repeat(80));
        for line in &lines {
            assert!(font::width(line, 11.0, Weight::Regular) <= BREAKABLE);
        }
    }

    #[test]
    fn what_has_no_room_ends_after_a_word_with_an_ellipsis() {
        let lines = wrap(
            "the whole program runs in its sandbox, its servers with it",
            120.0,
            2,
        );
        assert_eq!(lines, ["the whole program", "runs in its sandbox…"]);
    }

    #[test]
    fn as_many_rows_are_counted_as_are_broken() {
        let text = "one /a/very/long/path/of/a/folder/that/goes/on/and/on two-words-joined-by-hyphens three";
        let words = Words::new(text, 11.0, Weight::Regular);
        for width in [60.0, 90.0, 130.0, 200.0, 400.0] {
            let lines = words.wrap(width, 4);
            assert_eq!(words.rows(width, 4), lines.len());
        }
    }
}
