//! What the picture says about servers that were probed.

use super::{Asked, draw, lines, lines_as, project_of};
use crate::diagnostic::Diagnostic;
use crate::graph::{
    Architecture, Evidence, FlowKind, LabelRole, LineRole, Node, NodeKind, Observed, build_observed,
};
use crate::inventory::testing::{
    bridge_to, npm, project, remote, safe, script, started, user_file,
};
use crate::inventory::{Reading, Redacted, ServerEntry, assemble};
use crate::probe::{
    AssumedServer, Authorization, AuthorizationServer, CacheScope, Capability, Challenge, Cut,
    DocumentOutcome, Era, Failure, IssuerMatch, IssuerMetadata, LegacyTransport, LegacyView,
    ListKind, ListSeen, ListStop, MetadataForm, ModernView, Observation, Outcome, Pkce, Reach,
    Recording, Refusal, RefusalReason, RefusedUse, ResourceMatch, ResourceMetadata, Rule,
    SelfReport, SessionEnd, SessionSeen, Tool, ToolsSeen, Via,
};

const URL: &str = "https://mcp.tracker.example/mcp";

/// Draws readings with what was seen, and the messages about what fits nothing.
fn drawn(
    readings: impl IntoIterator<Item = Reading>,
    seen: impl IntoIterator<Item = (&'static str, Observation)>,
) -> (Architecture, Vec<Diagnostic>) {
    let observations = seen.into_iter().map(|(id, seen)| (id.to_owned(), seen));
    let recording = Recording {
        observations: observations.collect(),
    };
    let inventory = assemble(readings.into_iter().collect());
    build_observed(&inventory, &[], &recording)
}

/// Draws the tracker with what was seen of it.
fn tracker(seen: Observation) -> Architecture {
    let id = "http https://mcp.tracker.example/mcp";
    drawn([project().with([remote("tracker", URL)])], [(id, seen)]).0
}

fn http(outcome: Outcome) -> Observation {
    let mut seen = Observation::of(safe(URL), Reach::Http);
    seen.outcome = outcome;
    seen
}

fn modern() -> Observation {
    let mut seen = http(Outcome::Answered);
    seen.era = Era::Modern;
    seen.modern = Some(ModernView {
        revision: safe("2026-07-28"),
        supported: vec![safe("2026-07-28")],
        server: SelfReport {
            name: Some(safe("acme-notes")),
            version: Some(safe("1.4.0")),
            ..SelfReport::default()
        },
        ttl_ms: 0,
        cache_scope: CacheScope::Private,
    });
    seen
}

fn legacy(transport: LegacyTransport, revision: &str, session: bool) -> Observation {
    let mut seen = http(Outcome::Answered);
    seen.era = Era::Legacy;
    seen.legacy = Some(LegacyView {
        revision: safe(revision),
        transport,
        server: SelfReport::default(),
        session: session.then_some(SessionSeen {
            guessable: false,
            end: SessionEnd::Deleted,
        }),
    });
    seen
}

fn list(kind: ListKind, count: u64) -> ListSeen {
    ListSeen {
        kind,
        count,
        pages: 1,
        stop: None,
        ttl_ms: 0,
        cache_scope: CacheScope::Private,
    }
}

fn tools(names: &[&str], count: u64) -> ToolsSeen {
    let tool = |name: &&str| Tool {
        name: Redacted::text(name),
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        with_ui: false,
    };
    ToolsSeen {
        list: list(ListKind::Tools, count),
        samples: names.iter().map(tool).collect(),
        read_only: 0,
        destructive: count,
        open_world: count,
        unannotated: count,
        with_ui: 0,
        header_parameters: Vec::new(),
    }
}

fn issuer(url: &str, identity: u32) -> AuthorizationServer {
    AuthorizationServer {
        issuer: safe(url),
        identity,
        assumed_from_origin: false,
        state: DocumentOutcome::Read,
        metadata: Some(IssuerMetadata {
            form: MetadataForm::OAuth,
            issuer_match: IssuerMatch::Identical,
            endpoints: Vec::new(),
            pkce: Pkce::S256,
            cimd: true,
            dcr: false,
            iss_parameter: true,
            grant_types: Vec::new(),
            grant_profiles: Vec::new(),
            scopes: Vec::new(),
            client_authentication: Vec::new(),
            names_resource: Some(true),
            dpop: false,
        }),
    }
}

fn published(servers: Vec<AuthorizationServer>) -> Authorization {
    Authorization {
        challenges: vec![Challenge {
            status: 401,
            scheme: safe("bearer"),
            realm: None,
            error: None,
            scopes: vec![safe("issues:read")],
            resource_metadata: None,
            malformed: false,
        }],
        resource: Some(ResourceMetadata {
            via: Via::WellKnownPath,
            resource: safe(URL),
            fit: ResourceMatch::Identical,
            scopes: Vec::new(),
            bearer_methods: Vec::new(),
            name: None,
            dpop_required: false,
            certificate_bound: false,
            signed: false,
        }),
        servers,
        ..Authorization::default()
    }
}

fn walled(servers: Vec<AuthorizationServer>) -> Observation {
    let mut seen = http(Outcome::AuthWall { status: 401 });
    seen.authorization = Some(published(servers));
    seen
}

fn marks(node: &Node) -> Vec<&str> {
    node.marks.iter().map(|m| m.text.as_str()).collect()
}

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
            "claims: 0 read-only, 12 destructive",
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
        "Which protocol revision each server speaks: probed, none seen"
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
    assert_eq!(arch.coverage[0], "not probed: 1 server, 1 of them remote");
}

