//! The legend: which entries occur in a picture, and their words.

use std::collections::BTreeSet;

use super::placement::Sample;
use super::view::{Tag, VFlow, View};
use crate::graph::{
    BoundaryKind, Figure, FlowKind, LabelRole, Line, LineRole, Lock, MarkLevel, NodeKind, Rights,
};

/// Sentences that hold for every picture.
pub(super) const ALWAYS: [&str; 4] = [
    "Lines lead to known destinations, not to all possible ones.",
    "Results return along every line.",
    "The model's provider is not drawn.",
    "Servers are isolated from each other by the protocol; processes of one user are not.",
];

/// Returns the entries that occur, in the order of the picture.
pub(super) fn entries(view: &View) -> Vec<(Sample, String)> {
    let mut found = Found::default();
    for flow in &view.flows {
        found.flow(view, flow);
    }
    for node in &view.nodes {
        found.samples.extend(node.figure.map(Sample::Figure));
        if node.off {
            found.samples.insert(Sample::Off);
        }
        found.words([&node.label]);
        found.words(node.rows.iter());
        found.lines(&node.lines);
        found.tags(&node.tags);
        if node.kind == NodeKind::Gate && !node.lines.iter().any(is_approval) {
            found.samples.insert(Sample::Lock(Lock::Closed));
        }
    }
    for frame in &view.frames {
        // Of boundaries that share a frame, the one that decides about rights is seen.
        found.samples.insert(if frame.off {
            Sample::Off
        } else {
            Sample::Frame(frame.looks)
        });
        if !frame.gaps.is_empty() {
            found.samples.insert(Sample::Gap);
            found.samples.insert(Sample::Alert(MarkLevel::Warning));
        }
        found.words(frame.titles.iter().chain(&frame.footer).chain(&frame.gaps));
        found.lines(&frame.lines);
        found.tags(&frame.tags);
    }
    let Found { samples, kinds } = found;
    let said = |sample: Sample| match sample {
        Sample::Line(kind) => lines(kind, &kinds),
        other => words(other).to_owned(),
    };
    let mut out: Vec<(Sample, String)> = samples.into_iter().map(|s| (s, said(s))).collect();
    out.sort_by_key(|e| place(e.0));
    out
}

fn is_approval(line: &Line) -> bool {
    matches!(line.role, LineRole::Approval(_))
}

/// What occurs in a picture.
#[derive(Default)]
struct Found {
    samples: BTreeSet<Sample>,
    /// Kinds of lines with the kind that stands for all that look alike.
    kinds: BTreeSet<(FlowKind, FlowKind)>,
}

impl Found {
    fn flow(&mut self, view: &View, flow: &VFlow) {
        self.samples.insert(if flow.off {
            Sample::Off
        } else if flow.alarm {
            Sample::Alarm
        } else {
            let kind = look(view, flow);
            self.kinds.insert((kind, flow.kind));
            Sample::Line(kind)
        });
        for part in &flow.label {
            self.words([&part.text]);
            self.samples.extend(match part.role {
                LabelRole::Plain => None,
                LabelRole::Credential => Some(Sample::Key),
                LabelRole::Exposed | LabelRole::Alarm => Some(Sample::Alert(MarkLevel::Alarm)),
            });
        }
        self.tags(&flow.tags);
    }

    fn lines(&mut self, lines: &[Line]) {
        for line in lines {
            self.words([&line.text]);
            self.samples.extend(match line.role {
                LineRole::Plain => None,
                LineRole::Approval(lock) => Some(Sample::Lock(lock)),
                LineRole::Unknown => Some(Sample::Lock(Lock::Unknown)),
                LineRole::Off => Some(Sample::Lock(Lock::Refused)),
                LineRole::Rights(rights) => Some(Sample::Rights(rights)),
                LineRole::Reach => Some(Sample::Reach),
                LineRole::Credential => Some(Sample::Key),
                LineRole::Warning => Some(Sample::Alert(MarkLevel::Warning)),
                LineRole::Alarm => Some(Sample::Alert(MarkLevel::Alarm)),
            });
        }
    }

