//! Words: text measured once, to be broken into lines of many widths.

use crate::font::{self, Weight};

/// The words of a text with their widths.
#[derive(Debug, Clone)]
pub(super) struct Words {
    words: Vec<(String, f64)>,
    blank: f64,
}

impl Words {
    /// Measures a text.
    pub(super) fn new(text: &str, size: f64, weight: Weight) -> Self {
        Self {
            words: text
                .split_whitespace()
                .map(|w| (w.to_owned(), font::width(w, size, weight)))
                .collect(),
            blank: font::width(" ", size, weight),
        }
    }

    /// Calls `start` for every word, saying whether it starts a line; the last line allowed takes the rest.
    fn each<'a>(&'a self, width: f64, at_most: usize, mut word: impl FnMut(bool, &'a str)) {
        let (mut line, mut used) = (0, 0.0);
        for (text, w) in &self.words {
            let joined = used + self.blank + w;
            // as many digits as a sum of widths in font units has
            let fits = line > 0 && (joined <= width + 1e-9 || line == at_most);
            word(!fits, text);
            if fits {
                used = joined;
            } else {
                line += 1;
                used = *w;
            }
        }
    }

    /// Counts the lines.
    pub(super) fn rows(&self, width: f64, at_most: usize) -> usize {
        let mut rows = 0;
        self.each(width, at_most, |starts, _| rows += usize::from(starts));
        rows
    }

    /// Breaks the text into lines; the last one may be wider and is to be ellipsised.
    pub(super) fn wrap(&self, width: f64, at_most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        self.each(width, at_most, |starts, word| match lines.last_mut() {
            Some(line) if !starts => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        });
        lines
    }
}
