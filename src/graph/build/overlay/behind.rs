//! Overlay entries about what stands behind a server: APIs and authorization servers.

use toml::Spanned;

use super::{endpoint, nothing};
use crate::diagnostic::Diagnostic;
use crate::graph::build::Builder;
use crate::graph::build::authorization::NOT_PROBED;
use crate::graph::build::isolation::Stand;
use crate::graph::build::remotes::{BRIDGE_TOKEN, NO_CREDENTIAL, oauth_token};
use crate::graph::build::upstreams::host_and_port;
use crate::graph::build::words::short;
use crate::graph::overlay::{AuthorizationServer, Overlay, TokenWord, Upstream};
use crate::graph::{
    BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::{Carrier, Credential, Form, Redacted};

/// How an entry that names a server and an address ended.
pub(super) enum Done {
    Applied,
    NoServer,
    NoAddress,
}

impl Done {
    /// Says what is wrong with the entry.
    pub(super) fn report(
        &self,
        overlay: &Overlay,
        table: &str,
        server: &Spanned<String>,
        url: &Spanned<String>,
    ) -> Option<Diagnostic> {
        match self {
            Done::Applied => None,
            Done::NoServer => Some(
                nothing()
                    .at(overlay.place(server))
                    .key(format!("{table}.server")),
            ),
            Done::NoAddress => Some(
                Diagnostic::warning("not an address, expected a URL")
                    .at(overlay.place(url))
                    .key(format!("{table}.url")),
            ),
        }
    }
}

impl Builder {
    /// Returns the nodes behind a client: (who presents the credentials, the MCP server).
    pub(super) fn behind(&self, client: &str) -> Option<(String, String)> {
        let first = self.next(client)?;
        if self.arch.node(&first)?.kind != NodeKind::Bridge {
            return Some((client.to_owned(), first));
        }
        let remote = self.next(&first).unwrap_or_else(|| first.clone());
        Some((first, remote))
    }

    /// Returns the node that a client or bridge talks to.
    pub(super) fn next(&self, from: &str) -> Option<String> {
        let transports = [
            FlowKind::Stdio,
            FlowKind::Http,
            FlowKind::Sse,
            FlowKind::Custom,
        ];
        let to_server = |flow: &&Flow| {
            let node = self.arch.node(&flow.to);
            transports.contains(&flow.kind) && node.is_some_and(|n| n.kind != NodeKind::Helper)
        };
        let flows = self.arch.flows_from(from);
        flows.into_iter().find(to_server).map(|f| f.to.clone())
    }

    /// Returns what addresses mean where a node stands.
    fn stand_at(&self, id: &str) -> Stand {
        let boundary = self.arch.node(id).and_then(|n| n.boundary.clone());
        let chain = self.arch.ancestry(boundary.as_deref());
        let outermost = chain.last().copied().unwrap_or_default();
        let of_kind = |kinds: &[BoundaryKind]| {
            let mut of_kind = chain.iter().filter(|id| {
                self.arch
                    .boundary(id)
                    .is_some_and(|b| kinds.contains(&b.kind))
            });
            of_kind.next().copied().unwrap_or(outermost).to_owned()
        };
        Stand {
            loopback: of_kind(&[BoundaryKind::Isolation]),
            machine: outermost.to_owned(),
            user: of_kind(&[BoundaryKind::OsUser, BoundaryKind::Account]),
            boundary: boundary.unwrap_or_default(),
            network: None,
            own_network: false,
            sees_files: true,
            container: None,
        }
    }

    pub(super) fn annotate_upstream(&mut self, overlay: &Overlay, entry: &Upstream) -> Done {
        let clients = self.clients_named(entry.server.get_ref());
        let Some(api) = endpoint(entry.url.get_ref(), overlay) else {
            return Done::NoAddress;
        };
        let mut done = Done::NoServer;
        for client in clients {
            let Some((_, server)) = self.behind(&client) else {
                continue;
            };
            done = Done::Applied;
            self.drop_inferred(&server, FlowKind::Upstream);
            let boundary = self.around(&self.stand_at(&server), &api, Evidence::Annotated);
            let host = host_and_port(&api);
            let (id, new) = self
                .ids
                .once_as(&["upstream", &host, &boundary], &["upstream", &host]);
            if new || self.arch.node(&id).is_none() {
                let kind = NodeKind::Upstream;
                let frame = Some(boundary.as_str());
                let mut node = Node::new(&id, kind, &host, frame, Evidence::Annotated);
                if entry.name.is_some() {
                    node.lines.push(Line::new(LineRole::Plain, short(&host)));
                }
                self.arch.add_node(node);
            } else {
                self.confirm(&id, Evidence::Annotated);
            }
            if let (Some(name), Some(node)) = (&entry.name, self.arch.node_mut(&id)) {
                node.label = Redacted::name(name).to_string();
            }
            let (role, words) = match entry.token {
                TokenWord::Own => (LabelRole::Credential, "server's own token"),
                TokenWord::Same => (LabelRole::Alarm, "same token"),
                TokenWord::None => (LabelRole::Plain, "no token"),
                TokenWord::Unknown => (LabelRole::Plain, "calls"),
            };
            let mut flow =
                Flow::new(FlowKind::Upstream, &server, &id, Evidence::Annotated).with(role, words);
            flow.off = self.arch.node(&server).is_some_and(|n| n.off.is_some());
            self.arch.add_flow(flow);
        }
        done
    }

    pub(super) fn annotate_authorization(
        &mut self,
        overlay: &Overlay,
        entry: &AuthorizationServer,
    ) -> Done {
        let clients = self.clients_named(entry.server.get_ref());
        let Some(issuer) = endpoint(entry.url.get_ref(), overlay) else {
            return Done::NoAddress;
        };
        let resource = entry
            .resource
            .as_deref()
            .and_then(|r| endpoint(r, overlay))
            .map(|e| e.shown);
        let mut done = Done::NoServer;
        for client in clients {
            let Some((holder, server)) = self.behind(&client) else {
                continue;
            };
            done = Done::Applied;
            self.drop_inferred(&holder, FlowKind::Oauth);
            let boundary = self.around(&self.stand_at(&holder), &issuer, Evidence::Annotated);
            let auth = self.authorization_server(&issuer, &boundary, Evidence::Annotated);
            let words = entry
                .flow
                .as_deref()
                .map_or_else(|| Redacted::trusted("OAuth"), Redacted::text);
            let mut flow = Flow::new(FlowKind::Oauth, &holder, &auth, Evidence::Annotated)
                .with(LabelRole::Plain, words.as_str());
            flow.off = self.arch.node(&client).is_some_and(|n| n.off.is_some());
            self.arch.add_flow(flow);
            if let Some(node) = self.arch.node_mut(&server) {
                node.lines.retain(|l| !l.text.ends_with(NOT_PROBED));
            }
            self.annotate_token(&holder, &server, resource.as_ref());
        }
        done
    }

    /// Names the token on the line that carries it, and in the list of credentials.
    fn annotate_token(&mut self, holder: &str, server: &str, resource: Option<&Redacted>) {
        let words = oauth_token(resource);
        let mut named = false;
        for flow in self.arch.flows_mut() {
            if flow.from != holder || flow.to != server {
                continue;
            }
            for part in &mut flow.label {
                let text = part.text.as_str();
                if text == NO_CREDENTIAL || text == BRIDGE_TOKEN || text.starts_with("OAuth token")
                {
                    *part = LabelPart::new(LabelRole::Credential, words.clone());
                    named = true;
                }
            }
        }
        let listed = self
            .arch
            .credentials
            .iter_mut()
            .find(|c| c.form == Form::Oauth.word() && c.holders.iter().any(|h| h == holder));
        if let Some(token) = listed {
            token.evidence = token.evidence.stronger(Evidence::Annotated);
        } else if named {
            let name = Redacted::trusted("OAuth token");
            let token = Credential::new(name, Form::Oauth, Carrier::Header);
            self.record(&token, &[holder], &[server], Evidence::Annotated);
        }
    }

    /// Takes away what the catalogue guessed, where somebody who knows says otherwise.
    fn drop_inferred(&mut self, from: &str, kind: FlowKind) {
        let guess = |f: &Flow| f.from == from && f.kind == kind && f.evidence == Evidence::Inferred;
        let flows = self.arch.flows();
        let targets: Vec<String> = flows
            .into_iter()
            .filter(|f| guess(f))
            .map(|f| f.to.clone())
            .collect();
        self.arch.remove_flows(guess);
        for target in targets {
            if !self.arch.is_joined(&target) {
                self.arch.remove_node(&target);
            }
        }
    }
}
