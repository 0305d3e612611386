//! From which hosts each node and each frame is reached along flows.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Architecture, Boundary, BoundaryKind, Node};

/// The frames around each frame, and the hosts from which each node and each frame is reached.
pub(super) struct Owners<'a> {
    frames: BTreeMap<&'a str, &'a Boundary>,
    nodes: BTreeMap<&'a str, BTreeSet<&'a str>>,
    inside: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Owners<'a> {
    pub(super) fn new(arch: &'a Architecture) -> Self {
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
    pub(super) fn around(&self, node: &'a Node) -> impl Iterator<Item = &'a Boundary> {
        let at = |id: Option<&String>| id.and_then(|id| self.frames.get(id.as_str())).copied();
        let first = at(node.boundary.as_ref());
        // A tree is not deeper than it has frames.
        std::iter::successors(first, move |b| at(b.parent.as_ref())).take(self.frames.len())
    }

    /// Returns the host that a node stands in.
    pub(super) fn host(&self, node: &'a Node) -> Option<&'a str> {
        self.around(node)
            .find(|b| b.kind == BoundaryKind::Host)
            .map(|b| b.id.as_str())
    }

    /// Returns a frame.
    pub(super) fn frame(&self, id: &str) -> Option<&'a Boundary> {
        self.frames.get(id).copied()
    }

    /// Returns the hosts that reach a node.
    pub(super) fn hosts_of(&self, id: &str) -> impl Iterator<Item = &'a str> {
        self.nodes.get(id).into_iter().flatten().copied()
    }

    /// Names the hosts that reach a node.
    pub(super) fn of_node(&self, id: &str) -> String {
        joined(self.nodes.get(id))
    }

    /// Names the hosts that reach something in a frame.
    pub(super) fn of_frame(&self, id: &str) -> String {
        joined(self.inside.get(id))
    }
}

fn joined(hosts: Option<&BTreeSet<&str>>) -> String {
    hosts
        .into_iter()
        .flatten()
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}
