//! Who approved the call: the gate of a host and the lines in a client's box.

use super::{Asked, draw, lines, lines_as, project_of};
use crate::graph::{Architecture, Evidence, Flow, FlowKind, LineRole, Lock, NodeKind};
use crate::inventory::testing::{all_safe, npm, project, reading, user_file};
use crate::inventory::{
    Approver, HostKind, Rule, RunsOn, Scope, ServerEntry, SetBy, StartApproval,
};

fn shop() -> ServerEntry {
    npm("shop", "shop-mcp")
}

/// Returns the words of the person's flow to the gate, or `nobody`, and the gate's lines.
fn gate(arch: &Architecture) -> (String, Vec<&str>) {
    let gate = arch.the(NodeKind::Gate, "approval gate");
    let flow = arch.flow_to(FlowKind::Approve, gate);
    (flow.map_or("nobody".into(), Flow::text), lines(gate))
}

fn approval_of(server: ServerEntry) -> (Vec<String>, Lock) {
    let arch = project_of([server]);
    let client = arch.client("shop");
    let lock = client.lines.iter().find_map(|l| match l.role {
        LineRole::Approval(lock) => Some(lock),
        _ => None,
    });
    (
        lines(client).into_iter().map(str::to_owned).collect(),
        lock.unwrap(),
    )
}

#[test]
fn a_documented_default_is_a_guess_for_the_gate_too() {
    let arch = project_of([shop()]);
    let asks = "asks? (product default)";
    assert_eq!(gate(&arch), ("? approves".into(), vec![asks]));
    let flow = arch.flow_to(FlowKind::Approve, arch.the(NodeKind::Gate, "approval gate"));
    assert_eq!(flow.unwrap().evidence, Evidence::Assumed);
}

#[test]
fn a_rule_in_a_file_makes_it_a_fact() {
    let arch = project_of([shop().approved(Rule::Asks, SetBy::Repository)]);
    assert_eq!(gate(&arch).0, "approves");
    // That some tools run without a question says nothing of who is asked about the others.
    let auto = Rule::Auto(all_safe(&["list"]));
    let arch = project_of([shop().approved(auto, SetBy::Repository)]);
    assert_eq!(gate(&arch).0, "? approves");
}

#[test]
fn where_everything_is_approved_the_gate_is_open_and_nobody_approves() {
    let auto = || shop().approved(Rule::AutoAll, SetBy::User);
    let open = ("nobody".to_owned(), vec!["open: nobody is asked"]);
    assert_eq!(gate(&project_of([auto()])), open);
    let default = npm("x", "x").approved(Rule::AllowsByDefault, SetBy::Product);
    let by_default = vec!["? open: nobody is asked (product default)"];
    assert_eq!(
        gate(&project_of([auto(), default])),
        ("nobody".into(), by_default)
    );
    // What is off or blocked does not count, what asks does.
    let off = npm("off", "x").off();
    let blocked = npm("no", "x").approved(Rule::Blocked, SetBy::Admin);
    assert_eq!(gate(&project_of([auto(), off, blocked])), open);
    assert_eq!(
        gate(&project_of([auto(), npm("asks", "x")])).0,
        "? approves"
    );
}

#[test]
fn cloud_agents_have_nobody_at_the_gate() {
    let agent = reading("copilot-agent", "Copilot agent", "mcp.json", Scope::Project)
        .of_kind(HostKind::CloudAgent, RunsOn::VendorCloud("GitHub".into()))
        .with([shop()]);
    let arch = draw([agent]);
    assert_eq!(
        gate(&arch),
        ("nobody".into(), vec!["open: nobody is asked"])
    );
    assert_eq!(arch.labels(NodeKind::User), ["who assigns tasks"]);
}

