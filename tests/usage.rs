//! What a new user runs into: words misspelt, options of no use, files that would be lost, links that lead nowhere.

#[path = "support/bench.rs"]
mod bench;
#[path = "support/pipe.rs"]
mod pipe;

use std::fs;

use bench::Bench;

const GOOD: &str = r#"{"mcpServers": {"notes": {"command": "notes-server"}, "files": {"command": "files-server"}}}"#;

fn good() -> Bench {
    Bench::new(&[(".mcp.json", GOOD)])
}

#[test]
fn a_misspelt_command_is_told_from_a_missing_file() {
    let bench = good();
    for (args, hint) in [
        (&["clinets"][..], "did you mean `mcpdiag clients`?"),
        (&["theme", "-o", "x.svg"], "did you mean `mcpdiag themes`?"),
        (&["help"], "did you mean `mcpdiag --help`?"),
    ] {
        let said = bench.run(args).expect(2).err();
        assert!(
            said.contains(": neither a file nor a command\n") && said.contains(hint),
            "{said}"
        );
    }
    for file in ["themes.json", "./clinets", "arch"] {
        let said = bench.run(&[file]).expect(2).err();
        assert!(said.contains("file not found"), "{file}: {said}");
    }
    bench.write("clinets", GOOD);
    bench.run(&["clinets"]).expect(0);
}

#[test]
fn an_option_that_would_change_nothing_is_refused() {
    let bench = good();
    for (args, why) in [
        (
            &["-f", "text", "--theme", "dark"][..],
            "--theme changes nothing here: text has no colours",
        ),
        (&["-f", "json", "--theme", "dark"], "json has no colours"),
        (
            &["-f", "json", "--detail", "servers"],
            "json always has every node",
        ),
        (
            &["--aspect", "1"],
            "--aspect changes nothing here: mermaid has no size of its own",
        ),
        (
            &["-f", "dot", "--width", "100"],
            "dot has no size of its own",
        ),
        (&["-f", "json", "--embed-font"], "json carries no font"),
        (
            &["--list-sources", "--theme", "dark"],
            "--list-sources draws nothing",
        ),
        (
            &["--list-sources", "--only", "notes"],
            "--list-sources draws nothing",
        ),
        (
            &["--list-sources", "--check", "-o", "x.json"],
            "--list-sources draws nothing",
        ),
        #[cfg(feature = "png")]
        (&["-f", "svg", "--scale", "2"], "svg has no pixels"),
        #[cfg(feature = "png")]
        (&["--font", "x.ttf"], "mermaid has no pixels"),
        #[cfg(feature = "probe")]
        (&["--probe-origin"], "none is asked"),
        #[cfg(feature = "probe")]
        (
            &["--probe", "--record", "r.json", "--theme", "dark"],
            "--record without -o draws nothing",
        ),
    ] {
        let said = bench.run(&[&[".mcp.json"], args].concat()).expect(2).err();
        assert!(
            said.contains(why) && said.contains("\nhint: "),
            "{args:?}: {said}"
        );
    }
    let said = bench.run(&["themes", "--theme", "dark"]).expect(2).err();
    assert!(said.contains("built in and always shown"), "{said}");
}

#[test]
fn the_help_and_the_errors_of_f_list_the_formats() {
    let bench = good();
    let help = bench.run(&["-h"]).expect(0).out();
    let said = bench.run(&["-f", "svgg"]).expect(2).err();
    for format in ["svg", "mermaid", "dot", "text", "json"] {
        assert!(said.contains(format), "{said}");
    }
    let help: Vec<&str> = help.split_whitespace().collect();
    let formats = "[formats: svg, mermaid, dot, text, json";
    assert!(help.join(" ").contains(formats), "{help:?}");
    let by_extension = bench.run(&[".mcp.json", "-f", "mmd"]).expect(0).out();
    assert!(by_extension.contains("flowchart "), "{by_extension}");
}

