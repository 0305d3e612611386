//! Amp: servers under one dotted key, rules about tools and about whole servers of which the first match decides.

use super::super::ReadCx;
use super::super::first_match::FirstMatch;
use super::super::map;
use super::super::model::{
    DefaultRule, Dialect, FileScope, KnownFile, Start, Strictness, Switch, UntypedUrl, Wrapper,
};
use crate::inventory::{
    Approver, Effect, MarkLevel, Redacted, Rule, Scope, StartApproval, State, Transport, VarSyntax,
    wildcard,
};
use crate::syntax::Node;

const SERVERS: &str = "amp.mcpServers";

pub(super) const ROW: Dialect = Dialect {
    id: "amp",
    unverified: "url without type",
    product: "Amp",
    files: &[
        KnownFile::new(".amp/settings.json", FileScope::ByHome),
        KnownFile::new(".amp/settings.jsonc", FileScope::ByHome),
        KnownFile::new("amp/settings.json", FileScope::At(Scope::User))
            .lies(&["<config>/amp/settings.json"]),
        KnownFile::new("amp/settings.jsonc", FileScope::At(Scope::User))
            .lies(&["<config>/amp/settings.jsonc"]),
        KnownFile::new(
            "ampcode/managed-settings.json",
            FileScope::At(Scope::Managed),
        )
        .lies(&[
            "linux:/etc/ampcode/managed-settings.json",
            "macos:/Library/Application Support/ampcode/managed-settings.json",
            "windows:C:/ProgramData/ampcode/managed-settings.json",
        ]),
    ],
    wrappers: &[Wrapper::map(&[SERVERS])],
    untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
    variables: &[VarSyntax::Braced],
    strict: Strictness::Lenient,
    approval: DefaultRule::Unknown,
    start: Start {
        project: StartApproval::AskedByDefault,
        user: StartApproval::NotAsked,
    },
    switches: &[Switch::off("disabled")],
    read,
    ..Dialect::BASE
};

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    tools(cx, root);
    servers(cx, root);
    if let Some(node) = root.get("amp.dangerouslyAllowAll") {
        cx.out.host.has_policy = true;
        if node.as_bool() == Some(true) {
            let at = cx.at(node);
            cx.gate(Rule::AutoAll, Approver::Nobody, None, at);
        }
    }
}

/// `amp.tools.disable` takes tools away; of `amp.permissions` the first match decides.
fn tools(cx: &mut ReadCx<'_>, root: &Node) {
    let mut rules = FirstMatch::default();
    for item in items(root, "amp.tools.disable") {
        if let Some(tool) = item.as_str() {
            add(
                cx,
                &mut rules,
                tool,
                Effect::Deny,
                (item, "amp.tools.disable"),
            );
        }
    }
    let mut by_arguments = 0;
    for rule in items(root, "amp.permissions") {
        let Some(tool) = rule.get("tool").and_then(Node::as_str) else {
            continue;
        };
        let effect = match rule.get("action").and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("ask" | "delegate") => Effect::Ask,
            Some("reject") => Effect::Deny,
            _ => continue,
        };
        if rule.get("matches").is_some() {
            by_arguments += 1;
        } else {
            add(cx, &mut rules, tool, effect, (rule, "amp.permissions"));
        }
    }
    rules.finish(cx);
    if by_arguments > 0 {
        let text = format!(
            "{} by arguments, not applied here",
            super::super::count(by_arguments, "tool rule")
        );
        cx.policy_mark(MarkLevel::Note, text, None);
    }
}

/// `mcp__server__tool`, `mcp__*`, `*`; anything else names a built-in tool.
fn add(cx: &mut ReadCx<'_>, rules: &mut FirstMatch, tool: &str, effect: Effect, at: (&Node, &str)) {
    let of = match tool.strip_prefix("mcp__").map(|rest| rest.split_once("__")) {
        Some(Some((server, tool))) => (Some(server), Some(tool)),
        Some(None) => (tool.strip_prefix("mcp__"), None),
        None if tool == "*" => (None, None),
        None => {
            cx.out.host.has_policy = true;
            return;
        }
    };
    rules.add(cx, of, effect, at);
}

