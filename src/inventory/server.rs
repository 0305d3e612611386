//! A server as configured.

use serde::Serialize;

use super::{Approval, Credential, Endpoint, Helper, Launch, Redacted, Scope};
use crate::diagnostic::Place;

/// How a fact is known (design.md section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A file says so.
    Declared,
    /// A probe saw it.
    Observed,
    /// The catalogue says so.
    Inferred,
    /// The overlay says so.
    Annotated,
    /// Nothing says so; the usual case.
    Assumed,
}

impl Evidence {
    /// Gives the word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Declared => "declared",
            Evidence::Observed => "observed",
            Evidence::Inferred => "inferred",
            Evidence::Annotated => "annotated",
            Evidence::Assumed => "assumed",
        }
    }

    /// Returns the one that says more: what a file, a probe or a person says stands before a guess.
    #[must_use]
    pub fn stronger(self, other: Self) -> Self {
        let rank = |e: Self| match e {
            Evidence::Declared => 0,
            Evidence::Observed => 1,
            Evidence::Annotated => 2,
            Evidence::Inferred => 3,
            Evidence::Assumed => 4,
        };
        if rank(other) < rank(self) {
            other
        } else {
            self
        }
    }

    /// Says whether the fact is marked with `?`.
    pub fn is_guess(self) -> bool {
        matches!(self, Evidence::Inferred | Evidence::Assumed)
    }
}

/// The transport, as this client would take the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transport {
    /// A child process on stdin and stdout.
    Stdio,
    /// Streamable HTTP.
    StreamableHttp,
    /// HTTP+SSE (deprecated).
    Sse,
    /// The client tries Streamable HTTP, then HTTP+SSE.
    HttpThenSse,
    /// A websocket.
    Websocket,
    /// HTTP over a Unix socket.
    UnixSocket,
    /// HTTP over a Windows named pipe.
    NamedPipe,
    /// Inside the host's own process.
    Builtin,
    /// Not known; kept so.
    Unknown,
}

impl Transport {
    /// Gives the word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            Transport::Stdio => "stdio",
            Transport::StreamableHttp => "streamable-http",
            Transport::Sse => "sse",
            Transport::HttpThenSse => "http-then-sse",
            Transport::Websocket => "websocket",
            Transport::UnixSocket => "unix-socket",
            Transport::NamedPipe => "named-pipe",
            Transport::Builtin => "builtin",
            Transport::Unknown => "unknown",
        }
    }
}

/// What the client connects to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A process that the client starts.
    Process(Box<Launch>),
    /// An address that the client connects to.
    Remote(Endpoint),
    /// Code inside the host.
    Builtin,
    /// By reference: the file names it only (a plugin, an extension, a catalogue entry, a bare toggle).
    Reference(Redacted),
    /// The entry does not say (broken).
    Nothing,
}

/// Whether the entry is in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// In use.
    Active,
    /// Switched off, ignored, blocked or shadowed; holds the reason shown.
    Disabled(String),
    /// Its client cannot use it as written, whatever a switch says; holds the reason shown.
    Refused(String),
}

impl State {
    /// Returns why nothing starts or connects, where that is so.
    pub fn off(&self) -> Option<&str> {
        match self {
            State::Active => None,
            State::Disabled(reason) | State::Refused(reason) => Some(reason),
        }
    }
}

/// How loud a mark is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkLevel {
    /// Worth saying.
    Note,
    /// Worth a look.
    Warning,
    /// The alarm role of the picture.
    Alarm,
}

/// A short remark shown on a node, host or flow.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// How loud.
    pub level: MarkLevel,
    /// The words, short.
    pub text: String,
    /// Where its reason stands.
    pub source: Option<Place>,
}

impl Mark {
    /// Makes a mark.
    pub fn new(level: MarkLevel, text: impl Into<String>, source: Option<Place>) -> Self {
        Self {
            level,
            text: text.into(),
            source,
        }
    }
}

/// An address that env or arguments give to the server: where it will talk to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointUse {
    /// Variable, flag or position that names it.
    pub named_by: Redacted,
    /// The address.
    pub endpoint: Endpoint,
    /// A database or other asset rather than an API.
    pub database: bool,
    /// Where it stands.
    pub source: Option<Place>,
}

/// What the file says about OAuth.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OAuth {
    /// An authorization server that the file names.
    pub authorization_server: Option<Endpoint>,
    /// Scopes that the file names.
    pub scopes: Vec<Redacted>,
    /// Whether a client id is given (its value is not kept).
    pub has_client_id: bool,
    /// Resource or audience named in the file.
    pub resource: Option<Redacted>,
    /// Where it stands.
    pub source: Option<Place>,
}

/// A sandbox that the host makes around this server (VS Code `sandboxEnabled`) or around itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostSandbox {
    /// Title, such as `VS Code sandbox (macOS, Linux)`.
    pub title: String,
    /// What it limits, one line each (`network: 2 domains`, `writes: ./data`).
    pub limits: Vec<Redacted>,
    /// Where it stands.
    pub source: Option<Place>,
}

/// What a probe would ask of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeTarget {
    /// Name under which a recording knows the answer; made of shown text. Entries with one address share it.
    pub id: String,
    /// Name of the answer to this entry's own credentials.
    pub own: String,
    /// The address, or what is started.
    pub shown: Redacted,
}

