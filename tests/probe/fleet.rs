//! Many servers at one time: as fast as the slowest, in little memory.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use mcpdiag::probe::{ProbeOptions, Progress, run};
use serde_json::json;

use crate::server::{Reply, Request, Server};
use crate::{limits, options, target};

pub(crate) const SERVERS: usize = 200;
const SLOWEST: Duration = Duration::from_secs(5);

/// Nobody is answered until all have been asked: only a probe that asks all at one time gets through.
struct Gate {
    arrived: Mutex<usize>,
    open: Condvar,
}

impl Gate {
    fn wait(&self) -> bool {
        let mut arrived = self.arrived.lock().unwrap();
        *arrived += 1;
        if *arrived == SERVERS {
            self.open.notify_all();
        }
        let (arrived, _) = self
            .open
            .wait_timeout_while(arrived, SLOWEST * 4, |n| *n < SERVERS)
            .unwrap();
        *arrived >= SERVERS
    }
}

fn answer(request: &Request, gate: &Gate, slow: bool) -> Reply {
    match request.rpc().as_str() {
        "server/discover" => {
            let start = Instant::now();
            if !gate.wait() {
                return Reply::empty(503);
            }
            if slow {
                std::thread::sleep(SLOWEST.saturating_sub(start.elapsed()));
            }
            request.discover(&json!({"tools": {}}))
        }
        "tools/list" => {
            let tools: Vec<_> = (0..20)
                .map(|n| json!({"name": format!("tool_{n}"), "description": "x".repeat(500)}))
                .collect();
            request.result(&json!({"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"}))
        }
        _ => Reply::empty(404),
    }
}

/// Measures in a process of its own: the servers must not count.
#[test]
#[ignore = "started by the test below"]
fn prober() {
    let ports = std::env::var_os("FLEET_PORTS").unwrap();
    let ports = ports.to_str().unwrap().split(',');
    let targets = ports
        .map(|port| target(&format!("http://127.0.0.1:{port}/mcp")))
        .collect();
    let patience = std::env::var_os("FLEET_SECONDS").unwrap();
    let patience = Duration::from_secs(patience.to_str().unwrap().parse().unwrap());
    let fleet = ProbeOptions {
        jobs: SERVERS,
        limits: mcpdiag::probe::Limits {
            request: patience,
            server: patience * 2,
            ..limits()
        },
        ..options()
    };
    let start = Instant::now();
    let seen = run(targets, &fleet, &|_| {}).unwrap();
    let took = start.elapsed();
    let good = seen
        .iter()
        .filter(|obs| obs.tools.as_ref().is_some_and(|t| t.list.count == 20))
        .count();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|l| l.strip_prefix("VmHWM:"))
        .and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
    println!(
        "FLEET good={good} took={} peak={}",
        took.as_millis(),
        peak.unwrap_or(0)
    );
}

#[test]
fn two_hundred_servers() {
    let gate = Arc::new(Gate {
        arrived: Mutex::new(0),
        open: Condvar::new(),
    });
    let servers: Vec<Server> = (0..SERVERS)
        .map(|n| {
            let gate = Arc::clone(&gate);
            Server::start(move |request, _| answer(request, &gate, n == 0))
        })
        .collect();
    let seen = measure(&servers, 20);
    let line = &seen.line;
    assert_eq!(seen.good, SERVERS as u128, "{line}");
    assert!(
        seen.took * 10 < SLOWEST.as_millis() * 13,
        "time under 1.3 times the slowest: {line}"
    );
    // Only Linux tells the peak.
    assert!(seen.peak < 100 * 1024, "memory under 100 MB: {line}");
}

/// What a probe of a fleet took.
pub(crate) struct Measured {
    pub(crate) line: String,
    /// Servers whose tools were seen.
    pub(crate) good: u128,
    /// Milliseconds.
    pub(crate) took: u128,
    /// Kilobytes of memory; 0 where the system does not tell.
    pub(crate) peak: u128,
}

/// Probes all of these servers at one time, in a process of its own; `patience` is for one request, in seconds.
pub(crate) fn measure(servers: &[Server], patience: u8) -> Measured {
    let ports: Vec<String> = servers.iter().map(|s| s.port.to_string()).collect();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "fleet::prober", "--ignored", "--nocapture"])
        .env("FLEET_PORTS", ports.join(","))
        .env("FLEET_SECONDS", patience.to_string())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|l| l.contains("FLEET ")).expect(&text);
    let number = |key: &str| -> u128 {
        let (_, rest) = line.split_once(&format!("{key}=")).unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    Measured {
        good: number("good"),
        took: number("took"),
        peak: number("peak"),
        line: line.to_owned(),
    }
}

#[test]
fn jobs_limit_how_many_are_asked_at_one_time() {
    let server = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => {
            std::thread::sleep(Duration::from_millis(200));
            request.discover(&json!({}))
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
        "server/discover" => request.discover(&json!({})),
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

/// Stopped by the test below, in a process of its own.
#[cfg(unix)]
#[test]
#[ignore = "started by the test below"]
fn interrupted_prober() {
    let ports = std::env::var_os("FLEET_PORTS").unwrap();
    let ports = ports.to_str().unwrap().split(',');
    let targets = ports
        .map(|port| target(&format!("http://127.0.0.1:{port}/mcp")))
        .collect();
    let patient = ProbeOptions {
        jobs: 2,
        limits: mcpdiag::probe::Limits::default(),
        ..options()
    };
    let seen = run(targets, &patient, &|event| {
        if let Progress::Finished { .. } = event {
            println!("FINISHED");
        }
    });
    for obs in seen.unwrap() {
        println!("SEEN {} {:?}", crate::show::line(&obs), obs.cut);
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_known() {
    use std::io::{BufRead, BufReader};
    let quick = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({})),
        _ => Reply::empty(404),
    });
    // Says who it is and hangs in the middle.
    let slow = Server::start(|request, _| match request.rpc().as_str() {
        "server/discover" => request.discover(&json!({"tools": {}})),
        _ => Reply::script(|_| std::thread::sleep(Duration::from_secs(20))),
    });
    let dead = Server::start(|_, _| Reply::script(|_| std::thread::sleep(Duration::from_secs(20))));
    let ports = [&quick, &slow, &dead, &dead]
        .map(|s| s.port.to_string())
        .join(",");
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "fleet::interrupted_prober",
            "--ignored",
            "--nocapture",
        ])
        .env("FLEET_PORTS", ports)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines
        .by_ref()
        .find(|l| l.as_ref().unwrap().contains("FINISHED"));
    while slow.log().len() < 2 || dead.log().is_empty() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let start = Instant::now();
    let pid = child.id().to_string();
    std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .unwrap();
    let seen: Vec<String> = lines
        .map(Result::unwrap)
        .filter_map(|l| Some(l.split_once("SEEN ")?.1.to_owned()))
        .collect();
    assert_eq!(
        seen,
        [
            "answered; modern; supports 2026-07-28 None",
            "answered; modern; supports 2026-07-28 Some(Interrupted)",
            "not reached: interrupted; unknown Some(Interrupted)",
            "not reached: interrupted; unknown Some(Interrupted)",
        ]
    );
    assert!(child.wait().unwrap().success());
    assert!(start.elapsed() < Duration::from_secs(3));
}
