//! Cursor: `mcp.json`, the lists of allowed tools, the command line's permissions, the shell sandbox.

use super::ReadCx;
use super::fields::words::texts;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, KnownFile, Shape, Start, Strictness, Takes, UntypedUrl};
use crate::inventory::VarSyntax;
use crate::inventory::{Approver, Effect, MarkLevel, Rule, Scope, StartApproval, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "cursor",
    unverified: "comments, a root `.mcp.json`",
    product: "Cursor",
takes: Takes::Text,
    files: &[
        KnownFile::new(".cursor/mcp.json", FileScope::ByHome),
        KnownFile::new(".cursor/permissions.json", FileScope::ByHome)
            .read_by(permissions)
            .strict(Strictness::Lenient),
        KnownFile::new(".cursor/cli.json", FileScope::ByHome).read_by(command_line),
        KnownFile::new(".cursor/cli-config.json", FileScope::ByHome).read_by(command_line),
        KnownFile::new(".cursor/sandbox.json", FileScope::ByHome).read_by(sandbox),
        KnownFile::new(".cursor-plugin/plugin.json", FileScope::At(Scope::Plugin)).read_by(plugin),
        KnownFile::new(".cursor/plugins/**/mcp.json", FileScope::At(Scope::Plugin))
            .lies(&[
                "~/.cursor/plugins/cache/**/mcp.json",
                "~/.cursor/plugins/local/**/mcp.json",
            ])
            .read_by(plugin),
        KnownFile::new(".mcp.json", FileScope::At(Scope::Project)),
    ],
    keys: &[
        "type", "command", "args", "env", "envFile", "cwd", "headers", "auth",
    ],
    untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("http", Transport::StreamableHttp),
        ("streamable-http", Transport::StreamableHttp),
        ("streamableHttp", Transport::StreamableHttp),
        ("sse", Transport::Sse),
    ],
    variables: &[VarSyntax::BracedEnv, VarSyntax::Editor],
    strict: Strictness::Lenient,
    approval: DefaultRule::Asks,
    start: Start {
        project: StartApproval::AskedByDefault,
        user: StartApproval::Unknown,
    },
    read,
    ..Dialect::BASE
}];

/// Plugin files may also use bare `${NAME}`.
const PLUGIN_VARIABLES: &[VarSyntax] =
    &[VarSyntax::BracedEnv, VarSyntax::Editor, VarSyntax::Braced];

/// A file that the user alone calls Cursor's may be a plugin's, where a bare `${NAME}` works.
fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if cx.known.is_some() {
        map::read(cx, root);
        return;
    }
    cx.variables = PLUGIN_VARIABLES;
    map::read(cx, root);
    if let Some(at) = bare_variable(&cx.file.text) {
        let at = Some(cx.place(at));
        let text = "bare ${NAME} is expanded in plugin files only: unproven here";
        cx.mark(MarkLevel::Note, text, at);
    }
}

/// Finds a `${NAME}` without a prefix.
fn bare_variable(text: &str) -> Option<usize> {
    text.match_indices("${").map(|(at, _)| at).find(|at| {
        let rest = &text[at + 2..];
        let name = rest.split('}').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        !name.is_empty() && name.len() < rest.len() && name.chars().all(plain)
    })
}

fn plugin(cx: &mut ReadCx<'_>, root: &Node) {
    cx.variables = PLUGIN_VARIABLES;
    match root.get("mcpServers") {
        Some(node) if node.is_map() => map::group(cx, node, &["mcpServers"], Shape::Map),
        Some(node) => {
            cx.saw_wrapper = true;
            let at = Some(cx.at(node));
            let text = "servers stand in files that the manifest names";
            cx.mark(MarkLevel::Note, text, at);
            for item in node.items().iter().filter(|item| item.is_map()) {
                map::group(cx, item, &["mcpServers"], Shape::Map);
            }
        }
        None => {
            map::flat(cx, root);
        }
    }
}

