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
    for role in LabelRole::ALL {
        let mut of_role: Vec<(&str, usize)> = parts
            .iter()
            .filter(|((r, _), _)| *r == role)
            .map(|((_, text), n)| (*text, *n))
            .collect();
        of_role.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let shown = match role {
            LabelRole::Credential if of_role.len() > NAMED => 0,
            LabelRole::Plain if of_role.len() > NAMED + 1 => NAMED,
            _ => of_role.len(),
        };
        // What all say needs no number.
        let named = of_role[..shown].iter().map(|(text, n)| match n {
            1 => (*text).to_owned(),
            n if *n >= group.len() => (*text).to_owned(),
            n => format!("{text} ({n} of {})", group.len()),
        });
        flow.label
            .extend(named.map(|text| LabelPart::new(role, text)));
        let rest: usize = of_role[shown..].iter().map(|(_, n)| n).sum();
        if rest > 0 {
            let words = match role {
                LabelRole::Credential => format!("{rest} credentials"),
                _ => format!("{rest} others"),
            };
            flow.label.push(LabelPart::new(role, words));
        }
    }
    let plain = flow.label.iter().position(|p| p.role == LabelRole::Plain);
    if let Some(first) = plain {
        let count = format!("{} flows", group.len());
        let count = LabelPart::new(LabelRole::Plain, count);
        flow.label.insert(first + 1, count);
    }
    flow
}
