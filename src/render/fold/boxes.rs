//! What a group of nodes or frames looks like as one.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};

use super::{Level, flows};
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, LabelRole, Line, LineRole, Lock, Mark,
    Node, NodeKind, TOLD, equal, fits, is_mixed,
};
use crate::render::outline::number;

/// Names in a row, and rows of names.
const NAMED: usize = 3;
const NAMES_IN_FRAME: usize = 4;
/// Lines of one role before the rest is counted.
const LINES: usize = 2;

/// Makes one frame of a group.
pub(super) fn frame(id: &str, group: &[&Boundary]) -> Boundary {
    let Some(&first) = group.first() else {
        return Boundary::new(id, BoundaryKind::Provider, "", None, Evidence::Assumed);
    };
    let mut frame = first.clone();
    if group.len() == 1 {
        return frame;
    }
    let n = group.len();
    frame.source = None;
    if group.iter().any(|b| b.lines != first.lines) {
        frame.lines = counted(group.iter().map(|b| b.lines.clone()));
    }
    frame.marks = united(group.iter().flat_map(|b| &b.marks));
    let labels: Vec<&str> = group.iter().map(|b| b.label.as_str()).collect();
    match frame.kind {
        BoundaryKind::Isolation => {
            frame.label = format!("{} ×{n}, each separate", equal::runtime(&frame.label));
        }
        BoundaryKind::Host => {
            frame.label = number(n, "host");
            frame.lines.splice(0..0, rows(&labels));
        }
        _ => {
            frame.label = format!("{n} domains, each separate");
            frame.lines.splice(0..0, rows(&labels));
        }
    }
    frame
}

/// Returns marks, each once for every place that it is about.
fn united<'a>(marks: impl Iterator<Item = &'a Mark>) -> Vec<Mark> {
    marks.fold(Vec::new(), |mut all, mark| {
        if !all.contains(mark) {
            all.push(mark.clone());
        }
        all
    })
}

/// Lists names, some in each line.
fn rows(names: &[&str]) -> Vec<Line> {
    let rows = names.chunks(NAMES_IN_FRAME);
    rows.map(|row| Line::new(LineRole::Plain, row.join(", ")))
        .collect()
}

/// Makes one box of a group.
pub(super) fn node(arch: &Architecture, id: &str, group: &[&Node], level: Level) -> Node {
    let Some(&first) = group.first() else {
        return Node::new(id, NodeKind::Server, "", None, Evidence::Assumed);
    };
    let mut node = first.clone();
    if group.len() == 1 {
        return node;
    }
    let clients: Vec<&Node> = group
        .iter()
        .copied()
        .filter(|n| n.kind == NodeKind::Client)
        .collect();
    let of_host = level > Level::Servers
        && group
            .iter()
            .any(|n| matches!(n.kind, NodeKind::Model | NodeKind::Gateway));
    // what is too long for a line is listed below the picture
    node.marks = united(group.iter().flat_map(|n| &n.marks).filter(|m| !fits(m)));
    node.client = None;
    node.source = None;
    if group.iter().any(|n| n.off.is_none()) {
        node.off = None;
    }
    if level == Level::Servers {
        node.label = number(group.len(), noun(first.kind));
        node.lines = table(arch, group);
    } else if of_host {
        node.kind = NodeKind::Client;
        node.label = match clients.as_slice() {
            [] => "no MCP client".to_owned(),
            [one] => one.label.clone(),
            several => number(several.len(), noun(NodeKind::Client)),
        };
        node.evidence = Evidence::Declared;
        node.lines = host(group, &clients);
    } else {
        node.label = number(group.len(), noun(first.kind));
        node.lines = match first.kind {
            // a count would lose what can be read and changed
            NodeKind::Asset => rows(&group.iter().map(|n| n.label.as_str()).collect::<Vec<_>>()),
            _ => vec![Line::new(LineRole::Plain, names(arch, group))],
        };
        node.lines.extend(counted(group.iter().map(|n| loud(n))));
    }
    node
}

