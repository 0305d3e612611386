//! Arrangement: tries a few shapes and keeps the one that fits the page best.

use std::collections::BTreeSet;

use super::blocks::{self, Shape};
use super::columns;
use super::compose::Solved;
use super::measure::{self, Heading, Sized};
use super::notes;
use super::placement::{Placement, Point, Rect};
use super::routes::{self, Routes};
use super::rows::{self, Rows};
use super::tracks::{self, Strip};
use super::view::View;
use crate::graph::{Architecture, BoundaryKind, NodeKind};

/// How much is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Hosts and providers.
    Overview,
    /// Servers of equal trust in tables.
    Servers,
    /// Every node its own box.
    Full,
    /// What fits best.
    #[default]
    Auto,
}

/// What the caller wants of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// How much is drawn.
    pub detail: Detail,
    /// Width by height to aim for.
    pub aspect: f64,
    /// Width in which the picture is looked at.
    pub width: f64,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        Self {
            detail: Detail::Auto,
            aspect: 1.5,
            width: 900.0,
        }
    }
}

/// Distance between the picture and the edge of the canvas.
const MARGIN: f64 = 16.0;

/// Places an architecture.
pub fn layout(arch: &Architecture, options: &LayoutOptions) -> Placement {
    let mut best: Option<(f64, Placement)> = None;
    for candidate in candidates(arch) {
        let score = score(&candidate.1, options);
        if best.as_ref().is_none_or(|b| score < b.0 - 1e-9) {
            best = Some((score, candidate.1));
        }
    }
    best.map(|b| b.1).unwrap_or_default()
}

/// Every arrangement that is worth a try.
pub(super) fn candidates(arch: &Architecture) -> Vec<(Shape, Placement)> {
    let view = View::full(arch);
    let sizes: Vec<Sized> = view.nodes.iter().map(measure::node).collect();
    let mut out = Vec::new();
    for shape in shapes(&view) {
        let body = body(&view, &sizes, shape);
        for notes_beside in [false, true] {
            out.push((shape, dress(arch, &view, &body, notes_beside)));
        }
    }
    out
}

fn shapes(view: &View) -> Vec<Shape> {
    let count = |kind: BoundaryKind| view.frames.iter().filter(|f| f.kind == kind).count();
    let hosts = count(BoundaryKind::Host);
    let providers = count(BoundaryKind::Provider) + count(BoundaryKind::PrivateNetwork);
    let mut out = Vec::new();
    for bits in 0..64u32 {
        let on = |bit: u32| bits & (1 << bit) != 0;
        for bands in 1..=hosts.div_ceil(2).clamp(1, 3) {
            for provider_columns in [1, 2, 3, 4] {
                let crowded = provider_columns > 1 && provider_columns * 2 > providers + 1;
                let hung = on(3) || on(4);
                if crowded || (hung && bands > 1) || (on(4) && provider_columns > 1) {
                    continue;
                }
                out.push(Shape {
                    tall_hosts: !on(0),
                    tall_users: !on(1),
                    tall_providers: !on(2),
                    bands,
                    provider_columns,
                    hang_isolation: on(3),
                    hang_network: on(4),
                    level: on(5),
                });
            }
        }
    }
    out
}

/// Lower is better: small, near the wanted aspect, text large when fitted to the wanted width.
pub(super) fn score(p: &Placement, options: &LayoutOptions) -> f64 {
    let aspect = p.width / p.height.max(1.0);
    let off = (aspect / options.aspect).ln().abs();
    let beyond = (aspect / 1.95).ln().max((0.52 / aspect).ln()).max(0.0);
    let shrink = (p.width / options.width)
        .max(p.height / (options.width / options.aspect))
        .ln()
        .max(0.0);
    let bends: usize = p
        .nets
        .iter()
        .flat_map(|n| &n.lines)
        .map(|l| l.len().saturating_sub(2))
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a count of bends is small")]
    let bends = bends as f64 / (p.flows.len().max(1) as f64);
    shrink + 0.25 * off + 6.0 * beyond + 0.10 * (p.width * p.height / 1e6).ln() + 0.02 * bends
}

