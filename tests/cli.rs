//! The command line as a user meets it: formats, targets, exit codes, messages, the same bytes everywhere.

#[path = "support/bench.rs"]
mod bench;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use bench::{Bench, Ran};

const GOOD: &str = r#"{"mcpServers": {
  "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "~/src"]},
  "tracker": {"type": "http", "url": "https://mcp.tracker.example/mcp", "headers": {"Authorization": "Bearer ${TRACKER_TOKEN}"}}
}}"#;

fn good() -> Bench {
    Bench::new(&[(".mcp.json", GOOD)])
}

#[test]
fn the_extension_picks_the_format_and_nothing_else_is_printed() {
    let bench = good();
    for (file, start) in [
        ("a.svg", "<svg "),
        ("a.mmd", "flowchart"),
        ("a.mermaid", "flowchart"),
        ("a.dot", "digraph"),
        ("a.gv", "digraph"),
        ("a.JSON", "{\n  \"schema\": 1"),
    ] {
        let ran = bench.run(&[".mcp.json", "-o", file]).expect(0);
        assert_eq!((ran.out().as_str(), ran.err().as_str()), ("", ""), "{file}");
        let text = fs::read_to_string(bench.path(file)).expect("the output");
        assert!(
            text.contains(start),
            "{file} starts with {}",
            &text[..text.len().min(80)]
        );
        assert!(text.ends_with('\n'), "{file} ends with a line end");
    }
}

#[test]
fn the_format_flag_wins_over_the_extension() {
    let bench = good();
    bench
        .run(&[".mcp.json", "-f", "dot", "-o", "a.svg"])
        .expect(0);
    assert!(
        fs::read_to_string(bench.path("a.svg"))
            .expect("the output")
            .contains("digraph")
    );
}

#[test]
fn an_unknown_extension_names_the_flag() {
    let bench = good();
    let ran = bench.run(&[".mcp.json", "-o", "a.xyz"]).expect(2);
    assert!(
        ran.err().contains("-f FORMAT") && ran.err().contains("mermaid"),
        "{}",
        ran.err()
    );
    assert!(!bench.path("a.xyz").exists());
}

#[test]
fn without_output_mermaid_goes_to_standard_output() {
    let bench = good();
    assert!(
        bench
            .run(&[".mcp.json"])
            .expect(0)
            .out()
            .contains("flowchart")
    );
    assert!(
        bench
            .run(&[".mcp.json", "-o", "-", "-f", "json"])
            .expect(0)
            .out()
            .starts_with('{')
    );
}

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

#[test]
fn usage_errors_are_exit_2() {
    let bench = good();
    for args in [
        vec!["--nonsense"],
        vec![".mcp.json", "--client", "nobody"],
        vec![".mcp.json", "-f", "bmp"],
        vec![".mcp.json", "--theme", "nowhere"],
        vec![".mcp.json", "--check"],
        vec![".mcp.json", "--overlay", "nowhere.toml"],
        vec!["-", "-"],
        vec![".mcp.json", "-o", "no/such/folder/a.svg"],
    ] {
        let ran = bench.run(&args);
        assert_eq!(ran.code(), 2, "{args:?}: {}", ran.err());
        assert!(ran.err().contains("error"), "{args:?}: {}", ran.err());
    }
}

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

#[test]
fn help_and_version_are_exit_0_and_list_the_exit_codes() {
    let bench = good();
    let help = bench.run(&["--help"]).expect(0).out();
    assert!(help.contains("Exit codes") && help.contains("--check"));
    assert!(
        bench
            .run(&["--version"])
            .expect(0)
            .out()
            .starts_with("mcpdiag ")
    );
}

#[test]
fn check_answers_without_writing() {
    let bench = good();
    let check = [".mcp.json", "-o", "a.svg", "--check"];
    assert!(bench.run(&check).expect(1).err().contains("does not exist"));
    assert!(!bench.path("a.svg").exists());
    bench.run(&[".mcp.json", "-o", "a.svg"]).expect(0);
    assert_eq!(bench.run(&check).expect(0).err(), "");
    let mut text = fs::read_to_string(bench.path("a.svg")).expect("the picture");
    text.push('x');
    bench.write("a.svg", &text);
    assert!(
        bench
            .run(&check)
            .expect(1)
            .err()
            .contains("first difference in line")
    );
    bench.write(".mcp.json", "{ broken");
    bench.run(&check).expect(2);
}

