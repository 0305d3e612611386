//! Figures of a picture: crossings, bends, length, size.

use std::collections::BTreeSet;

use super::geometry::{crossing, segments};
use super::placement::{Placement, Point};

/// Figures of a picture, to compare pictures.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Points where wires cross.
    pub crossings: usize,
    /// Corners of the flows.
    pub bends: usize,
    /// Length of the wires.
    pub length: f64,
    /// Width of the canvas.
    pub width: f64,
    /// Height of the canvas.
    pub height: f64,
    /// Width by height.
    pub aspect: f64,
    /// Smallest text.
    pub min_text: f64,
}

/// Counts and measures a placement.
pub fn figures(p: &Placement) -> Figures {
    let mut points = BTreeSet::new();
    let mut runs: Vec<(usize, (Point, Point))> = Vec::new();
    for (i, net) in p.nets.iter().enumerate() {
        runs.extend(segments(&net.lines).map(|s| (i, s)));
    }
    for (i, a) in runs.iter().enumerate() {
        for b in &runs[i + 1..] {
            if a.0 != b.0
                && let Some(q) = crossing(a.1, b.1)
            {
                #[expect(clippy::cast_possible_truncation, reason = "a canvas is far smaller")]
                points.insert((q.x.round() as i64, q.y.round() as i64));
            }
        }
    }
    Figures {
        crossings: points.len(),
        bends: p
            .flows
            .iter()
            .flat_map(|f| &f.path)
            .map(|l| l.len().saturating_sub(2))
            .sum(),
        length: runs
            .iter()
            .map(|(_, s)| (s.0.x - s.1.x).abs() + (s.0.y - s.1.y).abs())
            .sum(),
        width: p.width,
        height: p.height,
        aspect: p.width / p.height.max(1.0),
        min_text: smallest_text(p),
    }
}

/// Returns the size of the smallest text.
pub(crate) fn smallest_text(p: &Placement) -> f64 {
    let in_frames =
        (p.boundaries.iter()).flat_map(|b| b.titles.iter().chain(&b.lines).chain(&b.footer));
    let texts = (p.nodes.iter().flat_map(|n| &n.texts))
        .chain(p.labels.iter().flat_map(|l| &l.texts))
        .chain(p.notes.iter().flat_map(|n| &n.texts))
        .chain(in_frames);
    texts.map(|t| t.size).fold(f64::MAX, f64::min)
}
