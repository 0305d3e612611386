//! Observations in a file, so that a picture can be drawn again without the network.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Cut, Observation, Outcome};
use crate::diagnostic::{Diagnostic, Place};

/// Says what the file is.
const FORMAT: &str = "mcpdiag-observations";
/// Version of the shape; optional fields may be added under the same number.
const VERSION: u32 = 1;

/// The observations of one run, by target id; they hold no secret.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recording {
    /// Observations by the id of their target.
    pub observations: BTreeMap<String, Observation>,
}

#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<u32>,
}

#[derive(Deserialize)]
struct Body {
    observations: BTreeMap<String, Observation>,
}

#[derive(Serialize)]
struct Out<'a> {
    format: &'static str,
    version: u32,
    observations: &'a BTreeMap<String, Observation>,
}

impl Recording {
    /// Says whether the user ended the probe before its end.
    pub fn is_interrupted(&self) -> bool {
        let cut = |seen: &Observation| {
            seen.outcome == Outcome::NotAsked || seen.cut == Some(Cut::Interrupted)
        };
        self.observations.values().any(cut)
    }

    /// Writes the recording as JSON; equal recordings give equal text.
    pub fn to_json(&self) -> Result<String, Diagnostic> {
        let out = Out {
            format: FORMAT,
            version: VERSION,
            observations: &self.observations,
        };
        let mut text = serde_json::to_string_pretty(&out)
            .map_err(|_| Diagnostic::error("cannot write the observations as JSON"))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a recording; text in it goes through the same filters as text from a server. `path` is for messages.
    pub fn from_json(text: &str, path: &str) -> Result<Self, Diagnostic> {
        let head: Head = read(
            text,
            path,
            "expected a JSON object with `format` and `version`",
        )?;
        if head.format.as_deref() != Some(FORMAT) {
            return Err(Diagnostic::error(format!(
                "not a recording of a probe: expected `format` to be \"{FORMAT}\""
            ))
            .in_file(path)
            .key("format")
            .hint("a recording is written by `--probe --record FILE`"));
        }
        if head.version != Some(VERSION) {
            return Err(Diagnostic::error(format!(
                "the recording has another version: expected {VERSION}"
            ))
            .in_file(path)
            .key("version")
            .hint("record again with this version of mcpdiag"));
        }
        let body: Body = read(
            text,
            path,
            "expected an observation as `--record` writes it",
        )?;
        Ok(Self {
            observations: body.observations,
        })
    }
}

/// Parses JSON; the parser's own words are left out, because they may hold text of the file.
fn read<'a, T: Deserialize<'a>>(
    text: &'a str,
    path: &str,
    expected: &str,
) -> Result<T, Diagnostic> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| {
        let what = if error.is_data() {
            expected
        } else {
            "the recording is not valid JSON"
        };
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Diagnostic::error(what)
            .at(Place {
                path: path.to_owned(),
                line: number(error.line()),
                column: number(error.column()),
            })
            .hint("record again with `--probe --record FILE`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::Redacted;
    use crate::probe::{CacheScope, Detail};
    use crate::probe::{Era, ModernView, Reach, Rule, SelfReport};

    fn sample() -> Recording {
        let mut notes =
            Observation::of(Redacted::text("https://notes.example.com/mcp"), Reach::Http);
        notes.outcome = Outcome::Answered;
        notes.era = Era::Modern;
        notes.modern = Some(ModernView {
            revision: Redacted::text("2026-07-28"),
            supported: vec![Redacted::text("2026-07-28")],
            server: SelfReport {
                name: Some(Redacted::text("acme-notes")),
                ..SelfReport::default()
            },
            ttl_ms: 0,
            cache_scope: CacheScope::Private,
        });
        notes.violates(Rule::CacheFields, None);
        notes.tells(Detail::DiscoverAnswer {
            status: Some(400),
            code: Some(-32000),
        });
        let observations = BTreeMap::from([("http notes".to_owned(), notes)]);
        Recording { observations }
    }

    #[test]
    fn what_is_written_is_read_back_and_written_the_same() {
        let text = sample().to_json().unwrap();
        let again = Recording::from_json(&text, "probe.json").unwrap();
        assert_eq!(again, sample());
        assert_eq!(again.to_json().unwrap(), text);
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_recording_that_was_edited_goes_through_the_filter() {
        let text = sample().to_json().unwrap().replace(
            "acme-notes",
            r"notes\u001b[31m Authorization: Bearer canary-7f3a9",
        );
        let again = Recording::from_json(&text, "probe.json").unwrap();
        let written = again.to_json().unwrap();
        assert!(
            written.contains("notes[U+001B][31m Authorization: Bearer •••"),
            "{written}"
        );
    }

    #[test]
    fn what_is_no_recording_is_told_without_its_text() {
        let good = sample().to_json().unwrap();
        let table = [
            (
                "canary".to_owned(),
                "probe.json:1:1: the recording is not valid JSON",
            ),
            (
                "[]".to_owned(),
                "expected a JSON object with `format` and `version`",
            ),
            (
                "{\"mcpServers\":{}}".to_owned(),
                "not a recording of a probe",
            ),
            (
                good.replace("\"version\": 1", "\"version\": 99"),
                "another version: expected 1",
            ),
            (
                good.replace("\"kind\": \"answered\"", "\"kind\": \"canary\""),
                "expected an observation",
            ),
            (good[..good.len() / 2].to_owned(), "not valid JSON"),
            (format!("{{\"a\":{}", "[".repeat(100_000)), "not valid JSON"),
        ];
        for (text, expected) in table {
            let message = Recording::from_json(&text, "probe.json")
                .unwrap_err()
                .to_string();
            assert!(message.contains(expected), "{message}");
            assert!(!message.contains("canary"), "{message}");
            assert!(message.contains("hint: "), "{message}");
        }
    }
}
