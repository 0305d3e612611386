//! Groups of servers: maps by name, lists with names, files without a wrapper, and groups that the product ignores.

use std::collections::BTreeMap;

use super::ReadCx;
use super::fields;
use super::model::{Shape, Wrapper};
use crate::diagnostic::Place;
use crate::inventory::InputKind;
use crate::inventory::{Helper, Mark, MarkLevel, Redacted, State};
use crate::syntax::{Entry, Node, Value, key_path};

/// Reads an ordinary file: inputs, then every group of servers.
pub(crate) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    inputs(cx, root);
    let found = groups(cx, root);
    ignored_groups(cx, root);
    if !found && cx.out.servers.is_empty() && cx.dialect.flat {
        flat(cx, root);
    }
}

/// Reads the groups of servers that the product reads; says whether there was one.
pub(crate) fn groups(cx: &mut ReadCx<'_>, root: &Node) -> bool {
    let mut found = false;
    for wrapper in cx.dialect.wrappers {
        if let Some(node) = root.at(wrapper.path) {
            found = true;
            group(cx, node, wrapper.path, wrapper.shape);
        }
    }
    found
}

/// Reads one group of servers in the shape expected or the other one.
pub(crate) fn group(cx: &mut ReadCx<'_>, node: &Node, path: &[&str], shape: Shape) {
    cx.saw_wrapper = true;
    if node.is_map() {
        if shape == Shape::List && !node.is_empty_map() {
            cx.note(
                node,
                &key_path(path),
                "expected a list of servers, found a map; read as a map",
            );
        }
        let copies = copies(node);
        for entry in node.entries() {
            let count = copies.get(entry.key.as_str()).copied().unwrap_or(1);
            member(cx, entry, count, path);
        }
    } else if node.is_list() {
        if shape == Shape::Map && !node.items().is_empty() {
            cx.note(
                node,
                &key_path(path),
                "expected a map of servers, found a list; read as a list",
            );
        }
        if shape == Shape::Map && node.items().is_empty() {
            let message = "expected a map of servers, found an empty list";
            cx.warn(node, &key_path(path), message, "");
        }
        for item in node.items() {
            list_item(cx, item, path);
        }
    } else if !node.is_null() {
        cx.warn(
            node,
            &key_path(path),
            format!("expected a map of servers, found {}", node.value.kind()),
            "",
        );
    }
}

fn member(cx: &mut ReadCx<'_>, entry: &Entry, copies: usize, path: &[&str]) {
    let at = cx.place(entry.key_span.start);
    let named_by = cx
        .dialect
        .named_by
        .and_then(|key| entry.value.get(key)?.as_str());
    let name = named_by.unwrap_or(&entry.key);
    let before = cx.out.servers.len();
    let mut keys: Vec<String> = path.iter().map(|&key| key.to_owned()).collect();
    keys.push(entry.key.clone());
    item(cx, name, at.clone(), &entry.value, keys);
    if copies > 1
        && let Some(server) = cx.out.servers.get_mut(before)
    {
        let text = format!("written {copies} times in this file: the last one counts");
        server
            .marks
            .push(Mark::new(MarkLevel::Warning, text, Some(at)));
    }
}

/// Counts how often each key of a map is written.
fn copies(node: &Node) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    if let Value::Map(entries) = &node.value {
        for entry in entries {
            *counts.entry(entry.key.as_str()).or_default() += 1;
        }
    }
    counts
}

fn list_item(cx: &mut ReadCx<'_>, node: &Node, path: &[&str]) {
    let name = ["name", "id"]
        .iter()
        .find_map(|key| node.get(key)?.as_str())
        .unwrap_or(UNNAMED);
    let at = cx.at(node);
    let mut keys: Vec<String> = path.iter().map(|&key| key.to_owned()).collect();
    keys.push(name.to_owned());
    item(cx, name, at, node, keys);
}

/// Name of a server that has none.
pub(crate) const UNNAMED: &str = "unnamed";

/// Reads one member of a group: an object with at least one key is a server, anything else is reported.
pub(crate) fn item(cx: &mut ReadCx<'_>, name: &str, at: Place, node: &Node, path: Vec<String>) {
    if !is_entry(cx, node, &path) {
        return;
    }
    super::layers::keep(cx, &at, node, &path);
    let server = fields::server(cx, name, at, node, path);
    cx.out.servers.push(server);
}

/// Says whether a node is an object with at least one key, and reports it otherwise.
pub(crate) fn is_entry(cx: &mut ReadCx<'_>, node: &Node, path: &[String]) -> bool {
    let keys: Vec<&str> = path.iter().map(String::as_str).collect();
    if !node.is_map() {
        let found = node.value.kind();
        cx.warn(
            node,
            &key_path(&keys),
            format!("expected a map that describes a server, found {found}; not drawn"),
            "",
        );
        return false;
    }
    if node.is_empty_map() {
        cx.warn(
            node,
            &key_path(&keys),
            "this entry is empty and describes no server; not drawn",
            "name a command or a url, or remove the entry",
        );
        return false;
    }
    true
}

/// Says whether a map looks like a server by its keys.
pub(crate) fn looks_like_server(node: &Node) -> bool {
    const KEYS: [&str; 10] = [
        "command",
        "cmd",
        "url",
        "serverUrl",
        "httpUrl",
        "baseUrl",
        "uri",
        "transport",
        "type",
        "enabled",
    ];
    node.is_map() && KEYS.iter().any(|key| node.get(key).is_some())
}

