//! Command lines in, readings in one line out.

use std::fmt::Write as _;

use std::collections::BTreeMap;

use super::*;
use crate::diagnostic::Place;
use crate::inventory::{EndpointPlace, FactCx, Found, Values, VarSyntax};

const ALL: &[VarSyntax] = &[
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
    VarSyntax::BracedEnv,
    VarSyntax::Input,
    VarSyntax::Secrets,
];

mod secrets;

fn at() -> Place {
    Place {
        path: "mcp.json".into(),
        line: 1,
        column: 1,
    }
}

/// Reads a command line; `env` names variables of the entry.
fn read(line: &[&str], env: &[&str], cwd: Option<&str>) -> (Launch, Found, Vec<String>) {
    let mut values = Values::default();
    let inputs = BTreeMap::new();
    let mut cx = FactCx {
        values: &mut values,
        understood: ALL,
        product: "Fictive Code",
        inputs: &inputs,
        declares: false,
        prefix: None,
        in_repository: true,
        marks: Vec::new(),
        helpers: Vec::new(),
    };
    let args: Vec<String> = line[1..].iter().map(|word| (*word).to_owned()).collect();
    let env: Vec<(String, Option<String>)> = env
        .iter()
        .map(|name| ((*name).to_owned(), Some("x".to_owned())))
        .collect();
    let (launch, found) = cx.launch(line[0], &args, &env, cwd, &at());
    let marks = cx.marks.iter().map(|mark| mark.text.clone()).collect();
    (launch, found, marks)
}

fn listener(listener: &Listener) -> String {
    let port = listener
        .port
        .map_or_else(|| "?".to_owned(), |port| port.to_string());
    let host = if listener.all_interfaces { "*" } else { "-" };
    let sign = if listener.address_written { "" } else { "?" };
    format!("{host}:{port}{sign}")
}

fn pin(pin: &Pin) -> String {
    match pin {
        Pin::Unpinned => String::new(),
        Pin::Version(version) => format!(" {version}"),
        Pin::Digest => " digest".to_owned(),
    }
}

fn program(launch: &Launch) -> String {
    match &launch.program {
        Program::Package {
            ecosystem,
            name,
            pin: fixed,
        } => format!("{}:{name}{}", ecosystem.word(), pin(fixed)),
        Program::Image { name, tag, digest } => format!(
            "image {name}{}{}",
            tag.as_ref()
                .map(|tag| format!(" {tag}"))
                .unwrap_or_default(),
            if *digest { " digest" } else { "" }
        ),
        Program::Git { name, pinned } => {
            format!("git {name}{}", if *pinned { " pinned" } else { "" })
        }
        Program::Script {
            runtime,
            name,
            location,
        } => format!("{runtime} {name} ({location:?})"),
        Program::Binary { name, location } => format!("{name} ({location:?})"),
        Program::ProjectTask { name } => format!("task {name}"),
        Program::WrapperScript { name } => format!("wrapper {name}"),
        Program::Unknown => "unknown".to_owned(),
    }
}

fn describe_launch(launch: &Launch) -> String {
    let mut out = Vec::new();
    for hop in &launch.hops {
        match hop {
            Hop::ShellString(shell) => out.push(format!("{shell} string")),
            Hop::Wrapper(name) => out.push((*name).to_owned()),
            Hop::Isolation(index) => {
                let isolation = &launch.isolations[*index];
                let mut text = format!("[{}", isolation.title);
                match &isolation.network {
                    Network::OpenByDefault => {}
                    Network::None => text.push_str(", no network"),
                    Network::Host => text.push_str(", host network"),
                    Network::Named(name) => {
                        let _ = write!(text, ", network {name}");
                    }
                }
                for mount in &isolation.mounts {
                    let mode = if mount.read_only { "ro" } else { "rw" };
                    let volume = if mount.volume { "volume " } else { "" };
                    let _ = write!(text, ", {volume}{}>{} {mode}", mount.from, mount.to);
                }
                if let Some(why) = isolation.not_read {
                    let _ = write!(text, ", not known: {why}");
                }
                for gap in &isolation.gaps {
                    let _ = write!(text, ", gap {gap}");
                }
                for port in &isolation.published {
                    let _ = write!(text, ", port {}", listener(port));
                }
                out.push(format!("{text}]"));
            }
        }
    }
    out.push(program(launch));
    if let Some(bridge) = &launch.bridge {
        let mut text = format!("bridge {}", bridge.name);
        if let Some(remote) = &bridge.remote {
            let _ = write!(text, " to {} {}", bridge.transport.word(), remote.shown);
        }
        if let Some(inner) = &bridge.publishes {
            let _ = write!(text, " publishes <{}>", describe_launch(inner));
        }
        if let Some(port) = &bridge.listener {
            let _ = write!(text, " on {}", listener(port));
        }
        if bridge.allows_http {
            text.push_str(", allows http");
        }
        if bridge.holds_tokens {
            text.push_str(", holds tokens");
        }
        out.push(text);
    }
    if let Some(gateway) = &launch.gateway {
        let names: Vec<&str> = gateway.back_ends.iter().map(Redacted::as_str).collect();
        out.push(format!(
            "gateway {} [{}]",
            gateway.product,
            names.join(", ")
        ));
    }
    for reach in &launch.reach {
        out.push(format!(
            "uses {}{}",
            reach.shown,
            if reach.kind == ReachKind::Path {
                String::new()
            } else {
                format!(" {:?}", reach.kind)
            }
        ));
    }
    if let Some(port) = &launch.listener {
        out.push(format!("listens {}", listener(port)));
    }
    for flag in &launch.flags {
        out.push(flag.to_string());
    }
    out.join(" ")
}

