//! Addresses that came over the wire: which are followed, and to where.

use std::net::{IpAddr, Ipv4Addr};

use mcpdiag::probe::{Lookup, Observation, ProbeOptions};
use serde_json::json;

use crate::server::{Reply, Server};
use crate::show::json as recorded;
use crate::{options, probe_with};

/// A server at a public name, given an address by the user, that advertises these issuers.
fn advertise(
    issuers: &'static [&'static str],
    metadata_url: Option<&'static str>,
    lookup: Lookup,
) -> Observation {
    let name = "mcp.example.com";
    let server = Server::start(move |request, _| {
        if request
            .path
            .starts_with("/.well-known/oauth-protected-resource")
        {
            let host = request.header("host").unwrap();
            return Reply::json(
                200,
                &json!({"resource": format!("http://{host}/mcp"), "authorization_servers": issuers}),
            );
        }
        let challenge = metadata_url.map_or("Bearer scope=\"a\"".to_owned(), |url| {
            format!("Bearer scope=\"a\", resource_metadata=\"{url}\"")
        });
        Reply::empty(401).with("WWW-Authenticate", &challenge)
    });
    let address = (Ipv4Addr::LOCALHOST, server.port).into();
    let options = ProbeOptions {
        resolve: vec![(name.to_owned(), address)],
        lookup,
        ..options()
    };
    probe_with(&format!("http://{name}/mcp"), &options)
}

fn lookup(addresses: &[IpAddr]) -> Lookup {
    let addresses = addresses.to_vec();
    Lookup::new(move |_| Ok(addresses.clone()))
}

const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 34));
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[test]
fn names_that_lead_inside_are_not_followed() {
    let table: &[(&[IpAddr], &str)] = &[
        (&[LOOPBACK], "points to this machine"),
        (
            &[IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7))],
            "points to a private address",
        ),
        (
            &[IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254))],
            "points to a cloud metadata service",
        ),
        (
            &[IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))],
            "points to a reserved address",
        ),
        // One bad address spoils them all.
        (&[PUBLIC, LOOPBACK], "points to this machine"),
    ];
    for (addresses, reason) in table {
        let obs = advertise(&["https://rebind.example.net"], None, lookup(addresses));
        let server = &obs.authorization.as_ref().unwrap().servers[0];
        assert_eq!(server.state.to_string(), format!("not followed: {reason}"));
        assert_eq!(
            obs.refusals[0].to_string(),
            format!("authorization server URL {reason}: not followed")
        );
    }
}

#[test]
fn addresses_that_lead_inside_are_not_followed() {
    let table: &[(&'static [&'static str], &str)] = &[
        (&["http://auth.example.net"], "is not https"),
        (&["https://127.0.0.1/x"], "points to this machine"),
        (&["https://2130706433/x"], "points to this machine"),
        (
            &["https://[::ffff:10.0.0.1]/"],
            "points to a private address",
        ),
        (
            &["https://169.254.169.254/"],
            "points to a cloud metadata service",
        ),
        (
            &["https://user:pw@auth.example.net/"],
            "holds a user name or password",
        ),
        (
            &["https://auth.example.net/?x=1"],
            "holds a query or fragment",
        ),
        (&["javascript:alert(1)"], "is not https"),
        (&["nonsense"], "is no URL"),
    ];
    for (issuers, reason) in table {
        let obs = advertise(issuers, None, lookup(&[PUBLIC]));
        let refusal = obs.refusals[0].to_string();
        assert_eq!(
            refusal,
            format!("authorization server URL {reason}: not followed")
        );
        assert!(!recorded(&obs).contains("pw@"));
    }
    let obs = advertise(&[], Some("/relative"), lookup(&[PUBLIC]));
    assert_eq!(
        obs.refusals[0].to_string(),
        "metadata URL is no URL: not followed"
    );
    assert!(
        obs.authorization.unwrap().resource.is_some(),
        "found without it"
    );
    let obs = advertise(&[], Some("https://10.0.0.1/prm"), lookup(&[PUBLIC]));
    assert_eq!(
        obs.refusals[0].to_string(),
        "metadata URL points to a private address: not followed"
    );
}

#[test]
fn more_issuers_than_the_limit_are_counted() {
    let obs = advertise(
        &[
            "http://1.example",
            "http://2.example",
            "http://3.example",
            "http://4.example",
            "http://5.example",
            "http://6.example",
        ],
        None,
        lookup(&[PUBLIC]),
    );
    let authorization = obs.authorization.unwrap();
    assert_eq!(
        (authorization.servers.len(), authorization.more_servers),
        (4, 2)
    );
}

#[test]
fn an_open_server_elsewhere_lacks_authentication() {
    let server = Server::start(|request, _| match request.method.as_str() {
        "POST" => request.discover(&json!({})),
        _ => Reply::empty(404),
    });
    let options = ProbeOptions {
        resolve: vec![(
            "mcp.example.com".to_owned(),
            (Ipv4Addr::LOCALHOST, server.port).into(),
        )],
        ..options()
    };
    let obs = probe_with("http://mcp.example.com/mcp", &options);
    assert_eq!(
        crate::show::line(&obs),
        "answered; modern; supports 2026-07-28; no TLS; address given on the command line; \
         ! no authentication"
    );
}
