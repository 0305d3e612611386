//! Straightening: runs become straight where that costs little height, the most important first.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::heading::Heading;
use super::routes::{Link, Routes, Stop};
use super::rows::Rows;
use super::tree::{Item, Tree};
use crate::graph::FlowKind;

/// How much the picture may grow so that a link runs straight.
fn allowance(kind: FlowKind, link: &Link, level: bool) -> f64 {
    let lane = matches!(link.a, Stop::Lane(_)) || matches!(link.b, Stop::Lane(_));
    match kind {
        FlowKind::Stdio => 120.0,
        FlowKind::Http | FlowKind::Sse | FlowKind::Custom if level => 100.0,
        FlowKind::Http | FlowKind::Sse | FlowKind::Custom if lane => 12.0,
        FlowKind::Http | FlowKind::Sse | FlowKind::Custom => 6.0,
        _ => 0.0,
    }
}

fn urgency(kind: FlowKind, link: &Link) -> u32 {
    match kind {
        FlowKind::Stdio => 0,
        FlowKind::ToolCall => 1,
        FlowKind::Http | FlowKind::Sse | FlowKind::Custom => match (link.a, link.b) {
            (Stop::Port(_), Stop::Lane(_)) => 2,
            (Stop::Lane(_), Stop::Lane(_)) => 3,
            _ => 4,
        },
        FlowKind::Upstream => 5,
        FlowKind::Prompt => 6,
        FlowKind::Approve => 7,
        _ => 8,
    }
}

/// Lists the links that can be straight, by their places, the most important first.
pub(super) fn order(routes: &Routes<'_>) -> Vec<usize> {
    let links = &routes.links;
    let mut order: Vec<usize> = (0..links.len())
        .filter(|&at| links[at].a_side != links[at].b_side)
        .collect();
    // links are sorted
    order.sort_by_key(|&at| (urgency(routes.ports[links[at].source].kind, &links[at]), at));
    order
}

/// A stop on a side of a strip.
type End = (Stop, (usize, usize));

/// The ends that are tied.
struct Tied<'a> {
    routes: &'a Routes<'a>,
    /// Newest end of each stop, and the one before each end.
    newest: Vec<usize>,
    ends: Vec<((usize, usize), usize)>,
}

impl<'a> Tied<'a> {
    fn new(routes: &'a Routes<'a>) -> Self {
        Self {
            routes,
            newest: vec![usize::MAX; routes.ports.len() + routes.lanes.len()],
            ends: Vec::with_capacity(routes.links.len()),
        }
    }

    fn number(&self, stop: Stop) -> usize {
        match stop {
            Stop::Port(port) => port,
            Stop::Lane(lane) => self.routes.ports.len() + lane,
        }
    }

    fn contains(&self, (stop, strip): End) -> bool {
        let mut at = self.newest[self.number(stop)];
        while let Some(&(known, before)) = self.ends.get(at) {
            if known == strip {
                return true;
            }
            at = before;
        }
        false
    }

    fn insert(&mut self, (stop, strip): End) {
        let number = self.number(stop);
        let newest = std::mem::replace(&mut self.newest[number], self.ends.len());
        self.ends.push((strip, newest));
    }
}

/// Whether a flow goes over the network.
fn is_far(kind: FlowKind) -> bool {
    matches!(kind, FlowKind::Http | FlowKind::Sse | FlowKind::Custom)
}

