//! Title, protocol note and coverage lines: what the picture says about itself.

use super::Builder;
use crate::inventory::{Host, HostKind, Inventory, SourceStatus, State, Target};

impl Builder {
    /// Adds the texts that are always there (design.md 4.4).
    pub(super) fn add_notes(&mut self, inventory: &Inventory) {
        let products: Vec<&str> = inventory
            .hosts
            .iter()
            .map(|h| {
                if h.kind == HostKind::Unknown {
                    "unknown client"
                } else {
                    h.product
                }
            })
            .collect();
        self.arch.title = match products.as_slice() {
            [] => "MCP architecture".to_owned(),
            [a, b, c, rest @ ..] if !rest.is_empty() => {
                format!("MCP architecture · {a}, {b}, {c} and {} more", rest.len())
            }
            all => format!("MCP architecture · {}", all.join(", ")),
        };
        self.arch.protocol_note = vec![
            "Protocol revision: not probed".to_owned(),
            "2026-07-28: no handshake, no session; any instance may answer; intermediaries see Mcp-Method and Mcp-Name".to_owned(),
            "earlier revisions: initialize handshake, session id possible".to_owned(),
            "OAuth runs only without a valid token; a state handle is no credential; names and annotations are self-reported".to_owned(),
        ];
        self.coverage(inventory);
    }

    fn coverage(&mut self, inventory: &Inventory) {
        let mut lines = Vec::new();
        let active: Vec<_> = inventory
            .hosts
            .iter()
            .flat_map(|h| &h.servers)
            .filter(|s| !matches!(s.state, State::Disabled(_)))
            .collect();
        let remote = active
            .iter()
            .filter(|s| matches!(s.target, Target::Remote(_)))
            .count();
        if !active.is_empty() {
            let remote = if remote > 0 {
                format!(", {remote} of them remote")
            } else {
                String::new()
            };
            lines.push(format!(
                "not probed: {}{remote}",
                count(active.len(), "server")
            ));
        }
        for source in &inventory.sources {
            match source.status {
                SourceStatus::Failed => lines.push(format!("could not be read: {}", source.path)),
                SourceStatus::Ignored => lines.push(format!("ignored: {}", source.path)),
                SourceStatus::Read | SourceStatus::Empty => {}
            }
            for note in &source.notes {
                lines.push(format!("{}: {note}", source.path));
            }
            if !source.also_read_by.is_empty() {
                lines.push(format!(
                    "{} is also read by {}",
                    source.path,
                    source.also_read_by.join(", ")
                ));
            }
        }
        for host in &inventory.hosts {
            lines.extend(unseen(host));
        }
        if self.arch.overlay.applied {
            let hidden = match self.arch.overlay.hidden {
                0 => "it hides nothing".to_owned(),
                n => format!("it hides {}", count(n, "node")),
            };
            lines.push(format!("overlay applied: {hidden}"));
        }
        self.arch.coverage = lines;
    }
}

/// Says what of a host stands in no file, or in files that were not read.
fn unseen(host: &Host) -> Vec<String> {
    let mut lines = Vec::new();
    match host.client {
        "claude-desktop" => {
            lines.push("Claude Desktop: account connectors stand in no file".to_owned());
        }
        "claude-code" if !host.facts.has_policy => {
            lines.push(
                "Claude Code: settings files not read; account connectors stand in no file"
                    .to_owned(),
            );
        }
        "claude-code" => lines.push("Claude Code: account connectors stand in no file".to_owned()),
        _ => {}
    }
    lines
}

/// Writes a number with its noun.
pub(super) fn count(n: usize, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}
