//! Kiro's permission rules: by capability and pattern; of all that match, the strictest decides.

use super::super::ReadCx;
use crate::inventory::{Effect, MarkLevel, Redacted, Scope};
use crate::syntax::Node;

/// A file of rules. Kiro keeps them out of repositories, so that a clone brings none.
pub(super) fn file(cx: &mut ReadCx<'_>, root: &Node) {
    if cx.out.scope == Scope::Project {
        let at = Some(cx.at(root));
        let text = "Kiro reads permission rules from the home directory only";
        cx.policy_mark(MarkLevel::Warning, text, at);
        return;
    }
    if let Some(list) = root.get("rules") {
        rules(cx, list);
    }
}

/// A list of rules, in a file or in an agent.
pub(super) fn rules(cx: &mut ReadCx<'_>, list: &Node) {
    for rule in list.items() {
        let effect = match rule.get("effect").and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("ask") => Effect::Ask,
            Some("deny") => Effect::Deny,
            _ => {
                cx.expected(rule, "rules", "a rule whose effect is allow, ask or deny");
                continue;
            }
        };
        cx.out.host.has_policy = true;
        match rule.get("capability").and_then(Node::as_str) {
            Some("mcp") => about_tools(cx, rule, effect),
            Some("all") => {
                about_tools(cx, rule, effect);
                built_in(cx, "every capability", rule, effect);
            }
            Some(other) => {
                let name = Redacted::name(other).to_string();
                built_in(cx, &name, rule, effect);
            }
            None => cx.expected(rule, "rules", "a rule with a capability"),
        }
    }
}

fn about_tools(cx: &mut ReadCx<'_>, rule: &Node, effect: Effect) {
    let patterns = patterns(rule, "match");
    let except = patterns_of(rule, "exclude");
    if effect != Effect::Allow && !except.is_empty() {
        let at = Some(cx.at(rule));
        let text = "a rule about MCP tools with exceptions is not applied here";
        cx.policy_mark(MarkLevel::Warning, text, at);
        return;
    }
    let at = cx.at(rule);
    for pattern in patterns {
        let (server, tool) = split(pattern);
        cx.tool_policy(server, tool, effect, at.clone());
    }
    // What an allowing rule leaves out is asked, as by default.
    for pattern in except {
        let (server, tool) = split(pattern);
        cx.tool_policy(server, tool, Effect::Ask, at.clone());
    }
}

/// `server/tool`; a pattern without a slash is of the server's name.
fn split(pattern: &str) -> (Option<&str>, Option<&str>) {
    match pattern.split_once('/') {
        Some((server, tool)) => (named(server), named(tool)),
        None => (named(pattern), None),
    }
}

fn named(text: &str) -> Option<&str> {
    Some(text).filter(|text| !matches!(*text, "*" | "**"))
}

fn patterns<'n>(rule: &'n Node, key: &str) -> Vec<&'n str> {
    let found = patterns_of(rule, key);
    if found.is_empty() { vec!["*"] } else { found }
}

fn patterns_of<'n>(rule: &'n Node, key: &str) -> Vec<&'n str> {
    let list = rule.get(key).map(Node::items).unwrap_or_default();
    list.iter().filter_map(Node::as_str).collect()
}

fn built_in(cx: &mut ReadCx<'_>, name: &str, rule: &Node, effect: Effect) {
    let word = match effect {
        Effect::Allow => "allowed",
        Effect::Ask => "asks",
        Effect::Deny => "denied",
    };
    let count = patterns_of(rule, "match").len();
    let at = cx.at(rule);
    let line = match count {
        0 => format!("{name}: {word}"),
        n => format!("{name}: {} {word}", super::super::count(n, "pattern")),
    };
    cx.builtin_line(line, at);
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{host_marks, reading, rules};

    const RULES: &str = "rules:\n  - capability: shell\n    effect: allow\n    match: [git *, npm *]\n  - capability: mcp\n    effect: allow\n    match: [my-server/*, harbor/list_*]\n    exclude: [my-server/erase]\n  - { capability: mcp, effect: deny, match: [tide/*] }\n";

    #[test]
    fn rules_name_server_and_tool() {
        let reading = reading("/home/u/.kiro/settings/permissions.yaml", RULES);
        assert_eq!(
            rules(&reading),
            [
                "allow my-server/*",
                "allow harbor/list_*",
                "ask my-server/erase",
                "deny tide/*"
            ]
        );
        let tools = reading.host.builtin_tools.expect("built-in tools");
        assert_eq!(tools.lines[0].as_str(), "shell: 2 patterns allowed");
    }

    #[test]
    fn everything_is_allowed_at_once() {
        let text = "rules:\n  - capability: all\n    effect: allow\n";
        let reading = reading("/home/u/.kiro/workspace-roots/1f/permissions.yaml", text);
        assert_eq!(rules(&reading), ["allow */*"]);
    }

    #[test]
    fn a_repository_cannot_bring_rules() {
        let reading = reading("repo/.kiro/settings/permissions.yaml", RULES);
        assert!(rules(&reading).is_empty());
        assert_eq!(
            host_marks(&reading),
            ["Kiro reads permission rules from the home directory only"]
        );
    }
}
