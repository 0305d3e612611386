//! What the program does besides drawing; one file per command.

mod clients;
#[cfg(feature = "probe")]
mod probe;
mod themes;

use crate::cli::Command;
use crate::diagnostic::Diagnostic;
use crate::run::ExitStatus;

/// Runs a command.
pub fn run(command: Command, messages: &mut Vec<Diagnostic>) -> Result<ExitStatus, Diagnostic> {
    match command {
        Command::Clients { format } => clients::run(format),
        Command::Themes(arguments) => themes::run(&arguments, messages),
        #[cfg(feature = "probe")]
        Command::Probe(url) => probe::run(*url, messages),
    }
}
