//! Samples in, readings out.

use super::super::testing::{describe, forced, host_marks, marks, reading};
use crate::inventory::{Approver, Rule, RunsOn, Scope, SetBy};

#[test]
fn variables_are_named_and_modes_decide() {
    let reading = reading(
        "/home/mara/.codex/config.toml",
        r#"
[mcp_servers.notes]
command = "npx"
args = ["-y", "@fictive-lab/notes-mcp@1.4.2"]
env_vars = ["NOTES_TOKEN", { name = "LANG", source = "local" }]
default_tools_approval_mode = "prompt"
enabled_tools = ["search_notes", "read_note"]
[mcp_servers.notes.tools.read_note]
approval_mode = "approve"
[mcp_servers.harbor]
url = "https://mcp.harbor.example.com/mcp"
bearer_token_env_var = "HARBOR_TOKEN"
scopes = ["ships.read"]
[mcp_servers."soil.lab"]
enabled = false
command = "uvx"
args = ["fictive-soil-mcp"]
"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "notes | stdio | npm:@fictive-lab/notes-mcp | auto: 1 tool | NOTES_TOKEN reference",
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default) \
             | HARBOR_TOKEN reference",
            "soil.lab | stdio | pypi:fictive-soil-mcp | asks? (product default) | off: disabled in the file",
        ]
    );
    assert_eq!(reading.servers[0].approval.set_by, SetBy::User);
    let tools: Vec<&str> = reading.servers[0]
        .tools
        .iter()
        .map(std::ops::Deref::deref)
        .collect();
    assert_eq!(tools, ["search_notes", "read_note"]);
}

#[test]
fn a_list_of_trusted_folders_makes_it_the_users_file_and_is_counted_only() {
    let reading = reading(
        ".codex/config.toml",
        r#"
sandbox_mode = "workspace-write"
[sandbox_workspace_write]
network_access = true
[projects."/home/devuser"]
trust_level = "trusted"
[projects."/home/devuser/Projects/secret-client-name"]
trust_level = "trusted"
"#,
    );
    assert_eq!(
        (reading.scope, &reading.placement.on),
        (Scope::User, &RunsOn::ThisMachine)
    );
    assert!(!reading.from_repository && reading.servers.is_empty());
    assert_eq!(
        host_marks(&reading),
        [
            "2 folders trusted",
            "the home directory is trusted, hence every project below it"
        ]
    );
    let tools = reading.host.builtin_tools.as_ref().expect("lines");
    assert_eq!(
        tools.sandbox.as_deref(),
        Some("Codex sandbox · workspace-write")
    );
    let lines: Vec<&str> = tools.lines.iter().map(std::ops::Deref::deref).collect();
    assert_eq!(lines, ["sandbox: workspace-write", "network: on"]);
    assert!(!format!("{reading:?}").contains("secret-client-name"));
}

#[test]
fn a_profile_counts_only_when_chosen() {
    let text = "default_permissions = \":danger-full-access\"\napproval_policy = \"on-request\"\napprovals_reviewer = \"auto_review\"\n";
    let reading = forced("codex", "danger.config.toml", text)
        .reading
        .expect("a reading");
    assert_eq!(reading.scope, Scope::User);
    assert_eq!(reading.host.gate, None);
    assert_eq!(
        host_marks(&reading),
        [
            "profile danger: counts only when it is chosen",
            "profile danger: full access",
            "profile danger: a model answers in place of a person",
        ]
    );
    assert_eq!(reading.host.builtin_tools.expect("lines").sandbox, None);
}

#[test]
fn a_model_reviewer_answers_in_place_of_a_person() {
    let text = "approval_policy = \"on-request\"\napprovals_reviewer = \"auto_review\"\n";
    let reading = reading("/home/u/.codex/config.toml", text);
    let gate = reading.host.gate.expect("a gate");
    assert_eq!(
        (gate.rule, gate.approver),
        (Rule::Asks, Approver::ModelReviewer)
    );
}

#[test]
fn what_breaks_the_whole_file_is_said() {
    let reading = reading(
        "x.toml",
        r#"
[mcp_servers.apps]
startup_timeout_sec = 60
[mcp_servers.mixed]
url = "https://mixed.example.com/mcp"
command = "placeholder"
[mcp_servers.literal]
url = "https://literal.example.com/mcp"
bearer_token = "fake-token-0041"
headers = { Authorization = "Bearer fake-token-0042" }
type = "http"
"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "apps | unknown | reference | asks? (product default)",
            "mixed | stdio | placeholder | asks? (product default) \
             | refused: command and url together: Codex refuses its configuration",
            "literal | streamable-http | https://literal.example.com/mcp | asks? (product default) \
             | Authorization literal | bearer_token literal \
             | refused: bearer_token: Codex wants the name of a variable in bearer_token_env_var",
        ]
    );
    assert_eq!(reading.breaks.as_deref(), Some("the entry mixed is refused"));
    assert!(
        reading.servers[2].credentials[0].broken.is_some(),
        "headers are not sent"
    );
    assert!(marks(&reading, "literal").contains(&"type is not a documented key of Codex"));
}

#[test]
fn the_shell_environment_belongs_to_the_built_in_tools() {
    let reading = reading(
        ".codex/config.toml",
        "[shell_environment_policy]\ninherit = \"core\"\n[shell_environment_policy.set]\nA = \"1\"\nB = \"2\"\n[mcp_servers.aspire]\ncommand = \"aspire\"\n",
    );
    let tools = reading.host.builtin_tools.as_ref().expect("lines");
    assert_eq!(
        tools.lines[0].as_str(),
        "shell environment: inherit core, 2 names set"
    );
    assert_eq!(
        describe(&reading),
        ["aspire | stdio | aspire | asks? (product default)"]
    );
    assert!(host_marks(&reading).contains(&"loaded only in a trusted project"));
    assert!(host_marks(&reading).contains(&"Codex's sandbox never encloses MCP servers"));
}

#[test]
fn a_plugin_file_takes_either_spelling() {
    for text in [
        r#"{"mcp_servers": {"grove": {"command": "./bin/grove"}}}"#,
        r#"{"mcpServers": {"grove": {"command": "./bin/grove"}}}"#,
        r#"{"grove": {"command": "./bin/grove"}}"#,
    ] {
        let reading = reading(".codex/plugins/grove/.mcp.json", text);
        assert_eq!((reading.client, reading.scope), ("codex", Scope::Plugin));
        assert_eq!(reading.servers.len(), 1, "{text}");
    }
}
