//! Legacy servers: what real ones answer, sessions and their end, HTTP+SSE.

use std::io::Write;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use mcpdiag::inventory::Redacted;
use mcpdiag::probe::{HttpTarget, LeftOut, Live, Target, TargetKind, run};
use serde_json::json;

use crate::server::{Reply, Request, Server};
use crate::show::line;
use crate::{options, probe};

const SESSION: &str = "6c2e078f-1953-4ce5-8ecb-88a7308675c4";

type Answer = fn(&Request) -> Reply;

/// What real legacy servers say to `server/discover`.
fn old_answers() -> Vec<(&'static str, Answer)> {
    vec![
        ("-32000", |r| r.error(400, -32000, &json!(null))),
        ("-32600", |_| {
            let body = json!({"jsonrpc": "2.0", "id": "server-error", "error": {"code": -32600}});
            Reply::json(400, &body).with("mcp-session-id", "minted-for-an-error")
        }),
        ("-32601", |r| r.error(404, -32601, &json!(null))),
        ("-32602", |r| r.error(200, -32602, &json!(null))),
        ("no JSON-RPC", |_| {
            Reply::json(400, &json!({"error": {"code": "BadRequest"}}))
        }),
        ("text", |_| {
            Reply::text(404, "text/plain", "Invalid session ID")
        }),
        ("405", |_| Reply::empty(405)),
        ("406", |_| Reply::empty(406)),
        ("202", |_| Reply::empty(202)),
        ("legacy versions", |r| {
            r.error(400, -32022, &json!({"supported": ["2025-11-25"]}))
        }),
    ]
}

fn legacy(discover: Answer, session: bool, delete: u16) -> Server {
    Server::start(move |request, _| {
        let known = !session || request.header("mcp-session-id") == Some(SESSION);
        match (request.method.as_str(), request.rpc().as_str()) {
            ("POST", "server/discover") => discover(request),
            ("POST", "initialize") => {
                assert_eq!(request.header("mcp-protocol-version"), None);
                assert_eq!(request.header("mcp-session-id"), None);
                assert_eq!(request.json()["params"]["protocolVersion"], "2025-11-25");
                let reply = request.initialize(&json!({"tools": {}}));
                if session {
                    reply.with("Mcp-Session-Id", SESSION)
                } else {
                    reply
                }
            }
            (method, rpc) => {
                assert!(known, "{method} {rpc}");
                assert_eq!(request.header("mcp-protocol-version"), Some("2025-11-25"));
                match (method, rpc) {
                    ("POST", "notifications/initialized") => Reply::empty(202),
                    ("POST", "tools/list") => {
                        request.result(&json!({"tools": [{"name": "find_customer"}]}))
                    }
                    ("DELETE", "") => Reply::empty(delete),
                    _ => Reply::empty(404),
                }
            }
        }
    })
}

#[test]
fn whatever_they_say_to_discover_initialize_tells() {
    for (name, answer) in old_answers() {
        let server = legacy(answer, true, 200);
        let obs = probe(&server.url("/mcp"));
        let shown = line(&obs);
        assert!(
            shown.starts_with("answered; legacy; 2025-11-25 StreamableHttp session Deleted; server/discover answered"),
            "{name}: {shown}"
        );
        assert_eq!(obs.tools.unwrap().samples[0].name.as_str(), "find_customer");
        let log = server.log();
        assert_eq!(
            log[1..5],
            [
                "POST /mcp initialize",
                "POST /mcp notifications/initialized",
                "POST /mcp tools/list",
                "DELETE /mcp"
            ],
            "{name}"
        );
    }
}

#[test]
fn sessions_end_as_the_server_lets_them() {
    let old = |r: &Request| r.error(400, -32000, &json!(null));
    for (session, delete, expected) in [
        (false, 404, "no session"),
        (true, 200, "session Deleted"),
        (true, 405, "session NotOffered"),
        (true, 500, "session Open"),
    ] {
        let server = legacy(old, session, delete);
        let shown = line(&probe(&server.url("/mcp")));
        assert!(shown.contains(expected), "{shown}");
        let deletes = server
            .log()
            .iter()
            .filter(|l| l.starts_with("DELETE"))
            .count();
        assert_eq!(deletes, usize::from(session));
    }
}

#[test]
fn a_session_id_that_can_be_guessed() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "initialize" => request.initialize(&json!({})).with("Mcp-Session-Id", "1"),
        _ => Reply::empty(400),
    });
    let shown = line(&probe(&server.url("/mcp")));
    assert!(shown.contains("! session id can be guessed"), "{shown}");
}

