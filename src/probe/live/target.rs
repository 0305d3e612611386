//! What to probe and within which limits.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::{LeftOut, Lookup, Observation};
use crate::inventory::Redacted;
pub(super) use crate::probe::value::Live;

/// One server to probe.
#[derive(Debug, Clone)]
pub struct Target {
    /// Stable name: the key of its observation in a recording. Made of shown text only.
    pub id: String,
    /// The URL or command as shown.
    pub shown: Redacted,
    /// What to do.
    pub kind: TargetKind,
}

/// How a target is reached.
#[derive(Debug, Clone)]
pub enum TargetKind {
    /// An HTTP URL.
    Http(HttpTarget),
    /// A command to start.
    Stdio(StdioTarget),
}

/// A URL of the user's configuration; plain http and private addresses are allowed here.
#[derive(Debug, Clone)]
pub struct HttpTarget {
    /// The URL as the client would use it; without user, password and query secrets unless the user said to send them.
    pub url: Live,
    /// Headers that carry credentials, with the names to be told of; only where the user said to send them.
    pub headers: Vec<(String, Live)>,
    /// Names of the credentials that `url` and `headers` carry, as shown.
    pub credentials: Vec<Redacted>,
    /// What of the configured address is missing in `url`.
    pub left_out: LeftOut,
}

/// A command of the user's configuration, started without a shell after the user agreed.
#[derive(Debug, Clone)]
pub struct StdioTarget {
    /// Program, by name or path.
    pub program: OsString,
    /// Arguments.
    pub args: Vec<Live>,
    /// Environment of the entry, added to the base (`PATH`, `HOME` and what else a process needs to start).
    pub env: Vec<(String, Live)>,
    /// Working directory; absent: the present one.
    pub cwd: Option<PathBuf>,
    /// Names of the credentials among `env` and `args`, as shown.
    pub credentials: Vec<Redacted>,
}

/// What the user asked of a probe.
#[derive(Debug, Clone)]
pub struct ProbeOptions {
    /// Most servers probed at one time.
    pub jobs: usize,
    /// Ask modern servers with `initialize`, too (starts a stdio server once more).
    pub both_eras: bool,
    /// Send one request with a foreign `Origin` to servers on loopback.
    pub check_origin: bool,
    /// Follow advertised URLs to private addresses.
    pub allow_private: bool,
    /// Addresses for names, in place of DNS; the user vouches for them.
    pub resolve: Vec<(String, SocketAddr)>,
    /// Finds the addresses of all other names.
    pub lookup: Lookup,
    /// Certificates (PEM) that are trusted beside those of the system.
    pub roots: Vec<Vec<u8>>,
    /// Limits.
    pub limits: Limits,
}

impl Default for ProbeOptions {
    fn default() -> Self {
        Self {
            jobs: 16,
            both_eras: false,
            check_origin: false,
            allow_private: false,
            resolve: Vec::new(),
            lookup: Lookup::default(),
            roots: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// Limits of time, bytes and counts.
#[derive(Debug, Clone)]
pub struct Limits {
    /// For a connection with TLS.
    pub connect: Duration,
    /// For one request with its answer.
    pub request: Duration,
    /// For one server with everything that belongs to it.
    pub server: Duration,
    /// For the first answer of a started process.
    pub start: Duration,
    /// For the first event of HTTP+SSE.
    pub first_event: Duration,
    /// For a process to end after its input was closed.
    pub shutdown: Duration,
    /// Bytes of one metadata document.
    pub document_bytes: usize,
    /// Bytes of one answer of the protocol.
    pub answer_bytes: usize,
    /// Bytes of all pages of one list.
    pub list_bytes: usize,
    /// Pages of one list.
    pub pages: u32,
    /// Entries of one list.
    pub entries: u64,
    /// Authorization servers looked at.
    pub issuers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: usize = 1 << 20;
        Self {
            connect: Duration::from_secs(5),
            request: Duration::from_secs(10),
            server: Duration::from_secs(30),
            start: Duration::from_secs(10),
            first_event: Duration::from_secs(4),
            shutdown: Duration::from_secs(2),
            document_bytes: MIB,
            answer_bytes: 4 * MIB,
            list_bytes: 16 * MIB,
            pages: 20,
            entries: 20_000,
            issuers: 4,
        }
    }
}

/// What happens while probing, for a line per server.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// A server is being asked.
    Started {
        /// Position of the target among those given.
        index: usize,
    },
    /// A server is done.
    Finished {
        /// Position of the target among those given.
        index: usize,
        /// What was seen.
        observation: &'a Observation,
    },
}
