//! The scene: rectangles, paths and texts in groups that anyone can check, each with a role instead of a colour.

mod boxes;
mod build;
mod copy;
mod describe;
mod frames;
mod icon;
mod notes;
#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;
mod wires;

use crate::font::Weight;
use crate::layout::{Point, Rect};
use crate::theme::Role;

pub(crate) use boxes::rights_role;
pub use build::build;
pub use icon::Icon;

/// How a role is put on a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paint {
    /// A surface without border.
    Ground,
    /// A frame: surface and border, as wide and dashed as the role says.
    Frame,
    /// The border of a frame alone.
    Border,
    /// A node's box: surface and a border that is solid and equally wide for all roles.
    Box,
    /// The pattern that a theme may put on a surface.
    Hatch,
    /// A flow's line, as wide and dashed as the role says.
    Line,
    /// The bar at the end of a way that is off.
    Stop,
    /// A flow's own way along the lines: not seen, but there for pointers and programs.
    Way,
    /// A surface in the colour of the role's lines: arrow heads, junctions.
    Solid,
    /// Strokes in the colour of the role's lines: icons of boxes.
    Sign,
    /// Strokes in the colour of the role's text: marks before a text.
    Mark,
    /// Strokes in the colour of the role's surface, on a surface in the colour of its lines.
    Cut,
    /// Text; `Style::number` counts on it to be the last.
    Text,
}

impl Paint {
    /// Gives the paint of those parts of an icon that are filled.
    pub(crate) fn of_filled(self) -> Self {
        match self {
            Paint::Mark => Paint::Text,
            Paint::Cut => Paint::Ground,
            _ => Paint::Solid,
        }
    }
}

/// A role and how it is put on a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Style {
    /// How.
    pub paint: Paint,
    /// What it means.
    pub role: Role,
}

impl Style {
    /// Makes a style.
    pub fn new(paint: Paint, role: Role) -> Self {
        Self { paint, role }
    }

    /// How many styles there are.
    pub(crate) const COUNT: usize = (Paint::Text as usize + 1) * Role::ALL.len();

    /// Gives its place among all styles.
    pub(crate) fn number(self) -> usize {
        self.paint as usize * Role::ALL.len() + self.role as usize
    }
}

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// Moves without drawing.
    Move(Point),
    /// Draws a straight line.
    Line(Point),
    /// Draws a curve with one control point.
    Curve(Point, Point),
    /// Closes the figure.
    Close,
}

/// One thing drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle.
    Rect {
        /// Where.
        rect: Rect,
        /// Radius of its corners.
        radius: f64,
        /// How.
        style: Style,
    },
    /// A path.
    Path {
        /// Its steps.
        steps: Vec<Step>,
        /// How.
        style: Style,
    },
    /// A run of text, left-aligned.
    Text {
        /// Left end.
        x: f64,
        /// Baseline.
        baseline: f64,
        /// Width by the metrics of the bundled font.
        width: f64,
        /// Font size.
        size: f64,
        /// Font weight.
        weight: Weight,
        /// The words; no control characters, single spaces.
        text: String,
        /// How.
        style: Style,
    },
    /// A surface that a theme may hatch.
    Hatch {
        /// The surface.
        rect: Rect,
        /// What the pattern keeps clear of: texts and marks.
        clear: Vec<Rect>,
        /// How.
        style: Style,
    },
    /// A glyph of our own.
    Icon {
        /// Which.
        icon: Icon,
        /// Where; square.
        rect: Rect,
        /// How.
        style: Style,
    },
}

/// What a group stands for; the words are the values of `data-kind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupKind {
    /// A trust boundary.
    Boundary,
    /// A node.
    Node,
    /// A wire drawn once for several flows.
    Net,
    /// A flow.
    Flow,
    /// A flow's label.
    Label,
    /// Title, legend, protocol note, coverage.
    Note,
}

impl GroupKind {
    /// Gives the word of `data-kind`.
    pub fn word(self) -> &'static str {
        match self {
            GroupKind::Boundary => "boundary",
            GroupKind::Node => "node",
            GroupKind::Net => "net",
            GroupKind::Flow => "flow",
            GroupKind::Label => "label",
            GroupKind::Note => "note",
        }
    }
}

/// Shapes that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What it stands for.
    pub kind: GroupKind,
    /// Id, unique among groups of the picture.
    pub id: String,
    /// Enclosing boundary, as drawn.
    pub parent: Option<String>,
    /// Of a flow: the boxes it joins.
    pub ends: Option<(String, String)>,
    /// Of nets and labels: ids of the flows, as drawn, that they belong to.
    pub flows: Vec<String>,
    /// What it is and how that is known, in words.
    pub title: String,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}

impl Group {
    pub(crate) fn new(kind: GroupKind, id: impl Into<String>, title: String) -> Self {
        Self {
            kind,
            id: id.into(),
            parent: None,
            ends: None,
            flows: Vec::new(),
            title,
            shapes: Vec::new(),
        }
    }
}

/// The whole picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// Title of the picture.
    pub title: String,
    /// The picture in words.
    pub description: String,
    /// Its groups in reading order: title, boundaries each with their nodes, flows, notes.
    pub groups: Vec<Group>,
}

impl Shape {
    /// Gives its role and how that is put on it.
    pub(crate) fn style(&self) -> Style {
        match self {
            Shape::Rect { style, .. }
            | Shape::Path { style, .. }
            | Shape::Text { style, .. }
            | Shape::Hatch { style, .. }
            | Shape::Icon { style, .. } => *style,
        }
    }
}

/// Makes a text fit for drawing: single spaces, and U+FFFD for what cannot be seen or reorders its neighbours.
pub(crate) fn drawable(text: &str) -> String {
    let text = text.trim();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let plain = rest.bytes().position(|b| !matches!(b, b'!'..=b'~'));
        let (plain, other) = rest.split_at(plain.unwrap_or(rest.len()));
        out.push_str(plain);
        let mut chars = other.chars();
        let Some(c) = chars.next() else { return out };
        rest = chars.as_str();
        let unseen = c.is_control()
            || matches!(u32::from(c), 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0x61c | 0xfeff | 0xfffe..=0xffff);
        if c.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(if unseen { '\u{fffd}' } else { c });
        }
    }
}
