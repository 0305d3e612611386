//! Writes an architecture as a Mermaid flowchart.

use std::collections::{BTreeMap, BTreeSet};

use super::escape::{Ids, label, lines, plain};
use crate::graph::{Architecture, FlowKind, Node, NodeKind};
use crate::render::outline::{self, Frame};
use crate::render::words;
use crate::theme::{Colour, Role, Theme};

/// Characters in a line of a box.
const BOX: usize = 30;
/// Characters in a line of a flow's label.
const LABEL: usize = 24;
/// Lines of a note.
const NOTE_LINES: usize = 12;
/// The grounds on which sites draw Mermaid.
const GROUNDS: [Colour; 2] = [Colour([255; 3]), Colour([13, 17, 23])];

/// Writes the flowchart; returns it with its number of edges.
pub(super) fn write(arch: &Architecture, theme: &Theme) -> (String, usize) {
    let mut writer = Writer { arch, theme, ids: Ids::default(), out: String::new(), used: BTreeSet::new(), edges: 0 };
    writer.head();
    let tree = outline::tree(arch);
    writer.frame(&tree, 1);
    writer.links();
    writer.notes();
    writer.styles(&tree);
    (writer.out, writer.edges)
}

struct Writer<'a> {
    arch: &'a Architecture,
    theme: &'a Theme,
    ids: Ids,
    out: String,
    /// Roles of boxes.
    used: BTreeSet<Role>,
    edges: usize,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn head(&mut self) {
        self.line(0, "flowchart LR");
        let title = plain(&words::short(&self.arch.title, 120));
        self.line(1, &format!("accTitle: {}", if title.is_empty() { "MCP architecture" } else { &title }));
        let summary = plain(&outline::summary(self.arch));
        self.line(1, &format!("accDescr: {summary}"));
    }

    fn frame(&mut self, frame: &Frame<'_>, depth: usize) {
        for node in &frame.nodes {
            self.node(node, depth);
        }
        for inner in &frame.frames {
            let Some(boundary) = inner.boundary else { continue };
            let id = self.ids.of("b_", &boundary.id);
            let title = label(&words::frame_title(boundary));
            self.line(depth, &format!("subgraph {id}[\"{title}\"]"));
            self.frame(inner, depth + 1);
            let mut text = words::frame_lines(boundary);
            text.extend(boundary.footer.as_deref().map(words::clean));
            if !text.is_empty() {
                let note = self.ids.of("t_", &boundary.id);
                let wrapped: Vec<String> = text.iter().flat_map(|line| words::wrap(line, 44)).collect();
                self.line(depth + 1, &format!("{note}[\"{}\"]:::c_text", lines(&wrapped)));
            }
            self.line(depth, "end");
        }
    }

    fn node(&mut self, node: &Node, depth: usize) {
        let id = self.ids.of("n_", &node.id);
        let mut text = words::wrap(&words::title(node), BOX);
        for line in &node.lines {
            text.extend(words::wrap(&words::line(line), BOX));
        }
        let (open, close) = shape(node.kind);
        let role = outline::node_role(self.arch, node);
        self.used.insert(role);
        self.line(depth, &format!("{id}{open}\"{}\"{close}:::{}", lines(&text), class(role)));
    }

    fn links(&mut self) {
        let arch = self.arch;
        let mut by_role: BTreeMap<Role, Vec<usize>> = BTreeMap::new();
        for link in outline::links(arch) {
            let (from, to) = (self.ids.of("n_", link.from), self.ids.of("n_", link.to));
            let arrow = if link.flow.kind == FlowKind::Oauth { "-.->" } else { "-->" };
            let text = words::wrap(&words::parts(link.flow).join(" · "), LABEL);
            let text = if text.is_empty() { String::new() } else { format!("|\"{}\"|", lines(&text)) };
            self.line(1, &format!("{from} {arrow}{text} {to}"));
            by_role.entry(outline::flow_role(link.flow)).or_default().push(self.edges);
            self.edges += 1;
        }
        for (role, indices) in by_role {
            let look = self.theme.look(role);
            let mut style = vec![format!("stroke-width:{}px", look.width)];
            if let Some(colour) = look.line.filter(|c| reads_everywhere(*c)) {
                style.insert(0, format!("stroke:{colour}"));
            }
            let indices: Vec<String> = indices.iter().map(ToString::to_string).collect();
            self.line(1, &format!("linkStyle {} {}", indices.join(","), style.join(",")));
        }
    }

    fn notes(&mut self) {
        let legend = outline::legend(self.arch);
        self.line(1, "subgraph legend[\"Legend\"]");
        for (role, meaning) in &legend.roles {
            let id = format!("l_{}", role.word().replace('-', "_"));
            self.line(2, &format!("{id}[\"{}\"]:::{}", label(meaning), class(*role)));
            self.used.insert(*role);
        }
        let tags: Vec<String> = legend.tags.iter().map(|(tag, meaning)| format!("{tag} {meaning}")).collect();
        let mut text: Vec<String> = tags;
        text.extend(outline::ALWAYS.iter().flat_map(|line| words::wrap(line, 44)));
        self.line(2, &format!("l_words[\"{}\"]:::c_text", lines(&text)));
        self.line(1, "end");
        let protocol: Vec<String> = self.arch.protocol_note.clone();
        self.note("protocol", "Protocol", &protocol);
        let coverage = outline::remarks(self.arch);
        self.note("coverage", "Not seen", &coverage);
    }

    fn note(&mut self, id: &str, title: &str, text: &[String]) {
        if text.is_empty() {
            return;
        }
        let mut shown = vec![title.to_owned()];
        shown.extend(text.iter().take(NOTE_LINES).flat_map(|line| words::wrap(line, 44)));
        if text.len() > NOTE_LINES {
            shown.push(format!("and {} more", outline::number(text.len() - NOTE_LINES, "line")));
        }
        self.used.insert(Role::Note);
        self.line(1, &format!("{id}[\"{}\"]:::{}", lines(&shown), class(Role::Note)));
    }

    fn styles(&mut self, tree: &Frame<'_>) {
        for role in self.used.clone() {
            let look = self.theme.look(role).clone();
            let ink = self.theme.look(Role::Ink).text;
            let text = if role == Role::Off || role == Role::Note { look.text } else { ink };
            let mut style = Vec::new();
            for (key, colour) in [("fill", look.fill), ("stroke", look.line), ("color", text)] {
                if let Some(colour) = colour {
                    style.push(format!("{key}:{colour}"));
                }
            }
            style.push(format!("stroke-width:{}px", if role == Role::Alarm { 2 } else { 1 }));
            self.line(1, &format!("classDef {} {}", class(role), style.join(",")));
        }
        self.line(1, "classDef c_text fill:none,stroke:none");
        let mut frames = Vec::new();
        collect(tree, &mut frames);
        for (id, role) in frames {
            let id = self.ids.of("b_", &id);
            let look = self.theme.look(role);
            if let Some(line) = look.line {
                let text = format!("style {id} fill:{line},fill-opacity:0.07,stroke:{line},stroke-width:{}px", look.width);
                self.line(1, &text);
            }
        }
        if let Some(line) = self.theme.look(Role::Note).line {
            self.line(1, &format!("style legend fill:none,stroke:{line}"));
        }
    }
}

