//! The normalised facts of a configuration: what every later room reads. Nothing here can hold a secret.

mod approval;
mod assemble;
mod credential;
mod endpoint;
mod facts;
mod host;
pub mod launch;
mod redact;
mod secret;
mod server;
pub(crate) mod subjects;
mod template;
#[cfg(test)]
pub(crate) mod testing;
mod wildcard;

pub use approval::{Approval, Approver, Effect, Rule, SetBy, StartApproval, ToolPolicy};
pub use assemble::assemble;
pub(crate) use assemble::strength;
pub use credential::{Carrier, Credential, Form, Scheme as CredentialScheme, Values};
pub use endpoint::{Endpoint, Place as EndpointPlace, Scheme};
#[cfg(feature = "probe")]
pub(crate) use endpoint::{
    Secret as UrlSecret, is_harmless_parameter, is_telling_word, parameter_name, place_of,
};
pub(crate) use endpoint::{fault, read_url, shown_domain};
pub(crate) use facts::kinds::lends;
pub use facts::{FactCx, Found, InputKind};
pub use host::{
    BuiltinTools, Helper, Host, HostFacts, HostKind, Inventory, PlacementFact, Reading, RunsOn,
    Scope, SourceReport, SourceStatus,
};
pub use launch::Launch;
pub use redact::Redacted;
pub use secret::Suspicion;
#[cfg(feature = "probe")]
pub(crate) use secret::is_credential_name;
pub use server::{
    EndpointUse, Evidence, HostSandbox, Mark, MarkLevel, OAuth, ProbeTarget, ServerEntry,
    ServerPolicy, State, Target, Transport,
};
pub use template::VarSyntax;
#[cfg(feature = "probe")]
pub(crate) use template::{Part, Template, Var};
pub(crate) use wildcard::wildcard;
