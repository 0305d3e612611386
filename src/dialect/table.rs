//! Products whose file is an ordinary map of servers: one row each.

use super::model::{Auto, Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Start, Strictness, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{Scope, StartApproval, Transport};

const HTTP: UntypedUrl = UntypedUrl::Means(Transport::StreamableHttp);
const HTTP_THEN_SSE: UntypedUrl = UntypedUrl::Means(Transport::HttpThenSse);
const BRACED: &[VarSyntax] = &[VarSyntax::Braced];
const BRACED_DEFAULT: &[VarSyntax] = &[VarSyntax::Braced, VarSyntax::BracedDefault];

/// Classic Kilo: Roo Code's shape, in Kilo's own files (see `opencode`).
pub(super) static KILO_CLASSIC: Dialect = Dialect {
    id: "kilo-code",
    product: "Kilo Code",
keys: &["type", "command", "args", "env", "cwd", "headers", "timeout", "disabledTools", "watchPaths"],
takes: Takes::Text,
    invalid: Invalid::ProjectFile,
    exact: &["command", "args", "env", "headers", "timeout"],
    untyped_url: UntypedUrl::Means(Transport::Sse),
    both: Both::Refused("command and url together: Kilo Code refuses the entry"),
    types: &[
        ("stdio", Transport::Stdio),
        ("sse", Transport::Sse),
        ("streamable-http", Transport::StreamableHttp),
    ],
    variables: &[VarSyntax::BracedEnv],
    strict: Strictness::Strict,
    approval: DefaultRule::Asks,
    auto: &[Auto::List("alwaysAllow")],
    auto_caveat: Some("while the app's own MCP switch is on"),
    switches: &[Switch::off("disabled")],
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "windsurf",
        unverified: "`disabled`, `disabledTools`, `${file:}`",
        product: "Windsurf",
takes: Takes::Text,
        files: &[
            KnownFile::new(
                ".codeium/windsurf/mcp_config.json",
                FileScope::At(Scope::User),
            ),
            KnownFile::new(".codeium/mcp_config.json", FileScope::At(Scope::User)),
        ],
        default_scope: Scope::User,
        keys: &[
            "type",
            "transport",
            "command",
            "args",
            "env",
            "cwd",
            "headers",
            "disabledTools",
            "oauth",
        ],
        url_keys: &["serverUrl", "url"],
        untyped_url: HTTP_THEN_SSE,
        variables: &[VarSyntax::BracedEnv, VarSyntax::BracedFile],
        switches: &[Switch::off("disabled")],
        ..Dialect::BASE
    },
    Dialect {
        id: "lm-studio",
        product: "LM Studio",
        files: &[
            KnownFile::new(".lmstudio/mcp.json", FileScope::At(Scope::User)),
            KnownFile::new(".cache/lm-studio/mcp.json", FileScope::At(Scope::User)),
        ],
        default_scope: Scope::User,
        untyped_url: HTTP,
        ..Dialect::BASE
    },
    Dialect {
        id: "jan",
        product: "Jan",
        files: &[
            KnownFile::new("Jan/data/mcp_config.json", FileScope::At(Scope::User))
                .lies(&["<user-data>/Jan/data/mcp_config.json"]),
        ],
        default_scope: Scope::User,
        untyped_url: UntypedUrl::Refused("url without type: Jan takes it as stdio"),
        types: &[
            ("stdio", Transport::Stdio),
            ("http", Transport::StreamableHttp),
            ("sse", Transport::Sse),
        ],
        switches: &[Switch::on("active")],
        ..Dialect::BASE
    },
    Dialect {
        id: "cherry-studio",
        product: "Cherry Studio",
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["mcpServers"]), Wrapper::list(&["servers"])],
        url_keys: &["baseUrl", "url"],
        untyped_url: HTTP_THEN_SSE,
        switches: &[Switch::on("isActive")],
        named_by: Some("name"),
        ..Dialect::BASE
    },
    Dialect {
        id: "warp",
        product: "Warp",
        files: &[
            KnownFile::new(".warp/.mcp.json", FileScope::ByHome),
            KnownFile::new(".agents/.mcp.json", FileScope::ByHome).lies(&["./.agents/.mcp.json"]),
            KnownFile::new(".mcp.json", FileScope::At(Scope::Project)),
        ],
        wrappers: &[
            Wrapper::map(&["mcpServers"]),
            Wrapper::map(&["mcp_servers"]),
            Wrapper::map(&["servers"]),
        ],
        flat: true,
        url_keys: &["url", "serverUrl"],
        untyped_url: HTTP_THEN_SSE,
        variables: BRACED,
        ..Dialect::BASE
    },
    Dialect {
        id: "trae",
        unverified: "type words, variables",
        product: "Trae",
        files: &[
            KnownFile::new(".trae/mcp.json", FileScope::ByHome),
            KnownFile::new("Trae*/User/mcp.json", FileScope::At(Scope::User))
                .lies(&["<user-data>/Trae*/User/mcp.json"]),
        ],
        untyped_url: HTTP_THEN_SSE,
        variables: super::generic::ANY_VARIABLE,
        ..Dialect::BASE
    },
    Dialect {
        id: "void",
        product: "Void",
keys: &["command", "args", "env", "headers"],
takes: Takes::Text,
        files: &[KnownFile::new(
            ".void-editor/mcp.json",
            FileScope::At(Scope::User),
        )],
        default_scope: Scope::User,
        untyped_url: HTTP_THEN_SSE,
        ..Dialect::BASE
    },
    Dialect {
        id: "factory-droid",
        product: "Factory Droid",
keys: &["type", "command", "args", "env", "headers", "enabledTools", "disabledTools", "timeoutMs", "oauth"],
takes: Takes::Text,
        files: &[KnownFile::new(".factory/mcp.json", FileScope::ByHome)],
        untyped_url: UntypedUrl::Refused("url without type: Droid refuses the entry"),
        types: &[
            ("stdio", Transport::Stdio),
            ("http", Transport::StreamableHttp),
            ("sse", Transport::Sse),
        ],
        variables: BRACED_DEFAULT,
        switches: &[Switch::off("disabled")],
        ..Dialect::BASE
    },
    Dialect {
        id: "jetbrains-air",
        unverified: "variables, transports",
        product: "JetBrains Air",
        files: &[
            KnownFile::new(".air/mcp.json", FileScope::At(Scope::Local)),
            KnownFile::new(".mcp.json", FileScope::At(Scope::Project)),
        ],
        untyped_url: HTTP,
        start: Start {
            project: StartApproval::AskedByDefault,
            user: StartApproval::Unknown,
        },
        variables: super::generic::ANY_VARIABLE,
        ..Dialect::BASE
    },
    Dialect {
        id: "grok-cli",
        unverified: "approval of tools, variables",
        product: "Grok CLI",
        files: &[KnownFile::new(".grok/config.toml", FileScope::ByHome)],
        wrappers: &[Wrapper::map(&["mcp_servers"])],
        untyped_url: HTTP,
        approval: DefaultRule::Unknown,
        switches: &[Switch::on("enabled")],
        ..Dialect::BASE
    },
];
