//! An observation as a few lines that a person can check.

use mcpdiag::inventory::Redacted;
use mcpdiag::probe::{Observation, Recording};

/// Outcome, era and what was found wrong, in one line.
pub(crate) fn line(obs: &Observation) -> String {
    let mut parts = vec![obs.outcome.to_string(), obs.era.to_string()];
    if let Some(modern) = &obs.modern {
        let supported: Vec<&str> = modern.supported.iter().map(Redacted::as_str).collect();
        parts.push(format!("supports {}", supported.join(" ")));
    }
    if let Some(legacy) = &obs.legacy {
        let session = match legacy.session {
            Some(session) => format!("session {:?}", session.end),
            None => "no session".to_owned(),
        };
        parts.push(format!(
            "{} {:?} {session}",
            legacy.revision, legacy.transport
        ));
    }
    parts.extend(obs.details.iter().map(ToString::to_string));
    parts.extend(violations(obs));
    parts.extend(obs.refusals.iter().map(ToString::to_string));
    parts.join("; ")
}

/// The rules broken.
pub(crate) fn violations(obs: &Observation) -> Vec<String> {
    obs.violations.iter().map(|v| format!("! {v}")).collect()
}

/// Everything, as it is recorded; it must read back the same.
pub(crate) fn json(obs: &Observation) -> String {
    let mut recording = Recording::default();
    recording
        .observations
        .insert("target".to_owned(), obs.clone());
    let text = recording.to_json().unwrap();
    assert_eq!(Recording::from_json(&text, "x").unwrap(), recording);
    text
}
