//! One host per running product; one entry per name.

use super::{host, server, why};
use crate::inventory::testing::{entry, npm, project, reading, remote, user_file};
use crate::inventory::{HostKind, Reading, RunsOn, Scope, ServerPolicy, State, assemble};

#[test]
fn the_files_of_a_product_are_one_host() {
    let host = host(vec![
        user_file().with([npm("notes", "a")]),
        project().with([npm("docs", "b")]),
    ]);
    assert_eq!(host.product, "Claude Code");
    assert_eq!(host.scopes, [Scope::User, Scope::Project]);
    assert_eq!(host.paths, [".claude.json", ".mcp.json"]);
    assert!(host.from_repository);
    // The user's file pins the repository's file to this machine.
    assert_eq!(host.placement.on, RunsOn::ThisMachine);
    let names: Vec<&str> = host.servers.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["docs", "notes"]);
}

#[test]
fn products_and_machines_are_hosts_of_their_own() {
    let cursor = || reading("cursor", "Cursor", ".cursor/mcp.json", Scope::Project);
    let cloud = cursor().of_kind(HostKind::CloudAgent, RunsOn::VendorCloud("Cursor".into()));
    let inventory = assemble(vec![project(), cursor(), cloud]);
    assert_eq!(inventory.hosts.len(), 3);
}

#[test]
fn hubs_deployments_and_files_of_unknown_clients_are_one_host_per_file() {
    for kind in [HostKind::Hub, HostKind::Deployment, HostKind::Unknown] {
        let file = |path: &str| -> Reading {
            let file = reading("x", "X", path, Scope::Server);
            file.of_kind(kind, RunsOn::Deployment).with([entry("same")])
        };
        let inventory = assemble(vec![file("a.yaml"), file("b.yaml")]);
        assert_eq!(inventory.hosts.len(), 2, "{kind:?}");
        assert!(inventory.hosts.iter().all(|h| why(&h.servers[0]) == "on"));
    }
}

#[test]
fn the_project_entry_replaces_the_users_and_the_users_a_plugins() {
    let plugin = reading("claude-code", "Claude Code", "plugin.json", Scope::Plugin);
    let host = host(vec![
        plugin.with([npm("notes", "a"), npm("docs", "a")]),
        user_file().with([npm("notes", "b"), npm("docs", "b")]),
        project().with([npm("notes", "c")]),
    ]);
    let reading = |name: &str, scope: Scope| {
        let mut entries = host.servers.iter();
        let found = entries.find(|s| s.name.as_str() == name && s.scope == scope);
        why(found.unwrap()).to_owned()
    };
    assert_eq!(reading("notes", Scope::Project), "on");
    assert_eq!(
        reading("notes", Scope::User),
        "replaced by the project entry of the same name"
    );
    assert_eq!(
        reading("notes", Scope::Plugin),
        "replaced by the project entry of the same name"
    );
    assert_eq!(reading("docs", Scope::User), "on");
    assert_eq!(
        reading("docs", Scope::Plugin),
        "replaced by the user entry of the same name"
    );
}

#[test]
fn a_broken_entry_is_replaced_too_and_one_that_is_off_replaces_nothing() {
    let broken = npm("notes", "b").but(|s| s.state = State::Refused("no command".into()));
    let one = host(vec![
        user_file().with([broken, npm("docs", "b")]),
        project().with([npm("notes", "c"), npm("docs", "c").off()]),
    ]);
    let user: Vec<&str> = one
        .servers
        .iter()
        .filter(|s| s.scope == Scope::User)
        .map(why)
        .collect();
    assert_eq!(
        user,
        ["on", "replaced by the project entry of the same name"]
    );
}

#[test]
fn entries_for_one_project_are_alternative_sessions() {
    let host = host(vec![user_file().with([
        remote("harbor", "https://a.example.com/mcp"),
        remote("harbor", "https://b.example.com/mcp").scoped(Scope::Local),
        remote("harbor", "https://c.example.com/mcp").scoped(Scope::Local),
    ])]);
    assert!(host.servers.iter().all(|s| why(s) == "on"));
}

#[test]
fn products_with_another_order_keep_it() {
    let file = |scope, path: &str| {
        reading("factory-droid", "Factory Droid", path, scope).with([npm("notes", path)])
    };
    let droid = host(vec![file(Scope::Project, "a"), file(Scope::User, "b")]);
    let on: Vec<Scope> = droid
        .servers
        .iter()
        .filter(|s| why(s) == "on")
        .map(|s| s.scope)
        .collect();
    assert_eq!(on, [Scope::User]);
}

#[test]
fn a_managed_file_that_takes_exclusive_control_switches_the_others_off() {
    let mut managed = reading(
        "claude-code",
        "Claude Code",
        "managed-mcp.json",
        Scope::Managed,
    );
    managed.exclusive = true;
    let host = host(vec![
        project().with([npm("docs", "b"), npm("old", "c").off()]),
        managed.with([npm("corp", "a")]),
    ]);
    assert_eq!(why(server(&host, "corp")), "on");
    assert_eq!(
        why(server(&host, "docs")),
        "managed-mcp.json takes exclusive control"
    );
    assert_eq!(why(server(&host, "old")), "disabled in the file");
}

#[test]
fn a_settings_file_switches_servers_off_by_name_within_a_scope() {
    let rule = ServerPolicy::DisableByName {
        name: crate::inventory::testing::safe("notes"),
        scope: Some(Scope::Project),
        reason: "disabledMcpjsonServers".into(),
        source: crate::inventory::testing::place(".claude/settings.json", 2),
    };
    let host = host(vec![
        user_file().with([npm("notes", "a")]),
        project().with([npm("notes", "b")]).policy(rule),
    ]);
    let states: Vec<(Scope, &str)> = host.servers.iter().map(|s| (s.scope, why(s))).collect();
    // The project entry is off, so it replaces nothing.
    assert_eq!(
        states,
        [
            (Scope::User, "on"),
            (Scope::Project, "disabledMcpjsonServers")
        ]
    );
}
