//! `mcpdiag probe URL`: asks one server and reports.

use std::path::Path;

use crate::cli::{ProbeUrl, ReportFormat};
use crate::diagnostic::Diagnostic;
use crate::output::{self, Target as Output};
use crate::probe::{Recording, report, target_of_url};
use crate::run::{ExitStatus, asking, outputs};
use crate::settings::Asking;

/// Asks, writes the report and the recording; a server that is not reached is a failure.
pub(super) fn run(
    typed: ProbeUrl,
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    let options = Asking::from_cli(typed.asking, 1)?.load()?;
    let format = typed
        .format
        .unwrap_or_else(|| by_name(typed.output.as_deref()));
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

fn by_name(output: Option<&Path>) -> ReportFormat {
    let extension = output.and_then(Path::extension);
    if extension.is_some_and(|e| e.eq_ignore_ascii_case("json")) {
        ReportFormat::Json
    } else {
        ReportFormat::Text
    }
}

fn text(recording: &Recording) -> String {
    recording.observations.values().map(report).collect()
}
