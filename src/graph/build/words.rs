//! The words on nodes and flows.

use super::isolation::HOLES_NOT_KNOWN;
use crate::diagnostic::Place;
use crate::distinct;
use crate::graph::{
    Boundary, LabelPart, LabelRole, Line, LineRole, Lock, Node, Rights, callout, cut,
};
use crate::inventory::launch::{Launch, Location, Pin, Program};
use crate::inventory::{
    Approval, Approver, Endpoint, Mark, MarkLevel, Redacted, Rule, Scheme, SetBy, StartApproval,
    Transport,
};

/// Longest list of names in a line, in characters.
pub(super) const LIMIT: usize = 45;
/// Longest line of a box, in characters: some rows. Only what nobody writes is longer.
const LONGEST: usize = 120;

/// Returns label and second line of what a launch starts.
pub(super) fn program(launch: &Launch) -> (String, String) {
    match &launch.program {
        Program::Package {
            ecosystem,
            name,
            pin,
        } => {
            let pin = match pin {
                Pin::Unpinned => "unpinned".to_owned(),
                Pin::Version(version) => version.to_string(),
                Pin::Digest => "digest".to_owned(),
            };
            let second = short(&format!("{} · {pin}", ecosystem.word()));
            (name.to_string(), second)
        }
        Program::Image { name, tag, digest } => {
            let fixed = match (digest, tag) {
                (true, _) => "digest".to_owned(),
                (false, Some(tag)) => tag.to_string(),
                (false, None) => "no tag".to_owned(),
            };
            (name.to_string(), short(&format!("image · {fixed}")))
        }
        Program::Git { name, pinned } => (
            name.to_string(),
            format!(
                "git source · {}",
                if *pinned { "commit" } else { "unpinned" }
            ),
        ),
        Program::Script {
            runtime,
            name,
            location,
        } => (
            name.to_string(),
            short(&format!("{runtime} script{}", place(location))),
        ),
        Program::Binary { name, location } => {
            (name.to_string(), format!("program{}", place(location)))
        }
        Program::ProjectTask { name } => (name.to_string(), "task of the project".into()),
        Program::WrapperScript { name } => (name.to_string(), "wrapper script".into()),
        Program::Unknown => (
            "unknown program".into(),
            "what starts is not visible".into(),
        ),
    }
}

fn place(location: &Location) -> &'static str {
    match location {
        Location::Repository => " in repository",
        Location::SearchPath => " from PATH",
        Location::Home => " under ~",
        Location::System => ", system path",
        Location::Bundle => " of the bundle",
        Location::Elsewhere => "",
    }
}

/// Returns the lines about approval in a client box or gate: the rule and who set it, then the tools, up to three where
/// there is no room for all ([`approved`]).
pub(super) fn approval(approval: &Approval) -> Vec<Line> {
    let mut text = approval.rule.word();
    if !matches!(approval.set_by, SetBy::Product) {
        text = format!("{text} · set by {}", approval.set_by.word());
    }
    if approval.approver == Approver::ModelReviewer {
        text.push_str(" · a model reviews");
    }
    let mut lines = vec![Line::new(LineRole::Approval(lock(&approval.rule)), text)];
    if let Rule::Auto(tools) = &approval.rule {
        let names: Vec<&str> = tools.iter().map(Redacted::as_str).collect();
        lines.push(Line::new(LineRole::Plain, listed(&names)));
    }
    lines.extend(
        approval
            .caveat
            .iter()
            .map(|text| Line::new(LineRole::Plain, short(text))),
    );
    lines
}

const NOBODY: &str = "nobody is asked for ";

/// Returns the remark that names all tools of which nobody approves a call, where a line has no room for them.
pub(super) fn approved(
    tools: &[impl std::ops::Deref<Target = str>],
    at: Option<&Place>,
) -> Option<Mark> {
    let names: Vec<&str> = tools.iter().map(|t| &**t).collect();
    let all = names.join(", ");
    let text = format!("{NOBODY}{all}");
    (listed(&names) != all).then(|| Mark::new(MarkLevel::Note, text, at.cloned()))
}

/// Says whether a remark names the tools of which nobody approves a call.
pub(super) fn is_approved(mark: &Mark) -> bool {
    mark.text.starts_with(NOBODY)
}

/// Lists all names where a line of a box has room for them, else the first ([`three`]).
pub(super) fn listed(names: &[&str]) -> String {
    let all = names.join(", ");
    if all.chars().count() <= callout::LINE {
        all
    } else {
        three(names)
    }
}

/// Lists at most three names in one line, then how many more; fewer where they are long.
pub(super) fn three(names: &[&str]) -> String {
    let mut shown = names.len().min(3);
    loop {
        let mut text = names[..shown].join(", ");
        if shown < names.len() {
            text = format!("{text} +{}", names.len() - shown);
        }
        if shown <= 1 || text.chars().count() <= LIMIT {
            return short(&text);
        }
        shown -= 1;
    }
}

/// Cuts a text to the length of a line in a box.
pub(super) fn short(text: &str) -> String {
    cut::at_word(text, LONGEST)
}

