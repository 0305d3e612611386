//! Invariants: what must never be in a picture, checked on the placement, every violation by its ids.

use std::collections::{BTreeMap, BTreeSet};

use super::geometry::{inside, overlap, segments, shared, shrink, within};
use super::placement::{PlacedText, Placement, Point, Rect};
use crate::graph::Architecture;

pub use super::figures::{Figures, figures};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ViolationKind {
    /// Two boxes overlap.
    NodeNode,
    /// A box or frame outside its frame.
    OutOfFrame,
    /// A box in a frame that it does not belong to.
    Intruder,
    /// Two frames overlap that do not hold each other.
    FrameFrame,
    /// A label on a box.
    LabelNode,
    /// Two texts overlap.
    LabelLabel,
    /// A text across the border of a frame.
    LabelFrame,
    /// A wire through a box.
    EdgeNode,
    /// A wire through a text.
    EdgeLabel,
    /// Two unrelated wires on one line.
    EdgeEdge,
    /// A wire through a frame that holds neither end.
    Transit,
    /// A wire that does not touch its box.
    Loose,
    /// A text outside its box.
    TextBox,
    /// Something outside the canvas.
    Clipped,
    /// Something of the architecture that is not in the picture, or the other way round.
    Missing,
}

/// One violation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// What is wrong.
    pub kind: ViolationKind,
    /// What it is about.
    pub ids: Vec<String>,
    /// More words.
    pub detail: String,
}

struct Checker<'a> {
    p: &'a Placement,
    /// Frames around each frame, itself included.
    around: BTreeMap<&'a str, BTreeSet<&'a str>>,
    found: Vec<Violation>,
}

/// Lists everything that is wrong with a placement.
pub fn check(arch: &Architecture, p: &Placement) -> Vec<Violation> {
    let mut around: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for b in &p.boundaries {
        let mut set = b
            .parent
            .as_deref()
            .and_then(|id| around.get(id).cloned())
            .unwrap_or_default();
        set.insert(b.ids[0].as_str());
        around.insert(b.ids[0].as_str(), set);
    }
    let mut checker = Checker {
        p,
        around,
        found: Vec::new(),
    };
    checker.complete(arch);
    checker.boxes();
    checker.frames();
    checker.texts();
    checker.wires();
    checker.overlaps();
    let mut found = checker.found;
    found.sort();
    found.dedup();
    found
}

/// Room that a text's ink takes.
fn ink(t: &PlacedText) -> Rect {
    Rect::new(t.x, t.baseline - 0.76 * t.size, t.width, 0.98 * t.size)
}

impl<'a> Checker<'a> {
    fn say(&mut self, kind: ViolationKind, ids: &[&str], detail: impl Into<String>) {
        self.found.push(Violation {
            kind,
            ids: ids.iter().map(|&i| i.to_owned()).collect(),
            detail: detail.into(),
        });
    }

    fn holds(&self, frame: &str, parent: Option<&str>) -> bool {
        parent.is_some_and(|id| self.around.get(id).is_some_and(|s| s.contains(frame)))
    }

    fn complete(&mut self, arch: &Architecture) {
        let drawn: BTreeSet<&str> = self
            .p
            .nodes
            .iter()
            .flat_map(|n| n.nodes.iter().map(String::as_str))
            .collect();
        for node in arch.nodes() {
            if !drawn.contains(node.id.as_str()) {
                self.say(ViolationKind::Missing, &[&node.id], "node not drawn");
            }
        }
        let shown: BTreeSet<&str> = self
            .p
            .flows
            .iter()
            .flat_map(|f| f.ids.iter().map(String::as_str))
            .collect();
        for flow in arch.flows() {
            if !shown.contains(flow.id.as_str()) {
                self.say(ViolationKind::Missing, &[&flow.id], "flow not drawn");
            }
        }
        let framed: BTreeSet<&str> = self
            .p
            .boundaries
            .iter()
            .flat_map(|b| b.ids.iter().map(String::as_str))
            .collect();
        for boundary in &arch.boundaries {
            if !framed.contains(boundary.id.as_str()) {
                self.say(
                    ViolationKind::Missing,
                    &[&boundary.id],
                    "boundary not drawn",
                );
            }
        }
    }

