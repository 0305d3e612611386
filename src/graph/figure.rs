//! What a box shows at a glance: one figure for each kind of thing that a reader tells apart.

use super::{Architecture, BoundaryKind, Node, NodeKind, Rights};

/// What a box shows at a glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// The person.
    Person,
    /// The model.
    Model,
    /// One connector of a host.
    Client,
    /// A server that is a local program.
    Program,
    /// A server in a container or sandbox.
    Contained,
    /// A server in a network.
    Remote,
    /// Turns one transport into another.
    Bridge,
    /// Stands for several servers.
    Gateway,
    /// Issues tokens.
    Issuer,
    /// An API behind a server.
    Api,
    /// A database.
    Database,
    /// Files.
    Folder,
    /// A socket or pipe.
    Socket,
    /// Runs commands: the host's own tools, helpers.
    Commands,
    /// The repository.
    Repository,
    /// Somebody who calls from outside.
    Outside,
}

impl Architecture {
    /// Returns the figure of a node; a gate shows its lock instead.
    pub fn figure(&self, node: &Node) -> Option<Figure> {
        Some(match node.kind {
            NodeKind::Gate => return None,
            NodeKind::User => Figure::Person,
            NodeKind::Model => Figure::Model,
            NodeKind::Client => Figure::Client,
            NodeKind::Server if self.is_remote(node) => Figure::Remote,
            NodeKind::Server if self.rights(node) == Some(Rights::Isolated) => Figure::Contained,
            NodeKind::Server => Figure::Program,
            NodeKind::Bridge => Figure::Bridge,
            NodeKind::Gateway => Figure::Gateway,
            NodeKind::AuthorizationServer => Figure::Issuer,
            NodeKind::Upstream => Figure::Api,
            NodeKind::Asset => asset(node),
            NodeKind::BuiltinTools | NodeKind::Helper => Figure::Commands,
            NodeKind::Repository => Figure::Repository,
            NodeKind::External => Figure::Outside,
        })
    }

    /// Says whether a node stands in a provider's domain or in a private network.
    pub(crate) fn is_remote(&self, node: &Node) -> bool {
        let around = self.ancestry(node.boundary.as_deref()).into_iter();
        around.filter_map(|id| self.boundary(id)).any(|frame| {
            matches!(
                frame.kind,
                BoundaryKind::Provider | BoundaryKind::PrivateNetwork
            )
        })
    }
}

/// An asset has no kind of its own beyond its words.
fn asset(asset: &Node) -> Figure {
    let lines: Vec<&str> = asset.lines.iter().map(|line| line.text.as_str()).collect();
    let words = format!("{} {} {}", asset.id, asset.label, lines.join(" ")).to_lowercase();
    let says = |any: &[&str]| any.iter().any(|word| words.contains(word));
    if says(&["socket", "pipe"]) {
        Figure::Socket
    } else if says(&[
        "database", "postgres", "mysql", "sqlite", "mongo", "redis", "sql",
    ]) {
        Figure::Database
    } else {
        Figure::Folder
    }
}
