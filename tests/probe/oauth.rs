//! The way to a token: every variant of discovery, every defect, and what may never be asked.

use std::net::{IpAddr, Ipv4Addr};

use mcpdiag::inventory::Redacted;
use mcpdiag::probe::{
    HttpTarget, Live, Lookup, Observation, ProbeOptions, Target, TargetKind, run,
};
use serde_json::{Value, json};

use crate::server::{Reply, Request, Server};
use crate::show::{json as recorded, violations};
use crate::{options, probe, probe_with};

const PRM: &str = "/.well-known/oauth-protected-resource/public/mcp";

/// A protected server and its authorization server, as `variant` has them.
struct Pair {
    server: Server,
    issuer: Server,
    canary: Server,
}

impl Pair {
    fn start(variant: &'static str) -> Self {
        let canary = Server::start(|_, _| Reply::json(200, &json!({"secret": "canary"})));
        let trap = canary.origin.clone();
        let issuer = Server::start(move |request, origin| {
            let place = match variant {
                "rfc8414" => "/.well-known/oauth-authorization-server/tenant1",
                "oidc-inserted" => "/.well-known/openid-configuration/tenant1",
                _ => "/tenant1/.well-known/openid-configuration",
            };
            if request.path == place {
                return Reply::json(200, &metadata(variant, &format!("{origin}/tenant1")));
            }
            Reply::empty(404)
        });
        let named = issuer.origin.clone();
        let server = Server::start(move |request, origin| {
            protected(variant, request, origin, &named, &trap)
        });
        Self {
            server,
            issuer,
            canary,
        }
    }

    fn probe(&self) -> Observation {
        probe(&self.server.url("/public/mcp"))
    }

    /// Replaces the ports, which differ from run to run.
    fn named(&self, text: &str) -> String {
        text.replace(&self.server.origin, "http://RS")
            .replace(&self.issuer.origin, "http://AS")
            .replace(&self.canary.origin, "http://CANARY")
    }

    fn summary(&self, obs: &Observation) -> String {
        let mut lines = Vec::new();
        let authorization = obs.authorization.as_ref().unwrap();
        if let Some(resource) = &authorization.resource {
            lines.push(format!(
                "resource {} via {:?}: {}",
                resource.resource, resource.via, resource.fit
            ));
        }
        for server in &authorization.servers {
            let mut line = format!("issuer {}: {}", server.issuer, server.state);
            if let Some(m) = &server.metadata {
                line += &format!(
                    ", {}, {:?}, PKCE {:?}, CIMD {}, DCR {}, iss {}",
                    m.form, m.issuer_match, m.pkce, m.cimd, m.dcr, m.iss_parameter
                );
            }
            if server.usable().is_none() {
                line += ", not usable";
            }
            if server.assumed_from_origin {
                line += ", assumed from the origin";
            }
            lines.push(line);
        }
        if let Some(assumed) = &authorization.assumed {
            lines.push(format!("assumed at {}", assumed.origin));
        }
        lines.extend(violations(obs));
        lines.extend(obs.refusals.iter().map(ToString::to_string));
        self.named(&lines.join("\n"))
    }

    fn asked(&self) -> Vec<String> {
        let own = self.server.log().into_iter().map(|l| format!("RS {l}"));
        let other = self.issuer.log().into_iter().map(|l| format!("AS {l}"));
        own.chain(other).collect()
    }
}

fn metadata(variant: &str, issuer: &str) -> Value {
    let named = if variant == "issuer-mismatch" {
        "https://honest.example"
    } else {
        issuer
    };
    let mut value = json!({
        "issuer": named,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "scopes_supported": ["mcp:read", "mcp:write", "openid", "offline_access"],
    });
    if variant != "no-pkce" {
        value["code_challenge_methods_supported"] = json!(["S256"]);
    }
    if variant == "dcr-only" {
        value["registration_endpoint"] = json!(format!("{issuer}/register"));
    } else {
        value["client_id_metadata_document_supported"] = json!(true);
        value["authorization_response_iss_parameter_supported"] = json!(true);
    }
    value
}

