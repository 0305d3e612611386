//! What a URL, socket or host name says about where a connection goes.

use super::Redacted;

mod dsn;
mod fault;
mod flat;
mod harmless;
mod host;
mod path;
mod place;
mod read;

pub(crate) use fault::fault;
#[cfg(feature = "probe")]
pub(crate) use harmless::{is_harmless_parameter, is_telling_word, parameter_name};
pub(crate) use host::shown_domain;
#[cfg(feature = "probe")]
pub(crate) use place::place_of;
#[cfg(feature = "probe")]
pub(crate) use read::Secret;
pub(crate) use read::{Address, read_address, read_url};

/// The scheme of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scheme {
    /// `https`.
    Https,
    /// `http`.
    Http,
    /// `wss`.
    Wss,
    /// `ws`.
    Ws,
    /// A Unix socket.
    Unix,
    /// A Windows named pipe.
    Pipe,
    /// A database or other protocol, named by the text (`postgres`, `redis`, ...).
    Other,
    /// Not visible (a bare host, or a URL that is wholly a variable).
    Unknown,
}

impl Scheme {
    /// Says whether the connection is known to be without TLS.
    pub fn is_plain(self) -> bool {
        matches!(self, Scheme::Http | Scheme::Ws)
    }
}

/// Where an endpoint stands, seen from the process that connects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A public host; `provider` is its registrable domain (both sections of the public suffix list).
    Public {
        /// Registrable domain, or the host itself where it is a public suffix or an IP literal.
        provider: String,
        /// A development tunnel: somebody's machine.
        tunnel: bool,
    },
    /// The same machine.
    Loopback,
    /// RFC 1918, link-local, `.internal`, `.local`, `.lan`, single-label names.
    Private,
    /// A cloud metadata address.
    CloudMetadata,
    /// `host.docker.internal` and the like: the machine, seen from a container.
    ContainerHost,
    /// `your-host`, `<...>`: no address yet.
    Placeholder,
    /// The host is a variable or an input; holds its name.
    Variable(String),
    /// A Unix socket or named pipe: access by file permission.
    LocalSocket,
    /// The text could not be read as an address.
    Unreadable,
}

/// An endpoint as far as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    /// Scheme, host, port and path; no user, no query, secret-shaped path segments masked.
    pub shown: Redacted,
    /// Scheme.
    pub scheme: Scheme,
    /// Host as shown (lower case), empty where there is none.
    pub host: Redacted,
    /// Port, where written.
    pub port: Option<u16>,
    /// Path and fragment as shown, may be empty.
    pub path: Redacted,
    /// Where it stands.
    pub place: Place,
    /// Whether the host comes from the default text of a variable (`${BASE:-https://api.example.com}`).
    pub from_default: bool,
    /// Names of the query keys (values are never kept).
    pub query_keys: Vec<Redacted>,
    /// Ordinal of the whole text (with query and user), so that equal URLs can be merged; see `Values`.
    pub identity: u32,
}

#[cfg(test)]
mod tests;
