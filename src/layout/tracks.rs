//! Tracks: in each vertical strip every wire that turns gets its own column, in the order with the fewest crossings.

use std::collections::BTreeMap;

use super::routes::{Link, Routes, Side, Stop};
use super::rows::Rows;
use super::wires;

/// Runs of unrelated wires nearer than this would read as one.
pub(super) const NEAR: f64 = 6.0;
const CLASH: f64 = 1000.0;

/// A vertical wire of a strip with the runs that meet it.
#[derive(Debug, Clone, Default)]
struct Trunk {
    /// Wires of one group share pins.
    group: usize,
    left: Vec<(f64, Stop)>,
    right: Vec<(f64, Stop)>,
    low: f64,
    high: f64,
    links: Vec<(Stop, Stop)>,
}

/// The tracks of a strip.
#[derive(Debug, Clone, Default)]
pub(super) struct Strip {
    /// Number of tracks side by side.
    pub(super) count: usize,
    /// Track of each pair of stops that turns here.
    pub(super) track: Vec<((Stop, Stop), usize)>,
    /// Whether anything runs through at all.
    pub(super) used: bool,
}

/// Two stops whose runs would lie on one line: the one on the right has to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clash {
    pub(super) right: Stop,
    pub(super) left: Stop,
}

/// The tracks of all strips, ordered anew only where something has moved.
pub(super) struct Tracks<'a> {
    routes: &'a Routes<'a>,
    known: Vec<Known>,
}

/// What is known of a strip.
struct Known {
    strip: (usize, usize),
    /// Its pairs of stops, by the group whose stops are joined.
    pairs: Vec<(usize, Pair)>,
    /// Heights of the stops of all pairs, from the first one.
    heights: Vec<f64>,
    outcome: Result<Strip, Vec<Clash>>,
}

impl<'a> Tracks<'a> {
    pub(super) fn new(routes: &'a Routes<'a>) -> Self {
        // links are sorted by their strips
        let strips = routes.links.chunk_by(|a, b| a.strip == b.strip);
        let known = strips.map(|links| Known {
            strip: links[0].strip,
            pairs: grouped(links),
            heights: Vec::new(),
            outcome: Ok(Strip::default()),
        });
        Self {
            routes,
            known: known.collect(),
        }
    }

    /// Orders the tracks of every strip; returns the clashes that no order avoids.
    pub(super) fn order(&mut self, rows: &Rows) -> Vec<Clash> {
        let height = |stop| rows.stop(self.routes, stop);
        let mut clashes = Vec::new();
        let mut heights = Vec::new();
        for known in &mut self.known {
            let from = height(known.pairs[0].1.0);
            let stops = known.pairs.iter().flat_map(|(_, p)| [p.0, p.2]);
            heights.clear();
            heights.extend(stops.map(|stop| height(stop) - from));
            // where all moved together, the order stays
            if known.heights != heights {
                known.outcome = strip(self.routes, rows, &known.pairs);
                known.heights.clone_from(&heights);
            }
            if let Err(found) = &known.outcome {
                clashes.extend_from_slice(found);
            }
        }
        clashes
    }

    /// Returns the strips as ordered last, without those that clash.
    pub(super) fn strips(self) -> BTreeMap<(usize, usize), Strip> {
        let strips = self.known.into_iter();
        let good = strips.filter_map(|known| Some((known.strip, known.outcome.ok()?)));
        good.collect()
    }
}

fn strip(routes: &Routes<'_>, rows: &Rows, pairs: &[(usize, Pair)]) -> Result<Strip, Vec<Clash>> {
    let mut trunks = trunks(routes, rows, pairs);
    sort(&mut trunks);
    let mut clashes = Vec::new();
    for (i, a) in trunks.iter().enumerate() {
        for b in trunks[i + 1..].iter().filter(|b| !apart(a, b)) {
            clashes.extend(clash(a, b));
        }
    }
    if !clashes.is_empty() {
        return Err(clashes);
    }
    let mut out = Strip {
        used: true,
        ..Strip::default()
    };
    let mut columns: Vec<usize> = Vec::with_capacity(trunks.len());
    for (i, trunk) in trunks.iter().enumerate() {
        // left of all that must stay to the right, as far left as it goes
        let column = trunks[..i]
            .iter()
            .zip(&columns)
            .filter(|(t, _)| t.low < trunk.high + NEAR && trunk.low < t.high + NEAR)
            .map(|(_, &c)| c + 1)
            .max()
            .unwrap_or(0);
        columns.push(column);
        out.count = out.count.max(column + 1);
        out.track
            .extend(trunk.links.iter().map(|&pair| (pair, column)));
    }
    Ok(out)
}

/// Two stops with the sides of the strip on which they lie.
type Pair = (Stop, Side, Stop, Side);

/// Groups the pairs of a strip whose stops are joined.
fn grouped(links: &[Link]) -> Vec<(usize, Pair)> {
    let mut pairs: Vec<Pair> = links
        .iter()
        .map(|l| (l.a, l.a_side, l.b, l.b_side))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut stops: Vec<Stop> = pairs.iter().flat_map(|p| [p.0, p.2]).collect();
    stops.sort_unstable();
    stops.dedup();
    let mut group: Vec<usize> = (0..stops.len()).collect();
    let at = |stop: Stop| stops.partition_point(|&s| s < stop);
    for pair in &pairs {
        let (a, b) = (
            wires::find(&mut group, at(pair.0)),
            wires::find(&mut group, at(pair.2)),
        );
        group[a.max(b)] = a.min(b);
    }
    let mut grouped: Vec<(usize, Pair)> = pairs
        .into_iter()
        .map(|pair| (wires::find(&mut group, at(pair.0)), pair))
        .collect();
    grouped.sort_unstable();
    grouped
}

