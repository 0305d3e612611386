//! Writes an architecture as DOT.

use super::quote;
use crate::diagnostic::Place;
use crate::graph::{Architecture, Evidence, Node, NodeKind};
use crate::render::outline::{self, Frame, Link};
use crate::render::words;
use crate::theme::{Colour, Look, Role, Theme};

const FONT: &str = "\"Helvetica,Arial,sans-serif\"";
/// Characters in a line of a box.
const BOX: usize = 36;
/// Characters in a line of a flow's label.
const LABEL: usize = 28;
/// Characters in a line of a frame's text.
const FRAME: usize = 64;
/// Characters in a line of the notes.
const NOTE: usize = 150;
/// Legend entries side by side.
const COLUMNS: usize = 4;

/// Writes the digraph.
pub(super) fn write(arch: &Architecture, theme: &Theme) -> String {
    let mut writer = Writer {
        arch,
        theme,
        out: String::new(),
    };
    writer.head();
    let tree = outline::tree(arch);
    let title = words::short(&arch.title, 120);
    let title = if title.is_empty() {
        "MCP architecture".to_owned()
    } else {
        title
    };
    writer.legend();
    writer.line(1, "subgraph cluster_picture {");
    let ink = colour(theme.look(Role::Ink).text);
    writer.line(
        2,
        &format!(
            "peripheries=0; labelloc=t; labeljust=l; fontsize=16; fontcolor={ink}; label={};",
            quote(&[title], "\\n")
        ),
    );
    writer.frame(&tree, 2);
    writer.line(1, "}");
    for link in outline::links(arch) {
        writer.link(&link);
    }
    writer.line(0, "}");
    writer.out
}

