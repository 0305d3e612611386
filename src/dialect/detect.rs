//! Telling the product of a file: by `--client`, by path, by content.

use super::known::{self, Match};
use super::map;
use super::model::{Dialect, FileScope, KnownFile};
use super::signature;
use crate::inventory::Scope;
use crate::source::{SourceFile, display::home_len};
use crate::syntax::Node;

/// Who reads a file.
pub(crate) struct Detected {
    /// The product drawn.
    pub(crate) dialect: &'static Dialect,
    /// The known file of that product, where path or content told it.
    pub(crate) file: Option<&'static KnownFile>,
    /// Scope of the file.
    pub(crate) scope: Scope,
    /// Whether the path told it.
    pub(crate) known_path: bool,
    /// Other products that read the same file.
    pub(crate) also_read_by: Vec<&'static str>,
    /// Says which other products look into the file and find no servers of theirs.
    pub(crate) ignored_by: Option<String>,
}

/// Tells who reads a file. `forced` is the id that the user gave.
pub(crate) fn detect(file: &SourceFile, root: Option<&Node>, forced: Option<&str>) -> Detected {
    if let Some(dialect) = forced.and_then(super::by_id) {
        return told_by_user(file, root, dialect);
    }
    if let Some(found) = known::best(&file.segments)
        && found.dialect.id != super::generic::ID
    {
        return told_by_path(file, root, found);
    }
    let by_content = root.and_then(signature::signature);
    let id = by_content.map_or(super::generic::ID, |(id, _)| id);
    let dialect = super::by_id(id).unwrap_or(super::generic::DIALECT);
    let known = by_content
        .and_then(|(_, pattern)| pattern)
        .and_then(|pattern| known::by_pattern(dialect, pattern));
    told(file, dialect, known, false)
}

fn told_by_user(file: &SourceFile, root: Option<&Node>, dialect: &'static Dialect) -> Detected {
    if let Some(found) = known::best_of(dialect, &file.segments) {
        return told(file, dialect, Some(found.file), true);
    }
    let known = root
        .and_then(signature::signature)
        .filter(|(id, _)| *id == dialect.id)
        .and_then(|(_, pattern)| pattern)
        .and_then(|pattern| known::by_pattern(dialect, pattern));
    told(file, dialect, known, false)
}

fn told_by_path(file: &SourceFile, root: Option<&Node>, found: Match) -> Detected {
    let other = (found.file.path == ".mcp.json")
        .then(|| root.and_then(root_file))
        .flatten()
        .and_then(|(id, pattern)| Some((super::by_id(id)?, pattern)));
    let mut told = match other {
        Some((dialect, pattern)) => told(file, dialect, known::by_pattern(dialect, pattern), true),
        None => told(file, found.dialect, Some(found.file), true),
    };
    if let Some(root) = root.filter(|root| holds_servers(root)) {
        share(&mut told, file, root, found);
    }
    told
}

/// Tells the products that look into a file by whether they find servers there.
fn share(told: &mut Detected, file: &SourceFile, root: &Node, found: Match) {
    let named = found
        .file
        .also
        .iter()
        .chain(told.also_read_by.iter())
        .copied();
    let mut products: Vec<&'static str> = named.collect();
    let here = self::told(file, found.dialect, Some(found.file), true).scope;
    let looks = |dialect: &'static Dialect| {
        known::best_of(dialect, &file.segments).filter(|own| {
            own.file.path == found.file.path
                && match own.file.scope {
                    FileScope::ByHome => true,
                    FileScope::At(scope) => scope == here,
                }
        })
    };
    products.extend(
        super::all()
            .filter(|d| looks(d).is_some())
            .map(|d| d.product),
    );
    let (mut read, mut ignored) = (Vec::new(), Vec::new());
    for product in products {
        if product == told.dialect.product || read.contains(&product) || ignored.contains(&product)
        {
            continue;
        }
        let mut own = super::all()
            .filter(|d| d.product == product)
            .filter_map(looks)
            .peekable();
        // Where only the list of readers names a product, what it looks for there is not known.
        let reads = own.peek().is_none() || own.any(|own| own.dialect.finds(own.file, root));
        if reads {
            read.push(product);
        } else {
            ignored.push(product);
        }
    }
    told.also_read_by = read;
    // Whose own path it is needs no list of those who look for another key.
    if told.dialect.id != found.dialect.id || told.file.is_none_or(|f| f.path != found.file.path) {
        ignored.sort_by_key(|product| *product != found.dialect.product);
        told.ignored_by = ignored.split_last().map(|(last, rest)| match rest {
            [] => format!("ignored by {last}: it reads another key"),
            rest => format!(
                "ignored by {} other clients, they read another key: {} and {last}",
                rest.len() + 1,
                rest.join(", ")
            ),
        });
    }
}

