//! The notes around the picture: title, legend, protocol note, coverage.

use super::legend;
use super::measure::{SMALL, text};
use super::pills;
use super::placement::{NoteKind, PlacedNote, PlacedText, Rect, Sample, Swatch, TextRole};
use super::view::{Tag, View};
use super::words::Words;
use crate::font::{self, Weight};
use crate::graph::Architecture;

const STEP: f64 = 14.0;
const GAP: f64 = 16.0;
const PAD: f64 = 10.0;
const SWATCH: f64 = 26.0;
/// Where the lines of a note begin, below its head.
const TOP: f64 = 19.0;
/// Least and greatest width of a column of notes.
const NARROW: f64 = 230.0;
const WIDE: f64 = 420.0;

/// Height that the title takes, with the room under it.
pub(super) const TITLE: f64 = 32.0;
const TITLE_SIZE: f64 = 15.0;

/// Measures the title; none where there are no words.
pub(super) fn title_width(arch: &Architecture) -> Option<f64> {
    let words = arch.title.trim();
    (!words.is_empty()).then(|| font::width(words, TITLE_SIZE, Weight::SemiBold).ceil())
}

/// Places the title.
pub(super) fn title(arch: &Architecture, x: f64, y: f64, room: f64) -> PlacedNote {
    let line = text(
        &arch.title,
        (x, y + 15.0),
        TITLE_SIZE,
        Weight::SemiBold,
        TextRole::Title,
        room,
    );
    PlacedNote {
        kind: NoteKind::Title,
        rect: Rect::new(x, y, line.width.ceil(), 20.0),
        texts: vec![line],
        swatches: Vec::new(),
    }
}

/// What the notes of a picture say, with the width of every word: measured once, broken into lines for many widths.
pub(super) struct Sheet {
    entries: Vec<(Sample, String)>,
    /// Width of the widest entry with its swatch.
    widest: f64,
    always: Words,
    texts: Vec<(&'static str, NoteKind, Vec<Statement>)>,
}

impl Sheet {
    pub(super) fn new(arch: &Architecture, view: &View) -> Self {
        let words = |lines: &mut dyn Iterator<Item = &String>| {
            lines.map(|l| Statement::new(None, l)).collect::<Vec<_>>()
        };
        // A single line needs no note of its own.
        let (protocol, single) = match arch.protocol_note.as_slice() {
            [single] => (&[][..], std::slice::from_ref(single)),
            all => (all, &[][..]),
        };
        let rest = arch.coverage.iter().chain(single);
        let coverage = words(&mut rest.chain(&arch.notes).chain(&view.said));
        let protocol = words(&mut protocol.iter());
        let remarks = (view.callouts.iter())
            .map(|c| Statement::new(Some(c.tag()), &c.callout.listed(arch)))
            .collect();
        let mut texts = vec![
            ("Remarks", NoteKind::Remarks, remarks),
            ("Protocol", NoteKind::Protocol, protocol),
            ("Coverage", NoteKind::Coverage, coverage),
        ];
        texts.retain(|t| !t.2.is_empty());
        let entries = legend::entries(view);
        let mut always = legend::ALWAYS.to_vec();
        always.extend(legend::joins(view).then_some(legend::JOINED));
        always.extend(arch.has_references().then_some(legend::FROM_HOST));
        let widest = entries
            .iter()
            .map(|e| font::width(&e.1, SMALL, Weight::Regular))
            .fold(0.0, f64::max);
        Self {
            entries,
            widest: widest + SWATCH + 8.0,
            always: Words::new(&always.join(" "), SMALL, Weight::Regular),
            texts,
        }
    }

    /// Finds ways to put legend, remarks, protocol note and coverage into an area of a width, the usual one first.
    pub(super) fn arrangements(&self, width: f64) -> Vec<Vec<Rect>> {
        let mut all = vec![self.across(width)];
        for columns in 1..=4 {
            for beside in 0..=self.texts.len() {
                let new = self.columns(width, columns, beside);
                all.extend(new.filter(|new| !all.contains(new)));
            }
        }
        all
    }

    /// A legend of so many columns, and the other notes below it, or in so many columns beside it.
    fn columns(&self, width: f64, columns: u8, beside: usize) -> Option<Vec<Rect>> {
        let columns = f64::from(columns);
        let legend = columns * (self.widest + 14.0) - 14.0 + 2.0 * PAD;
        let legend = legend.max(NARROW.min(width)).ceil();
        let below = beside == 0;
        #[expect(clippy::cast_precision_loss, reason = "three notes at most")]
        let count = beside.max(1) as f64;
        let (from, column) = if below {
            (0.0, legend)
        } else {
            let left = width - legend - GAP * count;
            (legend + GAP, (left / count).min(WIDE).floor())
        };
        let fits = legend <= width && column >= NARROW.min(width);
        if !fits || (below && self.texts.is_empty()) {
            return None;
        }
        let mut rects = vec![Rect::new(0.0, 0.0, legend, self.legend_height(legend))];
        // each note goes where least stands
        let mut heights: Vec<f64> = vec![0.0; beside.max(1)];
        for (_, _, lines) in &self.texts {
            let height = lines_height(lines, column);
            let lowest = (0..heights.len()).min_by(|&a, &b| heights[a].total_cmp(&heights[b]));
            let at = lowest.unwrap_or_default();
            heights[at] += height;
            #[expect(clippy::cast_precision_loss, reason = "three notes at most")]
            let x = from + at as f64 * (column + GAP);
            rects.push(Rect::new(x, 0.0, column, height));
        }
        Some(rects)
    }

