//! Selection: an architecture in, the part of it that the user asked for out, with a record of what was left out.

mod keep;
mod names;
mod pattern;
mod reach;
mod record;
pub mod split;
#[cfg(test)]
mod tests;
mod unnamed;

use std::collections::BTreeSet;

use super::build::{NOT_PROBED, not_probed};
use super::{Architecture, BoundaryKind, NodeKind};
use crate::diagnostic::Diagnostic;
use names::Named;
pub use pattern::Pattern;
use reach::Reach;
pub use record::{LeftOut, LeftOutNode};

/// What the user wants to see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// One server and what touches it.
    pub focus: Option<Pattern>,
    /// Nothing but these.
    pub only: Vec<Pattern>,
    /// All but these.
    pub exclude: Vec<Pattern>,
}

impl Selection {
    /// Says whether all is wanted.
    pub fn is_empty(&self) -> bool {
        self.focus.is_none() && self.only.is_empty() && self.exclude.is_empty()
    }

    fn flags(&self) -> Vec<&'static str> {
        let given = [
            ("--focus", self.focus.is_some()),
            ("--only", !self.only.is_empty()),
            ("--exclude", !self.exclude.is_empty()),
        ];
        given
            .into_iter()
            .filter(|(_, given)| *given)
            .map(|(flag, _)| flag)
            .collect()
    }
}

/// Takes what is wanted out of an architecture; a pattern that names nothing is an error.
pub fn select(arch: Architecture, selection: &Selection) -> Result<Architecture, Diagnostic> {
    if selection.is_empty() {
        return Ok(arch);
    }
    let reach = Reach::new(&arch);
    let named = Named::find(&reach, selection)?;
    let kept = keep::keep(&reach, &named, selection.focus.is_some());
    // A host of which every server was left out is its frame and nothing in it.
    let is = |id: &&str, kind| reach.kind(id) == Some(kind);
    let emptied = !selection.exclude.is_empty()
        && reach.clients().next().is_some()
        && !kept.iter().any(|id| is(id, NodeKind::Client));
    let drawable = |id: &&str| is_drawable(&reach, id) && !(emptied && is(id, NodeKind::Model));
    if !kept.iter().any(drawable) {
        return Err(Diagnostic::error(format!(
            "nothing is left to draw after {}",
            selection.flags().join(", ")
        ))
        .hint("name more with --only, or less with --exclude"));
    }
    let kept = kept.into_iter().map(str::to_owned).collect();
    let before = hosts(&arch).len();
    let mut part = part(arch, &kept, selection.flags());
    let left = hosts(&part);
    if selection.focus.is_some() {
        part.title = focused(&part);
    } else if left.len() < before && !left.is_empty() {
        part.title = format!("MCP architecture · {}", listed(&left));
    }
    Ok(part)
}

fn is_drawable(reach: &Reach<'_>, id: &str) -> bool {
    matches!(
        reach.kind(id),
        Some(NodeKind::Client | NodeKind::Model | NodeKind::Gateway | NodeKind::BuiltinTools)
    )
}

/// Keeps some nodes and the flows between them; says what is gone.
fn part(mut arch: Architecture, kept: &BTreeSet<String>, flags: Vec<&'static str>) -> Architecture {
    let left = {
        let kept: BTreeSet<&str> = kept.iter().map(String::as_str).collect();
        LeftOut::of(&Reach::new(&arch), &kept, flags)
    };
    if left.is_empty() {
        return arch;
    }
    let said = left.said(&arch);
    arch.coverage.splice(0..0, said);
    arch.remove_nodes(left.nodes.iter().map(|node| node.id.as_str()));
    arch.tidy();
    count_unprobed(&mut arch);
    drop_remarks(&mut arch);
    arch.left_out.add(left);
    arch
}

/// Counts anew, of what is kept, the servers that were not probed, where none was.
fn count_unprobed(arch: &mut Architecture) {
    let used = arch
        .nodes()
        .filter(|n| n.kind == NodeKind::Client && n.off.is_none())
        .count();
    let line = (used > 0).then(|| not_probed(used));
    if arch
        .coverage
        .iter()
        .any(|line| line.starts_with("probed: "))
    {
        return;
    }
    if let Some(at) = arch
        .coverage
        .iter()
        .position(|line| line.starts_with(NOT_PROBED))
    {
        arch.coverage.splice(at..=at, line);
    }
}

/// Takes away the remarks about what is gone.
fn drop_remarks(arch: &mut Architecture) {
    let mut known: BTreeSet<String> = arch.nodes().map(|n| n.id.clone()).collect();
    known.extend(arch.flows().iter().map(|f| f.id.clone()));
    known.extend(arch.boundaries.iter().map(|b| b.id.clone()));
    arch.remarks.retain_mut(|remark| {
        let of_whole = remark.on.is_empty();
        remark.on.retain(|id| known.contains(id));
        of_whole || !remark.on.is_empty()
    });
}

/// Returns the labels of the hosts.
fn hosts(arch: &Architecture) -> Vec<&str> {
    let boundaries = arch.boundaries.iter();
    let hosts = boundaries.filter(|b| b.kind == BoundaryKind::Host);
    hosts.map(|b| b.label.as_str()).collect()
}

/// Lists at most three hosts, then how many more.
fn listed(hosts: &[&str]) -> String {
    match hosts {
        [a, b, c, rest @ ..] if !rest.is_empty() => {
            format!("{a}, {b}, {c} and {} more", rest.len())
        }
        all => all.join(", "),
    }
}

/// Returns the title of a picture of one server.
fn focused(arch: &Architecture) -> String {
    let mut names: Vec<&str> = arch
        .nodes()
        .filter_map(|n| n.client.as_ref())
        .map(|c| c.server.as_str())
        .collect();
    names.dedup();
    let hosts = listed(&hosts(arch));
    match names.as_slice() {
        [name] => format!("MCP architecture · {name} in {hosts}"),
        names => format!("MCP architecture · {} servers in {hosts}", names.len()),
    }
}
