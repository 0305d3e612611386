//! What stands behind a server: addresses that the file names, else what the catalogue knows.

use super::Builder;
use super::isolation::Stand;
use super::words::{self, short};
use crate::catalog::{self, Server as Row};
use crate::graph::{Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Node, NodeKind};
use crate::inventory::{
    Carrier, Credential, Endpoint, EndpointPlace, EndpointUse, Scheme, ServerEntry,
};

impl Builder {
    /// Adds what a local server calls; returns the nodes to which its credentials may go.
    pub(super) fn add_upstreams(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        id: &str,
        row: Option<&'static Row>,
    ) -> Vec<(String, Evidence)> {
        let mut nodes = Vec::new();
        for used in &server.endpoints {
            if let Some(node) = self.add_declared(stand, server, id, used) {
                nodes.push((node, Evidence::Inferred));
            }
        }
        let Some(row) = row.filter(|row| !overridden(server, row)) else {
            return nodes;
        };
        for upstream in &row.upstream {
            let node = self.known_api(row, upstream, None);
            let own = |c: &&Credential| names_credential(row, c);
            let own: Vec<&Credential> = server.credentials.iter().filter(own).collect();
            let flow = Flow::new(FlowKind::Upstream, id, &node, Evidence::Inferred);
            let flow = match uses(&own) {
                Some(uses) => flow.with(LabelRole::Credential, format!("? {uses}")),
                None => flow.with(LabelRole::Plain, "? calls"),
            };
            self.arch.add_flow(flow);
            nodes.push((node, Evidence::Inferred));
        }
        nodes
    }

    /// Adds an address that env or arguments name; returns its node, or nothing where the address is a variable.
    fn add_declared(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        id: &str,
        used: &EndpointUse,
    ) -> Option<String> {
        let endpoint = &used.endpoint;
        if let EndpointPlace::Variable(_) | EndpointPlace::Unreadable = &endpoint.place {
            let text = short(&format!("upstream address in {}", used.named_by));
            let line = Line::new(LineRole::Plain, text);
            let node = self.arch.node_mut(id)?;
            if !node.lines.contains(&line) {
                node.lines.push(line);
            }
            return None;
        }
        let boundary = self.around(stand, endpoint, Evidence::Declared);
        let label = host_and_port(endpoint);
        let (kind, prefix, line) = if used.database {
            (NodeKind::Asset, "asset", "database")
        } else {
            (
                NodeKind::Upstream,
                "upstream",
                "API named in the configuration",
            )
        };
        let (node, new) = self
            .ids
            .once_as(&[prefix, &label, &boundary], &[prefix, &label]);
        if new {
            let mut made = Node::new(&node, kind, label, Some(&boundary), Evidence::Declared);
            made.source.clone_from(&used.source);
            made.lines.push(Line::new(LineRole::Plain, line));
            if endpoint.from_default {
                made.lines.push(Line::new(LineRole::Plain, "(default)"));
            }
            self.arch.add_node(made);
            if !used.database {
                self.asks_port(&boundary, endpoint, &node);
            }
        } else {
            self.confirm(&node, Evidence::Declared);
        }
        let mut flow = Flow::new(FlowKind::Upstream, id, &node, Evidence::Declared)
            .with(LabelRole::Plain, short(&format!("by {}", used.named_by)));
        flow.source.clone_from(&used.source);
        let own = |c: &&Credential| {
            c.destination
                .as_ref()
                .is_some_and(|d| d.host == endpoint.host)
        };
        let to_here = |c: &&Credential| {
            matches!(c.carrier, Carrier::Env | Carrier::Argument)
                && c.destination.is_none()
                && belongs(c, used, server)
        };
        let pick = |pick: &dyn Fn(&&Credential) -> bool| -> Vec<&Credential> {
            server.credentials.iter().filter(pick).collect()
        };
        if let Some(uses) = uses(&pick(&own)) {
            flow = flow.with(LabelRole::Credential, uses);
        } else if let Some(uses) = uses(&pick(&to_here)).filter(|_| !used.database) {
            flow = flow.with(LabelRole::Credential, format!("? {uses}"));
        }
        if endpoint.scheme.is_plain() && words::leaves_machine(endpoint) {
            flow = flow.with(LabelRole::Alarm, "no TLS");
        }
        self.arch.add_flow(flow);
        Some(node)
    }

    /// A node first known from the catalogue is a guess no longer once somebody names it.
    pub(super) fn confirm(&mut self, id: &str, evidence: Evidence) {
        if let Some(node) = self.arch.node_mut(id) {
            let was_guess = node.evidence.is_guess();
            node.evidence = node.evidence.stronger(evidence);
            if was_guess && !node.evidence.is_guess() {
                for line in &mut node.lines {
                    if let Some(sure) = line.text.strip_prefix("? ") {
                        line.text = sure.to_owned();
                    }
                }
            }
        }
    }

