//! Bundles and catalogue entries: MCPB manifests, registry entries, agent plugins.

use super::ReadCx;
use super::cx::absorb;
use super::fields::approval::mention;
use super::fields::{Address, command::Command, process, remote};
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, KnownFile, UntypedUrl, Where};
use crate::inventory::VarSyntax;
use crate::inventory::{
    Carrier, Credential, CredentialScheme, Form, HostKind, Mark, MarkLevel, Redacted, Scope,
    ServerEntry, Target, Transport,
};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "mcpb",
        product: "MCPB bundle",
        kind: HostKind::Hub,
        default_scope: Scope::Plugin,
        wrappers: &[],
        variables: &[VarSyntax::Editor, VarSyntax::UserConfig, VarSyntax::Braced],
        approval: DefaultRule::Unknown,
        read: bundle,
        ..Dialect::BASE
    },
    Dialect {
        id: "registry",
        product: "MCP registry entry",
        kind: HostKind::Hub,
        default_scope: Scope::Server,
        runs: Where::Unknown,
        wrappers: &[],
        variables: super::generic::ANY_VARIABLE,
        approval: DefaultRule::Unknown,
        read: registry,
        ..Dialect::BASE
    },
    Dialect {
        id: "agent-plugin",
        unverified: "all but the schema",
        product: "Agent Plugin",
        kind: HostKind::Unknown,
        files: &[
            KnownFile::new(".agents/plugins/*/mcp.json", FileScope::At(Scope::Plugin)).lies(&[
                "./.agents/plugins/*/mcp.json",
                "~/.agents/plugins/*/mcp.json",
            ]),
        ],
        default_scope: Scope::Plugin,
        untyped_url: UntypedUrl::Refused("url without type: the plugin format demands one"),
        both: Both::Refused("command and url together: the plugin format allows one"),
        types: &[
            ("stdio", Transport::Stdio),
            ("streamable-http", Transport::StreamableHttp),
            ("sse", Transport::Sse),
        ],
        variables: &[VarSyntax::Editor, VarSyntax::Braced],
        approval: DefaultRule::Unknown,
        ..Dialect::BASE
    },
];

/// A manifest names one server and the values that it asks the user for.
fn bundle(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(config) = root.at(&["server", "mcp_config"]) else {
        return;
    };
    cx.saw_wrapper = true;
    let path = vec!["server".to_owned(), "mcp_config".to_owned()];
    if !map::is_entry(cx, config, &path) {
        return;
    }
    let name = root
        .get("name")
        .and_then(Node::as_str)
        .unwrap_or(map::UNNAMED);
    let at = cx.at(config);
    let mut entry = super::fields::server(cx, name, at, config, path);
    for tool in root.get("tools").map(Node::items).unwrap_or_default() {
        if let Some(name) = tool.get("name").and_then(Node::as_str) {
            mention(&mut entry, &[Redacted::name(name)]);
        }
    }
    if let Some(overrides) = config.get("platform_overrides") {
        let at = Some(cx.at(overrides));
        let text = "other commands on some systems";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
    cx.out.servers.push(entry);
}

/// Packages and remotes are alternatives of one server.
fn registry(cx: &mut ReadCx<'_>, root: &Node) {
    let name = root
        .get("name")
        .and_then(Node::as_str)
        .unwrap_or(map::UNNAMED);
    for (key, read) in [
        (
            "packages",
            package as fn(&mut ReadCx<'_>, &Node, &mut ServerEntry),
        ),
        ("remotes", remote_form),
    ] {
        let Some(list) = root.get(key) else { continue };
        cx.saw_wrapper = true;
        for node in list.items() {
            let path = vec![key.to_owned(), name.to_owned()];
            if !map::is_entry(cx, node, &path) {
                continue;
            }
            let at = cx.at(node);
            let mut entry = cx.new_entry(name, at);
            entry.alternative = true;
            read(cx, node, &mut entry);
            cx.out.servers.push(entry);
        }
    }
}

fn transport(word: Option<&str>) -> Transport {
    match word {
        Some("stdio") => Transport::Stdio,
        Some("streamable-http") => Transport::StreamableHttp,
        Some("sse") => Transport::Sse,
        _ => Transport::Unknown,
    }
}

fn package(cx: &mut ReadCx<'_>, node: &Node, entry: &mut ServerEntry) {
    entry.transport = transport(node.at(&["transport", "type"]).and_then(Node::as_str));
    let identifier = node
        .get("identifier")
        .and_then(Node::as_str)
        .unwrap_or_default();
    let version = node
        .get("version")
        .and_then(Node::as_str)
        .filter(|text| !text.is_empty());
    let pinned = |separator: &str| match version {
        Some(version) => format!("{identifier}{separator}{version}"),
        None => identifier.to_owned(),
    };
    let kind = node
        .get("registryType")
        .or_else(|| node.get("registry_type"))
        .and_then(Node::as_str);
    let words: Vec<String> = match kind {
        Some("npm") => vec!["npx".into(), "-y".into(), pinned("@")],
        Some("pypi") => vec!["uvx".into(), pinned("==")],
        Some("oci") => vec![
            "docker".into(),
            "run".into(),
            "-i".into(),
            "--rm".into(),
            identifier.to_owned(),
        ],
        Some("nuget") => vec!["dnx".into(), pinned("@")],
        _ => Vec::new(),
    };
    match words.split_first() {
        Some((program, args)) if !identifier.is_empty() => {
            let command = Command {
                program: program.clone(),
                args: args.to_vec(),
                was_line: false,
            };
            process(cx, entry, &command, node, &[], None);
        }
        _ => entry.target = Target::Reference(Redacted::name(identifier)),
    }
    for variable in listed(node, &["environmentVariables", "environment_variables"]) {
        let secret = is_true(variable, &["isSecret", "is_secret"]);
        let Some(name) = variable.get("name").and_then(Node::as_str) else {
            continue;
        };
        let at = cx.at(variable);
        if secret {
            let mut credential = Credential::new(Redacted::name(name), Form::Prompt, Carrier::Env);
            credential.source = Some(at);
            entry.credentials.push(credential);
        } else {
            entry.settings.push(Redacted::name(name));
        }
    }
}

fn remote_form(cx: &mut ReadCx<'_>, node: &Node, entry: &mut ServerEntry) {
    let word = node.get("type").or_else(|| node.get("transport_type"));
    entry.transport = transport(word.and_then(Node::as_str));
    if let Some(url) = node.get("url")
        && let Some(text) = url.as_str()
    {
        let address = Address {
            text,
            node: url,
            unread: None,
        };
        remote(cx, entry, &address);
    }
    for header in listed(node, &["headers"]) {
        let Some(name) = header.get("name").and_then(Node::as_str) else {
            continue;
        };
        let at = cx.at(header);
        if let Some(value) = header.get("value").and_then(Node::scalar) {
            let found = cx.facts(entry, |facts| facts.header(name, value, &at));
            absorb(entry, found);
            cx.keep(entry, |kept| kept.header(name, value));
        } else if is_true(header, &["isSecret", "is_secret"]) {
            let mut credential =
                Credential::new(Redacted::name(name), Form::Prompt, Carrier::Header);
            credential.scheme = CredentialScheme::Key;
            credential.source = Some(at);
            entry.credentials.push(credential);
        }
    }
}

fn listed<'n>(node: &'n Node, keys: &[&str]) -> &'n [Node] {
    let list = keys.iter().find_map(|key| node.get(key));
    list.map(Node::items).unwrap_or_default()
}