fn protected(variant: &str, request: &Request, origin: &str, issuer: &str, trap: &str) -> Reply {
    let resource = format!("{origin}/public/mcp");
    if request.path == "/public/mcp" {
        assert_eq!(request.header("authorization"), None);
        let wall = Reply::empty(401);
        let named = if variant == "ssrf" {
            format!("{trap}/latest/meta-data/")
        } else {
            format!("{origin}{PRM}")
        };
        return match variant {
            "root-prm" | "march-2025" | "nothing" => wall,
            _ => wall.with(
                "WWW-Authenticate",
                &format!(
                    "Bearer error=\"invalid_token\", error_description=\"Missing Authorization header\", \
                     scope=\"mcp:read\", resource_metadata=\"{named}\""
                ),
            ),
        };
    }
    if variant == "march-2025" && request.path == "/.well-known/oauth-authorization-server" {
        return Reply::json(200, &metadata(variant, origin));
    }
    let place = if variant == "root-prm" {
        "/.well-known/oauth-protected-resource"
    } else {
        PRM
    };
    if request.path != place || matches!(variant, "march-2025" | "nothing") {
        return Reply::empty(404);
    }
    match variant {
        "redirect" => return Reply::empty(302).with("Location", &format!("{trap}/elsewhere")),
        "huge" => return Reply::script(crate::hostile::endless_json),
        "slow" => return Reply::script(crate::hostile::drip),
        _ => {}
    }
    let mut document = json!({
        "resource": if variant == "resource-mismatch" { "https://other.example/mcp" } else { &resource },
        "authorization_servers": [format!("{issuer}/tenant1")],
        "scopes_supported": ["mcp:read"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Acme Notes",
    });
    if variant == "two-servers" {
        document["authorization_servers"] =
            json!([format!("{issuer}/dead"), format!("{issuer}/tenant1")]);
    }
    Reply::json(200, &document)
}

const GOOD: &str = "issuer http://AS/tenant1: read, OpenID Connect, Identical, PKCE S256, CIMD true, DCR false, iss true";
const RESOURCE: &str = "resource http://RS/public/mcp via Challenge: identical";

#[test]
fn fourteen_variants_and_their_verdicts() {
    let table: &[(&'static str, &[&str])] = &[
        ("oidc-appended", &[RESOURCE, GOOD]),
        (
            "oidc-inserted",
            &[
                RESOURCE,
                "issuer http://AS/tenant1: read, OpenID Connect, path inserted, Identical, PKCE S256, CIMD true, DCR false, iss true",
            ],
        ),
        (
            "rfc8414",
            &[
                RESOURCE,
                "issuer http://AS/tenant1: read, RFC 8414, Identical, PKCE S256, CIMD true, DCR false, iss true",
            ],
        ),
        (
            "issuer-mismatch",
            &[
                RESOURCE,
                "issuer http://AS/tenant1: read, OpenID Connect, Differs { found: Redacted(\"https://honest.example\") }, \
                 PKCE S256, CIMD true, DCR false, iss true, not usable",
                "! issuer mismatch: http://AS/tenant1",
            ],
        ),
        (
            "no-pkce",
            &[
                RESOURCE,
                "issuer http://AS/tenant1: read, OpenID Connect, Identical, PKCE Absent, CIMD true, DCR false, iss true",
                "! no PKCE advertised: http://AS/tenant1",
            ],
        ),
        (
            "dcr-only",
            &[
                RESOURCE,
                "issuer http://AS/tenant1: read, OpenID Connect, Identical, PKCE S256, CIMD false, DCR true, iss false",
                "! only dynamic registration (deprecated): http://AS/tenant1",
                "! no iss parameter: http://AS/tenant1",
            ],
        ),
        (
            "two-servers",
            &[
                RESOURCE,
                "issuer http://AS/dead: no document (404), not usable",
                GOOD,
                "! authorization server publishes no metadata: http://AS/dead",
            ],
        ),
        (
            "root-prm",
            &[
                "resource http://RS/public/mcp via WellKnownRoot: identical",
                GOOD,
                "! 401 without a challenge",
            ],
        ),
        (
            "resource-mismatch",
            &[
                "resource https://other.example/mcp via Challenge: mismatch: must not be used",
                GOOD,
                "! metadata is for another resource: https://other.example/mcp",
            ],
        ),
        (
            "march-2025",
            &[
                "issuer http://RS: read, RFC 8414, Identical, PKCE S256, CIMD true, DCR false, iss true, assumed from the origin",
                "! 401 without a challenge",
                "! no protected-resource metadata",
            ],
        ),
        (
            "ssrf",
            &[
                "! advertises an unsafe URL: http://CANARY/latest/meta-data/",
                "metadata URL leads to another origin: not followed",
            ],
        ),
        ("redirect", &["metadata URL redirects: not followed"]),
        ("huge", &[]),
        ("slow", &[]),
        (
            "nothing",
            &[
                "assumed at http://RS",
                "! 401 without a challenge",
                "! no protected-resource metadata",
            ],
        ),
    ];
    for (variant, expected) in table {
        let pair = Pair::start(variant);
        let obs = pair.probe();
        assert_eq!(
            obs.outcome.to_string(),
            "asks for a token (401)",
            "{variant}"
        );
        assert_eq!(
            obs.era.to_string(),
            "unknown",
            "{variant}: a wall says nothing"
        );
        assert_eq!(pair.summary(&obs), expected.join("\n"), "{variant}");
        assert!(
            pair.canary.log().is_empty(),
            "{variant}: the canary was touched"
        );
        for line in pair.asked() {
            for never in ["/authorize", "/token", "/register", "/jwks"] {
                assert!(!line.ends_with(never), "{variant}: {line}");
            }
        }
    }
}

#[test]
fn what_is_too_large_or_too_slow_is_told() {
    for (variant, reason) in [
        ("huge", "not reachable: answer too large"),
        ("slow", "not reachable: no answer in time"),
    ] {
        let pair = Pair::start(variant);
        let obs = pair.probe();
        let documents = obs.authorization.unwrap().documents;
        assert_eq!(documents.len(), 1);
        assert_eq!(documents[0].outcome.to_string(), reason);
    }
}

#[test]
fn requests_in_the_order_of_the_specification() {
    let log = |variant| Pair::start(variant).then_asked();
    assert_eq!(
        log("oidc-appended"),
        [
            "RS POST /public/mcp server/discover",
            "RS GET /.well-known/oauth-protected-resource/public/mcp",
            "AS GET /.well-known/oauth-authorization-server/tenant1",
            "AS GET /.well-known/openid-configuration/tenant1",
            "AS GET /tenant1/.well-known/openid-configuration",
        ]
    );
    assert_eq!(
        log("march-2025"),
        [
            "RS POST /public/mcp server/discover",
            "RS GET /.well-known/oauth-protected-resource/public/mcp",
            "RS GET /.well-known/oauth-protected-resource",
            "RS GET /.well-known/oauth-authorization-server",
        ]
    );
    assert_eq!(
        log("nothing"),
        [
            "RS POST /public/mcp server/discover",
            "RS GET /.well-known/oauth-protected-resource/public/mcp",
            "RS GET /.well-known/oauth-protected-resource",
            "RS GET /.well-known/oauth-authorization-server",
            "RS GET /.well-known/openid-configuration",
        ]
    );
}

impl Pair {
    fn then_asked(self) -> Vec<String> {
        self.probe();
        self.asked()
    }
}

#[test]
fn a_whole_observation() {
    let pair = Pair::start("rfc8414");
    let obs = pair.probe();
    insta::assert_snapshot!(pair.named(&recorded(&obs)));
}

/// A server at a public name, given an address by the user, that advertises these issuers.
fn advertise(
    issuers: &'static [&'static str],
    metadata_url: Option<&'static str>,
    lookup: Lookup,
) -> Observation {
    let name = "mcp.example.com";
    let server = Server::start(move |request, _| {
        if request
            .path
            .starts_with("/.well-known/oauth-protected-resource")
        {
            let host = request.header("host").unwrap();
            return Reply::json(
                200,
                &json!({"resource": format!("http://{host}/mcp"), "authorization_servers": issuers}),
            );
        }
        let challenge = metadata_url.map_or("Bearer scope=\"a\"".to_owned(), |url| {
            format!("Bearer scope=\"a\", resource_metadata=\"{url}\"")
        });
        Reply::empty(401).with("WWW-Authenticate", &challenge)
    });
    let address = (Ipv4Addr::LOCALHOST, server.port).into();
    let options = ProbeOptions {
        resolve: vec![(name.to_owned(), address)],
        lookup,
        ..options()
    };
    probe_with(&format!("http://{name}/mcp"), &options)
}

fn lookup(addresses: &[IpAddr]) -> Lookup {
    let addresses = addresses.to_vec();
    Lookup::new(move |_| Ok(addresses.clone()))
}

const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 34));
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[test]
fn names_that_lead_inside_are_not_followed() {
    let table: &[(&[IpAddr], &str)] = &[
        (&[LOOPBACK], "points to this machine"),
        (
            &[IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7))],
            "points to a private address",
        ),
        (
            &[IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254))],
            "points to a cloud metadata service",
        ),
        (
            &[IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))],
            "points to a reserved address",
        ),
        // One bad address spoils them all.
        (&[PUBLIC, LOOPBACK], "points to this machine"),
    ];
    for (addresses, reason) in table {
        let obs = advertise(&["https://rebind.example.net"], None, lookup(addresses));
        let server = &obs.authorization.as_ref().unwrap().servers[0];
        assert_eq!(server.state.to_string(), format!("not followed: {reason}"));
        assert_eq!(
            obs.refusals[0].to_string(),
            format!("authorization server URL {reason}: not followed")
        );
    }
}

