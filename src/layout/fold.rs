//! Folding: what is equal in trust, credentials, approvals and findings becomes one table; every name stays readable.

use std::collections::{BTreeMap, BTreeSet};

use super::view::{Tag, VFlow, VFrame, VNode, View};
use crate::graph::equal::{self, Named, runtime};
use crate::graph::{
    Architecture, BoundaryKind, Flow, FlowKind, LabelPart, LabelRole, LineRole, NodeKind,
};

/// Folds the full view of an architecture; each folded node keeps a row.
pub(super) fn fold(arch: &Architecture, full: &View) -> View {
    Folder::new(arch, full).build()
}

struct Folder<'a> {
    arch: &'a Architecture,
    full: &'a View,
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    /// Outermost frame of each node.
    outer: Vec<Option<usize>>,
    /// Nodes that become one box.
    groups: Vec<Vec<usize>>,
    /// Labels of the flows of tables whose rows give the names of credentials.
    common: BTreeMap<usize, Vec<LabelPart>>,
    group_of: BTreeMap<usize, usize>,
    /// How many nodes and frames stand right inside each frame.
    held: Vec<usize>,
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

/// What the flows of tables have in common whose rows give the names of credentials.
fn common(
    arch: &Architecture,
    full: &View,
    groups: &[Vec<usize>],
) -> BTreeMap<usize, Vec<LabelPart>> {
    let named = Named::new(arch);
    let differ = |group: &&Vec<usize>| {
        let ids: Vec<&str> = group.iter().map(|&n| full.nodes[n].id.as_str()).collect();
        named.that_differ(arch, &ids).is_some()
    };
    let tables: BTreeSet<usize> = groups.iter().filter(differ).flatten().copied().collect();
    let all: BTreeMap<&str, &Flow> = (arch.flows().into_iter())
        .map(|flow| (flow.id.as_str(), flow))
        .collect();
    let mut common = BTreeMap::new();
    for (i, flow) in full.flows.iter().enumerate() {
        if tables.contains(&flow.from) || tables.contains(&flow.to) {
            let first = flow.ids.first().and_then(|id| all.get(id.as_str()));
            common.extend(first.map(|flow| (i, named.common(flow))));
        }
    }
    common
}

impl<'a> Folder<'a> {
    fn new(arch: &'a Architecture, full: &'a View) -> Self {
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
        let index: BTreeMap<&str, usize> = full
            .nodes
            .iter()
            .enumerate()
            .map(|(i, n)| (n.id.as_str(), i))
            .collect();
        let groups: Vec<Vec<usize>> = equal::groups(arch)
            .into_iter()
            .map(|ids| {
                ids.into_iter()
                    .filter_map(|id| index.get(id).copied())
                    .collect()
            })
            .collect();
        let common = common(arch, full, &groups);
        let members = groups
            .iter()
            .enumerate()
            .flat_map(|(g, list)| list.iter().map(move |&m| (m, g)));
        let group_of = members.collect();
        let mut held = vec![0; full.frames.len()];
        let inside = full.nodes.iter().filter_map(|n| n.frame);
        for frame in inside.chain(full.frames.iter().filter_map(|f| f.parent)) {
            held[frame] += 1;
        }
        Self {
            arch,
            full,
            out,
            into,
            outer,
            groups,
            common,
            group_of,
            held,
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

    /// Says whether an isolation encloses this server alone.
    fn alone(&self, server: usize) -> bool {
        let isolated = |f: usize| self.full.frames[f].kind == BoundaryKind::Isolation;
        (self.full.nodes[server].frame).is_some_and(|f| isolated(f) && self.held[f] == 1)
    }

    fn build(&self) -> View {
        let (frames, frame_of) = self.frames();
        let mut view = View {
            frames,
            callouts: self.full.callouts.clone(),
            said: self.full.said.clone(),
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
                    self.table(&self.groups[g])
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
            view.said.push(format!(
                "folded: {folded} servers in {tables} tables, each of equal trust, credentials, approvals and findings; all names shown"
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

    fn table(&self, group: &[usize]) -> VNode {
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
        let ids: Vec<&str> = group
            .iter()
            .map(|&i| self.full.nodes[i].id.as_str())
            .collect();
        let rows = equal::rows(self.arch, &ids);
        VNode {
            id: format!("{}--and-{}-more", first.id, n - 1),
            members: group
                .iter()
                .flat_map(|&i| self.full.nodes[i].members.iter().cloned())
                .collect(),
            kind: first.kind,
            figure: first.figure,
            label: format!("{n} {what}"),
            lines,
            rows: if named_beside { Vec::new() } else { rows },
            frame: first.frame,
            off: first.off,
            tags: self.tags(group),
        }
    }

    /// The pills of all that become one table, each once.
    fn tags(&self, group: &[usize]) -> Vec<Tag> {
        let mut tags: Vec<Tag> = Vec::new();
        for tag in group.iter().flat_map(|&n| &self.full.nodes[n].tags) {
            if !tags.contains(tag) {
                tags.push(tag.clone());
            }
        }
        tags
    }

    fn flows(&self, view: &mut View, at: &[usize]) {
        // how many flows leave a box under one label
        let mut total: BTreeMap<(usize, FlowKind, bool, bool, String), usize> = BTreeMap::new();
        let said = |i: usize| self.common.get(&i).unwrap_or(&self.full.flows[i].label);
        let key = |i: usize| {
            let flow = &self.full.flows[i];
            (
                at[flow.from],
                flow.kind,
                flow.off,
                flow.alarm,
                label(said(i)),
            )
        };
        let folded = |node: usize| self.group_of.contains_key(&node);
        for (i, flow) in self.full.flows.iter().enumerate() {
            if folded(flow.from) {
                *total.entry(key(i)).or_insert(0) += 1;
            }
        }
        let mut known = BTreeMap::new();
        for (i, flow) in self.full.flows.iter().enumerate() {
            let key = key(i);
            let to = at[flow.to];
            if let Some(&i) = known.get(&(to, key.clone())) {
                let same: &mut VFlow = &mut view.flows[i];
                same.ids.extend(flow.ids.iter().cloned());
                continue;
            }
            let mut flow = flow.clone();
            flow.label.clone_from(said(i));
            let n = total.get(&key).copied().unwrap_or(1);
            if n > 1
                && let Some(first) = flow.label.iter().position(|p| p.role == LabelRole::Plain)
            {
                let count = LabelPart::new(LabelRole::Plain, format!("{n} flows"));
                flow.label.insert(first + 1, count);
            }
            (flow.from, flow.to) = (key.0, to);
            if folded(flow.from) || folded(flow.to) || n > 1 {
                known.insert((to, key), view.flows.len());
            }
            view.flows.push(flow);
        }
    }
}
