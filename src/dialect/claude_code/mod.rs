//! Claude Code: project, user, managed and plugin files, settings with permissions, subagents.

mod agent;
mod settings;
mod state;

pub(super) use settings::permissions_of as permissions;

use super::ReadCx;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Move, Shape, Start, Strictness, Takes, UntypedUrl};
use crate::inventory::VarSyntax;
use crate::inventory::{MarkLevel, Scope, StartApproval, State, Transport};
use crate::syntax::Node;

/// Pattern of the known file that a root `.mcp.json` without a wrapper key is read as.
pub(super) const FLAT: &str = ".claude/plugins/**/.mcp.json";

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "claude-code",
    product: "Claude Code",
    moves: &[
        Move::folder("CLAUDE_CONFIG_DIR", "~/.claude/"),
        Move {
            variable: "CLAUDE_CONFIG_DIR",
            from: "~/.claude.json",
            to: "/.claude.json",
        },
    ],
    files: &[
        KnownFile::new(".mcp.json", FileScope::At(Scope::Project))
            .read_by(project)
            .also(&[
                "Copilot CLI",
                "VS Code",
                "Warp",
                "Cursor",
                "JetBrains Air",
                "Deep Agents Code",
            ]),
        KnownFile::new(FLAT, FileScope::At(Scope::Plugin))
            .lies(&["~/.claude/plugins/cache/**/.mcp.json"])
            .read_by(plugin),
        KnownFile::new(".claude.json", FileScope::At(Scope::User))
            .read_by(state::read)
            .strict(Strictness::Unknown),
        KnownFile::new("managed-mcp.json", FileScope::At(Scope::Managed))
            .lies(&[
                "macos:/Library/Application Support/ClaudeCode/managed-mcp.json",
                "linux:/etc/claude-code/managed-mcp.json",
                "windows:C:/Program Files/ClaudeCode/managed-mcp.json",
            ])
            .read_by(managed),
        KnownFile::new("managed-settings.json", FileScope::At(Scope::Managed))
            .lies(&[
                "macos:/Library/Application Support/ClaudeCode/managed-settings.json",
                "linux:/etc/claude-code/managed-settings.json",
                "windows:C:/Program Files/ClaudeCode/managed-settings.json",
            ])
            .read_by(settings::read),
        KnownFile::new("managed-settings.d/*.json", FileScope::At(Scope::Managed))
            .lies(&[
                "macos:/Library/Application Support/ClaudeCode/managed-settings.d/*.json",
                "linux:/etc/claude-code/managed-settings.d/*.json",
                "windows:C:/Program Files/ClaudeCode/managed-settings.d/*.json",
            ])
            .read_by(settings::read),
        KnownFile::new(".claude/settings.json", FileScope::ByHome)
            .read_by(settings::read),
        KnownFile::new(".claude/settings.local.json", FileScope::At(Scope::Local))
            .read_by(settings::read),
        KnownFile::new(".claude-plugin/plugin.json", FileScope::At(Scope::Plugin))
            .lies(&["~/.claude/plugins/cache/**/.claude-plugin/plugin.json"])
            .read_by(plugin),
        KnownFile::new(".claude/agents/*.md", FileScope::ByHome)
            .read_by(agent::read)
            .also(&["Copilot CLI"]),
    ],
    keys: &[
        "type",
        "command",
        "args",
        "env",
        "headers",
        "headersHelper",
        "oauth",
        "alwaysLoad",
        "timeout",
        "request_timeout_ms",
    ],
    takes: Takes::Text,
    untyped_url: UntypedUrl::Refused(UNTYPED),
    invalid: Invalid::Entry,
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("http", Transport::StreamableHttp),
        ("streamable-http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
        ("ws", Transport::Websocket),
    ],
    variables: &[VarSyntax::Braced, VarSyntax::BracedDefault],
    // Comments, trailing commas and a byte order mark make its parser refuse the file (its issue 9906).
    strict: Strictness::Strict,
    approval: DefaultRule::Asks,
    start: Start {
        project: StartApproval::AskedByDefault,
        user: StartApproval::NotAsked,
    },
    read: any,
    ..Dialect::BASE
}];

/// Variables that plugin files may use as well.
const PLUGIN_VARIABLES: &[VarSyntax] = &[
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
    VarSyntax::Editor,
    VarSyntax::UserConfig,
];

/// Reads a file of which only the client is known.
fn any(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("projects").is_some_and(Node::is_map) {
        state::read(cx, root);
    } else if settings::is_settings(root) {
        settings::read(cx, root);
    } else {
        project(cx, root);
        if cx.out.servers.is_empty() && !cx.saw_wrapper {
            plugin(cx, root);
        }
    }
}

fn project(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    finish(cx);
}

/// A plugin's file: with a wrapper key or flat, or its manifest, which may name files instead.
fn plugin(cx: &mut ReadCx<'_>, root: &Node) {
    cx.variables = PLUGIN_VARIABLES;
    match root.get("mcpServers") {
        Some(node) if node.is_map() => map::group(cx, node, &["mcpServers"], Shape::Map),
        Some(node) => {
            let text = "servers stand in files that the manifest names";
            let at = Some(cx.at(node));
            cx.saw_wrapper = true;
            cx.mark(MarkLevel::Note, text, at);
            for item in node.items().iter().filter(|item| item.is_map()) {
                map::group(cx, item, &["mcpServers"], Shape::Map);
            }
        }
        None => {
            map::flat(cx, root);
        }
    }
    finish(cx);
}

/// The admin's file takes exclusive control; an empty map turns MCP off.
fn managed(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    finish(cx);
    if !cx.saw_wrapper {
        return;
    }
    cx.out.exclusive = true;
    let at = Some(cx.at(root));
    let text = if cx.out.servers.is_empty() {
        "the admin's file turns MCP off"
    } else {
        "the admin's file takes exclusive control"
    };
    cx.policy_mark(MarkLevel::Note, text, at);
}

/// Names that the product keeps for itself.
const RESERVED: [&str; 5] = [
    "workspace",
    "claude-in-chrome",
    "computer-use",
    "Claude Preview",
    "Claude Browser",
];

/// Why an address without a type word is not used.
const UNTYPED: &str = "url without type: Claude Code takes it as stdio and skips it";

/// Switches off what the product skips.
pub(super) fn finish(cx: &mut ReadCx<'_>) {
    for server in &mut cx.out.servers {
        if RESERVED.contains(&server.name.as_str()) && server.state == State::Active {
            server.state = State::Disabled("reserved name: Claude Code skips it".to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
