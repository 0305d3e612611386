//! Tracks: in each vertical strip every wire that turns gets its own column, in the order with the fewest crossings.

use std::collections::BTreeMap;
use std::ops::Range;

use super::routes::{Link, Routes, Side, Stop};
use super::rows::Rows;
use super::wires;

/// Runs of unrelated wires nearer than this would read as one.
pub(super) const NEAR: f64 = 6.0;
const CLASH: f64 = 1000.0;

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
    /// Heights of the strip in work.
    heights: Vec<f64>,
}

/// What is known of a strip.
struct Known {
    strip: (usize, usize),
    wires: Wires,
    /// Those that turn as things stand, from left to right.
    trunks: Vec<Trunk>,
    clashes: Vec<Clash>,
}

/// The wires of a strip, whatever their heights.
#[derive(Default)]
struct Wires {
    parts: Vec<Part>,
    /// Stops of all parts, by the number of the part and the side on which they lie.
    pins: Vec<(usize, Side, Stop)>,
    /// Heights of the pins.
    heights: Vec<f64>,
    /// Pairs of stops of all parts.
    links: Vec<(Stop, Stop)>,
}

/// Wires that are one vertical wire with the runs that meet it, unless all of its stops are level.
struct Part {
    /// Wires of one group share pins.
    group: usize,
    left: Range<usize>,
    right: Range<usize>,
    links: Range<usize>,
}

/// A vertical wire.
#[derive(Clone, Copy)]
struct Trunk {
    part: usize,
    low: f64,
    high: f64,
    column: usize,
}

impl<'a> Tracks<'a> {
    pub(super) fn new(routes: &'a Routes<'a>) -> Self {
        // links are sorted by their strips
        let strips = routes.links.chunk_by(|a, b| a.strip == b.strip);
        let known = strips.map(|links| Known {
            strip: links[0].strip,
            wires: Wires::new(links),
            trunks: Vec::new(),
            clashes: Vec::new(),
        });
        Self {
            routes,
            known: known.collect(),
            heights: Vec::new(),
        }
    }

    /// Orders the tracks of every strip; returns the clashes that no order avoids.
    pub(super) fn order(&mut self, rows: &Rows) -> Vec<Clash> {
        let mut clashes = Vec::new();
        for known in &mut self.known {
            let now = &mut self.heights;
            now.clear();
            let pins = known.wires.pins.iter();
            now.extend(pins.map(|pin| rows.stop(self.routes, pin.2)));
            // where all moved together, the order stays
            let before = &mut known.wires.heights;
            let moved =
                |(new, old): (&f64, &f64)| (new - now[0]).total_cmp(&(old - before[0])).is_ne();
            if before.is_empty() || now.iter().zip(&*before).any(moved) {
                std::mem::swap(now, before);
                known.order();
            }
            clashes.extend_from_slice(&known.clashes);
        }
        clashes
    }

    /// Returns the strips as ordered last, without those that clash.
    pub(super) fn strips(self) -> BTreeMap<(usize, usize), Strip> {
        let good = self.known.into_iter().filter(|k| k.clashes.is_empty());
        good.map(|known| (known.strip, known.tracks())).collect()
    }
}

impl Known {
    /// Orders the wires for new heights.
    fn order(&mut self) {
        let wires = &self.wires;
        let trunks = &mut self.trunks;
        trunks.clear();
        trunks.extend((0..wires.parts.len()).filter_map(|part| wires.trunk(part)));
        wires.sort(trunks);
        self.clashes.clear();
        for (i, a) in trunks.iter().enumerate() {
            for b in trunks[i + 1..].iter().filter(|b| !apart(a, b)) {
                self.clashes.extend(wires.clash(a, b));
            }
        }
        for i in 0..trunks.len() {
            // left of all that must stay to the right, as far left as it goes
            let (before, rest) = trunks.split_at_mut(i);
            let trunk = &mut rest[0];
            let near = before
                .iter()
                .filter(|t| t.low < trunk.high + NEAR && trunk.low < t.high + NEAR);
            trunk.column = near.map(|t| t.column + 1).max().unwrap_or(0);
        }
    }

