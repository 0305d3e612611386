//! From readings of single files to hosts: merging, precedence, policies, shared values.

mod admin;
mod precedence;
mod same;
mod shared;
mod targets;
#[cfg(test)]
mod tests;
mod tools;

use std::collections::BTreeMap;

pub(crate) use precedence::strength;

use crate::distinct;

use super::{
    Host, HostFacts, HostKind, Inventory, Mark, MarkLevel, PlacementFact, Reading, Rule, RunsOn,
    Scope, ServerEntry, SetBy, State,
};

/// Merges the readings of all files into hosts: one per running product.
pub fn assemble(readings: Vec<Reading>) -> Inventory {
    let mut groups: BTreeMap<Key, Vec<Reading>> = BTreeMap::new();
    for reading in readings {
        groups.entry(Key::of(&reading)).or_default().push(reading);
    }
    let mut inventory = Inventory::default();
    for (_, mut readings) in groups {
        readings.sort_by(|a, b| (a.scope, &a.path).cmp(&(b.scope, &b.path)));
        for reading in &mut readings {
            inventory.diagnostics.append(&mut reading.diagnostics);
            reading.servers.iter_mut().for_each(same::join);
        }
        inventory.hosts.extend(merge(readings));
    }
    shared::number(&mut inventory.hosts);
    targets::name(&mut inventory.hosts);
    inventory
}

/// What makes two readings one host: the product and the kind of place.
///
/// Hubs, deployments and files of unknown clients are a host each: nothing says that two of them are one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    product: &'static str,
    client: &'static str,
    place: Option<RunsOn>,
    file: Option<String>,
}

impl Key {
    fn of(reading: &Reading) -> Self {
        let place = match &reading.placement.on {
            RunsOn::ThisMachine
            | RunsOn::AnyMachineOfRepository
            | RunsOn::OwnSandbox { .. }
            | RunsOn::Unknown => None,
            other => Some(other.clone()),
        };
        let own = match reading.kind {
            HostKind::Hub | HostKind::Deployment | HostKind::Unknown => true,
            HostKind::Application | HostKind::CloudAgent => false,
        };
        Self {
            product: reading.product,
            client: reading.client,
            place,
            file: own.then(|| reading.path.clone()),
        }
    }
}

/// Makes one host of its readings, which come sorted by scope and path; nothing where there are none.
fn merge(readings: Vec<Reading>) -> Option<Host> {
    let exclusive = readings
        .iter()
        .find(|r| r.exclusive)
        .map(|r| r.path.clone());
    let breaks = readings.iter().find_map(broken);
    let gate = nearest(&readings, |reading| reading.host.gate.clone());
    let full_access = nearest(&readings, |reading| reading.host.full_access);
    let mut tool_policies = Vec::new();
    let mut server_policies = Vec::new();
    let mut merged: Option<Host> = None;
    for reading in readings {
        let host = merged.get_or_insert_with(|| Host {
            client: reading.client,
            product: reading.product,
            kind: reading.kind,
            placement: reading.placement.clone(),
            scopes: Vec::new(),
            servers: Vec::new(),
            facts: HostFacts::default(),
            from_repository: false,
            also_read_by: Vec::new(),
            paths: Vec::new(),
        });
        host.placement = closer(host.placement.clone(), reading.placement);
        host.from_repository |= reading.from_repository;
        push_new(&mut host.scopes, reading.scope);
        for name in reading.also_read_by {
            push_new(&mut host.also_read_by, name);
        }
        let mut servers = reading.servers;
        if let Some(managed) = exclusive.as_ref().filter(|path| **path != reading.path) {
            for server in &mut servers {
                switch_off(server, &format!("{managed} takes exclusive control"));
            }
        }
        host.servers.append(&mut servers);
        join_facts(&mut host.facts, reading.host);
        tool_policies.extend(reading.tool_policies);
        server_policies.extend(reading.server_policies);
        host.paths.push(reading.path);
    }
    let mut host = merged?;
    host.facts.gate = gate;
    host.facts.full_access = full_access;
    lock_bypass(&mut host.facts);
    unasked(&mut host.facts);
    host.scopes.sort();
    host.servers
        .sort_by(|a, b| (&a.name, a.scope, &a.source).cmp(&(&b.name, b.scope, &b.source)));
    // An entry that the user switched off replaces nothing; what the admin refuses is refused after the choice.
    admin::disable_by_name(&mut host.servers, &server_policies);
    admin::plugins(&mut host.servers, &server_policies);
    precedence::shadow(host.client, &mut host.servers);
    if let Some(mark) = breaks {
        let servers = host.servers.iter_mut().filter(|s| s.state == State::Active);
        servers.for_each(|server| server.state = State::Disabled(mark.text.clone()));
        host.facts.marks.insert(0, mark);
    }
    admin::pre_approve(&mut host.servers, &server_policies);
    admin::refuse_by_words(&mut host.servers, &server_policies);
    admin::refuse(&mut host.servers, &server_policies);
    admin::forget_starts(&mut host.servers);
    admin::sampling(&mut host.servers, &server_policies);
    let tool_policies = tools::Policies::new(&tool_policies);
    for server in &mut host.servers {
        tools::apply_policies(server, &tool_policies);
        if let Some(gate) = &host.facts.gate {
            tools::apply_gate(server, gate);
        }
    }
    Some(host)
}

