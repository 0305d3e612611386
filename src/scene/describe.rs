//! The picture in words: the titles of groups, with their evidence, and the text alternative of the whole.

use std::fmt::Write as _;

use super::drawable;
use crate::diagnostic::Place;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, Evidence, Flow, FlowKind, Line, Node, NodeKind,
};

/// Above this, a list ends in "and N more".
const LIST: usize = 40;

/// Says what a box stands for: each node, its lines, and how it is known.
pub(super) fn nodes(members: &[&Node]) -> String {
    listed(members.iter().map(|node| one_node(node)))
}

fn one_node(node: &Node) -> String {
    let mut said = labelled(kind_word(node.kind), ": ", &node.label);
    for line in &node.lines {
        let _ = write!(said, "; {}", line.text);
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
        let _ = write!(said, "; {}", mark.text);
    }
    said.push_str(&known(node.evidence, node.source.as_ref()));
    drawable(&said)
}

/// Says what a frame stands for.
pub(super) fn boundaries(members: &[&Boundary], count: usize) -> String {
    let mut said = listed(members.iter().map(|boundary| {
        let mut said = labelled(boundary_word(boundary.kind), ": ", &boundary.label);
        for line in &boundary.lines {
            let _ = write!(said, "; {}", line.text);
        }
        for gap in &boundary.gaps {
            let _ = write!(said, "; not isolated: {gap}");
        }
        if let Some(footer) = &boundary.footer {
            let _ = write!(said, "; {footer}");
        }
        said.push_str(&known(boundary.evidence, boundary.source.as_ref()));
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
        let mut said = format!(
            "{}: {} to {}",
            flow_word(flow.kind),
            name(&flow.from, architecture),
            name(&flow.to, architecture)
        );
        let label = flow.text();
        if !label.is_empty() {
            let _ = write!(said, "; {label}");
        }
        if !flow.tools.is_empty() {
            let _ = write!(said, "; tools such as {}", flow.tools.join(", "));
        }
        if flow.off {
            said.push_str("; off");
        }
        said.push_str(&known(flow.evidence, flow.source.as_ref()));
        drawable(&said)
    }))
}

/// Puts the word of a kind before a name, unless the name says it already.
fn labelled(word: &str, between: &str, label: &str) -> String {
    let mut parts = label.as_bytes().windows(word.len());
    if parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes())) {
        label.to_owned()
    } else {
        format!("{word}{between}{label}")
    }
}

fn listed(items: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = items.collect();
    let more = all.len().saturating_sub(LIST);
    let mut said = all.into_iter().take(LIST).collect::<Vec<_>>().join(" ");
    if more > 0 {
        let _ = write!(said, " And {more} more.");
    }
    said
}

fn known(evidence: Evidence, source: Option<&Place>) -> String {
    match source {
        // The line is enough to find it, and stays the same when keys on that line are reordered.
        Some(place) => format!(" ({} in {}:{}).", evidence.word(), place.path, place.line),
        None => format!(" ({}).", evidence.word()),
    }
}

fn name<'a>(id: &'a str, architecture: &'a Architecture) -> String {
    architecture.node(id).map_or_else(
        || id.to_owned(),
        |node| labelled(kind_word(node.kind), " ", &node.label),
    )
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
            let from = name(&flow.from, architecture);
            let to = name(&flow.to, architecture);
            format!("{} from {from} to {to}", flow.text())
        }),
    );
    section(&mut said, "Coverage", architecture.coverage.iter().cloned());
    drawable(&said)
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn section(said: &mut String, head: &str, items: impl Iterator<Item = String>) {
    let all: Vec<String> = items.collect();
    if all.is_empty() {
        return;
    }
    let more = all.len().saturating_sub(LIST);
    let shown: Vec<String> = all.into_iter().take(LIST).collect();
    let _ = write!(said, " {head}: {}", shown.join("; "));
    if more > 0 {
        let _ = write!(said, "; and {more} more");
    }
    said.push('.');
}

fn frame(boundary: &Boundary, architecture: &Architecture) -> String {
    let mut said = labelled(boundary_word(boundary.kind), " ", &boundary.label);
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
        let _ = write!(
            said,
            ", {} to {}",
            flow.text(),
            name(&flow.to, architecture)
        );
        let place = architecture
            .node(&flow.to)
            .and_then(|n| n.boundary.as_deref());
        if let Some(boundary) = place.and_then(|id| architecture.boundary(id)) {
            let _ = write!(said, " in {}", boundary.label);
        }
        let lines = architecture
            .node(&flow.to)
            .map_or(&[][..], |n| &n.lines[..]);
        for Line { text, .. } in lines {
            let _ = write!(said, ", {text}");
        }
    }
    said
}

fn names(ids: &[String], architecture: &Architecture) -> String {
    let names: Vec<String> = ids.iter().map(|id| name(id, architecture)).collect();
    names.join(" and ")
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
