//! The YAML front matter of a Markdown file.

use super::{Leniency, Parsed, Syntax, yaml};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// Reads the front matter; a file without one holds nothing.
pub(super) fn parse(file: &SourceFile) -> Result<Parsed, Diagnostic> {
    let mut parsed = Parsed {
        root: None,
        syntax: Syntax::Markdown,
        leniency: Leniency::default(),
        fragment: false,
        diagnostics: Vec::new(),
    };
    let mut lines = file.text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| line.trim_end() == "---") else {
        return Ok(parsed);
    };
    let start = first.len();
    let mut end = start;
    for line in lines {
        if matches!(line.trim_end(), "---" | "...") {
            let inner = yaml::parse_part(file, start, end)?;
            return Ok(Parsed {
                syntax: Syntax::Markdown,
                ..inner
            });
        }
        end += line.len();
    }
    parsed.diagnostics.push(
        Diagnostic::note("the front matter has no closing --- line, so it was not read")
            .at(file.place(0)),
    );
    Ok(parsed)
}
