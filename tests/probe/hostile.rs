//! Servers that mean no good: the probe ends in time, in little memory, with text that steers nothing.

use std::io::Write;
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use mcpdiag::probe::Observation;
use serde_json::json;

use crate::server::{Reply, Request, Server};
use crate::show::{json as recorded, line, violations};
use crate::{options, probe};

/// A JSON answer that never ends, as fast as it is taken.
pub(crate) fn endless_json(out: &mut TcpStream) {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
    let _ = out.write_all(head.as_bytes());
    while out.write_all(&[b'x'; 8192]).is_ok() {}
}

/// A JSON answer of a byte now and then.
pub(crate) fn drip(out: &mut TcpStream) {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
    let _ = out.write_all(head.as_bytes());
    for _ in 0..100 {
        sleep(Duration::from_millis(100));
        if out.write_all(b" ").is_err() {
            return;
        }
    }
}

fn always(
    reply: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> (Observation, Server, Duration) {
    let server = Server::start(move |request, _| match request.method.as_str() {
        "POST" => reply(request),
        _ => Reply::empty(404),
    });
    let start = Instant::now();
    let obs = probe(&server.url("/mcp"));
    (obs, server, start.elapsed())
}

#[test]
fn answers_without_end_are_cut() {
    type Case = (&'static str, fn(&mut TcpStream), &'static str);
    let table: &[Case] = &[
        (
            "endless JSON",
            endless_json,
            "not reachable: answer too large; unknown",
        ),
        (
            "slow drip",
            drip,
            "not reachable: no answer in time; unknown",
        ),
        (
            "endless events",
            |out| {
                let _ =
                    out.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
                while out
                    .write_all(
                        "data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n"
                            .repeat(500)
                            .as_bytes(),
                    )
                    .is_ok()
                {}
            },
            "not reachable: answer too large; unknown",
        ),
        (
            "one event without end",
            |out| {
                let _ = out
                    .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ");
                while out.write_all(&[b'x'; 8192]).is_ok() {}
            },
            "not reachable: answer too large; unknown",
        ),
        (
            "comments for ever",
            |out| {
                let _ =
                    out.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
                while out.write_all(b": ping\n\n").is_ok() {
                    sleep(Duration::from_millis(50));
                }
            },
            "not reachable: no answer in time; unknown",
        ),
        (
            "a gigabyte, announced",
            |out| {
                let _ = out.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n");
                while out.write_all(&[b' '; 8192]).is_ok() {}
            },
            "not reachable: answer too large; unknown",
        ),
        (
            "headers without end",
            |out| {
                let _ = out.write_all(b"HTTP/1.1 200 OK\r\n");
                while out
                    .write_all(format!("X-A: {}\r\n", "x".repeat(1000)).as_bytes())
                    .is_ok()
                {}
            },
            "not reachable: answer is not HTTP; unknown",
        ),
        (
            "half an answer",
            |out| {
                let _ =
                    out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"jsonrpc\"");
            },
            "not reachable: connection closed; unknown",
        ),
        (
            "a bomb that was not asked for",
            |out| {
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n";
                let _ = out.write_all(head.as_bytes());
                let _ = out.write_all(&[0x1f, 0x8b, 8, 0]);
            },
            "not reachable: answer compressed unasked; unknown",
        ),
    ];
    for (name, script, expected) in table {
        let script = *script;
        let (obs, _, took) = always(move |_| Reply::script(script));
        assert_eq!(line(&obs), *expected, "{name}");
        assert!(took < Duration::from_secs(6), "{name}: {took:?}");
    }
}

#[test]
fn the_body_of_an_error_cannot_hide_its_status() {
    for endless in [true, false] {
        let (obs, _, _) = always(move |_| {
            Reply::script(move |out| {
                let _ = out
                    .write_all(b"HTTP/1.1 401 X\r\nWWW-Authenticate: Bearer scope=\"a\"\r\n\r\n");
                while out.write_all(&[b'x'; 8192]).is_ok() {
                    if !endless {
                        sleep(Duration::from_secs(9));
                    }
                }
            })
        });
        assert!(
            line(&obs).starts_with("asks for a token (401)"),
            "{}",
            line(&obs)
        );
    }
}

#[test]
fn one_server_has_one_time_limit() {
    // Every answer comes just in time; together they would take very long.
    let server = Server::start(|request, _| {
        sleep(Duration::from_millis(600));
        match request.rpc().as_str() {
            "server/discover" => request.discover(&json!({"tools": {}})),
            _ => request.result(
                &json!({"tools": [{"name": "a"}], "nextCursor": request.json()["id"].to_string()}),
            ),
        }
    });
    let mut options = options();
    options.limits.server = Duration::from_secs(3);
    let start = Instant::now();
    let obs = crate::probe_with(&server.url("/mcp"), &options);
    assert!(start.elapsed() < Duration::from_secs(4));
    assert_eq!(obs.cut, Some(mcpdiag::probe::Cut::TimeLimit));
    assert!(obs.tools.unwrap().list.count >= 2, "what was seen is kept");
}

#[test]
fn whichever_limit_comes_first_the_reason_is_the_same() {
    let silent = Server::start(|_, _| Reply::script(|_| sleep(Duration::from_secs(2))));
    let mut seen = Vec::new();
    for (request, server) in [(300, 300), (200, 300), (300, 200)] {
        let mut options = options();
        options.limits.request = Duration::from_millis(request);
        options.limits.connect = Duration::from_millis(request);
        options.limits.server = Duration::from_millis(server);
        seen.push(recorded(&crate::probe_with(&silent.url("/mcp"), &options)));
    }
    assert!(seen[0].contains("\"reason\": \"time-out\""), "{}", seen[0]);
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:#?}");
}

