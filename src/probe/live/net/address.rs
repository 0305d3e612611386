//! Classes of addresses: what an advertised URL may never lead to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Host;

use crate::inventory::{EndpointPlace as Place, place_of};
use crate::probe::RefusalReason;

/// Says why an address is not public; `None` for a public one.
pub(in crate::probe::live) fn why_not_public(ip: IpAddr) -> Option<RefusalReason> {
    match ip {
        IpAddr::V4(ip) => v4(ip),
        IpAddr::V6(ip) => v6(ip),
    }
}

/// Says why a host as written in a URL is not public; a name may still lead to an address that is not.
pub(in crate::probe::live) fn why_not_public_host(host: &Host<String>) -> Option<RefusalReason> {
    match host {
        Host::Ipv4(ip) => v4(*ip),
        Host::Ipv6(ip) => v6(*ip),
        Host::Domain(_) => match place_of(host) {
            Place::Loopback => Some(RefusalReason::Loopback),
            Place::Private | Place::ContainerHost => Some(RefusalReason::Private),
            Place::CloudMetadata => Some(RefusalReason::CloudMetadata),
            _ => None,
        },
    }
}

fn v4(ip: Ipv4Addr) -> Option<RefusalReason> {
    let [a, b, c, _] = ip.octets();
    let metadata = [
        [169, 254, 169, 254],
        [169, 254, 170, 2],
        [100, 100, 100, 200],
        [168, 63, 129, 16],
        [192, 0, 0, 192],
    ];
    if metadata.contains(&ip.octets()) {
        return Some(RefusalReason::CloudMetadata);
    }
    match (a, b, c) {
        (127, ..) => Some(RefusalReason::Loopback),
        (10, ..) | (100, 64..=127, _) | (169, 254, _) | (172, 16..=31, _) | (192, 168, _) => {
            Some(RefusalReason::Private)
        }
        // "This" network, protocol assignments, documentation, 6to4 relays, benchmarks, multicast, future use, broadcast.
        (0 | 224.., ..)
        | (192, 0, 0 | 2)
        | (192, 88, 99)
        | (198, 18 | 19, _)
        | (198, 51, 100)
        | (203, 0, 113) => Some(RefusalReason::Reserved),
        _ => None,
    }
}

fn v6(ip: Ipv6Addr) -> Option<RefusalReason> {
    let s = ip.segments();
    if ip == Ipv6Addr::new(0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254) {
        return Some(RefusalReason::CloudMetadata);
    }
    if ip.is_loopback() {
        return Some(RefusalReason::Loopback);
    }
    if let Some(inner) = embedded(s) {
        // Not public even around a public address: nothing has to be reached that way.
        return Some(v4(inner).unwrap_or(RefusalReason::Reserved));
    }
    match s[0] {
        0xfc00..=0xfdff | 0xfe80..=0xfeff => Some(RefusalReason::Private),
        // Only 2000::/3 is given out; of it Teredo and others of 2001::/23, and documentation, are not for general use.
        0x2000..=0x3fff => {
            let special = (s[0] == 0x2001 && (s[1] < 0x0200 || s[1] == 0x0db8)) || s[0] == 0x3fff;
            special.then_some(RefusalReason::Reserved)
        }
        _ => Some(RefusalReason::Reserved),
    }
}

/// Takes the IPv4 address out of mapped, compatible, NAT64, 6to4 and the like.
fn embedded(segments: [u16; 8]) -> Option<Ipv4Addr> {
    match segments {
        [0, 0, 0, 0, 0, 0xffff | 0, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, _, _, _, _, high, low]
        | [0x2002, high, low, ..] => Some((u32::from(high) << 16 | u32::from(low)).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(ip: &str) -> String {
        why_not_public(ip.parse().unwrap()).map_or("public".to_owned(), |r| format!("{r:?}"))
    }

    #[test]
    fn addresses_and_their_classes() {
        let table = [
            ("1.1.1.1", "public"),
            ("93.184.216.34", "public"),
            ("172.15.255.255", "public"),
            ("172.32.0.1", "public"),
            ("100.63.255.255", "public"),
            ("100.128.0.0", "public"),
            ("0.0.0.0", "Reserved"),
            ("0.1.2.3", "Reserved"),
            ("10.1.2.3", "Private"),
            ("100.64.0.1", "Private"),
            ("127.0.0.1", "Loopback"),
            ("127.255.0.9", "Loopback"),
            ("169.254.1.1", "Private"),
            ("169.254.169.254", "CloudMetadata"),
            ("168.63.129.16", "CloudMetadata"),
            ("172.16.0.1", "Private"),
            ("172.31.255.255", "Private"),
            ("192.0.0.1", "Reserved"),
            ("192.0.2.1", "Reserved"),
            ("192.168.1.1", "Private"),
            ("198.18.0.1", "Reserved"),
            ("198.19.255.255", "Reserved"),
            ("224.0.0.1", "Reserved"),
            ("240.0.0.1", "Reserved"),
            ("255.255.255.255", "Reserved"),
            ("2606:4700::1111", "public"),
            ("2a00:1450::1", "public"),
            ("::", "Reserved"),
            ("::1", "Loopback"),
            ("::ffff:127.0.0.1", "Loopback"),
            ("::ffff:169.254.169.254", "CloudMetadata"),
            ("::ffff:1.1.1.1", "Reserved"),
            ("::127.0.0.1", "Loopback"),
            ("::ffff:0:10.0.0.1", "Private"),
            ("64:ff9b::10.0.0.1", "Private"),
            ("64:ff9b::1.1.1.1", "Reserved"),
            ("64:ff9b:1::1", "Reserved"),
            ("2002:7f00:0001::", "Loopback"),
            ("2002:0808:0808::1", "Reserved"),
            ("2001::1", "Reserved"),
            ("2001:db8::1", "Reserved"),
            ("3fff::1", "Reserved"),
            ("fc00::1", "Private"),
            ("fd12:3456::1", "Private"),
            ("fd00:ec2::254", "CloudMetadata"),
            ("fe80::1", "Private"),
            ("fec0::1", "Private"),
            ("ff02::1", "Reserved"),
            ("100::1", "Reserved"),
        ];
        for (ip, expected) in table {
            assert_eq!(word(ip), expected, "{ip}");
        }
    }

    #[test]
    fn names_and_their_classes() {
        let table = [
            ("example.com", None),
            ("localhost.example.com", None),
            ("localhost", Some(RefusalReason::Loopback)),
            ("mcp.localhost", Some(RefusalReason::Loopback)),
            (
                "metadata.google.internal",
                Some(RefusalReason::CloudMetadata),
            ),
            ("printer", Some(RefusalReason::Private)),
            ("git.corp", Some(RefusalReason::Private)),
            ("db.internal", Some(RefusalReason::Private)),
            ("nas.home.arpa", Some(RefusalReason::Private)),
            ("host.docker.internal", Some(RefusalReason::Private)),
            ("0x7f.1", Some(RefusalReason::Loopback)),
            ("2130706433", Some(RefusalReason::Loopback)),
            ("[::ffff:7f00:1]", Some(RefusalReason::Loopback)),
        ];
        for (name, expected) in table {
            let host = Host::parse(name).unwrap();
            assert_eq!(why_not_public_host(&host), expected, "{name}");
        }
    }
}
