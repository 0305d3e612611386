//! Router: finds for each flow its ports, the lanes through columns in between, and the strips where it may turn.

mod label;
mod stops;

use super::measure::Measured;
use super::routes::{Link, Route, Routes, Side, SpineRun, Stop};
use super::skeleton::Skeleton;
use super::tree::{Item, Tree};
use super::view::View;
use crate::graph::{FlowKind, NodeKind};

/// Which part of a flow a leg is, and the model whose calls pass a gate: those of two models are not one wire.
type Leg = (u8, Option<usize>);
/// Side, whether it is a source, kind, off, alarm, words, leg: what the flows of a port of one box have in common.
type PortKey = (Side, bool, FlowKind, bool, bool, usize, Leg);

const NONE: usize = usize::MAX;

struct Router<'a, 't> {
    skeleton: &'a Skeleton<'a>,
    view: &'a View,
    tree: &'t Tree,
    measured: &'a Measured,
    out: Routes<'a>,
    /// Newest port of each box; what each port has in common, and the one before it.
    ports: Vec<usize>,
    keys: Vec<(PortKey, usize)>,
    /// Newest lane of each port, and the one before each lane.
    lanes: Vec<usize>,
    lanes_before: Vec<usize>,
    /// Label of each port.
    placed: Vec<Option<usize>>,
    /// The stops of the leg in work, and the blocks around its ends, innermost first.
    stops: Vec<Placed>,
    up: Vec<Place>,
    down: Vec<Place>,
}

/// A block and a column of it.
type Place = (usize, usize);
/// A stop with its place.
type Placed = (Stop, Place);

/// Finds all routes.
pub(super) fn route<'a>(
    skeleton: &'a Skeleton<'a>,
    measured: &'a Measured,
    tree: &Tree,
) -> Routes<'a> {
    let view = skeleton.view;
    // about as many of each as there are flows
    let many = view.flows.len();
    let out = Routes {
        ports: Vec::with_capacity(2 * many),
        lanes: Vec::with_capacity(many),
        routes: Vec::with_capacity(2 * many),
        stops: Vec::with_capacity(4 * many),
        links: Vec::with_capacity(2 * many),
        placings: Vec::with_capacity(many),
        spines: Vec::with_capacity(many),
        ..Routes::default()
    };
    let mut router = Router {
        skeleton,
        view,
        tree,
        measured,
        out,
        ports: vec![NONE; view.nodes.len()],
        keys: Vec::with_capacity(2 * many),
        lanes: Vec::with_capacity(2 * many),
        lanes_before: Vec::with_capacity(many),
        placed: Vec::with_capacity(2 * many),
        stops: Vec::with_capacity(16),
        up: Vec::with_capacity(16),
        down: Vec::with_capacity(16),
    };
    for at in 0..view.flows.len() {
        router.flow(at);
    }
    let mut out = router.out;
    out.links.sort_unstable();
    out.links.dedup();
    out
}

impl Router<'_, '_> {
    fn flow(&mut self, at: usize) {
        let flow = &self.view.flows[at];
        let calls = flow.kind == FlowKind::ToolCall;
        let model = self.view.nodes[flow.from].kind == NodeKind::Model;
        let gate = (calls && model)
            .then(|| self.skeleton.gates.get(&self.view.nodes[flow.from].frame))
            .flatten()
            .copied()
            .filter(|&g| g != flow.from && g != flow.to);
        let gated = self.view.nodes[flow.to].kind != NodeKind::Gate && flow.from != flow.to;
        if calls && gated && self.spine(at, gate) {
            return;
        }
        match gate {
            Some(gate) => {
                // the first half runs down the bus where model and gate share one
                let (block, column) = self.tree.node_at[flow.from];
                let bus = self.tree.blocks[block].spine == Some((column, flow.from))
                    && self.tree.node_at[gate] == (block, column);
                if bus {
                    self.out.bus.insert(gate);
                } else {
                    self.leg(at, flow.from, gate, (1, Some(flow.from)), None);
                }
                let bus = bus.then_some((flow.from, gate));
                self.leg(at, gate, flow.to, (2, Some(flow.from)), bus);
            }
            None => self.leg(at, flow.from, flow.to, (0, None), None),
        }
    }

