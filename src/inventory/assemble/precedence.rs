//! Which of several entries of one name a product uses.

use crate::inventory::{Redacted, Scope, ServerEntry, State};

/// Switches off the entry that a nearer scope of the same name replaces.
///
/// Entries for one project (`Local`) are alternative sessions: they replace nothing outside of that project.
pub(super) fn shadow(client: &str, servers: &mut [ServerEntry]) {
    let winners: Vec<(Redacted, u8, Scope)> = servers
        .iter()
        .filter(|s| !matches!(s.state, State::Disabled(_)))
        .filter_map(|s| Some((s.name.clone(), strength(client, s.scope)?, s.scope)))
        .collect();
    for server in servers {
        let Some(own) = strength(client, server.scope) else {
            continue;
        };
        let winner = winners
            .iter()
            .filter(|(name, other, _)| *name == server.name && *other > own)
            .max_by_key(|(_, other, _)| *other);
        if let Some((_, _, scope)) = winner {
            let reason = format!("replaced by the {} entry of the same name", scope.word());
            super::switch_off(server, &reason);
        }
    }
}

/// Ranks a scope; nothing for scopes that replace nothing and are not replaced.
pub(super) fn strength(client: &str, scope: Scope) -> Option<u8> {
    let (plugin, project, user) = match client {
        "copilot-cli" => (3, 2, 1),
        "factory-droid" => (1, 2, 3),
        _ => (1, 3, 2),
    };
    match scope {
        Scope::Managed => Some(4),
        Scope::Project => Some(project),
        Scope::User => Some(user),
        Scope::Plugin => Some(plugin),
        Scope::Local | Scope::DevContainer | Scope::Server | Scope::Unknown => None,
    }
}
