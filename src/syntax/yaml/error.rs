//! Messages for YAML that cannot be read: what was expected, never what stands there.

use granit_parser::{ErrorKind as Kind, ScanError};

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::syntax::{MAX_DEPTH, too_deep};

/// Makes the error for a failure of the parser, whose offsets count from `base`.
pub(super) fn describe(file: &SourceFile, base: usize, failure: &ScanError) -> Diagnostic {
    let offset = base + failure.marker().byte_offset().unwrap_or_default();
    if *failure.kind() == Kind::RecursionLimitExceeded {
        return too_deep(file, offset, MAX_DEPTH);
    }
    let (message, hint) = expected(failure.kind());
    let error = Diagnostic::error(message).at(file.place(offset));
    match hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

fn expected(kind: &Kind) -> (String, Option<&'static str>) {
    let (message, hint) = match kind {
        Kind::TabNotAllowed
        | Kind::TabInBlockIndentation
        | Kind::TabInIndentation
        | Kind::TabAtBlockScalarStart => {
            ("expected spaces, found a tab", Some("indent with spaces"))
        }
        Kind::MappingValueNotAllowed | Kind::InvalidColonPlacement => (
            "expected no second colon here",
            Some("put text that holds a colon in quotes, or check the indentation of this line"),
        ),
        Kind::MappingKeyNotAllowed
        | Kind::ExpectedBlockMappingKey
        | Kind::SimpleKeyExpected
        | Kind::InvalidSimpleKey => (
            "expected a key and a colon",
            Some("check the indentation of this line, and that a space follows the colon"),
        ),
        Kind::InvalidIndentation
        | Kind::InvalidQuotedScalarIndent
        | Kind::InvalidBlockScalarIndent
        | Kind::InvalidFlowScalarIndent
        | Kind::ExpectedBlockSequenceEntry
        | Kind::BlockSequenceEntryNotAllowed => (
            "expected another indentation",
            Some("entries of one list or map begin in the same column"),
        ),
        Kind::UnclosedQuotedScalar => (
            "unexpected end of file inside a string, expected a closing quote",
            Some("close the quote that begins here"),
        ),
        Kind::UnclosedFlowCollection { .. }
        | Kind::UnexpectedEofFlowSequence
        | Kind::UnexpectedEofFlowMapping
        | Kind::UnexpectedEofImplicitFlowMapping => (
            "unexpected end of file, expected a closing bracket",
            Some("the file may be cut off, or this bracket is not closed"),
        ),
        Kind::UnexpectedEof
        | Kind::UnexpectedEofBlockSequence
        | Kind::UnexpectedEofBlockMapping => {
            ("unexpected end of file", Some("the file may be cut off"))
        }
        Kind::ExpectedFlowMappingSeparator | Kind::ExpectedFlowSequenceSeparator => {
            ("expected a comma or a closing bracket", None)
        }
        Kind::MismatchedFlowCollectionEnd { .. } => {
            ("expected the closing bracket that fits this one", None)
        }
        Kind::MisplacedFlowCollectionEnd => {
            ("expected an opening bracket before this closing one", None)
        }
        Kind::UnknownAnchor => (
            "expected an anchor of this name before the alias",
            Some("put text that begins with * in quotes"),
        ),
        Kind::UndeclaredTagHandle => (
            "expected a tag whose handle is declared",
            Some("put text that begins with ! in quotes"),
        ),
        Kind::UnexpectedCharacter { .. } => (
            "expected a character that may stand here",
            Some(
                "put text that begins with @, ` or % in quotes; control characters are not allowed",
            ),
        ),
        Kind::UnknownQuotedScalarEscape => (
            "expected an escape that exists after the backslash",
            Some(r"write a backslash twice, or use single quotes"),
        ),
        // The parser's other messages are fixed texts; these three are not and come from elsewhere.
        Kind::Custom(_) | Kind::InputIo { .. } | Kind::InputDecoding { .. } => {
            ("cannot be read as YAML", None)
        }
        other => return (other.to_string(), None),
    };
    (message.to_owned(), hint)
}
