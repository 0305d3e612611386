//! The architecture as the text formats walk it: the tree of frames, links through the gate, roles, and the legend.

use std::collections::{BTreeMap, BTreeSet};

use super::words;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelRole, LineRole, MarkLevel,
    Node, NodeKind,
};
use crate::theme::Role;

/// Sentences of the legend that hold for every picture.
const ALWAYS: [&str; 2] = [
    "results return along every line; the model's provider is not drawn",
    "servers are isolated from each other by the protocol, processes of one user are not",
];
const FROM_HOST: &str =
    "values of credentials come from the host's environment unless the line says otherwise";

/// Returns the sentences of the legend.
pub(super) fn sentences(arch: &Architecture) -> impl Iterator<Item = &'static str> {
    let from_host = arch.has_references().then_some(FROM_HOST);
    ALWAYS.into_iter().chain(from_host)
}

/// A frame with what stands in it, in reading order.
pub(super) struct Frame<'a> {
    /// The boundary; none for the whole picture.
    pub(super) boundary: Option<&'a Boundary>,
    /// Nodes directly inside.
    pub(super) nodes: Vec<&'a Node>,
    /// Frames directly inside.
    pub(super) frames: Vec<Frame<'a>>,
}

impl Frame<'_> {
    /// Says whether nothing stands inside.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.frames.iter().all(Frame::is_empty)
    }
}

/// Returns the tree of frames; frames without any node are left out.
pub(super) fn tree(arch: &Architecture) -> Frame<'_> {
    let known: BTreeSet<&str> = arch.boundaries.iter().map(|b| b.id.as_str()).collect();
    let mut nodes: BTreeMap<Option<&str>, Vec<&Node>> = BTreeMap::new();
    for node in arch.nodes() {
        nodes
            .entry(inside(&known, node.boundary.as_ref()))
            .or_default()
            .push(node);
    }
    let mut children: BTreeMap<Option<&str>, Vec<&Boundary>> = BTreeMap::new();
    for boundary in &arch.boundaries {
        children
            .entry(inside(&known, boundary.parent.as_ref()))
            .or_default()
            .push(boundary);
    }
    branch(None, &mut nodes, &mut children)
}

fn inside<'a>(known: &BTreeSet<&str>, id: Option<&'a String>) -> Option<&'a str> {
    id.map(String::as_str).filter(|id| known.contains(id))
}

fn branch<'a>(
    boundary: Option<&'a Boundary>,
    nodes: &mut BTreeMap<Option<&'a str>, Vec<&'a Node>>,
    children: &mut BTreeMap<Option<&'a str>, Vec<&'a Boundary>>,
) -> Frame<'a> {
    let id = boundary.map(|b| b.id.as_str());
    let nodes_here = nodes.remove(&id).unwrap_or_default();
    // Taken out of the map, so that a parent that names itself ends the walk.
    let frames = children
        .remove(&id)
        .unwrap_or_default()
        .into_iter()
        .map(|child| branch(Some(child), nodes, children))
        .filter(|frame| !frame.is_empty())
        .collect();
    Frame {
        boundary,
        nodes: nodes_here,
        frames,
    }
}

/// A line of a picture between two nodes.
pub(super) struct Link<'a> {
    /// Node id.
    pub(super) from: &'a str,
    /// Node id.
    pub(super) to: &'a str,
    /// The flow that it stands for.
    pub(super) flow: &'a Flow,
}

/// Returns the lines to draw: tool calls pass through the gate of their host, where it has one.
pub(super) fn links(arch: &Architecture) -> Vec<Link<'_>> {
    let mut gates: BTreeMap<&str, &str> = BTreeMap::new();
    for node in arch.nodes().filter(|n| n.kind == NodeKind::Gate) {
        if let Some(boundary) = &node.boundary {
            gates.entry(boundary).or_insert(&node.id);
        }
    }
    let flows = arch.flows();
    // The stretch to the gate is grey only where everything behind it is.
    let mut lit: BTreeMap<&str, &Flow> = BTreeMap::new();
    for flow in flows
        .iter()
        .copied()
        .filter(|f| f.kind == FlowKind::ToolCall && !f.off)
    {
        lit.entry(&flow.from).or_insert(flow);
    }
    let mut links = Vec::new();
    let mut through = BTreeSet::new();
    for flow in flows {
        let gate = arch
            .node(&flow.from)
            .filter(|n| flow.kind == FlowKind::ToolCall && n.kind == NodeKind::Model)
            .and_then(|n| gates.get(n.boundary.as_deref()?))
            .filter(|gate| **gate != flow.to);
        let Some(&gate) = gate else {
            links.push(Link {
                from: &flow.from,
                to: &flow.to,
                flow,
            });
            continue;
        };
        if through.insert((&flow.from, gate)) {
            let flow = lit.get(flow.from.as_str()).copied().unwrap_or(flow);
            links.push(Link {
                from: &flow.from,
                to: gate,
                flow,
            });
        }
        links.push(Link {
            from: gate,
            to: &flow.to,
            flow,
        });
    }
    links
}

