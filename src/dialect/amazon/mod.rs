//! Amazon Q and its successor Kiro: `mcp.json`, and agent files that approve tools.

mod permissions;

use super::ReadCx;
use super::fields::approval::mention;
use super::fields::words::Words;
use super::map;
use super::model::{Auto, Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Strictness, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{Effect, EndpointPlace, Mark, MarkLevel, Redacted, Scheme, Scope, ServerEntry, Target, Transport};
use crate::syntax::Node;

const Q: Dialect = Dialect {
    id: "amazon-q",
    product: "Amazon Q",
takes: Takes::Text,
    files: &[
        KnownFile::new(".aws/amazonq/mcp.json", FileScope::At(Scope::User)),
        KnownFile::new(".amazonq/mcp.json", FileScope::ByHome).lies(&["./.amazonq/mcp.json"]),
        KnownFile::new(".aws/amazonq/cli-agents/*.json", FileScope::At(Scope::User)).read_by(agent),
        KnownFile::new(".aws/amazonq/agents/*.json", FileScope::At(Scope::User)).read_by(agent),
        KnownFile::new(".amazonq/cli-agents/*.json", FileScope::ByHome)
            .lies(&["./.amazonq/cli-agents/*.json"])
            .read_by(agent),
    ],
    keys: &[
        "type",
        "command",
        "args",
        "env",
        "headers",
        "timeout",
        "oauth",
        "oauthScopes",
    ],
    untyped_url: UntypedUrl::Refused("url without type: Amazon Q takes it as stdio and refuses it"),
    exact: &["command", "args", "env", "headers", "timeout"],
    invalid: Invalid::Entry,
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("http", Transport::StreamableHttp),
    ],
    variables: &[VarSyntax::BracedEnv],
    strict: Strictness::Strict,
    approval: DefaultRule::Asks,
    switches: &[Switch::off("disabled")],
    read: any,
    ..Dialect::BASE
};

const KIRO: Dialect = Dialect {
    id: "kiro",
    product: "Kiro",
takes: Takes::Text,
    files: &[
        KnownFile::new(".kiro/settings/mcp.json", FileScope::ByHome),
        KnownFile::new(".kiro/crew/mcp.json", FileScope::ByHome),
        KnownFile::new(".kiro/agents/*.json", FileScope::ByHome).read_by(agent),
        KnownFile::new(".kiro/agents/*.md", FileScope::ByHome).read_by(agent),
        KnownFile::new(
            ".kiro/powers/installed/*/mcp.json",
            FileScope::At(Scope::Plugin),
        )
        .lies(&["~/.kiro/powers/installed/*/mcp.json"]),
        KnownFile::new(".kiro/settings/permissions.yaml", FileScope::ByHome)
            .read_by(permissions::file),
        KnownFile::new(
            ".kiro/workspace-roots/*/permissions.yaml",
            FileScope::At(Scope::User),
        )
        .read_by(permissions::file),
    ],
    wrappers: &[
        Wrapper::map(&["mcpServers"]),
        Wrapper::map(&["powers", "mcpServers"]),
    ],
    keys: &[
        "type",
        "command",
        "args",
        "env",
        "cwd",
        "headers",
        "timeout",
        "disabledTools",
        "oauth",
    ],
    untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
    both: Both::Command,
    types: &[],
    variables: &[VarSyntax::Braced],
    strict: Strictness::Unknown,
    approval: DefaultRule::Asks,
    auto: &[Auto::List("autoApprove")],
    switches: &[Switch::off("disabled")],
    finish: Some(kiro),
    read: any,
    ..Dialect::BASE
};

