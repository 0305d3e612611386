//! The list of credentials: who holds which, where it stands, where it goes.

use std::collections::BTreeSet;

use petgraph::Direction;
use petgraph::visit::EdgeRef as _;

use super::Builder;
use super::launches::row_of;
use super::upstreams::names_credential;
use crate::graph::{Architecture, CredentialRecord, Evidence, FlowKind};
use crate::inventory::{Carrier, Credential, Form, Redacted, ServerEntry, Target};

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
        let (row, remote) = match &server.target {
            Target::Process(launch) => {
                let bridge = launch.bridge.as_ref();
                (row_of(launch), bridge.is_some_and(|b| b.remote.is_some()))
            }
            Target::Remote(_) => (None, true),
            _ => (None, false),
        };
        let all = || destinations.iter().map(|(id, _)| id.clone()).collect();
        for credential in &server.credentials {
            let holder = if credential.carrier == Carrier::Field {
                client
            } else {
                holder
            };
            let to_api = row.is_some_and(|row| names_credential(row, credential))
                || (!server.endpoints.is_empty() && destinations.len() == 1);
            let (sent, evidence): (Vec<String>, Evidence) =
                if let Some(own) = self.destination_of(credential, destinations) {
                    (vec![own], Evidence::Declared)
                } else if is_client_secret(credential) {
                    self.issuer_of(holder)
                } else if remote && credential.carrier != Carrier::Dsn {
                    (all(), Evidence::Declared)
                } else if to_api {
                    (all(), Evidence::Inferred)
                } else {
                    (Vec::new(), Evidence::Declared)
                };
            let sent: Vec<&str> = sent.iter().map(String::as_str).collect();
            let evidence = if sent.is_empty() {
                Evidence::Declared
            } else {
                evidence
            };
            self.record(credential, &[holder], &sent, evidence);
        }
    }

    /// Records the token that a client or bridge fetches for a remote server.
    pub(super) fn record_oauth(
        &mut self,
        server: &ServerEntry,
        holder: &str,
        stored_at: &str,
        destinations: &[(String, Evidence)],
    ) {
        if server.credentials.iter().any(|c| c.form == Form::Oauth) {
            return;
        }
        let name = Redacted::trusted("OAuth token");
        let mut token = Credential::new(name, Form::Oauth, Carrier::Header);
        token.source = server.oauth.as_ref().and_then(|o| o.source.clone());
        let sent: Vec<&str> = destinations.iter().map(|(id, _)| id.as_str()).collect();
        self.keep(
            &token,
            stored_at.to_owned(),
            &[holder],
            &sent,
            Evidence::Assumed,
        );
    }

    /// Returns the node of the address that the credential's own text names (the host of a connection string).
    fn destination_of(
        &self,
        credential: &Credential,
        destinations: &[(String, Evidence)],
    ) -> Option<String> {
        let own = super::upstreams::host_and_port(credential.destination.as_ref()?);
        let named = |id: &str| self.arch.node(id).is_some_and(|n| n.label == own);
        destinations
            .iter()
            .map(|(id, _)| id)
            .find(|id| named(id))
            .cloned()
    }

    /// Returns the authorization server of a token holder: where a client secret goes.
    fn issuer_of(&self, holder: &str) -> (Vec<String>, Evidence) {
        let flows = self.arch.flows_from(holder);
        let flow = flows.into_iter().find(|f| f.kind == FlowKind::Oauth);
        flow.map_or((Vec::new(), Evidence::Declared), |f| {
            (vec![f.to.clone()], f.evidence)
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
        self.keep(
            credential,
            stored_at(credential),
            holders,
            sent_to,
            evidence,
        );
        let referred = matches!(credential.form, Form::Reference | Form::BrokenReference);
        if credential.literal_default && referred {
            // The default text stands in the file whatever the variable holds.
            let mut default = credential.clone();
            default.form = Form::Literal;
            self.keep(&default, stored_at(&default), holders, sent_to, evidence);
        }
    }

    fn keep(
        &mut self,
        credential: &Credential,
        stored_at: String,
        holders: &[&str],
        sent_to: &[&str],
        evidence: Evidence,
    ) {
        let first = holders.first().copied().unwrap_or("nobody");
        let id = self.ids.make(&["credential", first, &credential.name]);
        let owned = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect();
        self.arch.credentials.push(CredentialRecord {
            id: id.clone(),
            name: credential.name.clone(),
            form: credential.form.word(),
            stored_at,
            holders: owned(holders),
            sent_to: owned(sent_to),
            shared_group: credential.shared_group,
            placeholder: credential.placeholder,
            evidence,
        });
        self.arch.tag_flows(&id, holders, sent_to);
    }
}

/// Says whether a credential is presented to the server itself, rather than to an authorization server or a database.
pub(super) fn goes_to_server(credential: &Credential) -> bool {
    !matches!(credential.carrier, Carrier::Dsn | Carrier::Host) && !is_client_secret(credential)
}

/// Says whether a credential stands ready, so that nobody has to issue a token first.
pub(super) fn any_static(presented: &[&Credential]) -> bool {
    presented.iter().any(|c| c.form != Form::Oauth)
}

/// A client secret is for the authorization server alone.
fn is_client_secret(credential: &Credential) -> bool {
    let plain: String = credential
        .name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    plain.to_ascii_lowercase().contains("clientsecret")
        && !matches!(credential.carrier, Carrier::Header | Carrier::Query)
}

fn stored_at(credential: &Credential) -> String {
    match (credential.form, &credential.source) {
        (Form::Literal, Some(place)) => place.to_string(),
        (Form::Literal, None) => "configuration".into(),
        (Form::Reference, _) => "the host's environment".into(),
        (Form::BrokenReference, _) => "nowhere: the text of the reference is sent".into(),
        (Form::Prompt, _) => "the host's secret store, after the first answer".into(),
        (Form::File, _) => "a file that the configuration names".into(),
        (Form::Keyring, _) => "OS keyring".into(),
        (Form::Oauth, _) => "the client's token store".into(),
        (Form::Helper, _) => "printed by a command".into(),
        (Form::Ambient, _) => "the user's environment".into(),
    }
}

impl Architecture {
    /// Puts a credential's id on the flows from its holders to its destinations, and on the stdio flow into a holder.
    fn tag_flows(&mut self, id: &str, holders: &[&str], sent_to: &[&str]) {
        let graph = &mut self.graph;
        let mut carriers = BTreeSet::new();
        for &at in holders.iter().filter_map(|id| self.by_id.get(*id)) {
            if !sent_to.is_empty() {
                let sent = graph.edges_directed(at, Direction::Outgoing);
                let sent = sent.filter(|e| sent_to.contains(&e.weight().to.as_str()));
                carriers.extend(sent.map(|e| e.id()));
            }
            let handed = graph.edges_directed(at, Direction::Incoming);
            let handed = handed.filter(|e| e.weight().kind == FlowKind::Stdio);
            carriers.extend(handed.map(|e| e.id()));
        }
        for at in carriers {
            if let Some(flow) = graph.edge_weight_mut(at) {
                flow.credentials.push(id.to_owned());
            }
        }
    }
}
