//! Positions under least distances: every value as small as the distances allow, raised step by step.

use std::collections::VecDeque;

/// A system of `value[b] >= value[a] + distance`.
#[derive(Debug, Clone, Default)]
pub(super) struct Solver {
    value: Vec<f64>,
    /// Number of distances that end at each variable.
    before: Vec<u32>,
    /// Newest distance that starts at each variable.
    newest: Vec<usize>,
    distances: Vec<Distance>,
    /// How many of them keep things apart; those that follow are ties.
    settled: usize,
    /// Old values since the last mark, newest last.
    log: Vec<(usize, f64)>,
    queue: VecDeque<usize>,
    /// The variable that is to stay low, and how far each variable is above it at least.
    watched: usize,
    far: Vec<f64>,
}

/// A least distance to another variable.
#[derive(Debug, Clone, Copy)]
struct Distance {
    to: usize,
    by: f64,
    /// The one before it that starts at the same variable.
    next: usize,
}

const NONE: usize = usize::MAX;

#[cfg(test)]
thread_local! {
    /// Values raised so far: the work of solving, for the test that watches how it grows.
    pub(super) static RAISED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Solver {
    /// Adds a variable at 0.
    pub(super) fn add(&mut self) -> usize {
        self.value.push(0.0);
        self.before.push(0);
        self.newest.push(NONE);
        self.value.len() - 1
    }

    /// Returns a value.
    pub(super) fn get(&self, var: usize) -> f64 {
        self.value[var]
    }

    /// Keeps `b` at least a distance after `a`; values are raised by `settle`.
    pub(super) fn least(&mut self, a: usize, b: usize, distance: f64) {
        self.before[b] += 1;
        self.distances.push(Distance {
            to: b,
            by: distance,
            next: self.newest[a],
        });
        self.newest[a] = self.distances.len() - 1;
    }

    /// Returns what starts at a variable.
    fn after(&self, var: usize) -> impl Iterator<Item = (usize, f64)> {
        let mut at = self.newest[var];
        std::iter::from_fn(move || {
            let distance = self.distances.get(at)?;
            at = distance.next;
            Some((distance.to, distance.by))
        })
    }

    /// Raises all values to the least solution of the distances given so far, which must be free of cycles.
    pub(super) fn settle(&mut self) {
        let n = self.value.len();
        self.settled = self.distances.len();
        let mut open = self.before.clone();
        let mut ready: Vec<usize> = (0..n).filter(|&v| open[v] == 0).collect();
        while let Some(v) = ready.pop() {
            let mut at = self.newest[v];
            while let Some(&Distance { to, by, next }) = self.distances.get(at) {
                self.value[to] = self.value[to].max(self.value[v] + by);
                open[to] -= 1;
                if open[to] == 0 {
                    ready.push(to);
                }
                at = next;
            }
        }
    }

    /// Watches a variable: ties that would raise it too much are refused.
    pub(super) fn watch(&mut self, var: usize) {
        let mut order: Vec<usize> = (0..self.value.len()).collect();
        order.sort_by(|&a, &b| self.value[b].total_cmp(&self.value[a]));
        let mut far = std::mem::take(&mut self.far);
        far.clear();
        far.resize(self.value.len(), f64::NEG_INFINITY);
        far[var] = 0.0;
        // one round is enough where nothing is tied
        loop {
            let mut changed = false;
            for &v in &order {
                for (to, by) in self.after(v) {
                    if far[to] + by > far[v] + 1e-6 {
                        far[v] = far[to] + by;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        (self.watched, self.far) = (var, far);
    }

    /// Raises a value and all that must follow; gives up (false) when `fixed` would move or the watched value pass `limit`.
    fn raise(&mut self, var: usize, to: f64, fixed: Option<usize>, limit: f64) -> bool {
        if self.value[var] >= to {
            return true;
        }
        let too_far = |far: &[f64], v: usize, at: f64| far.get(v).is_some_and(|f| at + f > limit);
        if too_far(&self.far, var, to) {
            return false;
        }
        self.log.push((var, self.value[var]));
        self.value[var] = to;
        self.queue.clear();
        self.queue.push_back(var);
        while let Some(v) = self.queue.pop_front() {
            #[cfg(test)]
            RAISED.set(RAISED.get() + 1);
            let mut at = self.newest[v];
            while let Some(&Distance { to, by, next }) = self.distances.get(at) {
                at = next;
                let least = self.value[v] + by;
                if self.value[to] + 1e-6 < least {
                    if fixed == Some(to) || too_far(&self.far, to, least) {
                        return false;
                    }
                    self.log.push((to, self.value[to]));
                    self.value[to] = least;
                    self.queue.push_back(to);
                }
            }
        }
        true
    }

    fn undo(&mut self) {
        while let Some((var, old)) = self.log.pop() {
            self.value[var] = old;
        }
    }

    /// Ties `b` to `a + distance` if that is possible and the watched value grows by at most `allowance`.
    pub(super) fn tie(&mut self, a: usize, b: usize, distance: f64, allowance: f64) -> bool {
        self.log.clear();
        let limit = self.value[self.watched] + allowance + 1e-6;
        let gap = self.value[a] + distance - self.value[b];
        let done = if gap > 0.0 {
            self.raise(b, self.value[a] + distance, Some(a), limit)
        } else {
            self.raise(a, self.value[b] - distance, Some(b), limit)
        };
        if !done || self.value[self.watched] > limit {
            self.undo();
            return false;
        }
        self.least(a, b, distance);
        self.least(b, a, -distance);
        true
    }

    /// Takes back the last tie, which nothing may have followed.
    pub(super) fn untie(&mut self) {
        self.undo();
        if let [.., there, back] = self.distances[..] {
            self.newest[there.to] = back.next;
            self.newest[back.to] = there.next;
            self.before[there.to] -= 1;
            self.before[back.to] -= 1;
            self.distances.truncate(self.distances.len() - 2);
        }
    }

    /// How late a value can be without moving those right after it.
    pub(super) fn latest_by_next(&self, var: usize) -> f64 {
        self.after(var)
            .map(|(next, d)| self.value[next] - d)
            .fold(f64::MAX, f64::min)
            .max(self.value[var])
    }

    /// Moves a value where it keeps its distances, whatever it is tied to; says whether it could.
    pub(super) fn shift(&mut self, var: usize, to: f64) -> bool {
        let mut room = (f64::MIN, f64::MAX);
        for from in 0..self.value.len() {
            let mut at = self.newest[from];
            while let Some(&Distance { to: end, by, next }) = self.distances.get(at) {
                if at < self.settled && end == var {
                    room.0 = room.0.max(self.value[from] + by);
                } else if at < self.settled && from == var {
                    room.1 = room.1.min(self.value[end] - by);
                }
                at = next;
            }
        }
        let free = room.0 <= to + 1e-6 && to <= room.1 + 1e-6;
        if free {
            self.value[var] = to;
        }
        free
    }

    /// Raises a value for good, whatever must follow.
    pub(super) fn push(&mut self, var: usize, to: f64) {
        self.log.clear();
        self.raise(var, to, None, f64::INFINITY);
    }

    /// Raises a value as far as it gets towards a place without moving the watched one.
    pub(super) fn ease(&mut self, var: usize, to: f64) {
        self.log.clear();
        let before = self.value[self.watched];
        let latest = match self.far[var] {
            far if far.is_finite() => before - far,
            _ => f64::MAX,
        };
        let to = to.min(latest).floor();
        if to > self.value[var] && !self.raise(var, to, None, before) {
            self.undo();
        }
    }
}
