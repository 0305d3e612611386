//! Text: the architecture as a tree with frames, for terminals and as the text alternative.

mod boxes;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::Options;
use super::outline::{self, Frame};
use super::words;
use crate::diagnostic::Diagnostic;
use crate::graph::{
    Architecture, BoundaryKind, Evidence, Flow, FlowKind, LineRole, MarkLevel, Node, NodeKind,
};
use boxes::{frame, hang, inside, plain, width};

/// Columns of the text.
const COLUMNS: usize = 96;
/// Names in a list of tool calls.
const NAMES: usize = 12;

/// Writes an architecture as text.
#[expect(
    clippy::unnecessary_wraps,
    reason = "all formats have the same signature"
)]
pub(super) fn render(arch: &Architecture, _options: &Options<'_>) -> Result<Vec<u8>, Diagnostic> {
    let writer = Writer::new(arch);
    let mut lines = writer.title();
    lines.extend(writer.frame(&outline::tree(arch), COLUMNS));
    section(&mut lines, "Credentials", table::credentials(arch, COLUMNS));
    section(&mut lines, "Remarks", list(&outline::findings(arch)));
    section(&mut lines, "Legend", legend(arch));
    section(&mut lines, "Protocol", list(&arch.protocol_note));
    section(&mut lines, "Coverage", list(&outline::remarks(arch)));
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    Ok(text.into_bytes())
}

fn section(lines: &mut Vec<String>, title: &str, body: Vec<String>) {
    if !body.is_empty() {
        lines.push(String::new());
        lines.push(title.to_owned());
        lines.push("─".repeat(width(title)));
        lines.extend(body);
    }
}

fn list(texts: &[String]) -> Vec<String> {
    texts
        .iter()
        .flat_map(|text| hang("- ", &plain(text), 2, COLUMNS))
        .collect()
}

fn legend(arch: &Architecture) -> Vec<String> {
    let legend = outline::legend(arch);
    let mut texts: Vec<String> = legend
        .tags
        .iter()
        .map(|(tag, meaning)| format!("{tag} {meaning}"))
        .collect();
    if arch
        .boundaries
        .iter()
        .any(|b| b.kind == BoundaryKind::Provider)
    {
        texts.push("provider: a domain, its operator only where it says so".to_owned());
    }
    texts.push("──▶ flow".to_owned());
    if arch.flows().iter().any(|f| outline::is_token_way(f)) {
        texts.push("╌╌▶ the way to a token".to_owned());
    }
    let mut lines = words::wrap_by(
        &texts
            .join(" \u{a0} ")
            .replace(' ', "\u{a0}")
            .replace("\u{a0}\u{a0}\u{a0}", " "),
        COLUMNS,
        width,
    );
    for line in &mut lines {
        *line = line.replace(' ', "   ").replace('\u{a0}', " ");
    }
    lines.extend(
        outline::sentences(arch)
            .flat_map(|text| hang("- ", text, 2, COLUMNS)),
    );
    lines
}

struct Writer<'a> {
    arch: &'a Architecture,
    flows: BTreeMap<&'a str, Vec<&'a Flow>>,
    /// Labels that more than one node has.
    twice: BTreeMap<String, usize>,
}

impl<'a> Writer<'a> {
    fn new(arch: &'a Architecture) -> Self {
        let mut flows: BTreeMap<&str, Vec<&Flow>> = BTreeMap::new();
        for flow in arch.flows() {
            flows.entry(&flow.from).or_default().push(flow);
        }
        let mut twice = BTreeMap::new();
        for node in arch.nodes() {
            *twice.entry(words::title(node)).or_insert(0) += 1;
        }
        Self { arch, flows, twice }
    }

    fn title(&self) -> Vec<String> {
        let title = plain(&words::short(&self.arch.title, 90));
        let title = if title.is_empty() {
            "MCP architecture".to_owned()
        } else {
            title
        };
        vec![title.clone(), "═".repeat(width(&title)), String::new()]
    }

