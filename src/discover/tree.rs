//! The file tree that is searched: the live one, or a copy below a folder that no link leaves.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::os::Os;
use crate::dialect::matches;

/// Links that are followed on the way to one file; more is a loop.
const MOST_LINKS: usize = 40;

/// Folders below one another that `**` stands for.
const MOST_FOLDERS: usize = 10;

/// Folders that no plugin is installed in.
const SKIPPED: [&str; 3] = [".git", "node_modules", ".venv"];

/// Why there is no file to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Nothing is there.
    Absent,
    /// Links lead in a circle.
    Loop,
    /// A link leads out of the copy.
    Outside,
    /// A link leads to nothing.
    Dangling,
    /// The system refuses.
    Refused(ErrorKind),
}

impl Trouble {
    /// Says it to the user.
    pub(super) fn words(self) -> &'static str {
        match self {
            Trouble::Absent => "file not found",
            Trouble::Loop => "the links on the way lead in a circle",
            Trouble::Outside => "a link leads out of the folder of --root and was not followed",
            Trouble::Dangling => "a link leads nowhere",
            Trouble::Refused(ErrorKind::PermissionDenied) => "permission denied",
            Trouble::Refused(_) => "cannot be read",
        }
    }
}

/// What a pattern found.
pub(super) struct Hit {
    /// The names below the start, up to the one that made trouble.
    pub(super) names: Vec<String>,
    /// The file with all links followed, or why there is none.
    pub(super) file: Result<PathBuf, Trouble>,
}

/// A file tree.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    /// The folder that stands for the root of the tree; none for the live one.
    pub(super) root: Option<PathBuf>,
    /// Whether `root` is a whole disk, in which absolute links can be followed.
    pub(super) whole_disk: bool,
    /// Whether the system that the tree comes from takes names of another letter case for the same.
    pub(super) folds: bool,
}

impl Tree {
    /// The same tree, with the letter case of this system.
    pub(super) fn of(&self, os: Os) -> Self {
        Self {
            folds: os != Os::Linux,
            ..self.clone()
        }
    }

    /// Follows every link of a path; what is returned is no link and lies in the tree.
    pub(super) fn resolve(&self, path: &Path) -> Result<PathBuf, Trouble> {
        self.walk(path, &mut 0)
    }

    /// As `resolve`; sets the number of names that were left where it stopped.
    fn walk(&self, path: &Path, left: &mut usize) -> Result<PathBuf, Trouble> {
        let (mut at, mut todo) = self.start(path)?;
        *left = todo.len();
        let (mut links, mut after_link) = (0, None);
        while let Some(name) = todo.pop_front() {
            // The names of a link's target stand before those that were left when it was met.
            *left = todo.len().min(*left);
            if name == ".." {
                self.up(&mut at)?;
                continue;
            }
            let next = at.join(self.spelled(&at, &name));
            let in_link = after_link.is_some_and(|rest| todo.len() >= rest);
            let meta = fs::symlink_metadata(&next).map_err(|error| match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory if in_link => Trouble::Dangling,
                ErrorKind::NotFound | ErrorKind::NotADirectory => Trouble::Absent,
                kind => Trouble::Refused(kind),
            })?;
            if !meta.file_type().is_symlink() {
                at = next;
                continue;
            }
            links += 1;
            if links > MOST_LINKS {
                return Err(Trouble::Loop);
            }
            let target = fs::read_link(&next).map_err(|error| Trouble::Refused(error.kind()))?;
            after_link = Some(todo.len());
            if target.is_absolute() || target.has_root() {
                at = self.absolute(&target)?;
            }
            for name in names(&target).into_iter().rev() {
                todo.push_front(name);
            }
        }
        Ok(at)
    }

    /// Splits a path into where the tree begins and the names below.
    fn start(&self, path: &Path) -> Result<(PathBuf, VecDeque<OsString>), Trouble> {
        let Some(root) = &self.root else {
            return Ok((anchor(path), names(path).into()));
        };
        let below = path.strip_prefix(root).map_err(|_| Trouble::Outside)?;
        Ok((root.clone(), names(below).into()))
    }

    fn absolute(&self, target: &Path) -> Result<PathBuf, Trouble> {
        match &self.root {
            None => Ok(anchor(target)),
            Some(root) if self.whole_disk => Ok(root.clone()),
            Some(_) => Err(Trouble::Outside),
        }
    }

    fn up(&self, at: &mut PathBuf) -> Result<(), Trouble> {
        if self.root.as_ref().is_some_and(|root| root == at) {
            // Above the root of a disk there is the root again; above a copied folder there is somebody else's.
            return if self.whole_disk {
                Ok(())
            } else {
                Err(Trouble::Outside)
            };
        }
        at.pop();
        Ok(())
    }

    /// Finds what a pattern names below a folder; nothing when it is absent. `looped` is told of links in a circle.
    pub(super) fn find(
        &self,
        start: &Path,
        pattern: &[String],
        looped: &mut dyn FnMut(&[String]),
    ) -> Vec<Hit> {
        let mut search = Search {
            tree: self,
            looped,
            hits: Vec::new(),
        };
        search.step(start, &mut Vec::new(), pattern, &mut Vec::new());
        search.hits
    }

    /// Returns a name as it is spelled in a folder. Of a live tree the system itself knows what is the same; a copy may lie on
    /// a system that is stricter than the one it comes from.
    pub(super) fn spelled(&self, folder: &Path, name: &OsStr) -> OsString {
        let there = || fs::symlink_metadata(folder.join(name)).is_ok();
        if self.root.is_none() || !self.folds || there() {
            return name.to_owned();
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name())
            .filter(|other| other.eq_ignore_ascii_case(name))
            .min()
            .unwrap_or_else(|| name.to_owned())
    }

    /// Compares a name with a pattern of one segment.
    fn matches(&self, pattern: &str, name: &str) -> bool {
        matches(pattern, name, self.folds)
    }

    /// Lists the names in a folder, sorted.
    pub(super) fn list(&self, folder: &Path) -> Result<Vec<String>, Trouble> {
        let real = self.resolve(folder)?;
        let entries = fs::read_dir(real).map_err(|error| match error.kind() {
            ErrorKind::NotADirectory => Trouble::Absent,
            kind => Trouble::Refused(kind),
        })?;
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Says whether a path is a folder of the tree.
    pub(super) fn is_dir(&self, path: &Path) -> bool {
        self.resolve(path).is_ok_and(|real| real.is_dir())
    }
}