    fn tracks(&self) -> Strip {
        let links = |t: &Trunk| self.wires.links[self.wires.parts[t.part].links.clone()].iter();
        let tracks = self.trunks.iter();
        Strip {
            count: tracks.clone().map(|t| t.column + 1).max().unwrap_or(0),
            track: tracks
                .flat_map(|t| links(t).map(|&pair| (pair, t.column)))
                .collect(),
            used: true,
        }
    }
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
    if let [only] = pairs[..] {
        return vec![(0, only)];
    }
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

impl Wires {
    /// Joins the pairs of a strip that share stops.
    fn new(links: &[Link]) -> Self {
        let pairs = grouped(links);
        let mut wires = Self {
            parts: Vec::with_capacity(pairs.len()),
            pins: Vec::with_capacity(2 * pairs.len()),
            ..Self::default()
        };
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            let one = group.iter().all(|p| p.1.2 == group[0].1.2);
            for pairs in group.chunk_by(|a, b| one || a.1.0 == b.1.0) {
                wires.part(pairs);
            }
        }
        wires.pins.sort_unstable();
        wires.pins.dedup();
        let mut from = 0;
        let pins = wires.pins.chunk_by(|a, b| a.0 == b.0);
        for (part, pins) in wires.parts.iter_mut().zip(pins) {
            let left = from + pins.partition_point(|pin| pin.1 == Side::Left);
            let end = from + pins.len();
            (part.left, part.right) = (from..left, left..end);
            from = end;
        }
        wires.links = pairs.into_iter().map(|(_, p)| (p.0, p.2)).collect();
        wires
    }

    fn part(&mut self, pairs: &[(usize, Pair)]) {
        let number = self.parts.len();
        let ends = |p: &Pair| [(number, p.1, p.0), (number, p.3, p.2)];
        self.pins.extend(pairs.iter().flat_map(|(_, p)| ends(p)));
        let from = self.parts.last().map_or(0, |part| part.links.end);
        self.parts.push(Part {
            group: pairs[0].0,
            left: 0..0,
            right: 0..0,
            links: from..from + pairs.len(),
        });
    }

    /// Returns the trunk of a part; none where all its stops lie level.
    fn trunk(&self, number: usize) -> Option<Trunk> {
        let part = &self.parts[number];
        let heights = &self.heights[part.left.start..part.right.end];
        let low = heights.iter().copied().fold(f64::MAX, f64::min);
        let high = heights.iter().copied().fold(f64::MIN, f64::max);
        (high - low >= 0.5).then_some(Trunk {
            part: number,
            low,
            high,
            column: 0,
        })
    }

    fn left(&self, trunk: &Trunk) -> &[f64] {
        &self.heights[self.parts[trunk.part].left.clone()]
    }

    fn right(&self, trunk: &Trunk) -> &[f64] {
        &self.heights[self.parts[trunk.part].right.clone()]
    }

    /// Runs on one line when `a` stands left of `b`: one from the left on to `b`, one from `a` to the right.
    fn clash(&self, a: &Trunk, b: &Trunk) -> impl Iterator<Item = Clash> {
        let (left, right) = (self.left(b), self.right(a));
        let pins = |range: &Range<usize>| &self.pins[range.clone()];
        let of_left = pins(&self.parts[b.part].left);
        let of_right = pins(&self.parts[a.part].right);
        right.iter().zip(of_right).filter_map(move |(y, right)| {
            let at = left.iter().position(|l| (l - y).abs() < NEAR)?;
            Some(Clash {
                right: right.2,
                left: of_left[at].2,
            })
        })
    }

    /// Crossings when `a` stands left of `b`.
    fn cost(&self, a: &Trunk, b: &Trunk) -> f64 {
        let mut cost = match self.clash(a, b).next() {
            Some(_) => CLASH,
            None => 0.0,
        };
        if self.parts[a.part].group == self.parts[b.part].group {
            return cost;
        }
        let inside = |y: f64, t: &Trunk| y > t.low + 0.1 && y < t.high - 0.1;
        for &y in self.right(a) {
            cost += f64::from(inside(y, b));
        }
        for &y in self.left(b) {
            cost += f64::from(inside(y, a));
        }
        cost
    }

    /// Starts with nested turns and improves by moving trunks past their neighbours.
    fn sort(&self, trunks: &mut Vec<Trunk>) {
        let n = trunks.len();
        if n < 2 {
            return;
        }
        let class = |t: &Trunk| {
            let from = self.left(t).first().copied().unwrap_or(t.low);
            // wires that go down: lower ones turn first; wires that go up: upper ones turn first
            if from - t.low < t.high - from {
                (0, -from)
            } else {
                (1, from)
            }
        };
        trunks.sort_by(|a, b| {
            let (ka, kb) = (class(a), class(b));
            let links = |t: &Trunk| &self.links[self.parts[t.part].links.clone()];
            ka.0.cmp(&kb.0)
                .then(ka.1.total_cmp(&kb.1))
                .then_with(|| links(a).cmp(links(b)))
        });
        let mut price = vec![0.0; n * n];
        for (i, a) in trunks.iter().enumerate() {
            for (j, b) in trunks.iter().enumerate() {
                if i != j && !apart(a, b) {
                    price[i * n + j] = self.cost(a, b);
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
        *trunks = at.into_iter().map(|from| trunks[from]).collect();
    }
}

/// Says whether two trunks run at different heights.
fn apart(a: &Trunk, b: &Trunk) -> bool {
    a.low > b.high + NEAR || b.low > a.high + NEAR
}
