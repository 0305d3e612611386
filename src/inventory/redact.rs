//! Text that went through the secret filter; the only way for text of the input into the model.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Deserializer, Serialize};

use super::secret::{Shape, Suspicion, is_credential_name, is_pasted, is_switch, shape, suspect};

pub(crate) mod path;

/// Stands where a secret stood.
pub(crate) const MASK: &str = "•••";

/// Longest text kept, in characters.
const LONGEST: usize = 300;

/// Most times that a text is filtered before it is masked whole.
const MOST_ROUNDS: u32 = 8;

/// Input text that is safe to show: secret-shaped parts are masked, control, bidi and zero-width characters made visible.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Default)]
#[serde(transparent)]
pub struct Redacted(String);

impl Redacted {
    /// Takes words of this program itself, or text that was rebuilt from parts already filtered.
    pub fn trusted(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Takes any text: words that look like secrets are masked, and so is what stands after the name of a credential.
    pub fn text(hostile: &str) -> Self {
        let mut text = filter(hostile);
        // What was made visible or cut may read as a secret only now; what is written and read back must stay as it is.
        if text != hostile {
            for round in 0.. {
                let again = filter(&text);
                if again == text {
                    break;
                }
                text = if round < MOST_ROUNDS {
                    again
                } else {
                    MASK.to_owned()
                };
            }
        }
        Self(text)
    }

    /// Takes any text as [`Redacted::text`] does, at its whole length: for what a person has to agree to.
    #[cfg(feature = "probe")]
    pub(crate) fn whole(hostile: &str) -> Self {
        Self(visible(&mask_words(hostile)))
    }

    /// Takes a name; one that as a whole looks like a secret, or is a piece of JSON, becomes `•••`.
    pub fn name(hostile: &str) -> Self {
        if suspect(None, hostile) == Suspicion::Secret || is_piece_of_json(hostile) {
            return Self(MASK.to_owned());
        }
        Self::text(hostile)
    }

    /// Takes the name of a variable, header, flag or input; text that no such name can be becomes `•••`.
    pub fn variable(hostile: &str) -> Self {
        let plain = hostile
            .chars()
            .all(|c| !c.is_control() && !"\"'`{}=@<>|\\!^&;".contains(c));
        if plain && !is_pasted(hostile) {
            Self::name(hostile)
        } else {
            Self(MASK.to_owned())
        }
    }

    /// Takes a path: a home becomes `~`, a whole disk is called so, system paths stay, of others the last part is kept.
    pub fn path(hostile: &str) -> Self {
        Self(shorten(&visible(&path::shown(hostile))))
    }

    /// Returns the safe text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A quotation mark beside a sign of JSON: whoever puts a document where a name belongs may put anything into it.
fn is_piece_of_json(text: &str) -> bool {
    text.match_indices('"').any(|(at, quote)| {
        let rest = text[at + quote.len()..].trim_start();
        rest.starts_with([':', ',', '}', ']'])
    })
}

/// Reads back what was written, through the same filter: a file may have been edited.
impl<'de> Deserialize<'de> for Redacted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::text(&text))
    }
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::ops::Deref for Redacted {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

/// Masks, makes visible, cuts.
fn filter(text: &str) -> String {
    shorten(&visible(&mask_words(text)))
}

/// Makes characters that hide or reorder text visible as `[U+XXXX]`.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            let _ = write!(out, "[U+{:04X}]", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Filters one part of a path or host for which its caller has decided that it is no secret.
pub(crate) fn path_text(part: &str) -> String {
    shorten(&visible(part))
}

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}'
            | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// Masks the secret-shaped words of a text and the values that follow names of credentials.
