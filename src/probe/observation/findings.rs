//! Rules seen broken, addresses not followed.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::inventory::Redacted;

/// A rule that was seen broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// Which.
    pub rule: Rule,
    /// What it was seen on (a tool, an endpoint, an issuer), filtered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Redacted>,
}

/// How binding a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleLevel {
    /// MUST, MUST NOT.
    Must,
    /// SHOULD, SHOULD NOT, deprecated.
    Should,
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $level:ident $words:literal;)+) => {
        /// A rule of the specification that a probe can see broken.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Rule {
            $($(#[$doc])* $name,)+
        }

        impl Rule {
            /// All of them, in the order of declaration.
            pub const ALL: &[Rule] = &[$(Rule::$name,)+];

            /// Tells how binding it is.
            pub fn level(self) -> RuleLevel {
                match self {
                    $(Rule::$name => RuleLevel::$level,)+
                }
            }

            /// Gives a few words for a mark: what is wrong.
            pub fn words(self) -> &'static str {
                match self {
                    $(Rule::$name => $words,)+
                }
            }
        }
    };
}

rules! {
    /// A modern server implements `server/discover`.
    NoDiscover Must "no server/discover";
    /// A version error names the versions that are supported, with status 400.
    VersionError Must "version error incomplete";
    /// An error has the HTTP status that the specification gives it.
    ErrorStatus Must "error with the wrong HTTP status";
    /// A result has the fields that are required.
    ResultIncomplete Must "required fields missing in a result";
    /// An answer carries the id of its request.
    WrongId Must "answer with a foreign id";
    /// A modern server sends no batch.
    Batch Must "batch answer";
    /// An answer is one JSON-RPC message.
    NotJsonRpc Must "answer is not JSON-RPC";
    /// `server/discover` and the lists ask nothing back.
    AsksBack Must "asks back where it may not";
    /// HTTP+SSE is deprecated.
    HttpSse Should "HTTP+SSE is deprecated";
    /// The logging capability is deprecated.
    Logging Should "logging is deprecated";
    /// A request with a foreign `Origin` is turned away.
    OriginNotChecked Must "Origin is not checked";
    /// HTTP connections are authenticated.
    NoAuthentication Should "no authentication";
    /// A 401 carries a challenge.
    NoChallenge Must "401 without a challenge";
    /// A challenge follows the grammar.
    MalformedChallenge Must "malformed challenge";
    /// A challenge says which scope is needed.
    NoScopeInChallenge Should "no scope in the challenge";
    /// A protected server publishes its metadata.
    NoResourceMetadata Must "no protected-resource metadata";
    /// Protected-resource metadata names an authorization server.
    NoAuthorizationServer Must "no authorization server named";
    /// Metadata of another resource is not used.
    ResourceMismatch Must "metadata is for another resource";
    /// An authorization server publishes metadata.
    NoIssuerMetadata Must "authorization server publishes no metadata";
    /// Metadata of another issuer is not used.
    IssuerMismatch Must "issuer mismatch";
    /// Endpoints of an authorization server use https.
    EndpointNotHttps Must "endpoint without https";
    /// An authorization server advertises PKCE.
    NoPkce Must "no PKCE advertised";
    /// PKCE is offered with S256.
    PkceNotS256 Should "PKCE without S256";
    /// Dynamic client registration is deprecated.
    DcrOnly Should "only dynamic registration (deprecated)";
    /// An authorization server sends `iss` and says so.
    NoIssParameter Should "no iss parameter";
    /// Scopes are narrow.
    WildcardScope Should "scope for everything";
    /// `offline_access` stands in no challenge and no protected-resource metadata.
    OfflineAccess Should "offline_access among the scopes";
    /// Advertised URLs are https and public.
    UnsafeUrl Should "advertises an unsafe URL";
    /// Session ids cannot be guessed.
    GuessableSession Must "session id can be guessed";
    /// Tool names are 1 to 128 letters, digits, `_`, `-` and `.`.
    ToolName Should "tool name outside the allowed characters";
    /// Tool names are unique.
    DuplicateTool Should "tool name twice";
    /// `x-mcp-header` stands on no secret.
    HeaderSecret Should "a secret travels as a routing header";
    /// `x-mcp-header` is a valid header name, once per tool.
    HeaderName Must "invalid x-mcp-header";
    /// Schemas refer to nothing on the network.
    NetworkReference Must "schema refers to the network";
    /// Cacheable results say `ttlMs` (0 or more) and `cacheScope`, the same on all pages.
    CacheFields Must "ttlMs or cacheScope wrong or missing";
    /// An authenticated list is not cached for everybody.
    PublicCache Must "authenticated list is cacheable by all";
    /// Extension names have a prefix.
    ExtensionName Must "extension name without a prefix";
    /// A stdio server writes nothing but messages to standard output.
    StrayOutput Must "writes other text to stdout";
    /// A handshake has a revision that knows handshakes.
    ModernHandshake Must "modern revision in a handshake";
    /// `server/discover` names a revision of its own era.
    NoModernRevision Must "no modern revision named";
    /// A modern server sends no requests.
    ServerRequest Must "sends requests to the client";
    /// Metadata comes as `application/json`.
    MetadataType Must "metadata is not application/json";
    /// A cursor leads on.
    CursorLoop Must "cursor leads in a circle";
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.words())?;
        match &self.detail {
            Some(detail) => write!(f, ": {detail}"),
            None => Ok(()),
        }
    }
}

