//! Hosts: the frame, the person, the model, the gate, and one client per configured server.

use super::Builder;
use super::frames::Ground;
use super::words;
use crate::graph::{
    Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Lock,
    Node, NodeKind,
};
use crate::inventory::{Approval, Form, Host, HostKind, MarkLevel, Rule, RunsOn, State};

/// The ids of one host's nodes while its servers are added.
pub(super) struct HostNodes {
    pub(super) ground: Ground,
    pub(super) frame: String,
    /// The node that sends tool calls: the model, or a hub's own endpoint.
    pub(super) caller: String,
    /// Short name for ids.
    pub(super) slug: String,
}

impl Builder {
    /// Adds a host with everything that belongs to it.
    pub(super) fn add_host(&mut self, host: &Host) {
        let ground = self.ground(&host.placement);
        let frame = self.host_frame(host, &ground);
        let slug = frame.trim_start_matches("host-").to_owned();
        let caller = self.caller(host, &frame, &slug);
        let nodes = HostNodes {
            ground,
            frame,
            caller,
            slug,
        };
        if host.kind != HostKind::Hub {
            self.add_gate(host, &nodes);
        }
        self.add_builtin_tools(host, &nodes);
        self.add_repository(host, &nodes);
        if matches!(
            host.placement.on,
            RunsOn::ThisMachine | RunsOn::AnyMachineOfRepository | RunsOn::Unknown
        ) {
            self.home(&nodes.ground);
        }
        for (at, helper) in host.facts.helpers.iter().enumerate() {
            self.add_helper(
                &nodes.slug,
                &at.to_string(),
                helper,
                &nodes.ground.user,
                &nodes.caller,
            );
        }
        for server in &host.servers {
            self.add_server(host, &nodes, server);
        }
        self.add_host_credentials(host, &nodes);
    }

    fn host_frame(&mut self, host: &Host, ground: &Ground) -> String {
        let id = self.ids.make(&["host", host.client]);
        let mut frame = Boundary::new(
            &id,
            BoundaryKind::Host,
            host.product,
            Some(&ground.user),
            Evidence::Declared,
        );
        if host.kind == HostKind::Unknown {
            frame.label = "AI host (client unknown)".into();
            frame.evidence = Evidence::Assumed;
        }
        let scopes: Vec<&str> = host
            .scopes
            .iter()
            .map(|s| s.word())
            .filter(|w| *w != "unknown")
            .collect();
        if !scopes.is_empty() && host.kind != HostKind::Hub {
            frame.lines.push(Line::new(
                LineRole::Plain,
                format!("scope: {}", scopes.join(", ")),
            ));
        }
        for mark in &host.facts.marks {
            let role = match mark.level {
                MarkLevel::Note => LineRole::Plain,
                MarkLevel::Warning => LineRole::Warning,
                MarkLevel::Alarm => LineRole::Alarm,
            };
            frame.lines.push(Line::new(role, mark.text.clone()));
        }
        self.arch.boundaries.push(frame);
        id
    }

    /// Adds the node that sends the tool calls, and who stands before it.
    fn caller(&mut self, host: &Host, frame: &str, slug: &str) -> String {
        if host.kind == HostKind::Hub {
            let id = self.ids.make(&["gateway", slug]);
            let mut node = Node::new(
                &id,
                NodeKind::Gateway,
                host.product,
                Some(frame),
                Evidence::Declared,
            );
            node.lines
                .push(Line::new(LineRole::Plain, "one endpoint for all of these"));
            self.arch.add_node(node);
            let outside = self.external("callers: unknown", "who calls the hub stands in no file");
            let mut flow = Flow::new(FlowKind::Inbound, outside, &id, Evidence::Assumed);
            flow.label.push(LabelPart::new(
                LabelRole::Plain,
                "calls from hosts that use it",
            ));
            self.arch.add_flow(flow);
            return id;
        }
        let id = self.ids.make(&["model", slug]);
        let mut node = Node::new(
            &id,
            NodeKind::Model,
            "model",
            Some(frame),
            Evidence::Assumed,
        );
        if let Some(inference) = &host.facts.inference {
            node.lines.push(Line::new(
                LineRole::Plain,
                format!("inference at {}", inference.host),
            ));
        }
        self.arch.add_node(node);
        let user = self.user(host);
        let mut flow = Flow::new(FlowKind::Prompt, user, &id, Evidence::Assumed);
        flow.label.push(LabelPart::new(LabelRole::Plain, "prompts"));
        self.arch.add_flow(flow);
        id
    }

    fn user(&mut self, host: &Host) -> String {
        let (id, label) = match host.kind {
            HostKind::Deployment => ("user-many", "many users"),
            HostKind::CloudAgent => ("user-tasks", "who assigns tasks"),
            _ => ("user", "person"),
        };
        self.arch.add_node(Node::new(
            id,
            NodeKind::User,
            label,
            None,
            Evidence::Assumed,
        ));
        id.to_owned()
    }

    /// Returns the node of somebody outside.
    pub(super) fn external(&mut self, label: &str, line: &str) -> String {
        let id = super::ids::slug(&["external", label]);
        if self.arch.node(&id).is_none() {
            let mut node = Node::new(&id, NodeKind::External, label, None, Evidence::Assumed);
            node.lines.push(Line::new(LineRole::Plain, line));
            self.arch.add_node(node);
        }
        id
    }

