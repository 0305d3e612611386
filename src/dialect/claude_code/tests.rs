//! Samples in, readings out.

use super::super::testing::{describe, forced, host_marks, marks, outcome, parsed, reading, rules};
use crate::inventory::{Target, 
    Approver, Rule, RunsOn, Scope, ServerPolicy, SetBy, StartApproval, State, Values, assemble,
};

#[test]
fn a_project_file_has_all_four_types() {
    let reading = reading(
        ".mcp.json",
        r#"{"mcpServers": {
            "harbor": {"type": "http", "url": "https://mcp.harbor.example.com/mcp", "headers": {"Authorization": "Bearer ${HARBOR_TOKEN}"}},
            "feed": {"type": "sse", "url": "https://weather.example.com/sse"},
            "pit": {"type": "ws", "url": "wss://pit.example.com/mcp"},
            "tide": {"command": "uvx", "args": ["fictive-tides-mcp"]},
            "vault": {"type": "http", "url": "https://vault.example.com/mcp", "headersHelper": "./scripts/x.sh",
                "oauth": {"clientId": "c", "authServerMetadataUrl": "https://login.example.com/.well-known/x", "scopes": "a b"}}}}"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default) | HARBOR_TOKEN reference",
            "feed | sse | https://weather.example.com/sse | asks? (product default)",
            "pit | websocket | wss://pit.example.com/mcp | asks? (product default)",
            "tide | stdio | pypi:fictive-tides-mcp | asks? (product default)",
            "vault | streamable-http | https://vault.example.com/mcp | asks? (product default) \
             | headersHelper helper | OAuth token oauth",
        ]
    );
    let vault = &reading.servers[4];
    assert_eq!(vault.helpers[0].when, "at each connect");
    let oauth = vault.oauth.as_ref().expect("oauth facts");
    assert_eq!(oauth.scopes.len(), 2);
    let server = oauth.authorization_server.as_ref().expect("a server");
    assert_eq!(server.host.as_str(), "login.example.com");
    assert_eq!(vault.approval.start, StartApproval::AskedByDefault);
    assert_eq!(reading.placement.on, RunsOn::AnyMachineOfRepository);
    assert!(reading.from_repository);
}

#[test]
fn an_address_without_a_type_is_skipped_by_this_client() {
    let outcome = outcome(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"url": "https://a.example.com/mcp"}, "b": {"type": "grpc", "url": "https://b.example.com"}}}"#,
    );
    let reading = outcome.reading.expect("a reading");
    assert_eq!(
        describe(&reading),
        [
            "a | unknown | https://a.example.com/mcp | asks? (product default) \
             | refused: url without type: Claude Code takes it as stdio and skips it",
            "b | unknown | https://b.example.com | asks? (product default) \
             | refused: type word that is not known: Claude Code refuses the entry",
        ]
    );
    let said = &outcome.diagnostics[0];
    assert_eq!(said.key.as_deref(), Some("mcpServers.b.type"));
    assert!(!said.to_string().contains("grpc"));
}

#[test]
fn keys_of_copilot_do_nothing_here_and_its_strictness_is_said() {
    let outcome = outcome(
        ".mcp.json",
        "{\n\"mcpServers\": {\n// tests\n\"p\": {\"type\": \"stdio\", \"command\": \"npx\", \"args\": [\"@playwright/mcp@latest\"], \"tools\": [\"*\"]}}}",
    );
    assert!(
        outcome
            .report
            .notes
            .contains(&"Claude Code will not load this file: comments (.mcp.json:3)".to_owned())
    );
    let reading = outcome.reading.expect("a reading");
    assert_eq!(
        describe(&reading),
        ["p | stdio | npm:@playwright/mcp | asks? (product default) | off: this file is not loaded: comments (.mcp.json:3)"]
    );
    assert!(marks(&reading, "p").contains(&"tools is not a documented key of Claude Code"));
}

