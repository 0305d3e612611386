//! Overlay entries about a client: its approval, its tools, and the gate of its host.

use crate::graph::build::Builder;
use crate::graph::build::clients::tools_line;
use crate::graph::build::gate::{OPEN, OPEN_BY_DEFAULT, is_mixed, mixed};
use crate::graph::build::words::{self, listed as listed_names};
use crate::graph::overlay::{ApprovalWord, Server};
use crate::graph::{Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Lock, Node, NodeKind};
use crate::inventory::Redacted;

impl Builder {
    pub(super) fn annotate_client(&mut self, client: &str, entry: &Server) {
        let names = |list: &[String]| -> Vec<String> {
            list.iter().map(|t| Redacted::name(t).to_string()).collect()
        };
        let (tools, listed) = (names(&entry.tools), names(&entry.approval_tools));
        let Some(node) = self.arch.node_mut(client) else {
            return;
        };
        if let Some(word) = entry.approval {
            set_approval(node, word, &listed);
        }
        if !tools.is_empty() || !listed.is_empty() {
            set_tools(node, &tools, &listed);
        }
        let shown = node.client.as_ref().map(|c| c.tools.clone());
        let frame = node.boundary.clone();
        for flow in self.arch.flows_mut() {
            if flow.kind == FlowKind::ToolCall && flow.to == client {
                flow.tools = shown.clone().unwrap_or_default();
            }
        }
        if entry.approval.is_some() {
            self.refresh_gate(frame.as_deref());
        }
    }

    /// Opens or closes the gate of a host after the approval of one of its clients changed.
    fn refresh_gate(&mut self, frame: Option<&str>) {
        let here = |n: &&Node| n.boundary.as_deref() == frame;
        let gate = self
            .arch
            .nodes()
            .filter(here)
            .find(|n| n.kind == NodeKind::Gate);
        let model = self
            .arch
            .nodes()
            .filter(here)
            .find(|n| n.kind == NodeKind::Model);
        let (Some(gate), Some(model)) = (gate.map(|n| n.id.clone()), model.map(|n| n.id.clone()))
        else {
            return;
        };
        let on = self.arch.nodes().filter(here).filter(|n| n.off.is_none());
        let called: Vec<&Node> = on
            .filter(|n| n.client.as_ref().is_some_and(|c| c.approval != "blocked"))
            .collect();
        let locks: Vec<Lock> = called.iter().copied().filter_map(lock_of).collect();
        let rules: Vec<(&str, &str)> = called
            .iter()
            .filter_map(|n| n.client.as_ref())
            .map(|c| (c.approval.as_str(), c.approval_set_by))
            .collect();
        let open = |rule: &str| rule == "auto: all" || rule.starts_with("allows?");
        let all_open = !rules.is_empty() && rules.iter().all(|(rule, _)| open(rule));
        let mut asked = rules.iter().filter(|(rule, _)| !open(rule)).peekable();
        let annotated = asked.clone().any(|(_, by)| *by == "overlay");
        // As in the files: of all that are not open, somebody has to say so.
        let sure = asked.peek().is_some() && asked.all(|(rule, _)| *rule == "asks");
        let prompt = |f: &&Flow| f.kind == FlowKind::Prompt && f.to == model;
        let user = self
            .arch
            .flows()
            .into_iter()
            .find(prompt)
            .map(|f| f.from.clone());
        let by_default = rules.iter().any(|(rule, _)| rule.starts_with("allows?"));
        if let Some(node) = self.arch.node_mut(&gate) {
            node.lines
                .retain(|l| l.text != OPEN && l.text != OPEN_BY_DEFAULT && !is_mixed(&l.text));
            if all_open {
                let words = if by_default { OPEN_BY_DEFAULT } else { OPEN };
                let line = Line::new(LineRole::Approval(Lock::Open), words);
                node.lines.push(line);
            } else {
                node.lines.extend(mixed(&locks));
            }
        }
        let approves = |f: &Flow| f.kind == FlowKind::Approve && f.to == gate;
        if all_open {
            self.arch.remove_flows(approves);
            return;
        }
        let known = self.arch.flows().into_iter().any(approves);
        if let (true, Some(user)) = (annotated || !known, user) {
            let declared = |f: &&Flow| approves(f) && !f.evidence.is_guess();
            if self.arch.flows().into_iter().any(|f| declared(&f)) {
                return;
            }
            self.arch.remove_flows(approves);
            let (evidence, words) = if annotated && sure {
                (Evidence::Annotated, "approves")
            } else {
                (Evidence::Assumed, "? approves")
            };
            let flow = Flow::new(FlowKind::Approve, user, &gate, evidence);
            self.arch.add_flow(flow.with(LabelRole::Plain, words));
        }
    }
}

/// Returns the lock on a client's box.
fn lock_of(client: &Node) -> Option<Lock> {
    client.lines.iter().find_map(|l| match l.role {
        LineRole::Approval(lock) => Some(lock),
        _ => None,
    })
}

fn set_approval(node: &mut Node, word: ApprovalWord, listed: &[String]) {
    let (text, lock) = match word {
        ApprovalWord::Asks => ("asks".to_owned(), Lock::Closed),
        ApprovalWord::Blocked => ("blocked".to_owned(), Lock::Refused),
        ApprovalWord::Auto if listed.is_empty() => ("auto: all".to_owned(), Lock::Open),
        ApprovalWord::Auto if listed.len() == 1 => ("auto: 1 tool".to_owned(), Lock::Partly),
        ApprovalWord::Auto => (format!("auto: {} tools", listed.len()), Lock::Partly),
    };
    let is_approval = |l: &Line| matches!(l.role, LineRole::Approval(_));
    let at = node.lines.iter().position(is_approval);
    let at = at.unwrap_or(node.lines.len());
    // The old rule goes with the names and the caveat under it.
    let own = |l: &Line| is_approval(l) || (l.role == LineRole::Plain && !starts_another(&l.text));
    while node.lines.get(at).is_some_and(own) {
        node.lines.remove(at);
    }
    let rule = format!("{text} · set by overlay");
    node.lines
        .insert(at, Line::new(LineRole::Approval(lock), rule));
    if !listed.is_empty() {
        let names: Vec<&str> = listed.iter().map(String::as_str).collect();
        let line = Line::new(LineRole::Plain, listed_names(&names));
        node.lines.insert(at + 1, line);
    }
    node.marks.retain(|mark| !words::is_approved(mark));
    words::add_marks(node, words::approved(listed, None).as_slice());
    if let Some(facts) = &mut node.client {
        facts.approval = text;
        facts.approval_set_by = "overlay";
    }
}

fn starts_another(text: &str) -> bool {
    text.starts_with("start:") || text.starts_with("tools")
}

fn set_tools(node: &mut Node, tools: &[String], listed: &[String]) {
    node.lines.retain(|l| !l.text.starts_with("tools"));
    let others: Vec<String> = tools
        .iter()
        .filter(|t| !listed.contains(t))
        .cloned()
        .collect();
    let line = tools_line(&others);
    let marks = |l: &Line| {
        matches!(
            l.role,
            LineRole::Warning | LineRole::Alarm | LineRole::Credential
        )
    };
    let at = node
        .lines
        .iter()
        .position(marks)
        .unwrap_or(node.lines.len());
    if let Some(mut line) = line {
        line.text = line.text.replacen("tools:", "tools (overlay):", 1);
        node.lines.insert(at, line);
    }
    if let Some(facts) = &mut node.client {
        facts.tools = listed.iter().chain(&others).take(3).cloned().collect();
    }
}
