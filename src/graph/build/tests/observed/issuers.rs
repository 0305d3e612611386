//! Who was seen to issue the tokens.

use super::super::{Asked, lines};
use super::*;

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
fn an_issuer_that_an_entry_with_a_token_of_its_own_does_not_need_is_drawn_as_offered() {
    let walled = |entry: ServerEntry| {
        let seen = walled(vec![issuer("https://auth.example.com", 0)]);
        let id = "http https://mcp.tracker.example/mcp";
        drawn([project().with([entry])], [(id, seen)])
            .0
            .with_sign_in()
    };
    let arch = walled(remote("tracker", URL).bearer("TRACKER_TOKEN"));
    assert_eq!(
        arch.says_from(arch.client("tracker")),
        [
            "HTTPS POST · bearer TRACKER_TOKEN (static) > mcp.tracker.example/mcp",
            "offered, not used by this entry · OAuth 2.1 · PKCE S256 · CIMD · scope issues:read > auth.example.com",
        ]
    );
    let auth = arch.the(NodeKind::AuthorizationServer, "auth.example.com");
    let flow = arch.flow_to(FlowKind::Oauth, auth).unwrap();
    assert_eq!(flow.evidence, Evidence::Observed);
    let signs_in = |arch: &Architecture| arch.flows().iter().any(|f| f.kind == FlowKind::SignIn);
    assert!(!signs_in(&arch));
    assert!(signs_in(&walled(remote("tracker", URL))));
    // Nothing was published: nothing is offered.
    let mut seen = http(Outcome::AuthWall { status: 401 });
    seen.authorization = Some(Authorization {
        assumed: Some(AssumedServer {
            origin: safe("https://mcp.tracker.example"),
            identity: 0,
        }),
        ..Authorization::default()
    });
    let entry = remote("tracker", URL).bearer("TRACKER_TOKEN");
    let id = "http https://mcp.tracker.example/mcp";
    let (arch, _) = drawn([project().with([entry])], [(id, seen)]);
    assert!(arch.labels(NodeKind::AuthorizationServer).is_empty());
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
