//! One started process: no shell, a group of its own, lines in and out, and an end in any case.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::family::{Family, MARK, new_mark};
use crate::probe::live::net::Trouble;
use crate::probe::live::reply::{Channel, Reply, Taken};
use crate::probe::live::rpc::{legacy_request, modern_request};
use crate::probe::live::target::{Live, ProbeOptions, StdioTarget};
use crate::probe::{Failure, StdioEnd};

/// Variables of this process that a started server gets beside those of its entry; the MCP SDKs use the same.
#[cfg(not(windows))]
pub const BASE_ENVIRONMENT: &[&str] = &["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
/// Variables of this process that a started server gets beside those of its entry; the MCP SDKs use the same.
#[cfg(windows)]
pub const BASE_ENVIRONMENT: &[&str] = &[
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERNAME",
    "USERPROFILE",
];

/// Most lines before an answer.
const MOST_LINES: u32 = 10_000;

/// A started process. Dropping it kills all that comes from it.
pub(super) struct Process {
    family: Family,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
    stray_lines: u32,
    /// Its output ended before its input was closed.
    ended: bool,
    read: usize,
    most: usize,
    stderr_bytes: Arc<AtomicU64>,
}

impl Process {
    /// Starts the command of a target.
    pub(super) fn start(target: &StdioTarget, options: &ProbeOptions) -> Result<Self, Failure> {
        let mark = new_mark();
        let spawned = spawn(target, &target.program, &mark).or_else(|error| {
            // What npm installs on Windows are scripts, which the system does not find by their bare name.
            let bare = cfg!(windows) && Path::new(&target.program).extension().is_none();
            if !bare {
                return Err(error);
            }
            let mut script = target.program.clone();
            script.push(".cmd");
            spawn(target, &script, &mark)
        });
        let mut child = spawned.map_err(|_| Failure::NotStarted)?;
        let family = Family::new(child.id(), mark);
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Failure::NotStarted);
        };
        let stderr_bytes = Arc::new(AtomicU64::new(0));
        tokio::spawn(drain(errors, Arc::clone(&stderr_bytes)));
        Ok(Self {
            family,
            child,
            input: Some(input),
            output: BufReader::new(output),
            line: Vec::new(),
            stray_lines: 0,
            ended: false,
            read: 0,
            most: options.limits.list_bytes,
            stderr_bytes,
        })
    }

    /// Returns how many lines were no messages.
    pub(super) fn stray_lines(&self) -> u32 {
        self.stray_lines
    }

    /// Writes one message.
    pub(super) async fn write(&mut self, message: String) -> Result<(), Trouble> {
        let Some(input) = &mut self.input else {
            return Err(Failure::Closed.into());
        };
        let line = message + "\n";
        let written = async {
            input.write_all(line.as_bytes()).await?;
            input.flush().await
        };
        written.await.map_err(|_| Failure::Closed.into())
    }

    /// Writes a request and waits for its answer; what else comes is counted or skipped.
    pub(super) async fn exchange(
        &mut self,
        id: &Value,
        request: String,
        limit: Duration,
    ) -> Result<Reply, Trouble> {
        let exchange = async {
            // Even a process that has closed its input may have said something before.
            let written = self.write(request).await;
            let mut reply = Reply::new(None);
            let mut count = 0;
            while self.next_line().await? {
                let line = std::mem::take(&mut self.line);
                let line = line.trim_ascii();
                if line.is_empty() {
                    continue;
                }
                match reply.take(line, id) {
                    Taken::Answer => return Ok(reply),
                    Taken::Message => {}
                    // It may wait for that; whether it still reads shows in what it writes.
                    Taken::Request(answer) => drop(self.write(answer).await),
                    Taken::Other => self.stray_lines = self.stray_lines.saturating_add(1),
                }
                count += 1;
                if count > MOST_LINES {
                    return Err(Failure::TooLarge.into());
                }
            }
            written?;
            Err(Failure::Closed.into())
        };
        timeout(limit, exchange)
            .await
            .unwrap_or(Err(Failure::TimeOut.into()))
    }

    /// Reads up to the next line feed; `false` at the end of the output. A read that is cut short is taken up again.
    async fn next_line(&mut self) -> Result<bool, Trouble> {
        loop {
            let piece = self.output.fill_buf().await.map_err(|_| Failure::Closed)?;
            if piece.is_empty() {
                self.ended = true;
                return Ok(!self.line.is_empty());
            }
            let end = piece.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(piece.len(), |at| at + 1);
            self.line.extend_from_slice(&piece[..taken]);
            self.output.consume(taken);
            self.read += taken;
            if self.read > self.most {
                return Err(Failure::TooLarge.into());
            }
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Ends the process: closes its input, waits, asks it by signal, kills what is left of its family.
    pub(super) async fn end(mut self, limit: Duration) -> (StdioEnd, u64) {
        // The end of its output is seen a little before its own.
        let ended = self.ended || matches!(self.child.try_wait(), Ok(Some(_)));
        self.input = None;
        // What it still writes must not keep it from ending.
        let end = match timeout(limit, self.wait_and_drain()).await {
            Ok(Some(code)) if ended => StdioEnd::Exited { code },
            Ok(Some(code)) => StdioEnd::Closed { code },
            _ => {
                #[cfg(unix)]
                self.family.ask_to_end();
                let _ = timeout(limit / 4, self.child.wait()).await;
                StdioEnd::Killed
            }
        };
        self.family.kill();
        let _ = timeout(limit, self.child.wait()).await;
        (end, self.stderr_bytes.load(Ordering::Relaxed))
    }

    async fn wait_and_drain(&mut self) -> Option<Option<i32>> {
        let mut sink = [0; 4096];
        loop {
            tokio::select! {
                status = self.child.wait() => return status.ok().map(|s| s.code()),
                read = self.output.read(&mut sink) => if !matches!(read, Ok(1..)) { break },
            }
        }
        self.child.wait().await.ok().map(|status| status.code())
    }
}

/// Starts a program with the arguments and environment of a target.
fn spawn(target: &StdioTarget, program: &OsStr, mark: &str) -> io::Result<Child> {
    let mut command = Command::new(program);
    command
        .args(target.args.iter().map(Live::reveal))
        .env_clear()
        .envs(
            BASE_ENVIRONMENT
                .iter()
                .filter_map(|name| Some((name, std::env::var_os(name)?))),
        )
        .envs(
            target
                .env
                .iter()
                .map(|(name, value)| (name, value.reveal())),
        )
        .env(MARK, mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    if let Some(cwd) = &target.cwd {
        command.current_dir(cwd);
    }
    #[cfg(unix)]
    command.process_group(0);
    command.spawn()
}

/// Counts what comes on standard error and keeps nothing of it.
async fn drain(mut errors: ChildStderr, bytes: Arc<AtomicU64>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = errors.read(&mut buffer).await {
        bytes.fetch_add(read as u64, Ordering::Relaxed);
    }
}

/// Asks a process for more.
pub(super) struct Pipe<'a> {
    process: &'a mut Process,
    /// The modern version spoken; absent for a legacy server.
    version: Option<String>,
    last_id: u64,
    limit: Duration,
}

impl<'a> Pipe<'a> {
    /// Speaks modern messages.
    pub(super) fn modern(process: &'a mut Process, version: &str, limit: Duration) -> Self {
        Self {
            process,
            version: Some(version.to_owned()),
            last_id: 1,
            limit,
        }
    }

    /// Speaks legacy messages.
    pub(super) fn legacy(process: &'a mut Process, limit: Duration) -> Self {
        Self {
            process,
            version: None,
            last_id: 1,
            limit,
        }
    }
}

impl Channel for Pipe<'_> {
    fn is_modern(&self) -> bool {
        self.version.is_some()
    }

    async fn call(&mut self, method: &'static str, cursor: Option<&str>) -> Result<Reply, Trouble> {
        self.last_id += 1;
        let id = json!(self.last_id);
        let request = match &self.version {
            Some(version) => modern_request(&id, method, version, cursor),
            None => legacy_request(&id, method, cursor),
        };
        self.process.exchange(&id, request, self.limit).await
    }
}
