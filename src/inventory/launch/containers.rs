//! Containers: `docker run` and its relatives, `exec`, compose.

use super::container_options::read_options;
use super::walk::Walk;
use super::{Isolation, Program, Runtime, args, spec};
use crate::inventory::secret::has_word;
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
const GLOBAL: &str = "\
--context -c -H --host --config -l --log-level --connection --url --root";

/// Images that are only a runtime: the command behind them is the program.
const RUNTIME_IMAGES: &str = "\
node python alpine ubuntu debian busybox oven/bun bun denoland/deno golang rust ruby php \
openjdk eclipse-temurin amazoncorretto ghcr.io/astral-sh/uv astral/uv fedora rockylinux bash";

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

/// Why a service of a compose file is not known.
pub(crate) const COMPOSE: &str = "in a compose file that was not read";

fn container_title(via: &str, what: &str) -> String {
    format!("Container ({via}) · {what}")
}

/// A container that was started elsewhere.
fn elsewhere(runtime: Runtime, via: &'static str, name: Option<&String>) -> Isolation {
    let name = name.map_or("unnamed", String::as_str);
    let mut isolation = Walk::isolation(runtime, &container_title(via, name), via);
    isolation.not_read = Some("started elsewhere");
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
        "-f --file -p --project-name --env-file --profile --project-directory",
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
    isolation.not_read = Some(COMPOSE);
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
    if command && has_word(RUNTIME_IMAGES, bare) {
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
