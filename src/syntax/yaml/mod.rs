//! YAML by the events of `granit-parser`.

mod build;
mod error;
mod scalar;

use granit_parser::{Event, Parser};

use self::build::Builder;
use super::{Leniency, MAX_DEPTH, Parsed, Syntax};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// Reads a YAML file: its first document.
pub(super) fn parse(file: &SourceFile) -> Result<Parsed, Diagnostic> {
    parse_part(file, 0, file.text.len())
}

/// Reads the part of a file between two offsets.
pub(super) fn parse_part(
    file: &SourceFile,
    start: usize,
    end: usize,
) -> Result<Parsed, Diagnostic> {
    let text = &file.text[start..end];
    let options = granit_parser::options! {
        emit_comments: false,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut builder = Builder::new(file, start, end);
    let mut documents = 0;
    while let Some(next) = parser.next_event() {
        let (event, span) = next.map_err(|failure| error::describe(file, start, &failure))?;
        match event {
            Event::DocumentStart(..) => {
                documents += 1;
                if documents > 1 {
                    let at = span.byte_range().map_or(end, |range| start + range.start);
                    builder.notes.push(
                        Diagnostic::note("more than one YAML document: only the first is read")
                            .at(file.place(at)),
                    );
                    break;
                }
            }
            event => builder.event(event, &span)?,
        }
    }
    let (root, diagnostics) = builder.finish();
    Ok(Parsed {
        root,
        syntax: Syntax::Yaml,
        leniency: Leniency::default(),
        fragment: false,
        diagnostics,
    })
}
