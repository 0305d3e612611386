//! Frames of box-drawing characters around lines of text.

use unicode_width::UnicodeWidthStr;

use crate::graph::BoundaryKind;
use crate::render::words;

/// Below this inner width a frame is a heading instead of a box.
const NARROWEST: usize = 32;

/// The strokes of a frame: corners from the top left, clockwise, then the lines across and down.
struct Strokes([char; 4], char, char);

const LIGHT: Strokes = Strokes(['┌', '┐', '┘', '└'], '─', '│');
const HEAVY: Strokes = Strokes(['┏', '┓', '┛', '┗'], '━', '┃');
const DOUBLE: Strokes = Strokes(['╔', '╗', '╝', '╚'], '═', '║');
const ROUND: Strokes = Strokes(['╭', '╮', '╯', '╰'], '─', '│');

fn strokes(kind: BoundaryKind) -> &'static Strokes {
    match kind {
        BoundaryKind::OsUser => &HEAVY,
        BoundaryKind::Isolation | BoundaryKind::Account => &DOUBLE,
        BoundaryKind::Host => &ROUND,
        BoundaryKind::Machine | BoundaryKind::PrivateNetwork | BoundaryKind::Provider => &LIGHT,
    }
}

/// Returns the width of a text in cells of a terminal.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Makes text of the input fit for a line: one line, and nothing that looks like a frame or an arrow of ours.
pub(super) fn plain(text: &str) -> String {
    words::clean(text)
        .chars()
        .map(|c| {
            if matches!(u32::from(c), 0x2500..=0x25ff) {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

/// Breaks a text into lines; those after the first are indented by `hang`.
pub(super) fn hang(first: &str, text: &str, indent: usize, columns: usize) -> Vec<String> {
    let room = columns.saturating_sub(indent).max(8);
    let lines = words::wrap_by(text, room, width);
    let head = if lines.is_empty() {
        vec![first.trim_end().to_owned()]
    } else {
        Vec::new()
    };
    let rest = lines.iter().enumerate().map(|(at, line)| match at {
        0 => format!("{first}{line}"),
        _ => format!("{}{line}", " ".repeat(indent)),
    });
    head.into_iter().chain(rest).collect()
}

/// Returns the width that is left inside of a frame.
pub(super) fn inside(columns: usize) -> usize {
    if columns < NARROWEST + 4 {
        columns
    } else {
        columns - 4
    }
}

/// Draws a frame around lines that are at most `inside(columns)` wide.
pub(super) fn frame(
    kind: BoundaryKind,
    title: &str,
    lines: &[String],
    columns: usize,
) -> Vec<String> {
    let title = words::wrap_by(title, columns.saturating_sub(6).max(8), width);
    let title: Vec<&str> = title
        .iter()
        .map(|line| line.trim_end_matches(" ·"))
        .collect();
    if columns < NARROWEST + 4 {
        return title
            .into_iter()
            .map(str::to_owned)
            .chain(lines.iter().cloned())
            .collect();
    }
    let Strokes([top_left, top_right, bottom_right, bottom_left], across, down) = strokes(kind);
    let inner = columns - 4;
    let bar = |n: usize| across.to_string().repeat(n);
    let mut out = Vec::with_capacity(lines.len() + 2);
    let head = title.first().copied().unwrap_or_default();
    out.push(format!(
        "{top_left}{across} {head} {}{top_right}",
        bar(columns.saturating_sub(width(head) + 5))
    ));
    for line in title
        .iter()
        .copied()
        .skip(1)
        .chain(lines.iter().map(String::as_str))
    {
        let space = " ".repeat(inner.saturating_sub(width(line)));
        out.push(format!("{down} {line}{space} {down}"));
    }
    out.push(format!("{bottom_left}{}{bottom_right}", bar(columns - 2)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_keep_the_border_straight() {
        let lines = ["日本語".to_owned(), "abc".to_owned()];
        let drawn = frame(BoundaryKind::OsUser, "OS user", &lines, 40);
        assert_eq!(drawn.len(), 4);
        assert!(drawn.iter().all(|line| width(line) == 40), "{drawn:#?}");
    }

    #[test]
    fn long_titles_go_on_inside() {
        let title = "Container (docker) · ghcr.io/acme/a-very-long-name-indeed";
        let drawn = frame(BoundaryKind::Isolation, title, &[], 40);
        assert_eq!(drawn.len(), 4);
        assert!(drawn.iter().all(|line| width(line) == 40), "{drawn:#?}");
    }

    #[test]
    fn names_cannot_draw_frames() {
        assert_eq!(plain("a ─▶ │"), "a \u{fffd}\u{fffd} \u{fffd}");
    }
}
