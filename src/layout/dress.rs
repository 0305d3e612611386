//! Dress: title and notes around a body, where there is room for them.

use std::collections::BTreeMap;

use super::measure;
use super::notes::{self, Sheet};
use super::placement::{Placement, Point, Rect};
use super::view::View;
use crate::graph::Architecture;

/// Distance between the picture and the edge of the canvas.
const MARGIN: f64 = 16.0;
const GAP: f64 = 16.0;
/// Boxes and runs of a picture whose notes stand in the usual way.
const MANY: usize = 250;
/// Width of notes beside a body.
const BESIDE: f64 = 290.0;

/// A body that is wider than this many times its height stays a strip with short notes under it.
const STRIP: f64 = 2.6;

/// The notes of a picture, arranged once per width.
pub(super) struct Notes<'a> {
    arch: &'a Architecture,
    sheet: Sheet,
    /// Width of the title.
    title: Option<f64>,
    by_width: BTreeMap<u64, Vec<Vec<Rect>>>,
}

/// Room for title and notes around a body.
#[derive(Debug, Clone)]
pub(super) struct Dress {
    pub(super) width: f64,
    pub(super) height: f64,
    body: Point,
    /// Room for the title.
    title: Option<f64>,
    /// Where the notes stand.
    rects: Vec<Rect>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(arch: &'a Architecture, view: &View) -> Self {
        Self {
            arch,
            sheet: Sheet::new(arch, view),
            title: notes::title_width(arch),
            by_width: BTreeMap::new(),
        }
    }

    /// Returns a size that a picture has at least around a body of a size.
    pub(super) fn least(&self, body: (f64, f64)) -> (f64, f64) {
        let top = self.title.map_or(0.0, |_| notes::TITLE);
        (body.0 + 2.0 * MARGIN, body.1 + top + 2.0 * MARGIN)
    }

    /// Ways to put the notes into a width.
    fn rects(&mut self, width: f64) -> &[Vec<Rect>] {
        let width = ((width / 16.0).floor() * 16.0).max(200.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a width is small and positive"
        )]
        let key = width as u64;
        let sheet = &self.sheet;
        self.by_width
            .entry(key)
            .or_insert_with(|| sheet.arrangements(width))
    }

    /// Puts a dress around its body.
    pub(super) fn around(&self, dress: &Dress, mut body: Placement) -> Placement {
        shift(&mut body, dress.body.x, dress.body.y);
        body.width = dress.width;
        body.height = dress.height;
        let title = |room| notes::title(self.arch, MARGIN, MARGIN, room);
        body.notes.extend(dress.title.map(title));
        body.notes.extend(self.sheet.fill(&dress.rects));
        body
    }
}

/// Lists ways to dress a body: notes under all of it, under a part of it that ends higher, or beside it.
pub(super) fn variants(notes: &mut Notes<'_>, size: (f64, f64), outline: &[Rect]) -> Vec<Dress> {
    let (width, height) = size;
    let title = notes.title.map(|_| width.max(240.0));
    let title_width = notes.title;
    let top = title.map_or(0.0, |_| notes::TITLE);
    let mut areas = vec![(0.0, width.max(280.0)), (width + GAP + 4.0, BESIDE)];
    if width > STRIP * height {
        areas.push((0.0, (width / 2.0).max(280.0)));
    }
    areas.extend(nooks(outline, width, height));
    // a large picture has room enough, and takes long to look through
    let ways = if outline.len() > MANY { 1 } else { usize::MAX };
    let mut out = Vec::new();
    for (x, room) in areas {
        for way in notes.rects(room).iter().take(ways) {
            let mut rects: Vec<Rect> = Vec::with_capacity(way.len());
            for rect in way {
                let left = x + rect.x;
                let y = ceiling(outline, &rects, left, left + rect.w);
                rects.push(Rect::new(left, y, rect.w, rect.h));
            }
            let mut right = width;
            let mut bottom = height;
            for rect in &mut rects {
                right = right.max(rect.right());
                bottom = bottom.max(rect.bottom());
                *rect = Rect::new(rect.x + MARGIN, rect.y + MARGIN + top, rect.w, rect.h);
            }
            if let (Some(words), Some(room)) = (title_width, title) {
                right = right.max(words.min(room));
            }
            out.push(Dress {
                width: (right + 2.0 * MARGIN).ceil(),
                height: (bottom + top + 2.0 * MARGIN).ceil(),
                body: Point::new(MARGIN, MARGIN + top),
                title,
                rects,
            });
        }
    }
    out
}

/// The largest areas under a part of the body that ends clearly higher than the rest.
fn nooks(outline: &[Rect], width: f64, height: f64) -> Vec<(f64, f64)> {
    let mut edges: Vec<f64> = outline
        .iter()
        .filter(|r| r.w > 60.0 && r.h > 30.0)
        .flat_map(|r| [r.x - 24.0, r.right()])
        .collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup();
    // lowest side of all that begins left of a place, and of all that ends right of one
    let lowest = |mut sides: Vec<(f64, f64)>| {
        sides.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut low: f64 = 0.0;
        for side in &mut sides {
            low = low.max(side.1);
            side.1 = low;
        }
        sides
    };
    let before = lowest(outline.iter().map(|r| (r.x, r.bottom() + GAP)).collect());
    let after = lowest(
        outline
            .iter()
            .map(|r| (-r.right(), r.bottom() + GAP))
            .collect(),
    );
    let low = |sides: &[(f64, f64)], at: f64| {
        let end = sides.partition_point(|s| s.0 < at);
        end.checked_sub(1).map_or(0.0, |last| sides[last].1.ceil())
    };
    let mut gains: Vec<(f64, (f64, f64))> = Vec::new();
    for x in edges {
        for (from, to, ceiling) in [
            (0.0, x, low(&before, x + 8.0)),
            (x + GAP, width, low(&after, 8.0 - x - GAP)),
        ] {
            let gain = height - ceiling;
            if to - from >= 280.0 && to <= width && gain >= 60.0 {
                gains.push((gain * (to - from), (from, to - from)));
            }
        }
    }
    gains.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.0.total_cmp(&b.1.0)));
    gains.into_iter().take(3).map(|g| g.1).collect()
}

/// How high a note can stand under what lies in its columns.
fn ceiling(outline: &[Rect], placed: &[Rect], left: f64, right: f64) -> f64 {
    outline
        .iter()
        .chain(placed)
        .filter(|r| r.x < right + 8.0 && r.right() > left - 8.0)
        .map(|r| r.bottom() + GAP)
        .fold(0.0, f64::max)
        .ceil()
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
