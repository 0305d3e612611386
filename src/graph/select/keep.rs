//! What is drawn for the clients and hosts that are wanted: who stands before them and what they lead to.

use std::collections::BTreeSet;

use super::names::Named;
use super::reach::Reach;
use crate::graph::{FlowKind, HOME, Node, NodeKind};

/// Returns the nodes to draw; `focus` leaves out what a host has besides the clients wanted.
pub(super) fn keep<'a>(reach: &Reach<'a>, named: &Named<'a>, focus: bool) -> BTreeSet<&'a str> {
    let stays = |id: &str| !named.gone.contains(id);
    let mut kept = named.clients.clone();
    let mut hosts = named.hosts.clone();
    hosts.extend(named.clients.iter().filter_map(|id| reach.host(id)));
    let callers: BTreeSet<&str> = named
        .clients
        .iter()
        .flat_map(|id| reach.to(id))
        .filter(|f| f.kind == FlowKind::ToolCall)
        .map(|f| f.from.as_str())
        .collect();
    let belongs = |n: &&Node| {
        let asks = matches!(n.kind, NodeKind::Model | NodeKind::Gate);
        n.kind != NodeKind::Client
            && reach.host(&n.id).is_some_and(|h| hosts.contains(h))
            && (asks || !focus)
    };
    let own: BTreeSet<&str> = reach
        .arch
        .nodes()
        .filter(belongs)
        .map(|n| n.id.as_str())
        .chain(callers)
        .collect();
    if !focus {
        kept.extend(own.iter().filter(|id| stays(id)));
    }
    reach.forward(&mut kept, stays);
    kept.extend(own.iter().filter(|id| stays(id)));
    before(reach, &mut kept, stays);
    beside(reach, &mut kept, stays);
    kept
}

/// Adds the people, repositories and outsiders before what is drawn.
fn before<'a>(reach: &Reach<'a>, kept: &mut BTreeSet<&'a str>, stays: impl Fn(&str) -> bool) {
    let outside = |id: &str| {
        matches!(
            reach.kind(id),
            Some(NodeKind::User | NodeKind::Repository | NodeKind::External)
        )
    };
    let leading = reach
        .flows
        .iter()
        .filter(|f| kept.contains(f.to.as_str()) && outside(&f.from) && stays(&f.from));
    let found: Vec<&str> = leading.map(|f| f.from.as_str()).collect();
    kept.extend(found);
}

/// Adds what is there without being reached, such as the home directory that every process of its user can read.
fn beside<'a>(reach: &Reach<'a>, kept: &mut BTreeSet<&'a str>, stays: impl Fn(&str) -> bool) {
    let frames: BTreeSet<&str> = kept.iter().flat_map(|id| reach.frames(id)).collect();
    let there = |n: &&Node| {
        let alone = reach.from(&n.id).is_empty() && reach.to(&n.id).is_empty();
        let home = n.kind == NodeKind::Asset && n.label == HOME;
        (alone || home)
            && n.kind != NodeKind::Client
            && n.boundary.as_deref().is_some_and(|b| frames.contains(b))
    };
    let found: Vec<&str> = reach
        .arch
        .nodes()
        .filter(there)
        .map(|n| n.id.as_str())
        .filter(|id| stays(id))
        .collect();
    kept.extend(found);
}
