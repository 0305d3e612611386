//! Who issues the tokens for a remote server: what a file names, else what the catalogue knows, else nothing.

use super::Builder;
use super::isolation::Stand;
use super::remotes::OAUTH_TOKEN;
use super::upstreams::registrable;
use crate::catalog;
use crate::graph::{Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Node, NodeKind};
use crate::inventory::{Endpoint, EndpointPlace, ServerEntry};
use crate::probe::Outcome;

/// On the box of a remote server whose authorization server is not known.
pub(super) const NOT_PROBED: &str = "token source: not probed";
/// What both say of it where a client gets a token, so that only its issuer is not known.
const ISSUER: [&str; 2] = ["token source", "authorization server"];

impl Builder {
    /// Adds the authorization server of a remote server; `holder` is who keeps the token.
    pub(super) fn add_authorization(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        holder: &str,
        id: &str,
        endpoint: &Endpoint,
        no_credential: bool,
    ) {
        let declared = server
            .oauth
            .as_ref()
            .and_then(|o| o.authorization_server.as_ref().map(|a| (o, a)));
        if let Some((oauth, issuer)) = declared {
            let boundary = self.around(stand, issuer, Evidence::Declared);
            let auth = self.authorization_server(issuer, &boundary, Evidence::Declared);
            let mut flow = Flow::new(FlowKind::Oauth, holder, &auth, Evidence::Declared)
                .with(LabelRole::Plain, "OAuth (named in the file)");
            if let Some(resource) = &oauth.resource {
                flow = flow.with(LabelRole::Plain, format!("resource {resource}"));
            }
            self.connect(flow, server);
        }
        let named = declared.is_some();
        let seen = self.seen.of_server(server).cloned();
        if let Some(published) = seen.as_ref().and_then(|seen| seen.authorization.as_ref())
            && self.add_seen_authorization(stand, server, holder, published, no_credential)
        {
            return;
        }
        if named || !no_credential {
            return;
        }
        if let Some(known) = catalog::by_host(&endpoint.host).and_then(|r| r.authorization.as_ref())
        {
            let host = known.issuer_host.as_str();
            let boundary = self.provider(&registrable(host), false, Evidence::Inferred);
            let auth = self.authorization_node(host, &boundary, Evidence::Inferred);
            let words = format!("? {}", known.flows.join(" · "));
            let mut flow = Flow::new(FlowKind::Oauth, holder, &auth, Evidence::Inferred)
                .with(LabelRole::Plain, words);
            if let Some(resource) = &known.resource {
                flow = flow.with(LabelRole::Plain, format!("? resource {resource}"));
            }
            self.connect(flow, server);
            return;
        }
        let remote = matches!(
            endpoint.place,
            EndpointPlace::Public { .. } | EndpointPlace::Private
        );
        let text = match seen {
            _ if !remote => return,
            None => NOT_PROBED,
            // It gave its tools away without one.
            Some(seen) if seen.outcome == Outcome::Answered => return,
            Some(_) => "token source: not seen",
        };
        // The token stands on the line then: what is not known is who issues it.
        let is_issued = |f: &&Flow| f.to == id && f.text().contains(OAUTH_TOKEN);
        let fetches = self.arch.flows_from(holder).iter().any(is_issued);
        let text = if fetches {
            text.replacen(ISSUER[0], ISSUER[1], 1)
        } else {
            text.to_owned()
        };
        if let Some(node) = self.arch.node_mut(id) {
            let line = Line::new(LineRole::Unknown, text);
            if !node.lines.contains(&line) {
                node.lines.push(line);
            }
        }
    }

    /// Returns the node of an authorization server at an address.
    pub(super) fn authorization_server(
        &mut self,
        issuer: &Endpoint,
        boundary: &str,
        evidence: Evidence,
    ) -> String {
        let label = super::upstreams::host_and_port(issuer);
        self.authorization_node(&label, boundary, evidence)
    }

    pub(super) fn authorization_node(
        &mut self,
        label: &str,
        boundary: &str,
        evidence: Evidence,
    ) -> String {
        let prefix = "authorization-server";
        let (id, new) = self
            .ids
            .once_as(&[prefix, label, boundary], &[prefix, label]);
        if new || self.arch.node(&id).is_none() {
            let kind = NodeKind::AuthorizationServer;
            let mut node = Node::new(&id, kind, label, Some(boundary), evidence);
            let line = "authorization server";
            node.lines.push(Line::new(LineRole::Plain, line));
            self.arch.add_node(node);
        } else {
            self.confirm(&id, evidence);
        }
        id
    }
}
