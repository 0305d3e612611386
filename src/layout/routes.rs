//! Global routes: what a flow passes from box to box.

use std::collections::BTreeSet;
use std::ops::Range;

use super::measure::Label;
use crate::graph::FlowKind;

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
    /// Which of the stops are its own.
    pub(super) stops: Range<usize>,
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
    /// The stops of all routes.
    pub(super) stops: Vec<Stop>,
    pub(super) links: Vec<Link>,
    pub(super) placings: Vec<Placing<'a>>,
    pub(super) spines: Vec<SpineRun>,
    /// Gates that a bus passes.
    pub(super) bus: BTreeSet<usize>,
}
