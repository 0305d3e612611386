//! Commands: each era in a process of its own, and no process left behind.

use std::time::{Duration, Instant};

use mcpdiag::inventory::Redacted;
use mcpdiag::probe::{
    Live, Observation, ProbeOptions, StdioEnd, StdioTarget, Target, TargetKind, run,
};

use crate::options;
use crate::show::{json as recorded, line};

/// Runs a small server written for `sh`: it reads lines and answers by their method.
fn script(body: &str, env: &[(&str, &str)]) -> Target {
    Target {
        id: "stdio".to_owned(),
        shown: Redacted::text("sh"),
        kind: TargetKind::Stdio(StdioTarget {
            program: "/bin/sh".into(),
            args: vec![Live::new("-c"), Live::new(body)],
            env: env
                .iter()
                .map(|(n, v)| ((*n).to_owned(), Live::new(*v)))
                .collect(),
            cwd: None,
            credentials: vec![Redacted::text("ACME_TOKEN")],
        }),
    }
}

pub(crate) fn probe_with(body: &str, env: &[(&str, &str)], options: &ProbeOptions) -> Observation {
    run(vec![script(body, env)], options, &|_| {})
        .unwrap()
        .remove(0)
}

fn probe(body: &str) -> Observation {
    probe_with(body, &[], &options())
}

const MODERN: &str = r#"
while read -r line; do case $line in
  *server/discover*) echo '{"jsonrpc":"2.0","id":"discover-1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"adder","version":"1"}}}}';;
  *tools/list*) echo '{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"add"}]}}';;
  *initialize\"*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"adder","version":"1"}}}';;
esac; done"#;

const LEGACY: &str = r#"
while read -r line; do case $line in
  *initialize\"*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"crm","version":"1"}}}';;
  *tools/list*) echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"find"}]}}';;
  *id*) echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32601,"message":"no"}}';;
esac; done"#;

#[test]
fn a_modern_command() {
    let obs = probe(MODERN);
    assert_eq!(line(&obs), "answered; modern; supports 2026-07-28");
    assert_eq!(obs.tools.unwrap().samples[0].name.as_str(), "add");
    assert_eq!(obs.runs.len(), 1);
    assert_eq!(obs.runs[0].end, StdioEnd::Closed { code: Some(0) });
}

#[test]
fn both_eras_start_it_twice() {
    let both = ProbeOptions {
        both_eras: true,
        ..options()
    };
    let obs = probe_with(MODERN, &[], &both);
    assert_eq!(
        line(&obs),
        "answered; modern and legacy; supports 2026-07-28; 2025-11-25 Stdio no session"
    );
    assert_eq!(obs.runs.len(), 2);
}

#[test]
fn a_legacy_command_is_asked_in_a_fresh_process() {
    let obs = probe(LEGACY);
    assert_eq!(
        line(&obs),
        "answered; legacy; 2025-11-25 Stdio no session; server/discover answered with error -32601"
    );
    assert_eq!(obs.tools.unwrap().samples[0].name.as_str(), "find");
    assert_eq!(obs.runs.len(), 2);
    // Exits at the first unknown message, as the older Rust SDK does.
    let exits = format!(
        "read -r line; case $line in *server/discover*) exit 1;; esac; {{ echo \"$line\"; cat; }} | {{ {LEGACY}\n}}"
    );
    let obs = probe(&exits);
    assert_eq!(line(&obs), "answered; legacy; 2025-11-25 Stdio no session");
    assert_eq!(obs.runs[0].end, StdioEnd::Exited { code: Some(1) });
    // Says nothing at all to what it does not know.
    let mut quick = options();
    quick.limits.start = Duration::from_millis(700);
    let silent = LEGACY.replace("*id*) echo", "*never*) echo");
    let obs = probe_with(&silent, &[], &quick);
    assert_eq!(line(&obs), "answered; legacy; 2025-11-25 Stdio no session");
}

#[test]
fn a_version_error_is_retried_in_the_same_process() {
    let body = r#"
n=0; while read -r line; do case $line in
  *server/discover*) n=$((n+1)); if [ $n = 1 ]; then echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2026-07-28"}}}'
    else echo '{"jsonrpc":"2.0","id":"discover-1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}'; fi;;
