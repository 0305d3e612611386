//! Gaps: a border is open where the flow that uses the gap crosses it.

use super::placement::{Point, Rect};
use super::view::View;
use super::wires::Way;

/// Half the length of a gap.
const HALF: f64 = 6.0;

/// Finds where a flow that names a gap, or leads to what the gap is named for, leaves a frame.
pub(super) fn where_used(
    view: &View,
    frame: usize,
    rect: Rect,
    gap: &str,
    ways: &[Way],
) -> Option<(Point, Point)> {
    let inside = |node: usize| view.chain(view.nodes[node].frame).contains(&frame);
    let uses = |way: &&Way| {
        let flow = &view.flows[way.flow];
        let named = view.nodes[flow.to].label == gap || flow.label.iter().any(|p| p.text == gap);
        named && inside(flow.from) && !inside(flow.to)
    };
    let runs = ways.iter().filter(uses).flat_map(|way| &way.pieces);
    let mut runs = runs.flat_map(|piece| piece.windows(2));
    runs.find_map(|run| crossing(rect, run[0], run[1]))
}

/// The piece of the border around the point where a straight run crosses it.
fn crossing(rect: Rect, a: Point, b: Point) -> Option<(Point, Point)> {
    let between = |v: f64, p: f64, q: f64| p.min(q) <= v && v <= p.max(q) && (p - q).abs() > 0.5;
    let level = (a.y - b.y).abs() < 0.5;
    if level {
        let side = [rect.x, rect.right()]
            .into_iter()
            .find(|x| between(*x, a.x, b.x))?;
        (between(a.y, rect.y, rect.bottom()))
            .then(|| (Point::new(side, a.y - HALF), Point::new(side, a.y + HALF)))
    } else {
        let side = [rect.y, rect.bottom()]
            .into_iter()
            .find(|y| between(*y, a.y, b.y))?;
        (between(a.x, rect.x, rect.right()))
            .then(|| (Point::new(a.x - HALF, side), Point::new(a.x + HALF, side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_opens_where_a_run_crosses_it() {
        let rect = Rect::new(10.0, 10.0, 100.0, 50.0);
        let at = |x, y| Point::new(x, y);
        assert_eq!(
            crossing(rect, at(60.0, 30.0), at(150.0, 30.0)),
            Some((at(110.0, 24.0), at(110.0, 36.0)))
        );
        assert_eq!(
            crossing(rect, at(60.0, 30.0), at(60.0, 90.0)),
            Some((at(54.0, 60.0), at(66.0, 60.0)))
        );
        assert_eq!(crossing(rect, at(20.0, 30.0), at(90.0, 30.0)), None);
        assert_eq!(crossing(rect, at(150.0, 0.0), at(150.0, 90.0)), None);
    }
}
