//! Widths: strips as wide as their labels and tracks, columns as wide as their boxes, frames around them.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::heading::Heading;
use super::measure::Sized;
use super::routes::{Routes, Side};
use super::tracks::Strip;
use super::tree::{Item, Tree};

const TRACK: f64 = 8.0;
/// Room for an arrow head and a rounded corner beside a box.
const HEAD: f64 = 14.0;
const EDGE: f64 = 12.0;
/// Room for a bus left of the boxes that it calls.
pub(super) const SPINE: f64 = 24.0;
const LABEL_START: f64 = 8.0;

/// Where everything lies from left to right.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    /// Left side and width of each block.
    pub(super) block: Vec<(f64, f64)>,
    /// Left side and width of each node.
    pub(super) node: Vec<(f64, f64)>,
    /// Left side of each column's content.
    pub(super) column: Vec<Vec<f64>>,
    /// Left side of each strip, where its tracks begin, and its right side.
    pub(super) strips: Vec<Vec<(f64, f64, f64)>>,
}

/// Widths of a strip: room for labels on its left, its tracks, room for labels on its right.
#[derive(Debug, Clone, Copy, Default)]
struct Width {
    left: f64,
    tracks: f64,
    right: f64,
}

impl Width {
    fn sum(self) -> f64 {
        self.left + self.tracks + self.right
    }
}

/// Returns the horizontal place of a track.
pub(super) fn track_x(columns: &Columns, strip: (usize, usize), track: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a track number is small")]
    let at = track as f64;
    columns.strips[strip.0][strip.1].1 + at * TRACK
}

/// Returns where a label starts on the run that leaves a side of a strip.
pub(super) fn label_x(columns: &Columns, strip: (usize, usize), side: Side, width: f64) -> f64 {
    let (left, _, right) = columns.strips[strip.0][strip.1];
    match side {
        Side::Left => left + LABEL_START,
        Side::Right => right - LABEL_START - width,
    }
}

fn widths(
    tree: &Tree,
    routes: &Routes<'_>,
    strips: &BTreeMap<(usize, usize), Strip>,
) -> Vec<Vec<Width>> {
    let mut out: Vec<Vec<Width>> = tree
        .blocks
        .iter()
        .enumerate()
        .map(|(b, block)| {
            (0..=block.columns.len())
                .map(|k| {
                    let strip = strips.get(&(b, k));
                    let outer = k == 0 || k == block.columns.len();
                    let count = strip.map_or(0, |s| s.count);
                    #[expect(clippy::cast_precision_loss, reason = "a track number is small")]
                    let span = count.saturating_sub(1) as f64 * TRACK;
                    let tracks = match (count, strip.is_some_and(|s| s.used), outer) {
                        (0, true, false) => HEAD + 8.0,
                        (0, _, false) => 16.0,
                        (0, _, true) => {
                            if block.frame.is_some() {
                                EDGE
                            } else {
                                0.0
                            }
                        }
                        (_, _, _) => span + 2.0 * HEAD,
                    };
                    Width {
                        tracks,
                        ..Width::default()
                    }
                })
                .collect()
        })
        .collect();
    for placing in &routes.placings {
        let width = &mut out[placing.strip.0][placing.strip.1];
        let need = placing.label.w + LABEL_START;
        match placing.side {
            Side::Left => width.left = width.left.max(need),
            Side::Right => width.right = width.right.max(need),
        }
    }
    out
}

/// Least width of each block, before tracks are known.
pub(super) fn content(tree: &Tree, routes: &Routes<'_>, sizes: &[Sized]) -> Vec<f64> {
    let none = BTreeMap::new();
    let widths = widths(tree, routes, &none);
    let mut natural = vec![0.0; tree.blocks.len()];
    for b in (0..tree.blocks.len()).rev() {
        natural[b] = Natural {
            tree,
            widths: &widths,
            sizes,
            done: &natural,
        }
        .block(b, 0.0);
    }
    natural
}

/// Widths from the inside out.
struct Natural<'a> {
    tree: &'a Tree,
    widths: &'a [Vec<Width>],
    sizes: &'a [Sized],
    /// Widths of the inner blocks.
    done: &'a [f64],
}

