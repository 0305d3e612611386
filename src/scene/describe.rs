//! The picture in words: the titles of groups, with their evidence, and the text alternative of the whole.

use std::fmt::Write as _;

use super::drawable;
use crate::diagnostic::Place;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, FlowKind, Line, Node, NodeKind,
};

/// Above this, a list ends in "and N more".
const LIST: usize = 40;

/// About as many bytes as it takes to say one thing.
const ITEM: usize = 192;

/// Says what a box stands for: each node, its lines, and how it is known.
pub(super) fn nodes(members: &[&Node]) -> String {
    listed(members.iter().map(|node| one_node(node)))
}

fn one_node(node: &Node) -> String {
    let mut said = String::with_capacity(ITEM);
    labelled(&mut said, kind_word(node.kind), ": ", &node.label);
    for line in &node.lines {
        said.extend(["; ", &line.text]);
    }
    if let Some(client) = node.client.as_ref().filter(|c| !c.settings.is_empty()) {
        let _ = write!(said, "; sets {}", client.settings.join(", "));
    }
    if let Some(reason) = &node.off {
        let known = node.lines.iter().any(|line| &line.text == reason);
        let _ = write!(said, "; off");
        if !known {
            let _ = write!(said, " ({reason})");
        }
    }
    for mark in &node.marks {
        said.extend(["; ", &mark.text]);
    }
    known(&mut said, node.evidence, node.source.as_ref());
    drawable(&said)
}

/// Says what a frame stands for.
pub(super) fn boundaries(members: &[&Boundary], count: usize) -> String {
    let mut said = listed(members.iter().map(|boundary| {
        let mut said = String::with_capacity(ITEM);
        labelled(
            &mut said,
            boundary_word(boundary.kind),
            ": ",
            &boundary.label,
        );
        for line in &boundary.lines {
            said.extend(["; ", &line.text]);
        }
        for gap in &boundary.gaps {
            let _ = write!(said, "; not isolated: {gap}");
        }
        if let Some(footer) = &boundary.footer {
            let _ = write!(said, "; {footer}");
        }
        known(&mut said, boundary.evidence, boundary.source.as_ref());
        drawable(&said)
    }));
    if count > 1 {
        let _ = write!(said, " Stands for {count} separate ones.");
    }
    said
}

/// Says what flows carry.
pub(super) fn flows<'a>(
    flows: impl Iterator<Item = &'a Flow>,
    architecture: &Architecture,
) -> String {
    listed(flows.map(|flow| {
        let mut said = String::with_capacity(ITEM);
        said.extend([flow_word(flow.kind), ": "]);
        name(&mut said, &flow.from, architecture);
        said.push_str(" to ");
        name(&mut said, &flow.to, architecture);
        let label = flow.text();
        if !label.is_empty() {
            said.extend(["; ", &label]);
        }
        if !flow.tools.is_empty() {
            said.extend(["; tools such as ", &flow.tools.join(", ")]);
        }
        if flow.off {
            said.push_str("; off");
        }
        known(&mut said, flow.evidence, flow.source.as_ref());
        drawable(&said)
    }))
}

/// Puts the word of a kind before a name, unless the name says it already.
fn labelled(said: &mut String, word: &str, between: &str, label: &str) {
    let mut parts = label.as_bytes().windows(word.len());
    if !parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes())) {
        said.extend([word, between]);
    }
    said.push_str(label);
}

fn listed(items: impl Iterator<Item = String>) -> String {
    let mut said = String::new();
    let more = joined(&mut said, " ", items);
    if more > 0 {
        let _ = write!(said, " And {more} more.");
    }
    said
}

/// Adds the first items with a sign between them; returns how many more there are.
fn joined(said: &mut String, between: &str, items: impl Iterator<Item = String>) -> usize {
    let mut count = 0;
    for item in items {
        match count {
            0 if said.is_empty() => *said = item,
            0 => said.push_str(&item),
            1..LIST => said.extend([between, &item]),
            _ => {}
        }
        count += 1;
    }
    count.saturating_sub(LIST)
}

fn known(said: &mut String, evidence: Evidence, source: Option<&Place>) {
    said.extend([" (", evidence.word()]);
    if let Some(place) = source {
        // The line is enough to find it, and stays the same when keys on that line are reordered.
        let _ = write!(said, " in {}:{}", place.path, place.line);
    }
    said.push_str(").");
}

fn name(said: &mut String, id: &str, architecture: &Architecture) {
    match architecture.node(id) {
        Some(node) => labelled(said, kind_word(node.kind), " ", &node.label),
        None => said.push_str(id),
    }
}

fn kind_word(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::User => "person",
        NodeKind::Model => "model",
        NodeKind::Gate => "approval gate",
        NodeKind::Client => "client",
        NodeKind::Server => "server",
        NodeKind::Bridge => "bridge",
        NodeKind::Gateway => "gateway",
        NodeKind::AuthorizationServer => "authorization server",
        NodeKind::Upstream => "API",
        NodeKind::Asset => "asset",
        NodeKind::BuiltinTools => "built-in tools",
        NodeKind::Helper => "helper command",
        NodeKind::Repository => "repository",
        NodeKind::External => "outside",
    }
}

fn boundary_word(kind: BoundaryKind) -> &'static str {
    match kind {
        BoundaryKind::Machine => "machine",
        BoundaryKind::OsUser => "OS user",
        BoundaryKind::Account => "account",
        BoundaryKind::Host => "host",
        BoundaryKind::Isolation => "isolation",
        BoundaryKind::PrivateNetwork => "private network",
        BoundaryKind::Provider => "provider",
    }
}

