//! Credentials that differ by name alone: what a table of equal servers says once, and the names in its rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Architecture, CredentialRecord, Flow, LabelPart, LabelRole};

/// Stands in the label of a table for the names that its rows give.
const IN_TABLE: &str = "(named in the table)";

/// The credentials of an architecture, by id.
pub(crate) struct Named<'a> {
    records: BTreeMap<&'a str, &'a CredentialRecord>,
}

impl<'a> Named<'a> {
    pub(crate) fn new(arch: &'a Architecture) -> Self {
        let records = arch.credentials.iter();
        Self {
            records: records.map(|record| (record.id.as_str(), record)).collect(),
        }
    }

    /// The names of the credentials that travel on a flow.
    fn names(&self, flow: &Flow) -> BTreeSet<&'a str> {
        let records = flow
            .credentials
            .iter()
            .filter_map(|id| self.records.get(id.as_str()));
        records.map(|record| record.name.as_str()).collect()
    }

    /// Returns a flow's label without the names of its credentials; as it is, where it does not give all of them.
    pub(crate) fn common(&self, flow: &Flow) -> Vec<LabelPart> {
        let names = self.names(flow);
        let mut given: BTreeSet<&str> = BTreeSet::new();
        let mut label = flow.label.clone();
        for part in label.iter_mut().filter(|p| p.role == LabelRole::Credential) {
            let words = part.text.split(' ').map(|word| {
                let (bare, comma) = word
                    .strip_suffix(',')
                    .map_or((word, ""), |bare| (bare, ","));
                match names.get(bare) {
                    Some(name) => {
                        given.insert(name);
                        format!("{IN_TABLE}{comma}")
                    }
                    None => word.to_owned(),
                }
            });
            part.text = words.collect::<Vec<_>>().join(" ");
        }
        if given == names {
            label
        } else {
            flow.label.clone()
        }
    }

    /// Says of a flow's credentials what is equal where only their names differ: form, place, whether it is a secret, how
    /// it is known, and whether it is one value with others.
    pub(super) fn kinds(&self, flow: &Flow) -> String {
        let records = flow
            .credentials
            .iter()
            .filter_map(|id| self.records.get(id.as_str()));
        let mut kinds: Vec<String> = records
            .map(|r| {
                format!(
                    "{}|{}|{}|{:?}|{:?}",
                    r.form,
                    file(&r.stored_at),
                    r.placeholder,
                    r.evidence,
                    r.shared_group
                )
            })
            .collect();
        kinds.sort();
        kinds.join(";")
    }

    /// Returns for each node the names on its flows, where these are not the same for all.
    pub(crate) fn that_differ(&self, arch: &Architecture, ids: &[&str]) -> Option<Vec<String>> {
        let mut names: BTreeMap<&str, BTreeSet<&str>> =
            ids.iter().map(|id| (*id, BTreeSet::new())).collect();
        for flow in arch.flows() {
            for end in [flow.from.as_str(), flow.to.as_str()] {
                if let Some(of_end) = names.get_mut(end) {
                    of_end.extend(self.names(flow));
                }
            }
        }
        let mut said = ids.iter().map(|id| {
            let names = names.get(id).into_iter().flatten().copied();
            names.collect::<Vec<_>>().join(", ")
        });
        let said: Vec<String> = said.by_ref().collect();
        let same = said.windows(2).all(|pair| pair[0] == pair[1]);
        (!same).then_some(said)
    }
}

/// The file of `path:line:column`; other places are themselves.
fn file(stored_at: &str) -> &str {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let mut place = stored_at;
    for _ in 0..2 {
        if let Some((rest, end)) = place.rsplit_once(':')
            && digits(end)
        {
            place = rest;
        }
    }
    place
}
