//! Fake home trees, projects in them, and variables that move places.

#[cfg(unix)]
mod links;
mod systems;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::tree::Tree;
use super::*;
use crate::render::Format;
use crate::source::load;

const ONE: &str = r#"{"mcpServers": {"notes": {"command": "notes-server"}}}"#;
const SERVERS: &str = r#"{"servers": {"notes": {"command": "notes-server"}}}"#;
const CODEX: &str = "[mcp_servers.notes]\ncommand = 'notes-server'\n";

/// A folder that is a disk, a home directory or a machine.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new(files: &[(&str, &str)]) -> Self {
        let disk = Self(tempfile::tempdir().expect("a temporary folder"));
        for (path, text) in files {
            disk.write(path, text);
        }
        disk
    }

    fn path(&self, below: &str) -> PathBuf {
        let root = fs::canonicalize(self.0.path()).expect("the folder");
        root.join(below)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    #[cfg(unix)]
    fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::os::unix::fs::symlink(target, path).expect("a link");
    }

    /// Searches this folder as a copy.
    fn copy(&self, search: Search) -> Result<Discovered, Diagnostic> {
        let root = Some(self.path(""));
        discover(&Search { root, ..search }, None)
    }

    /// Searches this folder as a machine whose user has this home, stands in `cwd` and has set `variables`.
    fn machine(&self, os: Os, cwd: &str, wanted: Wanted, variables: &[(&str, &str)]) -> Discovered {
        let variable = |name: &str| -> Option<OsString> {
            let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
            Some(self.path(value).into_os_string())
        };
        let world = World {
            os,
            tree: Tree {
                root: None,
                whole_disk: true,
                folds: os != Os::Linux,
            },
            home: Some(self.path("people/zoë ö")),
            disk: Some(self.path("")),
            windows: None,
            cwd: Some(self.path(cwd)),
            variable: &variable,
            notes: Vec::new(),
        };
        find(world, wanted, None).expect("a search")
    }
}

fn all() -> Search {
    Search {
        all_scopes: true,
        ..Search::default()
    }
}

const EVERYBODY: Wanted = Wanted {
    project: true,
    user: true,
    managed: true,
};

/// The list of sources without its head and without what is absent.
fn list(found: Discovered) -> Vec<String> {
    let mut loaded = load(&found.inputs, &crate::dialect::known_file);
    loaded.failed.extend(found.failed);
    loaded.notes.extend(found.notes);
    let read = crate::run::read(loaded, None);
    let text = listing::write(&read.inventory, &found.absent, Format::Text, true);
    let notes = read.inventory.diagnostics.iter();
    let notes = notes.filter(|note| note.message.contains("link leads back"));
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines()
        .map(words)
        .filter(|line| !line.starts_with("absent") && !line.starts_with("status"))
        .filter(|line| !line.ends_with(" absent"))
        .chain(notes.map(ToString::to_string))
        .collect()
}

#[test]
fn the_project_is_the_folder_with_git_and_what_lies_on_the_way() {
    let disk = Disk::new(&[
        ("people/zoë ö/.cursor/mcp.json", ONE),
        ("people/zoë ö/src/shop/.git/HEAD", ""),
        ("people/zoë ö/src/shop/.mcp.json", ONE),
        (
            "people/zoë ö/src/shop/pack age/deep/.vscode/mcp.json",
            SERVERS,
        ),
        ("people/zoë ö/src/shop/other/.mcp.json", ONE),
        ("people/zoë ö/src/.mcp.json", ONE),
    ]);
    let only = Wanted {
        user: false,
        managed: false,
        ..EVERYBODY
    };
    let cwd = "people/zoë ö/src/shop/pack age/deep";
    let found = disk.machine(Os::Linux, cwd, only, &[]);
    assert_eq!(found.project, Some(disk.path("people/zoë ö/src/shop")));
    assert_eq!(
        list(found),
        [
            "read 1 project claude-code .mcp.json",
            "read 1 project vscode pack age/deep/.vscode/mcp.json",
        ]
    );
    let with_user = list(disk.machine(Os::Linux, cwd, EVERYBODY, &[]));
    assert_eq!(with_user[2], "read 1 user cursor ~/.cursor/mcp.json");
}

#[test]
fn without_git_the_nearest_known_file_tells_the_project_and_a_home_is_none() {
    let disk = Disk::new(&[
        ("people/zoë ö/.cursor/mcp.json", ONE),
        ("people/zoë ö/plain/notes.txt", ""),
        ("people/zoë ö/shop/.codex/config.toml", CODEX),
        ("people/zoë ö/shop/src/main.rs", ""),
    ]);
    let found = disk.machine(Os::Linux, "people/zoë ö/shop/src", EVERYBODY, &[]);
    assert_eq!(found.project, Some(disk.path("people/zoë ö/shop")));
    let lines = list(found);
    assert!(
        lines.contains(&"read 1 project codex .codex/config.toml".to_owned()),
        "{lines:?}"
    );
    for cwd in ["people/zoë ö", "people/zoë ö/plain", "people"] {
        let found = disk.machine(Os::Linux, cwd, EVERYBODY, &[]);
        assert_eq!(found.project, None, "{cwd}");
    }
}

#[test]
fn a_variable_moves_a_place_and_only_its_name_is_shown() {
    let disk = Disk::new(&[
        ("moved/codex/config.toml", CODEX),
        ("moved/claude/.claude.json", ONE),
        (
            "moved/claude/settings.json",
            r#"{"permissions": {"allow": ["mcp__notes"]}}"#,
        ),
        (
            "moved/xdg/zed/settings.json",
            r#"{"context_servers": {"notes": {"command": "notes-server"}}}"#,
        ),
        ("moved/cline.json", ONE),
        ("people/zoë ö/.codex/config.toml", CODEX),
    ]);
    let variables = [
        ("CODEX_HOME", "moved/codex"),
        ("CLAUDE_CONFIG_DIR", "moved/claude"),
        ("XDG_CONFIG_HOME", "moved/xdg"),
        ("CLINE_MCP_SETTINGS_PATH", "moved/cline.json"),
    ];
    let found = disk.machine(Os::Linux, "people", EVERYBODY, &variables);
    assert_eq!(
        list(found),
        [
            "read 1 user claude-code $CLAUDE_CONFIG_DIR/.claude.json",
            "read 0 user claude-code $CLAUDE_CONFIG_DIR/settings.json",
            "read 1 user cline $CLINE_MCP_SETTINGS_PATH",
            "read 1 user codex $CODEX_HOME/config.toml",
            "read 1 user zed $XDG_CONFIG_HOME/zed/settings.json",
        ]
    );
    let same = [("XDG_CONFIG_HOME", "people/zoë ö/.config")];
    disk.write(
        "people/zoë ö/.config/amp/settings.json",
        r#"{"amp.mcpServers": {"notes": {"command": "x"}}}"#,
    );
    let lines = list(disk.machine(Os::Linux, "people", EVERYBODY, &same));
    assert!(
        lines.contains(&"read 1 user amp ~/.config/amp/settings.json".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn a_file_that_is_a_folder_fails_alone() {
    let home = Disk::new(&[(".cursor/mcp.json/inside", ""), (".claude.json", ONE)]);
    assert_eq!(
        list(home.copy(all()).expect("a search")),
        [
            "read 1 user claude-code ~/.claude.json",
            "failed - - - ~/.cursor/mcp.json: not a regular file",
        ]
    );
}
