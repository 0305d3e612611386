//! The options of probing and replaying, as typed.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "probe")]
use clap::ValueEnum;

/// What may be asked.
#[cfg(feature = "probe")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    /// Remote servers
    Remote,
    /// Remote servers, and the processes that --allow-run names
    Stdio,
}

/// How to probe within a run that draws.
#[derive(Debug, Args)]
#[command(next_help_heading = "Live servers")]
pub struct Observing {
    /// Draw with the observations of an earlier run; nothing is sent
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,

    /// Ask the servers that are drawn what they are: the remote ones, or with =stdio those that --allow-run names, too
    #[cfg(feature = "probe")]
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "remote",
        conflicts_with = "replay"
    )]
    pub probe: Option<Scope>,

    /// Start this stdio server (or `all`) after showing its command; may be repeated
    #[cfg(feature = "probe")]
    #[arg(long, value_name = "NAME", requires = "probe")]
    pub allow_run: Vec<String>,

    /// Start what --allow-run names without asking, for CI
    #[cfg(feature = "probe")]
    #[arg(long, requires = "allow_run")]
    pub yes: bool,

    /// Send this server the credentials that its entry holds, to its own origin only; may be repeated
    #[cfg(feature = "probe")]
    #[arg(long, value_name = "NAME", requires = "probe")]
    pub send_credentials: Vec<String>,

    /// Save what was seen; the file holds no secret. Without -o or -f nothing is drawn, only a line per server printed
    #[cfg(feature = "probe")]
    #[arg(long, value_name = "FILE", requires = "probe")]
    pub record: Option<PathBuf>,

    /// Servers asked at one time
    #[cfg(feature = "probe")]
    #[arg(long, value_name = "N", default_value_t = 16, requires = "probe")]
    pub jobs: u16,

    /// How to ask.
    #[cfg(feature = "probe")]
    #[command(flatten)]
    pub asking: Asking,
}

/// How to ask; the same for a run that draws and for one URL.
#[cfg(feature = "probe")]
#[derive(Debug, Args)]
#[command(next_help_heading = "Live servers")]
pub struct Asking {
    /// Seconds for one server with everything that belongs to it
    ///
    /// A started process has a third of them, at most 10, for its first answer; above 30 it has all of them. From 30 on, a
    /// process that has to be started once more may take longer.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub timeout: f64,

    /// Ask modern servers with `initialize`, too; starts a stdio server a second time
    #[arg(long)]
    pub probe_both_eras: bool,

    /// Send servers on loopback one request with a foreign `Origin`
    #[arg(long)]
    pub probe_origin: bool,

    /// Follow advertised URLs to private addresses
    #[arg(long)]
    pub probe_private: bool,

    /// Connect to ADDRESS for HOST, in place of DNS
    #[arg(long, value_name = "HOST=ADDRESS")]
    pub probe_resolve: Vec<String>,

    /// Trust the certificates of this PEM file beside those of the system
    #[arg(long, value_name = "FILE")]
    pub probe_ca: Vec<PathBuf>,
}

/// One URL to probe.
#[cfg(feature = "probe")]
#[derive(Debug, Args)]
pub struct ProbeUrl {
    /// URL of the MCP endpoint.
    #[arg(value_name = "URL")]
    pub url: String,

    /// Write the report to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Form of the report; without it JSON for an output named `.json`, else text
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<ReportFormat>,

    /// Save what was seen, as --replay takes it; the file holds no secret
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Send header NAME with what the environment variable VARIABLE holds; may be repeated
    ///
    /// A value for Authorization without a scheme gets `Bearer` before it. The value itself is never an argument, because other
    /// processes can read those.
    #[arg(long, value_name = "NAME=VARIABLE")]
    pub header_env: Vec<String>,

    /// How to ask.
    #[command(flatten)]
    pub asking: Asking,
}

/// Form of a report.
#[cfg(feature = "probe")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// To read
    Text,
    /// A recording, as --replay takes it
    Json,
}