    /// Adds the API behind a remote server, where the catalogue knows it.
    pub(super) fn add_remote_upstream(&mut self, id: &str, frame: &str, endpoint: &Endpoint) {
        let Some(row) = catalog::by_host(&endpoint.host) else {
            return;
        };
        for upstream in &row.upstream {
            if upstream.host.as_deref() == Some(endpoint.host.as_str()) {
                continue;
            }
            let node = self.known_api(row, upstream, Some(frame));
            let flow = Flow::new(FlowKind::Upstream, id, &node, Evidence::Inferred);
            self.arch
                .add_flow(flow.with(LabelRole::Credential, "? server's own token"));
        }
    }

    /// Returns the node of an API that the catalogue knows.
    ///
    /// Without a documented host it stands with the remote server, or at the vendor's documented domain.
    fn known_api(&mut self, row: &Row, api: &catalog::Upstream, frame: Option<&str>) -> String {
        let beside = |host: &str| registrable(host);
        let (what, boundary) = match (&api.host, frame, row.hosts.first()) {
            (Some(host), _, _) => {
                let boundary = self.provider(&beside(host), false, Evidence::Inferred);
                (host.as_str(), Some(boundary))
            }
            (None, Some(frame), _) => (api.name.as_str(), Some(frame.to_owned())),
            (None, None, Some(host)) => {
                let boundary = self.provider(&beside(host), false, Evidence::Inferred);
                (api.name.as_str(), Some(boundary))
            }
            (None, None, None) => (api.name.as_str(), None),
        };
        let key = boundary.as_deref().unwrap_or_default();
        let (id, new) = self
            .ids
            .once_as(&["upstream", what, key], &["upstream", what]);
        if new {
            let kind = NodeKind::Upstream;
            let boundary = boundary.as_deref();
            let mut node = Node::new(&id, kind, &api.name, boundary, Evidence::Inferred);
            let text = api.host.as_ref().map_or_else(
                || "? address not documented".to_owned(),
                |host| short(&format!("? {host}")),
            );
            node.lines.push(Line::new(LineRole::Plain, text));
            self.arch.add_node(node);
        }
        id
    }
}

/// Says whether the file names another destination than the catalogue's.
fn overridden(server: &ServerEntry, row: &Row) -> bool {
    let named = |name: &String| {
        server.endpoints.iter().any(|e| e.named_by.as_str() == name)
            || server.settings.iter().any(|s| s.as_str() == name)
    };
    server.endpoints.iter().any(|e| !e.database) || row.upstream_env.iter().any(named)
}

/// Says whether a catalogue row names a credential as its API's.
pub(super) fn names_credential(row: &Row, credential: &Credential) -> bool {
    row.credentials
        .iter()
        .any(|name| name.eq_ignore_ascii_case(&credential.name))
}

/// Says whether a credential may be for an address: their names share a word (`TRACKER_TOKEN`, `TRACKER_URL`), or one of
/// them has no word of its own (`API_KEY`) and there is no other it could be for.
fn belongs(credential: &Credential, used: &EndpointUse, server: &ServerEntry) -> bool {
    let (token, address) = (own_words(&credential.name), own_words(&used.named_by));
    if token.iter().any(|word| address.contains(word)) {
        return true;
    }
    let only = server.endpoints.iter().filter(|e| !e.database).count() == 1;
    only && (token.is_empty() || address.is_empty() || server.credentials.len() == 1)
}

/// The words of a variable or flag that say whose it is.
fn own_words(name: &str) -> Vec<String> {
    const COMMON: [&str; 24] = [
        "access", "address", "api", "auth", "base", "bearer", "client", "endpoint", "env", "host",
        "http", "id", "key", "mcp", "password", "port", "secret", "server", "token", "uri", "url",
        "user", "username", "argument",
    ];
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .map(str::to_ascii_lowercase)
        .filter(|word| !word.is_empty() && !COMMON.contains(&word.as_str()))
        .collect()
}

/// Returns `uses A, B (env)`; nothing where there is no credential.
fn uses(credentials: &[&Credential]) -> Option<String> {
    let (first, _) = credentials.split_first()?;
    let names: Vec<&str> = credentials.iter().map(|c| c.name.as_str()).collect();
    let same = credentials.iter().all(|c| c.carrier == first.carrier);
    let carrier = match first.carrier {
        Carrier::Env if same => " (env)",
        Carrier::Argument if same => " (argument)",
        _ => "",
    };
    if let (Some(lent), true) = (super::carried::lends(first), credentials.len() == 1) {
        return Some(format!("uses {lent}"));
    }
    Some(format!("uses {}{carrier}", words::shorten(&names)))
}

/// Returns host and port; the usual port of a scheme is not written, so that it makes no second address.
pub(super) fn host_and_port(endpoint: &Endpoint) -> String {
    let usual = |port: &u16| {
        matches!(
            (endpoint.scheme, port),
            (Scheme::Https | Scheme::Wss, 443) | (Scheme::Http | Scheme::Ws, 80)
        )
    };
    match endpoint.port.filter(|port| !usual(port)) {
        Some(port) => format!("{}:{port}", endpoint.host),
        None if endpoint.host.is_empty() => endpoint.shown.to_string(),
        None => endpoint.host.to_string(),
    }
}

/// Returns the registrable domain of a host of the catalogue.
pub(super) fn registrable(host: &str) -> String {
    psl::domain_str(host).unwrap_or(host).to_owned()
}
