//! What was seen of a server itself.

use super::super::{Asked, lines, lines_as};
use super::*;

#[test]
fn a_modern_server_says_revision_name_and_tools() {
    let mut seen = modern();
    seen.tools = Some(tools(&["search", "fetch_page", "list", "x"], 12));
    let can = &mut seen.modern.as_mut().unwrap().server.capabilities;
    can.prompts = Some(Capability::default());
    can.completions = true;
    can.extensions = vec![safe("io.modelcontextprotocol/ui"), safe("vendor/own")];
    seen.lists = vec![list(ListKind::Prompts, 2)];
    let arch = tracker(seen);
    assert_eq!(
        lines(arch.behind("tracker")),
        [
            "2026-07-28 · no protocol session",
            "self-reported: acme-notes 1.4.0",
            "12 tools: search, fetch_page, list +9",
            "by default: 12 destructive",
            "offers prompts 2, completions",
            "extensions: ui, vendor/own",
            "seen without credentials",
        ]
    );
    assert_eq!(
        arch.protocol_note[0],
        "Protocol revisions seen: 2026-07-28 (1 server)"
    );
    assert_eq!(arch.coverage[0], "probed: 1 server (1 answered)");
}

#[test]
fn each_era_says_what_it_means_for_a_session() {
    use LegacyTransport::{HttpSse, StreamableHttp};
    let first = |seen: Observation| lines(tracker(seen).behind("tracker"))[0].to_owned();
    assert_eq!(
        first(legacy(StreamableHttp, "2025-06-18", true)),
        "2025-06-18 · handshake · session id seen"
    );
    assert_eq!(
        first(legacy(StreamableHttp, "2025-11-25", false)),
        "2025-11-25 · handshake · session id not seen"
    );
    assert_eq!(
        first(legacy(HttpSse, "2024-11-05", false)),
        "2024-11-05 · handshake · HTTP+SSE"
    );
    let mut dual = modern();
    dual.era = Era::Dual;
    dual.legacy = legacy(StreamableHttp, "2025-11-25", true).legacy;
    let arch = tracker(dual);
    assert_eq!(
        lines(arch.behind("tracker"))[..2],
        [
            "2026-07-28 · no protocol session",
            "2025-11-25 · handshake · session id seen"
        ]
    );
    assert_eq!(
        arch.protocol_note[..3],
        [
            "Protocol revisions seen: 2026-07-28 (1 server), 2025-11-25 (1 server)",
            "Revision 2026-07-28: no handshake and no session, any instance may answer a call; intermediaries see Mcp-Method and Mcp-Name",
            "Earlier revisions: an initialize handshake first; session id seen: 1, not seen: 0",
        ]
    );
}

#[test]
fn a_server_that_is_not_reached_says_why_and_spoils_nothing() {
    let arch = tracker(http(Outcome::Unreachable {
        reason: Failure::NoAddress,
    }));
    let server = arch.behind("tracker");
    assert_eq!(
        lines(server),
        [
            "not reachable: the name has no address",
            "token source: not seen"
        ]
    );
    assert_eq!(arch.coverage[0], "probed: 1 server (1 not reachable)");
    assert_eq!(
        arch.protocol_note[0],
        "protocol revision of each server: probed, none seen"
    );
    let mut cut = modern();
    cut.cut = Some(Cut::TimeLimit);
    let arch = tracker(cut);
    assert_eq!(
        lines_as(arch.behind("tracker"), LineRole::Warning),
        ["probe cut short: time limit"]
    );
    let arch = tracker(http(Outcome::NotAsked));
    assert_eq!(lines(arch.behind("tracker"))[0], "not reached: interrupted");
    assert_eq!(arch.coverage[0], "not probed: 1 server");
}

#[test]
fn rules_broken_addresses_refused_and_deprecated_features_are_marked() {
    let mut seen = modern();
    seen.violates(Rule::NoIssParameter, None);
    seen.violates(Rule::OriginNotChecked, None);
    seen.violates(Rule::Logging, None);
    seen.violates(Rule::ToolName, Some(safe("a b")));
    seen.refuses(Refusal {
        what: RefusedUse::ResourceMetadata,
        url: safe("https://10.0.0.5/x"),
        reason: RefusalReason::Private,
    });
    let arch = tracker(seen);
    let server = arch.behind("tracker");
    assert_eq!(
        marks(server),
        [
            "MUST broken: Origin is not checked",
            "not followed: metadata URL (private address)",
            "SHOULD broken: no iss parameter, tool name outside the allowed characters",
        ]
    );
    assert_eq!(
        lines_as(server, LineRole::Warning),
        [
            "deprecated: logging",
            "MUST broken: Origin is not checked",
            "not followed: metadata URL (private address)",
        ]
    );
}

#[test]
fn every_rule_and_every_refusal_fits_the_box() {
    for rule in Rule::ALL {
        let text = format!("MUST broken: {}", rule.words());
        assert!(text.chars().count() <= 60, "{text}");
    }
}

#[test]
fn tools_that_were_not_counted_to_the_end_are_a_least_number() {
    let mut seen = modern();
    let mut some = tools(
        &[
            "a_very_long_tool_name_of_many_words",
            "another_long_tool_name",
        ],
        20_000,
    );
    some.list.stop = Some(ListStop::Entries);
    seen.tools = Some(some);
    let arch = tracker(seen);
    let line = lines(arch.behind("tracker"))[2];
    assert!(
        line.starts_with("at least 20000 tools: a_very_long"),
        "{line}"
    );
    let mut none = modern();
    none.tools = Some(tools(&[], 0));
    assert!(lines(tracker(none).behind("tracker")).contains(&"0 tools"));
}

#[test]
fn credentials_that_were_sent_are_named() {
    let mut seen = modern();
    seen.credentials_sent = vec![safe("TRACKER_TOKEN")];
    let arch = tracker(seen);
    assert!(lines(arch.behind("tracker")).contains(&"seen with TRACKER_TOKEN"));
}
