//! The comparison itself, on a document written by hand: it accepts the right one and names what is wrong in others.

use serde_json::{Value, json};

use crate::compare;
use crate::table::Row;
use crate::view::View;

/// A row with one stdio server in a container and one remote server.
fn row() -> Row {
    toml::from_str(
        r#"
        files = ["x"]
        sources = ["claude-code"]
        hosts = ["Claude Code"]
        scope = "project"
        approval = "asks? (product default)"

        [[server]]
        name = "fetch"
        transport = "stdio"
        place = "isolation Container (docker)"
        says = ["via docker"]

        [[server]]
        name = "tracker"
        transport = "streamable-http"
        place = "provider tracker.example"
        credentials = ["TRACKER_TOKEN reference > mcp.tracker.example"]
        upstreams = ["api.tracker.example annotated"]
        authorization = "auth.tracker.example declared"
        "#,
    )
    .unwrap()
}

/// What a right program says about it.
fn document() -> Value {
    let client = |id: &str, server: &str, transport: &str| {
        json!({"id": id, "kind": "client", "label": server, "boundary": "host", "server": server,
               "transport": transport, "approval": "asks? (product default)", "scope": "project",
               "disabled": false, "reason": null, "marks": []})
    };
    let node = |id: &str, kind: &str, boundary: &str| json!({"id": id, "kind": kind, "label": id, "boundary": boundary, "evidence": "declared"});
    let flow = |kind: &str, from: &str, to: &str, label: &str| json!({"kind": kind, "from": from, "to": to, "label": label, "evidence": "declared"});
    let boundary = |id: &str, kind: &str, label: &str, parent: Value| json!({"id": id, "kind": kind, "label": label, "parent": parent});
    let mut upstream = node("api.tracker.example", "upstream", "provider");
    upstream["evidence"] = "annotated".into();
    json!({
        "sources": [{"client": "claude-code"}],
        "boundaries": [
            boundary("machine", "machine", "This machine", Value::Null),
            boundary("user", "os-user", "OS user", "machine".into()),
            boundary("host", "host", "Claude Code", "user".into()),
            boundary("box", "isolation", "Container (docker) · mcp/fetch", "machine".into()),
            boundary("provider", "provider", "tracker.example", Value::Null),
        ],
        "nodes": [
            client("a", "fetch", "stdio"),
            client("b", "tracker", "streamable-http"),
            node("mcp/fetch", "server", "box"),
            node("mcp.tracker.example", "server", "provider"),
            upstream,
            node("auth.tracker.example", "authorization-server", "provider"),
        ],
        "flows": [
            flow("stdio", "a", "mcp/fetch", "stdin / stdout via docker"),
            flow("http", "b", "mcp.tracker.example", "HTTPS POST"),
            flow("oauth", "b", "auth.tracker.example", "OAuth"),
            flow("upstream", "mcp.tracker.example", "api.tracker.example", "own token"),
        ],
        "credentials": [{"name": "TRACKER_TOKEN", "form": "reference", "holders": ["b"],
                         "sent_to": ["mcp.tracker.example"], "placeholder": false}],
    })
}

/// Compares after a change at a JSON pointer.
fn after(pointer: &str, new: Value) -> String {
    let mut json = document();
    *json.pointer_mut(pointer).unwrap() = new;
    compare::document(&row(), &View { json }).join("; ")
}

#[test]
fn the_right_document_has_no_mismatch() {
    let wrong = compare::document(&row(), &View { json: document() });
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn each_wrong_fact_is_named() {
    let cases = [
        ("/sources/0/client", json!("cursor"), "expected sources"),
        ("/boundaries/2/label", json!("Cursor"), "expected hosts"),
        (
            "/nodes/0/transport",
            json!("sse"),
            "expected transport `stdio`, got `sse`",
        ),
        ("/nodes/0/approval", json!("asks"), "expected approval"),
        ("/nodes/0/scope", json!("user"), "expected scope"),
        ("/nodes/0/disabled", json!(true), "expected active"),
        (
            "/nodes/0/server",
            json!("other"),
            "expected a client node, got none",
        ),
        (
            "/nodes/2/boundary",
            json!("user"),
            "expected to stand in `isolation",
        ),
        (
            "/boundaries/3/parent",
            json!("user"),
            "expected to stand in `isolation",
        ),
        (
            "/nodes/3/boundary",
            json!("user"),
            "expected to stand in `provider",
        ),
        ("/nodes/2/kind", json!("bridge"), "expected no bridge"),
        (
            "/flows/0/label",
            json!("stdin / stdout"),
            "expected the words `via docker`",
        ),
        (
            "/flows/2/kind",
            json!("custom"),
            "expected authorization server",
        ),
        ("/nodes/4/evidence", json!("inferred"), "expected upstream"),
        ("/flows/3/from", json!("mcp/fetch"), "not expected"),
        (
            "/credentials/0/form",
            json!("literal"),
            "expected credential",
        ),
        (
            "/credentials/0/holders/0",
            json!("a"),
            "credential `TRACKER_TOKEN reference` not expected",
        ),
        (
            "/credentials/0/sent_to/0",
            json!("api.tracker.example"),
            "but it is sent to",
        ),
    ];
    for (pointer, new, expected) in cases {
        let wrong = after(pointer, new);
        assert!(wrong.contains(expected), "{pointer}: {wrong}");
    }
}
