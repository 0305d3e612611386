//! Applies the overlay: evidence *annotated*, and a report of every entry that matches nothing.

use super::Builder;
use super::frames::Ground;
use super::ids::slug;
use crate::diagnostic::Diagnostic;
use crate::graph::overlay::{
    ApprovalWord, AuthorizationServer, NodeEntry, Overlay, Server, TokenWord, Upstream,
};
use crate::graph::{
    Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Lock,
    Node, NodeKind,
};
use crate::inventory::{Endpoint, FactCx, Redacted, Values};

impl Builder {
    /// Applies an overlay and returns what could not be applied.
    pub(super) fn apply(&mut self, overlay: &Overlay) -> Vec<Diagnostic> {
        let mut unmatched = Vec::new();
        let entries = &overlay.entries;
        self.arch.overlay.applied = true;
        if let Some(machine) = &entries.machine {
            match self
                .arch
                .boundaries
                .iter_mut()
                .find(|b| b.id == "machine-local")
            {
                Some(frame) => {
                    frame.label = Redacted::name(&machine.name).to_string();
                    frame.evidence = Evidence::Annotated;
                }
                None => unmatched.push("machine".to_owned()),
            }
        }
        let mut messages: Vec<Diagnostic> = unmatched
            .into_iter()
            .map(|key| nothing().in_file(overlay.file.path.clone()).key(key))
            .collect();
        for entry in &entries.upstream {
            if !self.annotate_upstream(overlay, entry) {
                messages.push(
                    nothing()
                        .at(overlay.place(&entry.server))
                        .key("upstream.server"),
                );
            }
        }
        for entry in &entries.authorization_server {
            if !self.annotate_authorization(overlay, entry) {
                messages.push(
                    nothing()
                        .at(overlay.place(&entry.server))
                        .key("authorization_server.server"),
                );
            }
        }
        for entry in &entries.server {
            if !self.annotate_server(entry) {
                messages.push(nothing().at(overlay.place(&entry.name)).key("server.name"));
            }
        }
        for entry in &entries.node {
            if !self.annotate_node(entry) {
                messages.push(nothing().at(overlay.place(&entry.id)).key("node.id"));
            }
        }
        if let Some(organisation) = &entries.organisation {
            let frame = self.ids.make(&["organisation"]);
            let mut any = false;
            for domain in &organisation.own_domains {
                let key = slug(&["provider", &domain.get_ref().to_lowercase()]);
                match self.arch.boundaries.iter_mut().find(|b| b.id == key) {
                    Some(provider) => {
                        provider.parent = Some(frame.clone());
                        any = true;
                    }
                    None => messages.push(
                        nothing()
                            .at(overlay.place(domain))
                            .key("organisation.own_domains"),
                    ),
                }
            }
            if any {
                let label = Redacted::name(&organisation.name).to_string();
                let boundary = Boundary::new(
                    frame,
                    BoundaryKind::Provider,
                    label,
                    None,
                    Evidence::Annotated,
                );
                self.arch.boundaries.insert(0, boundary);
            }
        }
        messages
    }

    /// Returns the clients of a configured name.
    fn clients_named(&self, name: &str) -> Vec<String> {
        let name = Redacted::name(name);
        let named = |n: &&Node| n.client.as_ref().is_some_and(|c| c.server == name.as_str());
        self.arch
            .nodes()
            .filter(named)
            .map(|n| n.id.clone())
            .collect()
    }

    /// Returns the nodes behind a client: (who presents the credentials, the MCP server).
    fn behind(&self, client: &str) -> Option<(String, String)> {
        let first = self.next(client)?;
        if self.arch.node(&first)?.kind != NodeKind::Bridge {
            return Some((client.to_owned(), first));
        }
        let remote = self.next(&first).unwrap_or_else(|| first.clone());
        Some((first, remote))
    }

    fn next(&self, from: &str) -> Option<String> {
        let transports = [
            FlowKind::Stdio,
            FlowKind::Http,
            FlowKind::Sse,
            FlowKind::Custom,
        ];
        self.arch
            .flows_from(from)
            .into_iter()
            .filter(|f| transports.contains(&f.kind))
            .find(|f| {
                self.arch
                    .node(&f.to)
                    .is_some_and(|n| n.kind != NodeKind::Helper)
            })
            .map(|f| f.to.clone())
    }

