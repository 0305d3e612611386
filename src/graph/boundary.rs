//! The trust boundaries: frames of the picture.

use super::{Evidence, Line, Mark};
use crate::diagnostic::Place;

/// What a boundary is (design.md 4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoundaryKind {
    /// A machine, vendor cloud or deployment.
    Machine,
    /// All processes of the user's own OS account on their machine (the green frame).
    OsUser,
    /// All processes of another account: a cloud session, a service account, a user of another machine.
    Account,
    /// One running product.
    Host,
    /// Container, VM, WSL, sandbox, other user.
    Isolation,
    /// A private network.
    PrivateNetwork,
    /// A registrable domain.
    Provider,
}

impl BoundaryKind {
    /// Gives the word of JSON.
    pub fn word(self) -> &'static str {
        match self {
            BoundaryKind::Machine => "machine",
            BoundaryKind::OsUser => "os-user",
            BoundaryKind::Account => "account",
            BoundaryKind::Host => "host",
            BoundaryKind::Isolation => "isolation",
            BoundaryKind::PrivateNetwork => "private-network",
            BoundaryKind::Provider => "provider",
        }
    }
}

/// A trust boundary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// Stable id.
    pub id: String,
    /// Kind.
    pub kind: BoundaryKind,
    /// Title.
    pub label: String,
    /// Enclosing boundary.
    pub parent: Option<String>,
    /// Lines under the title (`network: open (default)`, mounts, scope marks).
    pub lines: Vec<Line>,
    /// Line at the bottom (the OS user's sentence).
    pub footer: Option<String>,
    /// Remarks in full; the lines may shorten them.
    pub marks: Vec<Mark>,
    /// Where the border does not isolate; drawn as gaps with these words.
    pub gaps: Vec<String>,
    /// How it is known.
    pub evidence: Evidence,
    /// Where it stands.
    pub source: Option<Place>,
    /// Everything in it is off.
    pub off: bool,
}

impl Boundary {
    /// Makes a boundary without lines.
    pub fn new(
        id: impl Into<String>,
        kind: BoundaryKind,
        label: impl Into<String>,
        parent: Option<&str>,
        evidence: Evidence,
    ) -> Self {
        Self {
            id: id.into(),
            kind,
            label: label.into(),
            parent: parent.map(str::to_owned),
            lines: Vec::new(),
            footer: None,
            marks: Vec::new(),
            gaps: Vec::new(),
            evidence,
            source: None,
            off: false,
        }
    }

    /// Returns the title as every format shows it: with a question mark where the boundary is inferred.
    pub fn title(&self) -> String {
        doubted(&self.label, self.evidence == Evidence::Inferred)
    }
}

/// Puts a question mark before a name that nobody states.
pub(super) fn doubted(name: &str, doubtful: bool) -> String {
    if doubtful && !name.is_empty() && !name.starts_with('?') {
        format!("? {name}")
    } else {
        name.to_owned()
    }
}