#[test]
fn a_host_wide_rule_stands_on_the_gate() {
    let arch =
        draw([project()
            .with([shop()])
            .gate(Rule::Asks, SetBy::Repository, Approver::Person)]);
    assert_eq!(
        gate(&arch),
        ("approves".into(), vec!["asks · set by repository"])
    );
    let arch = draw([user_file().gate(Rule::AutoAll, SetBy::User, Approver::Nobody)]);
    assert_eq!(
        gate(&arch),
        (
            "nobody".into(),
            vec!["auto: all · set by user", "open: nobody is asked"]
        )
    );
}

#[test]
fn where_what_would_ask_is_refused_nobody_approves_and_the_gate_is_closed() {
    let auto = npm("read", "x").approved(Rule::Auto(all_safe(&["list"])), SetBy::User);
    let arch =
        draw([user_file()
            .with([shop()])
            .gate(Rule::Refused, SetBy::User, Approver::Nobody)]);
    let closed = vec!["refused where it would ask · set by user"];
    assert_eq!(gate(&arch), ("nobody".into(), closed));
    let arch =
        draw([user_file()
            .with([shop(), auto])
            .gate(Rule::Refused, SetBy::User, Approver::Nobody)]);
    assert_eq!(gate(&arch).0, "nobody");
    let text = lines(arch.client("read")).join("; ");
    assert!(text.contains("every other call is refused"), "{text}");
}

#[test]
fn a_model_that_reviews_is_no_person() {
    let arch =
        draw([user_file()
            .with([shop()])
            .gate(Rule::Asks, SetBy::User, Approver::ModelReviewer)]);
    assert_eq!(
        gate(&arch),
        (
            "nobody".into(),
            vec!["asks · set by user · a model reviews"]
        )
    );
}

#[test]
fn the_box_of_a_client_says_the_rule_and_who_set_it() {
    let of = |rule, by| {
        let (lines, lock) = approval_of(shop().approved(rule, by));
        (lines.join(" / "), lock)
    };
    let expect = |words: &str, lock| (words.to_owned(), lock);
    assert_eq!(
        of(Rule::AsksByDefault, SetBy::Product),
        expect("asks? (product default)", Lock::Assumed)
    );
    assert_eq!(
        of(Rule::AllowsByDefault, SetBy::Product),
        expect("allows? (product default)", Lock::Open)
    );
    assert_eq!(
        of(Rule::Asks, SetBy::User),
        expect("asks · set by user", Lock::Closed)
    );
    assert_eq!(
        of(Rule::AutoAll, SetBy::Repository),
        expect("auto: all · set by repository", Lock::Open)
    );
    assert_eq!(
        of(Rule::Blocked, SetBy::Admin),
        expect(
            "blocked · set by admin / no call passes; the host still connects",
            Lock::Refused
        )
    );
    assert_eq!(
        of(Rule::KeptInApp, SetBy::Product),
        expect("unknown: kept in the app", Lock::Unknown)
    );
    assert_eq!(
        of(Rule::Unknown, SetBy::Product),
        expect("unknown", Lock::Unknown)
    );
}

#[test]
fn tools_that_nobody_approves_are_all_named() {
    let five = all_safe(&["list", "read", "find", "write", "drop"]);
    let arch = project_of([shop().approved(Rule::Auto(five), SetBy::Repository)]);
    let client = arch.client("shop");
    assert_eq!(
        lines(client),
        [
            "auto: 5 tools · set by repository",
            "list, read, find, write, drop"
        ]
    );
    assert!(client.marks.is_empty());
    let facts = client.client.as_ref().unwrap();
    assert_eq!(facts.approval, "auto: 5 tools");
    assert_eq!(facts.tools, ["list", "read", "find"]);
    let call = arch.flow_to(FlowKind::ToolCall, client).unwrap();
    assert_eq!(call.tools, ["list", "read", "find"]);
    // The line itself carries no text.
    assert_eq!(call.text(), "");
}

#[test]
fn where_a_line_has_no_room_for_all_tools_a_remark_names_the_rest() {
    let all = [
        "notion_retrieve_block_children",
        "notion_query_database",
        "notion_search",
    ];
    let arch = project_of([shop().approved(Rule::Auto(all_safe(&all)), SetBy::User)]);
    let client = arch.client("shop");
    assert_eq!(lines(client)[1], "notion_retrieve_block_children +2");
    let callouts = arch.callouts();
    assert_eq!(callouts[0].on, std::slice::from_ref(&client.id));
    assert_eq!(
        callouts[0].text,
        format!("nobody is asked for {}", all.join(", "))
    );
}

