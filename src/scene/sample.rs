//! A small architecture for the tests of scene and formats: person, host, two local servers, one remote.

use crate::diagnostic::Place;
use crate::graph::*;
use crate::layout::*;

/// Builds the sample with a given name for the first server.
pub(crate) fn sample(name: &str) -> (Architecture, Placement) {
    let architecture = architecture(name);
    let placement = layout(&architecture, &LayoutOptions::default());
    (architecture, placement)
}

fn at(line: u32) -> Option<Place> {
    Some(Place {
        path: ".mcp.json".to_owned(),
        line,
        column: 5,
    })
}

fn architecture(name: &str) -> Architecture {
    let mut a = Architecture::default();
    a.title = "Claude Code · .mcp.json".to_owned();
    let declared = Evidence::Declared;
    let mut boundary = |id: &str, kind, label: &str, parent| {
        a.boundaries
            .push(Boundary::new(id, kind, label, parent, Evidence::Assumed));
    };
    boundary("machine", BoundaryKind::Machine, "This machine", None);
    boundary("os-user", BoundaryKind::OsUser, "OS user", Some("machine"));
    boundary("host", BoundaryKind::Host, "Claude Code", Some("os-user"));
    boundary(
        "box",
        BoundaryKind::Isolation,
        "Container (docker) · mcp/git:1",
        Some("machine"),
    );
    boundary("provider", BoundaryKind::Provider, "tracker.example", None);
    a.boundaries[1].footer = Some(
        "every process here can read and write all this user's files, settings and stored tokens, and reach any network host".to_owned(),
    );
    a.boundaries[3].lines.push(Line::new(
        LineRole::Plain,
        "network: open (default) · no host files",
    ));
    a.boundaries[3].gaps.push("docker socket".to_owned());
    let mut node = |id: &str, kind, label: &str, inside, lines: Vec<Line>| {
        let mut node = Node::new(id, kind, label, inside, declared);
        node.lines = lines;
        node.source = at(3);
        a.add_node(node);
    };
    let plain = |text: &str| Line::new(LineRole::Plain, text);
    node("user", NodeKind::User, "Person", None, vec![]);
    node(
        "model",
        NodeKind::Model,
        "Model",
        Some("host"),
        vec![plain("chosen in the app")],
    );
    node("gate", NodeKind::Gate, "Gate", Some("host"), vec![]);
    let client = |lock, words: &str| vec![Line::new(LineRole::Approval(lock), words)];
    node(
        "client-1",
        NodeKind::Client,
        name,
        Some("host"),
        client(Lock::Closed, "asks? (product default)"),
    );
    node(
        "client-2",
        NodeKind::Client,
        "git",
        Some("host"),
        client(Lock::Open, "auto: all"),
    );
    node(
        "client-3",
        NodeKind::Client,
        "tracker",
        Some("host"),
        client(Lock::Unknown, "unknown: kept in the app"),
    );
    node(
        "server-1",
        NodeKind::Server,
        name,
        Some("os-user"),
        vec![
            plain("npm · server-filesystem · unpinned"),
            Line::new(LineRole::Reach, "told to use ~/src"),
        ],
    );
    node(
        "server-2",
        NodeKind::Server,
        "git",
        Some("box"),
        vec![plain("image · mcp/git:1")],
    );
    node(
        "server-3",
        NodeKind::Server,
        "mcp.tracker.example",
        Some("provider"),
        vec![plain("Streamable HTTP"), plain("token source: not probed")],
    );
    node(
        "auth",
        NodeKind::AuthorizationServer,
        "auth.tracker.example",
        Some("provider"),
        vec![],
    );
    node(
        "api",
        NodeKind::Upstream,
        "Tracker API",
        Some("provider"),
        vec![plain("api.tracker.example")],
    );
    let mut flow = |kind, from: &str, to: &str, parts: &[(LabelRole, &str)]| {
        let mut flow = Flow::new(kind, from, to, declared);
        flow.label = parts
            .iter()
            .map(|(role, text)| LabelPart::new(*role, *text))
            .collect();
        flow.source = at(4);
        a.add_flow(flow);
    };
    use LabelRole::{Credential, Plain};
    flow(FlowKind::Prompt, "user", "model", &[(Plain, "prompts")]);
    flow(FlowKind::Approve, "user", "gate", &[(Plain, "approves")]);
    for client in ["client-1", "client-2", "client-3"] {
        flow(FlowKind::ToolCall, "model", client, &[]);
    }
    flow(
        FlowKind::Stdio,
        "client-1",
        "server-1",
        &[(Plain, "stdin / stdout")],
    );
    flow(
        FlowKind::Stdio,
        "client-2",
        "server-2",
        &[
            (Plain, "stdin / stdout via docker"),
            (Credential, "env GIT_TOKEN"),
        ],
    );
    flow(
        FlowKind::Http,
        "client-3",
        "server-3",
        &[(Plain, "HTTPS POST"), (Credential, "bearer TRACKER_TOKEN")],
    );
    flow(
        FlowKind::Oauth,
        "client-3",
        "auth",
        &[(Plain, "OAuth 2.1 · PKCE S256")],
    );
    flow(
        FlowKind::Upstream,
        "server-3",
        "api",
        &[(Plain, "? own token")],
    );
    a.coverage = vec!["3 servers not probed".to_owned()];
    a
}
