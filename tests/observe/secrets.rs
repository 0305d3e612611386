//! No configured credential leaves the machine without leave, and none is ever printed or recorded.

use std::path::Path;

use crate::bench::{Bench, Ran};
use crate::server::{Server, disguises, exotic};

/// Stands in every secret.
const MARK: &str = "canary7f3a9";

/// Entries that hold a secret wherever an entry can: header, query, user, path, bridge.
fn entries(server: &Server, other: &Server) -> Bench {
    let at = &server.origin;
    let host = at.trim_start_matches("http://");
    Bench::of(&format!(
        r#""header": {{"type": "http", "url": "{at}/mcp", "headers": {{"Authorization": "Bearer sk-{MARK}-0000000000000001", "X-Api-Key": "{MARK}b", "Cookie": "session={MARK}c"}}}},
        "query": {{"type": "http", "url": "{at}/mcp?api_key={MARK}d"}},
        "user": {{"type": "http", "url": "http://me:{MARK}e@{host}/walled/mcp"}},
        "path": {{"type": "http", "url": "{at}/key/sk-{MARK}00000000000000000002/mcp"}},
        "variable": {{"type": "http", "url": "{at}/legacy/mcp", "headers": {{"Authorization": "Bearer ${{PROBE_TEST_TOKEN}}"}}}},
        "bridge": {{"command": "npx", "args": ["-y", "mcp-remote", "{other}/mcp", "--header", "Authorization: Bearer {MARK}f"]}},
        "bare": {{"type": "http", "url": "{at}/mcp?{MARK}k"}},
        "unnamed": {{"type": "http", "url": "{at}/legacy/mcp?q=Bearer+{MARK}l&sid={MARK}m&mode=read"}},
        "session": {{"type": "http", "url": "{at}/mcp;jsessionid={MARK}n"}},
        "place": {{"type": "http", "url": "{at}/{MARK}o/mcp"}},
        "started": {{"command": "npx", "args": ["-y", "x", "--token", "{MARK}g"], "env": {{"API_TOKEN": "{MARK}h"}}}},
        "elsewhere": {{"type": "http", "url": "{other}/mcp", "headers": {{"Authorization": "Bearer {MARK}i"}}}}"#,
        other = other.origin,
    ))
}

fn run(bench: &Bench, args: &[&str]) -> Ran {
    let output = bench
        .command(&[&[".mcp.json", "-vv"], args].concat())
        .env("PROBE_TEST_TOKEN", format!("{MARK}j"))
        .output()
        .unwrap();
    Ran(output)
}

fn sent(server: &Server) -> String {
    server.requests().join("\n")
}

/// Checks that nothing that was said or written shows a secret, in whichever form.
fn is_silent(bench: &Bench, ran: &Ran, files: &[&str]) {
    // What Base64 makes of it depends on what stands before; the digits at both ends belong to others, too.
    let base64 = ["", "-", "--"].into_iter().flat_map(|before| {
        let forms = disguises(&format!("{before}{MARK}---")).into_iter();
        forms.take(2).map(|text| text[4..14].to_owned())
    });
    let forms: Vec<String> = disguises(MARK).into_iter().skip(2).chain(base64).collect();
    let written = files.iter().map(|name| bench.read(name));
    let said = [ran.out(), ran.err()].into_iter().chain(written);
    for text in said {
        let text = text.to_lowercase();
        for form in forms.iter().map(|form| form.to_lowercase()) {
            assert!(!text.contains(&form), "{form} in {text}");
        }
    }
}

#[test]
fn without_leave_no_credential_leaves_the_machine_or_is_shown() {
    let (server, other) = (Server::start(), Server::start());
    let bench = entries(&server, &other);
    for format in ["text", "json", "svg", "mermaid", "dot"] {
        let ran = run(&bench, &["--probe", "--record", "p.json", "-f", format]).expect(0);
        is_silent(&bench, &ran, &["p.json"]);
        let again = run(&bench, &["--replay", "p.json", "-f", format]).expect(0);
        is_silent(&bench, &again, &[]);
        assert_eq!(ran.out(), again.out(), "{format}");
    }
    for asked in [&server, &other] {
        assert!(!sent(asked).contains(MARK));
        assert!(!sent(asked).to_lowercase().contains("authorization:"));
        assert!(!sent(asked).to_lowercase().contains("cookie:"));
        assert!(sent(asked).contains("server/discover"));
    }
}

