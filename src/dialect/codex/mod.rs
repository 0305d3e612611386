//! Codex: `config.toml` with servers, approval modes and host settings; plugin files.

mod host;
mod limits;
mod requirements;
mod settle;

pub(super) use settle::settle;

use super::ReadCx;
use super::fields::approval;
use super::fields::oauth;
use super::fields::words::{Words, text};
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Merges, Move, Shape, Start, Strictness, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::{
    Approver, Evidence, Mark, MarkLevel, OAuth, PlacementFact, Redacted, Rule, RunsOn, Scope,
    ServerEntry, StartApproval, Target, Transport,
};
use crate::source::home_relative;
use crate::syntax::Node;

const REFUSED: &str = "command and url together: Codex refuses its configuration";

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "codex",
    product: "Codex",
takes: Takes::Text,
    moves: &[Move::folder("CODEX_HOME", "~/.codex/")],
    files: &[
        KnownFile::new(".codex/config.toml", FileScope::ByHome),
        KnownFile::new(".codex/*.config.toml", FileScope::At(Scope::User)),
        KnownFile::new("etc/codex/config.toml", FileScope::At(Scope::System))
            .lies(&["unix:/etc/codex/config.toml"]),
        KnownFile::new("OpenAI/Codex/config.toml", FileScope::At(Scope::System))
            .lies(&["windows:C:/ProgramData/OpenAI/Codex/config.toml"]),
        KnownFile::new("etc/codex/managed_config.toml", FileScope::At(Scope::Managed))
            .lies(&["unix:/etc/codex/managed_config.toml"]),
        KnownFile::new("etc/codex/requirements.toml", FileScope::At(Scope::Managed))
            .lies(&["unix:/etc/codex/requirements.toml"])
            .read_by(requirements::read),
        KnownFile::new(
            "OpenAI/Codex/requirements.toml",
            FileScope::At(Scope::Managed),
        )
        .lies(&["windows:C:/ProgramData/OpenAI/Codex/requirements.toml"])
        .read_by(requirements::read),
        KnownFile::new(".codex/plugins/**/.mcp.json", FileScope::At(Scope::Plugin))
            .lies(&["~/.codex/plugins/**/.mcp.json"])
            .read_by(plugin)
            .strict(Strictness::Strict),
        KnownFile::new(".codex-plugin/plugin.json", FileScope::At(Scope::Plugin))
            .read_by(plugin)
            .strict(Strictness::Strict),
    ],
    default_scope: Scope::User,
    wrappers: &[Wrapper::map(&["mcp_servers"])],
    keys: &["startup_timeout_sec", "startup_timeout_ms", "tool_timeout_sec", "supports_parallel_tool_calls", "omit_tools_from", 
        "command",
        "args",
        "env",
        "env_vars",
        "cwd",
        "bearer_token_env_var",
        "http_headers",
        "env_http_headers",
        "http_headers_helper",
        "auth",
        "oauth",
        "oauth_resource",
        "required",
        "environment_id",
        "experimental_environment",
        "scopes",
        "enabled_tools",
        "disabled_tools",
        "default_tools_approval_mode",
        "tools",
    ],
    untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
    both: Both::Refused(REFUSED),
    variables: &[],
    approval: DefaultRule::Asks,
    start: Start {
        project: StartApproval::AskedByDefault,
        user: StartApproval::NotAsked,
    },
    merges: Merges::Keys,
    invalid: Invalid::Host,
    exact: &["command", "args", "env", "http_headers", "startup_timeout_sec", "startup_timeout_ms", "tool_timeout_sec"],
    switches: &[Switch::on("enabled")],
    finish: Some(finish),
    read,
    ..Dialect::BASE
}];

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    scope(cx, root);
    cx.merges = !host::is_profile(cx);
    if let Some(servers) = root.get("mcp_servers") {
        cx.subjects(Some(servers));
        map::group(cx, servers, &["mcp_servers"], Shape::Map);
    }
    let plugin_file = root.get("mcpServers").is_some() && cx.known.is_none();
    if plugin_file {
        plugin(cx, root);
    } else {
        map::ignored_groups(cx, root);
    }
    host::read(cx, root);
    if cx.out.scope == Scope::Project {
        let at = Some(cx.place(0));
        cx.mark(MarkLevel::Note, "loaded only in a trusted project", at);
    }
    let runs_process = |server: &ServerEntry| matches!(server.target, Target::Process(_));
    if cx.out.servers.iter().any(runs_process) {
        let text = "Codex's sandbox never encloses MCP servers";
        cx.mark(MarkLevel::Note, text, None);
    }
}

/// A list of trusted folders stands only in the user's file, wherever the file lies.
fn scope(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(projects) = root.get("projects").filter(|node| node.is_map()) else {
        return;
    };
    if cx.out.scope == Scope::Project {
        cx.scope = Scope::User;
        cx.out.scope = Scope::User;
        cx.out.from_repository = false;
        cx.out.placement = PlacementFact {
            on: RunsOn::ThisMachine,
            evidence: Evidence::Assumed,
        };
    }
    let trusted: Vec<&str> = projects
        .entries()
        .into_iter()
        .filter(|entry| entry.value.get("trust_level").and_then(Node::as_str) == Some("trusted"))
        .map(|entry| entry.key.as_str())
        .collect();
    if trusted.is_empty() {
        return;
    }
    let at = cx.at(projects);
    let text = format!("{} trusted", super::count(trusted.len(), "folder"));
    cx.policy_mark(MarkLevel::Note, text, Some(at.clone()));
    if trusted
        .iter()
        .any(|path| home_relative(path).as_deref() == Some("~"))
    {
        let text = "the home directory is trusted, hence every project below it";
        cx.policy_mark(MarkLevel::Warning, text, Some(at));
    }
}

