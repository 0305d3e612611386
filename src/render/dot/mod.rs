//! DOT: a digraph with nested clusters that looks right with plain `dot -Tsvg`.

#[cfg(test)]
mod tests;
mod write;

use super::Options;
use crate::diagnostic::Diagnostic;
use crate::graph::Architecture;

/// Writes an architecture as a DOT digraph.
#[expect(
    clippy::unnecessary_wraps,
    reason = "all formats have the same signature"
)]
pub(super) fn render(arch: &Architecture, options: &Options<'_>) -> Result<Vec<u8>, Diagnostic> {
    Ok(write::write(arch, options.theme).into_bytes())
}

/// Quotes lines as one DOT string; every line ends as `end` says: `\n` centred, `\l` to the left.
///
/// Graphviz reads backslashes, quotes and HTML entities in plain strings, and nothing else.
fn quote(lines: &[String], end: &str) -> String {
    let mut out = String::from("\"");
    for (at, line) in lines.iter().enumerate() {
        if at > 0 && end == "\\n" {
            out.push_str(end);
        }
        for c in super::words::clean(line).chars() {
            match c {
                '\\' => out.push_str("\\\\"),
                '"' => out.push_str("\\\""),
                '&' => out.push_str("&amp;"),
                c => out.push(c),
            }
        }
        if end == "\\l" {
            out.push_str(end);
        }
    }
    out.push('"');
    out
}