    /// Draws what stands in a frame: the user and hosts first, then single nodes, then what stands beside the user.
    fn frame(&self, tree: &Frame<'_>, columns: usize) -> Vec<String> {
        let first = |inner: &&Frame<'_>| {
            tree.boundary.is_some()
                && inner
                    .boundary
                    .is_some_and(|b| matches!(b.kind, BoundaryKind::Host | BoundaryKind::OsUser | BoundaryKind::Account))
        };
        let mut lines = Vec::new();
        for inner in tree.frames.iter().filter(first) {
            self.boxed(inner, columns, &mut lines);
        }
        if !lines.is_empty() && !tree.nodes.is_empty() {
            lines.push(String::new());
        }
        for node in &tree.nodes {
            lines.extend(self.node(node, columns));
        }
        for inner in tree.frames.iter().filter(|inner| !first(inner)) {
            self.boxed(inner, columns, &mut lines);
        }
        lines
    }

    fn boxed(&self, inner: &Frame<'_>, columns: usize, lines: &mut Vec<String>) {
        let Some(boundary) = inner.boundary else {
            return;
        };
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let mut title = plain(&words::frame_title(boundary));
        if let Some(word) = frame_word(boundary.kind) {
            title = format!("{word} · {title}");
        }
        if boundary.off {
            title.push_str(" (off)");
        }
        let room = inside(columns);
        let mut body: Vec<String> = words::frame_lines(boundary)
            .iter()
            .flat_map(|line| hang("", &plain(line), 2, room))
            .collect();
        if let Some(footer) = &boundary.footer {
            body.extend(hang("", &plain(footer), 0, room));
        }
        if !body.is_empty() {
            body.push(String::new());
        }
        body.extend(self.frame(inner, room));
        lines.extend(frame(boundary.kind, &title, &body, columns));
    }

    fn node(&self, node: &Node, columns: usize) -> Vec<String> {
        let bullet = if node.off.is_some() { "○ " } else { "● " };
        let mut lines = hang(bullet, &heading(node), 4, columns);
        for text in details(node) {
            lines.extend(hang("  ", &text, 4, columns));
        }
        if let Some(client) = node.client.as_ref().filter(|c| !c.settings.is_empty()) {
            let text = format!("sets {}", client.settings.join(", "));
            lines.extend(hang("  ", &text, 4, columns));
        }
        let flows = self
            .flows
            .get(node.id.as_str())
            .map(Vec::as_slice)
            .unwrap_or_default();
        let calls: Vec<&Flow> = flows
            .iter()
            .copied()
            .filter(|f| f.kind == FlowKind::ToolCall)
            .collect();
        if !calls.is_empty() {
            lines.extend(hang("  ", &self.calls(node, &calls), 4, columns));
        }
        for flow in flows.iter().filter(|f| f.kind != FlowKind::ToolCall) {
            lines.extend(hang("  ", &self.flow(node, flow), 4, columns));
        }
        lines
    }

    fn calls(&self, node: &Node, calls: &[&Flow]) -> String {
        let mut names: Vec<String> = calls
            .iter()
            .take(NAMES)
            .filter_map(|f| self.arch.node(&f.to))
            .map(|n| plain(&words::title(n)))
            .collect();
        if calls.len() > NAMES {
            names.push(format!("{} more", calls.len() - NAMES));
        }
        let gate = self
            .arch
            .nodes()
            .any(|n| n.kind == NodeKind::Gate && n.boundary == node.boundary);
        let words = if gate {
            "tool calls, through the gate"
        } else {
            "tool calls"
        };
        format!("── {words} ──▶ {}", names.join(", "))
    }

    fn flow(&self, node: &Node, flow: &Flow) -> String {
        let stroke = if outline::is_token_way(flow) {
            "╌╌"
        } else {
            "──"
        };
        let label = plain(&words::parts(flow).join(" · "));
        let off = if flow.off { "(off) " } else { "" };
        let to = self
            .arch
            .node(&flow.to)
            .map(|to| self.target(node, to))
            .unwrap_or_default();
        if label.is_empty() {
            format!("{stroke} {off}{stroke}▶ {to}")
                .replace("── ──▶", "──▶")
                .replace("╌╌ ╌╌▶", "╌╌▶")
        } else {
            format!("{stroke} {off}{label} {stroke}▶ {to}")
        }
    }

    /// Names the end of a flow: its label, what it is, and its frame where that is another one or its label is not the only one.
    fn target(&self, from: &Node, to: &Node) -> String {
        let title = words::title(to);
        let text = named(to);
        let several = self.twice.get(&title).is_some_and(|n| *n > 1);
        let frame = to.boundary.as_deref().and_then(|id| self.arch.boundary(id));
        match frame.filter(|f| {
            several || (from.boundary != to.boundary && f.kind != BoundaryKind::Machine)
        }) {
            Some(frame) => format!("{text} in {}", plain(&words::frame_title(frame))),
            None => text,
        }
    }
}