fn flow_word(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::Prompt => "prompts",
        FlowKind::Approve => "approves",
        FlowKind::Configure => "configures",
        FlowKind::ToolCall => "tool calls",
        FlowKind::Stdio => "standard streams",
        FlowKind::Http => "HTTP",
        FlowKind::Sse => "HTTP and SSE",
        FlowKind::Custom => "connection",
        FlowKind::Oauth => "OAuth",
        FlowKind::SignIn => "signs in",
        FlowKind::Upstream => "uses",
        FlowKind::Inbound => "comes in",
    }
}

/// Says what the whole picture shows, for those who do not see it.
pub(super) fn picture(architecture: &Architecture) -> String {
    let mut said = String::new();
    let kinds = [
        (BoundaryKind::Host, "host", "hosts"),
        (BoundaryKind::Isolation, "isolation", "isolations"),
        (BoundaryKind::Provider, "provider", "providers"),
    ];
    let servers = architecture
        .nodes()
        .filter(|n| n.kind == NodeKind::Client)
        .count();
    let mut counts = vec![counted(servers, "configured server", "configured servers")];
    for (kind, one, many) in kinds {
        let n = architecture
            .boundaries
            .iter()
            .filter(|b| b.kind == kind)
            .count();
        if n > 0 {
            counts.push(counted(n, one, many));
        }
    }
    let _ = write!(said, "{}.", counts.join(", "));
    section(
        &mut said,
        "Trust boundaries",
        architecture
            .boundaries
            .iter()
            .map(|b| frame(b, architecture)),
    );
    let with_approval = architecture.nodes().filter(|n| n.client.is_some());
    section(
        &mut said,
        "Servers",
        with_approval.map(|client| server(client, architecture)),
    );
    section(
        &mut said,
        "Credentials",
        architecture
            .credentials
            .iter()
            .filter(|c| !c.placeholder)
            .map(|c| {
                let mut said = format!(
                    "{} ({}) stored in {}",
                    c.name,
                    c.form,
                    without_column(&c.stored_at)
                );
                if !c.holders.is_empty() {
                    let _ = write!(said, ", held by {}", names(&c.holders, architecture));
                }
                if !c.sent_to.is_empty() {
                    let _ = write!(
                        said,
                        ", goes to {} ({})",
                        names(&c.sent_to, architecture),
                        c.evidence.word()
                    );
                }
                said
            }),
    );
    let alarms = architecture
        .flows()
        .into_iter()
        .filter(|flow| flow.alarms() || flow.exposes());
    section(
        &mut said,
        "Alarms",
        alarms.map(|flow| {
            let mut said = flow.text();
            said.push_str(" from ");
            name(&mut said, &flow.from, architecture);
            said.push_str(" to ");
            name(&mut said, &flow.to, architecture);
            said
        }),
    );
    section(&mut said, "Coverage", architecture.coverage.iter().cloned());
    drawable(&said)
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn section(said: &mut String, head: &str, items: impl Iterator<Item = String>) {
    let mut items = items.peekable();
    if items.peek().is_none() {
        return;
    }
    said.extend([" ", head, ": "]);
    let more = joined(said, "; ", items);
    if more > 0 {
        let _ = write!(said, "; and {more} more");
    }
    said.push('.');
}

fn frame(boundary: &Boundary, architecture: &Architecture) -> String {
    let mut said = String::new();
    labelled(
        &mut said,
        boundary_word(boundary.kind),
        " ",
        &boundary.label,
    );
    if let Some(parent) = boundary
        .parent
        .as_deref()
        .and_then(|id| architecture.boundary(id))
    {
        let _ = write!(said, " in {}", parent.label);
    }
    if !boundary.gaps.is_empty() {
        let _ = write!(said, " (not isolated: {})", boundary.gaps.join(", "));
    }
    if let Some(footer) = &boundary.footer {
        let _ = write!(said, " ({footer})");
    }
    said
}

/// One configured server: where its process stands, what goes over the line, who approves.
fn server(client: &Node, architecture: &Architecture) -> String {
    let mut said = client
        .client
        .as_ref()
        .map_or_else(String::new, |facts| facts.server.clone());
    if let Some(reason) = &client.off {
        let _ = write!(said, ", off ({reason})");
    }
    if let Some(facts) = &client.client {
        let _ = write!(said, ", approval {}", facts.approval);
    }
    let flows: Vec<&Flow> = architecture
        .flows_from(&client.id)
        .into_iter()
        .filter(|flow| flow.kind != FlowKind::Oauth)
        .collect();
    for flow in flows {
        said.extend([", ", &flow.text(), " to "]);
        name(&mut said, &flow.to, architecture);
        let place = architecture
            .node(&flow.to)
            .and_then(|n| n.boundary.as_deref());
        if let Some(boundary) = place.and_then(|id| architecture.boundary(id)) {
            said.extend([" in ", &boundary.label]);
        }
        let lines = architecture
            .node(&flow.to)
            .map_or(&[][..], |n| &n.lines[..]);
        for Line { text, .. } in lines {
            said.extend([", ", text]);
        }
    }
    said
}

fn names(ids: &[String], architecture: &Architecture) -> String {
    let mut said = String::new();
    for (at, id) in ids.iter().enumerate() {
        if at > 0 {
            said.push_str(" and ");
        }
        name(&mut said, id, architecture);
    }
    said
}

/// Cuts the column off `path:line:column`: the line is enough to find it.
fn without_column(stored_at: &str) -> &str {
    match stored_at.rsplit_once(':') {
        Some((rest, column))
            if column.bytes().all(|b| b.is_ascii_digit())
                && rest
                    .rsplit_once(':')
                    .is_some_and(|(_, line)| line.bytes().all(|b| b.is_ascii_digit())) =>
        {
            rest
        }
        _ => stored_at,
    }
}
