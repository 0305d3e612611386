//! The shape of every picture: between one to two and two to one, whatever is drawn and however much of it.

use std::path::{Path, PathBuf};

use mcpdiag::graph::select::split::{By, split};
use mcpdiag::graph::select::{Pattern, Selection, select};
use mcpdiag::graph::{self, Architecture};
use mcpdiag::layout::Detail;
use mcpdiag::render::{Format, Options, render};
use mcpdiag::source::SourceFile;
use mcpdiag::source::read::{Input, Loaded, load};
use mcpdiag::theme::Theme;

#[path = "support/fleet.rs"]
mod fleet;

fn architecture(loaded: Loaded) -> Architecture {
    let read = mcpdiag::run::read(loaded, None);
    graph::build(&read.inventory, &[]).0
}

/// The samples and the configurations seen in the field.
fn samples() -> Vec<(PathBuf, Architecture)> {
    let mut dirs: Vec<PathBuf> = ["samples", "samples/quirks", "tests/data/field"]
        .iter()
        .flat_map(|dir| Path::new(dir).read_dir().expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    dirs.sort();
    let drawn = dirs.into_iter().map(|dir| {
        let loaded = load(&[Input::Path(dir.clone())], &mcpdiag::dialect::known_file);
        (dir, architecture(loaded))
    });
    drawn.filter(|(_, arch)| arch.nodes().count() > 1).collect()
}

/// Says what is wrong with the shape of a picture.
fn wrong(what: &str, arch: &Architecture, detail: Detail, theme: &Theme) -> Option<String> {
    let mut options = Options::new(theme);
    options.layout.detail = detail;
    let svg = render(arch, Format::Svg, &options)
        .expect("a picture")
        .bytes;
    let svg = String::from_utf8(svg).expect("text");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let canvas = document
        .root_element()
        .attribute("viewBox")
        .expect("a canvas");
    let sides: Vec<f64> = canvas
        .split(' ')
        .map(|n| n.parse().expect("a number"))
        .collect();
    let aspect = sides[2] / sides[3];
    (!(0.5..=2.0).contains(&aspect)).then(|| format!("{what}, {}: {canvas}", detail.name()))
}

#[test]
fn samples_and_their_overviews_have_the_shape_of_a_page() {
    let theme = Theme::default();
    let mut all = Vec::new();
    for (dir, arch) in samples() {
        for detail in Detail::ALL {
            all.extend(wrong(&dir.display().to_string(), &arch, detail, &theme));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn parts_of_samples_have_the_shape_of_a_page() {
    let theme = Theme::default();
    let mut all = Vec::new();
    for (dir, arch) in samples() {
        let parts = [By::Host, By::Machine]
            .into_iter()
            .flat_map(|by| split(&arch, by));
        for part in parts {
            let what = format!("{} of {}", part.label, dir.display());
            all.extend(wrong(&what, &part.architecture, Detail::Auto, &theme));
        }
        for node in arch.nodes().filter(|n| n.client.is_some()).take(4) {
            let focus = Selection {
                focus: Pattern::server(&node.label),
                ..Selection::default()
            };
            let what = format!("{} of {}", node.label, dir.display());
            if let Ok(part) = select(arch.clone(), &focus) {
                all.extend(wrong(&what, &part, Detail::Auto, &theme));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn fleets_and_their_overviews_have_the_shape_of_a_page() {
    let theme = Theme::default();
    let mut all = Vec::new();
    for servers in [1, 2, 3, 5, 10, 20, 40, 80, 120, 200] {
        for hosts in [1, 2, 4, 6, 8, 12, 24]
            .into_iter()
            .filter(|&h| h <= servers)
        {
            let files = fleet::fleet(servers, hosts).into_iter();
            let arch = architecture(Loaded {
                files: files
                    .map(|(path, text)| SourceFile::from_text(path, text))
                    .collect(),
                ..Loaded::default()
            });
            for detail in [Detail::Auto, Detail::Overview] {
                let what = format!("{servers} servers over {hosts} hosts");
                all.extend(wrong(&what, &arch, detail, &theme));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}
