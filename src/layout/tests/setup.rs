//! Builds architectures by hand, in the words of the picture.

use super::anchors::HOSTS;
use super::fleet::TOOLS;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line,
    LineRole, Lock, Node, NodeKind,
};

/// An architecture under construction.
#[derive(Debug, Default)]
pub(super) struct Setup {
    pub(super) arch: Architecture,
}

impl Setup {
    /// Starts with a title, the notes and a person.
    pub(super) fn new(title: &str) -> Self {
        let mut setup = Self::default();
        setup.arch.title = title.to_owned();
        setup.arch.protocol_note = vec![
            "Protocol revision: not probed.".to_owned(),
            "OAuth runs only without a valid token; a state handle is no credential.".to_owned(),
            "Tool names and annotations are self-reported.".to_owned(),
        ];
        setup.arch.coverage = vec!["Read: .mcp.json; no server was probed.".to_owned()];
        setup.node("user", NodeKind::User, "Person", None, &[]);
        setup
    }

    /// Adds a boundary.
    pub(super) fn frame(
        &mut self,
        id: &str,
        kind: BoundaryKind,
        label: &str,
        parent: Option<&str>,
    ) {
        self.arch
            .boundaries
            .push(Boundary::new(id, kind, label, parent, Evidence::Declared));
    }

    /// Adds a node with plain lines.
    pub(super) fn node(
        &mut self,
        id: &str,
        kind: NodeKind,
        label: &str,
        frame: Option<&str>,
        lines: &[&str],
    ) {
        let mut node = Node::new(id, kind, label, frame, Evidence::Declared);
        node.lines = lines
            .iter()
            .map(|l| Line::new(LineRole::Plain, *l))
            .collect();
        self.arch.add_node(node);
    }

    /// Adds a flow whose label parts are plain, or a credential where they start with `key `.
    pub(super) fn flow(&mut self, kind: FlowKind, from: &str, to: &str, label: &[&str]) {
        let mut flow = Flow::new(kind, from, to, Evidence::Declared);
        flow.label = label
            .iter()
            .map(|l| match l.strip_prefix("key ") {
                Some(name) => LabelPart::new(LabelRole::Credential, name),
                None => LabelPart::new(LabelRole::Plain, *l),
            })
            .collect();
        assert!(self.arch.add_flow(flow), "{from} or {to} does not exist");
    }

    /// Adds a machine with one OS user.
    pub(super) fn machine(&mut self, id: &str, label: &str) {
        self.frame(id, BoundaryKind::Machine, label, None);
        let user = format!("{id}-user");
        self.frame(&user, BoundaryKind::OsUser, "OS user: you", Some(id));
        if let Some(last) = self.arch.boundaries.last_mut() {
            last.footer = Some(
                "every process here can read and write all this user's files, settings and stored tokens, and reach any network host"
                    .to_owned(),
            );
        }
    }

    /// Adds a host with model and gate to an OS user; the person prompts and approves.
    pub(super) fn host(&mut self, id: &str, label: &str, os_user: &str) {
        self.frame(id, BoundaryKind::Host, label, Some(os_user));
        let (model, gate) = (format!("{id}-model"), format!("{id}-gate"));
        self.node(
            &model,
            NodeKind::Model,
            "Model",
            Some(id),
            &["asks for tool calls"],
        );
        self.node(&gate, NodeKind::Gate, "Approval gate", Some(id), &[]);
        self.flow(FlowKind::Prompt, "user", &model, &["prompts"]);
        self.flow(FlowKind::Approve, "user", &gate, &["approves"]);
    }

    /// Adds a client to a host.
    pub(super) fn client(&mut self, host: &str, id: &str, name: &str, transport: &str) {
        let mut node = Node::new(id, NodeKind::Client, name, Some(host), Evidence::Declared);
        node.lines = vec![
            Line::new(LineRole::Plain, format!("{transport} · project")),
            Line::new(LineRole::Approval(Lock::Closed), "asks? (product default)"),
        ];
        self.arch.add_node(node);
        self.flow(FlowKind::ToolCall, &format!("{host}-model"), id, &[]);
    }

    /// Adds a plain stdio server with its client.
    pub(super) fn stdio(
        &mut self,
        host: &str,
        os_user: &str,
        name: &str,
        credential: Option<&str>,
    ) {
        let (client, server) = (
            format!("client-{host}-{name}"),
            format!("server-{host}-{name}"),
        );
        self.client(host, &client, name, "stdio");
        self.node(
            &server,
            NodeKind::Server,
            name,
            Some(os_user),
            &["npm · unpinned", "told to use ~/src"],
        );
        let key = credential.map(|c| format!("key env {c}"));
        let mut label = vec!["stdin / stdout"];
        label.extend(key.as_deref());
        self.flow(FlowKind::Stdio, &client, &server, &label);
    }

