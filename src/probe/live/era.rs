//! The decision after `server/discover`: which era, or what stands in the way.

use super::describe::{Discovered, discovered};
use super::reply::Reply;
use super::rpc::{MODERN, Message};
use super::scrub::Scrub;
use super::{Detail, Observation, Rule};

/// `UnsupportedProtocolVersion`.
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;
/// `HeaderMismatch` and `MissingRequiredClientCapability`.
const MODERN_ERRORS: [i64; 2] = [-32020, -32021];

/// What an answer to `server/discover` means.
#[derive(Debug)]
pub(super) enum Verdict {
    /// A token is wanted; says nothing about the era.
    AuthWall(u16),
    /// Turned away without a challenge; says nothing about the era.
    Guarded(u16),
    /// Trouble; says nothing about the era.
    Troubled(u16),
    /// Sent elsewhere; says nothing about the era.
    Redirected(u16),
    /// A modern server.
    Modern(Box<Discovered>),
    /// A modern server that wants another version, or the same once more.
    OtherVersion {
        /// The version to ask with.
        version: String,
        /// What it supports.
        supported: Vec<String>,
    },
    /// A legacy server that names its versions, or none.
    Legacy,
    /// An error that only modern servers give.
    ModernByError,
    /// No sign of an era: `initialize` has to tell.
    Unclear,
}

/// Reads the answer to `server/discover`, in the order of the decision table.
pub(super) fn verdict(reply: &Reply, scrub: &Scrub) -> Verdict {
    match reply.status {
        Some(status @ 401) => return Verdict::AuthWall(status),
        Some(status @ 403) if !reply.challenges.is_empty() => return Verdict::AuthWall(status),
        Some(status @ (403 | 421)) => return Verdict::Guarded(status),
        Some(status @ (429 | 500..=599)) => return Verdict::Troubled(status),
        Some(status) if is_redirect(status) => return Verdict::Redirected(status),
        _ => {}
    }
    match &reply.message {
        Message::Result(text) if reply.status.is_none_or(|s| s < 300) => {
            discovered(text, scrub).map_or(Verdict::Unclear, |d| Verdict::Modern(Box::new(d)))
        }
        Message::Error(error) => match error.code {
            Some(UNSUPPORTED_VERSION) => match &error.supported {
                Some(supported) => match newest_modern(supported) {
                    Some(version) => Verdict::OtherVersion {
                        version,
                        supported: supported.clone(),
                    },
                    None => Verdict::Legacy,
                },
                None => Verdict::Legacy,
            },
            Some(code)
                if MODERN_ERRORS.contains(&code) && reply.status.is_none_or(|s| s == 400) =>
            {
                Verdict::ModernByError
            }
            _ => Verdict::Unclear,
        },
        _ => Verdict::Unclear,
    }
}

/// Notes a version error without the versions: those supported, of which one must be a revision, and the one requested.
pub(super) fn judge_version_error(message: &Message, obs: &mut Observation) {
    let Some(error) = message
        .error()
        .filter(|e| e.code == Some(UNSUPPORTED_VERSION))
    else {
        return;
    };
    let supported = error.supported.as_deref().unwrap_or_default();
    if !error.requested || !supported.iter().any(|version| is_revision(version)) {
        obs.violates(Rule::VersionError, None);
    }
    let mut modern = supported
        .iter()
        .filter(|version| is_modern(version))
        .peekable();
    if modern.peek().is_some() && modern.all(|version| version != MODERN) {
        obs.tells(Detail::UnknownRevisions);
    }
}

/// Says whether a status sends the client elsewhere; 304 and the like do not.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 300..=303 | 307 | 308)
}

/// Picks the version to speak: the one this program knows, else the newest modern one.
pub(super) fn newest_modern(supported: &[String]) -> Option<String> {
    let modern = supported.iter().filter(|v| is_modern(v));
    modern
        .max_by_key(|version| (version.as_str() == MODERN, version.as_str()))
        .cloned()
}

