//! Words of command lines: base names on every system, whole lines in one string, shell strings.

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

/// How a shell reads quotes and backslashes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Bourne shells.
    Posix,
    /// `cmd` and PowerShell: a backslash is a letter.
    Windows,
}

/// What stands before a simple command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    /// Start, `&&`, `;` or a new line.
    Then,
    /// `||`: runs only when the one before failed.
    Else,
}

/// A shell string in simple commands.
pub(super) struct Commands {
    /// The commands, in order.
    pub(super) list: Vec<(Before, Vec<String>)>,
    /// Pipes, groups or background jobs: which command is the server cannot be told.
    pub(super) unclear: bool,
}

/// Splits a line into words; operators are separators like any other.
pub(super) fn split(text: &str, style: Style) -> Vec<String> {
    commands(text, style)
        .list
        .into_iter()
        .flat_map(|(_, words)| words)
        .collect()
}

/// Splits a shell string into simple commands.
pub(super) fn commands(text: &str, style: Style) -> Commands {
    Lexer {
        chars: text.chars().collect(),
        at: 0,
        style,
        word: None,
        words: Vec::new(),
        before: Before::Then,
        skip: false,
        out: Commands {
            list: Vec::new(),
            unclear: false,
        },
    }
    .run()
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    style: Style,
    word: Option<String>,
    words: Vec<String>,
    before: Before,
    /// The next word is the target of a redirection.
    skip: bool,
    out: Commands,
}

impl Lexer {
    fn run(mut self) -> Commands {
        while let Some(c) = self.peek(0) {
            self.at += 1;
            match c {
                '\n' => self.end_command(Before::Then),
                c if c.is_whitespace() => self.end_word(),
                '\'' => self.quoted('\''),
                '"' => self.quoted('"'),
                '\\' if self.style == Style::Posix => {
                    if let Some(next) = self.peek(0) {
                        self.at += 1;
                        if next != '\n' {
                            self.push(next);
                        }
                    }
                }
                '^' if self.style == Style::Windows => {}
                '`' if self.style == Style::Posix => self.raw_until('`'),
                '$' if self.peek(0) == Some('(') => self.balanced('(', ')'),
                '$' if self.peek(0) == Some('{') => self.balanced('{', '}'),
                ';' => self.end_command(Before::Then),
                '&' if self.peek(0) == Some('&') => {
                    self.at += 1;
                    self.end_command(Before::Then);
                }
                '&' if self.peek(0) == Some('>') => {}
                '&' if self.style == Style::Windows => self.end_command(Before::Then),
                '|' if self.peek(0) == Some('|') => {
                    self.at += 1;
                    self.end_command(Before::Else);
                }
                '|' | '&' => {
                    self.out.unclear = true;
                    self.end_command(Before::Then);
                }
                '>' | '<' => self.redirect(),
                '(' | ')' if self.word.is_none() => self.out.unclear = true,
                '{' | '}'
                    if self.word.is_none() && self.peek(0).is_none_or(char::is_whitespace) =>
                {
                    self.out.unclear = true;
                }
                '#' if self.word.is_none() && self.style == Style::Posix => {
                    while self.peek(0).is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                c => self.push(c),
            }
        }
        self.end_command(Before::Then);
        self.out
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    fn quoted(&mut self, quote: char) {
        self.word.get_or_insert_default();
        while let Some(c) = self.peek(0) {
            self.at += 1;
            if c == quote {
                return;
            }
            let escapes = quote == '"' && self.style == Style::Posix;
            if c == '\\' && escapes && self.peek(0).is_some_and(|next| "\"\\$`".contains(next)) {
                let next = self.peek(0).unwrap_or_default();
                self.at += 1;
                self.push(next);
            } else {
                self.push(c);
            }
        }
    }

    fn raw_until(&mut self, end: char) {
        self.push(end);
        while let Some(c) = self.peek(0) {
            self.at += 1;
            self.push(c);
            if c == end {
                return;
            }
        }
    }

    fn balanced(&mut self, open: char, close: char) {
        self.push('$');
        let mut depth = 0_usize;
        while let Some(c) = self.peek(0) {
            self.at += 1;
            self.push(c);
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }

    fn redirect(&mut self) {
        if self
            .word
            .as_deref()
            .is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
        {
            self.word = None;
        }
        self.end_word();
        while self
            .peek(0)
            .is_some_and(|c| c == '>' || c == '<' || c == '&')
        {
            self.at += 1;
        }
        self.skip = true;
    }

    fn end_word(&mut self) {
        if let Some(word) = self.word.take() {
            if self.skip {
                self.skip = false;
            } else {
                self.words.push(word);
            }
        }
    }

    fn end_command(&mut self, next: Before) {
        self.end_word();
        self.skip = false;
        if !self.words.is_empty() {
            self.out
                .list
                .push((self.before, std::mem::take(&mut self.words)));
        }
        self.before = next;
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

    #[test]
    fn shell_strings_split_into_commands() {
        let table = [
            (
                "cd /srv && source a/b; exec x --y 'a b'",
                "cd /srv|source a/b|exec x --y a b",
            ),
            (
                "A=$(op read x y) npx z 2>/dev/null",
                "A=$(op read x y) npx z",
            ),
            ("a || b", "a|else b"),
            ("x \"say \\\"hi\\\"\" # no", "x say \"hi\""),
            ("a > log b", "a b"),
        ];
        for (text, expected) in table {
            let commands = commands(text, Style::Posix);
            let list: Vec<String> = commands
                .list
                .iter()
                .map(|(before, words)| {
                    let sign = if *before == Before::Else { "else " } else { "" };
                    format!("{sign}{}", words.join(" "))
                })
                .collect();
            assert_eq!(list.join("|"), expected);
            assert!(!commands.unclear);
        }
        assert!(commands("a | b", Style::Posix).unclear);
        assert!(commands("(a; b)", Style::Posix).unclear);
        let windows = commands("set X=1 && C:\\x\\y.exe \"a b\"", Style::Windows);
        assert_eq!(windows.list[1].1, ["C:\\x\\y.exe", "a b"]);
    }
}
