//! Where the known files lie: one spelling for three systems, for the room that looks for them.
//!
//! | written | means |
//! | --- | --- |
//! | `./x` | in the project |
//! | `~/x` | in the user's home directory |
//! | `<user-data>/x` | `~/Library/Application Support` (macOS), `~/.config` (Linux), `~/AppData/Roaming` (Windows) |
//! | `<config>/x` | `~/.config` (macOS, Linux), `~/AppData/Roaming` (Windows) |
//! | `macos:` `linux:` `unix:` `windows:` before it | only on that system; `unix` is macOS and Linux |
//!
//! `*` stands for any part of one segment, `**` for any number of folders.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::model::{Dialect, FileScope, KnownFile};
use crate::inventory::Scope;

/// An environment variable that moves files of a product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Move {
    /// Name of the variable; only its value is a path, and that is never shown.
    pub(crate) variable: &'static str,
    /// How a place begins that it moves.
    pub(crate) from: &'static str,
    /// What stands between the variable's value and the rest of the place.
    pub(crate) to: &'static str,
}

impl Move {
    /// The variable names the folder itself.
    pub(crate) const fn folder(variable: &'static str, from: &'static str) -> Self {
        Self {
            variable,
            from,
            to: "/",
        }
    }
}

/// An environment variable that adds files to those of a product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Added {
    /// Name of the variable; its value is never shown.
    pub(crate) variable: &'static str,
    /// The usual place that what it names is read like.
    pub(crate) like: &'static str,
    /// What its value is.
    pub(crate) holds: Holds,
}

/// What the value of a variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The path of one file.
    File,
    /// Paths of files, separated as in `PATH`.
    Files,
    /// A folder that holds files of these names.
    Folder(&'static [&'static str]),
    /// The text of a file.
    Text,
}

/// Lists the variables that add files, with the product of each.
pub(crate) fn added() -> impl Iterator<Item = (&'static str, Added)> {
    super::all().flat_map(|dialect| dialect.added.iter().map(|added| (dialect.id, *added)))
}

/// A place where a product looks for a file.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The place as written in the table.
    pub(crate) written: String,
    /// Id of the product.
    pub(crate) client: &'static str,
    /// Scope of what lies there.
    pub(crate) scope: Scope,
    /// Variables that move it.
    pub(crate) moves: &'static [Move],
}

/// Lists the places of all products, in the order of the table.
pub(crate) fn places() -> Vec<Place> {
    super::all().flat_map(of).collect()
}

fn of(dialect: &'static Dialect) -> impl Iterator<Item = Place> {
    dialect.files.iter().flat_map(move |file| {
        written(file).into_iter().map(move |written| Place {
            scope: scope(file.scope, &written),
            written,
            client: dialect.id,
            moves: dialect.moves,
        })
    })
}

/// The places of a file: those named, else those that its path and scope tell.
fn written(file: &KnownFile) -> Vec<String> {
    if !file.places.is_empty() {
        return file.places.iter().map(|&p| p.to_owned()).collect();
    }
    let hidden = file.path.starts_with('.');
    let under = |base: &str| format!("{base}/{}", file.path);
    match file.scope {
        FileScope::ByHome if hidden => vec![under("~"), under(".")],
        FileScope::At(Scope::User) if hidden => vec![under("~")],
        FileScope::At(Scope::Project | Scope::Local) => vec![under(".")],
        FileScope::At(Scope::DevContainer) if hidden => vec![under(".")],
        _ => Vec::new(),
    }
}

fn scope(of_file: FileScope, written: &str) -> Scope {
    match of_file {
        FileScope::At(scope) => scope,
        FileScope::ByHome if written.starts_with("./") => Scope::Project,
        FileScope::ByHome => Scope::User,
    }
}

/// Writes the places as a Markdown table: one row per product and scope.
pub fn places_table() -> String {
    let mut rows: BTreeMap<_, Vec<Place>> = BTreeMap::new();
    for place in places() {
        let row = rows.entry((place.client, place.scope)).or_default();
        if row.iter().all(|known| known.written != place.written) {
            row.push(place);
        }
    }
    let mut out = String::from(
        "| client | scope | places | moved by | more named by |\n| --- | --- | --- | --- | --- |\n",
    );
    for ((client, scope), row) in rows {
        let code = |text: &str| format!("`{text}`");
        let places: Vec<String> = row.iter().map(|place| code(&place.written)).collect();
        let mut variables: Vec<String> = row
            .iter()
            .flat_map(|place| {
                let moves = place.moves.iter();
                moves.filter(|by| place.written.starts_with(by.from))
            })
            .map(|by| code(by.variable))
            .collect();
        variables.sort_unstable();
        variables.dedup();
        let more = added().filter(|(of, added)| {
            *of == client && row.iter().any(|place| place.written == added.like)
        });
        let mut more: Vec<String> = more.map(|(_, added)| code(added.variable)).collect();
        more.dedup();
        let (places, variables) = (places.join(" "), variables.join(" "));
        let more = more.join(" ");
        let _ = writeln!(
            out,
            "| `{client}` | {} | {places} | {variables} | {more} |",
            scope.word()
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Products whose files have no place of their own: told by content, or named by the user.
    const PATHLESS: [&str; 12] = [
        "agentgateway",
        "cherry-studio",
        "docker-agent",
        "generic",
        "litellm",
        "mcp-proxy-tbxark",
        "mcpb",
        "mcphub-samanhappy",
        "mcpo",
        "mcpx",
        "open-webui",
        "registry",
    ];

    #[test]
    fn every_product_has_its_places_or_none_at_all() {
        let all = places();
        for dialect in super::super::all() {
            let has = all.iter().any(|place| place.client == dialect.id);
            let pathless = PATHLESS.contains(&dialect.id);
            assert!(
                has != pathless,
                "{}: give its files places (`KnownFile::lies`), or list it in PATHLESS",
                dialect.id
            );
        }
    }

    /// A file of the user or the admin lies somewhere; only a pattern that begins with a dot tells where by itself.
    #[test]
    fn every_file_of_a_user_or_an_admin_has_a_place() {
        for dialect in super::super::all() {
            for file in dialect.files {
                let lies = matches!(
                    file.scope,
                    FileScope::ByHome
                        | FileScope::At(Scope::User | Scope::Managed | Scope::Project)
                );
                assert!(
                    !lies || !written(file).is_empty(),
                    "{}: {} needs its places (`KnownFile::lies`)",
                    dialect.id,
                    file.path
                );
            }
        }
    }

    /// What is found in a place must be told as the product and scope of that place.
    #[test]
    fn a_place_ends_with_the_pattern_of_its_file() {
        for dialect in super::super::all() {
            for file in dialect.files {
                for place in written(file) {
                    let path = place.rsplit_once(':').map_or(&*place, |(_, rest)| rest);
                    let example = path.replace("**", "a").replace('*', "a");
                    let segments: Vec<String> = example.split('/').map(str::to_owned).collect();
                    let told = super::super::known::best_of(dialect, &segments);
                    let told = told.expect("a pattern of the product");
                    assert_eq!(told.file.path, file.path, "{place}");
                }
            }
        }
    }
}