fn noun(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Client => "MCP client",
        NodeKind::AuthorizationServer => "authorization server",
        NodeKind::Upstream => "API",
        NodeKind::Helper => "helper command",
        NodeKind::BuiltinTools => "built-in toolset",
        other => other.word(),
    }
}

/// A table of equal nodes: what they have in common, then a row for each.
fn table(arch: &Architecture, group: &[&Node]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if let Some(first) = group.first() {
        let own = |l: &Line| l.role == LineRole::Plain && first.kind != NodeKind::Client;
        lines.extend(first.short_lines().into_iter().filter(|l| !own(l)));
    }
    let ids: Vec<&str> = group.iter().map(|n| n.id.as_str()).collect();
    let rows = equal::rows(arch, &ids).into_iter();
    lines.extend(rows.map(|row| Line::new(LineRole::Plain, row)));
    lines
}

/// The box of a host: its servers, how they are reached, who approves.
fn host(group: &[&Node], clients: &[&Node]) -> Vec<Line> {
    let mut lines = Vec::new();
    if clients.len() > 1 {
        lines.push(Line::new(LineRole::Plain, first_names(clients)));
    }
    // what a gate sums up of its clients stands in their own lines
    let own = |node: &Node| {
        let mut lines = node.short_lines();
        lines.retain(|l| clients.is_empty() || !is_mixed(&l.text));
        lines
    };
    for kind in [NodeKind::Model, NodeKind::Gateway, NodeKind::Gate] {
        let of_kind: Vec<&&Node> = group.iter().filter(|n| n.kind == kind).collect();
        match of_kind.as_slice() {
            [one] => lines.extend(own(one)),
            several => lines.extend(counted(several.iter().map(|n| own(n)))),
        }
    }
    match clients {
        [one] => lines.extend(one.short_lines()),
        several => lines.extend(counted(several.iter().map(|n| loud(n)))),
    }
    let here = |n: &&Node| matches!(n.kind, NodeKind::Server | NodeKind::Bridge);
    let processes: Vec<&Node> = group.iter().copied().filter(here).collect();
    if !processes.is_empty() {
        let count = number(processes.len(), "local server");
        let text = format!("{count}: {}", first_names(&processes));
        lines.push(Line::new(LineRole::Plain, text));
        lines.extend(counted(processes.iter().map(|n| loud(n))));
    }
    let mut once: Vec<Line> = Vec::new();
    for line in lines {
        if !once.contains(&line) {
            once.push(line);
        }
    }
    once
}

/// The lines that say something about trust, and the short remarks; that a node is off is one word for all reasons.
fn loud(node: &Node) -> Vec<Line> {
    let mut lines = node.short_lines();
    let remark = |l: &Line| node.marks.iter().any(|m| m.text == l.text);
    lines.retain(|l| l.role != LineRole::Off && (l.role != LineRole::Plain || remark(l)));
    if node.off.is_some() {
        lines.push(Line::new(LineRole::Off, "off"));
    }
    lines
}

/// Returns what the flows between those that became one box say about credentials and alarms.
pub(super) fn passed(id: &str, flows: &[&Flow]) -> Vec<Line> {
    let label = flows::merged(id, id, flows).label.into_iter();
    let role = |role: LabelRole| match role {
        LabelRole::Plain => None,
        LabelRole::Credential => Some(LineRole::Credential),
        LabelRole::Exposed | LabelRole::Alarm => Some(LineRole::Alarm),
    };
    label
        .filter_map(|part| Some(Line::new(role(part.role)?, part.text)))
        .collect()
}

