//! Desktop chat applications with an ordinary map: one row each.

use super::ReadCx;
use super::fields::approval;
use super::fields::words::Words;
use super::model::{Dialect, FileScope, KnownFile, Switch, UntypedUrl, Wrapper};
use crate::inventory::{Rule, Scope, ServerEntry, Transport};

const HTTP: UntypedUrl = UntypedUrl::Means(Transport::StreamableHttp);
const HTTP_THEN_SSE: UntypedUrl = UntypedUrl::Means(Transport::HttpThenSse);

/// A chat application of which a path and the usual map are known, and no more.
const APP: Dialect = Dialect {
    default_scope: Scope::User,
    variables: super::generic::ANY_VARIABLE,
    unverified: "all but the path",
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "5ire",
        product: "5ire",
        files: &[KnownFile::new("5ire/mcp.json", FileScope::At(Scope::User))
            .lies(&["<user-data>/5ire/mcp.json"])],
        wrappers: &[Wrapper::map(&["mcpServers"]), Wrapper::list(&["servers"])],
        untyped_url: HTTP_THEN_SSE,
        variables: &[],
        switches: &[Switch::on("isActive")],
        finish: Some(approval_policy),
        unverified: "",
        ..APP
    },
    Dialect {
        id: "boltai",
        product: "BoltAI",
        files: &[KnownFile::new(
            ".boltai/mcp.json",
            FileScope::At(Scope::User),
        )],
        untyped_url: HTTP_THEN_SSE,
        ..APP
    },
    Dialect {
        id: "enconvo",
        product: "Enconvo",
        files: &[
            KnownFile::new("enconvo/mcp_config.json", FileScope::At(Scope::User))
                .lies(&["~/.config/enconvo/mcp_config.json"]),
        ],
        untyped_url: HTTP_THEN_SSE,
        ..APP
    },
    Dialect {
        id: "tome",
        product: "Tome",
        files: &[KnownFile::new(
            ".tome/mcp_config.json",
            FileScope::At(Scope::User),
        )],
        untyped_url: HTTP_THEN_SSE,
        ..APP
    },
    Dialect {
        id: "sema4-studio",
        product: "Sema4.ai Studio",
        files: &[KnownFile::new(
            "sema4ai-studio/mcp_servers.json",
            FileScope::At(Scope::User),
        )
        .lies(&["~/.sema4ai/sema4ai-studio/mcp_servers.json"])],
        untyped_url: HTTP_THEN_SSE,
        ..APP
    },
    Dialect {
        id: "jetbrains-ai-assistant",
        product: "JetBrains AI Assistant",
        files: &[KnownFile::new(".ai/mcp/mcp.json", FileScope::ByHome)],
        default_scope: Scope::Unknown,
        untyped_url: HTTP,
        unverified: "the path, variables",
        ..APP
    },
];

/// Whether a tool of the server is approved never, once or always: 5ire writes down how often it asks.
fn approval_policy(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words.get("approvalPolicy") else {
        return;
    };
    match node.as_str() {
        Some("never") => approval::set(cx, entry, Rule::AutoAll, node),
        Some(often @ ("once" | "always")) => {
            approval::set(cx, entry, Rule::Asks, node);
            if often == "once" {
                entry.approval.caveat = Some("once per conversation".to_owned());
            }
        }
        _ => {
            let path = words.key("approvalPolicy");
            cx.expected(node, &path, "never, once or always");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, reading};

    #[test]
    fn five_ire_says_how_often_it_asks() {
        let reading = reading(
            "/home/u/.config/5ire/mcp.json",
            r#"{"mcpServers": {"a": {"type": "local", "command": "a", "isActive": true, "approvalPolicy": "never"},
                "b": {"type": "remote", "url": "https://b.example.com/mcp", "isActive": false, "approvalPolicy": "always"},
                "c": {"command": "c", "approvalPolicy": "sometimes"}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "a | stdio | a | auto: all",
                "b | http-then-sse | https://b.example.com/mcp | asks | off: disabled in the file",
                "c | stdio | c | unknown: kept in the app",
            ]
        );
    }
}
