//! Whose rights a process has: the user's own, another account's, or what an isolation leaves of them.

use super::{Architecture, Boundary, BoundaryKind, Node, NodeKind};

/// Whose rights a process has, by the boundaries around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rights {
    /// All of the user's.
    Full,
    /// Those of another account.
    Account,
    /// What an isolation leaves.
    Isolated,
}

impl Architecture {
    /// Returns whose rights a started process has; nothing where no process is known to start, or where nobody knows.
    pub fn rights(&self, node: &Node) -> Option<Rights> {
        let starts = matches!(
            node.kind,
            NodeKind::Server | NodeKind::Bridge | NodeKind::Gateway | NodeKind::Helper
        );
        if !starts || node.off.is_some() || node.evidence.is_guess() {
            return None;
        }
        match self.rights_frame(node)?.kind {
            BoundaryKind::OsUser => Some(Rights::Full),
            BoundaryKind::Account => Some(Rights::Account),
            BoundaryKind::Isolation => Some(Rights::Isolated),
            _ => None,
        }
    }

    /// Returns the boundary that decides about the rights of what stands in it: the innermost one that is no host.
    pub(crate) fn rights_frame(&self, node: &Node) -> Option<&Boundary> {
        let around = self.ancestry(node.boundary.as_deref()).into_iter();
        let mut around = around.filter_map(|id| self.boundary(id));
        around.find(|frame| frame.kind != BoundaryKind::Host)
    }
}