/// Solves one shape.
fn body(view: &View, sizes: &[Sized], shape: Shape) -> Placement {
    let tree = blocks::build(view, shape);
    let mut routes = routes::route(view, &tree);
    let content = columns::content(&tree, &routes, sizes);
    let passed: BTreeSet<usize> = tree
        .hung
        .values()
        .flat_map(|&strip| tree.way_up(strip))
        .map(|w| w.0)
        .collect();
    let headings: Vec<Heading> = view
        .frames
        .iter()
        .enumerate()
        .map(|(f, frame)| {
            let block = tree.block_of[f];
            measure::heading(frame, content[block], passed.contains(&block))
        })
        .collect();
    let height = rows::ports(view, &tree, &mut routes, sizes);
    let (rows, strips) = heights(view, &tree, &routes, &headings, &height, shape.level);
    let gates: Vec<bool> = view
        .nodes
        .iter()
        .map(|n| n.kind == NodeKind::Gate)
        .collect();
    let turns = strips
        .iter()
        .flat_map(|(&at, strip)| strip.track.iter().map(move |(&pair, &t)| (pair, (at, t))))
        .collect();
    let columns = columns::solve(&tree, &routes, &strips, sizes, &headings, &gates);
    Solved {
        view,
        tree: &tree,
        routes: &routes,
        sizes,
        headings: &headings,
        rows: &rows,
        columns: &columns,
        turns: &turns,
    }
    .place()
}

/// Solves heights and tracks; runs that would lie on one line are moved apart until none do.
fn heights(
    view: &View,
    tree: &blocks::Tree,
    routes: &Routes,
    headings: &[Heading],
    height: &[f64],
    ease: bool,
) -> (Rows, std::collections::BTreeMap<(usize, usize), Strip>) {
    let mut loose = BTreeSet::new();
    loop {
        let mut rows = rows::solve(view, tree, routes, headings, height.to_vec(), &loose, ease);
        for _ in 0..60 {
            match tracks::order(routes, &rows) {
                Ok(strips) => return (rows, strips),
                Err(clashes) => {
                    for clash in clashes {
                        rows.push(routes, clash.right, 7.0);
                    }
                }
            }
        }
        // ties hold two wires on one line: give up the ties, from the least important on
        let before = loose.len();
        let tied = routes
            .links
            .iter()
            .rev()
            .filter(|l| l.a_side != l.b_side && !loose.contains(*l))
            .take(1 + routes.links.len() / 8)
            .copied()
            .collect::<Vec<_>>();
        loose.extend(tied);
        if loose.len() == before {
            return (rows, std::collections::BTreeMap::new());
        }
    }
}

/// Adds title and notes around a body, and the margin.
fn dress(arch: &Architecture, view: &View, body: &Placement, beside: bool) -> Placement {
    let mut whole = body.clone();
    let (title, top) = notes::title(arch, body.width);
    shift(&mut whole, MARGIN, MARGIN + top);
    let side = 300.0;
    let (blocks, height) = if beside {
        notes::blocks(arch, view, side)
    } else {
        notes::blocks(arch, view, body.width.max(300.0))
    };
    let (dx, dy) = if beside {
        (MARGIN + body.width + 20.0, MARGIN + top)
    } else {
        (MARGIN, MARGIN + top + body.height + 18.0)
    };
    let mut right = MARGIN + body.width;
    for mut note in blocks {
        notes::shift(&mut note, dx, dy);
        right = right.max(note.rect.right());
        whole.notes.push(note);
    }
    if let Some(mut title) = title {
        notes::shift(&mut title, MARGIN, MARGIN);
        right = right.max(title.rect.right());
        whole.notes.insert(0, title);
    }
    whole.width = (right + MARGIN).ceil();
    whole.height = (dy + height).max(MARGIN + top + body.height) + MARGIN;
    whole.height = whole.height.ceil();
    whole
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
