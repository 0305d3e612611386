//! Nodes: boxes with an icon and lines of text; and how any placed text is drawn.

use super::{Group, GroupKind, Icon, Paint, Shape, Style, describe, drawable, frames};
use crate::font;
use crate::graph::{
    Architecture, Figure, LabelRole, LineRole, Lock, MarkLevel, Node, NodeKind, Rights,
};
use crate::layout::{PlacedNode, PlacedText, Placement, Rect, TextRole, pills};
use crate::theme::Role;

const RADIUS: f64 = 6.0;
/// Roles of boxes that say whose rights a process has: those of the frames around them.
const RIGHTS: [Role; 3] = [Role::OsUser, Role::Account, Role::Isolation];

pub(super) fn node(placed: &PlacedNode, architecture: &Architecture) -> Group {
    let members: Vec<&Node> = placed
        .nodes
        .iter()
        .filter_map(|id| architecture.node(id))
        .collect();
    let mut group = Group::new(
        GroupKind::Node,
        placed.id.clone(),
        describe::nodes(&members),
    );
    group.parent.clone_from(&placed.parent);
    let lock = (placed.kind == NodeKind::Gate)
        .then(|| members.first().map_or(Lock::Closed, |gate| gate_lock(gate)));
    let role = role(placed, lock, &members, architecture);
    // A gate that stops calls is a dark bar across the lines; an open one is an outline.
    let bar = lock.is_some_and(|lock| lock != Lock::Open) && !placed.off;
    let paint = if bar { Paint::Solid } else { Paint::Box };
    group.shapes.push(Shape::Rect {
        rect: placed.rect,
        radius: if lock.is_some() { 3.0 } else { RADIUS },
        style: Style::new(paint, role),
    });
    // The pattern of a frame stays outside of its boxes.
    if !bar && !RIGHTS.contains(&role) {
        let texts = placed.texts.iter().map(ink);
        group.shapes.push(Shape::Hatch {
            rect: placed.rect,
            clear: texts.chain(placed.icon.iter().map(grown)).collect(),
            style: Style::new(Paint::Hatch, role),
        });
    }
    if let Some(rect) = placed.icon {
        let style = match lock {
            _ if bar => Style::new(Paint::Cut, role),
            Some(Lock::Open) if !placed.off => Style::new(Paint::Mark, Role::Alarm),
            _ => Style::new(Paint::Sign, role),
        };
        let figure = members.first().and_then(|node| architecture.figure(node));
        let icon = match (lock, figure) {
            (Some(state), _) => self::lock(state),
            (None, figure) => icon(figure.unwrap_or(Figure::Program)),
        };
        group.shapes.push(Shape::Icon { icon, rect, style });
    }
    for each in &placed.texts {
        for mut shape in text(each, Role::Ink, placed.off) {
            if bar {
                match &mut shape {
                    Shape::Text { style, .. } => *style = Style::new(Paint::Ground, role),
                    Shape::Icon { style, .. } => *style = Style::new(Paint::Cut, role),
                    _ => {}
                }
            }
            group.shapes.push(shape);
        }
    }
    group
}

/// Gives the role of a node's box.
fn role(
    placed: &PlacedNode,
    lock: Option<Lock>,
    members: &[&Node],
    architecture: &Architecture,
) -> Role {
    if placed.off {
        return Role::Off;
    }
    let first = members.first();
    match placed.kind {
        NodeKind::Gate if lock == Some(Lock::Open) => Role::Alarm,
        NodeKind::User | NodeKind::Model | NodeKind::Gate | NodeKind::Repository => Role::Control,
        NodeKind::Client | NodeKind::BuiltinTools => Role::Call,
        NodeKind::Server | NodeKind::Bridge | NodeKind::Gateway | NodeKind::Helper => {
            if first.is_some_and(|node| architecture.is_remote(node)) {
                Role::Remote
            } else {
                rights_role(first.and_then(|node| architecture.rights(node)))
            }
        }
        NodeKind::AuthorizationServer => Role::OAuth,
        NodeKind::Upstream | NodeKind::Asset => Role::Upstream,
        NodeKind::External => {
            let calls = architecture.flows_from(first.map_or("", |node| &node.id));
            if calls.iter().any(|flow| flow.alarms()) {
                Role::Alarm
            } else {
                Role::Control
            }
        }
    }
}

