//! Arrangement: tries a few shapes and keeps the one that fits the page best.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::blocks;
use super::dress::{self, Dress, Notes};
use super::fold;
use super::measure::Measured;
use super::placement::Placement;
use super::score::{Page, quality};
use super::skeleton::Skeleton;
use super::solve::{Draft, Solved};
use super::tree::{Shape, Tree};
use super::view::View;
use crate::graph::{Architecture, BoundaryKind, NodeKind};

/// How much is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Hosts, boundaries and providers with counts.
    Overview,
    /// Servers of equal trust in tables.
    Servers,
    /// Every node its own box.
    Full,
    /// What fits best.
    #[default]
    Auto,
}

impl Detail {
    /// All values, in the order of what they show.
    pub const ALL: [Detail; 4] = [
        Detail::Overview,
        Detail::Servers,
        Detail::Full,
        Detail::Auto,
    ];

    /// Gives the word of `--detail`.
    pub fn name(self) -> &'static str {
        match self {
            Detail::Overview => "overview",
            Detail::Servers => "servers",
            Detail::Full => "full",
            Detail::Auto => "auto",
        }
    }
}

/// What the caller wants of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayoutOptions {
    /// How much is drawn.
    pub detail: Detail,
    /// Width by height to aim for.
    pub aspect: f64,
    /// Width that somebody asked for; without it, that of a README is aimed for.
    pub width: Option<f64>,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        Self {
            detail: Detail::Auto,
            aspect: 1.5,
            width: None,
        }
    }
}

/// Above so many clients a picture of single boxes is not tried unless asked for.
const SINGLE_BOXES: usize = 60;
/// Up to so many clients nothing is folded unless asked for.
const NEVER_FOLDED: usize = 12;
/// What folding must gain.
const FOLDING: f64 = 0.45;
/// What it costs to stack chains of servers in one column: from left to right they are easier to follow.
const STACKED: f64 = 0.25;
/// Up to so many providers may stand in one column with what they lead to.
const FEW_PROVIDERS: usize = 12;
/// How many of the changes that look best are solved in each step.
const TRIES: usize = 3;

/// Places an architecture.
pub fn layout(arch: &Architecture, options: &LayoutOptions) -> Placement {
    let full = View::full(arch);
    let clients = full
        .nodes
        .iter()
        .filter(|n| n.kind == NodeKind::Client)
        .count();
    let page = Page::new(options, clients);
    let views = match options.detail {
        // an overview is an architecture of its own: each of its nodes is drawn
        Detail::Full | Detail::Overview => vec![(0.0, full)],
        Detail::Servers => vec![(0.0, fold::fold(arch, &full))],
        Detail::Auto if clients <= NEVER_FOLDED => vec![(0.0, full)],
        Detail::Auto if clients > SINGLE_BOXES => vec![(FOLDING, fold::fold(arch, &full))],
        Detail::Auto => {
            let folded = fold::fold(arch, &full);
            vec![(0.0, full), (FOLDING, folded)]
        }
    };
    let mut best: Option<(f64, Placement)> = None;
    for (price, view) in &views {
        let measured = Measured::new(view);
        let skeleton = Skeleton::new(view);
        let mut search = Search::new(arch, &skeleton, &measured, page);
        search.run();
        if let Some((score, mut solved, dress)) = search.best.take()
            && best.as_ref().is_none_or(|b| score + price < b.0)
        {
            solved.snap();
            best = Some((score + price, search.notes.around(&dress, solved.place())));
        }
    }
    best.map(|b| b.1).unwrap_or_default()
}

/// A tree that was looked at.
struct Seen {
    tree: Rc<Tree>,
    /// The least size of a picture of it.
    size: (f64, f64),
    /// Whether it was solved, without and with level runs.
    tried: [bool; 2],
}

