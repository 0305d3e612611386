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
fn an_answer_to_credentials_is_that_of_their_entry_alone() {
    let wall = || http(Outcome::AuthWall { status: 401 });
    let with = || {
        let mut seen = modern();
        seen.credentials_sent = vec![safe("TRACKER_TOKEN")];
        seen.tools = Some(tools(&["search"], 1));
        seen
    };
    let plain = || remote("plain", URL);
    let signed = || remote("signed", URL);
    let shared = "http https://mcp.tracker.example/mcp";
    let own = "http https://mcp.tracker.example/mcp as claude-code signed";
    let seen = [
        (&["asks for a token (401)"][..], [plain(), signed()]),
        (&["2026-07-28 · no protocol session"], [signed(), plain()]),
    ];
    for (first, entries) in seen {
        let (arch, unmatched) = drawn([project().with(entries)], [(shared, wall()), (own, with())]);
        assert!(unmatched.is_empty(), "{unmatched:?}");
        assert_eq!(
            arch.coverage[0],
            "probed: 2 servers (1 answered, 1 asked for a token)"
        );
        let node = arch.behind("signed");
        assert_eq!(node.id, arch.behind("plain").id);
        assert_eq!(node.also_observed.len(), 1);
        let said = lines(node);
        assert!(said.contains(&first[0]), "{said:?}");
        assert!(said.contains(&"1 tool: search"), "{said:?}");
    }
    let (arch, _) = drawn(
        [project().with([plain(), signed()])],
        [(shared, wall()), (own, with())],
    );
    insta::assert_snapshot!(lines(arch.behind("signed")).join("\n"));
    // The same answer is not told twice.
    let mut same = modern();
    same.credentials_sent = vec![safe("TRACKER_TOKEN")];
    let (arch, _) = drawn(
        [project().with([plain(), signed()])],
        [(shared, modern()), (own, same)],
    );
    let said = lines(arch.behind("signed"));
    assert_eq!(said.last(), Some(&"seen with TRACKER_TOKEN: the same"));
    // Two entries with tokens of their own under one name.
    let of = |tool: &str| {
        let mut seen = with();
        seen.tools = Some(tools(&[tool], 1));
        seen
    };
    let other = "http https://mcp.tracker.example/mcp as claude-code work";
    let (arch, _) = drawn(
        [project().with([signed(), remote("work", URL)])],
        [(own, of("search")), (other, of("delete"))],
    );
    let said = lines(arch.behind("signed"));
    let at = said
        .iter()
        .position(|line| *line == "seen with TRACKER_TOKEN of work:");
    assert!(
        at.is_some_and(|at| said[at + 1] == "1 tool: delete"),
        "{said:?}"
    );
}

#[test]
fn without_a_probe_nothing_is_said_of_one() {
    let arch = draw([project().with([remote("tracker", URL)])]);
    assert_eq!(arch.coverage[0], "not probed: 1 server");
    assert_eq!(
        arch.protocol_note[0],
        "protocol revision of each server: not probed"
    );
    let entries: [ServerEntry; 0] = [];
    assert!(project_of(entries).nodes().all(|n| n.observed.is_none()));
}
