//! What is published about the way to a token: challenges, protected-resource metadata, authorization servers.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::findings::RefusalReason;
use super::outcome::Failure;
use super::server::is_false;
use crate::inventory::Redacted;

/// How a server authorises, as far as it is published; all of it was read without a credential.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorization {
    /// The challenges of the 401 or 403, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub challenges: Vec<Challenge>,
    /// The protected-resource metadata (RFC 9728).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<ResourceMetadata>,
    /// The authorization servers, in the order named: each is a trust anchor of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<AuthorizationServer>,
    /// Authorization servers named beyond the limit and not looked at.
    #[serde(default)]
    pub more_servers: u64,
    /// Nothing is published: a 2025-03-26 client would take `/authorize`, `/token` and `/register` at the server's origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<AssumedServer>,
    /// Every metadata document asked for, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<Document>,
}

/// One challenge of a `WWW-Authenticate` header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Status of the answer that carried it (401 or 403).
    pub status: u16,
    /// Scheme in lower case (`bearer`, `dpop`, `basic`).
    pub scheme: Redacted,
    /// `realm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub realm: Option<Redacted>,
    /// `error` (`invalid_token` comes even where no token was sent).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Redacted>,
    /// `scope`, split at spaces: what this request needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Redacted>,
    /// `resource_metadata`: where the protected-resource metadata should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_metadata: Option<Redacted>,
    /// Whether the header breaks the grammar and was read leniently.
    #[serde(default, skip_serializing_if = "is_false")]
    pub malformed: bool,
}

/// How the protected-resource metadata was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// The challenge named it.
    Challenge,
    /// The well-known URL with the path of the MCP URL.
    WellKnownPath,
    /// The well-known URL of the origin.
    WellKnownRoot,
}

/// How `resource` of the metadata fits the URL that was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResourceMatch {
    /// The same text.
    Identical,
    /// The same URL, written differently: strict clients refuse it.
    IdenticalNormalised,
    /// Same origin and a path above: works in some clients only.
    Covers,
    /// Another resource: must not be used.
    Mismatch,
}

impl fmt::Display for ResourceMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ResourceMatch::Identical => "identical",
            ResourceMatch::IdenticalNormalised => "identical but for spelling",
            ResourceMatch::Covers => "covers (same origin, path above)",
            ResourceMatch::Mismatch => "mismatch: must not be used",
        })
    }
}

/// Protected-resource metadata (RFC 9728).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceMetadata {
    /// How it was found.
    pub via: Via,
    /// `resource`: the audience that tokens are made for.
    pub resource: Redacted,
    /// How `resource` fits the URL that was asked.
    pub fit: ResourceMatch,
    /// `scopes_supported`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Redacted>,
    /// `bearer_methods_supported` (`header`, `body`, `query`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bearer_methods: Vec<Redacted>,
    /// `resource_name`, self-reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Redacted>,
    /// Tokens are bound to a key of the client (`dpop_bound_access_tokens_required`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub dpop_required: bool,
    /// Tokens are bound to a client certificate (`tls_client_certificate_bound_access_tokens`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub certificate_bound: bool,
    /// There is `signed_metadata`; it is not checked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub signed: bool,
}

/// An authorization server as named and as it describes itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorizationServer {
    /// The issuer as named by the protected resource, or the origin of the server.
    pub issuer: Redacted,
    /// Equal numbers within one run are equal issuers, character for character.
    pub identity: u32,
    /// Nobody named it: metadata was found at the origin of the server, as 2025-03-26 has it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub assumed_from_origin: bool,
    /// What became of asking for its metadata.
    pub state: DocumentOutcome,
    /// Its metadata; must not be used by a client where `issuer_match` is not identical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<IssuerMetadata>,
}

impl AuthorizationServer {
    /// Returns the metadata that a client may use.
    pub fn usable(&self) -> Option<&IssuerMetadata> {
        let metadata = self.metadata.as_ref();
        metadata.filter(|m| m.issuer_match == IssuerMatch::Identical)
    }
}

/// Which form of metadata document was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MetadataForm {
    /// RFC 8414, `/.well-known/oauth-authorization-server` before the issuer's path.
    #[serde(rename = "oauth")]
    OAuth,
    /// `OpenID` Connect, `/.well-known/openid-configuration` before the issuer's path.
    OidcInserted,
    /// `OpenID` Connect, `/.well-known/openid-configuration` after the issuer's path.
    OidcAppended,
}

impl fmt::Display for MetadataForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MetadataForm::OAuth => "RFC 8414",
            MetadataForm::OidcInserted => "OpenID Connect, path inserted",
            MetadataForm::OidcAppended => "OpenID Connect",
        })
    }
}

