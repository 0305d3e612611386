//! Settings files: tool permissions, start approvals, the admin's lists, hooks, the Bash sandbox.

use super::super::ReadCx;
use super::super::fields::words::{flag, texts};
use super::super::map;
use crate::diagnostic::Place;
use crate::inventory::{Approver, Effect, Helper, MarkLevel, Redacted, Rule, Scope, ServerPolicy, SetBy};
use crate::syntax::Node;

/// Says whether a file of this product is a settings file.
pub(super) fn is_settings(root: &Node) -> bool {
    const KEYS: [&str; 10] = [
        "permissions",
        "enabledPlugins",
        "enableAllProjectMcpServers",
        "enabledMcpjsonServers",
        "disabledMcpjsonServers",
        "allowedMcpServers",
        "deniedMcpServers",
        "allowManagedMcpServersOnly",
        "hooks",
        "sandbox",
    ];
    KEYS.iter().any(|key| root.get(key).is_some())
}

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(permissions) = root.get("permissions") {
        permissions_of(cx, permissions);
    }
    starts(cx, root);
    plugins(cx, root);
    admin(cx, root);
    sandbox(cx, root);
    hooks(cx, root);
    commands(cx, root);
    environment(cx, root);
    if let Some(servers) = root.get("mcpServers") {
        map::ignored_group(cx, servers, &["mcpServers"]);
    }
    map::ignored_groups(cx, root);
}

/// Reads `allow`, `ask` and `deny` rules and the mode.
pub(in crate::dialect) fn permissions_of(cx: &mut ReadCx<'_>, node: &Node) {
    let mut counts = Vec::new();
    for (key, effect) in [
        ("allow", Effect::Allow),
        ("ask", Effect::Ask),
        ("deny", Effect::Deny),
    ] {
        let Some(list) = node.get(key) else { continue };
        let path = format!("permissions.{key}");
        texts(cx, list, &path);
        let mut own = 0;
        for item in list.items() {
            match item.as_str() {
                Some(rule) if rule.starts_with("mcp__") => {
                    mcp_rule(cx, item, rule, effect, &path);
                }
                Some(_) => own += 1,
                None => {}
            }
        }
        if own > 0 {
            counts.push(format!("{own} {key}"));
        }
    }
    if !counts.is_empty() {
        let at = cx.at(node);
        cx.builtin_line(format!("rules: {}", counts.join(", ")), at);
    }
    if let Some(mode) = node.get("defaultMode") {
        default_mode(cx, mode);
    }
    if let Some(mode) = node
        .get("disableBypassPermissionsMode")
        .filter(|mode| mode.as_str() == Some("disable"))
    {
        let at = Some(cx.at(mode));
        cx.out.host.bypass_locked = true;
        cx.policy_mark(MarkLevel::Note, "the bypass mode is locked out", at);
    }
}

/// One `mcp__server__tool` rule.
fn mcp_rule(cx: &mut ReadCx<'_>, node: &Node, rule: &str, effect: Effect, path: &str) {
    let at = cx.at(node);
    if rule.contains('(') {
        let hint = "write mcp__server or mcp__server__tool";
        cx.warn(
            node,
            path,
            "a rule with parentheses matches no MCP tool",
            hint,
        );
        return;
    }
    let rest = &rule["mcp__".len()..];
    let (server, tool) = match rest.split_once("__") {
        Some((server, tool)) => (server, Some(tool)),
        None => (rest, None),
    };
    if server.contains('*') {
        if effect == Effect::Allow {
            let hint = "in an allow rule a star may stand only after mcp__server__";
            cx.warn(node, path, "this rule is skipped: it names no server", hint);
        } else if server == "*" {
            cx.tool_policy(None, None, effect, at);
        }
        return;
    }
    let tool = tool.filter(|tool| *tool != "*" && !tool.is_empty());
    cx.tool_policy(Some(server), tool, effect, at);
}

