//! Flows: wires with rounded corners, arrow heads and junctions; the ways of single flows along them; labels.

use std::collections::BTreeMap;

use super::{Group, GroupKind, Paint, Shape, Step, Style, boxes, describe};
use crate::graph::{Architecture, FlowKind};
use crate::layout::{Head, PlacedFlow, PlacedLabel, PlacedNet, PlacedText, Placement, Point, Rect};
use crate::theme::Role;

const CORNER: f64 = 7.0;
const HEAD_LENGTH: f64 = 8.0;
const HEAD_HALF: f64 = 4.0;
const DOT: f64 = 2.6;
/// How far before its box a bar stands.
const BAR: f64 = 4.0;

/// Gives the role of a flow's line; `remote`: it ends in a network beyond the machine.
pub(super) fn role(kind: FlowKind, remote: bool, off: bool, alarm: bool) -> Role {
    if off {
        return Role::Off;
    }
    if alarm {
        return Role::Alarm;
    }
    match kind {
        FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure => Role::Control,
        FlowKind::ToolCall => Role::Call,
        FlowKind::Custom if remote => Role::Remote,
        FlowKind::Stdio | FlowKind::Custom => Role::Local,
        FlowKind::Http | FlowKind::Sse => Role::Remote,
        FlowKind::Oauth | FlowKind::SignIn => Role::OAuth,
        FlowKind::Upstream => Role::Upstream,
        FlowKind::Inbound => Role::Alarm,
    }
}

/// The id under which each flow of the architecture is drawn: folded flows share one.
pub(super) fn drawn(placement: &Placement) -> BTreeMap<&str, &str> {
    let mut drawn = BTreeMap::new();
    for flow in &placement.flows {
        if let Some(first) = flow.ids.first() {
            for id in &flow.ids {
                drawn.insert(id.as_str(), first.as_str());
            }
        }
    }
    drawn
}

fn known(ids: &[String], drawn: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for id in ids {
        if let Some(shown) = drawn.get(id.as_str())
            && !out.iter().any(|other| other == shown)
        {
            out.push((*shown).to_owned());
        }
    }
    out
}

pub(super) fn net(
    net: &PlacedNet,
    drawn: &BTreeMap<&str, &str>,
    placement: &Placement,
    architecture: &Architecture,
) -> Group {
    let remote = net.kind == FlowKind::Custom && leaves(&net.flows, placement, architecture);
    let role = role(net.kind, remote, net.off, net.alarm);
    let mut group = Group::new(GroupKind::Net, net.id.clone(), String::new());
    group.flows = known(&net.flows, drawn);
    // What is off goes nowhere: a bar where the arrow head would be.
    let heads = if net.off { &[][..] } else { &net.heads[..] };
    for line in &net.lines {
        group.shapes.push(Shape::Path {
            steps: rounded(&shortened(line, heads)),
            style: Style::new(Paint::Line, role),
        });
    }
    for dot in &net.dots {
        group.shapes.push(Shape::Rect {
            rect: Rect::new(dot.x - DOT, dot.y - DOT, 2.0 * DOT, 2.0 * DOT),
            radius: DOT,
            style: Style::new(Paint::Solid, role),
        });
    }
    for at in &net.heads {
        group
            .shapes
            .push(if net.off { bar(at) } else { head(at, role) });
    }
    group
}

/// Says whether flows end in a network beyond the machine.
fn leaves(flows: &[String], placement: &Placement, architecture: &Architecture) -> bool {
    let ends = placement
        .flows
        .iter()
        .filter(|flow| flow.ids.iter().any(|id| flows.contains(id)))
        .map(|flow| flow.to.as_str());
    let boxes = ends.filter_map(|to| placement.nodes.iter().find(|node| node.id == to));
    let mut nodes = boxes.filter_map(|node| architecture.node(node.nodes.first()?));
    nodes.any(|node| architecture.is_remote(node))
}

/// Draws the end of a way that is off.
pub(super) fn bar(head: &Head) -> Shape {
    let Head { tip, towards } = head;
    let at = Point::new(tip.x - towards.x * BAR, tip.y - towards.y * BAR);
    let side = Point::new(towards.y * HEAD_HALF, towards.x * HEAD_HALF);
    Shape::Path {
        steps: vec![
            Step::Move(Point::new(at.x + side.x, at.y + side.y)),
            Step::Line(Point::new(at.x - side.x, at.y - side.y)),
        ],
        style: Style::new(Paint::Stop, Role::Off),
    }
}

/// Draws an arrow head.
pub(super) fn head(head: &Head, role: Role) -> Shape {
    let Head { tip, towards } = head;
    let base = Point::new(
        tip.x - towards.x * HEAD_LENGTH,
        tip.y - towards.y * HEAD_LENGTH,
    );
    let side = Point::new(towards.y * HEAD_HALF, towards.x * HEAD_HALF);
    Shape::Path {
        steps: vec![
            Step::Move(*tip),
            Step::Line(Point::new(base.x + side.x, base.y + side.y)),
            Step::Line(Point::new(base.x - side.x, base.y - side.y)),
            Step::Close,
        ],
        style: Style::new(Paint::Solid, role),
    }
}

