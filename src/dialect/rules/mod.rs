//! Products with an ordinary map and a list of rules beside it: Devin, Amp, Augment, Junie, Antigravity.

mod amp;
mod junie;

use super::ReadCx;
use super::map;
use super::model::{DefaultRule, Dialect, FileScope, KnownFile, Switch, UntypedUrl};
use crate::inventory::VarSyntax;
use crate::inventory::{Effect, Scope, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "devin-local",
        unverified: "variables, `serverUrl`, `disabledTools`",
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
    amp::ROW,
    Dialect {
        id: "augment",
        unverified: "all but the path and `toolPermissions`",
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
    junie::ROW,
    Dialect {
        id: "antigravity",
        unverified: "all: no page of the vendor was read",
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
        let named = |part: &'_ str| part != "*";
        match name.strip_prefix("mcp:").map(|rest| rest.split_once(':')) {
            Some(Some((server, tool))) => {
                let (server, tool) = (Some(server), Some(tool));
                cx.tool_policy(server.filter(|s| named(s)), tool.filter(|t| named(t)), effect, at);
            }
            Some(None) if name == "mcp:*" => cx.tool_policy(None, None, effect, at),
            _ if name == "*" => {
                cx.builtin_line("a rule for every tool", at.clone());
                cx.tool_policy(None, None, effect, at);
            }
            _ => cx.builtin_line("a rule for a built-in tool", at),
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
    use super::super::testing::{outcome, reading, rules};

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
}
