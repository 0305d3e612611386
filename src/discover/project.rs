//! The project that the user stands in.

use std::path::{Path, PathBuf};

use super::os::Os;
use super::tree::Tree;
use crate::dialect::places::Place;

/// A project.
pub(super) struct Project {
    /// Its top folder.
    pub(super) root: PathBuf,
    /// The folders from the top down to where the user stands, each with its names below the top.
    pub(super) folders: Vec<(PathBuf, Vec<String>)>,
}

/// Finds the project of a folder: the nearest folder above it, itself included, that holds `.git`, else the nearest
/// that holds a known file of a project. A home directory and what lies above it is no project.
pub(super) fn project(
    tree: &Tree,
    cwd: &Path,
    home: Option<&Path>,
    places: &[Place],
    os: Os,
) -> Option<Project> {
    let home = home.and_then(|home| tree.resolve(home).ok());
    let above: Vec<&Path> = cwd
        .ancestors()
        .take_while(|folder| {
            let is_home = home.as_deref().is_some_and(|home| home.starts_with(folder));
            !is_home && folder.parent().is_some()
        })
        .collect();
    let git = |folder: &Path| std::fs::symlink_metadata(folder.join(".git")).is_ok();
    let known = |folder: &Path| {
        let mut paths = places.iter().filter_map(|place| os.path(&place.written));
        paths.any(|path| {
            path.strip_prefix("./").is_some_and(|below| {
                !below.contains('*') && std::fs::symlink_metadata(folder.join(below)).is_ok()
            })
        })
    };
    let top = above
        .iter()
        .position(|folder| git(folder))
        .or_else(|| above.iter().position(|folder| known(folder)))?;
    let root = above[top].to_owned();
    let folders = above[..=top].iter().rev().map(|folder| {
        let below = folder.strip_prefix(&root).unwrap_or(Path::new(""));
        let names = below
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned());
        ((*folder).to_owned(), names.collect())
    });
    Some(Project {
        folders: folders.collect(),
        root,
    })
}
