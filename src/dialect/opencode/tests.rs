//! Samples in, readings out.

use super::super::testing::{describe, host_marks, outcome, reading, rules};
use crate::inventory::{Rule, SetBy};

#[test]
fn the_first_form_has_lists_as_commands_and_toggles() {
    let reading = reading(
        "opencode.json",
        r#"{"mcp": {
            "soil": {"type": "local", "command": ["npx", "-y", "@fictive-lab/soil-mcp"], "environment": {"SOIL_TOKEN": "{env:SOIL_TOKEN}"}},
            "harbor": {"type": "remote", "url": "https://mcp.harbor.example.com/mcp", "headers": {"Authorization": "Bearer {file:~/.secrets/harbor}"}},
            "org-jira": {"enabled": false}},
          "permission": {"soil_*": "ask", "harbor_list_ships": "allow"}}"#,
    );
    let lines = describe(&reading);
    assert_eq!(
        lines[0],
        "soil | stdio | npm:@fictive-lab/soil-mcp | allows? (product default) | SOIL_TOKEN reference"
    );
    assert!(lines[1].starts_with("harbor | streamable-http | https://mcp.harbor.example.com/mcp"));
    assert!(lines[1].contains(" file"));
    assert_eq!(
        lines[2],
        "org-jira | unknown | reference | allows? (product default) | off: disabled in the file"
    );
    // The default allows: the rule for one tool of harbor changes nothing and is a mention only.
    assert_eq!(rules(&reading), ["ask soil/*"]);
    assert_eq!(reading.servers[1].tools[0].as_str(), "list_ships");
}

#[test]
fn the_second_form_asks_by_default() {
    let reading = reading(
        "opencode.jsonc",
        r#"{"mcp": {"timeout": 5000, "servers": {
            "soil": {"type": "local", "command": ["uvx", "fictive-soil-mcp"]},
            "harbor": {"type": "remote", "url": "https://mcp.harbor.example.com/mcp", "disabled": true},}}}"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "soil | stdio | pypi:fictive-soil-mcp | asks? (product default)",
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default) | off: disabled in the file",
        ]
    );
}

#[test]
fn dollar_variables_are_sent_as_they_stand() {
    let reading = reading(
        "opencode.jsonc",
        r#"{"plugin": ["example-plugin@latest"], "mcp": {"github": {"type": "remote", "url": "https://api.example.com/mcp",
            "headers": {"Authorization": "Bearer $GITHUB_PAT_TOKEN"}}}}"#,
    );
    assert!(reading.servers[0].credentials[0].broken.is_some());
    assert_eq!(
        host_marks(&reading),
        ["1 code plugin in the host, unpinned"]
    );
}

#[test]
fn permissions_without_servers_are_host_facts() {
    let outcome = outcome(
        "opencode.jsonc",
        r#"{
  // a comment
  "provider": { "usai": { "options": { "baseURL": "https://llm.example.gov/api/v1", "apiKey": "{env:USAI_API_KEY}" } } },
  "permission": {
    "*": "ask",
    "read": { "*": "allow", "*.pem": "deny", ".env": "deny" },
    "edit": "ask",
    "bash": { "*": "ask", "rm *": "deny", "sudo *": "deny" }
  },
}"#,
    );
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let reading = outcome.reading.expect("a reading");
    let gate = reading.host.gate.as_ref().expect("a gate");
    assert_eq!((&gate.rule, gate.set_by), (&Rule::Asks, SetBy::Repository));
    let tools = reading.host.builtin_tools.as_ref().expect("lines");
    let lines: Vec<&str> = tools.lines.iter().map(std::ops::Deref::deref).collect();
    assert_eq!(
        lines,
        [
            "read: allowed, *.pem, .env denied",
            "edit: asks",
            "bash: asks, rm *, sudo * denied",
            "every tool: asks",
        ]
    );
    assert_eq!(
        reading
            .host
            .inference
            .as_ref()
            .expect("an address")
            .host
            .as_str(),
        "llm.example.gov"
    );
    assert_eq!(reading.host.credentials[0].name.as_str(), "USAI_API_KEY");
    assert!(host_marks(&reading).is_empty());
}

#[test]
fn the_last_rule_wins() {
    let reading = reading(
        "opencode.json",
        r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}, "permission": {"a_*": "deny", "*": "allow", "a_drop": "ask"}}"#,
    );
    assert_eq!(rules(&reading), ["allow a/*", "ask a/drop"]);
}

#[test]
fn old_switches_of_tools_deny() {
    let reading = reading(
        "opencode.json",
        r#"{"mcp": {"a": {"type": "local", "command": ["x"]}}, "tools": {"a_*": false}}"#,
    );
    assert_eq!(rules(&reading), ["deny a/*"]);
}

#[test]
fn classic_kilo_is_read_as_roo_is() {
    let reading = reading(
        ".kilocode/mcp.json",
        r#"{"mcpServers": {"harbor": {"type": "sse", "url": "https://mcp.harbor.example.com/sse", "alwaysAllow": ["*"]}}}"#,
    );
    assert_eq!(
        describe(&reading),
        ["harbor | sse | https://mcp.harbor.example.com/sse | auto: all"]
    );
    assert_eq!(reading.client, "kilo-code");
}
