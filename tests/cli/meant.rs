//! What a user meant: near names, values in a word of their own, folders one level off, files with too much to say.

use std::fs;

use super::bench::Bench;
use super::good;

#[test]
fn a_missing_file_names_the_one_that_is_called_most_like_it() {
    let bench = good();
    bench.write("shop/claude_desktop_config.json", super::GOOD);
    for (typed, meant) in [
        ("mcp.json", "hint: did you mean .mcp.json?"),
        (
            "shop/claude_desktop_confg.json",
            "hint: did you mean shop/claude_desktop_config.json?",
        ),
        ("shop/other", "hint: check the path"),
        ("nowhere/mcp.json", "hint: check the path"),
    ] {
        let said = bench.run(&[typed, "-f", "json"]).expect(2).err();
        let start = format!("error: {typed}: file not found\n");
        assert!(said.starts_with(&start) && said.contains(meant), "{said}");
    }
}

#[test]
fn an_extension_of_another_format_is_warned_of() {
    let bench = good();
    let said = bench
        .run(&[".mcp.json", "-f", "text", "-o", "x.svg"])
        .expect(0)
        .err();
    assert!(
        said.starts_with(
            "warning: x.svg: the file is called one of svg, and text is written into it\nhint: "
        ),
        "{said}"
    );
    for name in ["x.txt", "x", "x.md"] {
        let ran = bench
            .run(&[".mcp.json", "-f", "text", "-o", name])
            .expect(0);
        assert_eq!(ran.err(), "", "{name}");
    }
}

#[test]
fn leaving_every_server_out_leaves_nothing_to_draw() {
    let bench = good();
    for args in [
        &["--exclude", "*"][..],
        &["--exclude", "files", "--exclude", "tracker"],
        &["--exclude", "host:*"],
    ] {
        let said = bench
            .run(&[&[".mcp.json", "-f", "json"], args].concat())
            .expect(2)
            .err();
        assert!(
            said.starts_with("error: nothing is left to draw after --exclude\nhint: "),
            "{args:?}: {said}"
        );
    }
    bench
        .run(&[".mcp.json", "-f", "json", "--exclude", "files"])
        .expect(0);
}

#[test]
fn full_detail_adds_the_sign_in_to_json_too() {
    let bench = good();
    let plain = bench.run(&[".mcp.json", "-f", "json"]).expect(0).out();
    let full = bench.run(&[".mcp.json", "-f", "json", "--detail", "full"]);
    let full = full.expect(0).out();
    assert!(full.len() >= plain.len(), "{full}");
}

#[cfg(feature = "probe")]
#[test]
fn the_value_of_probe_in_a_word_of_its_own_is_told() {
    let bench = good();
    let said = bench
        .run(&[".mcp.json", "--probe", "stdio"])
        .expect(2)
        .err();
    assert!(said.contains("`--probe=stdio`"), "{said}");
    bench.write("stdio", super::GOOD);
    bench
        .run(&["stdio", "--probe", "-f", "json", "--exclude", "tracker"])
        .expect(0);
}

#[test]
fn a_folder_of_homes_is_no_home() {
    let bench = Bench::new(&[("copy/mara/.cursor/mcp.json", super::GOOD)]);
    let said = bench.run(&["--root", "copy"]).expect(3).err();
    let hint = format!(
        "hint: did you mean --root {}?",
        std::path::Path::new("copy").join("mara").display()
    );
    assert!(said.contains(&hint), "{said}");
    bench.run(&["--root", "copy/mara", "-f", "json"]).expect(0);
    let said = bench.run(&["--root", "copi"]).expect(2).err();
    assert!(said.contains("hint: did you mean copy?"), "{said}");
}

#[test]
fn a_group_that_the_client_does_not_read_names_the_one_that_it_reads() {
    let bench = Bench::new(&[(
        ".codex/config.toml",
        "[mcpServers.soil]\ncommand = \"soil\"\n",
    )]);
    let said = bench
        .run(&[".codex/config.toml", "-f", "json"])
        .expect(0)
        .err();
    assert!(said.contains("hint: Codex reads mcp_servers"), "{said}");
}

#[test]
fn a_script_under_another_name_is_read_as_the_client_that_is_named() {
    let bench = Bench::new(&[("mine.sh", "mcp add soil --type stdio --command soil\n")]);
    let ran = bench
        .run(&["mine.sh", "--client", "crush", "-f", "json"])
        .expect(0);
    assert!(ran.out().contains("\"server\": \"soil\""), "{}", ran.out());
    bench.write(
        "old.conf",
        r#"{"mcp": {"soil": {"type": "stdio", "command": "soil"}}}"#,
    );
    bench
        .run(&["old.conf", "--client", "crush", "-f", "json"])
        .expect(0);
}

#[test]
fn thousands_of_mistakes_are_counted_unless_every_one_is_wanted() {
    let entries: Vec<String> = (0..1000).map(|i| format!("\"s{i}\": 7")).collect();
    let text = format!(
        "{{\"mcpServers\": {{{}, \"good\": {{\"command\": \"soil\"}}}}}}",
        entries.join(", ")
    );
    let bench = Bench::new(&[(".mcp.json", &text)]);
    let said = bench.run(&[".mcp.json", "-o", "a.json"]).expect(0).err();
    assert_eq!(said.matches("warning: ").count(), 21, "{said}");
    assert!(
        said.contains("warning: .mcp.json: 980 more like this: expected a map"),
        "{said}"
    );
    assert!(said.ends_with("hint: -v shows every one\n"), "{said}");
    let said = bench
        .run(&[".mcp.json", "-o", "b.json", "-v"])
        .expect(0)
        .err();
    assert_eq!(said.matches("warning: ").count(), 1000);
    let read = |name: &str| fs::read(bench.path(name)).expect("a file");
    assert_eq!(read("a.json"), read("b.json"));
}
