//! Servers that a client or a bridge connects to.

use super::Builder;
use super::carried;
use super::frames::Ground;
use super::isolation::Stand;
use super::loopback::port_of;
use super::observed::audience;
use super::words::{self, short};
use crate::catalog;
use crate::graph::{
    Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::{
    Credential, Endpoint, EndpointPlace, Mark, MarkLevel, Redacted, ServerEntry, Transport,
};
use crate::probe::Observation;

/// On the line of a remote server whose entry names no credential.
pub(super) const NO_CREDENTIAL: &str = "no credential in config";
/// What every line of a token that an authorization server issues says.
pub(super) const OAUTH_TOKEN: &str = "OAuth token";
/// On the line of a bridge that fetches a token itself.
pub(super) const BRIDGE_TOKEN: &str = "? OAuth token kept by the bridge";

impl Builder {
    /// Adds the remote server of a client, or joins the client to one that is already there.
    pub(super) fn add_remote(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        endpoint: &Endpoint,
    ) {
        let stand = ground.stand();
        let id = self.remote_node(&stand, server, client, endpoint);
        let seen = self.observe(server, &id);
        let kind = flow_kind(server.transport);
        let mut flow = Flow::new(kind, client, &id, Evidence::Declared);
        flow.label = words::transport(server.transport, Some(endpoint));
        let presented: Vec<&Credential> = server
            .credentials
            .iter()
            .filter(|c| super::credentials::goes_to_server(c))
            .collect();
        if presented.is_empty() {
            flow.label.push(match token(server, seen.as_ref()) {
                Some(text) => LabelPart::new(LabelRole::Credential, text),
                None => LabelPart::new(LabelRole::Plain, NO_CREDENTIAL),
            });
        }
        flow.label.extend(carried::presented(&presented));
        self.connect(flow, server);
        if server.state.off().is_none() {
            let open = !super::credentials::any_static(&presented);
            self.add_authorization(&stand, server, client, &id, endpoint, open);
        }
        let fetches = server.oauth.is_some()
            || (presented.is_empty() && token(server, seen.as_ref()).is_some());
        let destination = [(id, Evidence::Declared)];
        self.record_credentials(server, client, client, &destination);
        if fetches {
            self.record_oauth(server, client, "the client's token store", &destination);
        }
    }

    /// Returns the node of a remote server; the same public address is one server, whoever uses it.
    pub(super) fn remote_node(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        client: &str,
        endpoint: &Endpoint,
    ) -> String {
        let off = server.state.off().is_some();
        let here = self.around(stand, endpoint, Evidence::Declared);
        let key = merge_key(endpoint, &here);
        let same = key.as_ref().and_then(|key| self.remotes.get(key)).cloned();
        let id = same.unwrap_or_else(|| {
            let port = endpoint.port.map(|p| p.to_string()).unwrap_or_default();
            let parts = ["server", &endpoint.host, &port, &endpoint.path];
            let parts: Vec<&str> = parts.into_iter().filter(|p| !p.is_empty()).collect();
            let id = self.ids.make(&parts);
            let node = remote_box(&id, &here, server, endpoint);
            self.add_behind(node, client);
            self.remotes.extend(key.map(|key| (key, id.clone())));
            self.asks_port(&here, endpoint, &id);
            id
        });
        if !off {
            if let Some(node) = self.arch.node_mut(&id) {
                node.off = None;
            }
            self.add_remote_upstream(&id, &here, endpoint);
        }
        id
    }
}

/// Returns what makes two addresses one server; an address that nobody knows yet is nobody else's.
fn merge_key(endpoint: &Endpoint, frame: &str) -> Option<String> {
    let whole = format!("address {}", endpoint.identity);
    match &endpoint.place {
        EndpointPlace::Public { .. } => Some(whole),
        EndpointPlace::Variable(_) | EndpointPlace::Placeholder | EndpointPlace::Unreadable => None,
        // `localhost`, `127.0.0.1` and `[::1]` are one place.
        EndpointPlace::Loopback if endpoint.query_keys.is_empty() => {
            let port = port_of(endpoint)?;
            let path = endpoint.path.trim_end_matches('/');
            Some(format!("loopback {frame} {port} {path}"))
        }
        _ => Some(format!("{whole} in {frame}")),
    }
}

fn remote_box(id: &str, here: &str, server: &ServerEntry, endpoint: &Endpoint) -> Node {
    let label = address(endpoint, server);
    let mut node = Node::new(id, NodeKind::Server, label, Some(here), Evidence::Declared);
    node.source = Some(server.source.clone());
    let line = match &endpoint.place {
        EndpointPlace::Loopback => Some("process and user unknown".to_owned()),
        EndpointPlace::ContainerHost => Some("the machine, seen from a container".to_owned()),
        EndpointPlace::LocalSocket => Some("access by file permission".to_owned()),
        EndpointPlace::Variable(name) => Some(short(&format!("address given by {name}"))),
        _ => None,
    };
    let role = match &endpoint.place {
        EndpointPlace::Loopback => LineRole::Unknown,
        _ => LineRole::Plain,
    };
    node.lines.extend(line.map(|text| Line::new(role, text)));
    let mut marks = Vec::new();
    if endpoint.place == EndpointPlace::CloudMetadata {
        let text = "cloud metadata address";
        marks.push(Mark::new(MarkLevel::Alarm, text, None));
    }
    if endpoint.from_default {
        let text = short(&format!("{} (default)", endpoint.host));
        node.lines.push(Line::new(LineRole::Plain, text));
        let text = "a variable can change the address";
        marks.push(Mark::new(MarkLevel::Note, text, None));
    }
    let row = catalog::by_host(&endpoint.host);
    if let Some(row) = row {
        let text = short(&format!("? {} (catalogue)", row.name));
        node.lines.push(Line::new(LineRole::Plain, text));
    }
    marks.extend(words::archived(row));
    words::add_marks(&mut node, &marks);
    node
}

/// Returns the kind of the line to a remote server.
pub(super) fn flow_kind(transport: Transport) -> FlowKind {
    match transport {
        Transport::StreamableHttp | Transport::HttpThenSse => FlowKind::Http,
        Transport::Sse => FlowKind::Sse,
        Transport::Stdio => FlowKind::Stdio,
        _ => FlowKind::Custom,
    }
}

/// Returns the words for a token that an authorization server issues: declared, or seen to be asked for.
pub(super) fn token(server: &ServerEntry, seen: Option<&Observation>) -> Option<String> {
    let published = seen.and_then(|seen| seen.authorization.as_ref());
    let issued = published.filter(|p| !p.servers.is_empty());
    if server.oauth.is_none() && issued.is_none() {
        return None;
    }
    let declared = server.oauth.as_ref().and_then(|o| o.resource.as_ref());
    let seen = published.and_then(audience).filter(|_| declared.is_none());
    Some(match seen {
        Some(audience) => format!("{OAUTH_TOKEN} for {}", without_scheme(audience)),
        None => oauth_token(declared),
    })
}

/// Returns the words for a token that an authorization server issues.
pub(super) fn oauth_token(resource: Option<&Redacted>) -> String {
    resource.map_or_else(
        || OAUTH_TOKEN.to_owned(),
        |resource| format!("{OAUTH_TOKEN} for {resource}"),
    )
}

/// Returns an address without the usual scheme; another one stays to be seen.
pub(super) fn without_scheme(address: &str) -> &str {
    address.strip_prefix("https://").unwrap_or(address)
}

/// Returns host, port and path: what a reviewer looks up.
fn address(endpoint: &Endpoint, server: &ServerEntry) -> String {
    let mut text = endpoint.host.to_string();
    if endpoint.place == EndpointPlace::LocalSocket || text.is_empty() {
        text = endpoint.shown.to_string();
    } else {
        if let Some(port) = endpoint.port {
            text = format!("{text}:{port}");
        }
        if endpoint.path.len() > 1 {
            text.push_str(&endpoint.path);
        }
    }
    if text.is_empty() {
        text = server.name.to_string();
    }
    if text.is_empty() {
        text = "(no name)".into();
    }
    text
}