/// Kiro wants an encrypted address beyond this machine; an entry of the registry has none.
fn kiro(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if words.get("type").and_then(Node::as_str) == Some("registry") {
        let at = Some(entry.source.clone());
        let text = "from the registry of the organisation, which says what it is";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
    let plain = match &entry.target {
        Target::Remote(endpoint) => {
            endpoint.scheme == Scheme::Http && endpoint.place != EndpointPlace::Loopback
        }
        _ => false,
    };
    if plain {
        cx.refuse(entry, "http beyond this machine: Kiro takes https only");
    }
}

pub(super) const ROWS: &[Dialect] = &[Q, KIRO];

fn any(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("allowedTools").is_some() || root.get("includeMcpJson").is_some() {
        agent(cx, root);
    } else {
        map::read(cx, root);
    }
}

/// An agent's file: its servers, the tools it sees, those that run without a question.
fn agent(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    if let Some(list) = root.get("allowedTools") {
        let mut own = 0;
        for item in list.items() {
            let Some(text) = item.as_str() else {
                cx.expected(item, "allowedTools", "a string");
                continue;
            };
            let Some(rest) = text.strip_prefix('@').filter(|rest| *rest != "builtin") else {
                own += 1;
                continue;
            };
            let at = cx.at(item);
            let (server, tool) = match rest.split_once('/') {
                Some((server, tool)) => (server, Some(tool).filter(|tool| *tool != "*")),
                None => (rest, None),
            };
            cx.tool_policy(Some(server), tool, Effect::Allow, at);
        }
        if own > 0 {
            let at = cx.at(list);
            let text = super::count(own, "built-in tool");
            cx.builtin_line(format!("{text} without a question"), at);
        }
    }
    for item in root.get("tools").map(Node::items).unwrap_or_default() {
        let named = item
            .as_str()
            .and_then(|text| text.strip_prefix('@')?.split_once('/'));
        let Some((server, tool)) = named.filter(|(_, tool)| *tool != "*") else {
            continue;
        };
        let (server, tool) = (Redacted::name(server), Redacted::name(tool));
        if let Some(entry) = cx.out.servers.iter_mut().find(|entry| entry.name == server) {
            mention(entry, &[tool]);
        }
    }
    for key in ["useLegacyMcpJson", "includeMcpJson"] {
        if let Some(node) = root.get(key).filter(|node| node.as_bool() == Some(true)) {
            let at = Some(cx.at(node));
            let text = "the mcp.json files are added to this agent";
            cx.mark(MarkLevel::Note, text, at);
        }
    }
    if let Some(node) = root.get("permissions") {
        permissions::rules(cx, node.get("rules").unwrap_or(node));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, forced, reading, rules};
    use crate::inventory::{Scope, SetBy};

    #[test]
    fn amazon_q_refuses_an_untyped_address_and_comments() {
        let reading = reading(
            ".amazonq/mcp.json",
            r#"{"mcpServers": {"a": {"type": "http", "url": "https://x0-1.use.devtunnels.ms/mcp", "headers": {"Authorization": "Bearer example-gateway-token-2025"}},
                "b": {"url": "https://b.example.com"}}}"#,
        );
        let lines = describe(&reading);
        assert!(
            lines[0].starts_with("a | streamable-http |"),
            "{}",
            lines[0]
        );
        assert!(lines[0].ends_with("| asks? (product default) | Authorization literal"));
        assert!(
            lines[1]
                .ends_with("| refused: url without type: Amazon Q takes it as stdio and refuses it")
        );
        let text = "{\"mcpServers\": {\"github\": {\"command\": \"x\"}\n// off\n}}";
        let outcome = forced("amazon-q", "mcp.json", text);
        assert_eq!(
            outcome.report.notes,
            ["Amazon Q will not load this file: comments (mcp.json:2)"]
        );
    }

    #[test]
    fn an_agent_approves_tools() {
        let reading = reading(
            ".amazonq/cli-agents/surveyor.json",
            r#"{"name": "surveyor", "mcpServers": {"soil": {"command": "uvx", "args": ["fictive-soil-mcp"]},
                "harbor": {"type": "http", "url": "https://mcp.harbor.example.com/mcp", "oauthScopes": ["ships.read"]}},
              "tools": ["@soil", "@harbor/list_ships", "fs_read"], "allowedTools": ["@soil/probe", "@harbor", "fs_read"]}"#,
        );
        assert_eq!(rules(&reading), ["allow soil/probe", "allow harbor/*"]);
        assert_eq!(reading.servers[1].tools[0].as_str(), "list_ships");
        assert!(describe(&reading)[1].ends_with("| OAuth token oauth"));
    }

    #[test]
    fn kiro_approves_in_the_entry() {
        let reading = reading(
            ".kiro/settings/mcp.json",
            r#"{"mcpServers": {"Ref": {"command": "npx", "args": ["ref-tools-mcp@latest"], "disabled": false, "autoApprove": ["a", "b"]},
                "Context7": {"command": "npx", "args": ["-y", "@upstash/context7-mcp"], "disabled": true, "autoApprove": []}},
              "powers": {"mcpServers": {"p": {"url": "https://grove.example.com/mcp"}}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "Ref | stdio | npm:ref-tools-mcp | auto: 2 tools",
                "Context7 | stdio | npm:@upstash/context7-mcp | asks? (product default) | off: disabled in the file",
                "p | streamable-http | https://grove.example.com/mcp | asks? (product default)",
            ]
        );
        assert_eq!(
            (reading.scope, reading.servers[0].approval.set_by),
            (Scope::Project, SetBy::Repository)
        );
    }
}