/// Why an advertised address was not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalReason {
    /// It is no URL.
    NotUrl,
    /// It is not `https`.
    NotHttps,
    /// It carries a user name or password.
    UserInfo,
    /// It has a fragment, or a query where none may be.
    NotPlain,
    /// It points to this machine.
    Loopback,
    /// It points to a private address.
    Private,
    /// It points to the metadata service of a cloud.
    CloudMetadata,
    /// It points to an address that is not for general use.
    Reserved,
    /// It leads to another origin, where only the same one is allowed.
    OtherOrigin,
    /// It is a redirect.
    Redirect,
    /// It repeats a credential that was just sent.
    Credential,
    /// It is an endpoint at which tokens or registrations are made, not a document.
    OauthEndpoint,
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RefusalReason::NotUrl => "is no URL",
            RefusalReason::NotHttps => "is not https",
            RefusalReason::UserInfo => "holds a user name or password",
            RefusalReason::NotPlain => "holds a query or fragment",
            RefusalReason::Loopback => "points to this machine",
            RefusalReason::Private => "points to a private address",
            RefusalReason::CloudMetadata => "points to a cloud metadata service",
            RefusalReason::Reserved => "points to a reserved address",
            RefusalReason::OtherOrigin => "leads to another origin",
            RefusalReason::Redirect => "redirects",
            RefusalReason::Credential => "repeats a credential that was sent",
            RefusalReason::OauthEndpoint => "is an OAuth endpoint",
        })
    }
}

/// What an address that was not followed was meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusedUse {
    /// Protected-resource metadata.
    ResourceMetadata,
    /// Metadata of an authorization server.
    IssuerMetadata,
    /// The message endpoint of HTTP+SSE.
    MessageEndpoint,
    /// The server itself, by redirect.
    Server,
}

/// An address that was advertised and not followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// What it was meant for.
    pub what: RefusedUse,
    /// The address, as far as it may be shown.
    pub url: Redacted,
    /// Why it was not followed.
    pub reason: RefusalReason,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.what {
            RefusedUse::ResourceMetadata => "metadata URL",
            RefusedUse::IssuerMetadata => "authorization server URL",
            RefusedUse::MessageEndpoint => "message endpoint",
            RefusedUse::Server => "server",
        };
        write!(f, "{what} {}: not followed", self.reason)
    }
}