#[test]
fn an_authorization_server_stands_in_its_own_domain_with_what_was_seen_on_the_line() {
    let arch = tracker(walled(vec![issuer("https://auth.example.com", 0)]));
    let server = arch.behind("tracker");
    assert_eq!(
        lines(server),
        [
            "revision: not seen without a token",
            "asks for a token (401)"
        ]
    );
    let auth = arch.the(NodeKind::AuthorizationServer, "auth.example.com");
    assert_eq!(arch.around(auth), "example.com");
    assert_eq!(auth.evidence, Evidence::Observed);
    assert_eq!(
        lines(auth),
        [
            "authorization server",
            "metadata: RFC 8414",
            "iss in answers (RFC 9207)",
            "names this resource as its own"
        ]
    );
    let client = arch.client("tracker");
    assert_eq!(
        arch.says_from(client),
        [
            "HTTPS POST · OAuth token for mcp.tracker.example/mcp > mcp.tracker.example/mcp",
            "OAuth 2.1 · PKCE S256 · CIMD · scope issues:read > auth.example.com",
        ]
    );
    let flow = arch.flow_to(FlowKind::Oauth, auth).unwrap();
    assert_eq!(flow.evidence, Evidence::Observed);
    let token = &arch.credentials[0];
    assert_eq!((token.name.as_str(), token.form), ("OAuth token", "oauth"));
    assert_eq!(token.holders, std::slice::from_ref(&client.id));
}

#[test]
fn issuers_are_told_apart_character_by_character() {
    let issuers = vec![
        issuer("https://auth.example.com/a", 0),
        issuer("https://auth.example.com/b", 1),
        issuer("https://auth.example.com/•••", 2),
        issuer("https://auth.example.com/•••", 3),
    ];
    let arch = tracker(walled(issuers));
    assert_eq!(
        arch.labels(NodeKind::AuthorizationServer),
        [
            "auth.example.com/a",
            "auth.example.com/b",
            "auth.example.com/•••",
            "auth.example.com/••• (another)"
        ]
    );
}

#[test]
fn one_issuer_of_two_servers_is_one_node_and_a_line_for_each_holder() {
    let other = "https://wiki.example.com/mcp";
    let mut second = walled(vec![issuer("https://auth.example.com", 0)]);
    second.shown = safe(other);
    let servers = [
        remote("tracker", URL),
        started("wiki", bridge_to("mcp-remote", other)),
    ];
    let (arch, unmatched) = drawn(
        [project().with(servers)],
        [
            (
                "http https://mcp.tracker.example/mcp",
                walled(vec![issuer("https://auth.example.com", 0)]),
            ),
            ("http https://wiki.example.com/mcp", second),
        ],
    );
    assert!(unmatched.is_empty(), "{unmatched:?}");
    let auth = arch.the(NodeKind::AuthorizationServer, "auth.example.com");
    let holders: Vec<String> = arch
        .flows()
        .into_iter()
        .filter(|f| f.to == auth.id)
        .map(|f| arch.node(&f.from).unwrap().label.clone())
        .collect();
    // Behind a bridge it is the bridge that holds the token.
    assert_eq!(holders, ["tracker", "mcp-remote"]);
}