fn default_mode(cx: &mut ReadCx<'_>, node: &Node) {
    let at = cx.at(node);
    match node.as_str() {
        Some("bypassPermissions") => {
            let caveat =
                (cx.out.scope == Scope::Project).then(|| "once the folder is trusted".to_owned());
            cx.gate(Rule::AutoAll, Approver::Nobody, caveat, at);
        }
        Some("plan") => cx.policy_mark(MarkLevel::Note, "mode: plan", Some(at)),
        Some("acceptEdits") => {
            cx.builtin_line("file edits: run without a question", at);
        }
        Some("dontAsk") => {
            cx.policy_mark(
                MarkLevel::Note,
                "mode: what is not allowed is denied",
                Some(at),
            );
        }
        Some("auto") => {
            cx.policy_mark(
                MarkLevel::Warning,
                "mode: a model reviews the calls",
                Some(at),
            );
        }
        Some("default") | None => cx.out.host.has_policy = true,
        Some(_) => cx.warn(
            node,
            "permissions.defaultMode",
            "this mode is not known",
            "",
        ),
    }
}

/// Which servers of `.mcp.json` may start.
pub(super) fn starts(cx: &mut ReadCx<'_>, root: &Node) {
    let by = cx.set_by();
    let scope = Some(Scope::Project);
    let keys = ["enableAllProjectMcpServers", "enabledMcpjsonServers"];
    if cx.out.scope == Scope::Project
        && let Some(node) = keys.iter().find_map(|key| root.get(key))
    {
        let at = Some(cx.at(node));
        let text = "the repository's own approvals count once the folder is trusted";
        cx.policy_mark(MarkLevel::Note, text, at);
    }
    if let Some(node) = root.get("enableAllProjectMcpServers") {
        cx.out.host.has_policy = true;
        if flag(cx, node, "enableAllProjectMcpServers") == Some(true) {
            let source = cx.at(node);
            cx.server_policy(ServerPolicy::PreApproveStart {
                name: None,
                scope,
                by,
                source,
            });
        }
    }
    for (name, source) in named(cx, root, "enabledMcpjsonServers") {
        cx.server_policy(ServerPolicy::PreApproveStart {
            name: Some(name),
            scope,
            by,
            source,
        });
    }
    for (name, source) in named(cx, root, "disabledMcpjsonServers") {
        cx.server_policy(ServerPolicy::DisableByName {
            name,
            scope,
            reason: format!("disabledMcpjsonServers in {}", map::file_label(cx)),
            source,
        });
    }
}

/// Which plugins are on, with their servers.
fn plugins(cx: &mut ReadCx<'_>, root: &Node) {
    let switches = root.get("enabledPlugins").map(Node::entries);
    for switch in switches.unwrap_or_default() {
        // A list of versions switches it on, too.
        let on = switch.value.as_bool().or(switch.value.is_list().then_some(true));
        match on {
            Some(on) => cx.plugin(&switch.key, on, &switch.value),
            None => cx.expected(&switch.value, "enabledPlugins", "true or false"),
        }
    }
}

pub(super) fn named(cx: &mut ReadCx<'_>, root: &Node, key: &str) -> Vec<(Redacted, Place)> {
    let Some(node) = root.get(key) else {
        return Vec::new();
    };
    let names = texts(cx, node, key);
    let at = cx.at(node);
    names
        .into_iter()
        .map(|name| (Redacted::name(name), at.clone()))
        .collect()
}

