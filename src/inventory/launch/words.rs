//! Words of command lines: base names on every system, whole lines in one string, shell strings.

use super::lexer::{Style, split};
use crate::inventory::redact::path;
use crate::inventory::template::Template;

/// Extensions that say how a file is started and not what it is.
const PROGRAM_EXTENSIONS: &[&str] = &[".exe", ".cmd", ".bat", ".com", ".ps1"];

/// Extensions of scripts that start something else.
const WRAPPER_EXTENSIONS: &[&str] = &[
    ".bat", ".cmd", ".sh", ".ps1", ".bash", ".zsh", ".command", ".vbs", ".fish",
];

/// Gives the last part of a path of any system, with variables of places taken into account.
pub(super) fn base(word: &str) -> String {
    let reading = path::read(word);
    reading.parts.last().cloned().unwrap_or_default()
}

/// Gives the name by which a program is recognised: base name, lower case, without `.exe` and the like.
pub(super) fn key(word: &str) -> String {
    let lower = base(word).to_lowercase();
    PROGRAM_EXTENSIONS
        .iter()
        .find_map(|extension| lower.strip_suffix(extension))
        .unwrap_or(&lower)
        .to_owned()
}

/// Tells whether a file is a batch or shell script by its extension.
pub(super) fn is_wrapper_file(word: &str) -> bool {
    let lower = base(word).to_lowercase();
    WRAPPER_EXTENSIONS
        .iter()
        .any(|extension| lower.ends_with(extension) && lower.len() > extension.len())
}

/// Tells whether a file has an extension, given in lower case.
pub(super) fn has_extension(word: &str, extension: &str) -> bool {
    word.rsplit_once('.')
        .is_some_and(|(name, end)| !name.is_empty() && end.eq_ignore_ascii_case(extension))
}

/// Tells whether a word is `NAME=value`.
pub(super) fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let identifier = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    identifier.then_some((name, value))
}

/// Splits a `command` that may hold a whole command line; the flag says that it did.
pub(super) fn command_words(
    command: &str,
    is_launcher: impl Fn(&str) -> bool,
) -> (Vec<String>, bool) {
    let text = command.trim();
    if !text.contains(char::is_whitespace) {
        return (vec![text.to_owned()], false);
    }
    if let Some(quote) = text.chars().next().filter(|c| *c == '"' || *c == '\'') {
        let words = split(
            text,
            if quote == '"' && text.contains('\\') {
                Style::Windows
            } else {
                Style::Posix
            },
        );
        let whole = words.len() > 1;
        return (words, whole);
    }
    let windows =
        text.get(1..3).is_some_and(|s| s == ":\\" || s == ":/") || text.starts_with("\\\\");
    if windows {
        // The space may stand inside the path: only an extension ends it.
        let lower = text.to_lowercase();
        for extension in PROGRAM_EXTENSIONS {
            if let Some(at) = lower.find(&format!("{extension} ")) {
                let end = at + extension.len();
                if !text.is_char_boundary(end) {
                    break;
                }
                let mut words = vec![text[..end].to_owned()];
                words.extend(split(&text[end..], Style::Windows));
                return (words, true);
            }
        }
        return (vec![text.to_owned()], false);
    }
    let variables = Template::parse(text);
    if variables.only_var().is_some() {
        return (vec![text.to_owned()], false);
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let slash = first.contains(['/', '\\']);
    let script = [".sh", ".py", ".js", ".mjs", ".ts"]
        .iter()
        .any(|end| first.ends_with(end));
    if !slash || script || is_launcher(&key(first)) {
        return (split(text, Style::Posix), true);
    }
    match text.find(" -") {
        Some(at) => {
            let mut words = vec![text[..at].to_owned()];
            words.extend(split(&text[at..], Style::Posix));
            (words, true)
        }
        None => (vec![text.to_owned()], false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launcher(key: &str) -> bool {
        matches!(key, "npx" | "uv" | "python3")
    }

    #[test]
    fn keys_are_base_names_without_extension() {
        let table = [
            ("/Users/devuser/.asdf/shims/npx", "npx"),
            ("C:\\Users\\mara\\npx.cmd", "npx"),
            ("\\\\?\\C:\\Tools\\uvx.EXE", "uvx"),
            ("C:/Windows/System32/wsl.exe", "wsl"),
            ("python3.11", "python3.11"),
            ("${HOME}/bin/db-mcp", "db-mcp"),
            ("./run.sh", "run.sh"),
        ];
        for (word, expected) in table {
            assert_eq!(key(word), expected, "{word}");
        }
    }

    #[test]
    fn a_command_may_hold_a_whole_line() {
        let table: &[(&str, &[&str], bool)] = &[
            ("npx", &["npx"], false),
            ("npx -y pkg", &["npx", "-y", "pkg"], true),
            ("uv run python", &["uv", "run", "python"], true),
            (
                "/usr/bin/python3 /srv/x.py",
                &["/usr/bin/python3", "/srv/x.py"],
                true,
            ),
            (
                "/Applications/Soil Lab.app/Contents/MacOS/soil",
                &["/Applications/Soil Lab.app/Contents/MacOS/soil"],
                false,
            ),
            (
                "/Applications/Soil Lab.app/soil --stdio x",
                &["/Applications/Soil Lab.app/soil", "--stdio", "x"],
                true,
            ),
            (
                "C:\\Program Files\\x\\soil.exe",
                &["C:\\Program Files\\x\\soil.exe"],
                false,
            ),
            (
                "C:\\Program Files\\nodejs\\npx.cmd -y pkg",
                &["C:\\Program Files\\nodejs\\npx.cmd", "-y", "pkg"],
                true,
            ),
            (
                "\"C:\\Program Files\\x\\soil.exe\" --stdio",
                &["C:\\Program Files\\x\\soil.exe", "--stdio"],
                true,
            ),
            (
                "\\\\?\\C:\\Users\\mara\\Soil Lab\\soil.exe",
                &["\\\\?\\C:\\Users\\mara\\Soil Lab\\soil.exe"],
                false,
            ),
            ("./run.sh fast", &["./run.sh", "fast"], true),
            ("${X:-a b}", &["${X:-a b}"], false),
        ];
        for (command, words, whole) in table {
            let (got, was_whole) = command_words(command, launcher);
            assert_eq!(
                (
                    got.iter()
                        .map(String::as_str)
                        .collect::<Vec<_>>()
                        .as_slice(),
                    was_whole
                ),
                (*words, *whole)
            );
        }
    }
}
