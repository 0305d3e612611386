//! Which clients, hosts and nodes the user's patterns name; a pattern that names nothing is an error.

use std::collections::BTreeSet;

use super::Selection;
use super::pattern::{Pattern, What};
use super::reach::Reach;
use crate::diagnostic::Diagnostic;
use crate::graph::{Boundary, BoundaryKind, NodeKind};

/// Names that an error lists at most.
const LISTED: usize = 20;

/// What the user's patterns name.
pub(super) struct Named<'a> {
    /// Clients to draw.
    pub(super) clients: BTreeSet<&'a str>,
    /// Frames of hosts to draw, also where no client of theirs is drawn.
    pub(super) hosts: BTreeSet<&'a str>,
    /// Nodes that are not drawn whatever leads to them.
    pub(super) gone: BTreeSet<&'a str>,
}

/// What one pattern names.
#[derive(Default)]
struct Hit<'a> {
    clients: BTreeSet<&'a str>,
    frames: BTreeSet<&'a str>,
}

impl<'a> Named<'a> {
    /// Finds what a selection names.
    pub(super) fn find(reach: &Reach<'a>, selection: &Selection) -> Result<Self, Diagnostic> {
        let only = hits(reach, &selection.only, "--only")?;
        let exclude = hits(reach, &selection.exclude, "--exclude")?;
        let focus = hits(reach, selection.focus.as_slice(), "--focus")?;

        let mut gone: BTreeSet<&str> = exclude.iter().flat_map(|h| &h.clients).copied().collect();
        let outside: BTreeSet<&str> = exclude.iter().flat_map(|h| &h.frames).copied().collect();
        gone.extend(within(reach, &outside));
        starve(reach, &mut gone);

        let all: BTreeSet<&str> = reach.clients().map(|n| n.id.as_str()).collect();
        let mut clients = if only.is_empty() {
            all
        } else {
            BTreeSet::new()
        };
        let mut hosts: BTreeSet<&str> = BTreeSet::new();
        if only.is_empty() && focus.is_empty() {
            let host = |b: &&Boundary| b.kind == BoundaryKind::Host;
            hosts.extend(
                reach
                    .arch
                    .boundaries
                    .iter()
                    .filter(host)
                    .map(|b| b.id.as_str()),
            );
        }
        for hit in &only {
            clients.extend(&hit.clients);
            clients.extend(touching(reach, &hit.frames));
            if focus.is_empty() {
                hosts.extend(hosts_of(reach, &hit.frames));
            }
        }
        clients.retain(|id| {
            !gone.contains(id) && (focus.is_empty() || focus.iter().any(|h| h.clients.contains(id)))
        });
        Ok(Self {
            clients,
            hosts,
            gone,
        })
    }
}

fn hits<'a>(
    reach: &Reach<'a>,
    patterns: &[Pattern],
    flag: &'static str,
) -> Result<Vec<Hit<'a>>, Diagnostic> {
    patterns
        .iter()
        .enumerate()
        .map(|(at, pattern)| {
            let hit = hit(reach, pattern);
            if hit.clients.is_empty() && hit.frames.is_empty() {
                let which = if patterns.len() > 1 {
                    format!("{flag}, pattern {}", at + 1)
                } else {
                    flag.to_owned()
                };
                return Err(nothing(reach, pattern.what).key(which));
            }
            Ok(hit)
        })
        .collect()
}

fn hit<'a>(reach: &Reach<'a>, pattern: &Pattern) -> Hit<'a> {
    let mut hit = Hit::default();
    if pattern.what == What::Server {
        for client in reach.clients() {
            let named = client
                .client
                .as_ref()
                .is_some_and(|c| pattern.matches(&c.server));
            let behind = |id: &&str| {
                let node = reach.arch.node(id);
                node.is_some_and(|n| is_server(n.kind) && pattern.matches(&n.label))
            };
            if named
                || pattern.matches(&client.label)
                || reach.touched(&client.id).iter().any(behind)
            {
                hit.clients.insert(&client.id);
            }
        }
    } else {
        let frames = reach
            .arch
            .boundaries
            .iter()
            .filter(|b| is_meant(pattern, b));
        hit.frames.extend(frames.map(|b| b.id.as_str()));
    }
    hit
}

