//! What a started process leads to, so that none of it is left: its group, and on Linux also what has left the group.

use std::sync::atomic::{AtomicU32, Ordering};

/// Variable that every started server gets: by it whatever it starts is known again.
pub const MARK: &str = "MCPDIAG_PROBE";

/// How many processes this run has marked.
static MARKED: AtomicU32 = AtomicU32::new(0);

/// Returns a mark that no other process has.
pub(super) fn new_mark() -> String {
    let number = MARKED.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

/// A child with all that comes from it. Dropping it kills them.
pub(super) struct Family {
    child: Option<u32>,
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "only Linux tells the environment of others")
    )]
    mark: String,
}

impl Family {
    /// Takes a child that leads a group of its own and carries the mark in its environment.
    pub(super) fn new(child: Option<u32>, mark: String) -> Self {
        Self { child, mark }
    }

    /// Asks everything in the group to end.
    #[cfg(unix)]
    pub(super) fn ask_to_end(&self) {
        self.signal_group(rustix::process::Signal::TERM);
    }

    /// Ends all of it.
    #[cfg(unix)]
    pub(super) fn kill(&self) {
        // What has left the group is told by its parents, too: they may not end before it.
        #[cfg(target_os = "linux")]
        linux::kill(&self.mark);
        self.signal_group(rustix::process::Signal::KILL);
    }

    #[cfg(unix)]
    fn signal_group(&self, signal: rustix::process::Signal) {
        use rustix::process::{Pid, kill_process_group};
        let pid = self
            .child
            .and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        if let Some(pid) = pid {
            // Nobody left is what is wanted.
            let _ = kill_process_group(pid, signal);
        }
    }

    /// Windows has no groups of this kind; its own tool ends a process with its descendants.
    #[cfg(windows)]
    pub(super) fn kill(&self) {
        use std::process::Stdio;
        if let Some(id) = self.child {
            let _ = std::process::Command::new("taskkill")
                .args(["/T", "/F", "/PID", &id.to_string()])
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
        }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Processes that made a session of their own: told by the mark in their environment, or by such a parent.
#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::fs;
    use std::os::fd::OwnedFd;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// Times that is looked for more: what is being killed may still start something.
    const ROUNDS: usize = 8;

    pub(super) fn kill(mark: &str) {
        let mark = format!("{}={mark}", super::MARK);
        for _ in 0..ROUNDS {
            if !end(mark.as_bytes()) {
                return;
            }
        }
    }

    /// Stops all of it until nothing new appears, then kills it: what runs could start something between a look at it
    /// and its end, and what it starts could hide the mark. Says whether there was anything.
    fn end(mark: &[u8]) -> bool {
        let mut before = Vec::new();
        for round in 1..=ROUNDS {
            let (family, held) = marked(mark);
            if family.is_empty() {
                return false;
            }
            let last = family == before || round == ROUNDS;
            let signal = if last { Signal::KILL } else { Signal::STOP };
            for process in held {
                // Gone in the meantime is as good.
                let _ = pidfd_send_signal(process, signal);
            }
            if last {
                break;
            }
            before = family;
        }
        true
    }

    /// Finds the marked processes and what such processes have started, and holds on to those that are still the same.
    fn marked(mark: &[u8]) -> (Vec<i32>, Vec<OwnedFd>) {
        let parents: BTreeMap<i32, i32> = all().filter_map(|id| Some((id, parent(id)?))).collect();
        let mut known: BTreeMap<i32, bool> = BTreeMap::new();
        let is_family = |id: &&i32| {
            // Up to a marked one, or to the top.
            let (mut path, mut at) = (Vec::new(), **id);
            let found = loop {
                if let Some(known) = known.get(&at) {
                    break *known;
                }
                path.push(at);
                if has(at, mark) {
                    break true;
                }
                match parents.get(&at) {
                    Some(up) if path.len() < parents.len() => at = *up,
                    _ => break false,
                }
            };
            known.extend(path.into_iter().map(|id| (id, found)));
            found
        };
        let family: Vec<i32> = parents.keys().filter(is_family).copied().collect();
        // Held first and looked at again, so that no other process with a used-up number is met. One whose parent has
        // just ended has another parent, and still the mark.
        let same = |id: &i32| {
            let held = pidfd_open(Pid::from_raw(*id)?, PidfdFlags::empty()).ok()?;
            (has(*id, mark) || parent(*id) == parents.get(id).copied()).then_some(held)
        };
        let held = family.iter().filter_map(same).collect();
        (family, held)
    }

    fn all() -> impl Iterator<Item = i32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    /// Returns the parent of a process that still runs.
    fn parent(id: i32) -> Option<i32> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name before it may hold anything.
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        let runs = !matches!(fields.next()?, "Z" | "X");
        fields.next()?.parse().ok().filter(|_| runs)
    }

    fn has(id: i32, mark: &[u8]) -> bool {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|v| v == mark)
    }
}
