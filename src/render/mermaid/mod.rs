//! Mermaid: a flowchart within what GitHub draws.

mod escape;
#[cfg(test)]
mod tests;
mod write;

use super::fold::{Level, fold};
use super::{Format, Options, Rendered, wanted};
use crate::diagnostic::Diagnostic;
use crate::graph::Architecture;

/// Characters (UTF-16 units) that GitHub draws at most; a text cannot raise it.
const MOST_CHARACTERS: usize = 50_000;
/// Edges that GitHub draws at most; a text cannot raise it.
const MOST_EDGES: usize = 500;

/// Writes an architecture as a Mermaid flowchart, folded as far as GitHub's limits need.
#[expect(
    clippy::unnecessary_wraps,
    reason = "all formats have the same signature"
)]
pub(super) fn render(arch: &Architecture, options: &Options<'_>) -> Result<Rendered, Diagnostic> {
    let theme = options.theme;
    let asked = wanted(arch, Format::Mermaid, options.layout.detail);
    let draw = |level: Option<Level>| match level {
        Some(level) => write::write(&fold(arch, level), theme),
        None => write::write(arch, theme),
    };
    let (mut text, mut edges) = draw(asked);
    let mut notes = Vec::new();
    if !fits(&text, edges) {
        let too_large = format!(
            "the Mermaid text would have {} characters and {edges} edges, GitHub draws at most {MOST_CHARACTERS} and {MOST_EDGES}",
            size(&text)
        );
        let mut done = None;
        for level in Level::ALL.into_iter().filter(|level| Some(*level) > asked) {
            (text, edges) = draw(Some(level));
            if fits(&text, edges) {
                done = Some(level);
                break;
            }
        }
        notes.push(match done {
            Some(level) => Diagnostic::warning(format!("{too_large}: {}", level.words()))
                .hint("other formats have no such limit"),
            None => Diagnostic::warning(format!("{too_large}, and folding does not help: it will not draw this"))
                .hint("draw a part with --only or --focus, one file for each host with --split host, or another format"),
        });
    }
    Ok(Rendered {
        bytes: text.into_bytes(),
        notes,
    })
}

fn fits(text: &str, edges: usize) -> bool {
    size(text) <= MOST_CHARACTERS && edges <= MOST_EDGES
}

fn size(text: &str) -> usize {
    text.encode_utf16().count()
}