/// Ties links to straight runs where that costs little, then eases the rest; those in `loose` are not tied. Says whether a
/// flow over the network was refused a straight run: only then can level runs look different.
pub(super) fn straighten(
    rows: &mut Rows,
    (tree, routes, headings): (&Tree, &Routes<'_>, &[Rc<Heading>]),
    order: &[usize],
    loose: &[bool],
    ease: bool,
) -> bool {
    let mut tied = Tied::new(routes);
    let mut open = Vec::new();
    let mut refused = None;
    let mut beside = Some(&tree.level);
    for &at in order.iter().filter(|&&at| !loose[at]) {
        let link = routes.links[at];
        let kind = routes.ports[link.source].kind;
        // many flows take one way: what was refused to the first is refused to all
        if refused == Some((kind, link.strip, link.a, link.b)) {
            open.push(link);
            continue;
        }
        if kind != FlowKind::Stdio
            && let Some(pairs) = beside.take()
        {
            for &(a, b) in pairs {
                let (a, b) = (rows.upper_of(a), rows.upper_of(b));
                rows.solver.tie(a, b, 0.0, 60.0);
            }
        }
        // a stop is tied once on each side of a strip
        let ends = [(link.a, link.strip), (link.b, link.strip)];
        if ends.iter().any(|&end| tied.contains(end)) {
            continue;
        }
        let (a, da) = rows.var(routes, link.a);
        let (b, db) = rows.var(routes, link.b);
        let frame = |stop| match kind {
            FlowKind::Stdio => None,
            _ => Rows::frame(tree, routes, stop),
        };
        let stretch = if is_far(kind) { 160.0 } else { 6.0 };
        let tight = |rows: &Rows, at| rows.tight(tree, headings, at);
        let frames = [frame(link.a), frame(link.b)].map(|f| f.map(|f| (f, tight(rows, f))));
        if !(rows.solver).tie(a, b, da - db, allowance(kind, &link, ease)) {
            refused = Some((kind, link.strip, link.a, link.b));
            open.push(link);
            continue;
        }
        // a frame must not be stretched for a lesser wire
        let stretched = (frames.iter().flatten()).any(|&(f, old)| tight(rows, f) > old + stretch);
        if stretched {
            rows.solver.untie();
            refused = Some((kind, link.strip, link.a, link.b));
            open.push(link);
            continue;
        }
        for end in ends {
            tied.insert(end);
        }
    }
    settle_outer(tree, routes, rows, &open);
    for b in (1..tree.blocks.len()).rev() {
        // content that moved down takes its frame's upper side along
        let top = rows.upper_of(b);
        let to = rows.solver.latest_by_next(top);
        rows.solver.push(top, to);
    }
    let far = |link: &Link| is_far(routes.ports[link.source].kind);
    open.iter().any(far)
}

/// Moves the outermost boxes and frames down towards what calls them, as far as that costs nothing.
fn settle_outer(tree: &Tree, routes: &Routes<'_>, rows: &mut Rows, open: &[Link]) {
    let outer = |stop: Stop| match stop {
        Stop::Port(p) => {
            let node = routes.ports[p].node;
            let mut way = tree.way_up(tree.node_at[node]);
            let inner = way.find(|w| tree.blocks[w.0].parent.is_some_and(|p| p.0 == 0));
            Some(inner.map_or(Item::Node(node), |w| Item::Block(w.0)))
        }
        Stop::Lane(_) => None,
    };
    let mut wishes: BTreeMap<Item, Vec<f64>> = BTreeMap::new();
    for link in open.iter().filter(|l| l.strip.0 == 0) {
        let gap = rows.stop(routes, link.a) - rows.stop(routes, link.b);
        for (stop, gap) in [(link.b, gap), (link.a, -gap)] {
            if let Some(item) = outer(stop) {
                wishes.entry(item).or_default().push(gap);
            }
        }
    }
    let mut order: Vec<(f64, Item, f64)> = wishes
        .into_iter()
        .map(|(item, mut gaps)| {
            gaps.sort_by(f64::total_cmp);
            let at = rows.solver.get(rows.upper(item));
            (at, item, gaps[gaps.len() / 2])
        })
        .filter(|&(_, _, wish)| wish > 0.0)
        .collect();
    if order.is_empty() {
        return;
    }
    // ties have made some things depend on others
    rows.watch();
    // lower ones first: they make room
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (at, item, wish) in order {
        rows.solver.ease(rows.upper(item), at + wish);
    }
}