#[test]
fn text_steers_nothing() {
    let name = "red\u{1b}[31m\u{202e}\u{0}\n<script>\u{200b}";
    let (obs, _, _) = always(move |request| {
        match request.rpc().as_str() {
        "server/discover" => request.result(&json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}, name: {}, "extensions": {name: {}}}, "ttlMs": 0, "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": name, "title": "x".repeat(100_000), "version": name}}})),
        _ => request.result(&json!({"resultType": "complete", "tools": [{"name": name}], "ttlMs": 0, "cacheScope": "private"})),
    }
    });
    let shown = obs.self_report().unwrap().name.clone().unwrap();
    assert_eq!(
        shown.as_str(),
        "red[U+001B][31m[U+202E][U+0000][U+000A]<script>[U+200B]"
    );
    assert_eq!(obs.tools.as_ref().unwrap().samples[0].name, shown);
    let text = recorded(&obs);
    assert!(text.len() < 8000);
    let steering = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{200b}".contains(c);
    assert!(!text.contains(steering));
}

#[test]
fn broken_text_is_mended() {
    let answer = |name: &'static [u8]| {
        move |request: &Request| {
            let mut body = b"{\"jsonrpc\":\"2.0\",\"id\":\"discover-1\",\"result\":{\"resultType\":\"complete\",\
                \"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},\"ttlMs\":0,\"cacheScope\":\"private\",\
                \"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"".to_vec();
            body.extend_from_slice(name);
            body.extend_from_slice(b"\"}}}}");
            assert_eq!(request.rpc(), "server/discover");
            Reply::Http(
                200,
                vec![("Content-Type".to_owned(), "application/json".to_owned())],
                body,
            )
        }
    };
    let cases: [(&'static [u8], &str, &[&str]); 3] = [
        (
            b"caf\xe9",
            "caf\u{fffd}",
            &["! answer is not JSON-RPC: invalid UTF-8"],
        ),
        (br"half \ud83d", "half \u{fffd}", &[]),
        (br"nul \u0000", "nul [U+0000]", &[]),
    ];
    for (name, shown, broken) in cases {
        let (obs, _, _) = always(answer(name));
        assert_eq!(obs.self_report().unwrap().name.as_deref(), Some(shown));
        assert_eq!(violations(&obs), broken);
    }
}

#[test]
fn answers_that_belong_to_nobody() {
    let result = json!({"supportedVersions": ["2026-07-28"], "capabilities": {}});
    let foreign = result.clone();
    let (obs, _, _) =
        always(move |_| crate::server::ok(&json!({"jsonrpc": "2.0", "id": 99, "result": foreign})));
    assert_eq!(
        line(&obs),
        "no MCP server answers (200); unknown; server/discover answered with 200 no result; \
         initialize answered with 200 no result; ! answer with a foreign id"
    );
    let (obs, _, _) = always(move |r| {
        crate::server::ok(&json!([{"jsonrpc": "2.0", "id": r.json()["id"], "result": result}]))
    });
    assert!(line(&obs).ends_with("! batch answer"), "{}", line(&obs));
    let (obs, _, _) =
        always(|r| r.result(&json!({"resultType": "input_required", "inputRequests": {}})));
    assert!(
        line(&obs).contains("! asks back where it may not: server/discover"),
        "{}",
        line(&obs)
    );
    // Nested deeper than any reader follows.
    let (obs, _, _) = always(|r| {
        let deep = "[".repeat(200_000);
        let id = r.json()["id"].clone();
        Reply::text(
            200,
            "application/json",
            &format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{deep}"),
        )
    });
    assert!(
        line(&obs).starts_with("no MCP server answers (200)"),
        "{}",
        line(&obs)
    );
}

#[test]
fn a_version_cannot_smuggle_a_header() {
    let (obs, server, _) = always(|request| {
        match request.rpc().as_str() {
        "initialize" => request
            .result(&json!({"protocolVersion": "2025-11-25\r\nX-Evil: 1", "capabilities": {"tools": {}}, "serverInfo": {"name": "x"}}))
            .with("Mcp-Session-Id", "0123456789abcdef"),
        "tools/list" => {
            assert_eq!(request.header("x-evil"), None);
            request.result(&json!({"tools": []}))
        }
        "notifications/initialized" => Reply::empty(202),
        _ => request.error(400, -32000, &json!(null)),
    }
    });
    assert!(server.log().contains(&"POST /mcp tools/list".to_owned()));
    assert!(
        violations(&obs)
            .contains(&"! required fields missing in a result: protocolVersion".to_owned())
    );
}

#[test]
fn a_redirect_is_never_followed() {
    for status in [301, 302, 303, 307, 308] {
        let canary = Server::start(|_, _| Reply::empty(200));
        let inside = [
            "http://10.0.0.7/mcp",
            "http://169.254.169.254/latest/meta-data/",
        ];
        for elsewhere in inside
            .map(str::to_owned)
            .into_iter()
            .chain([canary.url("/mcp")])
        {
            let (obs, server, took) =
                always(move |_| Reply::empty(status).with("Location", &elsewhere));
            assert!(line(&obs).starts_with(&format!("redirects ({status}), not followed")));
            assert_eq!(server.log(), ["POST /mcp server/discover"]);
            assert!(took < Duration::from_secs(2), "nobody was waited for");
        }
        assert!(canary.log().is_empty());
    }
}
