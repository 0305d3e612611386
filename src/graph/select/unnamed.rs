//! What to say where a pattern names nothing: which one, what was meant, and which names there are.

use super::names::hit;
use super::pattern::{Pattern, What};
use super::reach::Reach;
use crate::diagnostic::Diagnostic;
use crate::graph::BoundaryKind;
use crate::spelling::nearest;

/// Names that an error lists at most.
const LISTED: usize = 20;

/// Makes the error for patterns of a flag that name nothing.
pub(super) fn nothing(reach: &Reach<'_>, flag: &'static str, patterns: &[&Pattern]) -> Diagnostic {
    // --focus takes the name of a server and nothing else.
    let servers_only = flag == "--focus";
    let mut unnamed = Vec::new();
    let mut lists = Vec::new();
    for (what, word) in What::ALL {
        let of_kind = patterns.iter().filter(|pattern| pattern.what == what);
        let shown: Vec<String> = of_kind.map(|pattern| pattern.shown()).collect();
        if !shown.is_empty() {
            unnamed.push(format!("no {word} has the name {}", shown.join(" or ")));
            lists.push(known(reach, what));
        }
    }
    let meant: Vec<String> = patterns
        .iter()
        .filter_map(|pattern| meant(reach, pattern, servers_only))
        .collect();
    let mut hint = match meant.as_slice() {
        [] => String::new(),
        meant => format!("did you mean {}? ", meant.join(", ")),
    };
    hint.push_str(&lists.join("; "));
    if meant.is_empty() && !servers_only {
        hint.push_str("; a host, provider or boundary is named as host:NAME and so on");
    }
    Diagnostic::error(unnamed.join(", ")).key(flag).hint(hint)
}

/// Returns what a pattern may have meant: a thing of another kind that has this name, else the nearest name.
fn meant(reach: &Reach<'_>, pattern: &Pattern, servers_only: bool) -> Option<String> {
    let kinds = What::ALL.into_iter().map(|(what, _)| what);
    let kinds = kinds.filter(|what| !servers_only || *what == What::Server);
    for what in kinds.clone() {
        let hit = hit(reach, &pattern.about(what));
        if let Some(name) = hit.first_name(reach) {
            return Some(typed(what, name));
        }
    }
    let near = |what: What| Some(typed(what, nearest(pattern.name(), names(reach, what))?));
    near(pattern.what).or_else(|| kinds.clone().find_map(near))
}

/// Writes a name as it is typed.
fn typed(what: What, name: &str) -> String {
    let typed = match what {
        What::Server => name.to_owned(),
        _ => format!("{}:{name}", what.word()),
    };
    if typed.contains(' ') {
        format!("'{typed}'")
    } else {
        typed
    }
}

/// Lists the names of a kind, sorted.
fn names<'a>(reach: &Reach<'a>, what: What) -> Vec<&'a str> {
    let titles = |kind: Option<BoundaryKind>| {
        let frames = reach.arch.boundaries.iter();
        frames
            .filter(|frame| kind.is_none_or(|kind| frame.kind == kind))
            .map(|frame| frame.label.as_str())
            .collect()
    };
    let mut names: Vec<&str> = match what {
        What::Server => {
            let facts = reach.clients().filter_map(|node| node.client.as_ref());
            facts.map(|client| client.server.as_str()).collect()
        }
        What::Host => titles(Some(BoundaryKind::Host)),
        What::Provider => titles(Some(BoundaryKind::Provider)),
        What::Boundary => titles(None),
    };
    names.sort_unstable();
    names.dedup();
    names
}

fn known(reach: &Reach<'_>, what: What) -> String {
    let (noun, names) = (what.word(), names(reach, what));
    let plural = match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    };
    match names.len() {
        0 => format!("no {noun} was read"),
        n if n > LISTED => format!(
            "{plural}: {} and {} more",
            names[..LISTED].join(", "),
            n - LISTED
        ),
        _ => format!("{plural}: {}", names.join(", ")),
    }
}
