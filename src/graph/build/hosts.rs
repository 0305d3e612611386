//! Hosts: the frame, the person, the model, and what stands around them.

use super::Builder;
use super::frames::Ground;
use super::reach::listens;
use super::words::{self, short};
use crate::graph::sign_in::ASSIGNS;
use crate::graph::{
    Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Node, NodeKind,
};
use crate::inventory::launch::Network;
use crate::inventory::{
    Form, Helper, Host, HostKind, Mark, RunsOn, Scope, ServerEntry, StartApproval,
};

/// The ids of one host's nodes while its servers are added.
pub(super) struct HostNodes {
    pub(super) ground: Ground,
    pub(super) frame: String,
    /// The node that sends tool calls: the model, or a hub's own endpoint.
    pub(super) caller: String,
    /// The approval gate; a hub has none.
    pub(super) gate: Option<String>,
    /// Short name for ids.
    pub(super) slug: String,
    /// Entries of several scopes: each client says its own.
    pub(super) many_scopes: bool,
    /// A repository's file configures the host.
    pub(super) from_repository: bool,
}

impl Builder {
    /// Adds a host with everything that belongs to it.
    pub(super) fn add_host(&mut self, host: &Host) {
        let frame = self.ids.make(&["host", host.client]);
        let slug = frame.strip_prefix("host-").unwrap_or(&frame).to_owned();
        let mut ground = self.ground(&host.placement, &slug);
        if let Some(container) = &host.facts.container {
            self.describe_as(&ground.user, container, false);
            if container.network == Network::Host {
                ground.loopback.clone_from(&ground.machine);
            }
            ground.container = Some(container.clone());
        }
        let scopes = scopes(host);
        self.host_frame(host, &frame, &ground, &scopes);
        let caller = self.caller(host, &frame, &slug, &ground);
        let mut nodes = HostNodes {
            ground,
            frame,
            caller,
            gate: None,
            slug,
            many_scopes: scopes.len() > 1,
            from_repository: host.from_repository,
        };
        if host.kind != HostKind::Hub {
            self.add_gate(host, &mut nodes);
        }
        self.add_builtin_tools(host, &nodes);
        self.add_repository(host, &nodes);
        let user = match &host.placement.on {
            RunsOn::Deployment | RunsOn::VendorCloud(_) | RunsOn::DevContainer => None,
            RunsOn::OwnSandbox { container, .. } => (!container).then(|| self.local_ground().user),
            _ => Some(nodes.ground.user.clone()),
        };
        if let Some(user) = user {
            self.home(&user);
        }
        for helper in &host.facts.helpers {
            let user = if helper.outside {
                self.local_ground().user
            } else {
                nodes.ground.user.clone()
            };
            self.add_helper(&nodes.slug, helper, &user, &nodes.caller);
        }
        for server in &host.servers {
            self.add_server(&nodes, server);
        }
        for credential in &host.facts.credentials {
            if credential.form != Form::Oauth || host.kind == HostKind::Hub {
                self.record(credential, &[&nodes.caller], &[], Evidence::Declared);
            }
        }
    }

    fn host_frame(&mut self, host: &Host, id: &str, ground: &Ground, scopes: &[Scope]) {
        let kind = BoundaryKind::Host;
        let user = Some(ground.user.as_str());
        let mut frame = Boundary::new(id, kind, host.product, user, Evidence::Declared);
        if host.kind == HostKind::Unknown {
            frame.label = "AI host (client unknown)".into();
            frame.evidence = Evidence::Assumed;
            let path = host
                .paths
                .first()
                .map(|p| Line::new(LineRole::Plain, short(p)));
            frame.lines.extend(path);
        }
        if let ([scope], false) = (scopes, host.kind == HostKind::Hub) {
            let text = format!("scope: {}", scope.word());
            frame.lines.push(Line::new(LineRole::Plain, text));
        }
        let asked = |s: &ServerEntry| s.approval.start == StartApproval::AskedByDefault;
        if host.servers.iter().any(asked) {
            frame
                .lines
                .push(Line::new(LineRole::Plain, words::START_ASKED));
        }
        frame.marks.clone_from(&host.facts.marks);
        self.arch.boundaries.push(frame);
    }

    /// Adds the node that sends the tool calls, and who stands before it.
    fn caller(&mut self, host: &Host, frame: &str, slug: &str, ground: &Ground) -> String {
        if host.kind == HostKind::Hub {
            return self.hub(host, frame, slug, ground);
        }
        let id = self.ids.make(&["model", slug]);
        let kind = NodeKind::Model;
        let mut node = Node::new(&id, kind, "model", Some(frame), Evidence::Assumed);
        if let Some(inference) = &host.facts.inference {
            let text = short(&format!("inference at {}", inference.host));
            node.lines.push(Line::new(LineRole::Plain, text));
        }
        self.arch.add_node(node);
        let user = self.user(host);
        let (words, evidence) = match host.kind {
            HostKind::Unknown => ("? prompts", Evidence::Assumed),
            HostKind::CloudAgent => (ASSIGNS, Evidence::Declared),
            _ => ("prompts", Evidence::Declared),
        };
        let flow = Flow::new(FlowKind::Prompt, user, &id, evidence);
        self.arch.add_flow(flow.with(LabelRole::Plain, words));
        id
    }