fn mask_words(text: &str) -> String {
    if text.contains("-----BEGIN") {
        return MASK.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut expects_value = false;
    while !rest.is_empty() {
        let gap = rest
            .find(|c: char| !c.is_whitespace())
            .unwrap_or(rest.len());
        out.push_str(&rest[..gap]);
        rest = &rest[gap..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        rest = &rest[end..];
        if word.is_empty() {
            break;
        }
        if expects_value && !is_scheme_word(word) {
            out.push_str(MASK);
            expects_value = false;
            continue;
        }
        if is_scheme_word(word) {
            expects_value = next_is_value(rest);
            out.push_str(word);
            continue;
        }
        let flag = word.strip_prefix("--").or_else(|| word.strip_suffix(':'));
        let scheme = word
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()
            .is_some_and(is_scheme_word);
        expects_value = scheme && next_is_value(rest)
            || flag.is_some_and(|name| !name.contains('=') && is_credential_name(name));
        out.push_str(&mask_word(word));
    }
    out
}

fn is_scheme_word(word: &str) -> bool {
    word.eq_ignore_ascii_case("bearer") || word.eq_ignore_ascii_case("basic")
}

/// Tells whether what follows `Bearer` is more than prose.
fn next_is_value(rest: &str) -> bool {
    rest.split_whitespace()
        .next()
        .is_some_and(|word| word.len() > 5 && word.bytes().any(|b| !b.is_ascii_lowercase()))
}

/// Masks one word: as a whole, by the name before `=` or `:`, or in its parts.
pub(crate) fn mask_word(word: &str) -> String {
    if let Some(at) = word.find("://") {
        return mask_address(word, at + 3);
    }
    if let Some((name, value)) = word.split_once('=') {
        let bare = name.trim_start_matches('-');
        if is_credential_name(bare) && !value.is_empty() && !is_switch(value) {
            return format!("{}={MASK}", mask_parts(name));
        }
    }
    if let Some((name, value)) = word.split_once(':')
        && is_credential_name(name)
        && !value.is_empty()
    {
        return format!("{}:{MASK}", mask_parts(name));
    }
    mask_parts(word)
}

/// Masks each secret-shaped part between the signs of a word.
fn mask_parts(word: &str) -> String {
    if shape(word) == Shape::Plain {
        return word.to_owned();
    }
    let is_sign = |c: char| "/\\:@,;=?&#()[]{}|<>!\"'`".contains(c);
    let mut out = String::new();
    let mut part = String::new();
    for c in word.chars().chain(['\0']) {
        if c == '\0' || is_sign(c) {
            if shape(&part) == Shape::Plain {
                out.push_str(&part);
            } else {
                out.push_str(MASK);
            }
            part.clear();
            if c != '\0' {
                out.push(c);
            }
        } else {
            part.push(c);
        }
    }
    // Whole only as a whole: a prefix with signs in it, a password in an address.
    if shape(&out) == Shape::Plain {
        out
    } else {
        MASK.to_owned()
    }
}

/// Masks the user and the values of the query of an address inside a text.
fn mask_address(word: &str, authority: usize) -> String {
    let (scheme, rest) = word.split_at(authority);
    let (before, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let host = match before.rfind('@') {
        Some(at) => format!("{MASK}@{}", mask_parts(&before[at + 1..])),
        None => mask_parts(before),
    };
    let query = if query.is_empty() { "" } else { "?•••" };
    format!("{}{host}{query}", mask_parts(scheme))
}

#[cfg(test)]
mod tests {
    use proptest::strategy::Strategy as _;

    use super::*;

    #[test]
    fn a_password_where_a_variable_is_named_is_not_shown() {
        for pasted in ["hunter2horse!", "a&b", "battery;staple", "x=y"] {
            assert_eq!(Redacted::variable(pasted).as_str(), MASK);
        }
        for name in ["API_TOKEN", "X-Api-Key", "AWS_*", "--api-key", "$.token"] {
            assert_eq!(Redacted::variable(name).as_str(), name);
        }
    }

    #[test]
    fn a_document_is_no_name() {
        for document in [
            r#"{"a": ["--api-key", "horse"]}"#,
            "x\", \"args\": [\"horse\"",
        ] {
            assert_eq!(Redacted::name(document).as_str(), MASK);
        }
        assert_eq!(
            Redacted::name(r#"my "best" server"#).as_str(),
            r#"my "best" server"#
        );
    }

    #[test]
    fn text_keeps_words_and_masks_secrets() {
        let table = [
            ("search_code, get_file", "search_code, get_file"),
            ("run --api-key hunter2 now", "run --api-key ••• now"),
            ("run --api-key=hunter2", "run --api-key=•••"),
            (
                "Authorization: Bearer abc1234567",
                "Authorization: Bearer •••",
            ),
            ("X-Api-Key:hunter2", "X-Api-Key:•••"),
            ("a bearer token is missing", "a bearer token is missing"),
            ("got ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000.", "got •••"),
            (
                "see https://me:pw@host.test/x?key=1",
                "see https://•••@host.test/x?•••",
            ),
            ("at /fake0token0032fake0token0032fake0/mcp", "at /•••/mcp"),
            ("PASSWORD=hunter2", "PASSWORD=•••"),
            ("two words", "two words"),
            ("{\"a\":\"Bearer canary7\"}", "{\"a\":\"Bearer •••"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("line\nbreak", "line[U+000A]break"),
            ("a\u{202e}b\u{200b}c", "a[U+202E]b[U+200B]c"),
            ("ünïcode-✓", "ünïcode-✓"),
            ("", ""),
        ];
        for (hostile, expected) in table {
            assert_eq!(Redacted::text(hostile).as_str(), expected);
        }
    }

    #[test]
    fn a_name_that_is_a_secret_is_masked_whole() {
        assert_eq!(
            Redacted::name("sk-FAKEfakeFAKEfakeFAKEfake0000").as_str(),
            MASK
        );
        assert_eq!(Redacted::name("My key q7Zr2Lx9Vb4Nn8Kd3Tw6").as_str(), MASK);
        assert_eq!(Redacted::name("home assistant").as_str(), "home assistant");
        assert_eq!(Redacted::name("GITHUB_TOKEN").as_str(), "GITHUB_TOKEN");
        assert_eq!(Redacted::name("__proto__").as_str(), "__proto__");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "word ".repeat(200);
        assert_eq!(Redacted::text(&long).chars().count(), LONGEST);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]
        /// A recording is read through the filter again and must give the same picture.
        #[test]
        fn a_filtered_text_stays_as_it_is(
            parts in proptest::collection::vec(
                proptest::prop_oneof![
                    "[ -~]{0,12}",
                    "\\PC{0,6}",
                    "[A-Za-z0-9_-]{20,40}",
                    proptest::sample::select(vec![
                        "Bearer ", "--token ", "--api-key=", "PASSWORD=", "https://u:p@h.example/", "ghp_", "sk-", "?key=",
                        "\u{0}", "\u{202e}", "\n", "\u{1b}[31m", "Authorization: ", "://", "@", "\u{feff}", "=", ":",
                        "6c2e078f-1953-4ce5-8ecb-88a7308675c4",
                    ]).prop_map(str::to_owned),
                ],
                0..8,
            )
        ) {
            let once = Redacted::text(&parts.concat());
            proptest::prop_assert_eq!(Redacted::text(&once), once);
        }
    }
}
