//! Ports and lanes: flows that have all in common share them.

use super::super::routes::{Lane, Port, Side, Stop};
use super::{Leg, NONE, Router};

impl Router<'_, '_> {
    /// Returns the port of a box that flows of one kind share; the first one makes it.
    pub(super) fn port(
        &mut self,
        at: usize,
        node: usize,
        side: Side,
        source: bool,
        leg: Leg,
    ) -> usize {
        let flow = &self.view.flows[at];
        let far = if source { flow.to } else { flow.from };
        let words = if source { self.measured.words[at] } else { 0 };
        let key = (side, source, flow.kind, flow.off, flow.alarm, words, leg);
        let mut port = self.ports[node];
        while let Some(&(known, before)) = self.keys.get(port) {
            if known == key {
                break;
            }
            port = before;
        }
        if port == NONE {
            port = self.out.ports.len();
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
            self.lanes.push(NONE);
            self.placed.push(None);
            self.keys.push((key, self.ports[node]));
            self.ports[node] = port;
        }
        let beside = far == node || self.tree.node_at[far] == self.tree.node_at[node];
        let port_far = &mut self.out.ports[port];
        port_far.far.0 += self.tree.key[far];
        port_far.far.1 += 1.0;
        port_far.beside &= beside;
        port
    }

    /// Returns the lane of a port through a column.
    pub(super) fn lane(&mut self, block: usize, column: usize, port: usize) -> Stop {
        let mut known = self.lanes[port];
        while let Some(lane) = self.out.lanes.get(known) {
            if (lane.block, lane.column) == (block, column) {
                return Stop::Lane(known);
            }
            known = self.lanes_before[known];
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
        self.lanes_before.push(self.lanes[port]);
        self.lanes[port] = lane;
        Stop::Lane(lane)
    }
}
