//! What a message may show of the text around a place: key names and brackets, never a value.

mod line;
mod trail;

use unicode_width::UnicodeWidthStr;

use super::{Syntax, guess, key_path};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::SourceFile;
use line::Shown;
use trail::trail;

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
    let shown = Shown::of(line, offset - start, syntax);
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let mut message = message;
    if !shown.text.trim().is_empty() {
        let before: String = shown.text.chars().take(shown.caret).collect();
        let before = " ".repeat(before.width() + shown.caret - before.chars().count());
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

    /// Columns count characters, the caret stands below what they name: after tabs, Windows line ends, and characters
    /// of several bytes or two cells.
    #[test]
    fn the_caret_stands_below_the_column_in_every_syntax() {
        let json = "{\r\n\t\"größe\": {\"日本\": {\"b\": \"🌱\" \"c\": 1}}\r\n}\r\n";
        for (path, text, place, line, caret) in [
            (
                "a.json",
                json,
                "2:28",
                " \"größe\": {\"日本\": {\"b\": … \"c\": …}}",
                27,
            ),
            (
                "a.jsonc",
                "{ // größe\r\n\t\"ключ\" /* 🌱 */ {}}",
                "2:17",
                " … …",
                3,
            ),
            (
                "a.json5",
                "{\r\n\t'größe': {日本: '🌱' c: 1}}",
                "2:20",
                " 'größe': {日本: … c: …}}",
                19,
            ),
            (
                "a.toml",
                "[\"größe\"]\r\n\t\"日本\" = 🌱\r\n",
                "2:9",
                " \"日本\" = …",
                10,
            ),
            (
                "b.toml",
                "[\"größe 🌱\"]\r\nкоманда = 1\r\n",
                "2:1",
                "команда = …",
                0,
            ),
            (
                "c.toml",
                "# 🌱\r\n\tcommand = \r\n",
                "2:12",
                " command =",
                11,
            ),
            ("d.toml", "[a.größe 🌱]\r\n", "1:6", "[a.…]", 3),
            (
                "a.yaml",
                "größe:\r\n  \"日本\": b: c\r\n",
                "2:10",
                "  \"日本\": …",
                10,
            ),
            ("b.yaml", "größe: '🌱'\r\n\t- x\r\n", "2:2", " - …", 1),
        ] {
            let file = SourceFile::from_text(path, text);
            let error = crate::dialect::parse(&file).expect_err("an error");
            let told = error.place.clone().expect("a place");
            assert_eq!(format!("{}:{}", told.line, told.column), place, "{path}");
            let excerpt = explain(error, &file, None).excerpt.expect("an excerpt");
            let number = told.line;
            let expected = format!("  {number} | {line}\n    | {}^", " ".repeat(caret));
            assert_eq!(excerpt, expected, "{path}");
        }
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
