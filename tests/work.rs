//! How the work grows with what a file holds: four times as much of anything may take hardly more than four times as long.
//!
//! Where the system tells it, the time on the processor is compared and not that of the clock, so that a busy machine
//! changes nothing; the limit lies halfway between n log n and n squared.

use std::fmt::Write as _;
use std::time::Instant;

use mcpdiag::source::SourceFile;
use mcpdiag::source::read::Loaded;
use serde_json::{Map, Value, json};

const FEW: usize = 1000;
const TIMES: usize = 4;
/// n log n takes some five times as long, n squared sixteen times.
const MOST: f64 = 8.0;

/// Nanoseconds that this thread has run.
fn spent(since: Instant) -> u128 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    ran.unwrap_or_else(|| since.elapsed().as_nanos())
}

/// Reads a file and builds its architecture; gives the nanoseconds of the quickest of some tries.
fn read(path: &str, client: Option<&str>, text: &str) -> u128 {
    let begin = Instant::now();
    let tries = (0..2).map(|_| {
        let loaded = Loaded {
            files: vec![SourceFile::from_text(path, text)],
            ..Loaded::default()
        };
        let before = spent(begin);
        let read = mcpdiag::run::read(loaded, client);
        let (arch, _) = mcpdiag::graph::build(&read.inventory, &[]);
        let _ = (arch.callouts(), arch.flows().len());
        spent(begin) - before
    });
    tries.min().unwrap_or_default()
}

fn check(path: &str, client: Option<&str>, file: impl Fn(usize) -> String) {
    check_from(FEW, path, client, file);
}

/// Compares from a number on at which the work that should not be there would stand out.
fn check_from(least: usize, path: &str, client: Option<&str>, file: impl Fn(usize) -> String) {
    let few = read(path, client, &file(least));
    let many = read(path, client, &file(least * TIMES));
    #[expect(
        clippy::cast_precision_loss,
        reason = "a ratio of times needs no more digits"
    )]
    let ratio = many as f64 / few.max(1) as f64;
    assert!(
        ratio < MOST,
        "{TIMES} times as much took {ratio:.1} times as long"
    );
}

fn map(n: usize, member: impl Fn(usize) -> (String, Value)) -> Value {
    Value::Object((0..n).map(member).collect::<Map<_, _>>())
}

fn list(n: usize, item: impl Fn(usize) -> Value) -> Value {
    (0..n).map(item).collect()
}

fn servers(servers: &Value) -> String {
    json!({ "mcpServers": servers }).to_string()
}

fn one(server: &Value) -> String {
    servers(&json!({ "soil": server }))
}

fn args(n: usize, words: impl Fn(usize) -> Vec<String>) -> Vec<String> {
    (0..n).flat_map(words).collect()
}

#[test]
fn unknown_keys_of_one_entry() {
    check(".mcp.json", None, |n| {
        let mut entry = map(n, |i| (format!("unknown{i}"), json!(1)));
        entry["command"] = json!("soil");
        one(&entry)
    });
}

#[test]
fn entries_of_the_wrong_type_on_one_line() {
    check_from(3000, ".mcp.json", None, |n| {
        servers(&map(n, |i| (format!("s{i}"), json!(7))))
    });
}

#[test]
fn commands_in_a_shell_string() {
    check(".mcp.json", None, |n| {
        let mut line = String::new();
        for i in 0..n {
            let _ = write!(
                line,
                "export A{i}_TOKEN=x{i} && tool --api-token y{i} word{i} && "
            );
        }
        one(&json!({"command": "bash", "args": ["-c", line + "soil"]}))
    });
}

