//! Homes and disks of three systems, live and copied.

use super::*;

#[test]
fn a_linux_disk_is_read_with_one_home_in_it() {
    let disk = Disk::new(&[
        ("home/zoë ö/.claude.json", ONE),
        ("home/zoë ö/.config/Code - Insiders/User/mcp.json", SERVERS),
        ("home/zoë ö/.config/zed/settings.json", "{}"),
        ("home/zoë ö/.codex/config.toml", "broken ["),
        ("home/zoë ö/.cursor/mcp.json", ""),
        (
            "home/zoë ö/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            ONE,
        ),
        ("home/nobody/notes.txt", "x"),
        ("etc/claude-code/managed-mcp.json", ONE),
        (
            "Library/Application Support/ClaudeCode/x",
            "not this system's",
        ),
    ]);
    let os = Some(Os::Linux);
    assert_eq!(
        list(disk.copy(Search { os, ..all() }).expect("a search")),
        [
            "read 1 managed claude-code /etc/claude-code/managed-mcp.json",
            "read 1 user claude-code ~/.claude.json",
            "read 1 user vscode ~/.config/Code - Insiders/User/mcp.json",
            "read 1 user cline ~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            "failed - user codex ~/.codex/config.toml: expected = after the key",
            "empty - user cursor ~/.cursor/mcp.json: the file is empty",
            "ignored - user zed ~/.config/zed/settings.json: no context_servers and no policy in it",
        ]
    );
}

#[test]
fn a_mac_is_told_by_its_folders() {
    let disk = Disk::new(&[
        (
            "Users/zoë ö/Library/Application Support/Claude/claude_desktop_config.json",
            ONE,
        ),
        (
            "Users/zoë ö/Library/Application Support/Code/User/profiles/-1a2b/mcp.json",
            SERVERS,
        ),
        ("Users/zoë ö/.config/goose/config.yaml", "extensions: {}\n"),
        ("Users/Shared/.claude.json", ONE),
        (
            "Library/Application Support/ClaudeCode/managed-settings.json",
            r#"{"permissions": {"deny": ["mcp__notes"]}}"#,
        ),
    ]);
    assert_eq!(
        list(disk.copy(all()).expect("a search")),
        [
            "read 0 managed claude-code /Library/Application Support/ClaudeCode/managed-settings.json",
            "read 1 user claude-desktop ~/Library/Application Support/Claude/claude_desktop_config.json",
            "read 1 user vscode ~/Library/Application Support/Code/User/profiles/-1a2b/mcp.json",
            "empty - user goose ~/.config/goose/config.yaml: no server is listed in it",
        ]
    );
    let user = list(disk.copy(Search::default()).expect("a search"));
    assert_eq!(
        user.len(),
        3,
        "without --all-scopes no managed file: {user:?}"
    );
}

#[test]
fn a_windows_disk_is_told_by_its_folders() {
    let disk = Disk::new(&[
        ("Users/zoë ö/.mcp.json", SERVERS),
        ("Users/zoë ö/AppData/Roaming/Code/User/mcp.json", SERVERS),
        (
            "Users/zoë ö/AppData/Roaming/Zed/settings.json",
            r#"{"context_servers": {"notes": {"command": "notes-server"}}}"#,
        ),
        (
            "Users/zoë ö/AppData/Local/hermes/config.yaml",
            "mcp_servers:\n  notes:\n    command: notes-server\n",
        ),
        (
            "Program Files/ClaudeCode/managed-mcp.json",
            r#"{"mcpServers": {}}"#,
        ),
        ("ProgramData/OpenAI/Codex/config.toml", CODEX),
        ("Windows/win.ini", ""),
    ]);
    assert_eq!(
        list(disk.copy(all()).expect("a search")),
        [
            "read 0 managed claude-code C:/Program Files/ClaudeCode/managed-mcp.json",
            "read 1 system codex C:/ProgramData/OpenAI/Codex/config.toml",
            "read 1 user visual-studio ~/.mcp.json",
            "read 1 user hermes ~/AppData/Local/hermes/config.yaml",
            "read 1 user vscode ~/AppData/Roaming/Code/User/mcp.json",
            "read 1 user zed ~/AppData/Roaming/Zed/settings.json",
        ]
    );
}

#[test]
fn wsl_has_a_windows_side_on_another_machine() {
    let disk = Disk::new(&[
        ("home/zoë/.claude.json", ONE),
        ("etc/os-release", ""),
        ("mnt/c/Users/Zoë Ö/.claude.json", ONE),
        (
            "mnt/c/Users/Zoë Ö/AppData/Roaming/Code/User/mcp.json",
            SERVERS,
        ),
        ("mnt/c/Users/Public/.claude.json", ONE),
    ]);
    let found = disk.copy(all()).expect("a search");
    let read = crate::run::read(load(&found.inputs, &crate::dialect::known_file), None);
    let hosts: Vec<String> = read
        .inventory
        .hosts
        .iter()
        .map(|host| format!("{} {:?} {:?}", host.product, host.placement.on, host.paths))
        .collect();
    assert_eq!(
        hosts,
        [
            r#"Claude Code ThisMachine ["~/.claude.json"]"#,
            r#"Claude Code OtherMachine(Redacted("Windows side of WSL")) ["windows:~/.claude.json"]"#,
            r#"VS Code OtherMachine(Redacted("Windows side of WSL")) ["windows:~/AppData/Roaming/Code/User/mcp.json"]"#,
        ]
    );
}

