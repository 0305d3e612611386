//! The gate of a host of which some clients are not drawn: what it sums up of them has nothing beside it to point at.

use std::collections::BTreeMap;

use super::LeftOut;
use crate::graph::{Architecture, Line, LineRole, Lock, NodeKind, is_mixed};

/// Ends a line that says already what is not drawn.
const END: &str = "not shown)";

/// Says on each gate how many of the servers that it sums up are left out.
pub(super) fn say_not_shown(arch: &mut Architecture, left: &LeftOut) {
    let gone = |id: &str| left.nodes.iter().any(|n| n.id == id);
    // By host and lock: how many clients there are, and how many of them are left out.
    let mut counts: BTreeMap<(String, Lock), (usize, usize)> = BTreeMap::new();
    for client in arch
        .nodes()
        .filter(|n| n.kind == NodeKind::Client && n.off.is_none())
    {
        if let (Some(frame), Some(lock)) = (&client.boundary, client.lock()) {
            let (all, lost) = counts.entry((frame.clone(), lock)).or_default();
            *all += 1;
            *lost += usize::from(gone(&client.id));
        }
    }
    let gates = arch.nodes().filter(|n| n.kind == NodeKind::Gate);
    let gates: Vec<(String, String)> = gates
        .filter_map(|gate| Some((gate.id.clone(), gate.boundary.clone()?)))
        .collect();
    for (gate, frame) in gates {
        let count = |lock| {
            let found = counts.get(&(frame.clone(), lock));
            found.copied().unwrap_or_default()
        };
        let lines = arch.node_mut(&gate).map(|node| &mut node.lines);
        for line in lines.into_iter().flatten() {
            say(line, count);
        }
    }
}

fn say(line: &mut Line, count: impl Fn(Lock) -> (usize, usize)) {
    let LineRole::Approval(lock) = line.role else {
        return;
    };
    if !is_mixed(&line.text) || line.text.ends_with(END) {
        return;
    }
    let (all, lost) = match lock {
        // One line for those that are open and those that are partly so.
        Lock::Partly => {
            let (open, partly) = (count(Lock::Open), count(Lock::Partly));
            (open.0 + partly.0, open.1 + partly.1)
        }
        other => count(other),
    };
    line.text = match lost {
        0 => return,
        lost if lost == all => format!("{} (not shown)", line.text),
        lost => format!("{} ({lost} not shown)", line.text),
    };
}