/// Reads a file that is itself a map of servers, or one server; says whether it was.
pub(crate) fn flat(cx: &mut ReadCx<'_>, root: &Node) -> bool {
    if is_bare(root) {
        let at = cx.at(root);
        item(cx, UNNAMED, at, root, Vec::new());
        let text = "one server without a name and without a map around it";
        let at = Some(cx.at(root));
        cx.mark(MarkLevel::Note, text, at);
        return true;
    }
    if !is_flat(root) {
        return false;
    }
    cx.saw_wrapper = true;
    for entry in root.entries() {
        let remark = entry.key.starts_with(['_', '$']) || entry.value.scalar().is_some();
        if !remark {
            member(cx, entry, 1, &[]);
        }
    }
    true
}

/// Says whether a map is one server.
pub(crate) fn is_bare(root: &Node) -> bool {
    let text = |key: &str| root.get(key).is_some_and(|value| value.as_str().is_some());
    text("command") || text("url") && !root.get("servers").is_some_and(Node::is_map)
}

/// Says whether a map holds servers only, remarks aside.
pub(crate) fn is_flat(root: &Node) -> bool {
    let maps: Vec<_> = root
        .entries()
        .into_iter()
        .filter(|entry| entry.value.is_map() && !entry.value.is_empty_map())
        .collect();
    let launches = |node: &Node| ["command", "url"].iter().any(|key| node.get(key).is_some());
    !maps.is_empty() && maps.iter().all(|entry| launches(&entry.value))
}

/// Groups that some product reads; those that this one does not read are drawn as ignored.
pub(super) const GROUPS: [&[&str]; 8] = [
    &["mcpServers"],
    &["servers"],
    &["mcp_servers"],
    &["context_servers"],
    &["mcp.servers"],
    &["mcp", "servers"],
    &["server", "mcp", "servers"],
    &["amp.mcpServers"],
];

/// Reads the groups that the product does not read in this file: drawn disabled, with the reason.
pub(crate) fn ignored_groups(cx: &mut ReadCx<'_>, root: &Node) {
    for path in GROUPS {
        let own = |wrapper: &Wrapper| wrapper.path == path;
        if cx.dialect.wrappers.iter().any(own) {
            continue;
        }
        if let Some(node) = root.at(path) {
            ignored_group(cx, node, path);
        }
    }
}

/// Reads a group that the product does not read here.
pub(crate) fn ignored_group(cx: &mut ReadCx<'_>, node: &Node, path: &[&str]) {
    let members: Vec<(&str, usize, &Node)> = if node.is_map() {
        let entries = node.entries().into_iter();
        entries
            .map(|entry| (entry.key.as_str(), entry.key_span.start, &entry.value))
            .collect()
    } else {
        node.items()
            .iter()
            .map(|item| {
                let name = item.get("name").and_then(Node::as_str).unwrap_or(UNNAMED);
                (name, item.span.start, item)
            })
            .collect()
    };
    if members.is_empty() {
        return;
    }
    let reason = format!(
        "key {} is not read by {} in {}",
        path.join("."),
        cx.dialect.product,
        file_label(cx)
    );
    let mut left_out = 0;
    for (name, start, value) in members {
        if !looks_like_server(value) {
            left_out += 1;
            continue;
        }
        let mut keys: Vec<String> = path.iter().map(|&key| key.to_owned()).collect();
        keys.push(name.to_owned());
        let at = cx.place(start);
        let mut server = fields::server(cx, name, at, value, keys);
        server.state = State::Disabled(reason.clone());
        cx.out.servers.push(server);
    }
    let mut message = reason;
    if left_out > 0 {
        let entries = if left_out == 1 { "entry" } else { "entries" };
        message = format!("{message}; {left_out} {entries} in it not drawn");
    }
    let read = cx
        .dialect
        .wrappers
        .first()
        .map(|wrapper| key_path(wrapper.path));
    let hint = read.map_or_else(String::new, |key| {
        format!("{} reads {key}", cx.dialect.product)
    });
    cx.warn(node, &key_path(path), message, &hint);
    let at = Some(cx.at(node));
    let text = format!("ignored key {}", path.join("."));
    cx.mark(MarkLevel::Warning, text, at);
}

/// Names the file as its documentation does, else by its last segment.
pub(crate) fn file_label(cx: &ReadCx<'_>) -> String {
    match cx.known {
        Some(known) if !known.path.contains('*') => known.path.to_owned(),
        _ => cx
            .file
            .path
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned(),
    }
}

/// Reads the inputs that a file declares.
pub(crate) fn inputs(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(list) = root.get("inputs").filter(|node| node.is_list()) else {
        return;
    };
    for input in list.items() {
        let Some(id) = input.get("id").and_then(Node::as_str) else {
            cx.expected(input, "inputs", "an input with an id");
            continue;
        };
        let kind = match input.get("type").and_then(Node::as_str) {
            Some("pickString") => InputKind::Pick,
            Some("command") => InputKind::Command,
            _ => InputKind::Prompt {
                password: input.get("password").and_then(Node::as_bool) == Some(true),
            },
        };
        if matches!(kind, InputKind::Command) {
            let named_by = Redacted::trusted(format!("inputs.{}", Redacted::name(id)));
            let source = cx.at(input);
            cx.out.host.helpers.push(Helper {
                outside: false,
                named_by,
                when: "when the input is first needed",
                source,
            });
        }
        cx.inputs.insert(id.to_owned(), kind);
    }
}
