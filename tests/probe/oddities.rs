//! Answers that are odd rather than wrong: each is handled, and the observation says so.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, mpsc};

use serde_json::json;

use crate::probe;
use crate::server::{Reply, Request, Server};
use crate::show::{json as recorded, line, violations};

/// A server whose `server/discover` and `initialize` are answered so.
fn answers(
    discover: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    initialize: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> Server {
    Server::start(move |request, _| match request.rpc().as_str() {
        "server/discover" => discover(request),
        "initialize" => initialize(request),
        "notifications/initialized" => Reply::empty(202),
        _ => Reply::empty(404),
    })
}

#[test]
fn a_handshake_with_a_revision_that_has_none_is_marked() {
    let server = answers(
        |request| request.error(400, -32000, &json!(null)),
        |request| {
            request.result(&json!({"protocolVersion": "2026-07-28", "capabilities": {}, "serverInfo": {"name": "x"}}))
        },
    );
    let said = line(&probe(&server.url("/mcp")));
    assert!(said.contains("! modern revision in a handshake"), "{said}");
}

#[test]
fn an_answer_that_names_no_modern_revision_is_marked() {
    for supported in [json!(["2025-11-25"]), json!([])] {
        let server = answers(
            move |request| {
                request.result(&json!({"resultType": "complete", "supportedVersions": supported, "capabilities": {},
                    "ttlMs": 0, "cacheScope": "private"}))
            },
            |_| Reply::empty(404),
        );
        let said = line(&probe(&server.url("/mcp")));
        assert!(said.contains("! no modern revision named"), "{said}");
    }
}

#[test]
fn a_version_error_says_what_it_should_or_is_marked() {
    let table = [
        (
            json!({"supported": ["9999"], "requested": "2026-07-28"}),
            "! version error incomplete",
        ),
        (
            json!({"supported": ["2025-11-25"]}),
            "! version error incomplete",
        ),
        (
            json!({"supported": ["9999-01-01"], "requested": "2026-07-28"}),
            "names only revisions that mcpdiag does not know",
        ),
    ];
    for (data, expected) in table {
        let server = answers(
            move |request| request.error(400, -32022, &data),
            |_| Reply::empty(404),
        );
        let said = line(&probe(&server.url("/mcp")));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn not_modified_is_no_redirect() {
    let server = Server::start(|_, _| Reply::empty(304));
    let said = line(&probe(&server.url("/mcp")));
    assert!(said.starts_with("no MCP server answers (304)"), "{said}");
}

#[test]
fn what_became_of_the_stream_is_told() {
    let closed: fn() -> Reply = || Reply::Raw(Vec::new());
    let busy: fn() -> Reply = || Reply::empty(503);
    for (reply, expected) in [
        (busy, "GET for an event stream answered with 503"),
        (closed, "GET for an event stream failed: connection closed"),
    ] {
        let server = Server::start(move |request, _| match request.method.as_str() {
            "GET" => reply(),
            _ => Reply::empty(404),
        });
        let said = line(&probe(&server.url("/sse")));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_connection_that_was_closed_meanwhile_costs_nothing() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        // It keeps the connection, and closes it on the next request.
        "server/discover" => {
            let Reply::Http(_, _, body) = request.discover(&json!({"tools": {}})) else {
                panic!("an HTTP answer");
            };
            Reply::script(move |out| {
                let head = format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                    body.len()
                );
                let _ = out.write_all(head.as_bytes());
                let _ = out.write_all(&body);
                let _ = out.read(&mut [0; 4096]);
            })
        }
        "tools/list" => request.result(
            &json!({"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "private"}),
        ),
        _ => Reply::empty(404),
    });
    let obs = probe(&server.url("/mcp"));
    let tools = obs.tools.unwrap();
    assert_eq!((tools.list.pages, tools.list.stop), (1, None));
}

#[test]
fn a_further_challenge_with_other_metadata_is_told() {
    let server = Server::start(|_, base| {
        let challenge = |n: u8| format!("Bearer scope=\"a\", resource_metadata=\"{base}/{n}\"");
        Reply::empty(401)
            .with("WWW-Authenticate", &challenge(1))
            .with("WWW-Authenticate", &challenge(2))
    });
    let said = line(&probe(&server.url("/mcp")));
    let expected = format!(
        "a further challenge names other metadata, not asked: {}/2",
        server.origin
    );
    assert!(said.contains(&expected), "{said}");
    assert!(!server.log().iter().any(|line| line.contains("/2")));
}

#[test]
fn metadata_of_another_type_is_read_and_marked() {
    let server = Server::start(|request, base| match request.path.as_str() {
        "/mcp" => Reply::empty(401).with("WWW-Authenticate", "Bearer scope=\"a\""),
        "/.well-known/oauth-protected-resource/mcp" => {
            let body = json!({"resource": format!("{base}/mcp"), "authorization_servers": [format!("{base}/as"), format!("{base}/b"), format!("{base}/c")]});
            Reply::text(200, "text/html", &body.to_string())
        }
        path if path.ends_with("/as") => Reply::text(200, "application/json", "{\"issuer\""),
        path if path.ends_with("/b") => Reply::text(200, "application/json", "[]"),
        path if path.ends_with("/c") => Reply::text(200, "application/json", "{}"),
        _ => Reply::empty(404),
    });
    let obs = probe(&server.url("/mcp"));
    let marked = violations(&obs);
    assert!(
        marked
            .iter()
            .any(|v| v.starts_with("! metadata is not application/json")),
        "{marked:?}"
    );
    let report = mcpdiag::probe::report(&obs);
    for expected in [
        "oauth-protected-resource/mcp: read",
        "oauth-authorization-server/as: not metadata (200, no JSON)",
        "oauth-authorization-server/b: not metadata (200, no JSON object)",
        "oauth-authorization-server/c: not metadata (200, a required field is missing)",
        "openid-configuration/b: not metadata",
    ] {
        assert!(report.contains(expected), "{expected} in {report}");
    }
}

#[test]
fn an_open_server_keeps_what_was_looked_for() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({})),
        _ => Reply::text(200, "application/json", "nonsense"),
    });
    let report = mcpdiag::probe::report(&probe(&server.url("/mcp")));
    assert!(
        report.contains("oauth-protected-resource/mcp: not metadata (200, no JSON)"),
        "{report}"
    );
}

