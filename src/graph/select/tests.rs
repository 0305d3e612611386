//! What is drawn for what the user names, on small configurations, and what holds for all of them.

mod alarms;
mod unnamed;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::graph::{Flow, build};
use crate::inventory::testing::{docker, npm, port, project, reading, remote, script, started};
use crate::inventory::{Reading, Scope, assemble};

/// Two hosts: one with a local server, one in a container and a remote one, the other with the same remote one.
fn office() -> Architecture {
    let first = project().with([
        npm("files", "@modelcontextprotocol/server-filesystem"),
        docker("memory", "mcp/memory", |_| {}),
        remote("tracker", "https://mcp.tracker.example/mcp")
            .oauth(Some("https://login.example.com")),
        npm("chat", "@modelcontextprotocol/server-slack").env("SLACK_BOT_TOKEN"),
    ]);
    let second = reading("codex", "Codex", ".codex/config.toml", Scope::Project)
        .with([remote("issues", "https://mcp.tracker.example/mcp")]);
    draw(vec![first, second])
}

fn draw(readings: Vec<Reading>) -> Architecture {
    build(&assemble(readings), &[]).0
}

fn patterns(texts: &[&str]) -> Vec<Pattern> {
    texts.iter().map(|t| Pattern::new(t).unwrap()).collect()
}

fn only(texts: &[&str]) -> Selection {
    Selection {
        only: patterns(texts),
        ..Selection::default()
    }
}

fn exclude(texts: &[&str]) -> Selection {
    Selection {
        exclude: patterns(texts),
        ..Selection::default()
    }
}

fn focus(name: &str) -> Selection {
    Selection {
        focus: Pattern::server(name),
        ..Selection::default()
    }
}

fn labels(arch: &Architecture, kind: NodeKind) -> Vec<&str> {
    arch.nodes()
        .filter(|n| n.kind == kind)
        .map(|n| n.label.as_str())
        .collect()
}