    fn endpoint(url: &str, overlay: &Overlay) -> Endpoint {
        let inputs = std::collections::BTreeMap::new();
        let mut values = Values::default();
        let mut cx = FactCx {
            values: &mut values,
            understood: &[],
            product: "the overlay",
            inputs: &inputs,
            in_repository: false,
            marks: Vec::new(),
            helpers: Vec::new(),
        };
        cx.url(url, &overlay.file.place(0)).0
    }

    fn local() -> Ground {
        Ground {
            machine: "machine-local".into(),
            user: "os-user-local".into(),
        }
    }

    fn annotate_upstream(&mut self, overlay: &Overlay, entry: &Upstream) -> bool {
        let clients = self.clients_named(entry.server.get_ref());
        let endpoint = Self::endpoint(&entry.url, overlay);
        let mut any = false;
        for client in clients {
            let Some((_, server)) = self.behind(&client) else {
                continue;
            };
            any = true;
            self.drop_inferred(&server, FlowKind::Upstream);
            let boundary = self.around(&Self::local(), &endpoint, Evidence::Annotated);
            let id = slug(&["upstream", &endpoint.host, &endpoint.path]);
            let label = entry
                .name
                .as_deref()
                .map_or_else(|| endpoint.host.clone(), Redacted::name);
            let mut node = Node::new(
                &id,
                NodeKind::Upstream,
                label.as_str(),
                Some(&boundary),
                Evidence::Annotated,
            );
            node.lines
                .push(Line::new(LineRole::Plain, endpoint.host.as_str()));
            self.arch.add_node(node);
            let mut flow = Flow::new(FlowKind::Upstream, &server, &id, Evidence::Annotated);
            flow.label.push(match entry.token {
                TokenWord::Own => LabelPart::new(LabelRole::Credential, "own token"),
                TokenWord::Same => LabelPart::new(LabelRole::Alarm, "same token"),
                TokenWord::None => LabelPart::new(LabelRole::Plain, "no token"),
                TokenWord::Unknown => LabelPart::new(LabelRole::Plain, "calls"),
            });
            flow.off = self.arch.node(&client).is_some_and(|n| n.off.is_some());
            self.arch.add_flow(flow);
        }
        any
    }

    fn annotate_authorization(&mut self, overlay: &Overlay, entry: &AuthorizationServer) -> bool {
        let clients = self.clients_named(entry.server.get_ref());
        let issuer = Self::endpoint(&entry.url, overlay);
        let resource = entry
            .resource
            .as_deref()
            .map(|r| Self::endpoint(r, overlay).shown);
        let mut any = false;
        for client in clients {
            let Some((holder, server)) = self.behind(&client) else {
                continue;
            };
            any = true;
            self.drop_inferred(&holder, FlowKind::Oauth);
            let boundary = self.around(&Self::local(), &issuer, Evidence::Annotated);
            let auth = self.authorization_server(
                &issuer.host,
                issuer.port,
                Some(&boundary),
                Evidence::Annotated,
            );
            let mut flow = Flow::new(FlowKind::Oauth, &holder, &auth, Evidence::Annotated);
            let words = entry
                .flow
                .as_deref()
                .map_or_else(|| Redacted::trusted("OAuth"), Redacted::text);
            flow.label
                .push(LabelPart::new(LabelRole::Plain, words.as_str()));
            self.arch.add_flow(flow);
            if let Some(node) = self.arch.node_mut(&server) {
                node.lines.retain(|l| l.text != "token source: not probed");
            }
            let token = resource.as_ref().map_or_else(
                || "OAuth token".to_owned(),
                |r| format!("OAuth token for {r}"),
            );
            for flow in self
                .arch
                .flows_mut()
                .filter(|f| f.from == holder && f.to == server)
            {
                for part in &mut flow.label {
                    if part.text == "no credential in config"
                        || part.text == "? OAuth token kept by the bridge"
                    {
                        *part = LabelPart::new(LabelRole::Credential, token.clone());
                    }
                }
            }
        }
        any
    }

    /// Takes away what the catalogue guessed, where somebody who knows says otherwise.
    fn drop_inferred(&mut self, from: &str, kind: FlowKind) {
        let targets: Vec<String> = self
            .arch
            .flows_from(from)
            .into_iter()
            .filter(|f| f.kind == kind && f.evidence == Evidence::Inferred)
            .map(|f| f.to.clone())
            .collect();
        self.arch
            .remove_flows(|f| f.from == from && f.kind == kind && f.evidence == Evidence::Inferred);
        for target in targets {
            if !self
                .arch
                .flows()
                .iter()
                .any(|f| f.to == target || f.from == target)
            {
                self.arch.remove_node(&target);
            }
        }
    }

