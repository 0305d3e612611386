//! Junie: an ordinary map, and a list of `server:tool` prefixes and patterns that need no question.

use super::super::ReadCx;
use super::super::first_match::FirstMatch;
use super::super::model::{Dialect, FileScope, KnownFile, UntypedUrl};
use crate::inventory::{Approver, Effect, Rule, Scope, Transport};
use crate::syntax::Node;

pub(super) const ROW: Dialect = Dialect {
    id: "junie",
    unverified: "variables, remote servers",
    product: "Junie",
    files: &[
        KnownFile::new(".junie/mcp/mcp.json", FileScope::ByHome),
        KnownFile::new(".junie/allowlist.json", FileScope::At(Scope::User)).read_by(rules),
    ],
    untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
    variables: super::super::generic::ANY_VARIABLE,
    ..Dialect::BASE
};

const RULES: &str = "rules.mcpTools.rules";

/// The first rule that matches decides; what no rule matches is asked.
fn rules(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.get("defaultBehavior") {
        let at = cx.at(node);
        match node.as_str() {
            Some("allow") => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Some("ask") => cx.gate(Rule::Asks, Approver::Person, None, at),
            _ => cx.expected(node, "defaultBehavior", "ask or allow"),
        }
    }
    let Some(list) = root.at(&["rules", "mcpTools"]) else {
        return;
    };
    if list.is_list() {
        let hint = "write an object with the key rules";
        cx.warn(
            list,
            "rules.mcpTools",
            "Junie refuses the whole file: expected a map, found a list",
            hint,
        );
        return;
    }
    let mut found = FirstMatch::default();
    for rule in list.get("rules").map(Node::items).unwrap_or_default() {
        let effect = match rule.get("action").and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("ask") => Effect::Ask,
            _ => {
                cx.expected(rule, RULES, "a rule whose action is allow or ask");
                continue;
            }
        };
        let prefix = rule.get("prefix").and_then(Node::as_str);
        let pattern = match (prefix, rule.get("pattern").and_then(Node::as_str)) {
            (Some(prefix), _) => format!("{prefix}*"),
            (None, Some(pattern)) => pattern.replace("**", "*"),
            (None, None) => {
                cx.expected(rule, RULES, "a rule with a prefix or a pattern");
                continue;
            }
        };
        // A tool is called `server:tool`.
        let of = match pattern.split_once(':') {
            Some((server, tool)) => (Some(server), Some(tool)),
            None => (Some(pattern.as_str()), None),
        };
        found.add(cx, of, effect, (rule, RULES));
    }
    found.finish(cx);
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{outcome, rules};

    fn read(list: &str) -> (Vec<String>, usize) {
        let text = format!(r#"{{"rules": {{"mcpTools": {{"rules": [{list}]}}}}}}"#);
        let outcome = outcome("/home/u/.junie/allowlist.json", &text);
        let rules = outcome.reading.as_ref().map(rules).unwrap_or_default();
        (rules, outcome.diagnostics.len())
    }

    #[test]
    fn a_prefix_is_of_the_servers_name_or_of_its_tools() {
        let (rules, _) = read(
            r#"{"prefix": "soil:", "action": "allow"}, {"prefix": "harbor:list_", "action": "allow"},
               {"prefix": "gr", "action": "allow"}, {"pattern": "tide:*", "action": "ask"}"#,
        );
        assert_eq!(
            rules,
            [
                "allow soil/*",
                "allow harbor/list_*",
                "allow gr*/*",
                "ask tide/*"
            ]
        );
    }

    #[test]
    fn a_rule_after_a_wider_one_has_no_effect() {
        let (rules, notes) =
            read(r#"{"prefix": "", "action": "allow"}, {"prefix": "soil:", "action": "ask"}"#);
        assert_eq!((rules, notes), (vec!["allow */*".to_owned()], 1));
    }

    #[test]
    fn a_rule_that_junie_refuses_is_said() {
        let (rules, notes) = read(r#"{"prefix": "soil:", "action": "deny"}, {"action": "allow"}"#);
        assert_eq!((rules.len(), notes), (0, 2));
    }
}
