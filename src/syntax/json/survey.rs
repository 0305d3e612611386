//! One pass over the tokens of a JSON text, for what the parser itself does not tell.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::{Feature, MAX_DEPTH};

/// What the tokens of a text say. The pass ends at the first thing that is no token in any syntax of the family.
#[derive(Default)]
pub(super) struct Survey {
    /// Start of the first token.
    pub(super) first_token: usize,
    /// End of the last token.
    pub(super) end: usize,
    /// Start of the first comment.
    pub(super) first_comment: Option<usize>,
    /// Bracket that exceeds the nesting limit.
    pub(super) too_deep: Option<usize>,
    /// String that runs over a line end.
    pub(super) broken_string: Option<usize>,
    /// Brackets still open at the end.
    pub(super) open: Vec<(char, usize)>,
    whitespace: Option<usize>,
    control: Option<usize>,
    /// The first two tokens.
    head: Vec<Head>,
    stopped: bool,
}

#[derive(PartialEq)]
enum Head {
    Key,
    Colon,
    Other,
}

impl Survey {
    /// Takes the survey.
    pub(super) fn of(text: &str) -> Self {
        let mut survey = Survey::default();
        let mut scanner = Scanner::new(text, &ScannerOptions::default());
        loop {
            let token = scanner.scan();
            let (start, end) = (scanner.token_start(), scanner.token_end());
            survey.gap(text, start);
            match token {
                Ok(Some(token)) => survey.token(&token, text, start, end),
                Ok(None) => return survey,
                Err(_) => {
                    survey.stopped = true;
                    return survey;
                }
            }
            if survey.too_deep.is_some() {
                return survey;
            }
        }
    }

    /// Says whether the text holds nothing but white space and comments.
    pub(super) fn is_blank(&self) -> bool {
        self.head.is_empty() && !self.stopped
    }

    /// Says whether the text begins like the inside of a map.
    pub(super) fn is_fragment(&self) -> bool {
        self.head == [Head::Key, Head::Colon]
    }

    /// Lists what the parser accepts in silence although JSON does not have it.
    pub(super) fn features(&self) -> Vec<(Feature, usize)> {
        let whitespace = self.whitespace.map(|at| (Feature::Whitespace, at));
        let control = self.control.map(|at| (Feature::ControlCharacter, at));
        whitespace.into_iter().chain(control).collect()
    }

    fn gap(&mut self, text: &str, start: usize) {
        if self.whitespace.is_none() {
            let gap = &text[self.end..start];
            self.whitespace = gap
                .find(|c| !matches!(c, ' ' | '\t' | '\r' | '\n'))
                .map(|at| self.end + at);
        }
    }

    fn token(&mut self, token: &Token, text: &str, start: usize, end: usize) {
        self.end = end;
        match token {
            Token::CommentLine(_) | Token::CommentBlock(_) => {
                self.first_comment.get_or_insert(start);
                return;
            }
            Token::OpenBrace | Token::OpenBracket => {
                if self.open.len() >= MAX_DEPTH {
                    self.too_deep = Some(start);
                }
                let closing = if *token == Token::OpenBrace { '}' } else { ']' };
                self.open.push((closing, start));
            }
            Token::CloseBrace | Token::CloseBracket => {
                self.open.pop();
            }
            Token::String(_) => self.string(&text[start..end], start),
            _ => {}
        }
        if self.head.is_empty() {
            self.first_token = start;
        }
        if self.head.len() < 2 {
            self.head.push(match token {
                Token::String(_) | Token::Word(_) => Head::Key,
                Token::Colon => Head::Colon,
                _ => Head::Other,
            });
        }
    }

    fn string(&mut self, raw: &str, start: usize) {
        if !raw.bytes().any(|byte| byte < b' ') {
            return;
        }
        let mut bytes = raw.bytes().enumerate().peekable();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                // An escaped line end continues the string, which is JSON5.
                b'\\' => {
                    let carriage_return = bytes.next().is_some_and(|(_, byte)| byte == b'\r');
                    if carriage_return {
                        bytes.next_if(|&(_, byte)| byte == b'\n');
                    }
                }
                b'\n' | b'\r' => {
                    self.broken_string.get_or_insert(start);
                }
                ..b' ' => {
                    self.control.get_or_insert(start + at);
                }
                _ => {}
            }
        }
    }
}
