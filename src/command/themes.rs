//! `mcpdiag themes`: the built-in themes.

use crate::diagnostic::Diagnostic;
use crate::output;
use crate::run::ExitStatus;
use crate::theme::BUILT_IN;

/// Prints the names.
pub(super) fn run() -> Result<ExitStatus, Diagnostic> {
    let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    output::write_stdout(format!("{}\n", names.join("\n")).as_bytes())?;
    Ok(ExitStatus::Done)
}