#[test]
fn a_configuration_is_not_replaced_by_a_picture_of_another_one() {
    let bench = good();
    bench.write(".cursor/mcp.json", GOOD);
    bench.write("mcpdiag.toml", "schema = 1\n");
    bench.write("mine.toml", "base = \"dark\"\n");
    for args in [
        &["-f", "json", "-o", ".cursor/mcp.json"][..],
        &["-f", "svg", "-o", "mcpdiag.toml"],
        &["-f", "svg", "-o", "mcpdiag.toml", "--no-overlay"],
        &["-f", "svg", "-o", "mine.toml", "--theme", "mine.toml"],
        &["-f", "json", "-o", ".mcp.json"],
        #[cfg(feature = "probe")]
        &["--probe", "--record", ".cursor/mcp.json"],
        #[cfg(feature = "probe")]
        &["--probe", "--record", "mcpdiag.toml"],
    ] {
        let said = bench.run(&[&[".mcp.json"], args].concat()).expect(2).err();
        assert!(said.contains("write to another file"), "{args:?}: {said}");
    }
    let text = |name: &str| fs::read_to_string(bench.path(name)).expect("a file");
    assert_eq!(
        (text(".cursor/mcp.json"), text(".mcp.json")),
        (GOOD.into(), GOOD.into())
    );
    assert_eq!(text("mcpdiag.toml"), "schema = 1\n");
    // What this program wrote it may write again, whatever the name.
    for _ in 0..2 {
        bench
            .run(&[".mcp.json", "-o", ".vscode/../manifest.json"])
            .expect(2);
        bench
            .run(&[".mcp.json", "-o", "gemini-extension.json"])
            .expect(0);
    }
}

