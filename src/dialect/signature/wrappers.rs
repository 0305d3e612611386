//! Signatures by the key under which servers stand.

use super::super::map::looks_like_server;
use super::{Told, any_member, filled, has_any, text_in};
use crate::syntax::{Node, Value};

/// The key under which servers stand.
pub(super) fn wrappers(root: &Node) -> Option<Told> {
    let models = ["model_list", "litellm_settings"];
    if filled(root, "mcp_servers") && has_any(root, &models) {
        return Some(("litellm", None));
    }
    if let Some(servers) = root.get("mcp_servers") {
        return Some(mcp_servers(root, servers));
    }
    if root.get("context_servers").is_some() {
        return Some(("zed", None));
    }
    let amp = |entry: &&crate::syntax::Entry| entry.key.starts_with("amp.");
    if root.entries().iter().any(amp) {
        return Some(("amp", None));
    }
    if root.at(&["mcp", "servers"]).is_some_and(Node::is_list) {
        return Some(("witsy", None));
    }
    let plugin = |node: &Node| looks_like_server(node) && node.get("name").is_some();
    let plugins = root.get("plugins").filter(|node| node.is_list());
    if any_member(plugins, plugin) {
        return Some(("reasonix", None));
    }
    if root.get("workflow_mcp_servers").is_some() {
        return Some(("takt", None));
    }
    if root.get("mcpProxy").is_some() {
        return Some(("mcp-proxy-tbxark", None));
    }
    if goose(root) {
        return Some(("goose", None));
    }
    if root.get("registry").is_some_and(Node::is_map) {
        return Some(("docker-mcp-gateway", None));
    }
    if any_member(root.get("agents"), |agent| agent.get("toolsets").is_some()) {
        return Some(("docker-agent", None));
    }
    if has_any(root, &["binds", "config"]) && agentgateway(root) {
        return Some(("agentgateway", None));
    }
    if has_any(root, &["manifest_version", "dxt_version"])
        && root.at(&["server", "mcp_config"]).is_some()
    {
        return Some(("mcpb", None));
    }
    let toolhive = has_any(root, &["image", "remote_url"])
        && root.get("transport").is_some()
        && has_any(
            root,
            &["schema_version", "permission_profile", "isolate_network"],
        );
    if toolhive {
        return Some(("toolhive", None));
    }
    if has_any(root, &["incomingAuth", "outgoingAuth"]) {
        return Some(("toolhive", Some("vmcp-config.yaml")));
    }
    if root.at(&["customizations", "vscode", "mcp"]).is_some() {
        return Some(("vscode", Some("devcontainer.json")));
    }
    if root.at(&["settings", "mcp"]).is_some() && root.get("folders").is_some() {
        return Some(("vscode", Some("*.code-workspace")));
    }
    mcp_map(root).or_else(|| vscode(root))
}

fn mcp_servers(root: &Node, servers: &Node) -> Told {
    if servers.is_list() {
        return ("mistral-vibe", None);
    }
    let hermes = |node: &Node| {
        has_any(
            node,
            &[
                "trust",
                "client_cert",
                "ssl_verify",
                "connect_timeout",
                "sampling",
            ],
        )
    };
    if any_member(Some(servers), hermes) {
        return ("hermes", None);
    }
    if root.get("schema_version").is_some() {
        return ("muse-code", None);
    }
    ("codex", None)
}

fn goose(root: &Node) -> bool {
    let kinds = [
        "builtin",
        "platform",
        "streamable_http",
        "frontend",
        "inline_python",
    ];
    let mode = root
        .entries()
        .iter()
        .any(|entry| entry.key.starts_with("GOOSE_"));
    let extension =
        |node: &Node| has_any(node, &["cmd", "uri", "env_keys"]) || text_in(node, "type", &kinds);
    root.get("extensions").is_some_and(Node::is_map)
        && (mode || any_member(root.get("extensions"), extension))
}

/// Targets of a gateway, a few lists deep.
fn agentgateway(root: &Node) -> bool {
    fn has_targets(node: &Node, depth: usize) -> bool {
        if node.at(&["mcp", "targets"]).is_some() {
            return true;
        }
        depth > 0 && {
            let children: Vec<&Node> = match &node.value {
                Value::Map(entries) => entries.iter().map(|entry| &entry.value).collect(),
                Value::List(items) => items.iter().collect(),
                _ => Vec::new(),
            };
            children
                .into_iter()
                .any(|child| has_targets(child, depth - 1))
        }
    }
    has_targets(root, 10)
}

/// The key `mcp`, which has five owners.
fn mcp_map(root: &Node) -> Option<Told> {
    let mcp = root.get("mcp").filter(|node| node.is_map())?;
    if has_any(mcp, &["sse_servers", "shttp_servers", "stdio_servers"]) {
        return Some(("openhands", None));
    }
    let list_command = |node: &Node| {
        node.get("command").is_some_and(Node::is_list)
            || node.get("environment").is_some()
            || text_in(node, "type", &["local", "remote"])
    };
    if let Some(servers) = mcp.get("servers").filter(|node| node.is_map()) {
        if any_member(Some(servers), list_command) {
            return Some(("opencode", None));
        }
        if any_member(Some(servers), |node| {
            has_any(
                node,
                &["toolFilter", "connectTimeout", "supportsParallelToolCalls"],
            )
        }) {
            return Some(("openclaw", None));
        }
        if editor_settings(root) {
            return Some(("vscode", Some(super::super::vscode::USER_SETTINGS)));
        }
        return None;
    }
    if any_member(Some(mcp), list_command) {
        return Some(("opencode", None));
    }
    let crush =
        |node: &Node| text_in(node, "type", &["stdio", "http", "sse"]) && looks_like_server(node);
    any_member(Some(mcp), crush).then_some(("crush", None))
}

/// Settings of VS Code have dotted keys.
fn editor_settings(root: &Node) -> bool {
    root.entries().iter().any(|entry| {
        let known = [
            "editor.",
            "chat.",
            "workbench.",
            "files.",
            "terminal.",
            "github.",
            "mcp.",
        ];
        known.iter().any(|prefix| entry.key.starts_with(prefix))
    })
}

fn vscode(root: &Node) -> Option<Told> {
    if root.get("mcp.servers").is_some() || root.get("chat.tools.autoApprove").is_some() {
        return Some(("vscode", Some(super::super::vscode::USER_SETTINGS)));
    }
    let inputs = root.get("inputs").is_some_and(Node::is_list);
    let servers = root.get("servers").filter(|node| node.is_map())?;
    let own = any_member(Some(servers), |node| {
        has_any(node, &["command", "url", "sandboxEnabled"])
    });
    ((inputs || own) && !filled(root, "mcpServers")).then_some(("vscode", None))
}
