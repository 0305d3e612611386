//! The asking itself, with a line per server on a terminal.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::Path;

use crate::diagnostic::{Diagnostic, visible};
use crate::probe::{Observation, ProbeOptions, Progress, Recording, Target};

/// Looks up a variable of the environment; only values about to be handed over or sent are.
#[expect(
    clippy::disallowed_methods,
    reason = "the client would fill the variable in from here, too; nothing of it is shown"
)]
pub(crate) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Asks the targets and returns what was seen.
pub(crate) fn ask(targets: Vec<Target>, options: &ProbeOptions) -> Result<Recording, Diagnostic> {
    let watched = std::io::stderr().is_terminal();
    let ids: Vec<String> = targets.iter().map(|target| target.id.clone()).collect();
    if watched && ids.len() > 1 {
        say(&format!("asking {} servers", ids.len()));
    }
    let done = Cell::new(0);
    let progress = |progress: Progress<'_>| {
        if let (true, Progress::Finished { index, observation }) = (watched, progress) {
            done.set(done.get() + 1);
            let name = ids.get(index).map_or("", String::as_str);
            say(&line(done.get(), ids.len(), name, observation));
        }
    };
    let observations = crate::probe::run(targets, options, &progress)?;
    let observations: BTreeMap<_, _> = ids.into_iter().zip(observations).collect();
    // Read as a recording is read: what is drawn now is what a replay will draw.
    Recording::from_json(&Recording { observations }.to_json()?, "observations")
}

/// Says of each server that was asked how it went, and where the recording lies.
pub(super) fn summary(recording: &Recording, path: &Path) -> String {
    let servers = recording.observations.iter();
    let lines: String = servers
        .map(|(name, seen)| visible(&format!("{name}: {}", how(seen))) + "\n")
        .collect();
    let asked = crate::dialect::count(recording.observations.len(), "server");
    let path = path.display().to_string();
    format!("{lines}{asked} recorded in {}\n", visible(&path))
}

fn line(done: usize, all: usize, name: &str, seen: &Observation) -> String {
    format!("[{done}/{all}] {name}: {}", how(seen))
}

/// Says how it went with a server: the outcome, and what it speaks.
fn how(seen: &Observation) -> String {
    let modern = seen.modern.as_ref().map(|m| m.revision.as_str());
    let legacy = seen.legacy.as_ref().map(|l| l.revision.as_str());
    let revisions: Vec<&str> = modern.into_iter().chain(legacy).collect();
    if revisions.is_empty() {
        seen.outcome.to_string()
    } else {
        format!("{}, {}", seen.outcome, revisions.join(" and "))
    }
}

fn say(line: &str) {
    // Nobody listens on standard error: nothing to be done about it.
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
