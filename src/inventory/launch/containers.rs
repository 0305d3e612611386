//! Containers: `docker run` and its relatives, `exec`, compose.

use super::walk::Walk;
use super::{
    Isolation, Listener, Mount, Network, Program, Reach, ReachKind, Runtime, args, spec, words,
};
use crate::inventory::{MarkLevel, Redacted};

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "docker"
            | "podman"
            | "nerdctl"
            | "container"
            | "finch"
            | "docker-compose"
            | "podman-compose"
    )
}

/// Global options of docker that take a value.
const GLOBAL: &[&str] = &[
    "--context",
    "-c",
    "-H",
    "--host",
    "--config",
    "-l",
    "--log-level",
    "--connection",
    "--url",
    "--root",
];

/// Options of `run` that take none; every other long option takes one.
const SWITCHES: &[&str] = &[
    "--detach",
    "--disable-content-trust",
    "--env-host",
    "--help",
    "--init",
    "--interactive",
    "--no-healthcheck",
    "--no-hosts",
    "--oom-kill-disable",
    "--privileged",
    "--publish-all",
    "--quiet",
    "--read-only",
    "--replace",
    "--rm",
    "--rmi",
    "--sig-proxy",
    "--tty",
    "--use-api-socket",
    "--http-proxy",
    "--tls-verify",
    "--no-hostname",
    "--ssh",
    "--virtualization",
    "--read-only-tmpfs",
    "--passwd",
    "--remove",
    "--no-dns",
];

/// Images that are only a runtime: the command behind them is the program.
const RUNTIME_IMAGES: &[&str] = &[
    "node",
    "python",
    "alpine",
    "ubuntu",
    "debian",
    "busybox",
    "oven/bun",
    "bun",
    "denoland/deno",
    "golang",
    "rust",
    "ruby",
    "php",
    "openjdk",
    "eclipse-temurin",
    "amazoncorretto",
    "ghcr.io/astral-sh/uv",
    "astral/uv",
    "fedora",
    "rockylinux",
    "bash",
];

/// Reads a container program.
pub(super) fn read(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) -> bool {
    let (runtime, via) = match key {
        "docker" | "docker-compose" => (Runtime::Docker, "docker"),
        "podman" | "podman-compose" => (Runtime::Podman, "podman"),
        "nerdctl" => (Runtime::OtherContainer, "nerdctl"),
        "finch" => (Runtime::OtherContainer, "finch"),
        "container" => (Runtime::OtherContainer, "container"),
        _ => return false,
    };
    let options = walk.launcher_options(rest, GLOBAL);
    if options.has(&["-H", "--host", "--context", "-c", "--connection", "--url"]) {
        walk.mark(
            MarkLevel::Warning,
            "the container may run on another machine",
        );
    }
    let line = match options.rest.split_first() {
        Some((group, rest)) if group == "container" => rest,
        _ => options.rest,
    };
    if key.ends_with("-compose") {
        compose(walk, runtime, via, line);
        return true;
    }
    let Some((verb, rest)) = line.split_first() else {
        return false;
    };
    match verb.as_str() {
        "run" | "create" => run(walk, runtime, via, rest),
        "exec" => exec(walk, runtime, via, rest),
        "compose" => compose(walk, runtime, via, rest),
        "start" | "attach" => {
            walk.isolate(elsewhere(
                runtime,
                via,
                rest.iter().find(|word| !word.starts_with('-')),
            ));
        }
        _ => return false,
    }
    true
}

fn container_title(via: &str, what: &str) -> String {
    format!("Container ({via}) · {what}")
}

/// A container that was started elsewhere.
fn elsewhere(runtime: Runtime, via: &'static str, name: Option<&String>) -> Isolation {
    let name = name.map_or("unnamed", String::as_str);
    let mut isolation = Walk::isolation(runtime, &container_title(via, name), via);
    isolation
        .gaps
        .push("started elsewhere: mounts and network are not in this file".to_owned());
    isolation
}

