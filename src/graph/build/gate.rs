//! The host's approval gate: who is asked before a tool runs, over all its servers.

use super::Builder;
use super::hosts::HostNodes;
use super::words;
use crate::graph::{Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Lock, Node, NodeKind};
use crate::inventory::{Approval, Approver, Host, HostKind, Rule, ServerEntry, SetBy};

/// On a gate that lets everything through.
pub(super) const OPEN: &str = "open: nobody is asked";
/// On a gate that lets everything through unless somebody changed it.
pub(super) const OPEN_BY_DEFAULT: &str = "? open: nobody is asked (product default)";

/// On a gate that lets nothing through.
const CLOSED: &str = "blocked: no call passes";

const OPEN_FOR: &str = "open for ";
const PARTLY: &str = "partly open: ";
const REST: &str = "not known: ";
const ASKS: &str = "asks? ";
const NOT_KNOWN: &str = "not known from files";

/// Says whether a line of a gate sums up approvals that differ; an overlay that changes one takes it away.
pub(crate) fn is_mixed(line: &str) -> bool {
    let parts = [OPEN_FOR, PARTLY, REST, ASKS];
    parts.iter().any(|part| line.starts_with(part)) || line == NOT_KNOWN
}

impl Builder {
    /// Adds the gate, and the person who approves where one is asked.
    pub(super) fn add_gate(&mut self, host: &Host, nodes: &mut HostNodes) {
        let id = self.ids.make(&["gate", &nodes.slug]);
        let kind = NodeKind::Gate;
        let frame = Some(nodes.frame.as_str());
        let mut gate = Node::new(&id, kind, "approval gate", frame, Evidence::Assumed);
        let declared = host.facts.gate.as_ref();
        if let Some(rule) = declared {
            gate.evidence = Evidence::Declared;
            gate.source.clone_from(&rule.source);
            gate.lines = words::approval(rule);
            if let Rule::Auto(tools) = &rule.rule {
                let all = words::approved(tools, rule.source.as_ref());
                words::add_marks(&mut gate, all.as_slice());
            }
        }
        let asked = asked(host);
        if let Asked::Nobody(evidence) = asked {
            let words = if evidence.is_guess() {
                OPEN_BY_DEFAULT
            } else {
                OPEN
            };
            let line = Line::new(LineRole::Approval(Lock::Open), words);
            gate.lines.push(line);
        }
        if matches!(asked, Asked::Person(_)) {
            gate.lines.extend(mixed(&locks(host)));
        }
        if all_blocked(host) {
            let line = Line::new(LineRole::Approval(Lock::Refused), CLOSED);
            gate.lines.push(line);
        }
        let guessed = matches!(asked, Asked::Person(evidence) if evidence.is_guess());
        if guessed && gate.lines.is_empty() {
            let line = Line::new(LineRole::Approval(Lock::Unknown), NOT_KNOWN);
            gate.lines.push(line);
        }
        self.arch.add_node(gate);
        if let Asked::Person(evidence) = asked {
            let user = self.user(host);
            let words = if evidence.is_guess() {
                "? approves"
            } else {
                "approves"
            };
            let flow = Flow::new(FlowKind::Approve, user, &id, evidence);
            self.arch.add_flow(flow.with(LabelRole::Plain, words));
        }
        nodes.gate = Some(id);
    }
}

/// Says whether all of a host's servers are blocked.
fn all_blocked(host: &Host) -> bool {
    let blocked = |rule: &Rule| *rule == Rule::Blocked;
    !host.servers.is_empty() && host.servers.iter().all(|s| blocked(&s.approval.rule))
}

/// Returns the locks of the servers of a host that calls can reach.
fn locks(host: &Host) -> Vec<Lock> {
    let live = |s: &&ServerEntry| s.state.off().is_none() && s.approval.rule != Rule::Blocked;
    let servers = host.servers.iter().filter(live);
    servers.map(|s| words::lock(&s.approval.rule)).collect()
}