#[test]
fn a_copied_home_directory_needs_no_shape() {
    for (folder, os, shown) in [
        (".config/Code", None, "~/.config/Code"),
        (
            "Library/Application Support/Code",
            None,
            "~/Library/Application Support/Code",
        ),
        ("AppData/Roaming/Code", None, "~/AppData/Roaming/Code"),
        (
            "AppData/Roaming/Code",
            Some(Os::Windows),
            "~/AppData/Roaming/Code",
        ),
    ] {
        let home = Disk::new(&[
            (&format!("{folder}/User/mcp.json"), SERVERS),
            (".codex/config.toml", CODEX),
            (".cursor/mcp.json", ONE),
        ]);
        let mut lines = list(home.copy(Search { os, ..all() }).expect("a search"));
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "read 1 user codex ~/.codex/config.toml".to_owned(),
                "read 1 user cursor ~/.cursor/mcp.json".to_owned(),
                format!("read 1 user vscode {shown}/User/mcp.json"),
            ]
        );
    }
}

#[test]
fn two_homes_are_not_mixed() {
    let disk = Disk::new(&[
        ("home/ada/.claude.json", ONE),
        ("home/zoë/.cursor/mcp.json", ONE),
    ]);
    let refused = disk.copy(all()).err().expect("a question").to_string();
    assert!(refused.contains("2 home directories"), "{refused}");
    assert!(!refused.contains("ada") && refused.contains("--home home/NAME"));
    let home = Some(PathBuf::from("home/zoë"));
    let lines = list(disk.copy(Search { home, ..all() }).expect("a search"));
    assert_eq!(lines, ["read 1 user cursor ~/.cursor/mcp.json"]);
    for home in ["../..", "home/nobody", "/etc"] {
        let home = Some(PathBuf::from(home));
        assert!(disk.copy(Search { home, ..all() }).is_err());
    }
}

/// A disk or home directory of Windows or macOS, unpacked where letter case counts.
#[test]
fn letter_case_does_not_matter_where_it_does_not_on_the_system_that_was_copied() {
    let disk = Disk::new(&[
        ("users/zoë ö/.Claude.json", ONE),
        ("users/zoë ö/appdata/roaming/code/user/MCP.json", SERVERS),
        ("users/zoë ö/appdata/roaming/zed/settings.json", "{}"),
        ("users/Default/.claude.json", ONE),
        ("programdata/openai/codex/Config.toml", CODEX),
    ]);
    let windows = [
        "read 1 system codex C:/programdata/openai/codex/Config.toml",
        "read 1 user claude-code ~/.Claude.json",
        "read 1 user vscode ~/appdata/roaming/code/user/MCP.json",
        "ignored - user zed ~/appdata/roaming/zed/settings.json: no context_servers and no policy in it",
    ];
    assert_eq!(list(disk.copy(all()).expect("a search")), windows);
    let home = Some(PathBuf::from("users/zoë ö"));
    assert_eq!(
        list(disk.copy(Search { home, ..all() }).expect("a search")),
        windows
    );
    for (folder, os) in [
        ("library/application support/code", Some(Os::Macos)),
        ("appdata/roaming/code", None),
    ] {
        let home = Disk::new(&[
            (&format!("{folder}/user/mcp.json"), SERVERS),
            (".Cursor/MCP.json", ONE),
        ]);
        let lines = list(home.copy(Search { os, ..all() }).expect("a search"));
        let vscode = format!("read 1 user vscode ~/{folder}/user/mcp.json");
        assert_eq!(
            lines,
            ["read 1 user cursor ~/.Cursor/MCP.json", &vscode],
            "{folder}"
        );
    }
}

#[test]
fn letter_case_matters_on_linux_but_not_on_the_windows_side_of_wsl() {
    let disk = Disk::new(&[
        ("home/zoë/.Claude.json", ONE),
        ("home/zoë/.config/code - oss/User/mcp.json", SERVERS),
        ("home/zoë/.cursor/mcp.json", ONE),
        ("mnt/c/users/Zoë/.Claude.json", ONE),
    ]);
    let os = Some(Os::Linux);
    assert_eq!(
        list(disk.copy(Search { os, ..all() }).expect("a search")),
        [
            "read 1 user claude-code windows:~/.Claude.json",
            "read 1 user cursor ~/.cursor/mcp.json",
        ]
    );
}

#[test]
fn claude_desktop_from_a_package_has_its_file_below_the_package() {
    let package = "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude";
    let file = format!("{package}/claude_desktop_config.json");
    let home = Disk::new(&[
        (&file, ONE),
        ("AppData/Roaming/Claude/claude_desktop_config.json", ONE),
    ]);
    let found = home.copy(all()).expect("a search");
    let read = crate::run::read(load(&found.inputs, &crate::dialect::known_file), None);
    let marks: Vec<_> = read.inventory.hosts[0]
        .facts
        .marks
        .iter()
        .map(|mark| mark.text.clone())
        .collect();
    assert_eq!(
        list(found),
        [
            format!("read 1 user claude-desktop ~/{file}"),
            "read 1 user claude-desktop ~/AppData/Roaming/Claude/claude_desktop_config.json"
                .to_owned(),
        ]
    );
    assert!(
        marks.contains(&"packaged: hides the file of a plain install".to_owned()),
        "{marks:?}"
    );
}
