//! Servers that a client or a bridge connects to.

use super::Builder;
use super::frames::Ground;
use super::words;
use crate::catalog;
use crate::graph::{
    Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::launch::Bridge;
use crate::inventory::{
    Carrier, Credential, Endpoint, EndpointPlace, Form, MarkLevel, ServerEntry, State, Transport,
};

impl Builder {
    /// Adds the remote server of a client, or joins the client to one that is already there.
    pub(super) fn add_remote(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        endpoint: &Endpoint,
    ) {
        let id = self.remote_node(ground, server, client, endpoint);
        let kind = flow_kind(server.transport);
        let mut flow = Flow::new(kind, client, &id, Evidence::Declared);
        flow.label = words::transport(server.transport, Some(endpoint));
        let presented: Vec<&Credential> = server
            .credentials
            .iter()
            .filter(|c| c.carrier != Carrier::Field)
            .collect();
        let oauth_token = server.oauth.is_some() && presented.is_empty();
        if oauth_token {
            flow.label
                .push(LabelPart::new(LabelRole::Credential, oauth_words(server)));
        } else if presented.is_empty() {
            flow.label
                .push(LabelPart::new(LabelRole::Plain, "no credential in config"));
        }
        flow.label
            .extend(presented.iter().take(2).map(|c| words::credential(c)));
        self.connect(flow, server);
        let off = matches!(server.state, State::Disabled(_));
        if !off {
            self.add_authorization(ground, server, client, &id, endpoint, presented.is_empty());
        }
        self.record_credentials(server, client, client, &[(id, Evidence::Declared)]);
    }

    /// Adds the remote server behind a stdio bridge; the bridge holds the credentials.
    pub(super) fn add_behind_bridge(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        bridge_id: &str,
        bridge: &Bridge,
        endpoint: &Endpoint,
    ) {
        let id = self.remote_node(ground, server, client, endpoint);
        let mut flow = Flow::new(
            flow_kind(bridge.transport),
            bridge_id,
            &id,
            Evidence::Declared,
        );
        flow.label = words::transport(bridge.transport, Some(endpoint));
        let presented: Vec<&Credential> = server.credentials.iter().collect();
        if presented.is_empty() && bridge.holds_tokens {
            flow.label.push(LabelPart::new(
                LabelRole::Credential,
                "? OAuth token kept by the bridge",
            ));
        } else if presented.is_empty() {
            flow.label
                .push(LabelPart::new(LabelRole::Plain, "no credential in config"));
        }
        flow.label
            .extend(presented.iter().take(2).map(|c| words::credential(c)));
        self.connect(flow, server);
        if !matches!(server.state, State::Disabled(_)) {
            self.add_authorization(
                ground,
                server,
                bridge_id,
                &id,
                endpoint,
                presented.is_empty(),
            );
        }
        self.record_credentials(server, client, bridge_id, &[(id, Evidence::Declared)]);
    }

    fn remote_node(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        endpoint: &Endpoint,
    ) -> String {
        let public = matches!(endpoint.place, EndpointPlace::Public { .. });
        let off = matches!(server.state, State::Disabled(_));
        let merge_key = endpoint.identity;
        let here = self.around(ground, endpoint, Evidence::Declared);
        let same = self.remotes.iter().find(|(identity, id)| {
            *identity == merge_key
                && (public
                    || self
                        .arch
                        .node(id)
                        .is_some_and(|n| n.boundary.as_ref() == Some(&here)))
        });
        if let Some((_, id)) = same {
            let id = id.clone();
            if !off && let Some(node) = self.arch.node_mut(&id) {
                node.off = None;
            }
            return id;
        }
        let id = self.ids.make(&["server", &endpoint.host, &endpoint.path]);
        let mut node = Node::new(
            &id,
            NodeKind::Server,
            address(endpoint, server),
            Some(&here),
            Evidence::Declared,
        );
        node.source = Some(server.source.clone());
        match &endpoint.place {
            EndpointPlace::Loopback | EndpointPlace::ContainerHost => {
                node.lines
                    .push(Line::new(LineRole::Plain, "process and user unknown"));
            }
            EndpointPlace::LocalSocket => node
                .lines
                .push(Line::new(LineRole::Plain, "access by file permission")),
            EndpointPlace::Variable(name) => {
                node.lines.push(Line::new(
                    LineRole::Plain,
                    format!("address given by {name}"),
                ));
            }
            EndpointPlace::CloudMetadata => {
                words::add_marks(
                    &mut node,
                    &[crate::inventory::Mark::new(
                        MarkLevel::Alarm,
                        "cloud metadata address",
                        None,
                    )],
                );
            }
            _ => {}
        }
        if endpoint.from_default {
            node.lines.push(Line::new(
                LineRole::Plain,
                "address from a default; a variable can change it",
            ));
        }
        if let Some(row) = catalog::by_host(&endpoint.host) {
            node.lines.push(Line::new(
                LineRole::Plain,
                format!("? {} (catalogue)", row.name),
            ));
        }
        self.add_behind(node, client);
        self.remotes.push((merge_key, id.clone()));
        if !off {
            self.add_remote_upstream(&id, endpoint);
        }
        id
    }

    /// Adds the authorization server: declared by the file, else inferred by the catalogue, else none.
    fn add_authorization(
        &mut self,
        ground: &Ground,
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
            let boundary = self.around(ground, issuer, Evidence::Declared);
            let auth = self.authorization_server(
                &issuer.host,
                issuer.port,
                Some(&boundary),
                Evidence::Declared,
            );
            let mut flow = Flow::new(FlowKind::Oauth, holder, &auth, Evidence::Declared);
            flow.label.push(LabelPart::new(
                LabelRole::Plain,
                "OAuth (named in the file)",
            ));
            if let Some(resource) = &oauth.resource {
                flow.label.push(LabelPart::new(
                    LabelRole::Plain,
                    format!("resource {resource}"),
                ));
            }
            self.connect(flow, server);
            return;
        }
        let row = catalog::by_host(&endpoint.host).and_then(|r| r.authorization.as_ref());
        if let (Some(authorization), true) = (row, no_credential) {
            let domain = self
                .arch
                .node(id)
                .and_then(|n| n.boundary.clone())
                .filter(|_| endpoint.host.as_str() == authorization.issuer_host);
            let boundary = domain.or_else(|| {
                Some(self.provider(
                    &registrable(&authorization.issuer_host),
                    false,
                    Evidence::Inferred,
                ))
            });
            let auth = self.authorization_server(
                &authorization.issuer_host,
                None,
                boundary.as_deref(),
                Evidence::Inferred,
            );
            let mut flow = Flow::new(FlowKind::Oauth, holder, &auth, Evidence::Inferred);
            let flows = authorization.flows.join(" · ");
            flow.label
                .push(LabelPart::new(LabelRole::Plain, format!("? {flows}")));
            self.connect(flow, server);
            return;
        }
        let remote = matches!(
            endpoint.place,
            EndpointPlace::Public { .. } | EndpointPlace::Private
        );
        if no_credential
            && remote
            && let Some(node) = self.arch.node_mut(id)
        {
            let line = Line::new(LineRole::Credential, "token source: not probed");
            if !node.lines.contains(&line) {
                node.lines.push(line);
            }
        }
    }

    /// Returns the node of an authorization server.
    pub(super) fn authorization_server(
        &mut self,
        host: &str,
        port: Option<u16>,
        boundary: Option<&str>,
        evidence: Evidence,
    ) -> String {
        let label = port.map_or_else(|| host.to_owned(), |p| format!("{host}:{p}"));
        let id = super::ids::slug(&["authorization-server", &label, boundary.unwrap_or_default()]);
        if self.arch.node(&id).is_none() {
            let mut node = Node::new(
                &id,
                NodeKind::AuthorizationServer,
                label,
                boundary,
                evidence,
            );
            node.lines
                .push(Line::new(LineRole::Plain, "authorization server"));
            self.arch.add_node(node);
        }
        id
    }
}

