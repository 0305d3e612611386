//! Signatures of files that hold rules.

use super::{Told, any_member, has_any, text_in};
use crate::syntax::Node;

/// Files of rules, told by keys that no other file has.
pub(super) fn policies(root: &Node) -> Option<Told> {
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