/// Returns the lock that stands for a rule.
pub(super) fn lock(rule: &Rule) -> Lock {
    match rule {
        Rule::Asks => Lock::Closed,
        Rule::AsksByDefault => Lock::Assumed,
        Rule::Refused | Rule::Blocked => Lock::Refused,
        Rule::Auto(_) => Lock::Partly,
        Rule::AllowsByDefault | Rule::AutoAll => Lock::Open,
        Rule::KeptInApp | Rule::Unknown => Lock::Unknown,
    }
}

/// Returns the line that says whose rights a process has; `frame` is what stands around it.
pub(super) fn rights(rights: Rights, frame: &Boundary) -> Line {
    let label = frame.label.to_lowercase();
    let mut text = match rights {
        Rights::Full => "your full rights",
        Rights::Account if label == "root" => "root's rights",
        Rights::Account => "another account's rights",
        Rights::Isolated if label.contains("container") => "in a container",
        Rights::Isolated if label.contains("sandbox") => "sandboxed",
        Rights::Isolated => "isolated",
    }
    .to_owned();
    if rights == Rights::Isolated && !frame.gaps.is_empty() {
        text.push_str(", with gaps");
    } else if frame
        .lines
        .iter()
        .any(|line| line.text.starts_with(HOLES_NOT_KNOWN))
    {
        text.push_str(", limits not known");
    }
    Line::new(LineRole::Rights(rights), text)
}

/// Says once per host that its product asks before a server first starts.
pub(super) const START_ASKED: &str = "server start: asked once? (product default)";

/// Returns the line about the start of a server where it differs from what the host says of all;
/// `by_repository`: the file that configures it is anyone's who can push.
pub(super) fn start(approval: &Approval, by_repository: bool) -> Option<Line> {
    match approval.start {
        StartApproval::PreApproved(by) => Some(Line::new(
            LineRole::Warning,
            format!("start: approved beforehand by {}", by.word()),
        )),
        StartApproval::NotAsked if by_repository => {
            Some(Line::new(LineRole::Warning, "start: not asked"))
        }
        StartApproval::AskedByDefault | StartApproval::NotAsked | StartApproval::Unknown => None,
    }
}

/// Returns the mark of a server that the catalogue knows as archived by its publisher.
pub(super) fn archived(row: Option<&crate::catalog::Server>) -> Option<Mark> {
    row.filter(|r| r.archived)
        .map(|_| Mark::new(MarkLevel::Warning, "? archived (catalogue)", None))
}

/// Returns the transport part of a remote flow's label.
pub(super) fn transport(transport: Transport, endpoint: Option<&Endpoint>) -> Vec<LabelPart> {
    let scheme = endpoint.map_or(Scheme::Unknown, |e| e.scheme);
    let plain = |text: &str| LabelPart::new(LabelRole::Plain, text);
    let mut parts = match transport {
        Transport::StreamableHttp => match scheme {
            Scheme::Http => vec![plain("HTTP POST")],
            Scheme::Https => vec![plain("HTTPS POST")],
            _ => vec![plain("Streamable HTTP")],
        },
        Transport::Sse if scheme == Scheme::Https => vec![plain("HTTPS, SSE (deprecated)")],
        Transport::Sse => vec![plain("SSE (deprecated)")],
        Transport::HttpThenSse if scheme == Scheme::Https => vec![plain("HTTPS: POST, else SSE")],
        Transport::HttpThenSse => vec![plain("HTTP: POST, else SSE")],
        Transport::Websocket if scheme == Scheme::Wss => vec![plain("websocket over TLS")],
        Transport::Websocket => vec![plain("websocket")],
        Transport::UnixSocket => vec![plain("HTTP over Unix socket")],
        Transport::NamedPipe => vec![plain("HTTP over named pipe")],
        Transport::Stdio => vec![plain("stdin / stdout")],
        Transport::Builtin => vec![plain("in process")],
        Transport::Unknown => vec![plain("transport unknown")],
    };
    if scheme.is_plain() && endpoint.is_some_and(leaves_machine) {
        parts.push(LabelPart::new(LabelRole::Alarm, "no TLS"));
    }
    parts
}

/// Says whether a connection to this endpoint leaves the machine.
pub(super) fn leaves_machine(endpoint: &Endpoint) -> bool {
    use crate::inventory::EndpointPlace as At;
    matches!(
        endpoint.place,
        At::Public { .. } | At::Private | At::CloudMetadata | At::Variable(_) | At::Placeholder
    )
}

/// Lists at most two names, then how many more.
pub(super) fn shorten(names: &[&str]) -> String {
    let mut unique: Vec<&str> = Vec::new();
    distinct::extend(&mut unique, names.iter().copied());
    match unique.as_slice() {
        [a, b, rest @ ..] if !rest.is_empty() => format!("{a}, {b} +{}", rest.len()),
        all => all.join(", "),
    }
}

/// Adds marks to a node, each of them once.
pub(super) fn add_marks(node: &mut Node, marks: &[Mark]) {
    node.marks.extend_from_slice(marks);
    distinct::by(&mut node.marks, |mark| mark.text.clone());
}
