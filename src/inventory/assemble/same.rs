//! One credential told twice: a header or argument that refers to a variable which the same entry sets.

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
    let set: Vec<_> = server
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
    for reference in references {
        let variable = server
            .credentials
            .iter_mut()
            .find(|c| c.carrier == Carrier::Env && c.name == reference.name);
        if let Some(variable) = variable
            && variable.scheme == CredentialScheme::Unknown
        {
            variable.scheme = reference.scheme;
        }
    }
}
