//! Splitting: one architecture for each host or machine, with all that it reaches.

use std::collections::BTreeSet;

use super::names::Named;
use super::reach::Reach;
use super::{keep, part};
use crate::graph::{Architecture, Boundary, BoundaryKind};

/// Longest part of a file name.
const LONGEST: usize = 60;

/// What gets a picture of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Each host.
    Host,
    /// Each machine that a host runs on.
    Machine,
}

impl By {
    /// All values.
    pub const ALL: [By; 2] = [By::Host, By::Machine];

    /// Gives the word of `--split`.
    pub fn name(self) -> &'static str {
        match self {
            By::Host => "host",
            By::Machine => "machine",
        }
    }
}

/// A part of an architecture.
#[derive(Debug, Clone)]
pub struct Part {
    /// Id of the boundary that it draws.
    pub boundary: String,
    /// Title of that boundary.
    pub label: String,
    /// Name for files: `[a-z0-9-]`, different for each part.
    pub slug: String,
    /// What is drawn.
    pub architecture: Architecture,
}

/// Splits an architecture; each client is in exactly one part.
pub fn split(arch: &Architecture, by: By) -> Vec<Part> {
    let reach = Reach::new(arch);
    let mut slugs = BTreeSet::new();
    wholes(&reach, by)
        .into_iter()
        .map(|whole| {
            let inside = |id: &str| reach.frames(id).contains(&whole.id.as_str());
            let hosts = arch
                .boundaries
                .iter()
                .filter(|b| b.kind == BoundaryKind::Host);
            let named = Named {
                clients: reach
                    .clients()
                    .map(|n| n.id.as_str())
                    .filter(|id| inside(id))
                    .collect(),
                hosts: hosts
                    .map(|b| b.id.as_str())
                    .filter(|id| arch.ancestry(Some(id)).contains(&whole.id.as_str()))
                    .collect(),
                gone: BTreeSet::new(),
            };
            let kept = keep::keep(&reach, &named, false);
            let kept = kept.into_iter().map(str::to_owned).collect();
            let mut architecture = part(arch.clone(), &kept, vec!["--split"]);
            architecture.title = format!("MCP architecture · {}", whole.label);
            Part {
                boundary: whole.id.clone(),
                label: whole.label.clone(),
                slug: slug(&whole.id, by, &mut slugs),
                architecture,
            }
        })
        .collect()
}

/// Returns the boundaries to draw, in their order: the hosts, or the outermost boundaries around them.
fn wholes<'a>(reach: &Reach<'a>, by: By) -> Vec<&'a Boundary> {
    let arch = reach.arch;
    let hosts = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Host);
    let around = |host: &Boundary| match by {
        By::Host => arch.boundary(&host.id).map(|b| b.id.clone()),
        By::Machine => arch
            .ancestry(Some(&host.id))
            .last()
            .map(|id| (*id).to_owned()),
    };
    let wanted: BTreeSet<String> = hosts.filter_map(around).collect();
    arch.boundaries
        .iter()
        .filter(|b| wanted.contains(&b.id))
        .collect()
}

/// Makes a name of an id, different from those before it.
fn slug(id: &str, by: By, seen: &mut BTreeSet<String>) -> String {
    let short = id
        .strip_prefix(by.name())
        .and_then(|rest| rest.strip_prefix('-'))
        .unwrap_or(id);
    let safe: String = short
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .take(LONGEST)
        .collect();
    let safe = safe.trim_matches('-').to_ascii_lowercase();
    let safe = if safe.is_empty() {
        by.name().to_owned()
    } else {
        safe
    };
    let mut slug = safe.clone();
    let mut n = 2;
    while !seen.insert(slug.clone()) {
        slug = format!("{safe}-{n}");
        n += 1;
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_safe_and_differ() {
        let mut seen = BTreeSet::new();
        let mut slug = |id: &str| slug(id, By::Host, &mut seen);
        assert_eq!(slug("host-claude-code"), "claude-code");
        assert_eq!(slug("claude-code"), "claude-code-2");
        assert_eq!(slug("host-"), "host");
        assert_eq!(slug("host-../../etc/passwd"), "etcpasswd");
        assert_eq!(slug(&format!("host-{}", "x".repeat(300))).len(), 60);
        assert_eq!(slug(&format!("host-{}y", "x".repeat(300))).len(), 62);
    }
}
