//! Rules about tools: deny beats ask, ask beats allow, whatever file they stand in; then the host-wide switch.

use super::push_new;
use crate::inventory::{
    Approval, Approver, Effect, Redacted, Rule, ServerEntry, SetBy, ToolPolicy, wildcard,
};

/// Applies the tool rules that are about a server.
pub(super) fn apply_policies(server: &mut ServerEntry, policies: &[ToolPolicy]) {
    let mine: Vec<&ToolPolicy> = policies
        .iter()
        .filter(|p| p.server.as_ref().is_none_or(|s| same(s, &server.name)))
        .collect();
    for policy in &mine {
        let named = policy.server.is_some() && policy.effect != Effect::Deny;
        if let Some(tool) = policy.tool.as_ref().filter(|_| named) {
            push_new(&mut server.tools, tool.clone());
        }
    }
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
    let mut excepted: Vec<Redacted> = Vec::new();
    for tool in named(Effect::Deny).chain(named(Effect::Ask)) {
        push_new(&mut excepted, tool);
    }
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
    for tool in named(Effect::Allow) {
        push_new(&mut tools, tool);
    }
    tools.retain(|tool| !excepted.iter().any(|other| wildcard(other, tool)));
    if tools == before {
        return;
    }
    let decides = |p: &&&ToolPolicy| match &p.tool {
        Some(tool) if p.effect == Effect::Allow => tools.contains(tool),
        Some(tool) => before.contains(tool),
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
    for tool in tools {
        push_new(&mut all, tool);
    }
    let first: Vec<&str> = all.iter().take(3).map(Redacted::as_str).collect();
    let more = match all.len().saturating_sub(3) {
        0 => String::new(),
        n => format!(" +{n}"),
    };
    (!all.is_empty()).then(|| format!("{word}: {}{more}", first.join(", ")))
}

/// Says whether a rule's server name means a server: products write other characters of a name as `_` in rules.
fn same(rule: &Redacted, server: &Redacted) -> bool {
    let plain = |name: &str| -> String {
        name.chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '-' {
                    c
                } else {
                    '_'
                }
            })
            .collect()
    };
    rule == server || plain(rule) == plain(server) || rule.contains('*') && wildcard(rule, server)
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
