//! One client per configured server, whatever state it is in.

use super::{Asked, draw, lines, lines_as, project_of};
use crate::graph::{Evidence, FlowKind, LineRole, NodeKind};
use crate::inventory::launch::ReachKind;
use crate::inventory::testing::{docker, entry, npm, project, remote, safe, user_file};
use crate::inventory::{Mark, MarkLevel, Rule, Scope, SetBy, State, Target, Transport};

#[test]
fn every_entry_is_a_client_even_if_off_broken_or_named_alike() {
    let arch = draw([user_file().with([
        npm("a", "a"),
        npm("b", "b").off(),
        entry("c"),
        remote("harbor", "https://a.example.com"),
        remote("harbor", "https://b.example.com").scoped(Scope::Local),
        entry(""),
    ])]);
    assert_eq!(
        arch.labels(NodeKind::Client),
        ["(no name)", "a", "b", "c", "harbor", "harbor"]
    );
    let ids: Vec<&str> = arch
        .nodes()
        .filter(|n| n.kind == NodeKind::Client)
        .map(|n| n.id.as_str())
        .collect();
    assert_eq!(
        ids[4..],
        ["client-claude-code-harbor", "client-claude-code-harbor-2"]
    );
}

#[test]
fn what_is_off_is_grey_with_its_reason_and_nothing_stands_behind_it() {
    let off = docker("notes", "mcp/slack", |c| {
        c.gaps.push("docker socket".into());
    })
    .env("SLACK_BOT_TOKEN")
    .told("~/src", ReachKind::Path)
    .helped()
    .off();
    let arch = project_of([off]);
    let client = arch.client("notes");
    assert_eq!(client.off.as_deref(), Some("disabled in the file"));
    assert_eq!(
        lines_as(client, LineRole::Off),
        ["off: disabled in the file"]
    );
    assert!(!lines(client).iter().any(|l| l.starts_with("asks")));
    let server = arch.behind("notes");
    assert_eq!(server.off, client.off);
    assert!(arch.flows_from(&server.id).is_empty());
    assert!(
        arch.flows()
            .iter()
            .filter(|f| f.to == client.id || f.to == server.id)
            .all(|f| f.off)
    );
    // Where it would stand, and the credential that is stored for it.
    assert!(arch.frame("Container (docker) · mcp/slack").off);
    assert_eq!(
        arch.credentials[0].holders,
        std::slice::from_ref(&server.id)
    );
    assert!(arch.credentials[0].sent_to.is_empty());
    assert_eq!(arch.labels(NodeKind::Helper), Vec::<&str>::new());
    assert_eq!(arch.labels(NodeKind::Upstream), Vec::<&str>::new());
}

#[test]
fn a_remote_server_that_is_off_keeps_its_line_and_its_frame() {
    let arch = project_of([remote("chat", "https://mcp.slack.com/mcp")
        .bearer("TOKEN")
        .off()]);
    assert_eq!(
        arch.says_from(arch.client("chat")),
        ["HTTPS POST · bearer TOKEN (static) > mcp.slack.com/mcp"]
    );
    assert!(arch.frame("slack.com").off);
    assert!(!arch.frame("OS user").off);
    assert_eq!(arch.labels(NodeKind::Upstream), Vec::<&str>::new());
}

#[test]
fn a_blocked_server_says_so_in_its_box() {
    let blocked = npm("corp", "corp-mcp")
        .approved(Rule::Blocked, SetBy::Admin)
        .but(|s| s.state = State::Disabled("not in the admin's allow list".into()));
    let arch = project_of([blocked]);
    assert_eq!(
        lines(arch.client("corp")),
        [
            "off: not in the admin's allow list",
            "blocked · set by admin"
        ]
    );
}

#[test]
fn what_a_client_refuses_is_drawn_off_with_the_reason() {
    let broken = entry("empty").but(|s| {
        s.state = State::Refused("the command is empty".into());
        s.transport = Transport::Stdio;
    });
    let arch = project_of([broken]);
    let client = arch.client("empty");
    assert_eq!(client.off.as_deref(), Some("the command is empty"));
    assert_eq!(
        lines_as(client, LineRole::Off),
        ["off: the command is empty"]
    );
    let server = arch.behind("empty");
    assert_eq!(
        (server.label.as_str(), lines(server)),
        (
            "empty",
            vec![
                "nothing to start or reach in this entry",
                "the command is empty"
            ]
        )
    );
    assert!(server.off.is_some(), "nothing runs there");
    let flow = arch.flow_to(FlowKind::Stdio, server).unwrap();
    assert_eq!((flow.text().as_str(), flow.off), ("stdin / stdout", true));
}

