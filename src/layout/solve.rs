//! One arrangement solved: tree, routes, heights, tracks, widths.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::columns::{self, Columns};
use super::heading::Heading;
use super::measure::Measured;
use super::placement::Rect;
use super::router;
use super::routes::{Routes, Stop};
use super::rows::{self, Rows};
use super::skeleton::Skeleton;
use super::straight;
use super::tracks::{Strip, Tracks};
use super::tree::{Item, Tree};
use super::view::View;

/// A pair of stops with the strip and the track in which it turns.
pub(super) type Turn = ((Stop, Stop), ((usize, usize), usize));

/// An arrangement with everything solved.
pub(super) struct Solved<'a> {
    pub(super) view: &'a View,
    pub(super) measured: &'a Measured,
    pub(super) tree: Rc<Tree>,
    pub(super) routes: Routes<'a>,
    pub(super) headings: Vec<Rc<Heading>>,
    pub(super) rows: Rows,
    pub(super) columns: Columns,
    /// Strip and track of each pair of stops that turns, by the pair.
    pub(super) turns: Vec<Turn>,
}

/// How often runs are moved apart before ties are given up.
const ROUNDS: usize = 60;

/// After so many starts whole wires are given up, not only the ties that are stuck.
const PATIENT: usize = 4;

#[cfg(test)]
thread_local! {
    /// Most starts that an arrangement took so far.
    pub(super) static STARTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// An arrangement routed and packed: its least size is known, nothing is straight yet.
pub(super) struct Draft<'a> {
    view: &'a View,
    measured: &'a Measured,
    tree: Rc<Tree>,
    routes: Routes<'a>,
    headings: Vec<Rc<Heading>>,
    packed: Rows,
    /// Least width of the body.
    width: f64,
}

impl<'a> Draft<'a> {
    /// Routes and packs a tree.
    pub(super) fn new(skeleton: &'a Skeleton<'a>, measured: &'a Measured, tree: Rc<Tree>) -> Self {
        let view = skeleton.view;
        let mut routes = router::route(skeleton, measured, &tree);
        let content = columns::content(&tree, &routes, &measured.nodes);
        let headings: Vec<Rc<Heading>> = (view.frames.iter().enumerate())
            .map(|(f, frame)| {
                let block = tree.block_of[f];
                measured.heading(f, frame, content[block] - 20.0)
            })
            .collect();
        let height = rows::ports(&tree, &mut routes, &measured.nodes);
        let packed = rows::pack(view, &tree, &routes, &headings, height);
        Self {
            view,
            measured,
            width: content[0],
            tree,
            routes,
            headings,
            packed,
        }
    }

    /// Returns a size that the body has at least.
    pub(super) fn least(&self) -> (f64, f64) {
        (self.width, self.packed.bottom(0))
    }