/// Returns a node's label with its first line, where that says what it is.
fn named(node: &Node) -> String {
    let title = plain(&words::title(node));
    match node.lines.first().filter(|l| l.role == LineRole::Plain) {
        Some(line) => format!("{title} ({})", plain(&words::line(line))),
        None => title,
    }
}

/// Returns the first line of a node: what it is, what it is called, and where it stands.
fn heading(node: &Node) -> String {
    let word = match node.kind {
        NodeKind::Upstream => "API",
        NodeKind::Helper => "helper command",
        NodeKind::External => "outside:",
        NodeKind::User
        | NodeKind::Model
        | NodeKind::Gate
        | NodeKind::BuiltinTools
        | NodeKind::Repository
        | NodeKind::AuthorizationServer => "",
        other => other.word(),
    };
    let mut text = if word.is_empty() {
        named(node)
    } else {
        format!("{word} {}", named(node))
    };
    if node.off.is_some() {
        text.push_str(" (off)");
    }
    // What a client starts or connects to stands in the client's own entry.
    let behind = matches!(
        node.kind,
        NodeKind::Server | NodeKind::Bridge | NodeKind::Gateway
    );
    if let Some(place) = node.source.as_ref().filter(|_| !behind) {
        let known = if node.evidence == Evidence::Declared {
            String::new()
        } else {
            format!("{} in ", node.evidence.word())
        };
        text = format!("{text} · {known}{}", plain(&place.to_string()));
    }
    text
}

/// Returns the further lines of a node, its tools, and its remarks in full.
fn details(node: &Node) -> Vec<String> {
    let shown = usize::from(
        node.lines
            .first()
            .is_some_and(|l| l.role == LineRole::Plain),
    );
    let own = node.lines.iter().skip(shown);
    let mut texts: Vec<String> = own.map(|l| plain(&words::line(l))).collect();
    let said = node.lines.iter().any(|l| l.text.starts_with("tools"));
    if let Some(facts) = node
        .client
        .as_ref()
        .filter(|f| !f.tools.is_empty() && !said)
    {
        let names: Vec<String> = facts
            .tools
            .iter()
            .take(3)
            .map(|t| plain(&words::short(t, 40)))
            .collect();
        let more = if facts.tools.len() > 3 { ", …" } else { "" };
        texts.push(format!("tools: {}{more}", names.join(", ")));
    }
    for mark in &node.marks {
        if node.lines.iter().any(|l| l.text == mark.text) {
            continue;
        }
        let tag = match mark.level {
            MarkLevel::Note => "note:",
            MarkLevel::Warning => words::WARNING,
            MarkLevel::Alarm => words::ALARM,
        };
        let text = format!("{tag} {}", plain(&words::clean(&mark.text)));
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn frame_word(kind: BoundaryKind) -> Option<&'static str> {
    match kind {
        BoundaryKind::Host => Some("host"),
        BoundaryKind::Provider => Some("provider"),
        BoundaryKind::PrivateNetwork => Some("private network"),
        BoundaryKind::Machine
        | BoundaryKind::OsUser
        | BoundaryKind::Account
        | BoundaryKind::Isolation => None,
    }
}
