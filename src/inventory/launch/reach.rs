//! Paths, database files and sockets that a server is told to use.

use super::walk::Walk;
use super::{Reach, ReachKind};
use crate::inventory::Redacted;
use crate::inventory::redact::path::{self, Root};
use crate::inventory::secret::has_word;

/// Flags whose value is a route of the server's own HTTP interface.
const ROUTES: &str = "\
path endpoint route prefix base-path sse-path message-path mcp-path root-path";

/// Tells whether a word looks like a path of this system.
pub(super) fn is_path(word: &str) -> bool {
    let drive = word.get(1..3).is_some_and(|s| s == ":\\" || s == ":/")
        && word.starts_with(|c: char| c.is_ascii_alphabetic());
    let starts = ["/", "~/", "./", "../", "\\\\", ".\\", "..\\"]
        .iter()
        .any(|start| word.starts_with(start));
    let reading = || path::read(word).root;
    drive
        || (starts && !word.starts_with("//"))
        || matches!(word, "~" | "." | "..")
        || (word.starts_with(['$', '%']) && matches!(reading(), Root::Home | Root::Workspace))
}

pub(super) fn is_route(flag: &str, word: &str) -> bool {
    let single = word.starts_with('/') && word.len() > 1 && !word[1..].contains('/');
    single
        && (has_word(ROUTES, flag)
            || flag.to_lowercase().ends_with("path")
            || matches!(word, "/mcp" | "/sse" | "/message" | "/messages"))
}

/// Reads database files and container sockets, in arguments and variables alike; true where the word is one.
pub(super) fn database_or_socket(walk: &mut Walk<'_, '_>, word: &str) -> bool {
    let lower = word.to_lowercase();
    let file = [
        "sqlite:///",
        "sqlite3:///",
        "sqlite+aiosqlite:///",
        "duckdb:///",
        "sqlite://",
        "sqlite:",
        "duckdb:",
        "file:",
    ]
    .iter()
    .find_map(|scheme| lower.strip_prefix(scheme))
    .map(|rest| &word[word.len() - rest.len()..]);
    let text = file.unwrap_or(word);
    let text = text.split('?').next().unwrap_or_default();
    let lower = text.to_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    let plain = !text.contains(char::is_whitespace) && (file.is_some() || !text.contains("://"));
    let kind = if !plain {
        return false;
    } else if ends(&[".db", ".sqlite", ".sqlite3", ".db3", ".duckdb"]) {
        ReachKind::DatabaseFile
    } else if ends(&["docker.sock", "podman.sock"]) {
        ReachKind::DockerSocket
    } else {
        return false;
    };
    if walk.sees_host_files() {
        let shown = match kind {
            ReachKind::DockerSocket => Redacted::trusted("docker socket"),
            _ => Redacted::path(text),
        };
        let home = home(walk, text);
        push_reach(walk, Reach { shown, kind, home });
    }
    true
}

/// Notes a path that the server is told to use.
pub(super) fn reach(walk: &mut Walk<'_, '_>, word: &str) {
    if !walk.sees_host_files() {
        return;
    }
    let reading = path::read(word);
    let kind = match reading.root {
        Root::Home if reading.parts.is_empty() => ReachKind::Home,
        Root::Disk => ReachKind::WholeDisk,
        _ => ReachKind::Path,
    };
    let shown = Redacted::path(word);
    let home = home(walk, word);
    push_reach(walk, Reach { shown, kind, home });
}

/// Numbers the user whose home a path names.
pub(super) fn home(walk: &mut Walk<'_, '_>, word: &str) -> Option<u32> {
    let owner = path::read(word).owner?;
    Some(walk.cx.values.ordinal(&format!("home of {owner}")))
}

fn push_reach(walk: &mut Walk<'_, '_>, reach: Reach) {
    walk.launch.reach.push(reach);
}
