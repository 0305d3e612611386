//! Row keys: numbers that put a caller and what it calls side by side.

use std::collections::{BTreeMap, BTreeSet};

use super::irregular::{self, Knot};
use super::view::{VNode, View};
use crate::graph::{BoundaryKind, FlowKind, NodeKind};

/// The hosts of a view with what counts down them.
#[derive(Debug)]
pub(super) struct Order {
    hosts: Vec<Host>,
    /// Flows that leave and enter each node, as the nodes at the other end.
    near: Vec<Vec<usize>>,
}

#[derive(Debug)]
struct Host {
    frame: Option<usize>,
    parent: Option<usize>,
    /// Clients and built-in tools from top to bottom.
    members: Vec<usize>,
}

impl Order {
    pub(super) fn new(view: &View) -> Self {
        let with_clients: BTreeSet<Option<usize>> = (view.nodes.iter())
            .filter(|n| n.kind == NodeKind::Client)
            .map(|n| n.frame)
            .collect();
        let mut members: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for (i, node) in view.nodes.iter().enumerate() {
            let tools = node.kind == NodeKind::BuiltinTools && with_clients.contains(&node.frame);
            if node.kind == NodeKind::Client || tools {
                members.entry(node.frame).or_default().push(i);
            }
        }
        let mut out = vec![Vec::new(); view.nodes.len()];
        let mut near = vec![Vec::new(); view.nodes.len()];
        for flow in &view.flows {
            near[flow.to].push(flow.from);
            near[flow.from].push(flow.to);
            out[flow.from].push((flow.to, flow.kind != FlowKind::Oauth));
        }
        // frames in the order of the picture
        let mut hosts: Vec<(Vec<usize>, Host)> = members
            .into_iter()
            .map(|(frame, mut members)| {
                // clients of one provider stand together, where the first of them would
                let mut first = BTreeMap::new();
                for &i in &members {
                    let far = (reach(view, &out, i), home(view, &out, i));
                    first.entry(far).or_insert(i);
                }
                members.sort_by_cached_key(|&i| {
                    let (reach, home) = (reach(view, &out, i), home(view, &out, i));
                    (reach, first.get(&(reach, home)).copied(), i)
                });
                let mut path = view.chain(frame);
                path.reverse();
                let parent = frame.and_then(|f| view.frames[f].parent);
                let host = Host {
                    frame,
                    parent,
                    members,
                };
                (path, host)
            })
            .collect();
        hosts.sort_by(|a, b| a.0.cmp(&b.0));
        Self {
            hosts: hosts.into_iter().map(|h| h.1).collect(),
            near,
        }
    }

    /// Gives every node its row key: clients count down their host, all others lie level with those that call them.
    ///
    /// Hosts of one grid row share a range of keys. Clients of a knot stand in its order.
    pub(super) fn keys(&self, view: &View, bands: usize, knots: &[Knot]) -> Vec<f64> {
        let mut key = vec![f64::NAN; view.nodes.len()];
        let mut row = 0.0;
        let mut below: f64 = 0.0;
        let mut in_row: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        let mut last_parent = None;
        let mut least: BTreeMap<Option<usize>, f64> = BTreeMap::new();
        for host in &self.hosts {
            let nth = in_row.entry(host.parent).or_insert(0);
            if (*nth).is_multiple_of(bands.max(1)) || last_parent != Some(host.parent) {
                row = below;
            }
            *nth += 1;
            last_parent = Some(host.parent);
            let mut at = row + 1.0;
            least.insert(host.frame, at + 1.0);
            for &i in &host.members {
                at += 1.0;
                key[i] = at;
            }
            below = below.max(at + 1.0);
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
        for knot in knots {
            irregular::rekey_callers(view, knot, &mut key);
        }
        self.spread(view, &mut key);
        for i in 0..key.len() {
            if key[i].is_nan() {
                below += 1.0;
                key[i] = match view.nodes[i].kind {
                    // what nothing leads to stands beside the model, where there is room
                    NodeKind::Asset => beside(view, &key, i).unwrap_or(below),
                    _ => below,
                };
            }
        }
        key
    }

    /// Gives nodes without a key the mean key of their neighbours, wave by wave.
    fn spread(&self, view: &View, key: &mut [f64]) {
        let mut open: Vec<usize> = (0..key.len()).filter(|&i| key[i].is_nan()).collect();
        loop {
            let mut found = Vec::new();
            for &i in &open {
                let known = || self.near[i].iter().map(|&o| key[o]).filter(|k| !k.is_nan());
                let count = known().count();
                if count > 0 {
                    #[expect(clippy::cast_precision_loss, reason = "a count of flows is small")]
                    let mean = known().sum::<f64>() / count as f64;
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
            open.retain(|&i| key[i].is_nan());
        }
    }
}

/// The row of the first model, gate or client in the frame of a node.
fn beside(view: &View, key: &[f64], node: usize) -> Option<f64> {
    let frame = view.nodes[node].frame?;
    let host = |n: &VNode| n.frame.map(|f| view.frames[f].kind) == Some(BoundaryKind::Host);
    // built-in tools outside their host stand there already
    let taken = |n: &VNode| n.kind == NodeKind::BuiltinTools && !host(n);
    if view.nodes.iter().any(taken) {
        return None;
    }
    (view.nodes.iter().zip(key))
        .filter(|(n, k)| !k.is_nan() && view.chain(n.frame).contains(&frame))
        .map(|(_, &k)| k)
        .min_by(f64::total_cmp)
}

/// The outermost frame of what a client calls, where that is one.
fn home(view: &View, out: &[Vec<(usize, bool)>], client: usize) -> Option<usize> {
    let targets = out[client].iter().filter(|t| t.1);
    let mut frames = targets.map(|t| view.chain(view.nodes[t.0].frame).last().copied());
    let first = frames.next()?;
    first.filter(|_| frames.all(|f| f == first))
}

/// How far what a client calls is away: its own frame first, then its machine, then what it bridges to, then the network.
fn reach(view: &View, out: &[Vec<(usize, bool)>], client: usize) -> (usize, usize) {
    let here = view.chain(view.nodes[client].frame);
    let far = |from: &[usize], to: usize| {
        let there = view.chain(view.nodes[to].frame);
        from.iter()
            .position(|f| there.contains(f))
            .unwrap_or(usize::MAX / 2)
    };
    let targets = || out[client].iter().filter(|t| t.1).map(|t| t.0);
    let first = targets().map(|t| far(&here, t)).max();
    let second = targets()
        .flat_map(|t| {
            let there = view.chain(view.nodes[t].frame);
            out[t].iter().map(move |o| far(&there, o.0))
        })
        .max();
    let tools = view.nodes[client].kind == NodeKind::BuiltinTools;
    (
        if tools { 0 } else { first.unwrap_or(0) },
        second.unwrap_or(0),
    )
}
