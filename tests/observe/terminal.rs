//! On a terminal: a line per server, and a person who agrees to a start or does not.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::bench::Bench;
use crate::server::Server;

/// Runs a command whose standard input and error are a terminal, types something, and returns what the terminal shows.
fn at_a_terminal(mut command: Command, typed: &str) -> (i32, String) {
    let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&keyboard).unwrap();
    unlockpt(&keyboard).unwrap();
    let name = ptsname(&keyboard, Vec::new())
        .unwrap()
        .into_string()
        .unwrap();
    let screen = OpenOptions::new()
        .read(true)
        .write(true)
        .open(name)
        .unwrap();
    command
        .stdin(screen.try_clone().unwrap())
        .stderr(screen)
        .stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    // The last hand on the screen but that of the program.
    drop(command);
    let mut keyboard = File::from(keyboard);
    keyboard.write_all(typed.as_bytes()).unwrap();
    let mut shown = Vec::new();
    let mut piece = [0; 1024];
    // It is an error on Linux that nobody holds the other side any more.
    while let Ok(length @ 1..) = keyboard.read(&mut piece) {
        shown.extend_from_slice(&piece[..length]);
    }
    let code = child.wait().unwrap().code().unwrap_or(-1);
    (code, String::from_utf8_lossy(&shown).replace("\r\n", "\n"))
}

#[test]
fn each_server_gets_a_line_as_soon_as_it_is_done() {
    let server = Server::start();
    let at = &server.origin;
    let bench = Bench::of(&format!(
        r#""slow": {{"type": "http", "url": "{at}/silent/mcp"}},
        "notes": {{"type": "http", "url": "{at}/mcp"}},
        "walled": {{"type": "http", "url": "{at}/walled/mcp"}}"#
    ));
    let start = Instant::now();
    let command = bench.command(&[".mcp.json", "--probe", "--timeout", "2", "-o", "a.svg"]);
    let (code, shown) = at_a_terminal(command, "");
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(code, 0, "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "asking 3 servers");
    let mut quick = [lines[1], lines[2]].map(|line| line.split_once("] ").unwrap().1.to_owned());
    quick.sort();
    assert_eq!(
        quick,
        [
            format!("http {at}/mcp: answered, 2026-07-28"),
            format!("http {at}/walled/mcp: asks for a token (401)"),
        ]
    );
    assert!(lines[1].starts_with("[1/3] ") && lines[2].starts_with("[2/3] "));
    assert_eq!(
        lines[3],
        format!("[3/3] http {at}/silent/mcp: not reachable: no answer in time")
    );
}

#[test]
fn a_person_agrees_on_a_terminal_or_nothing_starts() {
    for (typed, starts) in [("y\n", true), ("n\n", false), ("\n", false)] {
        let bench = Bench::of(r#""notes": {"command": "./notes.sh", "args": ["--all files"]}"#);
        bench.write("notes.sh", "#!/bin/sh\n: > started\n");
        let rights = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(bench.path("notes.sh"), rights).unwrap();
        let args = [
            ".mcp.json",
            "--probe=stdio",
            "--allow-run",
            "notes",
            "-o",
            "a.svg",
        ];
        let (code, shown) = at_a_terminal(bench.command(&args), typed);
        assert_eq!(code, 0, "{shown}");
        assert!(
            shown.contains("  command      ./notes.sh '--all files'\n"),
            "{shown}"
        );
        assert!(shown.contains("Start it? [y/N] "), "{shown}");
        assert_eq!(bench.path("started").exists(), starts, "{typed:?}");
        assert_eq!(
            shown.contains("not started: no consent"),
            !starts,
            "{shown}"
        );
        assert!(bench.path("a.svg").exists());
    }
}