/// Says which file keeps the product from starting, if one does.
fn broken(reading: &Reading) -> Option<Mark> {
    let why = reading.breaks.as_ref().filter(|_| reading.loaded)?;
    let text = format!(
        "{} does not start with {}: {why}",
        reading.product, reading.path
    );
    Some(Mark::new(MarkLevel::Warning, text, None))
}

/// Takes what the nearest file says, as the product orders its files.
fn nearest<T>(readings: &[Reading], of: impl Fn(&Reading) -> Option<T>) -> Option<T> {
    let near = |reading: &Reading| {
        let strength = precedence::strength(reading.client, reading.scope);
        strength.unwrap_or(match reading.scope {
            Scope::Server => 5,
            Scope::Local => 4,
            Scope::DevContainer => 3,
            _ => 2,
        })
    };
    let mut found: Option<(u8, T)> = None;
    for reading in readings {
        let near = near(reading);
        if found.as_ref().is_none_or(|(before, _)| near > *before)
            && let Some(says) = of(reading)
        {
            found = Some((near, says));
        }
    }
    found.map(|(_, says)| says)
}

/// Keeps the placement that says more: a user's file pins the repository's file to this machine, a sandbox that one
/// file declares is around the whole host.
fn closer(a: PlacementFact, b: PlacementFact) -> PlacementFact {
    match (&a.on, &b.on) {
        (RunsOn::OwnSandbox { .. }, _) => a,
        (_, RunsOn::OwnSandbox { .. })
        | (RunsOn::Unknown, _)
        | (RunsOn::AnyMachineOfRepository, RunsOn::ThisMachine) => b,
        (same, other) if same == other && b.evidence.stronger(a.evidence) == b.evidence => b,
        _ => a,
    }
}

/// Adds to a list that stays short, whatever a file holds: scopes, products.
fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn join_facts(into: &mut HostFacts, from: HostFacts) {
    match (&mut into.builtin_tools, from.builtin_tools) {
        (Some(ours), Some(theirs)) => {
            distinct::extend(&mut ours.lines, theirs.lines);
            ours.sandbox = ours.sandbox.take().or(theirs.sandbox);
        }
        (ours @ None, theirs) => *ours = theirs,
        (Some(_), None) => {}
    }
    into.inference = into.inference.take().or(from.inference);
    into.credentials.extend(from.credentials);
    into.listeners.extend(from.listeners);
    into.callers = into.callers.take().or(from.callers);
    into.container = into.container.take().or(from.container);
    into.helpers.extend(from.helpers);
    distinct::extend(&mut into.marks, from.marks);
    into.has_policy |= from.has_policy;
    into.bypass_locked |= from.bypass_locked;
}

/// Takes back the mode in which all runs unasked where a setting locks it out.
fn lock_bypass(facts: &mut HostFacts) {
    if !facts.bypass_locked {
        return;
    }
    if let Some(gate) = facts.gate.take_if(|gate| gate.rule == Rule::AutoAll) {
        let text = "bypass mode set without effect: it is locked out";
        facts
            .marks
            .push(Mark::new(MarkLevel::Warning, text, gate.source));
    }
}

/// Decides what happens where nobody is asked: with full access all runs, else what would ask is refused.
fn unasked(facts: &mut HostFacts) {
    let (Some(gate), Some((_, full))) = (&mut facts.gate, facts.full_access) else {
        return;
    };
    if full && gate.rule == Rule::Refused {
        gate.rule = Rule::AutoAll;
        gate.caveat = None;
    }
}

/// Orders who set a rule: a repository's file overrides the user's, the admin's file both.
fn rank(by: SetBy) -> u8 {
    match by {
        SetBy::Product => 0,
        SetBy::User => 1,
        SetBy::Repository => 2,
        SetBy::Admin => 3,
        SetBy::Overlay => 4,
    }
}

/// Switches an entry off, unless it is off already for a reason of its own.
fn switch_off(server: &mut ServerEntry, reason: &str) {
    if !matches!(server.state, State::Disabled(_)) {
        server.state = State::Disabled(reason.to_owned());
    }
}
