//! Which of several entries of one name a product uses.

use std::collections::BTreeMap;

use crate::inventory::{Redacted, Scope, ServerEntry, State};

/// Switches off the entry that a nearer scope of the same name replaces.
///
/// Entries for one project (`Local`) are alternative sessions: they replace nothing outside of that project. Where it
/// is the project that is drawn, they come before its file and the user's.
pub(super) fn shadow(client: &str, servers: &mut [ServerEntry]) {
    let mut winners: BTreeMap<Redacted, Option<(u8, Scope)>> = BTreeMap::new();
    let active = servers
        .iter()
        .filter(|s| !matches!(s.state, State::Disabled(_)));
    for server in active {
        if let Some(strength) = rank(client, server) {
            let winner = winners.entry(server.name.clone()).or_default();
            if winner.is_none_or(|(other, _)| other <= strength) {
                *winner = Some((strength, server.scope));
            }
        }
    }
    for server in servers {
        let Some(own) = rank(client, server) else {
            continue;
        };
        let winner = winners.get(&server.name).copied().flatten();
        if let Some((_, scope)) = winner.filter(|(other, _)| *other > own) {
            let reason = format!("replaced by the {} entry of the same name", scope.word());
            super::switch_off(server, &reason);
        }
    }
}

fn rank(client: &str, server: &ServerEntry) -> Option<u8> {
    if server.here {
        Some(4)
    } else {
        strength(client, server.scope)
    }
}

/// Ranks a scope; nothing for scopes that replace nothing and are not replaced.
pub(crate) fn strength(client: &str, scope: Scope) -> Option<u8> {
    let (plugin, project, user) = match client {
        "copilot-cli" => (3, 2, 1),
        "factory-droid" => (1, 2, 3),
        _ => (1, 3, 2),
    };
    match scope {
        Scope::System => Some(0),
        Scope::Managed => Some(5),
        Scope::Project => Some(project),
        Scope::User => Some(user),
        Scope::Plugin => Some(plugin),
        Scope::Local | Scope::DevContainer | Scope::Server | Scope::Unknown => None,
    }
}
