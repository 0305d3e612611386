//! What a message may show of the text around a place: key names and brackets, never a value.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::{Syntax, guess, key_path, key_text};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceFile;

/// Stands for a value.
const VALUE: char = '…';
/// Most characters of a line that are shown.
const WIDTH: usize = 88;
/// Longest line that is shown at all: nobody finds anything in a longer one.
const LONGEST: usize = 4096;

/// Adds to a warning or an error what stands around its place, and to an error without a key the keys that lead there.
pub fn explain(message: Diagnostic, file: &SourceFile, syntax: Option<Syntax>) -> Diagnostic {
    let Some(place) = message.place.clone() else {
        return message;
    };
    if message.severity == Severity::Note || place.path != file.path {
        return message;
    }
    let syntax = syntax.unwrap_or_else(|| guess(&file.segments, &file.text));
    let (start, offset) = file.offsets(&place);
    let rest = &file.text.as_bytes()[start..];
    let end = rest.iter().take(LONGEST).position(|byte| *byte == b'\n');
    let line = match end {
        Some(end) => &file.text[start..start + end],
        None if rest.len() <= LONGEST => &file.text[start..],
        None => "",
    };
    let shown = Shown::of(line, offset - start, syntax).cut();
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let mut message = message;
    if !shown.text.trim().is_empty() {
        let before = " ".repeat(shown.caret);
        let text = shown.text.trim_end();
        message.excerpt = Some(format!("  {number} | {text}\n  {margin} | {before}^"));
    }
    if message.key.is_none() && message.severity == Severity::Error {
        let keys = trail(&file.text[..offset], syntax);
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        message.key = (!keys.is_empty()).then(|| key_path(&keys));
    }
    message
}

/// A line with its values hidden.
struct Shown {
    text: String,
    /// Where the place stands in it, in characters.
    caret: usize,
}

impl Shown {
    fn of(line: &str, at: usize, syntax: Syntax) -> Self {
        match syntax {
            Syntax::Json | Syntax::Jsonc | Syntax::Json5 => Self::json(line, at),
            Syntax::Toml => Self::first_key(line, at, '='),
            Syntax::Yaml | Syntax::Markdown => Self::first_key(line, at, ':'),
        }
    }

