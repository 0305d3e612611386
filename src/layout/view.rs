//! The view graph: what is drawn as one box, one frame, one flow.

use std::collections::BTreeMap;

use crate::graph::{
    Architecture, BoundaryKind, Callout, Evidence, Figure, FlowKind, LabelPart, Line, MarkLevel,
    NodeKind,
};

/// A box to draw: one node, or a table that stands for several.
#[derive(Debug, Clone)]
pub(super) struct VNode {
    pub(super) id: String,
    pub(super) members: Vec<String>,
    pub(super) kind: NodeKind,
    /// What it shows at a glance; a gate shows a lock.
    pub(super) figure: Option<Figure>,
    pub(super) label: String,
    pub(super) lines: Vec<Line>,
    /// Rows of a table box.
    pub(super) rows: Vec<String>,
    pub(super) frame: Option<usize>,
    pub(super) off: bool,
    pub(super) tags: Vec<Tag>,
}

/// A flow to draw; stands for several when folded.
#[derive(Debug, Clone)]
pub(super) struct VFlow {
    pub(super) ids: Vec<String>,
    pub(super) kind: FlowKind,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: Vec<LabelPart>,
    pub(super) off: bool,
    pub(super) alarm: bool,
    pub(super) tags: Vec<Tag>,
}

/// A frame to draw; stands for the boundaries that share it.
#[derive(Debug, Clone)]
pub(super) struct VFrame {
    pub(super) ids: Vec<String>,
    /// Kind of the innermost boundary that shares the frame.
    pub(super) kind: BoundaryKind,
    /// Kind of the boundary that it looks like: the one that decides about rights, else the outermost.
    pub(super) looks: BoundaryKind,
    /// All that shares it is off.
    pub(super) off: bool,
    pub(super) titles: Vec<String>,
    pub(super) lines: Vec<Line>,
    pub(super) footer: Vec<String>,
    pub(super) gaps: Vec<String>,
    pub(super) parent: Option<usize>,
    pub(super) count: usize,
    pub(super) tags: Vec<Tag>,
}

/// A pill beside a name: the number of a callout, or where a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) words: String,
    pub(super) level: MarkLevel,
}

/// A callout with its number.
#[derive(Debug, Clone)]
pub(super) struct Numbered {
    pub(super) number: usize,
    pub(super) callout: Callout,
}

impl Numbered {
    /// Returns the pill with its number.
    pub(super) fn tag(&self) -> Tag {
        Tag {
            words: self.number.to_string(),
            level: self.callout.level,
        }
    }
}

/// Most callouts with a number; the list says how many more there are.
const CALLOUTS: usize = 40;

/// What is to be drawn.
#[derive(Debug, Clone, Default)]
pub(super) struct View {
    pub(super) nodes: Vec<VNode>,
    pub(super) flows: Vec<VFlow>,
    /// A parent stands before its children.
    pub(super) frames: Vec<VFrame>,
    /// The list below the picture.
    pub(super) callouts: Vec<Numbered>,
    /// What the coverage line adds: what was folded.
    pub(super) said: Vec<String>,
}

impl View {
    /// Makes the view in which every node is one box.
    pub(super) fn full(arch: &Architecture) -> Self {
        let (callouts, said) = numbered(arch);
        let (mut frames, frame_of) = frames(arch);
        for frame in &mut frames {
            let ids: Vec<&str> = frame.ids.iter().map(String::as_str).collect();
            let annotated = arch.boundary(ids[0]).map(|b| b.evidence);
            frame.tags = tags(&ids, annotated.unwrap_or(Evidence::Declared), &callouts);
        }
        let mut index = BTreeMap::new();
        let mut nodes = Vec::new();
        for node in arch.nodes() {
            index.insert(node.id.as_str(), nodes.len());
            nodes.push(VNode {
                id: node.id.clone(),
                members: vec![node.id.clone()],
                kind: node.kind,
                figure: arch.figure(node),
                label: node.title(),
                lines: node.box_lines(),
                rows: Vec::new(),
                frame: node
                    .boundary
                    .as_deref()
                    .and_then(|id| frame_of.get(id).copied()),
                off: node.off.is_some(),
                tags: tags(&[&node.id], node.evidence, &callouts),
            });
        }
        let flows = arch
            .flows()
            .into_iter()
            .filter_map(|flow| {
                Some(VFlow {
                    ids: vec![flow.id.clone()],
                    kind: flow.kind,
                    from: *index.get(flow.from.as_str())?,
                    to: *index.get(flow.to.as_str())?,
                    label: flow.label.clone(),
                    off: flow.off,
                    alarm: flow.alarms(),
                    tags: tags(&[&flow.id], flow.evidence, &callouts),
                })
            })
            .collect();
        Self {
            nodes,
            flows,
            frames,
            callouts,
            said,
        }
    }

