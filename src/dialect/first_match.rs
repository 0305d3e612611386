//! Lists of rules of which the first that matches decides, turned into rules of which the strictest decides.

use std::collections::{BTreeMap, BTreeSet};

use super::ReadCx;
use crate::diagnostic::Place;
use crate::inventory::{Effect, Mark, MarkLevel, wildcard};
use crate::syntax::Node;

/// One rule about tools; `None` stands for every server or every tool, `*` in a name for any text.
struct Ordered {
    server: Option<String>,
    tool: Option<String>,
    effect: Effect,
    at: Place,
}

/// The rules of one list, in its order.
#[derive(Default)]
pub(super) struct FirstMatch {
    rules: Vec<Ordered>,
    /// What the rules without a pattern are about, so that a new one is compared with few.
    plain: BTreeSet<(Option<String>, Option<String>)>,
    /// The rules with a pattern.
    patterns: Vec<usize>,
}

/// The servers that the rules so far allow something of.
#[derive(Default)]
struct Allowed {
    every: bool,
    names: BTreeSet<String>,
    patterns: Vec<String>,
}

impl Allowed {
    fn add(&mut self, rule: &Ordered) {
        match &rule.server {
            _ if rule.effect != Effect::Allow => {}
            None => self.every = true,
            Some(name) if name.contains('*') => self.patterns.push(name.clone()),
            Some(name) => {
                self.names.insert(name.clone());
            }
        }
    }

    /// Says whether a server is one of them.
    fn has(&self, server: &str) -> bool {
        self.every
            || self.names.contains(server)
            || self
                .patterns
                .iter()
                .any(|pattern| wildcard(pattern, server))
    }

    /// Says whether one of them may be one that a rule is about.
    fn meets(&self, rule: &Ordered) -> bool {
        match &rule.server {
            None => self.every || !self.names.is_empty() || !self.patterns.is_empty(),
            Some(name) if !name.contains('*') => self.has(name),
            Some(pattern) => {
                let either = |other: &String| wildcard(other, pattern) || wildcard(pattern, other);
                self.every || self.names.iter().chain(&self.patterns).any(either)
            }
        }
    }
}

impl FirstMatch {
    /// Adds a rule, unless an earlier one decides every call that it is about.
    pub(super) fn add(
        &mut self,
        cx: &mut ReadCx<'_>,
        (server, tool): (Option<&str>, Option<&str>),
        effect: Effect,
        (node, key): (&Node, &str),
    ) {
        cx.out.host.has_policy = true;
        let named = |name: Option<&str>| name.filter(|name| *name != "*").map(str::to_owned);
        let rule = Ordered {
            server: named(server),
            tool: named(tool),
            effect,
            at: cx.at(node),
        };
        if self.is_decided(&rule) {
            let words = "this rule has no effect: one before it decides the same calls";
            cx.note(node, key, words);
            return;
        }
        if is_pattern(rule.server.as_ref()) || is_pattern(rule.tool.as_ref()) {
            self.patterns.push(self.rules.len());
        } else {
            let about = (rule.server.clone(), rule.tool.clone());
            self.plain.insert(about);
        }
        self.rules.push(rule);
    }

    /// Says whether an earlier rule is about every call that a rule is about.
    fn is_decided(&self, rule: &Ordered) -> bool {
        let (server, tool) = (&rule.server, &rule.tool);
        let wider = [
            (None, None),
            (None, tool.clone()),
            (server.clone(), None),
            (server.clone(), tool.clone()),
        ];
        wider.iter().any(|about| self.plain.contains(about))
            || (self.patterns.iter()).any(|&at| covers(&self.rules[at], rule))
    }

    /// Hands the rules to the reading.
    pub(super) fn finish(self, cx: &mut ReadCx<'_>) {
        let servers = cx.out.servers.iter().enumerate().rev();
        let places: BTreeMap<String, usize> =
            servers.map(|(at, s)| (s.name.to_string(), at)).collect();
        let names: Vec<String> = cx.out.servers.iter().map(|s| s.name.to_string()).collect();
        let mut allowed = Allowed::default();
        for rule in &self.rules {
            let splits = rule.tool.is_none() && rule.effect != Effect::Allow;
            if !splits || !allowed.meets(rule) {
                emit(cx, rule.server.as_deref(), rule);
                allowed.add(rule);
                continue;
            }
            // A narrower rule before a stricter one keeps what it allowed: the stricter one is split by server.
            let one = |name: &String| places.contains_key(name).then(|| vec![name.clone()]);
            let about = match &rule.server {
                Some(name) if !name.contains('*') => one(name).unwrap_or_default(),
                _ => (names.iter())
                    .filter(|name| is_about(rule, name))
                    .cloned()
                    .collect(),
            };
            for name in &about {
                if allowed.has(name) {
                    left_out(cx, places.get(name).copied(), rule);
                } else {
                    emit(cx, Some(name), rule);
                }
            }
        }
    }
}

/// Says whether a name holds a `*`.
fn is_pattern(name: Option<&String>) -> bool {
    name.is_some_and(|name| name.contains('*'))
}

fn emit(cx: &mut ReadCx<'_>, server: Option<&str>, rule: &Ordered) {
    cx.tool_policy(server, rule.tool.as_deref(), rule.effect, rule.at.clone());
}

/// Says on a server what a stricter rule leaves to the rule before it.
fn left_out(cx: &mut ReadCx<'_>, server: Option<usize>, rule: &Ordered) {
    if rule.effect != Effect::Deny {
        return; // Asking is what holds for tools that no rule allows.
    }
    let mark = Mark::new(
        MarkLevel::Note,
        "every other tool is refused",
        Some(rule.at.clone()),
    );
    if let Some(server) = server.and_then(|at| cx.out.servers.get_mut(at)) {
        server.marks.push(mark);
    }
}

fn is_about(rule: &Ordered, server: &str) -> bool {
    let pattern = rule.server.as_deref();
    pattern.is_none_or(|pattern| wildcard(pattern, server))
}

/// Says whether every call that the second rule is about is one of the first.
fn covers(first: &Ordered, second: &Ordered) -> bool {
    let wider = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (None, _) => true,
        (Some(a), Some(b)) => wildcard(a, b),
        (Some(_), None) => false,
    };
    wider(&first.server, &second.server) && wider(&first.tool, &second.tool)
}