fn exec(walk: &mut Walk<'_, '_>, runtime: Runtime, via: &'static str, rest: &[String]) {
    let mut isolation = elsewhere(runtime, via, None);
    let at = options(walk, rest, &mut isolation);
    let Some((name, line)) = rest.get(at..).and_then(<[String]>::split_first) else {
        walk.isolate(isolation);
        return;
    };
    isolation.title = Redacted::text(&container_title(via, name));
    walk.isolate(isolation);
    walk.run(line);
}

fn compose(walk: &mut Walk<'_, '_>, runtime: Runtime, via: &'static str, rest: &[String]) {
    let global = walk.launcher_options(
        rest,
        &[
            "-f",
            "--file",
            "-p",
            "--project-name",
            "--env-file",
            "--profile",
            "--project-directory",
        ],
    );
    let Some((verb, rest)) = global.rest.split_first() else {
        return;
    };
    let mut isolation = elsewhere(runtime, via, None);
    let at = options(walk, rest, &mut isolation);
    let (service, line) = match rest.get(at..).and_then(<[String]>::split_first) {
        Some((service, line)) => (service.as_str(), line),
        None => ("", &[][..]),
    };
    isolation.title = Redacted::text(&format!("Container ({via} compose) · {service}"));
    isolation.gaps = vec!["defined in a compose file that was not read".to_owned()];
    walk.isolate(isolation);
    if verb == "exec" || (verb == "run" && !line.is_empty()) {
        walk.run(line);
    } else {
        let name = Redacted::text(format!("{via} compose {verb} {service}").trim());
        walk.launch.program = Program::ProjectTask { name };
    }
}

fn run(walk: &mut Walk<'_, '_>, runtime: Runtime, via: &'static str, rest: &[String]) {
    let mut isolation = Walk::isolation(runtime, "", via);
    let mut entrypoint = None;
    let at = read_options(walk, rest, &mut isolation, &mut entrypoint);
    let Some((name, line)) = rest.get(at..).and_then(<[String]>::split_first) else {
        isolation.title = Redacted::text(&container_title(via, "no image"));
        walk.isolate(isolation);
        return;
    };
    let parts = spec::image(name);
    let tag = parts
        .tag
        .as_deref()
        .map(|tag| format!(":{tag}"))
        .unwrap_or_default();
    let digest = if parts.digest { " · digest" } else { "" };
    isolation.title = Redacted::text(&container_title(
        via,
        &format!("{}{tag}{digest}", parts.name),
    ));
    walk.isolate(isolation);
    match entrypoint.filter(|program| !program.is_empty()) {
        Some(program) => {
            note_image(walk, &parts);
            let mut words = vec![program];
            words.extend_from_slice(line);
            walk.run(&words);
        }
        None => image(walk, name, line),
    }
}

/// Ends at an image, or goes on where the image is only a runtime.
pub(super) fn image(walk: &mut Walk<'_, '_>, name: &str, line: &[String]) {
    let parts = spec::image(name);
    note_image(walk, &parts);
    let bare = parts.name.strip_prefix("docker.io/").unwrap_or(&parts.name);
    let bare = bare.strip_prefix("library/").unwrap_or(bare);
    let command = line.first().is_some_and(|word| !word.starts_with('-'));
    if command && RUNTIME_IMAGES.contains(&bare) {
        walk.run(line);
        return;
    }
    walk.launch.program = Program::Image {
        name: Redacted::name(&parts.name),
        tag: parts.tag.as_deref().map(Redacted::name),
        digest: parts.digest,
    };
    walk.know("oci", &parts.name);
    if !super::bridges::read(walk, &parts.name, line) {
        args::read(walk, line);
    }
}

fn note_image(walk: &mut Walk<'_, '_>, parts: &spec::Image) {
    if !parts.digest && spec::is_moving_tag(parts.tag.as_deref()) {
        walk.mark(MarkLevel::Note, "image tag can move");
    }
}

fn options(walk: &mut Walk<'_, '_>, rest: &[String], isolation: &mut Isolation) -> usize {
    let mut entrypoint = None;
    read_options(walk, rest, isolation, &mut entrypoint)
}

