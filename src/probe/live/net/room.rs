//! Room in memory for large bodies: taken as their bytes arrive, given back by those that dawdle while others wait.

use std::cell::Cell;
use std::future::pending;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep_until};

/// Bytes that are taken at once.
const STEP: usize = 64 * 1024;
/// Steps of all bodies together that are larger than the share of each.
const STEPS: usize = 10 * 16;
/// Bodies that are larger than their share and read at one time: the HTTP library has a buffer for each.
const BODIES: usize = 12;
/// For so long a body may bring less than a step while others wait.
pub(super) const PACE: Duration = Duration::from_secs(1);

/// Room for the bodies of one run.
pub(super) struct Room {
    bodies: Semaphore,
    steps: Semaphore,
    /// Where all steps are taken, one body after the other is read to its end all the same: otherwise each could
    /// wait for the others for ever.
    last: Semaphore,
    waiting: Cell<usize>,
}

/// What one body holds of it.
#[derive(Default)]
pub(super) struct Held<'n> {
    body: Option<SemaphorePermit<'n>>,
    steps: Option<SemaphorePermit<'n>>,
    last: Option<SemaphorePermit<'n>>,
    bytes: usize,
}

/// Counts a body among those that wait, however the waiting ends.
struct Waiting<'a>(&'a Cell<usize>);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Room {
    pub(super) fn new() -> Self {
        Self {
            bodies: Semaphore::new(BODIES),
            steps: Semaphore::new(STEPS),
            last: Semaphore::new(1),
            waiting: Cell::new(0),
        }
    }

    /// Says whether a body waits for room.
    pub(super) fn is_wanted(&self) -> bool {
        self.waiting.get() > 0
    }

    /// Takes room for this many bytes; waits where there is none, without counting that as time of the server. Says
    /// whether it did, or took the first.
    pub(super) async fn take<'n>(
        &'n self,
        held: &mut Held<'n>,
        bytes: usize,
        clock: &Clock,
    ) -> bool {
        let first = held.body.is_none();
        if first {
            held.body = match self.bodies.try_acquire() {
                Ok(body) => Some(body),
                Err(_) => self.waiting(clock, self.bodies.acquire()).await.ok(),
            };
        }
        let mut waited = false;
        while held.last.is_none() && held.bytes < bytes {
            if let Ok(step) = self.steps.try_acquire() {
                held.add(step);
                continue;
            }
            waited = true;
            let more = async {
                tokio::select! {
                    biased;
                    Ok(step) = self.steps.acquire() => held.add(step),
                    Ok(last) = self.last.acquire() => held.last = Some(last),
                    // Neither is ever closed.
                    else => {}
                }
            };
            self.waiting(clock, more).await;
        }
        first || waited
    }

    /// Waits for room, which others may then give up, while the clock of the server stands still.
    async fn waiting<T>(&self, clock: &Clock, room: impl Future<Output = T>) -> T {
        self.waiting.set(self.waiting.get() + 1);
        let _waiting = Waiting(&self.waiting);
        let _stopped = clock.stop();
        room.await
    }
}

impl<'n> Held<'n> {
    fn add(&mut self, step: SemaphorePermit<'n>) {
        self.bytes += STEP;
        match &mut self.steps {
            Some(steps) => steps.merge(step),
            none => *none = Some(step),
        }
    }

    /// Says whether it holds any.
    pub(super) fn is_some(&self) -> bool {
        self.body.is_some()
    }
}

/// Whether a body that holds room keeps pace.
pub(super) struct Pace {
    since: Instant,
    bytes: usize,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            since: Instant::now(),
            bytes: 0,
        }
    }

    /// Counts what arrived and says, once in a while, whether it was enough.
    pub(super) fn keeps(&mut self, bytes: usize) -> bool {
        self.bytes += bytes;
        if self.since.elapsed() < PACE {
            return true;
        }
        let enough = self.bytes >= STEP;
        *self = Self::new();
        enough
    }
}

/// The time that one server has: it stands still while the server's answer waits for room.
pub(in crate::probe::live) struct Clock {
    /// The most that it stands still in all.
    most: Duration,
    stood: Cell<Duration>,
    since: Cell<Option<Instant>>,
}

/// Lets the clock run again at its end.
struct Stopped<'a>(&'a Clock);

impl Drop for Stopped<'_> {
    fn drop(&mut self) {
        self.0.stood.set(self.0.stood());
        self.0.since.set(None);
    }
}

impl Clock {
    /// Makes a running clock that stands still for so long in all at most.
    pub(in crate::probe::live) fn new(most: Duration) -> Self {
        Self {
            most,
            stood: Cell::new(Duration::ZERO),
            since: Cell::new(None),
        }
    }

    fn stop(&self) -> Stopped<'_> {
        self.since.set(Some(Instant::now()));
        Stopped(self)
    }

    /// Returns for how long it has stood still.
    fn stood(&self) -> Duration {
        let now = self.since.get().map_or(Duration::ZERO, |s| s.elapsed());
        (self.stood.get() + now).min(self.most)
    }

    /// Waits until so much time has passed on this clock.
    pub(in crate::probe::live) async fn wait(&self, limit: Duration) {
        let start = Instant::now();
        let before = self.stood();
        loop {
            let stood = self.stood().saturating_sub(before);
            let end = start + limit + stood;
            if Instant::now() >= end {
                return;
            }
            sleep_until(end).await;
        }
    }

    /// Runs work until that time has passed; `None` where it did not end.
    pub(in crate::probe::live) fn timeout<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = T>,
    ) -> impl Future<Output = Option<T>> {
        // Exchanges are large, and their callers hold this one whole.
        let work = Box::pin(work);
        async move {
            tokio::select! {
                biased;
                done = work => Some(done),
                () = self.wait(limit) => None,
            }
        }
    }
}

/// Waits for one pace; for ever where it does not matter.
pub(super) async fn pace(matters: bool) {
    if matters {
        tokio::time::sleep(PACE).await;
    } else {
        pending::<()>().await;
    }
}