#[test]
fn addresses_that_lead_inside_are_not_followed() {
    let table: &[(&'static [&'static str], &str)] = &[
        (&["http://auth.example.net"], "not https"),
        (&["https://127.0.0.1/x"], "points to this machine"),
        (&["https://2130706433/x"], "points to this machine"),
        (
            &["https://[::ffff:10.0.0.1]/"],
            "points to a private address",
        ),
        (
            &["https://169.254.169.254/"],
            "points to a cloud metadata service",
        ),
        (
            &["https://user:pw@auth.example.net/"],
            "user name or password in the URL",
        ),
        (
            &["https://auth.example.net/?x=1"],
            "query or fragment in the URL",
        ),
        (&["javascript:alert(1)"], "not https"),
        (&["nonsense"], "not a URL"),
    ];
    for (issuers, reason) in table {
        let obs = advertise(issuers, None, lookup(&[PUBLIC]));
        let refusal = obs.refusals[0].to_string();
        assert_eq!(
            refusal,
            format!("authorization server URL {reason}: not followed")
        );
        assert!(!recorded(&obs).contains("pw@"));
    }
    let obs = advertise(&[], Some("https://10.0.0.1/prm"), lookup(&[PUBLIC]));
    assert_eq!(
        obs.refusals[0].to_string(),
        "metadata URL points to a private address: not followed"
    );
}

