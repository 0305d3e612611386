//! Where addresses stand, and when two of them are one server.

use super::{Asked, draw, frame_lines, lines, project_of};
use crate::graph::{BoundaryKind, Evidence, NodeKind};
use crate::inventory::launch::Network;
use crate::inventory::testing::{docker, npm, port, project, reading, remote, safe};
use crate::inventory::{HostKind, Reading, RunsOn, Scope, Target};

const MACHINE: &str = "Any machine that opens this repository";

fn codex() -> Reading {
    reading("codex", "Codex", ".codex/config.toml", Scope::Project)
}

fn stands(url: &str) -> String {
    let arch = project_of([remote("it", url)]);
    arch.around(arch.behind("it"))
}

#[test]
fn every_kind_of_address_has_its_place() {
    assert_eq!(stands("https://mcp.tracker.example.com/mcp"), "example.com");
    // Both sections of the public suffix list count.
    assert_eq!(stands("https://acct.workers.dev/mcp"), "acct.workers.dev");
    assert_eq!(stands("http://localhost:3000/mcp"), MACHINE);
    assert_eq!(stands("unix:///run/mcp.sock"), MACHINE);
    assert_eq!(stands("http://10.0.0.5:8080/sse"), "Private network");
    assert_eq!(stands("http://db-box/mcp"), "Private network");
    assert_eq!(
        stands("http://169.254.169.254/mcp"),
        "Cloud metadata address"
    );
    assert_eq!(
        stands("https://your-host/mcp"),
        "placeholder: no address yet"
    );
    assert_eq!(stands("https://${HOST}/mcp"), "placeholder: no address yet");
    assert_eq!(
        stands("https://abc.devtunnels.ms/mcp"),
        "public tunnel: somebody's machine · devtunnels.ms"
    );
}

#[test]
fn a_domain_is_not_an_operator_but_where_the_catalogue_says_so() {
    let arch = project_of([
        remote("plain", "https://mcp.tracker.example/mcp"),
        remote("github", "https://api.githubcopilot.com/mcp/"),
        remote("tenant", "https://shop.fly.dev/mcp"),
        remote("tunnel", "https://abc.devtunnels.ms/mcp"),
    ]);
    assert!(frame_lines(arch.frame("tracker.example")).is_empty());
    assert_eq!(
        frame_lines(arch.frame("githubcopilot.com")),
        ["? operated by GitHub (Microsoft) (catalogue)"]
    );
    assert_eq!(
        frame_lines(arch.frame("shop.fly.dev")),
        ["? a tenant of Fly.io (catalogue)"]
    );
    let tunnel = arch
        .boundaries
        .iter()
        .find(|b| b.label.starts_with("public tunnel"));
    assert!(frame_lines(tunnel.unwrap()).is_empty());
}

#[test]
fn domains_that_look_alike_are_two_frames() {
    let arch = project_of([
        remote("a", "https://shop-api.com/mcp"),
        remote("b", "https://x.shop.api.com/mcp"),
        remote("c", "https://shop.com/mcp"),
    ]);
    let providers: Vec<&str> = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Provider)
        .map(|b| b.label.as_str())
        .collect();
    assert_eq!(providers, ["shop-api.com", "api.com", "shop.com"]);
}

#[test]
fn the_same_public_address_in_two_hosts_is_one_server_with_two_clients() {
    let url = "https://mcp.tracker.example/mcp";
    let arch = draw([
        project().with([remote("tracker", url)]),
        codex().with([remote("issues", url)]),
    ]);
    assert_eq!(arch.labels(NodeKind::Server), ["mcp.tracker.example/mcp"]);
    assert_eq!(arch.labels(NodeKind::Client), ["tracker", "issues"]);
    assert_eq!(arch.behind("tracker").id, arch.behind("issues").id);
}

#[test]
fn another_query_is_another_server() {
    let arch = project_of([
        remote("a", "https://mcp.example.com/mcp?tenant=a"),
        remote("b", "https://mcp.example.com/mcp?tenant=b"),
        remote("c", "https://mcp.example.com/mcp"),
    ]);
    assert_eq!(arch.labels(NodeKind::Server).len(), 3);
    assert_eq!(
        arch.boundaries
            .iter()
            .filter(|b| b.label == "example.com")
            .count(),
        1
    );
}

