//! Flags worth showing, and the few values that cannot be anything but a plain word.

use std::fmt;

use crate::inventory::Redacted;
use crate::inventory::secret::{Suspicion, has_word, suspect};

/// A flag of a server's command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// Its name with the dashes, as written.
    pub name: Redacted,
    /// Its value: only where it is one word of a closed list, or names parts of the server.
    pub value: Option<Redacted>,
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

/// Flags with all the values that are shown of them.
const CLOSED: &[(&str, &str)] = &[
    (
        "access-mode",
        "restricted unrestricted read-only readonly read-write readwrite",
    ),
    ("browser", "chrome chromium firefox webkit msedge"),
    (
        "transport",
        "http sse streamable-http streamable_http streamableHttp ws websocket",
    ),
];

/// Flags that are switches.
const SWITCHES: &str = "\
allow-write disable-write dynamic-toolsets enable-write headless isolated read-only read_only readOnly readonly \
restricted sandbox unrestricted vision write";

/// Values of switches.
const ON_OR_OFF: &str = "true false on off yes no 0 1";

/// Flags whose values name parts of the server.
const PARTS: &str = "caps features tools toolsets";

/// Longest list of parts, and longest part, in characters.
const LIST: usize = 60;
const PART: usize = 24;

/// Says whether a flag says something only with a value that is shown.
pub(super) fn only_with_value(bare: &str) -> bool {
    bare == "transport"
}

/// Returns the value of a flag, given without dashes, where it can be no secret.
pub(super) fn harmless(bare: &str, value: &str) -> Option<Redacted> {
    let closed = CLOSED.iter().find(|(name, _)| *name == bare);
    let one_of = |words: &str| has_word(words, value) && !value.contains(char::is_whitespace);
    let shown = match closed {
        Some((_, words)) => one_of(words),
        None if has_word(SWITCHES, bare) => one_of(ON_OR_OFF),
        None => has_word(PARTS, bare) && value.len() <= LIST && value.split(',').all(is_part),
    };
    shown.then(|| Redacted::name(value))
}

/// Says whether a text reads like the name of a tool: small letters joined by single signs, unlike a key.
fn is_part(text: &str) -> bool {
    let letters = text
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b"_-".contains(&b));
    let longest = text
        .split(['_', '-'])
        .map(str::len)
        .max()
        .unwrap_or_default();
    letters
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.len() <= PART
        && longest <= 14
        && suspect(None, text) != Suspicion::Secret
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shown_where_it_is_a_plain_word() {
        for (flag, value) in [
            ("access-mode", "restricted"),
            ("read-only", "true"),
            ("toolsets", "repos,issues,pull_requests"),
            ("transport", "http"),
            ("browser", "msedge"),
        ] {
            let shown = harmless(flag, value).map(|v| v.to_string());
            assert_eq!(shown.as_deref(), Some(value), "{flag}");
        }
    }

    #[test]
    fn a_value_that_may_be_a_credential_is_not() {
        for (flag, value) in [
            ("access-mode", "hunter2"),
            ("access-mode", "restricted unrestricted"),
            ("access-mode", ""),
            ("read-only", "swordfish"),
            ("toolsets", "repos,sk-fake0token0032"),
            ("toolsets", "correcthorsebatterystaple"),
            ("tools", "Tr0ub4dor"),
            ("project-ref", "abcdefghij"),
            ("user-data-dir", "profile"),
            ("api-key", "restricted"),
            ("transport", "stdio"),
        ] {
            assert_eq!(harmless(flag, value), None, "{flag} {value}");
        }
    }
}
