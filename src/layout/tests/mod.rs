//! Tests of the layout: pictures of hand-built and random architectures.

mod anchors;
mod export;
mod random;
mod setup;

use super::invariants::{self, Violation};
use super::{Detail, LayoutOptions, layout};
use crate::graph::Architecture;

fn violations(arch: &Architecture, detail: Detail) -> Vec<Violation> {
    let options = LayoutOptions {
        detail,
        ..LayoutOptions::default()
    };
    invariants::check(arch, &layout(arch, &options))
}

#[track_caller]
fn clean(arch: &Architecture) {
    let found = violations(arch, Detail::Full);
    assert!(found.is_empty(), "{}: {found:#?}", arch.title);
}

#[test]
fn the_picture_of_the_article_is_clean() {
    clean(&setup::seed());
}

#[test]
fn small_fleets_are_clean() {
    for (n, hosts) in [(1, 1), (2, 1), (3, 1), (5, 1), (10, 1), (10, 2)] {
        clean(&setup::fleet(n, hosts));
    }
}

/// The same graphs as other engines were measured on: none of their boxes overlap here, and the lines cross less.
#[test]
fn the_anchor_graphs_cross_less_than_elsewhere() {
    for (name, arch, folded, crossings, area) in [
        ("3", anchors::three(), false, 0, 600_000.0),
        ("10", anchors::many(10, 1), false, 3, 1_200_000.0),
        ("40", anchors::many(40, 4), false, 118, 3_500_000.0),
        ("40 folded", anchors::many(40, 4), true, 40, 2_200_000.0),
    ] {
        let (figures, placement) = anchors::bare(&arch, folded);
        assert!(figures.crossings <= crossings, "{name}: {figures:?}");
        assert!(
            figures.width * figures.height <= area,
            "{name}: {figures:?}"
        );
        assert!(placement.width > 0.0);
    }
}
