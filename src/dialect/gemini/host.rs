//! Facts about the host: allowed and excluded servers, the sandbox around the whole program, hooks.

use super::super::ReadCx;
use super::super::fields::words::texts;
use crate::inventory::{
    Evidence, HostSandbox, MarkLevel, PlacementFact, Redacted, RunsOn, ServerPolicy, State,
    wildcard,
};
use crate::syntax::{Node, Value};

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    lists(cx, root);
    sandbox(cx, root);
    if let Some(node) = root.at(&["admin", "mcp", "enabled"])
        && node.as_bool() == Some(false)
    {
        let at = Some(cx.at(node));
        cx.policy_mark(MarkLevel::Note, "the admin turns MCP off", at);
    }
    if let Some(node) = root.at(&["tools", "allowed"]) {
        let count = super::super::count(node.items().len(), "tool rule");
        let at = cx.at(node);
        cx.builtin_line(format!("{count} without a question"), at);
    }
    if let Some(node) = root.at(&["tools", "autoAccept"])
        && node.as_bool() == Some(true)
    {
        let at = cx.at(node);
        cx.builtin_line("tools that only read: run without a question", at);
    }
    if let Some(node) = root.get("hooks").filter(|node| node.is_map()) {
        let events = node.entries().len();
        if events > 0 {
            let at = Some(cx.at(node));
            let text = format!("runs commands on events: {events}");
            cx.mark(MarkLevel::Note, text, at);
        }
    }
}

/// `mcp.allowed` and `mcp.excluded`.
fn lists(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.at(&["mcp", "excluded"]) {
        let source = cx.at(node);
        for name in texts(cx, node, "mcp.excluded") {
            cx.server_policy(ServerPolicy::DisableByName {
                name: Redacted::name(name),
                scope: None,
                reason: "excluded by mcp.excluded".to_owned(),
                source: source.clone(),
            });
        }
        let names: Vec<String> = texts(cx, node, "mcp.excluded")
            .into_iter()
            .map(|name| Redacted::name(name).to_string())
            .collect();
        switch_off(
            cx,
            |name| names.iter().any(|n| n == name),
            "excluded by mcp.excluded",
        );
    }
    if let Some(node) = root.at(&["mcp", "allowed"]) {
        cx.out.host.has_policy = true;
        let globs: Vec<String> = texts(cx, node, "mcp.allowed")
            .into_iter()
            .map(str::to_owned)
            .collect();
        switch_off(
            cx,
            |name| !globs.iter().any(|glob| wildcard(glob, name)),
            "not in mcp.allowed",
        );
    }
}

fn switch_off(cx: &mut ReadCx<'_>, test: impl Fn(&str) -> bool, reason: &str) {
    for server in &mut cx.out.servers {
        if test(server.name.as_str()) && !matches!(server.state, State::Disabled(_)) {
            server.state = State::Disabled(reason.to_owned());
        }
    }
}

/// The whole program moves into the sandbox, and its processes with it.
fn sandbox(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(node) = root
        .at(&["tools", "sandbox"])
        .or_else(|| root.get("sandbox"))
    else {
        return;
    };
    let at = cx.at(node);
    let word = match &node.value {
        Value::Bool(false) | Value::Null => {
            cx.builtin_line("sandbox: off", at);
            return;
        }
        Value::String(text) => tool(text),
        Value::Map(_) => node.get("command").and_then(Node::as_str).and_then(tool),
        _ => None,
    };
    let image = node.get("image").and_then(Node::as_str).map(Redacted::text);
    let title = match (word, image) {
        (Some(word @ ("docker" | "podman")), Some(image)) => {
            format!("Container ({word}) · {image}")
        }
        (Some(word), _) => format!("{} sandbox ({word})", cx.dialect.product),
        (None, _) => format!("{} sandbox", cx.dialect.product),
    };
    let container = matches!(word, Some("docker" | "podman" | "lxc" | "runsc"));
    cx.out.placement = PlacementFact {
        on: RunsOn::OwnSandbox {
            sandbox: HostSandbox {
                title,
                limits: limits(cx, root, container),
                source: Some(at.clone()),
            },
            container,
        },
        evidence: Evidence::Declared,
    };
    let text = "the whole program runs in its sandbox, its stdio servers too";
    cx.policy_mark(MarkLevel::Note, text, Some(at));
}

/// What the sandbox lets through, defaults too: a container gets the project, the settings and the temporary folder.
fn limits(cx: &ReadCx<'_>, root: &Node, container: bool) -> Vec<Redacted> {
    let network = root.at(&["tools", "sandboxNetworkAccess"]);
    let mut limits = Vec::new();
    match network.and_then(Node::as_bool) {
        Some(true) => limits.push("network: on".to_owned()),
        Some(false) => limits.push("network: off".to_owned()),
        None if container => limits.push("network: open (default)".to_owned()),
        None => {}
    }
    if container {
        let folder = if cx.dialect.id == "qwen-code" {
            "~/.qwen"
        } else {
            "~/.gemini"
        };
        limits.push(format!("project folder, {folder}, /tmp rw (default)"));
    }
    let paths = root
        .at(&["tools", "sandboxAllowedPaths"])
        .map_or(0, |list| list.items().len());
    if paths > 0 {
        limits.push(super::super::count(paths, "more path"));
    }
    limits.into_iter().map(Redacted::trusted).collect()
}

/// Names a sandbox tool by a word of this program.
fn tool(text: &str) -> Option<&'static str> {
    ["docker", "podman", "sandbox-exec", "runsc", "lxc", "bwrap"]
        .into_iter()
        .find(|known| *known == text)
}
