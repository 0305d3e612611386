//! Heights: every box, frame and lane gets its place from top to bottom, callers level with what they call.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::heading::Heading;
use super::measure::Sized;
use super::routes::{Routes, Side, Stop};
use super::solver::Solver;
use super::tracks::{Clash, NEAR};
use super::tree::{Item, Tree};
use super::view::View;
use crate::graph::FlowKind;

const BOX_GAP: f64 = 12.0;
const FRAME_GAP: f64 = 14.0;
const FRAME_PAD: f64 = 12.0;

/// The solved heights of a candidate.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    pub(super) solver: Solver,
    node: Vec<usize>,
    pub(super) top: Vec<usize>,
    bottom: Vec<usize>,
    lane: Vec<usize>,
    /// Height of each node.
    pub(super) height: Vec<f64>,
}

impl Rows {
    /// Returns the upper side of a node.
    pub(super) fn node(&self, node: usize) -> f64 {
        self.solver.get(self.node[node])
    }

    /// Returns the upper side of a block.
    pub(super) fn top(&self, block: usize) -> f64 {
        self.solver.get(self.top[block])
    }

    /// Returns the lower side of a block.
    pub(super) fn bottom(&self, block: usize) -> f64 {
        self.solver.get(self.bottom[block])
    }

    pub(super) fn var(&self, routes: &Routes<'_>, stop: Stop) -> (usize, f64) {
        match stop {
            Stop::Port(p) => {
                let port = &routes.ports[p];
                (self.node[port.node], port.offset)
            }
            Stop::Lane(l) => (self.lane[l], 0.0),
        }
    }

    /// Returns the height of a stop.
    pub(super) fn stop(&self, routes: &Routes<'_>, stop: Stop) -> f64 {
        let (var, offset) = self.var(routes, stop);
        self.solver.get(var) + offset
    }

    /// Moves one stop of each clash down; returns those of stops that are tied, so that both move.
    pub(super) fn part(&mut self, routes: &Routes<'_>, mut clashes: Vec<Clash>) -> BTreeSet<Stop> {
        clashes.sort_unstable();
        clashes.dedup_by_key(|c| c.right);
        let mut stuck = BTreeSet::new();
        for Clash { left, right } in clashes {
            // where the left one must follow the right one, it can go on alone
            let parted = [(left, right), (right, left)]
                .into_iter()
                .any(|(stays, goes)| {
                    let below = self.stop(routes, stays) + NEAR + 1.0;
                    let (var, offset) = self.var(routes, goes);
                    self.solver.push(var, below - offset);
                    (self.stop(routes, left) - self.stop(routes, right)).abs() >= NEAR
                });
            if !parted {
                stuck.insert(right);
            }
        }
        stuck
    }
}

/// Gives ports their places on their boxes; returns the heights of the boxes.
pub(super) fn ports(
    view: &View,
    tree: &Tree,
    routes: &mut Routes<'_>,
    sizes: &[Sized],
) -> Vec<f64> {
    let mut height: Vec<f64> = sizes.iter().map(|s| s.h).collect();
    let mut of: Vec<[Vec<usize>; 2]> = vec![[Vec::new(), Vec::new()]; view.nodes.len()];
    for (i, port) in routes.ports.iter().enumerate() {
        of[port.node][usize::from(port.side == Side::Right)].push(i);
    }
    for (node, sides) in of.iter_mut().enumerate() {
        let mut spans = Vec::new();
        for list in sides.iter_mut() {
            sort_ports(tree, routes, node, list);
            let mut span = 0.0;
            for pair in list.windows(2) {
                let (p, q) = (&routes.ports[pair[0]], &routes.ports[pair[1]]);
                span += (p.below + q.above).max(12.0);
            }
            let edge = match (list.first(), list.last()) {
                (Some(&f), Some(&l)) => routes.ports[f].above.max(routes.ports[l].below) + 2.0,
                _ => 0.0,
            };
            height[node] = height[node].max(span + 2.0 * edge).ceil();
            spans.push(span);
        }
        for (list, span) in sides.iter().zip(spans) {
            let mut at = ((height[node] - span) / 2.0).floor();
            for (i, &p) in list.iter().enumerate() {
                if i > 0 {
                    at += (routes.ports[list[i - 1]].below + routes.ports[p].above).max(12.0);
                }
                routes.ports[p].offset = at;
            }
        }
    }
    height
}

/// Ports in the order in which their flows leave without crossing each other.
fn sort_ports(tree: &Tree, routes: &Routes<'_>, node: usize, list: &mut [usize]) {
    let rank = |&p: &usize| {
        let port = &routes.ports[p];
        let far = port.far.0 / port.far.1.max(1.0);
        let beside = port.beside;
        let up = far < tree.key[node];
        let kind = match port.kind {
            FlowKind::Oauth => 1,
            _ => 0,
        };
        match (beside, up) {
            (true, true) => (0, 0, -far),
            (false, _) => (1, kind, far),
            (true, false) => (2, kind, -far),
        }
    };
    list.sort_by(|a, b| {
        let (ra, rb) = (rank(a), rank(b));
        (ra.0, ra.1)
            .cmp(&(rb.0, rb.1))
            .then(ra.2.total_cmp(&rb.2))
            .then(a.cmp(b))
    });
}

#[derive(Clone, Copy, PartialEq)]
enum Entry {
    Item(Item),
    Lane(usize),
}

