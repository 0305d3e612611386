//! Folding: what is equal in trust, credentials, approvals and findings becomes one table; every name stays readable.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::view::{VFlow, VFrame, VNode, View};
use crate::graph::{BoundaryKind, FlowKind, LabelPart, LabelRole, Line, LineRole, NodeKind};

/// Fewer equal ones stay boxes of their own.
const LEAST: usize = 3;

/// Folds a full view; `names` keeps a row for each folded node.
pub(super) fn fold(full: &View, names: bool) -> View {
    let mut folder = Folder::new(full);
    folder.clients();
    folder.remote();
    folder.build(names)
}

struct Folder<'a> {
    full: &'a View,
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    /// Outermost frame of each node.
    outer: Vec<Option<usize>>,
    /// Nodes that become one box.
    groups: Vec<Vec<usize>>,
    group_of: BTreeMap<usize, usize>,
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

/// Lines that say something about trust: all but the plain ones.
fn trust(lines: &[Line]) -> String {
    lines
        .iter()
        .filter(|l| l.role != LineRole::Plain)
        .map(|l| text(&format!("{:?}", l.role), &l.text))
        .collect()
}

fn all(lines: &[Line]) -> String {
    lines
        .iter()
        .map(|l| text(&format!("{:?}", l.role), &l.text))
        .collect()
}

impl<'a> Folder<'a> {
    fn new(full: &'a View) -> Self {
        let mut out = vec![Vec::new(); full.nodes.len()];
        let mut into = vec![Vec::new(); full.nodes.len()];
        for (i, flow) in full.flows.iter().enumerate() {
            out[flow.from].push(i);
            into[flow.to].push(i);
        }
        let outer = full
            .nodes
            .iter()
            .map(|n| full.chain(n.frame).last().copied())
            .collect();
        Self {
            full,
            out,
            into,
            outer,
            groups: Vec::new(),
            group_of: BTreeMap::new(),
        }
    }

    /// A local process that one client alone uses.
    fn own(&self, client: usize, server: usize) -> bool {
        let node = &self.full.nodes[server];
        matches!(
            node.kind,
            NodeKind::Server | NodeKind::Bridge | NodeKind::Helper
        ) && self.outer[client].is_some()
            && self.outer[client] == self.outer[server]
            && self.into[server]
                .iter()
                .all(|&f| self.full.flows[f].from == client)
    }

    fn flow_sig(flow: &VFlow, to: &str) -> String {
        format!(
            "{:?}|{}|{}|{}|{to}\u{1d}",
            flow.kind,
            flow.off,
            flow.alarm,
            label(&flow.label)
        )
    }

    /// What an isolation around a single server says about trust; other frames count as themselves.
    fn frame_sig(&self, server: usize) -> String {
        let Some(at) = self.full.nodes[server].frame else {
            return String::new();
        };
        let frame = &self.full.frames[at];
        if !self.alone(server) {
            return format!("={at}");
        }
        format!(
            "{:?}|{:?}|{}|{}|{}",
            frame.parent,
            frame.titles.first().map(|t| runtime(t)),
            all(&frame.lines),
            frame.gaps.join("\u{1f}"),
            frame.footer.join("\u{1f}"),
        )
    }

    fn alone(&self, server: usize) -> bool {
        let Some(at) = self.full.nodes[server].frame else {
            return false;
        };
        self.full.frames[at].kind == BoundaryKind::Isolation
            && self.full.frames.iter().all(|f| f.parent != Some(at))
            && self
                .full
                .nodes
                .iter()
                .enumerate()
                .all(|(i, n)| n.frame != Some(at) || i == server)
    }

    fn server_sig(&self, server: usize) -> String {
        let node = &self.full.nodes[server];
        let mut sig = format!(
            "{:?}|{}|{}|{}",
            node.kind,
            node.off,
            trust(&node.lines),
            self.frame_sig(server)
        );
        let mut flows: Vec<String> = self.out[server]
            .iter()
            .map(|&f| {
                let flow = &self.full.flows[f];
                Self::flow_sig(flow, &format!("={}", flow.to))
            })
            .collect();
        flows.sort();
        sig.extend(flows);
        sig
    }

