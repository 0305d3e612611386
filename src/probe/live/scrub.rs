//! The only way for a stranger's text into an observation.

mod disguise;
mod echo;
mod forms;

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::Value;

use super::MOST_TEXTS;
use super::target::{Live, StdioTarget};
use crate::inventory::{Redacted, is_credential_name};
use echo::Echoes;
use forms::{Forms, is_sign};

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
    /// What no plain search finds, of this server.
    own: Echoes,
    /// The same of everybody in the run.
    shared: Rc<Echoes>,
}

/// The values that a run sends to somebody: one server may have told another what it got.
#[derive(Debug, Default)]
pub(super) struct Sent {
    values: Vec<Live>,
    echoes: Rc<Echoes>,
}

impl Sent {
    /// Takes the headers that go to targets, and what is shown of those, which is no secret.
    pub(super) fn new(values: Vec<Live>, shown: &[&str]) -> Self {
        let mut forms = Forms::default();
        for value in &values {
            forms.take(value.reveal());
        }
        let known = |part: &String| shown.iter().any(|shown| contains(shown, part));
        forms
            .sent
            .retain(|part| part.len() >= SHORTEST_SENT && !known(part));
        let echoes = Echoes::of(forms.sent.iter().map(String::as_str));
        Self {
            values,
            echoes: Rc::new(echoes),
        }
    }
}

fn contains(shown: &str, part: &str) -> bool {
    shown
        .to_ascii_lowercase()
        .contains(&part.to_ascii_lowercase())
}

impl Scrub {
    /// Takes the live values that are credentials; what `shown` says of them is no secret.
    pub(super) fn new(shown: &str, url: &Live, run: &Sent) -> Self {
        let mut own = Forms::default();
        own.take(url.reveal());
        own.sent
            .retain(|part| part.len() >= SHORTEST_SENT && !contains(shown, part));
        let echoes = Echoes::of(own.sent.iter().map(String::as_str));
        let mut all = own;
        for value in &run.values {
            all.take(value.reveal());
        }
        all.live
            .retain(|part| part.len() >= SHORTEST && !shown.contains(part.as_str()));
        all.sent
            .retain(|part| part.len() >= SHORTEST_SENT && !contains(shown, part));
        Self {
            live: all_forms(&all.live),
            sent: all_forms(&all.sent),
            own: echoes,
            shared: Rc::clone(&run.echoes),
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
            own: Echoes::of(
                live.iter()
                    .copied()
                    .filter(|part| part.len() >= SHORTEST_SENT),
            ),
            shared: Rc::default(),
        }
    }

    /// Filters for who was sent nothing.
    #[cfg(test)]
    pub(super) fn nothing() -> Self {
        Self::new("", &Live::new(""), &Sent::default())
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
        // Where it starts and ends cannot be told: nothing of the text is kept.
        if self.own.in_text(&masked) || self.shared.in_text(&masked) {
            return Redacted::trusted(MASK);
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
        repeats(url)
            || disguise::unescaped(url).any(|text| repeats(&text))
            || self.own.whole_in(url)
            || self.shared.whole_in(url)
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
fn all_forms(values: &[impl AsRef<str>]) -> Vec<String> {
    let values = values.iter().map(AsRef::as_ref);
    let mut all: Vec<String> = values
        .flat_map(|value: &str| {
            std::iter::once(value.to_ascii_lowercase()).chain(disguise::encoded(value))
        })
        .collect();
    all.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    all.dedup();
    all
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

    /// Filters for a header and an address.
    fn scrub(shown: &str, [header, url]: [Live; 2]) -> Scrub {
        Scrub::new(shown, &url, &Sent::new(vec![header], &[shown]))
    }

    #[test]
    fn what_was_sent_is_masked_wherever_it_comes_back() {
        let live = [
            Live::new("Bearer weak-token-1"),
            Live::new("https://mcp.example.com/k/pa55word/mcp?key=abcdef"),
        ];
        let scrub = scrub("https://mcp.example.com/k/•••/mcp", live);
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
            Live::new("https://me:se%2Fcret@mcp.example.com/mcp?mode=read&key=plain%20key"),
        ];
        let scrub = scrub("https://mcp.example.com/mcp", live);
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
            ("7061 3535:2077 6f7264", "•••"),
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
        let scrub = scrub("https://mcp.example.com/mcp", live);
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
