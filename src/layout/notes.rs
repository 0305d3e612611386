//! The notes around the picture: title, legend, protocol note, coverage.

use super::legend;
use super::measure::{self, SMALL, text, wrap};
use super::placement::{NoteKind, PlacedNote, PlacedText, Rect, Swatch, TextRole};
use super::view::View;
use crate::font::{self, Weight};
use crate::graph::Architecture;

const STEP: f64 = 14.0;
const GAP: f64 = 16.0;
const PAD: f64 = 10.0;
const SWATCH: f64 = 26.0;
/// Least and greatest width of a column of notes.
const NARROW: f64 = 230.0;
const WIDE: f64 = 420.0;

/// Places the heading; returns it with the height that it takes.
pub(super) fn title(arch: &Architecture, width: f64) -> (Option<PlacedNote>, f64) {
    if arch.title.trim().is_empty() {
        return (None, 0.0);
    }
    let line = text(
        &arch.title,
        (0.0, 15.0),
        15.0,
        Weight::SemiBold,
        TextRole::Title,
        width.max(240.0),
    );
    let rect = Rect::new(0.0, 0.0, line.width.ceil(), 20.0);
    let note = PlacedNote {
        kind: NoteKind::Title,
        rect,
        texts: vec![line],
        swatches: Vec::new(),
    };
    (Some(note), 32.0)
}

/// Makes legend, protocol note and coverage for an area of a width: their columns and sizes, all at the top.
pub(super) fn blocks(arch: &Architecture, view: &View, width: f64) -> Vec<PlacedNote> {
    let coverage: Vec<&str> = arch
        .coverage
        .iter()
        .chain(&arch.notes)
        .map(String::as_str)
        .collect();
    let protocol: Vec<&str> = arch.protocol_note.iter().map(String::as_str).collect();
    let columns = (((width + GAP) / (NARROW + GAP)).floor()).clamp(1.0, 4.0);
    let column = ((width - GAP * (columns - 1.0)) / columns)
        .clamp(NARROW.min(width), WIDE)
        .floor();
    // the legend takes the columns that the others leave
    let texts = [
        ("Protocol", NoteKind::Protocol, protocol),
        ("Coverage", NoteKind::Coverage, coverage),
    ];
    let others: Vec<_> = texts.into_iter().filter(|t| !t.2.is_empty()).collect();
    #[expect(clippy::cast_precision_loss, reason = "three blocks at most")]
    let used = others.len() as f64;
    let wide_columns = (columns - used).max(1.0);
    let legend_width = column * wide_columns + GAP * (wide_columns - 1.0);
    let legend = self::legend(view, legend_width);
    let mut placed = vec![legend];
    let mut x = if columns < 2.0 {
        0.0
    } else {
        legend_width + GAP
    };
    for (head, kind, lines) in others {
        let mut note = lines_block(head, kind, &lines, column);
        shift(&mut note, x, 0.0);
        if columns > used {
            x += column + GAP;
        }
        placed.push(note);
    }
    placed
}

/// Moves a note.
pub(super) fn shift(note: &mut PlacedNote, dx: f64, dy: f64) {
    note.rect.x += dx;
    note.rect.y += dy;
    for t in &mut note.texts {
        *t = measure::moved(t, dx, dy);
    }
    for s in &mut note.swatches {
        s.rect.x += dx;
        s.rect.y += dy;
    }
}

fn head(words: &str) -> PlacedText {
    text(
        words,
        (PAD, 17.0),
        11.0,
        Weight::SemiBold,
        TextRole::NoteHead,
        WIDE,
    )
}

fn line(words: &str, x: f64, y: f64, room: f64) -> PlacedText {
    text(
        words,
        (x, y),
        SMALL,
        Weight::Regular,
        TextRole::NoteLine,
        room,
    )
}

fn lines_block(title: &str, kind: NoteKind, lines: &[&str], width: f64) -> PlacedNote {
    let mut texts = vec![head(title)];
    let mut y = 19.0;
    let room = width - 2.0 * PAD;
    for words in lines {
        for row in wrap(words, SMALL, Weight::Regular, room, 6) {
            y += STEP;
            texts.push(line(&row, PAD, y, room));
        }
        y += 3.0;
    }
    PlacedNote {
        kind,
        rect: Rect::new(0.0, 0.0, width, (y + 8.0).ceil()),
        texts,
        swatches: Vec::new(),
    }
}

fn legend(view: &View, width: f64) -> PlacedNote {
    let entries = legend::entries(view);
    let mut texts = vec![head("Legend")];
    let mut swatches = Vec::new();
    let room = width - 2.0 * PAD;
    let widest = entries
        .iter()
        .map(|e| font::width(e.1, SMALL, Weight::Regular))
        .fold(0.0, f64::max)
        + SWATCH
        + 8.0;
    let columns = ((room + 14.0) / (widest + 14.0)).floor().clamp(1.0, 4.0);
    let step = ((room + 14.0) / columns).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "one to four columns"
    )]
    let per = entries.len().div_ceil(columns as usize).max(1);
    let top = 19.0;
    let mut bottom: f64 = top;
    for (i, (sample, words)) in entries.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a legend is short")]
        let (column, row) = ((i / per) as f64, (i % per) as f64);
        let x = PAD + step * column;
        let y = top + (STEP + 2.0) * (row + 1.0);
        swatches.push(Swatch {
            rect: Rect::new(x, y - 9.0, SWATCH, 11.0),
            sample: *sample,
        });
        texts.push(line(words, x + SWATCH + 8.0, y, step - SWATCH - 12.0));
        bottom = bottom.max(y);
    }
    let mut y = bottom + 4.0;
    let mut rest = String::new();
    for sentence in legend::ALWAYS {
        if !rest.is_empty() {
            rest.push(' ');
        }
        rest.push_str(sentence);
    }
    for row in wrap(&rest, SMALL, Weight::Regular, room, 8) {
        y += STEP;
        texts.push(line(&row, PAD, y, room));
    }
    PlacedNote {
        kind: NoteKind::Legend,
        rect: Rect::new(0.0, 0.0, width, (y + 8.0).ceil()),
        texts,
        swatches,
    }
}
