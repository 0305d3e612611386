//! The model as JSON: what a script reads.

use serde_json::Value;

use super::render;
use crate::graph::build;
use crate::inventory::testing::{all_safe, credential, npm, project, remote, user_file};
use crate::inventory::{Carrier, Form, Mark, MarkLevel, Reading, Rule, SetBy, assemble};
use crate::render::Options;
use crate::theme::Theme;

fn json(readings: Vec<Reading>) -> Value {
    let arch = build(&assemble(readings), &[]).0;
    let theme = Theme::load("light").unwrap();
    let bytes = render(&arch, &Options::new(&theme)).unwrap();
    assert_eq!(bytes.last(), Some(&b'\n'));
    serde_json::from_slice(&bytes).unwrap()
}

fn find<'v>(document: &'v Value, list: &str, key: &str, value: &str) -> &'v Value {
    let items = document[list].as_array().unwrap();
    items.iter().find(|i| i[key] == value).unwrap()
}

#[test]
fn a_configured_server_is_a_client_node_with_its_facts() {
    let document = json(vec![
        project().with([npm("shop", "shop-mcp").env("KEY").off()]),
    ]);
    assert_eq!(document["schema"], 1);
    let client = find(&document, "nodes", "kind", "client");
    assert_eq!(client["server"], "shop");
    assert_eq!(client["transport"], "stdio");
    assert_eq!(client["approval"], "asks? (product default)");
    assert_eq!(client["scope"], "project");
    assert_eq!(client["disabled"], true);
    assert_eq!(client["reason"], "disabled in the file");
    let source = serde_json::json!({"path": ".mcp.json", "line": 3, "column": 5});
    assert_eq!(client["source"], source);
    // Facts of clients stand on clients alone.
    assert!(
        find(&document, "nodes", "kind", "server")
            .get("approval")
            .is_none()
    );
}

#[test]
fn a_tool_call_is_labelled_with_up_to_three_tools() {
    let auto = Rule::Auto(all_safe(&["a", "b", "c", "d"]));
    let document = json(vec![
        project().with([npm("shop", "x").approved(auto, SetBy::Repository)]),
    ]);
    let call = find(&document, "flows", "kind", "tool-call");
    assert_eq!(call["label"], "a, b, c");
    assert_eq!(call["tools"], serde_json::json!(["a", "b", "c"]));
    let client = find(&document, "nodes", "kind", "client");
    assert_eq!(client["tools"], serde_json::json!(["a", "b", "c"]));
    assert_eq!(client["approval"], "auto: 4 tools");
    assert!(!document.to_string().contains("\"d\""));
}

#[test]
fn a_flow_names_what_it_crosses_from_inside_out_and_in_again() {
    let document = json(vec![
        project().with([remote("t", "http://mcp.example.com/mcp").bearer("TOKEN")]),
    ]);
    let flow = find(&document, "flows", "kind", "http");
    let crosses = [
        "host-claude-code",
        "os-user-local",
        "machine-local",
        "provider-example-com",
    ];
    assert_eq!(flow["crosses"], serde_json::json!(crosses));
    assert_eq!(flow["label"], "HTTP POST · no TLS · bearer TOKEN (static)");
    assert_eq!(flow["alarm"], true);
    let credential = &document["credentials"][0];
    assert_eq!(flow["credentials"], serde_json::json!([credential["id"]]));
    assert_eq!(credential["sent_to"], serde_json::json!([flow["to"]]));
}

#[test]
fn a_value_that_stands_in_a_file_is_an_alarm_as_in_the_picture() {
    let with = |form| {
        let token = credential("TOKEN", form, Carrier::Env);
        let document = json(vec![project().with([npm("a", "a").holding(token)])]);
        find(&document, "flows", "kind", "stdio")["alarm"].clone()
    };
    assert_eq!(with(Form::Literal), true);
    assert_eq!(with(Form::Reference), false);
}

#[test]
fn remarks_on_hosts_are_whole() {
    let mut file = user_file();
    let text = "a remark that is much longer than any line in a box of the picture may be";
    file.host
        .marks
        .push(Mark::new(MarkLevel::Warning, text, None));
    let document = json(vec![file]);
    let host = find(&document, "boundaries", "kind", "host");
    assert_eq!(host["marks"][0]["text"], text);
    assert_eq!(host["marks"][0]["severity"], "warning");
}
