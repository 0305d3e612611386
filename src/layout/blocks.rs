//! Blocks: grows the tree of an arrangement, frame by frame, from the skeleton.

use super::skeleton::Skeleton;
use super::tree::{Block, Item, Shape, Tree};
use crate::graph::{BoundaryKind, NodeKind};

/// Where an item stands: band and rank, lead, row key, depth in a chain.
type Placed = ((usize, usize), u32, f64, usize, Item);

struct Builder<'a> {
    skeleton: &'a Skeleton<'a>,
    shape: Shape,
    tree: Tree,
    /// Sum and count of the row keys in each frame.
    sums: Vec<(f64, f64)>,
    /// Frames whose upper sides are level.
    level: Vec<(usize, usize)>,
}

/// Builds the tree for a shape.
pub(super) fn build(skeleton: &Skeleton<'_>, shape: Shape) -> Tree {
    let view = skeleton.view;
    let root = view.frames.len();
    let mut builder = Builder {
        skeleton,
        shape,
        tree: Tree {
            node_at: vec![(0, 0); view.nodes.len()],
            block_of: vec![0; root],
            key: skeleton.keys(shape.bands, shape.woven),
            blocks: Vec::with_capacity(root + 1),
            ..Tree::default()
        },
        sums: vec![(0.0, 0.0); root],
        level: Vec::new(),
    };
    for frame in (0..root).rev() {
        let sum = skeleton.kids[frame]
            .items
            .iter()
            .fold((0.0, 0.0), |a, &kid| {
                let b = builder.sum(kid);
                (a.0 + b.0, a.1 + b.1)
            });
        builder.sums[frame] = sum;
    }
    builder.block(root, None);
    super::hang::hang(view, shape, &mut builder.tree);
    let mut tree = builder.tree;
    tree.measure_spans();
    for (a, b) in builder.level {
        tree.level.push((tree.block_of[a], tree.block_of[b]));
    }
    tree
}

