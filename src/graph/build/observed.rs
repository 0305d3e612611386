//! What a probe saw of a server: lines and marks on its box, and the facts for JSON.

mod authorization;
mod notes;
mod words;

pub(super) use authorization::audience;
pub(in crate::graph) use notes::{NOT_PROBED, not_probed};

use std::collections::{BTreeMap, BTreeSet};

use super::Builder;
use super::words::short;
use crate::diagnostic::Diagnostic;
use crate::graph::{Line, Observed};
use crate::inventory::{Redacted, ServerEntry};
use crate::probe::{Observation, Reach, Recording};

/// The observations of a run, and which of them found their server.
#[derive(Default)]
pub(super) struct Seen {
    by_target: BTreeMap<String, Observation>,
    used: BTreeSet<String>,
}

impl Seen {
    /// Takes the observations of a run or recording.
    pub(super) fn of(recording: &Recording) -> Self {
        Self {
            by_target: recording.observations.clone(),
            used: BTreeSet::new(),
        }
    }

    /// Returns what was seen of a server, if it was the same thing that was asked.
    pub(super) fn of_server(&self, server: &ServerEntry) -> Option<&Observation> {
        let target = server.probe.as_ref()?;
        let seen = self.by_target.get(&target.id)?;
        // A name can have got another command since.
        (seen.reach == Reach::Http || seen.shown == target.shown).then_some(seen)
    }

    /// Names the observations that belong to no server of this input.
    pub(super) fn unmatched(&self) -> Vec<Diagnostic> {
        let left = self.by_target.keys().filter(|id| !self.used.contains(*id));
        left.map(|id| {
            let name = Redacted::text(id);
            Diagnostic::warning(format!("no server here is what was observed as `{name}`"))
                .hint("replay a recording with the configuration that it was made with")
        })
        .collect()
    }
}

impl Builder {
    /// Shows on a node what was seen of its server, and returns it.
    pub(super) fn observe(&mut self, server: &ServerEntry, id: &str) -> Option<Observation> {
        let seen = self.seen.of_server(server)?.clone();
        let target = server.probe.as_ref()?;
        self.seen.used.insert(target.id.clone());
        let node = self.arch.node_mut(id)?;
        if node.observed.is_none() {
            for line in words::lines(&seen, !server.credentials.is_empty()) {
                node.lines.push(Line::new(line.role, short(&line.text)));
            }
            for mark in words::marks(&seen) {
                super::words::add_marks(node, &[mark]);
            }
            node.observed = Some(Observed::Server(Box::new(seen.clone())));
        }
        Some(seen)
    }
}
