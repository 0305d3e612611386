//! What a group of nodes, frames or flows looks like as one.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};

use super::Plan;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line,
    LineRole, Lock, Node, NodeKind,
};
use crate::render::outline::number;

pub(super) fn merged_frame(id: &str, group: &[&Boundary], plan: &Plan<'_>) -> Boundary {
    let mut frame = group.first().map_or_else(
        || Boundary::new(id, BoundaryKind::Provider, "", None, Evidence::Assumed),
        |first| (*first).clone(),
    );
    frame.parent = frame
        .parent
        .as_deref()
        .and_then(|p| plan.frame(p))
        .map(str::to_owned);
    if group.len() > 1 {
        let noun = match frame.kind {
            BoundaryKind::Isolation => "container or sandbox, folded",
            BoundaryKind::PrivateNetwork => "private network, folded",
            _ => "domain, folded",
        };
        let n = group.len();
        frame.label = match noun.split_once(", ") {
            Some(("container or sandbox", tail)) => format!("{n} containers or sandboxes, {tail}"),
            Some((noun, tail)) => format!("{}, {tail}", number(n, noun)),
            None => number(n, noun),
        };
        frame.lines = common_lines(group.iter().map(|b| b.lines.as_slice()));
        let gaps: BTreeSet<&String> = group.iter().flat_map(|b| &b.gaps).collect();
        frame.gaps = gaps.into_iter().take(3).cloned().collect();
        frame.source = None;
    }
    frame
}

pub(super) fn merged_node(id: &str, group: &[&Node], plan: &Plan<'_>, arch: &Architecture) -> Node {
    let Some(&first) = group.first() else {
        return Node::new(id, NodeKind::Server, "", None, Evidence::Assumed);
    };
    let mut node = first.clone();
    node.boundary = first
        .boundary
        .as_deref()
        .and_then(|b| plan.frame(b))
        .map(str::to_owned);
    if group.len() == 1 {
        return node;
    }
    let clients: Vec<&Node> = group
        .iter()
        .copied()
        .filter(|n| n.kind == NodeKind::Client)
        .collect();
    let hosts: BTreeMap<&str, &Boundary> = group
        .iter()
        .filter_map(|n| arch.boundary(n.boundary.as_deref()?))
        .filter(|b| b.kind == BoundaryKind::Host)
        .map(|b| (b.id.as_str(), b))
        .collect();
    let whole = group
        .iter()
        .any(|n| n.kind == NodeKind::Model || n.kind == NodeKind::Gate);
    let shown: Vec<&Node> = if whole {
        clients.clone()
    } else {
        group.to_vec()
    };
    if whole {
        let products: Vec<&str> = hosts.values().map(|b| b.label.as_str()).collect();
        node.kind = NodeKind::Client;
        node.label = match products.as_slice() {
            [one] => format!("{one} · {}", number(clients.len(), "client")),
            all => format!(
                "{} · {}",
                number(all.len(), "host"),
                number(clients.len(), "client")
            ),
        };
    } else {
        node.label = number(group.len(), noun(first.kind));
    }
    node.lines.clear();
    let names: Vec<&str> = shown.iter().map(|n| n.label.as_str()).collect();
    if !names.is_empty() {
        node.lines
            .push(Line::new(LineRole::Plain, first_names(&names)));
    }
    if !clients.is_empty() {
        node.lines
            .push(Line::new(LineRole::Plain, transports(&clients)));
    }
    node.lines
        .extend(common_lines(group.iter().map(|n| n.lines.as_slice())));
    node.marks.clear();
    node.client = None;
    node.source = None;
    if group.iter().any(|n| n.off.is_none()) {
        node.off = None;
    }
    node
}

fn noun(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::AuthorizationServer => "authorization server",
        NodeKind::Upstream => "API",
        NodeKind::BuiltinTools => "set of built-in tools",
        NodeKind::Repository => "repository",
        NodeKind::External => "caller",
        other => other.word(),
    }
}

fn transports(clients: &[&Node]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for facts in clients.iter().filter_map(|n| n.client.as_ref()) {
        *counts.entry(facts.transport).or_default() += 1;
    }
    let texts: Vec<String> = counts
        .iter()
        .map(|(word, n)| format!("{word}: {n}"))
        .collect();
    format!("transports: {}", texts.join(", "))
}

fn first_names(names: &[&str]) -> String {
    let distinct: IndexSet<&str> = names.iter().copied().collect();
    let shown: Vec<&str> = distinct.iter().take(3).copied().collect();
    match distinct.len() - shown.len() {
        0 => shown.join(", "),
        rest => format!("{} +{rest}", shown.join(", ")),
    }
}

/// Returns the loudest and then the most frequent lines of a group, each with how many have it.
fn common_lines<'a>(groups: impl Iterator<Item = &'a [Line]>) -> Vec<Line> {
    let mut counts: BTreeMap<(u8, &str), (usize, LineRole)> = BTreeMap::new();
    let mut total = 0;
    for lines in groups {
        total += 1;
        for line in lines {
            let loudness = match line.role {
                LineRole::Alarm => 0,
                LineRole::Approval(Lock::Open) => 1,
                LineRole::Warning => 2,
                LineRole::Approval(_) => 3,
                LineRole::Credential | LineRole::Off => 4,
                LineRole::Reach => 5,
                LineRole::Plain => 6,
            };
            counts
                .entry((loudness, &line.text))
                .or_insert((0, line.role))
                .0 += 1;
        }
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by_key(|((loudness, _), (n, _))| (*loudness, std::cmp::Reverse(*n)));
    sorted
        .into_iter()
        .take(4)
        .map(|((_, text), (n, role))| {
            let text = if n == total {
                text.to_owned()
            } else {
                format!("{text} ({n} of {total})")
            };
            Line::new(role, text)
        })
        .collect()
}

pub(super) fn merged_flow(from: &str, to: &str, group: &[&Flow]) -> Flow {
    let mut flow = group.first().map_or_else(
        || Flow::new(FlowKind::Custom, from, to, Evidence::Assumed),
        |first| (*first).clone(),
    );
    from.clone_into(&mut flow.from);
    to.clone_into(&mut flow.to);
    if group.len() == 1 {
        return flow;
    }
    let mut parts: IndexMap<&str, (&LabelPart, usize)> = IndexMap::new();
    for part in group.iter().flat_map(|f| &f.label) {
        parts.entry(&part.text).or_insert((part, 0)).1 += 1;
    }
    let mut sorted: Vec<(&LabelPart, usize)> = parts.into_values().collect();
    sorted.sort_by_key(|(part, n)| (part.role != LabelRole::Alarm, std::cmp::Reverse(*n)));
    flow.label = sorted
        .iter()
        .take(3)
        .map(|(part, _)| (*part).clone())
        .collect();
    if sorted.len() > 3 {
        flow.label.push(LabelPart::new(
            LabelRole::Plain,
            format!("+{} more", sorted.len() - 3),
        ));
    }
    flow.evidence = group
        .iter()
        .map(|f| f.evidence)
        .max()
        .unwrap_or(flow.evidence);
    flow.tools.clear();
    flow.source = None;
    flow
}
