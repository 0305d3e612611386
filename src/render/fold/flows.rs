//! What a group of flows between two boxes looks like as one.

use indexmap::IndexMap;

use crate::graph::{Evidence, Flow, FlowKind, LabelPart, LabelRole};

/// Parts of one role that a label names before it counts the rest.
const NAMED: usize = 2;

/// Makes one flow of a group: each different part of the labels with its number, alarms always in full.
pub(super) fn merged(from: &str, to: &str, group: &[&Flow]) -> Flow {
    let kind = group.first().map_or(FlowKind::Custom, |f| f.kind);
    let mut flow = Flow::new(kind, from, to, Evidence::Assumed);
    if let [only] = group {
        flow = Flow {
            id: flow.id,
            from: flow.from,
            to: flow.to,
            ..(*only).clone()
        };
        return flow;
    }
    flow.off = group.iter().all(|f| f.off);
    flow.evidence = group
        .iter()
        .map(|f| f.evidence)
        .max()
        .unwrap_or(flow.evidence);
    for credential in group.iter().flat_map(|f| &f.credentials) {
        if !flow.credentials.contains(credential) {
            flow.credentials.push(credential.clone());
        }
    }
    let mut parts: IndexMap<(LabelRole, &str), usize> = IndexMap::new();
    for part in group.iter().flat_map(|f| &f.label) {
        *parts.entry((part.role, &part.text)).or_default() += 1;
    }
    for role in [LabelRole::Alarm, LabelRole::Plain, LabelRole::Credential] {
        let mut of_role: Vec<(&str, usize)> = parts
            .iter()
            .filter(|((r, _), _)| *r == role)
            .map(|((_, text), n)| (*text, *n))
            .collect();
        of_role.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let shown = if role == LabelRole::Alarm || of_role.len() <= NAMED + 1 {
            of_role.len()
        } else {
            NAMED
        };
        let rest: usize = of_role[shown..].iter().map(|(_, n)| n).sum();
        flow.label.extend(of_role[..shown].iter().map(|(text, n)| {
            let text = if *n > 1 {
                format!("{text} ×{n}")
            } else {
                (*text).to_owned()
            };
            LabelPart::new(role, text)
        }));
        if rest > 0 {
            let noun = match (role, rest) {
                (LabelRole::Credential, 1) => "credential",
                (LabelRole::Credential, _) => "credentials",
                _ => "others",
            };
            flow.label.push(LabelPart::new(
                role,
                format!("{rest} more {noun}").replace("more others", "others"),
            ));
        }
    }
    flow
}
