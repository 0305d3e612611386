//! What somebody who knows adds to the picture (docs/overlay.md).

mod approval;
mod beyond;
mod hiding;

use super::{Asked, frame_lines, lines};
use crate::graph::{Architecture, Evidence, NodeKind, Overlay, build};
use crate::inventory::testing::{docker, npm, project, reading, remote};
use crate::inventory::{HostKind, Reading, RunsOn, Scope, assemble};
use crate::source::SourceFile;

const URL: &str = "https://mcp.tracker.example/mcp";

/// Draws files under an overlay; also gives its messages.
fn under(readings: Vec<Reading>, overlay: &str) -> (Architecture, Vec<String>) {
    let text = format!("schema = 1\n{overlay}");
    let overlay = Overlay::read(SourceFile::from_text("mcpdiag.toml", &text)).unwrap();
    let (arch, messages) = build(&assemble(readings), &[overlay]);
    (arch, messages.iter().map(ToString::to_string).collect())
}

fn seed() -> Vec<Reading> {
    vec![project().with([
        npm("repo", "mcp-server-git"),
        docker("build", "registry.example.com/build-checker", |_| {}),
        remote("tracker", URL).oauth(None),
    ])]
}

/// Draws the seed under an overlay that applies whole.
fn seeded(overlay: &str) -> Architecture {
    let (arch, messages) = under(seed(), overlay);
    assert!(messages.is_empty(), "{messages:?}");
    assert!(arch.overlay.applied);
    arch
}

#[test]
fn the_machine_gets_a_name() {
    let arch = seeded("[machine]\nname = \"developer's machine\"\n");
    assert_eq!(
        arch.frame("developer's machine").evidence,
        Evidence::Annotated
    );
    let deployed = reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
        .of_kind(HostKind::Deployment, RunsOn::Deployment);
    let (_, messages) = under(vec![deployed], "[machine]\nname = \"x\"\n");
    assert_eq!(
        messages,
        ["warning: mcpdiag.toml: machine: this overlay entry matches nothing in the picture"]
    );
}

#[test]
fn a_server_gets_a_name_an_owner_and_a_sandbox() {
    let arch = seeded(
        "[[server]]\nname = \"build\"\nrename = \"build checker\"\nowner = \"platform team\"\nsandbox = \"no secrets inside\"\n\n[[server]]\nname = \"repo\"\nsandbox = \"bwrap wrapper\"\n",
    );
    let build = arch.the(NodeKind::Server, "build checker");
    // What it really is stays in sight.
    assert_eq!(
        lines(build),
        [
            "registry.example.com/build-checker",
            "in a container",
            "image · no tag",
            "owner (overlay): platform team"
        ]
    );
    let container = arch.boundary(build.boundary.as_deref().unwrap()).unwrap();
    assert!(frame_lines(container).contains(&"sandbox (overlay): no secrets inside"));
    let repo = arch.behind("repo");
    assert_eq!(
        arch.around(repo),
        "Sandbox < OS user < Any machine that opens this repository"
    );
    let sandbox = arch.frame("Sandbox");
    assert_eq!(sandbox.evidence, Evidence::Annotated);
    assert_eq!(frame_lines(sandbox), ["sandbox (overlay): bwrap wrapper"]);
}

#[test]
fn what_matches_nothing_is_reported_with_its_place() {
    let (_, messages) = under(
        seed(),
        "[[server]]\nname = \"nosuch\"\n[[upstream]]\nserver = \"nosuch\"\nurl = \"https://a.example\"\n[[authorization_server]]\nserver = \"nosuch\"\nurl = \"https://a.example\"\n[[node]]\nid = \"nosuch\"\n",
    );
    let nothing = "this overlay entry matches nothing in the picture";
    assert_eq!(
        messages,
        [
            format!("warning: mcpdiag.toml:5:10: upstream.server: {nothing}"),
            format!("warning: mcpdiag.toml:8:10: authorization_server.server: {nothing}"),
            format!("warning: mcpdiag.toml:3:8: server.name: {nothing}"),
            format!("warning: mcpdiag.toml:11:6: node.id: {nothing}"),
        ]
    );
}

#[test]
fn a_url_that_is_none_is_reported_without_its_text() {
    let (arch, messages) = under(
        seed(),
        "[[upstream]]\nserver = \"tracker\"\nurl = \"sk-CANARY nonsense\"\n",
    );
    assert_eq!(
        messages,
        ["warning: mcpdiag.toml:4:7: upstream.url: not an address, expected a URL"]
    );
    assert!(arch.labels(NodeKind::Upstream).is_empty());
}

#[test]
fn a_node_is_renamed_owned_or_hidden_by_its_id() {
    let id = "server-mcp-tracker-example-mcp";
    let arch = seeded(&format!(
        "[[node]]\nid = \"{id}\"\nrename = \"the tracker\"\nowner = \"issues team\"\n"
    ));
    let server = arch.the(NodeKind::Server, "the tracker");
    assert_eq!(server.id, id);
    assert_eq!(lines(server)[0], "mcp.tracker.example/mcp");
    assert!(lines(server).contains(&"owner (overlay): issues team"));
    let arch = seeded("[[node]]\nid = \"user\"\nhide = true\n");
    assert_eq!(arch.overlay.hidden, 1);
    assert!(arch.labels(NodeKind::User).is_empty());
}
