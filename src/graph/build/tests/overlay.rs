//! What somebody who knows adds to the picture (docs/overlay.md).

use super::{Asked, frame_lines, lines};
use crate::graph::{Architecture, Evidence, FlowKind, LineRole, Lock, NodeKind, Overlay, build};
use crate::inventory::launch::ReachKind;
use crate::inventory::testing::{
    all_safe, bridge_to, docker, npm, port, project, reading, remote, started,
};
use crate::inventory::{HostKind, Reading, Rule, RunsOn, Scope, SetBy, assemble};
use crate::source::SourceFile;

const URL: &str = "https://mcp.tracker.example/mcp";

/// Draws files under an overlay; also gives its messages.
fn under(readings: Vec<Reading>, overlay: &str) -> (Architecture, Vec<String>) {
    let text = format!("schema = 1\n{overlay}");
    let overlay = Overlay::read(SourceFile::from_text("mcpdiag.toml", &text)).unwrap();
    let (arch, messages) = build(&assemble(readings), &[overlay]);
    (arch, messages.iter().map(ToString::to_string).collect())
}

fn seed() -> Vec<Reading> {
    vec![project().with([
        npm("repo", "mcp-server-git"),
        docker("build", "registry.example.com/build-checker", |_| {}),
        remote("tracker", URL).oauth(None),
    ])]
}

/// Draws the seed under an overlay that applies whole.
fn seeded(overlay: &str) -> Architecture {
    let (arch, messages) = under(seed(), overlay);
    assert!(messages.is_empty(), "{messages:?}");
    assert!(arch.overlay.applied);
    arch
}

#[test]
fn the_machine_gets_a_name() {
    let arch = seeded("[machine]\nname = \"developer's machine\"\n");
    assert_eq!(
        arch.frame("developer's machine").evidence,
        Evidence::Annotated
    );
    let deployed = reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
        .of_kind(HostKind::Deployment, RunsOn::Deployment);
    let (_, messages) = under(vec![deployed], "[machine]\nname = \"x\"\n");
    assert_eq!(
        messages,
        ["warning: mcpdiag.toml: machine: this overlay entry matches nothing in the picture"]
    );
}

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
fn a_server_gets_a_name_an_owner_and_a_sandbox() {
    let arch = seeded(
        "[[server]]\nname = \"build\"\nrename = \"build checker\"\nowner = \"platform team\"\nsandbox = \"no secrets inside\"\n\n[[server]]\nname = \"repo\"\nsandbox = \"bwrap wrapper\"\n",
    );
    let build = arch.the(NodeKind::Server, "build checker");
    // What it really is stays in sight.
    assert_eq!(
        lines(build),
        [
            "registry.example.com/build-checker",
            "in a container",
            "image · no tag",
            "owner (overlay): platform team"
        ]
    );
    let container = arch.boundary(build.boundary.as_deref().unwrap()).unwrap();
    assert!(frame_lines(container).contains(&"sandbox (overlay): no secrets inside"));
    let repo = arch.behind("repo");
    assert_eq!(
        arch.around(repo),
        "Sandbox < OS user < Any machine that opens this repository"
    );
    let sandbox = arch.frame("Sandbox");
    assert_eq!(sandbox.evidence, Evidence::Annotated);
    assert_eq!(frame_lines(sandbox), ["sandbox (overlay): bwrap wrapper"]);
}

#[test]
fn approval_is_annotated_in_the_box_and_at_the_gate() {
    let arch = seeded(
        "[[server]]\nname = \"tracker\"\napproval = \"asks\"\napproval_tools = [\"create_issue\"]\ntools = [\"create_issue\", \"list_issues\"]\n",
    );
    let client = arch.client("tracker");
    assert_eq!(
        lines(client),
        [
            "asks · set by overlay",
            "create_issue",
            "tools (overlay): list_issues"
        ]
    );
    let facts = client.client.as_ref().unwrap();
    assert_eq!(
        (facts.approval.as_str(), facts.approval_set_by),
        ("asks", "overlay")
    );
    assert_eq!(facts.tools, ["create_issue", "list_issues"]);
    assert_eq!(
        arch.flow_to(FlowKind::ToolCall, client).unwrap().tools,
        facts.tools
    );
    let gate = arch.the(NodeKind::Gate, "approval gate");
    let approves = arch.flow_to(FlowKind::Approve, gate).unwrap();
    // Of the two other servers only the product's default is known.
    assert_eq!(
        (approves.text(), approves.evidence),
        ("? approves".into(), Evidence::Assumed)
    );
}

#[test]
fn an_annotated_rule_takes_the_place_of_the_old_one() {
    let auto = Rule::Auto(all_safe(&["a", "b"]));
    let file = project().with([npm("shop", "x")
        .approved(auto, SetBy::Repository)
        .but(|s| s.approval.caveat = Some("while the switch is on".into()))]);
    let (arch, _) = under(
        vec![file],
        "[[server]]\nname = \"shop\"\napproval = \"auto\"\n",
    );
    let client = arch.client("shop");
    assert_eq!(lines(client), ["auto: all · set by overlay"]);
    assert_eq!(client.lines[0].role, LineRole::Approval(Lock::Open));
    let gate = arch.the(NodeKind::Gate, "approval gate");
    assert_eq!(lines(gate), ["open: nobody is asked"]);
    assert!(arch.flow_to(FlowKind::Approve, gate).is_none());
}

