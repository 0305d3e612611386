//! Shell strings: words, quotes and the operators between simple commands.

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
