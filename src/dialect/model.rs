//! The row that describes how one product reads its configuration.

use super::ReadCx;
use super::fields::words::Words;
pub(crate) use super::files::{FileScope, KnownFile, Shape, Wrapper};
pub(crate) use super::places::{Added, Holds, Move};
use crate::inventory::VarSyntax;
use crate::inventory::{HostKind, Rule, Scope, ServerEntry, StartApproval, Transport};
use crate::syntax::Node;

/// Reads one file of a product into the context.
pub(crate) type Reader = fn(&mut ReadCx<'_>, &Node);

/// Adds what is special about one entry of a product.
pub(crate) type Finish = fn(&mut ReadCx<'_>, &Words<'_>, &mut ServerEntry);

/// How one product reads its configuration. Start a row from [`Dialect::BASE`].
pub(crate) struct Dialect {
    /// Id, as `--client` takes it.
    pub(crate) id: &'static str,
    /// Product name.
    pub(crate) product: &'static str,
    /// Kind of product.
    pub(crate) kind: HostKind,
    /// Its files.
    pub(crate) files: &'static [KnownFile],
    /// Environment variables that move its files.
    pub(crate) moves: &'static [Move],
    /// Environment variables that add files to them.
    pub(crate) added: &'static [Added],
    /// Scope of a file whose path does not tell.
    pub(crate) default_scope: Scope,
    /// Where the host runs, when the file is not a repository's.
    pub(crate) runs: Where,
    /// Keys under which servers stand.
    pub(crate) wrappers: &'static [Wrapper],
    /// Whether a file without a wrapper key is taken as a map of servers.
    pub(crate) flat: bool,
    /// Keys of a server entry that the product knows; empty when not known for sure (then every key counts).
    pub(crate) keys: &'static [&'static str],
    /// Keys that hold the address, the strongest first.
    pub(crate) url_keys: &'static [&'static str],
    /// The shapes that the product takes a command, arguments, variables and headers in.
    pub(crate) takes: Takes,
    /// What an address without a type word means.
    pub(crate) untyped_url: UntypedUrl,
    /// What a command and an address together mean.
    pub(crate) both: Both,
    /// The product's own type words; empty takes every known spelling.
    pub(crate) types: &'static [(&'static str, Transport)],
    /// What the product does with entries of one name in several files.
    pub(crate) merges: Merges,
    /// What the product does with an entry that it cannot read.
    pub(crate) invalid: Invalid,
    /// Fields for whose sake the product refuses an entry where they, or an item in them, have another type.
    pub(crate) exact: &'static [&'static str],
    /// Variables that the product expands.
    pub(crate) variables: &'static [VarSyntax],
    /// What the names of all variables begin with that the product hands over, where it hands over no others.
    pub(crate) prefix: Option<&'static str>,
    /// Whether comments and trailing commas are refused.
    pub(crate) strict: Strictness,
    /// Approval of a tool call when no file says anything.
    pub(crate) approval: DefaultRule,
    /// Approval of the start of a server.
    pub(crate) start: Start,
    /// Keys of an entry that approve tools beforehand.
    pub(crate) auto: &'static [Auto],
    /// Limit of what those keys say.
    pub(crate) auto_caveat: Option<&'static str>,
    /// Keys of an entry that switch it on or off.
    pub(crate) switches: &'static [Switch],
    /// Key of an entry that holds the name shown, where the map key is not it.
    pub(crate) named_by: Option<&'static str>,
    /// Whether a null in `env` hands on the variable of the host.
    pub(crate) null_inherits: bool,
    /// What no documentation or source of the product says and is read leniently; empty when nothing is left open.
    pub(crate) unverified: &'static str,
    /// Adds what is special about an entry of this product.
    pub(crate) finish: Option<Finish>,
    /// Reads a file that no [`KnownFile::read`] is named for.
    pub(crate) read: Reader,
}

impl Dialect {
    /// An application with an `mcpServers` map, of which nothing else is known.
    pub(crate) const BASE: Dialect = Dialect {
        id: "",
        product: "",
        kind: HostKind::Application,
        files: &[],
        moves: &[],
        added: &[],
        default_scope: Scope::Unknown,
        runs: Where::ThisMachine,
        wrappers: &[Wrapper::map(&["mcpServers"])],
        flat: false,
        keys: &[],
        url_keys: &["url"],
        takes: Takes::Any,
        untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
        both: Both::Command,
        types: &[],
        merges: Merges::No,
        invalid: Invalid::Unknown,
        exact: &[],
        variables: &[],
        prefix: None,
        strict: Strictness::Unknown,
        approval: DefaultRule::App,
        start: Start {
            project: StartApproval::Unknown,
            user: StartApproval::Unknown,
        },
        auto: &[],
        auto_caveat: None,
        switches: &[],
        named_by: None,
        null_inherits: false,
        unverified: "",
        finish: None,
        read: super::map::read,
    };

