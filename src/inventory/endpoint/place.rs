//! Where a host stands: this machine, a private network, a provider, a tunnel, nowhere yet.

use std::net::{Ipv4Addr, Ipv6Addr};

use url::Host;

use super::Place;
use crate::catalog::is_public_tunnel;

/// Names under which a container reaches its machine.
const CONTAINER_HOSTS: &[&str] = &[
    "host.docker.internal",
    "gateway.docker.internal",
    "kubernetes.docker.internal",
    "docker.for.mac.localhost",
    "docker.for.win.localhost",
    "host.containers.internal",
    "host.lima.internal",
    "host.orb.internal",
    "host.minikube.internal",
];

/// Names of cloud metadata services.
const METADATA_NAMES: &[&str] = &[
    "metadata.google.internal",
    "metadata.goog",
    "metadata",
    "instance-data",
    "instance-data.ec2.internal",
];

/// Last labels of names that no public resolver knows.
const PRIVATE_SUFFIXES: &[&str] = &[
    "internal",
    "local",
    "lan",
    "home",
    "corp",
    "intranet",
    "private",
    "localdomain",
];

/// Tells where a host stands; `host` is parsed and without its root dot.
pub(crate) fn place_of(host: &Host<String>) -> Place {
    match host {
        Host::Ipv4(ip) => place_of_ipv4(*ip),
        Host::Ipv6(ip) => place_of_ipv6(*ip),
        Host::Domain(name) => place_of_name(name),
    }
}

fn public(provider: String, tunnel: bool) -> Place {
    Place::Public { provider, tunnel }
}

fn place_of_ipv4(ip: Ipv4Addr) -> Place {
    let [a, b, ..] = ip.octets();
    let metadata = [
        [169, 254, 169, 254],
        [169, 254, 170, 2],
        [100, 100, 100, 200],
        [168, 63, 129, 16],
    ];
    if metadata.contains(&ip.octets()) {
        Place::CloudMetadata
    } else if ip.is_loopback() || ip.is_unspecified() {
        Place::Loopback
    } else if ip.is_private() || ip.is_link_local() || (a == 100 && (64..128).contains(&b)) {
        Place::Private
    } else {
        public(ip.to_string(), false)
    }
}

fn place_of_ipv6(ip: Ipv6Addr) -> Place {
    if let Some(v4) = ip.to_ipv4_mapped() {
        return place_of_ipv4(v4);
    }
    if ip == Ipv6Addr::new(0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254) {
        Place::CloudMetadata
    } else if ip.is_loopback() || ip.is_unspecified() {
        Place::Loopback
    } else if ip.is_unique_local() || ip.is_unicast_link_local() {
        Place::Private
    } else {
        public(format!("[{ip}]"), false)
    }
}

fn place_of_name(name: &str) -> Place {
    if CONTAINER_HOSTS.contains(&name) {
        return Place::ContainerHost;
    }
    if METADATA_NAMES.contains(&name) {
        return Place::CloudMetadata;
    }
    if matches!(
        name,
        "localhost" | "localhost.localdomain" | "ip6-localhost"
    ) || name.ends_with(".localhost")
    {
        return Place::Loopback;
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    if !name.contains('.') || PRIVATE_SUFFIXES.contains(&last) || name.ends_with(".home.arpa") {
        return Place::Private;
    }
    public(registrable(name), is_public_tunnel(name))
}

/// Gives the registrable domain by both sections of the public suffix list, or the name itself where it is a suffix.
pub(super) fn registrable(name: &str) -> String {
    psl::domain_str(name).unwrap_or(name).to_owned()
}

/// Tells whether a host as written is a placeholder as a whole: its own name, not only a label below a real domain.
pub(super) fn is_placeholder_host(written: &str) -> bool {
    if written.contains(['<', '>']) || (written.starts_with('[') && !written.contains(':')) {
        return true;
    }
    let lower = written.to_ascii_lowercase();
    let domain = registrable(&lower);
    let label = domain.split('.').next().unwrap_or_default();
    let single = !lower.contains('.');
    is_placeholder_label(label)
        || (single && matches!(label, "host" | "hostname" | "domain" | "server_url" | "url"))
}

/// Tells whether a label is a word such as `your-project` or `xxx`.
pub(super) fn is_placeholder_label(label: &str) -> bool {
    const WORDS: &[&str] = &[
        "domain",
        "company",
        "host",
        "hostname",
        "server",
        "site",
        "app",
        "instance",
        "org",
        "name",
        "team",
        "tenant",
        "workspace",
        "project",
        "subdomain",
        "url",
    ];
    let lower = label.to_ascii_lowercase();
    lower
        .strip_prefix("your")
        .is_some_and(|rest| rest.starts_with(['-', '_']) || WORDS.contains(&rest))
        || lower.contains("placeholder")
        || lower.contains("changeme")
        || lower.contains("replace-me")
        || (lower.contains("xxx") && lower.bytes().all(|b| b == b'x' || b == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> String {
        match place_of(&Host::parse(text).unwrap()) {
            Place::Public { provider, tunnel } if tunnel => format!("tunnel {provider}"),
            Place::Public { provider, .. } => provider,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn hosts_stand_where_they_stand() {
        let table = [
            ("api.example.com", "example.com"),
            ("gmailmcp.googleapis.com", "gmailmcp.googleapis.com"),
            ("acct.workers.dev", "acct.workers.dev"),
            ("github.io", "github.io"),
            ("shop.example.co.uk", "example.co.uk"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("fake0000-18888.use.devtunnels.ms", "tunnel devtunnels.ms"),
            ("192.0.2.10", "192.0.2.10"),
            ("8.8.8.8", "8.8.8.8"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("127.0.0.1", "Loopback"),
            ("127.8.9.1", "Loopback"),
            ("0.0.0.0", "Loopback"),
            ("0x7f.1", "Loopback"),
            ("[::1]", "Loopback"),
            ("[::ffff:127.0.0.1]", "Loopback"),
            ("localhost", "Loopback"),
            ("app.localhost", "Loopback"),
            ("10.0.0.5", "Private"),
            ("172.31.0.1", "Private"),
            ("192.168.1.4", "Private"),
            ("100.64.0.1", "Private"),
            ("169.254.1.1", "Private"),
            ("[fd12::1]", "Private"),
            ("[fe80::1]", "Private"),
            ("db-box", "Private"),
            ("windsurf.local", "Private"),
            ("nas.home.arpa", "Private"),
            ("git.corp.internal", "Private"),
            ("internal.example.com", "example.com"),
            ("169.254.169.254", "CloudMetadata"),
            ("metadata.google.internal", "CloudMetadata"),
            ("[fd00:ec2::254]", "CloudMetadata"),
            ("host.docker.internal", "ContainerHost"),
        ];
        for (host, expected) in table {
            assert_eq!(place(host), expected, "{host}");
        }
    }

    #[test]
    fn placeholders_are_whole_names() {
        for host in [
            "your-host",
            "<host>",
            "your-domain.com",
            "yourcompany.example",
            "HOSTNAME",
            "xxx",
        ] {
            assert!(is_placeholder_host(host), "{host}");
        }
        for host in [
            "example.com",
            "your-project.supabase.example",
            "yourls.org",
            "db-box",
            "localhost",
            "[::1]",
        ] {
            assert!(!is_placeholder_host(host), "{host}");
        }
    }
}
