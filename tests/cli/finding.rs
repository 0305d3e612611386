//! Without an input: where files are looked for, and the list of them.

use std::fs;

use crate::bench::{Bench, Ran};
use crate::good;

#[test]
fn without_input_the_files_of_the_project_are_drawn() {
    let bench = good();
    bench.write(
        "src/.vscode/mcp.json",
        r#"{"servers": {"a": {"command": "x"}}}"#,
    );
    for args in [&["-f", "json"][..], &["--discover", "-f", "json"]] {
        let ran = bench.run(args).expect(0);
        let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
        assert_eq!(json["sources"].as_array().expect("sources").len(), 1);
        assert_eq!(json["sources"][0]["path"], ".mcp.json");
        let coverage = json["coverage"][0].as_str().expect("a line");
        assert!(coverage.starts_with("searched the places"), "{coverage}");
    }
    let nothing = Bench::new(&[]);
    let ran = nothing.run(&[]).expect(2);
    assert!(ran.err().contains("belongs to no project") && ran.err().contains("--user"));
    nothing.write(".git/HEAD", "");
    let ran = nothing.run(&[]).expect(3);
    assert!(ran.err().contains("--list-sources"), "{}", ran.err());
}

#[test]
fn the_sources_are_listed_as_text_and_json() {
    let bench = good();
    bench.write(".cursor/mcp.json", "{ broken");
    bench.write(".codex/config.toml", "");
    let ran = bench.run(&["--list-sources"]).expect(2);
    let text = ran.out();
    let line = |start: &str| {
        text.lines()
            .find(|line| line.starts_with(start))
            .unwrap_or("")
    };
    let words: Vec<&str> = line("read").split_whitespace().collect();
    assert_eq!(words, ["read", "2", "project", "claude-code", ".mcp.json"]);
    assert!(
        line("failed").contains("cursor  ") && line("failed").contains("json: unexpected end"),
        "{text}"
    );
    assert!(
        line("empty").ends_with(".codex/config.toml: the file is empty"),
        "{text}"
    );
    assert!(
        line("absent").is_empty() && text.contains("\nplaces without a file (-v lists them):\n"),
        "{text}"
    );
    let all = bench.run(&["--list-sources", "-v"]).expect(2).out();
    let absent = all.lines().find(|line| line.starts_with("absent"));
    assert!(absent.is_some_and(|line| line.contains("project")), "{all}");
    assert!(all.ends_with(" absent\n"), "{all}");
    let ran = bench.run(&["--list-sources", "-f", "json"]).expect(2);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    assert_eq!(json["schema"], 1);
    assert_eq!(json["sources"][0]["clients"][0], "claude-code");
    let ran = bench.run(&[".mcp.json", "--list-sources"]).expect(0);
    assert!(
        ran.out()
            .ends_with("1 read, 0 failed, 0 empty, 0 ignored, 0 absent\n"),
        "{}",
        ran.out()
    );
    bench
        .run(&["--list-sources", "-o", "list.json", ".mcp.json"])
        .expect(0);
    assert!(
        fs::read_to_string(bench.path("list.json"))
            .expect("the list")
            .starts_with('{')
    );
    for args in [
        &["--list-sources", "-f", "svg"][..],
        &["--home", "x"],
        &["--root", "nowhere"],
    ] {
        bench.run(args).expect(2);
    }
}

/// A home that has no home's shape: what lies there is the user's all the same.
#[test]
fn the_users_files_are_found_where_the_environment_says() {
    let bench = Bench::new(&[
        (
            "odd place/.codex/config.toml",
            "[mcp_servers.a]\ncommand = 'x'\n",
        ),
        (
            "elsewhere/zed/settings.json",
            r#"{"context_servers": {"b": {"command": "x"}}}"#,
        ),
        ("work/.git/HEAD", ""),
    ]);
    let mut command = bench.command(&["--user", "--list-sources", "-f", "json"]);
    let (home, moved) = (bench.path("odd place"), bench.path("elsewhere"));
    command
        .env("HOME", &home)
        .env("USERPROFILE", &home)
        .env("XDG_CONFIG_HOME", &moved);
    command.env_remove("CODEX_HOME").env_remove("APPDATA");
    let ran = Ran(command
        .current_dir(bench.path("work"))
        .output()
        .expect("it runs"))
    .expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    let read: Vec<String> = json["sources"]
        .as_array()
        .expect("sources")
        .iter()
        .filter(|s| s["status"] == "read")
        .map(|s| format!("{} {}", s["scope"], s["path"]).replace('"', ""))
        .collect();
    if cfg!(target_os = "linux") {
        assert_eq!(
            read,
            [
                "user $XDG_CONFIG_HOME/zed/settings.json",
                "user ~/.codex/config.toml"
            ]
        );
    }
    assert!(!ran.out().contains("odd place") && !ran.out().contains("elsewhere"));
}