/// The admin's allow and deny lists.
fn admin(cx: &mut ReadCx<'_>, root: &Node) {
    for (key, deny) in [("allowedMcpServers", false), ("deniedMcpServers", true)] {
        let Some(node) = root.get(key) else { continue };
        let source = cx.at(node);
        let (mut names, mut urls, mut commands) = (Vec::new(), Vec::new(), Vec::new());
        for item in node.items() {
            let keys = ["serverName", "serverUrl", "serverCommand"];
            if keys.iter().filter(|key| item.get(key).is_some()).count() > 1 {
                let list = if deny { "deny" } else { "allow" };
                let text = format!("an entry of the {list} list has several keys: which one counts is not documented");
                let hint = "write one entry for each";
                cx.warn(item, key, "serverName, serverUrl and serverCommand exclude each other", hint);
                let at = Some(cx.at(item));
                cx.policy_mark(MarkLevel::Warning, text, at);
            }
            if let Some(name) = item.get("serverName").and_then(Node::as_str) {
                names.push(Redacted::name(name));
            } else if let Some(url) = item.get("serverUrl").and_then(Node::as_str) {
                urls.push(Redacted::text(url));
            } else if let Some(command) = item.get("serverCommand") {
                let words = texts(cx, command, &format!("{key}.serverCommand"));
                commands.push(cx.values.ordinal(&words.join("\u{1f}")));
            } else {
                cx.expected(item, key, "serverName, serverUrl or serverCommand");
            }
        }
        if !node.is_list() {
            cx.expected(node, key, "a list");
            continue;
        }
        let count = node.items().len();
        let entries = if count == 1 { "entry" } else { "entries" };
        let list = if deny { "deny" } else { "allow" };
        let text = format!("{list} list: {count} {entries}");
        cx.policy_mark(MarkLevel::Note, text, Some(source.clone()));
        let by = cx.set_by();
        cx.server_policy(ServerPolicy::AdminList {
            deny,
            by,
            names,
            urls,
            commands,
            source,
        });
    }
    for (key, text) in [
        ("allowManagedMcpServersOnly", "allow list: managed only"),
        ("allowAllClaudeAiMcps", "all account connectors allowed"),
        ("disableClaudeAiConnectors", "account connectors off"),
        ("strictPluginOnlyCustomization", "plugins only"),
    ] {
        if let Some(node) = root.get(key)
            && flag(cx, node, key) == Some(true)
        {
            let at = Some(cx.at(node));
            cx.policy_mark(MarkLevel::Note, text, at);
            if key == "allowManagedMcpServersOnly" && cx.set_by() == SetBy::Admin {
                cx.server_policy(ServerPolicy::AdminListsAlone);
            }
        }
    }
}

/// The sandbox encloses Bash commands, never MCP servers.
fn sandbox(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(node) = root.get("sandbox") else {
        return;
    };
    let on = node.get("enabled").and_then(Node::as_bool) == Some(true);
    let at = cx.at(node);
    if !on {
        cx.builtin_line("sandbox: off", at);
        return;
    }
    cx.builtin_tools(at.clone()).sandbox = Some("Claude Code sandbox (Bash only)".to_owned());
    cx.builtin_line("sandbox: on", at.clone());
    if node.get("autoAllowBashIfSandboxed").and_then(Node::as_bool) == Some(true) {
        cx.builtin_line("sandboxed commands run without a question", at.clone());
    }
    let domains = node.at(&["network", "allowedDomains"]);
    if let Some(line) = domains.and_then(|list| super::super::domains(list, "allows")) {
        cx.builtin_line(line, at);
    }
}

/// Hooks are marks, neither servers nor helpers, and no policy by themselves.
fn hooks(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.get("hooks").filter(|node| node.is_map()) {
        let events = node.entries().len();
        if events > 0 {
            let at = Some(cx.at(node));
            let text = format!("runs commands on events: {events}");
            cx.mark(MarkLevel::Note, text, at);
        }
    }
}

/// Commands that the host runs to get its own credentials.
fn commands(cx: &mut ReadCx<'_>, root: &Node) {
    for key in [
        "apiKeyHelper",
        "otelHeadersHelper",
        "awsAuthRefresh",
        "awsCredentialExport",
    ] {
        let Some(node) = root.get(key).filter(|node| node.as_str().is_some()) else {
            continue;
        };
        let source = cx.at(node);
        cx.out.host.helpers.push(Helper {
            outside: false,
            named_by: Redacted::trusted(key),
            when: "when the host signs in",
            source,
        });
    }
}

/// Variables of the host itself; the address of its model is where inference runs.
fn environment(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(env) = root.get("env").filter(|node| node.is_map()) else {
        return;
    };
    for entry in env.entries() {
        let Some(value) = entry.value.scalar() else {
            continue;
        };
        let at = cx.at(&entry.value);
        if entry.key == "ANTHROPIC_BASE_URL" {
            let (endpoint, _) = cx.host_facts(|facts| facts.url(value, &at));
            cx.out.host.inference = Some(endpoint);
            continue;
        }
        let found = cx.host_facts(|facts| facts.env(&entry.key, value, &at));
        cx.keep_for_host(found);
    }
}
