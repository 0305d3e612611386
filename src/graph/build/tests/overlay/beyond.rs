//! What an overlay says about what lies behind a server: APIs, tokens and their issuers, own domains.

use super::{URL, seed, seeded, under};
use crate::graph::build::tests::{Asked, lines};
use crate::graph::{Evidence, FlowKind, NodeKind};
use crate::inventory::testing::{bridge_to, npm, project, reading, remote, started};
use crate::inventory::{HostKind, RunsOn, Scope};

#[test]
fn an_api_behind_a_server_is_annotated_with_its_token() {
    let arch = seeded(
        "[[upstream]]\nserver = \"tracker\"\nname = \"Tracker API\"\nurl = \"https://api.tracker.example/v1\"\ntoken = \"own\"\n",
    );
    let api = arch.the(NodeKind::Upstream, "Tracker API");
    assert_eq!(arch.around(api), "tracker.example");
    assert_eq!(
        (api.evidence, lines(api)),
        (Evidence::Annotated, vec!["api.tracker.example"])
    );
    let flow = arch.flow_to(FlowKind::Upstream, api).unwrap();
    assert_eq!(
        (flow.text(), flow.evidence),
        ("server's own token".into(), Evidence::Annotated)
    );
    assert_eq!(flow.from, arch.behind("tracker").id);
}

#[test]
fn the_same_token_is_an_alarm() {
    let with = |token: &str| {
        let arch = seeded(&format!(
            "[[upstream]]\nserver = \"tracker\"\nurl = \"https://api.tracker.example\"\n{token}\n"
        ));
        let api = arch.the(NodeKind::Upstream, "api.tracker.example");
        let flow = arch.flow_to(FlowKind::Upstream, api).unwrap();
        (flow.text(), flow.alarms())
    };
    assert_eq!(with("token = \"same\""), ("same token".into(), true));
    assert_eq!(with("token = \"none\""), ("no token".into(), false));
    assert_eq!(with(""), ("calls".into(), false));
}

#[test]
fn what_is_annotated_takes_the_place_of_what_the_catalogue_guessed() {
    let github = vec![project().with([remote("github", "https://api.githubcopilot.com/mcp/")])];
    let (arch, _) = under(
        github,
        "[[upstream]]\nserver = \"github\"\nurl = \"https://ghe.example.com\"\n",
    );
    assert_eq!(arch.labels(NodeKind::Upstream), ["ghe.example.com"]);
    let board = || vec![project().with([remote("board", "https://getarchboard.app/mcp")])];
    let (arch, _) = under(
        board(),
        "[[authorization_server]]\nserver = \"board\"\nurl = \"https://id.example.com\"\n",
    );
    assert_eq!(
        arch.labels(NodeKind::AuthorizationServer),
        ["id.example.com"]
    );
    // Saying the same makes it known.
    let (arch, _) = under(
        board(),
        "[[authorization_server]]\nserver = \"board\"\nurl = \"https://getarchboard.app\"\n",
    );
    let auth = arch.the(NodeKind::AuthorizationServer, "getarchboard.app");
    assert_eq!(auth.evidence, Evidence::Annotated);
}

#[test]
fn an_authorization_server_is_annotated_with_flow_and_resource() {
    let arch = seeded(
        "[[authorization_server]]\nserver = \"tracker\"\nurl = \"https://auth.tracker.example\"\nflow = \"OAuth 2.1 · PKCE S256\"\nresource = \"https://mcp.tracker.example/mcp\"\n",
    );
    let auth = arch.the(NodeKind::AuthorizationServer, "auth.tracker.example");
    assert_eq!(arch.around(auth), "tracker.example");
    let flow = arch.flow_to(FlowKind::Oauth, auth).unwrap();
    assert_eq!(
        (flow.text(), flow.evidence),
        ("OAuth 2.1 · PKCE S256".into(), Evidence::Annotated)
    );
    let client = arch.client("tracker");
    assert_eq!(
        arch.flows_from(&client.id)[0].text(),
        "HTTPS POST · OAuth token for https://mcp.tracker.example/mcp"
    );
    assert!(!lines(arch.behind("tracker")).contains(&"token source: not probed"));
    assert_eq!(arch.credentials.len(), 1);
    assert_eq!(arch.credentials[0].evidence, Evidence::Annotated);
}

#[test]
fn a_token_of_which_the_file_says_nothing_is_listed_with_its_holder() {
    let entry =
        "[[authorization_server]]\nserver = \"t\"\nurl = \"https://auth.tracker.example\"\n";
    let (arch, _) = under(vec![project().with([remote("t", URL)])], entry);
    assert_eq!(
        arch.credentials[0].holders,
        std::slice::from_ref(&arch.client("t").id)
    );
    assert_eq!(
        arch.flows_from(&arch.client("t").id)[0].text(),
        "HTTPS POST · OAuth token"
    );
    let (arch, _) = under(
        vec![project().with([started("t", bridge_to("mcp-remote", URL))])],
        entry,
    );
    let bridge = arch.behind("t");
    let auth = arch.the(NodeKind::AuthorizationServer, "auth.tracker.example");
    assert_eq!(arch.flow_to(FlowKind::Oauth, auth).unwrap().from, bridge.id);
    assert_eq!(arch.credentials.len(), 1);
}

#[test]
fn a_private_address_belongs_to_where_the_server_stands() {
    let deployed = reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
        .of_kind(HostKind::Deployment, RunsOn::Deployment)
        .with([npm("a", "a")]);
    let (arch, _) = under(
        vec![deployed],
        "[[upstream]]\nserver = \"a\"\nurl = \"http://db-box:9000\"\n",
    );
    assert_eq!(
        arch.around(arch.the(NodeKind::Upstream, "db-box:9000")),
        "Private network of Server deployment"
    );
}

#[test]
fn own_domains_make_a_frame_of_the_organisation() {
    let arch =
        seeded("[organisation]\nname = \"Tracker Ltd\"\nown_domains = [\"Tracker.example\"]\n");
    assert_eq!(
        arch.around(arch.behind("tracker")),
        "tracker.example < Tracker Ltd"
    );
    assert_eq!(arch.frame("Tracker Ltd").evidence, Evidence::Annotated);
    let (_, messages) = under(
        seed(),
        "[organisation]\nname = \"Tracker Ltd\"\nown_domains = [\"other.example\"]\n",
    );
    assert!(
        messages[0].starts_with(
            "warning: mcpdiag.toml:4:16: organisation.own_domains: this overlay entry matches nothing"
        ),
        "{messages:?}"
    );
}