fn clients(selection: &Selection) -> Vec<String> {
    let arch = select(office(), selection).unwrap();
    labels(&arch, NodeKind::Client)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

#[test]
fn nothing_named_is_everything() {
    let (all, same) = (office(), select(office(), &Selection::default()).unwrap());
    assert_eq!(all.nodes().count(), same.nodes().count());
    assert!(same.left_out.is_empty());
    assert_eq!(all.coverage, same.coverage);
}

#[test]
fn only_takes_servers_hosts_providers_and_boundaries() {
    assert_eq!(clients(&only(&["FILES"])), ["files"]);
    assert_eq!(clients(&only(&["files", "mem*"])), ["files", "memory"]);
    assert_eq!(clients(&only(&["host:codex"])), ["issues"]);
    assert_eq!(
        clients(&only(&["host:claude code"])),
        ["chat", "files", "memory", "tracker"]
    );
    assert_eq!(
        clients(&only(&["provider:tracker.example"])),
        ["tracker", "issues"]
    );
    assert_eq!(clients(&only(&["provider:slack.com"])), ["chat"]);
    assert_eq!(clients(&only(&["boundary:isolation"])), ["memory"]);
    assert_eq!(clients(&only(&["boundary:container (docker)"])), ["memory"]);
}

#[test]
fn a_server_is_also_found_by_the_label_of_its_box() {
    assert_eq!(clients(&only(&["mcp/memory"])), ["memory"]);
    assert_eq!(
        clients(&only(&["mcp.tracker.example/mcp"])),
        ["tracker", "issues"]
    );
}

#[test]
fn exclude_takes_away_what_only_would_take() {
    assert_eq!(
        clients(&exclude(&["files"])),
        ["chat", "memory", "tracker", "issues"]
    );
    assert_eq!(
        clients(&exclude(&["host:codex"])),
        ["chat", "files", "memory", "tracker"]
    );
    assert_eq!(
        clients(&exclude(&["provider:tracker.example"])),
        ["chat", "files", "memory"]
    );
    assert_eq!(
        clients(&exclude(&["boundary:isolation"])),
        ["chat", "files", "tracker", "issues"]
    );
}

#[test]
fn a_local_server_stays_where_only_its_api_is_excluded_and_the_flow_is_counted() {
    let arch = select(office(), &exclude(&["provider:slack.com"])).unwrap();
    assert!(labels(&arch, NodeKind::Client).contains(&"chat"));
    assert_eq!(labels(&arch, NodeKind::Upstream), Vec::<&str>::new());
    assert_eq!(arch.left_out.cut_flows, 1);
    assert_eq!(
        arch.coverage[0],
        "left out by --exclude: Slack API; 1 flow between these and what is drawn"
    );
}

#[test]
fn the_flags_narrow_each_other() {
    let both = Selection {
        exclude: patterns(&["files"]),
        ..only(&["host:claude*"])
    };
    assert_eq!(clients(&both), ["chat", "memory", "tracker"]);
    let one = Selection {
        only: patterns(&["host:codex"]),
        ..focus("mcp.tracker.example/mcp")
    };
    assert_eq!(clients(&one), ["issues"]);
}

#[test]
fn a_host_of_which_nothing_is_wanted_is_gone_with_its_frame() {
    let arch = select(office(), &only(&["host:codex"])).unwrap();
    let frames: Vec<&str> = arch.boundaries.iter().map(|b| b.label.as_str()).collect();
    assert!(
        frames.contains(&"Codex") && !frames.contains(&"Claude Code"),
        "{frames:?}"
    );
    assert!(!frames.contains(&"slack.com"), "{frames:?}");
    assert_eq!(labels(&arch, NodeKind::Model).len(), 1);
    assert!(
        arch.coverage[0].contains("all of Claude Code"),
        "{}",
        arch.coverage[0]
    );
}

#[test]
fn focus_goes_from_the_person_to_the_issuer_of_the_token() {
    let arch = select(office(), &focus("tracker")).unwrap();
    assert_eq!(labels(&arch, NodeKind::Client), ["tracker"]);
    assert_eq!(labels(&arch, NodeKind::User), ["person"]);
    assert_eq!(labels(&arch, NodeKind::Gate).len(), 1);
    assert_eq!(
        labels(&arch, NodeKind::AuthorizationServer),
        ["login.example.com"]
    );
    assert_eq!(
        labels(&arch, NodeKind::Asset),
        ["home directory"],
        "a process of the user reads it"
    );
    assert_eq!(arch.title, "MCP architecture · tracker in Claude Code");
    assert_eq!(
        arch.coverage[0],
        "left out by --focus: 4 of 5 configured servers (chat, files, memory, issues); all of Codex; 1 flow between these and what is drawn"
    );
}

#[test]
fn a_long_list_of_names_is_cut() {
    let many = (0..30).map(|n| npm(&format!("server-{n:02}"), "p"));
    let error = select(draw(vec![project().with(many)]), &focus("x")).unwrap_err();
    assert!(error.hint.unwrap().ends_with("server-19 and 10 more"));
}

#[test]
fn nothing_left_is_an_error() {
    let error = select(office(), &exclude(&["host:*"])).unwrap_err();
    assert_eq!(error.message, "nothing is left to draw after --exclude");
    let none = Selection {
        exclude: patterns(&["files"]),
        ..focus("files")
    };
    assert_eq!(
        select(office(), &none).unwrap_err().message,
        "nothing is left to draw after --focus, --exclude"
    );
}

/// Every alarm of a picture, as often as it stands there.
fn alarms(arch: &Architecture) -> usize {
    let all: BTreeSet<&str> = BTreeSet::new();
    LeftOut::of(&Reach::new(arch), &all, Vec::new())
        .alarms
        .len()
}

fn files() -> impl Strategy<Value = Vec<Reading>> {
    let server = (0..6_u8, 0..4_u8).prop_map(|(kind, name)| {
        let name = ["a", "b", "tracker", "x y"][usize::from(name)];
        match kind {
            0 => npm(name, "@modelcontextprotocol/server-slack").env("SLACK_BOT_TOKEN"),
            1 => docker(name, "mcp/memory", |_| {}),
            2 => remote(name, "http://mcp.tracker.example/mcp"),
            3 => remote(name, "https://mcp.tracker.example/mcp")
                .oauth(Some("https://login.example.com")),
            4 => started(name, script("python", "s.py"))
                .launching(|l| l.listener = Some(port(8931, true))),
            _ => npm(name, "p").off(),
        }
    });
    let servers = prop::collection::vec(server, 0..6);
    (servers.clone(), servers).prop_map(|(first, second)| {
        let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project);
        vec![project().with(first), codex.with(second)]
    })
}