    /// Takes a tool call down the bus of its column, where there is one.
    fn spine(&mut self, at: usize, gate: Option<usize>) -> bool {
        let flow = &self.view.flows[at];
        let (block, column) = self.tree.node_at[flow.from];
        if self.tree.blocks[block].spine != Some((column, flow.from)) {
            return false;
        }
        // straight in from the left: nothing may stand before it
        let mut way = self.tree.way_up(self.tree.node_at[flow.to]);
        if way.find(|&w| w == (block, column) || w.1 != 0) != Some((block, column)) {
            return false;
        }
        // down the bus, through the gate: what stands above the gate is not reached
        let above = |gate: usize| {
            self.tree.node_at[gate] != (block, column)
                || self.place(flow.to, block, column) < self.place(gate, block, column)
        };
        if gate.is_some_and(above) {
            return false;
        }
        self.out.bus.extend(gate);
        let target = self.port(at, flow.to, Side::Left, false, (3, None));
        self.out.spines.push(SpineRun {
            flow: at,
            model: flow.from,
            gate,
            target,
        });
        true
    }

    /// Where a node, or what holds it, stands in a column.
    fn place(&self, node: usize, block: usize, column: usize) -> Option<usize> {
        let way = self.tree.way_up(self.tree.node_at[node]);
        let inner = way.map(|w| w.0).take_while(|&b| b != block).last();
        let item = inner.map_or(Item::Node(node), Item::Block);
        let items = &self.tree.blocks[block].columns[column];
        items.iter().position(|&i| i == item)
    }

    fn leg(&mut self, at: usize, from: usize, to: usize, leg: Leg, bus: Option<(usize, usize)>) {
        let tree = self.tree;
        let mut up = std::mem::take(&mut self.up);
        let mut down = std::mem::take(&mut self.down);
        up.clear();
        up.extend(tree.way_up(tree.node_at[from]));
        down.clear();
        down.extend(tree.way_up(tree.node_at[to]));
        let common = up
            .iter()
            .enumerate()
            .find_map(|(i, a)| down.iter().position(|b| a.0 == b.0).map(|j| (i, j)));
        if let Some((i, j)) = common {
            self.between(at, (from, to), leg, (&up[..=i], &down[..=j]), bus);
        }
        (self.up, self.down) = (up, down);
    }

    /// Routes a leg through the blocks around its ends, up to the one that holds both.
    fn between(
        &mut self,
        at: usize,
        (from, to): (usize, usize),
        leg: Leg,
        (up, down): (&[Place], &[Place]),
        bus: Option<(usize, usize)>,
    ) {
        let (Some((&(common, ca), inner)), Some((&(_, cb), outward))) =
            (up.split_last(), down.split_last())
        else {
            return;
        };
        let homeward = matches!(
            self.view.flows[at].kind,
            FlowKind::Prompt
                | FlowKind::Approve
                | FlowKind::Configure
                | FlowKind::ToolCall
                | FlowKind::Inbound
        );
        let (leave, enter) = match ca.cmp(&cb) {
            std::cmp::Ordering::Less => (Side::Right, Side::Left),
            std::cmp::Ordering::Greater => (Side::Left, Side::Right),
            std::cmp::Ordering::Equal if homeward && from != to => (Side::Left, Side::Left),
            std::cmp::Ordering::Equal => (Side::Right, Side::Right),
        };
        // what hangs below is reached from the left, down a strip of the block above it
        let hung = (ca == cb).then(|| self.hung(to, down, inner)).flatten();
        let (leave, enter) = match hung {
            Some(_) => (Side::Right, Side::Left),
            None => (leave, enter),
        };
        let source = self.port(at, from, leave, true, leg);
        let target = self.port(at, to, enter, false, leg);
        self.stops.clear();
        self.stops.push((Stop::Port(source), up[0]));
        let ends = (leave, source, target);
        // the block of the next strip, the column before it, the column that it leads to
        let mut way = (common, ca, cb);
        for &(block, column) in inner {
            let over = hung.filter(|h| h.0 == block);
            let last = over.map_or(self.tree.blocks[block].columns.len(), |h| h.1);
            let mut at = column;
            while let Some(next) = beside(at, leave).filter(|&c| c < last) {
                let lane = self.lane(block, next, source);
                self.link(ends, (lane, (block, next)), (block, at, next), None);
                at = next;
            }
            if over.is_some() {
                way = (block, at, at + 1);
                break;
            }
        }
        let turn = self.stops.len();
        self.keys(from, 1..turn);
        let mut down_strip = hung;
        if ca != cb {
            while let Some(next) = beside(way.1, leave).filter(|&c| c != cb) {
                let lane = self.lane(common, next, target);
                self.link(ends, (lane, (common, next)), (common, way.1, next), None);
                way.1 = next;
            }
        }
        for &(block, column) in outward.iter().rev() {
            let last = self.tree.blocks[block].columns.len();
            let mut next = match enter {
                Side::Left => 0,
                Side::Right => last - 1,
            };
            while next != column {
                let lane = self.lane(block, next, target);
                if way.0 == block {
                    way.2 = next;
                }
                self.link(ends, (lane, (block, next)), way, down_strip.take());
                way = (block, next, column);
                next = match enter {
                    Side::Left => next + 1,
                    Side::Right => next - 1,
                };
            }
        }
        let inbound = self.stops.len();
        self.keys(to, (turn..inbound).rev());
        self.link(ends, (Stop::Port(target), down[0]), way, down_strip);
        self.label(at, hung.map_or(common, |h| h.0), leave, source);
        let first = self.out.stops.len();
        self.out.stops.extend(self.stops.iter().map(|s| s.0));
        self.out.routes.push(Route {
            flow: at,
            source,
            target,
            stops: first..self.out.stops.len(),
            bus,
        });
    }

