//! Every row of the two decision tables: what a server answers to `server/discover`, what it then is, what else is asked.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::probe;
use crate::server::{Reply, Request, Server};
use crate::show::line;

/// Row, what is answered, the answer, how the observation begins, and what is asked after `server/discover`.
type Row = (
    u8,
    &'static str,
    fn(&Request) -> Reply,
    &'static str,
    &'static [&'static str],
);

/// Ends in a verdict without an era.
const NOTHING_MORE: &[&str] = &[];
/// The server is asked once more.
const AGAIN: &[&str] = &["POST server/discover"];
/// Step I, which is answered with 404, then step S.
const OLDER: &[&str] = &["POST initialize", "GET"];

const HTTP: &[Row] = &[
    (
        1,
        "401",
        |_| Reply::empty(401),
        "asks for a token (401); unknown",
        NOTHING_MORE,
    ),
    (
        1,
        "401 with the result of a modern server",
        |r| match r.discover(&json!({})) {
            Reply::Http(_, headers, body) => Reply::Http(401, headers, body),
            other => other,
        },
        "asks for a token (401); unknown",
        NOTHING_MORE,
    ),
    (
        1,
        "403 with a challenge",
        |_| Reply::empty(403).with("WWW-Authenticate", "Bearer scope=\"x\""),
        "asks for a token (403); unknown",
        NOTHING_MORE,
    ),
    (
        2,
        "403 without a challenge",
        |r| r.error(403, -32000, &json!(null)),
        "turned away (403); unknown",
        NOTHING_MORE,
    ),
    (
        2,
        "421",
        |_| Reply::text(421, "text/plain", "Invalid Host header"),
        "turned away (421); unknown",
        NOTHING_MORE,
    ),
    (
        3,
        "429",
        |_| Reply::empty(429),
        "asks to wait (429); unknown",
        NOTHING_MORE,
    ),
    (
        3,
        "500 with an error of the protocol",
        |r| r.error(500, -32601, &json!(null)),
        "server trouble (500); unknown",
        NOTHING_MORE,
    ),
    (
        3,
        "503",
        |_| Reply::empty(503),
        "server trouble (503); unknown",
        NOTHING_MORE,
    ),
    (
        4,
        "a closed connection",
        |_| Reply::Raw(Vec::new()),
        "not reachable: connection closed; unknown",
        NOTHING_MORE,
    ),
    (
        4,
        "no HTTP",
        |_| Reply::Raw(b"SSH-2.0-x\r\n\r\n".to_vec()),
        "not reachable: answer is not HTTP; unknown",
        NOTHING_MORE,
    ),
    (
        4,
        "silence",
        |_| Reply::script(|_| sleep(Duration::from_secs(4))),
        "not reachable: no answer in time; unknown",
        NOTHING_MORE,
    ),
    (
        5,
        "302",
        |_| Reply::empty(302).with("Location", "http://127.0.0.1:1/elsewhere"),
        "redirects (302), not followed; unknown; server redirects: not followed",
        NOTHING_MORE,
    ),
    (
        6,
        "a result",
        |r| r.discover(&json!({})),
        "answered; modern; supports 2026-07-28",
        NOTHING_MORE,
    ),
    (
        7,
        "-32022 that names the version just sent",
        |r| {
            r.error(
                400,
                -32022,
                &json!({"supported": ["2025-11-25", "2026-07-28"]}),
            )
        },
        "answered; modern (by error code); supports 2025-11-25 2026-07-28; version retried once",
        AGAIN,
    ),
    (
        7,
        "-32022 that names legacy versions",
        |r| {
            r.error(
                400,
                -32022,
                &json!({"supported": ["2025-11-25", "2024-11-05"]}),
            )
        },
        "answered; legacy; server/discover answered with 400 error -32022",
        OLDER,
    ),
    (
        7,
        "-32022 without a list",
        |r| r.error(400, -32022, &json!(null)),
        "answered; legacy; server/discover answered with 400 error -32022",
        OLDER,
    ),
    (
        8,
        "-32020",
        |r| r.error(400, -32020, &json!(null)),
        "answered; modern (by error code); server/discover answered with 400 error -32020",
        &["POST initialize"],
    ),
    (
        8,
        "-32021",
        |r| r.error(400, -32021, &json!(null)),
        "answered; modern (by error code); server/discover answered with 400 error -32021",
        &["POST initialize"],
    ),
    (
        9,
        "404 with -32601",
        |r| r.error(404, -32601, &json!(null)),
        "no MCP server answers (404); unknown; server/discover answered with 404 error -32601",
        OLDER,
    ),
    (
        10,
        "404",
        |_| Reply::text(404, "text/html", "Cannot POST /mcp"),
        "no MCP server answers (404); unknown; server/discover answered with 404 no result",
        OLDER,
    ),
    (
        10,
        "406",
        |_| Reply::empty(406),
        "no MCP server answers (404); unknown; server/discover answered with 406 no result",
        OLDER,
    ),
    (
        10,
        "an error with a code of the drafts",
        |r| r.error(400, -32004, &json!({"supported": ["2026-07-28"]})),
        "no MCP server answers (404); unknown; server/discover answered with 400 error -32004",
        OLDER,
    ),
    (
        10,
        "an error with status 200",
        |r| r.error(200, -32601, &json!(null)),
        "no MCP server answers (404); unknown; server/discover answered with 200 error -32601",
        OLDER,
    ),
    (
        10,
        "a strange result",
        |r| r.result(&json!({"resultType": "complete"})),
        "no MCP server answers (404); unknown; server/discover answered with 200 no result",
        OLDER,
    ),
    (
        10,
        "HTML",
        |_| Reply::text(200, "text/html", "<!DOCTYPE html>"),
        "no MCP server answers (404); unknown; server/discover answered with 200 no result",
        OLDER,
    ),
];

