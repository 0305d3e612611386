//! Arrangement: tries a few shapes and keeps the one that fits the page best.

use std::rc::Rc;

use super::blocks;
use super::dress::{self, Dress, Notes};
use super::fold;
use super::measure::Measured;
use super::placement::{Placement, Point};
use super::skeleton::Skeleton;
use super::solve::{Draft, Solved};
use super::tree::{Shape, Tree};
use super::view::View;
use crate::graph::{Architecture, BoundaryKind, NodeKind};

/// How much is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Hosts, boundaries and providers with counts.
    Overview,
    /// Servers of equal trust in tables.
    Servers,
    /// Every node its own box.
    Full,
    /// What fits best.
    #[default]
    Auto,
}

impl Detail {
    /// All values, in the order of what they show.
    pub const ALL: [Detail; 4] = [
        Detail::Overview,
        Detail::Servers,
        Detail::Full,
        Detail::Auto,
    ];

    /// Gives the word of `--detail`.
    pub fn name(self) -> &'static str {
        match self {
            Detail::Overview => "overview",
            Detail::Servers => "servers",
            Detail::Full => "full",
            Detail::Auto => "auto",
        }
    }
}

/// What the caller wants of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// How much is drawn.
    pub detail: Detail,
    /// Width by height to aim for.
    pub aspect: f64,
    /// Width in which the picture is looked at.
    pub width: f64,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        Self {
            detail: Detail::Auto,
            aspect: 1.5,
            width: 900.0,
        }
    }
}

/// Above so many clients a picture of single boxes is not tried unless asked for.
const SINGLE_BOXES: usize = 60;
/// Up to so many clients nothing is folded unless asked for.
const NEVER_FOLDED: usize = 12;
/// What folding must gain.
const FOLDING: f64 = 0.45;

/// Places an architecture.
pub fn layout(arch: &Architecture, options: &LayoutOptions) -> Placement {
    let full = View::full(arch);
    let clients = full
        .nodes
        .iter()
        .filter(|n| n.kind == NodeKind::Client)
        .count();
    let views = match options.detail {
        // an overview is an architecture of its own: each of its nodes is drawn
        Detail::Full | Detail::Overview => vec![(0.0, full)],
        Detail::Servers => vec![(0.0, fold::fold(arch, &full))],
        Detail::Auto if clients <= NEVER_FOLDED => vec![(0.0, full)],
        Detail::Auto if clients > SINGLE_BOXES => vec![(FOLDING, fold::fold(arch, &full))],
        Detail::Auto => {
            let folded = fold::fold(arch, &full);
            vec![(0.0, full), (FOLDING, folded)]
        }
    };
    let mut best: Option<(f64, Placement)> = None;
    for (price, view) in &views {
        let measured = Measured::new(view);
        let skeleton = Skeleton::new(view);
        let mut search = Search::new(arch, &skeleton, &measured, options);
        search.run();
        if let Some((score, solved, dress)) = search.best.take()
            && best.as_ref().is_none_or(|b| score + price < b.0)
        {
            best = Some((score + price, search.notes.around(&dress, solved.place())));
        }
    }
    best.map(|b| b.1).unwrap_or_default()
}

/// An arrangement with its score.
struct Seen {
    tree: Rc<Tree>,
    level: bool,
    score: f64,
    /// Whether the score is more than a lower bound.
    exact: bool,
}

