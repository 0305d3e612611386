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

    /// Moves a lane where it has room; returns where it was.
    pub(super) fn shift_lane(&mut self, lane: usize, by: f64) -> Option<f64> {
        let var = self.lane[lane];
        let old = self.solver.get(var);
        self.solver.shift(var, old + by).then_some(old)
    }

    /// Puts a lane back where it was.
    pub(super) fn put_lane(&mut self, lane: usize, at: f64) {
        self.solver.shift(self.lane[lane], at);
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
pub(super) fn ports(tree: &Tree, routes: &mut Routes<'_>, sizes: &[Sized]) -> Vec<f64> {
    let mut height: Vec<f64> = sizes.iter().map(|s| s.h.ceil()).collect();
    let list = sorted_ports(tree, routes);
    for both in list.chunk_by(|a, b| a.0 == b.0) {
        let node = both[0].0;
        let left = both.partition_point(|p| routes.ports[p.1].side == Side::Left);
        let lists = [&both[..left], &both[left..]];
        let step = |routes: &Routes<'_>, above: usize, below: usize| {
            (routes.ports[above].below + routes.ports[below].above).max(12.0)
        };
        let spans = lists.map(|list| {
            let steps = list
                .windows(2)
                .map(|pair| step(routes, pair[0].1, pair[1].1));
            steps.fold(0.0, |a, b| a + b)
        });
        for (list, span) in lists.iter().zip(spans) {
            let edge = match (list.first(), list.last()) {
                (Some(f), Some(l)) => routes.ports[f.1].above.max(routes.ports[l.1].below) + 2.0,
                _ => 0.0,
            };
            height[node] = height[node].max(span + 2.0 * edge).ceil();
        }
        for (list, span) in lists.iter().zip(spans) {
            let mut at = ((height[node] - span) / 2.0).floor();
            for (i, &(_, port)) in list.iter().enumerate() {
                if i > 0 {
                    at += step(routes, list[i - 1].1, port);
                }
                routes.ports[port].offset = at;
            }
        }
    }
    height
}

/// Ports with their boxes, by box and side, in the order in which their flows leave without crossing each other.
fn sorted_ports(tree: &Tree, routes: &Routes<'_>) -> Vec<(usize, usize)> {
    let rank = |p: usize| {
        let port = &routes.ports[p];
        let far = port.far.0 / port.far.1.max(1.0);
        let up = far < tree.key[port.node];
        let kind = match port.kind {
            FlowKind::Oauth => 1,
            _ => 0,
        };
        let (first, second, third) = match (port.beside, up) {
            (true, true) => (0, 0, -far),
            (false, _) => (1, kind, far),
            (true, false) => (2, kind, -far),
        };
        ((port.node, port.side, first, second), third)
    };
    let mut list: Vec<_> = (0..routes.ports.len()).map(|p| (rank(p), p)).collect();
    list.sort_unstable_by(|((a, far_a), p), ((b, far_b), q)| {
        a.cmp(b).then(far_a.total_cmp(far_b)).then(p.cmp(q))
    });
    list.into_iter()
        .map(|((key, _), port)| (key.0, port))
        .collect()
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
    let lanes = sorted_lanes(routes);
    let mut lanes = &lanes[..];
    for (b, block) in tree.blocks.iter().enumerate() {
        let heading = block.frame.map(|f| &headings[f]);
        let (head, foot) = match heading {
            Some(h) => (h.head, FRAME_PAD),
            None => (0.0, 0.0),
        };
        rows.solver.least(rows.top[b], rows.bottom[b], head + foot);
        for (c, column) in block.columns.iter().enumerate() {
            let here = |&l: &usize| (routes.lanes[l].block, routes.lanes[l].column) == (b, c);
            let (inside, rest) = lanes.split_at(lanes.partition_point(here));
            lanes = rest;
            let mut last: Option<Entry> = None;
            for entry in interleave(tree, routes, column, inside) {
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

/// Lanes by block, column and row key.
fn sorted_lanes(routes: &Routes<'_>) -> Vec<usize> {
    let mut lanes: Vec<usize> = (0..routes.lanes.len()).collect();
    lanes.sort_unstable_by(|&i, &j| {
        let (a, b) = (&routes.lanes[i], &routes.lanes[j]);
        let (p, q) = (&routes.ports[a.port], &routes.ports[b.port]);
        (a.block, a.column)
            .cmp(&(b.block, b.column))
            .then(a.key.total_cmp(&b.key))
            .then(p.node.cmp(&q.node))
            .then(p.offset.total_cmp(&q.offset))
            .then(i.cmp(&j))
    });
    lanes
}

/// A column's items with its lanes between them, by row key.
fn interleave(
    tree: &Tree,
    routes: &Routes<'_>,
    column: &[Item],
    lanes: &[usize],
) -> impl Iterator<Item = Entry> {
    let mut items = column.iter().copied().peekable();
    let mut lanes = lanes.iter().copied().peekable();
    std::iter::from_fn(move || {
        let first = match (items.peek(), lanes.peek()) {
            (Some(&item), Some(&lane)) => routes.lanes[lane].key <= tree.span(item).mean,
            (None, _) => true,
            (_, None) => false,
        };
        if first {
            lanes.next().map(Entry::Lane)
        } else {
            items.next().map(Entry::Item)
        }
    })
}
