//! Crush: a Bash script that is read word by word and never run, or the older JSON.

mod script;

use super::ReadCx;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{Effect, MarkLevel, Scope, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "crush",
    product: "Crush",
keys: &["type", "command", "args", "env", "headers", "timeout", "disabled_tools", "enabled_tools", "oauth", "oauth_client_id", "oauth_client_secret", "oauth_callback_port"],
takes: Takes::Text,
    files: &[
        KnownFile::new(".crushrc", FileScope::At(Scope::Project)).parsed_by(script::parse),
        KnownFile::new("crushrc", FileScope::At(Scope::Project)).parsed_by(script::parse),
        KnownFile::new(".config/crush/crushrc", FileScope::At(Scope::User))
            .parsed_by(script::parse),
        KnownFile::new("crush.json", FileScope::At(Scope::Project)),
        KnownFile::new(".crush.json", FileScope::At(Scope::Project)),
        KnownFile::new(".config/crush/crush.json", FileScope::At(Scope::User)),
    ],
    wrappers: &[Wrapper::map(&["mcp"])],
    untyped_url: UntypedUrl::Refused("url without type: Crush refuses the entry"),
    both: Both::Command,
    finish: Some(super::fields::needs_type),
    exact: &["command", "args", "env", "headers"],
    invalid: Invalid::Entry,
    types: &[
        ("stdio", Transport::Stdio),
        ("http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
    ],
    variables: &[
        VarSyntax::Dollar,
        VarSyntax::Braced,
        VarSyntax::BracedDefault,
        VarSyntax::Command,
    ],
    approval: DefaultRule::Asks,
    switches: &[Switch::off("disabled")],
    read,
    ..Dialect::BASE
}];

/// `permissions.allowed_tools: ["mcp_<server>_<tool>"]`.
fn read(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    if let Some(node) = root.get(script::UNREAD)
        && let Some(count) = node.scalar().and_then(|text| text.parse().ok())
    {
        let lines = super::count(count, "other line");
        let at = Some(cx.at(node));
        let text = format!("a script that runs on load: {lines} not read");
        cx.mark(MarkLevel::Warning, text, at);
    }
    let Some(list) = root.at(&["permissions", "allowed_tools"]) else {
        return;
    };
    let mut own = 0;
    for item in list.items() {
        let Some(rest) = item.as_str().and_then(|text| text.strip_prefix("mcp_")) else {
            own += 1;
            continue;
        };
        let known = cx.out.servers.iter().find_map(|server| {
            let tool = rest.strip_prefix(server.name.as_str())?.strip_prefix('_')?;
            Some((server.name.to_string(), tool.to_owned()))
        });
        let guessed = || {
            rest.split_once('_')
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
        };
        let at = cx.at(item);
        if let Some((server, tool)) = known.or_else(guessed) {
            cx.tool_policy(Some(&server), Some(&tool), Effect::Allow, at);
        }
    }
    if own > 0 {
        let at = cx.at(list);
        let text = super::count(own, "built-in tool");
        cx.builtin_line(format!("{text} without a question"), at);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, reading, rules};

    #[test]
    fn a_script_is_read_and_not_run() {
        let reading = reading(
            ".crushrc",
            "# fake\nmcp add soil --type stdio --command uvx --args fictive-soil-mcp --env SOIL_TOKEN \"$SOIL_TOKEN\" --timeout 30\nmcp add harbor --type http --url https://mcp.harbor.example.com/mcp \\\n  --header Authorization \"Bearer $(fictive-vault read harbor)\" --disabled-tools delete_ship\nif true; then echo; fi\npermissions allow mcp_harbor_list_ships\n",
        );
        assert_eq!(
            describe(&reading),
            [
                "soil | stdio | pypi:fictive-soil-mcp | asks? (product default) | SOIL_TOKEN reference",
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default) | Authorization helper",
            ]
        );
        assert_eq!(rules(&reading), ["allow harbor/list_ships"]);
        assert_eq!(reading.servers[1].source.line, 3);
        assert_eq!(
            host_marks(&reading),
            ["a script that runs on load: 3 other lines not read"]
        );
        assert!(reading.from_repository);
    }

    #[test]
    fn the_older_json_has_a_map() {
        let reading = reading(
            "crush.json",
            r#"{"mcp": {"feed": {"type": "sse", "url": "https://feed.example.com/sse", "disabled": true}},
                "permissions": {"allowed_tools": ["view", "mcp_feed_get"]}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "feed | sse | https://feed.example.com/sse | asks? (product default) | off: disabled in the file"
            ]
        );
        assert_eq!(rules(&reading), ["allow feed/get"]);
    }
}
