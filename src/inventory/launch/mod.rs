//! What a command really starts, through any nesting of launchers, shells, containers and bridges.

use super::{Endpoint, Redacted};

mod args;
mod aside;
mod bridges;
mod container_options;
mod containers;
mod flags;
mod gateways;
mod known;
mod lexer;
mod listening;
mod logins;
mod mounts;
mod naming;
mod npm;
mod options;
mod others;
mod place;
mod proxies;
mod python;
mod reach;
mod remote;
mod sandboxes;
mod shells;
mod spec;
mod walk;
mod words;
mod wrappers;

pub(crate) use containers::COMPOSE;
pub use flags::Flag;
pub(crate) use walk::recognise;

/// A step between the host and the program (`cmd /c`, `wsl`, `bash -c`, `ssh`, `sudo`, `docker`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hop {
    /// A shell that gets a command string; the text is never shown.
    ShellString(&'static str),
    /// A shell or launcher that only passes words on (`cmd /c`, `env`, `powershell`).
    Wrapper(&'static str),
    /// An isolation or another machine; index into [`Launch::isolations`], outermost first.
    Isolation(usize),
}

/// The package ecosystem of a launched package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ecosystem {
    /// npm registry.
    Npm,
    /// Python Package Index.
    Pypi,
    /// crates.io, Go modules, NuGet, Nix and others; the word is shown.
    Other(&'static str),
}

impl Ecosystem {
    /// Gives the word shown.
    pub fn word(self) -> &'static str {
        match self {
            Ecosystem::Npm => "npm",
            Ecosystem::Pypi => "pypi",
            Ecosystem::Other(word) => word,
        }
    }
}

/// How exactly a version is fixed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pin {
    /// No version, a range or a moving tag such as `latest`.
    Unpinned,
    /// An exact version (can still be republished where the registry allows it).
    Version(Redacted),
    /// A digest or a full commit.
    Digest,
}

/// Where a script or program file lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// Inside the repository (relative path, or a workspace variable).
    Repository,
    /// Found by name on `PATH`.
    SearchPath,
    /// Under the user's home.
    Home,
    /// A system path.
    System,
    /// Inside the plugin, extension or bundle.
    Bundle,
    /// Elsewhere or unknown.
    Elsewhere,
}

/// The program at the end of the nesting.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Program {
    /// A package fetched by a launcher.
    Package {
        /// Ecosystem.
        ecosystem: Ecosystem,
        /// Package name without version.
        name: Redacted,
        /// How exactly it is fixed.
        pin: Pin,
    },
    /// A container image's own entry point.
    Image {
        /// Image without tag and digest.
        name: Redacted,
        /// Tag, where written.
        tag: Option<Redacted>,
        /// Whether a digest fixes it.
        digest: bool,
    },
    /// Code from a version control URL.
    Git {
        /// Host and repository as shown.
        name: Redacted,
        /// Whether a full commit fixes it.
        pinned: bool,
    },
    /// A script run by an interpreter.
    Script {
        /// `node`, `python`, ...
        runtime: Redacted,
        /// Last part of the script's path, or the module name.
        name: Redacted,
        /// Where it lies.
        location: Location,
    },
    /// A program file.
    Binary {
        /// Base name.
        name: Redacted,
        /// Where it lies.
        location: Location,
    },
    /// A task of the project (`npm run x`, `make x`).
    ProjectTask {
        /// Runner and task, such as `npm run start-stdio`.
        name: Redacted,
    },
    /// A batch or shell wrapper that hides what it starts.
    WrapperScript {
        /// Base name.
        name: Redacted,
    },
    /// Not visible.
    Unknown,
}

/// The runtime of an isolation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runtime {
    /// Docker.
    Docker,
    /// Podman.
    Podman,
    /// Another container runtime (`nerdctl`, `container`).
    OtherContainer,
    /// `kubectl exec` or run.
    Kubernetes,
    /// Windows Subsystem for Linux.
    Wsl,
    /// Another machine over ssh.
    Ssh,
    /// Another user on this machine (`sudo`, `runas`): boundary `root`.
    Root,
    /// A virtual machine.
    Vm,
    /// Windows, entered from WSL (`powershell.exe` and `cmd.exe` there).
    WindowsFromWsl,
    /// A sandbox program (`bwrap`, `firejail`, `sandbox-exec`, `codex sandbox`).
    SandboxProgram,
}

/// The network that an isolated process has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Network {
    /// Nothing written: open.
    OpenByDefault,
    /// `--network none`.
    None,
    /// `--network host`: a gap.
    Host,
    /// A named network.
    Named(Redacted),
}

