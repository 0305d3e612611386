//! Lists: cursors, limits, errors.

use mcpdiag::probe::{ListStop, Observation, ProbeOptions};
use serde_json::{Value, json};

use crate::server::{Reply, Request, Server};
use crate::show::violations;
use crate::{options, probe, probe_with};

fn page(request: &Request, tools: &Value, next: Option<&str>) -> Reply {
    let mut result =
        json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"});
    if let Some(next) = next {
        result["nextCursor"] = json!(next);
    }
    request.result(&result)
}

fn lists(handler: impl Fn(&Request, Option<&str>) -> Reply + Send + Sync + 'static) -> Server {
    Server::start(move |request, _| {
        let body = request.json();
        match request.rpc().as_str() {
            "server/discover" => request.discover(&json!({"tools": {}})),
            "tools/list" => handler(request, body["params"]["cursor"].as_str()),
            _ => Reply::empty(404),
        }
    })
}

fn counted(obs: &Observation) -> (u64, u32, Option<ListStop>) {
    let list = &obs.tools.as_ref().unwrap().list;
    (list.count, list.pages, list.stop)
}

#[test]
fn an_empty_cursor_is_a_cursor() {
    let server = lists(|request, cursor| match cursor {
        None => page(request, &json!([{"name": "a"}]), Some("")),
        Some("") => page(request, &json!([{"name": "b"}]), Some("two")),
        Some(_) => page(request, &json!([{"name": "c"}]), None),
    });
    assert_eq!(counted(&probe(&server.url("/mcp"))), (3, 3, None));
}

#[test]
fn a_cursor_in_a_circle_is_left() {
    let server = lists(|request, cursor| {
        let next = if cursor == Some("one") { "two" } else { "one" };
        page(
            request,
            &json!([{"name": cursor.unwrap_or("zero")}]),
            Some(next),
        )
    });
    let obs = probe(&server.url("/mcp"));
    assert_eq!(counted(&obs), (3, 3, Some(ListStop::CursorLoop)));
    assert!(violations(&obs).contains(&"! cursor leads in a circle: tools/list".to_owned()));
}

#[test]
fn pages_bytes_and_entries_have_limits() {
    let server = lists(|request, cursor| {
        let number: u32 = cursor.unwrap_or("0").parse().unwrap();
        let tools: Vec<Value> = (0..10)
            .map(|n| json!({"name": format!("t{number}_{n}"), "description": "x".repeat(100)}))
            .collect();
        page(request, &json!(tools), Some(&(number + 1).to_string()))
    });
    let with = |change: fn(&mut ProbeOptions)| {
        let mut options = options();
        change(&mut options);
        counted(&probe_with(&server.url("/mcp"), &options))
    };
    assert_eq!(with(|_| {}), (200, 20, Some(ListStop::Pages)));
    assert_eq!(
        with(|o| o.limits.list_bytes = 3000),
        (30, 3, Some(ListStop::Bytes))
    );
    assert_eq!(
        with(|o| o.limits.entries = 25),
        (25, 3, Some(ListStop::Entries))
    );
    assert_eq!(
        with(|o| o.limits.answer_bytes = 1000),
        (0, 0, Some(ListStop::Failed))
    );
}

#[test]
fn ten_thousand_tools_are_counted_and_ten_kept() {
    let server = lists(|request, _| {
        let tools: Vec<Value> = (0..10_000)
            .map(|n| json!({"name": format!("tool_{n}")}))
            .collect();
        page(request, &json!(tools), None)
    });
    let obs = probe(&server.url("/mcp"));
    assert_eq!(counted(&obs), (10_000, 1, None));
    let tools = obs.tools.unwrap();
    assert_eq!(tools.samples.len(), 10);
    assert_eq!(
        (tools.destructive, tools.open_world, tools.unannotated),
        (10_000, 10_000, 10_000)
    );
}

#[test]
fn a_list_that_wants_a_token_leads_to_the_way_to_one() {
    let server = Server::start(|request, origin| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({"tools": {}})),
        "tools/list" => Reply::empty(401).with("WWW-Authenticate", "Bearer scope=\"mcp:read\""),
        _ if request.path == "/.well-known/oauth-protected-resource/mcp" => Reply::json(
            200,
            &json!({"resource": format!("{origin}/mcp"), "authorization_servers": []}),
        ),
        _ => Reply::empty(404),
    });
    let obs = probe(&server.url("/mcp"));
    let stop = ListStop::Error {
        status: Some(401),
        code: None,
    };
    assert_eq!(counted(&obs), (0, 0, Some(stop)));
    let authorization = obs.authorization.clone().unwrap();
    assert_eq!(authorization.challenges[0].scopes[0].as_str(), "mcp:read");
    assert_eq!(violations(&obs), ["! no authorization server named"]);
}

#[test]
fn only_declared_lists_are_asked_for() {
    let server = Server::start(|request, _| {
        match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({"resources": {"subscribe": true}, "prompts": {}})),
        "prompts/list" => request.error(404, -32601, &json!(null)),
        "resources/list" => request.result(&json!({"resultType": "complete", "resources": [{}, {}], "ttlMs": 1, "cacheScope": "public"})),
        "resources/templates/list" => request.result(&json!({"resultType": "input_required", "resourceTemplates": []})),
        _ => Reply::empty(404),
    }
    });
    let obs = probe(&server.url("/mcp"));
    assert!(obs.tools.is_none());
    let counts: Vec<String> = obs
        .lists
        .iter()
        .map(|l| format!("{:?} {} {:?}", l.kind, l.count, l.stop))
        .collect();
    assert_eq!(
        counts,
        [
            "Prompts 0 Some(Error { status: Some(404), code: Some(-32601) })",
            "Resources 2 None",
            "ResourceTemplates 0 None",
        ]
    );
    assert_eq!(
        violations(&obs),
        [
            "! asks back where it may not: resources/templates/list",
            "! ttlMs or cacheScope wrong or missing: resources/templates/list",
        ]
    );
}
