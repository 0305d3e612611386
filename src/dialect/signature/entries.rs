//! Signatures inside an `mcpServers` group: keys and type words that one product alone uses.

use super::super::fields::transport;
use super::{Told, any_member, has_any, members, text_in};
use crate::syntax::Node;

/// Tells the product by the entries of `mcpServers`; nothing when two products' marks occur.
pub(super) fn by_servers(root: &Node) -> Option<Told> {
    let servers = root.get("mcpServers")?;
    if let Some(told) = beside(root, servers) {
        return Some(told);
    }
    let mut found: Vec<&'static str> = Vec::new();
    for entry in members(servers) {
        for id in marks(entry) {
            if !found.contains(&id) {
                found.push(id);
            }
        }
    }
    // What a more telling mark implies is no second product.
    for (strong, weak) in [
        ("qwen-code", "gemini-cli"),
        ("cherry-studio", "cline"),
        ("5ire", "cherry-studio"),
        ("copilot-cloud-agent", "copilot-cli"),
    ] {
        if found.contains(&strong) {
            found.retain(|id| *id != weak);
        }
    }
    let [id] = found[..] else { return None };
    // A manifest has a version beside its servers.
    let plugin = id == "claude-code" && has_any(root, &["version"]);
    let pattern = plugin.then_some(".claude-plugin/plugin.json");
    fits(id, servers).then_some((id, pattern))
}

/// Keys beside `mcpServers` that tell the product.
fn beside(root: &Node, servers: &Node) -> Option<Told> {
    if has_any(root, &["globalShortcut", "preferences"]) {
        return Some(("claude-desktop", None));
    }
    let projects = root.get("projects").is_some_and(|node| {
        let absolute = |key: &str| key.starts_with('/') || key.as_bytes().get(1) == Some(&b':');
        node.entries().iter().any(|entry| absolute(&entry.key))
    });
    if projects || has_any(root, &["numStartups", "oauthAccount"]) {
        return Some(("claude-code", Some(".claude.json")));
    }
    if has_any(root, &["users", "groups"]) {
        return Some(("mcphub-samanhappy", None));
    }
    if has_any(root, &["toolPermissions"]) {
        return Some(("augment", None));
    }
    if has_any(root, &["powers"]) {
        return Some(("kiro", None));
    }
    let at_names = |node: &Node| {
        let names = node.items().iter().filter_map(Node::as_str);
        names.into_iter().any(|name| name.starts_with('@'))
    };
    if root.get("allowedTools").is_some_and(at_names) || has_any(root, &["useLegacyMcpJson"]) {
        return Some(("amazon-q", Some(".amazonq/cli-agents/*.json")));
    }
    let front_matter = has_any(root, &["description"]) && root.get("name").is_some();
    let nameless = |entry: &&Node| !has_any(entry, &["name", "command", "url"]);
    if servers.is_list() && front_matter && members(servers).iter().all(nameless) {
        return Some(("claude-code", Some(".claude/agents/*.md")));
    }
    if servers.is_list()
        && members(servers)
            .iter()
            .any(|entry| entry.get("name").is_some())
    {
        return Some(("continue", None));
    }
    if has_any(root, &["interface", "mcpSettings"]) && root.get("version").is_some() {
        return Some(("librechat", None));
    }
    if has_any(root, &["mcpSettings"]) {
        return Some(("jan", None));
    }
    if root.get("imports").is_some_and(Node::is_list) {
        return Some(("mcporter", None));
    }
    None
}

/// Marks of single products in one entry.
fn marks(entry: &Node) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut mark = |told: bool, id: &'static str| {
        if told {
            found.push(id);
        }
    };
    mark(
        has_any(entry, &["headersHelper", "alwaysLoad"])
            || text_in(entry, "type", &["ws"])
            || names_plugin_root(entry),
        "claude-code",
    );
    mark(
        has_any(entry, &["customUserVars", "serverInstructions"]),
        "librechat",
    );
    mark(entry.get("serverUrl").is_some(), "windsurf");
    let trusted = entry.get("trust").and_then(Node::as_bool) == Some(true);
    mark(
        trusted || has_any(entry, &["httpUrl", "includeTools", "authProviderType"]),
        "gemini-cli",
    );
    mark(
        has_any(entry, &["discoveryTimeoutMs", "versionNegotiation"]),
        "qwen-code",
    );
    mark(entry.get("alwaysAllow").is_some(), "roo-code");
    mark(
        text_in(entry, "type", &["streamableHttp"])
            || entry.get("transport").is_some_and(Node::is_map)
            || entry.get("oauthClient").is_some(),
        "cline",
    );
    mark(
        entry.get("isActive").is_some() || text_in(entry, "type", &["inMemory"]),
        "cherry-studio",
    );
    mark(
        any_member(Some(entry), |auth| {
            has_any(auth, &["CLIENT_ID", "CLIENT_SECRET"])
        }),
        "cursor",
    );
    mark(entry.get("approvalPolicy").is_some(), "5ire");
    mark(
        has_any(entry, &["bearerTokenEnv", "tokenCacheDir"]),
        "mcporter",
    );
    mark(entry.get("bearerTokenEnvVar").is_some(), "kimi-code");
    mark(entry.get("fromGalleryId").is_some(), "trae");
    let empty_command = entry.get("command").and_then(Node::as_str) == Some("");
    mark(entry.get("active").is_some() && empty_command, "jan");
    let local = text_in(entry, "type", &["local"]) && entry.get("tools").is_some();
    mark(local, "copilot-cli");
    mark(names_cloud_secret(entry), "copilot-cloud-agent");
    found
}

/// Says whether the command lies in a plugin of Claude Code.
fn names_plugin_root(entry: &Node) -> bool {
    entry
        .get("command")
        .and_then(Node::as_str)
        .is_some_and(|text| text.contains("${CLAUDE_PLUGIN_ROOT}"))
}

/// Says whether a variable or header of an entry names a secret of the cloud agent.
fn names_cloud_secret(entry: &Node) -> bool {
    ["env", "headers"]
        .iter()
        .filter_map(|key| entry.get(key))
        .flat_map(Node::entries)
        .filter_map(|entry| entry.value.as_str())
        .any(|text| text.contains("COPILOT_MCP_"))
}

/// Says whether every type word in the group is one that the product documents.
fn fits(id: &str, servers: &Node) -> bool {
    let Some(dialect) = super::super::by_id(id) else {
        return false;
    };
    dialect.types.is_empty()
        || members(servers).iter().all(|entry| {
            entry
                .get("type")
                .and_then(Node::as_str)
                .is_none_or(|word| transport::documents(dialect, word))
        })
}
