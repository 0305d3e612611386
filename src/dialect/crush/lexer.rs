//! The words of a Bash script with their places; nothing is expanded, and text of here-documents is no command.

use crate::source::Span;

/// A word with its place.
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
    /// Whether some of it stands in quotes or behind a backslash, so that it is no keyword.
    pub(super) quoted: bool,
}

/// A simple command.
pub(super) struct Command {
    pub(super) words: Vec<Word>,
    /// Whether it runs only as the command before it ends, or in a shell of its own.
    pub(super) chained: bool,
}

/// Splits a script into simple commands: quotes group, `$(...)` and `${...}` stay as they are written.
pub(super) fn commands(script: &str) -> Vec<Command> {
    let mut lexer = Lexer {
        script,
        at: 0,
        word: None,
        words: Vec::new(),
        skip: false,
        chained: false,
        shells: 0,
        documents: Vec::new(),
        out: Vec::new(),
    };
    while lexer.step() {}
    lexer.end_command(false);
    lexer.out
}

struct Lexer<'s> {
    script: &'s str,
    at: usize,
    word: Option<Word>,
    words: Vec<Word>,
    /// The next word is the target of a redirection.
    skip: bool,
    chained: bool,
    /// Open `(`.
    shells: usize,
    /// Here-documents that begin on the next line: what ends them, and whether tabs before that are left out.
    documents: Vec<(String, bool)>,
    out: Vec<Command>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.script[self.at..]
    }

    /// Reads on behind one character or operator; false at the end.
    fn step(&mut self) -> bool {
        let Some(c) = self.rest().chars().next() else {
            return false;
        };
        for (sign, chained) in [("&&", true), ("||", true), ("|", true), (";", false), ("&", false)] {
            if self.rest().starts_with(sign) {
                self.at += sign.len();
                self.end_command(chained);
                return true;
            }
        }
        match c {
            '\n' => {
                self.at += 1;
                self.end_command(false);
                self.skip_documents();
            }
            '#' if self.word.is_none() => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
            '\\' => self.escaped(),
            '\'' => self.single(),
            '"' => self.double(),
            '$' | '`' => self.verbatim(),
            '<' | '>' => self.redirect(),
            '(' if self.rest().starts_with("()") && self.word.is_some() => self.push("()"),
            '(' => {
                self.at += 1;
                self.end_command(false);
                self.shells += 1;
            }
            ')' => {
                self.at += 1;
                self.end_command(false);
                self.shells = self.shells.saturating_sub(1);
            }
            c if c.is_whitespace() => {
                self.end_word();
                self.at += c.len_utf8();
            }
            c => {
                let text = &self.script[self.at..self.at + c.len_utf8()];
                self.push(text);
            }
        }
        true
    }

    /// Adds text that stands at the place to the word.
    fn push(&mut self, text: &str) {
        let at = self.at;
        self.word_at(at).text.push_str(text);
        self.at += text.len();
    }

    fn word_at(&mut self, at: usize) -> &mut Word {
        self.word.get_or_insert_with(|| Word {
            text: String::new(),
            span: Span::new(at, at),
            quoted: false,
        })
    }

    fn quoted(&mut self) {
        let at = self.at;
        self.word_at(at).quoted = true;
    }

    /// A backslash: joins lines, else keeps the next character as it is.
    fn escaped(&mut self) {
        let next = self.rest().chars().nth(1);
        if next != Some('\n') {
            self.quoted();
        }
        self.at += 1;
        match next {
            Some('\n') => self.at += 1,
            Some(c) => {
                let text = &self.script[self.at..self.at + c.len_utf8()];
                self.push(text);
            }
            None => {}
        }
    }

    fn single(&mut self) {
        self.quoted();
        self.at += 1;
        let rest = &self.script[self.at..];
        let end = rest.find('\'').unwrap_or(rest.len());
        self.push(&rest[..end]);
        self.at = (self.at + 1).min(self.script.len());
    }

    fn double(&mut self) {
        self.quoted();
        self.at += 1;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '"' => {
                    self.at += 1;
                    return;
                }
                '\\' if self.rest()[1..].starts_with(['"', '\\', '$', '`', '\n']) => self.escaped(),
                '$' | '`' => self.verbatim(),
                c => {
                    let text = &self.script[self.at..self.at + c.len_utf8()];
                    self.push(text);
                }
            }
        }
    }

    /// `$(...)`, `${...}` and backticks, as they are written.
    fn verbatim(&mut self) {
        let rest = &self.script[self.at..];
        let length = if rest.starts_with("$(") {
            1 + balanced(&rest[1..], '(', ')')
        } else if rest.starts_with("${") {
            1 + balanced(&rest[1..], '{', '}')
        } else if let Some(inner) = rest.strip_prefix('`') {
            inner.find('`').map_or(rest.len(), |end| end + 2)
        } else {
            1
        };
        self.push(&rest[..length]);
    }

    /// A redirection; `<<` begins a here-document on the next line.
    fn redirect(&mut self) {
        let digits = |word: &Word| word.text.bytes().all(|b| b.is_ascii_digit());
        if self.word.as_ref().is_some_and(digits) {
            self.word = None;
        }
        self.end_word();
        let rest = &self.script[self.at..];
        let document = rest.starts_with("<<") && !rest.starts_with("<<<");
        if !document {
            self.at += rest.find(|c| !"<>&|".contains(c)).unwrap_or(rest.len());
            self.skip = true;
            return;
        }
        let tabs = rest.starts_with("<<-");
        let after = &rest[2 + usize::from(tabs)..];
        let name = after.trim_start_matches([' ', '\t']);
        self.at += rest.len() - name.len();
        let end = name.find(|c: char| c.is_whitespace() || ";&|<>()".contains(c));
        let name = &name[..end.unwrap_or(name.len())];
        self.at += name.len();
        let name: String = name.chars().filter(|c| !"'\"\\".contains(*c)).collect();
        self.documents.push((name, tabs));
    }

    fn skip_documents(&mut self) {
        for (end, tabs) in std::mem::take(&mut self.documents) {
            while !self.rest().is_empty() {
                let rest = &self.script[self.at..];
                let length = rest.find('\n').unwrap_or(rest.len());
                let line = if tabs { rest[..length].trim_start_matches('\t') } else { &rest[..length] };
                self.at = (self.at + length + 1).min(self.script.len());
                if line.trim_end_matches('\r') == end {
                    break;
                }
            }
        }
    }

    fn end_word(&mut self) {
        if let Some(mut word) = self.word.take() {
            word.span.end = self.at;
            if !std::mem::take(&mut self.skip) {
                self.words.push(word);
            }
        }
    }

    fn end_command(&mut self, chained: bool) {
        self.end_word();
        self.skip = false;
        if !self.words.is_empty() {
            self.out.push(Command {
                words: std::mem::take(&mut self.words),
                chained: self.chained || self.shells > 0,
            });
        }
        self.chained = chained;
    }
}

/// Returns where a bracket closes that opens a text; quotes in between hide brackets.
fn balanced(text: &str, open: char, close: char) -> usize {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' if quote != Some('\'') => escaped = true,
            '\'' | '"' if quote.is_none() => quote = Some(c),
            c if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            c if c == open => depth += 1,
            c if c == close => {
                depth -= 1;
                if depth == 0 {
                    return at + c.len_utf8();
                }
            }
            _ => {}
        }
    }
    text.len()
}
