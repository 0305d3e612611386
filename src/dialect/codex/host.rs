//! Facts about Codex itself: sandbox, approval policy, shell environment, model provider, profiles.

use super::super::ReadCx;
use crate::diagnostic::Place;
use crate::inventory::{Approver, MarkLevel, Redacted, Rule, Scope, ServerPolicy};
use crate::syntax::Node;

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let overlay = profile_file(cx);
    if let Some(profile) = &overlay {
        let at = Some(cx.place(0));
        let text = format!("profile {profile}: counts only when it is chosen");
        cx.mark(MarkLevel::Note, text, at);
    }
    settings(cx, root, overlay.as_deref());
    if let Some(profiles) = root.get("profiles") {
        for profile in profiles.entries() {
            let name = Redacted::name(&profile.key).to_string();
            settings(cx, &profile.value, Some(&name));
        }
    }
    shell_environment(cx, root);
    inference(cx, root);
    plugins(cx, root);
}

/// What the file says about plugins and their servers.
fn plugins(cx: &mut ReadCx<'_>, root: &Node) {
    let mut count = 0;
    for plugin in root.get("plugins").map(Node::entries).unwrap_or_default() {
        if let Some(on) = plugin.value.get("enabled").and_then(Node::as_bool) {
            cx.plugin(&plugin.key, on, &plugin.value);
        }
        let servers = plugin.value.get("mcp_servers");
        for server in servers.map(Node::entries).unwrap_or_default() {
            count += 1;
            if server.value.get("enabled").and_then(Node::as_bool) == Some(false) {
                let source = cx.at(&server.value);
                cx.server_policy(ServerPolicy::DisableByName {
                    name: Redacted::name(&server.key),
                    scope: Some(Scope::Plugin),
                    reason: "switched off in Codex's file".to_owned(),
                    source,
                });
            }
        }
    }
    if count > 0 {
        let at = root.get("plugins").map(|node| cx.at(node));
        let text = format!("rules for {}", super::super::count(count, "plugin server"));
        cx.policy_mark(MarkLevel::Note, text, at);
    }
}

/// Says whether the file holds a profile.
pub(super) fn is_profile(cx: &ReadCx<'_>) -> bool {
    profile_file(cx).is_some()
}

/// Returns the profile that a file named `NAME.config.toml` holds.
fn profile_file(cx: &ReadCx<'_>) -> Option<String> {
    let name = cx.file.segments.last()?;
    let stem = name.strip_suffix(".config.toml")?;
    (!stem.is_empty()).then(|| Redacted::name(stem).to_string())
}

/// Sandbox and approval, always on or those of one profile.
fn settings(cx: &mut ReadCx<'_>, node: &Node, profile: Option<&str>) {
    let text = |key: &str| {
        node.get(key)
            .and_then(|value| Some((value.as_str()?, value)))
    };
    if let Some((mode, at)) = text("sandbox_mode").or_else(|| text("default_permissions")) {
        let at = cx.at(at);
        sandbox(cx, mode, profile, at);
    }
    if let Some(limits) = node.get("sandbox_workspace_write") {
        write_limits(cx, limits, profile);
    }
    let reviewer = text("approvals_reviewer");
    let by_model = reviewer.is_some_and(|(who, _)| who != "user");
    if let Some((policy, value)) = text("approval_policy") {
        let at = cx.at(value);
        approval(cx, policy, by_model, profile, at.clone());
        if policy == "never" && profile.is_none() {
            never(cx, at);
        }
    } else if let Some((_, value)) = reviewer.filter(|_| by_model) {
        let at = cx.at(value);
        approval(cx, "on-request", true, profile, at);
    }
    if let Some((mode, value)) = text("web_search") {
        let word = match mode {
            "disabled" => "off",
            "cached" => "cached",
            "live" => "live",
            _ => "on",
        };
        let at = cx.at(value);
        line(cx, profile, &format!("web search: {word}"), at);
    }
}

fn line(cx: &mut ReadCx<'_>, profile: Option<&str>, words: &str, at: Place) {
    let text = match profile {
        Some(name) => format!("profile {name}: {words}"),
        None => words.to_owned(),
    };
    cx.builtin_line(text, at);
}

