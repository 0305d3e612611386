//! The slicing tree: frames as blocks, each with columns of boxes and inner blocks.

use std::collections::{BTreeMap, BTreeSet};

use super::view::View;
use crate::graph::{BoundaryKind, FlowKind, NodeKind};

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    Node(usize),
    Block(usize),
}

/// A frame's content, or the picture's (the root, without a frame).
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Block {
    pub(super) frame: Option<usize>,
    /// The block and column around it.
    pub(super) parent: Option<(usize, usize)>,
    pub(super) columns: Vec<Vec<Item>>,
    /// The column whose model calls down a bus left of the boxes, and that model.
    pub(super) spine: Option<(usize, usize)>,
}

/// How a candidate arranges things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one choice of the arrangement"
)]
pub(super) struct Shape {
    /// Model above its clients instead of left of them.
    pub(super) tall_hosts: bool,
    /// What local servers use stands under them instead of right of them.
    pub(super) tall_users: bool,
    /// A provider's boxes in one column.
    pub(super) tall_providers: bool,
    /// Bands of hosts side by side inside an OS user.
    pub(super) bands: usize,
    /// Columns of providers.
    pub(super) provider_columns: usize,
    /// Isolated servers hang below the OS user instead of right of it.
    pub(super) hang_isolation: bool,
    /// Providers hang below the machine instead of right of it.
    pub(super) hang_network: bool,
    /// Straight runs may cost some height.
    pub(super) level: bool,
}

/// The tree, with the place of every node.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tree {
    /// The root is the first.
    pub(super) blocks: Vec<Block>,
    /// Block and column of each node.
    pub(super) node_at: Vec<(usize, usize)>,
    /// Frame to block.
    pub(super) block_of: Vec<usize>,
    /// Row key of each node: where callers and what they call come to lie side by side.
    pub(super) key: Vec<f64>,
    /// Items that hang below a block of their column, with the strip whose wires go down to them.
    pub(super) hung: BTreeMap<Item, (usize, usize)>,
    /// Row keys of what each block holds.
    spans: Vec<Span>,
    /// Blocks side by side whose upper sides are level: hosts of one grid row.
    pub(super) level: Vec<(usize, usize)>,
}

/// Row keys of what an item holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) mean: f64,
    pub(super) high: f64,
}

impl Tree {
    /// Returns the row keys of what an item holds.
    pub(super) fn span(&self, item: Item) -> Span {
        match item {
            Item::Node(n) => Span {
                low: self.key[n],
                mean: self.key[n],
                high: self.key[n],
            },
            Item::Block(b) => self.spans[b],
        }
    }

    /// Computes the spans of all blocks, inner ones first.
    fn measure_spans(&mut self) {
        let count = self.blocks.len();
        self.spans = vec![
            Span {
                low: f64::MAX,
                mean: f64::MAX,
                high: f64::MAX
            };
            count
        ];
        let mut sums = vec![(0.0, 0.0); count];
        for b in (0..count).rev() {
            let (mut low, mut high, mut sum) = (f64::MAX, f64::MIN, (0.0, 0.0));
            for &item in self.blocks[b].columns.iter().flatten() {
                let (l, h, (s, n)) = match item {
                    Item::Node(n) => (self.key[n], self.key[n], (self.key[n], 1.0)),
                    Item::Block(i) => (self.spans[i].low, self.spans[i].high, sums[i]),
                };
                if n > 0.0 {
                    low = f64::min(low, l);
                    high = f64::max(high, h);
                    sum = (sum.0 + s, sum.1 + n);
                }
            }
            sums[b] = sum;
            if sum.1 > 0.0 {
                let mean = sum.0 / sum.1;
                self.spans[b] = Span { low, mean, high };
            }
        }
    }

    /// Returns the blocks around a place, innermost first, each with the column that leads to it.
    pub(super) fn way_up(&self, at: (usize, usize)) -> Vec<(usize, usize)> {
        let mut way = vec![at];
        let mut block = at.0;
        while let Some(up) = self.blocks[block].parent {
            way.push(up);
            block = up.0;
        }
        way
    }
}

fn frame_role(view: &View, frame: usize, holds_host: &[bool]) -> u32 {
    if holds_host[frame] {
        return 10;
    }
    match view.frames[frame].kind {
        BoundaryKind::Machine | BoundaryKind::OsUser => 10,
        BoundaryKind::Host => 12,
        BoundaryKind::Isolation => 30,
        BoundaryKind::PrivateNetwork => 50,
        BoundaryKind::Provider => 55,
    }
}

