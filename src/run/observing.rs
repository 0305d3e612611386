//! The observations that a run draws with: none, a recording, or what it asks.

#[cfg(feature = "probe")]
use std::borrow::Cow;
#[cfg(feature = "probe")]
use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
#[cfg(feature = "probe")]
use crate::diagnostic::Place;
use crate::graph::Overlay;
use crate::inventory::{Inventory, Values};
use crate::output;
use crate::probe::Recording;
use crate::settings::{Observing, Settings};

/// What is known of live servers.
#[derive(Debug, Default)]
pub(super) struct Observed {
    /// Observations.
    pub(super) recording: Recording,
    /// The user ended the probe before its end.
    pub(super) interrupted: bool,
}

/// Gets the observations; `values` holds the live values where servers are asked.
#[cfg_attr(
    not(feature = "probe"),
    expect(
        unused_variables,
        clippy::needless_pass_by_value,
        clippy::ptr_arg,
        reason = "only a probe needs more than the settings"
    )
)]
pub(super) fn observe(
    settings: &Settings,
    inventory: &Inventory,
    overlays: &[Overlay],
    values: Values,
    messages: &mut Vec<Diagnostic>,
) -> Result<Observed, Diagnostic> {
    match &settings.observing {
        Observing::Nothing => Ok(Observed::default()),
        Observing::Replay(path) => replay(path).map(|recording| Observed {
            recording,
            interrupted: false,
        }),
        #[cfg(feature = "probe")]
        Observing::Probe(probing) => {
            let vault = values.into_vault().unwrap_or_default();
            let drawn = drawn(settings, inventory, overlays);
            probe(probing, settings.check, &drawn, &vault, messages)
        }
    }
}

fn replay(path: &std::path::Path) -> Result<Recording, Diagnostic> {
    let name = output::shown(path);
    let text = std::fs::read(path).map_err(|error| {
        Diagnostic::error(format!(
            "cannot read the recording: {}",
            output::reason(&error)
        ))
        .in_file(&name)
    })?;
    let text = String::from_utf8(text).map_err(|_| {
        Diagnostic::error("the recording is not valid UTF-8")
            .in_file(&name)
            .hint("record again with `--probe --record FILE`")
    })?;
    Recording::from_json(&text, &name)
}

/// Leaves of an inventory what will be drawn: nobody else is asked.
#[cfg(feature = "probe")]
fn drawn<'i>(
    settings: &Settings,
    inventory: &'i Inventory,
    overlays: &[Overlay],
) -> Cow<'i, Inventory> {
    use crate::graph::{self, NodeKind, select::select};
    if settings.selection.is_empty() {
        return Cow::Borrowed(inventory);
    }
    let (arch, _) = graph::build(inventory, overlays);
    // A name that only an answer can tell, such as that of an issuer: all are asked.
    let Ok(arch) = select(arch, &settings.selection) else {
        return Cow::Borrowed(inventory);
    };
    let clients = arch.nodes().filter(|node| node.kind == NodeKind::Client);
    let places: BTreeSet<&Place> = clients.filter_map(|node| node.source.as_ref()).collect();
    let mut inventory = inventory.clone();
    for host in &mut inventory.hosts {
        host.servers
            .retain(|server| places.contains(&server.source));
    }
    Cow::Owned(inventory)
}

#[cfg(feature = "probe")]
fn probe(
    probing: &crate::settings::Probing,
    check: bool,
    inventory: &Inventory,
    vault: &crate::probe::Vault,
    messages: &mut Vec<Diagnostic>,
) -> Result<Observed, Diagnostic> {
    use super::{asking, consent};
    let options = probing.asking.load()?;
    let mut plan = crate::probe::plan(inventory, vault, &probing.asked, &asking::environment)?;
    messages.append(&mut plan.notes);
    consent::ask(&mut plan, probing.yes, messages)?;
    let recording = asking::ask(plan.targets, &options)?;
    let interrupted = recording.is_interrupted();
    if interrupted {
        messages.push(Diagnostic::error(
            "the probe was interrupted before its end",
        ));
    }
    if let Some(path) = probing.record.as_ref().filter(|_| !check) {
        let file = (
            output::Target::File(path.clone()),
            recording.to_json()?.into_bytes(),
        );
        output::write_all(&[file], false)?;
    }
    Ok(Observed {
        recording,
        interrupted,
    })
}
