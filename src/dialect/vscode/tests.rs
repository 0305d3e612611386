//! Samples in, readings out.

use super::super::testing::{describe, host_marks, marks, outcome, reading};
use crate::inventory::{Approver, Rule, RunsOn, Scope, ServerPolicy, SetBy, StartApproval};

#[test]
fn inputs_are_prompts_and_sockets_are_told_by_their_scheme() {
    let reading = reading(
        ".vscode/mcp.json",
        r#"{
  // comments and trailing commas are legal here
  "inputs": [
    { "type": "promptString", "id": "harbor-token", "password": true },
    { "type": "command", "id": "minted", "command": "fictive.mintToken" },
  ],
  "servers": {
    "harbor": { "type": "http", "url": "https://mcp.harbor.example.com/mcp", "headers": { "Authorization": "Bearer ${input:harbor-token}" } },
    "socketed": { "type": "http", "url": "unix:///tmp/fictive.sock#/mcp" },
    "piped": { "type": "http", "url": "pipe:///pipe/fictive-mcp" },
    "feed": { "type": "sse", "url": "https://feed.example.com/sse" },
    "plain": { "url": "https://plain.example.com/mcp" },
  },
}"#,
    );
    let lines = describe(&reading);
    assert_eq!(
        lines[0],
        "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown: kept in the app | harbor-token prompt"
    );
    let transports: Vec<&str> = reading.servers.iter().map(|s| s.transport.word()).collect();
    assert_eq!(
        transports,
        [
            "streamable-http",
            "unix-socket",
            "named-pipe",
            "sse",
            "http-then-sse"
        ]
    );
    assert_eq!(reading.host.helpers[0].named_by.as_str(), "inputs.minted");
    assert_eq!(
        reading.servers[0].approval.start,
        StartApproval::AskedByDefault
    );
    assert!(host_marks(&reading).is_empty());
}

#[test]
fn a_sandboxed_server_is_enclosed_and_approved() {
    let reading = reading(
        ".vscode/mcp.json",
        r#"{"servers": {"soil": {"command": "node", "args": ["x.js"], "sandboxEnabled": true,
            "sandbox": {"network": {"allowedDomains": ["a.example", "b.example"]}}}, "bare": {"command": "x", "sandbox": {}}}}"#,
    );
    let soil = &reading.servers[0];
    assert_eq!(soil.approval.rule, Rule::AutoAll);
    assert_eq!(
        (soil.approval.approver, soil.approval.set_by),
        (Approver::Nobody, SetBy::Repository)
    );
    let sandbox = soil.sandbox.as_ref().expect("a sandbox");
    assert_eq!(sandbox.limits[0].as_str(), "network: allows a.example, b.example");
    assert!(marks(&reading, "bare").contains(&"sandbox rules without sandboxEnabled do nothing"));
}

#[test]
fn the_key_of_other_clients_is_drawn_ignored() {
    let outcome = outcome(
        ".vscode/mcp.json",
        r#"{"mcpServers": {"docker": {"command": "npx", "args": ["-y", "docker-mcp"], "enabled": true}},
            "servers": {"Sentry": {"url": "https://mcp.sentry.dev/mcp", "type": "http"}}}"#,
    );
    let reading = outcome.reading.expect("a reading");
    assert_eq!(
        describe(&reading),
        [
            "Sentry | streamable-http | https://mcp.sentry.dev/mcp | unknown: kept in the app",
            "docker | stdio | npm:docker-mcp | unknown: kept in the app \
             | off: key mcpServers is not read by VS Code in .vscode/mcp.json",
        ]
    );
    assert!(marks(&reading, "docker").contains(&"enabled is not a documented key of VS Code"));
    assert_eq!(host_marks(&reading), ["ignored key mcpServers"]);
    assert_eq!(reading.also_read_by, ["Visual Studio"]);
}