/// `permissions.json`: `server:tool` strings that run without a question.
fn permissions(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(list) = root.get("mcpAllowlist") {
        cx.out.host.has_policy = true;
        for item in list.items() {
            match item.as_str() {
                Some(rule) => allow(cx, item, rule, Effect::Allow, "mcpAllowlist"),
                None => cx.expected(item, "mcpAllowlist", "a string"),
            }
        }
    }
    if let Some(list) = root.get("terminalAllowlist") {
        let count = texts(cx, list, "terminalAllowlist").len();
        let at = cx.at(list);
        let text = super::count(count, "command");
        cx.builtin_line(format!("shell: {text} without a question"), at);
    }
    if let Some(auto) = root.get("autoRun") {
        let at = cx.at(auto);
        for (key, words) in [
            ("allow_instructions", "instruction that allows"),
            ("block_instructions", "instruction that blocks"),
        ] {
            let count = auto.get(key).map_or(0, |list| list.items().len());
            if count > 0 {
                cx.builtin_line(format!("auto-run: {count} {words}"), at.clone());
            }
        }
    }
}

fn allow(cx: &mut ReadCx<'_>, node: &Node, rule: &str, effect: Effect, path: &str) {
    let at = cx.at(node);
    let (server, tool) = match rule.split_once(':') {
        Some((server, tool)) => (server.trim(), tool.trim()),
        None if rule.trim() == "*" => ("*", "*"),
        None => {
            let hint = "write server:tool, with * for any";
            cx.warn(
                node,
                path,
                "this rule names no tool and matches nothing",
                hint,
            );
            return;
        }
    };
    let some = |text: &'_ str| (text != "*" && !text.is_empty()).then(|| text.to_owned());
    let (server, tool) = (some(server), some(tool));
    cx.tool_policy(server.as_deref(), tool.as_deref(), effect, at);
}

/// `cli.json`: `Mcp(server:tool)` tokens beside those of the shell, and the mode of approval.
fn command_line(cx: &mut ReadCx<'_>, root: &Node) {
    for (key, effect) in [("allow", Effect::Allow), ("deny", Effect::Deny)] {
        let Some(list) = root.at(&["permissions", key]) else {
            continue;
        };
        let path = format!("permissions.{key}");
        let mut others = 0;
        for item in list.items() {
            let Some(token) = item.as_str() else {
                cx.expected(item, &path, "a string");
                continue;
            };
            match token
                .strip_prefix("Mcp(")
                .and_then(|rest| rest.strip_suffix(')'))
            {
                Some(rule) => allow(cx, item, rule, effect, &path),
                None => others += 1,
            }
        }
        if others > 0 {
            let at = cx.at(list);
            cx.builtin_line(format!("rules: {others} {key}"), at);
        }
    }
    if let Some(mode) = root.get("approvalMode") {
        let at = cx.at(mode);
        match mode.as_str() {
            Some("unrestricted") => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Some(_) => cx.gate(Rule::Asks, Approver::Person, None, at),
            None => cx.expected(mode, "approvalMode", "a string"),
        }
    }
}

