//! One credential told twice: a header or argument that refers to a variable which the same entry sets.

use std::collections::{BTreeMap, BTreeSet};

use crate::inventory::{Carrier, CredentialScheme, Form, ServerEntry};

/// Joins a reference with the variable of the entry that it names; the variable says how the value is given.
///
/// Variables and headers have no order: what came of them is sorted, so that the order in the file changes nothing.
pub(super) fn join(server: &mut ServerEntry) {
    server
        .credentials
        .sort_by(|a, b| (a.carrier, &a.name, a.form).cmp(&(b.carrier, &b.name, b.form)));
    server
        .endpoints
        .sort_by(|a, b| (&a.named_by, &a.endpoint.shown).cmp(&(&b.named_by, &b.endpoint.shown)));
    server.settings.sort();
    let set: BTreeSet<_> = server
        .credentials
        .iter()
        .filter(|c| c.carrier == Carrier::Env)
        .map(|c| c.name.clone())
        .collect();
    let refers = |c: &crate::inventory::Credential| {
        c.form == Form::Reference && c.carrier != Carrier::Env && set.contains(&c.name)
    };
    let references: Vec<_> = server
        .credentials
        .iter()
        .filter(|c| refers(c))
        .cloned()
        .collect();
    server.credentials.retain(|c| !refers(c));
    let mut schemes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for reference in references {
        let of_name = schemes.entry(reference.name).or_default();
        of_name.push(reference.scheme);
    }
    let variables = server.credentials.iter_mut();
    for variable in variables.filter(|c| c.carrier == Carrier::Env) {
        // Of several variables of one name the first is meant.
        for scheme in schemes.remove(&variable.name).unwrap_or_default() {
            if variable.scheme == CredentialScheme::Unknown {
                variable.scheme = scheme;
            }
        }
    }
}