fn node_role(kind: NodeKind) -> u32 {
    match kind {
        NodeKind::External => 0,
        NodeKind::Repository => 1,
        NodeKind::User => 2,
        NodeKind::Model => 11,
        NodeKind::Gate => 12,
        NodeKind::Client => 13,
        NodeKind::BuiltinTools => 20,
        NodeKind::Helper => 25,
        NodeKind::Bridge | NodeKind::Gateway | NodeKind::Server => 30,
        NodeKind::Asset => 40,
        NodeKind::AuthorizationServer => 60,
        NodeKind::Upstream => 70,
    }
}

struct Builder<'a> {
    view: &'a View,
    shape: Shape,
    tree: Tree,
    /// Children of the root and of each frame.
    kids: Vec<Vec<Item>>,
    holds_host: Vec<bool>,
    /// Flows lifted to the children of each frame (the root last).
    lifted: Vec<BTreeSet<(Item, Item)>>,
    /// Frames whose upper sides are level.
    level: Vec<(usize, usize)>,
}

/// Builds the tree for a shape.
pub(super) fn build(view: &View, shape: Shape) -> Tree {
    let root = view.frames.len();
    let mut kids = vec![Vec::new(); root + 1];
    let mut holds_host = vec![false; root];
    for (i, node) in view.nodes.iter().enumerate() {
        kids[node.frame.unwrap_or(root)].push(Item::Node(i));
        if matches!(node.kind, NodeKind::Model | NodeKind::Client) {
            for frame in view.chain(node.frame) {
                holds_host[frame] = true;
            }
        }
    }
    for (i, frame) in view.frames.iter().enumerate() {
        kids[frame.parent.unwrap_or(root)].push(Item::Block(i));
    }
    let mut lifted = vec![BTreeSet::new(); root + 1];
    for flow in &view.flows {
        if let Some((at, a, b)) = lift(view, flow.from, flow.to, root) {
            lifted[at].insert((a, b));
        }
    }
    let mut builder = Builder {
        view,
        shape,
        tree: Tree {
            node_at: vec![(0, 0); view.nodes.len()],
            block_of: vec![0; root],
            key: vec![f64::NAN; view.nodes.len()],
            ..Tree::default()
        },
        kids,
        holds_host,
        lifted,
        level: Vec::new(),
    };
    super::order::keys(view, shape, &mut builder.tree.key);
    builder.block(root, None);
    super::hang::hang(view, shape, &mut builder.tree);
    let mut tree = builder.tree;
    tree.measure_spans();
    for (a, b) in builder.level {
        tree.level.push((tree.block_of[a], tree.block_of[b]));
    }
    tree
}

/// Finds the frame (or root) that holds both ends, and the two children of it that hold one each.
fn lift(view: &View, a: usize, b: usize, root: usize) -> Option<(usize, Item, Item)> {
    let up_a = view.chain(view.nodes[a].frame);
    let up_b = view.chain(view.nodes[b].frame);
    let common = up_a.iter().find(|f| up_b.contains(f)).copied();
    let child = |node: usize, up: &[usize]| match up.iter().position(|&f| Some(f) == common) {
        Some(0) => Item::Node(node),
        Some(at) => Item::Block(up[at - 1]),
        None => up.last().map_or(Item::Node(node), |&f| Item::Block(f)),
    };
    let (from, to) = (child(a, &up_a), child(b, &up_b));
    (from != to).then(|| (common.unwrap_or(root), from, to))
}

