//! Policy files: `[[rule]]` tables about tools and servers.

use super::super::ReadCx;
use super::super::fields::words::texts;
use crate::inventory::{Effect, MarkLevel};
use crate::syntax::Node;

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(rules) = root.get("rule").filter(|node| node.is_list()) else {
        return;
    };
    let mut own = 0;
    for rule in rules.items() {
        let effect = match rule.get("decision").and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("deny") => Effect::Deny,
            Some("ask_user") => Effect::Ask,
            _ => {
                cx.expected(rule, "rule", "a decision: allow, deny or ask_user");
                continue;
            }
        };
        if !always(cx, rule) {
            continue;
        }
        let Some(server) = rule.get("mcpName").and_then(Node::as_str) else {
            own += 1;
            continue;
        };
        let at = cx.at(rule);
        let server = (server != "*").then_some(server);
        let tools = match rule.get("toolName") {
            Some(node) => texts(cx, node, "rule.toolName"),
            None => Vec::new(),
        };
        if tools.is_empty() || tools.contains(&"*") {
            cx.tool_policy(server, None, effect, at);
            continue;
        }
        for tool in tools {
            cx.tool_policy(server, Some(tool), effect, at.clone());
        }
    }
    if own > 0 {
        let at = cx.at(rules);
        let text = super::super::count(own, "policy rule");
        cx.builtin_line(text, at);
    }
}

/// Says whether a rule holds in the usual mode; others are counted only.
fn always(cx: &mut ReadCx<'_>, rule: &Node) -> bool {
    let Some(modes) = rule.get("modes") else {
        return true;
    };
    let usual = texts(cx, modes, "rule.modes").contains(&"default");
    if !usual {
        let at = Some(cx.at(rule));
        cx.policy_mark(MarkLevel::Note, "a rule for other modes only", at);
    }
    usual
}
