//! Telling the product of a file by what stands in it, for renamed files and standard input.

mod entries;
mod policies;
mod wrappers;

use super::map::is_flat;
use crate::syntax::{Node, Value};

/// A product's id and, where the content tells the kind of file, the pattern of that known file.
pub(super) type Told = (&'static str, Option<&'static str>);

/// Tells the product by content; nothing when the content fits several or none.
pub(super) fn signature(root: &Node) -> Option<Told> {
    if root.is_list() {
        return list(root);
    }
    by_schema(root)
        .or_else(|| policies::policies(root))
        .or_else(|| wrappers::wrappers(root))
        .or_else(|| entries::by_servers(root))
        .or_else(|| settings(root))
}

/// Says whether a key holds a map with at least one entry.
pub(super) fn filled(root: &Node, key: &str) -> bool {
    root.get(key)
        .is_some_and(|node| node.is_map() && !node.is_empty_map())
}

/// Returns the members of a map or list that are maps.
pub(super) fn members(node: &Node) -> Vec<&Node> {
    let all: Vec<&Node> = match &node.value {
        Value::Map(_) => node
            .entries()
            .into_iter()
            .map(|entry| &entry.value)
            .collect(),
        Value::List(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    all.into_iter().filter(|member| member.is_map()).collect()
}

fn any_member(node: Option<&Node>, test: impl Fn(&Node) -> bool) -> bool {
    node.is_some_and(|node| members(node).into_iter().any(test))
}

fn has_any(node: &Node, keys: &[&str]) -> bool {
    keys.iter().any(|key| node.get(key).is_some())
}

fn text_in(node: &Node, key: &str, words: &[&str]) -> bool {
    node.get(key)
        .and_then(Node::as_str)
        .is_some_and(|text| words.contains(&text))
}

/// A list at the root: the connections of Open `WebUI`.
fn list(root: &Node) -> Option<Told> {
    let connection = |node: &Node| {
        node.get("url").is_some()
            && (node.get("auth_type").is_some() || text_in(node, "type", &["openapi"]))
    };
    any_member(Some(root), connection).then_some(("open-webui", None))
}

fn by_schema(root: &Node) -> Option<Told> {
    let schema = root.get("$schema").and_then(Node::as_str)?;
    if schema.contains("modelcontextprotocol") && schema.contains("server") {
        return Some(("registry", None));
    }
    if schema.contains("agent-plugins") {
        return Some(("agent-plugin", None));
    }
    if schema.contains("opencode.ai") {
        return Some(("opencode", None));
    }
    None
}

<<<<<<< HEAD
=======
/// Files of rules, told by keys that no other file has.
fn policies(root: &Node) -> Option<Told> {
    if has_any(root, &["mcpAllowlist", "terminalAllowlist"]) {
        return Some(("cursor", Some(".cursor/permissions.json")));
    }
    let sandbox = ["workspace_readwrite", "workspace_readonly", "insecure_none"];
    if text_in(root, "type", &sandbox) {
        return Some(("cursor", Some(".cursor/sandbox.json")));
    }
    if any_member(root.get("rule"), |rule| {
        has_any(rule, &["mcpName", "toolName", "decision"])
    }) {
        return Some(("gemini-cli", Some(".gemini/policies/*.toml")));
    }
    if root.at(&["rules", "mcpTools"]).is_some() {
        return Some(("junie", Some(".junie/allowlist.json")));
    }
    let claude = [
        "enableAllProjectMcpServers",
        "enabledMcpjsonServers",
        "disabledMcpjsonServers",
        "allowedMcpServers",
        "deniedMcpServers",
        "allowManagedMcpServersOnly",
    ];
    if has_any(root, &claude) {
        let managed = has_any(
            root,
            &[
                "allowedMcpServers",
                "deniedMcpServers",
                "allowManagedMcpServersOnly",
            ],
        );
        let file = if managed {
            "managed-settings.json"
        } else {
            ".claude/settings.json"
        };
        return Some(("claude-code", Some(file)));
    }
    permission_tokens(root)
}

/// `permissions.allow` of three products, told by how a rule is spelled.
fn permission_tokens(root: &Node) -> Option<Told> {
    let permissions = root.get("permissions")?;
    let tokens = ["allow", "ask", "deny"]
        .into_iter()
        .filter_map(|key| permissions.get(key))
        .flat_map(Node::items)
        .filter_map(Node::as_str);
    for token in tokens {
        if token.starts_with("mcp__") {
            return Some(("claude-code", Some(".claude/settings.json")));
        }
        if token.starts_with("Mcp(") {
            return Some(("cursor", Some(".cursor/cli.json")));
        }
        if token.starts_with("mcp(") {
            return Some(("antigravity", Some(".gemini/antigravity-cli/settings.json")));
        }
    }
    None
}

/// The key under which servers stand.
fn wrappers(root: &Node) -> Option<Told> {
    if let Some(servers) = root.get("mcp_servers") {
        return Some(mcp_servers(root, servers));
    }
    if root.get("context_servers").is_some() {
        return Some(("zed", Some(".zed/settings.json")));
    }
    let amp = |entry: &&crate::syntax::Entry| entry.key.starts_with("amp.");
    if root.entries().iter().any(amp) {
        return Some(("amp", None));
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
    if any_member(Some(servers), hermes) || root.get("schema_version").is_some() {
        return ("hermes", None);
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
            return Some(("vscode", Some(super::vscode::USER_SETTINGS)));
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
        return Some(("vscode", Some(super::vscode::USER_SETTINGS)));
    }
    let inputs = root.get("inputs").is_some_and(Node::is_list);
    let servers = root.get("servers").filter(|node| node.is_map())?;
    let own = any_member(Some(servers), |node| {
        has_any(node, &["command", "url", "sandboxEnabled"])
    });
    ((inputs || own) && !filled(root, "mcpServers")).then_some(("vscode", None))
}

>>>>>>> layout
/// Settings without any server.
fn settings(root: &Node) -> Option<Told> {
    if has_any(
        root,
        &[
            "sandbox_mode",
            "approval_policy",
            "default_permissions",
            "shell_environment_policy",
        ],
    ) {
        return Some(("codex", None));
    }
    if root.get("GOOSE_MODE").is_some() {
        return Some(("goose", None));
    }
    if is_flat(root) {
        None
    } else {
        front_matter(root)
    }
}

/// Front matter of an agent file.
fn front_matter(root: &Node) -> Option<Told> {
    root.get("mcp-servers")
        .is_some()
        .then_some(("copilot-cloud-agent", Some(".github/agents/*.md")))
}

#[cfg(test)]
mod tests {
    use super::super::testing::parsed;
    use super::*;

    fn told(name: &str, text: &str) -> Option<&'static str> {
        let (_, parsed) = parsed(name, text);
        signature(parsed.root.as_ref().expect("a value")).map(|(id, _)| id)
    }

    #[test]
    fn content_tells_the_product() {
        for (id, name, text) in [
            (
                "vscode",
                "x.json",
                r#"{"servers": {"a": {"url": "https://x.example"}}}"#,
            ),
            (
                "vscode",
                "x.json",
                r#"{"editor.fontSize": 1, "mcp": {"servers": {"a": {"command": "x"}}}}"#,
            ),
            (
                "claude-desktop",
                "x.json",
                r#"{"mcpServers": {"a": {"command": "x"}}, "globalShortcut": ""}"#,
            ),
            (
                "claude-code",
                "x.json",
                r#"{"mcpServers": {}, "projects": {"/a": {}}, "numStartups": 1}"#,
            ),
            (
                "claude-code",
                "x.json",
                r#"{"permissions": {"allow": ["mcp__a__b"]}}"#,
            ),
            (
                "windsurf",
                "x.json",
                r#"{"mcpServers": {"a": {"serverUrl": "x"}, "b": {"baseUrl": "y"}}}"#,
            ),
            (
                "gemini-cli",
                "x.json",
                r#"{"mcpServers": {"a": {"httpUrl": "x"}}}"#,
            ),
            (
                "qwen-code",
                "x.json",
                r#"{"mcpServers": {"a": {"httpUrl": "x", "discoveryTimeoutMs": 1}}}"#,
            ),
            (
                "cline",
                "x.json",
                r#"{"mcpServers": {"a": {"type": "streamableHttp", "url": "x"}}}"#,
            ),
            ("zed", "x.json", r#"{"context_servers": {}}"#),
            ("codex", "x.toml", "[mcp_servers.a]\ncommand = 'x'"),
            ("codex", "x.toml", "sandbox_mode = 'read-only'"),
            ("mistral-vibe", "x.toml", "[[mcp_servers]]\nname = 'x'"),
            (
                "continue",
                "x.yaml",
                "mcpServers:\n  - name: a\n    command: x",
            ),
            ("goose", "x.yaml", "extensions:\n  a: {type: builtin}"),
            (
                "librechat",
                "x.yaml",
                "mcpServers:\n  a: {url: x, customUserVars: {}}",
            ),
            (
                "opencode",
                "x.json",
                r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}}"#,
            ),
            (
                "opencode",
                "x.json",
                r#"{"mcp": {"servers": {"a": {"type": "remote", "url": "x"}}}}"#,
            ),
        ] {
            assert_eq!(told(name, text), Some(id), "{text}");
        }
    }

    #[test]
    fn what_fits_several_products_or_none_stays_open() {
        for text in [
            r#"{"mcpServers": {"a": {"command": "x"}}}"#,
            r#"{"mcpServers": {"a": {"command": "x", "autoApprove": ["y"]}}}"#,
            r#"{"mcpServers": {"a": {"alwaysAllow": ["y"]}, "b": {"trust": true}}}"#,
            r#"{"mcpServers": {"a": {"type": "streamableHttp"}, "b": {"type": "ws"}}}"#,
            r#"{"servers": {"a": {"command": "x"}}, "mcpServers": {"b": {"command": "x"}}}"#,
            r#"{"name": "x", "version": "1"}"#,
        ] {
            assert_eq!(told("x.json", text), None, "{text}");
        }
    }
}
