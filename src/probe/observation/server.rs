//! What a server says of itself in `server/discover` or `initialize`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::lists::CacheScope;
use crate::inventory::Redacted;

/// Which kinds of protocol a server speaks, as far as seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Era {
    /// Not seen.
    Unknown,
    /// It answers `server/discover`: 2026-07-28 or later. Says nothing about whether it is legacy, too.
    Modern,
    /// It answered `server/discover` with an error that only a modern server gives.
    ModernByError,
    /// It answers `initialize` only: 2025-11-25 or earlier.
    Legacy,
    /// It answers both, each in a probe of its own.
    Dual,
}

impl Era {
    /// Says whether a modern client is served.
    pub fn is_modern(self) -> bool {
        matches!(self, Era::Modern | Era::ModernByError | Era::Dual)
    }

    /// Says whether a legacy client is served.
    pub fn is_legacy(self) -> bool {
        matches!(self, Era::Legacy | Era::Dual)
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Era::Unknown => "unknown",
            Era::Modern => "modern",
            Era::ModernByError => "modern (by error code)",
            Era::Legacy => "legacy",
            Era::Dual => "modern and legacy",
        })
    }
}

/// What a server says of itself; nobody has checked any of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfReport {
    /// `serverInfo.name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Redacted>,
    /// `serverInfo.title`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Redacted>,
    /// `serverInfo.version`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Redacted>,
    /// Length of `instructions` in characters; the text itself, which is meant to steer a model, is not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions_chars: Option<u64>,
    /// What it can do.
    #[serde(default)]
    pub capabilities: Capabilities,
}

/// What a server declares that it can do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// `tools`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Capability>,
    /// `prompts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts: Option<Capability>,
    /// `resources`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<Capability>,
    /// `logging`, deprecated in 2026-07-28.
    #[serde(default, skip_serializing_if = "is_false")]
    pub logging: bool,
    /// `completions`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub completions: bool,
    /// `tasks` in the core, as in 2025-11-25.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tasks: bool,
    /// Names of extensions (`io.modelcontextprotocol/ui`), sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Redacted>,
    /// Names below `experimental`, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub experimental: Vec<Redacted>,
    /// Keys that no revision defines, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<Redacted>,
}

/// One capability with a list behind it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// `listChanged`: the server tells when the list changes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub list_changed: bool,
    /// `subscribe` (resources only): the server tells when one of them changes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub subscribe: bool,
}

/// What a server says to a modern client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModernView {
    /// Revision that was spoken (`2026-07-28`).
    pub revision: Redacted,
    /// `supportedVersions` of `server/discover`, or `supported` of the error, in its order.
    pub supported: Vec<Redacted>,
    /// What it says of itself; empty where it answered by an error only.
    #[serde(default)]
    pub server: SelfReport,
    /// `ttlMs`; 0 where absent or negative.
    #[serde(default)]
    pub ttl_ms: u64,
    /// `cacheScope` of the answer.
    pub cache_scope: CacheScope,
}

/// What a server says to a legacy client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegacyView {
    /// Revision it answered `initialize` with.
    pub revision: Redacted,
    /// How the messages travel.
    pub transport: LegacyTransport,
    /// What it says of itself.
    pub server: SelfReport,
    /// The protocol session; absent where the server gave no session id, or over stdio.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionSeen>,
}

/// How a legacy server was talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LegacyTransport {
    /// Streamable HTTP.
    StreamableHttp,
    /// HTTP+SSE of 2024-11-05, deprecated.
    HttpSse,
    /// Standard input and output.
    Stdio,
}

/// A protocol session that the server opened; its id is never kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSeen {
    /// Whether the id is short or a plain number, so that others may guess it.
    pub guessable: bool,
    /// How the session was ended.
    pub end: SessionEnd,
}

/// How a session was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionEnd {
    /// DELETE was accepted.
    Deleted,
    /// DELETE is not offered (405); the session ends when the server drops it.
    NotOffered,
    /// DELETE failed or could not be sent any more.
    Open,
    /// It ended with the event stream.
    WithStream,
}

/// Keeps `false` out of the recording.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_false(value: &bool) -> bool {
    !*value
}
