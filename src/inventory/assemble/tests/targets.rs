//! What a probe would ask of each server, and under which name.

use crate::inventory::launch::Runtime;
use crate::inventory::testing::{
    bridge_to, docker, isolation, npm, project, reading, remote, script, started, user_file,
};
use crate::inventory::{HostKind, Reading, RunsOn, Scope, ServerEntry, State, assemble};

/// Returns `name: id (shown)` per server.
fn targets(readings: impl IntoIterator<Item = Reading>) -> Vec<String> {
    let inventory = assemble(readings.into_iter().collect());
    let servers = inventory.hosts.iter().flat_map(|h| &h.servers);
    servers
        .map(|s| match &s.probe {
            Some(target) => format!("{}: {} ({})", s.name, target.id, target.shown),
            None => format!("{}: -", s.name),
        })
        .collect()
}

fn of(server: ServerEntry) -> String {
    targets([project().with([server])]).remove(0)
}

#[test]
fn an_address_is_its_own_name_and_a_process_has_its_servers() {
    assert_eq!(
        of(remote("a", "https://mcp.example.com/mcp")),
        "a: http https://mcp.example.com/mcp (https://mcp.example.com/mcp)"
    );
    assert_eq!(
        of(started(
            "b",
            bridge_to("mcp-remote", "https://mcp.example.com/mcp")
        )),
        "b: http https://mcp.example.com/mcp (https://mcp.example.com/mcp)"
    );
    assert_eq!(of(npm("c", "x")), "c: stdio claude-code c (npm x)");
    assert_eq!(
        of(started("d", script("node", "s.mjs"))),
        "d: stdio claude-code d (node s.mjs)"
    );
    assert_eq!(
        of(docker("e", "mcp/fetch", |_| {})),
        "e: stdio claude-code e (image mcp/fetch)"
    );
}

#[test]
fn what_is_shown_alike_stays_two_and_what_is_one_is_asked_once() {
    let found = targets([
        project().with([
            remote("a", "https://mcp.example.com/mcp?tenant=1"),
            remote("b", "https://mcp.example.com/mcp?tenant=2"),
        ]),
        user_file().with([remote("c", "https://mcp.example.com/mcp?tenant=1")]),
    ]);
    let id = "http https://mcp.example.com/mcp";
    let shown = "(https://mcp.example.com/mcp)";
    assert_eq!(
        found,
        [
            format!("a: {id} {shown}"),
            format!("b: {id} #2 {shown}"),
            format!("c: {id} {shown}"),
        ]
    );
}

#[test]
fn an_entry_with_credentials_has_a_name_for_the_answer_to_them() {
    let url = "https://mcp.example.com/mcp";
    let inventory = assemble(vec![
        project().with([remote("a", url), remote("b", url), npm("c", "x")]),
        user_file().with([remote("a", url)]),
    ]);
    let servers = inventory.hosts.iter().flat_map(|h| &h.servers);
    let own: Vec<String> = servers.filter_map(|s| Some(s.probe.clone()?.own)).collect();
    insta::assert_snapshot!(own.join("\n"));
}

#[test]
fn what_is_off_broken_or_not_http_is_not_asked() {
    let url = "https://mcp.example.com/mcp";
    let broken = remote("a", url).but(|s| s.state = State::Refused("no".into()));
    for server in [
        remote("a", url).off(),
        broken,
        remote("a", "https://your-host/mcp"),
        remote("a", "${URL}"),
        remote("a", "unix:///run/x.sock"),
        remote("a", "http://169.254.169.254/mcp"),
        remote("a", "http://host.docker.internal:3000/mcp"),
        npm("a", "x").off(),
    ] {
        assert_eq!(of(server), "a: -");
    }
}

#[test]
fn near_addresses_are_asked_only_where_they_are_near() {
    let near = || remote("a", "http://127.0.0.1:3000/mcp");
    assert!(of(near()).contains("http http://127.0.0.1:3000/mcp"));
    let elsewhere = [
        RunsOn::DevContainer,
        RunsOn::Deployment,
        RunsOn::VendorCloud("V".into()),
    ];
    for on in elsewhere {
        let far =
            || reading("x", "X", "x.json", Scope::User).of_kind(HostKind::Application, on.clone());
        assert_eq!(targets([far().with([near()])]), ["a: -"]);
        assert_eq!(targets([far().with([npm("a", "x")])]), ["a: -"]);
        let public = remote("a", "https://mcp.example.com/mcp");
        assert_ne!(targets([far().with([public])]), ["a: -"]);
    }
    let mut launch = bridge_to("mcp-remote", "http://127.0.0.1:3000/mcp");
    launch
        .isolations
        .push(isolation(Runtime::Docker, "Container", "docker"));
    assert_eq!(of(started("a", launch)), "a: -");
}
