//! Docker MCP Gateway: the registry of chosen servers, and catalogues.

use super::super::ReadCx;
use super::super::cx::absorb;
use super::super::fields::words::pairs;
use super::super::fields::{Address, command::Command, oauth, process, remote};
use super::super::model::{Dialect, FileScope, KnownFile, Where};
use crate::inventory::VarSyntax;
use crate::inventory::{Form, Mark, MarkLevel, OAuth, Scope, ServerEntry, Target, Transport};
use crate::syntax::Node;

pub(super) const GATEWAY: Dialect = Dialect {
    id: "docker-mcp-gateway",
    product: "Docker MCP Gateway",
    files: &[
        KnownFile::new(".docker/mcp/registry.yaml", FileScope::At(Scope::User)),
        KnownFile::new(".docker/mcp/catalogs/*.yaml", FileScope::At(Scope::User)),
    ],
    default_scope: Scope::User,
    runs: Where::ThisMachine,
    wrappers: &[],
    variables: &[VarSyntax::DoubleCurly],
    read,
    ..super::HUB
};

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(registry) = root.get("registry").filter(|node| node.is_map()) else {
        return;
    };
    cx.saw_wrapper = true;
    for member in registry.entries() {
        let path = vec!["registry".to_owned(), member.key.clone()];
        if !super::map::is_entry(cx, &member.value, &path) {
            continue;
        }
        let at = cx.place(member.key_span.start);
        let mut entry = cx.new_entry(&member.key, at);
        server(cx, &member.value, &mut entry);
        cx.out.servers.push(entry);
    }
}

fn server(cx: &mut ReadCx<'_>, node: &Node, entry: &mut ServerEntry) {
    if let Some(url) = node.at(&["remote", "url"])
        && let Some(text) = url.as_str()
    {
        entry.transport = match node
            .at(&["remote", "transport_type"])
            .and_then(Node::as_str)
        {
            Some("sse") => Transport::Sse,
            Some(_) => Transport::StreamableHttp,
            None => Transport::Unknown,
        };
        let address = Address {
            text,
            node: url,
            unread: None,
        };
        remote(cx, entry, &address);
    } else if let Some(image) = node.get("image") {
        container(cx, node, image, entry);
    } else {
        entry.target = Target::Reference(entry.name.clone());
    }
    if let Some(found) = node.get("oauth") {
        let source = cx.at(found);
        let mut facts = OAuth::default();
        if let Some(scopes) = found.get("scopes") {
            facts.scopes = super::names(cx, scopes, "oauth.scopes");
        }
        facts.source = Some(source.clone());
        entry.oauth = Some(facts);
        let mut token = crate::inventory::Credential::new(
            crate::inventory::Redacted::trusted(oauth::TOKEN),
            Form::Oauth,
            crate::inventory::Carrier::Header,
        );
        token.source = Some(source);
        entry.credentials.push(token);
    }
    if let Some(hosts) = node.get("allowHosts") {
        let at = Some(cx.at(hosts));
        let text = super::allowed_hosts(hosts);
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}

/// The gateway runs the image in a container of its own.
fn container(cx: &mut ReadCx<'_>, node: &Node, image: &Node, entry: &mut ServerEntry) {
    let Some(name) = image.as_str() else { return };
    entry.transport = Transport::Stdio;
    let mut args: Vec<String> = vec!["run".into(), "-i".into(), "--rm".into()];
    if node.get("disableNetwork").and_then(Node::as_bool) == Some(true) {
        args.extend(["--network".into(), "none".into()]);
    }
    for volume in node.get("volumes").map(Node::items).unwrap_or_default() {
        if let Some(text) = volume.as_str() {
            args.extend(["-v".into(), text.to_owned()]);
        }
    }
    let mut env = Vec::new();
    if let Some(list) = node.get("env") {
        for (name, value, at) in pairs(cx, list, "env", '=') {
            if let Some(value) = &value {
                let found = cx.facts(entry, |facts| facts.env(&name, value, &at));
                absorb(entry, found);
            }
            args.extend(["-e".into(), name.clone()]);
            env.push((name, value));
        }
    }
    args.push(name.to_owned());
    for word in node.get("command").map(Node::items).unwrap_or_default() {
        args.extend(word.scalar().map(str::to_owned));
    }
    let command = Command {
        program: "docker".to_owned(),
        args,
        was_line: false,
    };
    process(cx, entry, &command, image, &env, None);
    for secret in node.get("secrets").map(Node::items).unwrap_or_default() {
        if let Some(name) = secret.get("env").and_then(Node::as_str) {
            let at = cx.at(secret);
            let found = cx.facts(entry, |facts| facts.env_named(name, Form::Keyring, &at));
            absorb(entry, found);
        }
    }
}
