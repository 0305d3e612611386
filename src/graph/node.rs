//! The nodes of the picture.

use serde::Serialize;

use super::{Evidence, Mark, Rights};
use crate::diagnostic::Place;
use crate::probe::{AuthorizationServer, Observation};

/// Label of the asset that every process of an OS user can read.
pub(crate) const HOME: &str = "home directory";

/// What a node stands for (design.md 4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// The person.
    User,
    /// The model, as the host uses it.
    Model,
    /// The host's approval gate.
    Gate,
    /// One connector per configured server.
    Client,
    /// An MCP server.
    Server,
    /// A program that turns one transport into another.
    Bridge,
    /// A program that stands for several servers.
    Gateway,
    /// Issues tokens.
    AuthorizationServer,
    /// A remote API behind a server.
    Upstream,
    /// A folder, database, socket.
    Asset,
    /// The host's own tools.
    BuiltinTools,
    /// A command that runs at load or connect.
    Helper,
    /// The repository: anyone who can push.
    Repository,
    /// Somebody outside who calls in (`local network`, `callers: unknown`).
    External,
}

impl NodeKind {
    /// Gives the word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            NodeKind::User => "user",
            NodeKind::Model => "model",
            NodeKind::Gate => "gate",
            NodeKind::Client => "client",
            NodeKind::Server => "server",
            NodeKind::Bridge => "bridge",
            NodeKind::Gateway => "gateway",
            NodeKind::AuthorizationServer => "authorization-server",
            NodeKind::Upstream => "upstream",
            NodeKind::Asset => "asset",
            NodeKind::BuiltinTools => "builtin-tools",
            NodeKind::Helper => "helper",
            NodeKind::Repository => "repository",
            NodeKind::External => "external",
        }
    }
}

/// The lock drawn before an approval line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lock {
    /// A file says that somebody is asked.
    Closed,
    /// Somebody is asked as long as the product's default holds; no file says so.
    Assumed,
    /// Nobody is asked.
    Open,
    /// Nobody is asked for some calls.
    Partly,
    /// No call passes, and nobody is asked.
    Refused,
    /// Not known.
    Unknown,
}

/// What a line of text inside a box is about; themes colour it, icons mark it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineRole {
    /// Ordinary second line.
    Plain,
    /// Approval, with its lock.
    Approval(Lock),
    /// Whose rights it has.
    Rights(Rights),
    /// Reach: what it is told to use.
    Reach,
    /// A credential (key mark).
    Credential,
    /// An alarm.
    Alarm,
    /// A warning.
    Warning,
    /// What nobody could read or has asked.
    Unknown,
    /// The reason why it is off.
    Off,
}

/// One line of text inside a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The words.
    pub text: String,
    /// What it is about.
    pub role: LineRole,
}

impl Line {
    /// Makes a line.
    pub fn new(role: LineRole, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            role,
        }
    }
}

/// What only client nodes have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientFacts {
    /// Server name as configured.
    pub server: String,
    /// Transport word.
    pub transport: &'static str,
    /// Approval word.
    pub approval: String,
    /// Who set it (word).
    pub approval_set_by: &'static str,
    /// Scope word.
    pub scope: &'static str,
    /// Names of tools that files mention, at most three are shown.
    pub tools: Vec<String>,
    /// Names of the variables that its entry sets and that hold neither a credential nor an address.
    pub settings: Vec<String>,
}

/// What a probe saw of what a node stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Observed {
    /// A server.
    Server(Box<Observation>),
    /// An authorization server.
    AuthorizationServer(Box<AuthorizationServer>),
}

/// A node. The label is the first line of its box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Stable id: kind and names, `[a-z0-9-]`.
    pub id: String,
    /// Kind.
    pub kind: NodeKind,
    /// First line.
    pub label: String,
    /// Further lines.
    pub lines: Vec<Line>,
    /// Innermost boundary, or none (outside everything).
    pub boundary: Option<String>,
    /// How it is known.
    pub evidence: Evidence,
    /// Where it stands.
    pub source: Option<Place>,
    /// Why it is off (disabled, shadowed, blocked); drawn grey.
    pub off: Option<String>,
    /// Remarks.
    pub marks: Vec<Mark>,
    /// Client facts.
    pub client: Option<ClientFacts>,
    /// What a probe saw.
    pub observed: Option<Observed>,
    /// What a probe saw of the same server with other credentials.
    pub also_observed: Vec<Observation>,
}

impl Node {
    /// Makes a node with nothing but its kind, label and place in the tree.
    pub fn new(
        id: impl Into<String>,
        kind: NodeKind,
        label: impl Into<String>,
        boundary: Option<&str>,
        evidence: Evidence,
    ) -> Self {
        Self {
            id: id.into(),
            kind,
            label: label.into(),
            lines: Vec::new(),
            boundary: boundary.map(str::to_owned),
            evidence,
            source: None,
            off: None,
            marks: Vec::new(),
            client: None,
            observed: None,
            also_observed: Vec::new(),
        }
    }

    /// Returns the name as every format shows it: with a question mark where the node is inferred.
    pub fn title(&self) -> String {
        let doubtful = match self.evidence {
            Evidence::Assumed => matches!(self.kind, NodeKind::Server | NodeKind::Gateway),
            other => other == Evidence::Inferred,
        };
        super::boundary::doubted(&self.label, doubtful)
    }
}