#[test]
fn verbose_says_how_each_file_was_read_however_often_it_is_given() {
    let bench = good();
    for more in [&["-v"][..], &["-vv"], &["-v", "-v", "-v"]] {
        let said = bench
            .run(&[&[".mcp.json", "-f", "json"], more].concat())
            .expect(0)
            .err();
        assert!(
            said.contains(".mcp.json: read as claude-code: servers: 2"),
            "{more:?}: {said}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let bench = good();
    let mut child = bench
        .command(&[".mcp.json", "-f", "svg"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let ran = Ran(child.wait_with_output().expect("the program ends"));
    assert_eq!((ran.code(), ran.err().as_str()), (0, ""));
}

#[test]
fn an_overlay_beside_the_input_is_applied_and_said() {
    let bench = good();
    bench.write(
        "mcpdiag.toml",
        "schema = 1\n[[server]]\nname = \"files\"\nhide = true\n[[server]]\nname = \"nobody\"\nowner = \"x\"\n",
    );
    let ran = bench.run(&[".mcp.json", "-f", "json"]).expect(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out()).expect("JSON");
    assert_eq!(json["overlay"]["applied"], true);
    assert!(json["overlay"]["hidden"].as_u64().expect("a number") >= 1);
    assert!(ran.out().contains("overlay applied: it hides "));
    assert!(!ran.out().contains("\"server\": \"files\""));
    assert!(
        ran.err()
            .contains("mcpdiag.toml:6:8: server.name: this overlay entry matches nothing"),
        "{}",
        ran.err()
    );
    let plain = bench
        .run(&[".mcp.json", "-f", "json", "--no-overlay"])
        .expect(0);
    assert!(plain.out().contains("\"server\": \"files\""));
    // Standard input has no neighbour.
    let piped = bench.pipe(&["-", "-f", "json"], GOOD.as_bytes()).expect(0);
    assert!(piped.out().contains("\"server\": \"files\""));
}

#[test]
fn a_broken_overlay_beside_the_input_is_named_and_the_picture_drawn() {
    let bench = good();
    bench.write("mcpdiag.toml", "schema = 1\nnonsense = 2\n");
    let ran = bench.run(&[".mcp.json", "-o", "a.svg"]).expect(2);
    assert!(ran.err().contains("mcpdiag.toml:2:1"), "{}", ran.err());
    assert!(bench.path("a.svg").exists());
}

#[test]
fn a_theme_file_with_a_mistake_names_it() {
    let bench = good();
    bench.write("mine.toml", "nonsense = 1\n");
    let ran = bench
        .run(&[".mcp.json", "-o", "a.svg", "--theme", "./mine.toml"])
        .expect(2);
    assert!(ran.err().contains("mine.toml"), "{}", ran.err());
}

/// Writes an object with its keys in reverse order.
fn reversed(value: &serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Object(map) => Value::Object(
            map.iter()
                .rev()
                .map(|(k, v)| (k.clone(), reversed(v)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.iter().map(reversed).collect()),
        other => other.clone(),
    }
}

#[test]
fn the_same_bytes_come_out_everywhere() {
    let bench = good();
    let minimal: serde_json::Value = serde_json::from_str(GOOD).expect("JSON");
    let straight = serde_json::to_string(&minimal).expect("text");
    let shuffled = serde_json::to_string(&reversed(&minimal)).expect("text");
    assert_ne!(straight, shuffled);
    for format in ["svg", "mermaid", "dot"] {
        let draw = |folder: &str, text: &str, env: &[(&str, &str)]| {
            bench.write(&format!("{folder}/.mcp.json"), text);
            let mut command = bench.command(&[".mcp.json", "-f", format]);
            command
                .current_dir(bench.path(folder))
                .envs(env.iter().copied());
            Ran(command.output().expect("the program runs"))
                .expect(0)
                .out()
        };
        let first = draw("here", &straight, &[]);
        assert_eq!(
            first,
            draw("here", &straight, &[]),
            "{format}: a second run"
        );
        let elsewhere = [
            ("HOME", "/nowhere"),
            ("LANG", "tr_TR.UTF-8"),
            ("LC_ALL", "tr_TR.UTF-8"),
            ("TZ", "Asia/Tokyo"),
        ];
        assert_eq!(
            first,
            draw("else where/ünder", &straight, &elsewhere),
            "{format}: elsewhere"
        );
        let drop_places = |text: &str| places_removed(text);
        assert_eq!(
            drop_places(&first),
            drop_places(&draw("here", &shuffled, &[])),
            "{format}: other key order (positions in the file apart)"
        );
    }
}

/// Takes the positions `:line:column` after the file name away: they follow the order of the keys.
fn places_removed(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(".mcp.json:") {
        let end = at + ".mcp.json".len();
        out.push_str(&rest[..end]);
        rest = rest[end..].trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
    }
    out + rest
}

#[cfg(unix)]
#[test]
fn the_picture_has_the_rights_of_any_new_file_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let bench = good();
    bench.write("plain.txt", "x");
    bench.run(&[".mcp.json", "-o", "a.svg"]).expect(0);
    let mode = |name: &str| {
        fs::metadata(bench.path(name))
            .expect("a file")
            .permissions()
            .mode()
    };
    assert_eq!(mode("a.svg"), mode("plain.txt"));
    fs::create_dir(bench.path("real")).expect("a folder");
    bench.write("real/b.svg", "old");
    std::os::unix::fs::symlink("real/b.svg", bench.path("b.svg")).expect("a link");
    bench.run(&[".mcp.json", "-o", "b.svg"]).expect(0);
    assert!(
        fs::symlink_metadata(bench.path("b.svg"))
            .expect("a link")
            .is_symlink()
    );
    assert!(
        fs::read_to_string(bench.path("real/b.svg"))
            .expect("a picture")
            .contains("<svg")
    );
    bench
        .run(&[".mcp.json", "-f", "svg", "-o", "/dev/null"])
        .expect(0);
    assert!(!Path::new("/dev/null").is_file());
}

#[test]
fn commands_print_their_lists_and_a_file_of_the_same_name_is_still_an_input() {
    let bench = Bench::new(&[("themes", GOOD)]);
    for (command, line) in [("themes", "high-contrast"), ("clients", "claude-code")] {
        let ran = bench.run(&[command]).expect(0);
        assert!(ran.out().contains(line), "{command}");
    }
    bench.run(&["./themes", "-f", "svg"]).expect(0);
}

#[test]
fn the_sheet_shows_a_theme_of_ones_own_beside_the_others() {
    let mine = "base = \"light\"\ndescription = \"ours\"\nhost = { line = \"#ff00ff\" }";
    let bench = Bench::new(&[("mine.toml", mine), ("bad.toml", "host = 3")]);
    let list = bench
        .run(&["themes", "--theme", "mine.toml"])
        .expect(0)
        .out();
    assert!(list.ends_with("mine           ours\n"), "{list}");
    let sheet = ["themes", "--theme", "mine.toml", "-o", "sheet.svg"];
    bench.run(&sheet).expect(0);
    let drawn = std::fs::read_to_string(bench.path("sheet.svg")).unwrap();
    assert!(drawn.contains("#ff00ff") && drawn.contains("light: ") && drawn.contains("mine: ours"));
    bench.run(&[&sheet[..], &["--check"]].concat()).expect(0);
    bench
        .run(&["themes", "-o", "sheet.svg", "--check"])
        .expect(1);
    let wrong = bench.run(&["themes", "-o", "sheet.dot"]).expect(2).err();
    assert!(wrong.contains(".svg or .png"), "{wrong}");
    let wrong = bench
        .run(&["themes", "--theme", "bad.toml"])
        .expect(2)
        .err();
    assert!(
        wrong.contains("bad.toml:1:8: host: expected a table"),
        "{wrong}"
    );
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
