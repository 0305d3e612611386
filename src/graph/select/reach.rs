//! Who leads to what: the flows of an architecture by their ends, and the frames around its nodes.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Architecture, BoundaryKind, Flow, Node, NodeKind};

/// An architecture with its flows by their ends.
pub(super) struct Reach<'a> {
    pub(super) arch: &'a Architecture,
    pub(super) flows: Vec<&'a Flow>,
    out: BTreeMap<&'a str, Vec<&'a Flow>>,
    into: BTreeMap<&'a str, Vec<&'a Flow>>,
}

impl<'a> Reach<'a> {
    pub(super) fn new(arch: &'a Architecture) -> Self {
        let flows = arch.flows();
        let mut reach = Self {
            arch,
            out: BTreeMap::new(),
            into: BTreeMap::new(),
            flows: Vec::new(),
        };
        for &flow in &flows {
            reach.out.entry(&flow.from).or_default().push(flow);
            reach.into.entry(&flow.to).or_default().push(flow);
        }
        reach.flows = flows;
        reach
    }

    /// Returns the flows that start at a node.
    pub(super) fn from(&self, id: &str) -> &[&'a Flow] {
        self.out.get(id).map_or(&[], Vec::as_slice)
    }

    /// Returns the flows that end at a node.
    pub(super) fn to(&self, id: &str) -> &[&'a Flow] {
        self.into.get(id).map_or(&[], Vec::as_slice)
    }

    /// Adds everything that the given nodes lead to, other clients excepted.
    pub(super) fn forward(&self, reached: &mut BTreeSet<&'a str>, through: impl Fn(&str) -> bool) {
        let mut open: Vec<&str> = reached.iter().copied().collect();
        while let Some(at) = open.pop() {
            for flow in self.from(at) {
                let to = flow.to.as_str();
                if self.kind(to) != Some(NodeKind::Client) && through(to) && reached.insert(to) {
                    open.push(to);
                }
            }
        }
    }

    /// Returns a client with everything that it leads to.
    pub(super) fn touched(&self, client: &'a str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::from([client]);
        self.forward(&mut reached, |_| true);
        reached
    }

    pub(super) fn kind(&self, id: &str) -> Option<NodeKind> {
        self.arch.node(id).map(|n| n.kind)
    }

    /// Returns the ids of the frames around a node, innermost first.
    pub(super) fn frames(&self, id: &str) -> Vec<&'a str> {
        let frame = self.arch.node(id).and_then(|n| n.boundary.as_deref());
        self.arch.ancestry(frame)
    }

    /// Returns the frame of the host that a node belongs to.
    pub(super) fn host(&self, id: &str) -> Option<&'a str> {
        let host = |frame: &&str| {
            self.arch
                .boundary(frame)
                .is_some_and(|b| b.kind == BoundaryKind::Host)
        };
        self.frames(id).into_iter().find(host)
    }

    /// Returns the clients, in reading order.
    pub(super) fn clients(&self) -> impl Iterator<Item = &'a Node> {
        self.arch.nodes().filter(|n| n.kind == NodeKind::Client)
    }
}