#[test]
fn more_issuers_than_the_limit_are_counted() {
    let obs = advertise(
        &[
            "http://1.example",
            "http://2.example",
            "http://3.example",
            "http://4.example",
            "http://5.example",
            "http://6.example",
        ],
        None,
        lookup(&[PUBLIC]),
    );
    let authorization = obs.authorization.unwrap();
    assert_eq!(
        (authorization.servers.len(), authorization.more_servers),
        (4, 2)
    );
}

#[test]
fn equal_issuers_have_equal_numbers_across_servers() {
    let one = Pair::start("rfc8414");
    let two = Pair::start("two-servers");
    let urls = [&one, &two, &one].map(|pair| pair.server.url("/public/mcp"));
    let targets = urls.iter().map(|url| crate::target(url)).collect();
    let seen = run(targets, &options(), &|_| {}).unwrap();
    let numbers: Vec<Vec<u32>> = seen
        .iter()
        .map(|obs| {
            obs.authorization
                .as_ref()
                .unwrap()
                .servers
                .iter()
                .map(|s| s.identity)
                .collect()
        })
        .collect();
    assert_eq!(numbers, [vec![0], vec![1, 2], vec![0]]);
}

/// A server that echoes what it was sent into everything it says.
fn echo(wall: bool) -> Server {
    Server::start(move |request, _| {
        let sent = request
            .header("authorization")
            .unwrap_or_default()
            .to_owned();
        if wall || sent.is_empty() {
            let challenge = format!("Bearer realm=\"{sent}\", scope=\"{sent}\"");
            return Reply::empty(401).with("WWW-Authenticate", &challenge);
        }
        match request.rpc().as_str() {
            "server/discover" => request.result(json!({"resultType": "complete", "supportedVersions": ["2026-07-28", sent],
                "capabilities": {"tools": {}, "extensions": {sent.clone(): {}}}, "ttlMs": 0, "cacheScope": "public",
                "instructions": sent, "_meta": {"io.modelcontextprotocol/serverInfo": {"name": sent, "version": sent}}})),
            _ => request.result(json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "public",
                "tools": [{"name": sent.rsplit(' ').next(), "inputSchema": {"properties": {"a": {"x-mcp-header": sent}}}}]})),
        }
    })
}

