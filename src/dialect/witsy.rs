//! Witsy: a list whose stdio entries keep their arguments under `url`, and an ordinary map with its states beside it.

use super::ReadCx;
use super::fields::{self, command, words::Words};
use super::map;
use super::model::{Dialect, FileScope, KnownFile, Shape, UntypedUrl};
use crate::inventory::{Redacted, Scope, ServerEntry, State, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "witsy",
    product: "Witsy",
    files: &[
        KnownFile::new("Witsy/settings.json", FileScope::At(Scope::User))
            .lies(&["<user-data>/Witsy/settings.json"]),
    ],
    default_scope: Scope::User,
    wrappers: &[],
    untyped_url: UntypedUrl::Refused("no type: Witsy starts nothing"),
    types: &[
        ("stdio", Transport::Stdio),
        ("sse", Transport::Sse),
        ("http", Transport::StreamableHttp),
    ],
    finish: Some(finish),
    read,
    ..Dialect::BASE
}];

/// `mcp.servers` (a list) and `mcpServers` (a map), both read.
fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(list) = root.at(&["mcp", "servers"]) {
        cx.saw_wrapper = true;
        for node in list.items() {
            let name = ["label", "registryId", "uuid"]
                .iter()
                .find_map(|key| node.get(key)?.as_str())
                .filter(|name| !name.is_empty())
                .unwrap_or(map::UNNAMED);
            let path = ["mcp", "servers", name].map(str::to_owned).to_vec();
            let at = cx.at(node);
            map::item(cx, name, at, node, path);
        }
    }
    if let Some(servers) = root.get("mcpServers") {
        map::group(cx, servers, &["mcpServers"], Shape::Map);
    }
    for extra in root
        .at(&["mcp", "mcpServersExtra"])
        .map(Node::entries)
        .unwrap_or_default()
    {
        if extra.value.get("state").and_then(Node::as_str) == Some("disabled") {
            let name = Redacted::name(&extra.key);
            for server in cx.out.servers.iter_mut().filter(|s| s.name == name) {
                server.state = State::Disabled(fields::approval::OFF.to_owned());
            }
        }
    }
}

/// The arguments of a stdio entry are one line under `url`; an entry whose state is not `enabled` is off.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if words.get("state").and_then(Node::as_str) == Some("disabled") {
        entry.state = State::Disabled(fields::approval::OFF.to_owned());
    }
    let Some(program) = words.get("command") else {
        return;
    };
    if entry.transport == Transport::Stdio
        && let Some(text) = program.as_str()
        && let Some(line) = words.get("url").and_then(Node::as_str)
    {
        let env = words.get("env").map(Node::entries).unwrap_or_default();
        let value = |node: &Node| node.scalar().map(str::to_owned);
        let env: Vec<_> = env
            .iter()
            .map(|e| (e.key.clone(), value(&e.value)))
            .collect();
        let command = command::Command {
            program: text.to_owned(),
            args: command::split_line(line),
            was_line: false,
        };
        let cwd = words.get("cwd").and_then(Node::as_str);
        fields::process(cx, entry, &command, program, &env, cwd);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, reading};

    #[test]
    fn arguments_stand_under_url_and_the_state_beside_the_map() {
        let reading = reading(
            "/home/u/.config/Witsy/settings.json",
            r#"{"mcp": {"servers": [
                    {"uuid": "1f", "state": "enabled", "type": "stdio", "command": "npx", "url": "-y fictive-soil-mcp --token fake-token-0061", "label": "soil"},
                    {"uuid": "2f", "state": "disabled", "type": "http", "url": "https://harbor.example.com/mcp"}],
                  "mcpServersExtra": {"tide": {"state": "disabled"}}},
                "mcpServers": {"tide": {"command": "tide-mcp", "args": ["-v"]}, "grove": {"command": "grove-mcp", "args": []}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "soil | stdio | npm:fictive-soil-mcp | unknown: kept in the app | --token literal",
                "2f | streamable-http | https://harbor.example.com/mcp | unknown: kept in the app | off: disabled in the file",
                "tide | stdio | tide-mcp | unknown: kept in the app | off: disabled in the file",
                "grove | stdio | grove-mcp | unknown: kept in the app",
            ]
        );
        assert!(!format!("{reading:?}").contains("fake-token"));
    }
}
