//! Title, protocol note and coverage lines: what the picture says about itself.

use std::collections::{BTreeMap, BTreeSet};

use super::Builder;
use super::words::shorten;
use crate::inventory::{Form, Host, HostKind, Inventory, SourceStatus};

impl Builder {
    /// Adds the texts that are always there (design.md 4.4).
    pub(super) fn add_notes(&mut self, inventory: &Inventory) {
        let mut products: Vec<(&str, usize)> = Vec::new();
        for host in &inventory.hosts {
            let name = match host.kind {
                HostKind::Unknown => "unknown client",
                _ => host.product,
            };
            match products.iter_mut().find(|(known, _)| *known == name) {
                Some((_, times)) => *times += 1,
                None => products.push((name, 1)),
            }
        }
        let named = products.into_iter().map(|(name, times)| match times {
            1 => name.to_owned(),
            n => format!("{name} ×{n}"),
        });
        let products: Vec<String> = named.collect();
        self.arch.title = match products.as_slice() {
            [] => "MCP architecture".to_owned(),
            [a, b, c, rest @ ..] if !rest.is_empty() => {
                format!("MCP architecture · {a}, {b}, {c} and {} more", rest.len())
            }
            all => format!("MCP architecture · {}", all.join(", ")),
        };
        self.arch.protocol_note = self.protocol_note(inventory);
        self.coverage(inventory);
        self.shared_values();
    }

    /// Says which credentials are one value in several places.
    fn shared_values(&mut self) {
        let mut groups: BTreeMap<u32, (Vec<&str>, BTreeSet<&String>)> = BTreeMap::new();
        // What names a login is no secret: its value may well be the same.
        let mut secret: BTreeMap<u32, bool> = BTreeMap::new();
        for credential in &self.arch.credentials {
            if let Some(group) = credential.shared_group {
                *secret.entry(group).or_default() |= credential.form != Form::Ambient.word();
                let (names, holders) = groups.entry(group).or_default();
                names.push(&credential.name);
                holders.extend(&credential.holders);
            }
        }
        let lines: Vec<String> = groups
            .into_iter()
            .map(|(group, (names, holders))| {
                let holders = count(holders.len(), "holder");
                let what = match secret.get(&group) {
                    Some(false) => "one login",
                    _ => "one value",
                };
                format!(
                    "shared group {group}: {what} in {holders} ({})",
                    shorten(&names)
                )
            })
            .collect();
        self.arch.notes.extend(lines);
    }

    fn coverage(&mut self, inventory: &Inventory) {
        let mut lines = inventory.coverage.clone();
        lines.extend(self.probe_coverage(inventory));
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
                let readers = source.also_read_by.join(", ");
                lines.push(format!("{} is also read by {readers}", source.path));
            }
        }
        for host in &inventory.hosts {
            for line in unseen(host) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
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

/// Says what of a host is in no file, or in files that were not read.
fn unseen(host: &Host) -> Vec<String> {
    let mut parts = Vec::new();
    if host.client == "claude-code" && !host.facts.has_policy {
        parts.push("settings files not read");
    }
    if host.client == "goose" {
        parts.push("permission.yaml not read");
    }
    if matches!(host.client, "claude-code" | "claude-desktop") {
        parts.push("account connectors are in no file");
    }
    if host.kind == HostKind::Hub {
        parts.push("its callers are in no file");
    }
    if parts.is_empty() {
        return Vec::new();
    }
    vec![format!("{}: {}", host.product, parts.join("; "))]
}

/// Writes a number with its noun.
pub(super) fn count(n: usize, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}
