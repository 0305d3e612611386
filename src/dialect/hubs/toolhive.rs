//! `ToolHive`: run configurations of one server each, and the virtual server in front of several.

use super::super::ReadCx;
use super::super::cx::absorb;
use super::super::fields::{Address, approval, command::Command, process, remote};
use super::super::model::{Dialect, FileScope, KnownFile, Where};
use crate::inventory::{
    Carrier, Credential, Form, Mark, MarkLevel, Redacted, Scope, ServerEntry, Target, Transport,
};
use crate::syntax::Node;

pub(super) const ROW: Dialect = Dialect {
    id: "toolhive",
    product: "ToolHive",
    files: &[
        KnownFile::new("toolhive/runconfigs/*.json", FileScope::At(Scope::User)).lies(&[
            "macos:~/Library/Application Support/toolhive/runconfigs/*.json",
            "linux:~/.local/state/toolhive/runconfigs/*.json",
            "windows:~/AppData/Local/toolhive/runconfigs/*.json",
        ]),
        KnownFile::new("vmcp-config.yaml", FileScope::At(Scope::Server))
            .read_by(virtual_server)
            .runs(Where::Deployment),
    ],
    default_scope: Scope::User,
    runs: Where::ThisMachine,
    wrappers: &[],
    variables: &[],
    read,
    ..super::HUB
};

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("incomingAuth").is_some() || root.get("outgoingAuth").is_some() {
        virtual_server(cx, root);
        return;
    }
    let name = root
        .get("name")
        .and_then(Node::as_str)
        .unwrap_or(super::map::UNNAMED);
    let at = cx.at(root);
    let mut entry = cx.new_entry(name, at);
    entry.transport = match root.get("transport").and_then(Node::as_str) {
        Some("stdio") => Transport::Stdio,
        Some("sse") => Transport::Sse,
        Some("streamable-http") => Transport::StreamableHttp,
        _ => Transport::Unknown,
    };
    if let Some(url) = root.get("remote_url")
        && let Some(text) = url.as_str()
    {
        let address = Address {
            text,
            node: url,
            unread: None,
        };
        remote(cx, &mut entry, &address);
    } else if let Some(image) = root.get("image") {
        container(cx, root, image, &mut entry);
    } else {
        return;
    }
    profile(cx, root, &mut entry);
    if let Some(list) = root.get("tools_filter") {
        let listed = super::names(cx, list, "tools_filter");
        approval::allow(cx, &mut entry, list, &listed);
    }
    cx.out.servers.push(entry);
}

fn container(cx: &mut ReadCx<'_>, root: &Node, image: &Node, entry: &mut ServerEntry) {
    let Some(name) = image.as_str() else { return };
    let mut args: Vec<String> = vec!["run".into(), "-i".into(), "--rm".into()];
    for volume in root.get("volumes").map(Node::items).unwrap_or_default() {
        if let Some(text) = volume.as_str() {
            args.extend(["-v".into(), text.to_owned()]);
        }
    }
    let mut env = Vec::new();
    if let Some(map) = root.get("env_vars") {
        for variable in map.entries() {
            let Some(value) = variable.value.scalar() else {
                continue;
            };
            let at = cx.at(&variable.value);
            let found = cx.facts(entry, |facts| facts.env(&variable.key, value, &at));
            absorb(entry, found);
            env.push((variable.key.clone(), Some(value.to_owned())));
        }
    }
    args.push(name.to_owned());
    let command = Command {
        program: "docker".to_owned(),
        args,
        was_line: false,
    };
    process(cx, entry, &command, image, &env, None);
    for secret in root.get("secrets").map(Node::items).unwrap_or_default() {
        let target = secret.as_str().and_then(|text| {
            text.split(',')
                .find_map(|part| part.trim().strip_prefix("target="))
        });
        if let Some(name) = target {
            let at = cx.at(secret);
            let found = cx.facts(entry, |facts| facts.env_named(name, Form::Keyring, &at));
            absorb(entry, found);
        }
    }
}

/// The permission profile limits the container.
fn profile(cx: &ReadCx<'_>, root: &Node, entry: &mut ServerEntry) {
    let Some(outbound) = root.at(&["permission_profile", "network", "outbound"]) else {
        return;
    };
    let at = Some(cx.at(outbound));
    let text = if outbound.get("insecure_allow_all").and_then(Node::as_bool) == Some(true) {
        "network: all allowed".to_owned()
    } else {
        match outbound.get("allow_host") {
            Some(hosts) => super::allowed_hosts(hosts),
            None => "network: no host allowed".to_owned(),
        }
    };
    entry.marks.push(Mark::new(MarkLevel::Note, text, at));
}

/// Back ends named in the outgoing rules, and who may come in.
fn virtual_server(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(incoming) = root.get("incomingAuth") {
        let at = cx.at(incoming);
        let text = match incoming.get("type").and_then(Node::as_str) {
            Some("oidc") => {
                super::callers(cx, incoming, incoming.at(&["oidc", "issuer"]));
                "callers bring a token"
            }
            Some("anonymous") => "callers need no token",
            _ => "callers: rule not known",
        };
        cx.policy_mark(MarkLevel::Note, text, Some(at));
    }
    let Some(back_ends) = root.at(&["outgoingAuth", "backends"]) else {
        return;
    };
    cx.saw_wrapper = true;
    for member in back_ends.entries() {
        let path = vec![
            "outgoingAuth".to_owned(),
            "backends".to_owned(),
            member.key.clone(),
        ];
        if !super::map::is_entry(cx, &member.value, &path) {
            continue;
        }
        let at = cx.place(member.key_span.start);
        let mut entry = cx.new_entry(&member.key, at);
        entry.target = Target::Reference(entry.name.clone());
        outgoing(cx, &member.value, &mut entry);
        cx.out.servers.push(entry);
    }
}

fn outgoing(cx: &mut ReadCx<'_>, node: &Node, entry: &mut ServerEntry) {
    if let Some(header) = node.get("headerInjection") {
        let name = header
            .get("headerName")
            .and_then(Node::as_str)
            .unwrap_or("header");
        if let Some(variable) = header.get("headerValueEnv").and_then(Node::as_str) {
            let at = cx.at(header);
            cx.header_from_variable(entry, name, variable, &at);
        }
    }
    let exchanged = node.get("tokenExchange").is_some()
        || node.get("type").and_then(Node::as_str) == Some("token_exchange");
    if exchanged {
        let mut token = Credential::new(
            Redacted::trusted("exchanged token"),
            Form::Oauth,
            Carrier::Header,
        );
        token.source = Some(cx.at(node));
        entry.credentials.push(token);
        let at = Some(cx.at(node));
        let text = "the caller's token is exchanged for another";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}