    /// Says whether the product knows a key of a server entry.
    pub(crate) fn knows(&self, key: &str) -> bool {
        self.keys.is_empty()
            || self.keys.contains(&key)
            || self.url_keys.contains(&key)
            || self.auto.iter().any(|auto| auto.key() == key)
            || self.switches.iter().any(|switch| switch.key == key)
    }

    /// Says whether the product finds servers in a file of its.
    pub(crate) fn finds(&self, file: &KnownFile, root: &Node) -> bool {
        let (wrappers, flat) = file.holds.unwrap_or((self.wrappers, self.flat));
        let filled = |wrapper: &Wrapper| super::detect::filled(root, wrapper.path);
        wrappers.iter().any(filled) || flat && super::map::is_flat(root)
    }
}

/// Where a host runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    /// The user's machine.
    ThisMachine,
    /// Another machine, reached by remote development.
    RemoteMachine,
    /// A vendor's cloud.
    Cloud(&'static str),
    /// A server deployment.
    Deployment,
    /// Not known.
    Unknown,
}

/// The shapes in which a product takes the fields of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Not known for sure: every shape is read without a word.
    Any,
    /// The command is a text, arguments are a list, variables and headers are maps.
    Text,
    /// The command is a list with its arguments, variables and headers are maps.
    List,
}

/// What an address without a type word means to a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UntypedUrl {
    /// This transport.
    Means(Transport),
    /// An error; holds what the product does.
    Refused(&'static str),
}

/// What a command and an address in one entry mean to a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Both {
    /// The command wins.
    Command,
    /// The address wins.
    Address,
    /// The entry is refused; holds what the product does.
    Refused(&'static str),
}

/// What a product does with an entry of a foreign transport word, or with a field of another shape than it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invalid {
    /// Not known: the entry is marked only.
    Unknown,
    /// It leaves out that entry.
    Entry,
    /// It loads no server of the file.
    File,
    /// It loads no server of a repository's file; of another one it leaves out that entry.
    ProjectFile,
    /// It does not start at all.
    Host,
}

/// What a product does with entries of one name in several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Merges {
    /// The nearest one replaces the others.
    No,
    /// One that names neither program nor address changes the next one; others replace it.
    Changes,
    /// All are merged key by key.
    Keys,
}

/// How a product takes comments and trailing commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// Accepts both.
    Lenient,
    /// Accepts all of JSON5.
    Json5,
    /// Accepts comments, refuses trailing commas.
    CommentsOnly,
    /// Refuses both and drops the file.
    Strict,
    /// Not documented.
    Unknown,
}

/// What holds when no file says anything about approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefaultRule {
    /// Documented: asks.
    Asks,
    /// Documented: runs without asking.
    Allows,
    /// The application keeps its own switch or store.
    App,
    /// Nothing is known, or there is no gate.
    Unknown,
    /// Documented: every tool runs, and nobody is there to ask.
    Autonomous,
}

impl DefaultRule {
    /// Gives the rule of the model.
    pub(crate) fn rule(self) -> Rule {
        match self {
            DefaultRule::Asks => Rule::AsksByDefault,
            DefaultRule::Allows => Rule::AllowsByDefault,
            DefaultRule::App => Rule::KeptInApp,
            DefaultRule::Unknown => Rule::Unknown,
            DefaultRule::Autonomous => Rule::AutoAll,
        }
    }
}

/// Approval of the start of a server, by scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Start {
    /// For a repository's entry.
    pub(crate) project: StartApproval,
    /// For the user's own entry.
    pub(crate) user: StartApproval,
}

impl Start {
    /// The same for both.
    pub(crate) const fn always(start: StartApproval) -> Self {
        Self {
            project: start,
            user: start,
        }
    }
}

/// A key of an entry that approves tools beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Auto {
    /// A list of tool names, `*` for all.
    List(&'static str),
    /// A flag for all tools.
    Flag(&'static str),
    /// Either of them.
    Either(&'static str),
}

impl Auto {
    /// Returns the key.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Auto::List(key) | Auto::Flag(key) | Auto::Either(key) => key,
        }
    }
}

/// A key of an entry that switches it on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Switch {
    /// The key.
    pub(crate) key: &'static str,
    /// The value that means off.
    pub(crate) off_when: bool,
}

impl Switch {
    /// `disabled: true` and its like.
    pub(crate) const fn off(key: &'static str) -> Self {
        Self {
            key,
            off_when: true,
        }
    }

    /// `enabled: false` and its like.
    pub(crate) const fn on(key: &'static str) -> Self {
        Self {
            key,
            off_when: false,
        }
    }
}
