//! One client per configured server, and the servers that have no process or address of their own.

use super::Builder;
use super::carried;
use super::hosts::HostNodes;
use super::rights::NOTHING_STARTS;
use super::words::{self, short, three};
use crate::graph::{
    ClientFacts, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::{PlacementFact, Redacted, Rule, Scope, ServerEntry, Target, Transport};

/// On a client whose calls are all blocked: its server starts, and gets its credentials, all the same.
const STILL_CONNECTED: &str = "no call passes; the host still connects";

/// Most tool names that are named anywhere.
const TOOLS: usize = 3;

impl Builder {
    /// Adds the client of a configured server and what it connects to.
    pub(super) fn add_server(&mut self, nodes: &HostNodes, server: &ServerEntry) {
        let id = self.ids.make(&["client", &nodes.slug, &server.name]);
        let client = client_box(&id, nodes, server);
        let off = client.off.is_some();
        self.arch.add_node(client);
        let mut call = Flow::new(FlowKind::ToolCall, &nodes.caller, &id, Evidence::Declared);
        call.source = Some(server.source.clone());
        call.off = off || server.approval.rule == Rule::Blocked;
        call.tools = tools(server);
        self.arch.add_flow(call);
        let ground = match &server.runs_on {
            Some(on) => {
                let (on, evidence) = (on.clone(), Evidence::Declared);
                self.ground(&PlacementFact { on, evidence }, &nodes.slug)
            }
            None => nodes.ground.clone(),
        };
        match &server.target {
            Target::Process(launch) => self.add_process(nodes, &ground, server, &id, launch),
            Target::Remote(endpoint) => self.add_remote(&ground, server, &id, endpoint),
            Target::Builtin => {
                let line = "built in: the host's own process";
                self.add_inner(&id, server, &nodes.frame, &server.name, line);
            }
            Target::Reference(name) => {
                let label = if name.is_empty() { &server.name } else { name };
                let line = "named only: what it is stands elsewhere";
                self.add_inner(&id, server, &ground.user, label, line);
            }
            Target::Nothing => {
                let line = NOTHING_STARTS;
                self.add_inner(&id, server, &ground.user, &server.name, line);
            }
        }
        if !off {
            for helper in &server.helpers {
                let owner = format!("{}-{}", nodes.slug, server.name);
                self.add_helper(&owner, helper, &ground.user, &id);
            }
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
        let id = self.ids.make(&["server", owner(client)]);
        let evidence = match server.target {
            Target::Reference(_) => Evidence::Assumed,
            _ => Evidence::Declared,
        };
        let label = if label.is_empty() { "(no name)" } else { label };
        let mut node = Node::new(&id, NodeKind::Server, label, Some(boundary), evidence);
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
        flow.label.extend(carried::handed_over(&server.credentials));
        self.connect(flow, server);
        self.record_credentials(server, client, &id, &[]);
    }

    /// Adds a server node, grey where its client is off.
    pub(super) fn add_behind(&mut self, mut node: Node, client: &str) {
        node.off = self.arch.node(client).and_then(|c| c.off.clone());
        self.arch.add_node(node);
    }

    /// Adds a flow of a server, grey where the server is off.
    pub(super) fn connect(&mut self, mut flow: Flow, server: &ServerEntry) {
        flow.off = server.state.off().is_some();
        flow.source = Some(server.source.clone());
        flow.label.extend(carried::stands(server, flow.kind));
        if server
            .marks
            .iter()
            .any(|m| m.text.starts_with("TLS unchecked"))
            && matches!(flow.kind, FlowKind::Http | FlowKind::Sse | FlowKind::Custom)
        {
            flow.label
                .push(LabelPart::new(LabelRole::Alarm, "TLS unchecked"));
        }
        self.note_file(&flow, server);
        self.arch.add_flow(flow);
    }
}

/// Returns the name that a client gives to the ids of what belongs to it.
pub(super) fn owner(client: &str) -> &str {
    client.strip_prefix("client-").unwrap_or(client)
}

/// Returns the tools that may be named: never a whole list.
fn tools(server: &ServerEntry) -> Vec<String> {
    let known = match &server.approval.rule {
        Rule::Auto(tools) => tools.iter().chain(&server.tools),
        _ => [].iter().chain(&server.tools),
    };
    let mut names: Vec<String> = Vec::new();
    for name in known.map(ToString::to_string) {
        if names.len() < TOOLS && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the names of plain variables, each once.
fn settings(server: &ServerEntry) -> Vec<String> {
    let mut names: Vec<String> = server.settings.iter().map(ToString::to_string).collect();
    names.dedup();
    names
}

/// Makes the box of a client: name, scope, approval, tools, marks.
fn client_box(id: &str, nodes: &HostNodes, server: &ServerEntry) -> Node {
    let kind = NodeKind::Client;
    let label = server.name.as_str();
    let mut client = Node::new(id, kind, label, Some(&nodes.frame), Evidence::Declared);
    client.source = Some(server.source.clone());
    client.client = Some(ClientFacts {
        server: server.name.to_string(),
        transport: server.transport.word(),
        approval: server.approval.rule.word(),
        approval_set_by: server.approval.set_by.word(),
        scope: server.scope.word(),
        tools: tools(server),
        settings: settings(server),
    });
    if client.label.is_empty() {
        client.label = "(no name)".into();
    }
    let mut plain = |text: &str| client.lines.push(Line::new(LineRole::Plain, text));
    if server.scope == Scope::Local {
        plain("scope: local (one project)");
    } else if nodes.many_scopes {
        plain(&format!("scope: {}", server.scope.word()));
    }
    if server.alternative {
        plain("alternative");
    }
    if let Some(reason) = server.state.off() {
        client.off = Some(reason.to_owned());
        let text = short(&format!("off: {reason}"));
        client.lines.push(Line::new(LineRole::Off, text));
    }
    let blocked = server.approval.rule == Rule::Blocked;
    if client.off.is_none() || blocked {
        client.lines.extend(words::approval(&server.approval));
    }
    if client.off.is_none() && !blocked {
        let by_repository = nodes.from_repository && server.scope == Scope::Project;
        client
            .lines
            .extend(words::start(&server.approval, by_repository));
    }
    if client.off.is_none() && blocked {
        client
            .lines
            .push(Line::new(LineRole::Plain, STILL_CONNECTED));
    }
    if let Rule::Auto(tools) = &server.approval.rule {
        if client.off.is_none() {
            let at = server.approval.source.as_ref();
            words::add_marks(&mut client, words::approved(tools, at).as_slice());
        }
    } else {
        client.lines.extend(tools_line(&server.tools));
    }
    words::add_marks(&mut client, &server.marks);
    if let Some(oauth) = server.oauth.as_ref().filter(|o| !o.scopes.is_empty()) {
        let scopes: Vec<&str> = oauth.scopes.iter().map(Redacted::as_str).collect();
        let text = short(&format!("scopes: {}", scopes.join(" ")));
        client.lines.push(Line::new(LineRole::Credential, text));
    }
    client
}

/// Returns the line of a client box that names tools, where some are known.
pub(super) fn tools_line(tools: &[impl std::ops::Deref<Target = str>]) -> Option<Line> {
    let names: Vec<&str> = tools.iter().map(|t| &**t).collect();
    (!names.is_empty())
        .then(|| Line::new(LineRole::Plain, short(&format!("tools: {}", three(&names)))))
}
