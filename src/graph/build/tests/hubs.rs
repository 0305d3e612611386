//! Hubs and gateways: several servers behind one entry or one file.

use super::{Asked, draw, frame_lines, lines, project_of};
use crate::graph::{Evidence, FlowKind, NodeKind};
use crate::inventory::launch::Listener;
use crate::inventory::testing::{credential, endpoint, npm, reading, remote};
use crate::inventory::{Carrier, Form, HostKind, OAuth, Reading, RunsOn, Scope};

fn hub() -> Reading {
    reading("mcphub", "MCPHub", "mcp_settings.json", Scope::Server)
        .of_kind(HostKind::Hub, RunsOn::Deployment)
}

#[test]
fn the_file_of_a_hub_has_clients_and_no_model_user_or_gate() {
    let arch = draw([hub().with([
        npm("maps", "a"),
        remote("chat", "https://mcp.slack.com/mcp"),
    ])]);
    assert_eq!(arch.labels(NodeKind::Client), ["chat", "maps"]);
    for kind in [NodeKind::Model, NodeKind::User, NodeKind::Gate] {
        assert!(arch.labels(kind).is_empty(), "{kind:?}");
    }
    assert!(frame_lines(arch.frame("MCPHub")).is_empty());
    assert_eq!(
        arch.around(arch.behind("maps")),
        "service account of the deployment < Server deployment"
    );
}

#[test]
fn its_callers_stand_in_no_file() {
    let arch = draw([hub().with([npm("maps", "a")])]);
    let callers = arch.the(NodeKind::External, "callers: unknown");
    assert_eq!(
        arch.says_from(callers),
        ["? calls from other hosts · sign-in not known > MCPHub"]
    );
    let gateway = arch.the(NodeKind::Gateway, "MCPHub");
    let call = arch
        .flow_to(FlowKind::ToolCall, arch.client("maps"))
        .unwrap();
    assert_eq!(call.from, gateway.id);
    assert!(
        arch.coverage
            .contains(&"MCPHub: its callers are in no file".to_owned())
    );
}

#[test]
fn two_hubs_have_one_node_of_unknown_callers() {
    let other = reading("mcpo", "mcpo", "config.json", Scope::Server)
        .of_kind(HostKind::Hub, RunsOn::Deployment);
    let arch = draw([hub(), other]);
    assert_eq!(arch.labels(NodeKind::External), ["callers: unknown"]);
    assert_eq!(arch.labels(NodeKind::Gateway), ["MCPHub", "mcpo"]);
}

#[test]
fn what_callers_sign_in_with_is_held_by_the_hub() {
    let mut file = hub();
    file.host.credentials = vec![credential("users password", Form::Literal, Carrier::Host)];
    let arch = draw([file]);
    let gateway = arch.the(NodeKind::Gateway, "MCPHub");
    assert_eq!(
        arch.credentials[0].holders,
        std::slice::from_ref(&gateway.id)
    );
}

#[test]
fn its_port_and_the_issuer_of_its_callers_tokens_stand_on_the_way_in() {
    let mut file = hub();
    file.host.listeners = vec![Listener {
        all_interfaces: false,
        port: Some(3000),
        address_written: false,
    }];
    file.host.callers = Some(OAuth {
        authorization_server: Some(endpoint("https://login.example.com")),
        ..OAuth::default()
    });
    let arch = draw([file.with([npm("maps", "a")])]);
    let callers = arch.the(NodeKind::External, "callers: unknown");
    assert_eq!(
        arch.says_from(callers),
        [
            "? calls from other hosts · ? port 3000, address not in the file > MCPHub",
            "tokens of the callers (named in the file) > login.example.com",
        ]
    );
    let issuer = arch.the(NodeKind::AuthorizationServer, "login.example.com");
    assert_eq!(arch.around(issuer), "example.com");
    assert!(arch.flow_to(FlowKind::Oauth, arch.client("maps")).is_none());
}

#[test]
fn a_gateway_that_a_client_starts_has_its_back_ends_behind_it() {
    let arch = project_of([npm("docker", "gateway").gateway(&["github", "fetch"])]);
    let gateway = arch.behind("docker");
    assert_eq!(gateway.kind, NodeKind::Gateway);
    assert_eq!(
        arch.says_from(gateway),
        ["starts or calls > github", "starts or calls > fetch"]
    );
    assert_eq!(
        lines(arch.the(NodeKind::Server, "github")),
        ["behind the gateway"]
    );
}

#[test]
fn a_gateway_that_names_none_has_one_node_of_unknown_servers() {
    let arch = project_of([npm("docker", "gateway").gateway(&[])]);
    let unknown = arch.the(NodeKind::Server, "unknown servers");
    assert_eq!(unknown.evidence, Evidence::Assumed);
    assert_eq!(
        arch.says_from(arch.behind("docker")),
        ["? starts or calls > unknown servers"]
    );
    let arch = project_of([npm("docker", "gateway").gateway(&[]).off()]);
    assert!(arch.labels(NodeKind::Server).is_empty());
}
