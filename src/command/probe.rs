//! `mcpdiag probe URL`: asks one server and reports.

use std::path::Path;

use crate::cli::{ProbeUrl, ReportFormat};
use crate::diagnostic::Diagnostic;
use crate::output::{self, Target as Output};
use crate::probe::{Recording, report, target_of_url};
use crate::render::Format;
use crate::run::{ExitStatus, asking, outputs};
use crate::settings::Asking;

/// Asks, writes the report and the recording; a server that is not reached is a failure.
pub(super) fn run(
    typed: ProbeUrl,
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    let options = Asking::from_cli(typed.asking, 1)?.load()?;
    let format = match typed.format {
        Some(format) => format,
        None => by_name(typed.output.as_deref())?,
    };
    let output = Output::new(typed.output);
    outputs::check_two(&output, typed.record.as_deref())?;
    let (target, notes) = target_of_url(&typed.url, &typed.header_env, &asking::environment)?;
    messages.extend(notes);
    let recording = asking::ask(vec![target], &options)?;
    let text = match format {
        ReportFormat::Json => recording.to_json()?,
        ReportFormat::Text => text(&recording),
    };
    let mut files = vec![(output, text)];
    if let Some(path) = typed.record {
        files.push((Output::File(path), recording.to_json()?));
    }
    output::write_all(&files, false)?;
    let reached = |recording: &Recording| {
        let mut all = recording.observations.values();
        all.all(|seen| seen.outcome.is_reached()) && !recording.is_interrupted()
    };
    Ok(if reached(&recording) {
        ExitStatus::Done
    } else {
        ExitStatus::Failed
    })
}

/// Takes the format from the name of the output; a report is no picture.
fn by_name(output: Option<&Path>) -> Result<ReportFormat, Diagnostic> {
    let extension = output.and_then(Path::extension).unwrap_or_default();
    let extension = extension.to_string_lossy();
    match Format::by_extension(&extension) {
        Some(Format::Json) => Ok(ReportFormat::Json),
        None | Some(Format::Text) => Ok(ReportFormat::Text),
        Some(_) => Err(Diagnostic::error(
            "the name of the output asks for a picture, and a report of one URL is text or JSON",
        )
        .hint("a picture is drawn of a configuration: `mcpdiag .mcp.json --probe -o arch.svg`; a report goes to FILE.txt or FILE.json")),
    }
}

fn text(recording: &Recording) -> String {
    recording.observations.values().map(report).collect()
}
