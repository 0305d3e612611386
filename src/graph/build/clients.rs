//! One client per configured server, and the servers that have no process or address of their own.

use super::Builder;
use super::hosts::HostNodes;
use super::words;
use crate::graph::{ClientFacts, Evidence, Flow, FlowKind, Line, LineRole, Node, NodeKind};
use crate::inventory::{
    Host, Mark, MarkLevel, PlacementFact, Rule, ServerEntry, State, Target, Transport,
};

impl Builder {
    /// Adds the client of a configured server and what it connects to.
    pub(super) fn add_server(&mut self, host: &Host, nodes: &HostNodes, server: &ServerEntry) {
        let id = self.ids.make(&["client", &nodes.slug, &server.name]);
        let client = client_box(&id, host, nodes, server);
        let off = client.off.is_some();
        self.arch.add_node(client);
        let mut call = Flow::new(FlowKind::ToolCall, &nodes.caller, &id, Evidence::Assumed);
        call.off = off;
        call.tools = server
            .tools
            .iter()
            .take(3)
            .map(ToString::to_string)
            .collect();
        self.arch.add_flow(call);
        for (at, helper) in server.helpers.iter().enumerate() {
            let owner = format!("{}-{}", nodes.slug, server.name);
            self.add_helper(&owner, &at.to_string(), helper, &nodes.ground.user, &id);
        }
        let ground = match &server.runs_on {
            Some(on) => self.ground(&PlacementFact {
                on: on.clone(),
                evidence: Evidence::Declared,
            }),
            None => nodes.ground.clone(),
        };
        match &server.target {
            Target::Process(launch) => self.add_process(nodes, &ground, server, &id, launch),
            Target::Remote(endpoint) => self.add_remote(&ground, server, &id, endpoint),
            Target::Builtin => self.add_inner(
                &id,
                server,
                &nodes.frame,
                "builtin server",
                "in the host's own process",
            ),
            Target::Reference(name) => {
                let label = if name.is_empty() {
                    server.name.to_string()
                } else {
                    name.to_string()
                };
                self.add_inner(
                    &id,
                    server,
                    &ground.user,
                    &label,
                    "named only: what it starts stands elsewhere",
                );
            }
            Target::Nothing => self.add_inner(
                &id,
                server,
                &ground.user,
                &server.name,
                "nothing to start in this entry",
            ),
        }
    }

    fn add_inner(
        &mut self,
        client: &str,
        server: &ServerEntry,
        boundary: &str,
        label: &str,
        line: &str,
    ) {
        let id = self
            .ids
            .make(&["server", client.trim_start_matches("client-")]);
        let mut node = Node::new(
            &id,
            NodeKind::Server,
            label,
            Some(boundary),
            Evidence::Declared,
        );
        node.source = Some(server.source.clone());
        node.lines.push(Line::new(LineRole::Plain, line));
        self.add_behind(node, client);
        let kind = if server.transport == Transport::Stdio {
            FlowKind::Stdio
        } else {
            FlowKind::Custom
        };
        let mut flow = Flow::new(kind, client, &id, Evidence::Declared);
        flow.label = words::transport(server.transport, None);
        flow.label.extend(words::handed_over(&server.credentials));
        self.connect(flow, server);
        let holder = id.clone();
        self.record_credentials(server, client, &holder, &[]);
    }

    /// Adds a server node, grey where its client is off.
    pub(super) fn add_behind(&mut self, mut node: Node, client: &str) {
        node.off = self.arch.node(client).and_then(|c| c.off.clone());
        self.arch.add_node(node);
    }

    /// Adds a flow of a server, grey where the server is off.
    pub(super) fn connect(&mut self, mut flow: Flow, server: &ServerEntry) {
        flow.off = matches!(server.state, State::Disabled(_));
        flow.source = Some(server.source.clone());
        self.arch.add_flow(flow);
    }
}

/// Makes the box of a client: name, scope, approval, marks.
fn client_box(id: &str, host: &Host, nodes: &HostNodes, server: &ServerEntry) -> Node {
    let mut client = Node::new(
        id,
        NodeKind::Client,
        server.name.as_str(),
        Some(&nodes.frame),
        Evidence::Declared,
    );
    client.source = Some(server.source.clone());
    client.client = Some(ClientFacts {
        server: server.name.to_string(),
        transport: server.transport.word(),
        approval: server.approval.rule.word(),
        approval_set_by: server.approval.set_by.word(),
        scope: server.scope.word(),
        tools: server.tools.iter().map(ToString::to_string).collect(),
    });
    if client.label.is_empty() {
        client.label = "(no name)".into();
    }
    if host.scopes.len() > 1 {
        client.lines.push(Line::new(
            LineRole::Plain,
            format!("scope: {}", server.scope.word()),
        ));
    }
    match &server.state {
        State::Disabled(reason) => {
            client.off = Some(reason.clone());
            client
                .lines
                .push(Line::new(LineRole::Off, format!("off: {reason}")));
        }
        State::Broken(reason) => {
            words::add_marks(
                &mut client,
                &[Mark::new(
                    MarkLevel::Warning,
                    reason.clone(),
                    Some(server.source.clone()),
                )],
            );
        }
        State::Active => {}
    }
    if client.off.is_none() || server.approval.rule == Rule::Blocked {
        client.lines.push(words::approval(&server.approval));
        if let Some(caveat) = &server.approval.caveat {
            client
                .lines
                .push(Line::new(LineRole::Plain, caveat.clone()));
        }
        client.lines.extend(words::start(&server.approval));
    }
    if server.alternative {
        client.lines.push(Line::new(LineRole::Plain, "alternative"));
    }
    words::add_marks(&mut client, &server.marks);
    if let Some(oauth) = &server.oauth
        && !oauth.scopes.is_empty()
    {
        let scopes: Vec<&str> = oauth
            .scopes
            .iter()
            .map(crate::inventory::Redacted::as_str)
            .collect();
        client.lines.push(Line::new(
            LineRole::Credential,
            format!("scopes: {}", scopes.join(" ")),
        ));
    }
    client
}
