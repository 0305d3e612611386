//! Scores: how well a picture fits its page, and how many bends and crossings it has.

use super::arrange::{Detail, LayoutOptions};
use super::placement::Point;
use super::solve::Solved;
use crate::graph::FlowKind;

/// Bends and crossings per flow, and the share of flows over the network that are not one straight run; lower is better.
pub(super) fn quality(solved: &Solved<'_>) -> f64 {
    let mut across: Vec<(i64, i64, i64)> = Vec::new();
    let mut down: Vec<(i64, i64, i64)> = Vec::new();
    let mut bends = 0;
    let flows = &solved.view.flows;
    let mut bent = vec![false; flows.len()];
    solved.pieces(|flow, piece| {
        bends += piece.len().saturating_sub(2);
        bent[flow] |= piece.len() > 2;
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
    let per = |n: usize, all: usize| n as f64 / all.max(1) as f64;
    let network = |f: &usize| {
        matches!(
            flows[*f].kind,
            FlowKind::Http | FlowKind::Sse | FlowKind::Custom
        )
    };
    let far: Vec<usize> = (0..flows.len()).filter(network).collect();
    let bent = far.iter().filter(|&&f| bent[f]).count();
    0.05 * per(bends, flows.len())
        + 0.12 * per(crossings, flows.len())
        + BENT * per(bent, far.len())
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

/// What a picture is arranged for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Page {
    aspect: f64,
    /// Width in which it is looked at.
    width: f64,
    /// Weight of a wrong aspect: without a word from the user it is a mild wish.
    wish: f64,
    /// Width that somebody asked for.
    asked: Option<f64>,
    /// What each step beyond a readable width costs.
    beyond: f64,
}

impl Page {
    /// Takes what the user wants, for a picture of so many clients.
    pub(super) fn new(options: &LayoutOptions, clients: usize) -> Self {
        let usual = (options.aspect - LayoutOptions::default().aspect).abs() < 1e-9;
        let overview = options.detail == Detail::Overview && usual;
        let small = clients <= FEW;
        Self {
            aspect: options.aspect,
            width: if overview { OVERVIEW } else { README },
            wish: match (usual, overview) {
                (false, _) => ASKED,
                (_, true) => GLANCE,
                _ => ASPECT,
            },
            asked: options.width,
            beyond: if small || overview { STEEP } else { LARGE },
        }
    }

    /// Says whether the wanted width is less than usual.
    pub(super) fn is_narrow(&self) -> bool {
        self.asked.is_some_and(|width| width < README)
    }

    /// How well a size fits the page: text large in the wanted width, aspect near the wanted one, little area.
    pub(super) fn fit(&self, width: f64, height: f64) -> f64 {
        let aspect = width / height.max(1.0);
        let off = (aspect / self.aspect).ln().abs();
        let beyond = (aspect / 1.95).ln().max((0.52 / aspect).ln()).max(0.0);
        let area = (width * height / 1e6).ln();
        self.shrink(width) + self.wish * off + 6.0 * beyond + AREA * area
    }

    /// How well notes stand around a body: little area counts, and no shape is worth a void.
    pub(super) fn spread(&self, width: f64, height: f64) -> f64 {
        let bare = Self {
            wish: self.wish.min(AREA) / 3.0,
            ..*self
        };
        bare.fit(width, height) + (1.0 - AREA) * (width * height / 1e6).ln()
    }

    /// The best fit of a picture that has at least a size: growing to the wanted aspect costs area.
    pub(super) fn least_fit(&self, width: f64, height: f64) -> f64 {
        let off = (width / height.max(1.0) / self.aspect).ln().abs();
        let area = (width * height / 1e6).ln();
        self.shrink(width) + AREA.min(self.wish) * off + AREA * area
    }

    /// How much smaller text becomes in the wanted width.
    fn shrink(&self, width: f64) -> f64 {
        if let Some(asked) = self.asked {
            return ASKED_WIDTH * (width / asked).ln().max(0.0);
        }
        // in a large picture, much too wide is not much worse than too wide
        let wide = (width / self.width).ln().max(0.0);
        let readable = (READABLE / self.width).ln();
        wide.min(readable) + self.beyond * (wide - readable).max(0.0)
    }
}

/// Width of a picture in a README, and of an overview beside text.
const README: f64 = 900.0;
const OVERVIEW: f64 = 800.0;
/// The most that can be read there.
const READABLE: f64 = 1400.0;
/// Clients of a picture that is looked at in a README; more want a page of their own.
const FEW: usize = 12;
/// What width beyond the readable costs there, and in a larger picture.
const STEEP: f64 = 1.8;
const LARGE: f64 = 0.4;
/// What it costs if no flow over the network is one straight run: a third more width at most.
const BENT: f64 = 0.35;
/// What a picture that is too wide costs where somebody asked for a width: more than any wrong aspect.
const ASKED_WIDTH: f64 = 2.0;
/// Weights of a wrong aspect, of one in an overview, of one that was asked for, and of the area.
const ASPECT: f64 = 0.35;
const GLANCE: f64 = 0.7;
const ASKED: f64 = 1.4;
const AREA: f64 = 0.3;