    /// Adds a hub's own endpoint; who calls it is in no file, but who vouches for them may.
    fn hub(&mut self, host: &Host, frame: &str, slug: &str, ground: &Ground) -> String {
        let id = self.ids.make(&["gateway", slug]);
        let kind = NodeKind::Gateway;
        let mut node = Node::new(&id, kind, host.product, Some(frame), Evidence::Declared);
        let line = "one endpoint for all of these";
        node.lines.push(Line::new(LineRole::Plain, line));
        self.arch.add_node(node);
        let outside = self.external("callers: unknown", "who calls is in no file");
        let mut flow = Flow::new(FlowKind::Inbound, &outside, &id, Evidence::Assumed)
            .with(LabelRole::Plain, "? calls from other hosts");
        let said = |mark: &Mark| mark.text.starts_with("callers");
        if host.facts.callers.is_none() && !host.facts.marks.iter().any(said) {
            flow = flow.with(LabelRole::Plain, "sign-in not known");
        }
        for listener in &host.facts.listeners {
            flow = flow.with(LabelRole::Alarm, listens(listener).0);
            self.opens(&ground.loopback, &id, listener);
        }
        self.arch.add_flow(flow);
        if let Some(oauth) = &host.facts.callers
            && let Some(issuer) = &oauth.authorization_server
        {
            let boundary = self.around(&ground.stand(), issuer, Evidence::Declared);
            let server = self.authorization_server(issuer, &boundary, Evidence::Declared);
            let mut flow = Flow::new(FlowKind::Oauth, outside, server, Evidence::Declared).with(
                LabelRole::Plain,
                "tokens of the callers (named in the file)",
            );
            flow.source.clone_from(&oauth.source);
            self.arch.add_flow(flow);
        }
        id
    }

    /// Returns the person, or the people, before a host.
    pub(super) fn user(&mut self, host: &Host) -> String {
        let (who, label) = match host.kind {
            HostKind::Deployment => ("many", "many users"),
            HostKind::CloudAgent => ("tasks", "who assigns tasks"),
            _ => ("", "person"),
        };
        let (id, new) = self.ids.once(&["user", who]);
        if new {
            let kind = NodeKind::User;
            self.arch
                .add_node(Node::new(&id, kind, label, None, Evidence::Assumed));
        }
        id
    }

    /// Returns the node of somebody outside.
    pub(super) fn external(&mut self, label: &str, line: &str) -> String {
        let (id, new) = self.ids.once(&["external", label]);
        if new {
            let kind = NodeKind::External;
            let mut node = Node::new(&id, kind, label, None, Evidence::Assumed);
            node.lines.push(Line::new(LineRole::Plain, line));
            self.arch.add_node(node);
        }
        id
    }

    fn add_builtin_tools(&mut self, host: &Host, nodes: &HostNodes) {
        let Some(tools) = &host.facts.builtin_tools else {
            return;
        };
        let id = self.ids.make(&["builtin-tools", &nodes.slug]);
        let boundary = match &tools.sandbox {
            Some(title) => {
                let sandbox = self.ids.make(&["isolation", &nodes.slug, "builtin-tools"]);
                let kind = BoundaryKind::Isolation;
                let user = Some(nodes.ground.user.as_str());
                let mut frame = Boundary::new(&sandbox, kind, title, user, Evidence::Declared);
                frame.source.clone_from(&tools.source);
                let line = "encloses built-in tools, no MCP server";
                frame.lines.push(Line::new(LineRole::Plain, line));
                self.arch.boundaries.push(frame);
                sandbox
            }
            None => nodes.frame.clone(),
        };
        let kind = NodeKind::BuiltinTools;
        let boundary = Some(boundary.as_str());
        let mut node = Node::new(&id, kind, "built-in tools", boundary, Evidence::Declared);
        node.source.clone_from(&tools.source);
        for line in &tools.lines {
            node.lines.push(Line::new(LineRole::Plain, short(line)));
        }
        self.arch.add_node(node);
        let mut call = Flow::new(FlowKind::ToolCall, &nodes.caller, &id, Evidence::Declared);
        call.source.clone_from(&tools.source);
        self.arch.add_flow(call);
    }

    fn add_repository(&mut self, host: &Host, nodes: &HostNodes) {
        if !host.from_repository {
            return;
        }
        let (id, new) = self.ids.once(&["repository"]);
        if new {
            let kind = NodeKind::Repository;
            let mut node = Node::new(&id, kind, "repository", None, Evidence::Declared);
            for line in ["anyone who can push", "sets servers, approvals"] {
                node.lines.push(Line::new(LineRole::Plain, line));
            }
            self.arch.add_node(node);
        }
        let target = nodes.gate.as_ref().unwrap_or(&nodes.caller);
        let flow = Flow::new(FlowKind::Configure, id, target, Evidence::Declared);
        self.arch
            .add_flow(flow.with(LabelRole::Plain, "configures"));
    }

    /// Adds a command that runs at load or connect; its text is nowhere.
    pub(super) fn add_helper(&mut self, owner: &str, helper: &Helper, user: &str, from: &str) {
        let id = self.ids.make(&["helper", owner, &helper.named_by]);
        let kind = NodeKind::Helper;
        let label = short(&helper.named_by);
        let mut node = Node::new(&id, kind, label, Some(user), Evidence::Declared);
        node.source = Some(helper.source.clone());
        let text = short(&format!("runs a command {}", helper.when));
        node.lines.push(Line::new(LineRole::Warning, text));
        self.arch.add_node(node);
        let mut flow = Flow::new(FlowKind::Custom, from, &id, Evidence::Declared)
            .with(LabelRole::Plain, format!("starts {}", helper.when));
        flow.source = Some(helper.source.clone());
        self.arch.add_flow(flow);
    }
}

/// Returns the scopes of a host's files and entries.
fn scopes(host: &Host) -> Vec<Scope> {
    let mut scopes: Vec<Scope> = host
        .servers
        .iter()
        .map(|s| s.scope)
        .chain(host.scopes.iter().copied())
        .filter(|s| *s != Scope::Unknown)
        .collect();
    scopes.sort();
    scopes.dedup();
    scopes
}
