//! Notes: title, legend with its samples, protocol note, coverage.

use super::{Group, GroupKind, Icon, Paint, Shape, Step, Style, boxes, frames, wires};
use crate::font::{self, Weight};
use crate::graph::{Figure, Lock, MarkLevel};
use crate::layout::{
    Head, NoteKind, PlacedNote, PlacedText, Point, Rect, Sample, Swatch, TextRole,
};
use crate::theme::Role;

/// Size of a pill's words.
const PILL: f64 = 10.0;

pub(super) fn note(placed: &PlacedNote) -> Group {
    let (id, words) = match placed.kind {
        NoteKind::Title => ("note-title", "Title"),
        NoteKind::Legend => ("note-legend", "Legend"),
        NoteKind::Protocol => ("note-protocol", "Protocol note"),
        NoteKind::Remarks => ("note-remarks", "Remarks, by number"),
        NoteKind::Coverage => ("note-coverage", "What was read and what was not"),
    };
    let mut group = Group::new(GroupKind::Note, id, words.to_owned());
    if placed.kind != NoteKind::Title {
        group.shapes.push(Shape::Rect {
            rect: placed.rect,
            radius: 6.0,
            style: Style::new(Paint::Box, Role::Note),
        });
    }
    for swatch in &placed.swatches {
        group.shapes.extend(sample(swatch));
    }
    for text in &placed.texts {
        group.shapes.extend(boxes::text(text, Role::Note, false));
    }
    group
}

fn sample(swatch: &Swatch) -> Vec<Shape> {
    let Swatch { rect, sample } = swatch;
    match sample {
        Sample::Line(kind) => line(rect, wires::role(*kind, false, false, false)),
        Sample::Alarm => line(rect, Role::Alarm),
        Sample::Off => off(rect),
        Sample::Figure(figure) => vec![Shape::Icon {
            icon: boxes::icon(*figure),
            rect: inner(rect, 12.0, 12.0),
            style: Style::new(Paint::Sign, figure_role(*figure)),
        }],
        Sample::Alert(MarkLevel::Alarm) => icon(rect, Icon::Alarm, Role::Alarm),
        Sample::Alert(_) => icon(rect, Icon::Warning, Role::Warning),
        Sample::Number => pill(rect, "1"),
        Sample::Overlay => pill(rect, "ov"),
        Sample::Frame(kind) => {
            let (rect, role) = (inner(rect, 28.0, 12.0), frames::kind_role(*kind));
            vec![
                Shape::Rect {
                    rect,
                    radius: 3.0,
                    style: Style::new(Paint::Frame, role),
                },
                Shape::Hatch {
                    rect,
                    clear: Vec::new(),
                    style: Style::new(Paint::Hatch, role),
                },
            ]
        }
        Sample::Gap => {
            let frame = inner(rect, 28.0, 12.0);
            let middle = frame.y + frame.h / 2.0;
            let gap = (
                Point::new(frame.right(), middle - 3.0),
                Point::new(frame.right(), middle + 3.0),
            );
            frames::open_frame(frame, 3.0, 2.0, &[gap], Role::Isolation)
        }
        Sample::Key => icon(rect, Icon::Key, Role::Credential),
        Sample::Lock(lock) => {
            let role = match lock {
                Lock::Open | Lock::Partly => Role::Alarm,
                _ => Role::Soft,
            };
            icon(rect, boxes::lock(*lock), role)
        }
        Sample::Question => {
            let width = font::width("?", 12.0, Weight::SemiBold);
            vec![Shape::Text {
                x: rect.x + (rect.w - width) / 2.0,
                baseline: rect.y + rect.h / 2.0 + 4.3,
                width,
                size: 12.0,
                weight: Weight::SemiBold,
                text: "?".to_owned(),
                style: Style::new(Paint::Text, Role::Ink),
            }]
        }
    }
}

/// The role of a figure where nothing is known about rights.
fn figure_role(figure: Figure) -> Role {
    match figure {
        Figure::Person | Figure::Model | Figure::Repository | Figure::Outside => Role::Control,
        Figure::Client => Role::Call,
        Figure::Program | Figure::Bridge | Figure::Gateway | Figure::Commands => Role::Local,
        Figure::Contained => Role::Isolation,
        Figure::Remote => Role::Remote,
        Figure::Issuer => Role::OAuth,
        Figure::Api | Figure::Database | Figure::Folder | Figure::Socket => Role::Upstream,
    }
}

/// A pill with a word in it.
fn pill(rect: &Rect, words: &str) -> Vec<Shape> {
    let width = font::width(words, PILL, Weight::SemiBold);
    let placed = PlacedText {
        text: words.to_owned(),
        cut: false,
        x: rect.x + (rect.w - width) / 2.0,
        baseline: rect.y + rect.h / 2.0 + 0.36 * PILL,
        width,
        size: PILL,
        weight: Weight::SemiBold,
        role: TextRole::Tag(MarkLevel::Note),
        mark: None,
    };
    boxes::text(&placed, Role::Note, false)
}

/// A way that is off.
fn off(rect: &Rect) -> Vec<Shape> {
    let tip = Point::new(rect.right(), rect.y + rect.h / 2.0);
    let towards = Point::new(1.0, 0.0);
    let steps = vec![Step::Move(Point::new(rect.x, tip.y)), Step::Line(tip)];
    let style = Style::new(Paint::Line, Role::Off);
    vec![
        Shape::Path { steps, style },
        wires::bar(&Head { tip, towards }),
    ]
}

fn line(rect: &Rect, role: Role) -> Vec<Shape> {
    let y = rect.y + rect.h / 2.0;
    let tip = Point::new(rect.right(), y);
    vec![
        Shape::Path {
            steps: vec![
                Step::Move(Point::new(rect.x, y)),
                Step::Line(Point::new(tip.x - 7.0, y)),
            ],
            style: Style::new(Paint::Line, role),
        },
        wires::head(
            &Head {
                tip,
                towards: Point::new(1.0, 0.0),
            },
            role,
        ),
    ]
}

fn icon(rect: &Rect, icon: Icon, role: Role) -> Vec<Shape> {
    let size = 12.0_f64.min(rect.w).min(rect.h);
    vec![Shape::Icon {
        icon,
        rect: inner(rect, size, size),
        style: Style::new(Paint::Mark, role),
    }]
}

/// A smaller rectangle in the middle of a swatch.
fn inner(rect: &Rect, w: f64, h: f64) -> Rect {
    let (w, h) = (w.min(rect.w), h.min(rect.h));
    Rect::new(
        rect.x + (rect.w - w) / 2.0,
        rect.y + (rect.h - h) / 2.0,
        w,
        h,
    )
}
