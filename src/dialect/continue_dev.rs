//! Continue: a list of servers in YAML, a map in JSON files dropped beside it.

use super::ReadCx;
use super::cx::absorb;
use super::fields::words::Words;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Shape, Strictness, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{Scope, ServerEntry, Transport};
use crate::syntax::Node;

const YAML: Dialect = Dialect {
    id: "continue",
    product: "Continue",
takes: Takes::Text,
    files: &[
        KnownFile::new(".continue/config.yaml", FileScope::ByHome),
        KnownFile::new(".continue/config.json", FileScope::ByHome),
        KnownFile::new(".continue/mcpServers/*.yaml", FileScope::ByHome),
        KnownFile::new(".continue/mcpServers/*.yml", FileScope::ByHome),
        KnownFile::new(".continue/mcpServers/*.json", FileScope::ByHome).read_by(json),
    ],
    default_scope: Scope::User,
    wrappers: &[
        Wrapper::list(&["mcpServers"]),
        Wrapper::list(&["experimental", "modelContextProtocolServers"]),
    ],
    keys: &[
        "name",
        "type",
        "transport",
        "command",
        "args",
        "env",
        "cwd",
        "connectionTimeout",
        "apiKey",
        "requestOptions",
        "headers",
    ],
    untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("sse", Transport::Sse),
        ("streamable-http", Transport::StreamableHttp),
        ("http", Transport::StreamableHttp),
    ],
    variables: &[VarSyntax::Secrets],
    strict: Strictness::Lenient,
    approval: DefaultRule::App,
    finish: Some(finish),
    read,
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[YAML];

/// In JSON files an address beside a command wins.
static JSON: Dialect = Dialect {
    both: Both::Address,
    types: &[
        ("stdio", Transport::Stdio),
        ("sse", Transport::Sse),
        ("http", Transport::StreamableHttp),
    ],
    invalid: Invalid::File,
    ..YAML
};

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let json_file = std::path::Path::new(&cx.file.path)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    if json_file && root.get("mcpServers").is_some_and(Node::is_map) {
        json(cx, root);
        return;
    }
    map::groups(cx, root);
}

/// A file dropped in the folder: a map, the projects of Claude Code, or one server.
fn json(cx: &mut ReadCx<'_>, root: &Node) {
    cx.dialect = &JSON;
    cx.variables = &[VarSyntax::Secrets, VarSyntax::Braced];
    let mut found = false;
    if let Some(node) = root.get("mcpServers") {
        found = true;
        map::group(cx, node, &["mcpServers"], Shape::Map);
    }
    for project in root.get("projects").map(Node::entries).unwrap_or_default() {
        if let Some(node) = project.value.get("mcpServers") {
            found = true;
            map::group(cx, node, &["projects", "…", "mcpServers"], Shape::Map);
        }
    }
    if !found {
        map::flat(cx, root);
    }
}

/// `apiKey` is sent as a bearer token.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words.get("apiKey") else {
        return;
    };
    let Some(text) = node.scalar().filter(|text| !text.is_empty()) else {
        return;
    };
    let at = cx.at(node);
    let found = cx.facts(entry, |facts| facts.literal_field("apiKey", text, &at));
    absorb(entry, found);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, outcome, reading};
    use crate::inventory::Scope;

    #[test]
    fn yaml_holds_a_list() {
        let outcome = outcome(
            "config.yaml",
            "mcpServers:\n  - name: My MCP Server\n    command: uvx\n    args: [mcp-server-sqlite, --db-path, /Users/NAME/test.db]\n  - name: my-server\n    command: \"\"\n",
        );
        let reading = outcome.reading.expect("a reading");
        assert_eq!((reading.client, reading.scope), ("continue", Scope::User));
        assert_eq!(
            describe(&reading),
            [
                "My MCP Server | stdio | pypi:mcp-server-sqlite | unknown: kept in the app",
                "my-server | stdio | nothing | unknown: kept in the app | refused: the command is empty",
            ]
        );
        let place = outcome.diagnostics[0].place.as_ref().expect("a place");
        assert_eq!(place.line, 6);
    }

    #[test]
    fn secrets_are_references() {
        let reading = reading(
            ".continue/mcpServers/harbor.yaml",
            "schema: v1\nmcpServers:\n  - name: harbor\n    type: streamable-http\n    url: https://mcp.harbor.example.com/mcp\n    requestOptions:\n      headers:\n        Authorization: Bearer ${{ secrets.HARBOR_TOKEN }}\n  - name: feed\n    type: sse\n    url: https://feed.example.com/sse\n    apiKey: fake-token-0011\n",
        );
        assert_eq!(
            describe(&reading),
            [
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown: kept in the app | HARBOR_TOKEN reference",
                "feed | sse | https://feed.example.com/sse | unknown: kept in the app | apiKey literal",
            ]
        );
        assert!(reading.from_repository);
    }

    #[test]
    fn a_json_file_holds_a_map_and_its_address_wins() {
        let reading = reading(
            ".continue/mcpServers/a.json",
            r#"{"mcpServers": {"a": {"command": "x", "url": "https://a.example.com/mcp"}}}"#,
        );
        assert_eq!(
            describe(&reading),
            ["a | http-then-sse | https://a.example.com/mcp | unknown: kept in the app"]
        );
    }
}
