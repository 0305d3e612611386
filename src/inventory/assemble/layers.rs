//! Products that merge their files key by key: an entry that names no program and no address changes one of another file.

use std::collections::BTreeMap;

use super::precedence::strength;
use crate::inventory::{Mark, MarkLevel, Redacted, ServerEntry, SetBy, State, Target};

/// Says whether a product merges the entries of one name key by key instead of replacing them.
fn merges(client: &str) -> bool {
    matches!(client, "codex" | "opencode" | "kilo-code" | "goose" | "zed")
}

/// Joins each entry that only changes another one with that one.
pub(super) fn join(client: &str, servers: &mut Vec<ServerEntry>) {
    if !merges(client) {
        return;
    }
    let (mut changes, mut whole): (Vec<_>, Vec<_>) = std::mem::take(servers)
        .into_iter()
        .partition(|server| matches!(server.target, Target::Reference(_)));
    // The strongest change comes last and stays.
    changes.sort_by_key(|change| strength(client, change.scope));
    let mut by_name: BTreeMap<Redacted, Vec<usize>> = BTreeMap::new();
    for (at, base) in whole.iter().enumerate() {
        by_name.entry(base.name.clone()).or_default().push(at);
    }
    for change in changes {
        let own = strength(client, change.scope);
        let named = by_name.get(&change.name).into_iter().flatten().copied();
        let base = named
            .filter(|&at| whole[at].source.path != change.source.path)
            .filter(|&at| own.is_some() && strength(client, whole[at].scope) <= own)
            .max_by_key(|&at| strength(client, whole[at].scope));
        match base {
            Some(at) => apply(&mut whole[at], change),
            None => servers.push(change),
        }
    }
    servers.append(&mut whole);
    servers.sort_by(|a, b| (&a.name, a.scope, &a.source).cmp(&(&b.name, b.scope, &b.source)));
}

/// Puts what a nearer file says of an entry on it.
fn apply(base: &mut ServerEntry, change: ServerEntry) {
    let scope = change.scope.word();
    let mut says = Vec::new();
    if change.switched {
        base.state = match (change.state, &base.state) {
            (State::Disabled(_), _) => State::Disabled(format!(
                "switched off by the {scope} entry of the same name"
            )),
            (_, State::Broken(why)) => State::Broken(why.clone()),
            _ => {
                says.push("switched on");
                State::Active
            }
        };
    }
    if change.approval.set_by != SetBy::Product {
        let start = base.approval.start;
        base.approval = change.approval;
        base.approval.start = start;
        says.push("approval set");
    }
    if !change.credentials.is_empty() {
        base.credentials.extend(change.credentials);
        says.push("credentials added");
    }
    crate::distinct::extend(&mut base.tools, change.tools);
    if !says.is_empty() {
        let text = format!("{} by the {scope} entry", says.join(", "));
        let mark = Mark::new(MarkLevel::Warning, text, Some(change.source));
        base.marks.push(mark);
    }
}
