//! Permissions: a map of globs (V1) or an ordered list (V2), where the last match wins.

use super::super::ReadCx;
use super::super::fields::approval::mention;
use super::super::model::DefaultRule;
use crate::diagnostic::Place;
use crate::inventory::{Approver, Effect, Redacted, Rule};
use crate::syntax::{Node, Value};

/// One rule about tool names.
struct Glob {
    pattern: String,
    effect: Effect,
    at: Place,
}

/// Names of the host's own tools; every other name is a server's tool.
const OWN_TOOLS: [&str; 20] = [
    "bash",
    "edit",
    "write",
    "read",
    "patch",
    "glob",
    "grep",
    "list",
    "task",
    "todowrite",
    "todoread",
    "webfetch",
    "websearch",
    "codesearch",
    "skill",
    "question",
    "lsp",
    "external_directory",
    "doom_loop",
    "multiedit",
];

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let mut globs = Vec::new();
    if let Some(node) = root.get("permission") {
        first_form(cx, node, &mut globs);
    }
    if let Some(node) = root.get("permissions").filter(|node| node.is_list()) {
        second_form(cx, node, &mut globs);
    }
    if let Some(node) = root.get("tools").filter(|node| node.is_map()) {
        for tool in node.entries() {
            if tool.value.as_bool() == Some(false) {
                let at = cx.at(&tool.value);
                globs.push(Glob {
                    pattern: tool.key.clone(),
                    effect: Effect::Deny,
                    at,
                });
            }
        }
    }
    if globs.is_empty() {
        return;
    }
    cx.out.host.has_policy = true;
    apply(cx, &globs);
}

fn effect(text: Option<&str>) -> Option<Effect> {
    match text? {
        "allow" => Some(Effect::Allow),
        "ask" => Some(Effect::Ask),
        "deny" => Some(Effect::Deny),
        _ => None,
    }
}

fn first_form(cx: &mut ReadCx<'_>, node: &Node, globs: &mut Vec<Glob>) {
    if node.as_str().is_some() {
        match effect(node.as_str()) {
            Some(effect) => {
                let at = cx.at(node);
                globs.push(Glob {
                    pattern: "*".to_owned(),
                    effect,
                    at,
                });
            }
            None => cx.expected(node, "permission", "ask, allow or deny"),
        }
        return;
    }
    for rule in node.entries() {
        let at = cx.at(&rule.value);
        if is_own(&rule.key) {
            own_tool(cx, &rule.key, &rule.value);
            continue;
        }
        // A map under a server's tool limits it by arguments; its own `*` is the rule.
        let word = match &rule.value.value {
            Value::Map(_) => rule.value.get("*").and_then(Node::as_str),
            _ => rule.value.as_str(),
        };
        match effect(word) {
            Some(effect) => globs.push(Glob {
                pattern: rule.key.clone(),
                effect,
                at,
            }),
            None => cx.expected(&rule.value, "permission", "ask, allow or deny"),
        }
    }
}

fn second_form(cx: &mut ReadCx<'_>, node: &Node, globs: &mut Vec<Glob>) {
    for rule in node.items() {
        let action = rule.get("action").and_then(Node::as_str).unwrap_or("*");
        let Some(effect) = effect(rule.get("effect").and_then(Node::as_str)) else {
            cx.expected(
                rule,
                "permissions",
                "a rule with action, resource and effect",
            );
            continue;
        };
        let at = cx.at(rule);
        if is_own(action) {
            let word = word(effect);
            cx.builtin_line(format!("{}: {word}", Redacted::name(action)), at);
            continue;
        }
        globs.push(Glob {
            pattern: action.to_owned(),
            effect,
            at,
        });
    }
}

fn is_own(name: &str) -> bool {
    OWN_TOOLS.contains(&name)
}

fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Allow => "allowed",
        Effect::Ask => "asks",
        Effect::Deny => "denied",
    }
}

