//! What the program does besides drawing; one file per command.

mod clients;
#[cfg(feature = "probe")]
mod probe;
mod themes;

use crate::cli::Command;
use crate::diagnostic::Diagnostic;
use crate::run::ExitStatus;

/// Runs a command.
#[cfg_attr(
    not(feature = "probe"),
    expect(
        unused_variables,
        clippy::needless_pass_by_value,
        clippy::ptr_arg,
        reason = "the probe alone takes what was typed and has messages"
    )
)]
pub fn run(command: Command, messages: &mut Vec<Diagnostic>) -> Result<ExitStatus, Diagnostic> {
    match command {
        Command::Clients { format } => clients::run(format),
        Command::Themes(arguments) => themes::run(&arguments, messages),
        #[cfg(feature = "probe")]
        Command::Probe(url) => probe::run(*url, messages),
    }
}
