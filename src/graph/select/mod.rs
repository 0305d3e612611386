//! Selection: an architecture in, the part of it that the user asked for out, with a record of what was left out.

mod keep;
mod names;
mod pattern;
mod reach;
mod record;
pub mod split;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

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
    if !kept.iter().any(|id| is_drawable(&reach, id)) {
        return Err(Diagnostic::error(format!(
            "nothing is left to draw after {}",
            selection.flags().join(", ")
        ))
        .hint("name more with --only, or less with --exclude"));
    }
    let kept = kept.into_iter().map(str::to_owned).collect();
    let mut part = part(arch, &kept, selection.flags());
    if selection.focus.is_some() {
        part.title = focused(&part);
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
    for node in &left.nodes {
        arch.remove_node(&node.id);
    }
    arch.tidy();
    drop_remarks(&mut arch);
    arch.left_out.add(left);
    arch
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

/// Returns the title of a picture of one server.
fn focused(arch: &Architecture) -> String {
    let mut names: Vec<&str> = arch
        .nodes()
        .filter_map(|n| n.client.as_ref())
        .map(|c| c.server.as_str())
        .collect();
    names.dedup();
    let hosts = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Host);
    let hosts: Vec<&str> = hosts.map(|b| b.label.as_str()).collect();
    let hosts = match hosts.as_slice() {
        [a, b, c, rest @ ..] if !rest.is_empty() => {
            format!("{a}, {b}, {c} and {} more", rest.len())
        }
        all => all.join(", "),
    };
    match names.as_slice() {
        [name] => format!("MCP architecture · {name} in {hosts}"),
        names => format!("MCP architecture · {} servers in {hosts}", names.len()),
    }
}
