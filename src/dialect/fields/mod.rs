//! Reads one server entry of any product; a broken field costs that field, never the entry.

pub(crate) mod approval;
pub(crate) mod command;
pub(crate) mod env;
mod kind;
pub(crate) mod oauth;
mod shapes;
pub(crate) mod transport;
pub(crate) mod words;

use self::command::Command;
use self::kind::{Kind, decide};
use self::transport::Typed;
use self::words::Words;
use super::ReadCx;
use super::cx::absorb;
use super::model::{Invalid, Merges};
use crate::diagnostic::Place;
use crate::inventory::{Mark, MarkLevel, ServerEntry, State, Target, Transport, fault};
use crate::syntax::Node;

/// Keys that mean something to some product; a warning is due where this one does not know them.
const VOCABULARY: [&str; 27] = [
    "cwd",
    "env",
    "headers",
    "type",
    "transport",
    "tools",
    "enabled",
    "disabled",
    "isActive",
    "active",
    "autoApprove",
    "alwaysAllow",
    "trust",
    "includeTools",
    "excludeTools",
    "enabledTools",
    "disabledTools",
    "oauth",
    "auth",
    "envFile",
    "bearer_token",
    "headersHelper",
    "environment",
    "args",
    "envs",
    "env_keys",
    "sandboxEnabled",
];

/// Keys that hold an address in some product.
const ADDRESS_KEYS: [&str; 7] = [
    "url",
    "serverUrl",
    "httpUrl",
    "baseUrl",
    "uri",
    "endpoint",
    "remote_url",
];

/// Reads a server entry. `node` is a map with at least one key; `path` holds the keys that lead to it.
pub(crate) fn server(
    cx: &mut ReadCx<'_>,
    name: &str,
    at: Place,
    node: &Node,
    path: Vec<String>,
) -> ServerEntry {
    let words = Words::new(cx, node, path);
    let mut entry = cx.new_entry(name, at);
    shapes::check(cx, &words, &mut entry);
    let typed = transport::typed(cx, &words);
    let command = command::command(cx, &words);
    let address = address(cx, &words);
    let pairs = env::env(cx, &words, &mut entry);
    let env: Vec<_> = pairs.into_iter().map(|(n, v, _)| (n, v)).collect();
    let kind = decide(
        cx,
        &mut entry,
        typed.map(|(t, _)| t),
        command.as_ref(),
        address.as_ref(),
    );
    match kind {
        Kind::Process => {
            if let Some((command, command_at)) = &command {
                let cwd = words
                    .first(&["cwd", "working_directory"])
                    .and_then(|(_, node)| node.as_str());
                process(cx, &mut entry, command, command_at, &env, cwd);
            }
        }
        Kind::Remote => {
            if let Some(address) = &address {
                remote(cx, &mut entry, address);
                no_url(cx, &words, &mut entry, address);
            }
        }
        Kind::Builtin => entry.target = Target::Builtin,
        Kind::Nothing => nothing(cx, &words, &mut entry, command.as_ref(), address.as_ref()),
    }
    if let Some((typed, node)) = typed {
        foreign_type(cx, &mut entry, typed, node);
    }
    env::headers(cx, &words, &mut entry);
    oauth::oauth(cx, &words, &mut entry);
    approval::auto(cx, &words, &mut entry);
    approval::filters(cx, &words, &mut entry);
    approval::switches(cx, &words, &mut entry);
    shapes::foreign_keys(cx, &words, &mut entry);
    if let Some(finish) = cx.dialect.finish {
        finish(cx, &words, &mut entry);
    }
    say_reference(cx, &words, &mut entry);
    entry
}

/// Refuses an entry without a type word, for products that guess none.
pub(crate) fn needs_type(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let runs = matches!(entry.target, Target::Process(_));
    if runs && entry.state == State::Active && words.any("type").is_none() {
        let why = format!("type is missing: {} refuses the entry", cx.dialect.product);
        cx.refuse(entry, why);
    }
}

/// Deals with a type word that is not the product's.
fn foreign_type(cx: &mut ReadCx<'_>, entry: &mut ServerEntry, typed: Typed, node: &Node) {
    let product = cx.dialect.product;
    let word = match typed {
        Typed::Foreign(_) => "type word of another client",
        Typed::Unknown => "type word that is not known",
        _ => return,
    };
    if cx.dialect.invalid != Invalid::Unknown {
        cx.refuse(entry, format!("{word}: {product} refuses the entry"));
    } else if matches!(typed, Typed::Foreign(_)) {
        let at = Some(cx.at(node));
        let text = format!("{word}: not one of {product}'s");
        entry.marks.push(Mark::new(MarkLevel::Warning, text, at));
    }
}

/// An address of an entry.
pub(crate) struct Address<'n> {
    /// The text; not empty.
    pub(crate) text: &'n str,
    /// The node that holds it.
    pub(crate) node: &'n Node,
    /// The key, when the product does not read it.
    pub(crate) unread: Option<&'static str>,
}