/// Names some nodes; servers of one domain without it.
fn names(arch: &Architecture, group: &[&Node]) -> String {
    let within = |node: &Node| {
        let frame = arch.boundary(node.boundary.as_deref()?)?;
        let domain = frame.label.trim_start_matches("? ");
        let host = node.label.split('/').next()?;
        let name = host.strip_suffix(domain)?.strip_suffix('.')?;
        (!name.is_empty()).then(|| name.to_owned())
    };
    let short: Option<IndexSet<String>> = group.iter().map(|n| within(n)).collect();
    match short.filter(|names| names.len() == group.len()) {
        Some(names) => first(&names.iter().map(String::as_str).collect()),
        None => first_names(group),
    }
}

fn first_names(nodes: &[&Node]) -> String {
    first(&nodes.iter().map(|n| n.label.as_str()).collect())
}

fn first(distinct: &IndexSet<&str>) -> String {
    let shown: Vec<&str> = distinct.iter().take(NAMED).copied().collect();
    match distinct.len() - shown.len() {
        0 => shown.join(", "),
        rest => format!("{} +{rest}", shown.join(", ")),
    }
}

/// Returns the lines of a group, the loudest first, each with how many have it; what is too much is counted.
fn counted(groups: impl Iterator<Item = Vec<Line>>) -> Vec<Line> {
    let mut counts: IndexMap<(LineRole, String), usize> = IndexMap::new();
    let mut total = 0;
    for lines in groups {
        total += 1;
        for line in lines {
            *counts.entry((line.role, line.text)).or_default() += 1;
        }
    }
    let mut sorted: Vec<((LineRole, String), usize)> = counts.into_iter().collect();
    sorted.sort_by_key(|((role, _), n)| (loudness(*role), std::cmp::Reverse(*n)));
    let mut lines: Vec<Line> = Vec::new();
    let mut rest: BTreeMap<LineRole, usize> = BTreeMap::new();
    for ((role, text), n) in sorted {
        let same = lines.iter().filter(|l| l.role == role).count();
        let always = matches!(
            role,
            LineRole::Alarm
                | LineRole::Warning
                | LineRole::Approval(_)
                | LineRole::Rights(_)
                | LineRole::Reach
                | LineRole::Off
        );
        if always || same < LINES {
            let text = if n == total {
                text
            } else {
                format!("{text} ({n} of {total})")
            };
            lines.push(Line::new(role, text));
        } else {
            *rest.entry(role).or_default() += n;
        }
    }
    lines.extend(
        rest.into_iter()
            .map(|(role, n)| Line::new(role, format!("{n} more {}", word(role)))),
    );
    lines.sort_by_key(|l| loudness(l.role));
    told_together(lines)
}

/// Puts what processes are told to use into few lines: each path stays.
fn told_together(lines: Vec<Line>) -> Vec<Line> {
    let told = |line: &Line| {
        let path = line.text.strip_prefix(TOLD)?.strip_prefix(' ')?;
        (line.role == LineRole::Reach).then(|| path.to_owned())
    };
    let paths: Vec<String> = lines.iter().filter_map(told).collect();
    let mut out: Vec<Line> = Vec::new();
    let mut rows = paths.chunks(NAMES_IN_FRAME);
    for line in lines {
        if told(&line).is_none() {
            out.push(line);
        } else if let Some(row) = rows.next() {
            let text = format!("{TOLD} {}", row.join(", "));
            out.push(Line::new(LineRole::Reach, text));
        }
    }
    out
}

fn loudness(role: LineRole) -> u8 {
    match role {
        LineRole::Alarm => 0,
        LineRole::Approval(Lock::Open | Lock::Partly) => 1,
        LineRole::Warning => 2,
        LineRole::Approval(_) => 3,
        LineRole::Rights(_) => 4,
        LineRole::Credential => 5,
        LineRole::Unknown => 6,
        LineRole::Off => 7,
        LineRole::Reach => 8,
        LineRole::Plain => 9,
    }
}

fn word(role: LineRole) -> &'static str {
    match role {
        LineRole::Credential => "lines about credentials",
        _ => "lines",
    }
}
