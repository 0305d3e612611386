//! Compares one configured server: its client, the way to the server, and where that stands.

use serde_json::Value;

use crate::behind;
use crate::table::{Row, Server};
use crate::view::{Path, View, holds, is_word, texts, word};

/// Checks one configured server.
pub(crate) fn one_server(row: &Row, server: &Server, client: &Value, view: &View) -> Vec<String> {
    let mut wrong = Vec::new();
    let path = view.path_of(client);
    let mut expect = |what: &str, expected: Option<&String>, got: &str| {
        if let Some(expected) = expected.filter(|e| *e != "any" && !is_word(got, e)) {
            wrong.push(format!("expected {what} `{expected}`, got `{got}`"));
        }
    };
    expect(
        "transport",
        Some(&server.transport),
        word(client, "transport"),
    );
    let approval = server.approval.as_ref().or(row.approval.as_ref());
    expect("approval", approval, word(client, "approval"));
    let scope = server.scope.as_ref().or(row.scope.as_ref());
    expect("scope", scope, word(client, "scope"));
    let disabled = client["disabled"].as_bool();
    match server.state.as_deref().unwrap_or("active") {
        "active" if disabled != Some(false) || !word(client, "reason").is_empty() => {
            wrong.push(format!(
                "expected active, got disabled with `{}`",
                word(client, "reason")
            ));
        }
        "disabled" if disabled != Some(true) => wrong.push("expected disabled".to_owned()),
        _ => {}
    }
    if let Some(reason) = server.reason.as_ref().filter(|r| !holds(&texts(client), r)) {
        wrong.push(format!(
            "expected reason `{reason}`, got `{}`",
            word(client, "reason")
        ));
    }
    if let Some(bridge) = &server.bridge {
        let got = path.bridge.map_or("no bridge", |b| word(b, "label"));
        if !holds(got, bridge) {
            wrong.push(format!("expected bridge `{bridge}`, got `{got}`"));
        }
    } else if let Some(bridge) = path.bridge {
        wrong.push(format!(
            "expected no bridge, got `{}`",
            word(bridge, "label")
        ));
    }
    if let Some(kind) = &server.node {
        let got = path.end.map_or("nothing", |n| word(n, "kind"));
        if !is_word(got, kind) {
            wrong.push(format!("expected to reach a {kind}, got {got}"));
        }
    }
    if let Some(expected) = &server.place {
        wrong.extend(place(expected, path.end, view));
    }
    wrong.extend(behind::credentials(server, client, &path, view));
    wrong.extend(behind::beyond(server, client, &path, view));
    let near = neighbourhood(client, &path, view);
    for text in server.says.iter().filter(|t| !holds(&near, t)) {
        wrong.push(format!("expected the words `{text}` on it"));
    }
    for text in server.never.iter().filter(|t| holds(&near, t)) {
        wrong.push(format!("the words `{text}` stand on it"));
    }
    wrong
}

/// Collects every text on a client, its server, the way between them, and the boundaries around the server.
fn neighbourhood(client: &Value, path: &Path<'_>, view: &View) -> String {
    let mut near = texts(client);
    for flow in &path.flows {
        near += &texts(flow);
    }
    for node in [path.bridge, path.end].into_iter().flatten() {
        near += &texts(node);
        for boundary in view.around(node) {
            near += &texts(boundary);
        }
    }
    near
}

/// Checks where a server stands: `os-user`, `account`, `isolation TEXT`, `sandbox`, `provider TEXT`, `loopback`, `private TEXT`,
/// `unknown` (no provider, private network or user) or `elsewhere` (not with an OS user or account).
fn place(expected: &str, end: Option<&Value>, view: &View) -> Option<String> {
    let Some(node) = end else {
        return Some(format!(
            "expected to stand in `{expected}`, but the client reaches no node"
        ));
    };
    let around = view.around(node);
    let kinds: Vec<&str> = around.iter().map(|b| word(b, "kind")).collect();
    let has = |kind: &str| kinds.contains(&kind);
    let user = has("os-user") || has("account");
    let titled = |kind: &str, text: &str| {
        around
            .iter()
            .any(|b| word(b, "kind") == kind && holds(word(b, "label"), text))
    };
    let (place, text) = expected.split_once(' ').unwrap_or((expected, ""));
    let right = match place {
        "os-user" => has("os-user") && !has("isolation"),
        "account" => has("account") && !has("isolation"),
        "isolation" => titled("isolation", text) && has("machine") && !user,
        "sandbox" => has("isolation") && user,
        "provider" => titled("provider", text) && !has("machine"),
        "loopback" => has("machine") && !user,
        "private" => has("private-network") && !user,
        "unknown" => !has("provider") && !has("private-network") && !user,
        "elsewhere" => !user,
        _ => panic!("unknown place {expected:?}"),
    };
    let labels: Vec<String> = around
        .iter()
        .map(|b| format!("{} {:?}", word(b, "kind"), word(b, "label")))
        .collect();
    (!right).then(|| {
        format!(
            "expected to stand in `{expected}`, got {}",
            labels.join(" in ")
        )
    })
}
