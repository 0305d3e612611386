//! Pictures of fleets, from configuration files to the placement: no invariant is violated, nothing is left out.

use mcpdiag::graph::{self, Architecture};
use mcpdiag::layout::{Detail, LayoutOptions, invariants, layout};
use mcpdiag::source::SourceFile;
use mcpdiag::source::read::Loaded;

#[path = "support/fleet.rs"]
mod fleet;

fn architecture(servers: usize, hosts: usize) -> Architecture {
    let loaded = Loaded {
        files: (fleet::fleet(servers, hosts).into_iter())
            .map(|(path, text)| SourceFile::from_text(path, text))
            .collect(),
        ..Loaded::default()
    };
    let read = mcpdiag::run::read(loaded, None);
    graph::build(&read.inventory, &[]).0
}

#[track_caller]
fn clean(servers: usize, hosts: usize, detail: Detail) {
    let arch = architecture(servers, hosts);
    let options = LayoutOptions {
        detail,
        ..LayoutOptions::default()
    };
    let placement = layout(&arch, &options);
    let found = invariants::check(&arch, &placement);
    assert!(
        found.is_empty(),
        "{servers} servers over {hosts} hosts, {} violations: {:#?}",
        found.len(),
        &found[..found.len().min(8)]
    );
    let aspect = placement.width / placement.height;
    assert!(
        (0.5..=2.0).contains(&aspect),
        "{servers} servers over {hosts} hosts: aspect {aspect}"
    );
}

#[test]
fn small_fleets_are_clean() {
    for (servers, hosts) in [(1, 1), (2, 1), (3, 1), (5, 1), (5, 5), (10, 1), (10, 4)] {
        clean(servers, hosts, Detail::Auto);
    }
}

#[test]
fn fleets_of_a_team_are_clean() {
    for (servers, hosts) in [(20, 1), (20, 2), (40, 4), (40, 12)] {
        clean(servers, hosts, Detail::Auto);
    }
}

#[test]
fn large_fleets_are_clean() {
    for (servers, hosts) in [(80, 6), (120, 8), (200, 1), (200, 6), (200, 24)] {
        clean(servers, hosts, Detail::Auto);
    }
}

#[test]
#[ignore = "takes long in a debug build; the second test stage runs it"]
fn the_largest_fleets_are_clean() {
    for (servers, hosts) in [(500, 12), (1000, 24)] {
        clean(servers, hosts, Detail::Auto);
    }
}

#[test]
fn a_fleet_drawn_in_full_is_clean() {
    clean(80, 6, Detail::Full);
}
