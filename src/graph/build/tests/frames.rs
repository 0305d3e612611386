//! Machines and OS users: one frame per placement.

use super::{Asked, draw, frame_lines, project_of};
use crate::graph::{BoundaryKind, Evidence, NodeKind};
use crate::inventory::launch::ReachKind;
use crate::inventory::testing::{npm, project, reading, remote, safe, user_file};
use crate::inventory::{HostKind, HostSandbox, Reading, RunsOn, Scope};

fn elsewhere(path: &str, kind: HostKind, on: RunsOn) -> Reading {
    reading("agent", "Agent", path, Scope::Server).of_kind(kind, on)
}

fn machines(arch: &crate::graph::Architecture) -> Vec<&str> {
    let of_kind = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Machine);
    of_kind.map(|b| b.label.as_str()).collect()
}

#[test]
fn a_repositorys_file_is_for_any_machine_that_opens_it() {
    let arch = project_of([npm("notes", "notes-mcp")]);
    let server = arch.behind("notes");
    assert_eq!(
        arch.around(server),
        "OS user < Any machine that opens this repository"
    );
    let machine = arch.frame("Any machine that opens this repository");
    assert_eq!(machine.evidence, Evidence::Declared);
    assert!(
        arch.frame("OS user")
            .footer
            .as_deref()
            .unwrap()
            .starts_with("every process here")
    );
}

#[test]
fn a_users_file_is_for_this_machine_as_far_as_assumed() {
    let arch = draw([user_file().with([npm("notes", "notes-mcp")])]);
    assert_eq!(arch.around(arch.behind("notes")), "OS user < This machine");
    assert_eq!(arch.frame("This machine").evidence, Evidence::Assumed);
    assert!(frame_lines(arch.frame("This machine")).is_empty());
}

#[test]
fn a_users_and_a_repositorys_file_share_the_machine_which_says_so() {
    let cursor = reading("cursor", "Cursor", ".cursor/mcp.json", Scope::Project);
    let arch = draw([
        user_file().with([npm("notes", "a")]),
        cursor.with([npm("docs", "b")]),
    ]);
    assert_eq!(machines(&arch), ["This machine"]);
    assert_eq!(
        frame_lines(arch.frame("This machine")),
        ["repository files: any machine that opens it"]
    );
}

#[test]
fn hosts_of_one_placement_share_its_frames_and_others_do_not() {
    let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project);
    let arch = draw([
        project().with([npm("notes", "a")]),
        codex.with([npm("notes", "a")]),
        elsewhere("a.yaml", HostKind::Deployment, RunsOn::Deployment),
        elsewhere("b.yaml", HostKind::Deployment, RunsOn::Deployment),
    ]);
    assert_eq!(
        machines(&arch),
        [
            // Nothing says that two deployments are one machine.
            "Server deployment",
            "Server deployment",
            "Any machine that opens this repository",
        ]
    );
    // A deployment's account is not the user's own.
    let of = |kind| arch.boundaries.iter().filter(|b| b.kind == kind).count();
    assert_eq!(of(BoundaryKind::OsUser), 1);
    assert_eq!(of(BoundaryKind::Account), 2);
}

#[test]
fn clouds_other_machines_and_unknown_places_are_named_as_such() {
    let titles: Vec<String> = [
        (HostKind::CloudAgent, RunsOn::VendorCloud("GitHub".into())),
        (HostKind::Application, RunsOn::OtherMachine(safe("build"))),
        (HostKind::Application, RunsOn::OtherMachine(safe(""))),
        (HostKind::Application, RunsOn::Unknown),
    ]
    .into_iter()
    .map(|(kind, on)| {
        let arch = draw([elsewhere("a", kind, on).with([npm("notes", "a")])]);
        arch.around(arch.behind("notes"))
    })
    .collect();
    assert_eq!(
        titles,
        [
            "cloud session < Vendor cloud · GitHub",
            "OS user on that machine < Another machine · build",
            "OS user on that machine < Another machine",
            "account not known < Machine not known",
        ]
    );
}

#[test]
fn a_dev_container_stands_in_the_machine_outside_the_os_user() {
    let file = reading(
        "vscode",
        "VS Code",
        "devcontainer.json",
        Scope::DevContainer,
    )
    .of_kind(HostKind::Application, RunsOn::DevContainer)
    .with([npm("notes", "a"), remote("db", "http://localhost:5000/mcp")]);
    let arch = draw([file]);
    assert_eq!(
        arch.around(arch.behind("notes")),
        "Dev container < This machine"
    );
    // Its loopback is its own.
    assert_eq!(
        arch.around(arch.behind("db")),
        "Dev container < This machine"
    );
    assert!(arch.labels(NodeKind::Asset).is_empty());
}

#[test]
fn a_host_in_its_own_container_stands_there_with_what_it_starts() {
    let own = |container| RunsOn::OwnSandbox {
        sandbox: HostSandbox {
            title: "Container (docker) · box".into(),
            limits: vec![safe("network: off")],
            source: None,
        },
        container,
    };
    let servers = [npm("notes", "a"), remote("db", "http://localhost:5000/mcp")];
    let file = |on| {
        user_file()
            .of_kind(HostKind::Application, on)
            .with(servers.clone())
    };
    let arch = draw([file(own(true))]);
    let around = "Container (docker) · box < This machine";
    assert_eq!(arch.around(arch.behind("notes")), around);
    assert_eq!(arch.around(arch.behind("db")), around);
    assert_eq!(
        arch.around(arch.client("notes")),
        format!("Claude Code < {around}")
    );
    assert_eq!(
        frame_lines(arch.frame("Container (docker) · box")),
        ["network: off"]
    );
    // A sandbox of the same OS user stands inside of the user's frame, whose home it may read.
    let arch = draw([file(own(false))]);
    assert_eq!(
        arch.around(arch.behind("notes")),
        "Container (docker) · box < OS user < This machine"
    );
    let home = arch.the(NodeKind::Asset, "home directory");
    assert_eq!(arch.around(home), "OS user < This machine");
    // One file that declares it speaks for the host; a repository's does so on every machine that opens it.
    let arch = draw([project().with([npm("x", "x")]), file(own(true))]);
    assert_eq!(arch.around(arch.behind("x")), around);
    let repository = project().of_kind(HostKind::Application, own(true));
    let arch = draw([repository.with([npm("x", "x")])]);
    assert_eq!(
        arch.around(arch.behind("x")),
        "Container (docker) · box < Any machine that opens this repository"
    );
}

#[test]
fn an_entry_may_run_elsewhere_than_its_host() {
    let far = npm("far", "a").but(|s| s.runs_on = Some(RunsOn::OtherMachine(safe("build"))));
    let arch = project_of([npm("near", "a"), far]);
    assert_eq!(
        arch.around(arch.behind("far")),
        "OS user on that machine < Another machine · build"
    );
    assert_eq!(
        arch.around(arch.client("far")),
        "Claude Code < OS user < Any machine that opens this repository"
    );
}

#[test]
fn the_home_directory_is_an_asset_of_the_os_user() {
    let arch = project_of([]);
    let home = arch.the(NodeKind::Asset, "home directory");
    assert_eq!(
        arch.around(home),
        "OS user < Any machine that opens this repository"
    );
    // It is the one that a server is told to use.
    let arch = project_of([npm("files", "files-mcp").told("~", ReachKind::Home)]);
    assert_eq!(arch.labels(NodeKind::Asset), ["home directory"]);
    assert_eq!(
        arch.says_from(arch.behind("files")),
        ["told to use > home directory"]
    );
}