    fn boxes(&mut self) {
        let p = self.p;
        let solid: Vec<(&str, Rect)> = p
            .nodes
            .iter()
            .map(|n| (n.id.as_str(), n.rect))
            .chain(p.notes.iter().map(|n| ("note", n.rect)))
            .collect();
        for (i, (a, ra)) in solid.iter().enumerate() {
            for (b, rb) in &solid[i + 1..] {
                if overlap(ra, rb, 0.5) {
                    self.say(ViolationKind::NodeNode, &[a, b], "");
                }
            }
            if !inside(ra, &Rect::new(0.0, 0.0, p.width, p.height), 1.0) {
                self.say(ViolationKind::Clipped, &[a], "");
            }
        }
        for n in &p.nodes {
            for b in &p.boundaries {
                let id = b.ids[0].as_str();
                if self.holds(id, n.parent.as_deref()) {
                    if !inside(&n.rect, &b.rect, 0.5) {
                        self.say(ViolationKind::OutOfFrame, &[&n.id, id], "");
                    }
                } else if overlap(&n.rect, &b.rect, 0.5) {
                    self.say(ViolationKind::Intruder, &[&n.id, id], "");
                }
            }
        }
    }

    fn frames(&mut self) {
        let p = self.p;
        for (i, a) in p.boundaries.iter().enumerate() {
            let id = a.ids[0].as_str();
            if !inside(&a.rect, &Rect::new(0.0, 0.0, p.width, p.height), 1.0) {
                self.say(ViolationKind::Clipped, &[id], "");
            }
            for b in &p.boundaries[i + 1..] {
                let other = b.ids[0].as_str();
                if self.holds(id, Some(other)) {
                    if !inside(&b.rect, &a.rect, 0.5) {
                        self.say(ViolationKind::OutOfFrame, &[other, id], "");
                    }
                } else if overlap(&a.rect, &b.rect, 0.5) {
                    self.say(ViolationKind::FrameFrame, &[id, other], "");
                }
            }
            for n in &p.notes {
                if overlap(&a.rect, &n.rect, 0.5) {
                    self.say(ViolationKind::Intruder, &["note", id], "");
                }
            }
        }
    }

    /// Every text with the id of its owner, its room, and whether boxes own it.
    fn all_texts(&self) -> Vec<(&'a str, &'a PlacedText, Option<Rect>, bool)> {
        let mut all = Vec::new();
        for b in &self.p.boundaries {
            let id = b.ids[0].as_str();
            let texts = b.titles.iter().chain(&b.lines).chain(&b.footer);
            let gaps = b.gaps.iter().map(|g| &g.text);
            all.extend(texts.chain(gaps).map(|t| (id, t, Some(b.rect), false)));
        }
        for n in &self.p.nodes {
            all.extend(
                n.texts
                    .iter()
                    .map(|t| (n.id.as_str(), t, Some(n.rect), true)),
            );
        }
        for n in &self.p.notes {
            all.extend(n.texts.iter().map(|t| ("note", t, Some(n.rect), true)));
        }
        for l in &self.p.labels {
            let id = l.flows.first().map_or("label", String::as_str);
            all.extend(l.texts.iter().map(|t| (id, t, None, false)));
        }
        all
    }

