//! Irregular content of one frame: chains of bridges, gateways and servers, which no role orders. `layout-rs` ranks and orders them.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use layout_rs::adt::dag::NodeHandle;
use layout_rs::core::base::Orientation;
use layout_rs::core::geometry::Point;
use layout_rs::core::style::StyleAttr;
use layout_rs::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout_rs::topo::layout::VisualGraph;
use layout_rs::topo::optimizer::EdgeCrossOptimizer;

use super::tree::Item;
use super::view::View;

/// Children of one frame that call others of their own role, in chains.
#[derive(Debug)]
pub(super) struct Knot {
    pub(super) frame: usize,
    /// The clients that call them, from top to bottom.
    pub(super) callers: Vec<usize>,
    /// From left to right, and in each rank from top to bottom; by their places among the frame's children.
    pub(super) ranks: Vec<Vec<usize>>,
}

/// Above so many boxes, or boxes and bends, the crate would take too long.
const BOXES: usize = 40;
const ELEMENTS: usize = 120;

/// Finds the knot among the children of a frame, if there is one.
///
/// `flows` join children of one role; they hold no cycle and stand in the order of their callers. `calls` are those of clients.
/// The rows are those at which a client and a child would like to stand.
pub(super) fn knot(
    frame: usize,
    flows: &[(usize, usize)],
    calls: &[(usize, usize)],
    client_row: impl Fn(usize) -> f64,
    child_row: impl Fn(usize) -> f64,
) -> Option<Knot> {
    let ends: BTreeSet<usize> = flows.iter().flat_map(|&(a, b)| [a, b]).collect();
    // callers with one callee each are in order already
    if ends.len() == 2 * flows.len() {
        return None;
    }
    let calls: BTreeSet<(usize, usize)> = (calls.iter().copied())
        .filter(|call| ends.contains(&call.1))
        .collect();
    let mut callers: Vec<usize> = calls.iter().map(|call| call.0).collect();
    callers.dedup();
    callers.sort_by(|&a, &b| client_row(a).total_cmp(&client_row(b)).then(a.cmp(&b)));
    let mut members: Vec<usize> = ends.into_iter().collect();
    members.sort_by(|&a, &b| child_row(a).total_cmp(&child_row(b)).then(a.cmp(&b)));
    let at = |child: usize| Some(callers.len() + members.iter().position(|&m| m == child)?);
    let caller = |client: usize| callers.iter().position(|&c| c == client);
    let inner: Vec<(usize, usize)> = (calls.iter())
        .filter_map(|&(a, b)| Some((caller(a)?, at(b)?)))
        .chain(flows.iter().filter_map(|&(a, b)| Some((at(a)?, at(b)?))))
        .collect();
    let mut ranks = ranked(callers.len() + members.len(), &inner, crossless);
    // a picture and its mirror image cross equally: the one that changes less is kept
    let mut mirrored = ranks.clone();
    for rank in &mut mirrored {
        rank.reverse();
    }
    if far(&mirrored) < far(&ranks) {
        ranks = mirrored;
    }
    let first = ranks.iter().flatten().filter(|&&at| at < callers.len());
    let first: Vec<usize> = first.map(|&at| callers[at]).collect();
    for rank in &mut ranks {
        rank.retain(|&at| at >= callers.len());
        for at in rank {
            *at = members[*at - callers.len()];
        }
    }
    if !first.is_empty() {
        // what no client calls stands with what clients call
        let outer = std::mem::take(&mut ranks[0]);
        ranks.remove(0);
        if let Some(next) = ranks.first_mut() {
            next.splice(0..0, outer);
        }
    }
    Some(Knot {
        frame,
        callers: first,
        ranks,
    })
}

/// How far boxes stand from where their rows would have them.
fn far(ranks: &[Vec<usize>]) -> usize {
    let of = |rank: &Vec<usize>| {
        let mut sorted = rank.clone();
        sorted.sort_unstable();
        let pairs = rank.iter().zip(sorted);
        pairs.map(|(a, b)| a.abs_diff(b)).sum::<usize>()
    };
    ranks.iter().map(of).sum()
}

/// Ranks and orders boxes by an engine; without it where there are too many of them, or where it fails.
fn ranked(
    boxes: usize,
    flows: &[(usize, usize)],
    engine: impl FnOnce(usize, &[(usize, usize)]) -> Vec<Vec<usize>>,
) -> Vec<Vec<usize>> {
    let plain = plain(boxes, flows);
    let rank = rank_of(boxes, &plain);
    let bends: usize = flows.iter().map(|&(a, b)| rank[b] - rank[a] - 1).sum();
    if boxes > BOXES || boxes + bends > ELEMENTS {
        return plain;
    }
    match catch_unwind(AssertUnwindSafe(|| engine(boxes, flows))) {
        Ok(found) if sound(boxes, flows, &found) => found,
        _ => plain,
    }
}

