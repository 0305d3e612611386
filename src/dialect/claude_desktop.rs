//! Claude Desktop: strict JSON, stdio only; remote servers are connectors of the account and are in no file.

use super::ReadCx;
use super::known::matches;
use super::map;
use super::model::{
    DefaultRule, Dialect, FileScope, KnownFile, Strictness, Takes, UntypedUrl, Wrapper,
};
use crate::inventory::{MarkLevel, Scope, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[DESKTOP, THIRD_PARTY];

/// The build for inference by others: its admin pushes servers, remote ones too.
const THIRD_PARTY: Dialect = Dialect {
    id: "claude-desktop-3p",
    unverified: "where its managed servers lie, `toolPolicy`",
    product: "Claude Desktop (third-party inference)",
    files: &[KnownFile::new(
        "Claude-3p/claude_desktop_config.json",
        FileScope::At(Scope::User),
    )
    .lies(&["<user-data>/Claude-3p/claude_desktop_config.json"])],
    wrappers: &[
        Wrapper::map(&["mcpServers"]),
        Wrapper::map(&["managedMcpServers"]),
    ],
    keys: &[
        "type",
        "transport",
        "command",
        "args",
        "env",
        "headers",
        "oauth",
        "toolPolicy",
    ],
    url_keys: &["url"],
    untyped_url: UntypedUrl::Means(Transport::Unknown),
    types: &[
        ("stdio", Transport::Stdio),
        ("http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
    ],
    strict: Strictness::Unknown,
    ..DESKTOP
};

const DESKTOP: Dialect = Dialect {
    id: "claude-desktop",
    unverified: "the path on Linux",
    product: "Claude Desktop",
    files: &[
        KnownFile::new("claude_desktop_config.json", FileScope::At(Scope::User))
            .lies(&[
                "<user-data>/Claude/claude_desktop_config.json",
                // The package from the store and the installer since February 2026 sees its own copy of the folder above.
                "windows:~/AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json",
            ]),
    ],
    default_scope: Scope::User,
    keys: &["type", "command", "args", "env"],
    url_keys: &[],
    takes: Takes::Text,
    strict: Strictness::Strict,
    approval: DefaultRule::App,
    read,
    ..Dialect::BASE
};

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    // Windows shows a packaged app its own copy in place of the file of the same name in the user's folder.
    let is_package = |pair: &[String]| {
        matches("Packages", &pair[0], true) && matches("Claude_*", &pair[1], true)
    };
    if cx.file.segments.windows(2).any(is_package) {
        let text = "packaged: hides the file of a plain install";
        cx.mark(MarkLevel::Note, text, Some(cx.at(root)));
    }
    let Some(preferences) = root.get("preferences") else {
        return;
    };
    let at = Some(cx.at(preferences));
    let on = |key: &str| preferences.get(key).and_then(Node::as_bool) == Some(true);
    if on("coworkWebSearchEnabled") {
        cx.mark(MarkLevel::Note, "web search on", at.clone());
    }
    let trusted = preferences
        .get("localAgentModeTrustedFolders")
        .map_or(0, |folders| folders.items().len());
    if trusted > 0 {
        let text = format!("{} trusted", super::count(trusted, "folder"));
        cx.mark(MarkLevel::Note, text, at);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, marks, outcome, reading};

    #[test]
    fn servers_are_processes_and_approval_is_kept_in_the_app() {
        let reading = reading(
            "claude_desktop_config.json",
            r#"{"mcpServers": {"notes": {"command": "uvx", "args": ["fictive-notes-mcp"], "cwd": "/srv"}},
                "preferences": {"localAgentModeTrustedFolders": ["/home/u/x"], "coworkWebSearchEnabled": true}}"#,
        );
        assert_eq!(
            describe(&reading),
            ["notes | stdio | pypi:fictive-notes-mcp | unknown: kept in the app"]
        );
        assert!(
            marks(&reading, "notes").contains(&"cwd is not a documented key of Claude Desktop")
        );
        assert!(host_marks(&reading).contains(&"1 folder trusted"));
        assert!(!reading.host.has_policy);
        let packaged = |mark: &&str| mark.starts_with("packaged");
        assert!(!host_marks(&reading).iter().any(packaged));
    }

    #[test]
    fn an_address_is_no_key_of_this_client() {
        let reading = reading(
            "claude_desktop_config.json",
            r#"{"mcpServers": {"r": {"url": "https://mcp.example.com/mcp"}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "r | unknown | https://mcp.example.com/mcp | unknown: kept in the app \
              | refused: url is not a key of Claude Desktop: it would not connect"
            ]
        );
    }

    #[test]
    fn comments_are_said_to_stop_this_client() {
        let outcome = outcome(
            "claude_desktop_config.json",
            "{\n// note\n\"mcpServers\": {\"a\": {\"command\": \"x\"}}}",
        );
        assert_eq!(
            outcome.report.notes,
            ["Claude Desktop will not load this file: comments (claude_desktop_config.json:2)"]
        );
    }
}
