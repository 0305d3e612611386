//! How servers are asked: limits, and what is done beyond the least.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::cli::Asking as Typed;
use crate::diagnostic::Diagnostic;
use crate::output;
use crate::probe::{Limits, ProbeOptions};

/// Longest time for one server, in seconds.
const LONGEST: f64 = 3600.0;

/// How servers are asked; certificates are read when the run starts.
#[derive(Debug, Clone)]
pub struct Asking {
    options: ProbeOptions,
    certificates: Vec<PathBuf>,
}

impl Asking {
    /// Checks the options.
    pub fn from_cli(typed: Typed, jobs: usize) -> Result<Self, Diagnostic> {
        if jobs == 0 {
            return Err(Diagnostic::error("--jobs must be at least 1"));
        }
        if !(typed.timeout > 0.0 && typed.timeout <= LONGEST) {
            return Err(Diagnostic::error(
                "--timeout must be more than 0 and at most 3600 seconds",
            ));
        }
        let resolve = typed.probe_resolve.iter().map(|text| resolve(text));
        let mut options = ProbeOptions {
            jobs,
            both_eras: typed.probe_both_eras,
            check_origin: typed.probe_origin,
            allow_private: typed.probe_private,
            resolve: resolve.collect::<Result<_, _>>()?,
            ..ProbeOptions::default()
        };
        options.limits = limits(Duration::from_secs_f64(typed.timeout));
        Ok(Self {
            options,
            certificates: typed.probe_ca,
        })
    }

    /// Reads the certificates and returns the options.
    pub fn load(&self) -> Result<ProbeOptions, Diagnostic> {
        let mut options = self.options.clone();
        for path in &self.certificates {
            let pem = std::fs::read(path).map_err(|error| {
                Diagnostic::error(format!(
                    "cannot read the file of --probe-ca: {}",
                    output::reason(&error)
                ))
            })?;
            options.roots.push(pem);
        }
        Ok(options)
    }
}

/// Fits the limits of single steps to the time for one server: a cold start may take most of a long one.
fn limits(server: Duration) -> Limits {
    let usual = Limits::default();
    let part = |usual: Duration| usual.min(server);
    let start = if server > usual.server {
        server
    } else {
        // Two starts and the questions after them fit into the whole.
        usual.start.min(server / 3)
    };
    Limits {
        connect: part(usual.connect),
        request: part(usual.request),
        start,
        first_event: part(usual.first_event),
        shutdown: usual.shutdown.min(server / 10),
        server,
        ..usual
    }
}

fn resolve(text: &str) -> Result<(String, SocketAddr), Diagnostic> {
    text.split_once('=')
        .and_then(|(host, address)| Some((host.to_owned(), address.parse().ok()?)))
        .ok_or_else(|| {
            Diagnostic::error("--probe-resolve expects HOST=ADDRESS:PORT")
                .hint("such as `--probe-resolve mcp.example.com=127.0.0.1:8443`")
        })
}
