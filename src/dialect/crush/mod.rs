//! Crush: a Bash script that is read word by word and never run, or the older JSON.

mod lexer;
mod script;

use std::collections::BTreeMap;

use super::ReadCx;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::diagnostic::Place;
use crate::inventory::{Effect, Mark, MarkLevel, Redacted, Scope, State, Transport};
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
    if let Some(about) = root.get(script::SCRIPT) {
        of_script(cx, about);
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

/// Says what holds for entries of a script alone: it runs from top to bottom when Crush starts.
fn of_script(cx: &mut ReadCx<'_>, about: &Node) {
    if let Some(node) = about.get(script::UNREAD)
        && let Some(count) = node.scalar().and_then(|text| text.parse().ok())
    {
        let lines = super::count(count, "other line");
        let at = Some(cx.at(node));
        let text = format!("a script that runs on load: {lines} not read");
        cx.mark(MarkLevel::Warning, text, at);
    }
    let named = |key: &str| -> BTreeMap<Redacted, Place> {
        let items = about.get(key).map(Node::items).unwrap_or_default();
        let named = items.iter().filter_map(|item| Some((item.as_str()?, cx.at(item))));
        named.map(|(name, at)| (Redacted::name(name), at)).collect()
    };
    let (only_if, removed) = (named(script::ONLY_IF), named(script::REMOVED));
    for server in &mut cx.out.servers {
        for helper in &mut server.helpers {
            helper.when = "when the script is loaded";
        }
        if let Some(at) = only_if.get(&server.name) {
            let text = "only if: added in a condition, loop or function";
            let mark = Mark::new(MarkLevel::Note, text, Some(at.clone()));
            server.marks.push(mark);
        }
        if removed.contains_key(&server.name) {
            server.state = State::Disabled("removed by a later line of the script".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, marks, reading, rules};

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
            ["a script that runs on load: 2 other lines not read"]
        );
        assert!(reading.from_repository);
    }

    #[test]
    fn text_of_a_here_document_is_no_command() {
        let script = "cat <<-'END' > notes\n\tmcp add fake --type stdio --command fake\n\tEND\n\
             cat << A <<B\nmcp add fake --command x\nA\nmcp add fake --command x\nB\n\
             echo \"\nmcp add fake --command x\n\" <<< word\nmcp add soil --type stdio --command soil\n";
        let reading = reading("crushrc", script);
        assert_eq!(describe(&reading), ["soil | stdio | soil | asks? (product default)"]);
        assert_eq!(
            host_marks(&reading),
            ["a script that runs on load: 3 other lines not read"]
        );
    }

    #[test]
    fn what_a_later_line_removes_is_off_unless_it_is_added_again() {
        let add = |name: &str| format!("mcp add {name} --type stdio --command {name}\n");
        let script = format!(
            "{}{}mcp remove soil\nmcp remove harbor\n{}",
            add("soil"),
            add("harbor"),
            add("harbor")
        );
        let reading = reading("crushrc", &script);
        assert_eq!(
            describe(&reading),
            [
                "soil | stdio | soil | asks? (product default) | off: removed by a later line of the script",
                "harbor | stdio | harbor | asks? (product default)",
            ]
        );
    }

    #[test]
    fn what_a_condition_a_loop_a_function_or_a_chain_adds_is_marked() {
        let script = "if [ -f x ]\nthen\n  mcp add a --type stdio --command a\nelse mcp add b --type stdio --command b\nfi\n\
             for x in 1 2; do\n  while true; do mcp add c --type stdio --command c; done\ndone\n\
             setup() {\n  mcp add d --type stdio --command d\n}\nfunction more {\n mcp add e --type stdio --command e; }\n\
             case x in\n  y) mcp add f --type stdio --command f ;;\nesac\n[ -f x ] && mcp add g --type stdio --command g\n\
             ( mcp add h --type stdio --command h )\n{ mcp add i --type stdio --command i; }\nmcp add j --type stdio --command j\n";
        let reading = reading("crushrc", script);
        for server in &reading.servers {
            let sure = ["i", "j"].contains(&server.name.as_str());
            let mark = "only if: added in a condition, loop or function";
            let expected = if sure { vec![] } else { vec![mark] };
            assert_eq!(marks(&reading, &server.name), expected, "{}", server.name.as_str());
        }
        assert_eq!(reading.servers.len(), 10);
    }

    #[test]
    fn a_command_that_prints_the_program_runs_on_load() {
        let reading = reading(
            "crushrc",
            "mcp add soil --type stdio --command \"$(fictive which soil)\" --env SOIL_TOKEN \"$(fictive token)\"\n",
        );
        let helpers: Vec<_> = reading.servers[0].helpers.iter().map(|h| (h.named_by.as_str(), h.when)).collect();
        assert_eq!(
            helpers,
            [("SOIL_TOKEN", "when the script is loaded"), ("command", "when the script is loaded")]
        );
    }

    #[test]
    fn a_value_glued_to_its_flag_is_no_name() {
        let script = "mcp add soil --env=SOIL_TOKEN=fictive --type stdio --foo=fictive --command soil\n";
        let reading = reading("crushrc", script);
        assert_eq!(describe(&reading), ["soil | stdio | soil | asks? (product default)"]);
        assert_eq!(
            marks(&reading, "soil"),
            ["unknown to Crush: --env=, --foo="]
        );
    }

    #[test]
    fn a_server_of_a_script_is_a_process_unless_it_says_otherwise_and_off_only_if_it_says_so() {
        let script = "mcp add a --command a --disabled false\nmcp add b --command b --disabled true\n\
             mcp add c --disabled --command c\n";
        assert_eq!(
            describe(&reading("crushrc", script)),
            [
                "a | stdio | a | asks? (product default)",
                "b | stdio | b | asks? (product default) | off: disabled in the file",
                "c | stdio | c | asks? (product default) | off: disabled in the file",
            ]
        );
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