#[test]
fn rules_about_servers() {
    let entries = |n| {
        map(n, |i| {
            (format!("s{i}"), json!({"command": format!("soil{i}")}))
        })
    };
    check("managed-settings.json", Some("claude-code"), |n| {
        let names = |of: &str| list(n, |i| json!({"serverName": format!("{of}{i}")}));
        json!({
            "mcpServers": entries(n), "allowedMcpServers": names("s"), "deniedMcpServers": names("z"),
            "disabledMcpjsonServers": list(n, |i| json!(format!("s{i}"))),
            "enabledMcpjsonServers": list(n, |i| json!(format!("s{i}"))),
        })
        .to_string()
    });
    check(".claude/settings.json", None, |n| {
        let rules = |tool: &str| list(n, |i| json!(format!("mcp__s{i}__{tool}")));
        json!({"mcpServers": entries(n), "permissions": {"allow": rules("a"), "deny": rules("d")}})
            .to_string()
    });
    check(".amp/settings.json", None, |n| {
        let rule = |i: usize| {
            let action = if i.is_multiple_of(2) {
                "allow"
            } else {
                "reject"
            };
            json!({"tool": format!("mcp__s{i}__*"), "action": action})
        };
        json!({"amp.mcpServers": entries(n), "amp.permissions": list(n, rule)}).to_string()
    });
}

#[test]
fn rules_about_the_tools_of_one_server() {
    check(".claude/settings.json", None, |n| {
        let rules = |tool: &str| list(n, |i| json!(format!("mcp__soil__{tool}{i}")));
        json!({
            "mcpServers": {"soil": {"command": "soil"}},
            "permissions": {"allow": rules("a"), "ask": rules("b"), "deny": rules("c")},
        })
        .to_string()
    });
}

#[test]
fn projects_that_use_one_name() {
    check(".claude.json", None, |n| {
        let own = json!({"mcpServers": {"soil": {"command": "soil"}}});
        json!({
            "mcpServers": {"soil": {"command": "soil"}},
            "projects": map(n, |i| (format!("/p/{i}"), own.clone())),
        })
        .to_string()
    });
}

#[test]
fn options_of_a_container() {
    check_from(2500, ".mcp.json", None, |n| {
        let mut words = vec!["run".to_owned()];
        words.extend(args(n, |i| {
            let volume = format!("/v{i}:/v");
            [
                "-e".into(),
                format!("A{i}_TOKEN"),
                "-v".into(),
                volume,
                format!("--cap-add=C{i}"),
            ]
            .into()
        }));
        words.push("mcp/soil".to_owned());
        one(
            &json!({"command": "docker", "args": words, "env": map(n, |i| (format!("A{i}_TOKEN"), json!(format!("x{i}"))))}),
        )
    });
}

#[test]
fn arguments_of_every_kind() {
    check_from(1500, ".mcp.json", None, |n| {
        let words = args(n, |i| {
            let flag = format!("--a{i}-token=x{i}");
            let rest = [
                format!("word{i}"),
                format!("/home/mara/p{i}"),
                format!("${{env:A{i}}}"),
                "-p".into(),
            ];
            std::iter::once(flag).chain(rest).collect()
        });
        one(&json!({"command": "soil", "args": words}))
    });
}

#[test]
fn variables_headers_and_query_keys() {
    check(".mcp.json", None, |n| {
        let of = |name: &str| {
            map(n, |i| {
                (
                    format!("{name}{i}_TOKEN"),
                    json!(format!("${{env:{name}{i}}}")),
                )
            })
        };
        let mut query = String::new();
        for i in 0..n {
            let _ = write!(query, "&k{i}_token=x{i}");
        }
        let url = format!("https://h.example.com/mcp?{query}");
        servers(&json!({
            "soil": {"command": "soil", "env": of("A")},
            "harbor": {"url": url, "headers": of("X")},
        }))
    });
}

#[test]
fn entries_that_share_one_value() {
    check(".mcp.json", None, |n| {
        servers(&map(n, |i| {
            let env = json!({"SOIL_TOKEN": "fake-token-0001"});
            (format!("s{i}"), json!({"command": "soil", "env": env}))
        }))
    });
}

#[test]
fn containers_of_one_host() {
    check(".mcp.json", None, |n| {
        servers(&map(n, |i| {
            (
                format!("s{i}"),
                json!({"command": "docker", "args": ["run", format!("mcp/soil{i}")]}),
            )
        }))
    });
}

#[test]
fn lines_of_a_script() {
    check(".crushrc", None, |n| {
        let mut script = String::new();
        for i in 0..n {
            let _ = writeln!(
                script,
                "if true; then mcp add s{i} --type stdio --command soil; fi\ncat <<E\nx\nE\nmcp remove s{i}"
            );
        }
        script
    });
}
