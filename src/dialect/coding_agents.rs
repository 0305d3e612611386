//! Coding agents of the command line whose file is an ordinary map or list: one row each.

use super::ReadCx;
use super::fields::words::{Words, texts};
use super::map;
use super::model::{
    DefaultRule, Dialect, FileScope, KnownFile, Start, Switch, UntypedUrl, Wrapper,
};
use crate::inventory::{
    Approver, MarkLevel, Redacted, Rule, Scope, ServerEntry, ServerPolicy, StartApproval, State,
    Transport, VarSyntax,
};
use crate::syntax::Node;

const HTTP: UntypedUrl = UntypedUrl::Means(Transport::StreamableHttp);
const HTTP_THEN_SSE: UntypedUrl = UntypedUrl::Means(Transport::HttpThenSse);

const TYPES: &[(&str, Transport)] = &[
    ("stdio", Transport::Stdio),
    ("http", Transport::StreamableHttp),
    ("streamable-http", Transport::StreamableHttp),
    ("streamable_http", Transport::StreamableHttp),
    ("sse", Transport::Sse),
];

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "deep-agents",
        product: "Deep Agents Code",
        files: &[
            KnownFile::new(".deepagents/.mcp.json", FileScope::ByHome),
            KnownFile::new(".mcp.json", FileScope::At(Scope::Project)),
        ],
        untyped_url: HTTP,
        types: TYPES,
        variables: super::generic::ANY_VARIABLE,
        approval: DefaultRule::Unknown,
        start: Start {
            project: StartApproval::AskedByDefault,
            user: StartApproval::Unknown,
        },
        finish: Some(one_filter),
        unverified: "variables, approval of tools",
        ..Dialect::BASE
    },
    Dialect {
        id: "muse-code",
        product: "Muse Code",
        files: &[
            KnownFile::new("muse/settings.json", FileScope::At(Scope::User))
                .lies(&["~/.config/muse/settings.json"]),
        ],
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["mcp_servers"])],
        untyped_url: HTTP,
        types: &[
            ("stdio", Transport::Stdio),
            ("streamable_http", Transport::StreamableHttp),
        ],
        variables: super::generic::ANY_VARIABLE,
        approval: DefaultRule::Unknown,
        switches: &[Switch::on("enabled")],
        read: muse,
        unverified: "variables, approval of tools",
        ..Dialect::BASE
    },
    Dialect {
        id: "reasonix",
        product: "Reasonix",
        files: &[
            KnownFile::new(".reasonix/config.toml", FileScope::At(Scope::User)),
            KnownFile::new("reasonix.toml", FileScope::At(Scope::Project)),
        ],
        wrappers: &[Wrapper::list(&["plugins"])],
        untyped_url: UntypedUrl::Refused("url without type: Reasonix takes it as stdio"),
        types: TYPES,
        variables: super::generic::ANY_VARIABLE,
        approval: DefaultRule::Allows,
        start: Start::always(StartApproval::NotAsked),
        unverified: "variables",
        ..Dialect::BASE
    },
    Dialect {
        id: "rovo-dev",
        product: "Rovo Dev",
        files: &[
            KnownFile::new(".rovodev/mcp.json", FileScope::ByHome),
            KnownFile::new(".rovodev/config.yml", FileScope::ByHome).read_by(rovo_settings),
        ],
        untyped_url: HTTP_THEN_SSE,
        types: TYPES,
        variables: super::generic::ANY_VARIABLE,
        approval: DefaultRule::Asks,
        unverified: "url without transport, variables",
        ..Dialect::BASE
    },
    Dialect {
        id: "qoder",
        product: "Qoder",
        files: &[
            KnownFile::new(".qoder/mcp.json", FileScope::ByHome),
            KnownFile::new(
                "Qoder/SharedClientCache/mcp.json",
                FileScope::At(Scope::User),
            )
            .lies(&["windows:~/AppData/Roaming/Qoder/SharedClientCache/mcp.json"]),
        ],
        untyped_url: HTTP_THEN_SSE,
        variables: super::generic::ANY_VARIABLE,
        unverified: "all but the path",
        ..Dialect::BASE
    },
    Dialect {
        id: "abacus",
        product: "Abacus",
        files: &[KnownFile::new(".abacusai/mcp.json", FileScope::ByHome)],
        untyped_url: HTTP_THEN_SSE,
        variables: super::generic::ANY_VARIABLE,
        approval: DefaultRule::Unknown,
        unverified: "all but the path and that the project wins",
        ..Dialect::BASE
    },
    Dialect {
        id: "takt",
        product: "Takt",
        files: &[KnownFile::new(".takt/config.yaml", FileScope::ByHome)],
        wrappers: &[Wrapper::map(&["mcp_servers"])],
        untyped_url: HTTP,
        types: TYPES,
        variables: &[VarSyntax::Braced],
        approval: DefaultRule::Unknown,
        read: takt,
        unverified: "servers in workflow files",
        ..Dialect::BASE
    },
];