#[test]
fn the_state_file_has_alternative_sessions() {
    let reading = reading(
        "~/.claude.json",
        r#"{"numStartups": 41,
            "mcpServers": {"tidewatch": {"type": "stdio", "command": "uvx", "args": ["fictive-tides-mcp"]},
                "harbor": {"type": "http", "url": "https://mcp.harbor.example.com/mcp"}},
            "projects": {"/home/mara/src/orchard": {"hasTrustDialogAccepted": true,
                "mcpServers": {"harbor": {"type": "http", "url": "https://staging.harbor.example.com/mcp"}},
                "enabledMcpjsonServers": ["lantern-db"], "disabledMcpServers": ["tidewatch"],
                "enabledMcpServers": ["browser"]},
              "C:/Users/mara/src/soil": {"mcpServers": {}}}}"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "tidewatch | stdio | pypi:fictive-tides-mcp | asks? (product default)",
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default)",
            "harbor | streamable-http | https://staging.harbor.example.com/mcp | asks? (product default)",
        ]
    );
    let scopes: Vec<Scope> = reading.servers.iter().map(|s| s.scope).collect();
    assert_eq!(scopes, [Scope::User, Scope::User, Scope::Local]);
    assert!(marks(&reading, "tidewatch").contains(&"switched off in 1 project (~/.claude.json:4)"));
    assert!(marks(&reading, "harbor").contains(&"replaced by a local entry in 1 project (~/.claude.json:4)"));
    let host = host_marks(&reading);
    assert!(host.contains(&"1 trusted project"));
    assert!(host.contains(&"1 project server would start unasked: lantern-db"));
    assert!(host.contains(&"1 built-in server switched on: browser"));
    let local = &reading.servers[2].marks;
    assert_eq!(local[0].text, "only in the project at ~/.claude.json:4");
    assert!(!format!("{reading:?}").contains("orchard"));
}

#[test]
fn a_flat_plugin_file_uses_plugin_variables() {
    let reading = reading(
        "plugin/.mcp.json",
        r#"{"_comment": "x", "grove": {"command": "${CLAUDE_PLUGIN_ROOT}/bin/grove-server", "env": {"GROVE_KEY": "${user_config.grove_key}"}},
            "cloud": {"type": "http", "url": ""}}"#,
    );
    assert_eq!(reading.scope, Scope::Plugin);
    assert_eq!(reading.servers.len(), 2);
    assert_eq!(reading.servers[0].name.as_str(), "grove");
    assert_eq!(reading.servers[0].credentials[0].broken, None);
    assert_eq!(
        reading.servers[1].state,
        State::Disabled("not configured: the address is empty".into())
    );
}

#[test]
fn an_empty_managed_file_turns_mcp_off() {
    let reading = reading("etc/claude-code/managed-mcp.json", r#"{"mcpServers": {}}"#);
    assert!(reading.exclusive && reading.host.has_policy);
    assert_eq!(host_marks(&reading), ["the admin's file turns MCP off"]);
    assert_eq!(reading.scope, Scope::Managed);
}

#[test]
fn settings_hold_rules_and_starts() {
    let outcome = outcome(
        ".claude/settings.json",
        r#"{"permissions": {"allow": ["mcp__harbor__list_ships", "mcp__db__*", "mcp__*", "Bash(ls)"], "ask": ["mcp__vault"],
             "deny": ["mcp__harbor__delete_ship", "mcp__feed", "mcp__*"]},
            "enabledMcpjsonServers": ["db"], "disabledMcpjsonServers": ["pit"], "hooks": {"PreToolUse": []}}"#,
    );
    let reading = outcome.reading.expect("a reading");
    assert_eq!(
        rules(&reading),
        [
            "allow harbor/list_ships",
            "allow db/*",
            "ask vault/*",
            "deny harbor/delete_ship",
            "deny feed/*",
            "deny */*",
        ]
    );
    assert_eq!(outcome.diagnostics.len(), 1, "mcp__* in allow is skipped");
    assert_eq!(reading.server_policies.len(), 2);
    assert!(matches!(
        &reading.server_policies[0],
        ServerPolicy::PreApproveStart { name: Some(name), by: SetBy::Repository, .. } if name.as_str() == "db"
    ));
    assert!(host_marks(&reading).contains(&"runs commands on events: 1"));
}

