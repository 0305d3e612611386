//! The list of credentials: who holds which, where it stands, where it goes.

use super::Builder;
use crate::catalog;
use crate::graph::{CredentialRecord, Evidence, FlowKind};
use crate::inventory::{Carrier, Credential, Form, ServerEntry, Target};

impl Builder {
    /// Records the credentials of a server.
    ///
    /// `holder` presents them (the process, the bridge, or the client of a remote server); `destinations` are the nodes
    /// that they go to as far as known.
    pub(super) fn record_credentials(
        &mut self,
        server: &ServerEntry,
        client: &str,
        holder: &str,
        destinations: &[(String, Evidence)],
    ) {
        let row = match &server.target {
            Target::Process(launch) => launch
                .catalog
                .and_then(|id| catalog::all().iter().find(|s| s.id == id)),
            _ => None,
        };
        for credential in &server.credentials {
            let holder = if credential.carrier == Carrier::Field {
                client
            } else {
                holder
            };
            let remote = matches!(server.target, Target::Remote(_))
                || destinations.iter().any(|(_, e)| *e == Evidence::Declared);
            let named_by_row = row.is_some_and(|r| {
                r.credentials
                    .iter()
                    .any(|n| n.eq_ignore_ascii_case(&credential.name))
            });
            let declared_address = !server.endpoints.is_empty();
            let (sent, evidence): (Vec<&str>, Evidence) =
                if let Some(own) = self.destination_of(credential, destinations) {
                    (vec![own], Evidence::Declared)
                } else if remote && credential.carrier != Carrier::Dsn {
                    (
                        destinations.iter().map(|(id, _)| id.as_str()).collect(),
                        Evidence::Declared,
                    )
                } else if named_by_row || (declared_address && destinations.len() == 1) {
                    (
                        destinations.iter().map(|(id, _)| id.as_str()).collect(),
                        Evidence::Inferred,
                    )
                } else {
                    (Vec::new(), Evidence::Declared)
                };
            let sent: Vec<String> = sent.into_iter().map(str::to_owned).collect();
            let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
            self.record(credential, &[holder], &sent, evidence);
        }
        if let Some(oauth) = server
            .oauth
            .as_ref()
            .filter(|_| matches!(server.target, Target::Remote(_)))
            && !server.credentials.iter().any(|c| c.form == Form::Oauth)
        {
            let mut credential = Credential::new(
                crate::inventory::Redacted::trusted("OAuth token"),
                Form::Oauth,
                Carrier::Header,
            );
            credential.source.clone_from(&oauth.source);
            let sent: Vec<&str> = destinations.iter().map(|(id, _)| id.as_str()).collect();
            self.record(&credential, &[holder], &sent, Evidence::Assumed);
        }
    }

    /// Returns the node of the address that the credential's own text names (the host of a connection string).
    fn destination_of<'d>(
        &self,
        credential: &Credential,
        destinations: &'d [(String, Evidence)],
    ) -> Option<&'d str> {
        let own = credential.destination.as_ref()?;
        destinations.iter().map(|(id, _)| id.as_str()).find(|id| {
            self.arch
                .node(id)
                .is_some_and(|n| n.label.starts_with(own.host.as_str()))
        })
    }

    /// Adds one credential and puts its id on the flows that carry it.
    pub(super) fn record(
        &mut self,
        credential: &Credential,
        holders: &[&str],
        sent_to: &[&str],
        evidence: Evidence,
    ) {
        let first = holders.first().copied().unwrap_or("nobody");
        let id = self.ids.make(&["credential", first, &credential.name]);
        let stored_at = match (credential.form, &credential.source) {
            (Form::Literal, Some(place)) => place.to_string(),
            (Form::Reference, _) if credential.literal_default => {
                format!(
                    "environment; default text at {}",
                    credential
                        .source
                        .as_ref()
                        .map(ToString::to_string)
                        .unwrap_or_default()
                )
            }
            (Form::Reference, _) => "environment".into(),
            (Form::Prompt, _) => "the host's secret store, after the first answer".into(),
            (Form::File, _) => "a file that the configuration names".into(),
            (Form::Keyring, _) => "OS keyring".into(),
            (Form::Oauth, _) => "the client's token store".into(),
            (Form::Helper, _) => "printed by a command".into(),
            (Form::Ambient, _) => "the user's environment".into(),
            (Form::Literal, None) => "configuration".into(),
        };
        self.arch.credentials.push(CredentialRecord {
            id: id.clone(),
            name: credential.name.clone(),
            form: credential.form.word(),
            stored_at,
            holders: holders.iter().map(|h| (*h).to_owned()).collect(),
            sent_to: sent_to.iter().map(|s| (*s).to_owned()).collect(),
            shared_group: credential.shared_group,
            placeholder: credential.placeholder,
            evidence,
        });
        self.arch.tag_flows(&id, holders, sent_to);
    }
}

impl crate::graph::Architecture {
    /// Puts a credential's id on the flows from its holders to its destinations, and on the stdio flow into a holder.
    fn tag_flows(&mut self, id: &str, holders: &[&str], sent_to: &[&str]) {
        for flow in self.flows_mut() {
            let sent = holders.contains(&flow.from.as_str()) && sent_to.contains(&flow.to.as_str());
            let handed = flow.kind == FlowKind::Stdio && holders.contains(&flow.to.as_str());
            if (sent || handed) && !flow.credentials.iter().any(|c| c == id) {
                flow.credentials.push(id.to_owned());
            }
        }
    }
}
