//! Amp: servers under one dotted key, rules about tools and about whole servers of which the first match decides.

use super::super::ReadCx;
use super::super::first_match::FirstMatch;
use super::super::map;
use super::super::model::{DefaultRule, Dialect, FileScope, KnownFile, Start, Strictness, Switch, Takes, UntypedUrl, Wrapper};
use crate::diagnostic::Place;
use crate::inventory::subjects::Subject;
use crate::inventory::{
    Approver, Effect, MarkLevel, Rule, Scope, StartApproval, Transport, VarSyntax, wildcard,
};
use crate::syntax::Node;

const SERVERS: &str = "amp.mcpServers";

pub(super) const ROW: Dialect = Dialect {
    id: "amp",
    unverified: "url without type",
    product: "Amp",
keys: &["command", "args", "env", "headers", "includeTools"],
takes: Takes::Text,
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

/// `amp.mcpPermissions`: which servers may run, in whatever file they stand; the first match decides, without one it may.
fn servers(cx: &mut ReadCx<'_>, root: &Node) {
    cx.subjects(root.get(SERVERS));
    let list = items(root, PERMISSIONS);
    let Some(first) = list.first() else { return };
    let at = Some(cx.at(first));
    let text = format!(
        "{} about which servers may run",
        super::super::count(list.len(), "rule")
    );
    cx.policy_mark(MarkLevel::Note, text, at);
    let rules: Vec<Permission> = list.iter().filter_map(|rule| permission(cx, rule)).collect();
    let judge = move |subject: &Subject| {
        let about = |rule: &&Permission| rule.matches.iter().all(|(key, pattern)| {
            subject.get(key).is_some_and(|words| wildcard(pattern, &words.join(" ")))
        });
        let first = rules.iter().find(about)?;
        first.reject.then(|| first.source.clone())
    };
    cx.rules("rejected by amp.mcpPermissions", true, Box::new(judge));
}

const PERMISSIONS: &str = "amp.mcpPermissions";

/// One rule about which servers may run.
struct Permission {
    matches: Vec<(String, String)>,
    reject: bool,
    source: Place,
}

/// Reads a rule; one without a pattern or with another action is about nothing.
fn permission(cx: &mut ReadCx<'_>, rule: &Node) -> Option<Permission> {
    let patterns = rule.get("matches").map(Node::entries).unwrap_or_default();
    let matches = patterns
        .iter()
        .map(|pattern| Some((pattern.key.clone(), pattern.value.as_str()?.to_owned())))
        .collect::<Option<Vec<_>>>()
        .filter(|matches| !matches.is_empty())?;
    let reject = match rule.get("action").and_then(Node::as_str)? {
        "reject" => true,
        "allow" => false,
        _ => {
            cx.expected(rule, PERMISSIONS, "allow or reject");
            return None;
        }
    };
    let source = cx.at(rule);
    Some(Permission {
        matches,
        reject,
        source,
    })
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
}
