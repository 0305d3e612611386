//! A dev container as its file describes it: what it sees of the machine, and the commands that run around it.

use super::super::ReadCx;
use crate::inventory::launch::{COMPOSE, Runtime};
use crate::inventory::{Helper, Redacted};
use crate::syntax::Node;

/// Commands of the file, when they run, and whether they do so on the machine.
const COMMANDS: [(&str, &str, bool); 6] = [
    ("initializeCommand", "on the machine, before the container starts", true),
    ("onCreateCommand", "when the container is made", false),
    ("updateContentCommand", "when the container is made", false),
    ("postCreateCommand", "when the container is made", false),
    ("postStartCommand", "at each start of the container", false),
    ("postAttachCommand", "at each attach to the container", false),
];

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    for (key, when, outside) in COMMANDS {
        if let Some(node) = root.get(key).filter(|node| !node.is_null()) {
            let source = cx.at(node);
            cx.out.host.helpers.push(Helper {
                named_by: Redacted::trusted(key),
                when,
                outside,
                source,
            });
        }
    }
    for key in ["containerEnv", "remoteEnv"] {
        for entry in root.get(key).map(Node::entries).unwrap_or_default() {
            if let Some(value) = entry.value.scalar() {
                let at = cx.at(&entry.value);
                let found = cx.host_facts(|facts| facts.env(&entry.key, value, &at));
                cx.keep_for_host(found);
            }
        }
    }
    isolation(cx, root);
}

/// Reads what the container lets through as the `docker run` that starts it.
fn isolation(cx: &mut ReadCx<'_>, root: &Node) {
    let mut line = vec!["run".to_owned()];
    let texts = |key: &str| {
        let node = root.get(key);
        let items = node.map(Node::items).unwrap_or_default().iter();
        items.filter_map(Node::scalar).map(local).collect::<Vec<_>>()
    };
    line.extend(texts("runArgs"));
    if root.get("privileged").and_then(Node::as_bool) == Some(true) {
        line.push("--privileged".to_owned());
    }
    for (key, option) in [("capAdd", "--cap-add"), ("securityOpt", "--security-opt")] {
        for text in texts(key) {
            line.extend([option.to_owned(), text]);
        }
    }
    let own = root.get("workspaceMount");
    let mounts = root.get("mounts").map(Node::items).unwrap_or_default();
    for node in mounts.iter().chain(own) {
        if let Some(text) = mount(node) {
            line.extend(["--mount".to_owned(), text]);
        }
    }
    let ports = root.get("appPort");
    let listed = ports.map(Node::items).unwrap_or_default();
    for port in ports.into_iter().chain(listed).filter_map(Node::scalar) {
        let published = if port.bytes().all(|b| b.is_ascii_digit()) {
            format!("127.0.0.1:{port}:{port}")
        } else {
            port.to_owned()
        };
        line.extend(["--publish".to_owned(), published]);
    }
    for feature in root.get("features").map(Node::entries).unwrap_or_default() {
        if feature.key.contains("/docker-outside-of-docker") {
            line.push("--use-api-socket".to_owned());
        } else if feature.key.contains("/docker-in-docker") {
            line.push("--privileged".to_owned());
        }
    }
    line.push("devcontainer".to_owned());
    let at = cx.at(root.get("runArgs").unwrap_or(root));
    let (launch, found) = cx.host_facts(|facts| facts.launch("docker", &line, &[], None, &at));
    cx.keep_for_host(found);
    let Some(mut container) = launch.isolations.into_iter().next() else {
        return;
    };
    if container.runtime == Runtime::Docker && root.get("dockerComposeFile").is_some() {
        container.not_read = Some(COMPOSE);
    }
    cx.out.host.container = Some(container);
}

/// A mount as text; an object holds the same parts.
fn mount(node: &Node) -> Option<String> {
    if let Some(text) = node.as_str() {
        return Some(local(text));
    }
    let part = |key: &str| {
        let value = node.get(key)?.scalar()?;
        Some(format!("{key}={}", local(value)))
    };
    let parts = ["type", "source", "target", "readonly"].into_iter().filter_map(part);
    let text = parts.collect::<Vec<_>>().join(",");
    (!text.is_empty()).then_some(text)
}

/// Spells the machine's own folders as a shell does.
fn local(text: &str) -> String {
    text.replace("${localEnv:HOME}${localEnv:USERPROFILE}", "~")
        .replace("${localEnv:HOME}", "~")
        .replace("${localEnv:USERPROFILE}", "~")
        .replace("${localWorkspaceFolder}", ".")
}
