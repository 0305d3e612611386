//! Many hostile servers at one time: whatever they send, the memory stays small.

use std::io::Write;
use std::net::TcpStream;
use std::sync::LazyLock;

use serde_json::json;

use crate::fleet::{Measured, measure};
use crate::hostile::endless_json;
use crate::server::{Reply, Request, Server};

/// Within the limit of one answer.
const LARGE: usize = 3_500_000;

/// A server of the fleet: what it answers, by the method asked.
type Answer = fn(&Request, &str) -> Reply;

fn endless_events(out: &mut TcpStream) {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
    let _ = out.write_all(head);
    let event = "data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n".repeat(500);
    while out.write_all(event.as_bytes()).is_ok() {}
}

fn endless_line(out: &mut TcpStream) {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ";
    let _ = out.write_all(head);
    while out.write_all(&[b'x'; 8192]).is_ok() {}
}

static TEXT: LazyLock<String> = LazyLock::new(|| "x".repeat(LARGE));
static LISTS: LazyLock<[String; 2]> = LazyLock::new(|| {
    let prompt = format!(
        "{{\"name\":\"a\",\"description\":\"{}\"}},",
        "x".repeat(1000)
    );
    let rest = "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"";
    [
        format!(
            "{{{rest},\"tools\":[{{\"name\":\"a\",\"description\":\"{}\"}}]}}",
            *TEXT
        ),
        format!("{{{rest},\"prompts\":[{}{{}}]}}", prompt.repeat(3500)),
    ]
});

/// A result that is text already.
fn result(request: &Request, result: &str) -> Reply {
    let id = request.json()["id"].clone();
    let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}");
    Reply::text(200, "application/json", &body)
}

/// Every list has one page of 4 MB: good manners, much to say.
fn large_lists(request: &Request, _: &str) -> Reply {
    match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({"tools": {}, "prompts": {}})),
        "tools/list" => result(request, &LISTS[0]),
        "prompts/list" => result(request, &LISTS[1]),
        _ => Reply::empty(404),
    }
}

/// Nothing that it says is an answer, and all of it is kept until the next question is asked.
fn large_nonsense(request: &Request, _: &str) -> Reply {
    match request.method.as_str() {
        "POST" => {
            std::thread::sleep(std::time::Duration::from_millis(300));
            result(request, &format!("{{\"text\":\"{}\"}}", *TEXT))
        }
        _ => Reply::empty(404),
    }
}

/// The text has to be mended: a byte that is none, half a character.
fn large_and_broken(request: &Request, _: &str) -> Reply {
    let id = request.json()["id"].clone();
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"a\":\"\\ud83d{}",
        *TEXT
    );
    let mut body = body.into_bytes();
    body.extend(b"\xff\"}}");
    let kind = ("Content-Type".to_owned(), "application/json".to_owned());
    Reply::Http(200, vec![kind], body)
}

/// Metadata of many small values, which take far more memory than text.
fn large_metadata(request: &Request, _: &str) -> Reply {
    if request.method == "GET" {
        let values = "{\"a\":[]},".repeat((1 << 20) / 9 - 100);
        return Reply::text(200, "application/json", &format!("{{\"x\":[{values}0]}}"));
    }
    Reply::empty(401).with("WWW-Authenticate", "Bearer scope=\"a\"")
}

fn large_heads(_: &Request, _: &str) -> Reply {
    let text = "x".repeat(90_000);
    (0..4).fold(Reply::empty(401), |reply, n| {
        reply.with(&format!("X-{n}"), &text)
    })
}

#[test]
fn two_hundred_hostile_servers_fit_into_little_memory() {
    let table: &[(&str, Answer)] = &[
        ("endless JSON", |_, _| Reply::script(endless_json)),
        ("endless events", |_, _| Reply::script(endless_events)),
        ("an event without end", |_, _| Reply::script(endless_line)),
        ("large lists", large_lists),
        ("large nonsense", large_nonsense),
        ("large and broken", large_and_broken),
        ("large metadata", large_metadata),
        ("large heads", large_heads),
    ];
    let mut failed = Vec::new();
    for (name, answer) in table {
        let answer = *answer;
        let servers: Vec<Server> = (0..crate::fleet::SERVERS)
            .map(|_| Server::start(answer))
            .collect();
        let Measured {
            line, peak, took, ..
        } = measure(&servers, 4);
        eprintln!("{name}: {} MB, {took} ms", peak / 1024);
        // Only Linux tells the peak.
        if peak >= 100 * 1024 {
            failed.push(format!("{name}: {line}"));
        }
    }
    assert!(failed.is_empty(), "memory under 100 MB: {failed:#?}");
}
