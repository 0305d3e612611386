//! Sizes of boxes, labels and frame headings, from the metrics of the bundled font.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::heading::{self, Heading};
use super::pills;
use super::placement::{PlacedText, Rect, TextRole};
use super::view::{VFlow, VFrame, VNode};
use super::words::Words;
use crate::font::{self, Weight};
use crate::graph::{LabelRole, Line, LineRole};

/// Text sizes.
pub(super) const NAME: f64 = 12.0;
pub(super) const LINE: f64 = 11.0;
pub(super) const LABEL: f64 = 11.0;
pub(super) const SMALL: f64 = 10.0;
/// Height of a label row beside its wire.
pub(super) const LABEL_ROW: f64 = 14.0;
const PAD: f64 = 10.0;
const NAME_STEP: f64 = 17.0;
const LINE_STEP: f64 = 15.0;
const MARK: f64 = 11.0;
const ICON: f64 = 14.0;
const ROW_STEP: f64 = 13.5;
/// Widest text in a box.
const BOX_TEXT: f64 = 236.0;
/// Widest row of a table.
const ROW_TEXT: f64 = 215.0;
/// Widest text in a label, and the width above which a label takes another row.
const LABEL_TEXT: f64 = 272.0;
const LABEL_WRAP: f64 = 132.0;

/// A box measured: its size and its texts from its upper left corner.
#[derive(Debug, Clone, Default)]
pub(super) struct Sized {
    pub(super) w: f64,
    pub(super) h: f64,
    pub(super) texts: Vec<PlacedText>,
    pub(super) icon: Option<Rect>,
}

/// A view measured once, for all arrangements of it.
#[derive(Debug, Default)]
pub(super) struct Measured {
    pub(super) nodes: Vec<Sized>,
    pub(super) labels: Vec<Option<Label>>,
    /// Flows of equal words have equal numbers.
    pub(super) words: Vec<usize>,
    headings: RefCell<BTreeMap<(usize, u64), Rc<Heading>>>,
}

impl Measured {
    /// Measures the boxes and labels of a view.
    pub(super) fn new(view: &super::view::View) -> Self {
        let mut known = BTreeMap::new();
        let words = (view.flows.iter())
            .map(|flow| {
                let next = known.len();
                *known.entry(&flow.label).or_insert(next)
            })
            .collect();
        Self {
            nodes: nodes(view),
            labels: view.flows.iter().map(label).collect(),
            words,
            headings: RefCell::default(),
        }
    }

    /// Measures a frame's heading for a width of its content, in steps.
    pub(super) fn heading(&self, at: usize, frame: &VFrame, content: f64) -> Rc<Heading> {
        let steps = (content / 16.0).floor().max(0.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a width is small and positive"
        )]
        let key = (at, steps as u64);
        self.headings
            .borrow_mut()
            .entry(key)
            .or_insert_with(|| Rc::new(heading::measure(frame, steps * 16.0)))
            .clone()
    }
}

/// Makes a text at a place, ellipsised to a width.
pub(super) fn text(
    words: &str,
    at: (f64, f64),
    size: f64,
    weight: Weight,
    role: TextRole,
    max: f64,
) -> PlacedText {
    // one line is one line: line breaks and runs of blanks would be drawn narrower than measured
    let mut shown = String::with_capacity(words.len());
    for word in words.split_whitespace() {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
    }
    let mut width = font::width(&shown, size, weight);
    let cut = width > max;
    if cut {
        shown = font::ellipsis(&shown, size, weight, max);
        width = font::width(&shown, size, weight);
    }
    PlacedText {
        cut,
        width: round2(width),
        text: shown,
        x: at.0,
        baseline: at.1,
        size,
        weight,
        role,
        mark: None,
    }
}

fn round2(v: f64) -> f64 {
    (v * 100.0).ceil() / 100.0
}

pub(super) fn has_mark(role: LineRole) -> bool {
    matches!(
        role,
        LineRole::Approval(_)
            | LineRole::Rights(_)
            | LineRole::Unknown
            | LineRole::Off
            | LineRole::Reach
            | LineRole::Credential
            | LineRole::Alarm
            | LineRole::Warning
    )
}

