//! The legend: which entries occur in a picture, and their words.

use std::collections::BTreeSet;

use super::placement::Sample;
use super::view::{VFlow, View};
use crate::graph::{BoundaryKind, FlowKind, LabelRole, LineRole, Lock};

/// Sentences that hold for every picture.
pub(super) const ALWAYS: [&str; 3] = [
    "Results return along every line.",
    "The model's provider is not drawn.",
    "Servers are isolated from each other by the protocol; processes of one user are not.",
];

/// Returns the entries that occur, in the order of the picture.
pub(super) fn entries(view: &View) -> Vec<(Sample, String)> {
    let mut found: BTreeSet<Sample> = BTreeSet::new();
    let mut kinds: BTreeSet<(FlowKind, FlowKind)> = BTreeSet::new();
    let mut question = false;
    for flow in &view.flows {
        found.insert(if flow.off {
            Sample::Off
        } else if flow.alarm {
            Sample::Alarm
        } else {
            let kind = look(view, flow);
            kinds.insert((kind, flow.kind));
            Sample::Line(kind)
        });
        for part in &flow.label {
            question |= part.text.contains('?');
            match part.role {
                LabelRole::Credential => {
                    found.insert(Sample::Key);
                }
                LabelRole::Alarm => {
                    found.insert(Sample::Alarm);
                }
                LabelRole::Plain | LabelRole::Exposed => {}
            }
        }
    }
    for node in &view.nodes {
        if node.off {
            found.insert(Sample::Off);
        }
        for line in &node.lines {
            question |= line.text.contains('?');
            match line.role {
                LineRole::Approval(lock) => {
                    found.insert(Sample::Lock(lock));
                }
                LineRole::Credential => {
                    found.insert(Sample::Key);
                }
                LineRole::Alarm => {
                    found.insert(Sample::Alarm);
                }
                _ => {}
            }
        }
    }
    for frame in &view.frames {
        found.insert(Sample::Frame(frame.kind));
        if !frame.gaps.is_empty() {
            found.insert(Sample::Gap);
        }
    }
    if question {
        found.insert(Sample::Question);
    }
    let said = |sample: Sample| match sample {
        Sample::Line(kind) => lines(kind, &kinds),
        other => words(other).to_owned(),
    };
    let mut out: Vec<(Sample, String)> = found.into_iter().map(|s| (s, said(s))).collect();
    out.sort_by_key(|e| place(e.0));
    out
}

fn place(sample: Sample) -> (u8, Sample) {
    let group = match sample {
        Sample::Line(FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure) => 0,
        Sample::Line(FlowKind::ToolCall) => 1,
        Sample::Line(_) => 2,
        Sample::Alarm => 3,
        Sample::Off => 4,
        Sample::Key => 5,
        Sample::Lock(_) => 6,
        Sample::Question => 7,
        Sample::Frame(_) => 8,
        Sample::Gap => 9,
    };
    (group, sample)
}

/// The kind that stands for all whose lines look alike: one entry each.
fn look(view: &View, flow: &VFlow) -> FlowKind {
    match flow.kind {
        FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure => FlowKind::Prompt,
        FlowKind::Http | FlowKind::Sse => FlowKind::Http,
        FlowKind::Custom if leaves(view, flow) => FlowKind::Http,
        FlowKind::Stdio | FlowKind::Custom => FlowKind::Stdio,
        FlowKind::Oauth | FlowKind::SignIn => FlowKind::Oauth,
        other => other,
    }
}

/// Says whether a flow ends in a network beyond the machine.
fn leaves(view: &View, flow: &VFlow) -> bool {
    let around = view.chain(view.nodes[flow.to].frame);
    around.iter().any(|&f| {
        matches!(
            view.frames[f].kind,
            BoundaryKind::Provider | BoundaryKind::PrivateNetwork
        )
    })
}

/// The words of a line: what of its kinds occurs.
fn lines(kind: FlowKind, found: &BTreeSet<(FlowKind, FlowKind)>) -> String {
    let of_kind = found.iter().filter(|(looks, _)| *looks == kind);
    let all: Vec<&str> = of_kind.map(|(_, found)| flow(*found)).collect();
    all.join(", ")
}

fn flow(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::Prompt => "prompts",
        FlowKind::Approve => "approves",
        FlowKind::Configure => "configures",
        FlowKind::ToolCall => "tool calls, routed by the host",
        FlowKind::Stdio => "to a local process",
        FlowKind::Http => "to a server over HTTP",
        FlowKind::Sse => "HTTP+SSE",
        FlowKind::Custom => "other transport",
        FlowKind::Oauth => "OAuth: where the token comes from",
        FlowKind::SignIn => "sign-in and consent",
        FlowKind::Upstream => "a server uses an API or asset",
        FlowKind::Inbound => "reachable from outside",
    }
}

fn words(sample: Sample) -> &'static str {
    match sample {
        Sample::Line(kind) => flow(kind),
        Sample::Alarm => "alarm: look here first",
        Sample::Off => "off: disabled, shadowed or blocked",
        Sample::Frame(kind) => match kind {
            BoundaryKind::Machine => "machine",
            BoundaryKind::OsUser => "OS user: one set of rights",
            BoundaryKind::Host => "host: one running product",
            BoundaryKind::Isolation => "isolation",
            BoundaryKind::PrivateNetwork => "private network",
            BoundaryKind::Provider => "domain; a domain is not an operator",
        },
        Sample::Gap => "gap: the border does not isolate here",
        Sample::Key => "credential",
        Sample::Lock(lock) => match lock {
            Lock::Closed => "somebody is asked, or it is refused",
            Lock::Open => "nobody is asked",
            Lock::Partly => "nobody is asked for some calls",
            Lock::Unknown => "approval not known",
        },
        Sample::Question => "inferred or assumed, not stated",
    }
}
