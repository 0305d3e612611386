//! Whose rights a process has, on its box; what a name lends, and where a token stands, on its line.

use super::*;
use crate::graph::{BoundaryKind, LabelRole, Lock, Rights};
use crate::inventory::launch::Runtime;
use crate::inventory::testing::{
    bridge_to, credential, docker, entry, isolation, npm, place, reading, remote, script, started,
};
use crate::inventory::{Carrier, Form, HostKind, Rule, RunsOn, Scope, SetBy, Target, Transport};

fn rights(arch: &Architecture, name: &str) -> (String, Option<Rights>) {
    let node = arch.behind(name);
    let said: Vec<&str> = node
        .lines
        .iter()
        .filter(|l| matches!(l.role, LineRole::Rights(_)))
        .map(|l| l.text.as_str())
        .collect();
    (said.join(" / "), arch.rights(node))
}

#[test]
fn the_box_of_a_process_says_whose_rights_it_has() {
    let mut sudo = isolation(Runtime::Root, "root", "sudo");
    sudo.gaps.clear();
    let arch = project_of([
        npm("plain", "a"),
        docker("boxed", "b", |_| {}),
        docker("leaky", "c", |c| c.gaps.push("docker socket".into())),
        npm("super", "d").launching(|l| l.isolations.push(sudo)),
        npm("off", "e").off(),
        remote("far", "https://mcp.example.com/mcp"),
        remote("near", "http://127.0.0.1:3000/mcp"),
        entry("nothing").but(|s| (s.target, s.transport) = (Target::Nothing, Transport::Stdio)),
    ]);
    let of = |name| rights(&arch, name);
    assert_eq!(of("plain"), ("your full rights".into(), Some(Rights::Full)));
    assert_eq!(
        of("boxed"),
        ("in a container".into(), Some(Rights::Isolated))
    );
    let leaky = "in a container, with gaps".to_owned();
    assert_eq!(of("leaky"), (leaky, Some(Rights::Isolated)));
    assert_eq!(of("super"), ("root's rights".into(), Some(Rights::Account)));
    // What does not start has none; of a port and of a server elsewhere nobody knows.
    for name in ["off", "far", "near", "nothing"] {
        assert_eq!(of(name).0, "", "{name}");
    }
}

#[test]
fn a_process_of_a_cloud_session_has_not_the_users_rights() {
    let cloud = reading("copilot-cloud-agent", "Agent", "a.json", Scope::Project);
    let cloud = cloud.of_kind(HostKind::CloudAgent, RunsOn::VendorCloud("GitHub".into()));
    let arch = draw([cloud.with([npm("notes", "a")])]);
    let (said, rights) = rights(&arch, "notes");
    assert_eq!(said, "another account's rights");
    assert_eq!(rights, Some(Rights::Account));
    let session = arch.frame("cloud session");
    assert_eq!(session.kind, BoundaryKind::Account);
    assert!(!session.footer.as_ref().unwrap().contains("this user"));
}

#[test]
fn a_blocked_server_gets_no_call_but_is_still_connected() {
    let arch = project_of([
        remote("it", "https://mcp.example.com/mcp").approved(Rule::Blocked, SetBy::Admin)
    ]);
    let client = arch.client("it");
    assert!(client.off.is_none());
    let call = arch.flow_to(FlowKind::ToolCall, client).unwrap();
    assert!(call.off);
    assert!(arch.flows_from(&client.id).iter().all(|flow| !flow.off));
    let gate = arch.the(NodeKind::Gate, "approval gate");
    assert_eq!(gate.lines[0].role, LineRole::Approval(Lock::Refused));
    // Of no server nobody knows who is asked.
    let arch = project_of([npm("a", "a").off()]);
    let gate = arch.the(NodeKind::Gate, "approval gate");
    assert_eq!(gate.lines[0].role, LineRole::Approval(Lock::Unknown));
    // One of two: the gate lets calls through.
    let arch = project_of([
        npm("a", "a").approved(Rule::Blocked, SetBy::Admin),
        npm("b", "b"),
    ]);
    let gate = arch.the(NodeKind::Gate, "approval gate");
    assert_eq!(gate.lines[0].role, LineRole::Approval(Lock::Assumed));
}

#[test]
fn a_profile_is_no_secret_and_says_what_it_lends() {
    let profile = || credential("AWS_PROFILE", Form::Ambient, Carrier::Env);
    let arch = project_of([npm("a", "awslabs-core-mcp-server")
        .env("OTHER_TOKEN")
        .holding(profile())]);
    assert_eq!(
        arch.says_from(arch.client("a")),
        [
            "stdin / stdout · env OTHER_TOKEN · AWS_PROFILE: keys of an AWS profile (~/.aws) · value in .mcp.json (project) > awslabs-core-mcp-server"
        ]
    );
}

#[test]
fn a_line_says_where_a_static_token_stands_that_is_not_in_the_hosts_environment() {
    let of = |form| {
        let near = started("it", script("node", "x.js"));
        let far = remote("it", "https://mcp.example.com/mcp");
        let of = |entry: ServerEntry, carrier| {
            let mut token = credential("TOKEN", form, carrier);
            token.source = Some(place(".mcp.json", 2));
            let arch = project_of([entry.holding(token)]);
            let flow = arch.flows_from(&arch.client("it").id)[0].clone();
            let rest = flow.label.into_iter().skip(2);
            rest.map(|p| (p.text, p.role)).collect::<Vec<_>>()
        };
        let said = of(far, Carrier::Header);
        // What a process is given is said in the same words.
        assert_eq!(said, of(near, Carrier::Env));
        said
    };
    let plain = |text: &str| vec![(text.to_owned(), LabelRole::Plain)];
    // The legend says it of all of these.
    assert_eq!(of(Form::Reference), []);
    assert_eq!(of(Form::Prompt), plain("asked for once, kept by the host"));
    assert_eq!(of(Form::Keyring), plain("from the OS keyring"));
    let exposed = "value in .mcp.json (project)".to_owned();
    assert_eq!(of(Form::Literal), [(exposed, LabelRole::Exposed)]);
}

#[test]
fn of_several_values_a_line_names_those_that_stand_elsewhere() {
    let held = [
        ("A", Form::Reference),
        ("B", Form::Prompt),
        ("C", Form::Literal),
    ];
    let held = held.map(|(name, form)| credential(name, form, Carrier::Env));
    let entry = held
        .into_iter()
        .fold(started("it", script("node", "x.js")), ServerEntry::holding);
    let arch = project_of([entry]);
    let said = arch.flows_from(&arch.client("it").id)[0].text();
    assert!(
        said.ends_with(
            "1 of 3 values in a file of the project · B: asked for once, kept by the host"
        ),
        "{said}"
    );
    assert!(arch.has_references());
}

#[test]
fn the_token_source_is_asked_of_tokens_that_somebody_issues() {
    let url = "https://mcp.tracker.example/mcp";
    let source = |arch: &Architecture| -> Vec<String> {
        let server = arch.the(NodeKind::Server, "mcp.tracker.example/mcp");
        lines_as(server, LineRole::Unknown)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let holding = || remote("a", url).bearer("TOKEN");
    assert!(source(&project_of([holding()])).is_empty());
    let bridge = || started("b", bridge_to("mcp-remote", url));
    // Beside a static token it says which one it is about.
    let both = project_of([holding(), bridge()]);
    assert_eq!(source(&both), ["authorization server: not probed"]);
    assert_eq!(
        source(&project_of([remote("c", url)])),
        ["token source: not probed"]
    );
}
