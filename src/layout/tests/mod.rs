//! Tests of the layout: pictures of hand-built and random architectures.

mod anchors;
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

/// Writes pictures to look at; `cargo test --lib layout::tests::pictures -- --ignored`.
#[test]
#[ignore = "writes pictures for the eye"]
fn pictures() {
    use crate::render::{Format, Options, render};
    use crate::theme::Theme;
    let to = std::path::Path::new("target/layout-pictures");
    std::fs::create_dir_all(to).unwrap();
    let theme = Theme::named("light").unwrap();
    let mut all = vec![("seed".to_owned(), setup::seed())];
    for (n, hosts) in [
        (1, 1),
        (2, 1),
        (3, 1),
        (5, 1),
        (10, 1),
        (10, 2),
        (20, 3),
        (40, 4),
    ] {
        all.push((format!("fleet-{n}-{hosts}"), setup::fleet(n, hosts)));
    }
    for (name, arch) in all {
        let start = std::time::Instant::now();
        let placement = layout(&arch, &LayoutOptions::default());
        let took = start.elapsed();
        let figures = invariants::figures(&placement);
        let wrong = invariants::check(&arch, &placement);
        std::eprintln!(
            "{name}: {took:?} {figures:?} {} wrong {:?}",
            wrong.len(),
            wrong.first()
        );
        let svg = render(&arch, Format::Svg, &Options::new(&theme)).unwrap();
        std::fs::write(to.join(format!("{name}.svg")), svg.bytes).unwrap();
        let png = render(&arch, Format::Png, &Options::new(&theme)).unwrap();
        std::fs::write(to.join(format!("{name}.png")), png.bytes).unwrap();
    }
}

/// Prints figures to compare with other engines.
#[test]
#[ignore = "prints figures"]
fn figures_of_the_anchors() {
    let to = std::path::Path::new("target/layout-anchors");
    std::fs::create_dir_all(to).unwrap();
    let theme = crate::theme::Theme::named("light").unwrap();
    for (name, arch) in [
        ("3", anchors::three()),
        ("10", anchors::many(10, 1)),
        ("40", anchors::many(40, 4)),
        ("200", anchors::many(200, 6)),
    ] {
        let start = std::time::Instant::now();
        let (figures, placement) = anchors::bare(&arch);
        std::eprintln!("{name}: {:?} {figures:?}", start.elapsed());
        let scene = crate::scene::build(&arch, &placement);
        let svg = crate::render::svg_of(&scene, &crate::render::Options::new(&theme));
        std::fs::write(to.join(format!("{name}.svg")), svg).unwrap();
    }
}
