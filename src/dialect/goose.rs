//! Goose: the `extensions` map, its keyring variables, and the mode that decides who is asked.

use super::ReadCx;
use super::cx::absorb;
use super::fields::words::{Words, texts};
use super::map;
use super::model::{Added, Both, DefaultRule, Dialect, FileScope, Holds, Invalid, KnownFile, Merges, Move, Shape, Start, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{
    Approver, Effect, Form, Launch, Mark, MarkLevel, Rule, Scope, ServerEntry, StartApproval,
    State, Target, Transport,
};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "goose",
    product: "Goose",
    added: &[
        Added {
            variable: "GOOSE_ADDITIONAL_CONFIG_FILES",
            like: "unix:~/.config/goose/config.yaml",
            holds: Holds::Files,
        },
        Added {
            variable: "GOOSE_ADDITIONAL_CONFIG_FILES",
            like: "windows:~/AppData/Roaming/Block/goose/config/config.yaml",
            holds: Holds::Files,
        },
    ],
    moves: &[
        Move {
            variable: "GOOSE_PATH_ROOT",
            from: "~/.config/goose/",
            to: "/config/",
        },
        Move {
            variable: "GOOSE_PATH_ROOT",
            from: "~/AppData/Roaming/Block/goose/config/",
            to: "/config/",
        },
    ],
    files: &[
        KnownFile::new("goose/config.yaml", FileScope::At(Scope::User))
            .lies(&["unix:~/.config/goose/config.yaml"]),
        KnownFile::new("goose/config/config.yaml", FileScope::At(Scope::User))
            .lies(&["windows:~/AppData/Roaming/Block/goose/config/config.yaml"]),
        KnownFile::new(
            "ProgramData/goose/config.yaml",
            FileScope::At(Scope::System),
        )
        .lies(&["windows:C:/ProgramData/goose/config.yaml"]),
        KnownFile::new("etc/goose/config.yaml", FileScope::At(Scope::System))
            .lies(&["unix:/etc/goose/config.yaml"]),
    ],
    default_scope: Scope::User,
    wrappers: &[Wrapper::map(&["extensions"])],
    keys: &["display_name", 
        "type",
        "name",
        "description",
        "cmd",
        "args",
        "envs",
        "env_keys",
        "headers",
        "timeout",
        "bundled",
        "available_tools",
        "code",
        "dependencies",
        "socket",
        "cwd",
    ],
    url_keys: &["uri"],
    untyped_url: UntypedUrl::Means(Transport::Unknown),
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("streamable_http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
        ("builtin", Transport::Builtin),
        ("platform", Transport::Builtin),
        ("frontend", Transport::Builtin),
        ("inline_python", Transport::Stdio),
    ],
    variables: &[VarSyntax::Dollar, VarSyntax::Braced],
    approval: DefaultRule::Allows,
    start: Start::always(StartApproval::NotAsked),
    merges: Merges::Keys,
    takes: Takes::Text,
    exact: &["cmd", "args", "envs", "headers"],
    invalid: Invalid::Entry,
    switches: &[Switch::on("enabled")],
    named_by: Some("name"),
    finish: Some(finish),
    read,
    ..Dialect::BASE
}];

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(extensions) = root.get("extensions") {
        map::group(cx, extensions, &["extensions"], Shape::Map);
    }
    map::ignored_groups(cx, root);
    if let Some(mode) = root.get("GOOSE_MODE") {
        let at = cx.at(mode);
        match mode.as_str() {
            Some("auto") => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Some("approve") => cx.gate(Rule::Asks, Approver::Person, None, at),
            Some("smart_approve") => {
                let caveat = "except calls that goose takes for reading".to_owned();
                cx.gate(Rule::Asks, Approver::Person, Some(caveat), at);
            }
            Some("chat") => cx.tool_policy(None, None, Effect::Deny, at),
            _ => cx.expected(mode, "GOOSE_MODE", "auto, approve, smart_approve or chat"),
        }
    }
    if let Some(list) = root.get("GOOSE_ALLOWLIST") {
        let at = Some(cx.at(list));
        cx.policy_mark(
            MarkLevel::Note,
            "extensions are limited to an allow list",
            at,
        );
    }
}

