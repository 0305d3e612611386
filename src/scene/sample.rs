//! A small architecture for the tests of scene and formats: person, host, two local servers, one remote.

use crate::diagnostic::Place;
use crate::graph::LabelRole::{Credential, Plain};
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line,
    LineRole, Lock, Node, NodeKind,
};
use crate::layout::{LayoutOptions, Placement, layout};

type Frame = (
    &'static str,
    BoundaryKind,
    &'static str,
    Option<&'static str>,
);
type Box = (
    &'static str,
    NodeKind,
    &'static str,
    Option<&'static str>,
    &'static [(LineRole, &'static str)],
);
type Way = (
    FlowKind,
    &'static str,
    &'static str,
    &'static [(LabelRole, &'static str)],
);

const FRAMES: &[Frame] = &[
    ("machine", BoundaryKind::Machine, "This machine", None),
    ("os-user", BoundaryKind::OsUser, "OS user", Some("machine")),
    ("host", BoundaryKind::Host, "Claude Code", Some("os-user")),
    (
        "box",
        BoundaryKind::Isolation,
        "Container (docker) · mcp/git:1",
        Some("machine"),
    ),
    ("provider", BoundaryKind::Provider, "tracker.example", None),
];

/// `@` stands for the name under test.
const BOXES: &[Box] = &[
    ("user", NodeKind::User, "Person", None, &[]),
    (
        "model",
        NodeKind::Model,
        "Model",
        Some("host"),
        &[(LineRole::Plain, "chosen in the app")],
    ),
    ("gate", NodeKind::Gate, "Gate", Some("host"), &[]),
    (
        "client-1",
        NodeKind::Client,
        "@",
        Some("host"),
        &[(LineRole::Approval(Lock::Closed), "asks? (product default)")],
    ),
    (
        "client-2",
        NodeKind::Client,
        "git",
        Some("host"),
        &[(LineRole::Approval(Lock::Open), "auto: all")],
    ),
    (
        "client-3",
        NodeKind::Client,
        "tracker",
        Some("host"),
        &[(
            LineRole::Approval(Lock::Unknown),
            "unknown: kept in the app",
        )],
    ),
    (
        "server-1",
        NodeKind::Server,
        "@",
        Some("os-user"),
        &[
            (LineRole::Plain, "npm · server-filesystem · unpinned"),
            (LineRole::Reach, "told to use ~/src"),
        ],
    ),
    (
        "server-2",
        NodeKind::Server,
        "git",
        Some("box"),
        &[(LineRole::Plain, "image · mcp/git:1")],
    ),
    (
        "server-3",
        NodeKind::Server,
        "mcp.tracker.example",
        Some("provider"),
        &[
            (LineRole::Plain, "Streamable HTTP"),
            (LineRole::Plain, "token source: not probed"),
        ],
    ),
    (
        "auth",
        NodeKind::AuthorizationServer,
        "auth.tracker.example",
        Some("provider"),
        &[],
    ),
    (
        "api",
        NodeKind::Upstream,
        "Tracker API",
        Some("provider"),
        &[(LineRole::Plain, "api.tracker.example")],
    ),
];

const WAYS: &[Way] = &[
    (FlowKind::Prompt, "user", "model", &[(Plain, "prompts")]),
    (FlowKind::Approve, "user", "gate", &[(Plain, "approves")]),
    (FlowKind::ToolCall, "model", "client-1", &[]),
    (FlowKind::ToolCall, "model", "client-2", &[]),
    (FlowKind::ToolCall, "model", "client-3", &[]),
    (
        FlowKind::Stdio,
        "client-1",
        "server-1",
        &[(Plain, "stdin / stdout")],
    ),
    (
        FlowKind::Stdio,
        "client-2",
        "server-2",
        &[
            (Plain, "stdin / stdout via docker"),
            (Credential, "env GIT_TOKEN"),
        ],
    ),
    (
        FlowKind::Http,
        "client-3",
        "server-3",
        &[(Plain, "HTTPS POST"), (Credential, "bearer TRACKER_TOKEN")],
    ),
    (
        FlowKind::Oauth,
        "client-3",
        "auth",
        &[(Plain, "OAuth 2.1 · PKCE S256")],
    ),
    (
        FlowKind::Upstream,
        "server-3",
        "api",
        &[(Plain, "? server's own token")],
    ),
];

/// Builds the sample with a given name for the first server.
pub(crate) fn sample(name: &str) -> (Architecture, Placement) {
    let architecture = architecture(name);
    let placement = layout(&architecture, &LayoutOptions::default());
    (architecture, placement)
}

fn at(line: u32) -> Place {
    Place {
        path: ".mcp.json".to_owned(),
        line,
        column: 5,
    }
}

fn architecture(name: &str) -> Architecture {
    let mut architecture = Architecture::default();
    architecture.title = "Claude Code · .mcp.json".to_owned();
    architecture.coverage = vec!["3 servers not probed".to_owned()];
    for (id, kind, label, parent) in FRAMES {
        let mut frame = Boundary::new(*id, *kind, *label, *parent, Evidence::Assumed);
        if *kind == BoundaryKind::OsUser {
            frame.footer = Some("every process here can read and write all this user's files, settings and stored tokens, and reach any network host".to_owned());
        }
        if *kind == BoundaryKind::Isolation {
            frame.lines.push(Line::new(
                LineRole::Plain,
                "network: open (default) · no host files",
            ));
            frame.gaps.push("docker socket".to_owned());
        }
        architecture.boundaries.push(frame);
    }
    for (id, kind, label, inside, lines) in BOXES {
        let label = if *label == "@" { name } else { label };
        let mut node = Node::new(*id, *kind, label, *inside, Evidence::Declared);
        node.lines = lines
            .iter()
            .map(|(role, text)| Line::new(*role, *text))
            .collect();
        node.source = Some(at(3));
        architecture.add_node(node);
    }
    for (kind, from, to, parts) in WAYS {
        let mut flow = Flow::new(*kind, *from, *to, Evidence::Declared);
        flow.label = parts
            .iter()
            .map(|(role, text)| LabelPart::new(*role, *text))
            .collect();
        flow.source = Some(at(4));
        architecture.add_flow(flow);
    }
    architecture
}