#[test]
fn a_request_on_the_stream_of_an_answer_is_answered_and_told() {
    let (sender, receiver) = mpsc::channel();
    let (sender, receiver) = (Mutex::new(sender), Arc::new(Mutex::new(receiver)));
    let server = Server::start(move |request, _| {
        let body = request.json();
        match request.rpc().as_str() {
            "initialize" => {
                let result = json!({"jsonrpc": "2.0", "id": body["id"], "result": {"protocolVersion": "2025-11-25",
                    "capabilities": {}, "serverInfo": {"name": "asks"}}});
                let receiver = Arc::clone(&receiver);
                Reply::script(move |out| {
                    let _ = out.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nMcp-Session-Id: 0123456789abcdef\r\n\r\n");
                    let _ = out.write_all(
                        b"data: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"roots/list\"}\n\n",
                    );
                    // Nothing more before it has its answer.
                    let _: String = receiver.lock().unwrap().recv().unwrap();
                    let _ = out.write_all(format!("data: {result}\n\n").as_bytes());
                })
            }
            "server/discover" => request.error(400, -32000, &json!(null)),
            "" if body["id"] == "s1" => {
                assert_eq!(request.header("mcp-session-id"), Some("0123456789abcdef"));
                assert_eq!(body["error"]["code"], -32601);
                sender.lock().unwrap().send(request.body.clone()).unwrap();
                Reply::empty(202)
            }
            _ => Reply::empty(202),
        }
    });
    let obs = probe(&server.url("/mcp"));
    let said = line(&obs);
    assert!(said.starts_with("answered; legacy"), "{said}");
    assert!(
        said.contains("asked the client for roots/list: refused"),
        "{said}"
    );
    assert!(recorded(&obs).contains("server-request"));
}

#[test]
fn a_modern_server_that_asks_breaks_a_rule_and_gets_no_answer() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => {
            let Reply::Http(_, _, body) = request.discover(&json!({})) else {
                panic!("an HTTP answer");
            };
            let text = String::from_utf8(body).unwrap();
            let events = format!(
                "data: {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\"}}\n\ndata: {text}\n\n"
            );
            Reply::text(200, "text/event-stream", &events)
        }
        _ => Reply::empty(404),
    });
    let said = line(&probe(&server.url("/mcp")));
    assert!(
        said.contains("! sends requests to the client: sampling/createMessage"),
        "{said}"
    );
    assert!(
        !server.log().contains(&"POST /mcp".to_owned()),
        "{:?}",
        server.log()
    );
}

#[test]
fn a_request_on_the_old_transport_is_answered_where_messages_go() {
    let (sender, receiver) = mpsc::channel::<serde_json::Value>();
    let (sender, receiver) = (Mutex::new(sender), Arc::new(Mutex::new(receiver)));
    let server = Server::start(move |request, _| {
        if request.method == "GET" && request.path == "/sse" {
            let receiver = Arc::clone(&receiver);
            return Reply::script(move |out| {
                let _ = out.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: endpoint\ndata: /message\n\n");
                let mut asked = json!(null);
                while let Ok(message) = receiver.lock().unwrap().recv() {
                    let text = if message["method"] == "initialize" {
                        asked = message["id"].clone();
                        json!({"jsonrpc": "2.0", "id": 7, "method": "sampling/createMessage"})
                    } else if message["id"] == 7 && message["error"]["code"] == -32601 {
                        json!({"jsonrpc": "2.0", "id": asked, "result": {"protocolVersion": "2024-11-05",
                            "capabilities": {}, "serverInfo": {"name": "asks"}}})
                    } else {
                        return;
                    };
                    let _ = out.write_all(format!("data: {text}\n\n").as_bytes());
                }
            });
        }
        if request.path == "/message" {
            let _ = sender.lock().unwrap().send(request.json());
            return Reply::empty(202);
        }
        Reply::empty(404)
    });
    let said = line(&probe(&server.url("/sse")));
    assert!(
        said.starts_with("answered; legacy; 2024-11-05 HttpSse"),
        "{said}"
    );
    let asked = "asked the client for sampling/createMessage: refused";
    assert!(said.contains(asked), "{said}");
}