/// What only goose has: variables from the keyring, kinds that no longer run, entries that it skips.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("env_keys") {
        let path = words.key("env_keys");
        let at = cx.at(node);
        for name in texts(cx, node, &path) {
            let found = cx.facts(entry, |facts| facts.env_named(name, Form::Keyring, &at));
            absorb(entry, found);
        }
    }
    let kind = words.get("type").and_then(Node::as_str);
    if kind == Some("inline_python") {
        let launch = Launch::unknown(cx.values.ordinal("inline_python"));
        entry.target = Target::Process(Box::new(launch));
        entry.state = match &entry.state {
            State::Refused(_) => State::Active,
            kept => kept.clone(),
        };
        let at = words.get("code").map(|node| cx.at(node));
        let text = "runs Python code that stands in the file";
        entry.marks.push(Mark::new(MarkLevel::Warning, text, at));
    }
    if words.get("socket").is_some() && entry.transport == Transport::StreamableHttp {
        entry.transport = Transport::UnixSocket;
    }
    if matches!(entry.state, State::Disabled(_)) {
        return;
    }
    let why = if kind == Some("sse") {
        "goose no longer runs sse extensions"
    } else if kind.is_none() {
        "goose skips it: type is missing"
    } else if words.get("enabled").is_none() {
        "goose skips it: enabled is missing"
    } else {
        return;
    };
    entry.state = State::Disabled(why.to_owned());
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, outcome, reading};
    use crate::inventory::{Rule, Scope};

    const FILE: &str = "\
GOOSE_PROVIDER: example
extensions:
  developer: {enabled: true, type: builtin, name: developer}
  mcp-sse: {enabled: true, envs: {}, name: mcp-sse, type: sse, uri: 'http://10.0.0.5:8080/sse'}
  notes:
    enabled: false
    type: stdio
    name: notes
    cmd: uvx
    args: [mcp-notes]
    env_keys: [NOTES_TOKEN]
    envs: { NOTES_URL: 'https://notes.example.com' }
server:
  mcp: {enabled: true, servers: [github, filesystem]}
";

    #[test]
    fn extensions_are_servers_and_an_invented_key_is_reported() {
        let outcome = outcome("config.yaml", FILE);
        let reading = outcome.reading.expect("a reading");
        assert_eq!((reading.client, reading.scope), ("goose", Scope::User));
        assert_eq!(
            describe(&reading),
            [
                "developer | builtin | builtin | allows? (product default)",
                "mcp-sse | sse | http://10.0.0.5:8080/sse | allows? (product default) \
                 | off: goose no longer runs sse extensions",
                "notes | stdio | pypi:mcp-notes | allows? (product default) | NOTES_TOKEN keyring \
                 | off: disabled in the file",
            ]
        );
        let said = &outcome.diagnostics[0];
        assert_eq!(said.key.as_deref(), Some("server.mcp.servers"));
        assert!(said.message.contains("2 entries in it not drawn"), "{said}");
        assert_eq!(host_marks(&reading), ["ignored key server.mcp.servers"]);
    }

    #[test]
    fn the_mode_decides_who_is_asked() {
        let reading = reading(
            "goose/config.yaml",
            "GOOSE_MODE: smart_approve\nextensions:\n  a: {type: stdio, enabled: true, cmd: x}\n  b: {type: stdio, cmd: y}\n",
        );
        let gate = reading.host.gate.as_ref().expect("a gate");
        assert_eq!(gate.rule, Rule::Asks);
        assert!(describe(&reading)[1].ends_with("off: goose skips it: enabled is missing"));
    }
}
