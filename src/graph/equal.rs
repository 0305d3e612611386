//! Which nodes are equal to a reviewer: same trust, credentials, approvals and findings; they may share a table.

mod named;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{Architecture, BoundaryKind, Flow, LabelPart, Line, LineRole, Node, NodeKind};

pub(crate) use named::Named;

/// Fewer equal ones stay boxes of their own.
const LEAST: usize = 3;

/// Returns the groups of equal nodes, in reading order; a node that is like no other is in none.
pub(crate) fn groups(arch: &Architecture) -> Vec<Vec<&str>> {
    let mut equal = Equal::new(arch);
    equal.clients();
    equal.remote();
    equal.groups
}

/// Returns the nodes that have an isolation for themselves, with its frame.
pub(crate) fn own_isolations(arch: &Architecture) -> BTreeMap<&str, &str> {
    let mut inside: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for node in arch.nodes() {
        inside
            .entry(node.boundary.as_deref().unwrap_or_default())
            .or_default()
            .push(&node.id);
    }
    let parents: BTreeSet<&str> = arch
        .boundaries
        .iter()
        .filter_map(|b| b.parent.as_deref())
        .collect();
    let isolations = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Isolation);
    isolations
        .map(|b| b.id.as_str())
        .filter(|id| !parents.contains(id))
        .filter_map(|id| match inside.get(id)?.as_slice() {
            [alone] => Some((*alone, id)),
            _ => None,
        })
        .collect()
}

/// Returns the part of an isolation's title that names the runtime.
pub(crate) fn runtime(title: &str) -> &str {
    title.split(" · ").next().unwrap_or(title).trim()
}

/// Returns the rows of a table, one for each node: its name and plain lines. What looks the same is told apart by the
/// clients that use it, then by where it stands.
pub(crate) fn rows(arch: &Architecture, ids: &[&str]) -> Vec<String> {
    let nodes: Vec<&Node> = ids.iter().filter_map(|id| arch.node(id)).collect();
    let mut rows: Vec<String> = nodes.iter().map(|n| row(n)).collect();
    let mut callers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for flow in arch.flows() {
        if let Some(from) = arch.node(&flow.from).filter(|n| n.kind == NodeKind::Client) {
            callers.entry(&flow.to).or_default().insert(&from.label);
        }
    }
    let used_by = |node: &Node| {
        let names = callers.get(node.id.as_str())?.iter().copied();
        Some(format!("of {}", names.collect::<Vec<_>>().join(", ")))
    };
    let stands = |node: &Node| {
        let place = node.source.as_ref()?;
        Some(format!("{}:{}", place.path, place.line))
    };
    if let Some(names) = Named::new(arch).that_differ(arch, ids) {
        for (row, name) in rows.iter_mut().zip(names) {
            let _ = write!(row, " · {name}");
        }
    }
    tell_apart(&mut rows, &nodes, used_by);
    tell_apart(&mut rows, &nodes, stands);
    rows
}

fn row(node: &Node) -> String {
    let mut parts = vec![node.label.clone()];
    if node.kind != NodeKind::Client {
        let lines = node.short_lines().into_iter();
        parts.extend(lines.filter(|l| l.role == LineRole::Plain).map(|l| l.text));
    }
    parts.join(" · ")
}

/// Adds words to the rows that are not the only ones of their kind.
fn tell_apart(rows: &mut [String], nodes: &[&Node], words: impl Fn(&Node) -> Option<String>) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows.iter() {
        *times.entry(row.clone()).or_default() += 1;
    }
    for (row, node) in rows.iter_mut().zip(nodes) {
        if times.get(row.as_str()).is_some_and(|n| *n > 1)
            && let Some(more) = words(node)
        {
            let _ = write!(row, " · {more}");
        }
    }
}