/// Whether every box is there once, and every flow goes forward.
fn sound(boxes: usize, flows: &[(usize, usize)], ranks: &[Vec<usize>]) -> bool {
    let mut all: Vec<usize> = ranks.iter().flatten().copied().collect();
    all.sort_unstable();
    if !all.into_iter().eq(0..boxes) {
        return false;
    }
    let rank = rank_of(boxes, ranks);
    flows.iter().all(|&(a, b)| rank[a] < rank[b])
}

fn rank_of(boxes: usize, ranks: &[Vec<usize>]) -> Vec<usize> {
    let mut rank = vec![0; boxes];
    for (r, members) in ranks.iter().enumerate() {
        for &member in members {
            rank[member] = r;
        }
    }
    rank
}

/// Longest paths, and in each rank the mean place of the callers.
fn plain(boxes: usize, flows: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut rank = vec![0; boxes];
    for &(a, b) in flows {
        rank[b] = rank[b].max(rank[a] + 1);
    }
    let mut ranks: Vec<Vec<usize>> = vec![Vec::new(); rank.iter().max().map_or(0, |r| r + 1)];
    for (at, &r) in rank.iter().enumerate() {
        ranks[r].push(at);
    }
    let mut place: Vec<usize> = (0..boxes).collect();
    for members in &mut ranks {
        members.sort_by_cached_key(|&m| {
            let callers = || flows.iter().filter(|f| f.1 == m).map(|f| place[f.0]);
            let mean = 1000 * callers().sum::<usize>() / callers().count().max(1);
            (
                if callers().count() > 0 {
                    mean
                } else {
                    1000 * m
                },
                m,
            )
        });
        for (at, &m) in members.iter().enumerate() {
            place[m] = at;
        }
    }
    ranks
}

/// Longest paths and the order with few crossings, by `layout-rs`.
///
/// Only its ranks and orders are asked for. The stages that place and draw are left out: they hold all of its known panics.
fn crossless(boxes: usize, flows: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut graph = VisualGraph::new(Orientation::LeftToRight);
    // it would look for a cycle along every path, again for each flow; there is none
    graph.dag.set_validate(false);
    let handles: Vec<_> = (0..boxes)
        .map(|_| {
            let (shape, look) = (ShapeKind::new_box(""), StyleAttr::simple());
            let size = Point::splat(1.0);
            graph.add_node(Element::create(shape, look, Orientation::LeftToRight, size))
        })
        .collect();
    for &(a, b) in flows {
        graph.add_edge(Arrow::simple(""), handles[a], handles[b]);
    }
    graph.to_valid_dag();
    graph.split_long_edges(true);
    EdgeCrossOptimizer::new(&mut graph.dag).optimize();
    let ranks = graph.dag.ranks().iter();
    // above the boxes are the bends of flows that pass a rank
    ranks
        .map(|rank| (rank.iter().map(NodeHandle::get_index)).filter(|&at| at < boxes))
        .map(Iterator::collect)
        .collect()
}

/// Gives the callers of a knot, host by host, the rows of their host in the order of the knot.
pub(super) fn rekey_callers(view: &View, knot: &Knot, keys: &mut [f64]) {
    let hosts: BTreeSet<Option<usize>> =
        knot.callers.iter().map(|&c| view.nodes[c].frame).collect();
    for host in hosts {
        let of_host = || (knot.callers.iter()).filter(|&&c| view.nodes[c].frame == host);
        let mut rows: Vec<f64> = of_host().map(|&c| keys[c]).collect();
        rows.sort_by(f64::total_cmp);
        for (&client, row) in of_host().zip(rows) {
            keys[client] = row;
        }
    }
}

/// Gives what stands in one rank of a knot row keys that keep its order.
pub(super) fn rekey(view: &View, items: &[Item], knot: &Knot, keys: &mut [f64]) {
    for rank in knot.ranks.iter().filter(|rank| rank.len() > 1) {
        let nodes: Vec<Vec<usize>> = rank.iter().map(|&slot| inside(view, items[slot])).collect();
        let means: Vec<f64> = nodes.iter().map(|nodes| average(nodes, keys)).collect();
        let mut sorted = means.clone();
        sorted.sort_by(f64::total_cmp);
        let mut last = f64::MIN;
        for (at, nodes) in nodes.iter().enumerate() {
            last = sorted[at].max(last + 0.001);
            for &node in nodes {
                keys[node] += last - means[at];
            }
        }
    }
}

