//! The repository that a folder belongs to, as clients name it: a linked worktree by its main checkout.

use std::path::{Path, PathBuf};

/// Returns the top folder of the repository of a folder, that of the main checkout for a linked worktree; the folder
/// itself where it is in none.
pub fn repository(folder: &Path) -> PathBuf {
    let top = folder
        .ancestors()
        .find(|above| above.join(".git").symlink_metadata().is_ok());
    let Some(top) = top else {
        return folder.to_owned();
    };
    main_checkout(top).unwrap_or_else(|| top.to_owned())
}

/// Follows the `.git` file of a linked worktree: `gitdir: MAIN/.git/worktrees/NAME`.
fn main_checkout(top: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(top.join(".git")).ok()?;
    let own = top.join(text.strip_prefix("gitdir:")?.trim());
    let worktrees = own.parent()?;
    let git = worktrees.parent()?;
    let linked = worktrees.ends_with("worktrees") && git.ends_with(".git");
    let main = git.parent().filter(|_| linked)?;
    std::fs::canonicalize(main).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worktree_belongs_to_its_main_checkout_and_a_submodule_to_itself() {
        let bench = tempfile::tempdir().expect("a folder");
        let bench = bench.path().canonicalize().expect("a path");
        let folder = |path: &str| {
            let path = bench.join(path);
            std::fs::create_dir_all(&path).expect("a folder");
            path
        };
        let write = |path: &str, text: &str| {
            std::fs::write(bench.join(path), text).expect("a file");
        };
        let main = folder("main");
        folder("main/.git/worktrees/fix");
        let deep = folder("fix/docs");
        write(
            "fix/.git",
            &format!("gitdir: {}\n", main.join(".git/worktrees/fix").display()),
        );
        let part = folder("main/part");
        write("main/part/.git", "gitdir: ../.git/modules/part\n");
        assert_eq!(repository(&folder("main/src")), main);
        assert_eq!(repository(&deep), main);
        assert_eq!(repository(&part), part);
        let alone = folder("alone/x");
        assert_eq!(repository(&alone), alone);
    }
}