/// Reads the options of `run` and `exec`; gives where the next word stands.
fn read_options(
    walk: &mut Walk<'_, '_>,
    rest: &[String],
    isolation: &mut Isolation,
    entrypoint: &mut Option<String>,
) -> usize {
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        if word == "--" {
            return at + 1;
        }
        if !word.starts_with('-') || word.len() < 2 {
            return at;
        }
        at += 1;
        if word.starts_with("--") {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, value.to_owned()),
                None if SWITCHES.contains(&word.as_str()) => (word.as_str(), String::new()),
                None => {
                    let value = rest.get(at).cloned().unwrap_or_default();
                    at += 1;
                    (word.as_str(), value)
                }
            };
            option(walk, name, &value, isolation, entrypoint);
            continue;
        }
        // A cluster of short options: the first one that takes a value takes the rest of the word, or the next.
        for (i, letter) in word.char_indices().skip(1) {
            if "dithPqT".contains(letter) && !(letter == 'h' && word.len() == 2) {
                if letter == 'P' {
                    isolation.published.push(Listener {
                        all_interfaces: true,
                        port: None,
                        address_written: true,
                    });
                }
                continue;
            }
            let attached = &word[i + letter.len_utf8()..];
            let value = if attached.is_empty() {
                let value = rest.get(at).cloned().unwrap_or_default();
                at += 1;
                value
            } else {
                attached.strip_prefix('=').unwrap_or(attached).to_owned()
            };
            let name = match letter {
                'e' => "--env",
                'v' => "--volume",
                'p' => "--publish",
                'w' => "--workdir",
                'u' => "--user",
                _ => "-",
            };
            option(walk, name, &value, isolation, entrypoint);
            break;
        }
    }
    at
}

fn option(
    walk: &mut Walk<'_, '_>,
    name: &str,
    value: &str,
    isolation: &mut Isolation,
    entrypoint: &mut Option<String>,
) {
    let mut gap = |text: String| {
        if !isolation.gaps.contains(&text) {
            isolation.gaps.push(text);
        }
    };
    match name {
        "--env" => return variable(walk, value),
        "--env-file" => return walk.env_file(value),
        "--volume" => return volume(walk, value, isolation),
        "--mount" => return mount(walk, value, isolation),
        "--publish" => isolation.published.extend(published(value)),
        "--publish-all" => isolation.published.push(Listener {
            all_interfaces: true,
            port: None,
            address_written: true,
        }),
        "--entrypoint" => *entrypoint = Some(value.to_owned()),
        "--network" | "--net" => {
            isolation.network = match value {
                "none" => Network::None,
                "host" => {
                    gap("host network".to_owned());
                    Network::Host
                }
                "" | "default" | "bridge" => Network::OpenByDefault,
                other => Network::Named(Redacted::name(other)),
            };
        }
        "--privileged" if value != "false" => gap("privileged".to_owned()),
        "--pid" if value == "host" => gap("host processes visible".to_owned()),
        "--ipc" if value == "host" => gap("host ipc".to_owned()),
        "--userns" if value == "host" => gap("host user ids".to_owned()),
        "--cap-add" => gap(format!("capability {}", Redacted::name(value))),
        "--device" => gap("host device".to_owned()),
        "--gpus" => gap("host GPUs".to_owned()),
        "--volumes-from" => gap("volumes of another container".to_owned()),
        "--use-api-socket" => {
            gap("docker socket".to_owned());
            socket(walk);
        }
        "--security-opt" if value.contains("unconfined") || value.contains("disable") => {
            gap("security profile off".to_owned());
        }
        _ => {}
    }
}

/// `-e NAME` hands over the entry's own variable, else the host's; `-e NAME=value` holds it.
fn variable(walk: &mut Walk<'_, '_>, text: &str) {
    if let Some((name, value)) = text.split_once('=') {
        walk.assign(name, value);
        return;
    }
    if !walk.env.iter().any(|(name, _)| name == text) {
        let found = walk.cx.env_inherited(text, walk.at);
        walk.found.extend(found);
    }
}

