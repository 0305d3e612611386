//! The shape of the pictures of all samples: aspect, margins, text sizes, straight runs.

use std::path::{Path, PathBuf};

use super::super::placement::{Placement, Point, Rect};
use super::super::{figures, place};
use crate::graph::{self, Architecture, BoundaryKind, Evidence, FlowKind};
use crate::source::read::{Input, load};

/// The samples and the configurations seen in the field, each with its picture.
fn pictures() -> Vec<(PathBuf, Architecture, Placement)> {
    let mut dirs: Vec<PathBuf> = ["samples", "tests/data/field"]
        .iter()
        .flat_map(|dir| Path::new(dir).read_dir().unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    dirs.sort();
    let pictures = dirs.into_iter().filter_map(|dir| {
        let loaded = load(&[Input::Path(dir.clone())], &crate::dialect::known_file);
        let read = crate::run::read(loaded, None);
        let arch = graph::build(&read.inventory, &[]).0;
        (arch.nodes().count() > 1).then(|| {
            let placement = place(&arch);
            (dir, arch, placement)
        })
    });
    pictures.collect()
}

/// Distances of what is drawn from the left, upper, right and lower edge.
fn margins(p: &Placement) -> [f64; 4] {
    let dot = |at: &Point| Rect::new(at.x, at.y, 0.0, 0.0);
    let drawn: Vec<Rect> = (p.boundaries.iter().map(|b| b.rect))
        .chain(p.nodes.iter().map(|n| n.rect))
        .chain(
            p.nets
                .iter()
                .flat_map(|n| n.lines.iter().flatten().map(dot)),
        )
        .chain(p.notes.iter().map(|n| n.rect))
        .collect();
    let least = |side: fn(&Rect) -> f64| drawn.iter().map(side).fold(f64::MAX, f64::min);
    let most = |side: fn(&Rect) -> f64| drawn.iter().map(side).fold(0.0, f64::max);
    [
        least(|r| r.x),
        least(|r| r.y),
        p.width - most(Rect::right),
        p.height - most(Rect::bottom),
    ]
}

#[test]
fn samples_have_a_page_s_shape_and_readable_text() {
    let pictures = pictures();
    assert!(pictures.len() > 80, "{}", pictures.len());
    let wrong: Vec<String> = pictures
        .iter()
        .filter_map(|(dir, _, p)| {
            let (figures, margins) = (figures::figures(p), margins(p));
            let fine = (0.5..=2.0).contains(&figures.aspect)
                && margins.iter().all(|m| (8.0..=24.0).contains(m))
                && figures.min_text >= 10.0;
            let (aspect, text) = (figures.aspect, figures.min_text);
            (!fine).then(|| format!("{}: {aspect:.2} {margins:?} {text}", dir.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A step of a few pixels reads as a mistake.
#[test]
fn no_line_has_a_step_that_is_hardly_seen() {
    let mut small = Vec::new();
    // all quirks at once are more than anybody draws
    let drawn = pictures()
        .into_iter()
        .filter(|(dir, ..)| !dir.ends_with("quirks"));
    for (dir, _, placement) in drawn {
        for flow in &placement.flows {
            let steps = flow.path.iter().flat_map(|piece| piece.windows(4));
            for run in steps {
                let step = (run[1].y - run[2].y).abs();
                let level = |a: Point, b: Point| (a.y - b.y).abs() < 0.1;
                if level(run[0], run[1]) && level(run[2], run[3]) && step < 8.0 {
                    small.push(format!("{}: {} {step}", dir.display(), flow.ids[0]));
                }
            }
        }
    }
    assert!(small.is_empty(), "{small:#?}");
}

#[test]
fn ten_servers_can_be_read_in_a_readme() {
    let pictures = pictures();
    let ten = pictures
        .iter()
        .find(|(dir, ..)| dir.ends_with("samples/ten"));
    let placement = &ten.unwrap().2;
    assert!(placement.width <= 1400.0, "{}", placement.width);
}

/// The legend has as many columns as save area, here where one column left a corner of the picture empty.
#[test]
fn notes_take_the_shape_that_costs_least() {
    let pictures = pictures();
    let name = "05-uvicorn-binds-all-interfaces";
    let placement = &pictures
        .iter()
        .find(|(dir, ..)| dir.ends_with(name))
        .unwrap()
        .2;
    let area = placement.width * placement.height;
    assert!(
        area < 1_100_000.0,
        "{} x {}",
        placement.width,
        placement.height
    );
}

#[test]
fn what_nobody_states_has_a_question_mark_in_its_title() {
    let mut asked = 0;
    for (dir, arch, placement) in pictures() {
        let inferred = |id: &String| {
            let frame = arch
                .boundary(id)
                .filter(|b| b.evidence == Evidence::Inferred);
            frame.is_some_and(|b| b.kind == BoundaryKind::Provider)
        };
        for frame in placement
            .boundaries
            .iter()
            .filter(|b| b.ids.iter().any(inferred))
        {
            let title = &frame.titles[0].text;
            assert!(title.starts_with("? "), "{}: {title}", dir.display());
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
}

#[test]
fn most_flows_over_the_network_are_one_straight_run() {
    let pictures = pictures();
    let flows = (pictures.iter().flat_map(|(_, _, p)| &p.flows))
        .filter(|f| matches!(f.kind, FlowKind::Http | FlowKind::Sse | FlowKind::Custom));
    let (mut all, mut straight) = (0, 0);
    for flow in flows {
        all += 1;
        straight += usize::from(flow.path.iter().all(|piece| piece.len() == 2));
    }
    println!("{straight} of {all} flows over the network run straight");
    assert!(straight * 100 >= all * 50, "{straight} of {all}");
}