#[test]
fn the_scope_stands_on_the_host_or_where_there_are_several_on_each_client() {
    let arch = project_of([npm("a", "a")]);
    let frame = arch.frame("Claude Code");
    assert_eq!(frame.lines[0].text, "scope: project");
    assert_eq!(lines(arch.client("a")), ["asks? (product default)"]);
    let arch = draw([
        project().with([npm("a", "a")]),
        user_file().with([npm("b", "b")]),
    ]);
    assert!(arch.frame("Claude Code").lines.is_empty());
    assert_eq!(lines(arch.client("a"))[0], "scope: project");
    assert_eq!(lines(arch.client("b"))[0], "scope: user");
}

#[test]
fn an_entry_for_one_project_says_so() {
    let arch = draw([user_file().with([npm("a", "a").scoped(Scope::Local), npm("b", "b")])]);
    assert_eq!(lines(arch.client("a"))[0], "scope: local (one project)");
    assert_eq!(lines(arch.client("b"))[0], "scope: user");
}

#[test]
fn alternatives_of_one_registry_entry_are_clients_each() {
    let arch = project_of([
        npm("it", "a").but(|s| s.alternative = true),
        remote("it", "https://a.example.com").but(|s| s.alternative = true),
    ]);
    let clients = arch.nodes().filter(|n| n.kind == NodeKind::Client);
    assert!(clients.map(lines).all(|l| l[0] == "alternative"));
}

#[test]
fn what_has_no_process_and_no_address_is_named_as_such() {
    let of = |target: Target, transport| {
        project_of([entry("it").but(|s| (s.target, s.transport) = (target, transport))])
    };
    let arch = of(Target::Builtin, Transport::Builtin);
    let server = arch.behind("it");
    assert_eq!(
        arch.around(server),
        "Claude Code < OS user < Any machine that opens this repository"
    );
    assert_eq!(
        lines(server),
        ["built in: the host's own process", "your full rights"]
    );
    let arch = of(Target::Reference(safe("shop-plugin")), Transport::Unknown);
    let server = arch.behind("it");
    assert_eq!(
        (server.label.as_str(), server.evidence),
        ("shop-plugin", Evidence::Assumed)
    );
    assert_eq!(lines(server), ["named only: what it is stands elsewhere"]);
    assert_eq!(
        arch.flow_to(FlowKind::Custom, server).unwrap().text(),
        "transport unknown"
    );
}

#[test]
fn short_remarks_are_lines_and_of_long_ones_three_begin_in_the_box() {
    let long = ["1", "2", "3", "4"].map(|n| format!("remark {n}: {}", "goes on ".repeat(8)));
    let marks = ["one", &long[0], &long[1], "two", &long[2], &long[3]]
        .map(|t| Mark::new(MarkLevel::Warning, t, None));
    let note = Mark::new(MarkLevel::Note, "by the way", None);
    let arch = project_of([npm("a", "a").but(|s| {
        s.marks = marks.to_vec();
        s.marks.push(note);
    })]);
    let client = arch.client("a");
    assert_eq!(
        lines_as(client, LineRole::Warning),
        ["one", "remark 1", "remark 2", "two", "remark 3"]
    );
    assert_eq!(client.marks.len(), 7);
}

#[test]
fn a_long_remark_of_one_clause_is_whole_in_the_box() {
    let text = "this client reads strict JSON and would drop the whole file because of a comment";
    let mark = Mark::new(MarkLevel::Warning, text, None);
    let arch = project_of([npm("a", "a").but(|s| s.marks.push(mark))]);
    let client = arch.client("a");
    assert_eq!(lines_as(client, LineRole::Warning), [text]);
    assert_eq!(client.marks[0].text, text);
}

#[test]
fn calls_come_from_the_model_and_stand_in_the_file() {
    let arch = project_of([npm("a", "a")]);
    let client = arch.client("a");
    let call = arch.flow_to(FlowKind::ToolCall, client).unwrap();
    assert_eq!(arch.node(&call.from).unwrap().kind, NodeKind::Model);
    assert_eq!(call.evidence, Evidence::Declared);
    assert_eq!(call.source, client.source);
    assert_eq!(client.source.as_ref().unwrap().to_string(), ".mcp.json:3:5");
}

#[test]
fn a_command_that_runs_at_connect_is_a_node_in_the_os_user_without_its_text() {
    let arch = project_of([remote("krb", "https://mcp.example.com/mcp").helped()]);
    let helper = arch.the(NodeKind::Helper, "headersHelper");
    assert_eq!(
        arch.around(helper),
        "OS user < Any machine that opens this repository"
    );
    assert_eq!(
        lines(helper),
        ["runs a command at each connect", "your full rights"]
    );
    assert_eq!(
        arch.says_from(arch.client("krb")),
        [
            "HTTPS POST · header from a command > mcp.example.com/mcp",
            "starts at each connect > headersHelper",
        ]
    );
}
