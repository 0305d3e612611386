//! The architecture: nodes and flows on petgraph, and the tree of trust boundaries around them.

mod boundaries;
mod boundary;
mod build;
mod callout;
mod cut;
pub(crate) mod equal;
mod figure;
mod flow;
mod node;
mod overlay;
mod rights;
pub mod select;
mod sign_in;

use std::collections::{BTreeMap, BTreeSet};

use petgraph::Direction;
use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableDiGraph};
use petgraph::visit::{EdgeRef, IntoEdgeReferences};

use crate::inventory::Form;
pub use crate::inventory::{Evidence, Mark, MarkLevel};
pub use boundaries::Boundaries;
pub use boundary::{Boundary, BoundaryKind};
pub(crate) use build::{FOLDER, TOLD, is_mixed};
pub use build::{build, build_observed};
pub use callout::Callout;
pub(crate) use callout::fits;
pub use figure::Figure;
pub use flow::{Flow, FlowKind, LabelPart, LabelRole};
pub(crate) use node::HOME;
pub use node::{ClientFacts, Line, LineRole, Lock, Node, NodeKind, Observed};
pub use overlay::Overlay;
pub use rights::Rights;

use crate::inventory::{Redacted, SourceReport};

/// One credential as the picture and JSON know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialRecord {
    /// Stable id.
    pub id: String,
    /// Name.
    pub name: Redacted,
    /// Form word (`literal`, `reference`, ...).
    pub form: &'static str,
    /// Where the value stands (`path:line:column`, `environment`, `OS keyring`, ...).
    pub stored_at: String,
    /// Ids of the nodes that hold it.
    pub holders: Vec<String>,
    /// Ids of the nodes that it is sent to.
    pub sent_to: Vec<String>,
    /// Number of the group of equal values.
    pub shared_group: Option<u32>,
    /// A placeholder, not a secret.
    pub placeholder: bool,
    /// Evidence that it goes to `sent_to`.
    pub evidence: Evidence,
}

/// What the overlay did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OverlayReport {
    /// Whether one was applied.
    pub applied: bool,
    /// How many nodes it hid.
    pub hidden: usize,
}

/// The architecture. Iteration is always in a fixed order; petgraph indices stay private.
#[derive(Debug, Clone, Default)]
pub struct Architecture {
    graph: StableDiGraph<Node, Flow>,
    by_id: BTreeMap<String, NodeIndex>,
    order: Vec<NodeIndex>,
    /// Boundaries; a parent stands before its children.
    pub boundaries: Boundaries,
    /// Title of the picture.
    pub title: String,
    /// Credentials, in order of holder and name.
    pub credentials: Vec<CredentialRecord>,
    /// Input files.
    pub sources: Vec<SourceReport>,
    /// Lines of the protocol note.
    pub protocol_note: Vec<String>,
    /// Lines of the coverage line: files not read, servers not probed, what was folded.
    pub coverage: Vec<String>,
    /// Remarks on parts of it that come from elsewhere than its own marks, such as a review.
    pub remarks: Vec<Callout>,
    /// Further notes about the whole picture.
    pub notes: Vec<String>,
    /// The overlay.
    pub overlay: OverlayReport,
    /// What the user's choice left out.
    pub left_out: select::LeftOut,
}

impl Architecture {
    /// Says whether a credential's value is named by a variable, which stands in the host's environment.
    pub fn has_references(&self) -> bool {
        let reference = Form::Reference.word();
        self.credentials.iter().any(|c| c.form == reference)
    }

    /// Returns an architecture without nodes, flows and boundaries that says the same about the whole.
    pub(crate) fn emptied(&self) -> Self {
        let mut empty = self.clone();
        empty.graph.clear();
        empty.by_id.clear();
        empty.order.clear();
        empty.boundaries.clear();
        empty
    }

    /// Adds a node; ids are unique, a second node of the same id is ignored.
    pub fn add_node(&mut self, node: Node) {
        if self.by_id.contains_key(&node.id) {
            return;
        }
        let id = node.id.clone();
        let index = self.graph.add_node(node);
        self.by_id.insert(id, index);
        self.order.push(index);
    }

