//! The only way for a stranger's text into an observation.

mod disguise;

use std::borrow::Cow;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::Url;

use super::MOST_TEXTS;
use super::target::{Live, StdioTarget};
use crate::inventory::{Redacted, is_credential_name};

/// Longest text looked at, in bytes; far more than is kept.
const LONGEST: usize = 4096;
/// Shortest part of a live value that is looked for.
const SHORTEST: usize = 4;
/// Shortest part of a live value that an advertised URL may not repeat; shorter ones stand in many words.
const SHORTEST_SENT: usize = 6;
/// Stands where a secret stood.
const MASK: &str = "•••";

/// Filters text: what was sent is masked wherever it comes back, then everything that looks like a secret.
pub(super) struct Scrub {
    /// In lower case, the whole before its parts.
    live: Vec<String>,
    /// Those that no advertised URL may repeat.
    sent: Vec<String>,
}

impl Scrub {
    /// Takes the live values that are credentials; what `shown` says of them is no secret.
    pub(super) fn new<'a>(shown: &str, values: impl Iterator<Item = &'a Live>) -> Self {
        let mut forms = Forms::default();
        for value in values {
            forms.take(value.reveal());
        }
        let Forms { mut live, mut sent } = forms;
        live.retain(|part| !shown.contains(part.as_str()));
        let shown = shown.to_ascii_lowercase();
        sent.retain(|part| {
            part.len() >= SHORTEST_SENT && !shown.contains(&part.to_ascii_lowercase())
        });
        let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
        Self {
            sent: all_forms(&sent),
            ..Self::of(live.iter().map(String::as_str).collect())
        }
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
        Self {
            live: all_forms(&live),
            sent: Vec::new(),
        }
    }

    /// Filters one text.
    pub(super) fn text(&self, hostile: &str) -> Redacted {
        let mut end = hostile.len().min(LONGEST);
        while !hostile.is_char_boundary(end) {
            end -= 1;
        }
        let mut masked = self.masked(&hostile[..end]).into_owned();
        // Behind `%XX` or `\uXXXX` the same value is another text.
        loop {
            let hidden = disguise::unescaped(&masked).find(|text| self.shows(text));
            let Some(hidden) = hidden else { break };
            masked = self.masked(&hidden).into_owned();
        }
        Redacted::text(&masked)
    }

    fn shows(&self, text: &str) -> bool {
        let text = text.to_ascii_lowercase();
        self.live.iter().any(|value| text.contains(value))
    }

    /// Puts the mask in place of the live values, whatever their case.
    fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        let mut lower = text.to_ascii_lowercase();
        for value in &self.live {
            let mut parts = Vec::new();
            let mut at = 0;
            for (found, _) in lower.match_indices(value.as_str()) {
                parts.push(&text[at..found]);
                at = found + value.len();
            }
            if !parts.is_empty() {
                parts.push(&text[at..]);
                text = Cow::Owned(parts.join(MASK));
                lower = text.to_ascii_lowercase();
            }
        }
        text
    }

    /// Says whether a URL repeats what was sent, in whichever form.
    pub(super) fn repeats(&self, url: &str) -> bool {
        let repeats = |text: &str| {
            let text = text.to_ascii_lowercase();
            self.sent.iter().any(|value| text.contains(value))
        };
        repeats(url) || disguise::unescaped(url).any(|text| repeats(&text))
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

/// Adds the other forms in which values may come back; the longest first, so that a whole is masked before its parts.
fn all_forms(values: &[&str]) -> Vec<String> {
    let plain = values.iter().map(|value| value.to_ascii_lowercase());
    let mut all: Vec<String> = plain
        .chain(values.iter().flat_map(|value| disguise::encoded(value)))
        .collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all
}

/// What of live values may come back.
#[derive(Default)]
struct Forms {
    live: Vec<String>,
    sent: Vec<String>,
}

impl Forms {
    fn take(&mut self, value: &str) {
        let mut parts: Vec<&str> = value.split(is_sign).collect();
        // The scheme of a header, or of a URL.
        let scheme = parts.len() > 1
            && parts[0]
                .bytes()
                .all(|b| b.is_ascii_alphabetic() || b == b':');
        if scheme {
            let word = parts.remove(0);
            if word.eq_ignore_ascii_case("basic") {
                self.basic(value.split_whitespace().nth(1).unwrap_or_default());
            }
        }
        parts.push(value);
        self.live
            .extend(parts.iter().map(|part| (*part).to_owned()));
        match Url::parse(value).ok().filter(Url::has_host) {
            Some(url) => self.url(&url),
            None => self.sent.extend(parts.into_iter().map(str::to_owned)),
        }
    }

    /// Takes what stands in a header of the scheme Basic.
    fn basic(&mut self, word: &str) {
        let engine = GeneralPurpose::new(
            &STANDARD,
            GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
        );
        let pair = engine.decode(word).ok();
        if let Some(pair) = pair.and_then(|bytes| String::from_utf8(bytes).ok()) {
            let (user, password) = pair.split_once(':').unwrap_or((&pair, ""));
            self.user(user, password);
            self.sent.push(pair.clone());
            self.live.push(pair);
        }
    }

    /// Takes what stands in a URL, decoded.
    fn url(&mut self, url: &Url) {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let password = decoded(url.password().unwrap_or_default());
        self.user(&decoded(url.username()), &password);
        let query = url.query_pairs().map(|(_, value)| value.into_owned());
        let path = url.path().split('/').map(decoded);
        let parts: Vec<String> = query.chain(path).collect();
        self.sent.extend(parts.iter().cloned());
        self.live.extend(parts);
    }

    /// Takes a user, who is a name unless there is no password.
    fn user(&mut self, user: &str, password: &str) {
        let secret = if password.is_empty() { user } else { password };
        self.sent.push(secret.to_owned());
        self.live.extend([user.to_owned(), password.to_owned()]);
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
    fn other_forms_of_what_was_sent_are_masked_too() {
        let live = [
            Live::new("Basic b3BlcmF0b3I6cGE1NSB3b3Jk"),
            Live::new("https://me:se%2Fcret@mcp.example.com/mcp?mode=plain%20key"),
        ];
        let scrub = Scrub::new("https://mcp.example.com/mcp", live.iter());
        let table = [
            ("operator:pa55 word", "•••"),
            ("OPERATOR and Pa55 Word", "••• and •••"),
            ("B3BLCMF0B3I6CGE1NSB3B3JK", "•••"),
            ("se/cret or SE%2fCRET", "••• or •••"),
            ("%73e%2Fcre%74!", "•••!"),
            ("plain key, plain%20key", "•••, •••"),
            ("100% of mcp.example.com", "100% of mcp.example.com"),
            // The password by itself, in the forms that a server may try.
            ("cGE1NSB3b3Jk", "•••"),
            ("x-cGE1NSB3b3Jk_y", "x-•••_y"),
            (
                "70613535 70613535 20776f7264",
                "70613535 70613535 20776f7264",
            ),
            ("706135352 0776F7264", "706135352 0776F7264"),
            ("7061353520776F7264", "•••"),
            (r"pa55\u0020word", "•••"),
            (r"pa55\x20\u0077ord and %73e%252Fcret", "••• and •••"),
        ];
        for (text, expected) in table {
            assert_eq!(scrub.text(text).as_str(), expected);
        }
    }

    #[test]
    fn an_address_repeats_what_was_sent_in_any_writing() {
        let live = [
            Live::new("Bearer weak-token"),
            Live::new("https://me:se%2Fcret@mcp.example.com/mcp?mode=read"),
        ];
        let scrub = Scrub::new("https://mcp.example.com/mcp", live.iter());
        let table = [
            ("https://auth.example.com/weak-token", true),
            ("https://auth.example.com/?t=%77eak-TOKEN", true),
            ("https://auth.example.com/%2577eak-token", true),
            ("https://weak-token.example.com", true),
            ("https://auth.example.com/?t=eDp3ZWFrLXRva2Vu", true),
            ("https://auth.example.com/7765616B2D746F6B656E", true),
            ("https://auth.example.com/se%2fcret", true),
            ("https://auth.example.com/mcp", false),
            ("https://auth.example.com/bearer/readers/me", false),
            ("https://mcp.example.com/mcp", false),
        ];
        for (url, expected) in table {
            assert_eq!(scrub.repeats(url), expected, "{url}");
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
