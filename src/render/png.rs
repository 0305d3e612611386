//! PNG: the SVG of one theme, drawn with the bundled fonts only, so that every machine gets the same bytes.

use std::collections::BTreeSet;
use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use super::{Options, Rendered, svg};
use crate::diagnostic::Diagnostic;
use crate::font;
use crate::graph::Architecture;

/// Longest side of a PNG; more would take gigabytes of memory.
const MAX_SIDE: u32 = 30_000;

pub(super) fn render(
    architecture: &Architecture,
    options: &Options<'_>,
) -> Result<Rendered, Diagnostic> {
    let svg = svg::render(architecture, options)?;
    let mut drawn = draw(&svg.bytes, options)?;
    drawn.notes.splice(0..0, svg.notes);
    Ok(drawn)
}

/// Draws an SVG; says which characters no font has.
pub(super) fn draw(svg: &[u8], options: &Options<'_>) -> Result<Rendered, Diagnostic> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(font::REGULAR.to_vec());
    fonts.load_font_data(font::SEMI_BOLD.to_vec());
    for data in options.fonts {
        let before = fonts.len();
        fonts.load_font_data(data.clone());
        if fonts.len() == before {
            return Err(Diagnostic::error("not a font, expected a TTF or OTF file").key("--font"));
        }
    }
    let settings = usvg::Options {
        font_family: "Inter".to_owned(),
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_data(svg, &settings)
        .map_err(|_| Diagnostic::error("cannot draw the picture as PNG"))?;
    let size = tree.size();
    let scale = match options.width {
        Some(width) => f64::from(width) / f64::from(size.width()),
        None => options.scale,
    };
    let (width, height) = (
        side(f64::from(size.width()) * scale)?,
        side(f64::from(size.height()) * scale)?,
    );
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or_else(too_large)?;
    let (sx, sy) = (f64::from(width) / f64::from(size.width()), f64::from(height) / f64::from(size.height()));
    #[expect(clippy::cast_possible_truncation, reason = "tiny-skia computes in f32")]
    let transform = tiny_skia::Transform::from_scale(sx as f32, sy as f32);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    let bytes = pixels.encode_png().map_err(|_| Diagnostic::error("cannot encode the PNG"))?;
    let mut missing = BTreeSet::new();
    look(tree.root(), &mut missing);
    Ok(Rendered { bytes, notes: boxes(&missing).into_iter().collect() })
}

/// Collects the characters that are drawn as a box because no font has them.
fn look(group: &usvg::Group, missing: &mut BTreeSet<char>) {
    for child in group.children() {
        match child {
            usvg::Node::Group(inner) => look(inner, missing),
            usvg::Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                for glyph in glyphs.filter(|glyph| glyph.id.0 == 0) {
                    missing.extend(glyph.text.chars().filter(|c| !font::covers(*c)));
                }
            }
            _ => {}
        }
    }
}

/// Characters that a message names.
const NAMED: usize = 5;

fn boxes(missing: &BTreeSet<char>) -> Option<Diagnostic> {
    let mut named: Vec<String> = missing.iter().take(NAMED).map(|c| format!("U+{:04X}", u32::from(*c))).collect();
    if missing.len() > NAMED {
        named.push(format!("{} more", missing.len() - NAMED));
    }
    let words = match missing.len() {
        0 => return None,
        1 => "1 character has no glyph in the bundled font and is drawn as a box".to_owned(),
        n => format!("{n} characters have no glyph in the bundled font and are drawn as boxes"),
    };
    let message = Diagnostic::warning(format!("{words}: {}", named.join(", ")));
    Some(message.hint("--font FILE takes a font file that has them; an SVG is drawn with the fonts of its viewer"))
}

fn side(pixels: f64) -> Result<u32, Diagnostic> {
    let whole = pixels.round();
    if !(1.0..=f64::from(MAX_SIDE)).contains(&whole) {
        return Err(too_large());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range, checked above")]
    let side = whole as u32;
    Ok(side)
}

fn too_large() -> Diagnostic {
    Diagnostic::error(format!("expected a PNG with sides from 1 to {MAX_SIDE} pixels"))
        .hint("choose a smaller --scale or --width")
}
