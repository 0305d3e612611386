//! Writes an architecture as a Mermaid flowchart.

use std::collections::{BTreeMap, BTreeSet};

use super::escape::{Ids, label, lines, plain};
use crate::graph::{Architecture, Node, NodeKind};
use crate::render::outline::{self, Frame};
use crate::render::words;
use crate::theme::{Colour, Role, Theme};

/// Sizes that every version of Mermaid takes: lines are broken here, not there; no colours, sites choose theirs.
const SIZES: &str = r#"%%{init: {"flowchart": {"wrappingWidth": 420, "nodeSpacing": 26, "rankSpacing": 34, "padding": 10}}}%%"#;
/// Characters in a line of a box.
const BOX: usize = 36;
/// Characters in a line of a flow's label.
const LABEL: usize = 26;
/// Characters in a line of a note or of a frame's text.
const NOTE: usize = 44;
/// Characters of a frame's title that takes the frame's only line.
const TITLE: usize = 56;
/// Lines of a note.
const NOTE_LINES: usize = 12;
/// Remarks that are listed, as many as in a picture.
const REMARKS: usize = 40;
/// The grounds on which sites draw Mermaid.
const GROUNDS: [Colour; 2] = [Colour([255; 3]), Colour([13, 17, 23])];

/// Writes the flowchart; returns it with its number of edges.
pub(super) fn write(arch: &Architecture, theme: &Theme) -> (String, usize) {
    let mut writer = Writer {
        arch,
        theme,
        ids: Ids::default(),
        out: String::new(),
        used: BTreeSet::new(),
        texts: Vec::new(),
        edges: 0,
    };
    let title = words::short(&arch.title, 120);
    let title = if title.is_empty() {
        "MCP architecture".to_owned()
    } else {
        title
    };
    writer.line(0, SIZES);
    writer.line(0, "flowchart LR");
    writer.line(1, &format!("accTitle: {}", plain(&title)));
    writer.line(1, &format!("accDescr: {}", plain(&outline::summary(arch))));
    // Two frames without a line between them are drawn one below the other, the later one above.
    writer.notes();
    writer.line(1, &format!("subgraph picture[\"{}\"]", label(&title)));
    writer.line(2, "direction LR");
    let tree = outline::tree(arch);
    writer.frame(&tree, 2);
    writer.links();
    writer.line(1, "end");
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
    /// Innermost frames with a text of their own, and its id.
    texts: Vec<(&'a str, String)>,
    edges: usize,
}

impl<'a> Writer<'a> {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn frame(&mut self, frame: &Frame<'a>, depth: usize) {
        for node in &frame.nodes {
            self.node(node, depth);
        }
        for inner in &frame.frames {
            let Some(boundary) = inner.boundary else {
                continue;
            };
            let id = self.ids.of("b_", &boundary.id);
            let mut title = words::frame_title(boundary);
            let mut text = words::frame_lines(boundary);
            text.extend(boundary.footer.as_deref().map(words::clean));
            // Titles have room for one line only: whatever follows lies below the first frame inside.
            if let [only] = text.as_slice()
                && title.chars().count() + only.chars().count() <= TITLE
            {
                title = format!("{title} · {only}");
                text.clear();
            }
            self.line(depth, &format!("subgraph {id}[\"{}\"]", label(&title)));
            self.line(depth + 1, "direction LR");
            self.frame(inner, depth + 1);
            if !text.is_empty() {
                let note = self.ids.of("t_", &boundary.id);
                let wrapped: Vec<String> = text
                    .iter()
                    .flat_map(|line| words::wrap(line, NOTE))
                    .collect();
                self.line(
                    depth + 1,
                    &format!("{note}[\"{}\"]:::c_text", lines(&wrapped)),
                );
                if inner.frames.is_empty() {
                    self.texts.push((&boundary.id, note));
                }
            }
            self.line(depth, "end");
        }
    }

    fn node(&mut self, node: &Node, depth: usize) {
        let id = self.ids.of("n_", &node.id);
        let mut text = words::wrap(&words::title(node), BOX);
        for line in &node.all_lines() {
            text.extend(words::wrap(&words::line(line), BOX));
        }
        let (open, close) = shape(node.kind);
        let role = outline::node_role(self.arch, node);
        self.used.insert(role);
        self.line(
            depth,
            &format!("{id}{open}\"{}\"{close}:::{}", lines(&text), class(role)),
        );
    }

    fn links(&mut self) {
        let mut by_role: BTreeMap<Role, Vec<usize>> = BTreeMap::new();
        let links = outline::links(self.arch);
        for link in &links {
            let (from, to) = (self.ids.of("n_", link.from), self.ids.of("n_", link.to));
            // A longer line puts what is remote right of what is local, so that it meets no frame on its way.
            let remote = |id: &str| {
                let node = self.arch.node(id);
                node.is_some_and(|node| self.arch.is_remote(node))
            };
            let far = remote(link.to) && !remote(link.from);
            let arrow = match (outline::is_token_way(link.flow), far) {
                // What is off ends in a cross.
                _ if link.flow.off => {
                    if far {
                        "-..-x"
                    } else {
                        "-.-x"
                    }
                }
                (true, true) => "-..->",
                (true, false) => "-.->",
                (false, true) => "--->",
                (false, false) => "-->",
            };
            let text = words::wrap(&words::parts(link.flow).join(" · "), LABEL);
            let text = if text.is_empty() {
                String::new()
            } else {
                format!("|\"{}\"|", lines(&text))
            };
            self.line(2, &format!("{from} {arrow}{text} {to}"));
            by_role
                .entry(outline::flow_role(link.flow))
                .or_default()
                .push(self.edges);
            self.edges += 1;
        }
        // A frame's text stands under what the frame encloses, out of the way of the line into it.
        for (frame, text) in std::mem::take(&mut self.texts) {
            let inside = |id: &str| {
                self.arch
                    .node(id)
                    .is_some_and(|n| n.boundary.as_deref() == Some(frame))
            };
            if let Some(link) = links.iter().find(|l| inside(l.to) && !inside(l.from)) {
                let from = self.ids.of("n_", link.from);
                self.line(2, &format!("{from} ~~~ {text}"));
                self.edges += 1;
            }
        }
        for (role, indices) in by_role {
            let look = self.theme.look(role);
            let mut style = vec![format!("stroke-width:{}px", look.width)];
            if let Some(colour) = look.line.filter(|c| reads_everywhere(*c)) {
                style.insert(0, format!("stroke:{colour}"));
            }
            let indices: Vec<String> = indices.iter().map(ToString::to_string).collect();
            self.line(
                1,
                &format!("linkStyle {} {}", indices.join(","), style.join(",")),
            );
        }
    }

    fn notes(&mut self) {
        let legend = outline::legend(self.arch);
        self.line(1, "subgraph notes[\" \"]");
        self.line(2, "direction LR");
        self.line(2, "subgraph words[\" \"]");
        self.line(3, "direction TB");
        let mut text: Vec<String> = legend
            .tags
            .iter()
            .map(|(tag, meaning)| format!("{tag} {meaning}"))
            .collect();
        text.extend(
            legend
                .frames
                .iter()
                .filter(|(role, _)| *role == Role::Provider)
                .map(|(_, meaning)| format!("provider: {meaning}")),
        );
        text.extend(outline::sentences(self.arch).map(str::to_owned));
        self.note("legend_words", "Marks and lines", &text, NOTE_LINES);
        self.note("remarks", "Remarks", &outline::findings(self.arch), REMARKS);
        self.note("protocol", "Protocol", &self.arch.protocol_note, NOTE_LINES);
        self.note("coverage", "Coverage", &outline::remarks(self.arch), NOTE_LINES);
        self.line(2, "end");
        self.line(2, "subgraph legend[\"Legend\"]");
        self.line(3, "direction TB");
        for (role, meaning) in &legend.roles {
            let id = format!("l_{}", role.word().replace('-', "_"));
            let dashed = if *role == Role::OAuth { "dashed: " } else { "" };
            let text = lines(&words::wrap(&format!("{dashed}{meaning}"), BOX));
            self.line(3, &format!("{id}[\"{text}\"]:::{}", class(*role)));
            self.used.insert(*role);
        }
        self.line(2, "end");
        self.line(1, "end");
    }

    fn note(&mut self, id: &str, title: &str, text: &[String], most: usize) {
        if text.is_empty() {
            return;
        }
        let mut shown = vec![title.to_owned()];
        shown.extend(
            text.iter()
                .take(most)
                .flat_map(|line| words::wrap(line, NOTE)),
        );
        if text.len() > most {
            shown.push(format!("and {} more", text.len() - most));
        }
        self.used.insert(Role::Note);
        self.line(
            3,
            &format!("{id}[\"{}\"]:::{}", lines(&shown), class(Role::Note)),
        );
    }

    fn styles(&mut self, tree: &Frame<'_>) {
        for role in self.used.clone() {
            let look = self.theme.look(role).clone();
            let ink = self.theme.look(Role::Ink).text;
            let text = if role == Role::Off || role == Role::Note {
                look.text
            } else {
                ink
            };
            let mut style = Vec::new();
            for (key, colour) in [("fill", look.fill), ("stroke", look.line), ("color", text)] {
                if let Some(colour) = colour {
                    style.push(format!("{key}:{colour}"));
                }
            }
            style.push(format!(
                "stroke-width:{}px",
                if role == Role::Alarm { 2 } else { 1 }
            ));
            self.line(1, &format!("classDef {} {}", class(role), style.join(",")));
        }
        self.line(1, "classDef c_text fill:none,stroke:none");
        let mut frames = Vec::new();
        collect(tree, &mut frames);
        for (id, role) in frames {
            let id = self.ids.of("b_", &id);
            let look = self.theme.look(role);
            // A tint over whatever ground the site has, so that the title keeps the site's colour.
            if let Some(line) = look.line {
                let text = format!(
                    "style {id} fill:{line},fill-opacity:0.07,stroke:{line},stroke-width:{}px",
                    look.width
                );
                self.line(1, &text);
            }
        }
        for id in ["picture", "notes", "words", "legend"] {
            self.line(1, &format!("style {id} fill:none,stroke:none"));
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