fn wanted() -> impl Strategy<Value = Selection> {
    const TEXTS: &[&str] = &[
        "a",
        "b*",
        "tracker",
        "host:codex",
        "host:claude-code",
        "provider:*",
        "provider:slack.com",
        "boundary:isolation",
        "boundary:os-user",
        "boundary:provider",
    ];
    let texts = || prop::collection::vec(prop::sample::select(TEXTS), 0..3);
    let focus = prop::option::of(prop::sample::select(&["a", "b", "tracker"][..]));
    (texts(), texts(), focus).prop_map(|(only, exclude, focus)| Selection {
        focus: focus.and_then(Pattern::server),
        only: patterns(&only),
        exclude: patterns(&exclude),
    })
}

proptest! {
    #[test]
    fn nothing_is_lost_and_no_flow_hangs(files in files(), selection in wanted()) {
        let before = draw(files.clone());
        let Ok(after) = select(draw(files), &selection) else { return Ok(()) };
        let ids = |arch: &Architecture| arch.nodes().map(|n| n.id.clone()).collect::<BTreeSet<_>>();
        let (all, drawn) = (ids(&before), ids(&after));
        let left: BTreeSet<String> = after.left_out.nodes.iter().map(|n| n.id.clone()).collect();
        prop_assert!(drawn.is_disjoint(&left));
        prop_assert_eq!(&drawn | &left, all, "each node is drawn or recorded");
        let whole = |f: &&&Flow| drawn.contains(&f.from) && drawn.contains(&f.to);
        let flows: Vec<String> = before.flows().iter().filter(whole).map(|f| f.id.clone()).collect();
        prop_assert_eq!(after.flows().iter().map(|f| f.id.clone()).collect::<Vec<_>>(), flows);
        prop_assert_eq!(alarms(&after) + after.left_out.alarms.len(), alarms(&before), "each alarm is drawn or recorded");
        for node in after.nodes().filter(|n| n.kind == NodeKind::Client && n.off.is_none()) {
            let leads = before.flows_from(&node.id).iter().any(|f| f.kind != crate::graph::FlowKind::Oauth);
            prop_assert!(!leads || !after.flows_from(&node.id).is_empty(), "{} leads nowhere", node.id);
            prop_assert!(after.flows().iter().any(|f| f.to == node.id), "{} is called by nobody", node.id);
        }
        if !left.is_empty() {
            prop_assert!(after.coverage[0].starts_with("left out by --"));
        }
    }
}

#[test]
fn title_and_counts_are_those_of_what_is_drawn() {
    let whole = office();
    assert_eq!(whole.title, "MCP architecture · Claude Code, Codex");
    assert!(whole.coverage.contains(&"not probed: 5 servers".to_owned()));
    let part = select(whole.clone(), &only(&["host:codex"])).unwrap();
    assert_eq!(part.title, "MCP architecture · Codex");
    assert!(part.coverage.contains(&"not probed: 1 server".to_owned()));
    let part = select(whole, &exclude(&["files"])).unwrap();
    assert_eq!(part.title, "MCP architecture · Claude Code, Codex");
    assert!(part.coverage.contains(&"not probed: 4 servers".to_owned()));
}
