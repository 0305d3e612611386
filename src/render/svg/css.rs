//! The one style sheet: dark colours, hover, the embedded font. Without it the picture is complete.

use std::collections::BTreeMap;
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

/// Adds the class of a style.
pub(super) fn class(out: &mut String, style: Style) {
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
    out.push(paint);
    out.extend(["-", style.role.word()]);
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
    for (at, key) in keys.iter().enumerate() {
        let end = if at + 1 < keys.len() { "," } else { SHOWN };
        out.extend(["svg:has(.", key, ":hover) .way.", key, " path", end, "\n"]);
    }
}

fn dark_rules(scene: &Scene, theme: &Theme, dark: &Theme) -> String {
    // Classes with the same colours share a rule; the order is that of their first one.
    let mut rules: Vec<(String, String)> = Vec::new();
    for style in used(scene) {
        let (fill, stroke) = paint::colours(style, dark);
        if (fill, stroke) == paint::colours(style, theme) {
            continue;
        }
        let mut declarations = String::new();
        for (property, colour) in [("fill", fill), ("stroke", stroke)] {
            if let Some(colour) = colour {
                let between = if declarations.is_empty() { "" } else { ";" };
                let _ = write!(declarations, "{between}{property}:{colour}");
            }
        }
        let known = rules.iter().position(|(known, _)| *known == declarations);
        let at = known.unwrap_or(rules.len());
        if known.is_none() {
            rules.push((declarations, String::new()));
        }
        let classes = &mut rules[at].1;
        if known.is_some() {
            classes.push(',');
        }
        classes.push('.');
        class(classes, style);
    }
    let mut out = "@media (prefers-color-scheme: dark) {\n".to_owned();
    for (declarations, classes) in rules {
        let _ = writeln!(out, "{classes}{{{declarations}}}");
    }
    out.push_str("}\n");
    out
}

/// The styles that occur, in a fixed order.
fn used(scene: &Scene) -> impl Iterator<Item = Style> {
    let mut used = vec![None; Style::COUNT];
    let mut add = |style: Style| used[style.number()] = Some(style);
    add(Style::new(Paint::Ground, Role::Canvas));
    for shape in scene.groups.iter().flat_map(|group| &group.shapes) {
        add(shape.style());
        if let Shape::Icon { icon, style, .. } = shape
            && !icon.drawing().filled.is_empty()
        {
            add(Style::new(style.paint.of_filled(), style.role));
        }
    }
    used.into_iter().flatten()
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
