//! How long reading takes: 5,000 servers, against `serde_json` on the same bytes, one argument of 10 MB, and a state file of
//! 100 MB.
//!
//! `cargo bench --bench reading` prints the numbers beside what they should be at most; fails nothing, as a time depends on
//! the machine.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use mcpdiag::source::{Input, load};
use mcpdiag::{dialect, run, syntax};

/// Servers of the configuration.
const SERVERS: usize = 5_000;

/// Most that reading may take, in times of what `serde_json` takes for the same bytes.
const MOST_RATIO: f64 = 5.0;

/// Most that the configuration may take.
const MOST_TIME: Duration = Duration::from_millis(100);

/// Bytes of the long argument.
const ARGUMENT: usize = 10 * 1024 * 1024;

/// Bytes of the state file, and the most that it may take.
const STATE: usize = 100 * 1024 * 1024;
const MOST_STATE_TIME: Duration = Duration::from_millis(1500);
const MOST_STATE_MEMORY: u64 = 600 * 1024 * 1024;

fn main() {
    let mut report = String::new();
    servers(&mut report);
    argument(&mut report);
    state(&mut report);
    // Nobody listens: nothing to be done about it.
    let _ = std::io::stdout().write_all(report.as_bytes());
}

/// The least time of some runs, which other work of the machine disturbs least.
fn least(runs: usize, mut work: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
    }
    best
}

fn servers(report: &mut String) {
    let text = many();
    let file = mcpdiag::source::SourceFile::from_text(".mcp.json", text.clone());
    let input = Input::Stdin {
        name: Some(".mcp.json".to_owned()),
        bytes: text.clone().into_bytes(),
    };
    let serde = least(20, || {
        let value = serde_json::from_str::<serde_json::Value>(&text);
        assert!(value.is_ok(), "the configuration is JSON");
    });
    let parse = least(20, || {
        let parsed = syntax::parse(&file, syntax::Syntax::Json);
        assert!(parsed.is_ok(), "the configuration parses");
    });
    let read = least(20, || {
        let loaded = load(std::slice::from_ref(&input), &dialect::known_file);
        let read = run::read(loaded, None);
        assert_eq!(read.inventory.sources[0].servers, SERVERS);
    });
    let ratio = parse.as_secs_f64() / serde.as_secs_f64();
    let whole = read.as_secs_f64() / serde.as_secs_f64();
    let _ = writeln!(
        report,
        "{SERVERS} servers, {} KiB: serde_json {serde:.1?}; to a located tree {parse:.1?}, ratio {ratio:.1} (at most {MOST_RATIO}); \
         to an inventory {read:.1?}, ratio {whole:.1}, at most {MOST_TIME:?}",
        text.len() / 1024
    );
}

/// One entry with one argument of many bytes, of several kinds: no pass over it may take more than a multiple of its length.
fn argument(report: &mut String) {
    for (name, piece) in [
        ("letters", "x"),
        ("words", "word "),
        ("assignments", "A=b "),
        ("quotes", "\\\"'"),
        ("addresses", "https://a.example/x?y=z "),
        ("variables", "${A}"),
        ("braces", "${"),
        ("paths", "/home/ada/x"),
    ] {
        let time = |bytes: usize| {
            let argument = piece.repeat(bytes / piece.len());
            let text = format!(
                r#"{{"mcpServers": {{"a": {{"command": "npx", "args": ["-y", "{argument}"]}}}}}}"#
            );
            let input = Input::Stdin {
                name: Some(".mcp.json".to_owned()),
                bytes: text.into_bytes(),
            };
            least(3, || {
                let read = run::read(
                    load(std::slice::from_ref(&input), &dialect::known_file),
                    None,
                );
                assert_eq!(read.inventory.sources[0].servers, 1);
            })
        };
        let (one, ten) = (time(ARGUMENT / 10), time(ARGUMENT));
        let growth = ten.as_secs_f64() / one.as_secs_f64();
        let _ = writeln!(
            report,
            "argument of {} MiB of {name}: {ten:.1?}, {growth:.0} times that of a tenth",
            ARGUMENT / (1024 * 1024)
        );
    }
}

fn state(report: &mut String) {
    let before = peak();
    let bytes = history().into_bytes();
    let size = bytes.len() / (1024 * 1024);
    let folder = tempfile::tempdir();
    let Ok(folder) = folder else {
        let _ = writeln!(report, "no temporary folder");
        return;
    };
    let path = folder.path().join(".claude.json");
    let written = std::fs::write(&path, &bytes);
    drop(bytes);
    if written.is_err() {
        let _ = writeln!(report, "the state file cannot be written");
        return;
    }
    let inputs = [Input::Path(path)];
    let taken = least(3, || {
        let read = run::read(load(&inputs, &dialect::known_file), None);
        assert!(!read.failed && read.inventory.sources[0].servers > 1);
    });
    let memory = peak();
    let _ = writeln!(
        report,
        "state file of {size} MiB: {taken:.1?} (at most {MOST_STATE_TIME:?}), peak memory of this process {} MiB (at most {}; {} before)",
        memory / (1024 * 1024),
        MOST_STATE_MEMORY / (1024 * 1024),
        before / (1024 * 1024)
    );
}

/// Peak memory of this process, where the system tells.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

fn many() -> String {
    let entry = |n: usize| {
        if n.is_multiple_of(2) {
            format!(
                r#"    "server-{n}": {{
      "command": "npx",
      "args": ["-y", "@acme/server-{n}@1.2.3", "--root", "/srv/data"],
      "env": {{"API_TOKEN": "${{API_TOKEN}}", "LOG_LEVEL": "info"}}
    }}"#
            )
        } else {
            format!(
                r#"    "server-{n}": {{
      "type": "http",
      "url": "https://mcp-{n}.example.com/mcp",
      "headers": {{"Authorization": "Bearer ${{TOKEN_{n}}}"}}
    }}"#
            )
        }
    };
    let entries: Vec<String> = (0..SERVERS).map(entry).collect();
    format!(
        "{{\n  \"mcpServers\": {{\n{}\n  }}\n}}\n",
        entries.join(",\n")
    )
}

/// A state file as it grows over the years: few servers, much history.
fn history() -> String {
    let mut text = String::with_capacity(STATE + 1024 * 1024);
    text.push_str("{\n  \"numStartups\": 412,\n  \"mcpServers\": {\"notes\": {\"command\": \"npx\", \"args\": [\"notes-server\"]}},\n  \"projects\": {");
    let mut project = 0;
    while text.len() < STATE {
        let comma = if project == 0 { "" } else { "," };
        let _ = write!(
            text,
            "{comma}\n    \"/home/ada/src/p{project}\": {{\n      \"mcpServers\": {{\"a\": {{\"command\": \"x\"}}}},\n      \"history\": ["
        );
        for entry in 0..100 {
            let comma = if entry == 0 { "" } else { "," };
            let words = "how does the layout measure text and what is \\\"slack\\\" for "
                .repeat(4 + (entry * 7 + project) % 30);
            let _ = write!(
                text,
                "{comma}\n        {{\"display\": \"{words}\", \"pastedContents\": {{\"1\": {{\"id\": 1, \"type\": \"text\", \"content\": \"{words}\\n\"}}}}}}"
            );
        }
        text.push_str("\n      ]\n    }");
        project += 1;
    }
    text.push_str("\n  }\n}\n");
    text
}
