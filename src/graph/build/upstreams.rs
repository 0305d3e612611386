//! What stands behind a server: addresses that the file names, else what the catalogue knows.

use super::Builder;
use super::frames::Ground;
use crate::catalog::{self, Server as Row};
use crate::graph::{
    Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::{Carrier, Credential, Endpoint, EndpointPlace, EndpointUse, ServerEntry};

impl Builder {
    /// Adds what a local server calls; returns the nodes to which its credentials may go.
    pub(super) fn add_upstreams(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        id: &str,
        row: Option<&'static Row>,
    ) -> Vec<(String, Evidence)> {
        let mut nodes = Vec::new();
        for used in &server.endpoints {
            if let Some(node) = self.add_declared(ground, server, id, used) {
                nodes.push((node, Evidence::Inferred));
            }
        }
        let overridden = server.endpoints.iter().any(|e| !e.database)
            || row.is_some_and(|r| {
                r.upstream_env
                    .iter()
                    .any(|name| server.endpoints.iter().any(|e| e.named_by.as_str() == name))
            });
        let Some(row) = row.filter(|_| !overridden) else {
            return nodes;
        };
        for upstream in &row.upstream {
            let node = self.upstream_node(row, upstream);
            let mut flow = Flow::new(FlowKind::Upstream, id, &node, Evidence::Inferred);
            let names: Vec<&str> = for_api(server, row)
                .iter()
                .map(|c| c.name.as_str())
                .collect();
            if names.is_empty() {
                flow.label.push(LabelPart::new(LabelRole::Plain, "? calls"));
            } else {
                let text = format!("? uses {}", super::words::shorten(&names));
                flow.label.push(LabelPart::new(LabelRole::Credential, text));
            }
            self.arch.add_flow(flow);
            nodes.push((node, Evidence::Inferred));
        }
        nodes
    }

    fn add_declared(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        id: &str,
        used: &EndpointUse,
    ) -> Option<String> {
        if let EndpointPlace::Variable(name) = &used.endpoint.place {
            let line = Line::new(LineRole::Plain, format!("upstream address named by {name}"));
            if let Some(node) = self.arch.node_mut(id)
                && !node.lines.contains(&line)
            {
                node.lines.push(line);
            }
            return None;
        }
        let boundary = self.around(ground, &used.endpoint, Evidence::Declared);
        let label = host_and_port(&used.endpoint);
        let (kind, prefix) = if used.database {
            (NodeKind::Asset, "asset")
        } else {
            (NodeKind::Upstream, "upstream")
        };
        let node = super::ids::slug(&[prefix, &label, &boundary]);
        if self.arch.node(&node).is_none() {
            let mut made = Node::new(&node, kind, label, Some(&boundary), Evidence::Declared);
            made.source.clone_from(&used.source);
            made.lines.push(Line::new(
                LineRole::Plain,
                if used.database {
                    "database"
                } else {
                    "API named in the configuration"
                },
            ));
            if used.endpoint.from_default {
                made.lines.push(Line::new(LineRole::Plain, "(default)"));
            }
            self.arch.add_node(made);
        }
        let mut flow = Flow::new(FlowKind::Upstream, id, &node, Evidence::Declared);
        flow.source.clone_from(&used.source);
        let names: Vec<&str> = server
            .credentials
            .iter()
            .filter(|c| matches!(c.carrier, Carrier::Env | Carrier::Argument | Carrier::Dsn))
            .map(|c| c.name.as_str())
            .collect();
        let from = format!("by {}", used.named_by);
        flow.label.push(LabelPart::new(LabelRole::Plain, from));
        if !names.is_empty() && !used.database {
            let text = format!("? uses {}", super::words::shorten(&names));
            flow.label.push(LabelPart::new(LabelRole::Credential, text));
        }
        if used.endpoint.scheme.is_plain() && super::words::leaves_machine(&used.endpoint) {
            flow.label.push(LabelPart::new(LabelRole::Alarm, "no TLS"));
        }
        self.arch.add_flow(flow);
        Some(node)
    }

    /// Adds the API behind a remote server, where the catalogue knows it.
    pub(super) fn add_remote_upstream(&mut self, id: &str, endpoint: &Endpoint) {
        let Some(row) = catalog::by_host(&endpoint.host) else {
            return;
        };
        for upstream in &row.upstream {
            if upstream.host.as_deref() == Some(endpoint.host.as_str()) {
                continue;
            }
            let node = self.upstream_node(row, upstream);
            let mut flow = Flow::new(FlowKind::Upstream, id, &node, Evidence::Inferred);
            flow.label
                .push(LabelPart::new(LabelRole::Credential, "? own token"));
            self.arch.add_flow(flow);
        }
    }

    fn upstream_node(&mut self, row: &Row, upstream: &catalog::Upstream) -> String {
        let address = upstream.host.as_deref();
        let id = super::ids::slug(&["upstream", address.unwrap_or(&upstream.name)]);
        if self.arch.node(&id).is_none() {
            let domain = address.map_or(row.vendor.as_str(), |host| {
                psl::domain_str(host).unwrap_or(host)
            });
            let boundary = self.provider(domain, false, Evidence::Inferred);
            let mut node = Node::new(
                &id,
                NodeKind::Upstream,
                &upstream.name,
                Some(&boundary),
                Evidence::Inferred,
            );
            node.lines.push(Line::new(
                LineRole::Plain,
                address.map_or("? address not documented".into(), |host| {
                    format!("? {host}")
                }),
            ));
            self.arch.add_node(node);
        }
        id
    }
}

fn host_and_port(endpoint: &Endpoint) -> String {
    match endpoint.port {
        Some(port) => format!("{}:{port}", endpoint.host),
        None if endpoint.host.is_empty() => endpoint.shown.to_string(),
        None => endpoint.host.to_string(),
    }
}

/// Returns the credentials that the catalogue row names as its API's.
fn for_api<'s>(server: &'s ServerEntry, row: &Row) -> Vec<&'s Credential> {
    server
        .credentials
        .iter()
        .filter(|c| {
            row.credentials
                .iter()
                .any(|name| name.eq_ignore_ascii_case(&c.name))
        })
        .collect()
}
