//! Cline, Roo Code and Kilo Code (classic): one shape, where an address without a type means SSE.

use super::model::{Auto, Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Move, Strictness, Switch, Takes, UntypedUrl};
use crate::inventory::VarSyntax;
use crate::inventory::{Scope, Transport};

const SWITCH: Option<&str> = Some("while the app's own MCP switch is on");

const CLINE: Dialect = Dialect {
    id: "cline",
    product: "Cline",
takes: Takes::Text,
    moves: &[
        Move { variable: "CLINE_MCP_SETTINGS_PATH", from: "~/.cline/data/settings/cline_mcp_settings.json", to: "" },
        Move::folder("CLINE_DATA_DIR", "~/.cline/data/"),
        Move::folder("CLINE_DIR", "~/.cline/"),
    ],
    files: &[
        KnownFile::new("cline_mcp_settings.json", FileScope::At(Scope::User)).lies(&["~/.cline/data/settings/cline_mcp_settings.json", "<user-data>/*/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", "~/.vscode-server*/data/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"]),
        KnownFile::new(".cline/mcp.json", FileScope::ByHome).lies(&["~/.cline/mcp.json"]),
    ],
    default_scope: Scope::User,
    keys: &[
        "type",
        "transport",
        "transportType",
        "command",
        "args",
        "env",
        "cwd",
        "headers",
        "timeout",
        "remoteConfigured",
        "metadata",
        "oauth",
        "oauthClient",
    ],
    untyped_url: UntypedUrl::Means(Transport::Sse),
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("sse", Transport::Sse),
        ("streamableHttp", Transport::StreamableHttp),
    ],
    invalid: Invalid::File,
    exact: &["command", "args", "env", "headers"],
    variables: &[VarSyntax::BracedEnv],
    strict: Strictness::Strict,
    approval: DefaultRule::Asks,
    auto: &[Auto::List("autoApprove")],
    auto_caveat: SWITCH,
    switches: &[Switch::off("disabled")],
    ..Dialect::BASE
};

const ROO: Dialect = Dialect {
    id: "roo-code",
    product: "Roo Code",
    files: &[
        KnownFile::new(".roo/mcp.json", FileScope::At(Scope::Project)),
        KnownFile::new(
            "rooveterinaryinc.roo-cline/settings/mcp_settings.json",
            FileScope::At(Scope::User),
        ).lies(&["<user-data>/*/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json", "~/.vscode-server*/data/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"]),
        KnownFile::new(
            "rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json",
            FileScope::At(Scope::User),
        ).lies(&["<user-data>/*/User/globalStorage/rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json", "~/.vscode-server*/data/User/globalStorage/rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json"]),
    ],
    default_scope: Scope::Unknown,
    keys: &[
        "type",
        "command",
        "args",
        "env",
        "cwd",
        "headers",
        "timeout",
        "disabledTools",
        "watchPaths",
    ],
    both: Both::Refused("command and url together: Roo Code refuses the entry"),
    types: &[
        ("stdio", Transport::Stdio),
        ("sse", Transport::Sse),
        ("streamable-http", Transport::StreamableHttp),
    ],
    invalid: Invalid::ProjectFile,
    exact: &["command", "args", "env", "headers", "timeout"],
    variables: &[VarSyntax::BracedEnv, VarSyntax::Editor],
    auto: &[Auto::List("alwaysAllow")],
    ..CLINE
};

pub(super) const ROWS: &[Dialect] = &[CLINE, ROO];

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, reading};
    use crate::inventory::SetBy;

    #[test]
    fn an_address_without_a_type_means_sse() {
        let reading = reading(
            "cline_mcp_settings.json",
            r#"{"mcpServers": {
                "legacy": {"url": "https://legacy.example.com/mcp", "headers": {"Authorization": "Bearer FAKE-cline-token-000"},
                    "disabled": false, "autoApprove": []},
                "modern": {"type": "streamableHttp", "url": "https://modern.example.com/mcp", "autoApprove": ["*"]},
                "off": {"command": "node", "args": ["server.js"], "disabled": true}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "legacy | sse | https://legacy.example.com/mcp | asks? (product default) | Authorization literal",
                "modern | streamable-http | https://modern.example.com/mcp | auto: all",
                "off | stdio | node server.js | asks? (product default) | off: disabled in the file",
            ]
        );
        let modern = &reading.servers[1].approval;
        assert_eq!(modern.set_by, SetBy::User);
        assert_eq!(
            modern.caveat.as_deref(),
            Some("while the app's own MCP switch is on")
        );
    }

    #[test]
    fn a_nested_transport_and_stored_tokens_are_read() {
        let reading = reading(
            "cline_mcp_settings.json",
            r#"{"mcpServers": {
                "nested": {"transport": {"type": "stdio", "command": "uvx", "args": ["fictive-nested-mcp"]}},
                "depot": {"type": "streamableHttp", "url": "https://depot.example.com/mcp",
                    "oauthClient": {"clientId": "c", "clientSecret": "fake-secret-0008"},
                    "oauth": {"tokens": {"access_token": "fake-token-0012"}, "codeVerifier": "fake-verifier"}}}}"#,
        );
        let lines = describe(&reading);
        assert_eq!(
            lines[0],
            "nested | stdio | pypi:fictive-nested-mcp | asks? (product default)"
        );
        for name in ["clientSecret", "access_token", "codeVerifier"] {
            assert!(
                lines[1].contains(&format!("{name} literal")),
                "{}",
                lines[1]
            );
        }
    }

    #[test]
    fn a_foreign_type_word_stops_the_whole_file() {
        let reading = reading(
            "cline_mcp_settings.json",
            r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example.com/mcp"}}}"#,
        );
        assert_eq!(reading.servers[0].transport.word(), "streamable-http");
        assert_eq!(
            host_marks(&reading),
            ["Cline will not load this file: its entry a is refused"]
        );
    }

    #[test]
    fn roo_reads_always_allow_from_the_repository() {
        let reading = reading(
            ".roo/mcp.json",
            r#"{"mcpServers": {"Netlify": {"command": "node", "args": ["C:\\MCP\\build\\index.js"],
                "alwaysAllow": ["deploy-site", "set-env-vars"]}, "Supabase MCP": {"command": "C:\\MCP\\w.bat", "args": []}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "Netlify | stdio | node MCP/build/index.js | auto: 2 tools",
                "Supabase MCP | stdio | w.bat | asks? (product default)",
            ]
        );
        assert_eq!(reading.servers[0].approval.set_by, SetBy::Repository);
        assert_eq!(reading.servers[0].tools.len(), 2);
    }
}