pub(super) fn way(flow: &PlacedFlow, architecture: &Architecture, off: bool) -> Group {
    let id = flow.ids.first().cloned().unwrap_or_default();
    let mut group = Group::new(
        GroupKind::Flow,
        id,
        describe::flows(&flow.ids, architecture),
    );
    group.ends = Some((flow.from.clone(), flow.to.clone()));
    let mut steps = Vec::new();
    for piece in &flow.path {
        steps.extend(straight(piece));
    }
    let alarm = architecture
        .flows()
        .iter()
        .any(|f| flow.ids.contains(&f.id) && f.alarms());
    group.shapes.push(Shape::Path {
        steps,
        style: Style::new(Paint::Way, role(flow.kind, false, off, alarm)),
    });
    group
}

pub(super) fn label(
    at: usize,
    label: &PlacedLabel,
    drawn: &BTreeMap<&str, &str>,
    placement: &Placement,
    architecture: &Architecture,
) -> Group {
    let mut group = Group::new(
        GroupKind::Label,
        format!("label-{}", at + 1),
        describe::flows(&label.flows, architecture),
    );
    group.flows = known(&label.flows, drawn);
    // Words stand beside their wire; only where one runs through them does a plate cover it.
    let struck = |text: &PlacedText| placement.nets.iter().any(|net| strikes(net, &ink(text)));
    if label.texts.iter().any(struck) {
        group.shapes.push(Shape::Rect {
            rect: label.plate,
            radius: 3.0,
            style: Style::new(
                Paint::Ground,
                boxes::ground(&label.plate, placement, architecture),
            ),
        });
    }
    let remote = label.kind == FlowKind::Custom && leaves(&label.flows, placement, architecture);
    let line = role(label.kind, remote, label.off, false);
    for text in &label.texts {
        group.shapes.extend(boxes::text(text, line, label.off));
    }
    group
}

/// The box that the ink of a text can fill.
fn ink(text: &PlacedText) -> Rect {
    let left = text.mark.map_or(text.x, |mark| mark.x.min(text.x));
    Rect::new(
        left,
        text.baseline - 0.76 * text.size,
        text.x + text.width - left,
        0.98 * text.size,
    )
}

/// Says whether a wire runs through a box.
fn strikes(net: &PlacedNet, plate: &Rect) -> bool {
    const SLACK: f64 = 0.75;
    net.lines
        .iter()
        .flat_map(|line| line.windows(2))
        .any(|run| {
            let (a, b) = (run[0], run[1]);
            a.x.min(b.x) < plate.right() - SLACK
                && a.x.max(b.x) > plate.x + SLACK
                && a.y.min(b.y) < plate.bottom() - SLACK
                && a.y.max(b.y) > plate.y + SLACK
        })
}

fn straight(points: &[Point]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(points.len());
    for (at, point) in points.iter().enumerate() {
        steps.push(if at == 0 {
            Step::Move(*point)
        } else {
            Step::Line(*point)
        });
    }
    steps
}

/// Pulls the ends of a wire back under its arrow heads, so that tips stay sharp.
fn shortened(points: &[Point], heads: &[Head]) -> Vec<Point> {
    let mut points = points.to_vec();
    let pull = |end: Point, next: Point| {
        let hit = heads.iter().any(|head| distance(head.tip, end) < 0.5);
        let length = distance(end, next);
        if !hit || length <= HEAD_LENGTH {
            return end;
        }
        let share = (HEAD_LENGTH - 1.0) / length;
        Point::new(
            end.x + (next.x - end.x) * share,
            end.y + (next.y - end.y) * share,
        )
    };
    if let [first, second, ..] = points[..] {
        points[0] = pull(first, second);
    }
    if let [.., before, last] = points[..] {
        let end = points.len() - 1;
        points[end] = pull(last, before);
    }
    points
}

/// Turns a polyline into a path with rounded inner corners.
fn rounded(points: &[Point]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (at, point) in points.iter().enumerate() {
        if at == 0 {
            steps.push(Step::Move(*point));
            continue;
        }
        let (Some(next), before) = (points.get(at + 1), points[at - 1]) else {
            steps.push(Step::Line(*point));
            continue;
        };
        let (back, ahead) = (distance(before, *point), distance(*point, *next));
        let radius = CORNER.min(back / 2.0).min(ahead / 2.0);
        let turn =
            (point.x - before.x) * (next.y - point.y) - (point.y - before.y) * (next.x - point.x);
        if radius < 0.5 || turn.abs() < 0.5 {
            steps.push(Step::Line(*point));
            continue;
        }
        steps.push(Step::Line(towards(*point, before, radius / back)));
        steps.push(Step::Curve(*point, towards(*point, *next, radius / ahead)));
    }
    steps
}

fn towards(from: Point, to: Point, share: f64) -> Point {
    Point::new(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}
