//! What a probe saw of a server: lines and marks on its box, and the facts for JSON.

mod authorization;
mod notes;
mod words;

pub(in crate::graph) use authorization::NOT_USED;
pub(super) use authorization::audience;
pub(in crate::graph) use notes::{NOT_PROBED, not_probed};

use std::collections::{BTreeMap, BTreeSet};

use super::Builder;
use super::words::short;
use crate::diagnostic::Diagnostic;
use crate::graph::{Line, LineRole, Observed};
use crate::inventory::{Redacted, ServerEntry};
use crate::probe::{Observation, Reach, Recording};

/// The observations of a run, and which of them found their server.
#[derive(Default)]
pub(super) struct Seen {
    by_target: BTreeMap<String, Observation>,
    used: BTreeSet<String>,
    /// Nodes with the names of what is shown on them.
    drawn: BTreeSet<(String, String)>,
}

impl Seen {
    /// Takes the observations of a run or recording.
    pub(super) fn of(recording: &Recording) -> Self {
        Self {
            by_target: recording.observations.clone(),
            used: BTreeSet::new(),
            drawn: BTreeSet::new(),
        }
    }

    /// Returns what was seen of a server, if it was the same thing that was asked; with its own credentials first.
    pub(super) fn of_server(&self, server: &ServerEntry) -> Option<&Observation> {
        self.named(server).map(|(_, seen)| seen)
    }

    fn named(&self, server: &ServerEntry) -> Option<(&String, &Observation)> {
        let target = server.probe.as_ref()?;
        let own = self.by_target.get_key_value(&target.own);
        let (name, seen) = own.or_else(|| self.by_target.get_key_value(&target.id))?;
        // A name can have got another command since.
        (seen.reach == Reach::Http || seen.shown == target.shown).then_some((name, seen))
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
        let (name, seen) = self.seen.named(server)?;
        let (name, seen) = (name.clone(), seen.clone());
        self.seen.used.insert(name.clone());
        if !self.seen.drawn.insert((id.to_owned(), name)) {
            return Some(seen);
        }
        let node = self.arch.node_mut(id)?;
        let mut lines = words::lines(&seen, !server.credentials.is_empty());
        match &node.observed {
            None => node.observed = Some(Observed::Server(Box::new(seen.clone()))),
            Some(Observed::Server(first)) => {
                let mut known = std::iter::once(&**first).chain(&node.also_observed);
                let alike = known.any(|known| known.credentials_sent == seen.credentials_sent);
                // Two ways to write one address of this machine.
                if alike && seen.is_unauthenticated() {
                    return Some(seen);
                }
                let with = words::with(&seen);
                lines.retain(|line| line.text != with && !node.lines.contains(&shortened(line)));
                let whose = if alike {
                    format!(" of {}", server.name)
                } else {
                    String::new()
                };
                let ending = if lines.is_empty() { ": the same" } else { ":" };
                let head = format!("{with}{whose}{ending}");
                lines.insert(0, Line::new(LineRole::Plain, head));
                node.also_observed.push(seen.clone());
            }
            Some(Observed::AuthorizationServer(_)) => return Some(seen),
        }
        node.lines.extend(lines.iter().map(shortened));
        for mark in words::marks(&seen) {
            super::words::add_marks(node, &[mark]);
        }
        Some(seen)
    }
}

fn shortened(line: &Line) -> Line {
    Line::new(line.role, short(&line.text))
}
