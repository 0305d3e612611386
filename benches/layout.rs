//! Times the way from configuration files to a finished SVG, and the layout alone, from 1 to 1,000 servers.
//!
//! Prints, fails nothing: a time depends on the machine. The last columns do not: how the time grows from line to line, and
//! the ratio to `dot -Tsvg` on the same graph in the same run, where Graphviz is installed.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mcpdiag::graph::{self, Architecture};
use mcpdiag::layout::{LayoutOptions, layout};
use mcpdiag::render::{Format, Options, render};
use mcpdiag::source::SourceFile;
use mcpdiag::source::read::Loaded;
use mcpdiag::theme::Theme;

#[path = "../tests/support/fleet.rs"]
mod fleet;

const FLEETS: [(usize, usize); 12] = [
    (1, 1),
    (2, 1),
    (3, 1),
    (5, 1),
    (10, 1),
    (20, 2),
    (40, 4),
    (80, 6),
    (120, 8),
    (200, 6),
    (500, 12),
    (1000, 24),
];

fn main() {
    let options: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    println!(
        "{:>8} {:>6} {:>10} {:>10} {:>10} {:>9} {:>11} {:>8}",
        "servers", "hosts", "to SVG", "layout", "dot", "dot/ours", "time/before", "n log n"
    );
    let mut before: Option<(f64, f64)> = None;
    for (servers, hosts) in FLEETS {
        if !options.is_empty() && !options.contains(&servers) {
            continue;
        }
        let files = fleet::fleet(servers, hosts);
        let whole = median(|| drop(svg(&architecture(&files))));
        let arch = architecture(&files);
        let alone = median(|| drop(layout(&arch, &LayoutOptions::default())));
        let theirs = (servers <= 200).then(|| dot(&arch)).flatten();
        #[expect(clippy::cast_precision_loss, reason = "a thousand servers")]
        let n = servers as f64;
        let work = n * (n + 1.0).log2();
        let (growth, fair) = before.map_or((1.0, 1.0), |(time, was)| {
            (whole.as_secs_f64() / time, work / was)
        });
        println!(
            "{servers:>8} {hosts:>6} {:>10} {:>10} {:>10} {:>9} {growth:>11.2} {fair:>8.2}",
            ms(whole),
            ms(alone),
            theirs.map_or_else(|| "-".to_owned(), ms),
            theirs.map_or_else(
                || "-".to_owned(),
                |t| format!("{:.1}", t.as_secs_f64() / whole.as_secs_f64())
            ),
        );
        before = Some((whole.as_secs_f64(), work));
    }
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

/// The median of runs for about half a second.
fn median(mut run: impl FnMut()) -> Duration {
    run();
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 5 || (begin.elapsed() < Duration::from_millis(500) && times.len() < 500) {
        let from = Instant::now();
        run();
        times.push(from.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

fn architecture(files: &[(String, String)]) -> Architecture {
    let loaded = Loaded {
        files: (files.iter())
            .map(|(path, text)| SourceFile::from_text(path, text))
            .collect(),
        ..Loaded::default()
    };
    let read = mcpdiag::run::read(loaded, None);
    graph::build(&read.inventory, &[]).0
}

fn svg(arch: &Architecture) -> Vec<u8> {
    drawn(Format::Svg, arch)
}

fn drawn(format: Format, arch: &Architecture) -> Vec<u8> {
    let theme = Theme::load("light").unwrap_or_else(|e| panic!("{e}"));
    let rendered = render(arch, format, &Options::new(&theme));
    rendered.unwrap_or_else(|e| panic!("{e}")).bytes
}

/// Times Graphviz on the same graph, process start included; none where it is not installed.
fn dot(arch: &Architecture) -> Option<Duration> {
    let path = std::env::temp_dir().join(format!("mcpdiag-bench-{}.dot", std::process::id()));
    std::fs::write(&path, drawn(Format::Dot, arch)).ok()?;
    let run = || {
        Command::new("dot")
            .arg("-Tsvg")
            .arg(&path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
    };
    let works = run().is_ok_and(|s| s.success());
    let time = works.then(|| median(|| drop(run())));
    let _ = std::fs::remove_file(&path);
    time
}
