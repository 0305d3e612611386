//! Details worth telling that break no rule.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::outcome::Failure;
use super::server::is_false;
use crate::inventory::Redacted;

/// A detail that breaks no rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Detail {
    /// What `server/discover` was answered with, where that was no result.
    DiscoverAnswer {
        /// HTTP status; absent for stdio.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// JSON-RPC error code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i64>,
    },
    /// What `initialize` was answered with, where that was no result.
    InitializeAnswer {
        /// HTTP status; absent for stdio.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// JSON-RPC error code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i64>,
    },
    /// The server asked for the same or another version, and the request was sent once more.
    RetriedVersion,
    /// `serverInfo` stands where drafts of 2026-07-28 had it.
    OldServerInfo,
    /// A modern answer carried a protocol session id, which 2026-07-28 does not have.
    SessionIdUnasked,
    /// GET opened an event stream on which nothing came.
    SilentStream,
    /// Notifications came before the answer.
    Notifications,
    /// A request with a foreign `Origin` was turned away.
    OriginChecked {
        /// HTTP status.
        status: u16,
    },
    /// The user told which address to connect to.
    AddressGiven,
    /// The server answers at a private address.
    PrivateAddress,
    /// No TLS, and not on this machine.
    PlainHttp,
    /// A token was sent and the server wants another one.
    CredentialRejected,
    /// What of the configured address may be a credential was not sent.
    AskedWithout(LeftOut),
    /// The version error names modern revisions, and none that this program knows.
    UnknownRevisions,
    /// The server sent a request of its own before its answer; it was told that there is no such method.
    ServerRequest {
        /// The method.
        method: Redacted,
    },
    /// A further challenge names other metadata; clients read the first.
    OtherMetadataUrl {
        /// The URL, as far as it may be shown.
        url: Redacted,
    },
    /// What GET, for the event stream of HTTP+SSE, was answered with, where that was no stream.
    StreamAnswer {
        /// HTTP status.
        status: u16,
    },
    /// GET, for the event stream of HTTP+SSE, failed.
    StreamFailed {
        /// Why.
        reason: Failure,
    },
}

/// What of a configured address was not sent, because it may be a credential.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// User or password.
    #[serde(default, skip_serializing_if = "is_false")]
    pub user: bool,
    /// Names of parameters of its query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub query: Vec<Redacted>,
    /// Names of parameters of its path (`;jsessionid=...`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Redacted>,
}

impl LeftOut {
    /// Says whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the names of what was left out, as those of credentials.
    pub fn names(&self) -> Vec<Redacted> {
        let user = self.user.then(|| Redacted::trusted("URL userinfo"));
        let named = self.query.iter().chain(&self.path).cloned();
        user.into_iter().chain(named).collect()
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |what: &str, names: &[Redacted]| {
            let s = if names.len() == 1 { "" } else { "s" };
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            (!names.is_empty()).then(|| format!("its {what} parameter{s} {}", names.join(", ")))
        };
        let user = self.user.then(|| "its user and password".to_owned());
        let parts = [user, named("query", &self.query), named("path", &self.path)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        write!(f, "asked without {}", parts.join(" and "))
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer =
            |f: &mut fmt::Formatter<'_>, what: &str, status: &Option<u16>, code: &Option<i64>| {
                write!(f, "{what} answered with")?;
                if let Some(status) = status {
                    write!(f, " {status}")?;
                }
                match code {
                    Some(code) => write!(f, " error {code}"),
                    None => f.write_str(" no result"),
                }
            };
        match self {
            Detail::DiscoverAnswer { status, code } => answer(f, "server/discover", status, code),
            Detail::InitializeAnswer { status, code } => answer(f, "initialize", status, code),
            Detail::RetriedVersion => f.write_str("version retried once"),
            Detail::OldServerInfo => f.write_str("serverInfo in its old place"),
            Detail::SessionIdUnasked => f.write_str("session id in a modern answer"),
            Detail::SilentStream => f.write_str("event stream stays silent"),
            Detail::Notifications => f.write_str("notifications before the answer"),
            Detail::OriginChecked { status } => write!(f, "foreign Origin turned away ({status})"),
            Detail::AddressGiven => f.write_str("address given on the command line"),
            Detail::PrivateAddress => f.write_str("answers at a private address"),
            Detail::PlainHttp => f.write_str("no TLS"),
            Detail::CredentialRejected => f.write_str("the credential sent was not accepted"),
            Detail::AskedWithout(left) => left.fmt(f),
            Detail::UnknownRevisions => {
                f.write_str("names only revisions that mcpdiag does not know")
            }
            Detail::ServerRequest { method } => write!(f, "asked the client for {method}: refused"),
            Detail::OtherMetadataUrl { url } => write!(
                f,
                "a further challenge names other metadata, not asked: {url}"
            ),
            Detail::StreamAnswer { status } => {
                write!(f, "GET for an event stream answered with {status}")
            }
            Detail::StreamFailed { reason } => {
                write!(f, "GET for an event stream failed: {reason}")
            }
        }
    }
}