    /// Adds a stdio server in a container with its client.
    pub(super) fn contained(&mut self, host: &str, machine: &str, name: &str) {
        let (client, server) = (
            format!("client-{host}-{name}"),
            format!("server-{host}-{name}"),
        );
        let frame = format!("container-{host}-{name}");
        self.client(host, &client, name, "stdio");
        self.frame(
            &frame,
            BoundaryKind::Isolation,
            &format!("Container (docker) · mcp/{name}"),
            Some(machine),
        );
        if let Some(last) = self.arch.boundaries.last_mut() {
            last.lines = vec![Line::new(
                LineRole::Plain,
                "network: open (default) · no host files",
            )];
        }
        self.node(
            &server,
            NodeKind::Server,
            name,
            Some(&frame),
            &["image · tag only"],
        );
        self.flow(
            FlowKind::Stdio,
            &client,
            &server,
            &["stdin / stdout via docker"],
        );
    }

    /// Adds a remote server with its client, its provider, an API behind it and (asked for) an authorization server.
    pub(super) fn remote(&mut self, host: &str, name: &str, domain: &str, oauth: bool) {
        let client = format!("client-{host}-{name}");
        let (server, provider) = (
            format!("server-{name}-{domain}"),
            format!("provider-{domain}"),
        );
        self.client(host, &client, name, "http");
        if self.arch.boundary(&provider).is_none() {
            self.frame(&provider, BoundaryKind::Provider, domain, None);
        }
        if self.arch.node(&server).is_none() {
            self.node(
                &server,
                NodeKind::Server,
                name,
                Some(&provider),
                &[&format!("mcp.{domain}/mcp")],
            );
            let api = format!("api-{domain}");
            if self.arch.node(&api).is_none() {
                self.node(
                    &api,
                    NodeKind::Upstream,
                    &format!("{domain} API"),
                    Some(&provider),
                    &[&format!("api.{domain}")],
                );
            }
            self.flow(FlowKind::Upstream, &server, &api, &["? own token"]);
        }
        let label: &[&str] = if oauth {
            &["HTTPS POST", "key OAuth token"]
        } else {
            &["HTTPS POST", "key bearer TRACKER_TOKEN (static)"]
        };
        self.flow(FlowKind::Http, &client, &server, label);
        if oauth {
            let auth = format!("auth-{domain}");
            if self.arch.node(&auth).is_none() {
                self.node(
                    &auth,
                    NodeKind::AuthorizationServer,
                    "Authorization server",
                    Some(&provider),
                    &[&format!("auth.{domain}")],
                );
            }
            self.flow(FlowKind::Oauth, &client, &auth, &["OAuth 2.1 · PKCE S256"]);
        }
    }
}

/// The picture of the article: a person, a host with three clients, two local servers, one remote with its provider.
pub(super) fn seed() -> Architecture {
    let mut s = Setup::new("MCP architecture: .mcp.json");
    s.machine("laptop", "Developer's machine");
    s.host("desktop", "Host: Claude Desktop", "laptop-user");
    s.stdio("desktop", "laptop-user", "filesystem", None);
    s.contained("desktop", "laptop", "git");
    s.remote("desktop", "issues", "tracker.example", true);
    s.arch
}

/// `n` servers over some hosts: plain, in containers, remote at some providers; as the comparison's generator makes them.
pub(super) fn fleet(n: usize, hosts: usize) -> Architecture {
    let mut s = Setup::new(&format!("{n} servers over {hosts} hosts"));
    s.machine("laptop", "Developer's machine");
    for h in 0..hosts {
        s.host(
            &format!("host{h}"),
            &format!("Host: {}", HOSTS[h % 8]),
            "laptop-user",
        );
    }
    let providers = (n / 8).max(1);
    let mut shared: std::collections::BTreeMap<usize, String> = std::collections::BTreeMap::new();
    for i in 0..n {
        let host = format!("host{}", i * hosts / n);
        let name = format!("{}-{i}", TOOLS[i % 10]);
        match i % 10 {
            0..=3 => s.stdio(
                &host,
                "laptop-user",
                &name,
                (i % 3 == 0).then_some("DB_TOKEN"),
            ),
            4 | 5 => s.contained(&host, "laptop", &name),
            _ => {
                let p = (i * 7) % providers;
                let name = match shared.get(&p) {
                    Some(before) if i % 3 == 0 => before.clone(),
                    _ => name,
                };
                shared.insert(p, name.clone());
                let domain = format!("vendor{p}.example");
                if s.arch.node(&format!("client-{host}-{name}")).is_none() {
                    s.remote(&host, &name, &domain, true);
                }
            }
        }
    }
    s.arch
}
