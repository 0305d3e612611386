//! Credentials that hold the same value: numbered groups; the ordinals of values end here.

use std::collections::{BTreeMap, BTreeSet};

use crate::inventory::{Credential, Form, Host};

/// Numbers the groups of values that stand with several holders.
pub(super) fn number(hosts: &mut [Host]) {
    let mut holders: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
    each(hosts, &mut |holder, credential| {
        if let Some(value) = credential.value.filter(|_| counts(credential)) {
            holders.entry(value).or_default().insert(holder);
        }
    });
    let mut groups: BTreeMap<u32, u32> = BTreeMap::new();
    each(hosts, &mut |_, credential| {
        let value = credential.value.take();
        let shared = |v: &u32| holders.get(v).is_some_and(|h| h.len() > 1);
        if let Some(value) = value.filter(shared).filter(|_| counts(credential)) {
            let next = u32::try_from(groups.len() + 1).unwrap_or(u32::MAX);
            credential.shared_group = Some(*groups.entry(value).or_insert(next));
        }
    });
}

/// Placeholders are all alike, and a reference says nothing about the value.
fn counts(credential: &Credential) -> bool {
    matches!(credential.form, Form::Literal | Form::Ambient) && !credential.placeholder
}

/// Visits every credential with the number of its holder: a server entry, or a host itself.
fn each(hosts: &mut [Host], visit: &mut dyn FnMut(usize, &mut Credential)) {
    let mut holder = 0;
    for host in hosts {
        for credential in &mut host.facts.credentials {
            visit(holder, credential);
        }
        holder += 1;
        for server in &mut host.servers {
            for credential in &mut server.credentials {
                visit(holder, credential);
            }
            holder += 1;
        }
    }
}