/// Gives the role of the box of a process: that of the frame which decides about its rights.
pub(crate) fn rights_role(rights: Option<Rights>) -> Role {
    match rights {
        Some(Rights::Full) => Role::OsUser,
        Some(Rights::Account) => Role::Account,
        Some(Rights::Isolated) => Role::Isolation,
        None => Role::Local,
    }
}

/// Gives the icon of a figure.
pub(super) fn icon(figure: Figure) -> Icon {
    match figure {
        Figure::Person => Icon::Person,
        Figure::Model => Icon::Model,
        Figure::Client => Icon::Plug,
        Figure::Program => Icon::Package,
        Figure::Contained => Icon::Container,
        Figure::Remote => Icon::Globe,
        Figure::Bridge => Icon::Bridge,
        Figure::Gateway => Icon::Gateway,
        Figure::Issuer => Icon::Shield,
        Figure::Api => Icon::Cloud,
        Figure::Database => Icon::Database,
        Figure::Folder => Icon::Folder,
        Figure::Socket => Icon::Socket,
        Figure::Commands => Icon::Terminal,
        Figure::Repository => Icon::Repository,
        Figure::Outside => Icon::Outside,
    }
}

fn gate_lock(gate: &Node) -> Lock {
    let locks: Vec<Lock> = gate
        .lines
        .iter()
        .filter_map(|line| match line.role {
            LineRole::Approval(lock) => Some(lock),
            _ => None,
        })
        .collect();
    if locks.contains(&Lock::Open) {
        return Lock::Open;
    }
    locks.first().copied().unwrap_or(Lock::Closed)
}

/// Gives the icon of a lock.
pub(super) fn lock(lock: Lock) -> Icon {
    match lock {
        Lock::Closed => Icon::LockClosed,
        Lock::Assumed => Icon::LockAssumed,
        Lock::Open => Icon::LockOpen,
        Lock::Partly => Icon::LockPartly,
        Lock::Refused => Icon::Blocked,
        Lock::Unknown => Icon::LockUnknown,
    }
}

/// Draws a text with its mark; `home` is the role of the frame, flow or note that it belongs to.
pub(super) fn text(placed: &PlacedText, home: Role, off: bool) -> Vec<Shape> {
    let role = if off {
        Role::Off
    } else {
        text_role(placed.role, home)
    };
    let mut shapes = Vec::with_capacity(2);
    if let (Some(rect), Some(icon)) = (placed.mark, mark(placed.role)) {
        shapes.push(Shape::Icon {
            icon,
            rect,
            style: Style::new(Paint::Mark, role),
        });
    }
    let words = drawable(&placed.text);
    if let TextRole::Tag(level) = placed.role {
        let rect = pill(placed);
        shapes.push(Shape::Rect {
            rect,
            radius: rect.h / 2.0,
            // A border alone: on a label, a filled shape would be the ground of all its texts.
            style: Style::new(Paint::Border, pill_role(level)),
        });
    }
    if !words.is_empty() {
        shapes.push(Shape::Text {
            x: placed.x,
            baseline: placed.baseline,
            width: font::width(&words, placed.size, placed.weight),
            size: placed.size,
            weight: placed.weight,
            text: words,
            style: Style::new(Paint::Text, role),
        });
    }
    shapes
}

/// The ground of a pill: loud ones are alarms, the others notes.
fn pill_role(level: MarkLevel) -> Role {
    match level {
        MarkLevel::Alarm => Role::Alarm,
        MarkLevel::Warning | MarkLevel::Note => Role::Note,
    }
}

