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
            let reached = self.arch.flows().iter().any(|f| f.to == target);
            if !reached && self.goes_along(&target) {
                self.hide(&target);
            }
        }
        for caller in callers {
            let outside = self
                .arch
                .node(&caller)
                .is_some_and(|n| n.kind == NodeKind::External);
            if outside && !self.arch.is_joined(&caller) {
                self.hide(&caller);
            }
        }
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
