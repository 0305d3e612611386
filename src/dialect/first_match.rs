//! Lists of rules of which the first that matches decides, turned into rules of which the strictest decides.

use super::ReadCx;
use crate::diagnostic::Place;
use crate::inventory::{Effect, Mark, MarkLevel, Redacted, wildcard};
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
        if self.rules.iter().any(|earlier| covers(earlier, &rule)) {
            let words = "this rule has no effect: one before it decides the same calls";
            cx.note(node, key, words);
            return;
        }
        self.rules.push(rule);
    }

    /// Hands the rules to the reading.
    pub(super) fn finish(self, cx: &mut ReadCx<'_>) {
        let names: Vec<String> = cx.out.servers.iter().map(|s| s.name.to_string()).collect();
        for (at, rule) in self.rules.iter().enumerate() {
            let earlier = &self.rules[..at];
            let allowed = |e: &Ordered| e.effect == Effect::Allow && overlap(e, rule);
            let splits = rule.tool.is_none() && rule.effect != Effect::Allow;
            if !splits || !earlier.iter().any(allowed) {
                emit(cx, rule.server.as_deref(), rule);
                continue;
            }
            // A narrower rule before a stricter one keeps what it allowed: the stricter one is split by server.
            for name in names.iter().filter(|name| is_about(rule, name)) {
                if earlier
                    .iter()
                    .any(|e| e.effect == Effect::Allow && is_about(e, name))
                {
                    left_out(cx, name, rule);
                } else {
                    emit(cx, Some(name), rule);
                }
            }
        }
    }
}

fn emit(cx: &mut ReadCx<'_>, server: Option<&str>, rule: &Ordered) {
    cx.tool_policy(server, rule.tool.as_deref(), rule.effect, rule.at.clone());
}

/// Says on a server what a stricter rule leaves to the rule before it.
fn left_out(cx: &mut ReadCx<'_>, name: &str, rule: &Ordered) {
    if rule.effect != Effect::Deny {
        return; // Asking is what holds for tools that no rule allows.
    }
    let shown = Redacted::name(name);
    let mark = Mark::new(
        MarkLevel::Note,
        "every other tool is refused",
        Some(rule.at.clone()),
    );
    if let Some(server) = cx.out.servers.iter_mut().find(|s| s.name == shown) {
        server.marks.push(mark);
    }
}

fn is_about(rule: &Ordered, server: &str) -> bool {
    let pattern = rule.server.as_deref();
    pattern.is_none_or(|pattern| wildcard(pattern, server))
}

/// Says whether two rules can be about one server.
fn overlap(a: &Ordered, b: &Ordered) -> bool {
    match (&a.server, &b.server) {
        (Some(a), Some(b)) => wildcard(a, b) || wildcard(b, a),
        _ => true,
    }
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