#[test]
fn a_gate_sums_up_what_an_overlay_says_of_some_servers() {
    let gate = |approval: &str| -> Vec<String> {
        let (arch, _) = under(seed(), approval);
        let gate = arch.the(NodeKind::Gate, "approval gate");
        lines(gate).iter().map(ToString::to_string).collect()
    };
    let says = |words: &str| gate(&format!("[[server]]\nname = \"repo\"\n{words}\n"));
    assert_eq!(says("approval = \"auto\""), ["partly open: 1 of 3 servers"]);
    assert_eq!(
        says("approval = \"auto\"\napproval_tools = [\"git_diff\"]"),
        ["partly open: some tools of 1 server"]
    );
    assert_eq!(
        says("approval = \"asks\""),
        ["asks? (product default): 2 of 3"]
    );
}

#[test]
fn a_gate_that_was_open_closes_when_somebody_says_that_it_asks() {
    let file = || project().with([npm("shop", "x").approved(Rule::AutoAll, SetBy::User)]);
    let (arch, _) = under(
        vec![file()],
        "[[server]]\nname = \"shop\"\napproval = \"asks\"\n",
    );
    let gate = arch.the(NodeKind::Gate, "approval gate");
    assert!(lines(gate).is_empty());
    let approves = arch.flow_to(FlowKind::Approve, gate).unwrap();
    assert_eq!(
        (approves.text(), approves.evidence),
        ("approves".into(), Evidence::Annotated)
    );
}

#[test]
fn tools_are_named_three_at_most() {
    let arch = seeded("[[server]]\nname = \"repo\"\ntools = [\"a\", \"b\", \"c\", \"d\"]\n");
    assert!(lines(arch.client("repo")).contains(&"tools (overlay): a, b, c +1"));
    let call = arch
        .flow_to(FlowKind::ToolCall, arch.client("repo"))
        .unwrap();
    assert_eq!(call.tools, ["a", "b", "c"]);
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

#[test]
fn what_matches_nothing_is_reported_with_its_place() {
    let (_, messages) = under(
        seed(),
        "[[server]]\nname = \"nosuch\"\n[[upstream]]\nserver = \"nosuch\"\nurl = \"https://a.example\"\n[[authorization_server]]\nserver = \"nosuch\"\nurl = \"https://a.example\"\n[[node]]\nid = \"nosuch\"\n",
    );
    let nothing = "this overlay entry matches nothing in the picture";
    assert_eq!(
        messages,
        [
            format!("warning: mcpdiag.toml:5:10: upstream.server: {nothing}"),
            format!("warning: mcpdiag.toml:8:10: authorization_server.server: {nothing}"),
            format!("warning: mcpdiag.toml:3:8: server.name: {nothing}"),
            format!("warning: mcpdiag.toml:11:6: node.id: {nothing}"),
        ]
    );
}

#[test]
fn a_url_that_is_none_is_reported_without_its_text() {
    let (arch, messages) = under(
        seed(),
        "[[upstream]]\nserver = \"tracker\"\nurl = \"sk-CANARY nonsense\"\n",
    );
    assert_eq!(
        messages,
        ["warning: mcpdiag.toml:4:7: upstream.url: not an address, expected a URL"]
    );
    assert!(arch.labels(NodeKind::Upstream).is_empty());
}

#[test]
fn hiding_a_server_counts_everything_that_goes_with_it() {
    let slack = npm("slack", "@modelcontextprotocol/server-slack")
        .env("SLACK_BOT_TOKEN")
        .told("~/notes", ReachKind::Path)
        .told("~", ReachKind::Home)
        .launching(|l| l.listener = Some(port(8000, true)));
    let file = project().with([slack, npm("other", "x")]);
    let (arch, messages) = under(vec![file], "[[server]]\nname = \"slack\"\nhide = true\n");
    assert!(messages.is_empty());
    assert_eq!(arch.labels(NodeKind::Client), ["other"]);
    // Client, server, folder, API, and the local network that reached its port; the home directory stays.
    assert_eq!(arch.overlay.hidden, 5);
    assert_eq!(arch.labels(NodeKind::Asset), ["home directory"]);
    assert!(arch.labels(NodeKind::External).is_empty());
    assert!(arch.credentials.is_empty());
    assert!(!arch.boundaries.iter().any(|b| b.label == "slack.com"));
    assert!(
        arch.coverage
            .contains(&"overlay applied: it hides 5 nodes".to_owned())
    );
}

#[test]
fn what_another_client_reaches_is_not_hidden() {
    let file = project().with([remote("a", URL), remote("b", URL)]);
    let (arch, _) = under(vec![file], "[[server]]\nname = \"a\"\nhide = true\n");
    assert_eq!(arch.overlay.hidden, 1);
    assert_eq!(arch.behind("b").label, "mcp.tracker.example/mcp");
}

#[test]
fn an_overlay_that_hides_nothing_says_so() {
    let arch = seeded("");
    assert!(
        arch.coverage
            .contains(&"overlay applied: it hides nothing".to_owned())
    );
    assert!(
        build(&assemble(seed()), &[])
            .0
            .coverage
            .iter()
            .all(|l| !l.contains("overlay"))
    );
}

#[test]
fn a_node_is_renamed_owned_or_hidden_by_its_id() {
    let id = "server-mcp-tracker-example-mcp";
    let arch = seeded(&format!(
        "[[node]]\nid = \"{id}\"\nrename = \"the tracker\"\nowner = \"issues team\"\n"
    ));
    let server = arch.the(NodeKind::Server, "the tracker");
    assert_eq!(server.id, id);
    assert_eq!(lines(server)[0], "mcp.tracker.example/mcp");
    assert!(lines(server).contains(&"owner (overlay): issues team"));
    let arch = seeded("[[node]]\nid = \"user\"\nhide = true\n");
    assert_eq!(arch.overlay.hidden, 1);
    assert!(arch.labels(NodeKind::User).is_empty());
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
