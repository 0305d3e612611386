//! Wires: the flows' paths as polylines, and each group of flows that share runs drawn once.

use std::collections::BTreeMap;

use super::placement::{Head, PlacedFlow, PlacedNet, Point};
use super::view::View;

/// A flow's way before it is drawn.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub(super) flow: usize,
    /// Two pieces where it passes a gate.
    pub(super) pieces: Vec<Vec<Point>>,
    /// Ports that it touches; flows that share one are one net.
    pub(super) ports: Vec<usize>,
}

/// Adds a point to a line; a point that it only goes straight through is left out.
pub(super) fn add(line: &mut Vec<Point>, p: Point) {
    if let Some(&last) = line.last()
        && same(last.x, p.x)
        && same(last.y, p.y)
    {
        return;
    }
    if let [.., a, b] = line.as_slice() {
        let along = |u: f64, v: f64, w: f64| same(u, v) && same(v, w);
        if along(a.x, b.x, p.x) || along(a.y, b.y, p.y) {
            line.pop();
        }
    }
    line.push(p);
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Makes the nets and the flows of all ways.
pub(super) fn draw(view: &View, ways: &[Way]) -> (Vec<PlacedNet>, Vec<PlacedFlow>) {
    let mut group: Vec<usize> = (0..ways.len()).collect();
    let mut of_port: BTreeMap<usize, usize> = BTreeMap::new();
    for (i, way) in ways.iter().enumerate() {
        for &port in &way.ports {
            let other = *of_port.entry(port).or_insert(i);
            let (a, b) = (find(&mut group, i), find(&mut group, other));
            let (low, high) = (a.min(b), a.max(b));
            group[high] = low;
        }
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for i in 0..ways.len() {
        let root = find(&mut group, i);
        members.entry(root).or_default().push(i);
    }
    let nets = members
        .values()
        .map(|list| net(view, &list.iter().map(|&i| &ways[i]).collect::<Vec<_>>()))
        .collect();
    let flows = ways
        .iter()
        .map(|way| {
            let flow = &view.flows[way.flow];
            PlacedFlow {
                ids: flow.ids.clone(),
                kind: flow.kind,
                from: view.nodes[flow.from].id.clone(),
                to: view.nodes[flow.to].id.clone(),
                path: way.pieces.clone(),
            }
        })
        .collect();
    (nets, flows)
}

/// Finds the least member of a group.
pub(super) fn find(group: &mut [usize], mut i: usize) -> usize {
    while group[i] != i {
        group[i] = group[group[i]];
        i = group[i];
    }
    i
}

/// A point in whole half-pixels, to compare and sort.
type Key = (i64, i64);

#[expect(clippy::cast_possible_truncation, reason = "a canvas is far smaller")]
fn key(p: Point) -> Key {
    ((p.x * 4.0).round() as i64, (p.y * 4.0).round() as i64)
}

#[expect(clippy::cast_precision_loss, reason = "a canvas is far smaller")]
fn point(k: Key) -> Point {
    Point::new(k.0 as f64 / 4.0, k.1 as f64 / 4.0)
}

fn net(view: &View, ways: &[&Way]) -> PlacedNet {
    let flows: Vec<_> = ways.iter().map(|w| &view.flows[w.flow]).collect();
    let pieces: Vec<&Vec<Point>> = ways.iter().flat_map(|w| &w.pieces).collect();
    let mut heads: Vec<Head> = Vec::new();
    for way in ways {
        // the head stands at the end of the last piece; a gate is passed, not called
        if let Some(piece) = way.pieces.last()
            && let [.., before, tip] = piece.as_slice()
        {
            let (dx, dy) = (tip.x - before.x, tip.y - before.y);
            let towards = if dx.abs() > dy.abs() {
                Point::new(dx.signum(), 0.0)
            } else {
                Point::new(0.0, dy.signum())
            };
            let head = Head { tip: *tip, towards };
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
    let (lines, dots) = union(&pieces);
    let mut ids: Vec<String> = flows.iter().flat_map(|f| f.ids.iter().cloned()).collect();
    ids.sort();
    ids.dedup();
    PlacedNet {
        id: format!("net--{}", flows[0].ids[0]),
        kind: flows[0].kind,
        flows: ids,
        lines,
        dots,
        heads,
        off: flows.iter().all(|f| f.off),
        alarm: flows.iter().all(|f| f.alarm),
    }
}

/// Draws runs once: cuts all pieces at their shared points and chains what is left into polylines.
fn union(pieces: &[&Vec<Point>]) -> (Vec<Vec<Point>>, Vec<Point>) {
    let (mut across, mut down) = (Vec::new(), Vec::new());
    let mut corners: Vec<Key> = Vec::new();
    for piece in pieces {
        corners.extend(piece.iter().map(|&p| key(p)));
        for pair in piece.windows(2) {
            let (a, b) = (key(pair[0]), key(pair[1]));
            if a.1 == b.1 {
                across.push((a.1, a.0.min(b.0), a.0.max(b.0)));
            } else {
                down.push((a.0, a.1.min(b.1), a.1.max(b.1)));
            }
        }
    }
    merge(&mut across);
    merge(&mut down);
    let mut turned: Vec<Key> = corners.iter().map(|c| (c.1, c.0)).collect();
    for list in [&mut corners, &mut turned] {
        list.sort_unstable();
        list.dedup();
    }
    // corners on a run of one line, in order
    let on = |list: &[Key], (line, from, to): Run| {
        let first = list.partition_point(|&c| c < (line, from));
        let end = first + list[first..].partition_point(|&c| c <= (line, to));
        first..end
    };
    let mut near = Vec::new();
    let mut join = |a: Key, b: Key| near.extend([(a, b), (b, a)]);
    for &run in &across {
        for pair in turned[on(&turned, run)].windows(2) {
            join((pair[0].1, run.0), (pair[1].1, run.0));
        }
    }
    for &run in &down {
        for pair in corners[on(&corners, run)].windows(2) {
            join(pair[0], pair[1]);
        }
    }
    // those of one point stay in the order in which they were joined
    near.sort_by_key(|&(from, _)| from);
    let dots: Vec<Point> = (near.chunk_by(|a, b| a.0 == b.0))
        .filter(|joined| joined.len() > 2)
        .map(|joined| point(joined[0].0))
        .collect();
    (chains(&near), dots)
}

/// A run: its line, where it begins and where it ends.
pub(super) type Run = (i64, i64, i64);

/// Joins runs on one line that touch: a wire that many flows share crosses once.
pub(super) fn merge(runs: &mut Vec<Run>) {
    runs.sort_unstable();
    runs.dedup_by(|next, last| {
        let touches = next.0 == last.0 && next.1 <= last.2;
        if touches {
            last.2 = last.2.max(next.2);
        }
        touches
    });
}

/// Follows the graph of runs from every end and junction; what turns stays one polyline. Runs stand at both of their points.
fn chains(near: &[(Key, Key)]) -> Vec<Vec<Point>> {
    let at = |key: Key| {
        let first = near.partition_point(|run| run.0 < key);
        first..first + near[first..].partition_point(|run| run.0 == key)
    };
    let mut left = vec![true; near.len()];
    let mut out = Vec::new();
    let points = || near.chunk_by(|a, b| a.0 == b.0);
    let ends = points().filter(|joined| joined.len() != 2);
    for start in ends.chain(points()).map(|joined| joined[0].0) {
        while let Some(first) = at(start).find(|&run| left[run]) {
            let mut line = vec![point(start)];
            let mut run = first;
            loop {
                let (from, to) = near[run];
                let mut back = at(to);
                let many = back.len();
                left[run] = false;
                if let Some(back) = back.clone().find(|&b| left[b] && near[b].1 == from) {
                    left[back] = false;
                }
                add(&mut line, point(to));
                if many != 2 {
                    break;
                }
                match back.find(|&run| left[run]) {
                    Some(next) => run = next,
                    None => break,
                }
            }
            out.push(line);
        }
    }
    through(out)
}

/// Joins lines that go straight on through a junction, so that a bus is one stroke.
fn through(mut lines: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let mut i = 0;
    while i < lines.len() {
        let joined =
            (i + 1..lines.len()).find_map(|j| join_ends(&lines[i], &lines[j]).map(|l| (j, l)));
        match joined {
            Some((j, line)) => {
                lines[i] = line;
                lines.remove(j);
            }
            None => i += 1,
        }
    }
    lines
}

fn join_ends(a: &[Point], b: &[Point]) -> Option<Vec<Point>> {
    // the outermost point at an end of a line, and the one before it
    let end = |line: &[Point], last: bool| match line {
        [.., before, tip] if last => Some((*tip, *before)),
        [tip, before, ..] if !last => Some((*tip, *before)),
        _ => None,
    };
    for (last, first) in [(true, true), (true, false), (false, true), (false, false)] {
        let ((tip, before), (start, next)) = (end(a, last)?, end(b, !first)?);
        let along = |u: f64, v: f64, w: f64| same(u, v) && same(v, w);
        if same(tip.x, start.x)
            && same(tip.y, start.y)
            && (along(before.x, tip.x, next.x) || along(before.y, tip.y, next.y))
        {
            let mut line = a.to_vec();
            if !last {
                line.reverse();
            }
            if first {
                b[1..].iter().for_each(|&p| add(&mut line, p));
            } else {
                b.iter().rev().skip(1).for_each(|&p| add(&mut line, p));
            }
            return Some(line);
        }
    }
    None
}
