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

/// Joins points that lie on one line and drops repeated ones.
fn tidy(points: &[Point]) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::with_capacity(points.len());
    for &p in points {
        add(&mut out, p);
    }
    out
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
    // runs by line, then merged
    let mut across: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    let mut down: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    let mut corners: Vec<Key> = Vec::new();
    for piece in pieces {
        corners.extend(piece.iter().map(|&p| key(p)));
        for pair in piece.windows(2) {
            let (a, b) = (key(pair[0]), key(pair[1]));
            if a.1 == b.1 {
                across
                    .entry(a.1)
                    .or_default()
                    .push((a.0.min(b.0), a.0.max(b.0)));
            } else {
                down.entry(a.0)
                    .or_default()
                    .push((a.1.min(b.1), a.1.max(b.1)));
            }
        }
    }
    let mut turned: Vec<Key> = corners.iter().map(|c| (c.1, c.0)).collect();
    for list in [&mut corners, &mut turned] {
        list.sort_unstable();
        list.dedup();
    }
    // corners on a run of one line, in order
    let on = |list: &[Key], line: i64, (from, to): (i64, i64)| -> Vec<i64> {
        let first = list.partition_point(|&c| c < (line, from));
        let rest = list[first..].iter();
        rest.take_while(|&&c| c <= (line, to))
            .map(|c| c.1)
            .collect()
    };
    let mut near: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
    let mut join = |a: Key, b: Key| {
        near.entry(a).or_default().push(b);
        near.entry(b).or_default().push(a);
    };
    for (&y, runs) in &mut across {
        for run in merged(runs) {
            for pair in on(&turned, y, run).windows(2) {
                join((pair[0], y), (pair[1], y));
            }
        }
    }
    for (&x, runs) in &mut down {
        for run in merged(runs) {
            for pair in on(&corners, x, run).windows(2) {
                join((x, pair[0]), (x, pair[1]));
            }
        }
    }
    let dots: Vec<Point> = near
        .iter()
        .filter(|(_, n)| n.len() > 2)
        .map(|(&k, _)| point(k))
        .collect();
    (chains(&near), dots)
}

fn merged(runs: &mut [(i64, i64)]) -> Vec<(i64, i64)> {
    runs.sort_unstable();
    let mut out: Vec<(i64, i64)> = Vec::new();
    for &(from, to) in runs.iter() {
        match out.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => out.push((from, to)),
        }
    }
    out
}

/// Follows the graph of runs from every end and junction; what turns stays one polyline.
fn chains(near: &BTreeMap<Key, Vec<Key>>) -> Vec<Vec<Point>> {
    let mut left: BTreeMap<Key, Vec<Key>> = near.clone();
    let mut out = Vec::new();
    let mut starts: Vec<Key> = near
        .iter()
        .filter(|(_, n)| n.len() != 2)
        .map(|(&k, _)| k)
        .collect();
    starts.extend(near.keys().copied());
    for start in starts {
        while let Some(first) = left.get(&start).and_then(|n| n.first()).copied() {
            let mut line = vec![point(start)];
            let (mut at, mut next) = (start, first);
            loop {
                take(&mut left, at, next);
                line.push(point(next));
                at = next;
                if near[&at].len() != 2 {
                    break;
                }
                match left.get(&at).and_then(|n| n.first()).copied() {
                    Some(to) => next = to,
                    None => break,
                }
            }
            out.push(tidy(&line));
        }
    }
    through(out)
}

fn take(left: &mut BTreeMap<Key, Vec<Key>>, a: Key, b: Key) {
    for (from, to) in [(a, b), (b, a)] {
        if let Some(list) = left.get_mut(&from)
            && let Some(at) = list.iter().position(|&k| k == to)
        {
            list.remove(at);
        }
    }
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
    let forward = |l: &[Point]| l.to_vec();
    let back = |l: &[Point]| l.iter().rev().copied().collect::<Vec<_>>();
    for (a, b) in [
        (forward(a), forward(b)),
        (forward(a), back(b)),
        (back(a), forward(b)),
        (back(a), back(b)),
    ] {
        if let ([.., p, q], [r, s, ..]) = (a.as_slice(), b.as_slice())
            && same(q.x, r.x)
            && same(q.y, r.y)
            && ((same(p.x, q.x) && same(q.x, s.x)) || (same(p.y, q.y) && same(q.y, s.y)))
        {
            let mut line = a;
            line.extend_from_slice(&b[1..]);
            return Some(tidy(&line));
        }
    }
    None
}
