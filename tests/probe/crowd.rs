//! Large answers of many servers at one time: they wait for one another, and none loses its list for it.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use mcpdiag::probe::{Observation, ProbeOptions, run};
use serde_json::json;

use crate::server::{Reply, Request, Server};
use crate::{limits, options, target};

/// A body without length: much at once, then a byte now and then, for longer than a request may take.
fn trickle(out: &mut TcpStream) {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"a\":\"";
    let _ = out.write_all(head);
    let _ = out.write_all(&vec![b'x'; 420_000]);
    while out.write_all(b"x").is_ok() {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A list of so many tools, which takes 150 bytes for each.
fn list(count: usize) -> String {
    let tool = format!("{{\"name\":\"a\",\"description\":\"{}\"}}", "x".repeat(120));
    let tools = vec![tool; count].join(",");
    format!(
        "{{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"tools\":[{tools}]}}"
    )
}

fn with_tools(request: &Request, list: &str) -> Reply {
    match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({"tools": {}})),
        "tools/list" => {
            let id = request.json()["id"].clone();
            let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{list}}}");
            Reply::text(200, "application/json", &body)
        }
        _ => Reply::empty(404),
    }
}

fn seen(servers: &[Server], request: u64) -> Vec<Observation> {
    let targets = servers.iter().map(|s| target(&s.url("/mcp"))).collect();
    let many = ProbeOptions {
        jobs: 100,
        limits: mcpdiag::probe::Limits {
            request: Duration::from_secs(request),
            server: Duration::from_secs(60),
            ..limits()
        },
        ..options()
    };
    run(targets, &many, &|_| {}).unwrap()
}

fn tools(seen: &[Observation]) -> Vec<u64> {
    let count = |o: &Observation| o.tools.as_ref().map_or(0, |t| t.list.count);
    seen.iter().map(count).collect()
}

#[test]
fn slow_bodies_take_no_room_from_a_good_server() {
    for hostile in [4, 60] {
        let good = Server::start(|request, _| {
            // By now the others hold what they can get.
            std::thread::sleep(Duration::from_millis(300));
            with_tools(request, &list(7000))
        });
        let mut servers: Vec<Server> = (0..hostile)
            .map(|_| Server::start(|_, _| Reply::script(trickle)))
            .collect();
        servers.push(good);
        let seen = seen(&servers, 6);
        let good = seen.last().unwrap();
        assert_eq!(tools(&seen).last(), Some(&7000), "{hostile}: {good:?}");
        let bad = seen[0].outcome.to_string();
        assert_eq!(bad, "not reachable: no answer in time", "{hostile}");
    }
}

#[test]
fn a_hundred_large_lists_are_all_read() {
    let text = std::sync::Arc::new(list(4700));
    let servers: Vec<Server> = (0..100)
        .map(|_| {
            let text = std::sync::Arc::clone(&text);
            Server::start(move |request, _| with_tools(request, &text))
        })
        .collect();
    assert_eq!(tools(&seen(&servers, 10)), vec![4700; 100]);
}
