//! Fields in another shape than their product takes, and keys that it does not know.

use super::super::ReadCx;
use super::super::model::{Dialect, Takes};
use super::words::Words;
use super::{ADDRESS_KEYS, VOCABULARY};
use crate::inventory::{Mark, MarkLevel, Redacted, ServerEntry};
use crate::syntax::{Node, Value};

type Is = fn(&Node) -> bool;

const TEXT: (&str, Is) = ("a string", |node| !node.is_list() && !node.is_map());
const LIST: (&str, Is) = ("a list of strings", Node::is_list);
const MAP: (&str, Is) = ("a map of strings", Node::is_map);

/// Keys that hold a number of seconds or milliseconds in some product.
const TIMES: [&str; 10] = [
    "timeout",
    "timeoutMs",
    "startup_timeout_sec",
    "startup_timeout_ms",
    "tool_timeout_sec",
    "startupTimeoutMs",
    "toolTimeoutMs",
    "initTimeout",
    "connectionTimeout",
    "discoveryTimeoutMs",
];

/// Warns of fields that are read here and that the product itself would refuse.
pub(super) fn check(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    times(cx, words, entry);
    let command = match cx.dialect.takes {
        Takes::Any => return,
        Takes::Text => TEXT,
        Takes::List => LIST,
    };
    let wanted = [
        ("command", command),
        ("args", LIST),
        ("env", MAP),
        ("environment", MAP),
        ("envs", MAP),
        ("headers", MAP),
        ("http_headers", MAP),
    ];
    for (key, (what, is)) in wanted {
        let Some(node) = words.get(key) else { continue };
        if !is(node) {
            shape(cx, words, entry, key, what, node);
        } else if let Some(found) = inexact(cx, key, node) {
            let product = cx.dialect.product;
            let message = format!("{found} where {product} wants a string: it refuses the entry");
            cx.warn(
                node,
                &words.key(key),
                message,
                "write it in quotation marks",
            );
            cx.refuse(
                entry,
                format!("{key} holds {found}: {product} refuses the entry"),
            );
        }
    }
}

/// A field in another shape than the product takes.
fn shape(
    cx: &mut ReadCx<'_>,
    words: &Words<'_>,
    entry: &mut ServerEntry,
    key: &str,
    what: &str,
    node: &Node,
) {
    let (found, product) = (node.value.kind(), cx.dialect.product);
    let sure = cx.dialect.exact.contains(&key);
    let does = if sure { "refuses" } else { "may refuse" };
    let message = format!("expected {what}, found {found}; read all the same, {product} {does} it");
    cx.warn(node, &words.key(key), message, "");
    if sure {
        cx.refuse(
            entry,
            format!("{key} is {found}: {product} refuses the entry"),
        );
        return;
    }
    let text = format!("{key} is {found}: {product} takes {what}");
    let at = Some(cx.at(node));
    entry.marks.push(Mark::new(MarkLevel::Warning, text, at));
}

/// Finds something else than a text where the product takes nothing else.
fn inexact(cx: &ReadCx<'_>, key: &str, node: &Node) -> Option<&'static str> {
    if !cx.dialect.exact.contains(&key) {
        return None;
    }
    let of_map = node.entries().into_iter().map(|entry| &entry.value);
    let alone = std::iter::once(node).filter(|node| !node.is_map() && !node.is_list());
    let mut values = of_map.chain(node.items()).chain(alone);
    let other = values.find(|value| value.as_str().is_none())?;
    Some(other.value.kind())
}

/// A time that is no number costs that field, or the entry where the product is that exact.
fn times(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if cx.known.is_some_and(|known| known.parse.is_some()) {
        return; // All words of a script are texts.
    }
    for key in TIMES {
        let Some(node) = words.get(key) else { continue };
        if matches!(node.value, Value::Number(_)) {
            continue;
        }
        cx.expected(node, &words.key(key), "a number");
        if cx.dialect.exact.contains(&key) {
            let (found, product) = (node.value.kind(), cx.dialect.product);
            cx.refuse(
                entry,
                format!("{key} is {found}: {product} refuses the entry"),
            );
        }
    }
}

/// Unknown keys that a remark names; the messages name all.
const NAMED: usize = 8;

/// Says which keys of an entry the product does not know.
pub(super) fn foreign_keys(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if cx.dialect.keys.is_empty() {
        return;
    }
    let mut unknown = Vec::new();
    for field in words.node.entries() {
        let key = field.key.as_str();
        // Addresses under another key are told on their own, and what begins with a sign is a remark.
        let told = ADDRESS_KEYS.contains(&key) || key.starts_with(['_', '$', '/', '#']);
        if told || cx.dialect.knows(key) || field.value.value == Value::Null {
            continue;
        }
        if VOCABULARY.contains(&key) {
            let text = format!("{key} is not a documented key of {}", cx.dialect.product);
            let at = Some(cx.at(&field.value));
            entry.marks.push(Mark::new(MarkLevel::Note, text, at));
            continue;
        }
        let name = Redacted::name(key).to_string();
        let meant = meant(cx.dialect, key);
        let hint = meant.map_or_else(String::new, |known| {
            format!("the key of this client is {known}")
        });
        let message = format!("{} does not document this key", cx.dialect.product);
        let path = words.key(&name);
        cx.warn(&field.value, &path, message, &hint);
        unknown.push(name);
    }
    if !unknown.is_empty() {
        let named = unknown[..unknown.len().min(NAMED)].join(", ");
        let more = match unknown.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let text = format!("unknown to {}: {named}{more}", cx.dialect.product);
        let at = Some(entry.source.clone());
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}

/// Finds the known key that differs in capitals and signs alone.
fn meant(dialect: &Dialect, key: &str) -> Option<&'static str> {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.collect::<String>().to_ascii_lowercase()
    };
    let lists = dialect.keys.iter().chain(dialect.url_keys).copied();
    let auto = dialect.auto.iter().map(|auto| auto.key());
    let switches = dialect.switches.iter().map(|switch| switch.key);
    let mut known = lists.chain(auto).chain(switches);
    known.find(|own| plain(own) == plain(key))
}
