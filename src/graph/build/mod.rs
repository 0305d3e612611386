//! From inventory to architecture, one stage per file.

mod around;
mod authorization;
mod bridges;
mod clients;
mod credentials;
mod frames;
mod gate;
mod hosts;
mod ids;
mod isolation;
mod launches;
mod loopback;
mod notes;
mod overlay;
mod reach;
mod remotes;
#[cfg(test)]
mod tests;
mod upstreams;
mod words;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::inventory::Inventory;

use super::{Architecture, Overlay};
use frames::Local;
use ids::Ids;
use loopback::Ports;

/// Everything that the stages share while the architecture grows.
struct Builder {
    arch: Architecture,
    ids: Ids,
    local: Local,
    /// Remote servers that already have a node, by what makes two entries one server.
    remotes: BTreeMap<String, String>,
    /// Ports that nodes open or ask for.
    ports: Ports,
}

/// Builds the architecture of an inventory; also returns the overlay entries that match nothing.
pub fn build(inventory: &Inventory, overlays: &[Overlay]) -> (Architecture, Vec<Diagnostic>) {
    let mut builder = Builder {
        arch: Architecture::default(),
        ids: Ids::default(),
        local: Local::of(&inventory.hosts),
        remotes: BTreeMap::new(),
        ports: Ports::default(),
    };
    builder.arch.sources.clone_from(&inventory.sources);
    for host in &inventory.hosts {
        builder.add_host(host);
    }
    builder.join_loopback();
    let unmatched = overlays.iter().flat_map(|o| builder.apply(o)).collect();
    builder.add_notes(inventory);
    builder.arch.tidy();
    (builder.arch, unmatched)
}
