//! Zed: `context_servers` without type words; what has neither command nor url is an extension's server.

use super::ReadCx;
use super::fields::oauth::secret;
use super::fields::words::Words;
use super::map;
use super::model::{
    Both, DefaultRule, Dialect, FileScope, KnownFile, Merges, Start, Strictness, Switch, UntypedUrl,
    Wrapper,
};
use crate::inventory::{
    Approver, Effect, Mark, MarkLevel, Redacted, Rule, RunsOn, Scope, ServerEntry, StartApproval,
    Target, Transport,
};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "zed",
    product: "Zed",
    files: &[
        KnownFile::new(".zed/settings.json", FileScope::At(Scope::Project)),
        KnownFile::new("zed/settings.json", FileScope::At(Scope::User)).lies(&[
            "unix:~/.config/zed/settings.json",
            "windows:~/AppData/Roaming/Zed/settings.json",
        ]),
    ],
    default_scope: Scope::User,
    wrappers: &[Wrapper::map(&["context_servers"])],
    keys: &[
        "command", "args", "env", "headers", "timeout", "oauth", "remote", "settings", "source",
    ],
    untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
    both: Both::Command,
    strict: Strictness::Lenient,
    approval: DefaultRule::Asks,
    start: Start {
        project: StartApproval::AskedByDefault,
        user: StartApproval::NotAsked,
    },
    merges: Merges::Changes,
    switches: &[Switch::on("enabled")],
    finish: Some(finish),
    read,
    ..Dialect::BASE
}];

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    if let Some(node) = root.at(&["agent", "tool_permissions"]) {
        permissions(cx, node);
    }
    if let Some(node) = root.at(&["agent", "always_allow_tool_actions"])
        && node.as_bool() == Some(true)
    {
        let at = cx.at(node);
        cx.gate(Rule::AutoAll, Approver::Nobody, None, at);
    }
    if let Some(node) = root.at(&["session", "trust_all_worktrees"])
        && node.as_bool() == Some(true)
    {
        let at = Some(cx.at(node));
        cx.policy_mark(MarkLevel::Warning, "every worktree is trusted", at);
    }
}

fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("remote")
        && node.as_bool() == Some(true)
        && !matches!(entry.target, Target::Remote(_))
    {
        let name = Redacted::trusted("ssh host of the project");
        entry.runs_on = Some(RunsOn::OtherMachine(name));
        let at = Some(cx.at(node));
        let text = "remote: runs on the project's ssh host";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
    if !matches!(entry.target, Target::Reference(_)) {
        return;
    }
    let at = Some(entry.source.clone());
    entry
        .marks
        .retain(|mark| !mark.text.starts_with("no command and no address"));
    let text = "server of an extension: what starts is in no file";
    entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    if let Some(settings) = words.get("settings") {
        for setting in settings.entries() {
            secret(cx, entry, &setting.key, &setting.value);
        }
    }
}

/// `agent.tool_permissions`: a default and rules for `mcp:server:tool`.
fn permissions(cx: &mut ReadCx<'_>, node: &Node) {
    cx.out.host.has_policy = true;
    if let Some(default) = node.get("default") {
        let at = cx.at(default);
        match default.as_str() {
            Some("allow") => cx.gate(Rule::AutoAll, Approver::Nobody, None, at),
            Some("confirm") => cx.gate(Rule::Asks, Approver::Person, None, at),
            Some("deny") => cx.tool_policy(None, None, Effect::Deny, at),
            _ => cx.expected(
                default,
                "agent.tool_permissions.default",
                "allow, confirm or deny",
            ),
        }
    }
    let Some(tools) = node.get("tools") else {
        return;
    };
    let mut own = 0;
    for tool in tools.entries() {
        let Some(rest) = tool.key.strip_prefix("mcp:") else {
            own += 1;
            continue;
        };
        let effect = match tool.value.get("default").and_then(Node::as_str) {
            Some("allow") => Effect::Allow,
            Some("confirm") => Effect::Ask,
            Some("deny") => Effect::Deny,
            _ => continue,
        };
        let at = cx.at(&tool.value);
        match rest.split_once(':') {
            Some((server, name)) => cx.tool_policy(Some(server), Some(name), effect, at),
            None => cx.tool_policy(Some(rest), None, effect, at),
        }
    }
    if own > 0 {
        let at = cx.at(tools);
        let text = super::count(own, "tool");
        cx.builtin_line(format!("rules for {text}"), at);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, marks, reading, rules};
    use crate::inventory::{Approver, Rule, Scope};

    #[test]
    fn entries_are_told_apart_by_their_keys() {
        let reading = reading(
            "/home/u/.config/zed/settings.json",
            r#"{"context_servers": {
                "harbor": {"url": "https://mcp.harbor.example.com/mcp", "oauth": {"client_id": "c", "client_secret": "fake-secret-0007"}},
                "soil": {"command": "uvx", "args": ["fictive-soil-mcp"], "remote": true},
                "old": {"source": "custom", "command": {"path": "/opt/old/server", "args": ["--stdio"], "env": {}}},
                "grove": {"enabled": false, "settings": {"grove_key": "fake-token-0010"}}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default) \
                 | client_secret literal | OAuth token oauth",
                "soil | stdio | pypi:fictive-soil-mcp | asks? (product default)",
                "old | stdio | old/server | asks? (product default)",
                "grove | unknown | reference | asks? (product default) | grove_key literal | off: disabled in the file",
            ]
        );
        assert_eq!(reading.scope, Scope::User);
        assert!(reading.servers[1].runs_on.is_some());
        assert!(marks(&reading, "grove")[0].starts_with("server of an extension"));
    }

    #[test]
    fn tool_permissions_are_rules_with_a_default() {
        let reading = reading(
            ".zed/settings.json",
            r#"{"context_servers": {"a": {"command": "x"}},
                "agent": {"tool_permissions": {"default": "confirm",
                    "tools": {"mcp:harbor:list_ships": {"default": "allow"}}}}}"#,
        );
        assert_eq!(rules(&reading), ["allow harbor/list_ships"]);
        let gate = reading.host.gate.expect("a gate");
        assert_eq!((gate.rule, gate.approver), (Rule::Asks, Approver::Person));
        assert!(reading.from_repository);
    }
}
