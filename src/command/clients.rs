//! `mcpdiag clients`: the clients whose files are read.

use crate::diagnostic::Diagnostic;
use crate::dialect;
use crate::output;
use crate::run::ExitStatus;

/// Prints the table that the README shows.
pub(super) fn run() -> Result<ExitStatus, Diagnostic> {
    output::write_stdout(dialect::table().as_bytes())?;
    Ok(ExitStatus::Done)
}
