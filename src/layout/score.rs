//! Scores: how well a picture fits its page, and how many bends and crossings it has.

use super::arrange::{LayoutOptions, README};
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

/// How well a size fits the page: text large in the wanted width, aspect near the wanted one, little area.
pub(super) fn fit(width: f64, height: f64, options: &LayoutOptions) -> f64 {
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
pub(super) fn least_fit(width: f64, height: f64, options: &LayoutOptions) -> f64 {
    let off = (width / height.max(1.0) / options.aspect).ln().abs();
    let area = (width * height / 1e6).ln();
    shrink(width, options) + AREA.min(wish(options)) * off + AREA * area
}

/// How much smaller text becomes in the wanted width.
fn shrink(width: f64, options: &LayoutOptions) -> f64 {
    if let Some(asked) = options.width {
        return ASKED_WIDTH * (width / asked).ln().max(0.0);
    }
    // much too wide is not much worse than too wide
    let wide = (width / README).ln().max(0.0);
    wide.min(0.4) + 0.4 * (wide - 0.4).max(0.0)
}

/// What it costs if no flow over the network is one straight run: less than a quarter more width.
const BENT: f64 = 0.28;
/// What a picture that is too wide costs where somebody asked for a width: more than any wrong aspect.
const ASKED_WIDTH: f64 = 2.0;
/// Weights of a wrong aspect, of one that was asked for, and of the area.
const ASPECT: f64 = 0.35;
const ASKED: f64 = 1.4;
const AREA: f64 = 0.3;