/// A line with its mark before it.
pub(super) fn marked(
    words: &str,
    at: (f64, f64),
    size: f64,
    role: TextRole,
    mark: bool,
    max: f64,
) -> PlacedText {
    let indent = if mark { MARK + 4.0 } else { 0.0 };
    let mut placed = text(
        words,
        (at.0 + indent, at.1),
        size,
        Weight::Regular,
        role,
        max - indent,
    );
    if mark {
        placed.mark = Some(Rect::new(at.0, at.1 - 9.0, MARK, MARK));
    }
    placed
}

/// Measures the boxes. A name is cut only where no other one looks the same then.
fn nodes(view: &super::view::View) -> Vec<Sized> {
    let cut: Vec<Option<String>> = (view.nodes.iter())
        .map(|n| pills::shortened(&n.label, &n.tags, BOX_TEXT - NAME_AT + PAD))
        .collect();
    let mut looks: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (node, cut) in view.nodes.iter().zip(&cut) {
        let shown = cut.as_ref().unwrap_or(&node.label);
        looks.entry(shown).or_default().insert(&node.label);
    }
    let nodes = view.nodes.iter().zip(&cut);
    nodes
        .map(|(n, cut)| {
            let alone = |shown: &&String| looks.get(shown.as_str()).is_some_and(|l| l.len() == 1);
            node(n, cut.as_ref().filter(alone).unwrap_or(&n.label))
        })
        .collect()
}

/// Where a name begins.
const NAME_AT: f64 = PAD + ICON + 6.0;
/// Rows of one line of a box.
const ROWS: usize = 8;

/// Places a line in rows below each other, its mark before the first.
pub(super) fn rows(
    words: &str,
    at: (f64, f64),
    size: f64,
    role: TextRole,
    mark: bool,
    room: f64,
) -> Vec<PlacedText> {
    let indent = if mark { MARK + 4.0 } else { 0.0 };
    let step = if size < LINE { 12.0 } else { ROW_STEP };
    let mut y = at.1;
    let mut out = Vec::new();
    for row in Words::new(words, size, Weight::Regular).wrap(room - indent, ROWS) {
        let first = out.is_empty();
        let x = if first { at.0 } else { at.0 + indent };
        out.push(marked(&row, (x, y), size, role, mark && first, f64::MAX));
        y += step;
    }
    out
}

/// Places a line behind the one before it, where there is room.
fn beside(before: Option<&PlacedText>, line: &Line) -> Option<[PlacedText; 2]> {
    let before = before.filter(|t| t.role == TextRole::Line(LineRole::Plain))?;
    let at = (before.x + before.width + 4.0, before.baseline);
    let role = TextRole::Line(line.role);
    let dot = text("·", at, LINE, Weight::Regular, before.role, 20.0);
    let next = (dot.x + dot.width + 4.0, at.1);
    let right = PAD + BOX_TEXT;
    let placed = marked(&line.text, next, LINE, role, true, right - next.0);
    (!placed.cut).then_some([dot, placed])
}

/// Measures a node under a name.
fn node(node: &VNode, name: &str) -> Sized {
    let icon = Some(Rect::new(PAD, 7.0, ICON, ICON));
    let room = BOX_TEXT - NAME_AT + PAD;
    let mut texts = pills::name(name, &node.tags, (NAME_AT, 19.0), room);
    let mut y = texts.iter().map(|t| t.baseline).fold(19.0, f64::max);
    for (at, line) in node.lines.iter().enumerate() {
        if matches!(line.role, LineRole::Rights(_))
            && let Some(joined) = beside(texts.last(), line)
        {
            texts.extend(joined);
            continue;
        }
        y += if at == 0 { NAME_STEP } else { LINE_STEP };
        let (role, mark) = (TextRole::Line(line.role), has_mark(line.role));
        let placed = rows(&line.text, (PAD, y), LINE, role, mark, BOX_TEXT);
        y = placed.last().map_or(y, |t| t.baseline);
        texts.extend(placed);
    }
    let tail = if node.tags.is_empty() {
        0.0
    } else {
        pills::PAD
    };
    let mut right = texts.iter().map(|t| t.x + t.width).fold(0.0, f64::max) + tail;
    if !node.rows.is_empty() {
        let columns = match node.rows.len() {
            0..=7 => 1,
            8..=20 => 2,
            21..=60 => 3,
            61..=160 => 4,
            _ => 6,
        };
        let per = node.rows.len().div_ceil(columns);
        let top = y + 4.0;
        let mut x = PAD;
        for column in node.rows.chunks(per) {
            let mut wide: f64 = 0.0;
            let mut at = top;
            for row in column {
                let words = Words::new(row, SMALL, Weight::Regular);
                for (i, part) in words.wrap(ROW_TEXT - 8.0, usize::MAX).iter().enumerate() {
                    let indent = if i > 0 { 8.0 } else { 0.0 };
                    at += if i > 0 { 12.0 } else { 13.0 };
                    let place = (x + indent, at);
                    let placed = text(part, place, SMALL, Weight::Regular, TextRole::Row, f64::MAX);
                    wide = wide.max(placed.width + indent);
                    texts.push(placed);
                }
                y = y.max(at);
            }
            right = right.max(x + wide);
            x += (wide + 16.0).ceil();
        }
    }
    Sized {
        w: (right + PAD).ceil().max(72.0),
        h: (y + 10.0).ceil(),
        texts,
        icon,
    }
}

