//! Placeholders: texts that stand where a secret will stand one day.

/// Words that are a placeholder when they are the whole value.
const WHOLE: &[&str] = &[
    "access_token",
    "access-token",
    "api_key",
    "api-key",
    "apikey",
    "bearer",
    "key",
    "string",
    "tbd",
    "todo",
    "token",
    "undefined",
    "value",
];

/// Texts that make a value a placeholder wherever they stand.
const INSIDE: &[&str] = &[
    "change-me",
    "change_me",
    "changeme",
    "enter-your",
    "enter_your",
    "fill-in",
    "fill_in",
    "insert-",
    "insert_",
    "paste-",
    "paste_",
    "placeholder",
    "redacted",
    "replace-me",
    "replace-with",
    "replace_me",
    "replace_with",
    "replaceme",
    "...",
    "…",
    "***",
    "•••",
];

/// Tells whether a value is a placeholder such as `YOUR_TOKEN`, `<key>`, `xxx` or `sk-...`.
pub(crate) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    if value.is_empty() || value.len() > 200 || value.contains("://") {
        return false;
    }
    let lower = value.to_ascii_lowercase();
    let bare = ["bearer ", "basic ", "token "]
        .iter()
        .find_map(|scheme| lower.strip_prefix(scheme))
        .unwrap_or(&lower)
        .trim();
    WHOLE.contains(&bare)
        || is_bracketed(bare)
        || INSIDE.iter().any(|text| bare.contains(text))
        || has_your(bare)
        || bare.ends_with("_here")
        || bare.ends_with("-here")
        || bare.ends_with(" here")
        || is_crossed_out(bare)
}

/// `<token>`, `[token]`: words in brackets, without quotes or signs of data.
fn is_bracketed(text: &str) -> bool {
    let inner = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
        .or_else(|| {
            text.strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
        });
    inner.is_some_and(|inner| {
        inner.chars().any(char::is_alphabetic)
            && inner
                .chars()
                .all(|c| c.is_alphanumeric() || " _-.'".contains(c))
    })
}

/// `your` at the start of a word.
fn has_your(text: &str) -> bool {
    text.match_indices("your").any(|(at, _)| {
        !text[..at]
            .chars()
            .next_back()
            .is_some_and(char::is_alphanumeric)
    })
}

/// `xxxx`, `sk-xxxxxxxx`, `ghp_xxxx`: a run of three or more `x` and hardly anything else.
fn is_crossed_out(text: &str) -> bool {
    let crosses = text.bytes().filter(|b| *b == b'x').count();
    let others = text
        .bytes()
        .filter(|b| *b != b'x' && b.is_ascii_alphanumeric())
        .count();
    text.contains("xxx") && others <= 12 && others <= crosses + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        for value in [
            "YOUR_TOKEN",
            "YOUR_TOKEN_HERE",
            "your-api-key",
            "your_service_key_here",
            "<token>",
            "<YOUR_KEY>",
            "xxx",
            "sk-...",
            "sk-xxxxxxxxxxxx",
            "ghp_xxxxxxxxxxxxxxxx",
            "[REDACTED]",
            "Bearer token",
            "changeme",
            "REPLACE_WITH_KEY",
            "****",
            "Bearer <token>",
            "value",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn values() {
        for value in [
            "",
            "Password!FAKE1",
            "example-gateway-token-2025",
            "fake-token-0001",
            "[1, 2]",
            "[\"a\"]",
            "password",
            "hunter2",
            "flourish",
            "xoxb-0000000000-FAKEfake",
            "https://your.test",
        ] {
            assert!(!is_placeholder(value), "{value}");
        }
    }
}