fn is_server(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Server | NodeKind::Bridge | NodeKind::Gateway
    )
}

fn is_meant(pattern: &Pattern, frame: &Boundary) -> bool {
    let named = |prefix: &str| {
        let id = frame.id.strip_prefix(prefix).unwrap_or(&frame.id);
        pattern.matches_title(&frame.label) || pattern.matches(id)
    };
    match pattern.what {
        What::Server => false,
        What::Host => frame.kind == BoundaryKind::Host && named("host-"),
        What::Provider => frame.kind == BoundaryKind::Provider && named("provider-"),
        What::Boundary => named("") || pattern.matches(frame.kind.word()),
    }
}

/// Returns the nodes inside frames.
fn within<'a>(reach: &Reach<'a>, frames: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let inside = |id: &&str| reach.frames(id).iter().any(|f| frames.contains(f));
    reach
        .arch
        .nodes()
        .map(|n| n.id.as_str())
        .filter(inside)
        .collect()
}

/// Returns the clients that stand in frames or lead into them.
fn touching<'a>(reach: &Reach<'a>, frames: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let inside = within(reach, frames);
    let clients = reach.clients().map(|n| n.id.as_str());
    clients
        .filter(|id| reach.touched(id).iter().any(|n| inside.contains(n)))
        .collect()
}

/// Returns the hosts that stand in frames, or that lead into them by more than their clients.
fn hosts_of<'a>(reach: &Reach<'a>, frames: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let inside = within(reach, frames);
    let leading = reach
        .flows
        .iter()
        .filter(|f| inside.contains(f.to.as_str()))
        .map(|f| f.from.as_str());
    let callers = leading.filter(|id| reach.kind(id) != Some(NodeKind::Client));
    inside
        .iter()
        .copied()
        .chain(callers)
        .filter_map(|id| reach.host(id))
        .collect()
}

/// Adds the clients and bridges whose servers are all gone: alone they mean nothing.
fn starve<'a>(reach: &Reach<'a>, gone: &mut BTreeSet<&'a str>) {
    loop {
        let starved = |id: &&str| {
            let mut servers = reach
                .from(id)
                .iter()
                .filter(|f| reach.kind(&f.to).is_some_and(is_server))
                .peekable();
            servers.peek().is_some() && servers.all(|f| gone.contains(f.to.as_str()))
        };
        let leads = |id: &&str| {
            reach
                .kind(id)
                .is_some_and(|k| k == NodeKind::Client || is_server(k))
        };
        let nodes = reach.arch.nodes().map(|n| n.id.as_str());
        let more: Vec<&str> = nodes
            .filter(leads)
            .filter(|id| !gone.contains(id))
            .filter(starved)
            .collect();
        if more.is_empty() {
            return;
        }
        gone.extend(more);
    }
}

fn nothing(reach: &Reach<'_>, what: What) -> Diagnostic {
    let titles = |kind: BoundaryKind| {
        let of_kind = reach.arch.boundaries.iter().filter(move |b| b.kind == kind);
        of_kind.map(|b| b.label.as_str()).collect::<Vec<_>>()
    };
    let (noun, plural, mut names) = match what {
        What::Server => {
            let facts = reach.clients().filter_map(|n| n.client.as_ref());
            (
                "server",
                "servers",
                facts.map(|c| c.server.as_str()).collect(),
            )
        }
        What::Host => ("host", "hosts", titles(BoundaryKind::Host)),
        What::Provider => ("provider", "providers", titles(BoundaryKind::Provider)),
        What::Boundary => {
            let all = reach.arch.boundaries.iter().map(|b| b.label.as_str());
            ("boundary", "boundaries", all.collect())
        }
    };
    names.sort_unstable();
    names.dedup();
    let hint = match names.len() {
        0 => format!("no {noun} was read"),
        n if n > LISTED => format!(
            "known {plural}: {} and {} more",
            names[..LISTED].join(", "),
            n - LISTED
        ),
        _ => format!("known {plural}: {}", names.join(", ")),
    };
    Diagnostic::error(format!("no {noun} has this name")).hint(hint)
}