/// Packs everything as high as it goes: the least heights, before runs are made straight.
pub(super) fn pack(
    view: &View,
    tree: &Tree,
    routes: &Routes<'_>,
    headings: &[Rc<Heading>],
    height: Vec<f64>,
) -> Rows {
    let mut solver = Solver::default();
    let node = (0..view.nodes.len()).map(|_| solver.add()).collect();
    let top: Vec<usize> = tree.blocks.iter().map(|_| solver.add()).collect();
    let bottom = tree.blocks.iter().map(|_| solver.add()).collect();
    let lane = routes.lanes.iter().map(|_| solver.add()).collect();
    let mut rows = Rows {
        solver,
        node,
        top,
        bottom,
        lane,
        height,
    };
    let mut lanes: Vec<Vec<Vec<usize>>> = tree
        .blocks
        .iter()
        .map(|b| vec![Vec::new(); b.columns.len()])
        .collect();
    for (i, lane) in routes.lanes.iter().enumerate() {
        lanes[lane.block][lane.column].push(i);
    }
    for (b, block) in tree.blocks.iter().enumerate() {
        let heading = block.frame.map(|f| &headings[f]);
        let (head, foot) = match heading {
            Some(h) => (h.head, FRAME_PAD),
            None => (0.0, 0.0),
        };
        rows.solver.least(rows.top[b], rows.bottom[b], head + foot);
        for (c, column) in block.columns.iter().enumerate() {
            let entries = interleave(tree, routes, column, &lanes[b][c]);
            let mut last: Option<Entry> = None;
            for &entry in &entries {
                let (start, above, _, _) = rows.extent(routes, entry);
                match last {
                    None => rows.solver.least(rows.top[b], start, head + above),
                    Some(before) => {
                        let (_, _, end, below) = rows.extent(routes, before);
                        let gap = gap(before, entry);
                        rows.solver.least(end, start, below + gap + above);
                    }
                }
                last = Some(entry);
            }
            if let Some(before) = last {
                let (_, _, end, below) = rows.extent(routes, before);
                rows.solver.least(end, rows.bottom[b], below + foot);
            }
        }
    }
    rows.solver.settle();
    rows
}

impl Rows {
    /// Watches the height of the whole: ties may not raise it much.
    pub(super) fn watch(&mut self) {
        self.solver.watch(self.bottom[0]);
    }

    /// The variable of an item's upper side.
    pub(super) fn upper(&self, item: Item) -> usize {
        match item {
            Item::Node(n) => self.node[n],
            Item::Block(b) => self.top[b],
        }
    }

    /// The innermost frame around a stop.
    pub(super) fn frame(tree: &Tree, routes: &Routes<'_>, stop: Stop) -> Option<usize> {
        let block = match stop {
            Stop::Port(p) => tree.node_at[routes.ports[p].node].0,
            Stop::Lane(l) => routes.lanes[l].block,
        };
        (block > 0).then_some(block)
    }

    /// Height that a block has when its upper side follows its content.
    pub(super) fn tight(&self, tree: &Tree, headings: &[Rc<Heading>], block: usize) -> f64 {
        let head = tree.blocks[block].frame.map_or(0.0, |f| headings[f].head);
        let first = tree.blocks[block]
            .columns
            .iter()
            .filter_map(|c| c.first())
            .map(|&item| match item {
                Item::Node(n) => self.node(n),
                Item::Block(b) => self.top(b),
            })
            .fold(f64::MAX, f64::min);
        self.bottom(block) - (first - head).max(self.top(block))
    }

    /// First variable with what lies above it, last variable with what lies below it.
    fn extent(&self, routes: &Routes<'_>, entry: Entry) -> (usize, f64, usize, f64) {
        match entry {
            Entry::Item(Item::Node(n)) => (self.node[n], 0.0, self.node[n], self.height[n]),
            Entry::Item(Item::Block(b)) => (self.top[b], 0.0, self.bottom[b], 0.0),
            Entry::Lane(l) => {
                let lane = &routes.lanes[l];
                (self.lane[l], lane.above, self.lane[l], lane.below)
            }
        }
    }
}

fn gap(a: Entry, b: Entry) -> f64 {
    match (a, b) {
        (Entry::Lane(_), Entry::Lane(_)) => 0.0,
        (Entry::Lane(_), _) | (_, Entry::Lane(_)) => 4.0,
        (Entry::Item(Item::Node(_)), Entry::Item(Item::Node(_))) => BOX_GAP,
        _ => FRAME_GAP,
    }
}

/// A column's items with its lanes between them, by row key.
fn interleave(tree: &Tree, routes: &Routes<'_>, column: &[Item], lanes: &[usize]) -> Vec<Entry> {
    let mut lanes: Vec<(f64, usize)> = lanes.iter().map(|&l| (routes.lanes[l].key, l)).collect();
    lanes.sort_by(|a, b| {
        let (p, q) = (routes.lanes[a.1].port, routes.lanes[b.1].port);
        let (p, q) = (&routes.ports[p], &routes.ports[q]);
        a.0.total_cmp(&b.0)
            .then(p.node.cmp(&q.node))
            .then(p.offset.total_cmp(&q.offset))
            .then(a.1.cmp(&b.1))
    });
    let mut out = Vec::with_capacity(column.len() + lanes.len());
    let mut lanes = lanes.into_iter().peekable();
    for &item in column {
        let key = tree.span(item).mean;
        while let Some(&(at, lane)) = lanes.peek() {
            if at > key {
                break;
            }
            out.push(Entry::Lane(lane));
            lanes.next();
        }
        out.push(Entry::Item(item));
    }
    out.extend(lanes.map(|(_, lane)| Entry::Lane(lane)));
    out
}
