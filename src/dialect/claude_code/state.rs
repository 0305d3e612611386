//! `~/.claude.json`: the user's servers, and private ones for single projects, which are alternative sessions.

use super::super::ReadCx;
use super::super::fields::words::texts;
use super::super::map;
use super::super::model::Shape;
use super::settings;
use crate::inventory::{Mark, MarkLevel, Scope, ServerPolicy, State};
use crate::syntax::Node;

/// What the projects say about a server of the user.
#[derive(Default)]
struct PerProject {
    trusted: usize,
    local: usize,
    switched_off: Vec<String>,
    built_in_on: usize,
    started: usize,
    replaced: Vec<String>,
}

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.get("mcpServers") {
        map::group(cx, node, &["mcpServers"], Shape::Map);
    }
    map::ignored_groups(cx, root);
    let Some(projects) = root.get("projects").filter(|node| node.is_map()) else {
        super::finish(cx);
        return;
    };
    let mut seen = PerProject::default();
    for (index, entry) in projects.entries().into_iter().enumerate() {
        let here = cx.values.is_project(&entry.key);
        project(cx, &entry.value, index + 1, here, &mut seen);
    }
    say(cx, projects, &seen);
    super::finish(cx);
}

/// Reads one project; `here`: it is the one that is drawn, so that what it says takes effect.
fn project(cx: &mut ReadCx<'_>, node: &Node, number: usize, here: bool, seen: &mut PerProject) {
    if node.get("hasTrustDialogAccepted").and_then(Node::as_bool) == Some(true) {
        seen.trusted += 1;
    }
    if let Some(servers) = node.get("mcpServers") {
        let before = cx.out.servers.len();
        let scope = std::mem::replace(&mut cx.scope, Scope::Local);
        // The project's path names people and clients, so the key path leaves it out.
        map::group(cx, servers, &["projects", "…", "mcpServers"], Shape::Map);
        cx.scope = scope;
        for server in &mut cx.out.servers[before..] {
            let text = format!("only in project {number} of this file");
            let at = Some(server.source.clone());
            server.marks.push(Mark::new(MarkLevel::Note, text, at));
            server.here = here;
            if !here {
                seen.replaced.push(server.name.to_string());
            }
            seen.local += 1;
        }
    }
    if here {
        takes_effect(cx, node);
        return;
    }
    let list = |cx: &mut ReadCx<'_>, key: &str| -> Vec<String> {
        node.get(key)
            .map(|list| {
                let path = format!("projects.….{key}");
                let found = texts(cx, list, &path);
                found.into_iter().map(str::to_owned).collect()
            })
            .unwrap_or_default()
    };
    let off = list(cx, "disabledMcpServers");
    seen.switched_off.extend(off);
    seen.built_in_on += list(cx, "enabledMcpServers").len();
    seen.started += list(cx, "enabledMcpjsonServers").len();
}

/// Applies the lists of the project that is drawn.
fn takes_effect(cx: &mut ReadCx<'_>, node: &Node) {
    let key = "disabledMcpServers";
    for (name, source) in settings::named(cx, node, key) {
        for server in &mut cx.out.servers {
            if server.here && server.name == name {
                server.state = State::Disabled(format!("{key} in .claude.json"));
            }
        }
        for scope in [Scope::Project, Scope::User, Scope::Plugin] {
            cx.server_policy(ServerPolicy::DisableByName {
                name: name.clone(),
                scope: Some(scope),
                reason: format!("{key} in .claude.json"),
                source: source.clone(),
            });
        }
    }
    settings::starts(cx, node);
}

/// Marks the user's servers that some project replaces or switches off, and counts the rest on the host.
fn say(cx: &mut ReadCx<'_>, projects: &Node, seen: &PerProject) {
    let at = cx.at(projects);
    for server in &mut cx.out.servers {
        if server.scope == Scope::Local {
            continue;
        }
        let count = |names: &[String]| {
            let same = names.iter().filter(|name| {
                crate::inventory::Redacted::name(name) == server.name
                    || **name == server.name.as_str()
            });
            same.count()
        };
        let sentences = [
            (count(&seen.replaced), "replaced by a local entry in"),
            (count(&seen.switched_off), "switched off in"),
        ];
        for (count, words) in sentences {
            if count > 0 {
                let text = format!("{words} {}", super::super::count(count, "project"));
                server
                    .marks
                    .push(Mark::new(MarkLevel::Note, text, Some(at.clone())));
            }
        }
    }
    let counts = [
        (seen.trusted, "trusted project"),
        (seen.started, "project server start approved beforehand"),
        (seen.built_in_on, "built-in server switched on"),
    ];
    for (count, words) in counts {
        if count > 0 {
            let text = super::super::count(count, words);
            cx.mark(MarkLevel::Note, text, Some(at.clone()));
        }
    }
}