#[test]
fn a_command_in_two_hosts_is_two_processes() {
    let arch = draw([
        project().with([npm("notes", "notes-mcp")]),
        codex().with([npm("notes", "notes-mcp")]),
    ]);
    assert_eq!(arch.labels(NodeKind::Server), ["notes-mcp", "notes-mcp"]);
}

#[test]
fn an_address_that_nobody_knows_yet_is_nobody_elses() {
    for url in ["https://${HOST}/mcp", "https://your-host/mcp"] {
        let arch = draw([
            project().with([remote("a", url)]),
            codex().with([remote("a", url)]),
        ]);
        assert_eq!(arch.labels(NodeKind::Server).len(), 2, "{url}");
    }
    let arch = project_of([remote("a", "https://${HOST}/mcp")]);
    assert!(lines(arch.behind("a")).contains(&"address given by HOST"));
}

#[test]
fn loopback_and_private_addresses_are_one_server_only_within_one_placement() {
    let deployed = || {
        reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
            .of_kind(HostKind::Deployment, RunsOn::Deployment)
    };
    for url in ["http://localhost:3000/mcp", "http://10.0.0.5/mcp"] {
        let here = draw([
            project().with([remote("a", url)]),
            codex().with([remote("b", url)]),
        ]);
        assert_eq!(here.labels(NodeKind::Server).len(), 1, "{url}");
        let apart = draw([
            project().with([remote("a", url)]),
            deployed().with([remote("b", url)]),
        ]);
        assert_eq!(apart.labels(NodeKind::Server).len(), 2, "{url}");
    }
}

#[test]
fn a_private_network_belongs_to_the_placement_that_sees_it() {
    let deployed = reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
        .of_kind(HostKind::Deployment, RunsOn::Deployment)
        .with([remote("db", "http://clickhouse-mcp:8000/mcp")]);
    let arch = draw([
        deployed,
        project().with([remote("box", "http://db-box:1/mcp")]),
    ]);
    assert_eq!(
        arch.around(arch.behind("db")),
        "Private network of Server deployment"
    );
    assert_eq!(arch.around(arch.behind("box")), "Private network");
}

#[test]
fn a_bare_name_in_a_container_network_stands_apart() {
    let arch = project_of([
        docker("shop", "shop-mcp", |c| {
            c.network = Network::Named(safe("backend"));
        })
        .calling("API_URL", "http://api:80/v1"),
        docker("far", "far-mcp", |c| {
            c.network = Network::Named(safe("backend"));
        })
        .calling("API_URL", "http://10.0.0.7/v1"),
    ]);
    let api = arch.the(NodeKind::Upstream, "api");
    assert_eq!(arch.around(api), "Container network · backend");
    assert_eq!(
        arch.around(arch.the(NodeKind::Upstream, "10.0.0.7")),
        "Private network"
    );
}

#[test]
fn the_loopback_of_a_container_is_its_own_unless_it_has_the_hosts_network() {
    let api = |network: Network| {
        let arch = project_of([docker("shop", "shop-mcp", |c| c.network = network)
            .calling("API_URL", "http://localhost:9000")]);
        arch.around(arch.the(NodeKind::Upstream, "localhost:9000"))
    };
    let inside = format!("Container (docker) · shop-mcp < {MACHINE}");
    assert_eq!(api(Network::OpenByDefault), inside);
    assert_eq!(api(Network::Host), MACHINE);
    let arch =
        project_of([docker("shop", "shop-mcp", |_| {})
            .calling("API_URL", "http://host.docker.internal:9000")]);
    let host = arch.the(NodeKind::Upstream, "host.docker.internal:9000");
    assert_eq!(arch.around(host), MACHINE);
}

#[test]
fn a_loopback_service_is_nobody_known() {
    let arch = project_of([remote("figma", "http://127.0.0.1:3845/mcp")]);
    let server = arch.behind("figma");
    assert_eq!(server.label, "127.0.0.1:3845/mcp");
    assert_eq!(lines(server)[0], "process and user unknown");
    let arch = project_of([remote("s", "unix:///run/mcp.sock")]);
    assert_eq!(lines(arch.behind("s"))[0], "access by file permission");
}

#[test]
fn spellings_of_loopback_are_one_place_and_other_ports_another() {
    let arch = project_of([
        remote("a", "http://localhost:3000/mcp"),
        remote("b", "http://127.0.0.1:3000/mcp/"),
        remote("c", "http://127.0.0.1:3001/mcp"),
        remote("d", "http://127.0.0.1:3000/other"),
    ]);
    assert_eq!(arch.behind("a").id, arch.behind("b").id);
    assert_eq!(arch.labels(NodeKind::Server).len(), 3);
}