#[test]
fn legacy_settings_are_told_by_their_content() {
    let reading = reading(
        "settings.json",
        r#"{
    // user settings
    "editor.fontSize": 13,
    "chat.tools.autoApprove": true,
    "mcp": { "servers": { "a": { "type": "http", "url": "http://localhost:8124/mcp" } } },
    "mcp.servers": { "b": { "type": "sse", "url": "https://dotted.example.com/sse" } },
}"#,
    );
    assert_eq!((reading.client, reading.scope), ("vscode", Scope::User));
    assert_eq!(reading.servers.len(), 2);
    let gate = reading.host.gate.as_ref().expect("a gate");
    assert_eq!((&gate.rule, gate.set_by), (&Rule::AutoAll, SetBy::User));
    assert!(marks(&reading, "b")[0].starts_with("the dotted key"));
    assert!(host_marks(&reading).is_empty());
}

#[test]
fn a_devcontainer_runs_its_servers_inside() {
    let reading = reading(
        ".devcontainer/devcontainer.json",
        r#"{"image": "x", "customizations": {"vscode": {"mcp": {"servers": {"db": {"command": "lantern-mcp"}}}}}}"#,
    );
    assert_eq!(
        describe(&reading),
        ["db | stdio | lantern-mcp | unknown: kept in the app"]
    );
    assert_eq!(reading.placement.on, RunsOn::DevContainer);
    assert!(reading.from_repository);
}

#[test]
fn a_workspace_file_holds_settings() {
    let reading = reading(
        "orchard.code-workspace",
        r#"{"folders": [], "settings": {"mcp": {"servers": {"one": {"url": "http://127.0.0.1:9010/mcp", "type": "http"}}}}}"#,
    );
    assert_eq!(
        describe(&reading),
        ["one | streamable-http | http://127.0.0.1:9010/mcp | unknown: kept in the app"]
    );
}

#[test]
fn a_remote_hosts_file_is_on_another_machine() {
    let reading = reading(
        "/home/u/.vscode-server/data/User/mcp.json",
        r#"{"servers": {"a": {"command": "x"}}}"#,
    );
    assert!(matches!(reading.placement.on, RunsOn::OtherMachine(_)));
}

#[test]
fn settings_without_a_word_on_mcp_are_ignored() {
    let outcome = outcome(".vscode/settings.json", r#"{"editor.fontSize": 13}"#);
    assert!(outcome.reading.is_none());
    assert_eq!(outcome.report.status.word(), "ignored");
}

#[test]
fn a_server_that_may_ask_the_model_is_named() {
    let reading = reading(
        ".vscode/settings.json",
        r#"{"chat.mcp.serverSampling": {"Global in Code: soil": {"allowedDuringChat": true}, "x": {"allowedDuringChat": false}}}"#,
    );
    let said = "soil may ask the model without a question (sampling)";
    assert!(host_marks(&reading).contains(&said));
    let about = |policy: &ServerPolicy| matches!(policy, ServerPolicy::Sampling { name, .. } if name.as_str() == "soil");
    assert!(reading.server_policies.iter().any(about));
}

#[test]
fn many_domains_of_a_sandbox_are_counted_and_what_is_no_domain_is_not_shown() {
    let limits = |domains: &str| {
        let text = format!(
            r#"{{"servers": {{"soil": {{"command": "node", "sandboxEnabled": true, "sandbox": {{"network": {{"deniedDomains": {domains}}}}}}}}}}}"#
        );
        let reading = reading(".vscode/mcp.json", &text);
        let sandbox = reading.servers[0].sandbox.as_ref().expect("a sandbox");
        sandbox.limits[0].to_string()
    };
    assert_eq!(limits(r#"["*"]"#), "network: denies *");
    assert_eq!(
        limits(r#"["a.example", "b.example", "c.example"]"#),
        "network: denies 3 domains"
    );
    assert_eq!(
        limits(r#"["https://me:pw@a.example/?key=1"]"#),
        "network: denies 1 domain"
    );
}
