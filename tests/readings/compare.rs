//! Compares one row with what the program says; every mismatch becomes one line.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::run::{Ran, run};
use crate::table::{Row, Server};
use crate::view::{View, holds, is_word, plain, texts, word, words};
use crate::{root, view};

/// What never stands in an output: user names and home directories of the samples.
const PRIVATE: &[&str] = &["marlow", "mara@", "/home/", "/Users/", "\\Users\\"];

/// Marks of the invented secrets of the samples.
const SECRETS: &[&str] = &[
    "FAKE",
    "fake-token",
    "fake-pass",
    "fake-secret",
    "fake-verifier",
    "fake-client",
    "fakehash",
    "fake0token",
    "ZmFrZ",
    "fake-edge",
    "fake-header",
];

/// Runs the row and lists what is wrong.
pub(crate) fn row(row: &Row) -> Vec<String> {
    let ran = run(row, "json");
    let mut wrong = Vec::new();
    if ran.code != row.exit {
        let first = ran
            .stderr
            .lines()
            .next()
            .unwrap_or("nothing on standard error");
        wrong.push(format!(
            "expected exit code {}, got {} ({first})",
            row.exit, ran.code
        ));
    }
    if row.exit == 0 || !row.servers.is_empty() {
        match serde_json::from_str::<Value>(&ran.stdout) {
            Ok(json) => wrong.extend(document(row, &View { json })),
            Err(error) => wrong.push(format!("expected JSON on standard output: {error}")),
        }
    } else if !ran.stdout.is_empty() {
        wrong.push("expected nothing on standard output".to_owned());
    }
    wrong.extend(said(row, &ran));
    wrong
        .into_iter()
        .map(|w| format!("{}: {w}", row.title()))
        .collect()
}

/// Checks what must and must not stand in the outputs.
fn said(row: &Row, ran: &Ran) -> Vec<String> {
    let mut wrong = Vec::new();
    let all = match serde_json::from_str::<Value>(&ran.stdout) {
        Ok(json) => texts(&json) + &ran.stderr,
        Err(_) => ran.stderr.clone(),
    };
    for text in row.must_say.iter().filter(|t| !holds(&all, t)) {
        wrong.push(format!("expected the words `{text}`"));
    }
    let mut hidden = secrets_in(row);
    hidden.extend(PRIVATE.iter().map(|&p| p.to_owned()));
    hidden.extend(row.must_not.iter().cloned());
    let mut outputs = vec![("json", all)];
    if !row.must_not.is_empty() && row.exit == 0 {
        for format in ["svg", "mermaid", "dot"] {
            let other = run(row, format);
            outputs.push((format, other.stdout + &other.stderr));
        }
    }
    for (format, text) in outputs {
        for secret in hidden.iter().filter(|s| text.contains(s.as_str())) {
            wrong.push(format!("the {format} output holds `{secret}`"));
        }
    }
    wrong
}

/// Collects the invented secrets that the input files hold.
fn secrets_in(row: &Row) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in &row.files {
        let Ok(bytes) = std::fs::read(root().join(file)) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-_.!$".contains(c));
        for part in parts.filter(|p| SECRETS.iter().any(|s| p.contains(s))) {
            found.insert(part.to_owned());
        }
    }
    found
}

/// Checks sources, hosts, counts and servers.
fn document(row: &Row, view: &View) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(expected) = &row.sources {
        let mut got: Vec<&str> = view
            .list("sources")
            .iter()
            .map(|s| word(s, "client"))
            .collect();
        let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        got.sort_unstable();
        expected.sort_unstable();
        if got != expected {
            wrong.push(format!("expected sources of {expected:?}, got {got:?}"));
        }
    }
    if let Some(expected) = &row.hosts {
        let hosts = view
            .list("boundaries")
            .iter()
            .filter(|b| word(b, "kind") == "host");
        let got: Vec<&str> = hosts.map(|b| word(b, "label")).collect();
        let all_there = expected.iter().all(|e| got.iter().any(|g| holds(g, e)));
        if got.len() != expected.len() || !all_there {
            wrong.push(format!("expected hosts {expected:?}, got {got:?}"));
        }
    }
    for (kind, &expected) in &row.count {
        let got = view.nodes(kind).count();
        if got != expected {
            wrong.push(format!(
                "expected {expected} nodes of kind {kind}, got {got}"
            ));
        }
    }
    wrong.extend(shared(row, view));
    let mut rest: Vec<&Value> = view.nodes("client").collect();
    for server in &row.servers {
        let scope = server.scope.as_ref().or(row.scope.as_ref());
        let same_name = |c: &&Value| {
            (server.name == "*" || server.name.split(" | ").any(|n| n == word(c, "server")))
                && server.host.as_ref().is_none_or(|host| {
                    let around = view.around(c);
                    around
                        .iter()
                        .any(|b| word(b, "kind") == "host" && holds(word(b, "label"), host))
                })
        };
        let at = rest
            .iter()
            .position(|c| same_name(c) && scope.is_none_or(|s| is_word(word(c, "scope"), s)))
            .or_else(|| rest.iter().position(|c| same_name(c)));
        let Some(at) = at else {
            wrong.push(format!(
                "server {:?}: expected a client node, got none",
                server.name
            ));
            continue;
        };
        let client = rest.remove(at);
        let found = one_server(row, server, client, view);
        wrong.extend(
            found
                .into_iter()
                .map(|w| format!("server {:?}: {w}", server.name)),
        );
    }
    for client in rest {
        wrong.push(format!("server {:?}: not expected", word(client, "server")));
    }
    wrong
}

