//! Part of a picture, less of it, or several: `--focus`, `--only`, `--exclude`, `--detail`, `--split`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use tempfile::TempDir;

#[path = "support/program.rs"]
mod program;
#[path = "support/schema.rs"]
mod schema;

use program::{draw, refused, run};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const TEN: &str = "samples/ten/.mcp.json";
const SEED: &str = "samples/seed/.mcp.json";
const SEVERAL: &str = "samples/multi-host";

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&draw(args)).expect("JSON")
}

/// The formats that draw text; PNG is drawn from the SVG.
const FORMATS: [&str; 4] = ["svg", "mermaid", "dot", "text"];

#[test]
fn every_format_draws_the_chosen_part_and_says_what_is_left_out() {
    for format in FORMATS {
        let text = draw(&[TEN, "-f", format, "--only", "git*", "--exclude", "github"]);
        assert!(text.contains("mcp-server-git"), "{format}");
        assert!(!text.contains("mcp.notion.com"), "{format}");
        let plain = text.replace("#40;", "(").replace("<br/>", " ");
        assert!(
            plain.contains("left out by --only, --exclude:"),
            "{format}: {plain}"
        );
        assert!(plain.contains("9 of 10"), "{format}");
    }
}

#[test]
fn json_says_what_is_left_out_and_fits_the_schema() {
    let text =
        fs::read_to_string(Path::new(ROOT).join("docs/mcpdiag.schema.json")).expect("the schema");
    let schema: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let all = json(&[TEN, "-f", "json"]);
    assert_eq!(all.get("left_out"), None);
    let part = json(&[
        TEN,
        "-f",
        "json",
        "--exclude",
        "provider:slack.com",
        "--exclude",
        "figma",
    ]);
    assert_eq!(schema::violations(&schema, &part), Vec::<String>::new());
    let left = &part["left_out"];
    assert_eq!(left["by"], serde_json::json!(["--exclude"]));
    let labels: Vec<&str> = left["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .filter_map(|n| n["label"].as_str())
        .collect();
    assert_eq!(labels, ["figma", "127.0.0.1:3845/mcp", "Slack API"]);
    assert_eq!(
        left["flows_cut"], 1,
        "slack still runs, its API is not drawn"
    );
    let focus = json(&[SEED, "-f", "json", "--focus", "tracker"]);
    assert_eq!(schema::violations(&schema, &focus), Vec::<String>::new());
    let kinds: Vec<&str> = focus["flows"]
        .as_array()
        .expect("flows")
        .iter()
        .filter_map(|f| f["kind"].as_str())
        .collect();
    assert!(kinds.contains(&"sign-in"), "{kinds:?}");
}

#[test]
fn the_sign_in_is_drawn_with_full_detail_and_focus_alone() {
    for format in FORMATS {
        let signs = |args: &[&str]| {
            draw(&[&[SEED, "-f", format], args].concat()).contains("signs in, consents")
        };
        assert!(signs(&["--detail", "full"]), "{format}");
        assert!(signs(&["--focus", "tracker"]), "{format}");
        assert!(!signs(&[]), "{format}");
        assert!(!signs(&["--detail", "servers"]), "{format}");
    }
}

#[test]
fn an_overview_counts_in_every_format_but_json() {
    for format in FORMATS {
        let text = draw(&[TEN, "-f", format, "--detail", "overview"]);
        assert!(text.contains("10 MCP clients"), "{format}");
        assert!(
            text.replace("#43;", "+").contains("+7"),
            "{format}: most names are counted"
        );
        assert!(
            text.contains("10 configured servers in"),
            "{format}: the coverage line says so"
        );
    }
    let said = refused(&[TEN, "-f", "json", "--detail", "overview"]);
    assert!(said.contains("json always has every node"), "{said}");
}

#[test]
fn tables_name_every_server_in_every_format() {
    let folder = TempDir::new().expect("a folder");
    let servers: Vec<String> = (0..80)
        .map(|n| {
            format!("\"tool-{n:02}\": {{\"command\": \"npx\", \"args\": [\"-y\", \"pkg-{n:02}\"]}}")
        })
        .collect();
    let path = folder.path().join(".mcp.json");
    fs::write(
        &path,
        format!("{{\"mcpServers\": {{{}}}}}", servers.join(",")),
    )
    .expect("a file");
    let input = path.to_str().expect("a path");
    for format in FORMATS {
        let text = draw(&[input, "-f", format, "--detail", "servers"]);
        assert!(
            text.contains("80 MCP clients") && text.contains("80 servers"),
            "{format}"
        );
        for n in 0..80 {
            assert!(
                text.contains(&format!("pkg-{n:02}")),
                "{format}: pkg-{n:02}"
            );
        }
        let full = draw(&[input, "-f", format, "--detail", "full"]);
        assert!(!full.contains("80 MCP clients"), "{format}");
    }
    for (format, folds) in [
        ("svg", true),
        ("mermaid", true),
        ("dot", true),
        ("text", false),
    ] {
        let auto = draw(&[input, "-f", format]);
        assert_eq!(
            auto.contains("80 MCP clients"),
            folds,
            "{format}: what fits best"
        );
    }
}

#[test]
fn what_names_nothing_is_refused_without_an_echo_of_a_token() {
    for (args, error, hint) in [
        (
            &["--focus", "sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE"][..],
            "--focus: no server has the name ",
            "servers: database, figma",
        ),
        (
            &["--only", "host:sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE"],
            "--only: no host has the name ",
            "hosts: Claude Code",
        ),
        (
            &["--exclude", "provider:sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE"],
            "--exclude: no provider has the name ",
            "providers: github.com",
        ),
        (
            &[
                "--only",
                "figma",
                "--only",
                "boundary:sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE",
            ],
            "--only: no boundary has the name ",
            "boundaries: ",
        ),
        (
            &["--exclude", "*"],
            "nothing is left to draw after --exclude",
            "less with --exclude",
        ),
        (
            &["--only", "host:"],
            "--only: expected NAME, host:NAME, provider:DOMAIN or boundary:NAME",
            "",
        ),
        (
            &["--detail", "sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE"],
            "unknown level for --detail",
            "levels: overview, servers, full, auto",
        ),
        (
            &["--split", "sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE"],
            "--split: expected host or machine",
            "",
        ),
        (
            &["--split", "host"],
            "--split needs an output file",
            "add `-o FILE`",
        ),
    ] {
        let all = [&[TEN], args].concat();
        let err = refused(&all);
        assert!(err.contains(error) && err.contains(hint), "{args:?}: {err}");
        assert!(!err.contains("sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE"), "{err}");
    }
}

/// Runs the program on the sample with several hosts, with an output in a folder.
fn split(folder: &TempDir, name: &str, args: &[&str]) -> (i32, String) {
    let path = folder.path().join(name);
    let out = path.to_str().expect("a path");
    let (code, _, err) = run(&[&[SEVERAL, "-o", out], args].concat());
    (code, err)
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_split_writes_an_overview_and_a_file_for_each_host() {
    for extension in ["svg", "mmd", "dot", "txt", "json"] {
        let folder = TempDir::new().expect("a folder");
        assert_eq!(
            split(&folder, &format!("arch.{extension}"), &["--split", "host"]).0,
            0
        );
        let hosts = ["claude-code", "codex", "cursor", "vscode"];
        let mut expected = vec![format!("arch.{extension}")];
        expected.extend(hosts.map(|host| format!("arch-{host}.{extension}")));
        expected.sort();
        assert_eq!(names(&folder), expected);
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        let overview = read(&format!("arch.{extension}"));
        for host in hosts {
            assert!(
                overview.contains(&format!("arch-{host}.{extension}")),
                "{extension}: the overview names {host}"
            );
        }
        let codex = read(&format!("arch-codex.{extension}"));
        assert!(codex.contains("mcp-eu.harbor.example.test"), "{extension}");
        assert!(codex.contains("left out by --split"), "{extension}");
        if extension != "json" {
            let cursor = read(&format!("arch-cursor.{extension}"));
            assert!(
                !cursor.contains("mcp-eu.harbor"),
                "{extension}: another host's server"
            );
        }
    }
}

#[test]
fn a_split_by_machine_keeps_the_hosts_of_a_machine_together() {
    let folder = TempDir::new().expect("a folder");
    assert_eq!(split(&folder, "arch.json", &["--split", "machine"]).0, 0);
    assert_eq!(names(&folder), ["arch-local.json", "arch.json"]);
}

#[test]
fn check_compares_every_file_of_a_split() {
    let folder = TempDir::new().expect("a folder");
    assert_eq!(split(&folder, "arch.svg", &["--split", "host"]).0, 0);
    assert_eq!(
        split(&folder, "arch.svg", &["--split", "host", "--check"]),
        (0, String::new())
    );
    fs::write(folder.path().join("arch-codex.svg"), "old").expect("a file");
    fs::remove_file(folder.path().join("arch-vscode.svg")).expect("a file");
    let (code, err) = split(&folder, "arch.svg", &["--split", "host", "--check"]);
    assert_eq!(code, 1);
    assert!(
        err.contains("arch-codex.svg: not what") && err.contains("arch-vscode.svg: not what"),
        "{err}"
    );
    assert!(!err.contains("arch-cursor.svg"), "{err}");
}

#[test]
fn parts_of_an_earlier_run_are_named_and_left_alone() {
    for extension in ["svg", "mmd", "dot", "txt", "json"] {
        let folder = TempDir::new().expect("a folder");
        let file = |part: &str| format!("arch{part}.{extension}");
        assert_eq!(
            split(&folder, &file(""), &["--split", "host"]),
            (0, String::new())
        );
        fs::write(folder.path().join(file("-notes")), "mine").expect("a file");
        let args = ["--split", "host", "--exclude", "host:codex"];
        let (code, err) = split(&folder, &file(""), &args);
        assert_eq!(code, 0, "{err}");
        let named = format!("not written by this one: {}", file("-codex"));
        assert!(
            err.contains(&named) && err.contains("deletes no file"),
            "{err}"
        );
        assert!(!err.contains("notes") && !err.contains("cursor"), "{err}");
        assert!(names(&folder).contains(&file("-codex")));
    }
}

#[test]
fn a_split_that_fails_leaves_the_old_files_and_nothing_else() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("arch.svg"), "old").expect("a file");
    fs::write(folder.path().join("arch-codex.svg"), "old").expect("a file");
    fs::create_dir(folder.path().join("arch-vscode.svg")).expect("a folder in the way");
    let (code, err) = split(&folder, "arch.svg", &["--split", "host"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("arch-vscode.svg: cannot write the output file: it is a directory"),
        "{err}"
    );
    assert_eq!(
        names(&folder),
        ["arch-codex.svg", "arch-vscode.svg", "arch.svg"]
    );
    for name in ["arch.svg", "arch-codex.svg"] {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).expect("a file"),
            "old",
            "{name}"
        );
    }
}
