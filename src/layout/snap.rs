//! Small steps: where a run misses a straight line by a few pixels, a port moves along its box instead of a bend.

use super::routes::{Link, Stop};
use super::solve::{self, Solved};
use super::tracks::Tracks;

/// A step that is smaller reads as a mistake.
const CLEAR: f64 = 14.0;
/// Nearer than this to a corner of its box no port moves.
const CORNER: f64 = 8.0;
/// Steps that are tried one by one where they cannot be taken out together.
const TRIES: usize = 64;

/// A port or lane and its place before.
type Move = (Stop, f64);

impl Solved<'_> {
    /// Takes out small steps as far as ports have room; nothing else moves.
    pub(super) fn snap(&mut self) {
        let links = self.routes.links.clone();
        let mut all: Vec<Move> = Vec::new();
        let mut steps = 0;
        for link in &links {
            let moved = self.take_out(link);
            steps += usize::from(!moved.is_empty());
            all.extend(moved);
        }
        if all.is_empty() || self.tracks_again() {
            return;
        }
        self.put_back(&all);
        if steps > TRIES {
            return;
        }
        for link in &links {
            let moved = self.take_out(link);
            if !moved.is_empty() && !self.tracks_again() {
                self.put_back(&moved);
            }
        }
    }

    fn put_back(&mut self, moves: &[Move]) {
        for &(stop, old) in moves.iter().rev() {
            match stop {
                Stop::Port(port) => self.routes.ports[port].offset = old,
                Stop::Lane(lane) => self.rows.put_lane(lane, old),
            }
        }
    }

    /// Moves one end of a link that has a small step, with all that runs straight to it; returns what moved.
    fn take_out(&mut self, link: &Link) -> Vec<Move> {
        let step = self.step(link);
        if link.a_side == link.b_side || step == 0.0 || step.abs() >= CLEAR {
            return Vec::new();
        }
        for (stop, by) in [(link.a, step), (link.b, -step)] {
            let run = self.run(stop);
            let mut moved = Vec::new();
            let free = run.iter().all(|&stop| match stop {
                Stop::Port(_) if moved.iter().any(|m: &Move| m.0 == stop) => true,
                Stop::Port(port) => {
                    let to = self.routes.ports[port].offset + by;
                    self.shift(port, to, by > 0.0, &run, &mut moved)
                }
                Stop::Lane(lane) => {
                    let old = self.rows.shift_lane(lane, by);
                    moved.extend(old.map(|old| (stop, old)));
                    old.is_some()
                }
            });
            if free {
                return moved;
            }
            self.put_back(&moved);
        }
        Vec::new()
    }

    /// Lists the stops that are level with one because straight runs join them.
    fn run(&self, from: Stop) -> Vec<Stop> {
        let mut run = vec![from];
        let mut at = 0;
        while let Some(&stop) = run.get(at) {
            at += 1;
            for link in &self.routes.links {
                let other = match (link.a == stop, link.b == stop) {
                    (true, _) => link.b,
                    (_, true) => link.a,
                    _ => continue,
                };
                if self.is_straight(link) && !run.contains(&other) {
                    run.push(other);
                }
            }
        }
        run
    }

    fn is_straight(&self, link: &Link) -> bool {
        link.a_side != link.b_side && self.step(link) == 0.0
    }

    /// Moves a port and pushes its neighbours before it; says whether all have room and only the run's own moves.
    fn shift(
        &mut self,
        port: usize,
        to: f64,
        down: bool,
        run: &[Stop],
        moved: &mut Vec<Move>,
    ) -> bool {
        let ports = &self.routes.ports;
        let old = ports[port].offset;
        let own = run.contains(&Stop::Port(port));
        if !self.has_room(port, to) || !own && self.runs_straight(port) {
            return false;
        }
        let (node, side) = (ports[port].node, ports[port].side);
        let same = (0..ports.len()).filter(|&p| ports[p].node == node && ports[p].side == side);
        let next = same.filter(|&p| p != port && (ports[p].offset > old) == down);
        let next = next.min_by(|&p, &q| {
            let far = |p: usize| (ports[p].offset - old).abs();
            far(p).total_cmp(&far(q))
        });
        moved.push((Stop::Port(port), old));
        self.routes.ports[port].offset = to;
        let Some(next) = next else { return true };
        let ports = &self.routes.ports;
        let (upper, lower) = if down { (port, next) } else { (next, port) };
        let apart = (ports[upper].below + ports[lower].above).max(12.0);
        if (ports[lower].offset - ports[upper].offset) >= apart {
            return true;
        }
        let to = if down { to + apart } else { to - apart };
        self.shift(next, to, down, run, moved)
    }

    /// How far the first stop of a link must come down to be level with the second.
    fn step(&self, link: &Link) -> f64 {
        let step = self.rows.stop(&self.routes, link.b) - self.rows.stop(&self.routes, link.a);
        if step.abs() < 0.1 { 0.0 } else { step }
    }

    /// Says whether a place of its box has room for a port.
    fn has_room(&self, port: usize, at: f64) -> bool {
        let own = &self.routes.ports[port];
        let height = self.rows.height[own.node];
        at - own.above.max(CORNER - 2.0) >= 2.0 && at + own.below.max(CORNER - 2.0) <= height - 2.0
    }

    fn runs_straight(&self, port: usize) -> bool {
        let mine = |link: &&Link| [link.a, link.b].contains(&Stop::Port(port));
        (self.routes.links.iter().filter(mine)).any(|link| self.is_straight(link))
    }

    /// Orders the tracks again; says whether all wires are still apart in the room they had.
    fn tracks_again(&mut self) -> bool {
        let mut tracks = Tracks::new(&self.routes);
        if !tracks.order(&self.rows).is_empty() {
            return false;
        }
        let strips = tracks.strips();
        let had = |at: (usize, usize)| {
            let turns = self.turns.iter().filter(|turn| turn.1.0 == at);
            turns.map(|turn| turn.1.1 + 1).max().unwrap_or(0)
        };
        if strips.iter().any(|(&at, strip)| strip.count > had(at)) {
            return false;
        }
        self.turns = solve::turns(strips);
        true
    }
}
