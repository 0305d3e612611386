//! What a text uses beyond strict JSON.

use super::Syntax;

/// One thing that strict JSON does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// `//` or `/* */`.
    Comment,
    /// A comma before a closing bracket.
    TrailingComma,
    /// A key without quotes.
    UnquotedKey,
    /// A string in single quotes.
    SingleQuotes,
    /// Hexadecimal, `+1`, `.5`, `5.`, `Infinity`, `NaN`.
    Number,
    /// An escape such as `\x41`, `\v` or a continued line.
    Escape,
    /// White space other than space, tab and line ends.
    Whitespace,
    /// A tab or another control character inside a string.
    ControlCharacter,
}

impl Feature {
    /// Names the feature for messages, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Comment => "comments",
            Feature::TrailingComma => "trailing commas",
            Feature::UnquotedKey => "unquoted keys",
            Feature::SingleQuotes => "single-quoted strings",
            Feature::Number => "numbers that are not JSON",
            Feature::Escape => "escapes that are not JSON",
            Feature::Whitespace => "white space that is not JSON",
            Feature::ControlCharacter => "control characters in strings",
        }
    }

    /// Names the narrowest syntax that has the feature.
    pub fn syntax(self) -> Syntax {
        match self {
            Feature::Comment | Feature::TrailingComma => Syntax::Jsonc,
            _ => Syntax::Json5,
        }
    }
}

/// The features a text uses, each with the offset of its first use, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Leniency {
    used: Vec<(Feature, usize)>,
}

impl Leniency {
    pub(super) fn new(mut used: Vec<(Feature, usize)>) -> Self {
        used.sort_by_key(|&(feature, at)| (at, feature));
        Self { used }
    }

    /// Lists the features with the offset of their first use.
    pub fn used(&self) -> &[(Feature, usize)] {
        &self.used
    }

    /// Says whether the text is strict JSON.
    pub fn is_strict(&self) -> bool {
        self.used.is_empty()
    }

    /// Names the narrowest of JSON, JSONC and JSON5 that has every feature used.
    pub fn syntax(&self) -> Syntax {
        let needed = self.used.iter().map(|(feature, _)| feature.syntax()).max();
        needed.unwrap_or(Syntax::Json)
    }

    /// Returns where a feature is first used.
    pub fn first(&self, feature: Feature) -> Option<usize> {
        self.used
            .iter()
            .find(|(used, _)| *used == feature)
            .map(|&(_, at)| at)
    }

    /// Returns the first feature that the given syntax does not have: what a client that reads only it stumbles over.
    pub fn beyond(&self, syntax: Syntax) -> Option<(Feature, usize)> {
        self.used
            .iter()
            .copied()
            .find(|(feature, _)| feature.syntax() > syntax)
    }
}