#[test]
fn what_must_not_be_used_is_an_alarm_on_the_line() {
    let says = |change: fn(&mut AuthorizationServer)| {
        let mut server = issuer("https://auth.example.com", 0);
        change(&mut server);
        let arch = tracker(walled(vec![server]));
        let auth = arch.the(NodeKind::AuthorizationServer, "auth.example.com");
        let flow = arch.flow_to(FlowKind::Oauth, auth).unwrap();
        let alarms = flow.label.iter().filter(|p| p.role == LabelRole::Alarm);
        alarms.map(|p| p.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        says(|s| {
            s.metadata.as_mut().unwrap().issuer_match = IssuerMatch::Differs {
                found: safe("https://other.example"),
            };
        }),
        ["issuer mismatch"]
    );
    assert_eq!(
        says(|s| s.metadata.as_mut().unwrap().pkce = Pkce::Absent),
        ["no PKCE advertised"]
    );
    assert_eq!(
        says(|s| {
            s.metadata = None;
            s.state = DocumentOutcome::Refused {
                reason: RefusalReason::Private,
            };
        }),
        ["metadata not followed (private address)"]
    );
    assert!(says(|_| {}).is_empty());
}

#[test]
fn nobody_signs_in_at_an_issuer_that_must_not_be_used() {
    let signs_in = |matched: IssuerMatch| {
        let mut server = issuer("https://auth.example.com", 0);
        server.metadata.as_mut().unwrap().issuer_match = matched;
        let arch = tracker(walled(vec![server])).with_sign_in();
        let flows = arch.flows();
        flows.iter().any(|f| f.kind == FlowKind::SignIn)
    };
    assert!(signs_in(IssuerMatch::Identical));
    assert!(!signs_in(IssuerMatch::Missing));
}

#[test]
fn an_audience_of_another_resource_is_never_shown_as_the_tokens() {
    let mut seen = walled(vec![issuer("https://auth.example.com", 0)]);
    let resource = seen
        .authorization
        .as_mut()
        .unwrap()
        .resource
        .as_mut()
        .unwrap();
    resource.resource = safe("https://other.example/mcp");
    resource.fit = ResourceMatch::Mismatch;
    seen.violates(Rule::ResourceMismatch, None);
    let arch = tracker(seen);
    assert_eq!(
        arch.flows_from(&arch.client("tracker").id)[0].text(),
        "HTTPS POST · OAuth token"
    );
    assert_eq!(
        marks(arch.behind("tracker")),
        ["MUST broken: metadata is for another resource"]
    );
}

#[test]
fn what_nobody_published_is_assumed() {
    let mut seen = http(Outcome::AuthWall { status: 401 });
    seen.authorization = Some(Authorization {
        assumed: Some(AssumedServer {
            origin: safe("https://mcp.tracker.example"),
            identity: 0,
        }),
        ..Authorization::default()
    });
    seen.violates(Rule::NoResourceMetadata, None);
    let arch = tracker(seen);
    let auth = arch.the(NodeKind::AuthorizationServer, "mcp.tracker.example");
    let flow = arch.flow_to(FlowKind::Oauth, auth).unwrap();
    assert_eq!(
        flow.text(),
        "? OAuth (2025-03-26 default) · nothing published"
    );
    assert_eq!(auth.evidence, Evidence::Assumed);
}

#[test]
fn a_static_token_goes_without_the_authorization_server() {
    let seen = walled(vec![issuer("https://auth.example.com", 0)]);
    let entry = remote("tracker", URL).bearer("TRACKER_TOKEN");
    let id = "http https://mcp.tracker.example/mcp";
    let (arch, _) = drawn([project().with([entry])], [(id, seen)]);
    assert!(arch.labels(NodeKind::AuthorizationServer).is_empty());
    assert_eq!(
        arch.flows_from(&arch.client("tracker").id)[0].text(),
        "HTTPS POST · bearer TRACKER_TOKEN (static)"
    );
}

#[test]
fn what_is_seen_stands_above_what_the_catalogue_knows() {
    let board = "https://getarchboard.app/mcp";
    let mut seen = walled(vec![issuer("https://auth.example.com", 0)]);
    seen.shown = safe(board);
    let (arch, _) = drawn(
        [project().with([remote("board", board)])],
        [("http https://getarchboard.app/mcp", seen)],
    );
    assert_eq!(
        arch.labels(NodeKind::AuthorizationServer),
        ["auth.example.com"]
    );
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
    assert_eq!(arch.coverage[0], "not probed: 1 server, 1 of them remote");
    assert_eq!(
        arch.protocol_note[0],
        "Which protocol revision each server speaks: not probed"
    );
    let entries: [ServerEntry; 0] = [];
    assert!(project_of(entries).nodes().all(|n| n.observed.is_none()));
}