    fn words<'a>(&mut self, texts: impl IntoIterator<Item = &'a String>) {
        if texts.into_iter().any(|text| text.contains('?')) {
            self.samples.insert(Sample::Question);
        }
    }

    fn tags(&mut self, tags: &[Tag]) {
        for tag in tags {
            let number = tag.words.bytes().all(|b| b.is_ascii_digit());
            self.samples.insert(if number {
                Sample::Number
            } else {
                Sample::Overlay
            });
        }
    }
}

fn place(sample: Sample) -> (u8, Sample) {
    let group = match sample {
        Sample::Rights(_) => 0,
        Sample::Lock(_) => 1,
        Sample::Key => 2,
        Sample::Reach => 3,
        Sample::Alert(_) => 4,
        Sample::Alarm => 5,
        Sample::Question => 6,
        Sample::Number | Sample::Overlay => 7,
        Sample::Line(FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure) => 8,
        Sample::Line(FlowKind::ToolCall) => 9,
        Sample::Line(_) => 10,
        Sample::Off => 11,
        Sample::Frame(_) => 12,
        Sample::Gap => 13,
        Sample::Figure(_) => 14,
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
        FlowKind::Oauth => "asks for its OAuth token",
        FlowKind::SignIn => "sign-in and consent",
        FlowKind::Upstream => "a server uses an API or asset",
        FlowKind::Inbound => "reachable from outside",
    }
}

fn words(sample: Sample) -> &'static str {
    match sample {
        Sample::Line(kind) => flow(kind),
        Sample::Alarm => "alarm: a way in from outside, or an unsafe line",
        Sample::Off => "off, shadowed or blocked: nothing passes",
        Sample::Frame(kind) => match kind {
            BoundaryKind::Machine => "machine, cloud or deployment",
            BoundaryKind::OsUser => "OS user: your full rights",
            BoundaryKind::Account => "another account, not you",
            BoundaryKind::Host => "host: one running product",
            BoundaryKind::Isolation => "container or sandbox",
            BoundaryKind::PrivateNetwork => "private network",
            BoundaryKind::Provider => "domain; a domain is not an operator",
        },
        Sample::Gap => "gap: the border does not isolate here",
        Sample::Key => "credential",
        Sample::Reach => "files it is told to use or can see",
        Sample::Rights(rights) => match rights {
            Rights::Full => "runs with your full rights",
            Rights::Account => "runs with another account's rights",
            Rights::Isolated => "runs fenced in",
        },
        Sample::Lock(lock) => match lock {
            Lock::Closed => "a person is asked",
            Lock::Assumed => "a person is asked (product default)",
            Lock::Open => "nobody is asked",
            Lock::Partly => "nobody is asked for some calls",
            Lock::Refused => "off or blocked: no call passes",
            Lock::Unknown => "not known",
        },
        Sample::Alert(MarkLevel::Alarm) => "alarm: look here first",
        Sample::Alert(_) => "warning",
        Sample::Number => "number of a remark",
        Sample::Overlay => "said by an overlay",
        Sample::Question => "inferred or assumed, not stated",
        Sample::Figure(figure) => match figure {
            Figure::Person => "person",
            Figure::Model => "model",
            Figure::Client => "MCP client, one per server",
            Figure::Program => "server: a local program",
            Figure::Contained => "server: fenced in",
            Figure::Remote => "server in a network",
            Figure::Bridge => "bridge to another transport",
            Figure::Gateway => "gateway to several servers",
            Figure::Issuer => "authorization server",
            Figure::Api => "API",
            Figure::Database => "database",
            Figure::Folder => "files",
            Figure::Socket => "socket",
            Figure::Commands => "runs commands",
            Figure::Repository => "repository",
            Figure::Outside => "outside",
        },
    }
}