#[test]
fn with_leave_credentials_go_to_their_server_alone_and_are_shown_nowhere() {
    let (server, other) = (Server::start(), Server::start());
    let bench = entries(&server, &other);
    let names = ["header", "query", "user", "path", "variable", "bridge"];
    let mut args = vec!["--probe", "--record", "p.json", "-f", "json"];
    for name in names {
        args.extend(["--send-credentials", name]);
    }
    let ran = run(&bench, &args).expect(0);
    let bytes = sent(&server);
    for secret in ["-0000000000000001", "b", "c", "00000000000000000002", "j"] {
        assert!(
            bytes.contains(&format!("{MARK}{secret}")),
            "{secret} was to be sent"
        );
    }
    // Only what was named, and only to its own origin.
    assert!(!bytes.contains(&format!("{MARK}f")) && !bytes.contains(&format!("{MARK}i")));
    assert!(!sent(&other).contains(MARK));
    // The server repeats the token, and in every disguise: the recording holds no secret all the same.
    let recorded = bench.read("p.json");
    assert!(recorded.contains("notes for"));
    assert!(recorded.contains("\"name\": \"•••\""), "{recorded}");
    is_silent(&bench, &ran, &["p.json"]);
    assert!(ran.out().contains("seen with"), "{}", ran.out());
    // Metadata is asked for without headers and without the key in the query.
    for request in server.requests() {
        let document = request.starts_with("GET /.well-known/");
        assert!(!document || !request.contains("api_key"), "{request}");
        assert!(!document || !request.to_lowercase().contains("authorization:"));
    }
}

#[test]
fn what_was_left_out_of_an_address_is_told() {
    let (server, other) = (Server::start(), Server::start());
    let bench = entries(&server, &other);
    let ran = run(&bench, &["--probe", "--record", "p.json", "-f", "text"]).expect(0);
    for words in [
        "asked without its query parameter `•••`",
        "asked without its query parameters `q`, `sid`",
        "asked without its path parameter `jsessionid`",
    ] {
        assert!(ran.out().contains(words), "{words} in {}", ran.out());
    }
    assert!(
        ran.err()
            .contains("place: not probed: the path of its address holds a credential")
    );
    assert!(sent(&server).contains("/legacy/mcp?mode=read HTTP"));
    let url = format!("{}/mcp?sid={MARK}&n=5", server.origin);
    let ran = bench.run(&["probe", &url]).expect(0);
    assert!(
        ran.out()
            .contains("detail          asked without its query parameter `sid`")
    );
    assert!(
        ran.err()
            .contains("asked without its query parameter `sid`")
    );
    is_silent(&bench, &ran, &["p.json"]);
    assert!(sent(&server).contains("/mcp?n=5 HTTP"));
}

#[test]
fn exotic_echoes_of_a_credential_are_masked_too() {
    let (server, other) = (Server::start(), Server::start());
    let bench = entries(&server, &other);
    let args = [
        "--probe",
        "--send-credentials",
        "header",
        "--record",
        "p.json",
        "-f",
        "json",
    ];
    let ran = run(&bench, &args).expect(0);
    let recorded = bench.read("p.json");
    for text in [&recorded, &ran.out()] {
        assert!(text.contains("\"•••\""), "{text}");
        assert!(!text.contains("000000001"), "{text}");
        for form in exotic(MARK).into_iter().take(8) {
            let form = form.replace('\\', "\\\\");
            assert!(!text.contains(&form), "{form} in {text}");
        }
    }
}

#[test]
fn samples_hold_no_recording_with_a_secret() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/probe");
    for folder in std::fs::read_dir(root).unwrap() {
        let recording = folder.unwrap().path().join("probe.json");
        let text = std::fs::read_to_string(recording).unwrap();
        let read = mcpdiag::probe::Recording::from_json(&text, "probe.json").unwrap();
        assert_eq!(read.to_json().unwrap(), text);
    }
}
