//! What a run learns of live servers: nothing, what was recorded, or what it asks.

use std::path::PathBuf;

use crate::cli::Observing as Typed;
use crate::diagnostic::Diagnostic;
use crate::inventory::Values;
#[cfg(feature = "probe")]
use crate::probe::Asked;

#[cfg(feature = "probe")]
mod asking;
#[cfg(feature = "probe")]
pub use asking::Asking;

/// Where observations come from.
#[derive(Debug, Clone, Default)]
pub enum Observing {
    /// There are none.
    #[default]
    Nothing,
    /// A recording.
    Replay(PathBuf),
    /// The servers themselves.
    #[cfg(feature = "probe")]
    Probe(Box<Probing>),
}

/// How a run probes.
#[cfg(feature = "probe")]
#[derive(Debug, Clone)]
pub struct Probing {
    /// What may be started and sent.
    pub asked: Asked,
    /// Nobody is asked before a start.
    pub yes: bool,
    /// Where the observations are saved.
    pub record: Option<PathBuf>,
    /// How to ask.
    pub asking: Asking,
}

impl Observing {
    /// Makes the numbering of values, which keeps them where a probe needs them.
    pub fn values(&self) -> Values {
        match self {
            #[cfg(feature = "probe")]
            Self::Probe(_) => Values::keeping(),
            _ => Values::default(),
        }
    }

    /// Returns where the observations are saved.
    pub fn record(&self) -> Option<&PathBuf> {
        match self {
            #[cfg(feature = "probe")]
            Self::Probe(probing) => probing.record.as_ref(),
            _ => None,
        }
    }

    /// Checks the options.
    #[cfg_attr(
        not(feature = "probe"),
        expect(clippy::unnecessary_wraps, reason = "options of a probe can be wrong")
    )]
    pub(super) fn from_cli(typed: Typed) -> Result<Self, Diagnostic> {
        #[cfg(feature = "probe")]
        if let Some(scope) = typed.probe {
            return probing(scope, typed).map(|probing| Self::Probe(Box::new(probing)));
        }
        Ok(typed.replay.map_or(Self::Nothing, Self::Replay))
    }
}

#[cfg(feature = "probe")]
fn probing(scope: crate::cli::Scope, typed: Typed) -> Result<Probing, Diagnostic> {
    use crate::cli::Scope;
    match (scope, typed.allow_run.is_empty()) {
        (Scope::Stdio, true) => {
            return Err(
                Diagnostic::error("--probe=stdio starts only what --allow-run names")
                    .hint("add `--allow-run NAME`, or `--allow-run all`"),
            );
        }
        (Scope::Remote, false) => {
            return Err(
                Diagnostic::error("--allow-run is for --probe=stdio").hint("write `--probe=stdio`")
            );
        }
        _ => {}
    }
    Ok(Probing {
        asked: Asked {
            allow_run: typed.allow_run,
            send_credentials: typed.send_credentials,
        },
        yes: typed.yes,
        record: typed.record,
        asking: Asking::from_cli(typed.asking, usize::from(typed.jobs))?,
    })
}

/// Refuses the value of `--probe` in a word of its own, which is taken for an input.
#[cfg(feature = "probe")]
pub(super) fn value_apart(cli: &crate::cli::Draw) -> Result<(), Diagnostic> {
    let word = |path: &&std::path::PathBuf| matches!(path.to_str(), Some("stdio" | "remote"));
    let apart = cli.inputs.iter().filter(word).find(|path| !path.exists());
    match apart.filter(|_| cli.observing.probe.is_some()) {
        None => Ok(()),
        Some(path) => {
            let word = path.display();
            let error = Diagnostic::error("file not found").in_file(word.to_string());
            Err(error.hint(format!(
                "the value of --probe follows a sign: `--probe={word}`"
            )))
        }
    }
}