    fn texts(&mut self) {
        let p = self.p;
        let all = self.all_texts();
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|&a, &b| all[a].1.x.total_cmp(&all[b].1.x));
        for (i, &a) in order.iter().enumerate() {
            let (id, text, room, solid) = all[a];
            let box_a = ink(text);
            for &b in &order[i + 1..] {
                let (other, next, _, _) = all[b];
                if next.x > box_a.right() {
                    break;
                }
                if overlap(&box_a, &ink(next), if id == other { 1.0 } else { 0.5 }) {
                    let detail = format!("'{}' x '{}'", text.text, next.text);
                    self.say(ViolationKind::LabelLabel, &[id, other], detail);
                }
            }
            if room.is_some_and(|r| !inside(&box_a, &r, 1.0)) {
                self.say(ViolationKind::TextBox, &[id], text.text.clone());
            }
            if !inside(&box_a, &Rect::new(0.0, 0.0, p.width, p.height), 1.0) {
                self.say(ViolationKind::Clipped, &[id], text.text.clone());
            }
            if solid {
                continue;
            }
            for n in &p.nodes {
                if overlap(&box_a, &n.rect, 0.5) {
                    self.say(ViolationKind::LabelNode, &[id, &n.id], text.text.clone());
                }
            }
            for b in &p.boundaries {
                let frame = b.ids[0].as_str();
                if frame != id && overlap(&box_a, &b.rect, 1.0) && !inside(&box_a, &b.rect, 1.0) {
                    self.say(ViolationKind::LabelFrame, &[id, frame], text.text.clone());
                }
            }
        }
    }

    fn wires(&mut self) {
        let p = self.p;
        let parent: BTreeMap<&str, Option<&str>> = p
            .nodes
            .iter()
            .map(|n| (n.id.as_str(), n.parent.as_deref()))
            .collect();
        let rects: BTreeMap<&str, Rect> = p.nodes.iter().map(|n| (n.id.as_str(), n.rect)).collect();
        let texts = self.all_texts();
        for flow in &p.flows {
            let id = flow.ids[0].as_str();
            let ends = [flow.from.as_str(), flow.to.as_str()];
            for n in &p.nodes {
                let length: f64 = segments(&flow.path)
                    .map(|s| within(s.0, s.1, &shrink(&n.rect, 1.0)))
                    .sum();
                let most = if ends.contains(&n.id.as_str()) {
                    12.0
                } else {
                    0.5
                };
                if length > most {
                    self.say(ViolationKind::EdgeNode, &[id, &n.id], "");
                }
            }
            for b in &p.boundaries {
                let frame = b.ids[0].as_str();
                let own = ends
                    .iter()
                    .any(|e| self.holds(frame, parent.get(e).copied().flatten()));
                let length: f64 = segments(&flow.path)
                    .map(|s| within(s.0, s.1, &shrink(&b.rect, 1.0)))
                    .sum();
                if !own && length > 1.0 {
                    self.say(ViolationKind::Transit, &[id, frame], "");
                }
            }
            for (owner, text, _, solid) in &texts {
                let own = *owner == id
                    || p.labels.iter().any(|l| {
                        l.flows.first().is_some_and(|f| f == owner)
                            && flow.ids.iter().any(|f| l.flows.contains(f))
                    });
                if *solid {
                    continue;
                }
                // a wire may not even run through its own words
                let box_ = shrink(&ink(text), 0.75);
                if segments(&flow.path).any(|s| within(s.0, s.1, &box_) > 0.0) {
                    let detail = if own { "own label" } else { "" };
                    let detail = format!("'{}' {detail}", text.text);
                    self.say(ViolationKind::EdgeLabel, &[id, owner], detail);
                }
            }
            let touch = |point: Option<&Point>, node: &str| {
                point.zip(rects.get(node)).is_some_and(|(q, r)| {
                    let outside = (r.x - q.x)
                        .max(q.x - r.right())
                        .max(r.y - q.y)
                        .max(q.y - r.bottom());
                    outside.abs() < 0.6
                })
            };
            let first = flow.path.first().and_then(|l| l.first());
            let last = flow.path.last().and_then(|l| l.last());
            if !touch(first, ends[0]) || !touch(last, ends[1]) {
                self.say(ViolationKind::Loose, &[id], "");
            }
        }
    }

    fn overlaps(&mut self) {
        let p = self.p;
        let ends: Vec<BTreeSet<&str>> = p
            .flows
            .iter()
            .map(|f| BTreeSet::from([f.from.as_str(), f.to.as_str()]))
            .collect();
        let mut runs: Vec<(f64, f64, usize, (Point, Point))> = Vec::new();
        for (i, flow) in p.flows.iter().enumerate() {
            for s in segments(&flow.path) {
                runs.push((s.0.x.min(s.1.x), s.0.x.max(s.1.x), i, s));
            }
        }
        runs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        for (i, a) in runs.iter().enumerate() {
            for b in &runs[i + 1..] {
                if b.0 > a.1 + 1.0 {
                    break;
                }
                if a.2 != b.2 && ends[a.2].is_disjoint(&ends[b.2]) && shared(a.3, b.3, 1.0) > 2.0 {
                    let (x, y) = (p.flows[a.2].ids[0].as_str(), p.flows[b.2].ids[0].as_str());
                    self.say(ViolationKind::EdgeEdge, &[x, y], "");
                }
            }
        }
    }
}
