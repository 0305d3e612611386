//! What holds for every picture, whatever the configuration says.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::graph::{Architecture, Boundary, Node, NodeKind, Overlay, build};
use crate::inventory::launch::{Network, ReachKind, Runtime};
use crate::inventory::testing::{
    bridge_to, credential, docker, entry, isolation, npm, port, project, reading, remote, safe,
    script, started, user_file,
};
use crate::inventory::{
    Carrier, Effect, Form, HostKind, Reading, Rule, RunsOn, Scope, ServerEntry, SetBy, assemble,
};
use crate::source::SourceFile;

const URLS: &[&str] = &[
    "https://api.githubcopilot.com/mcp/",
    "https://getarchboard.app/mcp",
    "https://mcp.example.com/mcp?tenant=a",
    "http://localhost:8931/mcp",
    "http://127.0.0.1:8931/mcp",
    "http://db-box:1/mcp",
    "http://10.0.0.5/mcp",
    "https://${HOST}/mcp",
    "https://your-host/mcp",
    "unix:///run/mcp.sock",
    "https://abc.devtunnels.ms/mcp",
];

const NAMES: &[&str] = &[
    "a",
    "A",
    "My Server",
    "my-server",
    "",
    "日本",
    "\"]end",
    "<script>",
    "client",
];

fn server() -> impl Strategy<Value = ServerEntry> {
    let url = prop::sample::select(URLS);
    let target = (0..9_u8, url).prop_map(|(kind, url)| match kind {
        0 => npm("", "@modelcontextprotocol/server-slack").env("SLACK_BOT_TOKEN"),
        1 => npm("", "unknown-mcp")
            .calling("URL", url)
            .told("~/src", ReachKind::Path),
        2 => docker("", "mcp/fetch", |c| c.network = Network::Named(safe("n"))).calling("URL", url),
        3 => started("", bridge_to("mcp-remote", url)),
        4 => npm("", "p")
            .launching(|l| l.listener = Some(port(8931, true)))
            .told("~", ReachKind::Home),
        5 => npm("", "g").gateway(&["x", "y"]),
        6 => started("", script("python", "s.py"))
            .launching(|l| l.isolations.push(isolation(Runtime::Ssh, "ssh", "ssh"))),
        7 => entry(""),
        _ => remote("", url)
            .oauth(Some("https://auth.example.com"))
            .bearer("TOKEN")
            .helped(),
    });
    let rule = prop_oneof![
        Just(Rule::Asks),
        Just(Rule::AutoAll),
        Just(Rule::Unknown),
        Just(Rule::Auto(vec![safe("t"), safe("u")])),
    ];
    let value = prop::option::of(0..3_u32);
    (
        target,
        prop::sample::select(NAMES),
        any::<bool>(),
        rule,
        value,
    )
        .prop_map(|(target, name, off, rule, value)| {
            let mut made = target.approved(rule, SetBy::User);
            made.name = safe(name);
            if value.is_some() {
                let mut key = credential("KEY", Form::Literal, Carrier::Env);
                key.value = value;
                made.credentials.push(key);
            }
            if off { made.off() } else { made }
        })
}

fn file() -> impl Strategy<Value = Reading> {
    (0..6_u8, prop::collection::vec(server(), 0..5)).prop_map(|(kind, servers)| {
        let file = match kind {
            0 => user_file().rule(Effect::Allow, Some("a"), None, SetBy::User),
            1 => reading("codex", "Codex", ".codex/config.toml", Scope::Project),
            2 => reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
                .of_kind(HostKind::Deployment, RunsOn::Deployment),
            3 => reading("mcphub", "MCPHub", "mcp_settings.json", Scope::Server)
                .of_kind(HostKind::Hub, RunsOn::Deployment),
            4 => reading("generic", "generic", "mcp.json", Scope::Unknown)
                .of_kind(HostKind::Unknown, RunsOn::Unknown),
            _ => project().rule(Effect::Deny, Some("A"), None, SetBy::Repository),
        };
        file.with(servers)
    })
}

/// Several files, each path once.
fn files() -> impl Strategy<Value = Vec<Reading>> {
    prop::collection::vec(file(), 0..5).prop_map(|mut files| {
        let mut seen = BTreeSet::new();
        files.retain(|f| seen.insert(f.path.clone()));
        files
    })
}

fn draw(files: Vec<Reading>) -> Architecture {
    build(&assemble(files), &[]).0
}

/// Draws files under an overlay that hides one node.
fn without(files: Vec<Reading>, id: &str) -> Architecture {
    let text = format!("schema = 1\n[[node]]\nid = \"{id}\"\nhide = true\n");
    let overlay = Overlay::read(SourceFile::from_text("mcpdiag.toml", text)).unwrap();
    build(&assemble(files), &[overlay]).0
}

/// Lists what a picture names although it is not there.
fn dangling(arch: &Architecture) -> Vec<String> {
    let mut found = Vec::new();
    let mut named = |what: &str, id: &str, there: bool| {
        if !there {
            found.push(format!("{what}: {id}"));
        }
    };
    for flow in arch.flows() {
        named(&flow.id, &flow.from, arch.node(&flow.from).is_some());
        named(&flow.id, &flow.to, arch.node(&flow.to).is_some());
        for id in &flow.credentials {
            named(&flow.id, id, arch.credentials.iter().any(|c| c.id == *id));
        }
    }
    for node in arch.nodes() {
        let boundary = node.boundary.as_deref();
        let there = boundary.is_none_or(|b| arch.boundary(b).is_some());
        named(&node.id, boundary.unwrap_or_default(), there);
    }
    for credential in &arch.credentials {
        for id in credential.holders.iter().chain(&credential.sent_to) {
            named(&credential.id, id, arch.node(id).is_some());
        }
    }
    found
}

