//! What all arrangements of a view share: who stands in which frame, what calls what, which role leads.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::irregular::{self, Knot};
use super::order::Order;
use super::tree::{Item, Shape};
use super::view::View;
use crate::graph::{BoundaryKind, FlowKind, NodeKind};

/// Row keys of all nodes.
type Keys = Rc<Vec<f64>>;

/// Facts of a view that no arrangement changes.
pub(super) struct Skeleton<'a> {
    pub(super) view: &'a View,
    /// Children of each frame, and last of the picture.
    pub(super) kids: Vec<Kids>,
    /// Role of each node: where it stands from left to right.
    node_role: Vec<u32>,
    frame_role: Vec<u32>,
    /// Where an item stands among the children of its frame.
    node_slot: Vec<usize>,
    frame_slot: Vec<usize>,
    /// What each node calls as a tool.
    pub(super) calls: Vec<Vec<usize>>,
    /// Gate of each frame.
    pub(super) gates: BTreeMap<Option<usize>, usize>,
    /// Chains of servers inside one frame.
    pub(super) knots: Vec<Knot>,
    order: Order,
    keys: RefCell<BTreeMap<(usize, bool), Keys>>,
}

/// The children of a frame.
#[derive(Debug, Default)]
pub(super) struct Kids {
    pub(super) items: Vec<Item>,
    /// Flows between them, by their places; the lower role first.
    pub(super) after: Vec<Vec<usize>>,
    /// Flows between them as drawn.
    pub(super) lifted: Vec<(usize, usize)>,
    /// An order in which most flows go forward.
    pub(super) forward: Vec<usize>,
    /// How many flows one after the other lead to each of them.
    pub(super) depth: Vec<usize>,
}

impl<'a> Skeleton<'a> {
    pub(super) fn new(view: &'a View) -> Self {
        let root = view.frames.len();
        let mut kids: Vec<Kids> = (0..=root).map(|_| Kids::default()).collect();
        let mut slot = |frame: Option<usize>, item: Item| {
            let items = &mut kids[frame.unwrap_or(root)].items;
            items.push(item);
            items.len() - 1
        };
        let node_slot: Vec<usize> = (view.nodes.iter().enumerate())
            .map(|(i, node)| slot(node.frame, Item::Node(i)))
            .collect();
        let frame_slot: Vec<usize> = (view.frames.iter().enumerate())
            .map(|(i, frame)| slot(frame.parent, Item::Block(i)))
            .collect();
        let mut holds_host = vec![false; root];
        for node in &view.nodes {
            if matches!(node.kind, NodeKind::Model | NodeKind::Client) {
                for frame in view.chain(node.frame) {
                    holds_host[frame] = true;
                }
            }
        }
        let node_role = view.nodes.iter().map(|n| node_role(view, n)).collect();
        let frame_role = (view.frames.iter().zip(&holds_host))
            .map(|(f, &holds)| frame_role(f.kind, holds))
            .collect();
        let mut calls = vec![Vec::new(); view.nodes.len()];
        for flow in &view.flows {
            if flow.kind == FlowKind::ToolCall {
                calls[flow.from].push(flow.to);
            }
        }
        let gates = (view.nodes.iter().enumerate())
            .filter(|(_, n)| n.kind == NodeKind::Gate)
            .map(|(i, n)| (n.frame, i))
            .collect();
        let mut skeleton = Self {
            view,
            kids,
            node_role,
            frame_role,
            node_slot,
            frame_slot,
            calls,
            gates,
            knots: Vec::new(),
            order: Order::new(view),
            keys: RefCell::default(),
        };
        skeleton.lift();
        skeleton.knots = skeleton.knots();
        skeleton
    }

    /// Returns the role of an item.
    pub(super) fn role(&self, item: Item) -> u32 {
        match item {
            Item::Node(n) => self.node_role[n],
            Item::Block(f) => self.frame_role[f],
        }
    }

    /// Whether a shape gives what a frame's children call columns of their own.
    pub(super) fn is_wide(&self, frame: usize, shape: Shape) -> bool {
        match self.view.frames[frame].kind {
            BoundaryKind::Host => false,
            BoundaryKind::Provider | BoundaryKind::PrivateNetwork => !shape.tall_providers,
            _ => !shape.tall_users,
        }
    }

