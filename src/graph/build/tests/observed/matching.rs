//! Which observation belongs to which server.

use super::super::{Asked, draw, lines, project_of};
use super::*;

#[test]
fn a_started_server_is_known_by_its_command() {
    let entry = || started("notes", script("node", "server.mjs")).env("API_TOKEN");
    let seen = |shown: &str| {
        let mut seen = Observation::of(safe(shown), Reach::Stdio);
        seen.outcome = Outcome::Answered;
        seen.legacy = legacy(LegacyTransport::Stdio, "2025-06-18", false).legacy;
        seen.legacy.as_mut().unwrap().server.name = Some(safe("notes"));
        ("stdio claude-code notes", seen)
    };
    let (arch, unmatched) = drawn([project().with([entry()])], [seen("node server.mjs")]);
    assert!(unmatched.is_empty(), "{unmatched:?}");
    assert_eq!(
        lines(arch.behind("notes"))[1..],
        [
            "your full rights",
            "2025-06-18 · handshake",
            "self-reported: notes",
            "started without its credentials"
        ]
    );
    // The entry starts something else by now.
    let (arch, unmatched) = drawn([project().with([entry()])], [seen("node other.mjs")]);
    assert_eq!(unmatched.len(), 1);
    assert!(arch.behind("notes").observed.is_none());
}

#[test]
fn an_observation_that_fits_no_server_is_named_without_its_secrets() {
    let id = "http https://gone.example/mcp Bearer canary-7f3a9";
    let (_, unmatched) = drawn([project().with([npm("a", "x")])], [(id, modern())]);
    let said = unmatched[0].to_string();
    assert!(
        said.contains("observed as `http https://gone.example/mcp"),
        "{said}"
    );
    assert!(!said.contains("canary"), "{said}");
}

#[test]
fn one_address_in_two_hosts_is_observed_once() {
    let server = || remote("tracker", URL);
    let id = "http https://mcp.tracker.example/mcp";
    let (arch, _) = drawn(
        [
            project().with([server()]),
            user_file().with([remote("again", URL)]),
        ],
        [(id, modern())],
    );
    let seen = arch.nodes().filter(|n| n.observed.is_some());
    assert_eq!(seen.count(), 1);
    assert_eq!(arch.coverage[0], "probed: 2 servers (2 answered)");
    assert!(matches!(
        arch.behind("tracker").observed.as_ref(),
        Some(Observed::Server(seen)) if seen.era == Era::Modern
    ));
}

#[test]
fn without_a_probe_nothing_is_said_of_one() {
    let arch = draw([project().with([remote("tracker", URL)])]);
    assert_eq!(arch.coverage[0], "not probed: 1 server, 1 of them at a URL");
    assert_eq!(
        arch.protocol_note[0],
        "protocol revision of each server: not probed"
    );
    let entries: [ServerEntry; 0] = [];
    assert!(project_of(entries).nodes().all(|n| n.observed.is_none()));
}