/// `amp.mcpPermissions`: which servers may run; without a match, all.
fn servers(cx: &mut ReadCx<'_>, root: &Node) {
    let rules = items(root, "amp.mcpPermissions");
    let Some(first) = rules.first() else { return };
    let at = Some(cx.at(first));
    let text = format!(
        "{} about which servers may run",
        super::super::count(rules.len(), "rule")
    );
    cx.policy_mark(MarkLevel::Note, text, at);
    for server in root.get(SERVERS).map(Node::entries).unwrap_or_default() {
        let Some(rule) = rules.iter().find(|rule| is_about(rule, &server.value)) else {
            continue;
        };
        if rule.get("action").and_then(Node::as_str) != Some("reject") {
            continue;
        }
        let (name, set_by, at) = (Redacted::name(&server.key), cx.set_by(), cx.at(rule));
        for entry in cx.out.servers.iter_mut().filter(|s| s.name == name) {
            entry.state = State::Disabled("rejected by amp.mcpPermissions".to_owned());
            entry.approval.rule = Rule::Blocked;
            entry.approval.approver = Approver::Nobody;
            entry.approval.set_by = set_by;
            entry.approval.source = Some(at.clone());
        }
    }
}

/// Compares the patterns of a rule with the words of an entry, before anything of them is hidden.
fn is_about(rule: &Node, server: &Node) -> bool {
    let Some(matches) = rule.get("matches").filter(|node| !node.is_empty_map()) else {
        return false;
    };
    matches.entries().iter().all(|pattern| {
        let Some(text) = words(server, &pattern.key) else {
            return false;
        };
        pattern
            .value
            .as_str()
            .is_some_and(|pattern| wildcard(pattern, &text))
    })
}

fn words(server: &Node, key: &str) -> Option<String> {
    let node = server.get(key)?;
    if node.is_list() {
        let words: Vec<&str> = node.items().iter().filter_map(Node::scalar).collect();
        return Some(words.join(" "));
    }
    node.scalar().map(str::to_owned)
}

fn items<'n>(root: &'n Node, key: &str) -> &'n [Node] {
    root.get(key).map(Node::items).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{describe, marks, outcome, reading, rules};

    #[test]
    fn servers_stand_under_a_dotted_key() {
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
    fn of_two_rules_for_one_call_the_first_decides() {
        let outcome = outcome(
            ".amp/settings.json",
            r#"{"amp.mcpServers": {"soil": {"command": "soil"}, "harbor": {"command": "harbor"}},
                "amp.permissions": [{"tool": "mcp__soil__probe", "action": "allow"}, {"tool": "*", "action": "reject"},
                    {"tool": "mcp__harbor__*", "action": "allow"}]}"#,
        );
        let reading = outcome.reading.expect("a reading");
        assert_eq!(rules(&reading), ["allow soil/probe", "deny harbor/*"]);
        assert_eq!(marks(&reading, "soil"), ["every other tool is refused"]);
        assert_eq!(
            outcome.diagnostics[0].message,
            "this rule has no effect: one before it decides the same calls"
        );
    }

    #[test]
    fn a_rejected_server_does_not_run() {
        let reading = reading(
            ".amp/settings.json",
            r#"{"amp.mcpServers": {"tests": {"command": "npx", "args": ["-y", "@playwright/mcp@0.0.41"]},
                    "soil": {"command": "python", "args": ["soil.py"]}, "harbor": {"url": "https://mcp.harbor.example.com/mcp"}},
                "amp.mcpPermissions": [{"matches": {"command": "npx", "args": "* @playwright/mcp@*"}, "action": "allow"},
                    {"matches": {"command": "*"}, "action": "reject"}]}"#,
        );
        let lines = describe(&reading);
        assert!(lines[0].ends_with("| unknown"), "{}", lines[0]);
        let off = "| blocked | off: rejected by amp.mcpPermissions";
        assert!(lines[1].ends_with(off), "{}", lines[1]);
        assert!(lines[2].ends_with("| unknown"), "{}", lines[2]);
    }
}
