//! The fold that counts: one box for the clients of a host, one for what only they start, one per kind in each provider.

use std::collections::{BTreeMap, BTreeSet};

use super::owners::Owners;
use super::{Level, Plan};
use crate::graph::{
    Architecture, Boundary, BoundaryKind, FOLDER, Flow, FlowKind, HOME, Line, LineRole, MarkLevel,
    Node, NodeKind, TOLD, equal,
};

/// Up to so many providers each one keeps a frame of its own.
const PROVIDERS: usize = 9;

/// Decides what becomes one; no frame and no box mixes what is off, what has alarms and what has none.
pub(super) fn plan(arch: &Architecture, level: Level) -> Plan<'_> {
    let owners = Owners::new(arch);
    let isolations: BTreeSet<&str> = equal::own_isolations(arch).into_values().collect();
    let domains = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Provider)
        .count();
    let contents = contents(arch);
    let mut plan = Plan::default();
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for frame in &arch.boundaries {
        let parent = frame
            .parent
            .as_deref()
            .map(|p| plan.frame(p))
            .unwrap_or_default();
        let of_hosts = if level == Level::All {
            String::new()
        } else {
            owners.of_frame(&frame.id)
        };
        let common = format!("{:?} {parent} {} {of_hosts}", frame.kind, frame.off);
        let key = match frame.kind {
            BoundaryKind::Host | BoundaryKind::Provider if level == Level::All => common,
            BoundaryKind::Isolation if level == Level::All => {
                format!("{common} {} {:?}", equal::runtime(&frame.label), frame.gaps)
            }
            BoundaryKind::Isolation if isolations.contains(frame.id.as_str()) => {
                format!("{common} {}", said(frame))
            }
            BoundaryKind::Provider if domains > PROVIDERS && is_plain(frame) => {
                let inside = contents
                    .get(frame.id.as_str())
                    .map(String::as_str)
                    .unwrap_or_default();
                format!("{common} {:?} {inside}", frame.evidence)
            }
            _ => frame.id.clone(),
        };
        let lead = seen.entry(key).or_insert(&frame.id);
        plan.frames.insert(&frame.id, lead);
    }
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    // what every host has comes first: its box stands in the host's frame
    let (core, others): (Vec<&Node>, Vec<&Node>) = arch.nodes().partition(|n| is_core(n));
    // what all else became decides which folders and databases are reached alike
    let (assets, others): (Vec<&Node>, Vec<&Node>) =
        (others.into_iter()).partition(|n| n.kind == NodeKind::Asset);
    let mut users: BTreeMap<&str, Vec<&Flow>> = BTreeMap::new();
    for flow in arch.flows() {
        users.entry(&flow.to).or_default().push(flow);
    }
    for node in core.into_iter().chain(others).chain(assets) {
        let frame = node.boundary.as_deref().map(|b| plan.frame(b));
        let core = owners.host(node).filter(|_| is_core(node));
        let host = core.map(|host| plan.frame(host).to_owned());
        let key = match host.or_else(|| plain_process(&owners, &plan, node)) {
            Some(host) => format!("host {host}"),
            _ if is_single(node, level) => format!("node {}", node.id),
            _ => {
                let far = owners.around(node).any(|b| {
                    matches!(
                        b.kind,
                        BoundaryKind::Provider | BoundaryKind::PrivateNetwork
                    )
                });
                let of_hosts = if far || level == Level::All {
                    String::new()
                } else {
                    owners.of_node(&node.id)
                };
                let used = users
                    .get(node.id.as_str())
                    .filter(|_| node.kind == NodeKind::Asset);
                format!(
                    "{:?} {frame:?} {} {of_hosts} {} {:?}",
                    node.kind,
                    node.off.is_some(),
                    alarms(node),
                    used.map(|flows| ways(&plan, flows))
                )
            }
        };
        let lead = seen.entry(key).or_insert(&node.id);
        plan.nodes.insert(&node.id, lead);
    }
    plan.said = said_elsewhere(arch, &plan);
    plan
}

