//! What the picture says about small configurations, rule by rule.

mod addresses;
mod approval;
mod bridges;
mod clients;
mod credentials;
mod frames;
mod hosts;
mod hubs;
mod isolations;
mod notes;
mod observed;
mod overlay;
mod properties;
mod remotes;
mod rights;
mod upstreams;

use crate::graph::{Architecture, Boundary, Flow, FlowKind, Line, LineRole, Node, NodeKind, build};
use crate::inventory::testing::project;
use crate::inventory::{Reading, ServerEntry, assemble};

/// Draws the architecture of files.
fn draw(readings: impl IntoIterator<Item = Reading>) -> Architecture {
    build(&assemble(readings.into_iter().collect()), &[]).0
}

/// Draws the architecture of a repository's `.mcp.json` with these servers.
fn project_of(servers: impl IntoIterator<Item = ServerEntry>) -> Architecture {
    draw([project().with(servers)])
}

/// Questions that tests ask a picture.
trait Asked {
    /// Returns the one node of a kind and label.
    fn the(&self, kind: NodeKind, label: &str) -> &Node;
    /// Returns the labels of the nodes of a kind.
    fn labels(&self, kind: NodeKind) -> Vec<&str>;
    /// Returns the titles of the frames around a node, innermost first, joined by ` < `.
    fn around(&self, node: &Node) -> String;
    /// Returns the frame of a title.
    fn frame(&self, title: &str) -> &Boundary;
    /// Returns the flow of a kind to a node.
    fn flow_to(&self, kind: FlowKind, node: &Node) -> Option<&Flow>;
    /// Returns the words on the flows from a node, with the label of their end.
    fn says_from(&self, node: &Node) -> Vec<String>;
    /// Returns the client of a configured server.
    fn client(&self, name: &str) -> &Node;
    /// Returns what a client talks to.
    fn behind(&self, name: &str) -> &Node;
}

impl Asked for Architecture {
    fn the(&self, kind: NodeKind, label: &str) -> &Node {
        let found: Vec<&Node> = self
            .nodes()
            .filter(|n| n.kind == kind && n.label == label)
            .collect();
        assert_eq!(
            found.len(),
            1,
            "{kind:?} {label:?} in {:?}",
            self.labels(kind)
        );
        found[0]
    }

    fn labels(&self, kind: NodeKind) -> Vec<&str> {
        let of_kind = self.nodes().filter(|n| n.kind == kind);
        of_kind.map(|n| n.label.as_str()).collect()
    }

    fn around(&self, node: &Node) -> String {
        let chain = self.ancestry(node.boundary.as_deref());
        let titles = chain
            .iter()
            .map(|id| self.boundary(id).unwrap().label.as_str());
        titles.collect::<Vec<_>>().join(" < ")
    }

    fn frame(&self, title: &str) -> &Boundary {
        let found = self.boundaries.iter().find(|b| b.label == title);
        let titles = || {
            self.boundaries
                .iter()
                .map(|b| b.label.as_str())
                .collect::<Vec<_>>()
        };
        found.unwrap_or_else(|| panic!("{title:?} in {:?}", titles()))
    }

    fn flow_to(&self, kind: FlowKind, node: &Node) -> Option<&Flow> {
        self.flows()
            .into_iter()
            .find(|f| f.kind == kind && f.to == node.id)
    }

    fn says_from(&self, node: &Node) -> Vec<String> {
        let line = |f: &&Flow| format!("{} > {}", f.text(), self.node(&f.to).unwrap().label);
        self.flows_from(&node.id).iter().map(line).collect()
    }

    fn client(&self, name: &str) -> &Node {
        let named = |n: &&Node| n.client.as_ref().is_some_and(|c| c.server == name);
        self.nodes()
            .find(named)
            .unwrap_or_else(|| panic!("a client {name:?}"))
    }

    fn behind(&self, name: &str) -> &Node {
        let flows = self.flows_from(&self.client(name).id);
        self.node(&flows[0].to).unwrap()
    }
}

/// Returns the lines of a box.
fn lines(node: &Node) -> Vec<&'static str> {
    texts(node.box_lines())
}

/// Returns the lines of a box that have a role.
fn lines_as(node: &Node, role: LineRole) -> Vec<&'static str> {
    let mut of_role = node.box_lines();
    of_role.retain(|l| l.role == role);
    texts(of_role)
}

/// Returns the lines of a frame.
fn frame_lines(frame: &Boundary) -> Vec<&'static str> {
    texts(frame.box_lines())
}

/// Leaks the few words of a test, so that they compare with literals.
fn texts(lines: Vec<Line>) -> Vec<&'static str> {
    lines.into_iter().map(|l| &*l.text.leak()).collect()
}
