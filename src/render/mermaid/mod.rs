//! Mermaid: a flowchart within what GitHub draws.

mod escape;
#[cfg(test)]
mod tests;
mod write;

use super::fold::{Level, fold};
use super::{Options, Rendered};
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
    let (mut text, mut edges) = write::write(arch, theme);
    let mut notes = Vec::new();
    let wanted = (size(&text), edges);
    if !fits(&text, edges) {
        for level in Level::ALL {
            (text, edges) = write::write(&fold(arch, level), theme);
            let last = level == Level::ALL[Level::ALL.len() - 1];
            if fits(&text, edges) || last {
                notes.push(
                    Diagnostic::warning(format!(
                        "the Mermaid text would have {} characters and {} edges, GitHub draws at most {MOST_CHARACTERS} and {MOST_EDGES}: {}",
                        wanted.0,
                        wanted.1,
                        level.words()
                    ))
                    .hint("other formats have no such limit"),
                );
                break;
            }
        }
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