fn sandbox(cx: &mut ReadCx<'_>, mode: &str, profile: Option<&str>, at: Place) {
    if profile.is_none() {
        cx.out.host.full_access = Some((cx.set_by(), is_full_access(mode)));
    }
    let known = match mode.trim_start_matches(':') {
        "read-only" => Some("read-only"),
        "workspace-write" | "workspace" => Some("workspace-write"),
        _ if is_full_access(mode) => None,
        _ => {
            line(cx, profile, "sandbox: own permission profile", at);
            return;
        }
    };
    let Some(known) = known else {
        line(cx, profile, NO_SANDBOX, at.clone());
        let text = match profile {
            Some(name) => format!("profile {name}: full access"),
            None => FULL_ACCESS.to_owned(),
        };
        cx.policy_mark(MarkLevel::Warning, text, Some(at));
        return;
    };
    line(cx, profile, &format!("sandbox: {known}"), at.clone());
    if profile.is_none() {
        cx.builtin_tools(at).sandbox = Some(format!("Codex sandbox · {known}"));
    }
}

fn is_full_access(mode: &str) -> bool {
    let word = mode.trim_start_matches(':');
    matches!(word, "danger-full-access" | "danger-no-sandbox")
}

/// Nobody is asked about tools of servers either: what would ask is refused, unless some file gives full access.
fn never(cx: &mut ReadCx<'_>, at: Place) {
    let caveat = "tools that say they only read run".to_owned();
    cx.gate(Rule::Refused, Approver::Nobody, Some(caveat), at);
}

fn write_limits(cx: &mut ReadCx<'_>, limits: &Node, profile: Option<&str>) {
    if let Some(network) = limits.get("network_access") {
        let at = cx.at(network);
        match network.as_bool() {
            Some(true) => line(cx, profile, "network: on", at),
            Some(false) => line(cx, profile, "network: off", at),
            None => cx.expected(
                network,
                "sandbox_workspace_write.network_access",
                "true or false",
            ),
        }
    }
    let roots = limits
        .get("writable_roots")
        .map_or(0, |list| list.items().len());
    if roots > 0 {
        let at = cx.at(limits);
        let text = super::super::count(roots, "more writable folder");
        line(cx, profile, &text, at);
    }
}

/// Line of the built-in tools without a sandbox.
pub(super) const NO_SANDBOX: &str = "sandbox: none (full access)";

/// Remark on a host without a sandbox.
pub(super) const FULL_ACCESS: &str = "full access: no sandbox around built-in tools";

/// Remark on a host that asks nobody.
pub(super) const NEVER: &str = "approval policy: never";

/// Says what a policy asks about.
pub(super) fn policy_words(policy: &str) -> &'static str {
    match policy {
        "untrusted" => "asks, except for trusted commands",
        "on-failure" => "asks after a failure",
        "on-request" => "asks on request",
        "never" => "never asks",
        _ => "own approval policy",
    }
}

/// The policy is about the host's own commands; a model in place of the person reviews MCP calls as well.
fn approval(cx: &mut ReadCx<'_>, policy: &str, by_model: bool, profile: Option<&str>, at: Place) {
    let words = policy_words(policy);
    line(cx, profile, &format!("commands: {words}"), at.clone());
    if policy == "never" && profile.is_none() {
        cx.policy_mark(MarkLevel::Warning, NEVER, Some(at.clone()));
    }
    if !by_model {
        return;
    }
    let text = "a model answers in place of a person";
    if let Some(name) = profile {
        let text = format!("profile {name}: {text}");
        cx.policy_mark(MarkLevel::Warning, text, Some(at));
    } else {
        cx.policy_mark(MarkLevel::Warning, text, Some(at.clone()));
        cx.gate(Rule::Asks, Approver::ModelReviewer, None, at);
    }
}

/// Governs the host's own shell commands, not the servers.
fn shell_environment(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(node) = root.get("shell_environment_policy") else {
        return;
    };
    let inherit = match node.get("inherit").and_then(Node::as_str) {
        Some("core") => "inherit core",
        Some("none") => "inherit none",
        Some("all") => "inherit all",
        _ => "inherit all (default)",
    };
    let set = node.get("set").map_or(0, |map| map.entries().len());
    let mut text = format!("shell environment: {inherit}");
    if set > 0 {
        text = format!("{text}, {} set", super::super::count(set, "name"));
    }
    let at = cx.at(node);
    cx.builtin_line(text, at);
}

/// Where the model runs, and the variable that holds the host's own key.
fn inference(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(name) = root.get("model_provider").and_then(Node::as_str) else {
        return;
    };
    let Some(provider) = root.get("model_providers").and_then(|all| all.get(name)) else {
        return;
    };
    if let Some(node) = provider.get("base_url")
        && let Some(url) = node.as_str()
    {
        let at = cx.at(node);
        let (endpoint, _) = cx.host_facts(|facts| facts.url(url, &at));
        cx.out.host.inference = Some(endpoint);
    }
    if let Some(node) = provider.get("env_key")
        && let Some(variable) = node.as_str()
    {
        let at = cx.at(node);
        let found = cx.host_facts(|facts| facts.env_inherited(variable, &at));
        cx.keep_for_host(found);
    }
}
