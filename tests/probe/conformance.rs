//! Servers like those of the conformance suite (modelcontextprotocol/conformance, client scenarios), by its names.
//!
//! A prober that never signs in ends most of these scenarios early; here stands what it sees until then.

use serde_json::{Value, json};

use crate::probe;
use crate::server::{Reply, Request, Server};
use crate::show::{line, violations};

#[test]
fn request_metadata() {
    // Turns every first request away with the version it was sent, and wants it again.
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" if request.json()["id"] == "discover-1" => request.error(
            400,
            -32022,
            &json!({"supported": ["2026-07-28"], "requested": "2026-07-28"}),
        ),
        _ => Reply::empty(404),
    });
    let shown = line(&probe(&server.url("/mcp")));
    assert_eq!(
        shown,
        "answered; modern (by error code); supports 2026-07-28; version retried once; \
         server/discover answered with 400 error -32022"
    );
    assert_eq!(server.log().len(), 2, "once, not for ever");
}

#[test]
fn http_standard_headers() {
    // Keeps `serverInfo` in its old place and sends a session id that nobody asked for.
    let server = Server::start(|request, _| {
        assert_eq!(request.header("mcp-session-id"), None, "never taken up");
        match request.rpc().as_str() {
            rpc @ ("server/discover" | "tools/list") => {
                assert_eq!(request.header("mcp-method"), Some(rpc));
                assert_eq!(request.header("mcp-name"), None);
                let result = json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
                    "ttlMs": 0, "cacheScope": "private", "serverInfo": {"name": "mock", "version": "1"}, "tools": [{"name": "add"}]});
                request
                    .result(&result)
                    .with("mcp-session-id", "0123456789abcdef0123")
            }
            _ => Reply::empty(404),
        }
    });
    let obs = probe(&server.url("/mcp"));
    assert_eq!(
        line(&obs),
        "answered; modern; supports 2026-07-28; serverInfo in its old place; session id in a modern answer"
    );
    assert_eq!(obs.self_report().unwrap().name.as_deref(), Some("mock"));
    assert!(server.log().iter().all(|line| !line.starts_with("DELETE")));
}

#[test]
fn tools_call() {
    // Lists a tool; a probe reads the list and calls nothing.
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({"tools": {}})),
        "tools/list" => request.result(
            &json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "private",
            "tools": [{"name": "add_numbers", "inputSchema": {"type": "object"}}]}),
        ),
        _ => Reply::empty(404),
    });
    let obs = probe(&server.url("/mcp"));
    assert_eq!(obs.tools.unwrap().samples[0].name.as_str(), "add_numbers");
    assert!(server.log().iter().all(|line| !line.contains("tools/call")));
}

/// A server behind a token and its authorization server, as a scenario of `auth/` sets them up.
struct Scenario {
    name: &'static str,
    /// Where the metadata of the resource stands; nowhere for 2025-03-26.
    resource: Option<&'static str>,
    /// The challenge names it.
    named: bool,
    /// Where the metadata of the authorization server stands.
    issuer: Option<&'static str>,
    /// Path of the issuer.
    tenant: &'static str,
    /// What is otherwise than usual.
    change: fn(&mut Value),
    /// What is seen: audience, issuer, rules broken.
    seen: &'static str,
    /// What is asked of both, in order.
    asked: &'static [&'static str],
}

