//! `~/.claude.json`: the user's servers, and private ones for single projects, which are alternative sessions.

use super::super::ReadCx;
use super::super::fields::words::texts;
use super::super::map;
use super::super::model::Shape;
use super::settings;
use std::collections::BTreeSet;

use crate::diagnostic::Place;
use crate::inventory::{Mark, MarkLevel, Redacted, Scope, ServerPolicy, State};
use crate::syntax::Node;

/// What the projects say about a server of the user.
#[derive(Default)]
struct PerProject {
    trusted: usize,
    local: usize,
    /// Names of servers, and the line of the project that is about them.
    switched_off: Vec<(String, u32)>,
    replaced: Vec<(String, u32)>,
    built_in_on: Vec<String>,
    started: Vec<String>,
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
    for entry in projects.entries() {
        let here = cx.values.is_project(&entry.key);
        let at = cx.place(entry.key_span.start);
        project(cx, &entry.value, &at, here, &mut seen);
    }
    say(cx, projects, &seen);
    super::finish(cx);
}

/// Reads one project, which is named by its line: its path names people and clients.
/// `here`: it is the one that is drawn, so that what it says takes effect.
fn project(cx: &mut ReadCx<'_>, node: &Node, at: &Place, here: bool, seen: &mut PerProject) {
    if node.get("hasTrustDialogAccepted").and_then(Node::as_bool) == Some(true) {
        seen.trusted += 1;
    }
    if let Some(servers) = node.get("mcpServers") {
        let before = cx.out.servers.len();
        let scope = std::mem::replace(&mut cx.scope, Scope::Local);
        map::group(cx, servers, &["projects", "…", "mcpServers"], Shape::Map);
        cx.scope = scope;
        for server in &mut cx.out.servers[before..] {
            let text = format!("only in the project at {}:{}", at.path, at.line);
            let source = Some(server.source.clone());
            server.marks.push(Mark::new(MarkLevel::Note, text, source));
            server.here = here;
            if !here {
                seen.replaced.push((server.name.to_string(), at.line));
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
    seen.switched_off
        .extend(off.into_iter().map(|name| (name, at.line)));
    seen.built_in_on.extend(list(cx, "enabledMcpServers"));
    seen.started.extend(list(cx, "enabledMcpjsonServers"));
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
        let lines = |names: &[(String, u32)]| {
            let same = names.iter().filter(|(name, _)| {
                Redacted::name(name) == server.name || *name == server.name.as_str()
            });
            same.map(|(_, line)| *line).collect::<Vec<u32>>()
        };
        let sentences = [
            (lines(&seen.replaced), "replaced by a local entry in"),
            (lines(&seen.switched_off), "switched off in"),
        ];
        for (lines, words) in sentences {
            if let Some(&line) = lines.first() {
                let projects = super::super::count(lines.len(), "project");
                let all: Vec<String> = lines.iter().map(u32::to_string).collect();
                let text = format!("{words} {projects} ({}:{})", at.path, all.join(", "));
                let source = Place { line, ..at.clone() };
                server
                    .marks
                    .push(Mark::new(MarkLevel::Note, text, Some(source)));
            }
        }
    }
    let switched = [
        (&seen.started, "project server would start unasked"),
        (&seen.built_in_on, "built-in server switched on"),
    ];
    if seen.trusted > 0 {
        let text = super::super::count(seen.trusted, "trusted project");
        cx.mark(MarkLevel::Note, text, Some(at.clone()));
    }
    for (servers, words) in switched {
        let servers: BTreeSet<&str> = servers.iter().map(String::as_str).collect();
        if !servers.is_empty() {
            let words = super::super::count(servers.len(), words);
            let servers: Vec<String> = (servers.into_iter())
                .map(|name| Redacted::name(name).to_string())
                .collect();
            let text = format!("{words}: {}", servers.join(", "));
            cx.mark(MarkLevel::Note, text, Some(at.clone()));
        }
    }
}
