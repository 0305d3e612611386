//! What follows from the answers of HTTP servers; `rows.rs` has the decision table itself.

use mcpdiag::probe::{Lookup, ProbeOptions};
use serde_json::json;

use crate::server::{Reply, Request, Server, ok};
use crate::show::line;
use crate::{options, probe, probe_with};

/// Answers `server/discover` as the test wants and knows nothing else.
fn discover(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Server {
    Server::start(move |request, _| match request.rpc().as_str() {
        "server/discover" => handler(request),
        _ => Reply::empty(404),
    })
}

#[test]
fn nobody_there() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let shown = line(&probe(&format!("http://127.0.0.1:{port}/mcp")));
    assert_eq!(shown, "not reachable: connection refused; unknown");
    let shown = line(&probe("ftp://127.0.0.1/mcp"));
    assert_eq!(shown, "not reachable: not a usable address; unknown");
    let server = discover(|r| r.discover(&json!({})));
    let shown = line(&probe(&server.url("/mcp").replace("http:", "https:")));
    assert_eq!(shown, "not reachable: TLS failed; unknown");
    let nameless = ProbeOptions {
        lookup: Lookup::new(|_| Err(std::io::ErrorKind::NotFound.into())),
        ..options()
    };
    let shown = line(&probe_with("https://mcp.example.com/mcp", &nameless));
    assert_eq!(shown, "not reachable: the name has no address; unknown");
}

#[test]
fn a_modern_server() {
    let server = Server::start(|request, _| {
        if request.method == "GET" {
            return Reply::empty(404);
        }
        let body = request.json();
        // What the specification demands of every request.
        assert_eq!(request.header("content-type"), Some("application/json"));
        assert_eq!(
            request.header("accept"),
            Some("application/json, text/event-stream")
        );
        assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
        assert_eq!(request.header("mcp-method"), body["method"].as_str());
        let meta = &body["params"]["_meta"];
        assert_eq!(
            meta["io.modelcontextprotocol/protocolVersion"],
            "2026-07-28"
        );
        assert_eq!(
            meta["io.modelcontextprotocol/clientCapabilities"],
            json!({})
        );
        assert_eq!(
            meta["io.modelcontextprotocol/clientInfo"]["name"],
            "mcpdiag"
        );
        // And what a probe must not send.
        for name in [
            "mcp-name",
            "mcp-session-id",
            "origin",
            "authorization",
            "cookie",
            "referer",
        ] {
            assert_eq!(request.header(name), None, "{name}");
        }
        assert_eq!(request.header("accept-encoding"), Some("identity"));
        match request.rpc().as_str() {
            "server/discover" => request.discover(&json!({"tools": {"listChanged": true},
                "extensions": {"io.modelcontextprotocol/ui": {}}, "tasks": {}, "x-odd": 1})),
            "tools/list" => request.result(&json!({"resultType": "complete", "ttlMs": 60000, "cacheScope": "public",
                "tools": [{"name": "search_notes", "annotations": {"readOnlyHint": true, "openWorldHint": false}},
                    {"name": "delete_note"}]})),
            other => panic!("never asked for: {other}"),
        }
    });
    let obs = probe(&server.url("/mcp"));
    insta::assert_snapshot!(crate::show::json(&obs).replace(&server.origin, "ORIGIN"));
    assert_eq!(
        server.log(),
        [
            "POST /mcp server/discover",
            "POST /mcp tools/list",
            "GET /.well-known/oauth-protected-resource/mcp",
            "GET /.well-known/oauth-protected-resource",
        ]
    );
}

#[test]
fn an_answer_may_come_as_events_after_notifications() {
    let server = discover(|request| {
        let id = request.json()["id"].clone();
        let result = json!({"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete",
            "supportedVersions": ["2026-07-28"], "capabilities": {}, "ttlMs": 0, "cacheScope": "private"}});
        let other = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {}});
        Reply::script(move |stream| {
            use std::io::Write;
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
            let body = format!(
                ": hello\n\nid: 1\ndata: \n\nevent: message\ndata: {other}\n\ndata: {result}\n\n"
            );
            let _ = stream.write_all((head.to_owned() + &body).as_bytes());
            // The stream stays open: the answer is there all the same.
            std::thread::sleep(std::time::Duration::from_secs(3));
        })
    });
    let obs = probe(&server.url("/mcp"));
    assert_eq!(
        line(&obs),
        "answered; modern; supports 2026-07-28; notifications before the answer"
    );
}