/// Looks for the best arrangement.
pub(super) struct Search<'a> {
    skeleton: &'a Skeleton<'a>,
    measured: &'a Measured,
    options: &'a LayoutOptions,
    pub(super) notes: Notes<'a>,
    /// Arrangements seen: different shapes may come to the same tree.
    seen: Vec<Seen>,
    pub(super) best: Option<(f64, Solved<'a>, Dress)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        arch: &'a Architecture,
        skeleton: &'a Skeleton<'a>,
        measured: &'a Measured,
        options: &'a LayoutOptions,
    ) -> Self {
        Self {
            skeleton,
            measured,
            options,
            notes: Notes::new(arch, skeleton.view),
            seen: Vec::new(),
            best: None,
        }
    }

    /// Changes one thing at a time as long as the picture gets better, from two starts.
    pub(super) fn run(&mut self) {
        let base = Shape {
            tall_hosts: true,
            tall_users: true,
            tall_providers: true,
            bands: 1,
            provider_columns: 1,
            hang_isolation: false,
            hang_network: false,
            level: false,
        };
        let hanging = Shape {
            hang_isolation: true,
            hang_network: true,
            ..base
        };
        for start in [base, hanging] {
            let mut at = (self.evaluate(start, f64::MAX), start);
            loop {
                let before = at.0;
                for next in neighbours(self.skeleton.view, at.1) {
                    let score = self.evaluate(next, at.0);
                    if score < at.0 - 1e-9 {
                        at = (score, next);
                    }
                }
                if at.0 >= before - 1e-9 {
                    break;
                }
            }
        }
    }

    /// Scores a shape, keeps the best; stops as soon as it is clear that the score is not below `limit`.
    pub(super) fn evaluate(&mut self, shape: Shape, limit: f64) -> f64 {
        let tree = Rc::new(blocks::build(self.skeleton, shape));
        let known = (self.seen.iter()).position(|s| s.level == shape.level && s.tree == tree);
        if let Some(known) = known.map(|k| &self.seen[k])
            && (known.exact || known.score >= limit)
        {
            return known.score;
        }
        let (score, exact) = self.score(Rc::clone(&tree), shape.level, limit);
        let seen = Seen {
            tree,
            level: shape.level,
            score,
            exact,
        };
        match known {
            Some(known) => self.seen[known] = seen,
            None => self.seen.push(seen),
        }
        score
    }

    /// Solves a tree as far as needed; says whether the score is exact or a lower bound, which is not below `limit`.
    fn score(&mut self, tree: Rc<Tree>, level: bool, limit: f64) -> (f64, bool) {
        let least = |size: (f64, f64)| {
            let (width, height) = self.notes.least(size);
            least_fit(width, height, self.options)
        };
        let draft = Draft::new(self.skeleton, self.measured, tree);
        let bound = least(draft.least());
        if bound >= limit {
            return (bound, false);
        }
        let solved = draft.solve(level);
        let bound = least(solved.size());
        if bound >= limit {
            return (bound, false);
        }
        let quality = quality(&solved);
        if quality + bound >= limit {
            return (quality + bound, false);
        }
        let mut best: Option<(f64, Dress)> = None;
        for dress in dress::variants(&mut self.notes, solved.size(), &solved.outline()) {
            let score = quality + fit(dress.width, dress.height, self.options);
            if best.as_ref().is_none_or(|b| score < b.0 - 1e-9) {
                best = Some((score, dress));
            }
        }
        let score = best.as_ref().map_or(f64::MAX, |b| b.0);
        if let Some((score, dress)) = best
            && self.best.as_ref().is_none_or(|b| score < b.0 - 1e-9)
        {
            self.best = Some((score, solved, dress));
        }
        (score, true)
    }
}

/// Shapes that differ in one thing.
fn neighbours(view: &View, at: Shape) -> Vec<Shape> {
    let count = |kind: BoundaryKind| view.frames.iter().filter(|f| f.kind == kind).count();
    let hosts = count(BoundaryKind::Host);
    let providers = count(BoundaryKind::Provider) + count(BoundaryKind::PrivateNetwork);
    let mut out = Vec::new();
    for bit in 0..6 {
        let mut next = at;
        let flag = match bit {
            0 => &mut next.level,
            1 => &mut next.tall_hosts,
            2 => &mut next.tall_users,
            3 => &mut next.tall_providers,
            4 => &mut next.hang_isolation,
            _ => &mut next.hang_network,
        };
        *flag = !*flag;
        out.push(next);
    }
    for bands in [1, 2, 3, 4, 6] {
        if bands != at.bands && bands * 2 <= hosts + 1 {
            out.push(Shape { bands, ..at });
        }
    }
    for provider_columns in [1, 2, 3, 4, 5, 6, 8] {
        if provider_columns != at.provider_columns && provider_columns * 2 <= providers + 1 {
            out.push(Shape {
                provider_columns,
                ..at
            });
        }
    }
    out
}

