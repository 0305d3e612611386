//! Drawing with a recording: in every build, without the network, with clear words about what does not fit.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn sample(folder: &str, file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("samples/probe").join(folder).join(file)
}

/// Runs the program in a folder; returns exit code, standard output and standard error.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        ran.status.code().unwrap(),
        text(ran.stdout),
        text(ran.stderr),
    )
}

/// A folder with the configuration of a sample and a recording.
fn folder(recording: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::copy(
        sample("cloudflare", ".mcp.json"),
        folder.path().join(".mcp.json"),
    )
    .unwrap();
    std::fs::write(folder.path().join("p.json"), recording).unwrap();
    folder
}

fn good() -> String {
    std::fs::read_to_string(sample("cloudflare", "probe.json")).unwrap()
}

const REPLAY: [&str; 5] = [".mcp.json", "--replay", "p.json", "-f", "text"];

#[test]
fn the_cloudflare_pair_is_drawn_complete() {
    let (code, out, err) = run(folder(&good()).path(), &REPLAY);
    assert_eq!((code, err.as_str()), (0, ""));
    for words in [
        "[key] OAuth token for mcp.example.com/mcp ──▶",
        "OAuth 2.1 · PKCE S256 · CIMD · scope mcp:read · (observed) ╌╌▶ auth.example.com",
        "asks for a token (401)",
        "revision: not seen without a token",
        "iss in answers (RFC 9207)",
        "names this resource as its own",
        "probed: 1 server (1 asked for a token)",
    ] {
        // The lines of a frame are cut to its width.
        let flat: Vec<&str> = out
            .split_whitespace()
            .filter(|w| *w != "│" && *w != "┃")
            .collect();
        assert!(flat.join(" ").contains(words), "{words:?} in {out}");
    }
}

#[test]
fn what_was_seen_is_in_every_format() {
    for format in ["svg", "mermaid", "dot", "text", "json"] {
        let root = sample("mixed", "");
        let args = [".mcp.json", "--replay", "probe.json", "-f", format];
        let (code, out, _) = run(&root, &args);
        assert_eq!(code, 0, "{format}");
        for words in [
            "2026-07-28",
            "2024-11-05",
            "self-reported: acme-notes",
            "12 tools: search",
            "not reachable: the name",
            "login.board.example/tenant1",
            "deprecated:",
            "not followed: issuer",
            "claims: 8 read-only",
        ] {
            assert!(out.contains(words), "{words:?} in {format}: {out}");
        }
    }
}

#[test]
fn a_recording_that_cannot_be_used_is_an_error_with_a_remedy() {
    let good = good();
    for (recording, expected) in [
        (
            "canary".to_owned(),
            "p.json:1:1: the recording is not valid JSON",
        ),
        (
            good[..good.len() / 2].to_owned(),
            "the recording is not valid JSON",
        ),
        (
            "{\"mcpServers\": {\"canary\": {}}}".to_owned(),
            "not a recording of a probe",
        ),
        (
            good.replace("\"version\": 1", "\"version\": 2"),
            "another version: expected 1",
        ),
        (
            good.replace("\"unknown\"", "\"canary\""),
            "expected an observation",
        ),
    ] {
        let folder = folder(&recording);
        let (code, out, err) = run(folder.path(), &REPLAY);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(expected) && err.contains("hint: "), "{err}");
        assert!(!err.contains("canary"), "{err}");
    }
    let (code, _, err) = run(folder("").path(), &[".mcp.json", "--replay", "gone.json"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("gone.json: cannot read the recording: not found"),
        "{err}"
    );
    let folder = folder("");
    std::fs::write(folder.path().join("p.json"), [0xff, 0xfe, 0x00]).unwrap();
    let (code, _, err) = run(folder.path(), &REPLAY);
    assert_eq!(code, 2);
    assert!(
        err.contains("p.json: the recording is not valid UTF-8"),
        "{err}"
    );
}

#[test]
fn observations_that_fit_no_server_are_named_and_the_rest_is_drawn() {
    let recording = good().replace(
        "http https://mcp.example.com/mcp",
        "http https://gone.example/mcp",
    );
    let (code, out, err) = run(folder(&recording).path(), &REPLAY);
    assert_eq!(code, 0);
    assert!(
        err.contains(
            "warning: no server here is what was observed as `http https://gone.example/mcp`"
        ),
        "{err}"
    );
    assert!(out.contains("not probed: 1 server"), "{out}");
}

#[test]
fn names_from_hostile_servers_break_no_format() {
    let hostile = r#"]\\\"} --> x; <script>&\u0000\u001b[31m\u202e\nend --- "#.replace("\\\\", "");
    let hostile = format!("{hostile}{}", "x".repeat(400));
    let recording = std::fs::read_to_string(sample("mixed", "probe.json")).unwrap();
    let recording = recording
        .replace("acme-notes", &hostile)
        .replace("search_notes", &hostile)
        .replace("board:read", &hostile)
        .replace("sso.example.org", "sso.example.org/\\\"><g onload=x>");
    let folder = folder(&recording);
    std::fs::copy(
        sample("mixed", ".mcp.json"),
        folder.path().join(".mcp.json"),
    )
    .unwrap();
    for format in ["svg", "mermaid", "dot", "text", "json"] {
        let args = [".mcp.json", "--replay", "p.json", "-f", format];
        let (code, out, err) = run(folder.path(), &args);
        assert_eq!(code, 0, "{format}: {err}");
        assert!(!out.contains(['\u{1b}', '\u{202e}', '\0']), "{format}");
        if format == "svg" {
            let tree = roxmltree::Document::parse(&out).unwrap();
            assert!(tree.descendants().all(|n| n.attribute("onload").is_none()));
            assert!(!out.contains("<script"));
        }
    }
}

#[test]
fn a_secret_that_was_edited_into_a_recording_does_not_show() {
    let secret = "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000";
    let recording = good()
        .replace("mcp:read", secret)
        .replace("Acme Files MCP", secret);
    for format in ["svg", "mermaid", "dot", "text", "json"] {
        let args = [".mcp.json", "--replay", "p.json", "-vv", "-f", format];
        let (code, out, err) = run(folder(&recording).path(), &args);
        assert_eq!(code, 0);
        assert!(
            !out.contains("FAKEfake") && !err.contains("FAKEfake"),
            "{format}: {out}"
        );
    }
}
