//! `mcpdiag probe URL`: asks one server and reports.

use crate::cli::{ProbeUrl, ReportFormat};
use crate::diagnostic::Diagnostic;
use crate::output;
use crate::probe::{Recording, report, target_of_url};
use crate::run::{ExitStatus, asking};
use crate::settings::Asking;

/// Asks and prints the report; a server that is not reached is a failure.
pub(super) fn run(
    typed: ProbeUrl,
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    let options = Asking::from_cli(typed.asking, 1)?.load()?;
    let (target, notes) = target_of_url(&typed.url)?;
    messages.extend(notes);
    let recording = asking::ask(vec![target], &options)?;
    let text = match typed.format {
        ReportFormat::Json => recording.to_json()?,
        ReportFormat::Text => text(&recording),
    };
    output::write_stdout(text.as_bytes())?;
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

fn text(recording: &Recording) -> String {
    recording.observations.values().map(report).collect()
}
