//! shim
use super::{Observation, ProbeOptions, Progress, Reach, Target, TargetKind};
use crate::diagnostic::Diagnostic;
/// shim
pub fn run(targets: Vec<Target>, _options: &ProbeOptions, _progress: &dyn Fn(Progress<'_>)) -> Result<Vec<Observation>, Diagnostic> {
    Ok(targets.iter().map(|t| Observation::of(t.shown.clone(), if matches!(t.kind, TargetKind::Http(_)) {Reach::Http} else {Reach::Stdio})).collect())
}
