//! Hosts, the files they were read from, and the inventory as a whole.

use super::launch::{Isolation, Listener};
use super::{
    Credential, Endpoint, Evidence, HostSandbox, Mark, OAuth, Redacted, ServerEntry, ServerPolicy,
    ToolPolicy,
};
use crate::diagnostic::{Diagnostic, Place};

/// What kind of product reads the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HostKind {
    /// An AI application with a user in front of it.
    Application,
    /// An agent that runs without a person (cloud agents).
    CloudAgent,
    /// A server-side application with many users (LibreChat).
    Deployment,
    /// A hub, gateway, catalogue or bundle: back ends, no model, no user, no gate.
    Hub,
    /// Not known (generic file).
    Unknown,
}

/// Where a host or server runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunsOn {
    /// The user's machine.
    ThisMachine,
    /// Any machine that opens the repository.
    AnyMachineOfRepository,
    /// A development container.
    DevContainer,
    /// An isolation on the user's machine that the product puts around itself and the processes it starts.
    OwnSandbox {
        /// Its title and limits.
        sandbox: HostSandbox,
        /// A container (else a sandbox of the same OS user).
        container: bool,
    },
    /// Another machine (ssh, remote development); holds a safe name or an empty text.
    OtherMachine(Redacted),
    /// A vendor's cloud; holds the vendor.
    VendorCloud(String),
    /// A server deployment.
    Deployment,
    /// Not known.
    Unknown,
}

/// A placement and how it is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacementFact {
    /// Where.
    pub on: RunsOn,
    /// How known.
    pub evidence: Evidence,
}

/// The scope of a file or entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The admin's file.
    Managed,
    /// The admin's defaults for a machine, which every nearer file overrides.
    System,
    /// The user's file.
    User,
    /// The user's private entry for one project (`projects` of `~/.claude.json`).
    Local,
    /// A file of the repository.
    Project,
    /// A plugin or extension.
    Plugin,
    /// A development container.
    DevContainer,
    /// A server's own configuration.
    Server,
    /// Not known.
    Unknown,
}

impl Scope {
    /// Gives the word of JSON and picture.
    pub fn word(self) -> &'static str {
        match self {
            Scope::Managed => "managed",
            Scope::System => "system",
            Scope::User => "user",
            Scope::Local => "local",
            Scope::Project => "project",
            Scope::Plugin => "plugin",
            Scope::DevContainer => "devcontainer",
            Scope::Server => "server",
            Scope::Unknown => "unknown",
        }
    }
}

/// A command that runs when the configuration is loaded or a connection is made; its text is never kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helper {
    /// The key that holds it (`headersHelper`, `inputs.token`, `$(...)`).
    pub named_by: Redacted,
    /// When it runs: `at each connect`, `when the file is loaded`.
    pub when: &'static str,
    /// It runs on the machine, although the host runs in a container.
    pub outside: bool,
    /// Where it stands.
    pub source: Place,
}

/// The host's own tools (shell, files, web) and what limits them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuiltinTools {
    /// One line each: `sandbox: workspace-write`, `network: on`, `bash: asks`.
    pub lines: Vec<Redacted>,
    /// Title of a host-made sandbox around them, if one is declared on.
    pub sandbox: Option<String>,
    /// Where it stands.
    pub source: Option<Place>,
}

/// Facts about a host beside its servers, from one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostFacts {
    /// The host's own tools.
    pub builtin_tools: Option<BuiltinTools>,
    /// Where inference runs, if the file says so.
    pub inference: Option<Endpoint>,
    /// The host-wide approval words for the gate, such as `auto: all (user)`; `None` = nothing declared.
    pub gate: Option<super::Approval>,
    /// Whether the host's own tools have no sandbox, where that decides what happens to calls that nobody is asked about.
    pub full_access: Option<(super::SetBy, bool)>,
    /// A setting locks the mode out in which all runs unasked.
    pub bypass_locked: bool,
    /// Credentials that the host itself holds.
    pub credentials: Vec<Credential>,
    /// Ports on which the host itself listens (hubs).
    pub listeners: Vec<Listener>,
    /// What the host's own callers sign in with, if the file says so (hubs).
    pub callers: Option<OAuth>,
    /// The container that the host runs in, as far as its file describes it.
    pub container: Option<Isolation>,
    /// Commands that run at load.
    pub helpers: Vec<Helper>,
    /// Remarks on the host.
    pub marks: Vec<Mark>,
    /// Whether an approval, sandbox or policy fact was read (exit code 3 when no file has one and no server either).
    pub has_policy: bool,
}