fn pill(text: &PlacedText) -> Rect {
    let height = text.size + 4.0;
    Rect::new(
        text.x - pills::PAD,
        text.baseline - 0.36 * text.size - height / 2.0,
        text.width + 2.0 * pills::PAD,
        height,
    )
}

/// The area that a pattern must leave to a text and its mark.
pub(super) fn ink(text: &PlacedText) -> Rect {
    let left = text.mark.map_or(text.x, |mark| mark.x.min(text.x));
    grown(&Rect::new(
        left,
        text.baseline - 0.8 * text.size,
        text.x + text.width - left,
        1.1 * text.size,
    ))
}

fn grown(rect: &Rect) -> Rect {
    const AROUND: f64 = 2.0;
    Rect::new(
        rect.x - AROUND,
        rect.y - AROUND,
        rect.w + 2.0 * AROUND,
        rect.h + 2.0 * AROUND,
    )
}

fn text_role(role: TextRole, home: Role) -> Role {
    match role {
        TextRole::Name
        | TextRole::Title
        | TextRole::NoteHead
        | TextRole::Row
        | TextRole::Tag(MarkLevel::Note) => Role::Ink,
        TextRole::Line(line) => line_role(line),
        TextRole::FrameTitle
        | TextRole::FrameFooter
        | TextRole::NoteLine
        | TextRole::Label(LabelRole::Plain) => home,
        TextRole::Gap | TextRole::Tag(MarkLevel::Warning) => Role::Warning,
        TextRole::Label(LabelRole::Credential) => Role::Credential,
        TextRole::Label(LabelRole::Alarm | LabelRole::Exposed)
        | TextRole::Tag(MarkLevel::Alarm) => Role::Alarm,
    }
}

fn line_role(line: LineRole) -> Role {
    match line {
        // Red for what nobody approves, whoever said so.
        LineRole::Approval(Lock::Open | Lock::Partly) | LineRole::Alarm => Role::Alarm,
        LineRole::Plain | LineRole::Reach | LineRole::Unknown | LineRole::Approval(_) => Role::Soft,
        LineRole::Warning => Role::Warning,
        LineRole::Credential => Role::Credential,
        LineRole::Rights(rights) => rights_role(Some(rights)),
        LineRole::Off => Role::Off,
    }
}

/// Gives the icon before words about rights.
pub(super) fn rights_icon(rights: Rights) -> Icon {
    match rights {
        Rights::Full | Rights::Account => Icon::Rights,
        Rights::Isolated => Icon::Fenced,
    }
}

fn mark(role: TextRole) -> Option<Icon> {
    match role {
        TextRole::Line(LineRole::Approval(state)) => Some(lock(state)),
        TextRole::Line(LineRole::Credential) | TextRole::Label(LabelRole::Credential) => {
            Some(Icon::Key)
        }
        TextRole::Line(LineRole::Rights(rights)) => Some(rights_icon(rights)),
        TextRole::Line(LineRole::Unknown) => Some(lock(Lock::Unknown)),
        TextRole::Line(LineRole::Off) => Some(lock(Lock::Refused)),
        TextRole::Line(LineRole::Reach) => Some(Icon::Folder),
        TextRole::Line(LineRole::Alarm)
        | TextRole::Label(LabelRole::Exposed | LabelRole::Alarm) => Some(Icon::Alarm),
        TextRole::Line(LineRole::Warning) | TextRole::Gap => Some(Icon::Warning),
        _ => None,
    }
}

/// Gives the role of the surface that a rectangle lies on.
pub(super) fn ground(at: &Rect, placement: &Placement, architecture: &Architecture) -> Role {
    placement
        .boundaries
        .iter()
        .rev()
        .find(|b| {
            b.rect.x <= at.x
                && b.rect.y <= at.y
                && b.rect.right() >= at.right()
                && b.rect.bottom() >= at.bottom()
        })
        .map_or(Role::Canvas, |b| frames::role(b, architecture))
}