    /// Keys stand in quotes before a colon; every other text is hidden, so that a string that was not closed on the line
    /// before cannot show what it holds.
    fn json(line: &str, at: usize) -> Self {
        let mut shown = Self::new();
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let from = line.len() - rest.len();
            shown.reach(from, at);
            if c == '"' {
                let end = quoted(rest);
                let inner = rest[1..end].strip_suffix('"').unwrap_or(&rest[1..end]);
                let key = rest[end..].trim_start().starts_with(':');
                if key {
                    shown.push(&format!("\"{}\"", key_text(inner)));
                } else {
                    shown.hide();
                }
                rest = &rest[end..];
            } else if rest.starts_with("//") || rest.starts_with("/*") {
                shown.hide();
                rest = "";
            } else if "{}[],:".contains(c) || c.is_whitespace() {
                shown.push(if c.is_whitespace() { " " } else { &rest[..1] });
                rest = &rest[c.len_utf8()..];
            } else {
                let end = rest.find(|c: char| "{}[],:\"".contains(c) || c.is_whitespace());
                shown.hide();
                rest = &rest[end.unwrap_or(rest.len())..];
            }
        }
        shown.reach(line.len(), at);
        shown
    }

    /// The key at the start of the line, or the name of a table; what follows is hidden.
    fn first_key(line: &str, at: usize, separator: char) -> Self {
        let mut shown = Self::new();
        let body = line.trim_start_matches([' ', '\t', '-']);
        let indent = line.len() - body.len();
        shown.push(&line[..indent].replace('\t', " "));
        shown.reach(indent, at);
        let header = body.trim_start_matches('[');
        let brackets = body.len() - header.len();
        if brackets > 0 && separator == '=' && body.trim_end().ends_with(']') {
            let close = "]".repeat(brackets);
            let keys: Vec<&str> = header.trim_end().trim_end_matches(']').split('.').collect();
            shown.push(&format!("{}{}{close}", &body[..brackets], key_path(&keys)));
        } else if let Some((key, _)) = body.split_once(separator)
            && let key = key.trim_end().trim_matches('"')
            && !key.contains(char::is_whitespace)
        {
            let space = if separator == '=' { " " } else { "" };
            shown.push(&format!("{}{space}{separator} ", key_text(key)));
            shown.reach(line.len() - body.len() + key.len() + 1, at);
            shown.hide();
        } else if !body.trim().is_empty() {
            shown.hide();
        }
        shown.reach(line.len(), at);
        shown
    }

    fn new() -> Self {
        Self {
            text: String::new(),
            caret: 0,
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn hide(&mut self) {
        if !self.text.trim_end().ends_with(VALUE) {
            self.text.push(VALUE);
        }
    }

    /// Remembers where the place stands once the text before it is written.
    fn reach(&mut self, from: usize, at: usize) {
        if from <= at {
            self.caret = self.text.chars().count();
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
        }
    }
}

/// Returns where a quoted text ends, after the closing quote or at the end of the line.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Lists the keys that are open where a text ends.
fn trail(text: &str, syntax: Syntax) -> Vec<String> {
    match syntax {
        Syntax::Json | Syntax::Jsonc | Syntax::Json5 => json_trail(text),
        Syntax::Toml => toml_trail(text),
        Syntax::Yaml | Syntax::Markdown => yaml_trail(text),
    }
}

fn json_trail(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text, &ScannerOptions::default());
    // The key that stands before each open bracket, and the last key or text of the level.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut last: Option<String> = None;
    let mut key: Option<String> = None;
    while let Ok(Some(token)) = scanner.scan() {
        match token {
            Token::String(_) | Token::Word(_) | Token::Number(_) | Token::Boolean(_)
                if key.is_some() =>
            {
                key = None;
            }
            Token::String(text) => last = Some(text.into_owned()),
            Token::Word(word) => last = Some(word.to_owned()),
            Token::Colon => key = last.take(),
            Token::OpenBrace | Token::OpenBracket => {
                open.push(key.take());
                last = None;
            }
            Token::CloseBrace | Token::CloseBracket => {
                open.pop();
                (key, last) = (None, None);
            }
            Token::Comma => (key, last) = (None, None),
            _ => {}
        }
    }
    open.into_iter().chain([key]).flatten().collect()
}

/// The last table whose header stands before the place.
fn toml_trail(text: &str) -> Vec<String> {
    let header = text.lines().rev().find_map(|line| {
        let line = line.trim();
        let name = line.strip_prefix('[')?.trim_start_matches('[');
        let (name, _) = name.split_once(']')?;
        Some(name.to_owned())
    });
    let keys = header.unwrap_or_default();
    let plain = |key: &str| key.trim().trim_matches(['"', '\'']).to_owned();
    keys.split('.')
        .map(plain)
        .filter(|key| !key.is_empty())
        .collect()
}

