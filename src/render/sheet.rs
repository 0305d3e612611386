//! The sheet of themes: one architecture drawn in every theme, side by side on one picture.

use super::{Format, svg};
use crate::diagnostic::Diagnostic;
use crate::font::{self, Weight};
use crate::graph::Architecture;
use crate::layout::{self, Rect};
use crate::scene::{self, Group, GroupKind, Paint, Scene, Shape, Style};
use crate::theme::{Role, Theme};

/// Names of the formats that a sheet can be written in.
pub const FORMATS: [&str; 2] = ["svg", "png"];

const TITLE: &str = "mcpdiag themes";
/// Room around panels, and above each for its heading.
const GAP: f64 = 20.0;
const HEAD: f64 = 44.0;
/// Sizes of a panel's name and description.
const NAME: f64 = 16.0;
const SAID: f64 = 12.0;

/// Draws the sheet.
pub fn render(
    architecture: &Architecture,
    themes: &[Theme],
    format: Format,
) -> Result<Vec<u8>, Diagnostic> {
    let Some(first) = themes.first() else {
        return Ok(Vec::new());
    };
    let scene = scene::build(architecture, &layout::place(architecture));
    let sheet = svg::sheet(&arranged(&scene, themes), first).into_bytes();
    match format {
        #[cfg(feature = "png")]
        Format::Png => {
            super::png::draw(&sheet, &super::Options::new(first)).map(|drawn| drawn.bytes)
        }
        _ => Ok(sheet),
    }
}

/// The parts of a sheet, each with the theme that it is drawn in.
pub(super) struct Sheet<'a> {
    /// Width in pixels.
    pub(super) width: f64,
    /// Height in pixels.
    pub(super) height: f64,
    /// Title.
    pub(super) title: &'static str,
    /// The sheet in words.
    pub(super) description: String,
    /// Panels.
    pub(super) panels: Vec<(&'a Theme, Vec<Group>)>,
}

fn arranged<'a>(scene: &Scene, themes: &'a [Theme]) -> Sheet<'a> {
    let columns = match themes.len() {
        0..=1 => 1,
        2..=6 => 2,
        _ => 3,
    };
    let (wide, high) = (scene.width, scene.height + HEAD);
    #[expect(clippy::cast_precision_loss, reason = "a handful of themes")]
    let at = |cell: usize| cell as f64;
    let mut panels = Vec::new();
    let mut said = "The same architecture in every theme".to_owned();
    for (number, theme) in themes.iter().enumerate() {
        let x = GAP + at(number % columns) * (wide + GAP);
        let y = GAP + at(number / columns) * (high + GAP);
        let name = format!("theme-{}", number + 1);
        let mut groups = vec![panel(&name, theme, &Rect::new(x, y, wide, high))];
        for group in &scene.groups {
            groups.push(group.copied(&name, x, y + HEAD));
        }
        said = format!("{said}; {}: {}", theme.name, theme.description);
        panels.push((theme, groups));
    }
    let rows = themes.len().div_ceil(columns);
    Sheet {
        width: GAP + at(columns) * (wide + GAP),
        height: GAP + at(rows) * (high + GAP),
        title: TITLE,
        description: format!("{said}."),
        panels,
    }
}

/// The ground of a panel with its heading.
fn panel(id: &str, theme: &Theme, rect: &Rect) -> Group {
    let mut group = Group::new(GroupKind::Note, id, format!("theme {}", theme.name));
    group.shapes.push(Shape::Rect {
        rect: *rect,
        radius: 4.0,
        style: Style::new(Paint::Ground, Role::Canvas),
    });
    group.shapes.push(Shape::Rect {
        rect: *rect,
        radius: 4.0,
        style: Style::new(Paint::Border, Role::Note),
    });
    let mut x = rect.x + 16.0;
    for (words, size, weight, role) in [
        (&theme.name, NAME, Weight::SemiBold, Role::Ink),
        (&theme.description, SAID, Weight::Regular, Role::Soft),
    ] {
        let room = rect.right() - 16.0 - x;
        let text = font::ellipsis(&scene::drawable(words), size, weight, room);
        let width = font::width(&text, size, weight);
        if !text.is_empty() {
            group.shapes.push(Shape::Text {
                x,
                baseline: rect.y + 28.0,
                width,
                size,
                weight,
                text,
                style: Style::new(Paint::Text, role),
            });
        }
        x += width + 14.0;
    }
    group
}