struct Equal<'a> {
    arch: &'a Architecture,
    out: BTreeMap<&'a str, Vec<&'a Flow>>,
    into: BTreeMap<&'a str, Vec<&'a Flow>>,
    isolations: BTreeMap<&'a str, &'a str>,
    groups: Vec<Vec<&'a str>>,
    grouped: BTreeSet<&'a str>,
    order: BTreeMap<&'a str, usize>,
    named: Named<'a>,
    /// What remarks say about a node or flow.
    remarks: BTreeMap<&'a str, String>,
}

fn text(role: &str, words: &str) -> String {
    format!("{role}\u{1f}{words}\u{1e}")
}

fn label(parts: &[LabelPart]) -> String {
    parts
        .iter()
        .map(|p| text(&format!("{:?}", p.role), &p.text))
        .collect()
}

fn all(lines: &[Line]) -> String {
    lines
        .iter()
        .map(|l| text(&format!("{:?}", l.role), &l.text))
        .collect()
}

/// Lines that say something about trust: all but the plain ones.
fn trust(node: &Node) -> String {
    let mut lines = node.all_lines();
    lines.retain(|l| l.role != LineRole::Plain);
    all(&lines)
}

impl<'a> Equal<'a> {
    fn new(arch: &'a Architecture) -> Self {
        let mut out: BTreeMap<&str, Vec<&Flow>> = BTreeMap::new();
        let mut into: BTreeMap<&str, Vec<&Flow>> = BTreeMap::new();
        for flow in arch.flows() {
            out.entry(&flow.from).or_default().push(flow);
            into.entry(&flow.to).or_default().push(flow);
        }
        let mut remarks: BTreeMap<&str, String> = BTreeMap::new();
        for remark in &arch.remarks {
            for id in &remark.on {
                remarks
                    .entry(id)
                    .or_default()
                    .push_str(&text("remark", &remark.text));
            }
        }
        Self {
            arch,
            out,
            into,
            isolations: own_isolations(arch),
            named: Named::new(arch),
            remarks,
            groups: Vec::new(),
            grouped: BTreeSet::new(),
            order: arch
                .nodes()
                .enumerate()
                .map(|(at, n)| (n.id.as_str(), at))
                .collect(),
        }
    }

    fn from(&self, id: &str) -> &[&'a Flow] {
        self.out.get(id).map_or(&[], Vec::as_slice)
    }

    fn to(&self, id: &str) -> &[&'a Flow] {
        self.into.get(id).map_or(&[], Vec::as_slice)
    }

