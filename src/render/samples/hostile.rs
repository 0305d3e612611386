//! Hostile names everywhere.

use super::seed;
use crate::graph::{
    Architecture, LabelPart,
    LabelRole::{Credential, Plain},
    Line, LineRole,
};
use crate::inventory::Redacted;

/// An architecture in which one text stands everywhere where a file's text can stand.
pub(in crate::render) fn hostile(text: &str) -> Architecture {
    let mut arch = seed();
    arch.title = text.into();
    for boundary in &mut arch.boundaries {
        boundary.label = text.into();
        boundary.lines = vec![Line::new(LineRole::Reach, text)];
        boundary.gaps = vec![text.into()];
    }
    let ids: Vec<String> = arch.nodes().map(|n| n.id.clone()).collect();
    for id in ids {
        let made = arch.node_mut(&id).unwrap();
        made.label = text.into();
        made.lines = vec![
            Line::new(LineRole::Plain, text),
            Line::new(LineRole::Warning, text),
        ];
    }
    for made in arch.flows_mut() {
        made.label = vec![
            LabelPart::new(Plain, text),
            LabelPart::new(Credential, text),
        ];
    }
    arch.credentials[0].name = Redacted::trusted(text);
    arch.credentials[0].stored_at = text.into();
    arch.coverage = vec![text.into()];
    arch.notes = vec![text.into()];
    arch.protocol_note = vec![text.into()];
    arch
}

/// Texts that end, comment, link, script or reorder in one format or another.
pub(in crate::render) const HOSTILE: &[&str] = &[
    "",
    "   ",
    "end",
    "graph",
    "click",
    "subgraph x",
    "o",
    "xyz",
    "a\"b",
    "a\\",
    "a\\\"b",
    "\"]; b",
    "a]b",
    "|x|",
    "a\nb\r\nc",
    "`code`",
    "`**bold**`",
    "%% comment",
    "%%{init: {\"theme\": \"dark\"}}%%",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a & b &amp; &lt; &#34; &nosuch;",
    "#quot; #35; #",
    "שלום עולם",
    "a\u{202e}b",
    "🧪🔒 emoji",
    "1. list",
    "- list",
    "# heading",
    "https://www.example.com/x?y=z",
    "fa:fa-user",
    "$$x^2$$",
    "style: a#b;",
    "classDef x:y#z;",
    "\\N \\G \\E \\L \\n \\l",
    "--> b",
    "a --- b",
    "A@{ shape: circle }",
    "*a* _b_ ~~c~~",
    "---",
    "\u{0}\u{7}\u{1b}[31mred",
    "日本語の名前",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];
