//! Where the search begins: this machine, or a copied home directory or disk.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::Search;
use super::os::Os;
use super::tree::Tree;
use crate::diagnostic::Diagnostic;

/// Folders beside the homes that are nobody's home.
const NOBODY: [&str; 8] = [
    "Shared",
    "Public",
    "Default",
    "Default User",
    "All Users",
    "Guest",
    "linuxbrew",
    "lost+found",
];

/// Looks up an environment variable.
pub(super) type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// What is searched.
pub struct World<'a> {
    /// The system.
    pub(super) os: Os,
    /// The files.
    pub(super) tree: Tree,
    /// The user's home directory.
    pub(super) home: Option<PathBuf>,
    /// The folder of the disk's root, below which system folders lie.
    pub(super) disk: Option<PathBuf>,
    /// The home directory on the Windows side of WSL.
    pub(super) windows: Option<PathBuf>,
    /// Where the user stands.
    pub(super) cwd: Option<PathBuf>,
    /// The environment; always empty for a copy.
    pub(super) variable: Variable<'a>,
    /// Remarks on what was not understood.
    pub(super) notes: Vec<Diagnostic>,
}

impl<'a> World<'a> {
    /// This machine, with the folder that the user stands in.
    pub fn live(cwd: Option<PathBuf>, variable: Variable<'a>) -> Self {
        let os = Os::here();
        let home = match os {
            Os::Windows => variable("USERPROFILE"),
            Os::Linux | Os::Macos => variable("HOME"),
        };
        let mut world = Self {
            os,
            tree: Tree {
                root: None,
                whole_disk: true,
                folds: os != Os::Linux,
            },
            home: home.map(PathBuf::from).filter(|home| home.is_absolute()),
            disk: Some(PathBuf::from("/")),
            windows: None,
            cwd,
            variable,
            notes: Vec::new(),
        };
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        if os == Os::Linux && kernel.to_ascii_lowercase().contains("microsoft") {
            world.windows_side();
        }
        world
    }

    /// A copy below a folder; the environment says nothing about it.
    pub fn copy(search: &Search, variable: Variable<'a>) -> Result<Self, Diagnostic> {
        let given = search.root.as_deref().unwrap_or(Path::new("."));
        let root = std::fs::canonicalize(given)
            .ok()
            .filter(|root| root.is_dir())
            .ok_or_else(|| {
                let error = Diagnostic::error("--root is not a folder that can be read")
                    .in_file(given.display().to_string());
                match crate::source::read::near(given).filter(|_| !given.exists()) {
                    Some(near) => error.hint(format!("did you mean {near}?")),
                    None => error,
                }
            })?;
        let mut world = Self {
            os: Os::Linux,
            tree: Tree {
                root: Some(root.clone()),
                whole_disk: true,
                folds: false,
            },
            home: None,
            disk: None,
            windows: None,
            cwd: None,
            variable,
            notes: Vec::new(),
        };
        world.os = search.os.unwrap_or_else(|| world.os_by_folders(&root));
        world.tree = world.tree.of(world.os);
        world.tree.whole_disk = search.home.is_some() || world.is_disk(&root);
        world.disk = world.tree.whole_disk.then(|| root.clone());
        world.home = world.copied_home(search, &root)?;
        if let Some(home) = home_below(&root).filter(|_| !world.tree.whole_disk) {
            let note = "--root is neither a home directory nor a disk: it holds home directories";
            let meant = given.join(home);
            let hint = format!("did you mean --root {}?", meant.display());
            world.notes.push(Diagnostic::warning(note).hint(hint));
        }
        if world.home.is_none() {
            let note = "no home directory below --root holds a known file";
            world.notes.push(Diagnostic::warning(note).hint(
                "where --root is a home directory itself, name a folder above it and add --home",
            ));
        }
        if world.os == Os::Linux {
            world.windows_side();
        }
        Ok(world)
    }

