//! Rules about tools: deny beats ask, ask beats allow, whatever file they stand in; then the host-wide switch.

use std::collections::{BTreeMap, BTreeSet};

use crate::distinct;
use crate::inventory::{
    Approval, Approver, Effect, Redacted, Rule, ServerEntry, SetBy, ToolPolicy, wildcard,
};

/// The tool rules of a host by the servers that they name, so that a server is not compared with every rule.
pub(super) struct Policies<'p> {
    all: &'p [ToolPolicy],
    /// Rules by the server's name as it is written in rules.
    named: BTreeMap<String, Vec<usize>>,
    /// Rules about every server, or about those of a pattern.
    wide: Vec<usize>,
}

impl<'p> Policies<'p> {
    pub(super) fn new(all: &'p [ToolPolicy]) -> Self {
        let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut wide = Vec::new();
        for (at, policy) in all.iter().enumerate() {
            match &policy.server {
                Some(name) if !name.contains('*') => {
                    named.entry(plain(name)).or_default().push(at);
                }
                _ => wide.push(at),
            }
        }
        Self { all, named, wide }
    }

    /// Returns the rules that are about a server, in their order.
    fn about(&self, server: &Redacted) -> Vec<&'p ToolPolicy> {
        let own = plain(server);
        let wide = self.wide.iter().copied().filter(|&at| {
            let pattern = self.all[at].server.as_ref();
            pattern.is_none_or(|pattern| plain(pattern) == own || wildcard(pattern, server))
        });
        let mut found: Vec<usize> = wide.collect();
        found.extend(self.named.get(&own).into_iter().flatten());
        found.sort_unstable();
        found.into_iter().map(|at| &self.all[at]).collect()
    }
}

/// Applies the tool rules that are about a server.
pub(super) fn apply_policies(server: &mut ServerEntry, policies: &Policies<'_>) {
    let mine = policies.about(&server.name);
    let named = |policy: &&&ToolPolicy| policy.server.is_some() && policy.effect != Effect::Deny;
    let tools = mine.iter().filter(named).filter_map(|p| p.tool.clone());
    distinct::extend(&mut server.tools, tools);
    if server.approval.rule == Rule::Blocked {
        return;
    }
    let whole = |effect| mine.iter().find(|p| p.effect == effect && p.tool.is_none());
    let approval = &mut server.approval;
    if let Some(policy) = whole(Effect::Deny) {
        set(approval, Rule::Blocked, Approver::Nobody, policy);
        return;
    }
    if let Some(policy) = whole(Effect::Ask) {
        set(approval, Rule::Asks, Approver::Person, policy);
        return;
    }
    let named = |effect| {
        mine.iter()
            .filter(move |p| p.effect == effect)
            .filter_map(|p| p.tool.clone())
    };
    let denied = names("blocked", named(Effect::Deny));
    let excepted = named(Effect::Deny).chain(named(Effect::Ask));
    let (patterns, excepted): (BTreeSet<Redacted>, BTreeSet<Redacted>) =
        excepted.partition(|tool| tool.contains('*'));
    if let Some(policy) = whole(Effect::Allow) {
        set(approval, Rule::AutoAll, Approver::Nobody, policy);
    }
    if matches!(approval.rule, Rule::AutoAll | Rule::AllowsByDefault) {
        // Allowing one tool changes nothing where all are allowed.
        let asked = names("asks", named(Effect::Ask));
        let parts: Vec<String> = denied.into_iter().chain(asked).collect();
        if !parts.is_empty() {
            approval.caveat = Some(parts.join(" · "));
        }
        return;
    }
    if denied.is_some() {
        approval.caveat = denied;
    }
    let before: Vec<Redacted> = match &approval.rule {
        Rule::Auto(own) => own.clone(),
        _ => Vec::new(),
    };
    let mut tools = before.clone();
    distinct::extend(&mut tools, named(Effect::Allow));
    tools.retain(|tool| {
        !excepted.contains(tool) && !patterns.iter().any(|other| wildcard(other, tool))
    });
    if tools == before {
        return;
    }
    let left: BTreeSet<&Redacted> = tools.iter().collect();
    let known: BTreeSet<&Redacted> = before.iter().collect();
    let decides = |p: &&&ToolPolicy| match &p.tool {
        Some(tool) if p.effect == Effect::Allow => left.contains(tool),
        Some(tool) => known.contains(tool),
        None => false,
    };
    let Some(policy) = mine.iter().find(decides) else {
        return;
    };
    if tools.is_empty() {
        set(approval, Rule::Asks, Approver::Person, policy);
    } else {
        set(approval, Rule::Auto(tools), Approver::Person, policy);
    }
}

/// Lists the tools of a rule: at most three names, then how many more.
fn names(word: &str, tools: impl Iterator<Item = Redacted>) -> Option<String> {
    let mut all: Vec<Redacted> = Vec::new();
    distinct::extend(&mut all, tools);
    let first: Vec<&str> = all.iter().take(3).map(Redacted::as_str).collect();
    let more = match all.len().saturating_sub(3) {
        0 => String::new(),
        n => format!(" +{n}"),
    };
    (!all.is_empty()).then(|| format!("{word}: {}{more}", first.join(", ")))
}

/// Writes a server's name as rules do: products write other characters of a name as `_` there.
fn plain(name: &str) -> String {
    let kept = |c: char| c.is_ascii_alphanumeric() || c == '-';
    name.chars()
        .map(|c| if kept(c) { c } else { '_' })
        .collect()
}

fn set(approval: &mut Approval, rule: Rule, approver: Approver, policy: &ToolPolicy) {
    approval.rule = rule;
    approval.approver = approver;
    approval.set_by = policy.set_by;
    approval.source = Some(policy.source.clone());
    if approval.rule == Rule::Blocked {
        approval.caveat = None;
    }
}

/// Applies the host-wide switch: to everything where nobody is asked, else where nothing nearer was said.
pub(super) fn apply_gate(server: &mut ServerEntry, gate: &Approval) {
    let own = &mut server.approval;
    match (&gate.rule, &own.rule) {
        (_, Rule::Blocked) => {}
        (Rule::AutoAll, _) => {
            let caveat = gate.caveat.clone().or(own.caveat.take());
            take(own, gate);
            own.caveat = caveat;
        }
        (Rule::Asks, Rule::AsksByDefault | Rule::AllowsByDefault) => take(own, gate),
        (Rule::Refused, Rule::Asks | Rule::AsksByDefault) => {
            take(own, gate);
            own.caveat.clone_from(&gate.caveat);
        }
        (Rule::Refused, Rule::Auto(_)) => {
            own.approver = gate.approver;
            own.caveat = Some("every other call is refused".to_owned());
        }
        (Rule::Asks, Rule::Asks | Rule::Auto(_)) if gate.approver == Approver::ModelReviewer => {
            own.approver = gate.approver;
        }
        _ => {}
    }
}

fn take(own: &mut Approval, gate: &Approval) {
    own.rule = gate.rule.clone();
    own.approver = gate.approver;
    own.set_by = match gate.set_by {
        SetBy::Product => own.set_by,
        by => by,
    };
    own.source.clone_from(&gate.source);
}
