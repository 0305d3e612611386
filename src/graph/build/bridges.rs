//! Bridges (one transport in, another out) and gateways (several servers behind one entry).

use super::Builder;
use super::carried;
use super::clients::owner;
use super::frames::Ground;
use super::isolation::Stand;
use super::launches::{process_box, row_of};
use super::rights::BEHIND_GATEWAY;
use super::words;
use crate::graph::{
    Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::launch::{Bridge, Gateway, Launch};
use crate::inventory::{Credential, Endpoint, Redacted, ServerEntry};

impl Builder {
    /// Adds what stands behind a bridge.
    pub(super) fn add_bridge(
        &mut self,
        ground: &Ground,
        stand: &Stand,
        server: &ServerEntry,
        client: &str,
        id: &str,
        bridge: &Bridge,
    ) {
        if let Some(remote) = &bridge.remote {
            self.add_behind_bridge(stand, server, client, id, bridge, remote);
        } else {
            if let Some(inner) = &bridge.publishes {
                self.add_published(ground, server, client, id, inner);
            }
            self.record_credentials(server, client, id, &[]);
        }
        let off = server.state.off().is_some();
        if let Some(listener) = bridge.listener.as_ref().filter(|_| !off) {
            self.add_inbound(&stand.loopback, id, listener);
        }
    }

    /// Adds the remote server behind a stdio bridge; the bridge holds the credentials.
    fn add_behind_bridge(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        client: &str,
        bridge_id: &str,
        bridge: &Bridge,
        endpoint: &Endpoint,
    ) {
        let id = self.remote_node(stand, server, client, endpoint);
        let seen = self.observe(server, &id);
        let kind = super::remotes::flow_kind(bridge.transport);
        let mut flow = Flow::new(kind, bridge_id, &id, Evidence::Declared);
        flow.label = words::transport(bridge.transport, Some(endpoint));
        let presented: Vec<&Credential> = server
            .credentials
            .iter()
            .filter(|c| super::credentials::goes_to_server(c))
            .collect();
        if presented.is_empty() {
            let token = super::remotes::token(server, seen.as_ref());
            flow.label
                .push(if let (true, Some(token)) = (bridge.holds_tokens, token) {
                    LabelPart::new(LabelRole::Credential, token)
                } else if bridge.holds_tokens {
                    LabelPart::new(LabelRole::Credential, super::remotes::BRIDGE_TOKEN)
                } else {
                    LabelPart::new(LabelRole::Plain, super::remotes::NO_CREDENTIAL)
                });
        }
        flow.label.extend(carried::presented(&presented));
        self.connect(flow, server);
        if server.state.off().is_none() {
            let open = !super::credentials::any_static(&presented);
            self.add_authorization(stand, server, bridge_id, &id, endpoint, open);
        }
        let token = bridge.holds_tokens && presented.is_empty();
        let destination = [(id, Evidence::Declared)];
        self.record_credentials(server, client, bridge_id, &destination);
        if token {
            self.record_oauth(server, bridge_id, "the bridge's token store", &destination);
        }
    }

    /// Adds the local server that a bridge publishes on a port.
    fn add_published(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        id: &str,
        inner: &Launch,
    ) {
        let name = format!("{}-published", owner(client));
        let stand = self.inside(ground, &name, &inner.isolations);
        let inner_id = self.ids.make(&["server", &name]);
        let row = row_of(inner);
        let node = process_box(&inner_id, NodeKind::Server, &stand, server, inner, row);
        self.add_behind(node, client);
        let flow = Flow::new(FlowKind::Stdio, id, &inner_id, Evidence::Declared);
        self.connect(flow.with(LabelRole::Plain, "stdin / stdout"), server);
        if server.state.off().is_none() {
            self.add_reach(&stand, &inner_id, inner);
            self.add_upstreams(&stand, server, &inner_id, row);
        }
    }

    /// Adds the servers behind a gateway: those that the command names, else one node for all.
    pub(super) fn add_back_ends(
        &mut self,
        boundary: &str,
        id: &str,
        server: &ServerEntry,
        gateway: &Gateway,
    ) {
        let mut names: Vec<&str> = gateway.back_ends.iter().map(Redacted::as_str).collect();
        let (evidence, line, words) = if names.is_empty() {
            names.push("unknown servers");
            let line = "what it starts stands elsewhere";
            (Evidence::Assumed, line, "? starts or calls")
        } else {
            (Evidence::Declared, BEHIND_GATEWAY, "starts or calls")
        };
        for name in names {
            let back = self.ids.make(&["server", id, name]);
            let mut node = Node::new(&back, NodeKind::Server, name, Some(boundary), evidence);
            node.source = Some(server.source.clone());
            node.lines.push(Line::new(LineRole::Plain, line));
            self.arch.add_node(node);
            let flow = Flow::new(FlowKind::Custom, id, &back, evidence);
            self.connect(flow.with(LabelRole::Plain, words), server);
        }
    }
}