#[test]
fn a_person_is_known_to_approve_only_where_files_say_so_of_every_server() {
    let says = |rules: &[(Rule, SetBy)]| {
        let servers = rules.iter().enumerate().map(|(n, (rule, by))| {
            let name = format!("s{n}");
            npm(&name, "a").approved(rule.clone(), *by)
        });
        let arch = project_of(servers.collect::<Vec<_>>());
        let flows = arch.flows();
        let approves = flows.into_iter().find(|f| f.kind == FlowKind::Approve);
        approves.map(|f| (f.text(), f.evidence))
    };
    let asks = (Rule::Asks, SetBy::User);
    let default = (Rule::AsksByDefault, SetBy::Product);
    let open = (Rule::AutoAll, SetBy::User);
    let sure = Some(("approves".to_owned(), Evidence::Declared));
    let guess = Some(("? approves".to_owned(), Evidence::Assumed));
    assert_eq!(says(std::slice::from_ref(&asks)), sure);
    assert_eq!(says(&[asks.clone(), open]), sure);
    assert_eq!(says(&[asks, default.clone()]), guess);
    assert_eq!(says(&[default]), guess);
}

#[test]
fn tools_that_are_known_without_being_automatic_have_a_line_of_their_own() {
    let known = || shop().but(|s| s.tools = all_safe(&["a", "b", "c", "d"]));
    let arch = project_of([known()]);
    assert_eq!(
        lines(arch.client("shop")),
        ["asks? (product default)", "tools: a, b, c +1"]
    );
    let auto = known().approved(Rule::Auto(all_safe(&["a"])), SetBy::User);
    let arch = project_of([auto]);
    assert_eq!(
        lines(arch.client("shop")),
        ["auto: 1 tool · set by user", "a"]
    );
    assert_eq!(
        arch.client("shop").client.as_ref().unwrap().tools,
        ["a", "b", "c"]
    );
}

#[test]
fn a_caveat_stands_under_the_rule() {
    let kept = shop()
        .approved(Rule::AutoAll, SetBy::User)
        .but(|s| s.approval.caveat = Some("while the app's MCP switch is on".into()));
    let arch = project_of([kept]);
    assert_eq!(
        lines(arch.client("shop")),
        [
            "auto: all · set by user",
            "while the app's MCP switch is on"
        ]
    );
}

#[test]
fn whether_the_start_was_asked_is_said_where_it_is_known() {
    let start = |start| {
        let arch = project_of([shop().starts(start)]);
        lines(arch.client("shop")).get(1).map(|l| (*l).to_owned())
    };
    // What the product does by default is said once, on the host.
    assert_eq!(start(StartApproval::AskedByDefault), None);
    let arch = project_of([shop().starts(StartApproval::AskedByDefault)]);
    let host = arch.boundaries.iter().find(|b| b.label == "Claude Code");
    assert!(
        host.unwrap()
            .lines
            .iter()
            .any(|l| l.text == "server start: asked once? (product default)")
    );
    let pre = StartApproval::PreApproved(SetBy::Repository);
    assert_eq!(
        start(pre).as_deref(),
        Some("start: approved beforehand by repository")
    );
    let arch = project_of([shop().starts(pre)]);
    assert_eq!(lines_as(arch.client("shop"), LineRole::Warning).len(), 1);
    assert_eq!(
        start(StartApproval::NotAsked).as_deref(),
        Some("start: not asked")
    );
    assert_eq!(start(StartApproval::Unknown), None);
    // Writing into one's own file is the consent.
    let arch = draw([user_file().with([shop().starts(StartApproval::NotAsked)])]);
    assert_eq!(lines(arch.client("shop")), ["asks? (product default)"]);
}