/// A label measured: rows above and below its wire, from the point on the wire where it starts.
#[derive(Debug, Clone, Default)]
pub(super) struct Label {
    pub(super) w: f64,
    /// Room that it takes above and below the wire.
    pub(super) above: f64,
    pub(super) below: f64,
    pub(super) texts: Vec<PlacedText>,
}

/// Measures a flow's label; none when it has no words.
fn label(flow: &VFlow) -> Option<Label> {
    let mut all: Vec<Vec<PlacedText>> = Vec::new();
    let mut x = 0.0;
    for part in flow.label.iter().filter(|p| !p.text.trim().is_empty()) {
        let mark = part.role != LabelRole::Plain;
        let role = TextRole::Label(part.role);
        let mut placed = rows(&part.text, (0.0, 0.0), LABEL, role, mark, LABEL_TEXT);
        for row in &mut placed {
            let up = -row.baseline;
            shift(row, 0.0, up);
        }
        let w = placed.iter().map(|t| t.x + t.width).fold(0.0, f64::max);
        let dot = text(
            "·",
            (x + 4.0, 0.0),
            LABEL,
            Weight::Regular,
            TextRole::Label(LabelRole::Plain),
            20.0,
        );
        let joined = x + 8.0 + dot.width + w;
        match (all.last_mut(), placed.as_mut_slice()) {
            (Some(row), [only]) if joined <= LABEL_WRAP => {
                shift(only, x + 8.0 + dot.width, 0.0);
                row.push(dot);
                row.append(&mut placed);
                x = joined;
            }
            _ => {
                x = placed.last().map_or(0.0, |t| t.x + t.width);
                all.extend(placed.into_iter().map(|t| vec![t]));
            }
        }
    }
    let mut rows = all;
    if let Some(last) = rows.last_mut() {
        last.extend(pills::place(&flow.tags, x, 0.0));
    }
    if rows.is_empty() {
        return None;
    }
    let mut label = Label::default();
    let under = rows.len() - 1;
    for (i, row) in rows.into_iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a row number is small")]
        let baseline = if i == 0 {
            -5.0
        } else {
            12.0 + LABEL_ROW * (i - 1) as f64
        };
        for mut t in row {
            let tail = match t.role {
                TextRole::Tag(_) => pills::PAD,
                _ => 0.0,
            };
            label.w = label.w.max(t.x + t.width + tail);
            shift(&mut t, 0.0, baseline);
            label.texts.push(t);
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a row number is small")]
    let under = under as f64;
    label.w = label.w.ceil();
    label.above = LABEL_ROW + 3.0;
    label.below = if under > 0.0 {
        2.0 + LABEL_ROW * under
    } else {
        3.0
    };
    Some(label)
}

/// Returns a text moved.
pub(super) fn moved(t: &PlacedText, dx: f64, dy: f64) -> PlacedText {
    let mut t = t.clone();
    shift(&mut t, dx, dy);
    t
}

/// Moves a text.
pub(super) fn shift(t: &mut PlacedText, dx: f64, dy: f64) {
    t.x += dx;
    t.baseline += dy;
    if let Some(mark) = &mut t.mark {
        mark.x += dx;
        mark.y += dy;
    }
}