impl Natural<'_> {
    fn block(&self, b: usize, least: f64) -> f64 {
        let mut sum: f64 = self.widths[b].iter().map(|w| w.sum()).sum();
        for c in 0..self.tree.blocks[b].columns.len() {
            sum += self.column(b, c);
        }
        sum.max(least).ceil()
    }

    fn column(&self, b: usize, c: usize) -> f64 {
        self.tree.blocks[b].columns[c]
            .iter()
            .map(|&item| {
                self.indent(b, c, item)
                    + match item {
                        Item::Node(n) => self.sizes[n].w,
                        Item::Block(inner) => self.done[inner],
                    }
            })
            .fold(0.0, f64::max)
    }

    /// Boxes called down a bus stand to the right of it; what hangs stands right of its wires.
    fn indent(&self, b: usize, c: usize, item: Item) -> f64 {
        if let Some(&strip) = self.tree.hung.get(&item) {
            return self.right_of(strip, b);
        }
        match self.tree.blocks[b].spine {
            Some((column, model)) if column == c && item != Item::Node(model) => SPINE,
            _ => 0.0,
        }
    }

    /// Right side of a strip, from the left of the column that leads to it in an outer block.
    fn right_of(&self, strip: (usize, usize), outer: usize) -> f64 {
        let mut at: f64 = self.before(strip.0, strip.1);
        let mut inner = strip.0;
        while let Some((block, column)) = self.tree.blocks[inner].parent {
            at += self.indent(block, column, Item::Block(inner));
            if block == outer {
                break;
            }
            at += self.before(block, column);
            inner = block;
        }
        at
    }

    /// Width of all left of a column: strips and columns.
    fn before(&self, block: usize, column: usize) -> f64 {
        let strips: f64 = self.widths[block][..=column].iter().map(|w| w.sum()).sum();
        let columns: f64 = (0..column).map(|c| self.column(block, c)).sum();
        strips + columns
    }
}

/// Solves the widths.
pub(super) fn solve(
    tree: &Tree,
    routes: &Routes<'_>,
    strips: &BTreeMap<(usize, usize), Strip>,
    sizes: &[Sized],
    headings: &[Rc<Heading>],
    gates: &[bool],
) -> Columns {
    let widths = widths(tree, routes, strips);
    let n = tree.blocks.len();
    let mut natural = vec![0.0; n];
    for b in (0..n).rev() {
        let least = tree.blocks[b].frame.map_or(0.0, |f| headings[f].w);
        natural[b] = Natural {
            tree,
            widths: &widths,
            sizes,
            done: &natural,
        }
        .block(b, least);
    }
    let mut out = Columns {
        block: vec![(0.0, 0.0); n],
        node: vec![(0.0, 0.0); sizes.len()],
        column: vec![Vec::new(); n],
        strips: vec![Vec::new(); n],
    };
    let measure = Natural {
        tree,
        widths: &widths,
        sizes,
        done: &natural,
    };
    out.block[0] = (0.0, natural[0]);
    for (b, block) in tree.blocks.iter().enumerate() {
        let (x, w) = out.block[b];
        let wants: Vec<f64> = (0..block.columns.len())
            .map(|c| measure.column(b, c))
            .collect();
        let strip_sum: f64 = widths[b].iter().map(|w| w.sum()).sum();
        let extra = (w - strip_sum - wants.iter().sum::<f64>()).max(0.0);
        let mut at = x;
        for k in 0..=block.columns.len() {
            let width = widths[b][k];
            let mut right = at + width.sum();
            // spare width: into the only column, else behind the last one
            if k == block.columns.len() && block.columns.len() != 1 {
                right += extra;
            }
            let first = at + width.left + if width.tracks > EDGE { HEAD } else { 0.0 };
            out.strips[b].push((at, first, right));
            at = right;
            let Some(items) = block.columns.get(k) else {
                break;
            };
            let mut wide = wants[k];
            if block.columns.len() == 1 {
                wide += extra;
            }
            out.column[b].push(at);
            for &item in items {
                let shift = match item {
                    Item::Node(n) if gates[n] => 0.0,
                    _ => measure.indent(b, k, item),
                };
                match item {
                    Item::Node(n) => out.node[n] = (at + shift, wide - shift),
                    Item::Block(inner) => out.block[inner] = (at + shift, wide - shift),
                }
            }
            at += wide;
        }
    }
    out
}
