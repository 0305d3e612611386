//! Puts the groups together in reading order.

use std::collections::BTreeSet;

use super::{Group, Scene, boxes, describe, drawable, frames, notes, wires};
use crate::graph::Architecture;
use crate::layout::{NoteKind, PlacedNote, Placement, Rect};

/// Makes the scene of a placed architecture.
pub fn build(architecture: &Architecture, placement: &Placement) -> Scene {
    let mut groups = Vec::new();
    let (heads, tails): (Vec<&PlacedNote>, Vec<&PlacedNote>) = placement
        .notes
        .iter()
        .partition(|note| note.kind == NoteKind::Title);
    groups.extend(heads.into_iter().map(notes::note));
    // Frames and boxes come before flows: a frame's ground must not hide a wire.
    let labels: Vec<Rect> = placement
        .labels
        .iter()
        .flat_map(|label| label.texts.iter().map(boxes::ink))
        .collect();
    let parts = Parts {
        architecture,
        placement,
        labels: &labels,
    };
    parts.inside(None, &mut groups);
    let drawn = wires::drawn(placement);
    groups.extend(
        placement
            .nets
            .iter()
            .map(|net| wires::net(net, &drawn, placement, architecture)),
    );
    let off: BTreeSet<&str> = placement
        .nets
        .iter()
        .filter(|net| net.off)
        .flat_map(|net| net.flows.iter().map(String::as_str))
        .collect();
    for flow in &placement.flows {
        let off = flow.ids.iter().any(|id| off.contains(id.as_str()));
        groups.push(wires::way(flow, architecture, off));
    }
    for (at, label) in placement.labels.iter().enumerate() {
        groups.push(wires::label(at, label, &drawn, placement, architecture));
    }
    groups.extend(tails.into_iter().map(notes::note));
    Scene {
        width: placement.width,
        height: placement.height,
        title: drawable(&architecture.title),
        description: describe::picture(architecture),
        groups,
    }
}

/// What frames and boxes are made of.
struct Parts<'a> {
    architecture: &'a Architecture,
    placement: &'a Placement,
    labels: &'a [Rect],
}

impl Parts<'_> {
    /// Adds the boxes of a frame, then each frame inside it with its own boxes.
    fn inside(&self, parent: Option<&str>, groups: &mut Vec<Group>) {
        let nodes = self.placement.nodes.iter();
        for node in nodes.filter(|node| node.parent.as_deref() == parent) {
            groups.push(boxes::node(node, self.architecture));
        }
        let frames = self.placement.boundaries.iter();
        for frame in frames.filter(|frame| frame.parent.as_deref() == parent) {
            groups.push(frames::frame(frame, self.architecture, self.labels));
            if let Some(id) = frame.ids.first() {
                self.inside(Some(id), groups);
            }
        }
    }
}