/// One configured server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerEntry {
    /// Name as configured.
    pub name: Redacted,
    /// Transport as this client takes it.
    pub transport: Transport,
    /// What it connects to.
    pub target: Target,
    /// Its credentials.
    pub credentials: Vec<Credential>,
    /// Addresses named by env or arguments.
    pub endpoints: Vec<EndpointUse>,
    /// Names of the settings in env that are neither credential nor address.
    pub settings: Vec<Redacted>,
    /// OAuth facts.
    pub oauth: Option<OAuth>,
    /// Approval of its tools.
    pub approval: Approval,
    /// In use or not.
    pub state: State,
    /// Whether the file itself says on or off.
    pub switched: bool,
    /// Scope of the entry.
    pub scope: Scope,
    /// A local entry of the very project that is drawn.
    pub here: bool,
    /// Names of tools that the file mentions (allow lists, filters), for the model-to-client flow.
    pub tools: Vec<Redacted>,
    /// Sandbox made by the host.
    pub sandbox: Option<HostSandbox>,
    /// Commands that run at load or connect (`headersHelper`, `$(...)`).
    pub helpers: Vec<Helper>,
    /// Remarks.
    pub marks: Vec<Mark>,
    /// The plugin that it comes with, as `plugin@marketplace`, where its path tells.
    pub plugin: Option<Redacted>,
    /// An alternative of another entry (packages and remotes of one registry entry).
    pub alternative: bool,
    /// Where it runs, where that differs from the host (Zed `remote: true`, devcontainer).
    pub runs_on: Option<super::RunsOn>,
    /// What a probe would ask; `assemble` names it, and there is none where nothing can be asked.
    pub probe: Option<ProbeTarget>,
    /// Where its live values are kept while a probe needs them; see `Vault`.
    pub kept: Option<usize>,
    /// Where it stands.
    pub source: Place,
}

impl ServerEntry {
    /// Makes an entry with nothing known beyond its name and place.
    pub fn new(name: Redacted, scope: Scope, approval: Approval, source: Place) -> Self {
        Self {
            name,
            transport: Transport::Unknown,
            target: Target::Nothing,
            credentials: Vec::new(),
            endpoints: Vec::new(),
            settings: Vec::new(),
            oauth: None,
            approval,
            state: State::Active,
            switched: false,
            scope,
            here: false,
            tools: Vec::new(),
            sandbox: None,
            helpers: Vec::new(),
            marks: Vec::new(),
            plugin: None,
            alternative: false,
            runs_on: None,
            probe: None,
            kept: None,
            source,
        }
    }

    /// Returns the address that is connected to: the client's own, or that of a bridge.
    pub fn address(&self) -> Option<&Endpoint> {
        match &self.target {
            Target::Remote(endpoint) => Some(endpoint),
            Target::Process(launch) => launch.bridge.as_ref()?.remote.as_ref(),
            Target::Builtin | Target::Reference(_) | Target::Nothing => None,
        }
    }
}

/// One rule of a settings or policy file about whole servers, normalised by the dialect; `assemble` applies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerPolicy {
    /// Servers of this name are off (within `scope` alone, where given).
    DisableByName {
        /// Server name.
        name: Redacted,
        /// Only entries of this scope.
        scope: Option<Scope>,
        /// Reason shown.
        reason: String,
        /// Where it stands.
        source: Place,
    },
    /// An entry that a rule about its words refuses.
    Refuse {
        /// Where the entry stands.
        entry: Place,
        /// Who wrote the rule.
        by: super::SetBy,
        /// Reason shown.
        reason: &'static str,
        /// Where the rule stands.
        source: Place,
    },
    /// A plugin with all its servers is on or off.
    Plugin {
        /// `plugin@marketplace`.
        plugin: Redacted,
        /// On, else off.
        on: bool,
        /// Scope of the file that says so; the nearest decides.
        scope: Scope,
        /// Where it stands.
        source: Place,
    },
    /// The start of servers of this name is approved beforehand (`None`: all of that scope).
    PreApproveStart {
        /// Server name.
        name: Option<Redacted>,
        /// Only entries of this scope.
        scope: Option<Scope>,
        /// Who said so.
        by: super::SetBy,
        /// Where it stands.
        source: Place,
    },
    /// A server of this name may ask the model without a question to anybody.
    Sampling {
        /// Server name.
        name: Redacted,
        /// Where it stands.
        source: Place,
    },
    /// Only the admin's allow lists count (Claude Code `allowManagedMcpServersOnly` in a managed file).
    AdminListsAlone,
    /// Lists of servers (Claude Code `allowedMcpServers`, `deniedMcpServers`): a server whose ordinals or names match.
    AdminList {
        /// Deny list (else allow list).
        deny: bool,
        /// Who wrote it: any settings file may hold one.
        by: super::SetBy,
        /// Names listed.
        names: Vec<Redacted>,
        /// URL patterns listed (`*` wildcards).
        urls: Vec<Redacted>,
        /// Ordinals (see `Values`) of whole commands listed, joined by U+001F.
        commands: Vec<u32>,
        /// Where it stands.
        source: Place,
    },
}
