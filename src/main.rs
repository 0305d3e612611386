//! The `mcpdiag` program: parses the command line, runs, prints messages, sets the exit code.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // Usage errors end here with exit code 2, help and version with 0.
    let cli = mcpdiag::cli::Cli::parse();
    mcpdiag::run::main(cli).into()
}