struct Writer<'a> {
    arch: &'a Architecture,
    theme: &'a Theme,
    out: String,
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
        self.line(0, "digraph mcp {");
        self.line(1, "graph [rankdir=LR, compound=true, charset=\"UTF-8\", nodesep=0.22, ranksep=0.55, pad=0.3,");
        let canvas = colour(self.theme.look(Role::Canvas).fill);
        let note = colour(self.theme.look(Role::Note).text);
        let text = quote(&self.notes(), "\\l");
        self.line(2, &format!("fontname={FONT}, fontsize=10, fontcolor={note}, bgcolor={canvas}, labelloc=b, labeljust=l,"));
        self.line(2, &format!("label={text}];"));
        self.line(1, &format!("node [fontname={FONT}, fontsize=11, shape=box, style=filled, margin=\"0.12,0.06\", height=0.3];"));
        self.line(
            1,
            &format!("edge [fontname={FONT}, fontsize=9, arrowsize=0.7];"),
        );
    }

    fn notes(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let remarks = outline::remarks(self.arch);
        let findings = outline::findings(self.arch);
        let always: Vec<String> = outline::sentences(self.arch).map(str::to_owned).collect();
        for (head, texts) in [
            ("Remarks", &findings),
            ("Reading", &always),
            ("Protocol", &self.arch.protocol_note),
            ("Coverage", &remarks),
        ] {
            for (at, text) in texts.iter().enumerate() {
                for (row, part) in words::wrap(text, NOTE).into_iter().enumerate() {
                    lines.push(if at == 0 && row == 0 {
                        format!("{head}: {part}")
                    } else if row == 0 {
                        format!("· {part}")
                    } else {
                        part
                    });
                }
            }
        }
        lines
    }

    fn frame(&mut self, frame: &Frame<'_>, depth: usize) {
        for node in &frame.nodes {
            self.node(node, depth);
        }
        for inner in &frame.frames {
            let Some(boundary) = inner.boundary else {
                continue;
            };
            let look = self.theme.look(outline::frame_role(boundary)).clone();
            let mut text = vec![words::frame_title(boundary)];
            text.extend(
                words::frame_lines(boundary)
                    .iter()
                    .flat_map(|line| words::wrap(line, FRAME)),
            );
            if let Some(footer) = &boundary.footer {
                text.extend(words::wrap(footer, FRAME));
            }
            self.line(
                depth,
                &format!("subgraph {} {{", id("cluster_", &boundary.id)),
            );
            self.line(
                depth + 1,
                &format!(
                    "style={}; fillcolor={}; color={}; peripheries=1; penwidth={}; fontcolor={}; fontsize=11; margin=14; tooltip={};",
                    style("filled", &look),
                    colour(look.fill),
                    colour(look.line),
                    look.width,
                    colour(look.text),
                    known(boundary.evidence, boundary.source.as_ref()),
                ),
            );
            self.line(depth + 1, &format!("label={};", quote(&text, "\\l")));
            self.frame(inner, depth + 1);
            self.line(depth, "}");
        }
    }

    fn node(&mut self, node: &Node, depth: usize) {
        let mut text = words::wrap(&words::title(node), BOX);
        for line in &node.all_lines() {
            text.extend(words::wrap(&words::line(line), BOX));
        }
        let role = outline::node_role(self.arch, node);
        let attributes = format!(
            "label={}, {}, {}, tooltip={}",
            quote(&text, "\\n"),
            shape(node.kind),
            self.boxed(role),
            known(node.evidence, node.source.as_ref())
        );
        self.line(depth, &format!("{} [{attributes}];", id("", &node.id)));
    }

    /// Fill, border and text of a box, all three.
    fn boxed(&self, role: Role) -> String {
        let look = self.theme.look(role);
        let text = if role == Role::Off {
            look.text
        } else {
            self.theme.look(Role::Ink).text
        };
        let width = if role == Role::Alarm { 2.0 } else { 1.0 };
        format!(
            "fillcolor={}, color={}, fontcolor={}, penwidth={width}",
            colour(look.fill),
            colour(look.line),
            colour(text)
        )
    }

    fn link(&mut self, link: &Link<'_>) {
        let look = self.theme.look(outline::flow_role(link.flow)).clone();
        let text = words::wrap(&words::parts(link.flow).join(" · "), LABEL);
        let mut attributes = Vec::new();
        if !text.is_empty() {
            attributes.push(format!("label={}", quote(&text, "\\n")));
        }
        attributes.push(format!(
            "color={}, fontcolor={}, penwidth={}",
            colour(look.line),
            colour(look.text),
            look.width
        ));
        if !look.dash.is_empty() {
            attributes.push(format!("style={}", style("", &look)));
        }
        if link.flow.off {
            attributes.push("arrowhead=tee".to_owned());
        }
        attributes.push(format!(
            "tooltip={}",
            known(link.flow.evidence, link.flow.source.as_ref())
        ));
        self.line(
            1,
            &format!(
                "{} -> {} [{}];",
                id("", link.from),
                id("", link.to),
                attributes.join(", ")
            ),
        );
    }

    fn legend(&mut self) {
        let legend = outline::legend(self.arch);
        let note = self.theme.look(Role::Note).clone();
        let mut entries: Vec<(String, String)> = Vec::new();
        for (role, meaning) in &legend.roles {
            // The border shows how the lines of this role look.
            let dashes = style("filled", self.theme.look(*role));
            let look = format!("{}, style={dashes}", self.boxed(*role));
            entries.push(((*meaning).to_owned(), look));
        }
        for (role, meaning) in &legend.frames {
            let look = self.theme.look(*role);
            let look = format!(
                "fillcolor={}, color={}, fontcolor={}, penwidth={}, style={}",
                colour(look.fill),
                colour(look.line),
                colour(look.text),
                look.width,
                style("filled", look)
            );
            entries.push((format!("frame: {meaning}"), look));
        }
        for (tag, meaning) in &legend.tags {
            entries.push((
                format!("{tag} {meaning}"),
                format!("shape=plain, style=\"\", fontcolor={}", colour(note.text)),
            ));
        }
        self.line(1, "subgraph cluster_legend {");
        self.line(
            2,
            &format!(
                "label=\"Legend\"; labelloc=t; labeljust=l; fontsize=11; style=solid; color={}; fontcolor={};",
                colour(note.line),
                colour(note.text)
            ),
        );
        self.line(2, "node [fontsize=9, height=0.24, margin=\"0.08,0.03\"];");
        for (at, (text, look)) in entries.iter().enumerate() {
            self.line(
                2,
                &format!(
                    "legend_{at} [label={}, {look}, tooltip=\"legend\"];",
                    quote(&words::wrap(text, 30), "\\n")
                ),
            );
        }
        for at in
            (0..entries.len()).filter(|at| at % COLUMNS + 1 < COLUMNS && at + 1 < entries.len())
        {
            self.line(
                2,
                &format!("legend_{at} -> legend_{} [style=invis];", at + 1),
            );
        }
        self.line(1, "}");
    }
}

/// Says how a fact is known, for pointers.
fn known(evidence: Evidence, source: Option<&Place>) -> String {
    let text = match source {
        Some(place) => format!("{} in {place}", evidence.word()),
        None => evidence.word().to_owned(),
    };
    quote(&[text], "\\n")
}

/// Quotes an id; ids are names of files' entries, so they are text like any other.
fn id(prefix: &str, id: &str) -> String {
    quote(&[format!("{prefix}{id}")], "\\n")
}

fn colour(colour: Option<Colour>) -> String {
    colour.map_or_else(
        || "\"#000000\"".to_owned(),
        |colour| format!("\"{colour}\""),
    )
}

/// Joins a style with the dashes of a look; short strokes are dots.
fn style(base: &str, look: &Look) -> String {
    let dashes = match look.dash.first() {
        None => "",
        Some(stroke) if *stroke < 3.0 => "dotted",
        Some(_) => "dashed",
    };
    let parts: Vec<&str> = [base, dashes]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    format!("\"{}\"", parts.join(","))
}

fn shape(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::User | NodeKind::External => "shape=ellipse",
        NodeKind::Model | NodeKind::Client | NodeKind::BuiltinTools | NodeKind::Helper => {
            "style=\"rounded,filled\""
        }
        NodeKind::Gate => "shape=hexagon",
        NodeKind::Bridge | NodeKind::Gateway => "peripheries=2",
        NodeKind::AuthorizationServer => "shape=octagon",
        NodeKind::Asset => "shape=cylinder",
        NodeKind::Repository => "shape=folder",
        NodeKind::Server | NodeKind::Upstream => "shape=box",
    }
}
