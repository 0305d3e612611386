//! Styles as presentation attributes, so that viewers without style sheets see every colour.

use std::borrow::Cow;

use crate::scene::{Paint, Style};
use crate::theme::{Colour, Role, Theme};

/// Width of an icon's strokes on its grid.
const ICON_STROKE: &str = "1.6";
/// Width of the bar at the end of a way that is off.
const STOP_WIDTH: &str = "2";
/// Width of the area around a flow that reacts to a pointer.
const WAY_WIDTH: &str = "10";

/// The colours of a style: what is filled and what is stroked.
pub(super) fn colours(style: Style, theme: &Theme) -> (Option<Colour>, Option<Colour>) {
    let look = theme.look(style.role);
    match style.paint {
        Paint::Ground => (look.fill, None),
        Paint::Frame | Paint::Box => (look.fill, look.line),
        Paint::Border | Paint::Line | Paint::Stop | Paint::Way | Paint::Sign => (None, look.line),
        Paint::Mark => (None, look.text),
        Paint::Cut => (None, look.fill),
        Paint::Hatch => (None, look.shade),
        Paint::Solid => (look.line, None),
        Paint::Text => (look.text, None),
    }
}

/// The attributes of a style.
pub(super) fn attributes(style: Style, theme: &Theme) -> Vec<(&'static str, Cow<'static, str>)> {
    let (fill, stroke) = colours(style, theme);
    let look = theme.look(style.role);
    let written = |colour: Colour| Cow::Owned(colour.to_string());
    let mut out = Vec::with_capacity(4);
    out.push(("fill", fill.map_or(Cow::Borrowed("none"), written)));
    let Some(stroke) = stroke else {
        return out;
    };
    out.push(("stroke", written(stroke)));
    let width = |width: f64| Cow::Owned(super::number(width));
    match style.paint {
        Paint::Frame | Paint::Border | Paint::Line => {
            out.push(("stroke-width", width(look.width)));
            if !look.dash.is_empty() {
                let dash: Vec<String> = look.dash.iter().map(|d| super::number(*d)).collect();
                out.push(("stroke-dasharray", dash.join(" ").into()));
            }
        }
        Paint::Hatch => {
            out.push(("stroke-width", super::hatch::WIDTH.into()));
            out.extend(super::hatch::dashes(look.hatch).map(|dash| ("stroke-dasharray", dash.into())));
        }
        // One width for all boxes: the widths of roles tell flows apart.
        Paint::Box => out.push(("stroke-width", width(theme.look(Role::Host).width))),
        Paint::Stop => out.push(("stroke-width", STOP_WIDTH.into())),
        Paint::Way => {
            out.push(("stroke-width", WAY_WIDTH.into()));
            out.push(("stroke-opacity", "0".into()));
        }
        _ => out.push(("stroke-width", ICON_STROKE.into())),
    }
    out
}
