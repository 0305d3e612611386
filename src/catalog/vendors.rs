//! Who runs a domain, where its spelling misleads, and which domains are public tunnels.

use std::sync::LazyLock;

use serde::Deserialize;

use super::normal_host;

/// Says who operates a domain on which the public suffix list alone would mislead.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operator {
    /// The domain; it and every name below it belong to the operator.
    pub domain: String,
    /// Company that runs it.
    pub operator: String,
    /// Whether customers publish services of their own below it, so that the operator is only their landlord.
    #[serde(default)]
    pub tenants: bool,
    /// Where this was read.
    pub source: String,
}

/// Describes a domain under which anybody can publish a port of their own machine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tunnel {
    /// The domain; tunnels have names below it.
    pub domain: String,
    /// Product that runs it.
    pub product: String,
    /// Where this was read.
    pub source: String,
}

/// Finds the operator of a domain or host; the longest listed domain wins.
pub fn operator_of(domain_or_host: &str) -> Option<&'static Operator> {
    let host = normal_host(domain_or_host);
    TABLE
        .operator
        .iter()
        .filter(|operator| is_within(&host, &operator.domain))
        .max_by_key(|operator| operator.domain.len())
}

/// Tells whether a host is an address of a public tunnel, behind which stands somebody's machine.
pub fn is_public_tunnel(host: &str) -> bool {
    let host = normal_host(host);
    TABLE
        .tunnel
        .iter()
        .any(|tunnel| is_within(&host, &tunnel.domain))
}

/// Gives every listed operator, sorted by domain.
pub fn operators() -> &'static [Operator] {
    &TABLE.operator
}

/// Gives every listed tunnel domain, sorted.
pub fn tunnels() -> &'static [Tunnel] {
    &TABLE.tunnel
}

/// Tells whether a host is a domain or lies below it, by whole labels.
fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    operator: Vec<Operator>,
    tunnel: Vec<Tunnel>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    toml::from_str(include_str!("vendors.toml"))
        .expect("the compiled-in vendor table is well formed; a test loads it")
});
