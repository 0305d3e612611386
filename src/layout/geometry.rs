//! Small geometry for the invariants: overlaps, clipping, crossings of axis-parallel runs.

use super::placement::{Point, Rect};

/// Says whether two rectangles overlap by more than a tolerance in both directions.
pub(super) fn overlap(a: &Rect, b: &Rect, tolerance: f64) -> bool {
    a.right().min(b.right()) - a.x.max(b.x) > tolerance
        && a.bottom().min(b.bottom()) - a.y.max(b.y) > tolerance
}

/// Says whether `a` lies within `b`.
pub(super) fn inside(a: &Rect, b: &Rect, tolerance: f64) -> bool {
    a.x >= b.x - tolerance
        && a.y >= b.y - tolerance
        && a.right() <= b.right() + tolerance
        && a.bottom() <= b.bottom() + tolerance
}

/// Makes a rectangle smaller (or larger) on every side.
pub(super) fn shrink(r: &Rect, by: f64) -> Rect {
    Rect::new(r.x + by, r.y + by, r.w - 2.0 * by, r.h - 2.0 * by)
}

/// Returns the length of a run inside a rectangle; runs are horizontal or vertical.
pub(super) fn within(p: Point, q: Point, r: &Rect) -> f64 {
    if r.w <= 0.0 || r.h <= 0.0 {
        return 0.0;
    }
    if (p.y - q.y).abs() < 1e-6 {
        if p.y <= r.y || p.y >= r.bottom() {
            return 0.0;
        }
        (p.x.max(q.x).min(r.right()) - p.x.min(q.x).max(r.x)).max(0.0)
    } else {
        if p.x <= r.x || p.x >= r.right() {
            return 0.0;
        }
        (p.y.max(q.y).min(r.bottom()) - p.y.min(q.y).max(r.y)).max(0.0)
    }
}

/// Returns where two runs cross inside both, if they do.
#[expect(clippy::many_single_char_names, reason = "coordinates")]
pub(super) fn crossing(a: (Point, Point), b: (Point, Point)) -> Option<Point> {
    let level = |s: (Point, Point)| (s.0.y - s.1.y).abs() < 1e-6;
    let (h, v) = match (level(a), level(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    let (x, y) = (v.0.x, h.0.y);
    let e = 1e-6;
    let across = x > h.0.x.min(h.1.x) + e && x < h.0.x.max(h.1.x) - e;
    let down = y > v.0.y.min(v.1.y) + e && y < v.0.y.max(v.1.y) - e;
    (across && down).then(|| Point::new(x, y))
}

/// Returns the length that two runs share on one line.
pub(super) fn shared(a: (Point, Point), b: (Point, Point), tolerance: f64) -> f64 {
    let level = |s: (Point, Point)| (s.0.y - s.1.y).abs() < 1e-6;
    if level(a) != level(b) {
        return 0.0;
    }
    let (apart, a0, a1, b0, b1) = if level(a) {
        (a.0.y - b.0.y, a.0.x, a.1.x, b.0.x, b.1.x)
    } else {
        (a.0.x - b.0.x, a.0.y, a.1.y, b.0.y, b.1.y)
    };
    if apart.abs() > tolerance {
        return 0.0;
    }
    (a0.max(a1).min(b0.max(b1)) - a0.min(a1).max(b0.min(b1))).max(0.0)
}

/// Returns the runs of some lines.
pub(super) fn segments(lines: &[Vec<Point>]) -> impl Iterator<Item = (Point, Point)> {
    lines
        .iter()
        .flat_map(|l| l.windows(2).map(|w| (w[0], w[1])))
}
