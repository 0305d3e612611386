//! Layout: an architecture and text metrics in, a placement out.

mod arrange;
mod blocks;
mod columns;
mod compose;
mod dress;
mod figures;
mod fold;
mod gaps;
mod geometry;
mod hang;
mod heading;
pub mod invariants;
mod irregular;
mod legend;
mod measure;
mod notes;
mod order;
pub(crate) mod pills;
mod placement;
mod router;
mod routes;
mod rows;
mod score;
mod skeleton;
mod snap;
mod solve;
mod solver;
mod straight;
mod tracks;
mod tree;
mod view;
mod wires;
mod words;

pub use arrange::{Detail, LayoutOptions, layout};
pub(crate) use figures::smallest_text;
pub use placement::{
    Head, NoteKind, PlacedBoundary, PlacedFlow, PlacedGap, PlacedLabel, PlacedNet, PlacedNode,
    PlacedNote, PlacedText, Placement, Point, Rect, Sample, Swatch, TextRole,
};

/// Places an architecture with the usual options.
pub fn place(architecture: &crate::graph::Architecture) -> Placement {
    layout(architecture, &LayoutOptions::default())
}

#[cfg(test)]
mod tests;
