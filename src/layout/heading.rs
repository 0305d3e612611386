//! Headings: title, lines, gaps and foot of a frame, wrapped to the width of its content.

use super::measure::{NAME, SMALL, has_mark, marked, text};
use super::pills;
use super::placement::{PlacedText, TextRole};
use super::view::VFrame;
use super::words::Words;
use crate::font::Weight;

/// Heading and foot of a frame, from its upper and lower left corner.
#[derive(Debug, Clone, Default)]
pub(super) struct Heading {
    pub(super) titles: Vec<PlacedText>,
    pub(super) lines: Vec<PlacedText>,
    /// Words of the gaps; they stand in the heading, the gap beside them in the left border.
    pub(super) gaps: Vec<PlacedText>,
    pub(super) footer: Vec<PlacedText>,
    /// Whether the foot stands in the heading.
    pub(super) on_top: bool,
    /// Height of the heading.
    pub(super) head: f64,
    /// Height of the foot.
    pub(super) foot: f64,
    /// Width that its texts need.
    pub(super) w: f64,
}

/// Measures a frame's heading and foot, wrapped to the width that its content has at least.
///
/// Where wires leave through the lower side, the foot stands in the heading.
pub(super) fn measure(frame: &VFrame, content: f64, foot_on_top: bool) -> Heading {
    let room = content.max(180.0);
    let mut out = Heading::default();
    let mut y = 5.0;
    for title in &frame.titles {
        for part in Words::new(title, NAME, Weight::SemiBold).wrap(room.max(240.0), 2) {
            y += if out.titles.is_empty() { 14.0 } else { 15.0 };
            out.titles.push(text(
                &part,
                (10.0, y),
                NAME,
                Weight::SemiBold,
                TextRole::FrameTitle,
                room.max(300.0),
            ));
        }
    }
    if let Some(first) = out.titles.first() {
        let pills = pills::place(&frame.tags, first.x + first.width, first.baseline);
        out.titles.extend(pills);
    }
    y += 1.0;
    for line in &frame.lines {
        for (i, part) in Words::new(&line.text, SMALL, Weight::Regular)
            .wrap(room, 3)
            .iter()
            .enumerate()
        {
            y += 13.0;
            let mark = i == 0 && has_mark(line.role);
            out.lines.push(marked(
                part,
                (10.0, y),
                SMALL,
                TextRole::Line(line.role),
                mark,
                room + 15.0,
            ));
        }
    }
    for gap in &frame.gaps {
        y += 13.0;
        let at = (10.0, y);
        let room = room.max(240.0);
        out.gaps
            .push(marked(gap, at, SMALL, TextRole::Gap, true, room));
    }
    let mut rows = Vec::new();
    for footer in &frame.footer {
        rows.extend(Words::new(footer, SMALL, Weight::Regular).wrap(room, 6));
    }
    if foot_on_top {
        for row in rows.drain(..) {
            y += 13.0;
            out.footer.push(text(
                &row,
                (10.0, y),
                SMALL,
                Weight::Regular,
                TextRole::FrameFooter,
                room + 1.0,
            ));
        }
        out.on_top = true;
    }
    out.head = y + 8.0;
    #[expect(clippy::cast_precision_loss, reason = "a row number is small")]
    for (i, row) in rows.iter().enumerate() {
        let up = 8.0 + 13.0 * (rows.len() - 1 - i) as f64;
        out.footer.push(text(
            row,
            (10.0, -up),
            SMALL,
            Weight::Regular,
            TextRole::FrameFooter,
            room + 1.0,
        ));
    }
    if !rows.is_empty() {
        #[expect(clippy::cast_precision_loss, reason = "a row number is small")]
        let lines = rows.len() as f64;
        out.foot = 13.0 * lines + 4.0;
    }
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
