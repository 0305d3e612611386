//! Labels: each stands on the first run of its flow that has room.

use super::super::routes::{Placing, Side, Stop};
use super::Router;

impl Router<'_, '_> {
    /// Puts the label on the first run in a strip that is not merely the edge of a frame.
    pub(super) fn label(&mut self, at: usize, common: usize, leave: Side, source: usize) {
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
        'stops: for &(stop, place) in &self.stops {
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