#[test]
fn the_bypass_mode_opens_the_gate() {
    let reading = reading(
        "/home/u/.claude/settings.json",
        r#"{"permissions": {"defaultMode": "bypassPermissions"}}"#,
    );
    let gate = reading.host.gate.expect("a gate");
    assert_eq!(
        (gate.rule, gate.approver, gate.set_by),
        (Rule::AutoAll, Approver::Nobody, SetBy::User)
    );
}

#[test]
fn hooks_alone_are_no_mcp_configuration() {
    let outcome = outcome(
        ".claude/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": []}]}}"#,
    );
    assert!(outcome.reading.is_none());
    assert_eq!(outcome.report.status.word(), "ignored");
}

#[test]
fn admin_lists_keep_patterns_and_commands() {
    let reading = reading(
        "managed-settings.json",
        r#"{"allowManagedMcpServersOnly": true, "allowedMcpServers": [{"serverUrl": "https://api.example.com/*"},
            {"serverCommand": ["npx", "-y", "approved-package"]}], "deniedMcpServers": [{"serverName": "dangerous-server"}]}"#,
    );
    let ServerPolicy::AdminList {
        deny,
        urls,
        commands,
        ..
    } = &reading.server_policies[0]
    else {
        panic!("a list");
    };
    assert!(!deny);
    assert_eq!(
        (urls[0].as_str(), commands.len()),
        ("https://api.example.com/*", 1)
    );
    assert_eq!(
        host_marks(&reading),
        [
            "allow list: 2 entries",
            "deny list: 1 entry",
            "allow list: managed only"
        ]
    );
}

#[test]
fn a_subagent_names_servers_or_holds_them() {
    let reading = reading(
        ".claude/agents/reviewer.md",
        "---\nname: reviewer\nmcpServers:\n  - harbor\n  - lists:\n      type: stdio\n      command: uvx\n      args: [fictive-checklists-mcp]\n---\nReview.\n",
    );
    assert_eq!(
        describe(&reading),
        [
            "harbor | unknown | reference | asks? (product default)",
            "lists | stdio | pypi:fictive-checklists-mcp | asks? (product default)",
        ]
    );
    assert!(marks(&reading, "lists").contains(&"only for the subagent reviewer"));
}

#[test]
fn servers_in_settings_are_ignored_by_the_client() {
    let reading = reading(
        ".claude/settings.json",
        r#"{"mcpServers": {"a": {"command": "x"}}}"#,
    );
    assert_eq!(
        describe(&reading),
        ["a | stdio | x | asks? (product default) \
          | off: key mcpServers is not read by Claude Code in .claude/settings.json"]
    );
}

#[test]
fn the_other_key_of_a_root_file_is_drawn_ignored() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}, "servers": {"b": {"command": "y"}}}"#;
    let reading = reading(".mcp.json", text);
    assert_eq!(
        describe(&reading)[1],
        "b | stdio | y | asks? (product default) | off: key servers is not read by Claude Code in .mcp.json"
    );
}

#[test]
fn a_forced_file_is_read_by_what_it_holds() {
    let text = r#"{"permissions": {"deny": ["mcp__a"]}}"#;
    let outcome = forced("claude-code", "x.json", text);
    assert_eq!(rules(&outcome.reading.expect("a reading")), ["deny a/*"]);
}

