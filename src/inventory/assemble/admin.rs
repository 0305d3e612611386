//! Rules about whole servers: switched off by name, start approved beforehand, the admin's lists.

use std::collections::{BTreeMap, BTreeSet};

use super::rank;
use crate::inventory::{
    Approver, Mark, MarkLevel, Redacted, Rule, Scope, ServerEntry, ServerPolicy, SetBy,
    StartApproval, State, Target, wildcard,
};

/// Finds entries by a key, so that not every rule is compared with every entry.
fn index<K: Ord>(
    servers: &[ServerEntry],
    key: impl Fn(&ServerEntry) -> K,
) -> BTreeMap<K, Vec<usize>> {
    let mut found: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (at, server) in servers.iter().enumerate() {
        found.entry(key(server)).or_default().push(at);
    }
    found
}

/// Switches off the servers that a settings file names.
pub(super) fn disable_by_name(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    let by_name = index(servers, |server| server.name.clone());
    for policy in policies {
        let ServerPolicy::DisableByName {
            name,
            scope,
            reason,
            ..
        } = policy
        else {
            continue;
        };
        for &at in by_name.get(name).into_iter().flatten() {
            if scope.is_none_or(|s| s == servers[at].scope) {
                super::switch_off(&mut servers[at], reason);
            }
        }
    }
}

/// Switches off the entries that a rule about their words refuses, whatever file it stands in.
pub(super) fn refuse_by_words(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    let by_place = index(servers, |server| server.source.clone());
    for policy in policies {
        let ServerPolicy::Refuse {
            entry,
            by,
            reason,
            source,
        } = policy
        else {
            continue;
        };
        for &at in by_place.get(entry).into_iter().flatten() {
            let server = &mut servers[at];
            super::switch_off(server, reason);
            server.approval.rule = Rule::Blocked;
            server.approval.approver = Approver::Nobody;
            server.approval.set_by = *by;
            server.approval.caveat = None;
            server.approval.source = Some(source.clone());
        }
    }
}

/// Switches the servers of plugins on or off: the nearest file that names the plugin decides.
pub(super) fn plugins(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    let mut about: BTreeMap<&Redacted, (u8, bool, Scope)> = BTreeMap::new();
    for policy in policies {
        if let ServerPolicy::Plugin {
            plugin, on, scope, ..
        } = policy
        {
            let said = (nearness(*scope), *on, *scope);
            let nearest = about.entry(plugin).or_insert(said);
            *nearest = (*nearest).max(said);
        }
    }
    for server in servers {
        let Some(own) = &server.plugin else {
            continue;
        };
        match about.get(own).copied() {
            Some((_, false, scope)) => {
                let reason = format!("plugin switched off in {} settings", scope.word());
                super::switch_off(server, &reason);
            }
            Some((_, true, scope)) => {
                let text = format!("plugin switched on in {} settings", scope.word());
                server.marks.push(Mark::new(MarkLevel::Note, text, None));
            }
            None => {}
        }
    }
}

fn nearness(scope: Scope) -> u8 {
    match scope {
        Scope::Managed => 3,
        Scope::Local => 2,
        Scope::Project => 1,
        _ => 0,
    }
}

/// On a server that a file approves by its name.
const BY_NAME: &str = "approved by name: whatever stands under it starts";

/// Takes from what is off the words about its start.
pub(super) fn forget_starts(servers: &mut [ServerEntry]) {
    for server in servers.iter_mut().filter(|s| s.state.off().is_some()) {
        server.marks.retain(|mark| mark.text != BY_NAME);
    }
}

/// Marks the servers whose start a file approves beforehand; where several do, the one that decides.
pub(super) fn pre_approve(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    let by_name = index(servers, |server| server.name.clone());
    let all: Vec<usize> = (0..servers.len()).collect();
    for policy in policies {
        let ServerPolicy::PreApproveStart {
            name,
            scope,
            by,
            source,
        } = policy
        else {
            continue;
        };
        let named = match name {
            Some(name) => by_name.get(name).map_or(&[][..], Vec::as_slice),
            None => &all,
        };
        for &at in named {
            let server = &mut servers[at];
            let weaker = match server.approval.start {
                StartApproval::PreApproved(before) => rank(before) < rank(*by),
                _ => true,
            };
            if weaker && scope.is_none_or(|s| s == server.scope) {
                server.approval.start = StartApproval::PreApproved(*by);
                if name.is_some() && !server.marks.iter().any(|mark| mark.text == BY_NAME) {
                    let mark = Mark::new(MarkLevel::Note, BY_NAME, Some(source.clone()));
                    server.marks.push(mark);
                }
            }
        }
    }
}

