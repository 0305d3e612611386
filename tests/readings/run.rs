//! Runs the program on the input of a row.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::root;
use crate::table::Row;

/// What one run gave.
pub(crate) struct Ran {
    /// Exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

/// Runs the program in the package folder and gives the result of one format.
pub(crate) fn run(row: &Row, format: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcpdiag"));
    command.current_dir(root()).args(["-f", format, "-v"]);
    command.args(&row.args);
    if let Some(name) = &row.stdin_as {
        command.arg("-");
        if name != "-" {
            command.args(["--stdin-filename", name]);
        }
    } else {
        command.args(&row.files);
    }
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    if row.stdin_as.is_some() {
        let bytes = match &row.text {
            Some(text) => text.clone().into_bytes(),
            None => std::fs::read(root().join(&row.files[0])).unwrap(),
        };
        // A program that refuses its arguments closes the pipe first; the exit code tells.
        let _ = stdin.write_all(&bytes);
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
