//! From inventory to architecture, one stage per file.

mod clients;
mod credentials;
mod frames;
mod hosts;
mod ids;
mod launches;
mod notes;
mod overlay;
mod remotes;
mod upstreams;
mod words;

use crate::diagnostic::Diagnostic;
use crate::inventory::Inventory;

use super::{Architecture, Overlay};
use frames::Frames;
use ids::Ids;

/// Everything that the stages share while the architecture grows.
struct Builder {
    arch: Architecture,
    ids: Ids,
    frames: Frames,
    /// Public endpoints that already have a node: (identity, node id).
    remotes: Vec<(u32, String)>,
}

/// Builds the architecture of an inventory; also returns the overlay entries that match nothing.
pub fn build(inventory: &Inventory, overlays: &[Overlay]) -> (Architecture, Vec<Diagnostic>) {
    let mut builder = Builder {
        arch: Architecture::default(),
        ids: Ids::default(),
        frames: Frames::default(),
        remotes: Vec::new(),
    };
    builder.arch.sources.clone_from(&inventory.sources);
    builder.lay_ground(&inventory.hosts);
    for host in &inventory.hosts {
        builder.add_host(host);
    }
    let unmatched = overlays.iter().flat_map(|o| builder.apply(o)).collect();
    builder.add_notes(inventory);
    builder.arch.drop_empty_frames();
    (builder.arch, unmatched)
}
