//! Products with an ordinary map and a list of rules beside it: Devin, Amp, Augment, Junie, Antigravity.

use super::ReadCx;
use super::map;
use super::model::{DefaultRule, Dialect, FileScope, KnownFile, Switch, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{Approver, Effect, MarkLevel, Rule, Scope, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "devin-local",
        product: "Devin",
        files: &[
            KnownFile::new(".devin/mcp_config.json", FileScope::ByHome),
            KnownFile::new(".devin/mcp_config.local.json", FileScope::At(Scope::Local)),
            KnownFile::new("devin/mcp_config.json", FileScope::At(Scope::User))
                .lies(&["<config>/devin/mcp_config.json"]),
            KnownFile::new(".devin/config.json", FileScope::ByHome),
            KnownFile::new(".devin/config.local.json", FileScope::At(Scope::Local)),
            KnownFile::new("devin/config.json", FileScope::At(Scope::User))
                .lies(&["<config>/devin/config.json"]),
        ],
        url_keys: &["url", "serverUrl"],
        untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
        variables: super::generic::ANY_VARIABLE,
        read: devin,
        strict: super::model::Strictness::Lenient,
        approval: DefaultRule::Asks,
        ..Dialect::BASE
    },
    Dialect {
        id: "amp",
        product: "Amp",
        files: &[
            KnownFile::new(".amp/settings.json", FileScope::ByHome),
            KnownFile::new(".amp/settings.jsonc", FileScope::ByHome),
            KnownFile::new("amp/settings.json", FileScope::At(Scope::User))
                .lies(&["<config>/amp/settings.json"]),
            KnownFile::new("amp/settings.jsonc", FileScope::At(Scope::User))
                .lies(&["<config>/amp/settings.jsonc"]),
        ],
        wrappers: &[Wrapper::map(&["amp.mcpServers"])],
        untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
        variables: &[VarSyntax::Braced],
        strict: super::model::Strictness::Lenient,
        approval: DefaultRule::Unknown,
        switches: &[Switch::off("disabled")],
        read: amp,
        ..Dialect::BASE
    },
    Dialect {
        id: "augment",
        product: "Augment",
        files: &[
            KnownFile::new(".augment/settings.json", FileScope::ByHome),
            KnownFile::new(".augment/settings.local.json", FileScope::At(Scope::Local)),
        ],
        untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
        variables: &[VarSyntax::Braced],
        approval: DefaultRule::Unknown,
        read: augment,
        ..Dialect::BASE
    },
    Dialect {
        id: "junie",
        product: "Junie",
        files: &[
            KnownFile::new(".junie/mcp/mcp.json", FileScope::ByHome),
            KnownFile::new(".junie/allowlist.json", FileScope::ByHome).read_by(junie_rules),
        ],
        untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
        variables: super::generic::ANY_VARIABLE,
        ..Dialect::BASE
    },
    Dialect {
        id: "antigravity",
        product: "Antigravity",
        files: &[
            KnownFile::new(".gemini/config/mcp_config.json", FileScope::At(Scope::User)),
            KnownFile::new(
                ".gemini/antigravity/mcp_config.json",
                FileScope::At(Scope::User),
            ),
            KnownFile::new(".agents/mcp_config.json", FileScope::ByHome)
                .lies(&["./.agents/mcp_config.json"]),
            KnownFile::new(
                ".gemini/antigravity-cli/settings.json",
                FileScope::At(Scope::User),
            )
            .read_by(antigravity_rules),
            KnownFile::new(".gemini/config/config.json", FileScope::At(Scope::User))
                .read_by(antigravity_rules),
        ],
        url_keys: &["serverUrl", "url"],
        untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
        variables: super::generic::ANY_VARIABLE,
        switches: &[Switch::off("disabled")],
        ..Dialect::BASE
    },
];

/// `permissions` are spelled as Claude Code spells them.
fn devin(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    if let Some(permissions) = root.get("permissions") {
        super::claude_code::permissions(cx, permissions);
    }
}

fn amp(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    for rule in root
        .get("amp.permissions")
        .map(Node::items)
        .unwrap_or_default()
    {
        let Some(tool) = rule.get("tool").and_then(Node::as_str) else {
            continue;
        };
        let effect = match rule.get("action").and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("ask" | "delegate") => Effect::Ask,
            Some("reject") => Effect::Deny,
            _ => continue,
        };
        let at = cx.at(rule);
        amp_tool(cx, tool, effect, at);
    }
    if let Some(list) = root.get("amp.tools.disable") {
        for item in list.items() {
            if let Some(tool) = item.as_str() {
                let at = cx.at(item);
                amp_tool(cx, tool, Effect::Deny, at);
            }
        }
    }
    if let Some(list) = root
        .get("amp.mcpPermissions")
        .filter(|list| !list.items().is_empty())
    {
        let at = Some(cx.at(list));
        let text = format!(
            "{} about which servers may run",
            super::count(list.items().len(), "rule")
        );
        cx.policy_mark(MarkLevel::Note, text, at);
    }
    if let Some(node) = root.get("amp.dangerouslyAllowAll") {
        cx.out.host.has_policy = true;
        if node.as_bool() == Some(true) {
            let at = cx.at(node);
            cx.gate(Rule::AutoAll, Approver::Nobody, None, at);
        }
    }
}