/// Returns the role of a frame.
pub(super) fn frame_role(frame: &Boundary) -> Role {
    match frame.kind {
        _ if frame.off => Role::Off,
        BoundaryKind::Machine => Role::Machine,
        BoundaryKind::OsUser => Role::OsUser,
        BoundaryKind::Account => Role::Account,
        BoundaryKind::Host => Role::Host,
        BoundaryKind::Isolation => Role::Isolation,
        BoundaryKind::PrivateNetwork => Role::PrivateNetwork,
        BoundaryKind::Provider => Role::Provider,
    }
}

/// Returns the role of a node.
pub(super) fn node_role(arch: &Architecture, node: &Node) -> Role {
    let loud = node.marks.iter().any(|m| m.level == MarkLevel::Alarm)
        || node.lines.iter().any(|l| l.role == LineRole::Alarm);
    match node.kind {
        _ if node.off.is_some() => Role::Off,
        _ if loud => Role::Alarm,
        NodeKind::User | NodeKind::Model | NodeKind::Gate | NodeKind::Repository => Role::Control,
        NodeKind::Client | NodeKind::BuiltinTools => Role::Call,
        NodeKind::External => Role::Alarm,
        NodeKind::AuthorizationServer => Role::OAuth,
        NodeKind::Upstream | NodeKind::Asset => Role::Upstream,
        NodeKind::Server | NodeKind::Bridge | NodeKind::Gateway if arch.is_remote(node) => {
            Role::Remote
        }
        NodeKind::Server | NodeKind::Bridge | NodeKind::Gateway | NodeKind::Helper => {
            crate::scene::rights_role(arch.rights(node))
        }
    }
}

/// Says whether a flow is part of the way to a token, drawn dashed.
pub(super) fn is_token_way(flow: &Flow) -> bool {
    matches!(flow.kind, FlowKind::Oauth | FlowKind::SignIn)
}

/// Returns the role of a flow's line.
pub(super) fn flow_role(flow: &Flow) -> Role {
    match flow.kind {
        _ if flow.off => Role::Off,
        _ if flow.alarms() => Role::Alarm,
        FlowKind::Oauth | FlowKind::SignIn => Role::OAuth,
        FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure => Role::Control,
        FlowKind::ToolCall => Role::Call,
        FlowKind::Stdio | FlowKind::Custom => Role::Local,
        FlowKind::Http | FlowKind::Sse => Role::Remote,
        FlowKind::Upstream => Role::Upstream,
        FlowKind::Inbound => Role::Alarm,
    }
}

