//! The legend: which entries occur in a picture, and their words.

use std::collections::BTreeSet;

use super::placement::Sample;
use super::view::{Tag, VFlow, VNode, View};
use crate::graph::{
    BoundaryKind, Figure, FlowKind, LabelRole, Line, LineRole, Lock, MarkLevel, NodeKind,
};

/// Sentences that hold for every picture.
pub(super) const ALWAYS: [&str; 3] = [
    "Lines show known destinations, not all possible ones; results return along them.",
    "The model's provider is not drawn.",
    "The protocol isolates servers from each other; nothing isolates processes of one user.",
];
/// Said where a line names a variable.
pub(super) const FROM_HOST: &str =
    "Values of credentials come from the host's environment unless the line says otherwise.";

/// Said where calls to several clients leave one line.
pub(super) const JOINED: &str = "Lines that join have a dot.";

/// Says whether lines join: the calls of one model to its clients are one line first.
pub(super) fn joins(view: &View) -> bool {
    let calls = view.flows.iter().filter(|f| f.kind == FlowKind::ToolCall);
    let mut from = BTreeSet::new();
    calls.into_iter().any(|call| !from.insert(call.from))
}

/// Returns the entries that occur, in the order of the picture.
pub(super) fn entries(view: &View) -> Vec<(Sample, String)> {
    let mut found = Found::default();
    for flow in &view.flows {
        found.flow(view, flow);
    }
    for node in &view.nodes {
        let figure = node.figure.filter(|figure| !says(node, *figure));
        found.samples.extend(figure.map(Sample::Figure));
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
        found.samples.extend(if frame.off {
            Some(Sample::Off)
        } else {
            (!is_titled(frame.looks)).then_some(Sample::Frame(frame.looks))
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
        self.samples.extend(if flow.off {
            Some(Sample::Off)
        } else if flow.alarm {
            Some(Sample::Alarm)
        } else {
            look(view, flow).map(|kind| {
                self.kinds.insert((kind, flow.kind));
                Sample::Line(kind)
            })
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
                // Their words stand behind the marks.
                LineRole::Plain | LineRole::Rights(_) | LineRole::Reach => None,
                LineRole::Approval(lock) => Some(Sample::Lock(lock)),
                LineRole::Unknown => Some(Sample::Lock(Lock::Unknown)),
                LineRole::Off => Some(Sample::Lock(Lock::Refused)),
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
        Sample::Lock(_) => 1,
        Sample::Key => 2,
        Sample::Alert(_) => 4,
        Sample::Alarm => 5,
        Sample::Question => 6,
        Sample::Number | Sample::Overlay => 7,
        Sample::Line(FlowKind::ToolCall) => 9,
        Sample::Line(_) => 10,
        Sample::Off => 11,
        Sample::Frame(_) => 12,
        Sample::Gap => 13,
        Sample::Figure(_) => 14,
    };
    (group, sample)
}

/// Says whether the words of a box say what its figure shows.
fn says(node: &VNode, figure: Figure) -> bool {
    let words: &[&str] = match figure {
        Figure::Person => &["person", "user", "who assigns"],
        Figure::Model => &["model"],
        Figure::Repository => &["repository"],
        Figure::Issuer => &["authorization server"],
        Figure::Api => &["api"],
        Figure::Database => &["database"],
        Figure::Folder => &["folder", "file", "disk"],
        Figure::Socket => &["socket", "pipe"],
        Figure::Commands => &["command", "tools"],
        Figure::Outside => &["network", "callers", "process"],
        Figure::Client
        | Figure::Program
        | Figure::Contained
        | Figure::Remote
        | Figure::Bridge
        | Figure::Gateway => &[],
    };
    let lines = node.lines.iter().map(|line| &line.text);
    let mut texts = lines.chain([&node.label]).chain(&node.rows);
    texts.any(|text| {
        let text = text.to_lowercase();
        words.iter().any(|word| text.contains(word))
    })
}

/// Says whether the title of a frame says what it is.
fn is_titled(kind: BoundaryKind) -> bool {
    matches!(kind, BoundaryKind::Machine | BoundaryKind::PrivateNetwork)
}

/// The kind that stands for all whose lines look alike: one entry each. None where the words on the lines say all.
fn look(view: &View, flow: &VFlow) -> Option<FlowKind> {
    Some(match flow.kind {
        FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure => return None,
        FlowKind::Http | FlowKind::Sse => FlowKind::Http,
        FlowKind::Custom if leaves(view, flow) => FlowKind::Http,
        FlowKind::Stdio | FlowKind::Custom => FlowKind::Stdio,
        FlowKind::Oauth | FlowKind::SignIn => FlowKind::Oauth,
        other => other,
    })
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
        FlowKind::Http => "over HTTP",
        FlowKind::Sse => "HTTP+SSE",
        FlowKind::Custom => "other transport",
        FlowKind::Oauth => "to its OAuth token",
        FlowKind::SignIn => "sign-in and consent",
        FlowKind::Upstream => "uses an API or asset",
        FlowKind::Inbound => "way in",
    }
}

fn words(sample: Sample) -> &'static str {
    match sample {
        Sample::Line(kind) => flow(kind),
        Sample::Alarm => "alarm: a way in, or an unsafe line",
        Sample::Off => "off: nothing passes",
        Sample::Frame(kind) => match kind {
            BoundaryKind::Machine => "machine",
            BoundaryKind::OsUser => "OS user: your full rights",
            BoundaryKind::Account => "another account, not you",
            BoundaryKind::Host => "host: one product",
            BoundaryKind::Isolation => "container or sandbox",
            BoundaryKind::PrivateNetwork => "private network",
            BoundaryKind::Provider => "domain; its operator may differ",
        },
        Sample::Gap => "gap: not isolated here",
        Sample::Key => "credential",
        Sample::Lock(lock) => match lock {
            Lock::Closed => "a person is asked",
            Lock::Assumed => "a person is asked by default",
            Lock::Open => "nobody is asked",
            Lock::Partly => "nobody is asked for some calls",
            Lock::Refused => "off or blocked",
            Lock::Unknown => "not known",
        },
        Sample::Alert(MarkLevel::Alarm) => "alarm",
        Sample::Alert(_) => "warning",
        Sample::Number => "number of a remark",
        Sample::Overlay => "from an overlay",
        Sample::Question => "inferred or assumed",
        Sample::Figure(figure) => match figure {
            Figure::Person => "person",
            Figure::Model => "model",
            Figure::Client => "MCP client, one per server",
            Figure::Program => "server: local program",
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
