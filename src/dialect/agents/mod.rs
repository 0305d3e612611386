//! Agents of the command line and of servers with own spellings: lists, arrays of tables, YAML maps.

mod keys;
mod lists;

use super::model::{DefaultRule, Dialect, FileScope, KnownFile, Strictness, Switch, Takes, UntypedUrl, Where, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{HostKind, Scope, Transport};
use crate::syntax::Syntax;

const HTTP: UntypedUrl = UntypedUrl::Means(Transport::StreamableHttp);

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "openhands",
        product: "OpenHands",
        files: &[KnownFile::new(
            ".openhands/mcp.json",
            FileScope::At(Scope::User),
        )],
        default_scope: Scope::Server,
        runs: Where::Deployment,
        untyped_url: HTTP,
        read: lists::openhands,
        ..Dialect::BASE
    },
    Dialect {
        id: "mistral-vibe",
        product: "Mistral Vibe",
keys: &["name", "transport", "headers", "api_key_env", "api_key_header", "api_key_format", "command", "args", "env", "disabled_tools", "sampling_enabled", "startup_timeout_sec", "tool_timeout_sec", "auth"],
        files: &[KnownFile::new(".vibe/config.toml", FileScope::ByHome)],
        wrappers: &[Wrapper::list(&["mcp_servers"])],
        untyped_url: UntypedUrl::Refused("url without transport: Vibe refuses the entry"),
        approval: DefaultRule::Unknown,
        switches: &[Switch::off("disabled")],
        finish: Some(keys::vibe_key),
        read: keys::vibe,
        ..Dialect::BASE
    },
    Dialect {
        id: "hermes",
        unverified: "all but the path",
        product: "Hermes",
        files: &[
            KnownFile::new(".hermes/config.yaml", FileScope::At(Scope::User)),
            KnownFile::new("Local/hermes/config.yaml", FileScope::At(Scope::User))
                .lies(&["windows:~/AppData/Local/hermes/config.yaml"]),
        ],
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["mcp_servers"])],
        untyped_url: HTTP,
        variables: &[VarSyntax::Braced, VarSyntax::BracedEnv],
        approval: DefaultRule::Allows,
        switches: &[Switch::on("enabled")],
        finish: Some(keys::hermes),
        ..Dialect::BASE
    },
    Dialect {
        id: "openclaw",
        product: "OpenClaw",
        files: &[
            KnownFile::new(".openclaw/openclaw.json", FileScope::At(Scope::User))
                .in_syntax(Syntax::Json5),
        ],
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["mcp", "servers"])],
        untyped_url: UntypedUrl::Means(Transport::Unknown),
        variables: &[VarSyntax::Braced],
        strict: Strictness::Json5,
        approval: DefaultRule::Unknown,
        switches: &[Switch::on("enabled")],
        finish: Some(keys::mutual_tls),
        ..Dialect::BASE
    },
    Dialect {
        id: "kimi-code",
        unverified: "approval of tools",
        product: "Kimi Code",
keys: &["type", "transport", "command", "args", "env", "cwd", "headers", "bearerTokenEnvVar", "enabledTools", "disabledTools", "startupTimeoutMs", "toolTimeoutMs", "auth"],
takes: Takes::Text,
        files: &[
            KnownFile::new(".kimi-code/mcp.json", FileScope::ByHome),
            KnownFile::new(".kimi/mcp.json", FileScope::ByHome),
        ],
        untyped_url: HTTP,
        approval: DefaultRule::Asks,
        switches: &[Switch::on("enabled")],
        finish: Some(keys::kimi_key),
        ..Dialect::BASE
    },
    Dialect {
        id: "mcphost",
        product: "MCPHost",
        files: &[
            KnownFile::new(".mcphost.yml", FileScope::At(Scope::User)),
            KnownFile::new(".mcphost.json", FileScope::At(Scope::User)),
        ],
        default_scope: Scope::User,
        untyped_url: UntypedUrl::Means(Transport::Sse),
        types: &[
            ("local", Transport::Stdio),
            ("stdio", Transport::Stdio),
            ("remote", Transport::StreamableHttp),
            ("streamable", Transport::StreamableHttp),
            ("sse", Transport::Sse),
            ("builtin", Transport::Builtin),
        ],
        variables: &[VarSyntax::EnvUrl],
        approval: DefaultRule::Unknown,
        ..Dialect::BASE
    },
    Dialect {
        id: "docker-agent",
        product: "Docker Agent",
        default_scope: Scope::Project,
        wrappers: &[],
        variables: &[VarSyntax::Dollar, VarSyntax::Braced],
        approval: DefaultRule::Unknown,
        read: lists::docker_agent,
        ..Dialect::BASE
    },
    Dialect {
        id: "open-webui",
        product: "Open WebUI",
        kind: HostKind::Deployment,
        default_scope: Scope::Server,
        runs: Where::Deployment,
        wrappers: &[],
        read: lists::open_webui,
        ..Dialect::BASE
    },
];

#[cfg(test)]
mod tests;
