//! A group drawn a second time elsewhere, under ids of its own.

use super::{Group, Shape, Step};
use crate::layout::{Point, Rect};

impl Group {
    /// Returns the group moved, with `prefix` before its id and those it names, and without its evidence.
    pub(crate) fn copied(&self, prefix: &str, dx: f64, dy: f64) -> Self {
        let named = |id: &String| format!("{prefix}--{id}");
        Self {
            kind: self.kind,
            id: named(&self.id),
            parent: self.parent.as_ref().map(named),
            ends: self
                .ends
                .as_ref()
                .map(|(from, to)| (named(from), named(to))),
            flows: self.flows.iter().map(named).collect(),
            title: String::new(),
            shapes: self.shapes.iter().map(|s| moved(s, dx, dy)).collect(),
        }
    }
}

fn moved(shape: &Shape, dx: f64, dy: f64) -> Shape {
    let point = |p: &Point| Point::new(p.x + dx, p.y + dy);
    let area = |r: &Rect| Rect::new(r.x + dx, r.y + dy, r.w, r.h);
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Rect { rect, .. } | Shape::Icon { rect, .. } => *rect = area(rect),
        Shape::Hatch { rect, clear, .. } => {
            *rect = area(rect);
            for rect in clear {
                *rect = area(rect);
            }
        }
        Shape::Text { x, baseline, .. } => {
            *x += dx;
            *baseline += dy;
        }
        Shape::Path { steps, .. } => {
            for step in steps {
                match step {
                    Step::Move(p) | Step::Line(p) => *p = point(p),
                    Step::Curve(p, q) => (*p, *q) = (point(p), point(q)),
                    Step::Close => {}
                }
            }
        }
    }
    shape
}