/// Finds what is said elsewhere: a home directory that nobody is told to use, by the sentence of its frame; a folder that
/// a process was told to use whose box became that of its host, by a line of that box.
fn said_elsewhere<'a>(arch: &'a Architecture, plan: &Plan<'_>) -> BTreeSet<&'a str> {
    let mut folders: BTreeSet<&str> = (arch.nodes())
        .filter(|n| n.kind == NodeKind::Asset && n.marks.is_empty())
        .filter(|n| n.label == HOME || matches!(n.lines.as_slice(), [only] if only.text == FOLDER))
        .map(|n| n.id.as_str())
        .collect();
    for flow in arch.flows() {
        let in_host = arch.node(plan.node(&flow.from)).is_some_and(is_core);
        let only_told = matches!(flow.label.as_slice(), [only] if only.text == TOLD);
        if !in_host || !only_told {
            folders.remove(flow.to.as_str());
        }
        folders.remove(flow.from.as_str());
    }
    let remarks = arch.remarks.iter().flat_map(|remark| &remark.on);
    for id in remarks {
        folders.remove(id.as_str());
    }
    folders
}

/// What every host has: it becomes the one box in the host's frame.
fn is_core(node: &Node) -> bool {
    matches!(
        node.kind,
        NodeKind::Model | NodeKind::Gate | NodeKind::Client | NodeKind::Gateway
    )
}

/// Returns the host whose box takes a process: it runs beside the host with the same rights, for no other one, and no
/// alarm is about it.
fn plain_process(owners: &Owners<'_>, plan: &Plan<'_>, node: &Node) -> Option<String> {
    let process = matches!(node.kind, NodeKind::Server | NodeKind::Bridge);
    if !process || node.off.is_some() || !alarms(node).is_empty() {
        return None;
    }
    let beside = owners.frame(node.boundary.as_deref()?)?;
    let hosts: BTreeSet<&str> = owners
        .hosts_of(&node.id)
        .map(|host| plan.frame(host))
        .collect();
    let [host] = hosts.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let around = owners.frame(host)?.parent.as_deref()?;
    (beside.kind == BoundaryKind::OsUser && around == beside.id).then(|| host.to_owned())
}

/// Nodes that say more than a count could.
fn is_single(node: &Node, level: Level) -> bool {
    match node.kind {
        NodeKind::User | NodeKind::Repository | NodeKind::External => true,
        NodeKind::BuiltinTools => level < Level::All,
        _ => node.label == HOME,
    }
}

/// From which boxes flows come, and what they say: a line leads to no more than what it is about.
fn ways<'p>(plan: &'p Plan<'_>, flows: &'p [&Flow]) -> BTreeSet<(&'p str, String)> {
    let way = |flow: &&'p Flow| (plan.node(&flow.from), flow.text());
    flows.iter().map(way).collect()
}

/// The alarms of a node, which it shares with those it is folded with.
fn alarms(node: &Node) -> String {
    let lines = node
        .lines
        .iter()
        .filter(|l| l.role == LineRole::Alarm)
        .map(|l| l.text.as_str());
    let marks = node
        .marks
        .iter()
        .filter(|m| m.level == MarkLevel::Alarm)
        .map(|m| m.text.as_str());
    lines.chain(marks).collect::<Vec<_>>().join("\u{1f}")
}

/// What an isolation says about trust.
fn said(frame: &Boundary) -> String {
    let lines: Vec<&str> = frame.lines.iter().map(|l: &Line| l.text.as_str()).collect();
    let marks: Vec<&str> = frame.marks.iter().map(|m| m.text.as_str()).collect();
    format!(
        "{} {lines:?} {:?} {:?} {marks:?}",
        equal::runtime(&frame.label),
        frame.gaps,
        frame.footer
    )
}

/// A provider that says nothing but its domain and operator.
fn is_plain(frame: &Boundary) -> bool {
    frame.lines.iter().all(|l| l.role == LineRole::Plain)
        && frame.gaps.is_empty()
        && frame.marks.is_empty()
}

/// What stands in each frame and how it is reached: kinds, alarms, and whether a credential goes there.
fn contents(arch: &Architecture) -> BTreeMap<&str, String> {
    let mut ways: BTreeMap<&str, BTreeSet<(FlowKind, bool, bool)>> = BTreeMap::new();
    for flow in arch.flows() {
        let credential = flow
            .label
            .iter()
            .any(|p| p.role == crate::graph::LabelRole::Credential);
        ways.entry(&flow.to)
            .or_default()
            .insert((flow.kind, flow.alarms(), credential));
    }
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for node in arch.nodes() {
        if let Some(frame) = node.boundary.as_deref() {
            let ways = ways.get(node.id.as_str());
            let what = format!(
                "{:?} {} {} {ways:?}",
                node.kind,
                node.off.is_some(),
                alarms(node)
            );
            found.entry(frame).or_default().insert(what);
        }
    }
    found
        .into_iter()
        .map(|(frame, what)| (frame, what.into_iter().collect::<Vec<_>>().join("\n")))
        .collect()
}
