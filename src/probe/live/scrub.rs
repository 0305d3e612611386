//! The only way for a stranger's text into an observation.

use serde_json::Value;

use super::MOST_TEXTS;
use super::target::{Live, StdioTarget};
use crate::inventory::{Redacted, is_credential_name};

/// Longest text looked at, in bytes; far more than is kept.
const LONGEST: usize = 4096;
/// Shortest part of a live value that is looked for.
const SHORTEST: usize = 4;
/// Stands where a secret stood.
const MASK: &str = "•••";

/// Filters text: what was sent is masked wherever it comes back, then everything that looks like a secret.
pub(super) struct Scrub {
    live: Vec<String>,
}

impl Scrub {
    /// Takes the live values that are credentials; what `shown` says of them is no secret.
    pub(super) fn new<'a>(shown: &str, values: impl Iterator<Item = &'a Live>) -> Self {
        let mut live = Vec::new();
        for value in values {
            let value = value.reveal();
            let mut parts: Vec<&str> = value.split(is_sign).collect();
            // The scheme of a header, or of a URL.
            if parts.len() > 1
                && parts[0]
                    .bytes()
                    .all(|b| b.is_ascii_alphabetic() || b == b':')
            {
                parts.remove(0);
            }
            parts.push(value);
            live.extend(parts.into_iter().filter(|part| !shown.contains(part)));
        }
        Self::of(live)
    }

    /// Takes what is secret among the arguments and the environment of a command.
    pub(super) fn of_command(target: &StdioTarget) -> Self {
        let mut live = Vec::new();
        for (name, value) in &target.env {
            let named = target.credentials.iter().any(|c| c.as_str() == name);
            if named || is_credential_name(name) {
                live.push(value.reveal());
            }
            live.extend(masked_parts(value.reveal()));
        }
        let mut flag = false;
        for value in &target.args {
            let value = value.reveal();
            if std::mem::take(&mut flag) {
                live.push(value);
            }
            live.extend(masked_parts(value));
            let name = value.trim_start_matches('-');
            flag = name.len() < value.len() && !value.contains('=') && is_credential_name(name);
        }
        Self::of(live)
    }

    fn of(mut live: Vec<&str>) -> Self {
        live.retain(|part| part.len() >= SHORTEST);
        // The whole before its parts.
        live.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        live.dedup();
        Self {
            live: live.into_iter().map(str::to_owned).collect(),
        }
    }

    /// Filters one text.
    pub(super) fn text(&self, hostile: &str) -> Redacted {
        let mut end = hostile.len().min(LONGEST);
        while !hostile.is_char_boundary(end) {
            end -= 1;
        }
        let cut = &hostile[..end];
        if !self.live.iter().any(|value| cut.contains(value.as_str())) {
            return Redacted::text(cut);
        }
        let mut masked = cut.to_owned();
        for value in &self.live {
            masked = masked.replace(value.as_str(), MASK);
        }
        Redacted::text(&masked)
    }

    /// Filters the text under a key, where there is one.
    pub(super) fn field(&self, object: &Value, key: &str) -> Option<Redacted> {
        object
            .get(key)
            .and_then(Value::as_str)
            .map(|text| self.text(text))
    }

    /// Filters the texts of a list under a key.
    pub(super) fn list(&self, object: &Value, key: &str) -> Vec<Redacted> {
        let list = object.get(key).and_then(Value::as_array);
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.take(MOST_TEXTS).map(|text| self.text(text)).collect()
    }

    /// Filters the keys of an object under a key, sorted.
    pub(super) fn keys(&self, object: &Value, key: &str) -> Vec<Redacted> {
        let object = object.get(key).and_then(Value::as_object);
        let mut names: Vec<&String> = object.into_iter().flat_map(|o| o.keys()).collect();
        names.sort();
        let names = names.into_iter().take(MOST_TEXTS);
        names.map(|name| self.text(name)).collect()
    }
}

fn is_sign(c: char) -> bool {
    c.is_whitespace() || "/?&=#@".contains(c)
}

/// Returns the parts of a text that its own filter masks.
fn masked_parts(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let shown = Redacted::text(word);
        let parts = word.split(is_sign);
        parts.filter(move |part| !shown.contains(part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_is_masked_wherever_it_comes_back() {
        let live = [
            Live::new("Bearer weak-token-1"),
            Live::new("https://mcp.example.com/k/pa55word/mcp?key=abcdef"),
        ];
        let scrub = Scrub::new("https://mcp.example.com/k/•••/mcp", live.iter());
        let table = [
            ("hello weak-token-1!", "hello •••!"),
            ("Bearer realm", "Bearer realm"),
            (
                "https://mcp.example.com/k/pa55word/mcp",
                "https://mcp.example.com/k/•••/mcp",
            ),
            ("you sent abcdef", "you sent •••"),
            ("mcp.example.com", "mcp.example.com"),
        ];
        for (text, expected) in table {
            assert_eq!(scrub.text(text).as_str(), expected);
        }
    }

    #[test]
    fn a_command_has_secrets_in_its_environment_and_arguments() {
        let target = StdioTarget {
            program: "npx".into(),
            args: [
                "-y",
                "server",
                "--api-key",
                "hunter22",
                "--dsn=postgres://u:pa55word@db.example/x",
                "--mode=readonly",
            ]
            .map(Live::new)
            .to_vec(),
            env: [
                ("ACME_KEY", "weakvalue"),
                ("ODD", "oddvalue"),
                ("MODE", "readonly"),
            ]
            .map(|(name, value)| (name.to_owned(), Live::new(value)))
            .to_vec(),
            cwd: None,
            credentials: vec![Redacted::text("ODD")],
        };
        let scrub = Scrub::of_command(&target);
        let text = "hunter22 u:pa55word db.example weakvalue oddvalue readonly server";
        assert_eq!(
            scrub.text(text).as_str(),
            "••• ••• db.example ••• ••• readonly server"
        );
    }
}
