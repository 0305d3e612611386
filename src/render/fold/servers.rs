//! The fold that names everything: equal nodes share a table, and the isolations around them a frame.

use super::Plan;
use crate::graph::{Architecture, equal};

/// Puts each group of equal nodes, and the isolations that each of them has for itself, into its first.
pub(super) fn plan(arch: &Architecture) -> Plan<'_> {
    let isolations = equal::own_isolations(arch);
    let mut plan = Plan::default();
    for group in equal::groups(arch) {
        let Some(&first) = group.first() else {
            continue;
        };
        for id in group {
            plan.nodes.insert(id, first);
            if let (Some(own), Some(of_first)) = (isolations.get(id), isolations.get(first)) {
                plan.frames.insert(own, of_first);
            }
        }
    }
    plan
}
