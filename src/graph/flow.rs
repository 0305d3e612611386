//! The flows of the picture.

use super::Evidence;
use crate::diagnostic::Place;

/// What a flow is (design.md 4.3); the kind decides its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowKind {
    /// User to model.
    Prompt,
    /// User to gate.
    Approve,
    /// Repository or admin to host.
    Configure,
    /// Model to client, through the gate.
    ToolCall,
    /// Client to a local process.
    Stdio,
    /// Client (or bridge) to a server over Streamable HTTP, or HTTP then SSE.
    Http,
    /// Client (or bridge) to a server over HTTP+SSE.
    Sse,
    /// Websocket, sockets, builtin, unknown.
    Custom,
    /// Token holder to authorization server.
    Oauth,
    /// Person to authorization server.
    SignIn,
    /// Server to API or asset.
    Upstream,
    /// From outside to a listener.
    Inbound,
}

impl FlowKind {
    /// Gives the word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            FlowKind::Prompt => "prompt",
            FlowKind::Approve => "approve",
            FlowKind::Configure => "configure",
            FlowKind::ToolCall => "tool-call",
            FlowKind::Stdio => "stdio",
            FlowKind::Http => "http",
            FlowKind::Sse => "sse",
            FlowKind::Custom => "custom",
            FlowKind::Oauth => "oauth",
            FlowKind::SignIn => "sign-in",
            FlowKind::Upstream => "upstream",
            FlowKind::Inbound => "inbound",
        }
    }
}

/// What a part of a flow's label is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LabelRole {
    /// Transport and other words.
    Plain,
    /// A credential: key mark before it.
    Credential,
    /// A credential whose value stands in a file: readable by whoever reads that.
    Exposed,
    /// An alarm (`no TLS`, `same token`).
    Alarm,
}

impl LabelRole {
    /// All roles, in the order in which a label that stands for several names them.
    pub const ALL: [LabelRole; 4] = [
        LabelRole::Alarm,
        LabelRole::Plain,
        LabelRole::Credential,
        LabelRole::Exposed,
    ];
}

/// A part of a flow's label; parts are joined by ` · `.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelPart {
    /// The words.
    pub text: String,
    /// What they are about.
    pub role: LabelRole,
}

impl LabelPart {
    /// Makes a part.
    pub fn new(role: LabelRole, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            role,
        }
    }
}

/// A flow between two nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// Stable id.
    pub id: String,
    /// Kind.
    pub kind: FlowKind,
    /// Node id.
    pub from: String,
    /// Node id.
    pub to: String,
    /// Label parts; empty for tool calls (the grey bus carries no text).
    pub label: Vec<LabelPart>,
    /// How it is known.
    pub evidence: Evidence,
    /// Drawn grey: belongs to something that is off.
    pub off: bool,
    /// Ids of the credentials that travel on it.
    pub credentials: Vec<String>,
    /// Names of tools on a tool-call flow, at most three (JSON and tooltips; not on the line).
    pub tools: Vec<String>,
    /// Where it stands.
    pub source: Option<Place>,
}

impl Flow {
    /// Makes a flow without label.
    pub fn new(
        kind: FlowKind,
        from: impl Into<String>,
        to: impl Into<String>,
        evidence: Evidence,
    ) -> Self {
        let (from, to) = (from.into(), to.into());
        Self {
            id: id(kind, &from, &to),
            kind,
            from,
            to,
            label: Vec::new(),
            evidence,
            off: false,
            credentials: Vec::new(),
            tools: Vec::new(),
            source: None,
        }
    }

    /// Adds a part to the label and returns the flow.
    #[must_use]
    pub fn with(mut self, role: LabelRole, text: impl Into<String>) -> Self {
        self.label.push(LabelPart::new(role, text));
        self
    }

    /// Lets the flow start and end elsewhere.
    pub(super) fn set_ends(&mut self, from: String, to: String) {
        self.id = id(self.kind, &from, &to);
        (self.from, self.to) = (from, to);
    }

    /// Takes in a second flow of the same kind between the same nodes.
    pub(super) fn join(&mut self, other: Flow) {
        for part in other.label {
            if !self.label.contains(&part) {
                self.label.push(part);
            }
        }
        for credential in other.credentials {
            if !self.credentials.contains(&credential) {
                self.credentials.push(credential);
            }
        }
        self.off &= other.off;
        self.evidence = self.evidence.stronger(other.evidence);
        self.source = self.source.take().or(other.source);
    }

    /// Returns the label as one text.
    pub fn text(&self) -> String {
        self.label
            .iter()
            .map(|p| p.text.as_str())
            .collect::<Vec<_>>()
            .join(" · ")
    }

    /// Says whether the value of a credential that it carries stands in a file.
    pub fn exposes(&self) -> bool {
        self.label.iter().any(|p| p.role == LabelRole::Exposed)
    }

    /// Says whether a part of the label is an alarm.
    pub fn alarms(&self) -> bool {
        self.kind == FlowKind::Inbound || self.label.iter().any(|p| p.role == LabelRole::Alarm)
    }
}

fn id(kind: FlowKind, from: &str, to: &str) -> String {
    format!("{}--{from}--{to}", kind.word())
}
