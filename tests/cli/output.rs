//! Where the output goes, and that it is the same everywhere.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::bench::Ran;
use crate::{GOOD, good};

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