    /// Gives the lanes of a port their keys, from the port outwards.
    fn keys(&mut self, node: usize, lanes: impl Iterator<Item = usize>) {
        let tree = self.tree;
        let mut key = tree.key[node];
        for at in lanes {
            let (stop, (block, column)) = self.stops[at];
            let Stop::Lane(lane) = stop else { continue };
            let lane = &mut self.out.lanes[lane];
            if lane.key.is_nan() {
                lane.key = key;
            }
            key = lane.key;
            for &item in &tree.blocks[block].columns[column] {
                let span = tree.span(item);
                if span.mean <= lane.key {
                    key = key.max(span.high + 0.01);
                } else {
                    key = key.min(span.low - 0.01);
                }
            }
        }
    }

    /// The strip down to a target that hangs below a block which the source stands in, left of that strip.
    fn hung(
        &self,
        to: usize,
        down: &[(usize, usize)],
        up: &[(usize, usize)],
    ) -> Option<(usize, usize)> {
        let item = match down {
            [] | [_] => Item::Node(to),
            [.., (inner, _), _] => Item::Block(*inner),
        };
        let strip = *self.tree.hung.get(&item)?;
        up.iter()
            .any(|&(block, column)| block == strip.0 && column < strip.1)
            .then_some(strip)
    }

    /// Adds a stop, joined with the one before it in a strip of a block: between two of its columns, or as told.
    fn link(
        &mut self,
        (leave, source, target): (Side, usize, usize),
        to: Placed,
        (block, from, towards): (usize, usize, usize),
        strip: Option<Place>,
    ) {
        let (strip, a_side, b_side) = match (strip, from.cmp(&towards)) {
            (Some(strip), _) => (strip, Side::Left, Side::Right),
            (_, std::cmp::Ordering::Less) => ((block, from + 1), Side::Left, Side::Right),
            (_, std::cmp::Ordering::Greater) => ((block, from), Side::Right, Side::Left),
            (_, std::cmp::Ordering::Equal) => match leave {
                Side::Right => ((block, from + 1), Side::Left, Side::Left),
                Side::Left => ((block, from), Side::Right, Side::Right),
            },
        };
        if let Some(&(before, _)) = self.stops.last() {
            self.out.links.push(Link {
                strip,
                a: before,
                b: to.0,
                a_side,
                b_side,
                source,
                target,
            });
        }
        self.stops.push(to);
    }
}

/// The column beside another one.
fn beside(column: usize, side: Side) -> Option<usize> {
    match side {
        Side::Right => Some(column + 1),
        Side::Left => column.checked_sub(1),
    }
}
