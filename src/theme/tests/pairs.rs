//! Every text on every surface that really occurs: pairs are taken from pictures, not from a list.

use std::collections::BTreeSet;
use std::path::Path;

use super::{all, assert_contrast};
use crate::layout::Rect;
use crate::scene::{Paint, Scene, Shape, Style};
use crate::source::{Input, load};
use crate::theme::{Colour, Role, Theme};
use crate::{dialect, graph, layout, run, scene};

/// Draws one folder of samples.
fn drawn(folder: &Path) -> Scene {
    let loaded = load(&[Input::Path(folder.to_owned())], &dialect::known_file);
    let read = run::read(loaded, None);
    let (architecture, _) = graph::build(&read.inventory, &[]);
    scene::build(&architecture, &layout::place(&architecture))
}

/// The colour that a surface is filled with.
fn surface(theme: &Theme, style: Style) -> Option<Colour> {
    let look = theme.look(style.role);
    match style.paint {
        Paint::Solid => look.line,
        _ => look.fill,
    }
}

fn front(theme: &Theme, style: Style) -> Option<Colour> {
    let look = theme.look(style.role);
    match style.paint {
        Paint::Text | Paint::Mark => look.text,
        Paint::Sign => look.line,
        _ => look.fill,
    }
}

/// Adds what stands on what: the surface is the last one drawn below the middle of a text or icon.
fn add_pairs(scene: &Scene, pairs: &mut BTreeSet<(Style, Style)>) {
    let mut surfaces: Vec<(Rect, Style)> = Vec::new();
    let canvas = Style::new(Paint::Ground, Role::Canvas);
    for shape in scene.groups.iter().flat_map(|group| &group.shapes) {
        let (x, y, style) = match shape {
            Shape::Rect { rect, style, .. } => {
                surfaces.push((*rect, *style));
                continue;
            }
            Shape::Text {
                x,
                baseline,
                width,
                size,
                style,
                ..
            } => (x + width / 2.0, baseline - size / 3.0, *style),
            Shape::Icon { rect, style, .. } => {
                (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0, *style)
            }
            _ => continue,
        };
        let below = surfaces
            .iter()
            .rev()
            .find(|(r, _)| r.x <= x && r.right() >= x && r.y <= y && r.bottom() >= y);
        pairs.insert((style, below.map_or(canvas, |(_, style)| *style)));
    }
}

#[test]
fn all_that_is_drawn_stands_out_from_what_it_stands_on() {
    let mut pairs = BTreeSet::new();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut folders: Vec<_> = std::fs::read_dir(samples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    for folder in &folders {
        add_pairs(&drawn(folder), &mut pairs);
    }
    assert!(pairs.len() > 40, "{} pairs", pairs.len());
    for theme in all() {
        for (style, below) in &pairs {
            let (Some(front), Some(back)) = (front(&theme, *style), surface(&theme, *below)) else {
                panic!("{}: no colour for {style:?} on {below:?}", theme.name);
            };
            // Icons repeat what words say: WCAG asks 3:1 of them.
            let is_text = matches!(style.paint, Paint::Text | Paint::Ground);
            let least = if is_text { 4.5 } else { 3.0 };
            let what = format!("{style:?} on {below:?}");
            assert_contrast(&theme, &what, front, back, least);
        }
    }
}
