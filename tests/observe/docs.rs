//! `docs/probing.md` shows the bytes that are sent: every request is one of its blocks.

use std::collections::BTreeSet;
use std::path::Path;

use crate::bench::Bench;
use crate::server::Server;

/// Writes a request as the document does: its own host, its own version, one line end.
fn as_shown(request: &str, server: &Server) -> String {
    let host = server.origin.trim_start_matches("http://");
    let shown = request
        .replace("\r\n", "\n")
        .replace(host, "mcp.example.com")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let lines = shown.trim_end().lines().map(|line| {
        if line.starts_with("content-length: ") {
            "content-length: N"
        } else {
            line
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_request_stands_in_the_document() {
    let server = Server::start();
    let bench = Bench::of("");
    for path in ["mcp", "legacy/mcp", "walled/mcp", "nothing/mcp"] {
        let url = format!("{}/{path}", server.origin);
        bench.run(&["probe", &url, "--probe-both-eras", "--probe-origin"]);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/probing.md");
    let document = std::fs::read_to_string(path).unwrap();
    let blocks: BTreeSet<&str> = document
        .split("```http\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```"))
        .map(|(block, _)| block)
        .collect();
    let sent: BTreeSet<String> = server
        .requests()
        .iter()
        .map(|request| as_shown(request, &server))
        .map(|request| {
            // The paths of the test's servers.
            request
                .replace("/legacy/mcp", "/mcp")
                .replace("/walled/mcp", "/mcp")
                .replace("/nothing/mcp", "/mcp")
        })
        .collect();
    assert!(sent.len() > 8, "{sent:#?}");
    let missing: Vec<&String> = sent
        .iter()
        .filter(|r| !blocks.contains(r.as_str()))
        .collect();
    let missing: Vec<String> = missing
        .iter()
        .map(|request| format!("```http\n{request}\n```"))
        .collect();
    let missing = missing.join("\n");
    assert!(
        missing.is_empty(),
        "put these into docs/probing.md:\n{missing}"
    );
    let never: Vec<&&str> = blocks.iter().filter(|b| !sent.contains(**b)).collect();
    assert!(
        never.is_empty(),
        "docs/probing.md shows what is not sent: {never:#?}"
    );
}

#[test]
fn the_document_names_the_limits() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/probing.md");
    let document = std::fs::read_to_string(path).unwrap();
    let limits = mcpdiag::probe::Limits::default();
    let mib = |bytes: usize| bytes >> 20;
    for row in [
        format!("| connection with TLS | {} s |", limits.connect.as_secs()),
        format!(
            "| one request with its answer | {} s |",
            limits.request.as_secs()
        ),
        format!(
            "| first answer of a started process | {} s,",
            limits.start.as_secs()
        ),
        format!(
            "| first event of HTTP+SSE | {} s |",
            limits.first_event.as_secs()
        ),
        format!("`--timeout`, {} s |", limits.server.as_secs()),
        format!(
            "| {} MiB; {} MiB; {} MiB |",
            mib(limits.document_bytes),
            mib(limits.answer_bytes),
            mib(limits.list_bytes)
        ),
        format!("at most {} pages each", limits.pages),
    ] {
        assert!(document.contains(&row), "{row}");
    }
    assert_eq!(limits.issuers, 4, "the document says: four at most");
}

#[test]
fn the_document_names_every_option_and_every_variable_that_is_handed_on() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/probing.md");
    let document = std::fs::read_to_string(path).unwrap();
    for option in [
        "--probe",
        "--probe=stdio",
        "--allow-run",
        "--yes",
        "--send-credentials",
        "--header-env",
        "--record",
        "--replay",
        "--jobs",
        "--timeout",
        "--probe-both-eras",
        "--probe-origin",
        "--probe-private",
        "--probe-resolve",
        "--probe-ca",
    ] {
        assert!(document.contains(option), "{option}");
    }
    for name in mcpdiag::probe::BASE_ENVIRONMENT {
        assert!(document.contains(name), "{name}");
    }
}

#[test]
fn a_report_is_no_picture() {
    let bench = Bench::of("");
    for name in ["x.svg", "x.png", "x.mmd"] {
        let ran = bench
            .run(&["probe", "http://127.0.0.1:1/mcp", "-o", name])
            .expect(2);
        assert!(
            ran.err().contains("a report of one URL is text or JSON"),
            "{}",
            ran.err()
        );
        assert!(!bench.path(name).exists());
    }
}