/// The keys of less and less indentation above the place.
fn yaml_trail(text: &str) -> Vec<String> {
    let mut lines = text.lines().rev();
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut limit = lines.next().map_or(0, indent);
    let mut found = Vec::new();
    for line in lines {
        if limit == 0 {
            break;
        }
        let key = line.trim_start_matches([' ', '-']).split_once(':');
        let Some((key, _)) = key.filter(|(key, _)| !key.contains(char::is_whitespace)) else {
            continue;
        };
        let own = indent(line);
        if own < limit && !key.is_empty() && !key.starts_with('#') {
            limit = own;
            found.push(key.trim_matches(['"', '\'']).to_owned());
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(path: &str, text: &str) -> String {
        let file = SourceFile::from_text(path, text);
        let error = crate::dialect::parse(&file).expect_err("an error");
        explain(error, &file, None).to_string()
    }

    #[test]
    fn an_error_shows_keys_and_hides_values() {
        let text = "{\n  \"mcpServers\": {\n    \"harbor\": {\n      \"url\": \"https://fake.example/x\" \"headers\": {\"A\": \"fake-token\"}\n    }\n  }\n}\n";
        assert_eq!(
            explained(".mcp.json", text),
            "error: .mcp.json:4:39: mcpServers.harbor: expected a comma before this entry\n  \
             4 |       \"url\": … \"headers\": {\"A\": …}\n    \
             |                ^\n\
             hint: add a comma at the end of the entry before"
        );
    }

    #[test]
    fn toml_and_yaml_show_the_key_of_the_line() {
        let toml = explained("x.toml", "[mcp_servers.soil]\ntoken = fake token\n");
        assert!(toml.contains("mcp_servers.soil: "), "{toml}");
        assert!(toml.contains("  2 | token = …\n"), "{toml}");
        let yaml = explained(
            "x.yaml",
            "mcpServers:\n  soil:\n    command: fake: value\n    args: []\n",
        );
        assert!(yaml.contains("mcpServers.soil: "), "{yaml}");
        assert!(yaml.contains("  3 |     command: …\n"), "{yaml}");
        assert!(!(toml + &yaml).contains("fake"));
    }

    #[test]
    fn a_text_that_was_not_closed_before_stays_hidden() {
        let shown = |line: &str| Shown::json(line, 0).text.trim_end().to_owned();
        assert_eq!(shown("fake-rest\", \"url\": \"fake\""), "…");
        assert_eq!(
            shown("  \"a\": \"fake\", \"b\": [1, true]"),
            "  \"a\": …, \"b\": […, …]"
        );
        assert_eq!(shown("\"fake\\\" x\": 1 // fake"), "\"…\": …");
        assert_eq!(shown("\"a\": \"fake"), "\"a\": …");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = "\"a\": {\"b\": 1}, ".repeat(40);
        let shown = Shown::json(&line, 300).cut();
        assert!(shown.text.chars().count() <= WIDTH + 8);
        assert!(shown.text.starts_with("... ") && shown.text.ends_with(" ..."));
        assert!(shown.caret < WIDTH);
    }

    /// Cuts a sample at every few bytes, and takes every quote away once.
    fn broken(text: &str) -> Vec<String> {
        let bounds = || text.char_indices().map(|(at, _)| at);
        let cut = bounds().step_by(11).map(|at| text[..at].to_owned());
        let quotes = bounds().filter(|&at| text[at..].starts_with(['"', '\'']));
        let unquoted = quotes.map(|at| format!("{}{}", &text[..at], &text[at + 1..]));
        cut.chain(unquoted).collect()
    }

    #[test]
    fn no_broken_sample_shows_a_value() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let mut seen = 0;
        for path in [
            "claude-code/.mcp.json",
            "quirks/secrets/mcp.json",
            "quirks/bridges/claude_desktop_config.json",
            "vscode/.vscode/mcp.json",
            "codex/.codex/config.toml",
            "goose/user/.config/goose/config.yaml",
            "librechat/librechat.yaml",
            "openhands/config.toml",
        ] {
            let Ok(text) = std::fs::read_to_string(root.join(path)) else {
                panic!("no sample {path}")
            };
            for text in broken(&text) {
                let file = SourceFile::from_text(path, text);
                let Err(error) = crate::dialect::parse(&file) else {
                    continue;
                };
                seen += 1;
                let shown = explain(error, &file, None).to_string();
                for value in ["fake", "example.test", "fictive"] {
                    assert!(!shown.contains(value), "{path}: {shown}");
                }
            }
        }
        assert!(seen > 800, "{seen}");
    }
}
