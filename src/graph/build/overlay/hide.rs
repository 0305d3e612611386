//! Hiding a node with what only it reached; how many are gone is counted and said.

use crate::graph::NodeKind;
use crate::graph::build::Builder;

impl Builder {
    /// Hides a node and everything that only it reached; counts what is gone.
    pub(super) fn hide(&mut self, id: &str) {
        let targets: Vec<String> = self
            .arch
            .flows_from(id)
            .into_iter()
            .map(|f| f.to.clone())
            .collect();
        let callers: Vec<String> = self
            .arch
            .flows()
            .into_iter()
            .filter(|f| f.to == id)
            .map(|f| f.from.clone())
            .collect();
        if self.arch.node(id).is_none() {
            return;
        }
        self.arch.remove_node(id);
        self.arch.overlay.hidden += 1;
        for target in targets {
            if !self.is_reached(&target) && self.goes_along(&target) {
                self.hide(&target);
            }
        }
        for caller in callers {
            if self.is_outside(&caller) && !self.arch.is_joined(&caller) {
                self.hide(&caller);
            }
        }
    }

    /// Says whether anything of the configuration reaches a node: an open port is no reason to be there.
    fn is_reached(&self, id: &str) -> bool {
        let mut flows = self.arch.flows().into_iter();
        flows.any(|f| f.to == id && !self.is_outside(&f.from))
    }

    fn is_outside(&self, id: &str) -> bool {
        let node = self.arch.node(id);
        node.is_some_and(|n| n.kind == NodeKind::External)
    }

    /// Says whether a node has no meaning without the one that reached it; a home directory is there all the same.
    fn goes_along(&self, id: &str) -> bool {
        let Some(node) = self.arch.node(id) else {
            return false;
        };
        match node.kind {
            NodeKind::Client
            | NodeKind::Server
            | NodeKind::Bridge
            | NodeKind::Gateway
            | NodeKind::AuthorizationServer
            | NodeKind::Upstream
            | NodeKind::Helper
            | NodeKind::External => true,
            NodeKind::Asset => !self.is_home(id),
            NodeKind::User
            | NodeKind::Model
            | NodeKind::Gate
            | NodeKind::BuiltinTools
            | NodeKind::Repository => false,
        }
    }
}