impl Builder<'_> {
    fn block(&mut self, frame: usize, parent: Option<(usize, usize)>) -> usize {
        let at = self.tree.blocks.len();
        let is_root = frame == self.skeleton.view.frames.len();
        self.tree.blocks.push(Block {
            frame: (!is_root).then_some(frame),
            parent,
            ..Block::default()
        });
        if !is_root {
            self.tree.block_of[frame] = at;
        }
        let mut columns = self.columns(frame);
        for (c, column) in columns.iter_mut().enumerate() {
            for item in column {
                match *item {
                    Item::Node(node) => self.tree.node_at[node] = (at, c),
                    Item::Block(inner) => *item = Item::Block(self.block(inner, Some((at, c)))),
                }
            }
        }
        self.tree.blocks[at].columns = columns;
        self.tree.blocks[at].spine = self.spine(at);
        at
    }

    /// Splits the children of a frame into columns.
    fn columns(&mut self, frame: usize) -> Vec<Vec<Item>> {
        let kids = &self.skeleton.kids[frame].items;
        let root = self.skeleton.view.frames.len();
        let kind = (frame != root).then(|| self.skeleton.view.frames[frame].kind);
        let rank = self.ranks(frame, kind);
        let bands = self.bands(frame, kind);
        let banded = bands.iter().any(Option::is_some);
        let depth = &self.skeleton.kids[frame].depth;
        // what one client leads to shares its row key: a chain keeps the order of its calls
        let mut placed: Vec<Placed> = kids
            .iter()
            .enumerate()
            .map(|(slot, &item)| {
                let rank = rank[slot];
                let at = match bands.get(slot).copied().flatten() {
                    Some(band) if kind.is_some() => (band, rank),
                    Some(band) => (rank, band),
                    None if kind.is_some() && banded => (usize::MAX, rank),
                    None => (rank, 0),
                };
                (at, self.lead(item), self.key(item), depth[slot], item)
            })
            .collect();
        placed.sort_by(|a, b| {
            (a.0, a.1)
                .cmp(&(b.0, b.1))
                .then(a.2.total_cmp(&b.2))
                .then((a.3, a.4).cmp(&(b.3, b.4)))
        });
        placed
            .chunk_by(|a, b| a.0 == b.0)
            .map(|column| column.iter().map(|p| p.4).collect())
            .collect()
    }

    /// Least and greatest rank of an item in its frame.
    fn bounds(
        &self,
        kind: Option<BoundaryKind>,
        has_host_frame: bool,
        role: u32,
    ) -> (usize, usize) {
        match kind {
            None => match role {
                0..=2 => (0, 0),
                10..=49 => (1, usize::MAX),
                _ if self.shape.tall_network => (2, 2),
                _ => (2, usize::MAX),
            },
            Some(BoundaryKind::Host) if role <= 20 => match role {
                _ if self.shape.tall_hosts => (0, 0),
                11 => (0, 0),
                12 => (1, 1),
                _ => (2, 2),
            },
            Some(BoundaryKind::Provider | BoundaryKind::PrivateNetwork) => {
                let low = self.shape.tall_providers || role == 60;
                (0, if low { 0 } else { usize::MAX })
            }
            Some(_) if role <= 13 => (0, 0),
            Some(_) => {
                let least = usize::from(has_host_frame);
                let low = self.shape.tall_users;
                (least, if low { least } else { usize::MAX })
            }
        }
    }

    /// Longest paths over the flows between the children, each child between its least and its greatest rank.
    fn ranks(&self, frame: usize, kind: Option<BoundaryKind>) -> Vec<usize> {
        let kids = &self.skeleton.kids[frame];
        let roles = || kids.items.iter().map(|&k| self.skeleton.role(k));
        let has_host_frame = roles().any(|r| (10..=13).contains(&r));
        let bounds: Vec<(usize, usize)> = roles()
            .map(|role| self.bounds(kind, has_host_frame, role))
            .collect();
        let mut rank: Vec<usize> = bounds.iter().map(|b| b.0).collect();
        let knots = self.skeleton.knots.iter();
        for knot in knots.filter(|k| self.shape.woven && k.frame == frame) {
            for (r, slots) in knot.ranks.iter().enumerate() {
                for &slot in slots {
                    rank[slot] = (bounds[slot].0 + r).min(bounds[slot].1);
                }
            }
        }
        let mut seen = vec![false; rank.len()];
        for &i in &kids.forward {
            seen[i] = true;
            for &j in &kids.after[i] {
                if !seen[j] {
                    rank[j] = rank[j].max(rank[i] + 1).min(bounds[j].1);
                }
            }
        }
        rank
    }

    /// The model stands first, then the gate, then the rest by row key.
    fn lead(&self, item: Item) -> u32 {
        match item {
            Item::Node(node) => match self.skeleton.view.nodes[node].kind {
                NodeKind::Model => 0,
                NodeKind::Gate => 1,
                // a hub in place of the model
                NodeKind::Gateway if self.skeleton.role(item) == 11 => 1,
                NodeKind::AuthorizationServer => 3,
                NodeKind::Upstream => 4,
                _ => 2,
            },
            Item::Block(_) => 2,
        }
    }

    /// Mean row key of what an item holds.
    fn key(&self, item: Item) -> f64 {
        let (sum, count) = self.sum(item);
        if count > 0.0 { sum / count } else { f64::MAX }
    }

    fn sum(&self, item: Item) -> (f64, f64) {
        match item {
            Item::Node(node) => (self.tree.key[node], 1.0),
            Item::Block(frame) => self.sums[frame],
        }
    }

    /// Which band of hosts, or which provider column, each child of a frame belongs to.
    fn bands(&mut self, frame: usize, kind: Option<BoundaryKind>) -> Vec<Option<usize>> {
        let kids = &self.skeleton.kids[frame];
        let slots = |keep: &dyn Fn(Item) -> bool| -> Vec<usize> {
            (0..kids.items.len())
                .filter(|&s| keep(kids.items[s]))
                .collect()
        };
        let mut band = vec![None; kids.items.len()];
        if kind.is_none() {
            let columns = self.shape.provider_columns;
            if columns > 1 {
                let mut remote = slots(&|k| self.skeleton.role(k) >= 50);
                remote.sort_by(|&a, &b| {
                    let (a, b) = (kids.items[a], kids.items[b]);
                    self.key(a).total_cmp(&self.key(b)).then(a.cmp(&b))
                });
                for (i, slot) in remote.into_iter().enumerate() {
                    band[slot] = Some(i % columns);
                }
            }
            return band;
        }
        let bands = self.shape.bands;
        if kind == Some(BoundaryKind::Host) || bands < 2 {
            return band;
        }
        let hosts = slots(&|k| matches!(k, Item::Block(_)) && self.skeleton.role(k) <= 13);
        if hosts.len() < 2 {
            return band;
        }
        for (i, &slot) in hosts.iter().enumerate() {
            band[slot] = Some(i % bands);
            let first = kids.items[hosts[i - i % bands]];
            if i % bands > 0
                && let (Item::Block(a), Item::Block(b)) = (first, kids.items[slot])
            {
                self.level.push((a, b));
            }
        }
        // what a host starts stands beside it, and what that starts, too
        for _ in 0..2 {
            for &(a, b) in &kids.lifted {
                if band[b].is_none() {
                    band[b] = band[a];
                }
            }
        }
        band
    }

    /// A tall host's bus: the model above what it calls, in one column.
    fn spine(&self, at: usize) -> Option<(usize, usize)> {
        let block = &self.tree.blocks[at];
        block.columns.iter().enumerate().find_map(|(c, column)| {
            let Some(&Item::Node(model)) = column.first() else {
                return None;
            };
            let head = matches!(
                self.skeleton.view.nodes[model].kind,
                NodeKind::Model | NodeKind::Gateway
            );
            let calls = |&to: &usize| {
                let mut way = self.tree.way_up(self.tree.node_at[to]);
                way.any(|w| w == (at, c))
            };
            (head && self.skeleton.calls[model].iter().any(calls)).then_some((c, model))
        })
    }
}
