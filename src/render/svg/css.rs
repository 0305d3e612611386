//! The one style sheet: dark colours, hover, the embedded font. Without it the picture is complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::paint;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::font;
use crate::render::Options;
use crate::scene::{Paint, Scene, Shape, Style};
use crate::theme::{Role, Theme};

/// Above this many boxes, only flows react to a pointer: one rule per box would weigh more than it helps.
const HOVER_BOXES: usize = 150;

/// Gives the class of a style.
pub(super) fn class(style: Style) -> String {
    let paint = match style.paint {
        Paint::Ground => 'g',
        Paint::Frame => 'f',
        Paint::Border => 'b',
        Paint::Box => 'n',
        Paint::Hatch => 'h',
        Paint::Line => 'l',
        Paint::Stop => 'o',
        Paint::Way => 'w',
        Paint::Solid => 's',
        Paint::Sign => 'i',
        Paint::Mark => 'm',
        Paint::Cut => 'c',
        Paint::Text => 't',
    };
    format!("{paint}-{}", style.role.word())
}

/// Writes the rules.
pub(super) fn rules(scene: &Scene, keys: &BTreeMap<&str, String>, options: &Options<'_>) -> String {
    let mut out = String::new();
    if options.embed_font {
        for (weight, data) in [(400, font::REGULAR_WOFF2), (600, font::SEMI_BOLD_WOFF2)] {
            let _ = writeln!(
                out,
                "@font-face{{font-family:Inter;font-weight:{weight};src:url(data:font/woff2;base64,{}) format(\"woff2\")}}",
                base64(data)
            );
        }
    }
    if let Some(dark) = options.dark {
        out.push_str(&dark_rules(scene, options.theme, dark));
    }
    hover(&mut out, keys);
    out
}

fn hover(out: &mut String, keys: &BTreeMap<&str, String>) {
    const SHOWN: &str = "{stroke-opacity:.3}";
    let _ = writeln!(out, ".way:hover path{SHOWN}");
    if keys.len() > HOVER_BOXES {
        return;
    }
    let mut keys: Vec<&String> = keys.values().collect();
    keys.sort_by_key(|key| (key.len(), key.as_str()));
    let selectors: Vec<String> = keys
        .into_iter()
        .map(|key| format!("svg:has(.{key}:hover) .way.{key} path"))
        .collect();
    if !selectors.is_empty() {
        let _ = writeln!(out, "{}{SHOWN}", selectors.join(",\n"));
    }
}

fn dark_rules(scene: &Scene, theme: &Theme, dark: &Theme) -> String {
    // Classes with the same colours share a rule; the order is that of their first one.
    let mut rules: Vec<(String, Vec<String>)> = Vec::new();
    for style in used(scene) {
        let (fill, stroke) = paint::colours(style, dark);
        if (fill, stroke) == paint::colours(style, theme) {
            continue;
        }
        let fill = fill.map(|colour| format!("fill:{colour}"));
        let stroke = stroke.map(|colour| format!("stroke:{colour}"));
        let declarations: Vec<String> = fill.into_iter().chain(stroke).collect();
        let (declarations, class) = (declarations.join(";"), format!(".{}", class(style)));
        match rules.iter_mut().find(|(known, _)| *known == declarations) {
            Some((_, classes)) => classes.push(class),
            None => rules.push((declarations, vec![class])),
        }
    }
    let mut out = "@media (prefers-color-scheme: dark) {\n".to_owned();
    for (declarations, classes) in rules {
        let _ = writeln!(out, "{}{{{declarations}}}", classes.join(","));
    }
    out.push_str("}\n");
    out
}

/// The styles that occur, in a fixed order.
fn used(scene: &Scene) -> BTreeSet<Style> {
    let mut used = BTreeSet::from([Style::new(Paint::Ground, Role::Canvas)]);
    for shape in scene.groups.iter().flat_map(|group| &group.shapes) {
        used.insert(shape.style());
        if let Shape::Icon { icon, style, .. } = shape
            && !icon.drawing().filled.is_empty()
        {
            used.insert(Style::new(style.paint.of_filled(), style.role));
        }
    }
    used
}

fn base64(data: &[u8]) -> String {
    STANDARD.encode(data)
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_is_what_others_read() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(super::base64(plain.as_bytes()), coded);
        }
    }
}
