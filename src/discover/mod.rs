//! Finding configuration files in the places where their clients look; nothing is written, and no value of the
//! environment is shown.

mod added;
pub mod args;
pub mod listing;
mod os;
mod project;
#[cfg(test)]
mod tests;
mod tree;
mod world;

use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use crate::diagnostic::Diagnostic;
use crate::dialect::places::{Place, places};
use crate::inventory::Scope;
use crate::source::{FailedSource, Input, display};

pub use args::Search;
pub use os::Os;
pub use world::World;

use project::Project;
use tree::Trouble;

/// Whose files are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The project's.
    pub project: bool,
    /// The user's.
    pub user: bool,
    /// The admin's.
    pub managed: bool,
}

/// A place without a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// The place as shown.
    pub path: String,
    /// The ids of the clients that look there.
    pub clients: Vec<&'static str>,
    /// Scope of what would lie there.
    pub scope: Scope,
}

/// What a search found.
#[derive(Default)]
pub struct Discovered {
    /// Files to read.
    pub inputs: Vec<Input>,
    /// Files that are there and cannot be read.
    pub failed: Vec<FailedSource>,
    /// Places without a file.
    pub absent: Vec<Absent>,
    /// Top folder of the project.
    pub project: Option<PathBuf>,
    /// What was left out and why.
    pub notes: Vec<Diagnostic>,
    /// What the search did not cover, for the foot of the picture.
    pub coverage: Vec<String>,
}

/// Searches the live machine or the copy that the settings name, in the places of all clients or of one.
pub fn discover(search: &Search, client: Option<&str>) -> Result<Discovered, Diagnostic> {
    if search.root.is_some() {
        let world = World::copy(search, &|_| None)?;
        return find(world, search.wanted(), client);
    }
    let cwd = std::env::current_dir().ok();
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    find(World::live(cwd, &variable), search.wanted(), client)
}

/// Searches a world, in the places of all clients or of one.
pub fn find(
    mut world: World<'_>,
    wanted: Wanted,
    client: Option<&str>,
) -> Result<Discovered, Diagnostic> {
    let places = places();
    let project = world
        .cwd
        .as_deref()
        .filter(|_| wanted.project)
        .and_then(|cwd| {
            let cwd = world.tree.resolve(cwd).ok()?;
            project::project(&world.tree, &cwd, world.home.as_deref(), &places, world.os)
        });
    if project.is_none() && !wanted.user && !wanted.managed {
        return Err(Diagnostic::error("this folder belongs to no project").hint(
            "name a file or folder, such as `mcpdiag .mcp.json -o arch.svg`, or add --user for the user's files",
        ));
    }
    let mut found = Discovered {
        notes: std::mem::take(&mut world.notes),
        project: project.as_ref().map(|project| project.root.clone()),
        ..Discovered::default()
    };
    let mut looked = Looked::default();
    let of_client = |id: &str| client.is_none_or(|only| only == id);
    if !places.iter().any(|place| of_client(place.client)) {
        return Err(
            Diagnostic::error("no place is known in which this client looks for files")
                .key("--client")
                .hint("name its file"),
        );
    }
    for place in places.iter().filter(|place| of_client(place.client)) {
        for spot in spots(&world, place, project.as_ref(), wanted) {
            looked.add(spot, place);
        }
    }
    added::add(&world, wanted, &of_client, &mut looked, &mut found);
    for (shown, (spot, clients, scope)) in looked.0 {
        visit(&world, &shown, &spot, clients, scope, &mut found);
    }
    let copy = world.tree.root.as_ref().map(|_| world.tree.whole_disk);
    found.coverage.insert(0, summary(&found, copy, client));
    Ok(found)
}

/// One line about the search. A copy is a whole disk or a home directory.
fn summary(found: &Discovered, copy: Option<bool>, client: Option<&str>) -> String {
    let there = found.inputs.len() + found.failed.len();
    let within = match copy {
        Some(true) => "a copied disk (--root), ",
        Some(false) => "a copied home directory (--root), ",
        None => "",
    };
    let product = client.and_then(|id| crate::dialect::clients().find(|(known, _)| *known == id));
    let whose = product.map_or("all clients", |(_, product)| product);
    format!(
        "searched {within}the places of {whose}: {}, and {} without one",
        crate::dialect::count(there, "file"),
        crate::dialect::count(found.absent.len(), "place")
    )
}

/// A place on this machine.
struct Spot {
    /// Where it begins.
    start: PathBuf,
    /// What is shown for `start`.
    shown: String,
    /// The segments that `start` stands for, which tell the client.
    told: Vec<String>,
    /// The segments below, with `*` and `**`.
    pattern: Vec<String>,
    /// The machine it lies on, where that is not this one.
    machine: Option<&'static str>,
}

