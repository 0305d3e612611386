//! Messages for JSON that cannot be read: what was expected, never what stands there.

use jsonc_parser::errors::ParseErrorKind as Kind;
use jsonc_parser::tokens::Token;
use jsonc_parser::{ParseStringErrorKind as StringKind, Scanner, ScannerOptions};

use super::super::{MAX_DEPTH, too_deep};
use super::Survey;
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

const BACKSLASH: &str = r"write a backslash itself twice, as in C:\\dir";

/// Makes the error for a failure of the parser at `offset`.
pub(super) fn describe(
    file: &SourceFile,
    survey: &Survey,
    offset: usize,
    kind: &Kind,
) -> Diagnostic {
    if let Some(string) = survey.broken_string.filter(|&start| start < offset) {
        return broken_string(file, string);
    }
    match kind {
        Kind::NestingDepthExceeded => return too_deep(file, offset, MAX_DEPTH),
        Kind::UnterminatedObject | Kind::UnterminatedArray => return unclosed(file, survey),
        Kind::String(StringKind::UnterminatedStringLiteral) => {
            return Diagnostic::error(
                "unexpected end of file inside a string, expected a closing quote",
            )
            .at(file.place(offset))
            .hint("the file may be cut off, or a quote is missing before this one");
        }
        Kind::UnterminatedCommentBlock => {
            return Diagnostic::error("unexpected end of file inside a comment, expected */")
                .at(file.place(offset));
        }
        _ => {}
    }
    let offset = next_token(&file.text, offset);
    if offset >= file.text.len() {
        let expected = match kind {
            Kind::ExpectedColonAfterObjectKey => "a colon and a value",
            _ => "a value",
        };
        return end_of_file(file, survey, expected);
    }
    let after_colon = file.text[..offset].trim_end().ends_with(':');
    let (message, hint) = match kind {
        Kind::UnexpectedCloseBrace | Kind::UnexpectedCloseBracket if after_colon => {
            expected(&Kind::ExpectedObjectValue)
        }
        kind => expected(kind),
    };
    let error = Diagnostic::error(message).at(file.place(offset));
    match hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// Makes the error for a string that is not closed on its line.
pub(super) fn broken_string(file: &SourceFile, start: usize) -> Diagnostic {
    Diagnostic::error("expected a closing quote before the end of the line")
        .at(file.place(start))
        .hint(r"close the string on the same line; write a line break inside it as \n")
}

fn unclosed(file: &SourceFile, survey: &Survey) -> Diagnostic {
    match survey.open.last() {
        Some(&(closing, start)) => {
            let line = file.place(start).line;
            end_of_file(
                file,
                survey,
                &format!("{closing} to close the bracket of line {line}"),
            )
        }
        None => end_of_file(file, survey, "a closing bracket"),
    }
}

fn end_of_file(file: &SourceFile, survey: &Survey, expected: &str) -> Diagnostic {
    Diagnostic::error(format!("unexpected end of file, expected {expected}"))
        .at(file.place(survey.end))
        .hint("the file may be cut off, or a closing bracket is missing")
}

/// Moves from the end of one token to the start of the next, over white space and comments.
fn next_token(text: &str, offset: usize) -> usize {
    let Some(rest) = text.get(offset..) else {
        return offset;
    };
    let mut scanner = Scanner::new(rest, &ScannerOptions::default());
    loop {
        match scanner.scan() {
            Ok(Some(Token::CommentLine(_) | Token::CommentBlock(_))) => {}
            _ => return offset + scanner.token_start(),
        }
    }
}

fn expected(kind: &Kind) -> (&'static str, Option<&'static str>) {
    match kind {
        Kind::ExpectedComma => (
            "expected a comma before this entry",
            Some("add a comma at the end of the entry before"),
        ),
        Kind::ExpectedColonAfterObjectKey => ("expected a colon after the key", None),
        Kind::ExpectedObjectValue => ("expected a value after the colon", None),
        Kind::ExpectedDigit
        | Kind::ExpectedDigitFollowingNegativeSign
        | Kind::ExpectedPlusMinusOrDigitInNumberLiteral => ("expected a digit", None),
        Kind::MultipleRootJsonValues => (
            "expected the end of the file after the first value",
            Some("remove what follows, or look for a closing bracket too many"),
        ),
        Kind::UnexpectedCloseBrace => (
            "expected a value or ], found a closing brace",
            Some("a value is missing, or a bracket [ is not closed"),
        ),
        Kind::UnexpectedCloseBracket => (
            "expected a value or }, found a closing bracket",
            Some("a value is missing, or a brace { is not closed"),
        ),
        Kind::UnexpectedColon => ("expected a value, found a colon", None),
        Kind::UnexpectedComma => (
            "expected a value, found a comma",
            Some("remove the comma, or add the value"),
        ),
        Kind::UnexpectedTokenInObject => (
            "expected a key or a closing brace",
            Some("every entry of a map is a key in quotes, a colon and a value"),
        ),
        Kind::UnexpectedWord | Kind::UnexpectedToken => (
            "expected a value, a key or a bracket",
            Some("text stands in double quotes; true, false and null are written in lower case"),
        ),
        Kind::String(StringKind::ExpectedFourHexDigits) => (
            r"expected four hexadecimal digits after \u",
            Some(BACKSLASH),
        ),
        Kind::String(StringKind::ExpectedTwoHexDigits) => {
            (r"expected two hexadecimal digits after \x", Some(BACKSLASH))
        }
        Kind::String(_) => (
            "expected an escape that exists after the backslash",
            Some(BACKSLASH),
        ),
        _ => ("expected other text here", None),
    }
}