/// An arrangement that may be worth solving.
struct Candidate<'a> {
    shape: Shape,
    /// None where the tree was seen before.
    draft: Option<Draft<'a>>,
    /// What it would score if nothing grew any more.
    promise: f64,
    /// What its shape costs, whatever its size.
    price: f64,
    /// Where it is among those seen.
    at: usize,
}

/// Looks for the best arrangement.
pub(super) struct Search<'a> {
    skeleton: &'a Skeleton<'a>,
    measured: &'a Measured,
    page: Page,
    pub(super) notes: Notes<'a>,
    /// Trees seen, and which one each shape comes to: different shapes may come to the same.
    seen: Vec<Seen>,
    known: BTreeMap<Shape, usize>,
    pub(super) best: Option<(f64, Solved<'a>, Dress)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        arch: &'a Architecture,
        skeleton: &'a Skeleton<'a>,
        measured: &'a Measured,
        page: Page,
    ) -> Self {
        Self {
            skeleton,
            measured,
            page,
            notes: Notes::new(arch, skeleton.view),
            seen: Vec::new(),
            known: BTreeMap::new(),
            best: None,
        }
    }

    /// Changes one thing at a time as long as the picture gets better, from the better of two starts.
    pub(super) fn run(&mut self) {
        let base = Shape {
            tall_hosts: true,
            tall_users: true,
            tall_providers: true,
            tall_network: false,
            bands: 1,
            provider_columns: 1,
            hang_isolation: false,
            hang_network: false,
            level: false,
            woven: !self.skeleton.knots.is_empty(),
        };
        let hanging = Shape {
            hang_isolation: true,
            hang_network: true,
            ..base
        };
        let mut starts = vec![base, hanging];
        if !self.skeleton.knots.is_empty() {
            // chains of servers from left to right
            let (tall_users, tall_providers) = (false, false);
            starts.extend([base, hanging].map(|start| Shape {
                tall_users,
                tall_providers,
                ..start
            }));
        }
        let mut at = (f64::MAX, base);
        for shape in starts {
            let score = self.evaluate(shape, at.0);
            if score < at.0 {
                at = (score, shape);
            }
        }
        // what is narrower than usual seldom looks best at first
        let tries = if self.page.is_narrow() {
            3 * TRIES
        } else {
            TRIES
        };
        loop {
            let before = at.0;
            let mut next: Vec<Candidate<'a>> = Vec::with_capacity(tries + 1);
            for shape in neighbours(self.skeleton, at.1) {
                if let Some(new) = self.candidate(shape, before) {
                    let at = next.partition_point(|c| c.promise.total_cmp(&new.promise).is_le());
                    next.insert(at, new);
                    next.truncate(tries);
                }
            }
            for candidate in next {
                let shape = candidate.shape;
                if self.seen[candidate.at].tried[usize::from(shape.level)] {
                    continue;
                }
                let score = self.finish(candidate, at.0);
                if score < at.0 - 1e-9 {
                    at = (score, shape);
                }
            }
            if at.0 >= before - 1e-9 {
                break;
            }
        }
    }

    /// Scores a shape, keeps the best; stops as soon as it is clear that the score is not below `limit`.
    pub(super) fn evaluate(&mut self, shape: Shape, limit: f64) -> f64 {
        match self.candidate(shape, limit) {
            Some(candidate) => self.finish(candidate, limit),
            None => limit,
        }
    }

    /// Routes and packs a shape; none where its picture cannot score below `limit`, or was tried already.
    fn candidate(&mut self, shape: Shape, limit: f64) -> Option<Candidate<'a>> {
        let (at, draft) = self.look(shape);
        let seen = &self.seen[at];
        if seen.tried[usize::from(shape.level)] {
            return None;
        }
        let (width, height) = seen.size;
        let price = STACKED * self.skeleton.stacked(shape);
        let least = price + self.page.least_fit(width, height);
        (least < limit).then_some(Candidate {
            shape,
            draft,
            promise: price + self.page.fit(width, height),
            price,
            at,
        })
    }

    /// Finds the tree of a shape among those seen; one that is new is routed and packed.
    fn look(&mut self, shape: Shape) -> (usize, Option<Draft<'a>>) {
        // runs are made level only when a tree is solved
        let key = Shape {
            level: false,
            ..shape
        };
        if let Some(&at) = self.known.get(&key) {
            return (at, None);
        }
        let tree = blocks::build(self.skeleton, shape);
        let mut at = self.seen.iter().position(|s| *s.tree == tree);
        let mut draft = None;
        if at.is_none() {
            let tree = Rc::new(tree);
            let new = Draft::new(self.skeleton, self.measured, Rc::clone(&tree));
            let size = self.notes.least(new.least());
            let tried = [false; 2];
            self.seen.push(Seen { tree, size, tried });
            draft = Some(new);
        }
        let at = *at.get_or_insert(self.seen.len() - 1);
        self.known.insert(key, at);
        (at, draft)
    }

    /// Solves a candidate as far as needed; returns its score, or a lower bound of it that is not below `limit`.
    fn finish(&mut self, candidate: Candidate<'a>, limit: f64) -> f64 {
        let seen = &mut self.seen[candidate.at];
        let level = candidate.shape.level;
        seen.tried[usize::from(level)] = true;
        let draft = candidate.draft;
        let draft = draft
            .unwrap_or_else(|| Draft::new(self.skeleton, self.measured, Rc::clone(&seen.tree)));
        let solved = draft.solve(level);
        let (width, height) = self.notes.least(solved.size());
        let least = candidate.price + self.page.least_fit(width, height);
        if least >= limit {
            return least;
        }
        let quality = quality(&solved);
        if quality + least >= limit {
            return quality + least;
        }
        let mut best: Option<(f64, Dress)> = None;
        for dress in dress::variants(&mut self.notes, solved.size(), &solved.outline()) {
            let spread = self.page.spread(dress.width, dress.height);
            if best.as_ref().is_none_or(|b| spread < b.0 - 1e-9) {
                best = Some((spread, dress));
            }
        }
        let fit = |dress: &Dress| self.page.fit(dress.width, dress.height);
        let score = best
            .as_ref()
            .map_or(f64::MAX, |b| candidate.price + quality + fit(&b.1));
        if let Some((_, dress)) = best
            && self.best.as_ref().is_none_or(|b| score < b.0 - 1e-9)
        {
            self.best = Some((score, solved, dress));
        }
        score
    }
}