/// A rule for one of the host's own tools, with its exceptions by pattern.
fn own_tool(cx: &mut ReadCx<'_>, name: &str, node: &Node) {
    let at = cx.at(node);
    let Value::Map(_) = node.value else {
        match effect(node.as_str()) {
            Some(effect) => cx.builtin_line(format!("{name}: {}", word(effect)), at),
            None => cx.expected(node, "permission", "ask, allow or deny"),
        }
        return;
    };
    let mut line = match effect(node.get("*").and_then(Node::as_str)) {
        Some(effect) => format!("{name}: {}", word(effect)),
        None => name.to_owned(),
    };
    for wanted in [Effect::Deny, Effect::Ask, Effect::Allow] {
        let patterns: Vec<String> = node
            .entries()
            .into_iter()
            .filter(|rule| rule.key != "*" && effect(rule.value.as_str()) == Some(wanted))
            .map(|rule| Redacted::text(&rule.key).to_string())
            .collect();
        if patterns.is_empty() {
            continue;
        }
        let shown = if patterns.len() <= 3 {
            patterns.join(", ")
        } else {
            super::super::count(patterns.len(), "pattern")
        };
        line = format!("{line}, {shown} {}", word(wanted));
    }
    cx.builtin_line(line, at);
}

/// Turns the globs into the host's rule and the rules of servers; of several that match, the last wins.
fn apply(cx: &mut ReadCx<'_>, globs: &[Glob]) {
    let mut names: Vec<String> = cx.out.servers.iter().map(|s| s.name.to_string()).collect();
    for glob in globs.iter().filter(|glob| glob.pattern != "*") {
        let known = names
            .iter()
            .any(|name| concerns(&glob.pattern, &plain(name)));
        let server = glob.pattern.split_once('_').map(|(server, _)| server);
        if let Some(server) = server.filter(|server| !known && !server.contains('*'))
            && !names.iter().any(|name| name == server)
        {
            names.push(server.to_owned());
        }
    }
    let specific = globs.iter().any(|glob| glob.pattern != "*");
    let general = globs.iter().rev().find(|glob| glob.pattern == "*");
    if let Some(general) = general {
        let at = general.at.clone();
        let text = format!("every tool: {}", word(general.effect));
        cx.builtin_line(text, at.clone());
        match general.effect {
            Effect::Ask => cx.gate(Rule::Asks, Approver::Person, None, at),
            Effect::Allow if !specific => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Effect::Deny if !specific => cx.tool_policy(None, None, Effect::Deny, at),
            _ => {}
        }
    }
    for name in names {
        server_rules(cx, &name, globs);
    }
}

/// Tool names as opencode writes them: the server's name with other characters as `_`.
fn plain(name: &str) -> String {
    let keep = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' || c == '_' {
            c
        } else {
            '_'
        }
    };
    name.chars().map(keep).collect()
}

/// Says whether a glob can match a tool of a server.
fn concerns(pattern: &str, server: &str) -> bool {
    pattern.starts_with(&format!("{server}_")) || whole_server(pattern, server)
}

/// Says whether a glob matches every tool of a server.
fn whole_server(pattern: &str, server: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) if !prefix.contains('*') => {
            let all = format!("{server}_");
            all.starts_with(prefix)
        }
        _ => false,
    }
}

fn server_rules(cx: &mut ReadCx<'_>, name: &str, globs: &[Glob]) {
    let own = plain(name);
    let prefix = format!("{own}_");
    let whole = globs
        .iter()
        .enumerate()
        .rev()
        .find(|(_, glob)| whole_server(&glob.pattern, &own));
    let base = match whole {
        Some((_, glob)) => glob.effect,
        None if cx.dialect.approval == DefaultRule::Allows => Effect::Allow,
        None => Effect::Ask,
    };
    if let Some((_, glob)) = whole
        && (glob.pattern != "*" || glob.effect == Effect::Allow)
    {
        let at = glob.at.clone();
        cx.tool_policy(Some(name), None, glob.effect, at);
    }
    // A rule for the server as a whole hides what stands before it; one that changes nothing is only a mention.
    for glob in &globs[whole.map_or(0, |(at, _)| at + 1)..] {
        let Some(tool) = glob.pattern.strip_prefix(&prefix) else {
            continue;
        };
        if glob.effect == base {
            let shown = Redacted::name(name);
            let tool = Redacted::name(tool);
            if let Some(entry) = cx.out.servers.iter_mut().find(|s| s.name == shown) {
                mention(entry, &[tool]);
            }
        } else {
            let at = glob.at.clone();
            cx.tool_policy(Some(name), Some(tool), glob.effect, at);
        }
    }
}
