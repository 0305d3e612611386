//! Dress: title and notes around a body, where there is room for them.

use std::collections::BTreeMap;

use super::measure;
use super::notes;
use super::placement::{PlacedNote, Placement, Point, Rect};
use super::solve::Solved;
use super::view::View;
use crate::graph::Architecture;

/// Distance between the picture and the edge of the canvas.
const MARGIN: f64 = 16.0;
const GAP: f64 = 16.0;
/// Width of notes beside a body.
const BESIDE: f64 = 290.0;

/// The notes of a picture, measured once per width.
pub(super) struct Notes<'a> {
    arch: &'a Architecture,
    view: &'a View,
    by_width: BTreeMap<u64, Vec<PlacedNote>>,
}

/// Title and notes placed, the body moved.
#[derive(Debug, Clone)]
pub(super) struct Dress {
    pub(super) width: f64,
    pub(super) height: f64,
    body: Point,
    notes: Vec<PlacedNote>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(arch: &'a Architecture, view: &'a View) -> Self {
        Self {
            arch,
            view,
            by_width: BTreeMap::new(),
        }
    }

    fn blocks(&mut self, width: f64) -> Vec<PlacedNote> {
        let width = width.floor().max(200.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a width is small and positive"
        )]
        let key = width as u64;
        let (arch, view) = (self.arch, self.view);
        self.by_width
            .entry(key)
            .or_insert_with(|| notes::blocks(arch, view, width))
            .clone()
    }
}

/// Lists ways to dress a body: notes under all of it, under a part of it that ends higher, or beside it.
pub(super) fn variants(notes: &mut Notes<'_>, solved: &Solved<'_>) -> Vec<Dress> {
    let (width, height) = solved.size();
    let outline = solved.outline();
    let (title, top) = notes::title(notes.arch, width);
    let mut areas = vec![(0.0, width.max(280.0)), (width + GAP + 4.0, BESIDE)];
    let mut edges: Vec<f64> = outline
        .iter()
        .filter(|r| r.w > 60.0 && r.h > 30.0)
        .flat_map(|r| [r.x - 24.0, r.right()])
        .collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup();
    for x in edges {
        if x >= 280.0 && x <= width - 40.0 {
            areas.push((0.0, x));
        }
        if x >= 40.0 && width - x - GAP >= 280.0 {
            areas.push((x + GAP, width - x - GAP));
        }
    }
    areas
        .into_iter()
        .map(|(x, room)| {
            let mut placed: Vec<PlacedNote> = Vec::new();
            for mut note in notes.blocks(room) {
                let left = x + note.rect.x;
                let y = ceiling(&outline, &placed, left, left + note.rect.w);
                notes::shift(&mut note, x, y);
                placed.push(note);
            }
            let mut right = width;
            let mut bottom = height;
            for note in &mut placed {
                right = right.max(note.rect.right());
                bottom = bottom.max(note.rect.bottom());
                notes::shift(note, MARGIN, MARGIN + top);
            }
            if let Some(mut title) = title.clone() {
                right = right.max(title.rect.right());
                notes::shift(&mut title, MARGIN, MARGIN);
                placed.insert(0, title);
            }
            Dress {
                width: (right + 2.0 * MARGIN).ceil(),
                height: (bottom + top + 2.0 * MARGIN).ceil(),
                body: Point::new(MARGIN, MARGIN + top),
                notes: placed,
            }
        })
        .collect()
}

/// How high a note can stand under what lies in its columns.
fn ceiling(outline: &[Rect], placed: &[PlacedNote], left: f64, right: f64) -> f64 {
    outline
        .iter()
        .chain(placed.iter().map(|n| &n.rect))
        .filter(|r| r.x < right + 8.0 && r.right() > left - 8.0)
        .map(|r| r.bottom() + GAP)
        .fold(0.0, f64::max)
        .ceil()
}

impl Dress {
    /// Puts the dress around its body.
    pub(super) fn around(self, mut body: Placement) -> Placement {
        shift(&mut body, self.body.x, self.body.y);
        body.width = self.width;
        body.height = self.height;
        body.notes = self.notes;
        body
    }
}

/// Moves a body.
fn shift(p: &mut Placement, dx: f64, dy: f64) {
    let point = |q: &mut Point| {
        q.x += dx;
        q.y += dy;
    };
    let rect = |r: &mut Rect| {
        r.x += dx;
        r.y += dy;
    };
    for b in &mut p.boundaries {
        rect(&mut b.rect);
        for t in b.titles.iter_mut().chain(&mut b.lines).chain(&mut b.footer) {
            *t = measure::moved(t, dx, dy);
        }
        for g in &mut b.gaps {
            point(&mut g.from);
            point(&mut g.to);
            g.text = measure::moved(&g.text, dx, dy);
        }
    }
    for n in &mut p.nodes {
        rect(&mut n.rect);
        if let Some(icon) = &mut n.icon {
            rect(icon);
        }
        for t in &mut n.texts {
            *t = measure::moved(t, dx, dy);
        }
    }
    for n in &mut p.nets {
        n.lines.iter_mut().flatten().for_each(point);
        n.dots.iter_mut().for_each(point);
        n.heads.iter_mut().for_each(|h| point(&mut h.tip));
    }
    for f in &mut p.flows {
        f.path.iter_mut().flatten().for_each(point);
    }
    for l in &mut p.labels {
        rect(&mut l.plate);
        for t in &mut l.texts {
            *t = measure::moved(t, dx, dy);
        }
    }
}
