//! What of an address is harmless beyond doubt: parameters and parts of paths that can be no credential.

use super::read::decode;
use crate::inventory::secret::{Shape, is_credential_name, is_switch, shape, words};
#[cfg(feature = "probe")]
use crate::inventory::{Redacted, redact::MASK};

/// Parameters that servers document: which tools, which mode, which project. Their values are names, and longer than words.
const DOCUMENTED: &[&str] = &[
    "app",
    "apps",
    "disabled_tools",
    "enabled_tools",
    "exclude_tools",
    "features",
    "include_tools",
    "project_ref",
    "services",
    "tool",
    "tools",
    "toolset",
    "toolsets",
];

/// Names of parameters that hold what opens something, beside those that say so of any credential.
const TELLING: &[&str] = &[
    "access",
    "auth",
    "code",
    "credential",
    "hash",
    "id_token",
    "invite",
    "k",
    "key",
    "login",
    "magic",
    "nonce",
    "otp",
    "p",
    "pass",
    "pin",
    "pw",
    "pwd",
    "q",
    "s",
    "seed",
    "session",
    "sessionid",
    "sid",
    "sig",
    "signature",
    "state",
    "t",
    "ticket",
    "user_key",
    "jsessionid",
    "phpsessid",
    "x-amz-signature",
    "x-amz-credential",
    "x-amz-security-token",
    "x-goog-signature",
    "x-goog-credential",
    "policy",
    "key-pair-id",
];

/// Last words of names that hold what opens something: `DB_PW`, `access_code2`.
const LAST: &[&str] = &[
    "auth",
    "licence",
    "license",
    "login",
    "mfa",
    "otp",
    "otpcode",
    "passcode",
    "passphrase",
    "phrase",
    "pin",
    "private",
    "psk",
    "pw",
    "pwd",
    "salt",
    "secretword",
    "session",
    "sid",
    "signing",
    "tok",
    "totp",
];

/// Parts of a path after which what opens something follows; not those that are ordinary parts of a path, too.
const IN_PATHS: &[&str] = &[
    "api-key",
    "apikey",
    "key",
    "mfa",
    "otp",
    "pass",
    "passcode",
    "passphrase",
    "phrase",
    "pin",
    "psk",
    "pw",
    "pwd",
    "secret",
    "secretword",
    "session",
    "sid",
    "tok",
    "token",
    "totp",
];

/// Longest value of a documented parameter.
const LONGEST: usize = 400;

/// Says whether the name of a parameter or variable tells that a credential follows; a number behind it changes nothing.
pub(super) fn is_telling(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    TELLING.contains(&lower.as_str()) || is_telling_word(key)
}

/// Says the same of a name whose single letters and everyday words mean nothing.
pub(crate) fn is_telling_word(key: &str) -> bool {
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit() || "_-".contains(c));
    let last = words(bare).pop().unwrap_or_default().to_ascii_lowercase();
    let code = bare
        .to_ascii_lowercase()
        .replace(['_', '-'], "")
        .ends_with("accesscode");
    code || LAST.contains(&last.as_str()) || is_credential_name(key) || is_credential_name(bare)
}

/// Says whether a part of a path announces a credential.
pub(super) fn announces(part: &str) -> bool {
    IN_PATHS.contains(&part.to_ascii_lowercase().as_str()) || is_credential_name(part)
}

/// Says whether a parameter of a query or path, as written, can be no credential: a documented one, a switch, a small
/// number, a few plain words. Everything else may be one under any name.
pub(crate) fn is_harmless_parameter(written: &str) -> bool {
    let plus = written.replace('+', " ");
    let (key, value) = match plus.split_once('=') {
        Some((key, value)) => (decode(key), decode(value)),
        // Without a value the name is the value.
        None => (String::new(), decode(&plus)),
    };
    if !key.is_empty() && !is_name(&key) {
        return false;
    }
    if value.is_empty() || is_switch(&value) {
        return !plus.contains('=') || is_name(&key);
    }
    if shape(&value) != Shape::Plain || is_telling(&key) {
        return false;
    }
    let items = || value.split([',', ' ', '|']);
    if DOCUMENTED.contains(&key.to_ascii_lowercase().as_str()) {
        return value.len() <= LONGEST && items().all(is_documented);
    }
    items().count() <= 6 && items().all(is_wordy)
}

/// Gives the name of a parameter as written, as far as it may be shown: one without a value may be the value itself.
#[cfg(feature = "probe")]
pub(crate) fn parameter_name(written: &str) -> Redacted {
    match written.split_once('=') {
        Some((key, _)) if is_name(&decode(key)) => Redacted::variable(&decode(key)),
        _ => Redacted::trusted(MASK),
    }
}

/// The name of a parameter: a short word or a few.
fn is_name(key: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || "_-.[]".contains(c);
    key.len() <= 40
        && key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(good)
        && shape(key) == Shape::Plain
        && !is_jumbled(key)
}

/// The name of a tool, a set of tools, a project: `apify/rag-web-browser`.
fn is_documented(item: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || "_-./:*".contains(c);
    item.len() <= 48 && item.chars().all(good) && !is_jumbled(item) && !has_mixed_run(item)
}

