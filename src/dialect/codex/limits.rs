//! `requirements.toml`: the sandboxes and approval policies that the admin allows; Codex falls back to one of them.

use super::super::ReadCx;
use super::host;
use crate::inventory::subjects::Amendment;
use crate::inventory::{Mark, MarkLevel, HostFacts, Redacted, SetBy};
use crate::syntax::Node;

/// Approval policies and sandbox modes of Codex.
const POLICIES: [&str; 4] = ["untrusted", "on-failure", "on-request", "never"];
const MODES: [&str; 3] = ["read-only", "workspace-write", "danger-full-access"];

/// What a list allows, as words of Codex; the first one holds in place of one that is not listed.
struct Allowed {
    known: &'static [&'static str],
    listed: Vec<&'static str>,
}

impl Allowed {
    fn read(cx: &mut ReadCx<'_>, root: &Node, key: &str, known: &'static [&'static str]) -> Option<Self> {
        let node = root.get(key)?;
        let words = node.items().iter().filter_map(Node::as_str);
        let listed: Vec<&str> = words
            .filter_map(|word| known.iter().find(|known| **known == word).copied())
            .collect();
        let at = Some(cx.at(node));
        if listed.is_empty() {
            let text = format!("{key} names nothing that Codex knows");
            cx.policy_mark(MarkLevel::Warning, text, at);
            return None;
        }
        let text = format!("the admin allows {}", listed.join(", "));
        cx.policy_mark(MarkLevel::Note, text, at);
        Some(Self { known, listed })
    }

    /// Lists the words that are not allowed.
    fn refused(&self) -> impl Iterator<Item = &'static str> {
        let refused = |word: &&'static str| !self.listed.contains(word);
        self.known.iter().copied().filter(refused)
    }
}

/// Reads both lists and keeps what they change in other files.
pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let policies = Allowed::read(cx, root, "allowed_approval_policies", &POLICIES);
    let modes = Allowed::read(cx, root, "allowed_sandbox_modes", &MODES);
    if let Some(node) = root.get("remote_sandbox_config") {
        let at = Some(cx.at(node));
        let text = "sandboxes by host name: which one holds is not told";
        cx.policy_mark(MarkLevel::Warning, text, at);
    }
    let modes = modes.filter(|modes| {
        let readable = modes.listed.contains(&MODES[0]);
        if !readable {
            let at = root.get("allowed_sandbox_modes").map(|node| cx.at(node));
            let text = "allowed_sandbox_modes without read-only: Codex refuses the list";
            cx.policy_mark(MarkLevel::Warning, text, at);
        }
        readable
    });
    if policies.is_none() && modes.is_none() {
        return;
    }
    let apply = move |facts: &mut HostFacts| {
        if let Some(policies) = &policies {
            policies.refused().for_each(|word| approval(facts, word, policies.listed[0]));
        }
        if let Some(modes) = &modes {
            modes.refused().for_each(|word| sandbox(facts, word));
        }
    };
    let amendment = Amendment {
        client: cx.dialect.id,
        path: cx.file.path.clone(),
        apply: Box::new(apply),
    };
    cx.values.subjects().amend(amendment);
}

/// Puts the policy that holds in place of one that is not allowed.
fn approval(facts: &mut HostFacts, refused: &str, holds: &str) {
    let (before, after) = (host::policy_words(refused), host::policy_words(holds));
    let (before, after) = (format!("commands: {before}"), format!("commands: {after}"));
    if reword(facts, &before, &after) && refused == "never" {
        facts.gate = None;
        facts.marks.retain(|mark| mark.text != host::NEVER);
        say(facts, format!("approval policy never is not allowed by the admin: {holds} holds"));
    }
}

/// Puts the narrowest sandbox in place of one that is not allowed.
fn sandbox(facts: &mut HostFacts, refused: &str) {
    let before = match refused {
        "danger-full-access" => host::NO_SANDBOX.to_owned(),
        mode => format!("sandbox: {mode}"),
    };
    if !reword(facts, &before, "sandbox: read-only") {
        return;
    }
    if let Some(tools) = &mut facts.builtin_tools {
        tools.sandbox = Some("Codex sandbox · read-only".to_owned());
    }
    if facts.full_access.is_some() {
        facts.full_access = Some((SetBy::Admin, false));
    }
    facts.marks.retain(|mark| mark.text != host::FULL_ACCESS);
    say(facts, format!("sandbox {refused} is not allowed by the admin: read-only holds"));
}

/// Changes a line about the host's own tools, also that of a profile; says whether the line that always holds was there.
fn reword(facts: &mut HostFacts, before: &str, after: &str) -> bool {
    let Some(tools) = &mut facts.builtin_tools else {
        return false;
    };
    let mut always = false;
    for line in &mut tools.lines {
        if line.as_str() == before {
            always = true;
            *line = Redacted::trusted(after);
        } else if let Some(profile) = line.strip_suffix(before).filter(|rest| rest.starts_with("profile ")) {
            *line = Redacted::trusted(format!("{profile}{after}"));
        }
    }
    always
}

fn say(facts: &mut HostFacts, text: String) {
    facts.marks.push(Mark::new(MarkLevel::Note, text, None));
}