/// `sandbox.json`: limits shell commands, never MCP servers.
fn sandbox(cx: &mut ReadCx<'_>, root: &Node) {
    let at = cx.at(root);
    let mode = root.get("type").and_then(Node::as_str);
    let line = match mode {
        Some("workspace_readwrite") => "sandbox: workspace read and write",
        Some("workspace_readonly") => "sandbox: workspace read only",
        Some("insecure_none") => "sandbox: none",
        _ => "sandbox: mode not known",
    };
    if mode != Some("insecure_none") {
        let title = "Cursor sandbox (shell commands only)";
        cx.builtin_tools(at.clone()).sandbox = Some(title.to_owned());
    }
    cx.builtin_line(line, at.clone());
    for (key, thing) in [
        ("additionalReadwritePaths", "more writable path"),
        ("additionalReadonlyPaths", "more readable path"),
    ] {
        let count = root.get(key).map_or(0, |list| list.items().len());
        if count > 0 {
            cx.builtin_line(super::count(count, thing), at.clone());
        }
    }
    if let Some(network) = root.get("networkPolicy") {
        let default = match network.get("default").and_then(Node::as_str) {
            Some("deny") => "off",
            Some("allow") => "open",
            _ => "not known",
        };
        let allowed = network.get("allow").map_or(0, |list| list.items().len());
        let mut line = format!("network: {default}");
        if allowed > 0 {
            line = format!("{line}, {} allowed", super::count(allowed, "host"));
        }
        cx.builtin_line(line, at);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, forced, marks, outcome, reading, rules};
    use crate::inventory::{Scope, StartApproval};

    #[test]
    fn an_untyped_address_is_tried_as_http_then_sse() {
        let reading = reading(
            ".cursor/mcp.json",
            r#"{"mcpServers": {
                "harbor": {"url": "https://mcp.harbor.example.com/mcp",
                    "headers": {"Authorization": "Bearer ${env:HARBOR_TOKEN}"}},
                "depot": {"url": "https://depot.example.com/mcp",
                    "auth": {"CLIENT_ID": "c", "CLIENT_SECRET": "fake-secret-0002", "scopes": ["depot.read"]}}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "harbor | http-then-sse | https://mcp.harbor.example.com/mcp | asks? (product default) | HARBOR_TOKEN reference",
                "depot | http-then-sse | https://depot.example.com/mcp | asks? (product default) \
                 | CLIENT_SECRET literal | OAuth token oauth",
            ]
        );
        assert_eq!(reading.scope, Scope::Project);
        assert_eq!(
            reading.servers[0].approval.start,
            StartApproval::AskedByDefault
        );
        assert_eq!(reading.also_read_by, ["Visual Studio"]);
        let oauth = reading.servers[1].oauth.as_ref().expect("oauth facts");
        assert!(oauth.has_client_id);
        assert_eq!(oauth.scopes[0].as_str(), "depot.read");
    }

    #[test]
    fn a_key_of_another_client_changes_nothing() {
        let reading = reading(
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"command": "x", "disabled": true, "autoApprove": ["t"]}}}"#,
        );
        assert_eq!(
            describe(&reading),
            ["a | stdio | x | asks? (product default)"]
        );
        assert!(marks(&reading, "a").contains(&"disabled is not a documented key of Cursor"));
    }

    #[test]
    fn the_allow_list_becomes_tool_rules() {
        let reading = reading(
            "/home/u/.cursor/permissions.json",
            "{ // policy\n \"mcpAllowlist\": [\"harbor:list_ships\", \"notes:*\"], \"terminalAllowlist\": [\"git status\"], }",
        );
        assert_eq!(
            rules(&reading),
            ["allow harbor/list_ships", "allow notes/*"]
        );
        assert_eq!(reading.scope, Scope::User);
        let tools = reading.host.builtin_tools.expect("lines");
        assert_eq!(
            tools.lines[0].as_str(),
            "shell: 1 command without a question"
        );
    }

    #[test]
    fn the_sandbox_is_the_shells_alone() {
        let reading = reading(
            ".cursor/sandbox.json",
            r#"{"type": "workspace_readwrite", "networkPolicy": {"default": "deny", "allow": ["api.example.com"]}}"#,
        );
        let tools = reading.host.builtin_tools.expect("lines");
        assert_eq!(
            tools.sandbox.as_deref(),
            Some("Cursor sandbox (shell commands only)")
        );
        assert_eq!(tools.lines[1].as_str(), "network: off, 1 host allowed");
    }

    #[test]
    fn tokens_of_the_command_line_use_a_colon() {
        let outcome = outcome(
            ".cursor/cli.json",
            r#"{"permissions": {"allow": ["Mcp(harbor:*)", "Mcp(a, b)", "Shell(ls)"], "deny": ["Mcp(*:drop)"]}}"#,
        );
        let reading = outcome.reading.expect("a reading");
        assert_eq!(rules(&reading), ["allow harbor/*", "deny */drop"]);
        assert_eq!(outcome.diagnostics.len(), 1);
    }

    #[test]
    fn a_file_given_as_cursors_has_no_known_scope() {
        let text = r#"{"mcpServers": {"x": {"type": "http", "url": "https://api.x.example/mcp",
            "headers": {"Authorization": "Bearer ${X_TOKEN}"}}}}"#;
        let reading = forced("cursor", "mcp.json", text)
            .reading
            .expect("a reading");
        assert_eq!(reading.client, "cursor");
        assert_eq!(reading.scope, Scope::Unknown);
        assert_eq!(reading.servers[0].credentials[0].broken, None);
        assert!(reading.host.marks[0].text.contains("unproven here"));
    }
}