/// Says whether a text is a revision of the modern era.
pub(super) fn is_modern(version: &str) -> bool {
    is_revision(version) && version >= MODERN
}

/// Says whether a text has the form of a revision.
pub(super) fn is_revision(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn word(status: Option<u16>, challenge: bool, body: &str) -> String {
        let mut reply = Reply::new(status);
        reply.take(body.as_bytes(), &json!("discover-1"));
        if challenge {
            reply.challenges.push(b"Bearer".to_vec());
        }
        match verdict(&reply, &Scrub::nothing()) {
            Verdict::Modern(_) => "modern".to_owned(),
            Verdict::OtherVersion { version, .. } => format!("ask again as {version}"),
            other => format!("{other:?}"),
        }
    }

    fn error(code: i64, data: &serde_json::Value) -> String {
        json!({"jsonrpc":"2.0","id":"discover-1","error":{"code":code,"message":"x","data":data}})
            .to_string()
    }

    #[test]
    fn every_row_of_the_table() {
        let result = r#"{"jsonrpc":"2.0","id":"discover-1","result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#;
        let none = json!(null);
        let versions = |v: &[&str]| json!({"supported": v, "requested": "2026-07-28"});
        let table = [
            (Some(401), false, String::new(), "AuthWall(401)"),
            (Some(401), true, result.to_owned(), "AuthWall(401)"),
            (Some(403), true, String::new(), "AuthWall(403)"),
            (
                Some(403),
                false,
                error(-32022, &versions(&["2026-07-28"])),
                "Guarded(403)",
            ),
            (
                Some(421),
                false,
                "Invalid Host header".to_owned(),
                "Guarded(421)",
            ),
            (Some(429), false, String::new(), "Troubled(429)"),
            (Some(500), false, error(-32601, &none), "Troubled(500)"),
            (Some(503), false, String::new(), "Troubled(503)"),
            (Some(302), false, String::new(), "Redirected(302)"),
            (Some(308), false, result.to_owned(), "Redirected(308)"),
            (Some(304), false, String::new(), "Unclear"),
            (Some(200), false, result.to_owned(), "modern"),
            (None, false, result.to_owned(), "modern"),
            (
                Some(400),
                false,
                error(-32022, &versions(&["2025-11-25", "2026-07-28"])),
                "ask again as 2026-07-28",
            ),
            (
                Some(400),
                false,
                error(-32022, &versions(&["2027-01-15", "2026-12-01"])),
                "ask again as 2027-01-15",
            ),
            (
                Some(400),
                false,
                error(-32022, &versions(&["2025-11-25"])),
                "Legacy",
            ),
            (
                Some(400),
                false,
                error(-32022, &versions(&["not a date"])),
                "Legacy",
            ),
            (Some(400), false, error(-32022, &none), "Legacy"),
            (Some(400), false, error(-32020, &none), "ModernByError"),
            (Some(400), false, error(-32021, &none), "ModernByError"),
            (Some(404), false, error(-32601, &none), "Unclear"),
            (Some(400), false, error(-32000, &none), "Unclear"),
            (Some(400), false, error(-32004, &none), "Unclear"),
            (Some(200), false, error(-32601, &none), "Unclear"),
            (
                Some(404),
                false,
                "<pre>Cannot POST /sse</pre>".to_owned(),
                "Unclear",
            ),
            (Some(405), false, String::new(), "Unclear"),
            (Some(202), false, String::new(), "Unclear"),
            (Some(200), false, "<html>".to_owned(), "Unclear"),
            (
                Some(200),
                false,
                r#"{"jsonrpc":"2.0","id":"discover-1","result":{"resultType":"complete"}}"#
                    .to_owned(),
                "Unclear",
            ),
            (None, false, error(-32601, &none), "Unclear"),
        ];
        for (status, challenge, body, expected) in table {
            assert_eq!(
                word(status, challenge, &body),
                expected,
                "{status:?} {body}"
            );
        }
    }
}