/// The places by what is shown of them, so that one that several clients look in is visited once.
#[derive(Default)]
struct Looked(IndexMap<String, (Spot, Vec<&'static str>, Scope)>);

impl Looked {
    fn add(&mut self, spot: Spot, place: &Place) {
        let shown = joined(&spot.shown, &spot.pattern);
        let entry = self.0.entry(shown);
        let (_, clients, _) = entry.or_insert_with(|| (spot, Vec::new(), place.scope));
        if !clients.contains(&place.client) {
            clients.push(place.client);
        }
    }
}

/// Turns a place into the spots to look at.
fn spots(world: &World<'_>, place: &Place, project: Option<&Project>, wanted: Wanted) -> Vec<Spot> {
    let mut spots = Vec::new();
    if let Some(path) = world.os.path(&place.written) {
        if let Some(below) = path.strip_prefix("./") {
            spots.extend(in_project(project, below));
        } else if if path.starts_with('~') {
            wanted.user
        } else {
            wanted.managed
        } {
            let moved = os::moved(
                world.os,
                place,
                &path,
                world.home.as_deref(),
                world.variable,
            );
            spots.extend(match moved {
                Some(moved) => Some(Spot {
                    shown: moved.shown,
                    told: segments(&path[..moved.replaced]),
                    pattern: segments(&path[moved.replaced..]),
                    start: moved.start,
                    machine: None,
                }),
                None => fixed(&path, world.home.as_deref(), world.disk.as_deref()),
            });
        }
    }
    if wanted.user
        && let Some(home) = &world.windows
        && let Some(path) = Os::Windows.path(&place.written)
        && path.starts_with('~')
    {
        spots.extend(fixed(&path, Some(home), None).map(|spot| Spot {
            shown: "windows:~".to_owned(),
            machine: Some("Windows side of WSL"),
            ..spot
        }));
    }
    spots
}

fn in_project(project: Option<&Project>, below: &str) -> Vec<Spot> {
    let folders = project.into_iter().flat_map(|project| &project.folders);
    folders
        .map(|(folder, names)| Spot {
            start: folder.clone(),
            shown: names.join("/"),
            told: names.clone(),
            pattern: segments(below),
            machine: None,
        })
        .collect()
}

/// A place in its usual folder.
fn fixed(path: &str, home: Option<&Path>, disk: Option<&Path>) -> Option<Spot> {
    let (start, shown, below) = if let Some(below) = path.strip_prefix("~/") {
        (home?.to_owned(), "~", below)
    } else if let Some(below) = path.strip_prefix("C:/") {
        (drive(disk?), "C:", below)
    } else {
        (disk?.to_owned(), "/", path.strip_prefix('/')?)
    };
    Some(Spot {
        start,
        told: display::segments(shown),
        shown: shown.to_owned(),
        pattern: segments(below),
        machine: None,
    })
}

/// The folder of `C:`: of a copied disk its root, else the drive itself.
fn drive(disk: &Path) -> PathBuf {
    if disk == Path::new("/") {
        PathBuf::from("C:/")
    } else {
        disk.to_owned()
    }
}

fn segments(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

fn joined(start: &str, below: &[String]) -> String {
    let mut shown = start.to_owned();
    for segment in below {
        if !shown.is_empty() && !shown.ends_with('/') {
            shown.push('/');
        }
        shown.push_str(segment);
    }
    shown
}

/// Looks at one spot.
fn visit(
    world: &World<'_>,
    shown: &str,
    spot: &Spot,
    clients: Vec<&'static str>,
    scope: Scope,
    found: &mut Discovered,
) {
    let mut loops = Vec::new();
    let os = spot.machine.map_or(world.os, |_| Os::Windows);
    let tree = world.tree.of(os);
    let hits = tree.find(&spot.start, &spot.pattern, &mut |names| {
        loops.push(joined(&spot.shown, names));
    });
    for path in loops {
        let note =
            Diagnostic::warning("a link leads back to a folder above it and was not followed");
        let note = note.in_file(path);
        if !found.notes.contains(&note) {
            found.notes.push(note);
        }
    }
    if hits.is_empty() {
        let path = shown.to_owned();
        found.absent.push(Absent {
            path,
            clients,
            scope,
        });
        return;
    }
    for hit in hits {
        let shown = joined(&spot.shown, &hit.names);
        match hit.file {
            Ok(path) => {
                if scope == Scope::Plugin {
                    plugins(found);
                }
                found.inputs.push(Input::Found {
                    path,
                    shown,
                    segments: [&*spot.told, &hit.names].concat(),
                    machine: spot.machine,
                });
            }
            // A folder that makes trouble does so for every place below it.
            Err(_) if found.failed.iter().any(|known| known.path == shown) => {}
            Err(trouble) => found.failed.push(failed(shown, trouble)),
        }
    }
}

fn failed(path: String, trouble: Trouble) -> FailedSource {
    let diagnostic = Diagnostic::error(trouble.words()).in_file(path.clone());
    let diagnostic = match trouble {
        Trouble::Refused(std::io::ErrorKind::PermissionDenied) => {
            diagnostic.hint("run as a user who may read it")
        }
        _ => diagnostic,
    };
    FailedSource { path, diagnostic }
}

/// A plugin's files lie on the disk whether or not the plugin is switched on; settings that were read may tell.
fn plugins(found: &mut Discovered) {
    let line = "plugins on the disk are shown; one that no settings file switches on may be off";
    if !found.coverage.iter().any(|known| known == line) {
        found.coverage.push(line.to_owned());
    }
}

/// Says whether a home directory holds a known file.
fn holds_a_file(world: &World<'_>, home: &Path) -> bool {
    holds_a_file_on(world, world.os, home)
}

fn holds_a_file_on(world: &World<'_>, os: Os, home: &Path) -> bool {
    let tree = world.tree.of(os);
    places().iter().any(|place| {
        let path = os.path(&place.written);
        let spot = path
            .filter(|path| path.starts_with('~'))
            .and_then(|path| fixed(&path, Some(home), None));
        spot.is_some_and(|spot| {
            let hits = tree.find(&spot.start, &spot.pattern, &mut |_| {});
            !hits.is_empty()
        })
    })
}