    /// Adds a flow between two nodes that exist; returns false (and adds nothing) where one does not.
    ///
    /// A second flow of the same kind between the same nodes becomes one with the first: ids are unique.
    pub fn add_flow(&mut self, flow: Flow) -> bool {
        let (Some(&from), Some(&to)) = (self.by_id.get(&flow.from), self.by_id.get(&flow.to))
        else {
            return false;
        };
        // Side by side, so that the end with fewer flows decides how long it takes: a model has one to every client.
        let out = self.graph.edges_directed(from, Direction::Outgoing);
        let into = self.graph.edges_directed(to, Direction::Incoming);
        let same = out.zip(into).find_map(|(a, b)| {
            let mut both = [a, b].into_iter();
            both.find(|e| e.weight().id == flow.id).map(|e| e.id())
        });
        match same.and_then(|at| self.graph.edge_weight_mut(at)) {
            Some(same) => same.join(flow),
            None => {
                self.graph.add_edge(from, to, flow);
            }
        }
        true
    }

    /// Takes a node away and lets its flows and credentials go to another one.
    pub(crate) fn replace_node(&mut self, old: &str, new: &str) {
        let Some(&at) = self.by_id.get(old) else {
            return;
        };
        let touching: Vec<EdgeIndex> = self
            .graph
            .edge_references()
            .filter(|e| e.source() == at || e.target() == at)
            .map(|e| e.id())
            .collect();
        let moved: Vec<Flow> = touching
            .into_iter()
            .filter_map(|e| self.graph.remove_edge(e))
            .collect();
        self.remove_node(old);
        for mut flow in moved {
            let renamed = |id: &str| if id == old { new } else { id }.to_owned();
            let ends = (renamed(&flow.from), renamed(&flow.to));
            if ends.0 != ends.1 {
                flow.set_ends(ends.0, ends.1);
                self.add_flow(flow);
            }
        }
        for credential in &mut self.credentials {
            for list in [&mut credential.holders, &mut credential.sent_to] {
                let seen = list.iter().any(|id| id == new);
                if let Some(at) = list.iter().position(|id| id == old) {
                    if seen {
                        list.remove(at);
                    } else {
                        new.clone_into(&mut list[at]);
                    }
                }
            }
        }
    }

