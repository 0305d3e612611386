//! The placement: where everything of the picture stands, in pixels; numbers and the shown texts, no colours.

use crate::font::Weight;
use crate::graph::{Figure, FlowKind, LabelRole, LineRole, MarkLevel, NodeKind};

/// A point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

impl Point {
    /// Makes a point.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left side.
    pub x: f64,
    /// Upper side.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// Makes a rectangle.
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// Returns the right side.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// Returns the lower side.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }
}

/// What a text is, beyond its words; themes colour it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextRole {
    /// Name of a node: first line of its box.
    Name,
    /// Line of a node or of a boundary, or remark (`Mark`) drawn as one.
    Line(LineRole),
    /// Title of a boundary.
    FrameTitle,
    /// Sentence at the end of a boundary.
    FrameFooter,
    /// Words at a gap of a border.
    Gap,
    /// Row of a table box that stands for several nodes.
    Row,
    /// Part of a flow's label.
    Label(LabelRole),
    /// A callout's number, or the word for where a fact comes from: drawn in a pill.
    Tag(MarkLevel),
    /// Heading of the picture.
    Title,
    /// Heading of a note block.
    NoteHead,
    /// Line of a note block.
    NoteLine,
}

/// One run of text.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedText {
    /// The shown words, ellipsised where they did not fit.
    pub text: String,
    /// Whether words were cut off.
    pub cut: bool,
    /// Left end.
    pub x: f64,
    /// Baseline.
    pub baseline: f64,
    /// Width by the metrics of the bundled font (`textLength`).
    pub width: f64,
    /// Font size.
    pub size: f64,
    /// Font weight.
    pub weight: Weight,
    /// What it is.
    pub role: TextRole,
    /// Box of the mark drawn before it (lock, key, warning sign), where its role has one.
    pub mark: Option<Rect>,
}

/// A place where a border does not isolate.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedGap {
    /// The piece of the border left open: horizontal or vertical, start and end.
    pub from: Point,
    /// Its end.
    pub to: Point,
    /// What passes there; stands inside the frame, beside the gap.
    pub text: PlacedText,
}

/// The frame of one or more boundaries.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedBoundary {
    /// Ids of the boundaries that share this frame, outermost first; never empty. The first one is the frame's id.
    pub ids: Vec<String>,
    /// Id of the frame around it: first of that frame's `ids`.
    pub parent: Option<String>,
    /// The frame.
    pub rect: Rect,
    /// Title lines, one per boundary (more when wrapped).
    pub titles: Vec<PlacedText>,
    /// Lines under the title.
    pub lines: Vec<PlacedText>,
    /// Lines at the bottom, or under the other lines.
    pub footer: Vec<PlacedText>,
    /// Gaps of the border.
    pub gaps: Vec<PlacedGap>,
    /// How many boundaries it stands for when folded; 1 otherwise.
    pub count: usize,
}

/// A node's box.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedNode {
    /// Id of the box: the node's, or one made of its members' when folded.
    pub id: String,
    /// Ids of the nodes it stands for; one, unless folded.
    pub nodes: Vec<String>,
    /// Kind.
    pub kind: NodeKind,
    /// Frame around it: first of that frame's `ids`.
    pub parent: Option<String>,
    /// The box.
    pub rect: Rect,
    /// Place of its icon, where it has one.
    pub icon: Option<Rect>,
    /// Its texts: the name, then the lines, then rows.
    pub texts: Vec<PlacedText>,
    /// Drawn grey.
    pub off: bool,
}

/// An arrow head.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Head {
    /// The point that touches the box.
    pub tip: Point,
    /// Direction in which it points: (1, 0), (-1, 0), (0, 1) or (0, -1).
    pub towards: Point,
}

/// A wire drawn once for the flows that share it.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedNet {
    /// Id, made of its first flow's.
    pub id: String,
    /// Kind of all its flows.
    pub kind: FlowKind,
    /// Ids of its flows (the architecture's).
    pub flows: Vec<String>,
    /// The wire: polylines of horizontal and vertical runs; inner corners may be rounded, ends are junctions, gaps or boxes.
    pub lines: Vec<Vec<Point>>,
    /// Junctions.
    pub dots: Vec<Point>,
    /// Arrow heads.
    pub heads: Vec<Head>,
    /// Drawn grey.
    pub off: bool,
    /// Drawn in the alarm role: every flow on it alarms.
    pub alarm: bool,
}

/// A flow's own way along the nets.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedFlow {
    /// Ids of the architecture's flows it stands for; one, unless folded.
    pub ids: Vec<String>,
    /// Kind.
    pub kind: FlowKind,
    /// Id of the box it leaves.
    pub from: String,
    /// Id of the box it enters.
    pub to: String,
    /// Its way; two pieces where it passes a gate.
    pub path: Vec<Vec<Point>>,
}

/// A flow's label.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedLabel {
    /// Ids of the flows (the architecture's) that it names.
    pub flows: Vec<String>,
    /// Kind of these flows.
    pub kind: FlowKind,
    /// The area that it keeps free; a plate may be drawn there, behind the texts and under the wire.
    pub plate: Rect,
    /// Its parts.
    pub texts: Vec<PlacedText>,
    /// Drawn grey.
    pub off: bool,
}

/// What a legend entry explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sample {
    /// The line of a flow kind.
    Line(FlowKind),
    /// A line drawn in the alarm role.
    Alarm,
    /// A dotted line or a grey box: off.
    Off,
    /// What a box shows at a glance.
    Figure(Figure),
    /// The frame of a boundary kind.
    Frame(crate::graph::BoundaryKind),
    /// A gap in a border.
    Gap,
    /// The key mark.
    Key,
    /// A lock mark.
    Lock(crate::graph::Lock),
    /// The mark before a warning or an alarm.
    Alert(MarkLevel),
    /// A number in a pill.
    Number,
    /// The pill of what an overlay says.
    Overlay,
    /// The word `?` before a fact.
    Question,
}

/// Which note a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// Heading of the picture.
    Title,
    /// Legend.
    Legend,
    /// Protocol note.
    Protocol,
    /// The words of the callouts.
    Remarks,
    /// Coverage, overlay and other notes.
    Coverage,
}

/// A legend entry's sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swatch {
    /// Where it is drawn.
    pub rect: Rect,
    /// What it shows.
    pub sample: Sample,
}

/// A note block.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedNote {
    /// Which.
    pub kind: NoteKind,
    /// Its area (drawn or not, as the theme likes).
    pub rect: Rect,
    /// Its texts, heading first.
    pub texts: Vec<PlacedText>,
    /// Samples of the legend, in the order of its entries.
    pub swatches: Vec<Swatch>,
}

/// The whole picture in numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Placement {
    /// Width of the canvas.
    pub width: f64,
    /// Height of the canvas.
    pub height: f64,
    /// Frames, outer before inner.
    pub boundaries: Vec<PlacedBoundary>,
    /// Boxes, in reading order.
    pub nodes: Vec<PlacedNode>,
    /// Wires.
    pub nets: Vec<PlacedNet>,
    /// Flows along the wires.
    pub flows: Vec<PlacedFlow>,
    /// Labels.
    pub labels: Vec<PlacedLabel>,
    /// Title, legend, protocol note, coverage.
    pub notes: Vec<PlacedNote>,
}
