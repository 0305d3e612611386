//! Hatches as plain paths: lines of a pattern, clipped by computation to a surface and around the texts on it.

use super::number;
use crate::layout::Rect;
use crate::theme::Hatch;

/// Width of a pattern's lines.
pub(super) const WIDTH: &str = "0.9";
/// Dots are a dashed line: length of a dot, and of the gap after it.
const DOT: f64 = 1.4;
/// How far a pattern stays away from the border; more than the rounding of any corner needs.
const INSET: f64 = 3.0;
/// Shorter pieces are left out.
const LEAST: f64 = 2.0;

/// A direction of lines. Each is written as `y = slope * x + n * step`, or `x = n * step` for upright ones.
#[derive(Clone, Copy)]
enum Lines {
    Sloped(f64),
    Upright,
}

/// What a pattern is made of: directions, and the step between lines.
fn pattern(hatch: Hatch) -> (&'static [Lines], f64) {
    match hatch {
        Hatch::None => (&[], 1.0),
        Hatch::Rising => (&[Lines::Sloped(-1.0)], 9.0),
        Hatch::Falling => (&[Lines::Sloped(1.0)], 9.0),
        Hatch::Cross => (&[Lines::Sloped(-1.0), Lines::Sloped(1.0)], 10.0),
        Hatch::Level => (&[Lines::Sloped(0.0)], 5.0),
        Hatch::Upright => (&[Lines::Upright], 6.0),
        Hatch::Dots => (&[Lines::Sloped(0.0)], 6.0),
    }
}

/// Gives the dashes that a pattern needs.
pub(super) fn dashes(hatch: Hatch) -> Option<String> {
    let (_, step) = pattern(hatch);
    (hatch == Hatch::Dots).then(|| format!("{} {}", number(DOT), number(step - DOT)))
}

/// Writes the path of a pattern on a surface; empty where nothing fits.
pub(super) fn data(hatch: Hatch, surface: &Rect, clear: &[Rect]) -> String {
    let (directions, step) = pattern(hatch);
    let inset = INSET.min(surface.h / 6.0);
    let area = Rect::new(
        surface.x + inset,
        surface.y + inset,
        surface.w - 2.0 * inset,
        surface.h - 2.0 * inset,
    );
    let mut out = String::new();
    for &lines in directions {
        // Lines stand on one grid over the whole picture, so that patterns meet.
        let (low, high) = lines.reach(&area);
        let mut at = (low / step).ceil() * step;
        while at < high {
            let holes = clear.iter().filter_map(|rect| lines.inside(at, rect));
            if let Some(whole) = lines.inside(at, &area) {
                for (from, to) in without(whole, holes.collect()) {
                    let from = match hatch {
                        Hatch::Dots => on_grid(from, at, step),
                        _ => from,
                    };
                    if to - from >= LEAST {
                        lines.write(&mut out, at, from, to);
                    }
                }
            }
            at += step;
        }
    }
    out
}

/// Rows of dots are staggered: every other one starts half a step later.
fn on_grid(from: f64, row: f64, step: f64) -> f64 {
    let odd = (row / step).round().rem_euclid(2.0) > 0.5;
    let shift = if odd { step / 2.0 } else { 0.0 };
    ((from - shift) / step).ceil() * step + shift
}

impl Lines {
    /// The least and the greatest `n * step` of lines that can touch a rectangle.
    fn reach(self, rect: &Rect) -> (f64, f64) {
        match self {
            Lines::Upright => (rect.x, rect.right()),
            Lines::Sloped(slope) => {
                let (a, b) = (slope * rect.x, slope * rect.right());
                (rect.y - a.max(b), rect.bottom() - a.min(b))
            }
        }
    }

    /// The part of a line inside a rectangle, along x (along y for an upright one).
    fn inside(self, at: f64, rect: &Rect) -> Option<(f64, f64)> {
        let (from, to) = match self {
            Lines::Upright => {
                if at <= rect.x || at >= rect.right() {
                    return None;
                }
                (rect.y, rect.bottom())
            }
            Lines::Sloped(slope) if slope.abs() < 0.5 => {
                if at <= rect.y || at >= rect.bottom() {
                    return None;
                }
                (rect.x, rect.right())
            }
            Lines::Sloped(slope) => {
                let (a, b) = ((rect.y - at) / slope, (rect.bottom() - at) / slope);
                (rect.x.max(a.min(b)), rect.right().min(a.max(b)))
            }
        };
        (from < to).then_some((from, to))
    }