/// Letters with more than two digits among or behind them: `hunter2024x`, not `web_search_v2`.
fn has_mixed_run(item: &str) -> bool {
    item.split(|c: char| !c.is_ascii_alphanumeric()).any(|run| {
        let digits = run.bytes().filter(u8::is_ascii_digit).count();
        run.len() >= 8 && digits >= 3 && digits < run.len()
    })
}

/// Letters, digits and signs in one word, as in a password: `hunter2horse!`, `P@ssw0rd!`.
pub(super) fn is_password(text: &str) -> bool {
    let has = |is: fn(u8) -> bool| text.bytes().any(is);
    text.len() >= 8
        && has(|b| b.is_ascii_alphabetic())
        && has(|b| b.is_ascii_digit())
        && has(|b| b"!#$%^&*?=+".contains(&b))
}

/// A number in hexadecimal digits that says so: `0x8f14e4`.
pub(super) fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    digits.is_some_and(|d| d.len() >= 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// One to three words, or a number: `us-east-1`, `2025-06-18`, `deepResearch`.
fn is_wordy(item: &str) -> bool {
    let words: Vec<&str> = item.split(['-', '_', '.', '/', ':']).collect();
    words.len() <= 3
        && words
            .iter()
            .all(|word| is_word(word) || is_small_number(word))
}

/// Letters that can be spoken, perhaps with a number of one or two digits behind them.
fn is_word(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    if letters.is_empty() || word.len() - letters.len() > 2 || letters.len() > 12 {
        return false;
    }
    let lower = letters.to_ascii_lowercase();
    let spoken = lower
        .split(['a', 'e', 'i', 'o', 'u', 'y'])
        .all(|between| between.len() <= 4);
    lower.bytes().all(|b| b.is_ascii_lowercase()) && spoken && !is_jumbled(letters)
}

fn is_small_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 6 && word.bytes().all(|b| b.is_ascii_digit())
}

/// Letters and digits, or capitals and small letters, that take turns as in no name: `aB3dE5f`, `8f14e45f`.
pub(super) fn is_jumbled(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|run| {
        let class = |b: u8| match b {
            b'0'..=b'9' => 0,
            b'A'..=b'Z' => 1,
            _ => 2,
        };
        let pairs = || {
            run.as_bytes()
                .windows(2)
                .map(|pair| (class(pair[0]), class(pair[1])))
        };
        let digits = pairs().filter(|(a, b)| (*a == 0) != (*b == 0)).count();
        let cases = pairs()
            .filter(|(a, b)| (*a, *b) == (2, 1) || (*a, *b) == (1, 2))
            .count();
        (run.len() >= 7 && digits >= 3) || (run.len() >= 10 && cases * 3 > run.len() * 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_servers_document_and_plain_words_are_harmless() {
        for parameter in [
            "",
            "readonly",
            "read_only=true",
            "tools=web_search_exa,deep_research,apify/rag-web-browser",
            "features=database%2Cdocs",
            "project_ref=abcdefghijklmnopqrst",
            "toolsets=core+apm",
            "region=us-east-1",
            "version=2025-06-18",
            "lang=en-US",
            "transport=sse",
            "field=west",
            "limit=500",
            "mode=",
            "useLatest=on",
        ] {
            assert!(is_harmless_parameter(parameter), "{parameter}");
        }
    }

    #[test]
    fn whatever_may_open_something_is_not() {
        for parameter in [
            "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000",
            "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000=",
            "8f14e45fceea167a5a36dedd4bea2543",
            "q=Bearer+X",
            "q=Bearer%20fake",
            "sid=plain",
            "access=plain",
            "code=1234",
            "k=west",
            "user_pw=west",
            "apikey2=west",
            "psk=west",
            "tok=west",
            "secretword=west",
            "otpcode=123",
            "mfa=1234",
            "license=west",
            "phrase=west",
            "salt=west",
            "signing=west",
            "private=west",
            "access_code=west",
            "tools=hunter2024x",
            "x=8f14e45f",
            "x=hunter2horse!",
            "x=aB3dE5fG",
            "x=aBcDeFgHiJ",
            "x=12345678",
            "x=correct-horse-battery-staple",
            "x=abandon,ability,able,about,above,absent,absorb",
            "x=qkzjxwv",
            "x=me@example.com",
            "X-Amz-Signature=fe5f80",
            "se=2026-01-01T00%3A00%3A00Z",
            "tools=ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000",
            "project_ref=aB3dE5fG7hJ9kL2m",
            "a=b;token=c",
            "x=%E2%80%A2",
        ] {
            assert!(!is_harmless_parameter(parameter), "{parameter}");
        }
    }

    #[test]
    fn names_are_not_jumbled() {
        for name in [
            "OrchardTeam2024",
            "getUserByIdForOrg",
            "k8s-prod2-eu1",
            "v2",
            "example-org",
            "mcp_server",
            "web3auth",
            "2024-10-07",
            "s3",
            "org-123456",
            "createOrUpdatePullRequestReview",
        ] {
            assert!(!is_jumbled(name), "{name}");
        }
    }
}
