//! VS Code with GitHub Copilot: `mcp.json`, the portable file, devcontainers, and settings.

mod container;
mod settings;

use super::ReadCx;
use super::fields::words::Words;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Move, Shape, Start, Strictness, Takes, UntypedUrl, Where, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{
    Approver, HostSandbox, Mark, MarkLevel, Redacted, Rule, Scope, ServerEntry, StartApproval,
    Transport,
};
use crate::syntax::Node;

/// Pattern of the settings file that content alone tells.
pub(super) const USER_SETTINGS: &str = "Code*/User/settings.json";

pub(super) const ROWS: &[Dialect] = &[VSCODE];

const VSCODE: Dialect = Dialect {
    id: "vscode",
    product: "VS Code",
    moves: &[Move {
        variable: "VSCODE_PORTABLE",
        from: "<user-data>/Code*/",
        to: "/user-data/",
    }],
    files: &[
        KnownFile::new(".vscode/mcp.json", FileScope::At(Scope::Project)),
        KnownFile::new("Code*/User/mcp.json", FileScope::At(Scope::User))
            .lies(&["<user-data>/Code*/User/mcp.json"]),
        KnownFile::new("VSCodium/User/mcp.json", FileScope::At(Scope::User))
            .lies(&["<user-data>/VSCodium/User/mcp.json"]),
        KnownFile::new("Code*/User/profiles/*/mcp.json", FileScope::At(Scope::User))
            .lies(&["<user-data>/Code*/User/profiles/*/mcp.json"]),
        KnownFile::new(
            ".vscode-server*/data/User/mcp.json",
            FileScope::At(Scope::User),
        )
        .runs(Where::RemoteMachine),
        KnownFile::new(".vscode/settings.json", FileScope::At(Scope::Project))
            .read_by(settings::read),
        KnownFile::new(USER_SETTINGS, FileScope::At(Scope::User))
            .lies(&["<user-data>/Code*/User/settings.json"])
            .read_by(settings::read),
        KnownFile::new("*.code-workspace", FileScope::At(Scope::Project)).read_by(workspace),
        KnownFile::new("devcontainer.json", FileScope::At(Scope::DevContainer))
            .lies(&[
                "./.devcontainer/devcontainer.json",
                "./.devcontainer/*/devcontainer.json",
            ])
            .read_by(devcontainer),
        KnownFile::new(".devcontainer.json", FileScope::At(Scope::DevContainer))
            .read_by(devcontainer),
        KnownFile::new(".mcp.json", FileScope::At(Scope::Project))
            .read_by(portable)
            .also(&["Claude Code", "Copilot CLI"])
            .holding(&[Wrapper::map(&["mcpServers"])], true),
    ],
    wrappers: &[Wrapper::map(&["servers"])],
    keys: &[
        "type",
        "transport",
        "command",
        "args",
        "env",
        "envFile",
        "cwd",
        "sandboxEnabled",
        "sandbox",
        "dev",
        "headers",
        "oauth",
        "gallery",
        "version",
        "name",
        "config",
    ],
    untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
    takes: Takes::Text,
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("local", Transport::Stdio),
        ("http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
    ],
    variables: &[VarSyntax::Input, VarSyntax::BracedEnv, VarSyntax::Editor],
    strict: Strictness::Lenient,
    approval: DefaultRule::App,
    start: Start::always(StartApproval::AskedByDefault),
    finish: Some(sandboxed),
    read,
    ..Dialect::BASE
};

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let portable_shape = cx.known.is_none()
        && root.get("servers").is_none()
        && !settings::is_settings(root)
        && root.get("mcpServers").is_some_and(Node::is_map);
    if portable_shape {
        portable(cx, root);
        return;
    }
    map::read(cx, root);
    shared_sandbox(cx, root);
    if cx.known.is_none() {
        settings::read(cx, root);
    }
}

/// The portable file, in which an entry of another type is left out.
static PORTABLE: Dialect = Dialect {
    invalid: Invalid::Entry,
    ..VSCODE
};

/// The portable file: `mcpServers` or a flat map, without inputs and sandbox.
fn portable(cx: &mut ReadCx<'_>, root: &Node) {
    cx.dialect = &PORTABLE;
    match root.get("mcpServers") {
        Some(node) => map::group(cx, node, &["mcpServers"], Shape::Map),
        None => {
            map::flat(cx, root);
        }
    }
}

fn devcontainer(cx: &mut ReadCx<'_>, root: &Node) {
    let path = ["customizations", "vscode", "mcp"];
    let Some(mcp) = root.at(&path) else { return };
    container::read(cx, root);
    map::inputs(cx, mcp);
    if let Some(servers) = mcp.get("servers") {
        let path = ["customizations", "vscode", "mcp", "servers"];
        map::group(cx, servers, &path, Shape::Map);
    }
    shared_sandbox(cx, mcp);
}

fn workspace(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(inner) = root.get("settings") {
        settings::read(cx, inner);
    }
    if let Some(servers) = root.at(&["mcp", "servers"]) {
        map::group(cx, servers, &["mcp", "servers"], Shape::Map);
    }
}

/// Title of the sandbox that the editor makes around a server.
const SANDBOX: &str = "VS Code sandbox (macOS, Linux)";

/// A sandboxed server is enclosed, and its tools run without a question.
fn sandboxed(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words.get("sandboxEnabled") else {
        if let Some(rules) = words.get("sandbox") {
            let text = "sandbox rules without sandboxEnabled do nothing";
            let at = Some(cx.at(rules));
            entry.marks.push(Mark::new(MarkLevel::Warning, text, at));
        }
        return;
    };
    let path = words.key("sandboxEnabled");
    if super::fields::words::flag(cx, node, &path) != Some(true) {
        return;
    }
    let at = cx.at(node);
    entry.approval.rule = Rule::AutoAll;
    entry.approval.approver = Approver::Nobody;
    entry.approval.set_by = cx.set_by();
    entry.approval.caveat = Some("because it is sandboxed (macOS, Linux)".to_owned());
    entry.approval.source = Some(at.clone());
    entry.sandbox = Some(HostSandbox {
        title: SANDBOX.to_owned(),
        limits: words.get("sandbox").map(limits).unwrap_or_default(),
        source: Some(at),
    });
}

/// Rules at the top level hold for every sandboxed server that has none of its own.
fn shared_sandbox(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(rules) = root.get("sandbox").filter(|node| node.is_map()) else {
        return;
    };
    let shared = limits(rules);
    for server in &mut cx.out.servers {
        if let Some(sandbox) = server.sandbox.as_mut().filter(|s| s.limits.is_empty()) {
            sandbox.limits.clone_from(&shared);
        }
    }
}

/// What sandbox rules limit, one line each.
fn limits(rules: &Node) -> Vec<Redacted> {
    let mut lines = Vec::new();
    let paths = |key: &str| -> Vec<String> {
        rules
            .at(&["filesystem", key])
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .filter_map(Node::as_str)
            .map(|path| Redacted::path(path).to_string())
            .collect()
    };
    for (key, word) in [
        ("allowWrite", "writes"),
        ("denyWrite", "no writes"),
        ("denyRead", "no reads"),
    ] {
        let shown = paths(key);
        if !shown.is_empty() {
            lines.push(Redacted::trusted(format!("{word}: {}", shown.join(", "))));
        }
    }
    for (key, does) in [("allowedDomains", "allows"), ("deniedDomains", "denies")] {
        if let Some(listed) = rules.at(&["network", key]) {
            lines.extend(super::domains(listed, does).map(Redacted::trusted));
        }
    }
    lines
}

#[cfg(test)]
mod tests;
