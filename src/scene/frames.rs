//! Trust boundaries: frames with title, lines, footer and the gaps of their border.

use super::{Group, GroupKind, Paint, Shape, Step, Style, boxes, describe};
use crate::graph::{Architecture, Boundary, BoundaryKind};
use crate::layout::{PlacedBoundary, PlacedGap, PlacedText, Point, Rect};
use crate::theme::Role;

/// Radius of a frame's corners.
pub(super) const RADIUS: f64 = 8.0;
/// Half the length of the ticks beside a gap.
pub(super) const TICK: f64 = 4.0;

/// Gives the role of a boundary kind.
pub(super) fn kind_role(kind: BoundaryKind) -> Role {
    match kind {
        BoundaryKind::Machine => Role::Machine,
        BoundaryKind::OsUser => Role::OsUser,
        BoundaryKind::Account => Role::Account,
        BoundaryKind::Host => Role::Host,
        BoundaryKind::Isolation => Role::Isolation,
        BoundaryKind::PrivateNetwork => Role::PrivateNetwork,
        BoundaryKind::Provider => Role::Provider,
    }
}

/// Gives the role of a frame; of boundaries that share one, the one that decides about rights is never lost.
pub(super) fn role(placed: &PlacedBoundary, architecture: &Architecture) -> Role {
    let roles: Vec<Role> = members(placed, architecture)
        .iter()
        .map(|b| kind_role(b.kind))
        .collect();
    let rights = roles
        .iter()
        .find(|role| matches!(role, Role::OsUser | Role::Account));
    rights.or(roles.first()).copied().unwrap_or(Role::Machine)
}

fn members<'a>(placed: &PlacedBoundary, architecture: &'a Architecture) -> Vec<&'a Boundary> {
    placed
        .ids
        .iter()
        .filter_map(|id| architecture.boundary(id))
        .collect()
}

/// Draws a frame; `labels` are the areas of the words on lines, which a pattern keeps clear of.
pub(super) fn frame(
    placed: &PlacedBoundary,
    architecture: &Architecture,
    labels: &[Rect],
) -> Group {
    let members = members(placed, architecture);
    let mut group = Group::new(
        GroupKind::Boundary,
        placed.ids.first().cloned().unwrap_or_default(),
        describe::boundaries(&members, placed.count),
    );
    group.parent.clone_from(&placed.parent);
    let role = role(placed, architecture);
    let off = !members.is_empty() && members.iter().all(|b| b.off);
    let border = if off { Role::Off } else { role };
    let texts: Vec<&PlacedText> = placed
        .titles
        .iter()
        .chain(&placed.lines)
        .chain(&placed.footer)
        .chain(placed.gaps.iter().map(|PlacedGap { text, .. }| text))
        .collect();
    let hatch = Shape::Hatch {
        rect: placed.rect,
        clear: texts
            .iter()
            .map(|text| boxes::ink(text))
            .chain(labels.iter().copied().filter(|l| touch(l, &placed.rect)))
            .collect(),
        style: Style::new(Paint::Hatch, border),
    };
    group.shapes.reserve(2 + 2 * texts.len());
    if placed.gaps.is_empty() {
        group.shapes.push(Shape::Rect {
            rect: placed.rect,
            radius: RADIUS,
            style: Style::new(Paint::Frame, border),
        });
        group.shapes.push(hatch);
    } else {
        let spans: Vec<(Point, Point)> = placed.gaps.iter().map(|gap| (gap.from, gap.to)).collect();
        let mut open = open_frame(placed.rect, RADIUS, TICK, &spans, border);
        open.insert(1, hatch);
        group.shapes.extend(open);
    }
    for text in texts {
        boxes::text(&mut group.shapes, text, role, off);
    }
    group
}

fn touch(a: &Rect, b: &Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

/// Draws a frame whose border is open along some spans, with a short tick at each side of a gap.
pub(super) fn open_frame(
    rect: Rect,
    radius: f64,
    tick: f64,
    spans: &[(Point, Point)],
    role: Role,
) -> Vec<Shape> {
    let mut shapes = vec![
        Shape::Rect {
            rect,
            radius,
            style: Style::new(Paint::Ground, role),
        },
        Shape::Path {
            steps: border(rect, radius, spans),
            style: Style::new(Paint::Border, role),
        },
    ];
    let mut ticks = Vec::new();
    for (from, to) in spans {
        for end in [from, to] {
            let (dx, dy) = if (from.x - to.x).abs() < 0.5 {
                (tick, 0.0)
            } else {
                (0.0, tick)
            };
            ticks.push(Step::Move(Point::new(end.x - dx, end.y - dy)));
            ticks.push(Step::Line(Point::new(end.x + dx, end.y + dy)));
        }
    }
    shapes.push(Shape::Path {
        steps: ticks,
        style: Style::new(Paint::Border, role),
    });
    shapes
}

/// A rounded rectangle without the parts of its sides that lie in a span.
fn border(rect: Rect, radius: f64, spans: &[(Point, Point)]) -> Vec<Step> {
    let radius = radius.min(rect.w / 2.0).min(rect.h / 2.0);
    let corner = |x: f64, y: f64| Point::new(x, y);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    // Clockwise: each side from after a corner to before the next one, then that corner.
    let sides = [
        (
            corner(left + radius, top),
            corner(right - radius, top),
            corner(right, top),
            corner(right, top + radius),
        ),
        (
            corner(right, top + radius),
            corner(right, bottom - radius),
            corner(right, bottom),
            corner(right - radius, bottom),
        ),
        (
            corner(right - radius, bottom),
            corner(left + radius, bottom),
            corner(left, bottom),
            corner(left, bottom - radius),
        ),
        (
            corner(left, bottom - radius),
            corner(left, top + radius),
            corner(left, top),
            corner(left + radius, top),
        ),
    ];
    let mut steps = vec![Step::Move(sides[0].0)];
    for (start, end, control, after) in sides {
        let length = (end.x - start.x).abs() + (end.y - start.y).abs();
        let along = |p: &Point| {
            let share = (p.x - start.x) * (end.x - start.x) + (p.y - start.y) * (end.y - start.y);
            if length > 0.0 { share / length } else { 0.0 }
        };
        let beside = |p: &Point| {
            if (start.x - end.x).abs() < 0.5 {
                (p.x - start.x).abs()
            } else {
                (p.y - start.y).abs()
            }
        };
        let mut open: Vec<(f64, f64)> = spans
            .iter()
            .filter(|(from, to)| beside(from) < 1.0 && beside(to) < 1.0)
            .map(|(from, to)| {
                let (start, end) = (along(from), along(to));
                (start.min(end).max(0.0), start.max(end).min(length))
            })
            .filter(|(start, end)| end > start)
            .collect();
        open.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
        let at = |far: f64| {
            let share = if length > 0.0 { far / length } else { 0.0 };
            Point::new(
                start.x + (end.x - start.x) * share,
                start.y + (end.y - start.y) * share,
            )
        };
        for (from, to) in open {
            steps.push(Step::Line(at(from)));
            steps.push(Step::Move(at(to)));
        }
        steps.push(Step::Line(end));
        steps.push(Step::Curve(control, after));
    }
    steps
}