impl Builder<'_> {
    fn block(&mut self, frame: usize, parent: Option<(usize, usize)>) -> usize {
        let at = self.tree.blocks.len();
        let is_root = frame == self.view.frames.len();
        self.tree.blocks.push(Block {
            frame: (!is_root).then_some(frame),
            parent,
            ..Block::default()
        });
        if !is_root {
            self.tree.block_of[frame] = at;
        }
        let plan = self.columns(frame);
        let mut columns = Vec::with_capacity(plan.len());
        for (c, items) in plan.into_iter().enumerate() {
            let mut column = Vec::with_capacity(items.len());
            for item in items {
                column.push(match item {
                    Item::Node(node) => {
                        self.tree.node_at[node] = (at, c);
                        item
                    }
                    Item::Block(inner) => Item::Block(self.block(inner, Some((at, c)))),
                });
            }
            columns.push(column);
        }
        self.tree.blocks[at].columns = columns;
        self.tree.blocks[at].spine = self.spine(at);
        at
    }

    fn role(&self, item: Item) -> u32 {
        match item {
            Item::Node(node) => {
                let node = &self.view.nodes[node];
                let in_host = node
                    .frame
                    .is_some_and(|f| self.view.frames[f].kind == BoundaryKind::Host);
                if node.kind == NodeKind::Gateway && in_host {
                    // stands where the model stands in other hosts
                    return 11;
                }
                node_role(node.kind)
            }
            Item::Block(frame) => frame_role(self.view, frame, &self.holds_host),
        }
    }

    /// Splits the children of a frame into columns.
    fn columns(&mut self, frame: usize) -> Vec<Vec<Item>> {
        let kids = &self.kids[frame].clone();
        let root = self.view.frames.len();
        let kind = (frame != root).then(|| self.view.frames[frame].kind);
        let host = kind == Some(BoundaryKind::Host);
        let has_host_frame = kids
            .iter()
            .any(|&k| self.role(k) <= 13 && self.role(k) >= 10);
        let rank = self.ranks(frame, |item| {
            let role = self.role(item);
            match kind {
                None => match role {
                    0..=2 => (0, 0),
                    10..=49 => (1, usize::MAX),
                    _ => (2, usize::MAX),
                },
                Some(BoundaryKind::Host) if role <= 20 => match role {
                    11 if !self.shape.tall_hosts => (0, 0),
                    12 if !self.shape.tall_hosts => (1, 1),
                    _ if !self.shape.tall_hosts => (2, 2),
                    _ => (0, 0),
                },
                Some(BoundaryKind::Provider | BoundaryKind::PrivateNetwork) => {
                    let cap = if self.shape.tall_providers || role == 60 {
                        0
                    } else {
                        usize::MAX
                    };
                    (0, cap)
                }
                Some(_) if role <= 13 => (0, 0),
                Some(_) => {
                    let least = usize::from(has_host_frame);
                    let cap = if self.shape.tall_users {
                        least
                    } else {
                        usize::MAX
                    };
                    (least, cap)
                }
            }
        });
        let mut columns: BTreeMap<(usize, usize), Vec<Item>> = BTreeMap::new();
        let bands = self.bands(frame, kids, host);
        for &item in kids {
            let rank = rank.get(&item).copied().unwrap_or(0);
            let (outer, inner) = match bands.get(&item) {
                Some(&band) if kind.is_some() => (band, rank),
                Some(&band) => (rank, band),
                None if kind.is_some() && !bands.is_empty() => (usize::MAX, rank),
                None => (rank, 0),
            };
            columns.entry((outer, inner)).or_default().push(item);
        }
        let mut columns: Vec<Vec<Item>> = columns.into_values().collect();
        for column in &mut columns {
            column.sort_by(|&a, &b| {
                let (ra, rb) = (self.lead(a), self.lead(b));
                ra.cmp(&rb)
                    .then(self.item_key(a).total_cmp(&self.item_key(b)))
                    .then(a.cmp(&b))
            });
        }
        columns
    }

    /// The model stands first, then the gate, then the rest by row key.
    fn lead(&self, item: Item) -> u32 {
        match item {
            Item::Node(node) => match self.view.nodes[node].kind {
                NodeKind::Model => 0,
                NodeKind::Gateway | NodeKind::Gate => 1,
                NodeKind::AuthorizationServer => 3,
                NodeKind::Upstream => 4,
                _ => 2,
            },
            Item::Block(_) => 2,
        }
    }

    /// Mean row key of what an item holds.
    fn item_key(&self, item: Item) -> f64 {
        let (sum, count) = self.key_sum(item);
        if count > 0.0 { sum / count } else { f64::MAX }
    }

    fn key_sum(&self, item: Item) -> (f64, f64) {
        match item {
            Item::Node(node) => (self.tree.key[node], 1.0),
            Item::Block(frame) => self.kids[frame]
                .iter()
                .map(|&kid| self.key_sum(kid))
                .fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1)),
        }
    }

    /// Which band of hosts, or which provider column, an item belongs to.
    fn bands(&mut self, frame: usize, kids: &[Item], host: bool) -> BTreeMap<Item, usize> {
        let mut band = BTreeMap::new();
        let root = self.view.frames.len();
        if frame == root {
            if self.shape.provider_columns > 1 {
                let mut remote: Vec<Item> = kids
                    .iter()
                    .copied()
                    .filter(|&k| self.role(k) >= 50)
                    .collect();
                remote.sort_by(|&a, &b| {
                    self.item_key(a)
                        .total_cmp(&self.item_key(b))
                        .then(a.cmp(&b))
                });
                for (i, item) in remote.into_iter().enumerate() {
                    band.insert(item, i % self.shape.provider_columns);
                }
            }
            return band;
        }
        if host || self.shape.bands < 2 {
            return band;
        }
        let hosts: Vec<Item> = kids
            .iter()
            .copied()
            .filter(|&k| matches!(k, Item::Block(_)) && self.role(k) <= 13)
            .collect();
        if hosts.len() < 2 {
            return band;
        }
        for (i, &item) in hosts.iter().enumerate() {
            band.insert(item, i % self.shape.bands);
            if i % self.shape.bands > 0
                && let (Item::Block(a), Item::Block(b)) = (hosts[i - i % self.shape.bands], item)
            {
                self.level.push((a, b));
            }
        }
        // what a host starts stands beside it
        for &(a, b) in &self.lifted[frame] {
            if let Some(&of) = band.get(&a)
                && !hosts.contains(&b)
            {
                band.entry(b).or_insert(of);
            }
        }
        for &(a, b) in &self.lifted[frame] {
            if let Some(&of) = band.get(&a) {
                band.entry(b).or_insert(of);
            }
        }
        band
    }

    /// Longest paths over the lifted flows, lower roles first; each item between its least and its greatest rank.
    fn ranks(
        &self,
        frame: usize,
        bounds: impl Fn(Item) -> (usize, usize),
    ) -> BTreeMap<Item, usize> {
        let kids = &self.kids[frame];
        let mut sorted: Vec<Item> = kids.clone();
        sorted.sort_by_key(|&k| (self.role(k), k));
        let place: BTreeMap<Item, usize> =
            sorted.iter().enumerate().map(|(i, &k)| (k, i)).collect();
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); sorted.len()];
        for &(a, b) in &self.lifted[frame] {
            let (a, b) = if self.role(a) > self.role(b) {
                (b, a)
            } else {
                (a, b)
            };
            after[place[&a]].push(place[&b]);
        }
        let order = topological(&after);
        let mut rank: Vec<usize> = sorted.iter().map(|&k| bounds(k).0).collect();
        let mut seen = vec![false; sorted.len()];
        for &i in &order {
            seen[i] = true;
            for &j in &after[i] {
                if !seen[j] {
                    rank[j] = rank[j].max(rank[i] + 1).min(bounds(sorted[j]).1);
                }
            }
        }
        sorted.iter().copied().zip(rank).collect()
    }

    /// A tall host's bus: the model above what it calls, in one column.
    fn spine(&self, at: usize) -> Option<(usize, usize)> {
        let block = &self.tree.blocks[at];
        block.columns.iter().enumerate().find_map(|(c, column)| {
            let Some(&Item::Node(model)) = column.first() else {
                return None;
            };
            let calls = self.view.flows.iter().any(|f| {
                f.kind == FlowKind::ToolCall
                    && f.from == model
                    && self.tree.way_up(self.tree.node_at[f.to]).contains(&(at, c))
            });
            let head = matches!(
                self.view.nodes[model].kind,
                NodeKind::Model | NodeKind::Gateway
            );
            (head && calls).then_some((c, model))
        })
    }
}

/// Orders a graph so that most edges go forward; edges back of a cycle are the last found.
fn topological(after: &[Vec<usize>]) -> Vec<usize> {
    let mut state = vec![0u8; after.len()];
    let mut done = Vec::with_capacity(after.len());
    for start in 0..after.len() {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut stack = vec![(start, 0)];
        while let Some((node, next)) = stack.pop() {
            if let Some(&to) = after[node].get(next) {
                stack.push((node, next + 1));
                if state[to] == 0 {
                    state[to] = 1;
                    stack.push((to, 0));
                }
            } else {
                done.push(node);
            }
        }
    }
    done.reverse();
    done
}
