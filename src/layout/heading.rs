//! Headings: title, lines, gaps and closing sentence of a frame, wrapped to the width of its content.

use super::measure::{NAME, SMALL, has_mark, rows, text};
use super::pills;
use super::placement::{PlacedText, TextRole};
use super::view::VFrame;
use super::words::Words;
use crate::font::Weight;

/// Rows of a title.
const TITLE_ROWS: usize = 12;
/// Height of a row of a line.
const STEP: f64 = 13.0;

/// Heading of a frame, from its upper left corner.
#[derive(Debug, Clone, Default)]
pub(super) struct Heading {
    pub(super) titles: Vec<PlacedText>,
    pub(super) lines: Vec<PlacedText>,
    /// Words of the gaps; they stand in the heading, the gap beside them in the left border.
    pub(super) gaps: Vec<PlacedText>,
    pub(super) footer: Vec<PlacedText>,
    /// Height of the heading.
    pub(super) head: f64,
    /// Width that its texts need.
    pub(super) w: f64,
}

/// Measures a frame's heading, wrapped to the width that its content has at least.
pub(super) fn measure(frame: &VFrame, content: f64) -> Heading {
    let room = content.max(180.0);
    let mut out = Heading::default();
    let mut y = 5.0;
    for title in &frame.titles {
        for part in Words::new(title, NAME, Weight::SemiBold).wrap(room.max(240.0), TITLE_ROWS) {
            y += if out.titles.is_empty() { 14.0 } else { 15.0 };
            out.titles.push(text(
                &part,
                (10.0, y),
                NAME,
                Weight::SemiBold,
                TextRole::FrameTitle,
                f64::MAX,
            ));
        }
    }
    if let Some(first) = out.titles.first() {
        let pills = pills::place(&frame.tags, first.x + first.width, first.baseline);
        out.titles.extend(pills);
    }
    y += 1.0;
    for line in &frame.lines {
        let mark = has_mark(line.role);
        let role = TextRole::Line(line.role);
        let placed = rows(&line.text, (10.0, y + STEP), SMALL, role, mark, room);
        y = placed.last().map_or(y, |t| t.baseline);
        out.lines.extend(placed);
    }
    for gap in &frame.gaps {
        let placed = rows(gap, (10.0, y + STEP), SMALL, TextRole::Gap, true, room);
        y = placed.last().map_or(y, |t| t.baseline);
        out.gaps.extend(placed);
    }
    for footer in &frame.footer {
        let role = TextRole::FrameFooter;
        let placed = rows(footer, (10.0, y + STEP), SMALL, role, false, room);
        y = placed.last().map_or(y, |t| t.baseline);
        out.footer.extend(placed);
    }
    out.head = y + 8.0;
    out.w = out
        .titles
        .iter()
        .chain(&out.lines)
        .chain(&out.gaps)
        .chain(&out.footer)
        .map(|t| t.x + t.width * spare(t.role) + 10.0)
        .fold(0.0, f64::max)
        .ceil();
    out
}

/// Room for a viewer that has neither the font nor `textLength`: bold titles grow most.
fn spare(role: TextRole) -> f64 {
    match role {
        TextRole::FrameTitle => 1.1,
        _ => 1.0,
    }
}
