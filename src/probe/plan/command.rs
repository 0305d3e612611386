//! A command as a person is shown it before it starts: every word, but for what may be a credential.

use crate::inventory::{Redacted, is_credential_name, is_harmless_parameter};

/// Stands where a secret stood.
const MASK: &str = "•••";

/// Writes words as a shell would take them; what may be a secret is masked within its own word.
pub(super) fn command_line<'w>(words: impl Iterator<Item = &'w str>) -> Redacted {
    let quoted: Vec<String> = shown(words).iter().map(|(_, shown)| quote(shown)).collect();
    Redacted::trusted(quoted.join(" "))
}

/// Says whether something of these words is masked when they are shown.
pub(super) fn hides<'w>(words: impl IntoIterator<Item = &'w str>) -> bool {
    let masks = |text: &str| text.matches(MASK).count();
    let shown = shown(words.into_iter());
    shown.iter().any(|(word, shown)| masks(shown) > masks(word))
}

/// Pairs each word with what is shown of it.
fn shown<'w>(words: impl Iterator<Item = &'w str>) -> Vec<(&'w str, String)> {
    let mut follows = false;
    words
        .map(|word| {
            let value = std::mem::replace(&mut follows, announces(word));
            let plain = word.starts_with('-') || word.starts_with("${") || is_scheme(word);
            let shown = if value && !plain {
                MASK.to_owned()
            } else {
                one(word)
            };
            (word, shown)
        })
        .collect()
}

fn is_scheme(word: &str) -> bool {
    word.eq_ignore_ascii_case("bearer") || word.eq_ignore_ascii_case("basic")
}

/// Says whether the word after this one is the value of a flag or header for credentials.
fn announces(word: &str) -> bool {
    if is_scheme(word) || word.strip_suffix(':').is_some_and(is_credential_name) {
        return true;
    }
    let name = word.trim_start_matches('-');
    name.len() < word.len() && !name.contains(['=', ' ']) && is_credential_name(name)
}

fn one(word: &str) -> String {
    // What a package or image is pinned to says which program starts, and opens nothing.
    if let Some((before, pin)) = word.rsplit_once(['@', '#'])
        && is_pin(pin)
    {
        return format!("{}{}", one(before), &word[before.len()..]);
    }
    if let Some((before, query)) = word.split_once('?')
        && before.contains("://")
        && query.split('&').all(is_harmless_parameter)
    {
        return format!("{}{}", one(before), Redacted::whole(&word[before.len()..]));
    }
    Redacted::whole(word).to_string()
}

/// A digest of an image, or a commit.
fn is_pin(text: &str) -> bool {
    let (digits, length) = match text.strip_prefix("sha256:") {
        Some(digits) => (digits, 64),
        None => (text, 40),
    };
    digits.len() == length && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Quotes a word where a shell would need it; the mask needs none.
fn quote(word: &str) -> String {
    let bare = word
        .split(MASK)
        .all(|part| part.is_empty() || shlex::try_quote(part).is_ok_and(|quoted| quoted == part));
    if bare && !word.is_empty() {
        return word.to_owned();
    }
    shlex::try_quote(word).map_or_else(|_| format!("{word:?}"), std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_shown_but_for_what_may_be_a_credential() {
        const SHA: &str = "0123456789abcdef0123456789abcdef01234567";
        let digest = format!("ghcr.io/x/y@sha256:{SHA}0123456789abcdef01234567");
        let commit = format!("git+https://git.example.com/x/y@{SHA}");
        let table: &[(&[&str], &str)] = &[
            (
                &["npx", "-y", "@acme/build", "--all files", ""],
                "npx -y @acme/build '--all files' ''",
            ),
            (
                &["x", "--password", "/home/me/horse battery"],
                "x --password •••",
            ),
            (
                &["x", "--token=./canary", "--verbose"],
                "x '--token=•••' --verbose",
            ),
            (
                &["x", "Authorization:", "Bearer", "can"],
                "x Authorization: Bearer •••",
            ),
            (&["x", "--token", "${TOKEN}"], "x --token '${TOKEN}'"),
            (
                &[
                    "x",
                    "--header",
                    "Authorization: Bearer canary-token-1",
                    "last",
                ],
                "x --header 'Authorization: Bearer •••' last",
            ),
            (&["docker", "run", &digest], &format!("docker run {digest}")),
            (
                &["uvx", "--from", &commit, "y"],
                &format!("uvx --from {commit} y"),
            ),
            (
                &["x", "https://h.example/?mode=read&n=5"],
                "x 'https://h.example/?mode=read&n=5'",
            ),
            (
                &["x", "https://h.example/?sid=a"],
                "x 'https://h.example/?•••'",
            ),
            (&["x", "a\u{1b}[31mb"], "x 'a[U+001B][31mb'"),
        ];
        for (words, expected) in table {
            assert_eq!(command_line(words.iter().copied()).as_str(), *expected);
            assert_eq!(
                hides(words.iter().copied()),
                expected.contains(MASK),
                "{expected}"
            );
        }
    }
}
