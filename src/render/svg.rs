//! SVG: the scene as plain rectangles, paths and texts that every viewer draws alike.

mod css;
mod hatch;
mod paint;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::sheet::Sheet;
use super::xml::{Xml, number, push_number};
use super::{Options, Rendered, legible};
use crate::diagnostic::Diagnostic;
use crate::font::Weight;
use crate::graph::Architecture;
use crate::layout::{Point, Rect};
use crate::scene::{Group, GroupKind, Paint, Scene, Shape, Step, Style};
use crate::theme::{Role, Theme};

/// Narrow ones first: not every viewer honours `textLength`.
const FAMILY: &str = "Inter, 'Segoe UI', Roboto, Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans Condensed', sans-serif";
/// Icons are drawn on a grid of this many units.
const ICON_GRID: f64 = 16.0;
/// About as many bytes as the text of a shape takes.
const SHAPE: usize = 192;

#[expect(
    clippy::unnecessary_wraps,
    reason = "all formats have the same signature"
)]
pub(super) fn render(
    architecture: &Architecture,
    options: &Options<'_>,
) -> Result<Rendered, Diagnostic> {
    let placement = crate::layout::layout(architecture, &options.layout);
    let scene = crate::scene::build(architecture, &placement);
    let notes = legible::note(&placement, options).into_iter().collect();
    // its memory is used again for the text
    drop(placement);
    Ok(Rendered { bytes: draw(&scene, options).into_bytes(), notes })
}

/// Writes a scene as SVG.
pub(super) fn draw(scene: &Scene, options: &Options<'_>) -> String {
    let shapes: usize = scene.groups.iter().map(|group| group.shapes.len() + 1).sum();
    let mut body = Xml::inside(1, shapes * SHAPE);
    let styles = Styles::new(options.theme);
    canvas(&mut body, (scene.width, scene.height), &styles);
    let keys = node_keys(scene);
    for each in &scene.groups {
        group(&mut body, each, &keys, &styles);
    }
    let head = Head {
        size: (scene.width, scene.height),
        shown: shown(scene, options),
        title: &scene.title,
        description: &scene.description,
        rules: &css::rules(scene, &keys, options),
    };
    document(&head, body.finish())
}

/// Writes the sheet of themes: every panel in its own theme, the ground in that of the first.
pub(super) fn sheet(sheet: &Sheet<'_>, ground: &Theme) -> String {
    let size = (sheet.width, sheet.height);
    let mut body = Xml::inside(1, 0);
    canvas(&mut body, size, &Styles::new(ground));
    for (theme, groups) in &sheet.panels {
        let styles = Styles::new(theme);
        for each in groups {
            group(&mut body, each, &BTreeMap::new(), &styles);
        }
    }
    let head = Head {
        size,
        shown: size,
        title: sheet.title,
        description: &sheet.description,
        rules: "",
    };
    document(&head, body.finish())
}

fn canvas(xml: &mut Xml, (width, height): (f64, f64), styles: &Styles<'_>) {
    xml.start("rect");
    xml.number("width", width).number("height", height);
    styles.put(xml, Style::new(Paint::Ground, Role::Canvas));
    xml.end();
}

/// What stands before the groups of a picture.
struct Head<'a> {
    size: (f64, f64),
    /// The size in which it is shown.
    shown: (f64, f64),
    title: &'a str,
    description: &'a str,
    rules: &'a str,
}