/// `from:to[:options]`, with drive letters and variables.
fn volume(walk: &mut Walk<'_, '_>, text: &str, isolation: &mut Isolation) {
    let parts = split_volume(text);
    let (from, to, options) = match parts.as_slice() {
        [from, to] => (from, to, ""),
        [from, to, options, ..] => (from, to, options.as_str()),
        _ => return,
    };
    let read_only = options
        .split(',')
        .any(|option| option == "ro" || option == "readonly");
    add_mount(walk, from, to, read_only, isolation);
}

/// Splits at colons that are not those of a drive or inside a variable.
fn split_volume(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        depth += usize::from(c == '{' || c == '(');
        depth = depth.saturating_sub(usize::from(c == '}' || c == ')'));
        let last = parts.last().map(String::as_str).unwrap_or_default();
        let drive = last.len() == 1
            && last.bytes().all(|b| b.is_ascii_alphabetic())
            && matches!(chars.peek(), Some('\\' | '/'));
        let powershell = last.eq_ignore_ascii_case("$env");
        if c == ':' && depth == 0 && !drive && !powershell {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

/// `type=bind,source=...,target=...,readonly`.
fn mount(walk: &mut Walk<'_, '_>, text: &str, isolation: &mut Isolation) {
    let value = |names: &[&str]| {
        text.split(',')
            .filter_map(|pair| pair.split_once('='))
            .find(|(name, _)| names.contains(&name.trim()))
            .map(|(_, value)| value)
    };
    let kind = value(&["type"]).unwrap_or("volume");
    if kind == "tmpfs" {
        return;
    }
    let from = value(&["source", "src"]).unwrap_or_default();
    let to = value(&["target", "dst", "destination"]).unwrap_or_default();
    let read_only = text.split(',').any(|part| {
        matches!(
            part,
            "readonly" | "ro" | "readonly=true" | "ro=true" | "readonly=1"
        )
    });
    add_mount(walk, from, to, read_only, isolation);
}

fn add_mount(
    walk: &mut Walk<'_, '_>,
    from: &str,
    to: &str,
    read_only: bool,
    isolation: &mut Isolation,
) {
    let path = from.starts_with(['/', '.', '~', '$', '%', '\\']) || from.contains(['/', '\\', ':']);
    let shown = if path {
        Redacted::path(from)
    } else {
        Redacted::name(from)
    };
    let base = words::base(from);
    let mut gap = |text: &str| {
        if !isolation.gaps.iter().any(|gap| gap == text) {
            isolation.gaps.push(text.to_owned());
        }
    };
    if base == "docker.sock" || base == "podman.sock" || base == "docker_engine" {
        gap("docker socket");
        socket(walk);
    } else if path && shown.as_str() == "~" {
        gap("home mounted");
    } else if path && shown.as_str() == "whole disk" {
        gap("whole disk mounted");
    }
    isolation.mounts.push(Mount {
        from: shown,
        to: Redacted::text(to),
        read_only,
        volume: !path,
    });
}

fn socket(walk: &mut Walk<'_, '_>) {
    let reach = Reach {
        shown: Redacted::trusted("docker socket"),
        kind: ReachKind::DockerSocket,
    };
    if !walk.launch.reach.contains(&reach) {
        walk.launch.reach.push(reach);
    }
}

/// `[address:]outside:inside[/protocol]`.
fn published(text: &str) -> Option<Listener> {
    let text = text.split('/').next().unwrap_or_default();
    let (address, ports) = match text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]:"))
    {
        Some((address, ports)) => (Some(address), ports),
        None => match text.split(':').collect::<Vec<_>>().as_slice() {
            [address, _, _] => (Some(*address), &text[address.len() + 1..]),
            _ => (None, text),
        },
    };
    let outside = match ports.split_once(':') {
        Some((outside, _)) => outside,
        None => "",
    };
    let port = outside.split('-').next().and_then(|port| port.parse().ok());
    let loopback = address.is_some_and(|address| {
        address.starts_with("127.") || address == "::1" || address == "localhost"
    });
    Some(Listener {
        all_interfaces: !loopback,
        port,
        address_written: true,
    })
}
