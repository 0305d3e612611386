//! Messages for TOML that cannot be read: what was expected, never what stands there.

use toml::de::Error;

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::syntax::{Syntax, guess};

const QUOTES: &str = "text stands in quotes; true and false are written in lower case";
const LINE: &str = "a line is `key = value`; `[name]` begins a table";
const STRING: &str =
    "write a backslash twice, or use single quotes, between which no character is special";

/// Makes the error for the first of several failures of the parser.
pub(super) fn describe(file: &SourceFile, error: &Error, more: usize) -> Diagnostic {
    let offset = error.span().map_or(0, |span| span.start);
    let rest = file.text.get(offset..).unwrap_or_default();
    let (message, hint) = expected(error.message(), rest);
    let message = match more {
        0 => message.to_owned(),
        1 => format!("{message} (and 1 more error)"),
        more => format!("{message} (and {more} more errors)"),
    };
    let hint = match guess(&[], &file.text) {
        Syntax::Json | Syntax::Jsonc if file.text.trim_start().starts_with('{') => {
            Some("this looks like JSON, and the name of the file promises TOML")
        }
        Syntax::Yaml => Some("this looks like YAML, and the name of the file promises TOML"),
        _ => hint,
    };
    let error = Diagnostic::error(message).at(file.place(offset));
    match hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// Turns a message of the parser, of which `rest` is the text from its place on, into what was expected there.
///
/// All messages of the parser are fixed texts; none quotes the input.
fn expected<'a>(message: &'a str, rest: &str) -> (&'a str, Option<&'static str>) {
    let begins = |starts: &[&str]| starts.iter().any(|start| message.starts_with(start));
    let line_ends = rest.is_empty() || rest.starts_with(['\n', '\r']);
    if begins(&["key with no value", "missing assignment"]) {
        ("expected = after the key", Some(LINE))
    } else if begins(&["extra `=`", "extra assignment", "unexpected `=`"]) {
        ("expected a value, found an = too many", None)
    } else if begins(&["string values must", "missing value", "invalid value"])
        || begins(&["invalid boolean", "invalid float", "invalid datetime"])
    {
        ("expected a value", (!line_ends).then_some(QUOTES))
    } else if begins(&[
        "invalid key",
        "invalid unquoted",
        "unquoted keys",
        "missing key",
    ]) {
        (
            "expected a key",
            Some("a key is made of letters, digits, _ and -, or stands in quotes"),
        )
    } else if begins(&["keys cannot be multi-line"]) {
        ("expected a key on one line", None)
    } else if begins(&["unclosed table", "unclosed array table"]) {
        (
            "expected ] after the name of the table",
            Some("a name with a space or a dot in it stands in quotes"),
        )
    } else if begins(&["unclosed array"]) {
        ("expected a comma or ] in this list", None)
    } else if begins(&["unclosed inline table", "invalid inline table"]) {
        ("expected a comma or } in this table", None)
    } else if begins(&["missing comma between array"]) {
        (
            "expected a comma between the entries of a list",
            Some("a list ends with ]"),
        )
    } else if begins(&["missing comma between key"]) {
        (
            "expected a comma between the entries of a table",
            Some("a table in braces ends with }"),
        )
    } else if begins(&["extra comma"]) {
        ("expected a value, found a comma too many", None)
    } else if begins(&["unexpected key or value", "unexpected content"]) {
        (
            "expected the end of the line",
            Some("every key stands on a line of its own"),
        )
    } else if begins(&["missing escaped", "too few unicode"]) {
        (
            "expected an escape that exists after the backslash",
            Some(STRING),
        )
    } else if message.contains("string, expected") || begins(&["missing opening quote"]) {
        if line_ends {
            ("expected a closing quote before the end of the line", None)
        } else {
            ("expected no control character in a text", None)
        }
    } else if begins(&["cannot extend"]) {
        (
            "expected a table under this key, which has another value above",
            None,
        )
    } else if begins(&["`_` may", "unexpected leading", "integers", "redundant"])
        || begins(&[
            "radix",
            "unexpected sign",
            "invalid integer",
            "invalid number",
        ])
    {
        ("expected a number", Some("text stands in quotes"))
    } else {
        (message, None)
    }
}