/// A folder or file of the outside that an isolation can see.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mount {
    /// Outside path as shown (`~/src`, `whole disk`, last part of others), or a volume name.
    pub from: Redacted,
    /// Inside path.
    pub to: Redacted,
    /// Read-only.
    pub read_only: bool,
    /// A named volume rather than a host path.
    pub volume: bool,
    /// Whose home it is or lies in, where the path names a user: an ordinal of `Values`.
    pub home: Option<u32>,
}

/// A container, VM, WSL distribution, other machine or other user around the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Isolation {
    /// Runtime.
    pub runtime: Runtime,
    /// Title, such as `Container (docker) · mcp/fetch:latest`, `WSL · Ubuntu`, `ssh`.
    pub title: Redacted,
    /// Network.
    pub network: Network,
    /// Mounts.
    pub mounts: Vec<Mount>,
    /// Where it does not isolate: `host network`, `privileged`, `docker socket`, `home mounted`, `/mnt/c shared`.
    pub gaps: Vec<String>,
    /// Why its mounts and its network are not known, where they stand in no file that was read.
    pub not_read: Option<&'static str>,
    /// Ports published to the outside, as shown (`127.0.0.1:8080`, `8080 (all interfaces)`).
    pub published: Vec<Listener>,
    /// The word after `via` on the flow (`docker`, `wsl`, `ssh`).
    pub via: &'static str,
}

/// A port that the started process opens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listener {
    /// Whether it listens on all interfaces (else loopback, or not known).
    pub all_interfaces: bool,
    /// Port, where written.
    pub port: Option<u16>,
    /// Whether the address was written (else it is a guess, shown with `?`).
    pub address_written: bool,
}

/// A path or other thing that arguments tell the server to use; never a limit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// As shown: `~`, `~/src`, `whole disk`, `./data`, `/var/log`.
    pub shown: Redacted,
    /// What it is.
    pub kind: ReachKind,
    /// Whose home it is or lies in, where the path names a user: an ordinal of `Values`.
    pub home: Option<u32>,
}

/// What a [`Reach`] names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReachKind {
    /// The whole home directory.
    Home,
    /// The whole disk.
    WholeDisk,
    /// A folder or file.
    Path,
    /// A database file.
    DatabaseFile,
    /// The docker (or podman) socket.
    DockerSocket,
}

/// A bridge: one transport in, another out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bridge {
    /// Program, such as `mcp-remote`.
    pub name: Redacted,
    /// The remote server behind a stdio bridge.
    pub remote: Option<Endpoint>,
    /// Transport towards the remote, where flags say.
    pub transport: super::Transport,
    /// The local server that the bridge publishes on a port (reverse direction).
    pub publishes: Option<Box<Launch>>,
    /// The port it publishes on.
    pub listener: Option<Listener>,
    /// Whether it accepts plain http by flag (`--allow-http`).
    pub allows_http: bool,
    /// Whether the bridge holds OAuth tokens itself (`mcp-remote` without a static header).
    pub holds_tokens: bool,
}

/// A gateway or hub started by this entry: several servers behind one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gateway {
    /// Product, such as `Docker MCP Gateway`.
    pub product: Redacted,
    /// Names of back ends that the command line names; empty = `unknown servers`.
    pub back_ends: Vec<Redacted>,
}

/// What a command starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Steps from the host to the program, outermost first.
    pub hops: Vec<Hop>,
    /// Isolations on the way, outermost first.
    pub isolations: Vec<Isolation>,
    /// The program.
    pub program: Program,
    /// What the arguments tell it to use.
    pub reach: Vec<Reach>,
    /// A port it opens.
    pub listener: Option<Listener>,
    /// A bridge.
    pub bridge: Option<Bridge>,
    /// A gateway.
    pub gateway: Option<Gateway>,
    /// Known flags worth showing.
    pub flags: Vec<Flag>,
    /// Id of the catalogue row that this package, image or program has.
    pub catalog: Option<&'static str>,
    /// Remarks (`unpinned`, `image tag can move`, `shell string`).
    pub marks: Vec<super::Mark>,
    /// Ordinal of the whole command (words joined by U+001F), for admin lists and duplicate checks; see `Values`.
    pub identity: u32,
}

impl Launch {
    /// Makes a launch of which nothing is known but the ordinal of its words.
    pub fn unknown(identity: u32) -> Self {
        Self {
            hops: Vec::new(),
            isolations: Vec::new(),
            program: Program::Unknown,
            reach: Vec::new(),
            listener: None,
            bridge: None,
            gateway: None,
            flags: Vec::new(),
            catalog: None,
            marks: Vec::new(),
            identity,
        }
    }
}

#[cfg(test)]
mod tests;