#[test]
fn every_row_over_http() {
    for (row, what, handler, expected, then) in HTTP {
        let server = Server::start(|request, _| match request.rpc().as_str() {
            "server/discover" => handler(request),
            _ => Reply::empty(404),
        });
        let shown = line(&probe(&server.url("/mcp")));
        assert!(shown.starts_with(expected), "row {row}, {what}: {shown}");
        // What looks for the way to a token asks elsewhere.
        let log = server.log();
        let asked = log.iter().filter_map(|line| line.split_once(" /mcp"));
        let asked: Vec<String> = asked
            .map(|(method, rpc)| format!("{method}{rpc}"))
            .collect();
        assert_eq!(asked[0], "POST server/discover");
        assert_eq!(asked[1..], **then, "row {row}, {what}");
    }
    let rows: BTreeSet<u8> = HTTP.iter().map(|(row, ..)| *row).collect();
    assert_eq!(rows, (1..=10).collect());
}

/// What is answered, the shell that answers it, how the observation begins, and with what each process is opened.
#[cfg(unix)]
type Command = (&'static str, &'static str, &'static str, &'static [bool]);

#[cfg(unix)]
const MODERN: &[bool] = &[true];
#[cfg(unix)]
const FALLS_BACK: &[bool] = &[true, false];

#[cfg(unix)]
const STDIO: &[Command] = &[
    (
        "a result",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}'"#,
        "answered; modern; supports 2026-07-28",
        MODERN,
    ),
    (
        "-32022 that names a modern version, twice",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32022,"data":{"supported":["2026-07-28"]}}}'"#,
        "answered; modern (by error code); supports 2026-07-28; version retried once",
        MODERN,
    ),
    (
        "-32020",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32020}}'"#,
        "answered; modern (by error code); server/discover answered with error -32020",
        MODERN,
    ),
    (
        "-32021",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32021}}'"#,
        "answered; modern (by error code); server/discover answered with error -32021",
        MODERN,
    ),
    (
        "-32022 that names legacy versions",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32022,"data":{"supported":["2025-11-25"]}}}'"#,
        "answered; legacy; 2025-11-25 Stdio no session",
        FALLS_BACK,
    ),
    (
        "-32601",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32601}}'"#,
        "answered; legacy; 2025-11-25 Stdio no session",
        FALLS_BACK,
    ),
    (
        "-32602, as the Python SDK of that time",
        r#"echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32602}}'"#,
        "answered; legacy; 2025-11-25 Stdio no session",
        FALLS_BACK,
    ),
    (
        "silence",
        ":",
        "answered; legacy; 2025-11-25 Stdio no session",
        FALLS_BACK,
    ),
    (
        "an exit",
        "exit 1",
        "answered; legacy; 2025-11-25 Stdio no session",
        FALLS_BACK,
    ),
];

#[cfg(unix)]
#[test]
fn every_row_over_pipes() {
    let initialized = r#"echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"crm","version":"1"}}}'"#;
    let mut quick = crate::options();
    quick.limits.start = Duration::from_millis(700);
    for (what, answer, expected, opened) in STDIO {
        let body = format!(
            "while read -r line; do case $line in *server/discover*) {answer};; *initialize\\\"*) {initialized};; esac; done"
        );
        let obs = crate::stdio::probe_with(&body, &[], &quick);
        assert!(line(&obs).starts_with(expected), "{what}: {}", line(&obs));
        let runs: Vec<bool> = obs.runs.iter().map(|run| run.modern).collect();
        assert_eq!(runs, *opened, "{what}");
    }
}