    /// Returns the nodes in reading order.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.order
            .iter()
            .filter_map(|&at| self.graph.node_weight(at))
    }

    /// Returns a node.
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.by_id
            .get(id)
            .and_then(|&at| self.graph.node_weight(at))
    }

    /// Returns a node to change.
    pub fn node_mut(&mut self, id: &str) -> Option<&mut Node> {
        let at = *self.by_id.get(id)?;
        self.graph.node_weight_mut(at)
    }

    /// Removes a node with its flows.
    pub fn remove_node(&mut self, id: &str) {
        self.remove_nodes([id]);
    }

    /// Removes nodes with their flows.
    pub(crate) fn remove_nodes<'i>(&mut self, ids: impl IntoIterator<Item = &'i str>) {
        let by_id = &mut self.by_id;
        let gone: BTreeSet<NodeIndex> = ids.into_iter().filter_map(|id| by_id.remove(id)).collect();
        self.order.retain(|at| !gone.contains(at));
        for at in gone {
            self.graph.remove_node(at);
        }
    }

    /// Says whether any flow starts or ends at a node.
    pub(crate) fn is_joined(&self, id: &str) -> bool {
        let at = self.by_id.get(id);
        at.is_some_and(|&at| self.graph.neighbors_undirected(at).next().is_some())
    }

    /// Removes the flows that a test picks.
    pub(crate) fn remove_flows(&mut self, picked: impl Fn(&Flow) -> bool) {
        self.graph.retain_edges(|graph, edge| !picked(&graph[edge]));
    }

    /// Returns the flows in the order in which they were added.
    pub fn flows(&self) -> Vec<&Flow> {
        // petgraph gives edges by their indices
        self.graph.edge_weights().collect()
    }

    /// Returns the flows to change; the order does not matter to callers.
    pub(crate) fn flows_mut(&mut self) -> impl Iterator<Item = &mut Flow> {
        self.graph.edge_weights_mut()
    }

    /// Returns the flows that start at a node.
    pub fn flows_from(&self, id: &str) -> Vec<&Flow> {
        let Some(&at) = self.by_id.get(id) else {
            return Vec::new();
        };
        let mut edges: Vec<_> = self.graph.edges(at).collect();
        edges.sort_by_key(EdgeRef::id);
        edges.into_iter().map(|e| e.weight()).collect()
    }

    /// Takes away what speaks of nodes that are gone, and boundaries that enclose nothing; puts parents before children.
    pub(crate) fn tidy(&mut self) {
        let by_id = &self.by_id;
        for credential in &mut self.credentials {
            credential.holders.retain(|id| by_id.contains_key(id));
            credential.sent_to.retain(|id| by_id.contains_key(id));
        }
        self.credentials.retain(|c| !c.holders.is_empty());
        self.credentials
            .sort_by(|a, b| (&a.holders, &a.name, &a.id).cmp(&(&b.holders, &b.name, &b.id)));
        let kept: BTreeSet<String> = self.credentials.iter().map(|c| c.id.clone()).collect();
        for flow in self.graph.edge_weights_mut() {
            flow.credentials.retain(|id| kept.contains(id));
        }
        self.drop_empty_frames();
        self.grey_frames();
    }

    /// Greys the boundaries in which everything is off.
    fn grey_frames(&mut self) {
        let lit: BTreeSet<&str> = self
            .nodes()
            .filter(|n| n.off.is_none())
            .flat_map(|n| self.ancestry(n.boundary.as_deref()))
            .collect();
        let off = |b: &Boundary| !lit.contains(b.id.as_str());
        let off: Vec<bool> = self.boundaries.iter().map(off).collect();
        for (boundary, off) in self.boundaries.iter_mut().zip(off) {
            boundary.off = off;
        }
    }

    fn drop_empty_frames(&mut self) {
        let used: BTreeSet<&str> = self
            .nodes()
            .flat_map(|n| self.ancestry(n.boundary.as_deref()))
            .collect();
        let used = |b: &Boundary| used.contains(b.id.as_str());
        let depth = |b: &Boundary| used(b).then(|| self.ancestry(Some(&b.id)).len());
        let depths: Vec<Option<usize>> = self.boundaries.iter().map(depth).collect();
        let all = std::mem::take(&mut self.boundaries).into_iter();
        let kept = all.zip(depths).filter_map(|(b, depth)| Some((depth?, b)));
        let mut kept: Vec<(usize, Boundary)> = kept.collect();
        kept.sort_by_key(|(depth, _)| *depth);
        self.boundaries = kept.into_iter().map(|(_, b)| b).collect();
    }

    /// Returns a boundary.
    pub fn boundary(&self, id: &str) -> Option<&Boundary> {
        self.boundaries.of_id(id)
    }

    /// Returns the ids of the boundaries around a boundary, innermost (itself) first.
    pub fn ancestry(&self, boundary: Option<&str>) -> Vec<&str> {
        let mut chain = Vec::new();
        let mut at = boundary;
        while let Some(found) = at.and_then(|id| self.boundary(id)) {
            chain.push(found.id.as_str());
            at = found.parent.as_deref();
        }
        chain
    }

    /// Returns the boundaries that a flow crosses: out of the sender's, innermost first, then into the receiver's.
    pub fn crosses(&self, flow: &Flow) -> Vec<&str> {
        let of = |id: &str| {
            self.node(id)
                .map(|n| self.ancestry(n.boundary.as_deref()))
                .unwrap_or_default()
        };
        let (from, to) = (of(&flow.from), of(&flow.to));
        let mut crossed: Vec<&str> = from.iter().filter(|b| !to.contains(b)).copied().collect();
        crossed.extend(to.iter().rev().filter(|b| !from.contains(b)).copied());
        crossed
    }
}