/// Says whether a file holds servers under any key, or is a map of them.
fn holds_servers(root: &Node) -> bool {
    map::GROUPS.iter().any(|path| filled(root, path)) || map::is_flat(root)
}

/// Says whether a group of servers stands under a key.
pub(super) fn filled(root: &Node, path: &[&str]) -> bool {
    root.at(path)
        .is_some_and(|node| node.is_map() && !node.is_empty_map() || !node.items().is_empty())
}

/// A root `.mcp.json` belongs to several hosts; tells the one drawn when it is not Claude Code's project file.
fn root_file(root: &Node) -> Option<(&'static str, &'static str)> {
    let filled = |key: &str| filled(root, &[key]);
    if filled("mcpServers") {
        return None;
    }
    if filled("servers") {
        return Some(("visual-studio", ".mcp.json"));
    }
    if filled("mcp_servers") {
        return Some(("codex", ".codex/plugins/**/.mcp.json"));
    }
    if root.get("mcpServers").is_none() && map::is_flat(root) {
        return Some(("claude-code", super::claude_code::FLAT));
    }
    None
}

fn told(
    file: &SourceFile,
    dialect: &'static Dialect,
    known: Option<&'static KnownFile>,
    known_path: bool,
) -> Detected {
    let scope = match known.map(|known| known.scope) {
        Some(FileScope::At(scope)) => scope,
        Some(FileScope::ByHome) if known_path => by_home(&file.segments, known),
        Some(FileScope::ByHome) | None => dialect.default_scope,
    };
    Detected {
        dialect,
        file: known,
        scope,
        known_path,
        also_read_by: known.map_or_else(Vec::new, |known| known.also.to_vec()),
        ignored_by: None,
    }
}

/// User when the known file lies directly in a home directory, told by its shape, else project.
fn by_home(segments: &[String], known: Option<&KnownFile>) -> Scope {
    let own = known.map_or(1, |known| known.path.split('/').count());
    let before = segments.len().saturating_sub(own);
    let absolute_home = home_len(segments).is_some_and(|home| home == before);
    // A home inside a relative path: `backup/home/ada/.codex/config.toml`.
    let relative_home = before >= 2 && matches!(segments[before - 2].as_str(), "home" | "Users");
    if absolute_home || relative_home {
        Scope::User
    } else {
        Scope::Project
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::parsed;
    use super::*;

    fn told(path: &str, text: &str) -> (&'static str, Scope) {
        let (file, parsed) = parsed(path, text);
        let found = detect(&file, parsed.root.as_ref(), None);
        (found.dialect.id, found.scope)
    }

    #[test]
    fn a_root_file_is_claude_codes_unless_it_has_servers() {
        let ours = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
        let visual = r#"{"servers": {"a": {"command": "x"}}}"#;
        assert_eq!(told(".mcp.json", ours), ("claude-code", Scope::Project));
        assert_eq!(told(".mcp.json", visual), ("visual-studio", Scope::Project));
        let flat = r#"{"a": {"command": "x"}, "_comment": "y"}"#;
        assert_eq!(told("p/.mcp.json", flat), ("claude-code", Scope::Plugin));
    }

    #[test]
    fn other_readers_of_a_root_file_are_named() {
        let (file, parsed) = parsed(".mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#);
        let found = detect(&file, parsed.root.as_ref(), None);
        assert!(found.also_read_by.contains(&"Copilot CLI"));
        assert!(found.also_read_by.contains(&"VS Code"));
    }

    #[test]
    fn a_home_folder_is_told_by_its_shape() {
        let text = "[mcp_servers.a]\ncommand = 'x'\n";
        assert_eq!(told(".codex/config.toml", text), ("codex", Scope::Project));
        assert_eq!(told("repo/.codex/config.toml", text).1, Scope::Project);
        for home in ["/home/ada", "/Users/ada", "/root", "C:/Users/ada", "~"] {
            let path = format!("{home}/.codex/config.toml");
            assert_eq!(told(&path, text), ("codex", Scope::User), "{path}");
        }
        assert_eq!(
            told("/home/ada/src/.codex/config.toml", text).1,
            Scope::Project
        );
    }

    #[test]
    fn a_bare_mcp_json_proves_no_client() {
        let text = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
        assert_eq!(told("mcp.json", text), ("generic", Scope::Unknown));
    }

    #[test]
    fn the_user_decides() {
        let (file, parsed) = parsed("mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#);
        let found = detect(&file, parsed.root.as_ref(), Some("amazon-q"));
        assert_eq!(found.dialect.id, "amazon-q");
        assert!(!found.known_path);
    }
}