esac; done"#;
    let obs = probe(body);
    assert_eq!(
        line(&obs),
        "answered; modern; supports 2026-07-28; version retried once"
    );
    assert_eq!(obs.runs.len(), 1);
}

#[test]
fn banners_and_errors_beside_the_messages() {
    let body = format!(
        "echo 'Welcome to ACME!'; echo; echo '{{\"level\":\"info\"}}'; echo 'token: hunter2-canary' >&2; {MODERN}"
    );
    let obs = probe(&body);
    assert_eq!(
        line(&obs),
        "answered; modern; supports 2026-07-28; ! writes other text to stdout"
    );
    assert_eq!(obs.runs[0].stray_lines, 2);
    assert!(obs.runs[0].stderr_bytes > 10);
    let text = recorded(&obs);
    assert!(
        !text.contains("canary") && !text.contains("Welcome"),
        "{text}"
    );
}

#[test]
fn commands_that_are_no_servers() {
    let table = [
        ("exit 3", "not reachable: the process ended; unknown"),
        (
            "echo hello",
            "not reachable: the process ended; unknown; ! writes other text to stdout",
        ),
        ("kill -9 $$", "not reachable: the process ended; unknown"),
        (
            "while read -r l; do echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601}}'; done",
            "no MCP server answers; unknown; server/discover answered with error -32601; initialize answered with error -32601",
        ),
        (
            "yes '{}'",
            "not reachable: answer too large; unknown; ! writes other text to stdout",
        ),
    ];
    for (body, expected) in table {
        assert_eq!(line(&probe(body)), expected, "{body}");
    }
    let mut target = script("", &[]);
    if let TargetKind::Stdio(stdio) = &mut target.kind {
        stdio.program = "/does/not/exist".into();
    }
    let obs = run(vec![target], &options(), &|_| {}).unwrap().remove(0);
    assert_eq!(
        line(&obs),
        "not reachable: the command could not be started; unknown"
    );
}

#[test]
fn silence_ends_in_time_and_leaves_no_process() {
    let marker = format!("98765.{}", std::process::id());
    let mut quick = options();
    quick.limits.start = Duration::from_millis(400);
    quick.limits.shutdown = Duration::from_millis(400);
    // It ignores the gentle signal, does not read, and its child is deaf, too.
    let body = format!("trap '' TERM; sleep {marker} & sleep {marker}");
    let start = Instant::now();
    let obs = probe_with(&body, &[], &quick);
    assert_eq!(line(&obs), "not reachable: no answer in time; unknown");
    assert!(start.elapsed() < Duration::from_secs(4));
    assert_eq!(
        obs.runs
            .iter()
            .filter(|r| r.end == StdioEnd::Killed)
            .count(),
        2
    );
    assert!(!is_running(&marker), "a grandchild is left");
}

#[test]
fn less_time_than_usual_for_a_server_is_kept_by_a_process() {
    let mut quick = options();
    quick.limits.server = Duration::from_secs(1);
    let start = Instant::now();
    let obs = probe_with("sleep 60", &[], &quick);
    assert!(start.elapsed() < quick.limits.start, "{}", line(&obs));
    assert!(line(&obs).contains("no answer in time"), "{}", line(&obs));
}

#[test]
fn a_cut_probe_leaves_no_process() {
    let marker = format!("87654.{}", std::process::id());
    let mut quick = options();
    quick.limits = mcpdiag::probe::Limits {
        start: Duration::from_secs(1),
        request: Duration::from_secs(1),
        shutdown: Duration::from_millis(100),
        server: Duration::from_secs(3),
        ..quick.limits
    };
    // Every page comes in time, and there is always one more: only the limit of the whole ends it.
    let pages = r#"*tools/list*) n=$((n+1)); sleep 0.25; echo "{\"jsonrpc\":\"2.0\",\"id\":$((n+1)),\"result\":{\"tools\":[],\"nextCursor\":\"$n\"}}";;
  *never*)"#;
    let body = format!(
        "sleep {marker} & n=0; {}",
        MODERN.replace("*tools/list*)", pages)
    );
    let obs = probe_with(&body, &[], &quick);
    assert_eq!(obs.cut, Some(mcpdiag::probe::Cut::TimeLimit));
    assert!(obs.tools.unwrap().list.pages > 1, "what was seen is kept");
    assert!(!is_running(&marker), "a grandchild is left");
}

