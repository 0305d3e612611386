//! Many servers at one time: as fast as the slowest, in little memory.

use std::time::{Duration, Instant};

use mcpdiag::probe::{ProbeOptions, Progress, run};
use serde_json::json;

use crate::server::{Reply, Request, Server};
use crate::{limits, options, probe_with, target};

const SERVERS: usize = 200;
const SLOWEST: Duration = Duration::from_millis(1500);

fn answer(request: &Request) -> Reply {
    match request.rpc().as_str() {
        "server/discover" => {
            std::thread::sleep(SLOWEST / 2);
            request.discover(json!({"tools": {}}))
        }
        "tools/list" => {
            std::thread::sleep(SLOWEST / 2);
            let tools: Vec<_> = (0..100)
                .map(|n| json!({"name": format!("tool_{n}"), "description": "x".repeat(500)}))
                .collect();
            request.result(json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"}))
        }
        _ => Reply::empty(404),
    }
}

/// Measures in a process of its own: the servers must not count.
#[test]
#[ignore = "started by the test below"]
fn prober() {
    let ports = std::env::var_os("FLEET_PORTS").unwrap();
    let ports = ports.to_str().unwrap();
    let url = |port: &str| format!("http://127.0.0.1:{port}/mcp");
    let targets: Vec<_> = ports.split(',').map(|port| target(&url(port))).collect();
    let fleet = ProbeOptions {
        jobs: SERVERS,
        limits: mcpdiag::probe::Limits {
            request: Duration::from_secs(20),
            server: Duration::from_secs(60),
            ..limits()
        },
        ..options()
    };
    let one = Instant::now();
    probe_with(&url(ports.split(',').next().unwrap()), &fleet);
    let one = one.elapsed();
    let all = Instant::now();
    let seen = run(targets, &fleet, &|_| {}).unwrap();
    let all = all.elapsed();
    let good = seen
        .iter()
        .filter(|obs| obs.tools.as_ref().is_some_and(|t| t.list.count == 100))
        .count();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|l| l.strip_prefix("VmHWM:"))
        .and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
    println!(
        "FLEET good={good} one={} all={} peak={}",
        one.as_millis(),
        all.as_millis(),
        peak.unwrap_or(0)
    );
}

#[test]
fn two_hundred_servers() {
    let servers: Vec<Server> = (0..SERVERS)
        .map(|_| Server::start(|r, _| answer(r)))
        .collect();
    let ports: Vec<String> = servers.iter().map(|s| s.port.to_string()).collect();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "fleet::prober", "--ignored", "--nocapture"])
        .env("FLEET_PORTS", ports.join(","))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|l| l.contains("FLEET ")).expect(&text);
    let number = |key: &str| -> u64 {
        let (_, rest) = line.split_once(&format!("{key}=")).unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    assert_eq!(number("good"), SERVERS as u64, "{line}");
    assert!(
        number("all") * 10 < number("one") * 13,
        "time under 1.3 times the slowest: {line}"
    );
    // Only Linux tells the peak.
    assert!(number("peak") < 100 * 1024, "memory under 100 MB: {line}");
}

#[test]
fn jobs_limit_how_many_are_asked_at_one_time() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => {
            std::thread::sleep(Duration::from_millis(200));
            request.discover(json!({}))
        }
        _ => Reply::empty(404),
    });
    let targets = (0..6)
        .map(|n| target(&server.url(&format!("/{n}"))))
        .collect();
    let events = std::cell::RefCell::new(Vec::new());
    let two = ProbeOptions {
        jobs: 2,
        ..options()
    };
    let start = Instant::now();
    let seen = run(targets, &two, &|event| {
        let word = match event {
            Progress::Started { index } => format!("+{index}"),
            Progress::Finished { index, .. } => format!("-{index}"),
        };
        events.borrow_mut().push(word);
    });
    assert!(start.elapsed() >= Duration::from_millis(600));
    let shown: Vec<String> = seen.unwrap().iter().map(|o| o.shown.to_string()).collect();
    let order: Vec<String> = (0..6).map(|n| server.url(&format!("/{n}"))).collect();
    assert_eq!(shown, order, "in the order of the targets");
    let mut running = 0_i32;
    for event in events.into_inner() {
        running += if event.starts_with('+') { 1 } else { -1 };
        assert!(running <= 2);
    }
}

#[test]
fn one_dead_server_spoils_nothing() {
    let good = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(json!({})),
        _ => Reply::empty(404),
    });
    let dead = Server::start(|_, _| Reply::script(|_| std::thread::sleep(Duration::from_secs(9))));
    let targets = vec![target(&dead.url("/mcp")), target(&good.url("/mcp"))];
    let seen = run(targets, &options(), &|_| {}).unwrap();
    assert_eq!(
        seen[0].outcome.to_string(),
        "not reachable: no answer in time"
    );
    assert_eq!(seen[1].outcome.to_string(), "answered");
}
