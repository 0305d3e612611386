//! How the probe of one server ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::inventory::Redacted;

/// How the probe of one server ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Outcome {
    /// It was not asked, or had not answered, when the run was interrupted.
    NotAsked,
    /// It answered as an MCP server.
    Answered,
    /// It wants a token; says nothing about the era.
    AuthWall {
        /// 401 or 403.
        status: u16,
    },
    /// It turned the request away without a challenge (a guard of `Host` or `Origin`, a firewall).
    Guarded {
        /// 403 or 421.
        status: u16,
    },
    /// It is in trouble or asks to wait.
    Troubled {
        /// 429 or 5xx.
        status: u16,
    },
    /// It sends the client elsewhere; not followed.
    Redirected {
        /// 3xx.
        status: u16,
        /// `Location`, where there is one.
        location: Option<Redacted>,
    },
    /// It answers, but not as an MCP server of any era.
    NotMcp {
        /// HTTP status of the last answer; absent for stdio.
        status: Option<u16>,
    },
    /// It could not be reached.
    Unreachable {
        /// Why.
        reason: Failure,
    },
}

impl Outcome {
    /// Says whether an MCP server or its authorization layer answered.
    pub fn is_reached(&self) -> bool {
        matches!(self, Outcome::Answered | Outcome::AuthWall { .. })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::NotAsked => f.write_str("not reached: interrupted"),
            Outcome::Answered => f.write_str("answered"),
            Outcome::AuthWall { status } => write!(f, "asks for a token ({status})"),
            Outcome::Guarded { status } => write!(f, "turned away ({status})"),
            Outcome::Troubled { status: 429 } => f.write_str("asks to wait (429)"),
            Outcome::Troubled { status } => write!(f, "server trouble ({status})"),
            Outcome::Redirected { status, .. } => write!(f, "redirects ({status}), not followed"),
            Outcome::NotMcp {
                status: Some(status),
            } => write!(f, "no MCP server answers ({status})"),
            Outcome::NotMcp { status: None } => f.write_str("no MCP server answers"),
            Outcome::Unreachable { reason } => write!(f, "not reachable: {reason}"),
        }
    }
}

/// Why a request brought no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// The name has no address.
    NoAddress,
    /// Nobody listens, or the connection was refused.
    Refused,
    /// The network has no way there.
    NoRoute,
    /// TLS failed: no TLS there, or a certificate that is not trusted.
    Tls,
    /// This system has no certificates to trust.
    NoCertificates,
    /// No answer within the limit.
    TimeOut,
    /// The connection ended before the answer did.
    Closed,
    /// The answer was larger than the limit.
    TooLarge,
    /// The answer was compressed although that was not asked for.
    Compressed,
    /// The answer was no HTTP.
    NotHttp,
    /// The address is not one that may be connected to.
    Forbidden,
    /// The URL or command cannot be used at all.
    Unusable,
    /// The process could not be started.
    NotStarted,
    /// The process ended without an answer.
    Exited,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::NoAddress => "the name has no address",
            Failure::Refused => "connection refused",
            Failure::NoRoute => "no route",
            Failure::Tls => "TLS failed",
            Failure::NoCertificates => "no trusted certificates on this system",
            Failure::TimeOut => "no answer in time",
            Failure::Closed => "connection closed",
            Failure::TooLarge => "answer too large",
            Failure::Compressed => "answer compressed unasked",
            Failure::NotHttp => "answer is not HTTP",
            Failure::Forbidden => "address not allowed",
            Failure::Unusable => "not a usable address",
            Failure::NotStarted => "the command could not be started",
            Failure::Exited => "the process ended",
        })
    }
}

/// What cut a probe short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// The time limit for one server.
    TimeLimit,
    /// The user.
    Interrupted,
}

/// One process that was started to be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StdioRun {
    /// Whether it was opened with `server/discover` (else with `initialize`).
    pub modern: bool,
    /// How it ended.
    pub end: StdioEnd,
    /// Lines on standard output that were no MCP message.
    pub stray_lines: u32,
    /// Bytes it wrote to standard error; its text is not kept.
    pub stderr_bytes: u64,
}

/// How a started process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum StdioEnd {
    /// By itself, before it was told to.
    Exited {
        /// Exit code; absent where a signal ended it.
        code: Option<i32>,
    },
    /// After its input was closed.
    Closed {
        /// Exit code; absent where a signal ended it.
        code: Option<i32>,
    },
    /// It had to be told to end by signal or was killed.
    Killed,
}
