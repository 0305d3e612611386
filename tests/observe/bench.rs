//! A folder with files, and the program run in it.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder of its own for a test.
pub(crate) struct Bench(TempDir);

/// How a run ended.
pub(crate) struct Ran {
    /// Exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Bench {
    /// Makes one with a `.mcp.json` that holds these servers.
    pub(crate) fn of(servers: &str) -> Self {
        let bench = Self(TempDir::new().unwrap());
        bench.write(".mcp.json", &format!("{{\"mcpServers\": {{{servers}}}}}"));
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpdiag"));
        command
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let output = self.command(args).output().unwrap();
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Ran {
    /// Checks the exit code.
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stderr: {}", self.err);
        self
    }
}