/// Shapes that differ in one thing.
fn neighbours(skeleton: &Skeleton<'_>, at: Shape) -> Vec<Shape> {
    let view = skeleton.view;
    let count = |kind: BoundaryKind| view.frames.iter().filter(|f| f.kind == kind).count();
    let hosts = count(BoundaryKind::Host);
    let providers = count(BoundaryKind::Provider) + count(BoundaryKind::PrivateNetwork);
    let mut out = Vec::new();
    // where many providers are, their columns decide
    let bits = if providers > FEW_PROVIDERS { 6 } else { 7 };
    for bit in 0..bits {
        let mut next = at;
        let flag = match bit {
            0 => &mut next.level,
            1 => &mut next.tall_hosts,
            2 => &mut next.tall_users,
            3 => &mut next.tall_providers,
            4 => &mut next.hang_isolation,
            5 => &mut next.hang_network,
            _ => &mut next.tall_network,
        };
        *flag = !*flag;
        out.push(next);
    }
    if !skeleton.knots.is_empty() {
        out.push(Shape {
            woven: !at.woven,
            ..at
        });
    }
    for bands in [1, 2, 3, 4, 6] {
        if bands != at.bands && bands * 2 <= hosts + 1 {
            out.push(Shape { bands, ..at });
        }
    }
    for provider_columns in [1, 2, 3, 4, 5, 6, 8] {
        if provider_columns != at.provider_columns && provider_columns * 2 <= providers + 1 {
            out.push(Shape {
                provider_columns,
                ..at
            });
        }
    }
    out
}