/// What the picture has to explain: only what occurs in it.
pub(super) struct Legend {
    /// Roles of nodes and lines, with their meaning.
    pub(super) roles: Vec<(Role, &'static str)>,
    /// Roles of frames, with their meaning.
    pub(super) frames: Vec<(Role, &'static str)>,
    /// Tags, with their meaning.
    pub(super) tags: Vec<(&'static str, &'static str)>,
}

const ROLES: &[(Role, &str)] = &[
    (
        Role::Control,
        "person, model, gate: prompts, approvals, settings",
    ),
    (Role::Call, "client, one per server; tool calls"),
    (Role::Local, "local process; stdin / stdout"),
    (Role::Remote, "server at an address; calls over HTTP"),
    (Role::OAuth, "the way to a token"),
    (Role::Upstream, "what a server calls or uses"),
    (Role::Alarm, "alarm"),
    (Role::Off, "off: disabled, shadowed or blocked"),
];

const FRAMES: &[(Role, &str)] = &[
    (Role::Machine, "machine, cloud or deployment"),
    (Role::OsUser, "runs with your full rights"),
    (Role::Account, "runs with another account's rights"),
    (Role::Host, "host: one running product"),
    (Role::Isolation, "container, VM or sandbox"),
    (Role::PrivateNetwork, "private network"),
    (
        Role::Provider,
        "a domain; its operator only where it says so",
    ),
];

const TAGS: &[(&str, &str)] = &[
    (words::LOCKED, "a person is asked: a file says so"),
    (
        words::ASSUMED,
        "a person is asked by default; no file says so",
    ),
    (words::REFUSED, "blocked: no call passes"),
    (words::OPEN, "nobody is asked"),
    (words::UNSURE, "not known"),
    (words::KEY, "credential"),
    (words::WARNING, "warning"),
    (words::ALARM, "alarm"),
    ("?", "inferred or assumed"),
];

/// Returns the legend of an architecture.
pub(super) fn legend(arch: &Architecture) -> Legend {
    let flows = arch.flows();
    let mut roles: BTreeSet<Role> = arch.nodes().map(|n| node_role(arch, n)).collect();
    roles.extend(flows.iter().map(|f| flow_role(f)));
    let frames: BTreeSet<Role> = arch.boundaries.iter().map(frame_role).collect();
    let mut tags: BTreeSet<&str> = BTreeSet::new();
    let lines = arch
        .nodes()
        .flat_map(Node::all_lines)
        .chain(arch.boundaries.iter().flat_map(Boundary::all_lines));
    tags.extend(lines.filter_map(|l| words::tag(l.role)));
    if arch.boundaries.iter().any(|b| !b.gaps.is_empty()) {
        tags.insert(words::ALARM);
    }
    for part in flows.iter().flat_map(|f| &f.label) {
        match part.role {
            LabelRole::Plain => {}
            LabelRole::Credential => _ = tags.insert(words::KEY),
            LabelRole::Exposed | LabelRole::Alarm => _ = tags.insert(words::ALARM),
        }
    }
    let doubtful = |text: &String| text.starts_with('?');
    if arch
        .nodes()
        .any(|n| doubtful(&words::title(n)) || n.lines.iter().any(|l| doubtful(&l.text)))
        || arch
            .boundaries
            .iter()
            .any(|b| b.evidence == Evidence::Inferred)
        || flows
            .iter()
            .any(|f| f.evidence == Evidence::Inferred || f.label.iter().any(|p| doubtful(&p.text)))
    {
        tags.insert("?");
    }
    Legend {
        roles: ROLES
            .iter()
            .copied()
            .filter(|(role, _)| roles.contains(role))
            .collect(),
        frames: FRAMES
            .iter()
            .copied()
            .filter(|(role, _)| frames.contains(role))
            .collect(),
        tags: TAGS
            .iter()
            .copied()
            .filter(|(tag, _)| tags.contains(tag))
            .collect(),
    }
}

/// Returns the lines of what was not seen and other remarks on the whole picture.
pub(super) fn remarks(arch: &Architecture) -> Vec<String> {
    let lines = arch.coverage.iter().chain(&arch.notes);
    lines.map(|line| words::short(line, 240)).collect()
}

/// Returns the remarks that stand at no single box, or were found by a review.
pub(super) fn findings(arch: &Architecture) -> Vec<String> {
    let rows = arch.remarks.iter().map(|remark| {
        let tag = match remark.level {
            MarkLevel::Note => String::new(),
            MarkLevel::Warning => format!("{} ", words::WARNING),
            MarkLevel::Alarm => format!("{} ", words::ALARM),
        };
        words::short(&format!("{tag}{}", remark.listed(arch)), 600)
    });
    rows.collect()
}

/// Describes the architecture in a few sentences, for readers who cannot see the picture.
pub(super) fn summary(arch: &Architecture) -> String {
    let count = |kind: NodeKind| arch.nodes().filter(|n| n.kind == kind).count();
    let mut sentences = vec![format!(
        "{} and {} in {}.",
        number(count(NodeKind::Client), "client"),
        number(
            count(NodeKind::Server) + count(NodeKind::Bridge) + count(NodeKind::Gateway),
            "server"
        ),
        number(arch.boundaries.len(), "trust boundary"),
    )];
    let clients: Vec<&Node> = arch
        .nodes()
        .filter(|n| n.kind == NodeKind::Client)
        .collect();
    for client in clients.iter().take(12) {
        for flow in arch.flows_from(&client.id).into_iter().take(1) {
            let to = arch.node(&flow.to).map(words::title).unwrap_or_default();
            let off = if client.off.is_some() { " (off)" } else { "" };
            sentences.push(format!(
                "{}{off} reaches {to} by {}.",
                words::title(client),
                words::parts(flow).join(", ")
            ));
        }
    }
    if clients.len() > 12 {
        sentences.push(format!("{} more.", number(clients.len() - 12, "client")));
    }
    sentences.extend(
        arch.coverage
            .iter()
            .take(4)
            .map(|line| format!("{}.", words::short(line, 160))),
    );
    sentences.join(" ")
}

/// Writes a number with its noun.
pub(super) fn number(n: usize, noun: &str) -> String {
    let stem = noun
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (n, stem) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        _ => format!("{n} {noun}s"),
    }
}
