//! Telling secrets from other text: by the name they stand under, by their shape, by their entropy.

mod names;
mod pasted;
mod placeholder;
mod prefixes;
mod shape;

pub(crate) use names::is_credential_name;
pub(crate) use names::{has_word, is_soft_name, words};
pub(crate) use pasted::is_pasted;
pub(super) use placeholder::is_placeholder;
pub(crate) use shape::{Shape, shape};

/// What a text is, as far as its name and shape tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspicion {
    /// A secret, or to be treated as one.
    Secret,
    /// A placeholder (`YOUR_TOKEN`, `<key>`, `xxx`).
    Placeholder,
    /// Neither.
    Plain,
}

/// Judges a value by the name it stands under, if any, and by its own shape.
pub(super) fn suspect(name: Option<&str>, value: &str) -> Suspicion {
    let value = value.trim();
    if value.is_empty() {
        return Suspicion::Plain;
    }
    if is_placeholder(value) {
        return Suspicion::Placeholder;
    }
    let named = name.is_some_and(|name| {
        is_credential_name(name) && !is_switch(value) && !(is_soft_name(name) && is_word(value))
    });
    if named || shape(value) != Shape::Plain {
        return Suspicion::Secret;
    }
    Suspicion::Plain
}

/// Tells whether a value is an on/off word, which no credential is.
pub(crate) fn is_switch(value: &str) -> bool {
    const WORDS: [&str; 12] = [
        "true", "false", "yes", "no", "on", "off", "none", "null", "0", "1", "required", "optional",
    ];
    WORDS.iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// Tells whether a value is one short word of letters, such as the name of a method.
fn is_word(value: &str) -> bool {
    value.len() <= 12 && value.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_makes_any_value_a_secret_and_shape_makes_it_one_under_any_name() {
        let table = [
            (Some("OPENAI_API_KEY"), "Password!FAKE1", Suspicion::Secret),
            (Some("SOIL_PAT"), "fake-token-0039", Suspicion::Secret),
            (
                Some("REF"),
                "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000",
                Suspicion::Secret,
            ),
            (None, "Bearer fake-token-0001", Suspicion::Secret),
            (
                Some("BRAVE_API_KEY"),
                "YOUR_BRAVE_API_KEY",
                Suspicion::Placeholder,
            ),
            (Some("GITHUB_TOKEN"), "[REDACTED]", Suspicion::Placeholder),
            (Some("REQUIRE_TOKEN"), "true", Suspicion::Plain),
            (Some("PROXY_AUTH"), "basic", Suspicion::Plain),
            (
                Some("LEDGER_AUTH"),
                "Bearer fake-token-0002",
                Suspicion::Secret,
            ),
            (Some("SOIL_TOKEN"), "", Suspicion::Plain),
            (Some("LOG_MODE"), "strict", Suspicion::Plain),
            (
                None,
                "@modelcontextprotocol/server-sequential-thinking",
                Suspicion::Plain,
            ),
            (
                None,
                "awslabs.cost-analysis-mcp-server@1.0.14",
                Suspicion::Plain,
            ),
            (
                None,
                "ghcr.io/example-org/google-workspace-mcp:latest",
                Suspicion::Plain,
            ),
        ];
        for (name, value, expected) in table {
            assert_eq!(suspect(name, value), expected, "{name:?} {value}");
        }
    }
}
