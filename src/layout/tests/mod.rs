//! Tests of the layout: pictures of hand-built and random architectures.

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

/// Lists the arrangements of one picture and draws the best ones.
#[test]
#[ignore = "writes pictures for the eye"]
fn choices() {
    use crate::layout::arrange::{candidates, score};
    let to = std::path::Path::new("target/layout-choices");
    std::fs::create_dir_all(to).unwrap();
    let theme = crate::theme::Theme::named("light").unwrap();
    for (name, arch) in [("seed", setup::seed()), ("fleet-5", setup::fleet(5, 1)), ("fleet-10", setup::fleet(10, 1)), ("fleet-10-2", setup::fleet(10, 2))] {
        let mut all: Vec<_> = candidates(&arch)
            .into_iter()
            .map(|(shape, p)| (score(&p, &LayoutOptions::default()), shape, p))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.dedup_by(|a, b| a.2 == b.2);
        for (i, (score, shape, p)) in all.iter().enumerate() {
            let f = invariants::figures(p);
            let wrong = invariants::check(&arch, p);
            assert!(wrong.is_empty(), "{shape:?} {wrong:#?}");
            if i < 12 {
                std::eprintln!("{name} {i} {score:.3} {}x{} {:.2} x{} b{} th{} tu{} tp{} b{} p{} hi{} hn{} l{}", f.width, f.height, f.aspect, f.crossings, f.bends,
                    shape.tall_hosts, shape.tall_users, shape.tall_providers, shape.bands, shape.provider_columns, shape.hang_isolation, shape.hang_network, shape.level);
            }
            if i < 4 || shape.hang_isolation && shape.hang_network && i < 10 {
                let scene = crate::scene::build(&arch, p);
                let svg = crate::render::svg_of(&scene, &crate::render::Options::new(&theme));
                std::fs::write(to.join(format!("{name}-{i}.svg")), svg).unwrap();
            }
        }
    }
}