fn with_credential(url: &str) -> Target {
    Target {
        id: "x".to_owned(),
        shown: Redacted::text(url),
        kind: TargetKind::Http(HttpTarget {
            url: Live::new(url),
            headers: vec![("Authorization".to_owned(), Live::new("Bearer weakcanary"))],
            credentials: vec![Redacted::text("TRACKER_TOKEN")],
        }),
    }
}

#[test]
fn a_credential_that_was_sent_never_comes_back() {
    let target = with_credential("http://127.0.0.1:1/mcp");
    assert!(!format!("{target:?}").contains("weakcanary"));
    for wall in [true, false] {
        let server = echo(wall);
        let target = with_credential(&server.url("/mcp"));
        let obs = run(vec![target], &options(), &|_| {}).unwrap().remove(0);
        let text = recorded(&obs);
        assert!(!text.contains("weakcanary"), "{text}");
        assert!(text.contains("•••"), "it came back, masked");
        assert_eq!(obs.credentials_sent[0].as_str(), "TRACKER_TOKEN");
    }
}

#[test]
fn with_a_credential_the_wall_is_looked_at_without() {
    let server = echo(false);
    let obs = run(
        vec![with_credential(&server.url("/mcp"))],
        &options(),
        &|_| {},
    )
    .unwrap()
    .remove(0);
    assert_eq!(obs.outcome.to_string(), "answered");
    assert!(obs.authorization.is_some());
    assert!(
        violations(&obs)
            .contains(&"! authenticated list is cacheable by all: tools/list".to_owned())
    );
    let server = echo(true);
    let obs = run(
        vec![with_credential(&server.url("/mcp"))],
        &options(),
        &|_| {},
    )
    .unwrap()
    .remove(0);
    assert_eq!(
        obs.details[0].to_string(),
        "the credential sent was not accepted"
    );
}

#[test]
fn a_credential_goes_to_its_own_server_only() {
    let pair = Pair::start("rfc8414");
    // The handler refuses an Authorization header at the server; metadata must not get one either.
    let other = Server::start(|request, _| {
        let sent = request.header("authorization");
        if request.path == "/mcp" {
            assert!(sent.is_some());
            return Reply::empty(401).with("WWW-Authenticate", "Bearer");
        }
        assert_eq!(sent, None, "{}", request.path);
        Reply::empty(404)
    });
    run(
        vec![with_credential(&other.url("/mcp"))],
        &options(),
        &|_| {},
    )
    .unwrap();
    assert!(other.log().len() > 1);
    drop(pair);
}

#[test]
fn an_open_server_elsewhere_lacks_authentication() {
    let server = Server::start(|request, _| match request.method.as_str() {
        "POST" => request.discover(json!({})),
        _ => Reply::empty(404),
    });
    let options = ProbeOptions {
        resolve: vec![(
            "mcp.example.com".to_owned(),
            (Ipv4Addr::LOCALHOST, server.port).into(),
        )],
        ..options()
    };
    let obs = probe_with("http://mcp.example.com/mcp", &options);
    assert_eq!(
        crate::show::line(&obs),
        "answered; modern; supports 2026-07-28; no TLS; address given on the command line; ! no authentication"
    );
}