/// Joins the pairs of a strip that share stops; leaves out those that go straight on.
fn trunks(routes: &Routes<'_>, rows: &Rows, pairs: &[(usize, Pair)]) -> Vec<Trunk> {
    let mut out = Vec::new();
    for group in pairs.chunk_by(|a, b| a.0 == b.0) {
        if group.iter().all(|p| p.1.2 == group[0].1.2) {
            out.extend(trunk(routes, rows, group));
        } else {
            for part in group.chunk_by(|a, b| a.1.0 == b.1.0) {
                out.extend(trunk(routes, rows, part));
            }
        }
    }
    out
}

/// Makes the trunk of some pairs; none where all their stops lie level.
fn trunk(routes: &Routes<'_>, rows: &Rows, pairs: &[(usize, Pair)]) -> Option<Trunk> {
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for stop in pairs.iter().flat_map(|p| [p.1.0, p.1.2]) {
        let y = rows.stop(routes, stop);
        (low, high) = (low.min(y), high.max(y));
    }
    if high - low < 0.5 {
        return None;
    }
    let mut pins: Vec<(Side, Stop)> = pairs
        .iter()
        .flat_map(|(_, p)| [(p.1, p.0), (p.3, p.2)])
        .collect();
    pins.sort_unstable();
    pins.dedup();
    let at = |side: Side| {
        pins.iter()
            .filter(|p| p.0 == side)
            .map(|p| (rows.stop(routes, p.1), p.1))
            .collect::<Vec<_>>()
    };
    Some(Trunk {
        group: pairs[0].0,
        low,
        high,
        left: at(Side::Left),
        right: at(Side::Right),
        links: pairs.iter().map(|(_, p)| (p.0, p.2)).collect(),
    })
}

/// Says whether two trunks run at different heights.
fn apart(a: &Trunk, b: &Trunk) -> bool {
    a.low > b.high + NEAR || b.low > a.high + NEAR
}

/// Runs on one line when `a` stands left of `b`: one from the left on to `b`, one from `a` to the right.
fn clash(a: &Trunk, b: &Trunk) -> impl Iterator<Item = Clash> {
    a.right.iter().filter_map(|&(ya, right)| {
        let (_, left) = *b.left.iter().find(|l| (l.0 - ya).abs() < NEAR)?;
        Some(Clash { right, left })
    })
}

/// Crossings when `a` stands left of `b`.
fn cost(a: &Trunk, b: &Trunk) -> f64 {
    let clash = if clash(a, b).next().is_some() {
        CLASH
    } else {
        0.0
    };
    if a.group == b.group {
        return clash;
    }
    let inside = |y: f64, t: &Trunk| y > t.low + 0.1 && y < t.high - 0.1;
    let mut cost = clash;
    for &(y, _) in &a.right {
        if inside(y, b) {
            cost += 1.0;
        }
    }
    for &(y, _) in &b.left {
        if inside(y, a) {
            cost += 1.0;
        }
    }
    cost
}

/// Starts with nested turns and improves by moving trunks past their neighbours.
fn sort(trunks: &mut [Trunk]) {
    trunks.sort_by(|a, b| {
        let class = |t: &Trunk| {
            let from = t.left.first().map_or(t.low, |p| p.0);
            // wires that go down: lower ones turn first; wires that go up: upper ones turn first
            if from - t.low < t.high - from {
                (0, -from)
            } else {
                (1, from)
            }
        };
        let (ka, kb) = (class(a), class(b));
        ka.0.cmp(&kb.0)
            .then(ka.1.total_cmp(&kb.1))
            .then(a.links.cmp(&b.links))
    });
    let n = trunks.len();
    if n < 2 {
        return;
    }
    let mut price = vec![0.0; n * n];
    for (i, a) in trunks.iter().enumerate() {
        for (j, b) in trunks.iter().enumerate() {
            if i != j && !apart(a, b) {
                price[i * n + j] = cost(a, b);
            }
        }
    }
    let mut at: Vec<usize> = (0..n).collect();
    for _ in 0..n.min(12) {
        let mut better = false;
        for i in 0..n {
            // the best place for one trunk, all others kept
            let one = at[i];
            let (mut best, mut best_gain, mut gain) = (i, 0.0, 0.0);
            for j in (0..i).rev() {
                gain += price[at[j] * n + one] - price[one * n + at[j]];
                if gain > best_gain + 0.5 {
                    (best, best_gain) = (j, gain);
                }
            }
            gain = 0.0;
            for (j, &other) in at.iter().enumerate().skip(i + 1) {
                gain += price[one * n + other] - price[other * n + one];
                if gain > best_gain + 0.5 {
                    (best, best_gain) = (j, gain);
                }
            }
            if best != i {
                at.remove(i);
                at.insert(best, one);
                better = true;
            }
        }
        if !better {
            break;
        }
    }
    let mut old: Vec<Trunk> = trunks.iter_mut().map(std::mem::take).collect();
    for (to, from) in at.into_iter().enumerate() {
        trunks[to] = std::mem::take(&mut old[from]);
    }
}