/// Whether the document names the issuer it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum IssuerMatch {
    /// The same text.
    Identical,
    /// Another issuer: the document must not be used.
    Differs {
        /// The issuer in the document.
        found: Redacted,
    },
    /// No `issuer` in the document: it must not be used.
    Missing,
}

/// Proof key for code exchange, as advertised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pkce {
    /// `S256` is offered.
    S256,
    /// Only other methods are offered.
    OtherOnly,
    /// Nothing is said: a client must refuse.
    Absent,
}

/// Authorization server metadata (RFC 8414 or `OpenID` Connect discovery).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the document"
)]
pub struct IssuerMetadata {
    /// Where it was found.
    pub form: MetadataForm,
    /// Whether it names the issuer it was asked for.
    pub issuer_match: IssuerMatch,
    /// The endpoints it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endpoints: Vec<Endpoint>,
    /// `code_challenge_methods_supported`.
    pub pkce: Pkce,
    /// `client_id_metadata_document_supported`: clients are known by a document of their own (CIMD).
    #[serde(default)]
    pub cimd: bool,
    /// `registration_endpoint` is there: dynamic client registration (DCR), deprecated.
    #[serde(default)]
    pub dcr: bool,
    /// `authorization_response_iss_parameter_supported` (RFC 9207).
    #[serde(default)]
    pub iss_parameter: bool,
    /// `grant_types_supported`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grant_types: Vec<Redacted>,
    /// `authorization_grant_profiles_supported`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grant_profiles: Vec<Redacted>,
    /// `scopes_supported`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<Redacted>,
    /// `token_endpoint_auth_methods_supported`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub client_authentication: Vec<Redacted>,
    /// Whether `protected_resources` names this server's resource; absent where the document has no such list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names_resource: Option<bool>,
    /// `dpop_signing_alg_values_supported` is there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dpop: bool,
}

/// Which endpoint of an authorization server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndpointKind {
    /// `authorization_endpoint`: the user's browser goes there.
    Authorization,
    /// `token_endpoint`: codes and refresh tokens go there.
    Token,
    /// `jwks_uri`: keys come from there.
    Jwks,
    /// `registration_endpoint`.
    Registration,
    /// `revocation_endpoint`.
    Revocation,
    /// `introspection_endpoint`.
    Introspection,
}

/// An endpoint that metadata names; never asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Which.
    pub kind: EndpointKind,
    /// Its URL, as far as it may be shown.
    pub url: Redacted,
    /// Whether its host is not the issuer's: a boundary is crossed.
    #[serde(default)]
    pub other_host: bool,
    /// Whether it is `https` (or plain `http` on loopback), as it must be.
    #[serde(default)]
    pub secure: bool,
}

/// An authorization server that a 2025-03-26 client would assume; none of its endpoints was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssumedServer {
    /// The origin of the MCP URL.
    pub origin: Redacted,
    /// See [`AuthorizationServer::identity`].
    pub identity: u32,
}

/// Which kind of metadata document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKind {
    /// Protected-resource metadata.
    ResourceMetadata,
    /// Authorization server metadata.
    IssuerMetadata,
}

/// What became of asking for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum DocumentOutcome {
    /// It was read.
    Read,
    /// It is not there, or an error came instead.
    Absent {
        /// HTTP status.
        status: u16,
    },
    /// Something else came: not JSON, not an object, a required field missing.
    NotMetadata {
        /// HTTP status.
        status: u16,
        /// What is wrong with it; absent in older recordings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flaw: Option<DocumentFlaw>,
    },
    /// The request failed.
    Failed {
        /// Why.
        reason: Failure,
    },
    /// It was not asked for.
    Refused {
        /// Why.
        reason: RefusalReason,
    },
}

/// What is wrong with a document that is no metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentFlaw {
    /// It is no JSON.
    NotJson,
    /// It is JSON, but no object.
    NotObject,
    /// `resource` or `issuer` is missing.
    FieldMissing,
}

impl fmt::Display for DocumentOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DocumentOutcome::Read => f.write_str("read"),
            DocumentOutcome::Absent { status } => write!(f, "no document ({status})"),
            DocumentOutcome::NotMetadata { status, flaw } => {
                write!(f, "not metadata ({status}")?;
                f.write_str(match flaw {
                    None => ")",
                    Some(DocumentFlaw::NotJson) => ", no JSON)",
                    Some(DocumentFlaw::NotObject) => ", no JSON object)",
                    Some(DocumentFlaw::FieldMissing) => ", a required field is missing)",
                })
            }
            DocumentOutcome::Failed { reason } => write!(f, "not reachable: {reason}"),
            DocumentOutcome::Refused { reason } => write!(f, "not followed: {reason}"),
        }
    }
}

/// One metadata document that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Which kind.
    pub kind: DocumentKind,
    /// Its URL, as far as it may be shown.
    pub url: Redacted,
    /// What became of it.
    pub outcome: DocumentOutcome,
}
