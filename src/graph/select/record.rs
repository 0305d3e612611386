//! The record of what was left out: nothing goes without being counted, no alarm without its words.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::reach::Reach;
use crate::graph::{
    Architecture, BoundaryKind, Flow, FlowKind, LabelRole, Line, LineRole, Lock, Mark, MarkLevel,
    Node, NodeKind,
};

/// Names in a coverage line.
const NAMED: usize = 6;

/// A node that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutNode {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: NodeKind,
    /// Its label.
    pub label: String,
}

/// What the user's choice left out of an architecture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// The flags that chose (`--only`, ...).
    pub flags: Vec<&'static str>,
    /// The nodes, in reading order.
    pub nodes: Vec<LeftOutNode>,
    /// Flows between what is drawn and what is not, prompts and tool calls excepted.
    pub cut_flows: usize,
    /// Alarms on what is left out: where, and what it says.
    pub alarms: Vec<(String, String)>,
}

impl LeftOut {
    /// Says whether anything was left out.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds what a second choice left out.
    pub(super) fn add(&mut self, more: Self) {
        self.flags.extend(more.flags);
        self.nodes.extend(more.nodes);
        self.cut_flows += more.cut_flows;
        self.alarms.extend(more.alarms);
    }

    /// Records what is not kept.
    pub(super) fn of(reach: &Reach<'_>, kept: &BTreeSet<&str>, flags: Vec<&'static str>) -> Self {
        let mut left = Self {
            flags,
            ..Self::default()
        };
        let stays = |id: &str| kept.contains(id);
        for node in reach.arch.nodes().filter(|n| !stays(&n.id)) {
            left.nodes.push(LeftOutNode {
                id: node.id.clone(),
                kind: node.kind,
                label: node.label.clone(),
            });
            // What is off does nothing, and is drawn grey.
            if node.off.is_none() {
                left.alarm(&node.label, &loud(&node.lines, &node.marks));
                left.alarm(&node.label, &unasked(node));
            }
        }
        for flow in &reach.flows {
            let (from, to) = (stays(&flow.from), stays(&flow.to));
            left.cut_flows += usize::from(from != to && !is_call(flow.kind));
            let whole = from && to;
            if !(whole || flow.off) {
                let red = [LabelRole::Alarm, LabelRole::Exposed];
                let red = flow.label.iter().filter(|p| red.contains(&p.role));
                let mut words: Vec<&str> = red.map(|p| p.text.as_str()).collect();
                let inbound = flow.text();
                if flow.kind == FlowKind::Inbound && words.is_empty() {
                    words.push(&inbound);
                }
                let end = if flow.kind == FlowKind::Inbound {
                    &flow.to
                } else {
                    &flow.from
                };
                let label = reach.arch.node(end).map_or("", |n| n.label.as_str());
                left.alarm(label, &words);
            }
        }
        let drawn: BTreeSet<&str> = kept.iter().flat_map(|id| reach.frames(id)).collect();
        for frame in reach
            .arch
            .boundaries
            .iter()
            .filter(|b| !drawn.contains(b.id.as_str()))
        {
            let mut words = loud(&frame.lines, &frame.marks);
            words.extend(frame.gaps.iter().map(String::as_str));
            left.alarm(&frame.label, &words);
        }
        let whole = |f: &&&Flow| stays(&f.from) && stays(&f.to);
        let flows: BTreeSet<&str> = reach
            .flows
            .iter()
            .filter(whole)
            .map(|f| f.id.as_str())
            .collect();
        let there =
            |id: &String| stays(id) || drawn.contains(id.as_str()) || flows.contains(id.as_str());
        for remark in &reach.arch.remarks {
            if let Some(first) = remark.on.first()
                && remark.level == MarkLevel::Alarm
                && !remark.on.iter().any(there)
            {
                let label = reach.arch.node(first).map_or("", |n| n.label.as_str());
                left.alarm(label, &[&remark.text]);
            }
        }
        left
    }

    fn alarm(&mut self, place: &str, words: &[&str]) {
        self.alarms
            .extend(words.iter().map(|w| (place.to_owned(), (*w).to_owned())));
    }