    /// Share of the chains that a shape stacks in one column.
    pub(super) fn stacked(&self, shape: Shape) -> f64 {
        let (mut all, mut in_one) = (0, 0);
        for knot in &self.knots {
            let boxes = knot.ranks.iter().map(Vec::len).sum::<usize>();
            all += boxes;
            if !self.is_wide(knot.frame, shape) {
                in_one += boxes;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of boxes is small")]
        let part = in_one as f64 / all.max(1) as f64;
        part
    }

    /// Returns the row keys of all nodes, where hosts stand in some bands side by side, chains of servers in their own order or not.
    pub(super) fn keys(&self, bands: usize, woven: bool) -> Keys {
        let knots = if woven { &self.knots[..] } else { &[] };
        let mut keys = self.keys.borrow_mut();
        let keys = keys.entry((bands, woven)).or_insert_with(|| {
            let mut keys = self.order.keys(self.view, bands, knots);
            for knot in knots {
                irregular::rekey(self.view, &self.kids[knot.frame].items, knot, &mut keys);
            }
            Rc::new(keys)
        });
        Rc::clone(keys)
    }

    /// Finds what calls each other inside one frame although its role is one.
    fn knots(&self) -> Vec<Knot> {
        let mut out = Vec::new();
        for (frame, kids) in self.kids[..self.view.frames.len()].iter().enumerate() {
            let mut place = vec![0; kids.items.len()];
            for (at, &slot) in kids.forward.iter().enumerate() {
                place[slot] = at;
            }
            let role = |slot: usize| self.role(kids.items[slot]);
            let mut flows: Vec<(usize, usize)> = (kids.lifted.iter())
                .filter(|&&(a, b)| role(a) == role(b))
                .map(|&(a, b)| if place[a] < place[b] { (a, b) } else { (b, a) })
                .collect();
            // most frames hold no such flow
            if flows.len() < 2 {
                continue;
            }
            flows.sort_unstable_by_key(|&(a, b)| (place[a], place[b]));
            flows.dedup();
            let keys = self.keys(1, false);
            let row = |slot: usize| irregular::mean(self.view, kids.items[slot], &keys);
            let calls = self.calls_into(frame);
            out.extend(irregular::knot(frame, &flows, &calls, |c| keys[c], row));
        }
        out
    }

    /// Clients that call a child of a frame, or what it holds.
    fn calls_into(&self, frame: usize) -> Vec<(usize, usize)> {
        let view = self.view;
        let from_client =
            (view.flows.iter()).filter(|f| view.nodes[f.from].kind == NodeKind::Client);
        from_client
            .filter_map(|f| {
                let up = view.chain(view.nodes[f.to].frame);
                let item = match up.iter().position(|&u| u == frame)? {
                    0 => Item::Node(f.to),
                    at => Item::Block(up[at - 1]),
                };
                Some((f.from, self.slot(item)))
            })
            .collect()
    }

    fn slot(&self, item: Item) -> usize {
        match item {
            Item::Node(n) => self.node_slot[n],
            Item::Block(f) => self.frame_slot[f],
        }
    }

    /// Lifts every flow to the frame that holds both ends, and orders the children of each frame along them.
    fn lift(&mut self) {
        let root = self.view.frames.len();
        let mut lifted = vec![Vec::new(); root + 1];
        for flow in &self.view.flows {
            if let Some((at, a, b)) = common(self.view, flow.from, flow.to, root) {
                lifted[at].push((a, b));
            }
        }
        for (at, mut pairs) in lifted.into_iter().enumerate() {
            pairs.sort_unstable();
            pairs.dedup();
            let items = &self.kids[at].items;
            let mut sorted: Vec<usize> = (0..items.len()).collect();
            sorted.sort_by_key(|&s| (self.role(items[s]), items[s]));
            let mut after = vec![Vec::new(); items.len()];
            for &(a, b) in &pairs {
                let turned = self.role(a) > self.role(b);
                let (a, b) = if turned { (b, a) } else { (a, b) };
                after[self.slot(a)].push(self.slot(b));
            }
            let lifted = pairs
                .iter()
                .map(|&(a, b)| (self.slot(a), self.slot(b)))
                .collect();
            let forward = topological(&sorted, &after);
            let kids = &mut self.kids[at];
            kids.depth = depth(&forward, &after);
            kids.after = after;
            kids.lifted = lifted;
            kids.forward = forward;
        }
    }
}

/// Finds the frame (or root) that holds both ends, and the two children of it that hold one each.
fn common(view: &View, a: usize, b: usize, root: usize) -> Option<(usize, Item, Item)> {
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

/// Orders a graph so that most edges go forward; edges back of a cycle are the last found.
fn topological(starts: &[usize], after: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; after.len()];
    let mut done = Vec::with_capacity(after.len());
    for &start in starts {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut stack = vec![(start, 0)];
        while let Some((node, next)) = stack.pop() {
            if let Some(&to) = after[node].get(next) {
                stack.push((node, next + 1));
                if !std::mem::replace(&mut seen[to], true) {
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

/// Lengths of the longest paths along an order; what goes back is passed over.
fn depth(forward: &[usize], after: &[Vec<usize>]) -> Vec<usize> {
    let mut depth = vec![0; after.len()];
    let mut seen = vec![false; after.len()];
    for &from in forward {
        seen[from] = true;
        for &to in after[from].iter().filter(|&&to| !seen[to]) {
            depth[to] = depth[to].max(depth[from] + 1);
        }
    }
    depth
}

fn frame_role(kind: BoundaryKind, holds_host: bool) -> u32 {
    if holds_host {
        return 10;
    }
    match kind {
        BoundaryKind::Machine | BoundaryKind::OsUser | BoundaryKind::Account => 10,
        BoundaryKind::Host => 12,
        BoundaryKind::Isolation => 30,
        BoundaryKind::PrivateNetwork => 50,
        BoundaryKind::Provider => 55,
    }
}

fn node_role(view: &View, node: &super::view::VNode) -> u32 {
    let in_host = node
        .frame
        .is_some_and(|f| view.frames[f].kind == BoundaryKind::Host);
    match node.kind {
        NodeKind::External => 0,
        NodeKind::Repository => 1,
        NodeKind::User => 2,
        NodeKind::Model => 11,
        // stands where the model stands in other hosts
        NodeKind::Gateway if in_host => 11,
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