    fn add_gate(&mut self, host: &Host, nodes: &HostNodes) {
        let id = self.ids.make(&["gate", &nodes.slug]);
        let mut gate = Node::new(
            &id,
            NodeKind::Gate,
            "approval gate",
            Some(&nodes.frame),
            Evidence::Assumed,
        );
        let active: Vec<&Approval> = host
            .servers
            .iter()
            .filter(|s| !matches!(s.state, State::Disabled(_)))
            .map(|s| &s.approval)
            .collect();
        let unasked = |a: &&Approval| matches!(a.rule, Rule::AutoAll | Rule::AllowsByDefault);
        let declared = host.facts.gate.as_ref();
        let open = host.kind == HostKind::CloudAgent
            || if active.is_empty() {
                declared.is_some_and(|g| unasked(&g))
            } else {
                active.iter().all(unasked)
            };
        if let Some(rule) = declared {
            gate.evidence = Evidence::Declared;
            gate.source.clone_from(&rule.source);
            gate.lines.push(words::approval(rule));
            if let Some(caveat) = &rule.caveat {
                gate.lines.push(Line::new(LineRole::Plain, caveat.clone()));
            }
        }
        if open {
            gate.lines.push(Line::new(
                LineRole::Approval(Lock::Open),
                "open: nobody is asked",
            ));
        }
        self.arch.add_node(gate);
        if !open {
            let user = self.user(host);
            let mut flow = Flow::new(FlowKind::Approve, user, &id, Evidence::Assumed);
            flow.label
                .push(LabelPart::new(LabelRole::Plain, "approves"));
            self.arch.add_flow(flow);
        }
    }

    fn add_builtin_tools(&mut self, host: &Host, nodes: &HostNodes) {
        let Some(tools) = &host.facts.builtin_tools else {
            return;
        };
        let id = self.ids.make(&["builtin-tools", &nodes.slug]);
        let boundary = match &tools.sandbox {
            Some(title) => {
                let sandbox = self.ids.make(&["isolation", &nodes.slug, "builtin-tools"]);
                let mut frame = Boundary::new(
                    &sandbox,
                    BoundaryKind::Isolation,
                    title,
                    Some(&nodes.ground.user),
                    Evidence::Declared,
                );
                frame.source.clone_from(&tools.source);
                self.arch.boundaries.push(frame);
                sandbox
            }
            None => nodes.frame.clone(),
        };
        let mut node = Node::new(
            &id,
            NodeKind::BuiltinTools,
            "built-in tools",
            Some(&boundary),
            Evidence::Declared,
        );
        node.source.clone_from(&tools.source);
        node.lines.extend(
            tools
                .lines
                .iter()
                .map(|l| Line::new(LineRole::Plain, l.as_str())),
        );
        self.arch.add_node(node);
        self.arch.add_flow(Flow::new(
            FlowKind::ToolCall,
            &nodes.caller,
            &id,
            Evidence::Assumed,
        ));
    }

    fn add_repository(&mut self, host: &Host, nodes: &HostNodes) {
        if !host.from_repository {
            return;
        }
        if self.arch.node("repository").is_none() {
            let mut node = Node::new(
                "repository",
                NodeKind::Repository,
                "repository",
                None,
                Evidence::Declared,
            );
            node.lines
                .push(Line::new(LineRole::Plain, "anyone who can push"));
            self.arch.add_node(node);
        }
        let gate = super::ids::slug(&["gate", &nodes.slug]);
        let target = if self.arch.node(&gate).is_some() {
            gate
        } else {
            nodes.caller.clone()
        };
        let mut flow = Flow::new(
            FlowKind::Configure,
            "repository",
            target,
            Evidence::Declared,
        );
        flow.label
            .push(LabelPart::new(LabelRole::Plain, "configures"));
        self.arch.add_flow(flow);
    }

    /// Adds a command that runs at load or connect; its text is nowhere.
    pub(super) fn add_helper(
        &mut self,
        owner: &str,
        tail: &str,
        helper: &crate::inventory::Helper,
        boundary: &str,
        from: &str,
    ) {
        let id = self.ids.make(&["helper", owner, tail]);
        let mut node = Node::new(
            &id,
            NodeKind::Helper,
            helper.named_by.as_str(),
            Some(boundary),
            Evidence::Declared,
        );
        node.source = Some(helper.source.clone());
        node.lines.push(Line::new(
            LineRole::Warning,
            format!("runs a command {}", helper.when),
        ));
        self.arch.add_node(node);
        let mut flow = Flow::new(FlowKind::Custom, from, &id, Evidence::Declared);
        flow.label.push(LabelPart::new(
            LabelRole::Plain,
            format!("starts {}", helper.when),
        ));
        self.arch.add_flow(flow);
    }

    fn add_host_credentials(&mut self, host: &Host, nodes: &HostNodes) {
        for credential in &host.facts.credentials {
            if credential.form != Form::Oauth || host.kind == HostKind::Hub {
                self.record(credential, &[&nodes.caller], &[], Evidence::Declared);
            }
        }
    }
}