/// Says of a gate that is not open for all how many servers ask nobody, how many ask by the product's default, and of
/// how many the app alone knows. Takes the locks of all servers that calls can reach.
pub(super) fn mixed(live: &[Lock]) -> Vec<Line> {
    let count = |is: Lock| live.iter().filter(|lock| **lock == is).count();
    let (all, some) = (count(Lock::Open), count(Lock::Partly));
    let unknown = count(Lock::Unknown);
    let of = live.len();
    let servers = |n| super::notes::count(n, "server");
    let open = match (all, some) {
        (0, 0) => None,
        (0, some) => Some(format!("{PARTLY}some tools of {}", servers(some))),
        (all, 0) => Some(format!("{OPEN_FOR}{all} of {of} servers")),
        (all, some) => Some(format!("{OPEN_FOR}{}, some tools of {some}", servers(all))),
    };
    let says = |lock, text: String| Line::new(LineRole::Approval(lock), text);
    if open.is_none() && unknown > 0 && unknown == of {
        return vec![says(Lock::Unknown, NOT_KNOWN.to_owned())];
    }
    let assumed = count(Lock::Assumed);
    let mut lines = Vec::new();
    if let Some(open) = open {
        lines.push(says(Lock::Partly, open));
    } else if assumed > 0 {
        let asks = Rule::AsksByDefault.word();
        lines.push(says(Lock::Assumed, some_of(&asks, assumed, of)));
    }
    if unknown > 0 {
        lines.push(says(
            Lock::Unknown,
            format!("{REST}{unknown} of {of} servers"),
        ));
    }
    lines
}

fn some_of(words: &str, some: usize, of: usize) -> String {
    if some == of {
        words.to_owned()
    } else {
        format!("{words}: {some} of {of}")
    }
}

/// Who stands at the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// A person, as far as known.
    Person(Evidence),
    /// Something else than a person; the lines of the gate say what.
    Other,
    /// Nobody: the gate is open.
    Nobody(Evidence),
}

fn asked(host: &Host) -> Asked {
    if host.kind == HostKind::CloudAgent {
        return Asked::Nobody(Evidence::Declared);
    }
    let declared = host.facts.gate.as_ref();
    let of_servers = host
        .servers
        .iter()
        .filter(|s| s.state.off().is_none())
        .map(|s| &s.approval);
    let mut rules: Vec<&Approval> = of_servers.collect();
    if rules.is_empty() {
        rules.extend(declared);
    }
    let open = |a: &&Approval| {
        matches!(a.rule, Rule::AutoAll | Rule::AllowsByDefault)
            || (a.approver == Approver::Nobody && !matches!(a.rule, Rule::Blocked | Rule::Refused))
    };
    let live: Vec<&Approval> = rules
        .into_iter()
        .filter(|a| a.rule != Rule::Blocked)
        .collect();
    if !live.is_empty() && live.iter().all(open) {
        let by_default = live.iter().any(|a| a.rule == Rule::AllowsByDefault);
        return Asked::Nobody(if by_default {
            Evidence::Assumed
        } else {
            Evidence::Declared
        });
    }
    let reviewed = |a: &Approval| a.approver == Approver::ModelReviewer || a.rule == Rule::Refused;
    if live.iter().any(|a| reviewed(a)) && live.iter().all(|a| open(a) || reviewed(a)) {
        return Asked::Other;
    }
    // A person is known to approve only where files say so of every server that is not known to do without.
    let says = |a: &&Approval| a.rule == Rule::Asks && a.set_by != SetBy::Product;
    let mut others = live.iter().filter(|a| !open(a) && !reviewed(a)).peekable();
    if others.peek().is_some() && others.all(says) || declared.is_some_and(|g| says(&g)) {
        Asked::Person(Evidence::Declared)
    } else {
        Asked::Person(Evidence::Assumed)
    }
}
