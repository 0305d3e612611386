//! Environment and headers of an entry.

use super::super::ReadCx;
use super::super::cx::absorb;
use super::words::{Pairs, Words, pairs};
use crate::inventory::{Carrier, Credential, Form, Helper, Redacted, ServerEntry};

/// Why a credential under a key that the product does not read goes nowhere.
pub(crate) const NOT_READ: &str = "this client does not read the key it stands under";

/// Keys that hold environment variables.
const ENV_KEYS: [&str; 4] = ["env", "environment", "envs", "env_vars"];

/// Reads the environment; returns it for the launch, so that `-e NAME` finds its value.
pub(crate) fn env(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) -> Pairs {
    let mut all = Pairs::new();
    for key in ENV_KEYS {
        let Some(node) = words.any(key) else { continue };
        let path = words.key(key);
        let found = pairs(cx, node, &path, '=');
        let before = entry.credentials.len();
        for (name, value, at) in &found {
            match value {
                Some(value) => {
                    let facts = cx.facts(entry, |facts| facts.env(name, value, at));
                    absorb(entry, facts);
                }
                // A bare name in a list hands on the variable of the host; a null in a map mostly removes it.
                None if node.is_list() || cx.dialect.null_inherits => {
                    let facts = cx.facts(entry, |facts| facts.env_inherited(name, at));
                    absorb(entry, facts);
                }
                None => {}
            }
        }
        if cx.dialect.knows(key) {
            all.extend(found);
        } else {
            unread(entry, before);
        }
    }
    // The environment of an object command (`command: {path, args, env}`).
    let nested = words
        .any("command")
        .and_then(|command| command.get("env"))
        .cloned();
    if let Some(node) = nested {
        let path = words.key("command.env");
        let found = pairs(cx, &node, &path, '=');
        for (name, value, at) in &found {
            if let Some(value) = value {
                let facts = cx.facts(entry, |facts| facts.env(name, value, at));
                absorb(entry, facts);
            }
        }
        all.extend(found);
    }
    if let Some((_, node)) = words.first(&["envFile", "env_file"]) {
        let mut file = Credential::new(Redacted::trusted("envFile"), Form::File, Carrier::Env);
        file.source = Some(cx.at(node));
        entry.credentials.push(file);
    }
    all
}

/// Keys that hold headers.
const HEADER_KEYS: [&str; 2] = ["headers", "http_headers"];

/// Reads the headers and the commands that make them.
pub(crate) fn headers(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    for key in HEADER_KEYS {
        if let Some(node) = words.any(key) {
            header_map(cx, entry, node, &words.key(key), cx.dialect.knows(key));
        }
    }
    if let Some(node) = words
        .get("requestOptions")
        .and_then(|options| options.get("headers"))
    {
        header_map(cx, entry, node, &words.key("requestOptions.headers"), true);
    }
    for key in ["headersHelper", "http_headers_helper"] {
        let Some(node) = words.get(key) else { continue };
        let at = cx.at(node);
        let name = Redacted::trusted(key);
        entry.helpers.push(Helper {
            outside: false,
            named_by: name.clone(),
            when: "at each connect",
            source: at.clone(),
        });
        let mut minted = Credential::new(name, Form::Helper, Carrier::Header);
        minted.source = Some(at);
        entry.credentials.push(minted);
    }
}

/// Reads one group of headers.
pub(crate) fn header_map(
    cx: &mut ReadCx<'_>,
    entry: &mut ServerEntry,
    node: &crate::syntax::Node,
    path: &str,
    read: bool,
) {
    let before = entry.credentials.len();
    for (name, value, at) in pairs(cx, node, path, ':') {
        let value = value.unwrap_or_default();
        let facts = cx.facts(entry, |facts| facts.header(&name, &value, &at));
        absorb(entry, facts);
        if read {
            cx.keep(entry, |kept| kept.header(&name, &value));
        }
    }
    if !read {
        unread(entry, before);
    }
}

fn unread(entry: &mut ServerEntry, before: usize) {
    for credential in &mut entry.credentials[before..] {
        credential.broken = Some(NOT_READ);
    }
}
