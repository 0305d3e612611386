//! The table format: what a person reads in a configuration.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

/// One table file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// The rows.
    #[serde(rename = "row")]
    pub(crate) rows: Vec<Row>,
}

/// One run of the program and what it has to say.
///
/// Texts are compared without regard to case; ` | ` separates alternatives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// Number of the quirk that the row shows, in the tables of quirks.
    pub(crate) quirk: Option<u8>,
    /// Files or directories, relative to the package.
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// The text of the one file, where it needs no file of its own.
    pub(crate) text: Option<String>,
    /// Feeds the text or the one file through standard input under this name: a path below a home directory, say; `-`
    /// gives it no name.
    #[serde(rename = "as")]
    pub(crate) stdin_as: Option<String>,
    /// Further arguments.
    #[serde(default)]
    pub(crate) args: Vec<String>,
    /// Exit code.
    #[serde(default)]
    pub(crate) exit: i32,
    /// Client ids of the sources, in any order.
    pub(crate) sources: Option<Vec<String>>,
    /// Texts in the titles of the host boundaries: exactly these hosts.
    pub(crate) hosts: Option<Vec<String>>,
    /// Number of nodes per kind.
    #[serde(default)]
    pub(crate) count: BTreeMap<String, usize>,
    /// Approval word of every server that does not say its own.
    pub(crate) approval: Option<String>,
    /// Scope of every server that does not say its own.
    pub(crate) scope: Option<String>,
    /// Texts that must stand somewhere in the JSON or on standard error.
    #[serde(default)]
    pub(crate) must_say: Vec<String>,
    /// Texts that may stand in no output of any format, letter for letter.
    #[serde(default)]
    pub(crate) must_not: Vec<String>,
    /// Sets of credential names that hold one value: the same shared group, and not that of another set.
    #[serde(default)]
    pub(crate) shared: Vec<Vec<String>>,
    /// Exactly these configured servers.
    #[serde(default, rename = "server")]
    pub(crate) servers: Vec<Server>,
}

/// One configured server as a person reads it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Server {
    /// Name as configured; `*` for any.
    pub(crate) name: String,
    /// Text in the title of the host, where several hosts have a server of that name.
    pub(crate) host: Option<String>,
    /// `active` (default), `disabled` or `any`.
    pub(crate) state: Option<String>,
    /// Text in the reason of a disabled server.
    pub(crate) reason: Option<String>,
    /// Transport between client and what it starts or calls.
    pub(crate) transport: String,
    /// Where the server stands; see `compare::place`.
    pub(crate) place: Option<String>,
    /// Approval word.
    pub(crate) approval: Option<String>,
    /// Scope word.
    pub(crate) scope: Option<String>,
    /// Credentials held by the client or what it starts: `NAME form`, exactly these. A name `*` is any name, a
    /// form `*` any form; a leading `?` makes it optional; ` > TEXT` says where it is sent.
    #[serde(default)]
    pub(crate) credentials: Vec<String>,
    /// APIs behind the server: `TEXT evidence`, exactly these; a leading `?` makes it optional.
    #[serde(default)]
    pub(crate) upstreams: Vec<String>,
    /// Assets behind the server: texts, at least these.
    #[serde(default)]
    pub(crate) assets: Vec<String>,
    /// Authorization server: `TEXT evidence`; `any`; without it there may be none.
    pub(crate) authorization: Option<String>,
    /// A program between client and server: text in the label of the `bridge` node.
    pub(crate) bridge: Option<String>,
    /// Kind of the node that the client reaches, where it is not a server or bridge.
    pub(crate) node: Option<String>,
    /// Text in the label of the node from which an inbound flow comes.
    pub(crate) inbound: Option<String>,
    /// Whether a `helper` node runs a command for this server.
    #[serde(default)]
    pub(crate) helper: bool,
    /// Texts on the client, the server, the flows between them and the boundaries around the server.
    #[serde(default)]
    pub(crate) says: Vec<String>,
    /// Texts that may not stand there.
    #[serde(default)]
    pub(crate) never: Vec<String>,
}

impl Table {
    /// Reads a table; a mistake in it is a panic that names the file.
    pub(crate) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()));
        toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }
}

impl Row {
    /// Names the row in messages.
    pub(crate) fn title(&self) -> String {
        let mut title = self.files.join(" + ");
        if let Some(name) = &self.stdin_as {
            title = format!("{title} as {name}");
        }
        if !self.args.is_empty() {
            title = format!("{title} {}", self.args.join(" "));
        }
        title
    }
}