fn describe(launch: &Launch, found: &Found) -> String {
    let mut out = vec![describe_launch(launch)];
    for credential in &found.credentials {
        let mut text = format!(
            "{} {} {:?}",
            credential.name,
            credential.form.word(),
            credential.carrier
        );
        if credential.literal_default {
            text.push_str(" default");
        }
        out.push(text);
    }
    for endpoint in &found.endpoints {
        let kind = if endpoint.database {
            "database"
        } else {
            "address"
        };
        let variable = if matches!(endpoint.endpoint.place, EndpointPlace::Variable(_)) {
            " (variable)"
        } else {
            ""
        };
        out.push(format!("{kind} {}{variable}", endpoint.endpoint.shown));
    }
    for setting in &found.settings {
        out.push(format!("setting {setting}"));
    }
    out.join(" | ")
}

/// Checks a table: a line with the words as JSON, then an indented line with the reading.
fn check(table: &str) {
    let mut lines = table.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let words: Vec<String> = serde_json::from_str(line).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let expected = lines.next().unwrap().trim();
        let (launch, found, _) = read(&words, &["SOIL_TOKEN"], None);
        assert_eq!(describe(&launch, &found), expected, "{line}");
        count += 1;
    }
    assert!(count > 10);
}

fn marks(line: &[&str]) -> Vec<String> {
    let (launch, ..) = read(line, &[], None);
    launch.marks.iter().map(|mark| mark.text.clone()).collect()
}

#[test]
fn launchers_of_packages() {
    check(include_str!("tests/packages.txt"));
}

#[test]
fn shells_and_wrappers() {
    check(include_str!("tests/shells.txt"));
    assert_eq!(marks(&["bash", "-c", "npx pkg"]), ["shell string"]);
    assert_eq!(marks(&["cmd", "/c", "npx", "pkg"]), [""; 0]);
    assert_eq!(
        marks(&["uv run python", "x.py"]),
        ["command holds a whole command line: some clients refuse it"]
    );
}

#[test]
fn containers_are_isolations() {
    check(include_str!("tests/containers.txt"));
    assert_eq!(
        marks(&["docker", "run", "mcp/soil"]),
        ["image tag can move"]
    );
    assert_eq!(marks(&["docker", "run", "mcp/soil:2.0"]), [""; 0]);
    assert_eq!(
        marks(&["docker", "-H", "ssh://me@box", "run", "mcp/soil:2.0"]),
        ["the container may run on another machine"]
    );
}

#[test]
fn the_bridges_sample() {
    check(include_str!("tests/bridges.txt"));
}

#[test]
fn arguments_say_what_a_server_gets() {
    check(include_str!("tests/arguments.txt"));
}

#[test]
fn credentials_beside_the_program_are_told_by_their_place() {
    check(include_str!("tests/aside.txt"));
}

#[test]
fn an_assignment_before_the_program_needs_a_shell() {
    let (launch, _, _) = read(&["API_KEY=fake-0", "npx", "-y", "soil-mcp"], &[], None);
    let marks: Vec<&str> = launch.marks.iter().map(|mark| mark.text.as_str()).collect();
    assert_eq!(
        marks,
        ["NAME=value before the program: without a shell this does not start"]
    );
}

#[test]
fn references_that_the_client_does_not_expand_are_marked() {
    let (_, _, marks) = read(
        &["soil", "--token", "{env:SOIL_TOKEN}", "${input:x}"],
        &[],
        None,
    );
    assert_eq!(
        marks,
        ["{env:SOIL_TOKEN} is not expanded by Fictive Code: it stays as text"]
    );
    // The bridge expands these itself.
    let (_, _, marks) = read(
        &[
            "npx",
            "mcp-remote",
            "https://x.example.com",
            "--header",
            "A: {env:B}",
        ],
        &[],
        None,
    );
    assert_eq!(marks, [""; 0]);
}

#[test]
fn the_working_directory_places_scripts() {
    let place = |cwd: &str| {
        let (launch, ..) = read(&["node", "dist/x.js"], &[], Some(cwd));
        let marks: Vec<&str> = launch.marks.iter().map(|mark| mark.text.as_str()).collect();
        format!("{} {}", program(&launch), marks.join("; "))
    };
    assert_eq!(place("${workspaceFolder}/x"), "node x.js (Repository) ");
    assert_eq!(
        place("${workspaceFolder}/../x"),
        "node x.js (Elsewhere) working directory lies outside the workspace"
    );
    assert_eq!(place("/home/mara/x"), "node x.js (Home) ");
    assert_eq!(place("${extensionPath}"), "node x.js (Bundle) ");
}

#[test]
fn packages_that_are_known_say_so() {
    let id = |line: &[&str]| read(line, &[], None).0.catalog;
    assert_eq!(
        id(&["npx", "@modelcontextprotocol/server-memory@1.0.0"]),
        Some("reference-memory")
    );
    assert_eq!(id(&["uvx", "mcp_server_fetch"]), Some("reference-fetch"));
    assert_eq!(
        id(&["docker", "run", "ghcr.io/github/github-mcp-server:v1"]),
        Some("github")
    );
    assert_eq!(
        id(&[
            "node",
            "/home/mara/node_modules/@modelcontextprotocol/server-memory/dist/index.js"
        ]),
        Some("reference-memory")
    );
    assert_eq!(id(&["/opt/github-mcp-server", "stdio"]), Some("github"));
    assert_eq!(id(&["npx", "unknown-package"]), None);
}