fn flow_kind(transport: Transport) -> FlowKind {
    match transport {
        Transport::StreamableHttp | Transport::HttpThenSse => FlowKind::Http,
        Transport::Sse => FlowKind::Sse,
        Transport::Stdio => FlowKind::Stdio,
        _ => FlowKind::Custom,
    }
}

fn oauth_words(server: &ServerEntry) -> String {
    let resource = server.oauth.as_ref().and_then(|o| o.resource.as_ref());
    let by_helper = server.credentials.iter().any(|c| c.form == Form::Helper);
    match resource {
        Some(resource) => format!("OAuth token for {resource}"),
        None if by_helper => "header from a command".into(),
        None => "OAuth token".into(),
    }
}

/// Returns host, port and path: what a reviewer looks up.
fn address(endpoint: &Endpoint, server: &ServerEntry) -> String {
    let mut text = endpoint.host.to_string();
    if let Some(port) = endpoint.port {
        text = format!("{text}:{port}");
    }
    if matches!(endpoint.place, EndpointPlace::LocalSocket) || text.is_empty() {
        text = endpoint.shown.to_string();
    } else if endpoint.path.len() > 1 {
        text.push_str(&endpoint.path);
    }
    if text.is_empty() {
        server.name.to_string()
    } else {
        text
    }
}

/// Returns the registrable domain of a host of the catalogue.
fn registrable(host: &str) -> String {
    psl::domain_str(host).unwrap_or(host).to_owned()
}