#[test]
fn what_the_state_file_says_of_the_project_that_is_drawn_takes_effect() {
    let state = r#"{"mcpServers": {"a": {"command": "user"}, "e": {"command": "user"}},
        "projects": {"/w/p": {"mcpServers": {"a": {"command": "here"}}, "disabledMcpjsonServers": ["b"], "disabledMcpServers": ["e"]},
                     "/w/q": {"mcpServers": {"b": {"command": "elsewhere"}}}}}"#;
    let file = r#"{"mcpServers": {"a": {"command": "project"}, "b": {"command": "project"}, "d": {"command": "project"}}}"#;
    let states = |project: Option<&str>| -> Vec<String> {
        let mut values = Values::default();
        if let Some(project) = project {
            values.stand_in(project);
        }
        let read = |(path, text)| {
            let (file, parsed) = parsed(path, text);
            let outcome = super::super::read(&file, &parsed, None, &mut values);
            outcome.reading.expect("a reading")
        };
        let readings = [("~/.claude.json", state), (".mcp.json", file)].map(read);
        let hosts = assemble(readings.into()).hosts;
        let servers = hosts[0].servers.iter();
        servers
            .filter_map(|server| match &server.state {
                State::Disabled(why) => {
                    Some(format!("{} {}: {why}", server.scope.word(), server.name))
                }
                _ => None,
            })
            .collect()
    };
    assert_eq!(
        states(Some("/w/p")),
        [
            "user a: replaced by the local entry of the same name",
            "project a: replaced by the local entry of the same name",
            "project b: disabledMcpjsonServers in .claude.json",
            "user e: disabledMcpServers in .claude.json",
        ]
    );
    let unknown = ["user a: replaced by the project entry of the same name"];
    assert_eq!(states(Some("/w")), unknown);
    assert_eq!(states(None), unknown);
}

#[test]
fn a_bypass_mode_that_the_admin_locks_out_opens_nothing() {
    let files = [
        (
            "managed-settings.json",
            r#"{"permissions": {"disableBypassPermissionsMode": "disable"}}"#,
        ),
        (
            "/home/u/.claude/settings.json",
            r#"{"permissions": {"defaultMode": "bypassPermissions"}}"#,
        ),
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#),
    ];
    let hosts = assemble(files.map(|(path, text)| reading(path, text)).into()).hosts;
    assert_eq!(hosts[0].servers[0].approval.rule, Rule::AsksByDefault);
    assert!(hosts[0].facts.gate.is_none());
    let marks = hosts[0].facts.marks.iter().map(|mark| mark.text.as_str());
    assert_eq!(
        marks.collect::<Vec<_>>(),
        [
            "the bypass mode is locked out",
            "bypass mode set without effect: it is locked out"
        ]
    );
}

#[test]
fn an_address_that_cannot_be_read_is_warned_of() {
    let reading = reading(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"type": "http", "url": "https://user:canary@exa mple.com:99999/mcp"},
            "b": {"type": "http", "url": "https://${HOST}/mcp"}}}"#,
    );
    assert_eq!(
        marks(&reading, "a"),
        ["no valid URL: host or port cannot be read"]
    );
    // no line leads there
    assert_eq!(reading.servers[0].target, Target::Nothing);
    assert!(marks(&reading, "b").is_empty());
}

#[test]
fn fields_of_another_shape_and_entries_with_nothing_in_them_are_told() {
    let said = |text: &str| -> Vec<String> {
        let told = outcome(".mcp.json", text).diagnostics;
        assert!(told.iter().all(|one| !one.to_string().contains("canary")));
        told.iter()
            .map(|one| format!("{}: {}", one.key.as_deref().unwrap_or("-"), one.message))
            .collect()
    };
    let servers = r#"{"mcpServers": {
        "x": {"command": ["npx", "canary"], "args": "abc canary", "env": ["A=canary"]}, "z": {}}}"#;
    assert_eq!(
        said(servers),
        [
            "mcpServers.x.command: expected a string, found a list; read all the same, Claude Code may refuse it",
            "mcpServers.x.args: expected a list of strings, found a string; read all the same, Claude Code may refuse it",
            "mcpServers.x.env: expected a map of strings, found a list; read all the same, Claude Code may refuse it",
            "mcpServers.z: this entry is empty and describes no server; not drawn",
        ]
    );
    assert_eq!(
        said(r#"{"mcpServers": []}"#),
        ["mcpServers: expected a map of servers, found an empty list"]
    );
}
