//! What an overlay says about approvals and tools.

use super::{seed, seeded, under};
use crate::graph::build::tests::{Asked, lines};
use crate::graph::{Evidence, FlowKind, LineRole, Lock, NodeKind};
use crate::inventory::testing::{all_safe, npm, project};
use crate::inventory::{Rule, SetBy};

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
    assert_eq!(says("approval = \"auto\""), ["open for 1 of 3 servers"]);
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
