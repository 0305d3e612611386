//! Live credentials: where they go, and that they never come back.

use std::sync::{Arc, Mutex};

use mcpdiag::inventory::Redacted;
use mcpdiag::probe::{HttpTarget, LeftOut, Live, ProbeOptions, Target, TargetKind, run};
use serde_json::json;

use crate::options;
use crate::server::{Reply, Server};
use crate::show::{json as recorded, violations};

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
            "server/discover" => request.result(&json!({"resultType": "complete", "supportedVersions": ["2026-07-28", sent],
                "capabilities": {"tools": {}, "extensions": {sent.clone(): {}}}, "ttlMs": 0, "cacheScope": "public",
                "instructions": sent, "_meta": {"io.modelcontextprotocol/serverInfo": {"name": sent, "version": sent}}})),
            _ => request.result(&json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "public",
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
            left_out: LeftOut::default(),
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
fn a_credential_that_one_server_tells_another_never_comes_back() {
    let told: Arc<Mutex<String>> = Arc::default();
    let server = Server::start(move |request, _| {
        if let Some(sent) = request.header("authorization") {
            *told.lock().unwrap() = sent.replace("Bearer ", "");
        }
        let name = told.lock().unwrap().clone();
        request.result(
            &json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": {}, "ttlMs": 0, "cacheScope": "public",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": name, "version": "1"}}}),
        )
    });
    let mut open = with_credential(&server.url("/b"));
    if let TargetKind::Http(http) = &mut open.kind {
        http.headers.clear();
        http.credentials.clear();
    }
    let one_by_one = ProbeOptions {
        jobs: 1,
        ..options()
    };
    let targets = vec![with_credential(&server.url("/a")), open];
    let seen = run(targets, &one_by_one, &|_| {}).unwrap();
    let text = recorded(&seen[1]);
    assert!(
        !text.contains("weakcanary") && text.contains("•••"),
        "{text}"
    );
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
fn an_advertised_address_that_repeats_the_credential_is_not_asked() {
    for inside in ["weakcanary", "%77eakCanary"] {
        let server = Server::start(move |request, base| {
            assert!(!request.path.contains("anary"), "{}", request.path);
            if request
                .path
                .starts_with("/.well-known/oauth-protected-resource/good")
            {
                return Reply::json(
                    200,
                    &json!({"resource": format!("{base}/good"),
                    "authorization_servers": [format!("{base}/as/{inside}")]}),
                );
            }
            let path = if request.path == "/good" {
                ".well-known/oauth-protected-resource/good".to_owned()
            } else {
                inside.to_owned()
            };
            let challenge = format!("Bearer resource_metadata=\"{base}/{path}\"");
            Reply::empty(401).with("WWW-Authenticate", &challenge)
        });
        for path in ["/mcp", "/good"] {
            let target = with_credential(&server.url(path));
            let obs = run(vec![target], &options(), &|_| {}).unwrap().remove(0);
            let text = recorded(&obs);
            assert!(text.contains("\"reason\": \"credential\""), "{text}");
            assert!(!text.to_lowercase().contains("canary"), "{text}");
        }
    }
}

#[test]
fn a_credential_goes_to_its_own_server_only() {
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
}
