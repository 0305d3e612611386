//! From readings of single files to hosts: merging, precedence, policies, shared values.

use std::collections::BTreeMap;

use super::{
    Approval, Approver, Effect, Form, Host, HostFacts, HostKind, Inventory, PlacementFact, Reading,
    Redacted, Rule, RunsOn, Scope, ServerEntry, ServerPolicy, SetBy, StartApproval, State, Target,
    ToolPolicy,
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
        }
        inventory.hosts.push(merge(readings));
    }
    number_shared_values(&mut inventory.hosts);
    inventory
}

/// What makes two readings one host: the product and the kind of place; a hub's file is a host of its own.
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
            RunsOn::ThisMachine | RunsOn::AnyMachineOfRepository | RunsOn::Unknown => None,
            other => Some(other.clone()),
        };
        let own = matches!(reading.kind, HostKind::Hub | HostKind::Deployment);
        Self {
            product: reading.product,
            client: reading.client,
            place,
            file: own.then(|| reading.path.clone()),
        }
    }
}

fn merge(readings: Vec<Reading>) -> Host {
    let exclusive = readings
        .iter()
        .find(|r| r.exclusive)
        .map(|r| r.path.clone());
    let mut tool_policies = Vec::new();
    let mut server_policies = Vec::new();
    let mut host: Option<Host> = None;
    for reading in readings {
        let host = host.get_or_insert_with(|| Host {
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
        if let Some(managed) = exclusive.as_ref().filter(|path| **path != reading.path) {
            let reason = format!("{managed} takes exclusive control");
            host.servers.extend(
                reading
                    .servers
                    .into_iter()
                    .map(|s| switched_off(s, &reason)),
            );
        } else {
            host.servers.extend(reading.servers);
        }
        join_facts(&mut host.facts, reading.host);
        tool_policies.extend(reading.tool_policies);
        server_policies.extend(reading.server_policies);
        host.paths.push(reading.path);
    }
    let mut host = host.unwrap_or_else(|| unreachable!("a group holds at least one reading"));
    host.scopes.sort();
    host.servers
        .sort_by(|a, b| (&a.name, a.scope, &a.source).cmp(&(&b.name, b.scope, &b.source)));
    shadow(&mut host.servers);
    apply_server_policies(&mut host.servers, &server_policies);
    for server in &mut host.servers {
        apply_tool_policies(server, &tool_policies);
        if let Some(gate) = &host.facts.gate {
            apply_gate(server, gate);
        }
    }
    host
}

/// Keeps the placement that says more: a user's file pins the repository's file to this machine.
fn closer(a: PlacementFact, b: PlacementFact) -> PlacementFact {
    match (&a.on, &b.on) {
        (RunsOn::Unknown, _) | (RunsOn::AnyMachineOfRepository, RunsOn::ThisMachine) => b,
        _ => a,
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn join_facts(into: &mut HostFacts, from: HostFacts) {
    match (&mut into.builtin_tools, from.builtin_tools) {
        (Some(ours), Some(theirs)) => {
            ours.lines.extend(theirs.lines);
            ours.sandbox = ours.sandbox.take().or(theirs.sandbox);
        }
        (ours @ None, theirs) => *ours = theirs,
        (Some(_), None) => {}
    }
    into.inference = into.inference.take().or(from.inference);
    into.gate = match (into.gate.take(), from.gate) {
        (Some(a), Some(b)) => Some(if rank(a.set_by) >= rank(b.set_by) {
            a
        } else {
            b
        }),
        (a, b) => a.or(b),
    };
    into.credentials.extend(from.credentials);
    into.helpers.extend(from.helpers);
    for mark in from.marks {
        push_new(&mut into.marks, mark);
    }
    into.has_policy |= from.has_policy;
}

fn rank(by: SetBy) -> u8 {
    match by {
        SetBy::Product => 0,
        SetBy::User => 1,
        SetBy::Repository => 2,
        SetBy::Admin => 3,
        SetBy::Overlay => 4,
    }
}

fn switched_off(mut server: ServerEntry, reason: &str) -> ServerEntry {
    if !matches!(server.state, State::Disabled(_)) {
        server.state = State::Disabled(reason.to_owned());
    }
    server
}

/// Switches off the entry that a nearer scope of the same name replaces.
///
/// Entries for one project (`Local`) are alternative sessions: they replace nothing outside of that project.
fn shadow(servers: &mut [ServerEntry]) {
    let strength = |scope: Scope| match scope {
        Scope::Managed => Some(4),
        Scope::Project => Some(3),
        Scope::User => Some(2),
        Scope::Plugin => Some(1),
        _ => None,
    };
    let winners: Vec<(Redacted, u8, Scope)> = servers
        .iter()
        .filter(|s| !matches!(s.state, State::Disabled(_)))
        .filter_map(|s| Some((s.name.clone(), strength(s.scope)?, s.scope)))
        .collect();
    for server in servers.iter_mut() {
        let Some(own) = strength(server.scope) else {
            continue;
        };
        let winner = winners
            .iter()
            .filter(|(name, other, _)| *name == server.name && *other > own)
            .max_by_key(|(_, other, _)| *other);
        if let (Some((_, _, scope)), State::Active) = (winner, &server.state) {
            server.state = State::Disabled(format!(
                "replaced by the {} entry of the same name",
                scope.word()
            ));
        }
    }
}

fn apply_server_policies(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    for server in servers {
        for policy in policies {
            match policy {
                ServerPolicy::DisableByName {
                    name,
                    scope,
                    reason,
                    ..
                } => {
                    if *name == server.name
                        && scope.is_none_or(|s| s == server.scope)
                        && server.state == State::Active
                    {
                        server.state = State::Disabled(reason.clone());
                    }
                }
                ServerPolicy::PreApproveStart {
                    name, scope, by, ..
                } => {
                    if name.as_ref().is_none_or(|n| *n == server.name)
                        && scope.is_none_or(|s| s == server.scope)
                    {
                        server.approval.start = StartApproval::PreApproved(*by);
                    }
                }
                ServerPolicy::AdminList { .. } => {}
            }
        }
        if let Some(reason) = refused_by_admin(server, policies) {
            server.approval.rule = Rule::Blocked;
            server.approval.set_by = SetBy::Admin;
            server.state = State::Disabled(reason.to_owned());
        }
    }
}

/// Applies the admin's lists as Claude Code documents them (managed-mcp.md): deny wins; once an allow list names any URL,
/// remote servers must match one, and the same for commands and stdio servers.
fn refused_by_admin(server: &ServerEntry, policies: &[ServerPolicy]) -> Option<&'static str> {
    let (address, command) = match &server.target {
        Target::Remote(endpoint) => (Some(endpoint.shown.as_str()), None),
        Target::Process(launch) => (None, Some(launch.identity)),
        _ => (None, None),
    };
    let mut allow_lists = false;
    let mut allowed = false;
    let (mut any_url, mut any_command) = (false, false);
    for policy in policies {
        let ServerPolicy::AdminList {
            deny,
            names,
            urls,
            commands,
            ..
        } = policy
        else {
            continue;
        };
        let by_url = address.is_some_and(|a| urls.iter().any(|p| wildcard(p, a)));
        let by_command = command.is_some_and(|c| commands.contains(&c));
        let by_name = names.contains(&server.name);
        if *deny {
            if by_url || by_command || by_name {
                return Some("in the admin's deny list");
            }
            continue;
        }
        allow_lists = true;
        any_url |= !urls.is_empty();
        any_command |= !commands.is_empty();
        allowed |= by_url
            || by_command
            || (by_name && !(address.is_some() && any_url) && !(command.is_some() && any_command));
    }
    (allow_lists && !allowed).then_some("not in the admin's allow list")
}

/// Matches a pattern with `*` against a text.
fn wildcard(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Applies tool rules: deny beats ask, ask beats allow, whatever file they stand in.
fn apply_tool_policies(server: &mut ServerEntry, policies: &[ToolPolicy]) {
    let mine: Vec<&ToolPolicy> = policies
        .iter()
        .filter(|p| p.server.as_ref().is_none_or(|s| *s == server.name))
        .collect();
    for policy in &mine {
        if let Some(tool) = policy
            .tool
            .as_ref()
            .filter(|_| policy.effect != Effect::Deny && policy.server.is_some())
        {
            push_new(&mut server.tools, tool.clone());
        }
    }
    let whole = |effect| mine.iter().find(|p| p.effect == effect && p.tool.is_none());
    let set = |approval: &mut Approval, rule: Rule, approver: Approver, policy: &ToolPolicy| {
        approval.rule = rule;
        approval.approver = approver;
        approval.set_by = policy.set_by;
        approval.source = Some(policy.source.clone());
    };
    if let Some(policy) = whole(Effect::Deny) {
        set(
            &mut server.approval,
            Rule::Blocked,
            Approver::Nobody,
            policy,
        );
        return;
    }
    if let Some(policy) = whole(Effect::Ask) {
        set(&mut server.approval, Rule::Asks, Approver::Person, policy);
        return;
    }
    let named = |effect| {
        mine.iter()
            .filter(move |p| p.effect == effect)
            .filter_map(|p| p.tool.clone())
    };
    let excepted: Vec<Redacted> = named(Effect::Deny).chain(named(Effect::Ask)).collect();
    if let Some(policy) = whole(Effect::Allow) {
        set(
            &mut server.approval,
            Rule::AutoAll,
            Approver::Nobody,
            policy,
        );
        if !excepted.is_empty() {
            server.approval.caveat = Some(format!(
                "except {} tools that ask or are denied",
                excepted.len()
            ));
        }
        return;
    }
    let mut tools: Vec<Redacted> = match &server.approval.rule {
        Rule::Auto(own) => own.clone(),
        Rule::AutoAll | Rule::Blocked => return,
        _ => Vec::new(),
    };
    let before = tools.len();
    for tool in named(Effect::Allow) {
        push_new(&mut tools, tool);
    }
    tools.retain(|tool| !excepted.contains(tool));
    if tools.len() != before
        && let Some(policy) = mine.iter().find(|p| p.effect == Effect::Allow)
    {
        set(
            &mut server.approval,
            Rule::Auto(tools),
            Approver::Person,
            policy,
        );
    }
}

/// Applies the host-wide switch, where one says that nobody is asked.
fn apply_gate(server: &mut ServerEntry, gate: &Approval) {
    if server.approval.rule == Rule::Blocked {
        return;
    }
    match gate.rule {
        Rule::AutoAll => {
            server.approval.rule = Rule::AutoAll;
            server.approval.approver = gate.approver;
            server.approval.set_by = gate.set_by;
            server.approval.caveat.clone_from(&gate.caveat);
            server.approval.source.clone_from(&gate.source);
        }
        Rule::Asks
            if matches!(
                server.approval.rule,
                Rule::AsksByDefault | Rule::AllowsByDefault
            ) =>
        {
            server.approval.rule = Rule::Asks;
            server.approval.approver = gate.approver;
            server.approval.set_by = gate.set_by;
            server.approval.source.clone_from(&gate.source);
        }
        _ => {}
    }
}

/// Numbers the groups of credentials that hold the same value; the ordinals of values end here.
fn number_shared_values(hosts: &mut [Host]) {
    let mut holders: BTreeMap<u32, usize> = BTreeMap::new();
    let mut groups: BTreeMap<u32, u32> = BTreeMap::new();
    let counts =
        |c: &super::Credential| matches!(c.form, Form::Literal | Form::Ambient) && !c.placeholder;
    let each = |hosts: &mut [Host], visit: &mut dyn FnMut(&mut super::Credential)| {
        for host in hosts {
            let of_servers = host
                .servers
                .iter_mut()
                .flat_map(|s| s.credentials.iter_mut());
            host.facts
                .credentials
                .iter_mut()
                .chain(of_servers)
                .for_each(&mut *visit);
        }
    };
    each(hosts, &mut |c| {
        if let Some(value) = c.value.filter(|_| counts(c)) {
            *holders.entry(value).or_default() += 1;
        }
    });
    each(hosts, &mut |c| {
        if let Some(value) = c
            .value
            .take()
            .filter(|v| counts(c) && holders.get(v).is_some_and(|n| *n > 1))
        {
            let next = u32::try_from(groups.len() + 1).unwrap_or(u32::MAX);
            c.shared_group = Some(*groups.entry(value).or_insert(next));
        }
    });
}
