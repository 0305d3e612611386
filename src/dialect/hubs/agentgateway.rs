//! agentgateway: targets behind routes, with the policies that guard their callers.

use super::super::ReadCx;
use super::super::fields::words::Words;
use super::super::fields::{Address, command::Command, process, remote};
use super::super::model::{Dialect, UntypedUrl};
use crate::inventory::launch::Listener;
use crate::inventory::{MarkLevel, ServerEntry, Transport};
use crate::syntax::{Node, Value};

pub(super) const ROW: Dialect = Dialect {
    id: "agentgateway",
    product: "agentgateway",
    wrappers: &[],
    untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
    variables: &[],
    read,
    ..super::HUB
};

/// Deepest nesting that is searched.
const DEPTH: usize = 16;

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    walk(cx, root, DEPTH);
    for bind in root.get("binds").map(Node::items).unwrap_or_default() {
        let Some(node) = bind.get("port") else {
            continue;
        };
        match node.scalar().map(str::parse) {
            Some(Ok(port)) => cx.listens(Listener {
                all_interfaces: false,
                port: Some(port),
                address_written: false,
            }),
            _ => cx.expected(node, "binds.port", "a port number"),
        }
    }
}

fn walk(cx: &mut ReadCx<'_>, node: &Node, depth: usize) {
    if depth == 0 {
        return;
    }
    match &node.value {
        Value::Map(_) => {
            for entry in node.entries() {
                match entry.key.as_str() {
                    "targets" if entry.value.is_list() => targets(cx, &entry.value),
                    "policies" => policies(cx, &entry.value),
                    _ => walk(cx, &entry.value, depth - 1),
                }
            }
        }
        Value::List(items) => {
            for item in items {
                walk(cx, item, depth - 1);
            }
        }
        _ => {}
    }
}

fn targets(cx: &mut ReadCx<'_>, list: &Node) {
    cx.saw_wrapper = true;
    for node in list.items() {
        let name = node
            .get("name")
            .and_then(Node::as_str)
            .unwrap_or(super::map::UNNAMED);
        let path = vec!["targets".to_owned(), name.to_owned()];
        if super::map::is_entry(cx, node, &path) {
            let at = cx.at(node);
            let mut entry = cx.new_entry(name, at);
            target(cx, node, path, &mut entry);
            cx.out.servers.push(entry);
        }
    }
}

fn target(cx: &mut ReadCx<'_>, node: &Node, path: Vec<String>, entry: &mut ServerEntry) {
    if let Some(stdio) = node.get("stdio") {
        let words = Words::new(cx, stdio, path);
        entry.transport = Transport::Stdio;
        if let Some((command, at)) = super::super::fields::command::command(cx, &words) {
            let env = super::super::fields::env::env(cx, &words, entry);
            let env: Vec<_> = env.into_iter().map(|(n, v, _)| (n, v)).collect();
            let command: Command = command;
            process(cx, entry, &command, at, &env, None);
        }
        return;
    }
    for (key, transport) in [
        ("mcp", Transport::StreamableHttp),
        ("sse", Transport::Sse),
        ("openapi", Transport::Unknown),
    ] {
        let Some(inner) = node.get(key) else { continue };
        entry.transport = transport;
        if let Some(host) = inner.get("host")
            && let Some(text) = host.as_str()
        {
            let address = Address {
                text,
                node: host,
                unread: None,
            };
            remote(cx, entry, &address);
        }
        return;
    }
}

/// Who may call: origins of browsers, tokens of an issuer.
fn policies(cx: &mut ReadCx<'_>, node: &Node) {
    if let Some(origins) = node.at(&["cors", "allowOrigins"])
        && origins
            .items()
            .iter()
            .any(|item| item.as_str() == Some("*"))
    {
        let at = Some(cx.at(origins));
        cx.policy_mark(MarkLevel::Warning, "CORS *: any web page may call", at);
    }
    let Some(auth) = node.get("mcpAuthentication") else {
        return;
    };
    let at = cx.at(auth);
    let mode = match auth.get("mode").and_then(Node::as_str) {
        Some("strict") => "strict",
        Some("optional") => "optional",
        Some("permissive") => "permissive",
        _ => "mode not written",
    };
    let audience = if auth.get("audiences").is_some() {
        "audience declared"
    } else {
        "no audience"
    };
    let text = format!("callers bring a token: {mode}, {audience}");
    cx.policy_mark(MarkLevel::Note, text, Some(at));
    super::callers(cx, auth, auth.get("issuer"));
}
