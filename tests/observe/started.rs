//! Stdio servers: nothing starts without leave, credentials stay back, Ctrl-C ends all of it.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::server::Server;

/// A modern server as a shell script; it leaves its environment in a file.
const NOTES: &str = r#"#!/bin/sh
env > environment
while read -r line; do
  case $line in
    *server/discover*)
      echo "starting up"
      id=$(printf %s "$line" | sed 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/')
      echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shell-notes","version":"1"}}}}' ;;
  esac
done
"#;

fn bench(script: &str) -> Bench {
    let bench = Bench::of(
        r#""notes": {"command": "./notes.sh", "args": ["--verbose"], "env": {"LOG_LEVEL": "info", "API_TOKEN": "canary7f3a9"}}"#,
    );
    bench.write("notes.sh", script);
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bench.path("notes.sh"), rights).unwrap();
    bench
}

const ASK: [&str; 4] = [".mcp.json", "--probe=stdio", "--allow-run", "notes"];

#[test]
fn without_a_terminal_or_yes_nothing_starts() {
    let bench = bench(NOTES);
    let ran = bench.run(&ASK).expect(2);
    assert!(
        ran.err().contains("there is no terminal to ask on"),
        "{}",
        ran.err()
    );
    bench.run(&[".mcp.json", "--probe", "-f", "text"]).expect(0);
    assert!(!bench.path("environment").exists());
}

#[test]
fn the_command_is_shown_and_credentials_stay_back() {
    let bench = bench(NOTES);
    let args = [&ASK[..], &["--yes", "-f", "text", "--record", "p.json"]].concat();
    let ran = bench.run(&args).expect(0);
    let shown = "notes (.mcp.json:1:17)\n  command      ./notes.sh --verbose\n  in           this directory, ";
    assert!(ran.err().starts_with(shown), "{}", ran.err());
    assert!(
        ran.err().contains("\n  environment  LOG_LEVEL, "),
        "{}",
        ran.err()
    );
    let back = "  kept back    API_TOKEN (--send-credentials notes hands it over)\n";
    assert!(ran.err().contains(back), "{}", ran.err());
    let environment = bench.read("environment");
    assert!(environment.contains("LOG_LEVEL=info"));
    assert!(
        !environment.contains("canary") && !environment.contains("CARGO"),
        "{environment}"
    );
    for words in [
        "2026-07-28 · no protocol session",
        "self-reported: shell-notes 1",
        "started without its credentials",
        "MUST broken: writes other text to stdout",
    ] {
        assert!(ran.out().contains(words), "{words} in {}", ran.out());
    }
    let again = bench
        .run(&[".mcp.json", "--replay", "p.json", "-f", "text"])
        .expect(0);
    assert_eq!(again.out(), ran.out());
}

#[test]
fn a_named_server_gets_its_credentials_and_nobody_sees_them() {
    let bench = bench(NOTES);
    let args = [
        &ASK[..],
        &[
            "--yes",
            "-vv",
            "--send-credentials",
            "notes",
            "-f",
            "json",
            "--record",
            "p.json",
        ],
    ]
    .concat();
    let ran = bench.run(&args).expect(0);
    assert!(bench.read("environment").contains("API_TOKEN=canary7f3a9"));
    for text in [&ran.out(), &ran.err(), &bench.read("p.json")] {
        assert!(!text.contains("canary"), "{text}");
    }
    assert!(ran.out().contains("seen with API_TOKEN"));
}

#[test]
fn a_command_of_which_a_part_is_masked_needs_leave() {
    let bench = Bench::of(
        r#""notes": {"command": "./notes.sh", "args": ["--password", "/home/canary horse", "--header", "Authorization: Bearer canary7f3a9"]}"#,
    );
    bench.write("notes.sh", NOTES);
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bench.path("notes.sh"), rights).unwrap();
    let args = [&ASK[..], &["--yes", "-f", "text"]].concat();
    let ran = bench.run(&args).expect(0);
    let words = "notes: not probed: its command line holds a credential\nhint: `--send-credentials notes` sends it";
    assert!(ran.err().contains(words), "{}", ran.err());
    assert!(!bench.path("environment").exists());
    let ran = bench
        .run(&[&args[..], &["--send-credentials", "notes"]].concat())
        .expect(0);
    let words = "  command      ./notes.sh --password ••• --header 'Authorization: Bearer •••'\n";
    assert!(ran.err().contains(words), "{}", ran.err());
    assert!(bench.path("environment").exists());
    assert!(!(ran.err() + &ran.out()).contains("canary"));
}

/// Waits for something that another process does.
fn until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn runs(pid: &str) -> bool {
    let quiet = Command::new("kill")
        .args(["-0", pid])
        .stderr(Stdio::null())
        .status();
    quiet.unwrap().success()
}

#[test]
fn ctrl_c_ends_cleanly_kills_children_and_draws_what_is_known() {
    let server = Server::start();
    let bench = Bench::of(&format!(
        r#""good": {{"type": "http", "url": "{at}/mcp"}},
        "silent": {{"type": "http", "url": "{at}/silent/mcp"}},
        "mute": {{"command": "./mute.sh"}}"#,
        at = server.origin
    ));
    // A child that starts one of its own and answers nothing.
    bench.write("mute.sh", "#!/bin/sh\nsleep 600 &\necho $! > grandchild\necho $$ > child.new\nmv child.new child\nwait\n");
    let rights = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bench.path("mute.sh"), rights).unwrap();
    let args = [
        ".mcp.json",
        "--probe=stdio",
        "--allow-run",
        "mute",
        "--yes",
        "-o",
        "a.txt",
        "--record",
        "p.json",
    ];
    let mut run = bench
        .command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("the servers are asked", || {
        let asked = server.requests();
        let good = asked.iter().any(|r| r.contains("tools/list"));
        good && asked.iter().any(|r| r.starts_with("POST /silent")) && bench.path("child").exists()
    });
    std::thread::sleep(Duration::from_millis(300));
    let interrupt = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let start = Instant::now();
    until("the run ends", || run.try_wait().unwrap().is_some());
    assert!(start.elapsed() < Duration::from_secs(8));
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("error: the probe was interrupted before its end"),
        "{said}"
    );
    let drawn = bench.read("a.txt");
    assert!(drawn.contains("self-reported: notes for nobody"), "{drawn}");
    assert!(drawn.contains("interrupted"), "{drawn}");
    for name in ["child", "grandchild"] {
        let pid = bench.read(name).trim().to_owned();
        until("the children are gone", || !runs(&pid));
    }
}