/// Speaks HTTP+SSE; answers go from the POSTs to the open stream.
fn http_sse(endpoint: &'static str) -> Server {
    let stream: Arc<Mutex<Option<mpsc::Sender<String>>>> = Arc::default();
    Server::start(
        move |request, origin| match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/sse") => {
                let (sender, receiver) = mpsc::channel();
                *stream.lock().unwrap() = Some(sender);
                let login = origin.replacen("//", "//u:p@", 1);
                let endpoint = endpoint.replace("ORIGIN", origin).replace("LOGIN", &login);
                Reply::script(move |out| {
                    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
                    let _ = write!(out, "{head}event: endpoint\ndata: {endpoint}\n\n");
                    while let Ok(message) = receiver.recv_timeout(Duration::from_secs(5)) {
                        let _ = write!(out, "event: message\ndata: {message}\n\n");
                    }
                })
            }
            ("POST", path) if path.starts_with("/message") => {
                let result = match request.rpc().as_str() {
                    "initialize" => {
                        json!({"protocolVersion": request.json()["params"]["protocolVersion"],
                    "capabilities": {"tools": {}}, "serverInfo": {"name": "old", "version": "1"}})
                    }
                    "tools/list" => json!({"tools": [{"name": "echo"}]}),
                    _ => return Reply::empty(202),
                };
                let answer =
                    json!({"jsonrpc": "2.0", "id": request.json()["id"], "result": result});
                let sender = stream.lock().unwrap().clone().unwrap();
                sender.send(answer.to_string()).unwrap();
                Reply::text(202, "text/plain", "Accepted")
            }
            _ => Reply::text(404, "text/html", "Cannot POST /sse"),
        },
    )
}

#[test]
fn the_old_transport() {
    for endpoint in [
        "/message?sessionId=1",
        "message?session_id=1",
        "ORIGIN/message?x=1",
    ] {
        let server = http_sse(endpoint);
        let obs = probe(&server.url("/sse"));
        assert_eq!(
            line(&obs),
            "answered; legacy; 2024-11-05 HttpSse no session; server/discover answered with 404 no result; \
             initialize answered with 404 no result; ! HTTP+SSE is deprecated"
        );
        assert_eq!(obs.tools.unwrap().samples[0].name.as_str(), "echo");
    }
}

#[test]
fn the_old_transport_may_not_send_messages_elsewhere() {
    let canary = Server::start(|_, _| Reply::empty(200));
    let leaked: &'static str = Box::leak(canary.url("/message").into_boxed_str());
    let server = http_sse(leaked);
    let shown = line(&probe(&server.url("/sse")));
    assert!(
        shown.starts_with("no MCP server answers (404); unknown"),
        "{shown}"
    );
    assert!(
        shown.ends_with("message endpoint leads to another origin: not followed"),
        "{shown}"
    );
    assert!(canary.log().is_empty());
}

#[test]
fn the_old_transport_may_not_choose_a_login() {
    let server = http_sse("LOGIN/message");
    let shown = line(&probe(&server.url("/sse")));
    assert!(
        shown.ends_with("message endpoint holds a user name or password: not followed"),
        "{shown}"
    );
    let log = server.log();
    assert!(log.iter().all(|line| !line.contains("/message")), "{log:?}");
}

#[test]
fn a_stream_that_stays_silent_is_not_the_old_transport() {
    let server = Server::start(|request, _| match request.method.as_str() {
        "GET" => Reply::script(|out| {
            let _ = out
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: ping\n\n");
            std::thread::sleep(Duration::from_secs(4));
        }),
        _ => Reply::empty(404),
    });
    let shown = line(&probe(&server.url("/mcp")));
    assert!(
        shown.starts_with("no MCP server answers (404); unknown"),
        "{shown}"
    );
    assert!(shown.ends_with("event stream stays silent"), "{shown}");
}

#[test]
fn a_session_is_closed_even_when_time_runs_out() {
    let server =
        Server::start(
            |request, _| match (request.method.as_str(), request.rpc().as_str()) {
                ("POST", "initialize") => request
                    .initialize(&json!({"tools": {}}))
                    .with("Mcp-Session-Id", SESSION),
                ("POST", "tools/list") => {
                    Reply::script(|_| std::thread::sleep(Duration::from_secs(5)))
                }
                ("POST", "server/discover") => Reply::empty(400),
                _ => Reply::empty(200),
            },
        );
    let mut options = options();
    options.limits.server = Duration::from_secs(1);
    let url = server.url("/mcp");
    let target = Target {
        id: url.clone(),
        shown: Redacted::text(&url),
        kind: TargetKind::Http(HttpTarget {
            url: Live::new(url),
            headers: Vec::new(),
            credentials: Vec::new(),
            left_out: LeftOut::default(),
        }),
    };
    let seen = run(vec![target], &options, &|_| {}).unwrap();
    assert_eq!(seen[0].cut, Some(mcpdiag::probe::Cut::TimeLimit));
    assert!(seen[0].legacy.is_some(), "what was seen is kept");
    assert_eq!(server.log().last().unwrap(), "DELETE /mcp");
}
