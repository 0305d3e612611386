//! JSON, JSONC and JSON5 by `jsonc-parser`, which is asked for as little leniency as the text needs.

mod error;
mod halves;
mod survey;

use jsonc_parser::common::Ranged;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::{CollectOptions, ParseOptions, ParseStringErrorKind, ast, parse_to_ast};

use self::survey::Survey;
use super::{Entry, Feature, Leniency, MAX_DEPTH, Node, Parsed, Value, too_deep};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// Reads a file of the JSON family.
pub(super) fn parse(file: &SourceFile) -> Result<Parsed, Diagnostic> {
    let halves = halves::find(&file.text);
    let text = halves::replaced(&file.text, &halves);
    let survey = Survey::of(&text);
    if let Some(offset) = survey.too_deep {
        return Err(too_deep(file, offset, MAX_DEPTH));
    }
    let mut used = survey.features();
    if survey.is_blank() {
        used.extend(survey.first_comment.map(|at| (Feature::Comment, at)));
        return Ok(parsed(None, used));
    }
    let mut parsed = if survey.is_fragment() {
        fragment(file, &text, &survey, used)
    } else {
        whole(file, &text, &survey, used)
    }?;
    parsed.diagnostics.extend(halves::warning(file, &halves));
    match survey.broken_string {
        Some(offset) => Err(error::broken_string(file, offset)),
        None => Ok(parsed),
    }
}

fn parsed(root: Option<Node>, used: Vec<(Feature, usize)>) -> Parsed {
    let leniency = Leniency::new(used);
    Parsed {
        root,
        syntax: leniency.syntax(),
        leniency,
        fragment: false,
        diagnostics: Vec::new(),
    }
}

fn whole(
    file: &SourceFile,
    text: &str,
    survey: &Survey,
    mut used: Vec<(Feature, usize)>,
) -> Result<Parsed, Diagnostic> {
    let place = Placing {
        shift: 0,
        len: text.len(),
    };
    match attempt(text, place, &mut used) {
        Ok(root) => Ok(parsed(root, used)),
        Err(failure) => Err(error::describe(
            file,
            survey,
            place.offset(failure.range().start),
            failure.kind(),
        )),
    }
}

/// Reads a snippet without outer braces, as README files show them, by adding the braces.
fn fragment(
    file: &SourceFile,
    text: &str,
    survey: &Survey,
    mut used: Vec<(Feature, usize)>,
) -> Result<Parsed, Diagnostic> {
    // The line end closes a comment that the last line may hold.
    let wrapped = format!("{{{text}\n}}");
    let place = Placing {
        shift: 1,
        len: text.len(),
    };
    match attempt(&wrapped, place, &mut used) {
        Ok(root) => {
            let mut parsed = parsed(root, used);
            parsed.fragment = true;
            let note = "the text has no outer braces and was read as if it had them; a client would refuse it as a file";
            parsed
                .diagnostics
                .push(Diagnostic::note(note).at(file.place(survey.first_token)));
            Ok(parsed)
        }
        Err(failure) => Err(error::describe(
            file,
            survey,
            place.offset(failure.range().start),
            failure.kind(),
        )),
    }
}

/// How offsets of the text that was parsed become offsets of the file.
#[derive(Clone, Copy)]
struct Placing {
    shift: usize,
    len: usize,
}

impl Placing {
    fn offset(self, offset: usize) -> usize {
        offset.saturating_sub(self.shift).min(self.len)
    }

    fn span(self, ranged: &impl Ranged) -> Span {
        let range = ranged.range();
        Span::new(self.offset(range.start), self.offset(range.end))
    }
}

/// Parses strictly, then again with one more feature each time the parser stops at one that is not allowed yet.
///
/// Each feature is found at its first use that way, and an error that is left is one in every syntax of the family.
fn attempt(
    text: &str,
    place: Placing,
    used: &mut Vec<(Feature, usize)>,
) -> Result<Option<Node>, ParseError> {
    let mut options = strict();
    let mut allowed = Vec::new();
    loop {
        let failure = match parse_to_ast(text, &CollectOptions::default(), &options) {
            Ok(result) => return Ok(result.value.map(|value| node(value, place))),
            Err(failure) => failure,
        };
        let at = failure.range().start;
        match feature(failure.kind(), &text[at..]) {
            Some(feature) if !allowed.contains(&feature) => {
                allow(&mut options, feature);
                allowed.push(feature);
                used.push((feature, place.offset(at)));
            }
            _ => return Err(failure),
        }
    }
}

fn strict() -> ParseOptions {
    ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// Names the feature whose absence made the parser stop.
fn feature(kind: &ParseErrorKind, rest: &str) -> Option<Feature> {
    match kind {
        ParseErrorKind::CommentsNotAllowed => Some(Feature::Comment),
        ParseErrorKind::TrailingCommasNotAllowed => Some(Feature::TrailingComma),
        ParseErrorKind::ExpectedStringObjectProperty => Some(Feature::UnquotedKey),
        ParseErrorKind::SingleQuotedStringsNotAllowed => Some(Feature::SingleQuotes),
        ParseErrorKind::BareDecimalPointNumbersNotAllowed
        | ParseErrorKind::HexadecimalNumbersNotAllowed
        | ParseErrorKind::NonFiniteNumbersNotAllowed
        | ParseErrorKind::UnaryPlusNumbersNotAllowed => Some(Feature::Number),
        ParseErrorKind::UnexpectedWord | ParseErrorKind::UnexpectedToken
            if rest.starts_with("NaN") || rest.starts_with("Infinity") =>
        {
            Some(Feature::Number)
        }
        ParseErrorKind::String(
            ParseStringErrorKind::InvalidEscape
            | ParseStringErrorKind::InvalidEscapeInDoubleQuoteString
            | ParseStringErrorKind::InvalidEscapeInSingleQuoteString,
        ) => Some(Feature::Escape),
        _ => None,
    }
}

fn allow(options: &mut ParseOptions, feature: Feature) {
    match feature {
        Feature::Comment => options.allow_comments = true,
        Feature::TrailingComma => options.allow_trailing_commas = true,
        Feature::UnquotedKey => options.allow_loose_object_property_names = true,
        Feature::SingleQuotes => options.allow_single_quoted_strings = true,
        Feature::Escape => options.allow_extended_string_escapes = true,
        Feature::Number => {
            options.allow_hexadecimal_numbers = true;
            options.allow_unary_plus_numbers = true;
            options.allow_bare_decimal_point_numbers = true;
            options.allow_non_finite_numbers = true;
        }
        // The parser takes these always; the survey reports them.
        Feature::Whitespace | Feature::ControlCharacter => {}
    }
}

fn node(value: ast::Value, place: Placing) -> Node {
    let span = place.span(&value);
    let value = match value {
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
        ast::Value::NumberLit(literal) => Value::Number(literal.value.to_owned()),
        ast::Value::StringLit(literal) => Value::String(literal.value.into_owned()),
        ast::Value::Array(array) => {
            let items = array.elements.into_iter();
            Value::List(items.map(|item| node(item, place)).collect())
        }
        ast::Value::Object(object) => {
            let properties = object.properties.into_iter();
            let entry = |property: ast::ObjectProp| Entry {
                key_span: place.span(&property.name),
                key: match property.name {
                    ast::ObjectPropName::String(literal) => literal.value.into_owned(),
                    ast::ObjectPropName::Word(word) => word.value.to_owned(),
                },
                value: node(property.value, place),
            };
            Value::Map(properties.map(entry).collect())
        }
    };
    Node::new(span, value)
}