#[test]
fn an_entry_that_starts_a_port_is_the_node_that_others_reach_there() {
    let starter =
        || npm("browser", "@playwright/mcp").launching(|l| l.listener = Some(port(8931, false)));
    let arch = draw([
        project().with([remote("near", "http://localhost:8931/mcp").bearer("TOKEN")]),
        codex().with([starter()]),
    ]);
    assert_eq!(arch.labels(NodeKind::Server), ["@playwright/mcp"]);
    assert_eq!(arch.behind("near").id, arch.behind("browser").id);
    assert!(lines(arch.behind("near")).contains(&"reached at localhost:8931/mcp"));
    assert_eq!(
        arch.credentials[0].sent_to,
        std::slice::from_ref(&arch.behind("browser").id)
    );
}

#[test]
fn a_published_port_of_a_container_is_reached_too() {
    let arch = project_of([
        docker("web", "x", |c| c.published.push(port(8080, false))),
        remote("near", "http://127.0.0.1:8080/mcp"),
    ]);
    assert_eq!(arch.behind("near").id, arch.behind("web").id);
}

#[test]
fn a_container_reaches_a_port_of_the_machine_by_its_own_name_for_it() {
    let arch = project_of([
        npm("api", "shop-api").launching(|l| l.listener = Some(port(9000, true))),
        docker("shop", "shop-mcp", |_| {})
            .env("KEY")
            .calling("API_URL", "http://host.docker.internal:9000"),
        // Its loopback is another place.
        docker("own", "own-mcp", |_| {}).calling("API_URL", "http://localhost:9000"),
    ]);
    let api = arch.behind("api");
    assert_eq!(
        arch.says_from(arch.behind("shop")),
        ["by API_URL · ? uses KEY (env) > shop-api"]
    );
    assert_eq!(arch.credentials[0].sent_to, std::slice::from_ref(&api.id));
    assert_eq!(arch.labels(NodeKind::Upstream), ["localhost:9000"]);
}

#[test]
fn a_port_is_not_joined_where_two_entries_or_none_that_is_on_start_it() {
    let starter = |name: &str| npm(name, name).launching(|l| l.listener = Some(port(8931, false)));
    let asker = || remote("near", "http://localhost:8931/mcp");
    let arch = project_of([starter("a"), starter("b"), asker()]);
    assert_eq!(arch.behind("near").label, "localhost:8931/mcp");
    let arch = project_of([starter("a").off(), asker()]);
    assert_eq!(arch.behind("near").label, "localhost:8931/mcp");
    // The port of a container that publishes nothing is another one.
    let arch = project_of([
        docker("c", "x", |_| {}).launching(|l| l.listener = Some(port(8931, true))),
        asker(),
    ]);
    assert_eq!(arch.behind("near").label, "localhost:8931/mcp");
}

#[test]
fn a_server_that_is_off_for_one_host_and_on_for_another_is_on() {
    let url = "https://api.githubcopilot.com/mcp/";
    let arch = draw([
        project().with([remote("github", url).off()]),
        codex().with([remote("github", url)]),
    ]);
    let server = arch.behind("github");
    assert_eq!(server.off, None);
    assert_eq!(
        arch.says_from(server),
        ["? server's own token > GitHub API"]
    );
    let off: Vec<bool> = arch
        .flows()
        .iter()
        .filter(|f| f.to == server.id)
        .map(|f| f.off)
        .collect();
    assert_eq!(off, [true, false]);
}

#[test]
fn an_address_from_a_default_says_so() {
    let default = remote("api", "https://api.example.com/mcp").but(|s| {
        if let Target::Remote(endpoint) = &mut s.target {
            endpoint.from_default = true;
        }
    });
    let arch = project_of([default]);
    let server = arch.behind("api");
    assert!(lines(server).contains(&"api.example.com (default)"));
    assert_eq!(server.marks[0].text, "a variable can change the address");
}

#[test]
fn frames_say_how_they_are_known() {
    let arch = project_of([npm("slack", "@modelcontextprotocol/server-slack")]);
    assert_eq!(arch.frame("slack.com").evidence, Evidence::Inferred);
    let arch = project_of([
        npm("slack", "@modelcontextprotocol/server-slack"),
        remote("chat", "https://mcp.slack.com/mcp"),
    ]);
    assert_eq!(arch.frame("slack.com").evidence, Evidence::Declared);
}
