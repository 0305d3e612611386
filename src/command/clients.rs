//! `mcpdiag clients`: the clients whose files are read.

use crate::diagnostic::Diagnostic;
use crate::dialect::{self, TableFormat};
use crate::output;
use crate::run::ExitStatus;

/// Prints the table, by default aligned for a terminal.
pub(super) fn run(format: TableFormat) -> Result<ExitStatus, Diagnostic> {
    output::write_stdout(dialect::table_as(format).as_bytes())?;
    Ok(ExitStatus::Done)
}
