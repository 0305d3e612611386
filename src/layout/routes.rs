//! Global routes: for each flow the ports, the lanes through columns in between, and the strips where it may turn.

use std::collections::BTreeSet;

use super::measure::{Label, Measured};
use super::skeleton::Skeleton;
use super::tree::{Item, Tree};
use super::view::View;
use crate::graph::{FlowKind, NodeKind};

/// A side of a box, a column or a strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Left,
    Right,
}

/// Where a flow leaves or enters a box; flows of one kind share it.
#[derive(Debug, Clone)]
pub(super) struct Port {
    pub(super) node: usize,
    pub(super) side: Side,
    /// From the box's upper side.
    pub(super) offset: f64,
    pub(super) above: f64,
    pub(super) below: f64,
    /// Row keys of the other ends of its flows, added up, and how many there are.
    pub(super) far: (f64, f64),
    /// Whether all other ends stand in the same column.
    pub(super) beside: bool,
    pub(super) kind: FlowKind,
    pub(super) off: bool,
}

/// A free row through a column, for one port's flows.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    pub(super) block: usize,
    pub(super) column: usize,
    pub(super) port: usize,
    pub(super) above: f64,
    pub(super) below: f64,
    /// Row key: the port's, moved past the items that the lane passed on its way from there.
    pub(super) key: f64,
}

/// A place that a route passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stop {
    Port(usize),
    Lane(usize),
}

/// One flow, or one of its two halves at a gate.
#[derive(Debug, Clone)]
pub(super) struct Route {
    pub(super) flow: usize,
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) stops: Vec<Stop>,
    /// Model and gate whose bus comes before it.
    pub(super) bus: Option<(usize, usize)>,
}

/// Two stops one after the other: joined in one vertical strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    /// Block and number of the strip: strip `k` lies left of column `k`.
    pub(super) strip: (usize, usize),
    pub(super) a: Stop,
    pub(super) b: Stop,
    /// Sides of the strip on which the stops lie.
    pub(super) a_side: Side,
    pub(super) b_side: Side,
    pub(super) source: usize,
    pub(super) target: usize,
}

/// A flow's label on the run that leaves its first stop in a strip.
#[derive(Debug, Clone)]
pub(super) struct Placing<'a> {
    pub(super) port: usize,
    pub(super) strip: (usize, usize),
    pub(super) stop: Stop,
    /// Side of the strip where the run starts.
    pub(super) side: Side,
    pub(super) label: &'a Label,
    pub(super) flows: Vec<usize>,
}

/// A bus from a model down its column.
#[derive(Debug, Clone)]
pub(super) struct SpineRun {
    pub(super) flow: usize,
    pub(super) model: usize,
    pub(super) gate: Option<usize>,
    /// Port on the called box.
    pub(super) target: usize,
}

/// All routes of a candidate.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_field_names, reason = "the routes are what it is for")]
pub(super) struct Routes<'a> {
    pub(super) ports: Vec<Port>,
    pub(super) lanes: Vec<Lane>,
    pub(super) routes: Vec<Route>,
    pub(super) links: Vec<Link>,
    pub(super) placings: Vec<Placing<'a>>,
    pub(super) spines: Vec<SpineRun>,
    /// Gates that a bus passes.
    pub(super) bus: BTreeSet<usize>,
}

/// Side, whether it is a source, kind, off, alarm, words, leg: what the flows of a port of one box have in common.
type PortKey = (Side, bool, FlowKind, bool, bool, usize, u8);

struct Router<'a, 't> {
    skeleton: &'a Skeleton<'a>,
    view: &'a View,
    tree: &'t Tree,
    measured: &'a Measured,
    out: Routes<'a>,
    /// Ports of each box.
    ports: Vec<Vec<(PortKey, usize)>>,
    /// Lanes of each port, by block and column.
    lanes: Vec<Vec<((usize, usize), usize)>>,
    /// Label of each port.
    placed: Vec<Option<usize>>,
}