/// Mean row key of what an item holds.
pub(super) fn mean(view: &View, item: Item, keys: &[f64]) -> f64 {
    average(&inside(view, item), keys)
}

#[expect(clippy::cast_precision_loss, reason = "a count of boxes is small")]
fn average(nodes: &[usize], keys: &[f64]) -> f64 {
    nodes.iter().map(|&n| keys[n]).sum::<f64>() / nodes.len().max(1) as f64
}

/// The nodes that an item holds.
fn inside(view: &View, item: Item) -> Vec<usize> {
    match item {
        Item::Node(node) => vec![node],
        Item::Block(frame) => (0..view.nodes.len())
            .filter(|&n| view.chain(view.nodes[n].frame).contains(&frame))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two callers whose servers would cross in the order of their names.
    const CROSSED: [(usize, usize); 2] = [(0, 3), (1, 2)];

    fn crossings(flows: &[(usize, usize)], ranks: &[Vec<usize>]) -> usize {
        let place = |b: usize| {
            let found = ranks.iter().enumerate().find_map(|(r, rank)| {
                let at = rank.iter().position(|&x| x == b)?;
                Some((r, at))
            });
            found.unwrap()
        };
        let mut count = 0;
        for (i, f) in flows.iter().enumerate() {
            for g in &flows[i + 1..] {
                let (a, b, c, d) = (place(f.0), place(f.1), place(g.0), place(g.1));
                if a.0 == c.0 && b.0 == d.0 {
                    count += usize::from((a.1 < c.1) != (b.1 < d.1) && a.1 != c.1 && b.1 != d.1);
                }
            }
        }
        count
    }

    #[test]
    fn servers_stand_in_the_order_of_those_that_call_them() {
        let ranks = ranked(4, &CROSSED, crossless);
        assert_eq!(crossings(&CROSSED, &ranks), 0, "{ranks:?}");
        assert_eq!(ranks.len(), 2);
    }

    /// Three ranks of servers that call each other at random: mean places leave crossings that the crate takes out.
    #[test]
    fn the_crate_crosses_less_than_mean_places() {
        let (mut by_crate, mut by_mean) = (0, 0);
        let mut dice = 1_u64;
        for _ in 0..100 {
            let mut flows = Vec::new();
            for (a, b) in (0..5_usize).flat_map(|a| (5..10).map(move |b| (a, b))) {
                for (a, b) in [(a, b), (a + 5, b + 5)] {
                    dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if (dice >> 33).is_multiple_of(4) {
                        flows.push((a, b));
                    }
                }
            }
            flows.sort_unstable();
            by_crate += crossings(&flows, &ranked(15, &flows, crossless));
            by_mean += crossings(&flows, &plain(15, &flows));
        }
        assert!(by_crate * 4 < by_mean * 3, "{by_crate} {by_mean}");
    }

    #[test]
    fn an_engine_that_fails_or_lies_is_not_heard() {
        let plain = plain(4, &CROSSED);
        // raised without a message: the hook that prints is not asked
        let fails = |_: usize, _: &[(usize, usize)]| std::panic::resume_unwind(Box::new(()));
        assert_eq!(ranked(4, &CROSSED, fails), plain);
        assert_eq!(ranked(4, &CROSSED, |_, _| vec![vec![0, 1, 2]]), plain);
        assert_eq!(
            ranked(4, &CROSSED, |_, _| vec![vec![2, 3], vec![0, 1]]),
            plain
        );
        assert_eq!(plain.len(), 2);
        assert_eq!(crossings(&CROSSED, &plain), 0);
    }

    /// Every box calls every later one: the search for a cycle along all paths would not end.
    #[test]
    fn dense_and_large_knots_take_no_time() {
        for boxes in [12, 40, 200] {
            let flows: Vec<(usize, usize)> = (0..boxes)
                .flat_map(|a| (a + 1..boxes).map(move |b| (a, b)))
                .collect();
            let ranks = ranked(boxes, &flows, crossless);
            assert_eq!(ranks.len(), boxes);
        }
        let ladder: Vec<(usize, usize)> = (0..38)
            .flat_map(|a| [(a, a + 1), (a, a + 2)])
            .chain([(38, 39)])
            .collect();
        assert_eq!(ranked(40, &ladder, crossless).len(), 40);
    }
}
