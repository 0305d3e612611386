//! Row keys: numbers that put a caller and what it calls side by side.

use std::collections::BTreeMap;

use super::blocks::Shape;
use super::view::View;
use crate::graph::{FlowKind, NodeKind};

/// Gives every node its row key: clients count down their host, all others lie level with those that call them.
pub(super) fn keys(view: &View, shape: Shape, key: &mut [f64]) {
    let mut hosts: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    let mut first_seen: Vec<Option<usize>> = Vec::new();
    let mut with_clients = std::collections::BTreeSet::new();
    for node in &view.nodes {
        if node.kind == NodeKind::Client {
            with_clients.insert(node.frame);
        }
    }
    for (i, node) in view.nodes.iter().enumerate() {
        let tools = node.kind == NodeKind::BuiltinTools && with_clients.contains(&node.frame);
        if node.kind == NodeKind::Client || tools {
            let list = hosts.entry(node.frame).or_default();
            if list.is_empty() {
                first_seen.push(node.frame);
            }
            list.push(i);
        }
    }
    // frames in the order of the picture: hosts of one grid row share a range of keys
    let mut order: Vec<(Vec<usize>, Option<usize>)> = first_seen
        .into_iter()
        .map(|frame| {
            let mut path = view.chain(frame);
            path.reverse();
            (path, frame)
        })
        .collect();
    order.sort();
    let mut row = 0.0;
    let mut below: f64 = 0.0;
    let mut in_row: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    let mut last_parent = None;
    for (_, frame) in &order {
        let parent = frame.and_then(|f| view.frames[f].parent);
        let nth = in_row.entry(parent).or_insert(0);
        if (*nth).is_multiple_of(shape.bands.max(1)) || last_parent != Some(parent) {
            row = below;
        }
        *nth += 1;
        last_parent = Some(parent);
        let mut members = hosts.remove(frame).unwrap_or_default();
        members.sort_by_key(|&i| (reach(view, i), i));
        let mut at = row + 1.0;
        for i in members {
            at += 1.0;
            key[i] = at;
        }
        below = below.max(at + 1.0);
    }
    let mut least: BTreeMap<Option<usize>, f64> = BTreeMap::new();
    for (node, &k) in view.nodes.iter().zip(key.iter()) {
        if !k.is_nan() {
            let low = least.entry(node.frame).or_insert(k);
            *low = low.min(k);
        }
    }
    for (i, node) in view.nodes.iter().enumerate() {
        if let Some(&low) = least.get(&node.frame) {
            match node.kind {
                NodeKind::Model | NodeKind::Gateway => key[i] = low - 1.0,
                NodeKind::Gate => key[i] = low - 0.5,
                _ => {}
            }
        }
    }
    spread(view, key);
    for k in key.iter_mut() {
        if k.is_nan() {
            below += 1.0;
            *k = below;
        }
    }
}

/// How far what a client calls is away: its own frame first, then its machine, then what it bridges to, then the network.
fn reach(view: &View, client: usize) -> (usize, usize) {
    let here = view.chain(view.nodes[client].frame);
    let far = |from: &[usize], to: usize| {
        let there = view.chain(view.nodes[to].frame);
        from.iter()
            .position(|f| there.contains(f))
            .unwrap_or(usize::MAX / 2)
    };
    let targets = || {
        view.flows
            .iter()
            .filter(move |f| f.from == client && f.kind != FlowKind::Oauth)
            .map(|f| f.to)
    };
    let first = targets().map(|t| far(&here, t)).max();
    let second = targets()
        .flat_map(|t| {
            let there = view.chain(view.nodes[t].frame);
            view.flows
                .iter()
                .filter(move |f| f.from == t)
                .map(move |f| far(&there, f.to))
        })
        .max();
    let tools = view.nodes[client].kind == NodeKind::BuiltinTools;
    (
        if tools { 0 } else { first.unwrap_or(0) },
        second.unwrap_or(0),
    )
}

/// Gives nodes without a key the mean key of their neighbours, wave by wave.
fn spread(view: &View, key: &mut [f64]) {
    let mut near = vec![Vec::new(); view.nodes.len()];
    for flow in &view.flows {
        near[flow.to].push(flow.from);
        near[flow.from].push(flow.to);
    }
    loop {
        let mut found = Vec::new();
        for (i, others) in near.iter().enumerate() {
            if !key[i].is_nan() {
                continue;
            }
            let known: Vec<f64> = others
                .iter()
                .map(|&o| key[o])
                .filter(|k| !k.is_nan())
                .collect();
            if !known.is_empty() {
                #[expect(clippy::cast_precision_loss, reason = "a count of flows is small")]
                let mean = known.iter().sum::<f64>() / known.len() as f64;
                // of what one client calls, its server comes first
                let after = match view.nodes[i].kind {
                    NodeKind::Helper => 0.1,
                    NodeKind::Asset => 0.2,
                    _ => 0.0,
                };
                found.push((i, mean + after));
            }
        }
        if found.is_empty() {
            return;
        }
        for (i, mean) in found {
            key[i] = mean;
        }
    }
}