#[test]
fn an_error_shows_a_path_as_it_was_given() {
    let bench = good();
    fs::create_dir(bench.path("out")).expect("a folder");
    bench.write("themes/mine.toml", "base = \"dark\"\nhost = {\n");
    for (args, said) in [
        (
            &["-o", "no/such/arch.svg"][..],
            "error: no/such/arch.svg: cannot write",
        ),
        (&["-o", "./out"], "error: ./out: -o names a directory"),
        (
            &["--check", "-o", "out/arch.svg"],
            "error: out/arch.svg: not what would be written",
        ),
        (
            &["-f", "svg", "--theme", "themes/mine.toml"],
            "error: themes/mine.toml:2:9: expected a comma or } in this table\n  2 | host = …",
        ),
        (
            &["-f", "svg", "--theme", "themes/other.toml"],
            "error: themes/other.toml: cannot read the theme: not found",
        ),
        (
            &["--replay", "no/such/seen.json"],
            "error: no/such/seen.json: cannot read the recording: not found",
        ),
        #[cfg(feature = "png")]
        (
            &["-f", "png", "--font", "no/such.ttf", "-o", "out/a.png"],
            "error: no/such.ttf: cannot read the font file: not found",
        ),
    ] {
        let ran = bench.run(&[&[".mcp.json"], args].concat());
        assert!(ran.err().starts_with(said), "{args:?}: {}", ran.err());
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_in_a_folder_are_failures_that_are_listed() {
    let bench = Bench::new(&[("shop/readme.txt", "")]);
    let link = |target: &str, at: &str| {
        let path = bench.path(at);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::os::unix::fs::symlink(target, path).expect("a link");
    };
    link("nowhere", "shop/.mcp.json");
    link("mcp.json", "shop/.cursor/mcp.json");
    let lines = [
        ".cursor/mcp.json: the links on the way lead in a circle",
        ".mcp.json: a link leads nowhere",
    ];
    let list = bench.run(&["shop", "--list-sources"]).expect(2).out();
    let said = bench.run(&["shop", "-o", "arch.svg"]).expect(2).err();
    for line in lines {
        assert!(list.contains(line) && said.contains(line), "{list}\n{said}");
    }
    assert!(list.contains("\n0 read, 2 failed,"), "{list}");
}

#[test]
fn why_a_file_was_ignored_is_listed() {
    let bench = Bench::new(&[
        (".zed/settings.json", "{\"theme\": \"dark\"}"),
        ("other.json", "{\"a\": 1}"),
        (".cursor/mcp.json", "{\"mcpServers\": {}}"),
    ]);
    let list = bench
        .run(&[".", "other.json", "--list-sources"])
        .expect(0)
        .out();
    for line in [
        ".zed/settings.json: no context_servers and no policy in it",
        "other.json: no key of a known client in it",
        ".cursor/mcp.json: no server is listed in it",
    ] {
        assert!(list.contains(line), "{line}\n{list}");
    }
}

#[cfg(feature = "probe")]
#[test]
fn a_recording_alone_prints_a_summary_and_draws_nothing() {
    let bench = good();
    let ran = bench
        .run(&[".mcp.json", "--probe", "--record", "out.json"])
        .expect(0);
    assert_eq!(ran.out(), "0 servers recorded in out.json\n");
    let seen = fs::read_to_string(bench.path("out.json")).expect("a recording");
    assert!(seen.contains("mcpdiag-observations"), "{seen}");
    let ran = bench
        .run(&[
            ".mcp.json",
            "--probe",
            "--record",
            "out.json",
            "-f",
            "mermaid",
        ])
        .expect(0);
    assert!(ran.out().contains("flowchart"), "{}", ran.out());
    let help = bench.run(&["-h"]).expect(0).out();
    let help: Vec<&str> = help.split_whitespace().collect();
    assert!(help.join(" ").contains("Without -o or -f"), "{help:?}");
}

#[test]
fn standard_input_that_is_empty_says_so() {
    let bench = good();
    let said = bench.pipe(&["-"], b"").expect(3).err();
    assert!(said.starts_with("error: stdin: "), "{said}");
    assert_eq!(bench.pipe(&["-"], b"\0\0").code(), 2);
}

#[test]
fn what_is_no_url_is_told_with_its_place_and_drawn_as_broken() {
    let text = r#"{"mcpServers": {
        "bare": {"type": "http", "url": "mcp.example.com/m"},
        "typo": {"type": "http", "url": "htps://mcp.example.org/m"},
        "junk": {"type": "http", "url": "ht!tp:/canary"}
    }}"#;
    let bench = Bench::new(&[(".mcp.json", text)]);
    let ran = bench.run(&["-f", "text"]).expect(0);
    for told in [
        "warning: .mcp.json:2:41: mcpServers.bare.url: no valid URL: the scheme is missing",
        "warning: .mcp.json:3:41: mcpServers.typo.url: no valid URL: unknown scheme",
        "warning: .mcp.json:4:41: mcpServers.junk.url: no valid URL: unknown scheme",
        "hint: write the whole URL, such as https://",
    ] {
        assert!(ran.err().contains(told), "{told}\n{}", ran.err());
    }
    assert!(!ran.err().contains("canary"));
    let drawn = ran.out();
    for invented in ["provider ·", "Private network", "no credential in config"] {
        assert!(!drawn.contains(invented), "{invented}\n{drawn}");
    }
    assert_eq!(drawn.matches("off: no valid URL").count(), 3, "{drawn}");
    assert_eq!(drawn.matches("── (off)").count(), 3, "{drawn}");
}

#[test]
fn folders_in_the_homes_of_two_people_are_two_boxes_without_their_names() {
    let of = |user: &str| {
        let (folder, cache) = (
            format!("/home/{user}/src"),
            format!("C:\\\\Users\\\\{user}\\\\src"),
        );
        format!(
            r#"{{"mcpServers": {{"fs-{}": {{"command": "files", "args": ["{folder}", "{cache}"]}}}}}}"#,
            user.len()
        )
    };
    let bench = Bench::new(&[
        ("one/.mcp.json", &of("canary1")),
        ("two/.mcp.json", &of("canary")),
    ]);
    for format in ["text", "mermaid", "dot", "svg"] {
        let drawn = bench.run(&["one", "two", "-f", format]).expect(0).out();
        for user in ["home of user 1", "home of user 2"] {
            assert!(drawn.contains(user), "{format}: {user}\n{drawn}");
        }
        assert!(
            !drawn.contains("canary") && !drawn.contains("user 3"),
            "{format}"
        );
    }
    // one person, however the home is written
    let bench = Bench::new(&[(".mcp.json", &of("canary"))]);
    let drawn = bench.run(&["-f", "text"]).expect(0).out();
    assert!(
        drawn.contains("asset ~/src (") && !drawn.contains("home of user"),
        "{drawn}"
    );
}
