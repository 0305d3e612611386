//! The asking itself: over HTTP and over pipes, within limits, without following anybody anywhere unsafe.

mod auth;
mod describe;
mod era;
mod lists;
mod net;
mod reply;
mod rpc;
mod run;
mod scrub;
mod sse;
mod stdio;
mod target;
mod web;

use super::observation::{
    AssumedServer, Authorization, CacheScope, Capabilities, Capability, Cut, Detail,
    DocumentOutcome, Era, Failure, LeftOut, LegacyTransport, LegacyView, ListKind, ListSeen,
    ListStop, MOST_TEXTS, ModernView, Observation, Outcome, Reach, Refusal, RefusalReason,
    RefusedUse, Rule, SelfReport, StdioRun,
};

pub use net::Lookup;
pub use run::run;
pub use stdio::{BASE_ENVIRONMENT, MARK};
pub use target::{HttpTarget, Limits, ProbeOptions, Progress, StdioTarget, Target, TargetKind};