    /// Returns the outermost frame around a node.
    fn outer(&self, id: &str) -> Option<&'a str> {
        let frame = self.arch.node(id)?.boundary.as_deref();
        self.arch.ancestry(frame).last().copied()
    }

    /// A local process that one client alone uses.
    fn own(&self, client: &str, server: &str) -> bool {
        let kind = self.arch.node(server).map(|n| n.kind);
        matches!(
            kind,
            Some(NodeKind::Server | NodeKind::Bridge | NodeKind::Helper)
        ) && self.outer(client).is_some()
            && self.outer(client) == self.outer(server)
            && self.to(server).iter().all(|f| f.from == client)
    }

    fn remark(&self, id: &str) -> &str {
        self.remarks.get(id).map_or("", String::as_str)
    }

    fn flow_sig(&self, flow: &Flow, to: &str) -> String {
        format!(
            "{:?}|{}|{}|{}|{}|{}|{to}\u{1d}",
            flow.kind,
            flow.off,
            flow.alarms(),
            label(&self.named.common(flow)),
            self.named.kinds(flow),
            self.remark(&flow.id)
        )
    }

    /// What an isolation around a single server says about trust; other frames count as themselves.
    fn frame_sig(&self, node: &Node) -> String {
        let Some(frame) = self
            .isolations
            .get(node.id.as_str())
            .and_then(|id| self.arch.boundary(id))
        else {
            return format!("={:?}", node.boundary);
        };
        format!(
            "{:?}|{}|{}|{}|{:?}|{:?}",
            frame.parent,
            runtime(&frame.label),
            all(&frame.lines),
            frame.gaps.join("\u{1f}"),
            frame.footer,
            frame.marks.iter().map(|m| &m.text).collect::<Vec<_>>(),
        )
    }

    fn server_sig(&self, node: &Node) -> String {
        let mut sig = format!(
            "{:?}|{}|{}|{}|{}",
            node.kind,
            node.off.is_some(),
            trust(node),
            self.remark(&node.id),
            self.frame_sig(node)
        );
        let mut flows: Vec<String> = self
            .from(&node.id)
            .iter()
            .map(|flow| self.flow_sig(flow, &format!("={}", flow.to)))
            .collect();
        flows.sort();
        sig.extend(flows);
        sig
    }

    fn client_sig(&self, node: &Node) -> String {
        let mut sig = format!(
            "{:?}|{}|{}|{}",
            node.boundary,
            node.off.is_some(),
            all(&node.all_lines()),
            self.remark(&node.id)
        );
        for flow in self.to(&node.id) {
            let _ = write!(sig, "<{}", self.flow_sig(flow, &format!("={}", flow.from)));
        }
        let mut flows: Vec<String> = self
            .from(&node.id)
            .iter()
            .filter_map(|flow| {
                let there = self.arch.node(&flow.to)?;
                let target = if self.own(&node.id, &flow.to) {
                    format!("own {}", self.server_sig(there))
                } else if self.outer(&flow.to) == self.outer(&node.id) {
                    format!("={}", flow.to)
                } else {
                    format!(
                        "far {:?}|{}|{}|{}",
                        there.kind,
                        there.off.is_some(),
                        trust(there),
                        self.remark(&there.id)
                    )
                };
                Some(self.flow_sig(flow, &target))
            })
            .collect();
        flows.sort();
        sig.extend(flows);
        sig
    }

    fn group(&mut self, members: Vec<&'a str>) {
        self.grouped.extend(&members);
        self.groups.push(members);
    }

    /// Returns the lists that are long enough, in reading order.
    fn long(&self, equal: BTreeMap<String, Vec<&'a str>>) -> Vec<Vec<&'a str>> {
        let mut lists: Vec<Vec<&str>> = equal.into_values().filter(|l| l.len() >= LEAST).collect();
        lists.sort_by_key(|l| l.first().and_then(|id| self.order.get(id)).copied());
        lists
    }

    /// Equal clients of a host, and with them the servers that they alone use.
    fn clients(&mut self) {
        let mut equal: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for node in self.arch.nodes().filter(|n| n.kind == NodeKind::Client) {
            equal
                .entry(self.client_sig(node))
                .or_default()
                .push(&node.id);
        }
        for clients in self.long(equal) {
            let mut servers: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for client in &clients {
                let own = self.from(client).iter().map(|f| f.to.as_str());
                let own: BTreeSet<&str> = own.filter(|to| self.own(client, to)).collect();
                for server in own.into_iter().filter_map(|id| self.arch.node(id)) {
                    servers
                        .entry(self.server_sig(server))
                        .or_default()
                        .push(&server.id);
                }
            }
            self.group(clients);
            for list in servers.into_values() {
                self.group(list);
            }
        }
    }

    /// Equal servers of a provider or private network.
    fn remote(&mut self) {
        let mut equal: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for node in self.arch.nodes() {
            let frame = node
                .boundary
                .as_deref()
                .and_then(|id| self.arch.boundary(id));
            let far = frame.is_some_and(|b| {
                matches!(
                    b.kind,
                    BoundaryKind::Provider | BoundaryKind::PrivateNetwork
                )
            });
            if far && node.kind == NodeKind::Server && !self.grouped.contains(node.id.as_str()) {
                let sig = format!("{:?}|{}", node.boundary, self.server_sig(node));
                equal.entry(sig).or_default().push(&node.id);
            }
        }
        for list in self.long(equal) {
            self.group(list);
        }
    }
}