#[test]
fn the_version_is_retried_once() {
    type Case = (&'static [&'static str], bool, &'static str, usize);
    let table: &[Case] = &[
        (
            &["2026-07-28"],
            true,
            "answered; modern; supports 2026-07-28; version retried once",
            2,
        ),
        (
            &["2026-07-28"],
            false,
            "answered; modern (by error code); supports 2026-07-28; version retried once",
            2,
        ),
        (
            &["2027-02-01", "2026-11-01"],
            false,
            "answered; modern (by error code); supports 2027-02-01 2026-11-01",
            2,
        ),
    ];
    for (supported, relents, expected, requests) in table {
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let server = discover(move |request| {
            let first = asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0;
            if first || !relents {
                let version = request.header("mcp-protocol-version");
                return request.error(
                    400,
                    -32022,
                    &json!({"supported": supported, "requested": version}),
                );
            }
            request.discover(&json!({}))
        });
        let shown = line(&probe(&server.url("/mcp")));
        assert!(shown.starts_with(expected), "{shown}");
        let discovers = server
            .log()
            .iter()
            .filter(|l| l.contains("discover"))
            .count();
        assert_eq!(discovers, *requests);
    }
}

#[test]
fn a_modern_server_without_discover() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.error(404, -32601, &json!(null)),
        _ => request.error(
            400,
            -32022,
            &json!({"supported": ["2026-07-28"], "requested": "2025-11-25"}),
        ),
    });
    assert_eq!(
        line(&probe(&server.url("/mcp"))),
        "answered; modern (by error code); supports 2026-07-28; server/discover answered with 404 error -32601; \
         initialize answered with 400 error -32022; ! no server/discover"
    );
}

#[test]
fn a_site_that_is_no_mcp_server() {
    let server = Server::start(|request, _| match request.method.as_str() {
        "GET" => Reply::text(200, "text/html", "<!DOCTYPE html><h1>Hello</h1>"),
        _ => Reply::text(200, "text/html", "<!DOCTYPE html>"),
    });
    assert_eq!(
        line(&probe(&server.url("/"))),
        "no MCP server answers (200); unknown; server/discover answered with 200 no result; \
         initialize answered with 200 no result"
    );
    // Says `complete` to everything.
    let server = Server::start(|request, _| request.result(&json!({"resultType": "complete"})));
    let shown = line(&probe(&server.url("/mcp")));
    assert!(
        shown.starts_with("no MCP server answers (200); unknown"),
        "{shown}"
    );
}

#[test]
fn both_eras_only_when_asked() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({})),
        "initialize" => request.initialize(&json!({})),
        _ => Reply::empty(404),
    });
    let shown = line(&probe(&server.url("/mcp")));
    assert_eq!(shown, "answered; modern; supports 2026-07-28");
    let both = ProbeOptions {
        both_eras: true,
        ..options()
    };
    let shown = line(&probe_with(&server.url("/mcp"), &both));
    assert_eq!(
        shown,
        "answered; modern and legacy; supports 2026-07-28; 2025-11-25 StreamableHttp no session"
    );
    let strict = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({})),
        _ => request.error(400, -32022, &json!({"supported": ["2026-07-28"]})),
    });
    let shown = line(&probe_with(&strict.url("/mcp"), &both));
    assert_eq!(
        shown,
        "answered; modern; supports 2026-07-28; initialize answered with 400 error -32022"
    );
}

#[test]
fn a_foreign_origin_only_when_asked() {
    let server = |guarded: bool| {
        Server::start(move |request, _| match request.header("origin") {
            Some(origin) => {
                assert_eq!(origin, "https://mcpdiag.invalid");
                if guarded {
                    Reply::empty(403)
                } else {
                    request.discover(&json!({}))
                }
            }
            None => request.discover(&json!({})),
        })
    };
    let asked = ProbeOptions {
        check_origin: true,
        ..options()
    };
    let plain = "answered; modern; supports 2026-07-28";
    assert_eq!(line(&probe(&server(false).url("/mcp"))), plain);
    assert_eq!(
        line(&probe_with(&server(true).url("/mcp"), &asked)),
        format!("{plain}; foreign Origin turned away (403)")
    );
    assert_eq!(
        line(&probe_with(&server(false).url("/mcp"), &asked)),
        format!("{plain}; ! Origin is not checked")
    );
}

#[test]
fn a_result_with_gaps_is_tolerated_and_told() {
    let server = discover(|request| {
        ok(&json!({"jsonrpc": "2.0", "id": request.json()["id"], "result": {
            "supportedVersions": ["2026-07-28"], "capabilities": {"logging": {}, "extensions": {"noprefix": {}}},
            "ttlMs": -1, "serverInfo": {"name": "old-place"}}}))
        .with("Mcp-Session-Id", "0123456789abcdef0123")
    });
    let obs = probe(&server.url("/mcp"));
    assert_eq!(
        line(&obs),
        "answered; modern; supports 2026-07-28; serverInfo in its old place; session id in a modern answer; \
         ! required fields missing in a result: resultType; ! ttlMs or cacheScope wrong or missing: ttlMs, cacheScope; \
         ! logging is deprecated; ! extension name without a prefix: noprefix"
    );
    assert_eq!(
        obs.self_report().unwrap().name.as_deref(),
        Some("old-place")
    );
}
