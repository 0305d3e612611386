//! Positions under least distances: every value as small as the distances allow, raised step by step.

/// A system of `value[b] >= value[a] + distance`.
#[derive(Debug, Clone, Default)]
pub(super) struct Solver {
    value: Vec<f64>,
    after: Vec<Vec<(usize, f64)>>,
    before: Vec<Vec<(usize, f64)>>,
    /// Old values since the last mark, newest last.
    log: Vec<(usize, f64)>,
    /// The last tie.
    last: Option<(usize, usize)>,
}

impl Solver {
    /// Adds a variable at 0.
    pub(super) fn add(&mut self) -> usize {
        self.value.push(0.0);
        self.after.push(Vec::new());
        self.before.push(Vec::new());
        self.value.len() - 1
    }

    /// Returns a value.
    pub(super) fn get(&self, var: usize) -> f64 {
        self.value[var]
    }

    /// Keeps `b` at least a distance after `a`; values are raised by `settle`.
    pub(super) fn least(&mut self, a: usize, b: usize, distance: f64) {
        self.after[a].push((b, distance));
        self.before[b].push((a, distance));
    }

    /// Raises all values to the least solution of the distances given so far, which must be free of cycles.
    pub(super) fn settle(&mut self) {
        let n = self.value.len();
        let mut open: Vec<usize> = self.before.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..n).filter(|&v| open[v] == 0).collect();
        while let Some(v) = ready.pop() {
            for &(to, d) in &self.after[v] {
                let at = self.value[v] + d;
                if self.value[to] < at {
                    self.value[to] = at;
                }
                open[to] -= 1;
                if open[to] == 0 {
                    ready.push(to);
                }
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
        let mut queue = std::collections::VecDeque::from([var]);
        while let Some(v) = queue.pop_front() {
            for i in 0..self.after[v].len() {
                let (next, d) = self.after[v][i];
                let least = self.value[v] + d;
                if self.value[next] + 1e-6 < least {
                    if fixed == Some(next) {
                        return false;
                    }
                    self.log.push((next, self.value[next]));
                    self.value[next] = least;
                    queue.push_back(next);
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
        self.last = Some((a, b));
        true
    }

    /// Takes back the last tie.
    pub(super) fn untie(&mut self) {
        self.undo();
        if let Some((a, b)) = self.last.take() {
            for (from, to) in [(a, b), (b, a)] {
                self.after[from].pop();
                self.before[to].pop();
            }
        }
    }

    /// How late a value can be without moving those right after it.
    pub(super) fn latest_by_next(&self, var: usize) -> f64 {
        self.after[var]
            .iter()
            .map(|&(next, d)| self.value[next] - d)
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
        let mut queue = std::collections::VecDeque::from([var]);
        while let Some(v) = queue.pop_front() {
            for &(next, d) in &self.after[v] {
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
