//! Architectures built by hand for the tests of the formats.

mod fleet;
mod hostile;
mod office;
mod seed;

use crate::diagnostic::Place;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, ClientFacts, Evidence, Flow, FlowKind, LabelPart,
    LabelRole, Line, LineRole, Lock, Node, NodeKind,
};

pub(super) use fleet::fleet;
pub(super) use hostile::{HOSTILE, hostile};
pub(super) use office::office;
pub(super) use seed::seed;

use BoundaryKind as B;
use Evidence::{Assumed, Declared};
use LabelRole::Plain;
use NodeKind as N;

pub(in crate::render) fn place(line: u32) -> Place {
    Place {
        path: ".mcp.json".into(),
        line,
        column: 5,
    }
}

pub(in crate::render) fn frame(
    arch: &mut Architecture,
    id: &str,
    kind: B,
    label: &str,
    parent: Option<&str>,
) {
    arch.boundaries
        .push(Boundary::new(id, kind, label, parent, Declared));
}

pub(in crate::render) fn node(
    arch: &mut Architecture,
    id: &str,
    kind: N,
    label: &str,
    boundary: Option<&str>,
    lines: &[(LineRole, &str)],
) {
    let mut made = Node::new(id, kind, label, boundary, Declared);
    made.lines = lines
        .iter()
        .map(|(role, text)| Line::new(*role, *text))
        .collect();
    if kind == N::Client {
        made.source = Some(place(3));
        made.client = Some(ClientFacts {
            server: label.into(),
            transport: "stdio",
            approval: "asks? (product default)".into(),
            approval_set_by: "product",
            scope: "project",
            tools: Vec::new(),
            settings: Vec::new(),
        });
    }
    arch.add_node(made);
}

pub(in crate::render) fn flow(
    arch: &mut Architecture,
    kind: FlowKind,
    from: &str,
    to: &str,
    evidence: Evidence,
    label: &[(LabelRole, &str)],
) {
    let mut made = Flow::new(kind, from, to, evidence);
    made.label = label
        .iter()
        .map(|(role, text)| LabelPart::new(*role, *text))
        .collect();
    assert!(arch.add_flow(made), "{from} -> {to}");
}

pub(super) const ASKS: (LineRole, &str) =
    (LineRole::Approval(Lock::Closed), "asks? (product default)");

/// A host with its person, model and gate.
pub(in crate::render) fn host(arch: &mut Architecture, slug: &str, product: &str) {
    if arch.boundaries.is_empty() {
        frame(
            arch,
            "machine-local",
            B::Machine,
            "Any machine that opens this repository",
            None,
        );
        frame(
            arch,
            "os-user-local",
            B::OsUser,
            "OS user",
            Some("machine-local"),
        );
        arch.boundaries[1].footer = Some(
            "every process here can read and write all this user's files, settings and stored tokens, and reach any network host".into(),
        );
    }
    let id = format!("host-{slug}");
    frame(arch, &id, B::Host, product, Some("os-user-local"));
    let frame = arch.boundaries.last_mut().unwrap();
    frame
        .lines
        .push(Line::new(LineRole::Plain, "scope: project"));
    let (model, gate) = (format!("model-{slug}"), format!("gate-{slug}"));
    let mut made = Node::new(&model, N::Model, "model", Some(&id), Assumed);
    made.evidence = Assumed;
    arch.add_node(made);
    arch.add_node(Node::new("user", N::User, "person", None, Assumed));
    flow(
        arch,
        FlowKind::Prompt,
        "user",
        &model,
        Assumed,
        &[(Plain, "prompts")],
    );
    node(arch, &gate, N::Gate, "approval gate", Some(&id), &[]);
    flow(
        arch,
        FlowKind::Approve,
        "user",
        &gate,
        Assumed,
        &[(Plain, "approves")],
    );
}

/// A client of a host with its tool-call flow.
pub(in crate::render) fn client(
    arch: &mut Architecture,
    slug: &str,
    name: &str,
    lines: &[(LineRole, &str)],
) -> String {
    let id = format!("client-{slug}-{name}");
    node(
        arch,
        &id,
        N::Client,
        name,
        Some(&format!("host-{slug}")),
        lines,
    );
    flow(
        arch,
        FlowKind::ToolCall,
        &format!("model-{slug}"),
        &id,
        Assumed,
        &[],
    );
    id
}

pub(super) fn notes(arch: &mut Architecture) {
    arch.protocol_note = [
        "Protocol revision: not probed",
        "2026-07-28: no handshake, no session; any instance may answer; intermediaries see Mcp-Method and Mcp-Name",
        "OAuth runs only without a valid token; a state handle is no credential; names and annotations are self-reported",
    ]
    .map(str::to_owned)
    .into();
    arch.coverage = vec!["not probed: 3 servers, 1 of them at a URL".into()];
}

pub(super) fn titled(title: &str) -> Architecture {
    let mut arch = Architecture::default();
    arch.title = title.into();
    arch
}
