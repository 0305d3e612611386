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
    /// Old values since the last mark, newest last.
    log: Vec<(usize, f64)>,
    queue: VecDeque<usize>,
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

    /// Raises a value and all that must follow; gives up (false) when `fixed` would move.
    fn raise(&mut self, var: usize, to: f64, fixed: Option<usize>) -> bool {
        if self.value[var] >= to {
            return true;
        }
        self.log.push((var, self.value[var]));
        self.value[var] = to;
        self.queue.clear();
        self.queue.push_back(var);
        while let Some(v) = self.queue.pop_front() {
            let mut at = self.newest[v];
            while let Some(&Distance { to, by, next }) = self.distances.get(at) {
                at = next;
                let least = self.value[v] + by;
                if self.value[to] + 1e-6 < least {
                    if fixed == Some(to) {
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

    /// Ties `b` to `a + distance` if that is possible and `watch` grows by at most `allowance`.
    pub(super) fn tie(
        &mut self,
        a: usize,
        b: usize,
        distance: f64,
        watch: usize,
        allowance: f64,
    ) -> bool {
        self.log.clear();
        let before = self.value[watch];
        let gap = self.value[a] + distance - self.value[b];
        let done = if gap > 0.0 {
            self.raise(b, self.value[a] + distance, Some(a))
        } else {
            self.raise(a, self.value[b] - distance, Some(b))
        };
        if !done || self.value[watch] > before + allowance + 1e-6 {
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

    /// Raises a value for good, whatever must follow.
    pub(super) fn push(&mut self, var: usize, to: f64) {
        self.log.clear();
        self.raise(var, to, None);
    }

    /// Raises a value as far as it gets towards a place without moving `watch`.
    pub(super) fn ease(&mut self, var: usize, to: f64, watch: usize) {
        self.log.clear();
        let before = self.value[watch];
        let latest = self.latest(var, watch);
        let to = to.min(latest).floor();
        if to > self.value[var] && (!self.raise(var, to, None) || self.value[watch] > before) {
            self.undo();
        }
    }

    /// How late a variable can be without moving `watch`.
    fn latest(&self, var: usize, watch: usize) -> f64 {
        // the longest distance from the variable to `watch`
        let mut far = vec![f64::NEG_INFINITY; self.value.len()];
        far[var] = 0.0;
        let mut queue = VecDeque::from([var]);
        while let Some(v) = queue.pop_front() {
            for (next, d) in self.after(v) {
                if far[next] + 1e-6 < far[v] + d {
                    far[next] = far[v] + d;
                    queue.push_back(next);
                }
            }
        }
        if far[watch].is_finite() {
            self.value[watch] - far[watch]
        } else {
            f64::MAX
        }
    }
}