/// Marks the servers that may ask the model without a question.
pub(super) fn sampling(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    for policy in policies {
        let ServerPolicy::Sampling { name, source } = policy else {
            continue;
        };
        let live = servers.iter_mut().filter(|s| s.state.off().is_none());
        for server in live.filter(|s| s.name == *name) {
            let text = "sampling without a question";
            let mark = Mark::new(MarkLevel::Warning, text, Some(source.clone()));
            server.marks.push(mark);
        }
    }
}

/// Switches off the servers that the admin's lists refuse.
pub(super) fn refuse(servers: &mut [ServerEntry], policies: &[ServerPolicy]) {
    let alone = policies.contains(&ServerPolicy::AdminListsAlone);
    let counts = |l: &List<'_>| l.deny || !alone || l.by == SetBy::Admin;
    let lists = policies.iter().filter_map(List::of).filter(counts);
    let lists: Vec<List<'_>> = lists.collect();
    for server in servers {
        if let Some((reason, list)) = refused(server, &lists) {
            server.approval.rule = Rule::Blocked;
            server.approval.approver = Approver::Nobody;
            server.approval.set_by = list.by;
            server.approval.caveat = None;
            server.approval.source = Some(list.source.clone());
            let whose = match list.by {
                SetBy::Admin => "the admin's",
                SetBy::User => "the user's",
                _ => "the repository's",
            };
            server.state = State::Disabled(format!("{reason} {whose} {}", list.word()));
        }
    }
}

struct List<'a> {
    deny: bool,
    by: SetBy,
    names: BTreeSet<&'a Redacted>,
    /// Patterns, with scheme and host in lower case.
    urls: Vec<String>,
    commands: BTreeSet<u32>,
    source: &'a crate::diagnostic::Place,
}

impl<'a> List<'a> {
    fn of(policy: &'a ServerPolicy) -> Option<Self> {
        match policy {
            ServerPolicy::AdminList {
                deny,
                by,
                names,
                urls,
                commands,
                source,
            } => Some(Self {
                deny: *deny,
                by: *by,
                names: names.iter().collect(),
                urls: urls.iter().map(|url| lower_host(url)).collect(),
                commands: commands.iter().copied().collect(),
                source,
            }),
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        if self.deny { "deny list" } else { "allow list" }
    }
}

/// Applies the lists as Claude Code documents them: deny wins; no allow list allows all, an empty one nothing; once an
/// allow list names any URL, remote servers must match one, and the same for commands and local servers.
fn refused<'l>(
    server: &ServerEntry,
    lists: &'l [List<'l>],
) -> Option<(&'static str, &'l List<'l>)> {
    let (address, command) = match &server.target {
        Target::Remote(endpoint) => (Some(lower_host(&endpoint.shown)), None),
        Target::Process(launch) => (None, Some(launch.identity)),
        _ => (None, None),
    };
    let by_url = |list: &List<'_>| {
        let address = address.as_deref();
        address.is_some_and(|a| list.urls.iter().any(|p| wildcard(p, a)))
    };
    let by_command = |list: &List<'_>| command.is_some_and(|c| list.commands.contains(&c));
    let by_name = |list: &List<'_>| list.names.contains(&server.name);
    let mut deny = lists.iter().filter(|l| l.deny);
    if let Some(list) = deny.find(|l| by_url(l) || by_command(l) || by_name(l)) {
        return Some(("in", list));
    }
    let allow = || lists.iter().filter(|l| !l.deny);
    let first = allow().next()?;
    let name_helps = !(address.is_some() && allow().any(|l| !l.urls.is_empty())
        || command.is_some() && allow().any(|l| !l.commands.is_empty()));
    let allowed = allow().any(|l| by_url(l) || by_command(l) || (name_helps && by_name(l)));
    (!allowed).then_some(("not in", first))
}

/// Writes scheme and host in lower case, in which they are compared.
fn lower_host(url: &str) -> String {
    let host_at = url.find("://").map_or(0, |at| at + 3);
    let path_at = url[host_at..]
        .find('/')
        .map_or(url.len(), |at| host_at + at);
    format!("{}{}", url[..path_at].to_ascii_lowercase(), &url[path_at..])
}