/// What only Codex has: variables by name, approval modes, scopes.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("bearer_token_env_var") {
        let path = words.key("bearer_token_env_var");
        if let Some(variable) = text(cx, node, &path) {
            let at = cx.at(node);
            cx.header_from_variable(entry, "Authorization", variable, &at);
        }
    }
    if let Some(node) = words.get("env_http_headers") {
        for header in node.entries() {
            let at = cx.at(&header.value);
            if let Some(variable) = header.value.as_str() {
                cx.header_from_variable(entry, &header.key, variable, &at);
            }
        }
    }
    if let Some(node) = words.any("bearer_token") {
        oauth::secret(cx, entry, "bearer_token", node);
        cx.refuse(entry, "bearer_token: Codex wants the name of a variable in bearer_token_env_var");
    }
    mixed(cx, words, entry);
    if let Some(node) = words.any("headers") {
        let path = words.key("headers");
        let hint = "the key of this client is http_headers";
        cx.warn(node, &path, "these headers are not sent", hint);
    }
    scopes(cx, words, entry);
    modes(cx, words, entry);
    if cx.merges && entry.target == Target::Reference(entry.name.clone()) {
        let text = "refused unless another file of Codex names command or url for it";
        let at = Some(entry.source.clone());
        entry.marks.push(Mark::new(MarkLevel::Warning, text, at));
    }
}

/// Keys of a process, which Codex refuses beside an address.
const OF_PROCESS: [&str; 4] = ["args", "env", "env_vars", "cwd"];

/// Keys of an address, which Codex refuses beside a command.
const OF_ADDRESS: [&str; 4] = ["bearer_token_env_var", "http_headers", "env_http_headers", "oauth_resource"];

/// Refuses an entry that has keys of the other transport.
fn mixed(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let (own, others) = if words.get("command").is_some() {
        ("command", OF_ADDRESS)
    } else if words.get("url").is_some() {
        ("url", OF_PROCESS)
    } else {
        return;
    };
    if let Some(other) = others.into_iter().find(|key| words.get(key).is_some()) {
        cx.refuse(entry, format!("{own} and {other} together: Codex refuses its configuration"));
    }
}

fn scopes(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words.get("scopes") else {
        return;
    };
    let path = words.key("scopes");
    let listed = super::fields::words::names(cx, node, &path);
    let source = cx.at(node);
    let facts = entry.oauth.get_or_insert_with(OAuth::default);
    facts.scopes.extend(listed);
    facts.source.get_or_insert(source);
}

/// `default_tools_approval_mode` and the mode of single tools.
fn modes(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("default_tools_approval_mode") {
        match node.as_str() {
            Some("approve") => approval::set(cx, entry, Rule::AutoAll, node),
            Some("prompt") => approval::set(cx, entry, Rule::Asks, node),
            Some(mode @ ("auto" | "writes")) => {
                approval::set(cx, entry, Rule::Asks, node);
                let caveat = match mode {
                    "auto" => "except tools that say they only read, or change nothing outside",
                    _ => "except tools that say they only read",
                };
                entry.approval.caveat = Some(caveat.to_owned());
            }
            _ => {
                let path = words.key("default_tools_approval_mode");
                cx.expected(node, &path, "auto, prompt, writes or approve");
            }
        }
    }
    let Some(tools) = words.get("tools").filter(|node| node.is_map()) else {
        return;
    };
    let mode = |node: &Node| {
        node.get("approval_mode")
            .and_then(Node::as_str)
            .map(str::to_owned)
    };
    let mut approved = Vec::new();
    let mut asked = Vec::new();
    for tool in tools.entries() {
        match mode(&tool.value).as_deref() {
            Some("approve") => approved.push(Redacted::name(&tool.key)),
            Some("prompt") => asked.push(Redacted::name(&tool.key)),
            _ => {}
        }
    }
    if entry.approval.rule == Rule::AutoAll {
        if !asked.is_empty() {
            let count = super::count(asked.len(), "tool");
            entry.approval.caveat = Some(format!("except {count} that ask"));
        }
    } else if !approved.is_empty() {
        approval::set(cx, entry, Rule::Auto(approved), tools);
        entry.approval.approver = Approver::Person;
    }
}

/// A plugin's file: a wrapper in either spelling, or flat.
fn plugin(cx: &mut ReadCx<'_>, root: &Node) {
    for key in ["mcpServers", "mcp_servers"] {
        match root.get(key) {
            Some(node) if node.is_map() => {
                map::group(cx, node, &[key], Shape::Map);
                return;
            }
            Some(node) => {
                cx.saw_wrapper = true;
                let at = Some(cx.at(node));
                let text = "servers stand in a file that the manifest names";
                cx.mark(MarkLevel::Note, text, at);
                return;
            }
            None => {}
        }
    }
    map::flat(cx, root);
}

#[cfg(test)]
mod tests;
