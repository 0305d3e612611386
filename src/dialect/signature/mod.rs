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