    /// Fills the width: each note has a column, the legend those that the others leave.
    fn across(&self, width: f64) -> Vec<Rect> {
        let columns = (((width + GAP) / (NARROW + GAP)).floor()).clamp(1.0, 4.0);
        let column = ((width - GAP * (columns - 1.0)) / columns)
            .clamp(NARROW.min(width), WIDE)
            .floor();
        // the legend takes the columns that the others leave
        #[expect(clippy::cast_precision_loss, reason = "three notes at most")]
        let used = self.texts.len() as f64;
        let wide_columns = (columns - used).max(1.0);
        let legend_width = column * wide_columns + GAP * (wide_columns - 1.0);
        let mut rects = vec![Rect::new(
            0.0,
            0.0,
            legend_width,
            self.legend_height(legend_width),
        )];
        let mut x = if columns < 2.0 {
            0.0
        } else {
            legend_width + GAP
        };
        for (_, _, lines) in &self.texts {
            rects.push(Rect::new(x, 0.0, column, lines_height(lines, column)));
            if columns > used {
                x += column + GAP;
            }
        }
        rects
    }

    /// Columns of the legend's entries, and how many stand in each.
    fn legend_columns(&self, width: f64) -> (f64, usize) {
        let room = width - 2.0 * PAD;
        let columns = ((room + 14.0) / (self.widest + 14.0))
            .floor()
            .clamp(1.0, 4.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "one to four columns"
        )]
        let per = self.entries.len().div_ceil(columns as usize).max(1);
        (columns, per)
    }

    /// Baseline of the legend's last entry.
    fn legend_bottom(&self, per: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a legend is short")]
        let rows = per.min(self.entries.len()) as f64;
        TOP + (STEP + 2.0) * rows
    }

    fn legend_height(&self, width: f64) -> f64 {
        let (_, per) = self.legend_columns(width);
        #[expect(clippy::cast_precision_loss, reason = "a legend is short")]
        let rows = self.always.rows(width - 2.0 * PAD, 8) as f64;
        (self.legend_bottom(per) + 4.0 + STEP * rows + 8.0).ceil()
    }

    /// Fills the notes of an arrangement.
    pub(super) fn fill(&self, rects: &[Rect]) -> Vec<PlacedNote> {
        let mut notes = Vec::with_capacity(rects.len());
        if let Some(&rect) = rects.first() {
            notes.push(self.legend(rect));
        }
        for ((title, kind, lines), &rect) in self.texts.iter().zip(rects.iter().skip(1)) {
            notes.push(lines_note(title, *kind, lines, rect));
        }
        notes
    }

    fn legend(&self, rect: Rect) -> PlacedNote {
        let mut texts = vec![head("Legend", rect)];
        let mut swatches = Vec::new();
        let room = rect.w - 2.0 * PAD;
        let (columns, per) = self.legend_columns(rect.w);
        let step = ((room + 14.0) / columns).floor();
        for (i, (sample, words)) in self.entries.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a legend is short")]
            let (column, row) = ((i / per) as f64, (i % per) as f64);
            let x = rect.x + PAD + step * column;
            let y = rect.y + TOP + (STEP + 2.0) * (row + 1.0);
            swatches.push(Swatch {
                rect: Rect::new(x, y - 9.0, SWATCH, 11.0),
                sample: *sample,
            });
            texts.push(line(words, x + SWATCH + 8.0, y, step - SWATCH - 12.0));
        }
        let mut y = rect.y + self.legend_bottom(per) + 4.0;
        for row in self.always.wrap(room, 8) {
            y += STEP;
            texts.push(line(&row, rect.x + PAD, y, room));
        }
        PlacedNote {
            kind: NoteKind::Legend,
            rect,
            texts,
            swatches,
        }
    }
}

/// A statement of a note: rows of words, behind a number where it is a remark.
struct Statement {
    tag: Option<Tag>,
    words: Words,
}

impl Statement {
    fn new(tag: Option<Tag>, words: &str) -> Self {
        Self {
            tag,
            words: Words::new(words, SMALL, Weight::Regular),
        }
    }

    /// How far its words stand in.
    fn indent(&self) -> f64 {
        match &self.tag {
            Some(_) => NUMBER,
            None => 0.0,
        }
    }

    fn rows(&self, room: f64) -> usize {
        self.words.rows(room - self.indent(), ROWS)
    }
}

fn head(words: &str, rect: Rect) -> PlacedText {
    text(
        words,
        (rect.x + PAD, rect.y + 17.0),
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

/// Most rows of one statement.
const ROWS: usize = 12;
/// Room for the number of a remark.
const NUMBER: f64 = 24.0;

fn lines_height(lines: &[Statement], width: f64) -> f64 {
    let rows: usize = lines.iter().map(|l| l.rows(width - 2.0 * PAD)).sum();
    #[expect(clippy::cast_precision_loss, reason = "a note is short")]
    let height = TOP + STEP * rows as f64 + 3.0 * lines.len() as f64 + 8.0;
    height.ceil()
}

fn lines_note(title: &str, kind: NoteKind, lines: &[Statement], rect: Rect) -> PlacedNote {
    let mut texts = vec![head(title, rect)];
    let mut y = rect.y + TOP;
    let x = rect.x + PAD;
    for statement in lines {
        let indent = statement.indent();
        if let Some(tag) = &statement.tag {
            texts.push(pills::number(tag, (x, y + STEP)));
        }
        let room = rect.w - 2.0 * PAD - indent;
        for row in statement.words.wrap(room, ROWS) {
            y += STEP;
            texts.push(line(&row, x + indent, y, room));
        }
        y += 3.0;
    }
    PlacedNote {
        kind,
        rect,
        texts,
        swatches: Vec::new(),
    }
}
