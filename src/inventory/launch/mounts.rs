//! Folders, sockets and ports that a container shares with the machine.

use super::walk::Walk;
use super::{Isolation, Listener, Mount, Reach, ReachKind};
use super::{reach, words};
use crate::inventory::Redacted;

/// `from:to[:options]`, with drive letters and variables.
pub(super) fn volume(walk: &mut Walk<'_, '_>, text: &str, isolation: &mut Isolation) {
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
pub(super) fn mount(walk: &mut Walk<'_, '_>, text: &str, isolation: &mut Isolation) {
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
    let mut gap = |text: &str| isolation.gaps.push(text.to_owned());
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
        home: reach::home(walk, from),
    });
}

/// Notes that the container daemon can be reached.
pub(super) fn socket(walk: &mut Walk<'_, '_>) {
    let reach = Reach {
        shown: Redacted::trusted("docker socket"),
        kind: ReachKind::DockerSocket,
        home: None,
    };
    walk.launch.reach.push(reach);
}

/// `[address:]outside:inside[/protocol]`.
pub(super) fn published(text: &str) -> Listener {
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
    Listener {
        all_interfaces: !loopback,
        port,
        address_written: true,
    }
}