    fn client_sig(&self, client: usize) -> String {
        let node = &self.full.nodes[client];
        let mut sig = format!("{:?}|{}|{}", node.frame, node.off, all(&node.lines));
        for &f in &self.into[client] {
            let flow = &self.full.flows[f];
            let _ = write!(sig, "<{}", Self::flow_sig(flow, &format!("={}", flow.from)));
        }
        let mut flows: Vec<String> = self.out[client]
            .iter()
            .map(|&f| {
                let flow = &self.full.flows[f];
                let to = flow.to;
                let target = if self.own(client, to) {
                    format!("own {}", self.server_sig(to))
                } else if self.outer[to] == self.outer[client] {
                    format!("={to}")
                } else {
                    let there = &self.full.nodes[to];
                    format!("far {:?}|{}|{}", there.kind, there.off, trust(&there.lines))
                };
                Self::flow_sig(flow, &target)
            })
            .collect();
        flows.sort();
        sig.extend(flows);
        sig
    }

    fn group(&mut self, members: Vec<usize>) {
        for &m in &members {
            self.group_of.insert(m, self.groups.len());
        }
        self.groups.push(members);
    }

    /// Equal clients of a host, and with them the servers that they alone use.
    fn clients(&mut self) {
        let mut equal: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, node) in self.full.nodes.iter().enumerate() {
            if node.kind == NodeKind::Client {
                equal.entry(self.client_sig(i)).or_default().push(i);
            }
        }
        let mut lists: Vec<Vec<usize>> = equal.into_values().filter(|l| l.len() >= LEAST).collect();
        lists.sort();
        for clients in lists {
            let mut servers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for &client in &clients {
                let own: BTreeSet<usize> = self.out[client]
                    .iter()
                    .map(|&f| self.full.flows[f].to)
                    .filter(|&to| self.own(client, to))
                    .collect();
                for server in own {
                    servers
                        .entry(self.server_sig(server))
                        .or_default()
                        .push(server);
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
        let mut equal: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, node) in self.full.nodes.iter().enumerate() {
            let far = node.frame.is_some_and(|f| {
                matches!(
                    self.full.frames[f].kind,
                    BoundaryKind::Provider | BoundaryKind::PrivateNetwork
                )
            });
            if far && node.kind == NodeKind::Server && !self.group_of.contains_key(&i) {
                let sig = format!("{:?}|{}", node.frame, self.server_sig(i));
                equal.entry(sig).or_default().push(i);
            }
        }
        let mut lists: Vec<Vec<usize>> = equal.into_values().filter(|l| l.len() >= LEAST).collect();
        lists.sort();
        for list in lists {
            self.group(list);
        }
    }

    fn build(&self, names: bool) -> View {
        let (frames, frame_of) = self.frames();
        let mut view = View {
            frames,
            ..View::default()
        };
        let mut at = vec![0; self.full.nodes.len()];
        let mut of_group: BTreeMap<usize, usize> = BTreeMap::new();
        for (i, node) in self.full.nodes.iter().enumerate() {
            let group = self.group_of.get(&i);
            if let Some(known) = group.and_then(|g| of_group.get(g)) {
                at[i] = *known;
                continue;
            }
            at[i] = view.nodes.len();
            let mut node = match group {
                Some(&g) => {
                    of_group.insert(g, at[i]);
                    self.table(&self.groups[g], names)
                }
                None => node.clone(),
            };
            node.frame = node.frame.map(|f| frame_of[f]);
            view.nodes.push(node);
        }
        self.flows(&mut view, &at);
        let folded: usize = self
            .groups
            .iter()
            .filter(|g| self.full.nodes[g[0]].kind != NodeKind::Client)
            .map(Vec::len)
            .sum();
        let tables = self
            .groups
            .iter()
            .filter(|g| self.full.nodes[g[0]].kind != NodeKind::Client)
            .count();
        if !self.groups.is_empty() {
            let shown = if names {
                "all names shown"
            } else {
                "names left out"
            };
            view.said.push(format!(
                "folded: {folded} servers in {tables} tables, each of equal trust, credentials, approvals and findings; {shown}"
            ));
        }
        view
    }

    /// Frames, where the isolations of folded servers become one.
    fn frames(&self) -> (Vec<VFrame>, Vec<usize>) {
        let mut lead: Vec<usize> = (0..self.full.frames.len()).collect();
        for group in &self.groups {
            if group.iter().all(|&s| self.alone(s)) {
                let of = |s: usize| self.full.nodes[s].frame;
                if let Some(first) = of(group[0]) {
                    for &s in group {
                        if let Some(f) = of(s) {
                            lead[f] = first;
                        }
                    }
                }
            }
        }
        let mut frames: Vec<VFrame> = Vec::new();
        let mut frame_of = vec![0; self.full.frames.len()];
        for (f, frame) in self.full.frames.iter().enumerate() {
            if lead[f] != f && lead[f] < f {
                let to = frame_of[lead[f]];
                frame_of[f] = to;
                let merged: &mut VFrame = &mut frames[to];
                merged.ids.extend(frame.ids.iter().cloned());
                merged.count += frame.count;
                let n = merged.count;
                if let Some(title) = frame.titles.first() {
                    merged.titles = vec![format!("{} ×{n}, each separate", runtime(title))];
                }
                continue;
            }
            frame_of[f] = frames.len();
            let mut frame = frame.clone();
            frame.parent = frame.parent.map(|p| frame_of[p]);
            frames.push(frame);
        }
        (frames, frame_of)
    }

    fn table(&self, group: &[usize], names: bool) -> VNode {
        let first = &self.full.nodes[group[0]];
        let n = group.len();
        // a client is named like its server: the names stand beside it already
        let named_beside = first.kind == NodeKind::Client
            && group.iter().all(|&c| {
                self.out[c].iter().any(|&f| {
                    let to = self.full.flows[f].to;
                    self.own(c, to) && self.full.nodes[to].label == self.full.nodes[c].label
                })
            });
        let (what, lines) = match first.kind {
            NodeKind::Client => ("MCP clients", first.lines.clone()),
            kind => {
                let lines = first
                    .lines
                    .iter()
                    .filter(|l| l.role != LineRole::Plain)
                    .cloned()
                    .collect();
                let word = match kind {
                    NodeKind::Bridge => "bridges",
                    NodeKind::Helper => "helper commands",
                    _ => "servers",
                };
                (word, lines)
            }
        };
        let row = |&i: &usize| {
            let node = &self.full.nodes[i];
            let mut row = node.label.clone();
            if node.kind != NodeKind::Client {
                for line in node.lines.iter().filter(|l| l.role == LineRole::Plain) {
                    let _ = write!(row, " · {}", line.text);
                }
            }
            row
        };
        let mut counted: BTreeMap<String, usize> = BTreeMap::new();
        let mut rows: Vec<String> = Vec::new();
        for i in group {
            let row = row(i);
            let count = counted.entry(row.clone()).or_insert(0);
            if *count == 0 {
                rows.push(row);
            }
            *count += 1;
        }
        for row in &mut rows {
            if let Some(&count) = counted.get(row)
                && count > 1
            {
                let _ = write!(row, " ×{count}");
            }
        }
        VNode {
            id: format!("{}--and-{}-more", first.id, n - 1),
            members: group
                .iter()
                .flat_map(|&i| self.full.nodes[i].members.iter().cloned())
                .collect(),
            kind: first.kind,
            label: format!("{n} {what}"),
            lines,
            rows: if names && !named_beside {
                rows
            } else {
                Vec::new()
            },
            frame: first.frame,
            off: first.off,
        }
    }

    fn flows(&self, view: &mut View, at: &[usize]) {
        // how many flows leave a box under one label
        let mut total: BTreeMap<(usize, FlowKind, bool, bool, String), usize> = BTreeMap::new();
        let key = |flow: &VFlow| {
            (
                at[flow.from],
                flow.kind,
                flow.off,
                flow.alarm,
                label(&flow.label),
            )
        };
        let folded = |node: usize| self.group_of.contains_key(&node);
        for flow in &self.full.flows {
            if folded(flow.from) {
                *total.entry(key(flow)).or_insert(0) += 1;
            }
        }
        let mut known = BTreeMap::new();
        for flow in &self.full.flows {
            let key = key(flow);
            let to = at[flow.to];
            if let Some(&i) = known.get(&(to, key.clone())) {
                let same: &mut VFlow = &mut view.flows[i];
                same.ids.extend(flow.ids.iter().cloned());
                continue;
            }
            let mut flow = flow.clone();
            let n = total.get(&key).copied().unwrap_or(1);
            if n > 1
                && let Some(first) = flow.label.iter_mut().find(|p| p.role == LabelRole::Plain)
            {
                let _ = write!(first.text, " ×{n}");
            }
            (flow.from, flow.to) = (key.0, to);
            if folded(flow.from) || folded(flow.to) || n > 1 {
                known.insert((to, key), view.flows.len());
            }
            view.flows.push(flow);
        }
    }
}

/// The part of an isolation's title that names the runtime.
fn runtime(title: &str) -> &str {
    title.split(" · ").next().unwrap_or(title).trim()
}