    /// Says it in the lines of the coverage note.
    pub(super) fn said(&self, before: &Architecture) -> Vec<String> {
        let labels = |kind: NodeKind| {
            self.nodes
                .iter()
                .filter(move |n| n.kind == kind)
                .map(|n| n.label.as_str())
        };
        let clients: Vec<&str> = labels(NodeKind::Client).collect();
        let all = before
            .nodes()
            .filter(|n| n.kind == NodeKind::Client)
            .count();
        let flags = self.flags.join(", ");
        let mut parts = Vec::new();
        if !clients.is_empty() {
            parts.push(format!(
                "{} of {all} configured servers ({})",
                clients.len(),
                named(&clients)
            ));
        }
        let hosts = self.hosts(before);
        if !hosts.is_empty() {
            parts.push(format!("all of {}", named(&hosts)));
        }
        let tools = self.tools(before, &hosts);
        if !tools.is_empty() {
            parts.push(format!("the built-in tools of {}", named(&tools)));
        }
        if parts.is_empty() {
            let others: Vec<&str> = self.nodes.iter().map(|n| n.label.as_str()).collect();
            parts.push(named(&others));
        }
        if self.cut_flows > 0 {
            let flows = if self.cut_flows == 1 { "flow" } else { "flows" };
            parts.push(format!(
                "{} {flows} between these and what is drawn",
                self.cut_flows
            ));
        }
        let mut said = vec![format!("left out by {flags}: {}", parts.join("; "))];
        if !self.alarms.is_empty() {
            let mut words: IndexMap<&str, usize> = IndexMap::new();
            for (_, text) in &self.alarms {
                *words.entry(text).or_default() += 1;
            }
            let counted: Vec<String> = words
                .iter()
                .map(|(text, n)| {
                    if *n > 1 {
                        format!("{text} ×{n}")
                    } else {
                        (*text).to_owned()
                    }
                })
                .collect();
            let counted: Vec<&str> = counted.iter().map(String::as_str).collect();
            let n = self.alarms.len();
            let noun = if n == 1 { "alarm" } else { "alarms" };
            said.push(format!("with them {n} {noun}: {}", named(&counted)));
        }
        said
    }

    /// Returns the titles of other hosts whose built-in tools are not drawn.
    fn tools<'a>(&self, before: &'a Architecture, hosts: &[&str]) -> Vec<&'a str> {
        let flows = before.flows();
        let gone = self.nodes.iter();
        gone.filter(|n| n.kind == NodeKind::BuiltinTools)
            .filter_map(|n| flows.iter().find(|f| f.to == n.id && is_call(f.kind)))
            .filter_map(|flow| before.node(&flow.from)?.boundary.as_deref())
            .filter_map(|frame| before.boundary(frame))
            .map(|host| host.label.as_str())
            .filter(|host| !hosts.contains(host))
            .collect()
    }

    /// Returns the titles of hosts of which nothing is drawn.
    fn hosts<'a>(&self, before: &'a Architecture) -> Vec<&'a str> {
        let gone: BTreeSet<&str> = self.nodes.iter().map(|n| n.id.as_str()).collect();
        let mut drawn: BTreeMap<&str, bool> = BTreeMap::new();
        for node in before.nodes() {
            if let Some(frame) = node.boundary.as_deref() {
                *drawn.entry(frame).or_default() |= !gone.contains(node.id.as_str());
            }
        }
        let hosts = before
            .boundaries
            .iter()
            .filter(|b| b.kind == BoundaryKind::Host);
        hosts
            .filter(|b| drawn.get(b.id.as_str()) == Some(&false))
            .map(|b| b.label.as_str())
            .collect()
    }
}

/// Says whether a flow is one that every client has from its host.
fn is_call(kind: FlowKind) -> bool {
    matches!(
        kind,
        FlowKind::Prompt | FlowKind::Approve | FlowKind::Configure | FlowKind::ToolCall
    )
}

/// Returns what a client's box says where nobody is asked; the gate only sums it up.
fn unasked(node: &Node) -> Vec<&str> {
    let red = [Lock::Open, Lock::Partly].map(LineRole::Approval);
    let lines = node.lines.iter().filter(|l| red.contains(&l.role));
    let client = node.kind == NodeKind::Client;
    lines.filter(|_| client).map(|l| l.text.as_str()).collect()
}

/// Returns the alarms among lines and marks, each text once.
fn loud<'a>(lines: &'a [Line], marks: &'a [Mark]) -> Vec<&'a str> {
    let mut texts: Vec<&str> = lines
        .iter()
        .filter(|l| l.role == LineRole::Alarm)
        .map(|l| l.text.as_str())
        .collect();
    for mark in marks.iter().filter(|m| m.level == MarkLevel::Alarm) {
        if !texts.contains(&&*mark.text) {
            texts.push(&mark.text);
        }
    }
    texts
}

/// Lists names, each once, the first ones in full.
fn named(names: &[&str]) -> String {
    let mut distinct: IndexMap<&str, usize> = IndexMap::new();
    for name in names {
        *distinct.entry(name).or_default() += 1;
    }
    let texts: Vec<String> = distinct
        .iter()
        .map(|(name, n)| {
            if *n > 1 {
                format!("{name} ×{n}")
            } else {
                (*name).to_owned()
            }
        })
        .collect();
    match texts.len() {
        n if n > NAMED => format!("{} and {} more", texts[..NAMED].join(", "), n - NAMED),
        _ => texts.join(", "),
    }
}
