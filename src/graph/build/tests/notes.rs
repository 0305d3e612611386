//! What the picture says about itself.

use super::{draw, project_of};
use crate::graph::build;
use crate::inventory::testing::{npm, project, reading, remote, user_file};
use crate::inventory::{
    Effect, HostKind, RunsOn, Scope, SetBy, SourceReport, SourceStatus, assemble,
};

fn source(path: &str, status: SourceStatus) -> SourceReport {
    SourceReport {
        path: path.into(),
        client: None,
        scope: None,
        status,
        servers: 0,
        also_read_by: Vec::new(),
        notes: Vec::new(),
        reason: None,
    }
}

#[test]
fn the_title_names_the_products_and_counts_from_four_on() {
    assert_eq!(draw([]).title, "MCP architecture");
    assert_eq!(project_of([]).title, "MCP architecture · Claude Code");
    let file = |product: &'static str| reading(product, product, product, Scope::Project);
    let many = draw(["A", "B", "C", "D", "E"].map(file));
    assert_eq!(many.title, "MCP architecture · A, B, C and 2 more");
    let unknown = reading("generic", "generic", "mcp.json", Scope::Unknown)
        .of_kind(HostKind::Unknown, RunsOn::ThisMachine);
    assert_eq!(draw([unknown]).title, "MCP architecture · unknown client");
}

#[test]
fn what_was_not_probed_is_counted_without_what_is_off() {
    let arch = project_of([
        npm("a", "a"),
        remote("b", "https://b.example.com"),
        npm("c", "c").off(),
    ]);
    assert_eq!(arch.coverage[0], "not probed: 2 servers");
    assert_eq!(
        project_of([npm("a", "a")]).coverage[0],
        "not probed: 1 server"
    );
}

#[test]
fn files_that_failed_were_ignored_or_have_other_readers_are_named() {
    let mut inventory = assemble(vec![project()]);
    let mut shared = source(".mcp.json", SourceStatus::Read);
    shared.also_read_by = vec!["A", "B", "C", "D", "E", "F"];
    shared.notes = vec!["Copilot CLI refuses the comment".into()];
    inventory.sources = vec![
        source("bad.json", SourceStatus::Failed),
        source("notes.json", SourceStatus::Ignored),
        shared,
    ];
    let arch = build(&inventory, &[]).0;
    assert_eq!(
        arch.coverage[..4],
        [
            "could not be read: bad.json",
            "ignored: notes.json",
            ".mcp.json: Copilot CLI refuses the comment",
            ".mcp.json is also read by A, B, C, D, E, F",
        ]
    );
    assert_eq!(arch.sources, inventory.sources);
}

#[test]
fn what_stands_in_no_file_is_said() {
    let arch = project_of([]);
    assert_eq!(
        arch.coverage,
        ["Claude Code: settings files not read; account connectors are in no file"]
    );
    let mut settings = user_file().rule(Effect::Ask, None, None, SetBy::User);
    settings.host.has_policy = true;
    assert_eq!(
        draw([settings]).coverage,
        ["Claude Code: account connectors are in no file"]
    );
    let zed = reading("zed", "Zed", "settings.json", Scope::User);
    assert!(draw([zed]).coverage.is_empty());
}

#[test]
fn the_protocol_note_claims_no_revision() {
    let note = project_of([npm("a", "a")]).protocol_note;
    // What revisions mean is said where one was seen.
    assert_eq!(note, ["protocol revision of each server: not probed"]);
}