    /// Returns the frames around a frame, innermost (itself) first.
    pub(super) fn chain(&self, frame: Option<usize>) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = frame;
        while let Some(frame) = at {
            chain.push(frame);
            at = self.frames[frame].parent;
        }
        chain
    }
}

/// Numbers the callouts; what is beyond the limit is counted.
fn numbered(arch: &Architecture) -> (Vec<Numbered>, Vec<String>) {
    let all = arch.callouts();
    let more = all.len().saturating_sub(CALLOUTS);
    let said = match more {
        0 => Vec::new(),
        1 => vec!["1 more remark stands in the tooltips and in JSON".to_owned()],
        n => vec![format!(
            "{n} more remarks stand in the tooltips and in JSON"
        )],
    };
    let shown = all.into_iter().take(CALLOUTS).enumerate();
    let shown = shown.map(|(at, callout)| Numbered {
        number: at + 1,
        callout,
    });
    (shown.collect(), said)
}

/// The pills of something: that it comes from an overlay, and the numbers of its callouts.
fn tags(ids: &[&str], evidence: Evidence, callouts: &[Numbered]) -> Vec<Tag> {
    let overlay = (evidence == Evidence::Annotated).then(|| Tag {
        words: "overlay".to_owned(),
        level: MarkLevel::Note,
    });
    let about = |c: &&Numbered| c.callout.on.iter().any(|id| ids.contains(&id.as_str()));
    let numbers = callouts.iter().filter(about).map(Numbered::tag);
    overlay.into_iter().chain(numbers).collect()
}

/// Says whether a boundary decides about the rights of processes in it.
fn decides(kind: BoundaryKind) -> bool {
    matches!(kind, BoundaryKind::OsUser | BoundaryKind::Account)
}

/// Isolation, machine and provider boundaries never share a frame.
fn shares(kind: BoundaryKind) -> bool {
    matches!(
        kind,
        BoundaryKind::OsUser
            | BoundaryKind::Account
            | BoundaryKind::Host
            | BoundaryKind::PrivateNetwork
    )
}

fn frames(arch: &Architecture) -> (Vec<VFrame>, BTreeMap<&str, usize>) {
    let known: BTreeMap<&str, usize> = arch
        .boundaries
        .iter()
        .enumerate()
        .map(|(i, b)| (b.id.as_str(), i))
        .collect();
    let mut nodes_in = vec![0usize; arch.boundaries.len()];
    let mut kids_in = vec![0usize; arch.boundaries.len()];
    for node in arch.nodes() {
        if let Some(&at) = node.boundary.as_deref().and_then(|id| known.get(id)) {
            nodes_in[at] += 1;
        }
    }
    let parents: Vec<Option<usize>> = arch
        .boundaries
        .iter()
        .enumerate()
        .map(|(i, b)| {
            // a parent stands before its children; anything else would be a loop
            let at = b.parent.as_deref().and_then(|id| known.get(id)).copied();
            at.filter(|&p| p < i)
        })
        .collect();
    for parent in parents.iter().flatten() {
        kids_in[*parent] += 1;
    }
    let mut frames: Vec<VFrame> = Vec::new();
    let mut frame_of = BTreeMap::new();
    let mut of_boundary = Vec::with_capacity(arch.boundaries.len());
    for (i, b) in arch.boundaries.iter().enumerate() {
        if let Some(p) = parents[i]
            && nodes_in[p] == 0
            && kids_in[p] == 1
            && shares(b.kind)
            && shares(arch.boundaries[p].kind)
        {
            let at: usize = of_boundary[p];
            let frame = &mut frames[at];
            frame.ids.push(b.id.clone());
            frame.kind = b.kind;
            frame.off &= b.off;
            if decides(b.kind) && !decides(frame.looks) {
                frame.looks = b.kind;
            }
            frame.titles.push(b.title());
            frame.lines.extend(b.box_lines());
            frame.footer.extend(b.footer.clone());
            frame.gaps.extend(b.gaps.iter().cloned());
            of_boundary.push(at);
            frame_of.insert(b.id.as_str(), at);
            continue;
        }
        let parent = parents[i].map(|p| of_boundary[p]);
        of_boundary.push(frames.len());
        frame_of.insert(b.id.as_str(), frames.len());
        frames.push(VFrame {
            ids: vec![b.id.clone()],
            kind: b.kind,
            looks: b.kind,
            off: b.off,
            titles: vec![b.title()],
            lines: b.box_lines(),
            footer: b.footer.iter().cloned().collect(),
            gaps: b.gaps.clone(),
            parent,
            count: 1,
            tags: Vec::new(),
        });
    }
    (frames, frame_of)
}