/// Everything that formats see, as text.
fn whole(arch: &Architecture) -> String {
    let nodes: Vec<_> = arch.nodes().collect();
    format!(
        "{}\n{:#?}\n{nodes:#?}\n{:#?}\n{:#?}\n{:?}\n{:?}",
        arch.title,
        arch.boundaries,
        arch.flows(),
        arch.credentials,
        arch.coverage,
        arch.notes
    )
}

fn plain(id: &str) -> bool {
    !id.is_empty()
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ids_are_unique_and_plain(files in files()) {
        let arch = draw(files);
        let nodes = arch.nodes().map(|n| n.id.clone());
        let boundaries = arch.boundaries.iter().map(|b| b.id.clone());
        let flows = arch.flows().into_iter().map(|f| f.id.clone());
        let credentials = arch.credentials.iter().map(|c| c.id.clone());
        let ids: Vec<String> = nodes.chain(boundaries).chain(flows).chain(credentials).collect();
        for id in &ids {
            prop_assert!(plain(id), "{id}");
        }
        let unique: BTreeSet<&String> = ids.iter().collect();
        prop_assert_eq!(unique.len(), ids.len());
    }

    #[test]
    fn everything_that_is_named_exists(files in files()) {
        let arch = draw(files);
        prop_assert_eq!(dangling(&arch), Vec::<String>::new());
        for flow in arch.flows() {
            prop_assert_ne!(&flow.from, &flow.to);
        }
        for node in arch.nodes() {
            prop_assert!(!node.label.is_empty(), "{}", node.id);
        }
    }

    #[test]
    fn hiding_any_node_counts_what_is_gone_and_leaves_nothing_dangling(
        files in files(), pick in any::<prop::sample::Index>()
    ) {
        let whole = draw(files.clone());
        let ids: Vec<&str> = whole.nodes().map(|n| n.id.as_str()).collect();
        if !ids.is_empty() {
            let id = ids[pick.index(ids.len())];
            let rest = without(files, id);
            prop_assert!(rest.node(id).is_none());
            prop_assert_eq!(rest.overlay.hidden, ids.len() - rest.nodes().count());
            prop_assert_eq!(dangling(&rest), Vec::<String>::new());
        }
    }

    #[test]
    fn boundaries_are_a_forest_with_parents_first_and_content(files in files()) {
        let arch = draw(files);
        let mut seen = BTreeSet::new();
        for boundary in &arch.boundaries {
            if let Some(parent) = &boundary.parent {
                prop_assert!(seen.contains(parent), "{} before {parent}", boundary.id);
            }
            seen.insert(boundary.id.clone());
            let inside = arch.nodes().any(|n| arch.ancestry(n.boundary.as_deref()).contains(&boundary.id.as_str()));
            prop_assert!(inside, "{} is empty", boundary.id);
        }
    }

    #[test]
    fn every_configured_server_is_exactly_one_client(files in files()) {
        let mut configured: Vec<String> =
            files.iter().flat_map(|f| &f.servers).map(|s| s.name.to_string()).collect();
        let arch = draw(files);
        let mut drawn: Vec<String> =
            arch.nodes().filter_map(|n| n.client.as_ref()).map(|c| c.server.clone()).collect();
        configured.sort();
        drawn.sort();
        prop_assert_eq!(configured, drawn);
        for client in arch.nodes().filter(|n| n.kind == NodeKind::Client) {
            let calls = arch.flows().iter().filter(|f| f.to == client.id).count();
            prop_assert_eq!(calls, 1, "{} is called by its host alone", client.id);
            prop_assert!(!arch.flows_from(&client.id).is_empty(), "{} reaches something", client.id);
        }
    }

    #[test]
    fn a_flow_crosses_what_is_around_one_end_alone(files in files()) {
        let arch = draw(files);
        for flow in arch.flows() {
            let around = |id: &str| -> BTreeSet<&str> {
                let node = arch.node(id).unwrap();
                arch.ancestry(node.boundary.as_deref()).into_iter().collect()
            };
            let (from, to) = (around(&flow.from), around(&flow.to));
            let expected: BTreeSet<&str> = from.symmetric_difference(&to).copied().collect();
            let crossed = arch.crosses(flow);
            let unique: BTreeSet<&str> = crossed.iter().copied().collect();
            prop_assert_eq!(unique.len(), crossed.len());
            prop_assert_eq!(unique, expected);
        }
    }

    #[test]
    fn lines_fit_in_boxes(files in files()) {
        let arch = draw(files);
        let lines = arch.nodes().flat_map(Node::box_lines).chain(arch.boundaries.iter().flat_map(Boundary::box_lines));
        for line in lines {
            prop_assert!(line.text.chars().count() <= 120, "{}", line.text);
        }
    }

    #[test]
    fn the_order_of_files_changes_nothing((files, shuffled) in files().prop_flat_map(|f| (Just(f.clone()), Just(f).prop_shuffle()))) {
        prop_assert_eq!(whole(&draw(files)), whole(&draw(shuffled)));
    }
}
