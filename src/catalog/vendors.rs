//! Who runs a domain, where its spelling misleads, and which domains are public tunnels.

use std::sync::LazyLock;

use serde::Deserialize;

use super::normal_host;
use super::table::Table;

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
    let (row, _) = OPERATORS
        .strings("domain")
        .filter(|(_, domain)| is_within(&host, domain))
        .max_by_key(|(_, domain)| domain.len())?;
    OPERATORS.get(row)
}

/// Tells whether a host is an address of a public tunnel, behind which stands somebody's machine.
pub fn is_public_tunnel(host: &str) -> bool {
    let host = normal_host(host);
    TUNNELS
        .strings("domain")
        .any(|(_, domain)| is_within(&host, domain))
}

/// Gives every listed operator, sorted by domain.
pub fn operators() -> impl Iterator<Item = &'static Operator> {
    OPERATORS.all()
}

/// Gives every listed tunnel domain, sorted.
pub fn tunnels() -> impl Iterator<Item = &'static Tunnel> {
    TUNNELS.all()
}

/// Tells whether a host is a domain or lies below it, by whole labels.
fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

static OPERATORS: LazyLock<Table<Operator>> =
    LazyLock::new(|| Table::new(include_str!(concat!(env!("OUT_DIR"), "/operator.jsonl"))));
static TUNNELS: LazyLock<Table<Tunnel>> =
    LazyLock::new(|| Table::new(include_str!(concat!(env!("OUT_DIR"), "/tunnel.jsonl"))));