struct Search<'a> {
    tree: &'a Tree,
    looped: &'a mut dyn FnMut(&[String]),
    hits: Vec<Hit>,
}

impl Search<'_> {
    /// Goes one segment of the pattern further. `above` holds the real folders that `**` went through.
    fn step(
        &mut self,
        at: &Path,
        names: &mut Vec<String>,
        pattern: &[String],
        above: &mut Vec<PathBuf>,
    ) {
        let Some((first, rest)) = pattern.split_first() else {
            let mut left = 0;
            let file = self.tree.walk(at, &mut left);
            if file != Err(Trouble::Absent) {
                let reached = if file.is_ok() { 0 } else { left };
                let names = names[..names.len().saturating_sub(reached)].to_vec();
                self.hits.push(Hit { names, file });
            }
            return;
        };
        if first == "**" {
            self.step(at, names, rest, above);
            self.folders(at, names, pattern, above);
        } else if first.contains('*') {
            let found = match self.tree.list(at) {
                Ok(found) => found,
                Err(trouble) => return self.refused(at, names, trouble),
            };
            for name in found.iter().filter(|name| self.tree.matches(first, name)) {
                let next = at.join(name);
                if rest.is_empty() && self.tree.is_dir(&next) {
                    continue;
                }
                names.push(name.clone());
                let before = self.hits.len();
                self.step(&next, names, rest, above);
                if !rest.is_empty() {
                    // Any folder matched: one that cannot be looked into says nothing about this client.
                    let mut at = 0;
                    self.hits.retain(|hit| {
                        at += 1;
                        at <= before || !matches!(hit.file, Err(Trouble::Refused(_)))
                    });
                }
                names.pop();
            }
        } else {
            let name = self.spelled(at, first);
            let next = at.join(&name);
            names.push(name);
            self.step(&next, names, rest, above);
            names.pop();
        }
    }

    /// Returns a name of the pattern as the folder spells it, links followed.
    fn spelled(&self, at: &Path, name: &str) -> String {
        if self.tree.root.is_none() {
            return name.to_owned();
        }
        let real = self.tree.resolve(at);
        let spelled = real.map(|real| self.tree.spelled(&real, OsStr::new(name)));
        let spelled = spelled.ok().and_then(|spelled| spelled.into_string().ok());
        spelled.unwrap_or_else(|| name.to_owned())
    }

    /// Goes into every folder, for `**`.
    fn folders(
        &mut self,
        at: &Path,
        names: &mut Vec<String>,
        pattern: &[String],
        above: &mut Vec<PathBuf>,
    ) {
        let Ok(real) = self.tree.resolve(at) else {
            return;
        };
        if above.contains(&real) {
            return (self.looped)(names);
        }
        if above.len() >= MOST_FOLDERS {
            return;
        }
        above.push(real);
        for name in self.tree.list(at).unwrap_or_default() {
            let next = at.join(&name);
            if !SKIPPED.contains(&name.as_str()) && self.tree.is_dir(&next) {
                names.push(name);
                let back = self
                    .tree
                    .resolve(&next)
                    .is_ok_and(|real| above.contains(&real));
                if back {
                    (self.looped)(names);
                } else {
                    self.step(&next, names, pattern, above);
                }
                names.pop();
            }
        }
        above.pop();
    }

    fn refused(&mut self, at: &Path, names: &[String], trouble: Trouble) {
        let mut left = 0;
        if trouble != Trouble::Absent {
            let reached = self.tree.walk(at, &mut left).map_or(left, |_| 0);
            self.hits.push(Hit {
                names: names[..names.len().saturating_sub(reached)].to_vec(),
                file: Err(trouble),
            });
        }
    }
}

/// The part of an absolute path that no link can change: `/`, `C:\`.
fn anchor(path: &Path) -> PathBuf {
    path.components()
        .take_while(|part| matches!(part, Component::Prefix(_) | Component::RootDir))
        .collect()
}

/// The names of a path, `..` among them.
fn names(path: &Path) -> Vec<OsString> {
    path.components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
        .map(|part| part.as_os_str().to_owned())
        .collect()
}
