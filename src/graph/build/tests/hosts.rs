//! A host and who stands around it.

use super::{Asked, draw, frame_lines, lines, project_of};
use crate::graph::{Evidence, FlowKind, NodeKind};
use crate::inventory::testing::{credential, endpoint, npm, place, project, reading, safe};
use crate::inventory::{
    BuiltinTools, Carrier, Form, Helper, HostKind, Mark, MarkLevel, RunsOn, Scope,
};

#[test]
fn a_person_prompts_a_model_in_the_host() {
    let arch = project_of([npm("a", "a")]);
    let model = arch.the(NodeKind::Model, "model");
    assert_eq!(
        arch.around(model),
        "Claude Code < OS user < Any machine that opens this repository"
    );
    let prompt = arch.flow_to(FlowKind::Prompt, model).unwrap();
    assert_eq!(prompt.text(), "prompts");
    assert_eq!(arch.node(&prompt.from).unwrap().label, "person");
    assert_eq!(arch.node(&prompt.from).unwrap().boundary, None);
}

#[test]
fn where_inference_runs_is_a_line_and_no_node() {
    let mut file = project();
    file.host.inference = Some(endpoint("https://llm.example.gov/v1"));
    let arch = draw([file]);
    assert_eq!(
        lines(arch.the(NodeKind::Model, "model")),
        ["inference at llm.example.gov"]
    );
    assert!(arch.labels(NodeKind::Upstream).is_empty());
}

#[test]
fn two_hosts_share_the_person_and_the_repository() {
    let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project);
    let arch = draw([project(), codex]);
    assert_eq!(arch.labels(NodeKind::User), ["person"]);
    assert_eq!(arch.labels(NodeKind::Model).len(), 2);
    assert_eq!(arch.labels(NodeKind::Gate).len(), 2);
    let repository = arch.the(NodeKind::Repository, "repository");
    assert_eq!(
        lines(repository),
        ["anyone who can push", "sets servers, approvals"]
    );
    assert_eq!(
        arch.says_from(repository),
        ["configures > approval gate", "configures > approval gate"]
    );
}

#[test]
fn a_users_file_has_no_repository() {
    let arch = draw([reading("zed", "Zed", "settings.json", Scope::User)]);
    assert!(arch.labels(NodeKind::Repository).is_empty());
}

#[test]
fn a_deployment_has_many_users() {
    let file = reading("librechat", "LibreChat", "librechat.yaml", Scope::Server)
        .of_kind(HostKind::Deployment, RunsOn::Deployment);
    let arch = draw([file.with([npm("a", "a")])]);
    assert_eq!(arch.labels(NodeKind::User), ["many users"]);
    assert_eq!(
        arch.around(arch.client("a")),
        "LibreChat < service account of the deployment < Server deployment"
    );
    // Nobody's home directory is known there.
    assert!(arch.labels(NodeKind::Asset).is_empty());
}

#[test]
fn a_file_that_proves_no_client_is_a_host_of_unknown_client() {
    let file = reading("generic", "generic", "tools/mcp.json", Scope::Unknown)
        .of_kind(HostKind::Unknown, RunsOn::ThisMachine);
    let arch = draw([file.with([npm("a", "a")])]);
    let frame = arch.frame("AI host (client unknown)");
    assert_eq!(frame.evidence, Evidence::Assumed);
    assert_eq!(frame_lines(frame), ["tools/mcp.json"]);
    let prompt = arch.flow_to(FlowKind::Prompt, arch.the(NodeKind::Model, "model"));
    assert_eq!(prompt.unwrap().text(), "? prompts");
}

#[test]
fn built_in_tools_stand_in_the_host_or_in_its_sandbox_which_encloses_no_server() {
    let with = |sandbox: Option<&str>| {
        let mut file = project().with([npm("a", "a")]);
        file.host.builtin_tools = Some(BuiltinTools {
            lines: vec![safe("workspace-write"), safe("network: on")],
            sandbox: sandbox.map(str::to_owned),
            source: Some(place(".mcp.json", 2)),
        });
        draw([file])
    };
    let arch = with(None);
    let tools = arch.the(NodeKind::BuiltinTools, "built-in tools");
    assert_eq!(lines(tools), ["workspace-write", "network: on"]);
    assert!(arch.around(tools).starts_with("Claude Code < OS user"));
    let arch = with(Some("Codex sandbox"));
    let tools = arch.the(NodeKind::BuiltinTools, "built-in tools");
    assert!(arch.around(tools).starts_with("Codex sandbox < OS user"));
    assert_eq!(
        frame_lines(arch.frame("Codex sandbox")),
        ["encloses built-in tools, no MCP server"]
    );
    assert!(arch.around(arch.behind("a")).starts_with("OS user <"));
    assert!(arch.flow_to(FlowKind::ToolCall, tools).is_some());
}

#[test]
fn remarks_on_a_host_are_lines_of_its_frame_and_whole_in_its_marks() {
    let mut file = project();
    let text = "hooks run commands on events: 3, before and after every single tool call";
    file.host.marks.push(Mark::new(MarkLevel::Note, text, None));
    let arch = draw([file]);
    let frame = arch.frame("Claude Code");
    assert_eq!(
        frame_lines(frame),
        ["scope: project", "hooks run commands on events"]
    );
    assert_eq!(frame.marks[0].text, text);
}

#[test]
fn what_the_host_itself_holds_goes_to_no_server() {
    let mut file = project().with([npm("a", "a")]);
    file.host.credentials = vec![credential("LLM_KEY", Form::Reference, Carrier::Host)];
    file.host.helpers.push(Helper {
        outside: false,
        named_by: safe("apiKeyHelper"),
        when: "when the file is loaded",
        source: place(".mcp.json", 1),
    });
    let arch = draw([file]);
    let model = arch.the(NodeKind::Model, "model");
    assert_eq!(arch.credentials.len(), 1);
    assert_eq!(arch.credentials[0].holders, std::slice::from_ref(&model.id));
    assert!(arch.credentials[0].sent_to.is_empty());
    assert_eq!(arch.labels(NodeKind::Helper), ["apiKeyHelper"]);
}