/// Finds the address of an entry: under a key of the product, else under one of another product.
fn address<'n>(cx: &mut ReadCx<'_>, words: &Words<'n>) -> Option<Address<'n>> {
    let own = cx.dialect.url_keys.iter().find_map(|key| {
        let node = words.any(key)?;
        Some((*key, node))
    });
    if let Some((key, node)) = own {
        let path = words.key(key);
        let text = words::text(cx, node, &path)?;
        return Some(Address {
            text: text.trim(),
            node,
            unread: None,
        });
    }
    ADDRESS_KEYS.iter().find_map(|key| {
        let node = words.any(key)?;
        let text = node.as_str().filter(|text| !text.trim().is_empty())?;
        Some(Address {
            text: text.trim(),
            node,
            unread: Some(key),
        })
    })
}

/// Fills in a process.
pub(crate) fn process(
    cx: &mut ReadCx<'_>,
    entry: &mut ServerEntry,
    command: &Command,
    node: &Node,
    env: &[(String, Option<String>)],
    cwd: Option<&str>,
) {
    let at = cx.at(node);
    let (launch, found) = cx.facts(entry, |facts| {
        facts.launch(&command.program, &command.args, env, cwd, &at)
    });
    absorb(entry, found);
    cx.keep(entry, |kept| {
        kept.command(&command.program, &command.args, env, cwd);
    });
    entry.target = Target::Process(Box::new(launch));
    if command.was_line {
        let mark = command::line_mark(cx, node);
        entry.marks.push(mark);
    }
}

/// Fills in an address.
pub(crate) fn remote(cx: &mut ReadCx<'_>, entry: &mut ServerEntry, address: &Address<'_>) {
    let at = cx.at(address.node);
    let (endpoint, found) = cx.facts(entry, |facts| facts.url(address.text, &at));
    absorb(entry, found);
    entry.target = Target::Remote(endpoint);
    if let Some(transport) = transport::by_scheme(address.text) {
        entry.transport = transport;
    }
    if let Some(key) = address.unread {
        entry.transport = match entry.transport {
            Transport::Stdio => Transport::Unknown,
            kept => kept,
        };
        let product = cx.dialect.product;
        if cx.dialect.keys.is_empty() {
            let text = format!("{key} is not a documented key of {product}: it may not connect");
            let mark = Mark::new(MarkLevel::Warning, text, Some(at));
            entry.marks.push(mark);
        } else {
            let why = format!("{key} is not a key of {product}: it would not connect");
            cx.refuse(entry, why);
        }
    }
}

/// Breaks an entry whose address no client can connect to.
fn no_url(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry, address: &Address<'_>) {
    let Some(fault) = fault(address.text).filter(|_| entry.state == State::Active) else {
        return;
    };
    entry.target = Target::Nothing;
    entry.state = State::Refused(fault.words().to_owned());
    let mut keys = cx.dialect.url_keys.iter().chain(&ADDRESS_KEYS);
    let key =
        keys.find(|key| (words.any(key)).is_some_and(|node| std::ptr::eq(node, address.node)));
    let path = key.map_or_else(|| words.own_key(), |key| words.key(key));
    let message = format!("{}, so nothing is connected", fault.words());
    cx.warn(address.node, &path, message, fault.hint());
}

/// Deals with an entry that names neither program nor address.
fn nothing(
    cx: &mut ReadCx<'_>,
    words: &Words<'_>,
    entry: &mut ServerEntry,
    command: Option<&(Command, &Node)>,
    address: Option<&Address<'_>>,
) {
    if let Some(address) = address {
        entry.state = State::Disabled("not configured: the address is empty".to_owned());
        let path = words.own_key();
        cx.warn(
            address.node,
            &path,
            "the address is empty, so nothing is connected",
            "",
        );
        return;
    }
    if let Some((_, node)) = command {
        cx.refuse(entry, "the command is empty");
        let path = words.key("command");
        cx.warn(
            node,
            &path,
            "the command is empty, so nothing starts",
            "name a program or remove the entry",
        );
        return;
    }
    entry.target = Target::Reference(entry.name.clone());
}

/// Says of an entry with neither program nor address what it is, unless its product has said so.
fn say_reference(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let told = words.get("settings").is_some()
        || words.get("type").and_then(Node::as_str) == Some("registry");
    if !matches!(entry.target, Target::Reference(_)) || told {
        return;
    }
    let tried = [
        "command",
        "cmd",
        "args",
        "url",
        "uri",
        "serverUrl",
        "httpUrl",
    ];
    // Arguments alone change those of another file, where files are merged.
    let alone = |key: &&&str| **key != "args" || cx.dialect.merges == Merges::No;
    let mut tried = tried.iter().filter(alone);
    if let Some((key, node)) = tried.find_map(|key| Some((key, words.get(key)?))) {
        // It meant to start or reach something, but what it says cannot be used.
        entry.target = Target::Nothing;
        cx.refuse(entry, "no usable command or address");
        let path = words.key(key);
        cx.warn(
            node,
            &path,
            "neither a command nor an address can be read from this entry",
            "a command is a string or a list of strings, an address is a string",
        );
        return;
    }
    let at = Some(entry.source.clone());
    let text = "no command and no address here: it changes a server defined elsewhere";
    entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    if entry.state == State::Active {
        let path = words.own_key();
        cx.note(
            words.node,
            &path,
            "neither a command nor an address; drawn as a reference to a server defined elsewhere",
        );
    }
}
