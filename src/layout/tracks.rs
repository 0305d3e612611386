//! Tracks: in each vertical strip every wire that turns gets its own column, in the order with the fewest crossings.

use std::collections::BTreeMap;

use super::routes::{Link, Routes, Side, Stop};
use super::rows::Rows;

/// Runs of unrelated wires nearer than this would read as one.
const NEAR: f64 = 6.0;
const CLASH: f64 = 1000.0;

/// A vertical wire of a strip with the runs that meet it.
#[derive(Debug, Clone)]
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
    pub(super) track: BTreeMap<(Stop, Stop), usize>,
    /// Whether anything runs through at all.
    pub(super) used: bool,
}

/// A pair of stops whose runs would lie on one line, whatever the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) left: Stop,
    pub(super) right: Stop,
}

/// Orders the tracks of every strip; a clash means that heights have to change first.
pub(super) fn order(
    routes: &Routes,
    rows: &Rows,
) -> Result<BTreeMap<(usize, usize), Strip>, Vec<Clash>> {
    let mut by_strip: BTreeMap<(usize, usize), Vec<&Link>> = BTreeMap::new();
    for link in &routes.links {
        by_strip.entry(link.strip).or_default().push(link);
    }
    let mut out = BTreeMap::new();
    let mut clashes = Vec::new();
    for (at, links) in by_strip {
        match strip(routes, rows, &links) {
            Ok(strip) => {
                out.insert(at, strip);
            }
            Err(clash) => clashes.push(clash),
        }
    }
    if clashes.is_empty() {
        Ok(out)
    } else {
        Err(clashes)
    }
}

fn strip(routes: &Routes, rows: &Rows, links: &[&Link]) -> Result<Strip, Clash> {
    let mut trunks = trunks(routes, rows, links);
    let straight = |t: &Trunk| t.high - t.low < 0.5;
    trunks.retain(|t| !straight(t));
    sort(&mut trunks);
    for (i, a) in trunks.iter().enumerate() {
        for b in &trunks[i + 1..] {
            if let Some(clash) = clash(a, b) {
                return Err(clash);
            }
        }
    }
    let mut out = Strip {
        used: !links.is_empty(),
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
        for &pair in &trunk.links {
            out.track.insert(pair, column);
        }
    }
    Ok(out)
}

fn trunks(routes: &Routes, rows: &Rows, links: &[&Link]) -> Vec<Trunk> {
    let mut pairs: Vec<(Stop, Side, Stop, Side)> = links
        .iter()
        .map(|l| (l.a, l.a_side, l.b, l.b_side))
        .collect();
    pairs.sort();
    pairs.dedup();
    // groups of pairs that share stops
    let mut group_of: BTreeMap<Stop, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<(Stop, Side, Stop, Side)>> = Vec::new();
    for &pair in &pairs {
        let (ga, gb) = (
            group_of.get(&pair.0).copied(),
            group_of.get(&pair.2).copied(),
        );
        let to = match (ga, gb) {
            (Some(a), Some(b)) if a != b => {
                let moved = std::mem::take(&mut groups[b]);
                for p in &moved {
                    group_of.insert(p.0, a);
                    group_of.insert(p.2, a);
                }
                groups[a].extend(moved);
                a
            }
            (Some(a), _) => a,
            (None, Some(b)) => b,
            (None, None) => {
                groups.push(Vec::new());
                groups.len() - 1
            }
        };
        groups[to].push(pair);
        group_of.insert(pair.0, to);
        group_of.insert(pair.2, to);
    }
    let mut out = Vec::new();
    for (g, group) in groups.iter().enumerate().filter(|(_, g)| !g.is_empty()) {
        let one_end = group.iter().all(|p| p.2 == group[0].2);
        if one_end {
            out.push(trunk(routes, rows, g, group));
            continue;
        }
        let mut by_start: BTreeMap<Stop, Vec<(Stop, Side, Stop, Side)>> = BTreeMap::new();
        for &pair in group {
            by_start.entry(pair.0).or_default().push(pair);
        }
        for part in by_start.values() {
            out.push(trunk(routes, rows, g, part));
        }
    }
    out
}

fn trunk(routes: &Routes, rows: &Rows, group: usize, pairs: &[(Stop, Side, Stop, Side)]) -> Trunk {
    let mut pins: Vec<(Side, Stop)> = pairs
        .iter()
        .flat_map(|p| [(p.1, p.0), (p.3, p.2)])
        .collect();
    pins.sort();
    pins.dedup();
    let at = |side: Side| {
        pins.iter()
            .filter(|p| p.0 == side)
            .map(|p| (rows.stop(routes, p.1), p.1))
            .collect::<Vec<_>>()
    };
    let (left, right) = (at(Side::Left), at(Side::Right));
    let ys = || left.iter().chain(&right).map(|p| p.0);
    Trunk {
        group,
        low: ys().fold(f64::MAX, f64::min),
        high: ys().fold(f64::MIN, f64::max),
        left,
        right,
        links: pairs.iter().map(|p| (p.0, p.2)).collect(),
    }
}

/// Two runs on one line when `a` stands left of `b`: one from the left on to `b`, one from `a` to the right.
fn clash(a: &Trunk, b: &Trunk) -> Option<Clash> {
    if a.group == b.group {
        return None;
    }
    for &(ya, right) in &a.right {
        for &(yb, left) in &b.left {
            if (ya - yb).abs() < NEAR {
                return Some(Clash { left, right });
            }
        }
    }
    None
}

/// Crossings when `a` stands left of `b`.
fn cost(a: &Trunk, b: &Trunk) -> f64 {
    if a.group == b.group {
        return 0.0;
    }
    let inside = |y: f64, t: &Trunk| y > t.low + 0.1 && y < t.high - 0.1;
    let mut cost = 0.0;
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
    if clash(a, b).is_some() {
        cost += CLASH;
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
    let mut price = vec![vec![0.0; n]; n];
    for (i, a) in trunks.iter().enumerate() {
        for (j, b) in trunks.iter().enumerate() {
            if i != j {
                price[i][j] = cost(a, b);
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
                gain += price[at[j]][one] - price[one][at[j]];
                if gain > best_gain + 0.5 {
                    (best, best_gain) = (j, gain);
                }
            }
            gain = 0.0;
            for (j, &other) in at.iter().enumerate().skip(i + 1) {
                gain += price[one][other] - price[other][one];
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
    let old = trunks.to_vec();
    for (to, from) in at.into_iter().enumerate() {
        trunks[to] = old[from].clone();
    }
}