/// Leaves the group, its session and its parent, or its environment.
#[cfg(target_os = "linux")]
#[test]
fn what_makes_a_session_of_its_own_is_ended_too() {
    let marker = format!("76543.{}", std::process::id());
    let escapes = [
        format!("setsid sleep {marker} >/dev/null &"),
        format!("(setsid sh -c 'sleep {marker} & exit' >/dev/null &)"),
        format!("setsid sh -c 'env -i sleep {marker}; :' >/dev/null &"),
    ];
    for escape in escapes {
        // It ends at the end of its input, it ends at once, or it has to be killed.
        for (after, expected) in [
            (MODERN, "answered; modern; supports 2026-07-28"),
            ("sleep 0.3", "not reachable: the process ended; unknown"),
            ("exec sleep 60", "not reachable: no answer in time; unknown"),
        ] {
            let mut quick = options();
            quick.limits.start = Duration::from_millis(600);
            quick.limits.shutdown = Duration::from_millis(300);
            let obs = probe_with(&format!("{escape}\n{after}"), &[], &quick);
            assert_eq!(line(&obs), expected, "{escape}");
            assert!(!is_running(&marker), "left: {escape} {after}");
        }
        // The whole is cut short.
        let mut short = options();
        short.limits.server = Duration::from_millis(500);
        probe_with(&format!("{escape}\nexec sleep 60"), &[], &short);
        assert!(!is_running(&marker), "left after a cut: {escape}");
    }
}

fn is_running(marker: &str) -> bool {
    std::thread::sleep(Duration::from_millis(200));
    let list = std::process::Command::new("ps")
        .args(["-eo", "args"])
        .output()
        .unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    list.lines()
        .any(|l| l.starts_with("sleep") && l.contains(marker))
}

#[test]
fn the_environment_is_the_entry_s_and_a_base() {
    let body = MODERN.replace(
        "\"adder\"",
        "\"'\"$(env | cut -d= -f1 | sort | tr '\\n' ' ') $ACME_TOKEN $MODE\"'\"",
    );
    let obs = probe_with(
        &body,
        &[("ACME_TOKEN", "weakcanary"), ("MODE", "readonly")],
        &options(),
    );
    let name = obs.self_report().unwrap().name.clone().unwrap();
    assert!(
        name.contains("ACME_TOKEN") && name.contains("PATH"),
        "{name}"
    );
    assert!(!name.contains("CARGO"), "{name}");
    assert!(name.ends_with("••• readonly"), "{name}");
    assert!(!recorded(&obs).contains("weakcanary"));
}

#[test]
fn a_request_before_the_answer_is_answered_and_told() {
    // It says nothing more until it was told that there are no roots.
    let obs = probe(
        r#"
while read -r line; do case $line in
  *server/discover*) echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32601}}';;
  *initialize\"*) echo '{"jsonrpc":"2.0","id":7,"method":"roots/list"}'; read -r refused
    case $refused in *'"id":7,"error"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"asks"}}}';; esac;;
esac; done"#,
    );
    let said = line(&obs);
    assert!(said.starts_with("answered; legacy"), "{said}");
    assert!(
        said.contains("asked the client for roots/list: refused"),
        "{said}"
    );
}

#[test]
fn flaws_of_the_second_answer_are_told_too() {
    let obs = probe(
        r#"
read -r line
echo '{"jsonrpc":"2.0","id":"discover-1","error":{"code":-32022,"data":{"supported":["2026-07-28"],"requested":"x"}}}'
read -r line
echo '{"jsonrpc":"2.0","id":"other","result":{}}'
echo '{"jsonrpc":"2.0","id":"discover-1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}}'
"#,
    );
    let said = line(&obs);
    assert!(
        said.contains("version retried once") && said.contains("! answer with a foreign id"),
        "{said}"
    );
}