const USUAL: fn(&mut Value) = |_| {};
const AT_PATH: &str = "/.well-known/oauth-protected-resource/mcp";
const AT_ROOT: &str = "/.well-known/oauth-protected-resource";
const OAUTH: &str = "/.well-known/oauth-authorization-server";

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "auth/metadata-default",
        resource: Some(AT_PATH),
        named: true,
        issuer: Some(OAUTH),
        tenant: "",
        change: USUAL,
        seen: "RS/mcp identical; AS read RFC 8414",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "AS /.well-known/oauth-authorization-server",
        ],
    },
    Scenario {
        name: "auth/metadata-var1",
        resource: Some(AT_PATH),
        named: false,
        issuer: Some("/.well-known/openid-configuration"),
        tenant: "",
        change: USUAL,
        seen: "RS/mcp identical; AS read OpenID Connect",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "AS /.well-known/oauth-authorization-server",
            "AS /.well-known/openid-configuration",
        ],
    },
    Scenario {
        name: "auth/metadata-var2",
        resource: Some(AT_ROOT),
        named: false,
        issuer: Some("/.well-known/oauth-authorization-server/tenant1"),
        tenant: "/tenant1",
        change: USUAL,
        seen: "RS/mcp identical; AS/tenant1 read RFC 8414",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "RS /.well-known/oauth-protected-resource",
            "AS /.well-known/oauth-authorization-server/tenant1",
        ],
    },
    Scenario {
        name: "auth/metadata-var3",
        resource: Some("/custom/metadata/location.json"),
        named: true,
        issuer: Some("/tenant1/.well-known/openid-configuration"),
        tenant: "/tenant1",
        change: USUAL,
        seen: "RS/mcp identical; AS/tenant1 read OpenID Connect",
        asked: &[
            "RS /custom/metadata/location.json",
            "AS /.well-known/oauth-authorization-server/tenant1",
            "AS /.well-known/openid-configuration/tenant1",
            "AS /tenant1/.well-known/openid-configuration",
        ],
    },
    Scenario {
        name: "auth/basic-cimd",
        resource: Some(AT_PATH),
        named: true,
        issuer: Some(OAUTH),
        tenant: "",
        change: |metadata| metadata["client_id_metadata_document_supported"] = json!(true),
        seen: "RS/mcp identical; AS read RFC 8414 CIMD",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "AS /.well-known/oauth-authorization-server",
        ],
    },
    Scenario {
        name: "auth/scope-step-up",
        resource: Some(AT_PATH),
        named: true,
        issuer: Some(OAUTH),
        tenant: "",
        // Only a token would be told to ask for more; what is published stands.
        change: |metadata| metadata["scopes_supported"] = json!(["mcp:basic", "mcp:write"]),
        seen: "RS/mcp identical; AS read RFC 8414 mcp:basic mcp:write",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "AS /.well-known/oauth-authorization-server",
        ],
    },
    Scenario {
        name: "auth/resource-mismatch",
        resource: Some(AT_PATH),
        named: true,
        issuer: Some(OAUTH),
        tenant: "",
        change: |document| document["resource"] = json!("https://evil.example.com/mcp"),
        seen: "https://evil.example.com/mcp mismatch: must not be used; AS read RFC 8414; \
               ! metadata is for another resource: https://evil.example.com/mcp",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "AS /.well-known/oauth-authorization-server",
        ],
    },
    Scenario {
        name: "auth/metadata-issuer-mismatch",
        resource: Some(AT_PATH),
        named: true,
        issuer: Some(OAUTH),
        tenant: "",
        change: |metadata| metadata["issuer"] = json!("https://evil.example.com"),
        seen: "RS/mcp identical; AS read RFC 8414 not usable; ! issuer mismatch: AS",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "AS /.well-known/oauth-authorization-server",
        ],
    },
    Scenario {
        name: "auth/2025-03-26-oauth-metadata-backcompat",
        resource: None,
        named: false,
        issuer: Some(OAUTH),
        tenant: "",
        change: USUAL,
        seen: "RS read RFC 8414 assumed from the origin; ! no protected-resource metadata",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "RS /.well-known/oauth-protected-resource",
            "RS /.well-known/oauth-authorization-server",
        ],
    },
    Scenario {
        name: "auth/2025-03-26-oauth-endpoint-fallback",
        resource: None,
        named: false,
        issuer: None,
        tenant: "",
        change: USUAL,
        seen: "assumed RS; ! no protected-resource metadata",
        asked: &[
            "RS /.well-known/oauth-protected-resource/mcp",
            "RS /.well-known/oauth-protected-resource",
            "RS /.well-known/oauth-authorization-server",
            "RS /.well-known/openid-configuration",
        ],
    },
];