/// Deep Agents drops an entry that has both filters, or an empty one.
fn one_filter(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let lists = [words.get("allowedTools"), words.get("disabledTools")];
    let given: Vec<&Node> = lists.into_iter().flatten().collect();
    let why = match given[..] {
        [_, _] => "allowedTools and disabledTools together",
        [one] if one.is_list() && one.items().is_empty() => "an empty list of tools",
        _ => return,
    };
    if entry.state == State::Active {
        let text = format!("{why}: {} drops the entry", cx.dialect.product);
        cx.refuse(entry, text);
    }
}

/// Muse Code starts only when the file says its own version.
fn muse(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    if root.get("schema_version").is_none() {
        let at = cx.at(root);
        cx.refuse_file("schema_version is missing", at);
    }
}

/// Switches and levels of tools, in a file of their own.
fn rovo_settings(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.at(&["mcp", "disabledMcpServers"]) {
        let source = cx.at(node);
        for name in texts(cx, node, "mcp.disabledMcpServers") {
            cx.server_policy(ServerPolicy::DisableByName {
                name: Redacted::name(name),
                scope: None,
                reason: "in mcp.disabledMcpServers".to_owned(),
                source: source.clone(),
            });
        }
    }
    let permissions = root.get("toolPermissions");
    let level = permissions.and_then(|node| node.get("default"));
    if let Some(node) = level {
        let at = cx.at(node);
        match node.as_str() {
            Some("allow") => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Some("ask") => cx.gate(Rule::Asks, Approver::Person, None, at),
            Some("deny") => cx.tool_policy(None, None, crate::inventory::Effect::Deny, at),
            _ => cx.expected(node, "toolPermissions.default", "allow, ask or deny"),
        }
    }
    let own = |key: &str| permissions.and_then(|node| node.get(key));
    let tools = own("tools").map_or(0, |node| node.entries().len());
    if let Some(node) = own("tools").filter(|_| tools > 0) {
        let at = cx.at(node);
        let text = format!("levels of {}", super::count(tools, "built-in tool"));
        cx.builtin_line(text, at);
    }
    if let Some(node) = own("bash") {
        let at = cx.at(node);
        let word = match node.get("default").and_then(Node::as_str) {
            Some("allow") => "allowed",
            Some("deny") => "denied",
            _ => "asks",
        };
        cx.builtin_line(format!("bash: {word}"), at);
    }
}

/// Which transports workflows may use; their servers stand in the workflow files.
fn takt(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    let Some(gate) = root.get("workflow_mcp_servers") else {
        return;
    };
    let on: Vec<&str> = ["stdio", "http", "sse"]
        .into_iter()
        .filter(|key| gate.get(key).and_then(Node::as_bool) == Some(true))
        .collect();
    let text = if on.is_empty() {
        "workflows may use no MCP server".to_owned()
    } else {
        format!("workflows may use MCP over {}", on.join(", "))
    };
    let at = Some(cx.at(gate));
    cx.policy_mark(MarkLevel::Note, text, at);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, reading};

    #[test]
    fn deep_agents_drops_an_entry_with_two_filters() {
        let reading = reading(
            ".deepagents/.mcp.json",
            r#"{"mcpServers": {"a": {"url": "https://a.example.com/mcp", "allowedTools": ["x"]},
                "b": {"command": "b", "allowedTools": ["x"], "disabledTools": ["y"]},
                "c": {"command": "c", "disabledTools": []}}}"#,
        );
        let lines = describe(&reading);
        assert_eq!(
            lines[0],
            "a | streamable-http | https://a.example.com/mcp | unknown"
        );
        assert!(lines[1].ends_with(
            "refused: allowedTools and disabledTools together: Deep Agents Code drops the entry"
        ));
        assert!(
            lines[2].ends_with("refused: an empty list of tools: Deep Agents Code drops the entry")
        );
    }

    #[test]
    fn reasonix_has_tables_and_takes_an_untyped_address_as_stdio() {
        let reading = reading(
            "reasonix.toml",
            "[[plugins]]\nname = \"soil\"\ncommand = \"soil-mcp\"\n[[plugins]]\nname = \"harbor\"\ntype = \"http\"\nurl = \"https://harbor.example.com/mcp\"\n[[plugins]]\nname = \"bare\"\nurl = \"https://bare.example.com/mcp\"\n",
        );
        assert_eq!(
            describe(&reading),
            [
                "soil | stdio | soil-mcp | allows? (product default)",
                "harbor | streamable-http | https://harbor.example.com/mcp | allows? (product default)",
                "bare | unknown | https://bare.example.com/mcp | allows? (product default) | refused: url without type: Reasonix takes it as stdio",
            ]
        );
    }

    #[test]
    fn muse_needs_its_version() {
        let text = r#"{"mcp_servers": {"a": {"transport": "stdio", "command": "a"}}}"#;
        let reading = reading("/home/u/.config/muse/settings.json", text);
        assert_eq!(
            host_marks(&reading),
            ["Muse Code will not load this file: schema_version is missing"]
        );
    }

    #[test]
    fn takt_says_which_transports_are_open() {
        let text = "workflow_mcp_servers:\n  stdio: true\n  http: false\n";
        let reading = reading(".takt/config.yaml", text);
        assert_eq!(host_marks(&reading), ["workflows may use MCP over stdio"]);
    }
}
