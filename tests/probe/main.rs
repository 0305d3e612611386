//! The probe against servers of this test's own: every row of the decision table, the ways to a token, and bad manners.
#![cfg(feature = "probe")]
#![expect(
    clippy::unwrap_used,
    reason = "a test says by panicking that it failed"
)]

mod advertised;
mod conformance;
mod coverage;
mod credentials;
mod crowd;
mod eras;
mod fleet;
mod hostile;
mod legacy;
mod lists;
mod memory;
mod oauth;
mod oddities;
mod rows;
mod server;
mod show;
#[cfg(unix)]
mod stdio;

use std::time::Duration;

use mcpdiag::inventory::Redacted;
use mcpdiag::probe::{
    HttpTarget, LeftOut, Limits, Live, Observation, ProbeOptions, Target, TargetKind, run,
};

/// Limits that let a test end soon.
fn limits() -> Limits {
    Limits {
        connect: Duration::from_secs(2),
        request: Duration::from_secs(2),
        server: Duration::from_secs(8),
        start: Duration::from_secs(4),
        first_event: Duration::from_millis(400),
        shutdown: Duration::from_secs(2),
        ..Limits::default()
    }
}

fn options() -> ProbeOptions {
    ProbeOptions {
        limits: limits(),
        ..ProbeOptions::default()
    }
}

fn target(url: &str) -> Target {
    Target {
        id: format!("http {url}"),
        shown: Redacted::text(url),
        kind: TargetKind::Http(HttpTarget {
            url: Live::new(url),
            headers: Vec::new(),
            credentials: Vec::new(),
            left_out: LeftOut::default(),
        }),
    }
}

fn probe_with(url: &str, options: &ProbeOptions) -> Observation {
    let mut seen = run(vec![target(url)], options, &|_| {}).unwrap();
    assert_eq!(seen.len(), 1);
    seen.remove(0)
}

fn probe(url: &str) -> Observation {
    probe_with(url, &options())
}
