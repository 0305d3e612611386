//! Makes an architecture smaller for formats with a limit: what is equal to a reviewer becomes one node with a count.

mod merge;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::graph::{Architecture, Boundary, BoundaryKind, Flow, LineRole, Node, NodeKind};
use merge::{merged_flow, merged_frame, merged_node};

/// How much is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Clients and servers of one host that agree in boundary, transport, approval and alarms.
    Equal,
    /// Each host becomes one node; what only this host reaches becomes one node per kind of boundary.
    Host,
    /// All hosts of one boundary become one node.
    All,
}

impl Level {
    /// The levels, from the least folding.
    pub(super) const ALL: [Level; 3] = [Level::Equal, Level::Host, Level::All];

    /// Says what was folded.
    pub(super) fn words(self) -> &'static str {
        match self {
            Level::Equal => {
                "equal clients, servers and frames of one host are folded into one with their number"
            }
            Level::Host => {
                "each host is folded into one node, and what it reaches into one node per kind of frame"
            }
            Level::All => {
                "all hosts are folded into one node, and what they reach into one node per kind of frame"
            }
        }
    }
}

/// Returns a smaller architecture; its coverage lines say what was folded.
pub(super) fn fold(arch: &Architecture, level: Level) -> Architecture {
    let plan = Plan::new(arch, level);
    let mut folded = Architecture::default();
    folded.title.clone_from(&arch.title);
    folded.sources.clone_from(&arch.sources);
    folded.protocol_note.clone_from(&arch.protocol_note);
    folded.coverage.clone_from(&arch.coverage);
    folded.notes.clone_from(&arch.notes);
    folded.overlay.clone_from(&arch.overlay);
    folded.credentials.clone_from(&arch.credentials);
    folded.coverage.insert(
        0,
        format!("folded to a size that can be drawn: {}", level.words()),
    );

    let mut frames: IndexMap<&str, Vec<&Boundary>> = IndexMap::new();
    for boundary in &arch.boundaries {
        if let Some(kept) = plan.frames.get(boundary.id.as_str()) {
            frames.entry(kept).or_default().push(boundary);
        }
    }
    for (id, group) in &frames {
        folded.boundaries.push(merged_frame(id, group, &plan));
    }
    let mut nodes: IndexMap<&str, Vec<&Node>> = IndexMap::new();
    for node in arch.nodes() {
        nodes.entry(plan.node(&node.id)).or_default().push(node);
    }
    for (id, group) in &nodes {
        folded.add_node(merged_node(id, group, &plan, arch));
    }
    let mut flows: IndexMap<_, Vec<&Flow>> = IndexMap::new();
    for flow in arch.flows() {
        let (from, to) = (plan.node(&flow.from), plan.node(&flow.to));
        if from != to {
            flows
                .entry((flow.kind.word(), from, to, flow.off))
                .or_default()
                .push(flow);
        }
    }
    for ((_, from, to, _), group) in flows {
        folded.add_flow(merged_flow(from, to, &group));
    }
    folded
}

/// Which node and frame each one becomes part of: the first of its group.
struct Plan<'a> {
    nodes: BTreeMap<&'a str, &'a str>,
    /// Frames that are dissolved are missing.
    frames: BTreeMap<&'a str, &'a str>,
    /// Where the content of a dissolved frame goes.
    outside: BTreeMap<&'a str, Option<&'a str>>,
}