/// `mcp__server__tool`, as Claude Code writes it.
fn amp_tool(cx: &mut ReadCx<'_>, rule: &str, effect: Effect, at: crate::diagnostic::Place) {
    let Some(rest) = rule.strip_prefix("mcp__") else {
        cx.out.host.has_policy = true;
        return;
    };
    match rest.split_once("__") {
        Some((server, tool)) => {
            let tool = Some(tool).filter(|tool| *tool != "*");
            cx.tool_policy(Some(server), tool, effect, at);
        }
        None if rest == "*" => cx.tool_policy(None, None, effect, at),
        None => cx.tool_policy(Some(rest), None, effect, at),
    }
}

fn augment(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    for rule in root
        .get("toolPermissions")
        .map(Node::items)
        .unwrap_or_default()
    {
        let effect = match rule.at(&["permission", "type"]).and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("ask-user") => Effect::Ask,
            Some("deny") => Effect::Deny,
            _ => continue,
        };
        let name = rule
            .get("toolName")
            .and_then(Node::as_str)
            .unwrap_or_default();
        let at = cx.at(rule);
        match name.strip_prefix("mcp:").map(|rest| rest.split_once(':')) {
            Some(Some((server, tool))) => cx.tool_policy(Some(server), Some(tool), effect, at),
            _ => cx.builtin_line("a rule for a built-in tool", at),
        }
    }
}

fn junie_rules(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.get("defaultBehavior") {
        let at = cx.at(node);
        match node.as_str() {
            Some("allow") => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Some("ask") => cx.gate(Rule::Asks, Approver::Person, None, at),
            _ => cx.expected(node, "defaultBehavior", "ask or allow"),
        }
    }
    if let Some(list) = root.at(&["rules", "mcpTools", "rules"]) {
        let allow = |rule: &&Node| rule.get("action").and_then(Node::as_str) == Some("allow");
        let count = list.items().iter().filter(allow).count();
        if count > 0 {
            let at = Some(cx.at(list));
            let text = format!(
                "MCP tools with {} run without a question",
                super::count(count, "prefix")
            );
            cx.policy_mark(MarkLevel::Warning, text, at);
        }
    }
}

/// `mcp(server/tool)`; a rule without a tool part matches nothing.
fn antigravity_rules(cx: &mut ReadCx<'_>, root: &Node) {
    let grants = ["userSettings", "globalPermissionGrants"];
    let from = root.get("permissions").or_else(|| root.at(&grants));
    for (key, effect) in [("allow", Effect::Allow), ("deny", Effect::Deny)] {
        let Some(list) = from.and_then(|node| node.get(key)) else {
            continue;
        };
        cx.out.host.has_policy = true;
        for item in list.items() {
            let rule = item
                .as_str()
                .and_then(|text| text.strip_prefix("mcp(")?.strip_suffix(')'));
            let Some(rule) = rule else { continue };
            let Some((server, tool)) = rule.split_once('/') else {
                let hint = "write mcp(server/*)";
                cx.warn(
                    item,
                    &format!("permissions.{key}"),
                    "this rule matches nothing",
                    hint,
                );
                continue;
            };
            let at = cx.at(item);
            let tool = Some(tool).filter(|tool| *tool != "*");
            cx.tool_policy(Some(server), tool, effect, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, outcome, reading, rules};

    #[test]
    fn amp_has_dotted_keys() {
        let reading = reading(
            "/home/u/.config/amp/settings.json",
            r#"{"amp.mcpServers": {"harbor": {"url": "https://mcp.harbor.example.com/mcp"}},
                "amp.permissions": [{"tool": "mcp__harbor__*", "action": "ask"}, {"tool": "mcp__soil__probe", "action": "allow"}]}"#,
        );
        assert_eq!(
            describe(&reading),
            ["harbor | http-then-sse | https://mcp.harbor.example.com/mcp | unknown"]
        );
        assert_eq!(rules(&reading), ["ask harbor/*", "allow soil/probe"]);
    }

    #[test]
    fn augment_names_tools_with_colons() {
        let reading = reading(
            ".augment/settings.json",
            r#"{"mcpServers": {"harbor": {"type": "http", "url": "https://mcp.harbor.example.com/mcp"}},
                "toolPermissions": [{"toolName": "mcp:harbor:list_ships", "permission": {"type": "allow"}},
                    {"toolName": "launch-process", "permission": {"type": "ask-user"}}]}"#,
        );
        assert_eq!(rules(&reading), ["allow harbor/list_ships"]);
    }

    #[test]
    fn antigravity_rules_need_a_tool_part() {
        let outcome = outcome(
            ".gemini/antigravity-cli/settings.json",
            r#"{"permissions": {"allow": ["mcp(harbor/list_ships)", "mcp(soil/*)", "mcp(depot)"], "deny": []}}"#,
        );
        assert_eq!(
            rules(&outcome.reading.expect("a reading")),
            ["allow harbor/list_ships", "allow soil/*"]
        );
        assert_eq!(outcome.diagnostics.len(), 1);
    }

    #[test]
    fn junie_keeps_a_list_of_prefixes() {
        let reading = reading(
            "/home/u/.junie/allowlist.json",
            r#"{"defaultBehavior": "ask", "rules": {"mcpTools": {"rules": [{"prefix": "soil", "action": "allow"}]}}}"#,
        );
        assert_eq!(
            reading.host.marks[0].text,
            "MCP tools with 1 prefix run without a question"
        );
    }
}
