//! Makes an architecture smaller: what is equal to a reviewer becomes one node that names or counts it.

mod boxes;
mod flows;
mod overview;
mod owners;
mod servers;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::outline::number;
use crate::graph::equal::Named;
use crate::graph::{Architecture, Boundary, BoundaryKind, CredentialRecord, Flow, Node};

/// How much is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// What is equal in trust, credentials, approvals and findings becomes a table of names.
    Servers,
    /// The clients of a host become one box, what only they start another one, and every provider's servers one.
    Overview,
    /// All hosts of one boundary become one, and so do all providers.
    All,
}

impl Level {
    /// The levels, from the least folding.
    pub(super) const ALL: [Level; 3] = [Level::Servers, Level::Overview, Level::All];

    /// Says what was folded.
    pub(super) fn words(self) -> &'static str {
        match self {
            Level::Servers => {
                "servers of equal trust, credentials, approvals and findings share a table; all names shown"
            }
            Level::Overview => {
                "the servers of each host are counted, and so is what they start and reach in each boundary"
            }
            Level::All => {
                "all hosts of a boundary are folded into one, and all domains that they reach"
            }
        }
    }
}

/// Returns a smaller architecture; its coverage lines say what was folded.
pub(super) fn fold(arch: &Architecture, level: Level) -> Architecture {
    let plan = match level {
        Level::Servers => servers::plan(arch),
        Level::Overview | Level::All => overview::plan(arch, level),
    };
    let mut folded = arch.emptied();
    for record in &mut folded.credentials {
        plan.rename(record);
    }

    let mut frames: IndexMap<&str, Vec<&Boundary>> = IndexMap::new();
    for boundary in &arch.boundaries {
        frames
            .entry(plan.frame(&boundary.id))
            .or_default()
            .push(boundary);
    }
    for (id, group) in &frames {
        let mut frame = boxes::frame(id, group);
        frame.parent = frame.parent.as_deref().map(|p| plan.frame(p).to_owned());
        folded.boundaries.push(frame);
    }
    let mut nodes: IndexMap<&str, Vec<&Node>> = IndexMap::new();
    for node in arch.nodes().filter(|n| !plan.said.contains(n.id.as_str())) {
        nodes.entry(plan.node(&node.id)).or_default().push(node);
    }
    let mut boxes = 0;
    let mut inside: BTreeMap<&str, Vec<&Flow>> = BTreeMap::new();
    for flow in arch.flows() {
        let at = plan.node(&flow.from);
        if at == plan.node(&flow.to) {
            inside.entry(at).or_default().push(flow);
        }
    }
    for (id, group) in &mut nodes {
        // the first one gives the box its place
        group.sort_by_key(|node| node.id != **id);
        let mut node = boxes::node(arch, id, group, level);
        if let Some(flows) = inside.get(id) {
            node.lines.extend(boxes::passed(id, flows));
        }
        node.boundary = node.boundary.as_deref().map(|b| plan.frame(b).to_owned());
        boxes += usize::from(group.len() > 1);
        folded.add_node(node);
    }
    if boxes > 0 || frames.len() < arch.boundaries.len() {
        let all = arch.nodes().filter(|n| n.client.is_some()).count();
        let said = format!(
            "{} in {}",
            number(all, "configured server"),
            number(hosts(arch), "host")
        );
        folded
            .coverage
            .insert(0, format!("folded, {said}: {}", level.words()));
    }
    let mut flows: IndexMap<_, Vec<&Flow>> = IndexMap::new();
    let drawn = |flow: &&Flow| !plan.said.contains(flow.to.as_str());
    for flow in arch.flows().into_iter().filter(drawn) {
        let (from, to) = (plan.node(&flow.from), plan.node(&flow.to));
        if from != to {
            flows
                .entry((flow.kind.word(), from, to, flow.off))
                .or_default()
                .push(flow);
        }
    }
    let mut became: BTreeMap<&str, String> = BTreeMap::new();
    let named = Named::new(arch);
    for ((_, from, to, _), group) in flows {
        let rows = alike(&named, level, &group);
        let shown: Vec<&Flow> = rows.as_ref().map_or(group.clone(), |r| r.iter().collect());
        let flow = flows::merged(from, to, &shown);
        became.extend(group.iter().map(|f| (f.id.as_str(), flow.id.clone())));
        folded.add_flow(flow);
    }
    for remark in &mut folded.remarks {
        for id in &mut remark.on {
            let flow = became.get(id.as_str()).cloned();
            *id = flow.unwrap_or_else(|| plan.frame(plan.node(id)).to_owned());
        }
        remark.on.dedup();
    }
    folded
}

/// Returns the flows of a table without the names of credentials that its rows give, where these differ.
fn alike(named: &Named<'_>, level: Level, group: &[&Flow]) -> Option<Vec<Flow>> {
    let differ = group.windows(2).any(|pair| pair[0].label != pair[1].label);
    (level == Level::Servers && differ).then(|| {
        let without = |flow: &&Flow| Flow {
            label: named.common(flow),
            ..(*flow).clone()
        };
        group.iter().map(without).collect()
    })
}

fn hosts(arch: &Architecture) -> usize {
    let hosts = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Host);
    hosts.count()
}

/// Which node and frame each one becomes part of: the first of its group; one that is missing stays itself.
#[derive(Default)]
struct Plan<'a> {
    nodes: BTreeMap<&'a str, &'a str>,
    frames: BTreeMap<&'a str, &'a str>,
    /// Nodes of which all is said in the boxes that their flows come from.
    said: BTreeSet<&'a str>,
}

impl Plan<'_> {
    fn node<'p>(&'p self, id: &'p str) -> &'p str {
        self.nodes.get(id).copied().unwrap_or(id)
    }

    fn frame<'p>(&'p self, id: &'p str) -> &'p str {
        self.frames.get(id).copied().unwrap_or(id)
    }

    /// Lets a credential name the nodes that its holders became.
    fn rename(&self, record: &mut CredentialRecord) {
        for list in [&mut record.holders, &mut record.sent_to] {
            list.retain(|id| !self.said.contains(id.as_str()));
            let mut ids: Vec<String> = list.iter().map(|id| self.node(id).to_owned()).collect();
            ids.dedup();
            *list = ids;
        }
    }
}