fn collect(frame: &Frame<'_>, into: &mut Vec<(String, Role)>) {
    for inner in &frame.frames {
        if let Some(boundary) = inner.boundary {
            into.push((boundary.id.clone(), outline::frame_role(boundary)));
        }
        collect(inner, into);
    }
}

/// Says whether a line of this colour reads on light and on dark sites.
fn reads_everywhere(colour: Colour) -> bool {
    GROUNDS.iter().all(|ground| colour.contrast(*ground) >= 3.0)
}

fn class(role: Role) -> String {
    format!("c_{}", role.word().replace('-', "_"))
}

fn shape(kind: NodeKind) -> (&'static str, &'static str) {
    match kind {
        NodeKind::User | NodeKind::External => ("([", "])"),
        NodeKind::Model | NodeKind::Client => ("(", ")"),
        NodeKind::Gate => ("{{", "}}"),
        NodeKind::Bridge | NodeKind::Gateway => ("[[", "]]"),
        NodeKind::AuthorizationServer => ("[/", "\\]"),
        NodeKind::Upstream => ("[/", "/]"),
        NodeKind::Asset | NodeKind::Repository => ("[(", ")]"),
        NodeKind::Server | NodeKind::BuiltinTools | NodeKind::Helper => ("[", "]"),
    }
}