/// Files that variables name are read like the usual ones and listed under the name of the variable.
#[test]
fn the_environment_adds_files_and_is_named_for_them() {
    let bench = Bench::new(&[
        ("home/.keep", ""),
        (
            "odd place/own.json",
            r#"{"mcp": {"soil": {"type": "local", "command": ["soil-mcp"]}}}"#,
        ),
        (
            "folder/opencode.json",
            r#"{"mcp": {"tide": {"type": "local", "command": ["tide-mcp"]}}}"#,
        ),
        (
            "more/a.yaml",
            "extensions:\n  harbor: {type: stdio, cmd: harbor-mcp, enabled: true}\n",
        ),
        (
            "more/b.yaml",
            "extensions:\n  dock: {type: stdio, cmd: dock-mcp, enabled: true}\n",
        ),
        ("work/.git/HEAD", ""),
    ]);
    let mut command = bench.command(&["--user", "--list-sources", "-f", "json"]);
    let home = bench.path("home");
    let files = [bench.path("more/a.yaml"), bench.path("more/b.yaml")];
    command
        .env("HOME", &home)
        .env("USERPROFILE", &home)
        .env("APPDATA", home.join("AppData/Roaming"))
        .env("OPENCODE_CONFIG", bench.path("odd place/own.json"))
        .env("OPENCODE_CONFIG_DIR", bench.path("folder"))
        .env(
            "OPENCODE_CONFIG_CONTENT",
            r#"{"mcp": {"lantern": {"type": "local", "command": ["lantern-mcp"]}}}"#,
        )
        .env(
            "GOOSE_ADDITIONAL_CONFIG_FILES",
            std::env::join_paths(files).expect("paths"),
        );
    command.env_remove("XDG_CONFIG_HOME");
    let ran = Ran(command
        .current_dir(bench.path("work"))
        .output()
        .expect("it runs"))
    .expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    let mut read: Vec<String> = json["sources"]
        .as_array()
        .expect("sources")
        .iter()
        .filter(|s| s["status"] == "read")
        .map(|s| format!("{} {} {}", s["clients"][0], s["servers"], s["path"]).replace('"', ""))
        .collect();
    read.sort();
    assert_eq!(
        read,
        [
            "goose 1 $GOOSE_ADDITIONAL_CONFIG_FILES[1]",
            "goose 1 $GOOSE_ADDITIONAL_CONFIG_FILES[2]",
            "opencode 1 $OPENCODE_CONFIG",
            "opencode 1 $OPENCODE_CONFIG_CONTENT",
            "opencode 1 $OPENCODE_CONFIG_DIR/opencode.json",
        ]
    );
    assert!(!ran.out().contains("odd place") && !ran.out().contains("lantern"));
}

/// Claude Code knows a linked worktree by its main checkout, and a folder of a repository by its top.
#[test]
fn entries_for_a_project_hold_in_its_folders_and_worktrees() {
    let bench = Bench::new(&[
        ("main/.git/worktrees/fix/HEAD", ""),
        ("main/docs/.keep", ""),
        (
            "main/.mcp.json",
            r#"{"mcpServers": {"soil": {"command": "soil-mcp"}}}"#,
        ),
        (
            "fix/.mcp.json",
            r#"{"mcpServers": {"soil": {"command": "soil-mcp"}}}"#,
        ),
        ("fix/docs/.keep", ""),
        ("home/.keep", ""),
    ]);
    let main = bench.path("main").canonicalize().expect("a path");
    let text = format!("gitdir: {}\n", main.join(".git/worktrees/fix").display());
    std::fs::write(bench.path("fix/.git"), text).expect("a file");
    let state = serde_json::json!({"projects": {main.to_string_lossy(): {"mcpServers": {"soil": {"command": "own"}}}}});
    std::fs::write(bench.path("home/.claude.json"), state.to_string()).expect("a file");
    for folder in ["main", "main/docs", "fix", "fix/docs"] {
        let mut command = bench.command(&["--user", "-f", "json", "-o", "-"]);
        let home = bench.path("home");
        command.env("HOME", &home).env("USERPROFILE", &home);
        let ran = Ran(command
            .current_dir(bench.path(folder))
            .output()
            .expect("it runs"))
        .expect(0);
        let reason = "replaced by the local entry of the same name";
        assert!(ran.out().contains(reason), "{folder}: {}", ran.out());
    }
}