    /// Solves the rest; `level` lets straight runs cost some height.
    pub(super) fn solve(self, level: bool) -> Solved<'a> {
        let (rows, strips) = self.heights(level);
        // the gate of a bus spans it; all else in its column stands right of it
        let mut gates = vec![false; self.view.nodes.len()];
        for &gate in &self.routes.bus {
            gates[gate] = true;
        }
        let columns = columns::solve(
            &self.tree,
            &self.routes,
            &strips,
            &self.measured.nodes,
            &self.headings,
            &gates,
        );
        let turns = turns(strips);
        Solved {
            view: self.view,
            measured: self.measured,
            tree: self.tree,
            routes: self.routes,
            headings: self.headings,
            rows,
            columns,
            turns,
        }
    }

    /// Solves heights and tracks; runs that would lie on one line are moved apart until none do. What ties hold there is
    /// looked for in all of the picture before they are given up, so that few starts are needed however large it is.
    fn heights(&self, level: bool) -> (Rows, BTreeMap<(usize, usize), Strip>) {
        let (tree, routes) = (&self.tree, &self.routes);
        let mut loose = vec![false; routes.links.len()];
        let order = straight::order(routes);
        let mut packed = self.packed.clone();
        packed.watch();
        let mut tracks = Tracks::new(routes);
        let mut starts = 0;
        loop {
            let mut rows = packed.clone();
            let on = (&**tree, routes, &self.headings[..]);
            straight::straighten(&mut rows, on, &order, &loose, level);
            let mut stuck = BTreeSet::new();
            for _ in 0..ROUNDS {
                let mut clashes = tracks.order(&rows);
                clashes.retain(|clash| !stuck.contains(&clash.right));
                if clashes.is_empty() {
                    break;
                }
                stuck.extend(rows.part(routes, clashes));
            }
            starts += 1;
            #[cfg(test)]
            STARTS.set(STARTS.get().max(starts));
            if tracks.order(&rows).is_empty() {
                return (rows, tracks.strips());
            }
            // ties hold two wires on one line: give up those ties, or all from the least important on
            let straight =
                |at: &usize| !loose[*at] && routes.links[*at].a_side != routes.links[*at].b_side;
            let tied: Vec<usize> = (0..loose.len()).rev().filter(straight).collect();
            let at_stuck = |at: &usize| {
                let link = &routes.links[*at];
                stuck.contains(&link.a) || stuck.contains(&link.b)
            };
            let mut given: Vec<usize> = tied.iter().copied().filter(at_stuck).collect();
            if starts > PATIENT {
                // another stop of the same wire would be tied instead, and be stuck next
                let ends = |at: &usize| {
                    let link = &routes.links[*at];
                    [(link.strip, link.a), (link.strip, link.b)]
                };
                let wires: BTreeSet<_> = given.iter().flat_map(ends).collect();
                let of_wires = |at: &usize| ends(at).iter().any(|end| wires.contains(end));
                given = tied.iter().copied().filter(of_wires).collect();
            }
            if given.is_empty() {
                given = tied.into_iter().take(1 + loose.len() / 8).collect();
            }
            if given.is_empty() {
                return (rows, BTreeMap::new());
            }
            for at in given {
                loose[at] = true;
            }
        }
    }
}

/// Lists the pairs of stops that turn, sorted.
pub(super) fn turns(strips: BTreeMap<(usize, usize), Strip>) -> Vec<Turn> {
    let of_strip = |(at, strip): ((usize, usize), Strip)| {
        let tracks = strip.track.into_iter();
        tracks.map(move |(pair, track)| (pair, (at, track)))
    };
    let mut turns: Vec<Turn> = strips.into_iter().flat_map(of_strip).collect();
    turns.sort_unstable();
    turns
}

impl Solved<'_> {
    /// Returns the size of the body.
    pub(super) fn size(&self) -> (f64, f64) {
        (self.columns.block[0].1, self.rows.bottom(0))
    }

    /// Returns a node's box.
    pub(super) fn rect(&self, node: usize) -> Rect {
        let (x, w) = self.columns.node[node];
        Rect::new(x, self.rows.node(node), w, self.rows.height[node])
    }

    /// Returns the frame of a block.
    pub(super) fn frame(&self, block: usize) -> Rect {
        let (x, w) = self.columns.block[block];
        let (top, bottom) = (self.rows.top(block), self.rows.bottom(block));
        Rect::new(x, top, w, bottom - top)
    }

    /// Returns the outermost boxes and frames, and the room of the wires between them: what notes must keep off.
    pub(super) fn outline(&self) -> Vec<Rect> {
        let mut out: Vec<Rect> = self.tree.blocks[0]
            .columns
            .iter()
            .flatten()
            .map(|&item| match item {
                Item::Node(n) => self.rect(n),
                Item::Block(b) => self.frame(b),
            })
            .collect();
        self.pieces(|_, piece| {
            for run in piece.windows(2) {
                let (a, b) = (run[0], run[1]);
                let (x, y) = (a.x.min(b.x), a.y.min(b.y));
                out.push(Rect::new(x, y, (a.x - b.x).abs(), (a.y - b.y).abs()));
            }
        });
        for placing in &self.routes.placings {
            let (x, y) = self.label_at(placing);
            let label = placing.label;
            out.push(Rect::new(
                x,
                y - label.above,
                label.w,
                label.above + label.below,
            ));
        }
        out
    }
}
