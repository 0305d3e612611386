//! Which clients, hosts and nodes the user's patterns name; a pattern that names nothing is an error.

use std::collections::BTreeSet;

use super::Selection;
use super::pattern::{Pattern, What};
use super::reach::Reach;
use super::unnamed;
use crate::diagnostic::Diagnostic;
use crate::graph::{Boundary, BoundaryKind, NodeKind};

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
pub(super) struct Hit<'a> {
    clients: BTreeSet<&'a str>,
    frames: BTreeSet<&'a str>,
}

impl Hit<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.clients.is_empty() && self.frames.is_empty()
    }

    /// The name of the first thing that was named.
    pub(super) fn first_name<'r>(&self, reach: &Reach<'r>) -> Option<&'r str> {
        if let Some(id) = self.frames.first() {
            let frame = reach.arch.boundaries.iter().find(|frame| frame.id == *id)?;
            return Some(&frame.label);
        }
        let client = reach.arch.node(self.clients.first()?)?.client.as_ref()?;
        Some(&client.server)
    }
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
    let hits: Vec<Hit<'a>> = patterns.iter().map(|pattern| hit(reach, pattern)).collect();
    let empty: Vec<&Pattern> = patterns
        .iter()
        .zip(&hits)
        .filter(|(_, hit)| hit.is_empty())
        .map(|(pattern, _)| pattern)
        .collect();
    if empty.is_empty() {
        Ok(hits)
    } else {
        Err(unnamed::nothing(reach, flag, &empty))
    }
}

pub(super) fn hit<'a>(reach: &Reach<'a>, pattern: &Pattern) -> Hit<'a> {
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