/// Bends and crossings per flow; lower is better.
pub(super) fn quality(solved: &Solved<'_>) -> f64 {
    let mut across: Vec<(i64, i64, i64)> = Vec::new();
    let mut down: Vec<(i64, i64, i64)> = Vec::new();
    let mut bends = 0;
    solved.pieces(|_, piece| {
        bends += piece.len().saturating_sub(2);
        for run in piece.windows(2) {
            #[expect(clippy::cast_possible_truncation, reason = "a canvas is far smaller")]
            let of = |p: Point| ((p.x * 2.0) as i64, (p.y * 2.0) as i64);
            let (a, b) = (of(run[0]), of(run[1]));
            if a.1 == b.1 {
                across.push((a.1, a.0.min(b.0), a.0.max(b.0)));
            } else {
                down.push((a.0, a.1.min(b.1), a.1.max(b.1)));
            }
        }
    });
    merge(&mut across);
    merge(&mut down);
    let crossings: usize = across
        .iter()
        .map(|&(y, from, to)| {
            let start = down.partition_point(|d| d.0 <= from);
            down[start..]
                .iter()
                .take_while(|d| d.0 < to)
                .filter(|d| d.1 < y && y < d.2)
                .count()
        })
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "counts of runs are small")]
    let per = |n: usize| n as f64 / solved.view.flows.len().max(1) as f64;
    0.05 * per(bends) + 0.12 * per(crossings)
}

/// Joins runs on one line that touch: a wire that many flows share crosses once.
fn merge(runs: &mut Vec<(i64, i64, i64)>) {
    runs.sort_unstable();
    runs.dedup_by(|next, last| {
        let touches = next.0 == last.0 && next.1 <= last.2;
        if touches {
            last.2 = last.2.max(next.2);
        }
        touches
    });
}

/// How well a size fits the page: text large in the wanted width, aspect near the wanted one, little area.
fn fit(width: f64, height: f64, options: &LayoutOptions) -> f64 {
    let aspect = width / height.max(1.0);
    let off = (aspect / options.aspect).ln().abs();
    let beyond = (aspect / 1.95).ln().max((0.52 / aspect).ln()).max(0.0);
    let area = (width * height / 1e6).ln();
    shrink(width, options) + wish(options) * off + 6.0 * beyond + AREA * area
}

/// How much the aspect weighs: without a word from the user it is a mild wish.
fn wish(options: &LayoutOptions) -> f64 {
    let usual = (options.aspect - LayoutOptions::default().aspect).abs() < 1e-9;
    if usual { ASPECT } else { ASKED }
}

/// The best fit of a picture that has at least a size: growing to the wanted aspect costs area.
fn least_fit(width: f64, height: f64, options: &LayoutOptions) -> f64 {
    let off = (width / height.max(1.0) / options.aspect).ln().abs();
    let area = (width * height / 1e6).ln();
    shrink(width, options) + AREA.min(wish(options)) * off + AREA * area
}

/// How much smaller text becomes in the wanted width.
fn shrink(width: f64, options: &LayoutOptions) -> f64 {
    let wide = (width / options.width).ln().max(0.0);
    let usual = (options.width - LayoutOptions::default().width).abs() < 1e-9;
    // much too wide is not much worse than too wide, unless somebody asked for a width
    if usual {
        wide.min(0.4) + 0.4 * (wide - 0.4).max(0.0)
    } else {
        wide
    }
}

/// Weights of a wrong aspect, of one that was asked for, and of the area.
const ASPECT: f64 = 0.35;
const ASKED: f64 = 1.4;
const AREA: f64 = 0.3;