impl<'a> Plan<'a> {
    fn new(arch: &'a Architecture, level: Level) -> Self {
        let owners = Owners::new(arch);
        let nobody = BTreeSet::new();
        let mut plan = Plan {
            nodes: BTreeMap::new(),
            frames: BTreeMap::new(),
            outside: BTreeMap::new(),
        };
        let owner_key = |ids: &BTreeSet<&str>| match level {
            Level::Equal => ids.iter().copied().collect::<Vec<_>>().join(" "),
            Level::Host if ids.len() <= 1 => ids.iter().copied().collect(),
            Level::Host => "several".to_owned(),
            Level::All => String::new(),
        };
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for boundary in &arch.boundaries {
            let parent = boundary.parent.as_deref().and_then(|p| plan.frame(p));
            if boundary.kind == BoundaryKind::Host && level > Level::Equal {
                plan.outside.insert(&boundary.id, parent);
                continue;
            }
            let own = match boundary.kind {
                BoundaryKind::Machine | BoundaryKind::OsUser | BoundaryKind::Host => {
                    boundary.id.clone()
                }
                kind => {
                    let equal = if level == Level::Equal {
                        format!("{:?} {:?}", boundary.lines, boundary.gaps)
                    } else {
                        String::new()
                    };
                    let hosts = owners.inside.get(boundary.id.as_str()).unwrap_or(&nobody);
                    format!(
                        "{kind:?} {parent:?} {} {} {equal}",
                        boundary.off,
                        owner_key(hosts)
                    )
                }
            };
            plan.frames
                .insert(&boundary.id, seen.entry(own).or_insert(&boundary.id));
        }
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for node in arch.nodes() {
            let frame = node.boundary.as_deref().and_then(|b| plan.frame(b));
            let host = owners.host(node);
            let key = match (level, host) {
                (Level::Host, Some(host)) => format!("host {host}"),
                (Level::All, Some(_)) => format!("host {frame:?}"),
                _ => {
                    let ids = owners.nodes.get(node.id.as_str()).unwrap_or(&nobody);
                    let equal = if level == Level::Equal {
                        agreement(node)
                    } else {
                        String::new()
                    };
                    format!(
                        "{:?} {frame:?} {} {} {equal}",
                        node.kind,
                        node.off.is_some(),
                        owner_key(ids)
                    )
                }
            };
            plan.nodes
                .insert(&node.id, seen.entry(key).or_insert(&node.id));
        }
        plan
    }

    fn node<'p>(&'p self, id: &'p str) -> &'p str {
        self.nodes.get(id).copied().unwrap_or(id)
    }

    fn frame(&self, id: &str) -> Option<&'a str> {
        match self.outside.get(id) {
            Some(outside) => *outside,
            None => self.frames.get(id).copied(),
        }
    }
}

/// What nodes must agree in to become one at the first level.
fn agreement(node: &Node) -> String {
    let alarm = node.lines.iter().any(|l| l.role == LineRole::Alarm);
    let warning = node.lines.iter().any(|l| l.role == LineRole::Warning);
    let lock = node.lines.iter().find_map(|l| match l.role {
        LineRole::Approval(lock) => Some(lock),
        _ => None,
    });
    let transport = node.client.as_ref().map(|c| c.transport);
    // Singular nodes stay apart.
    let single = match node.kind {
        NodeKind::Model
        | NodeKind::Gate
        | NodeKind::BuiltinTools
        | NodeKind::User
        | NodeKind::External => node.id.as_str(),
        _ => "",
    };
    format!(
        "{alarm} {warning} {lock:?} {transport:?} {:?} {single}",
        node.evidence
    )
}

/// The frames around each frame, and the hosts from which each node and each frame is reached along flows.
struct Owners<'a> {
    frames: BTreeMap<&'a str, &'a Boundary>,
    nodes: BTreeMap<&'a str, BTreeSet<&'a str>>,
    inside: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Owners<'a> {
    fn new(arch: &'a Architecture) -> Self {
        let frames = arch.boundaries.iter().map(|b| (b.id.as_str(), b)).collect();
        let mut owners = Owners {
            frames,
            nodes: BTreeMap::new(),
            inside: BTreeMap::new(),
        };
        let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for flow in arch.flows() {
            next.entry(&flow.from).or_default().push(&flow.to);
        }
        for node in arch.nodes() {
            let Some(host) = owners.host(node) else {
                continue;
            };
            let mut open = vec![node.id.as_str()];
            while let Some(at) = open.pop() {
                if owners.nodes.entry(at).or_default().insert(host) {
                    open.extend(next.get(at).into_iter().flatten());
                }
            }
        }
        for node in arch.nodes() {
            let hosts = owners
                .nodes
                .get(node.id.as_str())
                .cloned()
                .unwrap_or_default();
            let around: Vec<&str> = owners.around(node).map(|b| b.id.as_str()).collect();
            for frame in around {
                owners.inside.entry(frame).or_default().extend(&hosts);
            }
        }
        owners
    }

    /// Returns the frames around a node, innermost first.
    fn around(&self, node: &'a Node) -> impl Iterator<Item = &'a Boundary> {
        let at = |id: Option<&String>| id.and_then(|id| self.frames.get(id.as_str())).copied();
        let first = at(node.boundary.as_ref());
        // A tree is not deeper than it has frames.
        std::iter::successors(first, move |b| at(b.parent.as_ref())).take(self.frames.len())
    }

    fn host(&self, node: &'a Node) -> Option<&'a str> {
        self.around(node)
            .find(|b| b.kind == BoundaryKind::Host)
            .map(|b| b.id.as_str())
    }
}
