//! From inventory to architecture, one stage per file.

mod around;
mod authorization;
mod bridges;
mod carried;
mod clients;
mod credentials;
mod frames;
mod gate;
mod homes;
mod hosts;
mod ids;
mod isolation;
mod launches;
mod loopback;
mod notes;
mod observed;
mod overlay;
mod reach;
mod remotes;
mod rights;
#[cfg(test)]
mod tests;
mod upstreams;
mod words;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::inventory::Inventory;
use crate::probe::Recording;

use super::{Architecture, Overlay};
use frames::Local;
pub(crate) use gate::is_mixed;
use homes::Homes;
use ids::Ids;
use loopback::Ports;
use observed::Seen;
pub(super) use observed::{NOT_PROBED, NOT_USED, not_probed};
pub(crate) use reach::{FOLDER, TOLD};

/// Everything that the stages share while the architecture grows.
struct Builder {
    arch: Architecture,
    ids: Ids,
    local: Local,
    /// Remote servers that already have a node, by what makes two entries one server.
    remotes: BTreeMap<String, String>,
    /// Ports that nodes open or ask for.
    ports: Ports,
    /// What a probe saw.
    seen: Seen,
    /// Issuers by label, with the number that tells them apart.
    issuers: BTreeMap<String, u32>,
    /// Users whose homes the configuration names.
    homes: Homes,
}

/// Builds the architecture of an inventory of which nothing was probed; see [`build_observed`].
pub fn build(inventory: &Inventory, overlays: &[Overlay]) -> (Architecture, Vec<Diagnostic>) {
    build_observed(inventory, overlays, &Recording::default())
}

/// Builds the architecture of an inventory and of what was seen of its servers; also returns the overlay entries and
/// observations that match nothing.
pub fn build_observed(
    inventory: &Inventory,
    overlays: &[Overlay],
    recording: &Recording,
) -> (Architecture, Vec<Diagnostic>) {
    let mut builder = Builder {
        arch: Architecture::default(),
        ids: Ids::default(),
        local: Local::of(&inventory.hosts),
        remotes: BTreeMap::new(),
        ports: Ports::default(),
        seen: Seen::of(recording),
        issuers: BTreeMap::new(),
        homes: Homes::of(&inventory.hosts),
    };
    builder.arch.sources.clone_from(&inventory.sources);
    for host in &inventory.hosts {
        builder.add_host(host);
    }
    builder.join_loopback();
    let mut unmatched: Vec<Diagnostic> = overlays.iter().flat_map(|o| builder.apply(o)).collect();
    unmatched.extend(builder.seen.unmatched());
    builder.except_sandboxes();
    builder.add_rights();
    builder.add_notes(inventory);
    builder.arch.tidy();
    (builder.arch, unmatched)
}