fn is_true(node: &Node, keys: &[&str]) -> bool {
    keys.iter()
        .any(|key| node.get(key).and_then(Node::as_bool) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, reading};
    use crate::inventory::{HostKind, Scope};

    #[test]
    fn a_bundle_holds_one_server() {
        let reading = reading(
            "manifest.json",
            r#"{"manifest_version": "0.3", "name": "soil-bundle", "server": {"type": "node", "mcp_config": {"command": "node",
                "args": ["${__dirname}/server/index.js"], "env": {"SOIL_TOKEN": "${user_config.token}"}}}, "tools": [{"name": "probe"}]}"#,
        );
        assert_eq!(
            (reading.client, reading.scope, reading.kind),
            ("mcpb", Scope::Plugin, HostKind::Hub)
        );
        let line = &describe(&reading)[0];
        assert!(
            line.starts_with("soil-bundle | stdio | node server/index.js | unknown | SOIL_TOKEN"),
            "{line}"
        );
        assert_eq!(reading.servers[0].tools[0].as_str(), "probe");
    }

    #[test]
    fn packages_and_remotes_are_alternatives() {
        let reading = reading(
            "server.json",
            r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "test.example/soil",
                "packages": [{"registryType": "oci", "identifier": "fictive/soil-mcp:2.0.0", "transport": {"type": "stdio"},
                    "environmentVariables": [{"name": "SOIL_TOKEN", "isSecret": true}]}],
                "remotes": [{"type": "streamable-http", "url": "https://mcp.harbor.example.com/mcp", "headers": [{"name": "X-Api-Key", "isSecret": true}]}]}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "test.example/soil | stdio | image fictive/soil-mcp | unknown | SOIL_TOKEN prompt",
                "test.example/soil | streamable-http | https://mcp.harbor.example.com/mcp | unknown | X-Api-Key prompt",
            ]
        );
        assert!(reading.servers.iter().all(|server| server.alternative));
    }

    #[test]
    fn an_agent_plugin_is_told_by_its_schema() {
        let reading = reading(
            "mcp.json",
            r#"{"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json", "mcpServers": {
                "grove": {"type": "stdio", "command": "./bin/grove"}, "harbor": {"type": "streamable-http", "url": "https://mcp.harbor.example.com/mcp"}}}"#,
        );
        assert_eq!(reading.client, "agent-plugin");
        assert_eq!(reading.servers.len(), 2);
    }
}
