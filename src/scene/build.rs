//! Puts the groups together in reading order.

use std::collections::{BTreeMap, BTreeSet};

use super::wires::Wires;
use super::{Group, Scene, boxes, describe, drawable, frames, notes};
use crate::graph::Architecture;
use crate::layout::{NoteKind, PlacedBoundary, PlacedNode, PlacedNote, Placement, Rect};

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
    let mut parts = Parts {
        architecture,
        labels: &labels,
        nodes: BTreeMap::new(),
        frames: BTreeMap::new(),
    };
    for node in &placement.nodes {
        let inside = parts.nodes.entry(node.parent.as_deref());
        inside.or_default().push(node);
    }
    for frame in &placement.boundaries {
        let inside = parts.frames.entry(frame.parent.as_deref());
        inside.or_default().push(frame);
    }
    parts.inside(None, &mut groups);
    let wires = Wires::new(placement, architecture);
    groups.extend(placement.nets.iter().map(|net| wires.net(net)));
    let off: BTreeSet<&str> = placement
        .nets
        .iter()
        .filter(|net| net.off)
        .flat_map(|net| net.flows.iter().map(String::as_str))
        .collect();
    for flow in &placement.flows {
        let off = flow.ids.iter().any(|id| off.contains(id.as_str()));
        groups.push(wires.way(flow, off));
    }
    for (at, label) in placement.labels.iter().enumerate() {
        groups.push(wires.label(at, label));
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
    labels: &'a [Rect],
    /// What stands right inside each frame, and outside all.
    nodes: BTreeMap<Option<&'a str>, Vec<&'a PlacedNode>>,
    frames: BTreeMap<Option<&'a str>, Vec<&'a PlacedBoundary>>,
}

impl Parts<'_> {
    /// Adds the boxes of a frame, then each frame inside it with its own boxes.
    fn inside(&self, parent: Option<&str>, groups: &mut Vec<Group>) {
        for node in self.nodes.get(&parent).into_iter().flatten() {
            groups.push(boxes::node(node, self.architecture));
        }
        for frame in self.frames.get(&parent).into_iter().flatten() {
            groups.push(frames::frame(frame, self.architecture, self.labels));
            if let Some(id) = frame.ids.first() {
                self.inside(Some(id), groups);
            }
        }
    }
}
