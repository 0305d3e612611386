//! A line of a file with its values hidden, and where a place of it stands then.

use crate::syntax::{Syntax, key_text};

/// Stands for a value.
const VALUE: char = '…';
/// Most characters of a line that are shown.
const WIDTH: usize = 88;

/// A line with its values hidden.
pub(super) struct Shown {
    pub(super) text: String,
    /// Where the place stands in it, in characters.
    pub(super) caret: usize,
    /// The place as an offset into the part of the line that comes next; nothing once it was reached.
    at: Option<usize>,
}

impl Shown {
    pub(super) fn of(line: &str, at: usize, syntax: Syntax) -> Self {
        let mut shown = Self {
            text: String::new(),
            caret: 0,
            at: Some(at),
        };
        match syntax {
            Syntax::Json | Syntax::Jsonc => shown.json(line, false),
            Syntax::Json5 => shown.json(line, true),
            Syntax::Toml => shown.first_key(line, '='),
            Syntax::Yaml | Syntax::Markdown => shown.first_key(line, ':'),
        }
        if shown.at.is_some() {
            shown.caret = shown.text.chars().count();
        }
        shown.cut()
    }

    /// Keys stand in quotes before a colon; every other text is hidden, so that a string that was not closed on the line
    /// before cannot show what it holds. In JSON5 a word before a colon is a key, too.
    fn json(&mut self, line: &str, words: bool) {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let end = if c == '"' || words && c == '\'' {
                quoted(rest, c)
            } else if rest.starts_with("//") || rest.starts_with("/*") {
                rest.len()
            } else if "{}[],:".contains(c) || c.is_whitespace() {
                self.verbatim(&rest[..c.len_utf8()]);
                rest = &rest[c.len_utf8()..];
                continue;
            } else {
                let end = rest.find(|c: char| "{}[],:\"".contains(c) || c.is_whitespace());
                end.unwrap_or(rest.len())
            };
            let (piece, after) = rest.split_at(end);
            let before_colon = after.trim_start().starts_with(':');
            if before_colon && (words || c == '"') {
                self.key(piece);
            } else {
                self.hidden(piece);
            }
            rest = after;
        }
    }

    /// The key at the start of the line, or the name of a table; what follows is hidden.
    fn first_key(&mut self, line: &str, separator: char) {
        let body = line.trim_start_matches([' ', '\t', '-']);
        self.verbatim(&line[..line.len() - body.len()]);
        let header = body.trim_start_matches('[');
        let brackets = body.len() - header.len();
        if brackets > 0 && separator == '=' {
            self.verbatim(&body[..brackets]);
            return match header.split_once(']') {
                Some((name, rest)) if rest.trim_matches([']', ' ', '\t', '\r']).is_empty() => {
                    self.name(name);
                    self.verbatim(&header[name.len()..]);
                }
                _ => self.hidden(header),
            };
        }
        if let Some(key) = key_before(body, separator) {
            let rest = &body[key.len()..];
            let value = rest.trim_start().trim_start_matches(separator).trim_start();
            self.key(key);
            self.verbatim(&rest[..rest.len() - value.len()]);
            self.hidden(value);
        } else {
            self.hidden(body);
        }
    }

    /// The name of a table: keys with dots between them.
    fn name(&mut self, name: &str) {
        for (number, key) in name.split('.').enumerate() {
            if number > 0 {
                self.verbatim(".");
            }
            self.key(key);
        }
    }

    /// A key, in quotes or not.
    fn key(&mut self, key: &str) {
        let bare = key.trim();
        let bare = ['"', '\'']
            .iter()
            .find_map(|&quote| bare.strip_prefix(quote)?.strip_suffix(quote))
            .unwrap_or(bare);
        if key_text(bare) == bare {
            self.verbatim(key);
        } else if key == bare {
            self.hidden(key);
        } else {
            self.reach(key, 1);
            self.text.push('"');
            self.text.push(VALUE);
            self.text.push('"');
        }
    }

    fn verbatim(&mut self, piece: &str) {
        self.reach(piece, usize::MAX);
        let shown = |c: char| if c.is_whitespace() { ' ' } else { c };
        self.text.extend(piece.chars().map(shown));
    }

    fn hidden(&mut self, piece: &str) {
        if piece.trim().is_empty() {
            return self.verbatim(piece);
        }
        // Prose shows as two of them at most.
        if self.text.trim_end().ends_with("… …") {
            self.text.truncate(self.text.trim_end().len());
        }
        if self.text.ends_with(VALUE) {
            self.text.pop();
        }
        self.reach(piece, 0);
        self.text.push(VALUE);
    }

    /// Remembers where the place stands if it is in the piece that comes next; at most so many characters into it.
    fn reach(&mut self, piece: &str, most: usize) {
        let Some(at) = self.at else { return };
        self.at = at.checked_sub(piece.len());
        if self.at.is_none() {
            let before = piece[..at].chars().count();
            self.caret = self.text.chars().count() + before.min(most);
        }
    }

    /// Cuts a long line to what stands around the place.
    fn cut(self) -> Self {
        let all: Vec<char> = self.text.chars().collect();
        if all.len() <= WIDTH {
            return self;
        }
        let from = self.caret.saturating_sub(WIDTH / 2).min(all.len() - WIDTH);
        let mut text: String = all[from..from + WIDTH].iter().collect();
        if from + WIDTH < all.len() {
            text.push_str(" ...");
        }
        let before = if from > 0 { "... " } else { "" };
        Self {
            text: format!("{before}{text}"),
            caret: self.caret - from + before.len(),
            at: self.at,
        }
    }
}

/// Returns the key that begins a line, as written.
fn key_before(line: &str, separator: char) -> Option<&str> {
    let quote = line.chars().next().filter(|&c| c == '"' || c == '\'');
    let key = match quote {
        Some(quote) => &line[..quoted(line, quote)],
        None => line.split_once(separator)?.0.trim_end(),
    };
    let plain = quote.is_some() || !key.contains(char::is_whitespace);
    (plain && line[key.len()..].trim_start().starts_with(separator)).then_some(key)
}

/// Returns where a quoted text ends, after the closing quote or at the end of the line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(line: &str) -> String {
        Shown::of(line, 0, Syntax::Json).text.trim_end().to_owned()
    }

    #[test]
    fn a_text_that_was_not_closed_before_stays_hidden() {
        assert_eq!(json("fake-rest\", \"url\": \"fake\""), "…");
        assert_eq!(
            json("  \"a\": \"fake\", \"b\": [1, true]"),
            "  \"a\": …, \"b\": […, …]"
        );
        assert_eq!(json("\"fake\\\" x\": 1 // fake"), "\"…\": … …");
        assert_eq!(json("\"a\": \"fake"), "\"a\": …");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = "\"a\": {\"b\": 1}, ".repeat(40);
        let shown = Shown::of(&line, 300, Syntax::Json);
        assert!(shown.text.chars().count() <= WIDTH + 8);
        assert!(shown.text.starts_with("... ") && shown.text.ends_with(" ..."));
        assert!(shown.caret < WIDTH);
    }
}