    fn os_by_folders(&self, root: &Path) -> Os {
        let windows = self.tree.of(Os::Windows);
        let has = |tree: &Tree, name: &str| tree.is_dir(&root.join(name));
        // `windows` alone is a folder that anybody may have.
        let by_name = ["ProgramData", "Program Files", "AppData"].into_iter();
        if by_name.clone().any(|name| has(&windows, name)) || has(&self.tree, "Windows") {
            return Os::Windows;
        }
        let mut by_name = ["Library", "Applications"].into_iter();
        if by_name.any(|name| has(&self.tree, name)) {
            return Os::Macos;
        }
        let any = |tree: &Tree, name: &str| {
            let homes = homes(tree, root);
            homes.iter().any(|home| tree.is_dir(&home.join(name)))
        };
        if any(&windows, "AppData") {
            Os::Windows
        } else if any(&self.tree, "Library") {
            Os::Macos
        } else {
            Os::Linux
        }
    }

    /// Says whether a copied folder is a disk; else it is a home directory.
    fn is_disk(&self, root: &Path) -> bool {
        let has = |name: &str| self.tree.is_dir(&root.join(name));
        let mut disk = ["Users", "home", "etc", "Windows", "ProgramData"].into_iter();
        disk.any(has) && !(self.os == Os::Windows && has("AppData"))
    }

    fn copied_home(&self, search: &Search, root: &Path) -> Result<Option<PathBuf>, Diagnostic> {
        if let Some(home) = &search.home {
            let path = root.join(home);
            let below = home
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            return if below && self.tree.is_dir(&path) {
                Ok(Some(path))
            } else {
                Err(
                    Diagnostic::error("--home is not a folder below that of --root")
                        .hint("name it from there, such as `--root disk --home home/NAME`"),
                )
            };
        }
        if !self.tree.whole_disk {
            return Ok(Some(root.to_owned()));
        }
        let mut used: Vec<PathBuf> = homes(&self.tree, root);
        used.retain(|home| super::holds_a_file(self, home));
        match used.len() {
            0 | 1 => Ok(used.pop()),
            n => Err(Diagnostic::error(format!(
                "{n} home directories below --root hold known files; one picture shows one person's"
            ))
            .hint("name one from there, such as `--home home/NAME`")),
        }
    }

    /// Finds the one home directory on the Windows side of WSL.
    fn windows_side(&mut self) {
        let Some(disk) = self.disk.as_ref().map(|disk| disk.join("mnt/c")) else {
            return;
        };
        let mut homes = homes(&self.tree.of(Os::Windows), &disk);
        homes.retain(|home| super::holds_a_file_on(self, Os::Windows, home));
        match homes.len() {
            0 | 1 => self.windows = homes.pop(),
            _ => self.notes.push(
                Diagnostic::warning("several home directories on the Windows side, none was read")
                    .hint("read one with `--root /mnt/c --home Users/NAME`"),
            ),
        }
    }
}

/// Lists the home directories of a disk.
fn homes(tree: &Tree, disk: &Path) -> Vec<PathBuf> {
    let below = |folder: &str| -> Vec<PathBuf> {
        let folder = disk.join(tree.spelled(disk, OsStr::new(folder)));
        let names = tree.list(&folder).unwrap_or_default();
        let homes = names.iter().filter(|name| !NOBODY.contains(&name.as_str()));
        homes
            .map(|name| folder.join(name))
            .filter(|path| path.is_dir() && !path.is_symlink())
            .collect()
    };
    let mut homes = below("home");
    homes.extend(below("Users"));
    homes.extend(Some(disk.join("root")).filter(|root| root.is_dir()));
    homes
}

/// Returns the first folder below a copied one that looks like a home directory, where that one does not.
fn home_below(root: &Path) -> Option<OsString> {
    const MARKS: [&str; 9] = [
        ".config",
        ".claude",
        ".claude.json",
        ".codex",
        ".cursor",
        ".gemini",
        ".vscode",
        "AppData",
        "Library",
    ];
    let is_home = |folder: &Path| MARKS.iter().any(|mark| folder.join(mark).exists());
    let entries = std::fs::read_dir(root).ok().filter(|_| !is_home(root))?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    folders.filter(|name| is_home(&root.join(name))).min()
}
