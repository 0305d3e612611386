//! Bridges: one transport in, another out.

use super::{Asked, lines, project_of};
use crate::graph::{FlowKind, LabelRole, NodeKind};
use crate::inventory::launch::{Bridge, Ecosystem, Launch};
use crate::inventory::testing::{
    bridge_to, credential, package_launch, port, remote, safe, started,
};
use crate::inventory::{Carrier, Form, ServerEntry, Transport};

const URL: &str = "https://mcp.tracker.example/mcp";

fn bridged() -> ServerEntry {
    started("tracker", bridge_to("mcp-remote", URL))
}

#[test]
fn the_remote_server_stands_behind_the_bridge() {
    let arch = project_of([bridged()]);
    let bridge = arch.behind("tracker");
    assert_eq!(
        (bridge.kind, bridge.label.as_str()),
        (NodeKind::Bridge, "mcp-remote")
    );
    assert_eq!(
        arch.says_from(arch.client("tracker")),
        ["stdin / stdout > mcp-remote"]
    );
    assert_eq!(
        arch.says_from(bridge),
        ["HTTPS: POST, else SSE · ? OAuth token kept by the bridge > mcp.tracker.example/mcp"]
    );
    assert_eq!(
        arch.flows_from(&bridge.id)[0].label[1].role,
        LabelRole::Credential
    );
    let server = arch.the(NodeKind::Server, "mcp.tracker.example/mcp");
    assert!(lines(server).contains(&"authorization server: not probed"));
}

#[test]
fn the_bridge_and_not_the_client_holds_the_token() {
    let arch = project_of([bridged()]);
    let bridge = arch.behind("tracker");
    let token = &arch.credentials[0];
    assert_eq!((token.name.as_str(), token.form), ("OAuth token", "oauth"));
    assert_eq!(token.holders, std::slice::from_ref(&bridge.id));
    assert_eq!(token.stored_at, "the bridge's token store");
    let issuer = bridged().oauth(Some("https://auth.tracker.example"));
    let arch = project_of([issuer]);
    let sign_in: Vec<_> = arch
        .flows()
        .into_iter()
        .filter(|f| f.kind == FlowKind::Oauth)
        .collect();
    assert_eq!(sign_in.len(), 1);
    assert_eq!(sign_in[0].from, arch.behind("tracker").id);
}

#[test]
fn a_static_header_is_handed_to_the_bridge_and_sent_on() {
    let arch = project_of([bridged().holding(credential("TOKEN", Form::Literal, Carrier::Env))]);
    let bridge = arch.behind("tracker");
    assert_eq!(
        arch.says_from(arch.client("tracker")),
        ["stdin / stdout · env TOKEN · value in .mcp.json (project) > mcp-remote"]
    );
    assert_eq!(arch.credentials.len(), 1);
    let server = arch.the(NodeKind::Server, "mcp.tracker.example/mcp");
    assert_eq!(
        arch.credentials[0].sent_to,
        std::slice::from_ref(&server.id)
    );
    let flows = arch.flows();
    let carries = flows
        .iter()
        .filter(|f| f.credentials == [arch.credentials[0].id.clone()]);
    // Into the bridge and out of it.
    assert_eq!(carries.count(), 2);
    assert!(!lines(server).contains(&"authorization server: not probed"));
    assert_eq!(
        arch.flow_to(FlowKind::Http, server).unwrap().from,
        bridge.id
    );
}

#[test]
fn a_bridge_and_a_client_reach_the_same_server() {
    let arch = project_of([bridged(), remote("direct", URL)]);
    let server = arch.the(NodeKind::Server, "mcp.tracker.example/mcp");
    assert_eq!(arch.behind("direct").id, server.id);
}

#[test]
fn a_bridge_the_other_way_round_publishes_a_local_server_on_a_port() {
    let mut launch: Launch = package_launch(Ecosystem::Npm, "supergateway");
    launch.bridge = Some(Bridge {
        name: safe("supergateway"),
        remote: None,
        transport: Transport::Sse,
        publishes: Some(Box::new(package_launch(Ecosystem::Pypi, "soil-mcp"))),
        listener: Some(port(8000, true)),
        allows_http: false,
        holds_tokens: false,
    });
    let arch = project_of([
        started("soil", launch),
        remote("again", "http://localhost:8000/sse"),
    ]);
    let bridge = arch.behind("soil");
    assert_eq!(arch.says_from(bridge), ["stdin / stdout > soil-mcp"]);
    assert!(lines(bridge).contains(&"opens port 8000"));
    assert!(arch.flow_to(FlowKind::Inbound, bridge).is_some());
    assert_eq!(arch.behind("again").id, bridge.id);
}

#[test]
fn a_bridge_that_is_off_has_no_token_source() {
    let arch = project_of([bridged().off()]);
    let server = arch.the(NodeKind::Server, "mcp.tracker.example/mcp");
    assert!(server.off.is_some());
    assert!(!lines(server).contains(&"authorization server: not probed"));
    assert!(
        arch.flows_from(&arch.behind("tracker").id)
            .iter()
            .all(|f| f.off)
    );
}