/// Finds all routes.
pub(super) fn route<'a>(
    skeleton: &'a Skeleton<'a>,
    measured: &'a Measured,
    tree: &Tree,
) -> Routes<'a> {
    let view = skeleton.view;
    let mut router = Router {
        skeleton,
        view,
        tree,
        measured,
        out: Routes::default(),
        ports: vec![Vec::new(); view.nodes.len()],
        lanes: Vec::new(),
        placed: Vec::new(),
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
                    self.leg(at, flow.from, gate, 1, None);
                }
                self.leg(at, gate, flow.to, 2, bus.then_some((flow.from, gate)));
            }
            None => self.leg(at, flow.from, flow.to, 0, None),
        }
    }

    /// Takes a tool call down the bus of its column, where there is one.
    fn spine(&mut self, at: usize, gate: Option<usize>) -> bool {
        let flow = &self.view.flows[at];
        let (block, column) = self.tree.node_at[flow.from];
        if self.tree.blocks[block].spine != Some((column, flow.from)) {
            return false;
        }
        let way = self.tree.way_up(self.tree.node_at[flow.to]);
        let Some(depth) = way.iter().position(|&w| w == (block, column)) else {
            return false;
        };
        // straight in from the left: nothing may stand before it
        if way[..depth].iter().any(|&(_, c)| c != 0) {
            return false;
        }
        if gate.is_some_and(|g| self.tree.node_at[g] != (block, column)) {
            return false;
        }
        self.out.bus.extend(gate);
        let target = self.port(at, flow.to, Side::Left, false, 3);
        self.out.spines.push(SpineRun {
            flow: at,
            model: flow.from,
            gate,
            target,
        });
        true
    }

    fn port(&mut self, at: usize, node: usize, side: Side, source: bool, leg: u8) -> usize {
        let flow = &self.view.flows[at];
        let far = if source { flow.to } else { flow.from };
        let words = if source { self.measured.words[at] } else { 0 };
        let key = (side, source, flow.kind, flow.off, flow.alarm, words, leg);
        let known = self.ports[node].iter().find(|p| p.0 == key).map(|p| p.1);
        let port = known.unwrap_or_else(|| {
            self.out.ports.push(Port {
                node,
                side,
                offset: 0.0,
                above: 5.0,
                below: 5.0,
                far: (0.0, 0.0),
                beside: true,
                kind: flow.kind,
                off: flow.off,
            });
            self.lanes.push(Vec::new());
            self.placed.push(None);
            self.ports[node].push((key, self.out.ports.len() - 1));
            self.out.ports.len() - 1
        });
        let beside = far == node || self.tree.node_at[far] == self.tree.node_at[node];
        let port_far = &mut self.out.ports[port];
        port_far.far.0 += self.tree.key[far];
        port_far.far.1 += 1.0;
        port_far.beside &= beside;
        port
    }

    fn lane(&mut self, block: usize, column: usize, port: usize) -> Stop {
        let place = (block, column);
        if let Some(known) = self.lanes[port].iter().find(|l| l.0 == place) {
            return Stop::Lane(known.1);
        }
        self.out.lanes.push(Lane {
            block,
            column,
            port,
            above: 4.5,
            below: 4.5,
            key: f64::NAN,
        });
        let lane = self.out.lanes.len() - 1;
        self.lanes[port].push((place, lane));
        Stop::Lane(lane)
    }

    fn leg(&mut self, at: usize, from: usize, to: usize, leg: u8, bus: Option<(usize, usize)>) {
        let kind = self.view.flows[at].kind;
        let up = self.tree.way_up(self.tree.node_at[from]);
        let down = self.tree.way_up(self.tree.node_at[to]);
        let Some((i, j)) = up
            .iter()
            .enumerate()
            .find_map(|(i, a)| down.iter().position(|b| a.0 == b.0).map(|j| (i, j)))
        else {
            return;
        };
        let (common, ca) = up[i];
        let cb = down[j].1;
        let homeward = matches!(
            kind,
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
        let hung = (ca == cb)
            .then(|| self.hung(to, &down[..=j], &up[..i]))
            .flatten();
        let (leave, enter) = match hung {
            Some(_) => (Side::Right, Side::Left),
            None => (leave, enter),
        };
        let source = self.port(at, from, leave, true, leg);
        let target = self.port(at, to, enter, false, leg);
        // every stop with its block and column
        let mut stops = vec![(Stop::Port(source), up[0])];
        for &(block, column) in &up[..i] {
            let last = match hung {
                Some((over, strip)) if over == block => strip,
                _ => self.tree.blocks[block].columns.len(),
            };
            let between: Vec<usize> = match leave {
                Side::Right => (column + 1..last).collect(),
                Side::Left => (0..column).rev().collect(),
            };
            for c in between {
                stops.push((self.lane(block, c, source), (block, c)));
            }
            if hung.is_some_and(|h| h.0 == block) {
                break;
            }
        }
        let turn = stops.len() - 1;
        self.keys(from, &stops[1..]);
        let between: Vec<usize> = if ca < cb {
            (ca + 1..cb).collect()
        } else {
            (cb + 1..ca).rev().collect()
        };
        for c in between {
            stops.push((self.lane(common, c, target), (common, c)));
        }
        for &(block, column) in down[..j].iter().rev() {
            let last = self.tree.blocks[block].columns.len();
            let between: Vec<usize> = match enter {
                Side::Left => (0..column).collect(),
                Side::Right => (column + 1..last).rev().collect(),
            };
            for c in between {
                stops.push((self.lane(block, c, target), (block, c)));
            }
        }
        let mut inward = stops[turn + 1..].to_vec();
        inward.reverse();
        self.keys(to, &inward);
        stops.push((Stop::Port(target), down[0]));
        for (n, pair) in stops.windows(2).enumerate() {
            let mut link = self.link(pair[0], pair[1], (leave, enter), source, target);
            if let (Some(strip), Some(link)) = (hung, &mut link)
                && n == turn
            {
                (link.strip, link.a_side, link.b_side) = (strip, Side::Left, Side::Right);
            }
            self.out.links.extend(link);
        }
        self.label(at, &stops, hung.map_or(common, |h| h.0), leave, source);
        self.out.routes.push(Route {
            flow: at,
            source,
            target,
            stops: stops.into_iter().map(|s| s.0).collect(),
            bus,
        });
    }

    /// Gives the lanes of a port their keys, from the port outwards.
    fn keys(&mut self, node: usize, lanes: &[(Stop, (usize, usize))]) {
        let mut key = self.tree.key[node];
        for &(stop, (block, column)) in lanes {
            let Stop::Lane(lane) = stop else { continue };
            let lane = &mut self.out.lanes[lane];
            if lane.key.is_nan() {
                lane.key = key;
            }
            key = lane.key;
            for &item in &self.tree.blocks[block].columns[column] {
                let span = self.tree.span(item);
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

    fn link(
        &self,
        a: (Stop, (usize, usize)),
        b: (Stop, (usize, usize)),
        sides: (Side, Side),
        source: usize,
        target: usize,
    ) -> Option<Link> {
        let (up, down) = (self.tree.way_up(a.1), self.tree.way_up(b.1));
        let (at, other) = up
            .iter()
            .find_map(|x| down.iter().find(|y| y.0 == x.0).map(|y| (*x, *y)))?;
        let (a_side, b_side, strip) = match at.1.cmp(&other.1) {
            std::cmp::Ordering::Less => (Side::Left, Side::Right, at.1 + 1),
            std::cmp::Ordering::Greater => (Side::Right, Side::Left, at.1),
            std::cmp::Ordering::Equal => match sides.0 {
                Side::Right => (Side::Left, Side::Left, at.1 + 1),
                Side::Left => (Side::Right, Side::Right, at.1),
            },
        };
        Some(Link {
            strip: (at.0, strip),
            a: a.0,
            b: b.0,
            a_side,
            b_side,
            source,
            target,
        })
    }

    /// Puts the label on the first run in a strip that is not merely the edge of a frame.
    fn label(
        &mut self,
        at: usize,
        stops: &[(Stop, (usize, usize))],
        common: usize,
        leave: Side,
        source: usize,
    ) {
        if let Some(placing) = self.placed[source] {
            self.out.placings[placing].flows.push(at);
            return;
        }
        let Some(label) = &self.measured.labels[at] else {
            return;
        };
        let edge = |block: usize, column: usize| match leave {
            Side::Right => column + 1 == self.tree.blocks[block].columns.len(),
            Side::Left => column == 0,
        };
        let mut found = None;
        'stops: for &(stop, place) in stops {
            for (block, column) in self.tree.way_up(place) {
                if block == common || !edge(block, column) {
                    found = Some((stop, block, column));
                    break 'stops;
                }
            }
        }
        let Some((stop, block, column)) = found else {
            return;
        };
        let (above, below) = (label.above, label.below);
        let (up, down) = match stop {
            Stop::Port(p) => {
                let port = &mut self.out.ports[p];
                (&mut port.above, &mut port.below)
            }
            Stop::Lane(l) => {
                let lane = &mut self.out.lanes[l];
                (&mut lane.above, &mut lane.below)
            }
        };
        *up = up.max(above);
        *down = down.max(below);
        let strip = match leave {
            Side::Right => column + 1,
            Side::Left => column,
        };
        self.placed[source] = Some(self.out.placings.len());
        self.out.placings.push(Placing {
            port: source,
            strip: (block, strip),
            stop,
            side: match leave {
                Side::Right => Side::Left,
                Side::Left => Side::Right,
            },
            label,
            flows: vec![at],
        });
    }
}
