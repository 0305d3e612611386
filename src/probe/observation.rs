//! What one probed server was seen to be. All text comes from strangers and stands here filtered and shortened.

use serde::{Deserialize, Serialize};

use crate::inventory::Redacted;

mod auth;
mod detail;
mod findings;
mod lists;
mod outcome;
mod server;

pub use auth::{
    AssumedServer, Authorization, AuthorizationServer, Challenge, Document, DocumentFlaw,
    DocumentKind, DocumentOutcome, Endpoint as AuthEndpoint, EndpointKind, IssuerMatch,
    IssuerMetadata, MetadataForm, Pkce, ResourceMatch, ResourceMetadata, Via,
};
pub use detail::{Detail, LeftOut};
pub use findings::{Refusal, RefusalReason, RefusedUse, Rule, RuleLevel, Violation};
pub use lists::{CacheScope, HeaderParameter, ListKind, ListSeen, ListStop, Tool, ToolsSeen};
pub use outcome::{Cut, Failure, Outcome, StdioEnd, StdioRun};
pub use server::{
    Capabilities, Capability, Era, LegacyTransport, LegacyView, ModernView, SelfReport, SessionEnd,
    SessionSeen,
};

/// Longest list of strangers' texts kept anywhere (scopes, grant types, versions, extensions).
pub const MOST_TEXTS: usize = 32;
/// Most sample tools kept.
pub const MOST_SAMPLES: usize = 10;

/// How a target was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Over HTTP.
    Http,
    /// Over the pipes of a process that was started.
    Stdio,
}

/// What one server was seen to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The URL or command that was probed, as far as it may be shown.
    pub shown: Redacted,
    /// How it was reached.
    pub reach: Reach,
    /// Names of the configured credentials that were sent; empty: everything here was seen without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub credentials_sent: Vec<Redacted>,
    /// How the probe ended.
    pub outcome: Outcome,
    /// What cut the probe short; what was seen until then is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// Which kinds of protocol it speaks, as far as seen.
    pub era: Era,
    /// What it says to a modern client (2026-07-28 and later).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modern: Option<ModernView>,
    /// What it says to a legacy client (2025-11-25 and earlier); beside `modern` only when both eras were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legacy: Option<LegacyView>,
    /// Its tools; absent where no list was asked for or none was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolsSeen>,
    /// Its other lists (prompts, resources, resource templates), as counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<ListSeen>,
    /// How it authorises, or only which metadata was looked for; absent where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authorization: Option<Authorization>,
    /// The processes that were started, in order (stdio).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<StdioRun>,
    /// Rules of the specification that were seen broken, or seen as advised against.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// What was advertised and not followed, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Refusal>,
    /// Details worth telling that break no rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
}

impl Observation {
    /// Makes the observation of a target that has not been asked yet.
    pub fn of(shown: Redacted, reach: Reach) -> Self {
        Self {
            shown,
            reach,
            credentials_sent: Vec::new(),
            outcome: Outcome::NotAsked,
            cut: None,
            era: Era::Unknown,
            modern: None,
            legacy: None,
            tools: None,
            lists: Vec::new(),
            authorization: None,
            runs: Vec::new(),
            violations: Vec::new(),
            refusals: Vec::new(),
            details: Vec::new(),
        }
    }

    /// Returns what the server says of itself, the modern answer first.
    pub fn self_report(&self) -> Option<&SelfReport> {
        let modern = self.modern.as_ref().map(|m| &m.server);
        modern.or_else(|| self.legacy.as_ref().map(|l| &l.server))
    }

    /// Says whether everything here was seen without a credential.
    pub fn is_unauthenticated(&self) -> bool {
        self.credentials_sent.is_empty()
    }

    /// Adds a broken rule once.
    pub fn violates(&mut self, rule: Rule, detail: Option<Redacted>) {
        let violation = Violation { rule, detail };
        if !self.violations.contains(&violation) && self.violations.len() < MOST_TEXTS {
            self.violations.push(violation);
        }
    }

    /// Adds a detail once.
    pub fn tells(&mut self, detail: Detail) {
        if !self.details.contains(&detail) && self.details.len() < MOST_TEXTS {
            self.details.push(detail);
        }
    }

    /// Adds a refusal once.
    pub fn refuses(&mut self, refusal: Refusal) {
        if !self.refusals.contains(&refusal) && self.refusals.len() < MOST_TEXTS {
            self.refusals.push(refusal);
        }
    }
}
