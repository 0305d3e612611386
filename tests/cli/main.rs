//! The command line as a user meets it: usage, help, overlays and themes as options, commands.

#[path = "../support/bench.rs"]
mod bench;
mod finding;
mod input;
mod meant;
mod output;
#[path = "../support/pipe.rs"]
mod pipe;

use bench::Bench;

const GOOD: &str = r#"{"mcpServers": {
  "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "~/src"]},
  "tracker": {"type": "http", "url": "https://mcp.tracker.example/mcp", "headers": {"Authorization": "Bearer ${TRACKER_TOKEN}"}}
}}"#;

fn good() -> Bench {
    Bench::new(&[(".mcp.json", GOOD)])
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