/// What one file said to one client; the dialect's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Client id, such as `claude-code`.
    pub client: &'static str,
    /// Product name, such as `Claude Code`.
    pub product: &'static str,
    /// Kind of product.
    pub kind: HostKind,
    /// Scope of the file.
    pub scope: Scope,
    /// Where the host runs.
    pub placement: PlacementFact,
    /// Servers in file order.
    pub servers: Vec<ServerEntry>,
    /// Rules about tools.
    pub tool_policies: Vec<ToolPolicy>,
    /// Rules about servers.
    pub server_policies: Vec<ServerPolicy>,
    /// Facts about the host.
    pub host: HostFacts,
    /// Other products that read the same file (product names).
    pub also_read_by: Vec<&'static str>,
    /// Whether this file alone decides (a managed file that takes exclusive control).
    pub exclusive: bool,
    /// Whether its client loads the file.
    pub loaded: bool,
    /// Why the whole product does not start with this file.
    pub breaks: Option<String>,
    /// Whether the file is the repository's.
    pub from_repository: bool,
    /// Messages.
    pub diagnostics: Vec<Diagnostic>,
    /// Displayed path of the file.
    pub path: String,
}

impl Reading {
    /// Makes one of the same file that says nothing yet.
    pub(crate) fn alike(&self) -> Self {
        Self {
            servers: Vec::new(),
            tool_policies: Vec::new(),
            server_policies: Vec::new(),
            host: HostFacts::default(),
            diagnostics: Vec::new(),
            breaks: None,
            also_read_by: self.also_read_by.clone(),
            placement: self.placement.clone(),
            path: self.path.clone(),
            ..*self
        }
    }
}

/// How the reading of a file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourceStatus {
    /// Read; holds servers or facts.
    Read,
    /// Read; holds nothing.
    Empty,
    /// Not an MCP configuration, or a file that its client ignores.
    Ignored,
    /// Could not be read.
    Failed,
}

impl SourceStatus {
    /// Gives the word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            SourceStatus::Read => "read",
            SourceStatus::Empty => "empty",
            SourceStatus::Ignored => "ignored",
            SourceStatus::Failed => "failed",
        }
    }
}

/// One input file in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceReport {
    /// Displayed path.
    pub path: String,
    /// Client id, where one was told.
    pub client: Option<&'static str>,
    /// Its scope, where one was told.
    pub scope: Option<Scope>,
    /// How it ended.
    pub status: SourceStatus,
    /// Number of configured servers.
    pub servers: usize,
    /// Other products that read the same file.
    pub also_read_by: Vec<&'static str>,
    /// Short remarks (`this client refuses comments: it will not load this file`).
    pub notes: Vec<String>,
    /// Why nothing of it is drawn.
    pub reason: Option<String>,
}

/// One running product with everything its files say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Client id.
    pub client: &'static str,
    /// Product name.
    pub product: &'static str,
    /// Kind.
    pub kind: HostKind,
    /// Where it runs.
    pub placement: PlacementFact,
    /// Scopes of its files, sorted.
    pub scopes: Vec<Scope>,
    /// Servers, sorted by name, then scope.
    pub servers: Vec<ServerEntry>,
    /// Facts of all its files together.
    pub facts: HostFacts,
    /// Whether a repository's file configures it.
    pub from_repository: bool,
    /// Other products that read one of its files.
    pub also_read_by: Vec<&'static str>,
    /// Paths of its files.
    pub paths: Vec<String>,
}

/// Everything that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inventory {
    /// Hosts, sorted by product and placement.
    pub hosts: Vec<Host>,
    /// Files, in display order.
    pub sources: Vec<SourceReport>,
    /// What a search for the files did and did not cover.
    pub coverage: Vec<String>,
    /// Messages for stderr, in order of file and position.
    pub diagnostics: Vec<Diagnostic>,
}