    fn write(self, out: &mut String, at: f64, from: f64, to: f64) {
        let piece = match self {
            Lines::Upright => format!("M{} {}V{}", number(at), number(from), number(to)),
            Lines::Sloped(slope) if slope.abs() < 0.5 => {
                format!("M{} {}H{}", number(from), number(at), number(to))
            }
            Lines::Sloped(slope) => {
                let y = |x: f64| number(slope * x + at);
                format!("M{} {}L{} {}", number(from), y(from), number(to), y(to))
            }
        };
        out.push_str(&piece);
    }
}

/// Takes holes out of a piece.
fn without(whole: (f64, f64), mut holes: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    holes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut pieces = Vec::new();
    let mut from = whole.0;
    for (start, end) in holes {
        if start > from {
            pieces.push((from, start.min(whole.1)));
        }
        from = from.max(end);
    }
    pieces.push((from, whole.1));
    pieces.retain(|(from, to)| to > from);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads the pieces of a path back.
    fn pieces(data: &str) -> Vec<[f64; 4]> {
        data.split('M')
            .filter(|piece| !piece.is_empty())
            .map(|piece| {
                let at = piece.find(['H', 'V', 'L']).unwrap();
                let numbers = |text: &str| -> Vec<f64> {
                    text.split(' ').map(|n| n.parse().unwrap()).collect()
                };
                let (start, end) = (numbers(&piece[..at]), numbers(&piece[at + 1..]));
                match piece.as_bytes()[at] {
                    b'H' => [start[0], start[1], end[0], start[1]],
                    b'V' => [start[0], start[1], start[0], end[0]],
                    _ => [start[0], start[1], end[0], end[1]],
                }
            })
            .collect()
    }

    #[test]
    fn level_lines_go_around_a_text() {
        let surface = Rect::new(0.0, 0.0, 100.0, 20.0);
        let text = Rect::new(20.0, 8.0, 30.0, 4.0);
        assert_eq!(
            data(Hatch::Level, &surface, &[text]),
            "M3 5H97M3 10H20M50 10H97M3 15H97"
        );
        assert_eq!(data(Hatch::None, &surface, &[]), "");
    }

    #[test]
    fn every_hatch_looks_different() {
        let surface = Rect::new(0.0, 0.0, 60.0, 60.0);
        let mut all: Vec<String> = Hatch::ALL
            .iter()
            .map(|hatch| data(*hatch, &surface, &[]))
            .collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), Hatch::ALL.len());
    }

    proptest! {
        #[test]
        fn no_line_leaves_its_surface_or_touches_a_text(
            surface in (0.0..400.0, 0.0..400.0, 1.0..300.0, 1.0..200.0),
            texts in prop::collection::vec((0.0..500.0, 0.0..500.0, 1.0..200.0, 1.0..20.0), 0..6),
        ) {
            let rect = |(x, y, w, h)| Rect::new(x, y, w, h);
            let (surface, texts) = (rect(surface), texts.into_iter().map(rect).collect::<Vec<_>>());
            for hatch in Hatch::ALL {
                for [ax, ay, bx, by] in pieces(&data(*hatch, &surface, &texts)) {
                    for (x, y) in [(ax, ay), (bx, by)] {
                        prop_assert!(x >= surface.x - 0.02 && x <= surface.right() + 0.02);
                        prop_assert!(y >= surface.y - 0.02 && y <= surface.bottom() + 0.02);
                    }
                    for step in 0..=40 {
                        let share = f64::from(step) / 40.0;
                        let (x, y) = (ax + (bx - ax) * share, ay + (by - ay) * share);
                        let hit = texts.iter().any(|t| {
                            x > t.x + 0.02 && x < t.right() - 0.02 && y > t.y + 0.02 && y < t.bottom() - 0.02
                        });
                        prop_assert!(!hit, "{hatch:?} at {x} {y}");
                    }
                }
            }
        }
    }
}