/// Checks which credentials hold one value.
fn shared(row: &Row, view: &View) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for names in &row.shared {
        let groups: BTreeSet<String> = view
            .list("credentials")
            .iter()
            .filter(|c| names.iter().any(|n| n == word(c, "name")))
            .map(|c| c["shared_group"].to_string())
            .collect();
        let group = groups.iter().next().cloned().unwrap_or_default();
        if groups.len() != 1 || group == "null" || !seen.insert(group) {
            wrong.push(format!(
                "expected {names:?} in one shared group, got {groups:?}"
            ));
        }
    }
    wrong
}

/// Checks one configured server.
fn one_server(row: &Row, server: &Server, client: &Value, view: &View) -> Vec<String> {
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
        "broken" if word(client, "reason").is_empty() && words(client, "marks").is_empty() => {
            if client["marks"].as_array().is_none_or(Vec::is_empty) {
                wrong.push("expected a reason or a mark, for it is broken".to_owned());
            }
        }
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
    wrong.extend(credentials(server, client, &path, view));
    wrong.extend(behind(server, client, &path, view));
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
fn neighbourhood(client: &Value, path: &view::Path<'_>, view: &View) -> String {
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

/// Checks where a server stands: `os-user`, `isolation TEXT`, `sandbox`, `provider TEXT`, `loopback`, `private TEXT`,
/// `unknown` (no provider, private network or user) or `elsewhere` (not with the OS user).
fn place(expected: &str, end: Option<&Value>, view: &View) -> Option<String> {
    let Some(node) = end else {
        return Some(format!(
            "expected to stand in `{expected}`, but the client reaches no node"
        ));
    };
    let around = view.around(node);
    let kinds: Vec<&str> = around.iter().map(|b| word(b, "kind")).collect();
    let has = |kind: &str| kinds.contains(&kind);
    let titled = |kind: &str, text: &str| {
        around
            .iter()
            .any(|b| word(b, "kind") == kind && holds(word(b, "label"), text))
    };
    let (place, text) = expected.split_once(' ').unwrap_or((expected, ""));
    let right = match place {
        "os-user" => has("os-user") && !has("isolation"),
        "isolation" => titled("isolation", text) && has("machine") && !has("os-user"),
        "sandbox" => has("isolation") && has("os-user"),
        "provider" => titled("provider", text) && !has("machine"),
        "loopback" => has("machine") && !has("os-user"),
        "private" => has("private-network") && !has("os-user"),
        "unknown" => !has("provider") && !has("private-network") && !has("os-user"),
        "elsewhere" => !has("os-user"),
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

/// Checks the credentials held by the client or by what it starts.
fn credentials(server: &Server, client: &Value, path: &view::Path<'_>, view: &View) -> Vec<String> {
    let ours: Vec<&str> = [Some(client), path.bridge, path.end]
        .into_iter()
        .flatten()
        .map(|n| word(n, "id"))
        .collect();
    let mut rest: Vec<&Value> = view
        .list("credentials")
        .iter()
        .filter(|c| words(c, "holders").iter().any(|h| ours.contains(h)))
        .collect();
    let mut wrong = Vec::new();
    for expected in &server.credentials {
        let (optional, text) = expected
            .strip_prefix('?')
            .map_or((false, expected.as_str()), |t| (true, t));
        let (text, sent_to) = text.split_once(" > ").unwrap_or((text, ""));
        let (name, form) = text.rsplit_once(' ').unwrap_or((text, "*"));
        let fits = |c: &&Value| {
            (name == "*" || name.split('/').any(|n| plain(n) == plain(word(c, "name"))))
                && (form == "*" || form.split('/').any(|f| f == word(c, "form")))
        };
        let Some(at) = rest.iter().position(fits) else {
            if !optional {
                let got: Vec<String> = rest
                    .iter()
                    .map(|c| format!("{} {}", word(c, "name"), word(c, "form")))
                    .collect();
                wrong.push(format!("expected credential `{expected}`, got {got:?}"));
            }
            continue;
        };
        let found = rest.remove(at);
        let sent: String = words(found, "sent_to")
            .iter()
            .filter_map(|id| view.node(id))
            .map(texts)
            .collect();
        if !holds(&sent, sent_to) {
            wrong.push(format!(
                "expected credential `{expected}`, but it is sent to `{}`",
                sent.trim()
            ));
        }
    }
    for found in rest {
        wrong.push(format!(
            "credential `{} {}` not expected",
            word(found, "name"),
            word(found, "form")
        ));
    }
    wrong
}

/// Checks what stands behind a server: APIs, assets, its authorization server, listeners, helpers.
fn behind(server: &Server, client: &Value, path: &view::Path<'_>, view: &View) -> Vec<String> {
    let mut wrong = Vec::new();
    let end = path.end.map_or("", |n| word(n, "id"));
    let reached = |kind: &'static str| {
        let flows = view.flows_from(end);
        flows.filter_map(move |f| {
            let node = view
                .node(word(f, "to"))
                .filter(|n| word(n, "kind") == kind)?;
            Some((f, node))
        })
    };
    let mut rest: Vec<_> = reached("upstream").collect();
    for expected in &server.upstreams {
        let (optional, text) = expected
            .strip_prefix('?')
            .map_or((false, expected.as_str()), |t| (true, t));
        let (text, evidence) = text.rsplit_once(' ').unwrap_or((text, "declared"));
        let fits = |(flow, node): &(&Value, &Value)| {
            let near: String = view.around(node).iter().map(|b| texts(b)).collect();
            text.split('/').any(|t| holds(&(texts(node) + &near), t))
                && [word(flow, "evidence"), word(node, "evidence")].contains(&evidence)
        };
        if let Some(at) = rest.iter().position(fits) {
            rest.remove(at);
        } else if !optional {
            wrong.push(format!("expected upstream `{expected}`"));
        }
    }
    for (flow, node) in rest {
        wrong.push(format!(
            "upstream `{} {}` not expected",
            word(node, "label"),
            word(flow, "evidence")
        ));
    }
    for expected in &server.assets {
        if !reached("asset").any(|(_, node)| holds(&texts(node), expected)) {
            wrong.push(format!("expected asset `{expected}`"));
        }
    }
    wrong.extend(sign_in(server, client, path, view));
    if let Some(from) = &server.inbound {
        let found = view.flows_to(end).any(|f| {
            word(f, "kind") == "inbound"
                && view
                    .node(word(f, "from"))
                    .is_some_and(|n| holds(&(texts(n) + &texts(f)), from))
        });
        if !found {
            wrong.push(format!("expected an inbound flow from `{from}`"));
        }
    }
    if server.helper && view.nodes("helper").next().is_none() {
        wrong.push("expected a helper node".to_owned());
    }
    wrong
}

/// Checks the authorization server behind a client or bridge: the one named, or none.
fn sign_in(server: &Server, client: &Value, path: &view::Path<'_>, view: &View) -> Option<String> {
    let holders = [Some(client), path.bridge, path.end];
    let found = holders.into_iter().flatten().find_map(|holder| {
        let mut flows = view.flows_from(word(holder, "id"));
        let flow = flows.find(|f| word(f, "kind") == "oauth")?;
        Some((flow, view.node(word(flow, "to"))?))
    });
    match (server.authorization.as_deref(), found) {
        (Some("any"), _) | (None, None) => None,
        (None, Some((_, node))) => Some(format!(
            "authorization server `{}` not expected",
            word(node, "label")
        )),
        (Some(expected), None) => Some(format!(
            "expected authorization server `{expected}`, got none"
        )),
        (Some(expected), Some((flow, node))) => {
            let (text, evidence) = expected.rsplit_once(' ').unwrap_or((expected, "declared"));
            let right = holds(&texts(node), text)
                && [word(flow, "evidence"), word(node, "evidence")].contains(&evidence);
            (!right).then(|| {
                format!(
                    "expected authorization server `{expected}`, got `{}`",
                    texts(node).trim()
                )
            })
        }
    }
}
