//! Compares what belongs to one server: credentials, upstreams, assets, its authorization server, listeners, helpers.

use serde_json::Value;

use crate::table::Server;
use crate::view::{Path, View, holds, plain, texts, word, words};

/// Checks the credentials held by the client or by what it starts.
pub(crate) fn credentials(
    server: &Server,
    client: &Value,
    path: &Path<'_>,
    view: &View,
) -> Vec<String> {
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
        let (text, placeholder) = text
            .strip_suffix(" (placeholder)")
            .map_or((text, false), |text| (text, true));
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
        if placeholder && found["placeholder"] != Value::Bool(true) {
            wrong.push(format!("expected credential `{expected}` to be marked so"));
        }
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
pub(crate) fn beyond(server: &Server, client: &Value, path: &Path<'_>, view: &View) -> Vec<String> {
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
        let bridge = path.bridge.map_or("", |n| word(n, "id"));
        let found = view.flows_to(end).chain(view.flows_to(bridge)).any(|f| {
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
fn sign_in(server: &Server, client: &Value, path: &Path<'_>, view: &View) -> Option<String> {
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
