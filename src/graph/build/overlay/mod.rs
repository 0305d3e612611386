//! Applies the overlay: evidence *annotated*, and a report of every entry that matches nothing.

mod behind;
mod client;
mod hide;

use super::Builder;
use super::words::short;
use crate::diagnostic::Diagnostic;
use crate::graph::overlay::{NodeEntry, Organisation, Overlay, Server};
use crate::graph::{Boundary, BoundaryKind, Evidence, Line, LineRole, Node, NodeKind};
use crate::inventory::{Endpoint, EndpointPlace, FactCx, Redacted, Values};

impl Builder {
    /// Applies an overlay and returns what could not be applied.
    pub(super) fn apply(&mut self, overlay: &Overlay) -> Vec<Diagnostic> {
        let entries = &overlay.entries;
        let mut messages = Vec::new();
        self.arch.overlay.applied = true;
        if let Some(machine) = &entries.machine
            && !self.name_machine(&machine.name)
        {
            messages.push(nothing().in_file(overlay.file.path.clone()).key("machine"));
        }
        for entry in &entries.upstream {
            let done = self.annotate_upstream(overlay, entry);
            messages.extend(done.report(overlay, "upstream", &entry.server, &entry.url));
        }
        for entry in &entries.authorization_server {
            let done = self.annotate_authorization(overlay, entry);
            let table = "authorization_server";
            messages.extend(done.report(overlay, table, &entry.server, &entry.url));
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
            messages.extend(self.annotate_organisation(overlay, organisation));
        }
        messages
    }

    fn name_machine(&mut self, name: &str) -> bool {
        let id = self.ids.known(&["machine", "local"]);
        let frames = &mut self.arch.boundaries;
        let Some(frame) = id.and_then(|id| frames.iter_mut().find(|b| b.id == id)) else {
            return false;
        };
        frame.label = Redacted::name(name).to_string();
        frame.evidence = Evidence::Annotated;
        true
    }

    /// Puts the domains that belong together into one frame.
    fn annotate_organisation(
        &mut self,
        overlay: &Overlay,
        organisation: &Organisation,
    ) -> Vec<Diagnostic> {
        let mut messages = Vec::new();
        let mut own = Vec::new();
        for domain in &organisation.own_domains {
            let name = domain.get_ref().to_lowercase();
            match self.ids.known(&["provider", &name]) {
                Some(id) => own.push(id.to_owned()),
                None => messages.push(
                    nothing()
                        .at(overlay.place(domain))
                        .key("organisation.own_domains")
                        .hint("name the domain as it is titled in the picture"),
                ),
            }
        }
        if !own.is_empty() {
            let label = Redacted::name(&organisation.name).to_string();
            let frame = self.ids.make(&["organisation", &label]);
            for provider in &mut self.arch.boundaries {
                if own.contains(&provider.id) && provider.parent.is_none() {
                    provider.parent = Some(frame.clone());
                }
            }
            let kind = BoundaryKind::Provider;
            let mut boundary = Boundary::new(frame, kind, label, None, Evidence::Annotated);
            let line = "own domains (overlay)";
            boundary.lines.push(Line::new(LineRole::Plain, line));
            self.arch.boundaries.insert(0, boundary);
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

    fn annotate_server(&mut self, entry: &Server) -> bool {
        let clients = self.clients_named(entry.name.get_ref());
        for client in &clients {
            if entry.hide {
                self.hide(client);
                continue;
            }
            let first = self.next(client);
            let server = self.behind(client).map(|(_, server)| server);
            self.annotate_client(client, entry);
            if let (Some(sandbox), Some(started)) = (&entry.sandbox, &first) {
                self.annotate_sandbox(started, sandbox);
            }
            if let Some(node) = server.and_then(|id| self.arch.node_mut(&id)) {
                rename(node, entry.rename.as_ref(), entry.owner.as_ref());
            }
        }
        !clients.is_empty()
    }

    /// Draws a sandbox that no file declares: a frame around a plain process, a line where there is a frame already.
    fn annotate_sandbox(&mut self, id: &str, text: &str) {
        let text = short(&format!("sandbox (overlay): {}", Redacted::text(text)));
        let line = Line::new(LineRole::Reach, text);
        let Some(boundary) = self.arch.node(id).and_then(|n| n.boundary.clone()) else {
            return;
        };
        let frames = &mut self.arch.boundaries;
        let Some(frame) = frames.iter_mut().find(|b| b.id == boundary) else {
            return;
        };
        match frame.kind {
            BoundaryKind::Isolation => {
                if !frame.lines.contains(&line) {
                    frame.lines.push(line);
                }
            }
            BoundaryKind::OsUser | BoundaryKind::Account => {
                let sandbox = self.ids.make(&["isolation", id, "overlay"]);
                let kind = BoundaryKind::Isolation;
                let user = Some(boundary.as_str());
                let mut frame = Boundary::new(&sandbox, kind, "Sandbox", user, Evidence::Annotated);
                frame.lines.push(line);
                self.arch.boundaries.push(frame);
                if let Some(node) = self.arch.node_mut(id) {
                    node.boundary = Some(sandbox);
                }
            }
            _ => {
                if let Some(node) = self.arch.node_mut(id) {
                    node.lines.push(line);
                }
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
            rename(node, entry.rename.as_ref(), entry.owner.as_ref());
        }
        true
    }
}

fn rename(node: &mut Node, name: Option<&String>, owner: Option<&String>) {
    if let Some(name) = name {
        let name = Redacted::name(name).to_string();
        // What it really is stays in sight.
        if node.kind != NodeKind::Client && node.label != name {
            let was = Line::new(LineRole::Plain, short(&node.label));
            node.lines.insert(0, was);
        }
        node.label = name;
    }
    if let Some(owner) = owner {
        let line = Line::new(
            LineRole::Plain,
            short(&format!("owner (overlay): {}", Redacted::text(owner))),
        );
        if !node.lines.contains(&line) {
            node.lines.push(line);
        }
    }
}

/// Reads an address of the overlay; nothing where it is none.
fn endpoint(url: &str, overlay: &Overlay) -> Option<Endpoint> {
    let inputs = std::collections::BTreeMap::new();
    let mut values = Values::default();
    let mut cx = FactCx {
        values: &mut values,
        understood: &[],
        product: "the overlay",
        inputs: &inputs,
        declares: false,
        prefix: None,
        in_repository: false,
        marks: Vec::new(),
        helpers: Vec::new(),
    };
    let endpoint = cx.url(url, &overlay.file.place(0)).0;
    let none = matches!(
        endpoint.place,
        EndpointPlace::Unreadable | EndpointPlace::Variable(_) | EndpointPlace::Placeholder
    );
    (!none && !endpoint.host.is_empty()).then_some(endpoint)
}

fn nothing() -> Diagnostic {
    Diagnostic::warning("this overlay entry matches nothing in the picture")
}
