//! Says on every started process whose rights it has: the frame around it is easily overlooked.

use super::{Builder, words};
use crate::graph::Line;

/// On the box of an entry that starts nothing.
pub(super) const NOTHING_STARTS: &str = "nothing to start or reach in this entry";
/// On the box of a server that stands for servers elsewhere.
pub(super) const BEHIND_GATEWAY: &str = "behind the gateway";

impl Builder {
    /// Adds the line about rights, behind the line that says what starts.
    pub(super) fn add_rights(&mut self) {
        let said: Vec<(String, Line)> = self
            .arch
            .nodes()
            .filter(|node| {
                let elsewhere = [NOTHING_STARTS, BEHIND_GATEWAY];
                !node
                    .lines
                    .iter()
                    .any(|l| elsewhere.contains(&l.text.as_str()))
            })
            .filter_map(|node| {
                let rights = self.arch.rights(node)?;
                let frame = self.arch.rights_frame(node)?;
                Some((node.id.clone(), words::rights(rights, frame)))
            })
            .collect();
        for (id, line) in said {
            if let Some(node) = self.arch.node_mut(&id) {
                let after = node.lines.len().min(1);
                node.lines.insert(after, line);
            }
        }
    }
}
