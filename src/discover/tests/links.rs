//! Links, circles of links, and what may not be read.

use std::fs;

use super::*;

#[test]
fn a_link_is_followed_inside_the_copy_and_not_out_of_it() {
    let outside = Disk::new(&[("secret.json", ONE), ("codex/config.toml", CODEX)]);
    let home = Disk::new(&[
        ("dotfiles/claude.json", ONE),
        ("dotfiles/cursor/mcp.json", ONE),
    ]);
    home.link(".claude.json", "dotfiles/claude.json");
    home.link(".cursor", "./dotfiles/../dotfiles/cursor");
    home.link(".kiro/settings/mcp.json", outside.path("secret.json"));
    home.link(".codex", outside.path("codex"));
    home.link(".factory/mcp.json", "../../../../../../../../etc/hostname");
    home.link(".warp/.mcp.json", "nowhere.json");
    assert_eq!(
        list(home.copy(all()).expect("a search")),
        [
            "read 1 user claude-code ~/.claude.json",
            "read 1 user cursor ~/.cursor/mcp.json",
            "failed - - - ~/.codex: a link leads out of the folder of --root and was not followed",
            "failed - - - ~/.factory/mcp.json: a link leads out of the folder of --root and was not followed",
            "failed - - - ~/.kiro/settings/mcp.json: a link leads out of the folder of --root and was not followed",
            "failed - - - ~/.warp/.mcp.json: a link leads nowhere",
        ]
    );
}

#[test]
fn an_absolute_link_on_a_disk_begins_at_its_root() {
    let disk = Disk::new(&[("etc/skel/claude.json", ONE), ("home/zoë/x", "")]);
    disk.link("home/zoë/.claude.json", "/etc/skel/claude.json");
    disk.link(
        "home/zoë/.cursor/mcp.json",
        "/../../../etc/skel/claude.json",
    );
    assert_eq!(
        list(disk.copy(all()).expect("a search")),
        [
            "read 1 user claude-code ~/.claude.json",
            "read 1 user cursor ~/.cursor/mcp.json",
        ]
    );
}

#[test]
fn links_in_a_circle_are_named() {
    let home = Disk::new(&[
        (".claude.json", ONE),
        (".claude/plugins/cache/shop/a/.mcp.json", ONE),
    ]);
    home.link(".cursor/mcp.json", "b.json");
    home.link(".cursor/b.json", "mcp.json");
    home.link(".codex", ".codex");
    home.link(".claude/plugins/cache/shop/a/again", "../../shop");
    assert_eq!(
        list(home.copy(all()).expect("a search")),
        [
            "read 1 user claude-code ~/.claude.json",
            "read 1 plugin claude-code ~/.claude/plugins/cache/shop/a/.mcp.json",
            "failed - - - ~/.codex: the links on the way lead in a circle",
            "failed - - - ~/.cursor/mcp.json: the links on the way lead in a circle",
            "warning: ~/.claude/plugins/cache/shop/a/again: a link leads back to a folder above it and was not followed",
        ]
    );
}

#[test]
fn what_may_not_be_read_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let home = Disk::new(&[(".claude.json", ONE), (".cursor/mcp.json", ONE)]);
    let closed = home.path(".cursor/mcp.json");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("permissions");
    let lines = list(home.copy(all()).expect("a search"));
    // The administrator of CI may read everything.
    let expected = if fs::read(&closed).is_ok() {
        "read 1 user cursor ~/.cursor/mcp.json"
    } else {
        "failed - - - ~/.cursor/mcp.json: permission denied"
    };
    assert_eq!(lines, ["read 1 user claude-code ~/.claude.json", expected]);
}
