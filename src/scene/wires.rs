//! Flows: wires with rounded corners, arrow heads and junctions; the ways of single flows along them; labels.

use std::collections::BTreeMap;

use super::{Group, GroupKind, Paint, Shape, Step, Style, boxes, describe};
use crate::graph::{Architecture, Flow, FlowKind};
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

/// The flows of a picture by the ids of the architecture, and its runs.
pub(super) struct Wires<'a> {
    placement: &'a Placement,
    architecture: &'a Architecture,
    /// The flow that is drawn for each one: folded flows share it.
    drawn: BTreeMap<&'a str, &'a PlacedFlow>,
    /// All flows.
    flows: BTreeMap<&'a str, &'a Flow>,
    /// Runs of all wires, by their lower height.
    runs: Vec<Rect>,
    /// Height of the tallest run.
    tallest: f64,
}

impl<'a> Wires<'a> {
    pub(super) fn new(placement: &'a Placement, architecture: &'a Architecture) -> Self {
        let drawn = placement.flows.iter();
        let drawn = drawn.flat_map(|flow| flow.ids.iter().map(move |id| (id.as_str(), flow)));
        let flows = architecture.flows().into_iter();
        let lines = placement.nets.iter().flat_map(|net| &net.lines);
        let mut runs: Vec<Rect> = lines
            .flat_map(|line| line.windows(2))
            .map(|run| {
                let (a, b) = (run[0], run[1]);
                let (x, y) = (a.x.min(b.x), a.y.min(b.y));
                Rect::new(x, y, a.x.max(b.x) - x, a.y.max(b.y) - y)
            })
            .collect();
        runs.sort_by(|a, b| a.y.total_cmp(&b.y));
        Self {
            placement,
            architecture,
            drawn: drawn.collect(),
            flows: flows.map(|flow| (flow.id.as_str(), flow)).collect(),
            tallest: runs.iter().map(|run| run.h).fold(0.0, f64::max),
            runs,
        }
    }

    fn known(&self, ids: &[String]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for id in ids {
            let shown = self
                .drawn
                .get(id.as_str())
                .and_then(|flow| flow.ids.first());
            if let Some(shown) = shown
                && !out.contains(shown)
            {
                out.push(shown.clone());
            }
        }
        out
    }

    pub(super) fn net(&self, net: &PlacedNet) -> Group {
        let remote = net.kind == FlowKind::Custom && self.leaves(&net.flows);
        let role = role(net.kind, remote, net.off, net.alarm);
        let mut group = Group::new(GroupKind::Net, net.id.clone(), String::new());
        group.flows = self.known(&net.flows);
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
            let end = if net.off { bar(at) } else { head(at, role) };
            group.shapes.push(end);
        }
        group
    }

    /// Says whether flows end in a network beyond the machine.
    fn leaves(&self, flows: &[String]) -> bool {
        let ends = flows
            .iter()
            .filter_map(|id| self.drawn.get(id.as_str()))
            .filter_map(|flow| self.placement.nodes.iter().find(|n| n.id == flow.to));
        let mut nodes = ends.filter_map(|node| self.architecture.node(node.nodes.first()?));
        nodes.any(|node| self.architecture.is_remote(node))
    }

    fn said(&self, ids: &[String]) -> String {
        let flows = ids.iter().filter_map(|id| self.flows.get(id.as_str()));
        describe::flows(flows.copied(), self.architecture)
    }

    pub(super) fn way(&self, flow: &PlacedFlow, off: bool) -> Group {
        let id = flow.ids.first().cloned().unwrap_or_default();
        let mut group = Group::new(GroupKind::Flow, id, self.said(&flow.ids));
        group.ends = Some((flow.from.clone(), flow.to.clone()));
        let mut steps = Vec::new();
        for piece in &flow.path {
            steps.extend(straight(piece));
        }
        let mut flows = flow.ids.iter().filter_map(|id| self.flows.get(id.as_str()));
        let alarm = flows.any(|f| f.alarms());
        group.shapes.push(Shape::Path {
            steps,
            style: Style::new(Paint::Way, role(flow.kind, false, off, alarm)),
        });
        group
    }

    pub(super) fn label(&self, at: usize, label: &PlacedLabel) -> Group {
        let mut group = Group::new(
            GroupKind::Label,
            format!("label-{}", at + 1),
            self.said(&label.flows),
        );
        group.flows = self.known(&label.flows);
        group.shapes.reserve(1 + 2 * label.texts.len());
        // Words stand beside their wire; only where one runs through them does a plate cover it.
        if label.texts.iter().any(|text| self.strike(&ink(text))) {
            let ground = boxes::ground(&label.plate, self.placement, self.architecture);
            group.shapes.push(Shape::Rect {
                rect: label.plate,
                radius: 3.0,
                style: Style::new(Paint::Ground, ground),
            });
        }
        let remote = label.kind == FlowKind::Custom && self.leaves(&label.flows);
        let line = role(label.kind, remote, label.off, false);
        for text in &label.texts {
            boxes::text(&mut group.shapes, text, line, label.off);
        }
        group
    }

    /// Says whether a wire runs through a box.
    fn strike(&self, plate: &Rect) -> bool {
        const SLACK: f64 = 0.75;
        let (top, bottom) = (plate.y + SLACK, plate.bottom() - SLACK);
        let from = self
            .runs
            .partition_point(|run| run.y <= top - self.tallest - 1.0);
        let to = self.runs.partition_point(|run| run.y < bottom);
        self.runs[from.min(to)..to].iter().any(|run| {
            run.x < plate.right() - SLACK && run.right() > plate.x + SLACK && run.bottom() > top
        })
    }
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