fn document(head: &Head<'_>, body: String) -> String {
    let Head { size: (width, height), shown, title, description, rules } = head;
    // Two pictures in one page must not share an id.
    let prefix = format!("m{:08x}", fingerprint([title, description, &body]));
    let mut head = Xml::default();
    head.start("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("viewBox", &format!("0 0 {} {}", number(*width), number(*height)))
        .number("width", shown.0)
        .number("height", shown.1)
        .attr("font-family", FAMILY)
        .attr("text-rendering", "geometricPrecision")
        .attr("stroke-linejoin", "round")
        .attr("role", "img")
        .attr("aria-labelledby", &format!("{prefix}-title {prefix}-desc"));
    head.start("title").attr("id", &format!("{prefix}-title")).end_with_text(title);
    head.start("desc").attr("id", &format!("{prefix}-desc")).end_with_text(description);
    if !rules.is_empty() {
        // Written by the program alone; holds nothing that would need escaping.
        head.raw(&format!("<style>\n{rules}</style>"));
    }
    head.around(body)
}

/// Width and height to show the picture in: its own, or scaled to the width wanted.
fn shown(scene: &Scene, options: &Options<'_>) -> (f64, f64) {
    match options.width.map(f64::from) {
        Some(width) => (width, scene.height * width / scene.width.max(1.0)),
        None => (scene.width, scene.height),
    }
}

/// Short keys of the boxes, for the hover rules.
fn node_keys(scene: &Scene) -> BTreeMap<&str, String> {
    let nodes = scene.groups.iter().filter(|group| group.kind == GroupKind::Node);
    nodes.enumerate().map(|(at, group)| (group.id.as_str(), format!("k{at}"))).collect()
}

fn group(xml: &mut Xml, group: &Group, keys: &BTreeMap<&str, String>, styles: &Styles<'_>) {
    xml.start("g");
    match (&group.ends, keys.get(group.id.as_str())) {
        (Some((from, to)), _) => {
            let ends: Vec<&str> = [from, to]
                .into_iter()
                .filter_map(|id| keys.get(id.as_str()).map(String::as_str))
                .collect();
            if !ends.is_empty() {
                xml.attr("class", &format!("way {}", ends.join(" ")));
            }
        }
        (None, Some(key)) if group.kind == GroupKind::Node => {
            xml.attr("class", key);
        }
        _ => {}
    }
    xml.attr("data-kind", group.kind.word()).attr("data-id", &group.id);
    if let Some(parent) = &group.parent {
        xml.attr("data-parent", parent);
    }
    if let Some((from, to)) = &group.ends {
        xml.attr("data-from", from).attr("data-to", to);
    }
    if !group.flows.is_empty() {
        xml.attr("data-for", &group.flows.join(" "));
    }
    if !group.title.is_empty() {
        xml.start("title").end_with_text(&group.title);
    }
    for each in &group.shapes {
        shape(xml, each, styles);
    }
    xml.end();
}

fn shape(xml: &mut Xml, shape: &Shape, styles: &Styles<'_>) {
    match shape {
        Shape::Rect { rect, radius, style: look } => {
            xml.start("rect");
            xml.number("x", rect.x).number("y", rect.y).number("width", rect.w).number("height", rect.h);
            xml.number("rx", *radius);
            styles.put(xml, *look);
            xml.end();
        }
        Shape::Path { steps, style: look } => {
            xml.start("path").with("d", |out| data(out, steps));
            styles.put(xml, *look);
            xml.end();
        }
        Shape::Text { x, baseline, width, size, weight, text, style: look } => {
            xml.start("text").number("x", *x).number("y", *baseline).number("font-size", *size);
            if *weight == Weight::SemiBold {
                xml.attr("font-weight", &weight.number().to_string());
            }
            xml.number("textLength", *width).attr("lengthAdjust", "spacingAndGlyphs");
            styles.put(xml, *look);
            xml.end_with_text(text);
        }
        Shape::Hatch { rect, clear, style: look } => {
            let pattern = styles.theme.look(look.role).hatch;
            let data = hatch::data(pattern, rect, clear);
            if !data.is_empty() {
                xml.start("path").attr("d", &data);
                styles.put(xml, *look);
                xml.end();
            }
        }
        Shape::Icon { icon, rect, style: look } => {
            let drawing = icon.drawing();
            if !drawing.stroked.is_empty() {
                xml.start("path").with("transform", |out| transform(out, rect)).attr("d", drawing.stroked);
                xml.attr("stroke-linecap", "round");
                styles.put(xml, *look);
                xml.end();
            }
            if !drawing.filled.is_empty() {
                let filled = look.paint.of_filled();
                xml.start("path").with("transform", |out| transform(out, rect)).attr("d", drawing.filled);
                styles.put(xml, Style::new(filled, look.role));
                xml.end();
            }
        }
    }
}

fn transform(out: &mut String, rect: &Rect) {
    let side = rect.w.min(rect.h);
    let x = rect.x + (rect.w - side) / 2.0;
    let y = rect.y + (rect.h - side) / 2.0;
    for (before, value) in [("translate(", x), (" ", y), (") scale(", side / ICON_GRID)] {
        out.push_str(before);
        push_number(out, value);
    }
    out.push(')');
}

/// The attributes of styles, each written once per theme.
struct Styles<'a> {
    theme: &'a Theme,
    written: RefCell<Vec<String>>,
}

impl<'a> Styles<'a> {
    fn new(theme: &'a Theme) -> Self {
        Self { theme, written: RefCell::new(vec![String::new(); Style::COUNT]) }
    }

    /// Adds the attributes of a style to the element just started.
    fn put(&self, xml: &mut Xml, style: Style) {
        let written = &mut self.written.borrow_mut()[style.number()];
        if written.is_empty() {
            *written = self.write(style);
        }
        xml.attrs(written);
    }

    fn write(&self, style: Style) -> String {
        // words, colours and numbers: nothing to escape
        let mut out = String::with_capacity(96);
        out.push_str(" class=\"");
        css::class(&mut out, style);
        out.push('"');
        for (name, value) in paint::attributes(style, self.theme) {
            out.extend([" ", name, "=\"", &value, "\""]);
        }
        out
    }
}

fn data(out: &mut String, steps: &[Step]) {
    let pair = |out: &mut String, p: &Point| {
        push_number(out, p.x);
        out.push(' ');
        push_number(out, p.y);
    };
    for step in steps {
        match step {
            Step::Move(p) => {
                out.push('M');
                pair(out, p);
            }
            Step::Line(p) => {
                out.push('L');
                pair(out, p);
            }
            Step::Curve(control, p) => {
                out.push('Q');
                pair(out, control);
                out.push(' ');
                pair(out, p);
            }
            Step::Close => out.push('Z'),
        }
    }
}

/// Words of eight bytes, mixed by multiplication and folded to 32 bits: the same on every machine and in every release.
fn fingerprint(texts: [&str; 3]) -> u32 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |word: u64| {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    };
    for text in texts {
        let (words, rest) = text.as_bytes().as_chunks();
        for word in words {
            mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        mix(u64::from_le_bytes(last));
        mix(text.len() as u64);
    }
    u32::try_from(hash & 0xffff_ffff).unwrap_or_default()
}
