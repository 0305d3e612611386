//! What is publicly known about widely used MCP servers and the domains they live on: data files and look-ups, no guesses.
//!
//! Facts from here are *inferred* at best: they say what a package or a host is known for, not what runs on this machine.

mod table;
mod vendors;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;

use table::Table;

pub use vendors::{Operator, Tunnel, is_public_tunnel, operator_of, operators, tunnels};

/// Describes one known MCP server, as the source named in its row documents it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Stable name of the row, kebab case, unique and sorted in the table.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Company or project that publishes the server.
    pub vendor: String,
    /// Packages, images and programs that start it.
    #[serde(default)]
    pub packages: Vec<Package>,
    /// Exact host names of the vendor's own remote endpoints.
    #[serde(default)]
    pub hosts: Vec<String>,
    /// APIs that the server calls; empty when it has no fixed destination or none is documented.
    #[serde(default)]
    pub upstream: Vec<Upstream>,
    /// Environment variables and flags whose value names the upstream address and so overrides `upstream`.
    #[serde(default)]
    pub upstream_env: Vec<String>,
    /// Kinds of things that its tools can touch.
    pub reach: Vec<Reach>,
    /// Environment variables, flags and headers that its documentation uses for credentials.
    #[serde(default)]
    pub credentials: Vec<String>,
    /// A short remark for the reader of a picture.
    pub notes: Option<String>,
    /// Whether its publisher has archived or deprecated it.
    #[serde(default)]
    pub archived: bool,
    /// Flags that change what it reaches, each with what it then does.
    #[serde(default)]
    pub ext_flags: BTreeMap<String, String>,
    /// The authorization server of the remote endpoint, only where the vendor documents it.
    pub authorization: Option<Authorization>,
    /// Repository path or page, and date, in which the facts of this row were read.
    pub source: String,
}

/// Names an API behind a server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upstream {
    /// Display name, such as `GitHub API`.
    pub name: String,
    /// Host name of the API, or the domain that holds its regional names, when the source gives one.
    pub host: Option<String>,
}

/// Describes the authorization server that a vendor documents for its remote endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Authorization {
    /// Host name of the authorization server.
    pub issuer_host: String,
    /// What the vendor documents about the flow, in the words of a flow label: `OAuth 2.1`, `PKCE S256`, `CIMD or DCR`.
    pub flows: Vec<String>,
    /// Resource indicator without its scheme, where documented.
    pub resource: Option<String>,
}

/// Classes of things that a server's tools can touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Files of the machine it runs on.
    Files,
    /// Programs of the machine it runs on.
    Shell,
    /// A web browser it drives.
    Browser,
    /// Web pages of any site, or a search engine.
    Web,
    /// Rows of a database or data store.
    Database,
    /// Mail boxes.
    Mail,
    /// Chats and other messages.
    Messages,
    /// Source code and repositories.
    Code,
    /// Issues, tickets and projects.
    Issues,
    /// Infrastructure and cloud accounts.
    Cloud,
    /// Money.
    Payments,
    /// Documents, wikis, customer records and published content.
    Documents,
    /// Design files.
    Design,
    /// Notes that an agent keeps for itself.
    Memory,
    /// Logs, metrics, traces and errors.
    Monitoring,
    /// Devices of a home or an office.
    Devices,
    /// Nothing outside its own process, as far as its own tools go.
    None,
}

/// Names something that can be started: `npm:NAME`, `pypi:NAME`, `oci:NAME` or `bin:NAME`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Package {
    /// `npm`, `pypi`, `oci` or `bin`.
    pub ecosystem: String,
    /// Bare name in the form in which its ecosystem compares names, without version, tag or digest.
    pub name: String,
}

impl TryFrom<String> for Package {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let (ecosystem, name) = text
            .split_once(':')
            .ok_or("expected a package as ecosystem:name")?;
        if !matches!(ecosystem, "npm" | "pypi" | "oci" | "bin") {
            return Err("expected the ecosystem npm, pypi, oci or bin");
        }
        Ok(Self {
            ecosystem: ecosystem.to_owned(),
            name: name.to_owned(),
        })
    }
}

impl std::fmt::Display for Package {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.ecosystem, self.name)
    }
}

/// Gives every row of the table, sorted by id.
pub fn all() -> impl Iterator<Item = &'static Server> {
    SERVERS.all()
}

/// Finds a row by its id.
pub fn by_id(id: &str) -> Option<&'static Server> {
    SERVERS.get(SERVERS.sorted("id", id)?)
}

/// Finds the server that a bare package, image or program name starts.
///
/// Names compare as their ecosystem compares them; versions, tags and digests are the caller's to strip.
pub fn by_package(ecosystem: &str, name: &str) -> Option<&'static Server> {
    let ecosystem = ecosystem.to_ascii_lowercase();
    let name = normal_name(&ecosystem, name);
    SERVERS.get(*PACKAGES.get(format!("{ecosystem}:{name}").as_str())?)
}

/// Finds the server whose vendor serves it at this host name.
pub fn by_host(host: &str) -> Option<&'static Server> {
    SERVERS.get(*HOSTS.get(normal_host(host).as_str())?)
}

/// Brings a package name to the form in which its ecosystem compares names.
pub fn normal_name<'a>(ecosystem: &str, name: &'a str) -> Cow<'a, str> {
    let mut name = Cow::Borrowed(name.trim());
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        name = Cow::Owned(name.to_ascii_lowercase());
    }
    match ecosystem {
        // PEP 503: runs of `-`, `_` and `.` are one `-`.
        "pypi" if name.contains(['-', '_', '.']) => {
            let parts: Vec<&str> = name
                .split(['-', '_', '.'])
                .filter(|part| !part.is_empty())
                .collect();
            Cow::Owned(parts.join("-"))
        }
        // `library/` and the hub's own host are what a bare image name stands for.
        "oci" => {
            for before in ["index.docker.io/", "docker.io/", "library/"] {
                if let Some(bare) = name.strip_prefix(before) {
                    name = Cow::Owned(bare.to_owned());
                }
            }
            name
        }
        "bin" => match name.strip_suffix(".exe") {
            Some(bare) => Cow::Owned(bare.to_owned()),
            None => name,
        },
        _ => name,
    }
}

/// Brings a host name to lower case without the root dot.
fn normal_host(host: &str) -> String {
    let host = host.trim().to_ascii_lowercase();
    host.strip_suffix('.').unwrap_or(&host).to_owned()
}

static SERVERS: LazyLock<Table<Server>> =
    LazyLock::new(|| Table::new(include_str!(concat!(env!("OUT_DIR"), "/server.jsonl"))));

// Indexes, each built when it is first asked.
static HOSTS: LazyLock<Index> = LazyLock::new(|| index("hosts"));
static PACKAGES: LazyLock<Index> = LazyLock::new(|| index("packages"));

/// The rows by the strings of a key.
type Index = IndexMap<&'static str, usize>;

fn index(key: &str) -> Index {
    let strings: Vec<_> = SERVERS.strings(key).collect();
    strings.into_iter().map(|(row, text)| (text, row)).collect()
}

#[cfg(test)]
mod tests;
