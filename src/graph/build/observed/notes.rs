//! What the whole picture says about probing: the protocol note and the coverage line.

use std::collections::BTreeMap;

use super::super::Builder;
use super::super::notes::count;
use crate::inventory::{Inventory, ServerEntry};
use crate::probe::{LegacyTransport, Observation, Outcome};

/// What holds for modern servers.
const MODERN: &str = "Revision 2026-07-28: no handshake and no session, any instance may answer a call; intermediaries see Mcp-Method and Mcp-Name";
/// What holds always.
const ALWAYS: &str = "The OAuth sign-in runs only when there is no valid token. A state handle is no credential. What a server says of itself and its tools is not verified";

impl Builder {
    /// Returns the protocol note: what the revisions that were seen mean, or what may be where none was.
    pub(in super::super) fn protocol_note(&self, inventory: &Inventory) -> Vec<String> {
        let all = self.asked(inventory);
        if all.is_empty() {
            return Vec::new();
        }
        let seen: Vec<&Observation> = all.iter().filter_map(|(_, seen)| *seen).collect();
        let mut revisions: BTreeMap<&str, usize> = BTreeMap::new();
        for seen in &seen {
            let modern = seen.modern.as_ref().map(|m| m.revision.as_str());
            let legacy = seen.legacy.as_ref().map(|l| l.revision.as_str());
            for revision in modern.into_iter().chain(legacy) {
                *revisions.entry(revision).or_default() += 1;
            }
        }
        if revisions.is_empty() {
            // What revisions mean is worth its room only where one was seen.
            let first = if seen.is_empty() {
                "protocol revision of each server: not probed"
            } else {
                "protocol revision of each server: probed, none seen"
            };
            return vec![first.to_owned()];
        }
        let listed: Vec<String> = revisions
            .iter()
            .rev()
            .map(|(revision, n)| format!("{revision} ({})", count(*n, "server")))
            .collect();
        let mut lines = vec![format!("Protocol revisions seen: {}", listed.join(", "))];
        if seen.iter().any(|s| s.modern.is_some()) {
            lines.push(MODERN.to_owned());
        }
        lines.extend(handshakes(&seen));
        lines.push(ALWAYS.to_owned());
        lines
    }

    /// Returns the coverage lines about probing.
    pub(in super::super) fn probe_coverage(&self, inventory: &Inventory) -> Vec<String> {
        let all = self.asked(inventory);
        let (probed, not): (Vec<_>, Vec<_>) = all
            .iter()
            .partition(|(_, seen)| seen.is_some_and(|s| s.outcome != Outcome::NotAsked));
        let mut lines = Vec::new();
        if !probed.is_empty() {
            let of = |pick: fn(&Outcome) -> bool, word: &str| {
                let n = probed
                    .iter()
                    .filter(|(_, seen)| seen.is_some_and(|s| pick(&s.outcome)))
                    .count();
                (n > 0).then(|| format!("{n} {word}"))
            };
            let parts = [
                of(|o| matches!(o, Outcome::Answered), "answered"),
                of(
                    |o| matches!(o, Outcome::AuthWall { .. }),
                    "asked for a token",
                ),
                of(
                    |o| matches!(o, Outcome::Unreachable { .. }),
                    "not reachable",
                ),
                of(
                    |o| !o.is_reached() && !matches!(o, Outcome::Unreachable { .. }),
                    "gave no answer of MCP",
                ),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            lines.push(format!(
                "probed: {} ({})",
                count(probed.len(), "server"),
                parts.join(", ")
            ));
        }
        if !not.is_empty() {
            lines.push(not_probed(not.len()));
        }
        lines
    }

    /// Returns the servers in use with what was seen of them.
    fn asked<'a>(
        &'a self,
        inventory: &'a Inventory,
    ) -> Vec<(&'a ServerEntry, Option<&'a Observation>)> {
        let servers = inventory.hosts.iter().flat_map(|h| &h.servers);
        servers
            .filter(|s| s.state.off().is_none())
            .map(|s| (s, self.seen.of_server(s)))
            .collect()
    }
}

/// What the line about servers that were not probed begins with.
pub(in crate::graph) const NOT_PROBED: &str = "not probed: ";

/// Says how many servers were not probed.
pub(in crate::graph) fn not_probed(servers: usize) -> String {
    format!("{NOT_PROBED}{}", count(servers, "server"))
}

/// Says what the handshakes that were seen mean.
fn handshakes(seen: &[&Observation]) -> Option<String> {
    let legacy: Vec<_> = seen.iter().filter_map(|s| s.legacy.as_ref()).collect();
    if legacy.is_empty() {
        return None;
    }
    let http: Vec<_> = legacy
        .iter()
        .filter(|l| l.transport == LegacyTransport::StreamableHttp)
        .collect();
    let with = http.iter().filter(|l| l.session.is_some()).count();
    let mut text = "Earlier revisions: an initialize handshake first".to_owned();
    if !http.is_empty() {
        let without = http.len() - with;
        text = format!("{text}; session id seen: {with}, not seen: {without}");
    }
    Some(text)
}
