//! Keys of an entry that approve tools, filter them, or switch the entry off.

use std::collections::BTreeSet;

use super::super::ReadCx;
use super::super::model::Auto;
use super::words::{Words, flag, names, texts};
use crate::inventory::{Approver, Mark, MarkLevel, Redacted, Rule, ServerEntry, State};
use crate::syntax::Node;

/// Reason shown for an entry that its own file switches off.
pub(crate) const OFF: &str = "disabled in the file";

/// Reads the keys that approve tools beforehand.
pub(crate) fn auto(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    for key in cx.dialect.auto {
        let Some(node) = words.get(key.key()) else {
            continue;
        };
        let path = words.key(key.key());
        let rule = match (key, node.as_bool()) {
            (Auto::Flag(_) | Auto::Either(_), Some(true)) => Rule::AutoAll,
            (Auto::Flag(_) | Auto::Either(_), Some(false)) => continue,
            (Auto::Flag(_), None) => {
                cx.expected(node, &path, "true or false");
                continue;
            }
            (Auto::List(_), Some(_)) => {
                cx.expected(node, &path, "a list of tool names");
                continue;
            }
            (Auto::List(_) | Auto::Either(_), None) => {
                let listed = texts(cx, node, &path);
                if listed.is_empty() {
                    continue;
                }
                if listed.contains(&"*") {
                    Rule::AutoAll
                } else {
                    Rule::Auto(listed.into_iter().map(Redacted::name).collect())
                }
            }
        };
        set(cx, entry, rule, node);
    }
}

/// Sets the rule of an entry as this file says it; the wider of two rules stays.
pub(crate) fn set(cx: &ReadCx<'_>, entry: &mut ServerEntry, rule: Rule, node: &Node) {
    if entry.approval.rule == Rule::AutoAll {
        return;
    }
    let rule = match (&entry.approval.rule, rule) {
        (Rule::Auto(old), Rule::Auto(new)) => {
            let known: BTreeSet<&Redacted> = old.iter().collect();
            let more = new.into_iter().filter(|name| !known.contains(name));
            let more: Vec<Redacted> = more.collect();
            Rule::Auto(old.iter().cloned().chain(more).collect())
        }
        (_, rule) => rule,
    };
    if let Rule::Auto(tools) = &rule {
        mention(entry, tools);
    }
    entry.approval.approver = match rule {
        Rule::AutoAll => Approver::Nobody,
        _ => Approver::Person,
    };
    entry.approval.rule = rule;
    entry.approval.set_by = cx.set_by();
    entry.approval.caveat = cx.dialect.auto_caveat.map(str::to_owned);
    entry.approval.source = Some(cx.at(node));
}

/// Keys that limit the tools to a list.
const ALLOW_KEYS: [&str; 6] = [
    "tools",
    "includeTools",
    "enabledTools",
    "enabled_tools",
    "allowedTools",
    "available_tools",
];

/// Keys that switch tools off.
const DENY_KEYS: [&str; 3] = ["disabledTools", "excludeTools", "disabled_tools"];

/// Reads the keys that filter tools.
pub(crate) fn filters(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    for key in ALLOW_KEYS {
        let Some(node) = words.get(key) else { continue };
        if node.is_map() {
            nested_filter(cx, words, entry, key, node);
            continue;
        }
        let path = words.key(key);
        let listed = names(cx, node, &path);
        allow(cx, entry, node, &listed);
    }
    if let Some(node) = words.get("toolFilter").filter(|node| node.is_map()) {
        nested_filter(cx, words, entry, "toolFilter", node);
    }
    for key in DENY_KEYS {
        if let Some(node) = words.get(key) {
            let path = words.key(key);
            let listed = names(cx, node, &path);
            deny(cx, entry, node, &listed);
        }
    }
}

fn nested_filter(
    cx: &mut ReadCx<'_>,
    words: &Words<'_>,
    entry: &mut ServerEntry,
    key: &str,
    node: &Node,
) {
    if let Some(list) = node.get("include") {
        let path = words.key(&format!("{key}.include"));
        let listed = names(cx, list, &path);
        allow(cx, entry, list, &listed);
    }
    if let Some(list) = node.get("exclude") {
        let path = words.key(&format!("{key}.exclude"));
        let listed = names(cx, list, &path);
        deny(cx, entry, list, &listed);
    }
}

/// Records a list of tools that are the only ones exposed.
pub(crate) fn allow(cx: &ReadCx<'_>, entry: &mut ServerEntry, node: &Node, listed: &[Redacted]) {
    let at = Some(cx.at(node));
    if listed.iter().any(|name| name.as_str() == "*") {
        let text = "tools: *: every tool is exposed";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
        return;
    }
    if listed.is_empty() {
        return;
    }
    let text = format!("exposes {}", tools(listed.len()));
    entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    mention(entry, listed);
}

/// Records a list of tools that are switched off.
pub(crate) fn deny(cx: &ReadCx<'_>, entry: &mut ServerEntry, node: &Node, listed: &[Redacted]) {
    if !listed.is_empty() {
        let text = format!("{} switched off", tools(listed.len()));
        let at = Some(cx.at(node));
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}

/// Remembers tool names for the flow from the model to the client.
pub(crate) fn mention(entry: &mut ServerEntry, listed: &[Redacted]) {
    let named = listed.iter().filter(|name| name.as_str() != "*");
    crate::distinct::extend(&mut entry.tools, named.cloned());
}

/// Counts tools in words.
pub(crate) fn tools(count: usize) -> String {
    match count {
        1 => "1 tool".to_owned(),
        n => format!("{n} tools"),
    }
}

/// Reads the switches of an entry.
pub(crate) fn switches(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    for switch in cx.dialect.switches {
        let Some(node) = words.get(switch.key) else {
            continue;
        };
        let path = words.key(switch.key);
        if let Some(value) = flag(cx, node, &path) {
            entry.switched = true;
            if value == switch.off_when {
                entry.state = State::Disabled(OFF.to_owned());
            }
        } else {
            let text = format!("{} is neither true nor false", switch.key);
            let at = Some(cx.at(node));
            entry.marks.push(Mark::new(MarkLevel::Warning, text, at));
        }
    }
}
