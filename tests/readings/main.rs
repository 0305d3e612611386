//! Reads samples and compares what the program says about them with readings written by hand.
//!
//! A table (`*.toml` beside this file) holds rows: an input, and what a person read in it with the client's
//! documentation beside it. Never copy the program's own output into a table.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose samples cannot be read has to fail"
)]

mod behind;
mod compare;
mod quirks;
mod run;
mod selftest;
mod server;
mod table;
mod view;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use table::Table;

/// Makes one test per table, and the list of them.
macro_rules! tables {
    ($($name:ident => $file:literal,)+) => {
        const TABLES: &[&str] = &[$($file,)+];
        $(
            #[test]
            fn $name() {
                check_table($file);
            }
        )+
    };
}

tables! {
    agents => "agents.toml",
    apps => "apps.toml",
    claude_code => "claude-code.toml",
    claude_code_field => "claude-code-field.toml",
    claude_desktop => "claude-desktop.toml",
    cline => "cline.toml",
    codex => "codex.toml",
    continue_dev => "continue.toml",
    cursor => "cursor.toml",
    gemini_cli => "gemini-cli.toml",
    generic => "generic.toml",
    goose => "goose.toml",
    hubs => "hubs.toml",
    isolation => "isolation.toml",
    layers => "layers.toml",
    librechat => "librechat.toml",
    multi_host => "multi-host.toml",
    opencode => "opencode.toml",
    quirks => "quirks.toml",
    quirks_launch => "quirks-launch.toml",
    references => "references.toml",
    refusals => "refusals.toml",
    semantics => "semantics.toml",
    showcase => "showcase.toml",
    vscode => "vscode.toml",
    windsurf => "windsurf.toml",
    zed => "zed.toml",
}

/// Returns the folder of the package, under which the tables name their inputs.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the rows of one table and reports every mismatch of every row at once.
fn check_table(file: &str) {
    let table = Table::read(&root().join("tests/readings").join(file));
    let mut wrong = Vec::new();
    for row in &table.rows {
        wrong.extend(compare::row(row));
    }
    assert!(
        wrong.is_empty(),
        "{file}: {} mismatches\n  {}\n",
        wrong.len(),
        wrong.join("\n  ")
    );
}

/// Lists all files below a folder, `/` between segments, relative to the package.
fn files_below(folder: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let below = path.strip_prefix(root()).unwrap();
                let parts: Vec<_> = below.iter().map(|p| p.to_string_lossy()).collect();
                found.insert(parts.join("/"));
            }
        }
    }
    found
}

#[test]
fn every_table_is_run() {
    let on_disk: BTreeSet<String> = files_below("tests/readings")
        .into_iter()
        .filter_map(|f| f.strip_prefix("tests/readings/").map(str::to_owned))
        .filter(|f| !f.starts_with("quirks/"))
        .filter(|f| Path::new(f).extension().is_some_and(|e| e == "toml"))
        .collect();
    let listed: BTreeSet<String> = TABLES.iter().map(|&t| t.to_owned()).collect();
    assert_eq!(on_disk, listed);
}

/// The pictures of the README stand beside their sample.
/// Pictures, and the page that shows them.
fn is_picture(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|e| e == "svg") || file == "samples/gallery.md"
}

#[test]
fn every_sample_and_field_file_has_a_reading() {
    let mut read = BTreeSet::new();
    let tables = TABLES
        .iter()
        .map(|file| root().join("tests/readings").join(file));
    let rows = tables.flat_map(|file| Table::read(&file).rows);
    for row in rows.chain(quirks::rows()) {
        for input in row.files {
            if root().join(&input).is_dir() {
                continue; // A directory row comes on top: each file also needs a row of its own.
            }
            read.insert(input);
        }
    }
    let overlays = ["samples/seed/mcpdiag.toml".to_owned()];
    let missing: Vec<_> = files_below("samples")
        .into_iter()
        .chain(files_below("tests/data/field"))
        .filter(|f| !read.contains(f) && !overlays.contains(f) && !is_picture(f))
        .filter(|f| !f.ends_with("/probe.json")) // Observations, replayed by other tests.
        .collect();
    assert!(missing.is_empty(), "no reading for: {missing:#?}");
}

/// A reading is more than a count: who approves and where each server stands belong to it.
#[test]
fn every_sample_and_field_file_has_a_whole_reading() {
    let whole = |row: &table::Row| {
        row.servers.iter().all(|server| {
            let off = server.state.as_deref() == Some("disabled");
            let nowhere = ["any", "unknown", "builtin"].contains(&server.transport.as_str());
            let placed = server.place.is_some() || server.bridge.is_some() || server.node.is_some();
            let approved = server.approval.is_some() || row.approval.is_some();
            off || approved && (placed || nowhere || server.name == "*")
        })
    };
    let tables = TABLES
        .iter()
        .map(|file| root().join("tests/readings").join(file));
    let rows: Vec<_> = tables.flat_map(|file| Table::read(&file).rows).collect();
    let rows: Vec<_> = rows.into_iter().chain(quirks::rows()).collect();
    let all = rows.iter().flat_map(|row| &row.files);
    let all: BTreeSet<&String> = all.filter(|file| root().join(file).is_file()).collect();
    let has_whole = |file: &&&String| {
        let mut of_file = rows.iter().filter(|row| row.files.contains(file));
        of_file.any(|row| row.exit != 0 || whole(row))
    };
    let thin: Vec<_> = all.iter().filter(|file| !has_whole(file)).collect();
    assert!(thin.is_empty(), "no whole reading for: {thin:#?}");
}
