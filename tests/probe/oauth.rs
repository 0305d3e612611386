//! The way to a token: every variant of discovery, every defect, and what may never be asked.

use std::fmt::Write;

use mcpdiag::probe::{Observation, run};
use serde_json::{Value, json};

use crate::server::{Reply, Request, Server};
use crate::show::{json as recorded, violations};
use crate::{options, probe};

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
                let _ = write!(
                    line,
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

/// Verdicts by variant: what is published, then what is wrong with it.
const VARIANTS: &[(&str, &[&str])] = &[
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

#[test]
fn every_variant_and_its_verdict() {
    for (variant, expected) in VARIANTS {
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
