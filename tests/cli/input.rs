//! What is given as an input, and what comes of it that cannot be read.

use std::fs;

use crate::bench::Bench;
use crate::{GOOD, good};

#[test]
fn standard_input_is_told_by_its_name() {
    let bench = good();
    let text = br#"{"servers": {"a": {"command": "npx", "args": ["x"]}}}"#;
    let ran = bench
        .pipe(
            &["-", "-f", "json", "--stdin-filename", ".vscode/mcp.json"],
            text,
        )
        .expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    assert_eq!(json["sources"][0]["client"], "vscode");
    assert_eq!(json["sources"][0]["path"], ".vscode/mcp.json");
}

#[test]
fn several_files_give_one_picture_with_several_hosts() {
    let bench = good();
    bench.write(
        ".vscode/mcp.json",
        r#"{"servers": {"a": {"command": "npx", "args": ["x"]}}}"#,
    );
    let ran = bench
        .run(&[".mcp.json", ".vscode/mcp.json", "-f", "json"])
        .expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    let hosts: Vec<&str> = json["boundaries"]
        .as_array()
        .expect("boundaries")
        .iter()
        .filter(|b| b["kind"] == "host")
        .map(|b| b["label"].as_str().expect("a label"))
        .collect();
    assert_eq!(hosts, ["Claude Code", "VS Code"]);
}

#[test]
fn a_directory_gives_every_known_file_below_it() {
    let bench = Bench::new(&[
        ("repo/.mcp.json", GOOD),
        ("repo/.cursor/mcp.json", GOOD),
        ("repo/node_modules/x/.mcp.json", GOOD),
        ("repo/.git/.mcp.json", GOOD),
        ("repo/notes.json", GOOD),
    ]);
    let ran = bench.run(&["repo", "-f", "json"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    let mut paths: Vec<&str> = json["sources"]
        .as_array()
        .expect("sources")
        .iter()
        .map(|s| s["path"].as_str().expect("a path"))
        .collect();
    paths.sort_unstable();
    assert_eq!(paths, [".cursor/mcp.json", ".mcp.json"]);
}

#[test]
fn a_directory_without_a_known_file_is_exit_3_and_nothing_is_written() {
    let bench = Bench::new(&[("repo/notes.json", GOOD)]);
    let ran = bench.run(&["repo", "-o", "a.svg"]).expect(3);
    assert!(
        ran.err().contains("no known MCP configuration"),
        "{}",
        ran.err()
    );
    assert!(!bench.path("a.svg").exists());
}

#[test]
fn a_file_without_servers_is_exit_3_and_names_the_file() {
    let bench = Bench::new(&[
        (".mcp.json", r#"{"mcpServers": {}}"#),
        ("empty/.mcp.json", ""),
    ]);
    for input in [".mcp.json", "empty/.mcp.json"] {
        let ran = bench.run(&[input, "-o", "a.svg"]).expect(3);
        assert!(ran.err().contains(input), "{}", ran.err());
    }
    assert!(!bench.path("a.svg").exists());
}

#[test]
fn host_facts_without_servers_are_drawn() {
    let bench = Bench::new(&[(
        ".claude/settings.json",
        r#"{"permissions": {"allow": ["mcp__tracker__list"]}}"#,
    )]);
    bench
        .run(&[".claude/settings.json", "-o", "a.svg"])
        .expect(0);
    assert!(bench.path("a.svg").exists());
}

#[test]
fn a_file_that_cannot_be_parsed_is_exit_2_and_leaves_the_old_picture() {
    let bench = Bench::new(&[
        (
            ".mcp.json",
            "{\n  \"mcpServers\": {\n    \"a\": {}\n    \"b\": {}\n}}",
        ),
        ("a.svg", "old"),
    ]);
    let ran = bench.run(&[".mcp.json", "-o", "a.svg"]).expect(2);
    assert!(
        ran.err().starts_with("error: .mcp.json:4:5: "),
        "{}",
        ran.err()
    );
    assert!(ran.err().contains("hint: "), "{}", ran.err());
    assert_eq!(
        fs::read_to_string(bench.path("a.svg")).expect("the old file"),
        "old"
    );
}

#[test]
fn a_file_that_fails_among_others_is_named_in_picture_and_exit_code() {
    let bench = good();
    bench.write(".vscode/mcp.json", "{ broken");
    let ran = bench
        .run(&[".mcp.json", ".vscode/mcp.json", "-o", "a.svg"])
        .expect(2);
    assert!(ran.err().contains(".vscode/mcp.json:1:"), "{}", ran.err());
    let svg = fs::read_to_string(bench.path("a.svg")).expect("the picture");
    assert!(svg.contains("could not be read: .vscode/mcp.json"));
}

#[test]
fn a_broken_entry_beside_good_ones_is_a_warning() {
    let bench = Bench::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"good": {"command": "npx", "args": ["x"]}, "bad": {"command": 7}, "none": null}}"#,
    )]);
    let ran = bench.run(&[".mcp.json", "-f", "json"]).expect(0);
    assert!(ran.err().contains("warning: .mcp.json:1:"), "{}", ran.err());
}

#[test]
fn a_missing_input_is_exit_2() {
    let ran = good().run(&["nowhere.json", "-o", "a.svg"]).expect(2);
    assert!(ran.err().contains("nowhere.json"), "{}", ran.err());
}

/// An install link is read before anybody clicks it; a secret in it is not shown, neither when it is good nor when it is not.
#[test]
fn install_links_are_read_from_the_command_line_and_from_standard_input() {
    let bench = Bench::new(&[]);
    let server = "%7B%22name%22%3A%22notes%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22notes-server%22%5D%2C%22env%22%3A%7B%22NOTES_TOKEN%22%3A%22hunter2hunter2%22%7D%7D";
    let link = format!("vscode:mcp/install?{server}");
    let ran = bench.run(&[&link, "-f", "json", "-vv"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    assert_eq!(json["sources"][0]["path"], "install link (VS Code)");
    assert_eq!(json["sources"][0]["client"], "vscode");
    assert!(ran.out().contains("NOTES_TOKEN"));
    assert!(!(ran.out() + &ran.err()).contains("hunter2"));
    let two = format!("{link}\nvsweb+mcp:/install?{server}\n");
    let ran = bench
        .pipe(&["-", "--list-sources"], two.as_bytes())
        .expect(0);
    assert!(
        ran.out().contains("install link (Visual Studio)"),
        "{}",
        ran.out()
    );
    let broken = link.replace("%7D", "");
    let ran = bench.run(&[&broken, "-o", "a.svg"]).expect(2);
    assert!(
        ran.err().contains("install link (VS Code)"),
        "{}",
        ran.err()
    );
    assert!(!ran.err().contains("hunter2"), "{}", ran.err());
}

#[test]
fn an_address_that_is_no_input_is_not_echoed() {
    let bench = Bench::new(&[]);
    for (address, word) in [
        (
            "https://mcp.example.test/mcp?api_key=canary1horse",
            "mcpdiag probe URL",
        ),
        (
            "cursor://anysphere.cursor-deeplink/mcp/add?name=x&config=canary1horse",
            "install link",
        ),
        ("foo:bar/canary1horse", "install link"),
    ] {
        let ran = bench.run(&[address]).expect(2);
        assert!(ran.err().contains(word), "{}", ran.err());
        assert!(!ran.err().contains("canary1horse"), "{}", ran.err());
    }
}
