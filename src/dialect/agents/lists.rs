//! Files that are lists: of addresses, of toolsets, of connections.

use super::super::ReadCx;
use super::super::cx::absorb;
use super::super::fields::{command::Command, process};
use super::super::map;
use super::super::model::Shape;
use crate::inventory::{OAuth, Redacted, ServerEntry, Target, Transport};
use crate::syntax::Node;

/// Three lists, each for one transport; an item is an address or an object.
pub(super) fn openhands(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("mcpServers").is_some() {
        map::read(cx, root);
        return;
    }
    let Some(mcp) = root.get("mcp") else { return };
    for (key, transport) in [
        ("sse_servers", Transport::Sse),
        ("shttp_servers", Transport::StreamableHttp),
    ] {
        for item in mcp.get(key).map(Node::items).unwrap_or_default() {
            address_item(cx, item, key, transport);
        }
    }
    if let Some(list) = mcp.get("stdio_servers") {
        map::group(cx, list, &["mcp", "stdio_servers"], Shape::List);
    }
}

fn address_item(cx: &mut ReadCx<'_>, item: &Node, key: &str, transport: Transport) {
    cx.saw_wrapper = true;
    let url = item.get("url").unwrap_or(item);
    let Some(address) = url.as_str() else {
        cx.expected(
            item,
            &format!("mcp.{key}"),
            "an address or an object with url",
        );
        return;
    };
    let at = cx.at(item);
    let mut entry = cx.new_entry(map::UNNAMED, at.clone());
    let (endpoint, found) = cx.facts(&mut entry, |facts| facts.url(address, &at));
    absorb(&mut entry, found);
    // These lists have no names: the host is the best there is.
    if !endpoint.host.is_empty() {
        entry.name = endpoint.host.clone();
    }
    entry.transport = transport;
    entry.target = Target::Remote(endpoint);
    if let Some(node) = item.get("api_key") {
        super::super::fields::oauth::secret(cx, &mut entry, "api_key", node);
    }
    cx.out.servers.push(entry);
}

/// Toolsets of agents: those of type `mcp` are servers, the others the host's own tools.
pub(super) fn docker_agent(cx: &mut ReadCx<'_>, root: &Node) {
    for agent in root.get("agents").map(Node::entries).unwrap_or_default() {
        for (index, node) in agent
            .value
            .get("toolsets")
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            cx.saw_wrapper = true;
            if node.get("type").and_then(Node::as_str) == Some("mcp") {
                toolset(cx, &agent.key, index, node);
            } else {
                let at = cx.at(node);
                let kind = node.get("type").and_then(Node::as_str).unwrap_or("unknown");
                cx.builtin_line(Redacted::name(kind).to_string(), at);
            }
        }
    }
}

fn toolset(cx: &mut ReadCx<'_>, agent: &str, index: usize, node: &Node) {
    let at = cx.at(node);
    let reference = node.get("ref").and_then(Node::as_str);
    let name = node
        .get("name")
        .and_then(Node::as_str)
        .or_else(|| reference.map(|text| text.trim_start_matches("docker:")))
        .map_or_else(|| format!("{agent} toolset {}", index + 1), str::to_owned);
    if let Some(text) = reference {
        let mut entry = cx.new_entry(&name, at.clone());
        if let Some(server) = text.strip_prefix("docker:") {
            let command = Command {
                program: "docker".into(),
                args: ["mcp", "gateway", "run", "--servers", server]
                    .map(str::to_owned)
                    .into(),
                was_line: false,
            };
            entry.transport = Transport::Stdio;
            process(cx, &mut entry, &command, node, &[], None);
        } else {
            entry.target = Target::Reference(Redacted::name(text));
        }
        cx.out.servers.push(entry);
        return;
    }
    let path = vec!["agents".to_owned(), agent.to_owned(), "toolsets".to_owned()];
    // `type: mcp` is the kind of toolset, not a transport.
    let inner = node.get("remote").unwrap_or(node);
    let mut entry = without_type(cx, &name, at, inner, path);
    if let Some(tools) = node.get("tools") {
        let listed = super::super::fields::words::names(cx, tools, "tools");
        super::super::fields::approval::allow(cx, &mut entry, tools, &listed);
    }
    cx.out.servers.push(entry);
}

fn without_type(
    cx: &mut ReadCx<'_>,
    name: &str,
    at: crate::diagnostic::Place,
    node: &Node,
    path: Vec<String>,
) -> ServerEntry {
    let crate::syntax::Value::Map(entries) = &node.value else {
        return cx.new_entry(name, at);
    };
    let kept = entries
        .iter()
        .filter(|entry| entry.key != "type" && entry.key != "tools")
        .cloned()
        .collect();
    let copy = Node::new(node.span, crate::syntax::Value::Map(kept));
    super::super::fields::server(cx, name, at, &copy, path)
}

/// A list of connections, of which those of type `openapi` are no MCP servers.
pub(super) fn open_webui(cx: &mut ReadCx<'_>, root: &Node) {
    for node in root.items() {
        cx.saw_wrapper = true;
        if node.get("type").and_then(Node::as_str) != Some("mcp") {
            cx.note(node, "type", "a connection that is not MCP; not drawn");
            continue;
        }
        let name = node
            .at(&["info", "name"])
            .or_else(|| node.at(&["info", "id"]))
            .and_then(Node::as_str)
            .unwrap_or(map::UNNAMED);
        let at = cx.at(node);
        let mut entry = without_type(cx, name, at, node, vec![name.to_owned()]);
        entry.transport = Transport::StreamableHttp;
        let scheme = node.get("auth_type").and_then(Node::as_str);
        if scheme == Some("bearer")
            && let Some(key) = node.get("key")
        {
            super::super::fields::oauth::secret(cx, &mut entry, "key", key);
        }
        if scheme == Some("oauth_2.1") {
            entry.oauth.get_or_insert_with(OAuth::default);
        }
        if node.at(&["config", "enable"]).and_then(Node::as_bool) == Some(false) {
            entry.state = crate::inventory::State::Disabled("disabled in the file".to_owned());
        }
        cx.out.servers.push(entry);
    }
}
