//! Compares one row with what the program says; every mismatch becomes one line.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::root;
use crate::run::{Ran, run};
use crate::server::one_server;
use crate::table::Row;
use crate::view::{View, holds, is_word, texts, word};

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
            if other.code != 0 {
                wrong.push(format!("the {format} output ended with {}", other.code));
            }
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
    let on_disk = row.files.iter().filter_map(|file| {
        let bytes = std::fs::read(root().join(file)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    });
    for text in on_disk.chain(row.text.clone()) {
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-_.!$".contains(c));
        for part in parts.filter(|p| SECRETS.iter().any(|s| p.contains(s))) {
            found.insert(part.to_owned());
        }
    }
    found
}

/// Checks sources, hosts, counts and servers.
pub(crate) fn document(row: &Row, view: &View) -> Vec<String> {
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
            .or_else(|| rest.iter().position(same_name));
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