    fn annotate_server(&mut self, entry: &Server) -> bool {
        let clients = self.clients_named(entry.name.get_ref());
        for client in &clients {
            if entry.hide {
                self.hide(client);
                continue;
            }
            let server = self.behind(client).map(|(_, server)| server);
            self.annotate_client(client, entry);
            let Some(node) = server.and_then(|id| self.arch.node_mut(&id)) else {
                continue;
            };
            if let Some(name) = &entry.rename {
                node.label = Redacted::name(name).to_string();
            }
            if let Some(owner) = &entry.owner {
                node.lines.push(Line::new(
                    LineRole::Plain,
                    format!("owner: {}", Redacted::text(owner)),
                ));
            }
            if let Some(sandbox) = &entry.sandbox {
                node.lines.push(Line::new(
                    LineRole::Reach,
                    format!("sandbox (annotated): {}", Redacted::text(sandbox)),
                ));
            }
        }
        !clients.is_empty()
    }

    fn annotate_client(&mut self, client: &str, entry: &Server) {
        let tools: Vec<String> = entry
            .tools
            .iter()
            .map(|t| Redacted::name(t).to_string())
            .collect();
        if let Some(node) = self.arch.node_mut(client) {
            if let Some(word) = entry.approval {
                let listed: Vec<String> = entry
                    .approval_tools
                    .iter()
                    .map(|t| Redacted::name(t).to_string())
                    .collect();
                let (text, lock) = match word {
                    ApprovalWord::Asks => ("asks".to_owned(), Lock::Closed),
                    ApprovalWord::Blocked => ("blocked".to_owned(), Lock::Closed),
                    ApprovalWord::Auto if listed.is_empty() => ("auto: all".to_owned(), Lock::Open),
                    ApprovalWord::Auto => (format!("auto: {} tools", listed.len()), Lock::Open),
                };
                let names = if listed.is_empty() {
                    String::new()
                } else {
                    format!(
                        ": {}",
                        listed
                            .iter()
                            .take(3)
                            .cloned()
                            .collect::<Vec<_>>()
                            .join(", ")
                    )
                };
                let line = Line::new(
                    LineRole::Approval(lock),
                    format!("{text}{names} · set by overlay"),
                );
                match node
                    .lines
                    .iter_mut()
                    .find(|l| matches!(l.role, LineRole::Approval(_)))
                {
                    Some(old) => *old = line,
                    None => node.lines.push(line),
                }
                if let Some(facts) = &mut node.client {
                    facts.approval = text;
                    facts.approval_set_by = "overlay";
                }
            }
            if let (Some(facts), false) = (&mut node.client, tools.is_empty()) {
                facts.tools.clone_from(&tools);
            }
        }
        if !tools.is_empty() {
            for flow in self
                .arch
                .flows_mut()
                .filter(|f| f.kind == FlowKind::ToolCall && f.to == client)
            {
                flow.tools = tools.iter().take(3).cloned().collect();
            }
        }
    }

    fn annotate_node(&mut self, entry: &NodeEntry) -> bool {
        let id = entry.id.get_ref();
        if self.arch.node(id).is_none() {
            return false;
        }
        if entry.hide {
            self.hide(id);
        } else if let Some(node) = self.arch.node_mut(id) {
            if let Some(name) = &entry.rename {
                node.label = Redacted::name(name).to_string();
            }
            if let Some(owner) = &entry.owner {
                node.lines.push(Line::new(
                    LineRole::Plain,
                    format!("owner: {}", Redacted::text(owner)),
                ));
            }
        }
        true
    }

    /// Hides a node and everything that only it reached; counts what is gone.
    fn hide(&mut self, id: &str) {
        let targets: Vec<String> = self
            .arch
            .flows_from(id)
            .into_iter()
            .map(|f| f.to.clone())
            .collect();
        if self.arch.node(id).is_none() {
            return;
        }
        self.arch.remove_node(id);
        self.arch.overlay.hidden += 1;
        for target in targets {
            let reached = self.arch.flows().iter().any(|f| f.to == target);
            let essential = self.arch.node(&target).is_none_or(|n| {
                matches!(n.kind, NodeKind::User | NodeKind::Model | NodeKind::Gate)
            });
            if !reached && !essential {
                self.hide(&target);
            }
        }
    }
}

fn nothing() -> Diagnostic {
    Diagnostic::warning("this overlay entry matches nothing in the picture")
}
