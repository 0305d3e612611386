//! Legibility: whether the texts of a picture are large enough in the width asked for.

use super::Options;
use crate::diagnostic::Diagnostic;
use crate::layout::{Detail, Placement, smallest_text};

/// Smallest text that reads well, in pixels.
const LEAST: f64 = 10.0;

/// Says that texts come out small, and what helps.
pub(super) fn note(placement: &Placement, options: &Options<'_>) -> Option<Diagnostic> {
    let width = f64::from(options.width?);
    let text = smallest_text(placement);
    let shown = text * width / placement.width.max(1.0);
    // a whole picture is drawn in whole pixels
    if shown >= LEAST - 0.05 {
        return None;
    }
    let enough = (placement.width * LEAST / text).ceil();
    let words = format!(
        "the smallest text is {shown:.1} pixels high: what is drawn does not fit into a width of {width} in larger letters"
    );
    let less = if options.layout.detail == Detail::Overview {
        "--only or --split host"
    } else {
        "--detail overview, --only or --split host"
    };
    let hint = format!("choose --width {enough} or more, or draw less with {less}");
    Some(Diagnostic::warning(words).key("--width").hint(hint))
}
