//! TOML by the `toml` crate.

mod error;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue, Error};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::duplicates::{self, Shadowed};
use super::{Entry, Leniency, Node, Parsed, Syntax, Value, too_deep};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// Deepest nesting, counting the segments of dotted keys; the parser has the same limit for brackets.
const LIMIT: usize = 80;

/// Longest text for which every error is collected; in longer text only the first is.
const COLLECT_ERRORS: usize = 4 * 1024 * 1024;

const DUPLICATE: &str =
    "duplicate key: TOML does not allow it and clients refuse the file; the first is shown";

/// Reads a TOML file. A duplicate key is only a warning, and what else the file holds is read.
pub(super) fn parse(file: &SourceFile) -> Result<Parsed, Diagnostic> {
    let text = &file.text;
    if let Some(offset) = deeper_than_limit(text) {
        return Err(too_deep(file, offset, LIMIT));
    }
    let (table, errors) = if text.len() <= COLLECT_ERRORS {
        DeTable::parse_recoverable(text)
    } else {
        match DeTable::parse(text) {
            Ok(table) => (table, Vec::new()),
            Err(error) => return Err(error::describe(file, &error, 0)),
        }
    };
    let (duplicates, mut errors): (Vec<Error>, Vec<Error>) = errors
        .into_iter()
        .partition(|error| error.message() == "duplicate key");
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    if let Some(first) = errors.first() {
        return Err(error::describe(file, first, errors.len() - 1));
    }
    let table = table.into_inner();
    let root = (!table.is_empty()).then(|| Node::new(Span::new(0, text.len()), map(&table, text)));
    let duplicates: Vec<Shadowed> = duplicates
        .iter()
        .map(|error| (start(error), None))
        .collect();
    let mut diagnostics = Vec::new();
    duplicates::warn(file, &duplicates, DUPLICATE, &mut diagnostics);
    Ok(Parsed {
        root,
        syntax: Syntax::Toml,
        leniency: Leniency::default(),
        fragment: false,
        diagnostics,
    })
}

fn start(error: &Error) -> usize {
    error.span().map_or(0, |span| span.start)
}

fn map(table: &DeTable, text: &str) -> Value {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue>)| {
        let key: &Spanned<std::borrow::Cow<str>> = key;
        Entry {
            key: key.get_ref().clone().into_owned(),
            key_span: Span::new(key.span().start, key.span().end),
            value: node(value, text),
        }
    };
    Value::Map(table.iter().map(entry).collect())
}

fn node(value: &Spanned<DeValue>, text: &str) -> Node {
    let span = value.span();
    let written = || text.get(span.clone()).unwrap_or_default().to_owned();
    let value = match value.get_ref() {
        DeValue::String(string) => Value::String(string.clone().into_owned()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(_) | DeValue::Float(_) => Value::Number(written()),
        DeValue::Datetime(_) => Value::String(written()),
        DeValue::Array(items) => Value::List(items.iter().map(|item| node(item, text)).collect()),
        DeValue::Table(table) => map(table, text),
    };
    Node::new(Span::new(span.start, span.end), value)
}

/// Finds the first place nested deeper than the limit.
///
/// The parser limits brackets but not dotted keys, of which a long one makes a tree too deep to be dropped.
fn deeper_than_limit(text: &str) -> Option<usize> {
    // Levels of the current header, of each open bracket with the key before it, and of the key being read.
    let mut header = 0;
    let mut open: Vec<usize> = Vec::new();
    let mut key = 0;
    let mut in_header = false;
    let mut line_start = true;
    for token in Source::new(text).lex() {
        let kind = token.kind();
        match kind {
            TokenKind::Newline if open.is_empty() => {
                if in_header {
                    header = key;
                }
                (in_header, line_start, key) = (false, true, 0);
                continue;
            }
            TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment => continue,
            TokenKind::LeftSquareBracket if line_start || in_header => {
                (in_header, header) = (true, 0);
                key += 1;
            }
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                open.push(key + 1);
                key = 0;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if !in_header => {
                open.pop();
                key = 0;
            }
            TokenKind::Dot => key += 1,
            TokenKind::Comma => key = 0,
            _ => {}
        }
        line_start = false;
        if header + key + open.iter().sum::<usize>() > LIMIT {
            return Some(token.span().start());
        }
    }
    None
}
