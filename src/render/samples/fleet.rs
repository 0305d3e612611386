//! Many clients.

use super::{ASKS, client, flow, frame, host, node, notes, titled};
use crate::graph::{
    Architecture, BoundaryKind as B,
    Evidence::Declared,
    FlowKind,
    LabelRole::{Credential, Plain},
    Line, LineRole, NodeKind as N,
};

/// Many clients over some hosts: local ones, containers and remote ones in turn.
pub(in crate::render) fn fleet(hosts: usize, clients: usize) -> Architecture {
    let mut arch = titled("MCP architecture");
    let a = &mut arch;
    for at in 0..hosts {
        host(a, &format!("h{at}"), &format!("Host {at}"));
    }
    for at in 0..clients {
        let slug = format!("h{}", at % hosts);
        let id = client(a, &slug, &format!("server-number-{at}"), &[ASKS]);
        let server = format!("server-{at}");
        match at % 3 {
            0 => {
                node(
                    a,
                    &server,
                    N::Server,
                    &format!("@acme/tool-{at}"),
                    Some("os-user-local"),
                    &[(LineRole::Plain, "npm · unpinned")],
                );
                flow(
                    a,
                    FlowKind::Stdio,
                    &id,
                    &server,
                    Declared,
                    &[(Plain, "stdin / stdout"), (Credential, "env TOKEN")],
                );
            }
            1 => {
                let inside = format!("isolation-{at}");
                frame(
                    a,
                    &inside,
                    B::Isolation,
                    &format!("Container (docker) · acme/tool:{at}"),
                    Some("machine-local"),
                );
                a.boundaries
                    .last_mut()
                    .unwrap()
                    .lines
                    .push(Line::new(LineRole::Plain, "network: open (default)"));
                node(
                    a,
                    &server,
                    N::Server,
                    &format!("acme/tool-{at}"),
                    Some(&inside),
                    &[(LineRole::Plain, "image · no tag")],
                );
                flow(
                    a,
                    FlowKind::Stdio,
                    &id,
                    &server,
                    Declared,
                    &[(Plain, "stdin / stdout via docker")],
                );
            }
            _ => {
                let inside = format!("provider-{at}");
                frame(
                    a,
                    &inside,
                    B::Provider,
                    &format!("service{at}.example"),
                    None,
                );
                node(
                    a,
                    &server,
                    N::Server,
                    &format!("mcp.service{at}.example/mcp"),
                    Some(&inside),
                    &[],
                );
                flow(
                    a,
                    FlowKind::Http,
                    &id,
                    &server,
                    Declared,
                    &[(Plain, "HTTPS POST"), (Credential, "bearer TOKEN (static)")],
                );
            }
        }
    }
    notes(a);
    arch
}