impl Scenario {
    /// Answers for metadata of an authorization server at `origin`.
    fn authorization_server(&self, request: &Request, origin: &str) -> Reply {
        if Some(request.path.as_str()) != self.issuer {
            return Reply::empty(404);
        }
        let issuer = format!("{origin}{}", self.tenant);
        let mut metadata = json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"), "token_endpoint": format!("{issuer}/token"),
            "code_challenge_methods_supported": ["S256"], "registration_endpoint": format!("{issuer}/register"),
            "authorization_response_iss_parameter_supported": true, "response_types_supported": ["code"],
        });
        (self.change)(&mut metadata);
        Reply::json(200, &metadata)
    }

    fn resource_server(&self, request: &Request, origin: &str, issuer: &str) -> Reply {
        if request.path == "/mcp" {
            let named = self.resource.filter(|_| self.named);
            let named = named.map_or(String::new(), |path| {
                format!(", resource_metadata=\"{origin}{path}\"")
            });
            let challenge = format!("Bearer error=\"invalid_token\", scope=\"mcp:basic\"{named}");
            return Reply::empty(401).with("WWW-Authenticate", &challenge);
        }
        if self.resource.is_none() {
            return self.authorization_server(request, origin);
        }
        if Some(request.path.as_str()) != self.resource {
            return Reply::empty(404);
        }
        let mut document = json!({"resource": format!("{origin}/mcp"), "authorization_servers": [format!("{issuer}{}", self.tenant)]});
        if self.name == "auth/resource-mismatch" {
            (self.change)(&mut document);
        }
        Reply::json(200, &document)
    }

    fn play(&'static self) -> (String, Vec<String>) {
        let issuer = Server::start(|request, origin| self.authorization_server(request, origin));
        let named = issuer.origin.clone();
        let server =
            Server::start(move |request, origin| self.resource_server(request, origin, &named));
        let obs = probe(&server.url("/mcp"));
        assert_eq!(obs.outcome.to_string(), "asks for a token (401)");
        assert_eq!(obs.era.to_string(), "unknown", "a wall says nothing");
        let authorization = obs.authorization.as_ref().unwrap();
        let mut seen = Vec::new();
        seen.extend(
            authorization
                .resource
                .as_ref()
                .map(|r| format!("{} {}", r.resource, r.fit)),
        );
        for server in &authorization.servers {
            let mut words = vec![server.issuer.to_string(), server.state.to_string()];
            if let Some(metadata) = &server.metadata {
                words.push(metadata.form.to_string());
                words.extend(metadata.cimd.then(|| "CIMD".to_owned()));
                words.extend(metadata.scopes.iter().map(ToString::to_string));
            }
            words.extend(server.usable().is_none().then(|| "not usable".to_owned()));
            words.extend(
                server
                    .assumed_from_origin
                    .then(|| "assumed from the origin".to_owned()),
            );
            seen.push(words.join(" "));
        }
        seen.extend(
            authorization
                .assumed
                .as_ref()
                .map(|a| format!("assumed {}", a.origin)),
        );
        // That clients have to be registered is the usual thing in that suite.
        seen.extend(
            violations(&obs)
                .into_iter()
                .filter(|rule| !rule.contains("only dynamic registration")),
        );
        let seen = seen
            .join("; ")
            .replace(&server.origin, "RS")
            .replace(&issuer.origin, "AS");
        let of = |name: &str, server: &Server| -> Vec<String> {
            let log = server.log().into_iter();
            log.filter_map(|line| Some(format!("{name} {}", line.strip_prefix("GET ")?)))
                .collect()
        };
        (seen, [of("RS", &server), of("AS", &issuer)].concat())
    }
}

#[test]
fn scenarios_of_authorization() {
    for scenario in SCENARIOS {
        let (seen, asked) = scenario.play();
        assert_eq!(seen, scenario.seen, "{}", scenario.name);
        assert_eq!(asked, scenario.asked, "{}", scenario.name);
    }
}
