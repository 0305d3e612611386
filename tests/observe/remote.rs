//! Remote servers: seen, recorded, drawn again.

use crate::bench::Bench;
use crate::server::Server;

/// Entries for everything that the server plays, and one that nobody answers.
fn all(server: &Server) -> Bench {
    let at = &server.origin;
    Bench::of(&format!(
        r#""notes": {{"type": "http", "url": "{at}/mcp"}},
        "old": {{"type": "http", "url": "{at}/legacy/mcp"}},
        "walled": {{"type": "http", "url": "{at}/walled/mcp"}},
        "gone": {{"type": "http", "url": "http://127.0.0.1:1/mcp"}}"#
    ))
}

#[test]
fn only_what_is_drawn_is_asked() {
    for (args, asked, not) in [
        (&["--only", "a"][..], "/mcp", "/legacy/mcp"),
        (&["--exclude", "b"], "/mcp", "/legacy/mcp"),
        (&["--focus", "b"], "/legacy/mcp", " /mcp"),
    ] {
        let server = Server::start();
        let at = &server.origin;
        let bench = Bench::of(&format!(
            r#""a": {{"type": "http", "url": "{at}/mcp"}}, "b": {{"type": "http", "url": "{at}/legacy/mcp"}}"#
        ));
        bench
            .run(&[&[".mcp.json", "--probe"], args].concat())
            .expect(0);
        let requests = server.requests().join("\n");
        assert!(requests.contains(asked), "{args:?} {requests}");
        assert!(!requests.contains(not), "{args:?} {requests}");
    }
}

#[test]
fn a_check_records_nothing_and_no_output_replaces_an_input() {
    let server = Server::start();
    let bench = Bench::of(&format!(
        r#""a": {{"type": "http", "url": "{}/mcp"}}"#,
        server.origin
    ));
    let config = bench.read(".mcp.json");
    for (args, message) in [
        (
            &["-o", ".mcp.json"][..],
            ".mcp.json: -o names a file that is read",
        ),
        (
            &["--record", "./.mcp.json"],
            ".mcp.json: --record names a file that is read",
        ),
        (
            &["-o", "x.json", "--record", "./x.json"],
            "x.json: -o and --record name the same file",
        ),
    ] {
        let ran = bench
            .run(&[&[".mcp.json", "--probe"], args].concat())
            .expect(2);
        assert!(ran.err().contains(message), "{}", ran.err());
        assert_eq!(bench.read(".mcp.json"), config);
    }
    assert_eq!(server.requests().len(), 0);
    let args = [".mcp.json", "--probe", "--record", "p.json", "-o", "a.svg"];
    bench.run(&[&args[..], &["--check"]].concat()).expect(1);
    assert!(!bench.path("p.json").exists());
    bench.run(&args).expect(0);
    assert!(bench.path("p.json").exists());
}

#[test]
fn a_picture_drawn_again_from_a_recording_is_the_same_to_the_byte() {
    let server = Server::start();
    let bench = all(&server);
    for format in mcpdiag::render::Format::ALL {
        let format = format.name();
        let live = [".mcp.json", "--probe", "--record", "p.json", "-f", format];
        let live = [&live[..], &["-o", "live"]].concat();
        bench.run(&live).expect(0);
        let before = server.requests().len();
        let again = [
            ".mcp.json",
            "--replay",
            "p.json",
            "-f",
            format,
            "-o",
            "again",
        ];
        bench.run(&again).expect(0);
        assert_eq!(server.requests().len(), before, "replay sends nothing");
        let (live, again) = (
            std::fs::read(bench.path("live")).unwrap(),
            std::fs::read(bench.path("again")).unwrap(),
        );
        assert!(live == again, "{format} differs");
    }
}

#[test]
fn one_address_with_and_without_a_credential_is_asked_in_both_ways() {
    let server = Server::start();
    let at = &server.origin;
    let bench = Bench::of(&format!(
        r#""plain": {{"type": "http", "url": "{at}/mcp"}},
        "signed": {{"type": "http", "url": "{at}/mcp", "headers": {{"Authorization": "Bearer canary7f3a9"}}}}"#
    ));
    let args = [".mcp.json", "--probe", "--send-credentials", "signed"];
    for format in mcpdiag::render::Format::ALL {
        let format = ["-f", format.name(), "-o"];
        let record = [&args[..], &["--record", "p.json"], &format, &["live"]].concat();
        bench.run(&record).expect(0);
        let replay = [
            &[".mcp.json", "--replay", "p.json"],
            &format[..],
            &["again"],
        ]
        .concat();
        bench.run(&replay).expect(0);
        let bytes = |name| std::fs::read(bench.path(name)).unwrap();
        assert!(bytes("live") == bytes("again"), "{format:?}");
    }
    let recorded = bench.read("p.json");
    let own = format!("\"http {at}/mcp as claude-code signed\": {{");
    assert!(recorded.contains(&own), "{recorded}");
    assert!(recorded.contains(&format!("\"http {at}/mcp\": {{")));
    let ran = bench.run(&[".mcp.json", "--replay", "p.json", "-f", "text"]);
    let ran = ran.expect(0);
    for words in [
        "self-reported: notes for nobody 1.0.0",
        "seen without credentials",
        "seen with Authorization:",
        "self-reported: notes for ••• 1.0.0",
        "probed: 2 servers (2 answered)",
    ] {
        assert!(ran.out().contains(words), "{words:?} in {}", ran.out());
    }
    assert_eq!(ran.err(), "");
}

#[test]
fn one_server_that_is_not_there_spoils_nothing() {
    let server = Server::start();
    let ran = all(&server)
        .run(&[".mcp.json", "--probe", "-f", "text"])
        .expect(0);
    for words in [
        "2026-07-28 · no protocol session",
        "self-reported: notes for nobody 1.0.0",
        "2 tools: search, delete",
        "claims: 1 read-only",
        "by default: 1 destructive",
        "2025-06-18 · handshake · session id seen",
        "asks for a token (401)",
        "not reachable: connection refused",
        "OAuth 2.1 · PKCE S256 · CIMD · scope notes:read",
        "probed: 4 servers (2 answered, 1 asked for a token, 1 not reachable)",
    ] {
        assert!(ran.out().contains(words), "{words:?} in {}", ran.out());
    }
    // No terminal, no progress.
    assert_eq!(ran.err(), "");
}

#[test]
fn the_session_of_a_probe_is_deleted_and_nothing_but_questions_is_sent() {
    let server = Server::start();
    all(&server)
        .run(&[".mcp.json", "--probe", "-o", "a.svg"])
        .expect(0);
    let requests = server.requests();
    assert!(
        requests
            .iter()
            .any(|r| r.starts_with("DELETE /legacy/mcp "))
    );
    for request in &requests {
        let allowed = request.starts_with("GET /.well-known/oauth-")
            || request.starts_with("DELETE /legacy/mcp ")
            || [
                "\"server/discover\"",
                "\"initialize\"",
                "\"notifications/initialized\"",
                "\"tools/list\"",
            ]
            .iter()
            .any(|method| request.contains(&format!("\"method\":{method}")));
        assert!(allowed, "{request}");
    }
}

#[test]
fn no_proxy_is_used() {
    let (server, proxy) = (Server::start(), Server::start());
    let bench = all(&server);
    let mut command = bench.command(&[".mcp.json", "--probe", "-f", "text"]);
    for name in [
        "http_proxy",
        "HTTP_PROXY",
        "https_proxy",
        "HTTPS_PROXY",
        "all_proxy",
        "ALL_PROXY",
    ] {
        command.env(name, &proxy.origin);
    }
    let output = command
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(!server.requests().is_empty());
    assert_eq!(proxy.requests().len(), 0);
}

#[test]
fn without_the_flag_nothing_is_sent() {
    let server = Server::start();
    let ran = all(&server).run(&[".mcp.json", "-f", "text"]).expect(0);
    assert!(ran.out().contains("not probed: 4 servers"));
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn both_eras_are_asked_only_when_told_to() {
    let server = Server::start();
    let url = format!("{}/mcp", server.origin);
    let asked = |requests: Vec<String>| {
        let of = |method: &str| requests.iter().filter(|r| r.contains(method)).count();
        (
            of("server/discover\",\"params"),
            of("\"method\":\"initialize\""),
        )
    };
    let bench = Bench::of("");
    bench.run(&["probe", &url]).expect(0);
    assert_eq!(asked(server.requests()), (1, 0));
    bench.run(&["probe", &url, "--probe-both-eras"]).expect(0);
    assert_eq!(asked(server.requests()), (2, 1));
}

#[test]
fn one_url_gives_a_report_and_its_json_is_a_recording() {
    let server = Server::start();
    let bench = all(&server);
    let url = format!("{}/walled/mcp", server.origin);
    let ran = bench.run(&["probe", &url]).expect(0);
    let port = server.origin.rsplit(':').next().unwrap().to_owned();
    insta::assert_snapshot!(ran.out().replace(&port, "PORT"));
    let json = bench.run(&["probe", &url, "--format", "json"]).expect(0);
    bench.write("p.json", &json.out());
    let drawn = bench
        .run(&[".mcp.json", "--replay", "p.json", "-f", "text"])
        .expect(0);
    assert!(
        drawn.out().contains("asks for a token (401)"),
        "{}",
        drawn.out()
    );
    let gone = bench.run(&["probe", "http://127.0.0.1:1/mcp"]).expect(2);
    assert!(gone.out().contains("not reachable: connection refused"));
}

#[test]
fn a_report_and_a_recording_of_one_url_go_to_files() {
    let server = Server::start();
    let bench = Bench::of("");
    let url = format!("{}/mcp", server.origin);
    let plain = bench.run(&["probe", &url]).expect(0);
    let args = ["probe", &url, "-o", "report.txt", "--record", "p.json"];
    let ran = bench.run(&args).expect(0);
    assert_eq!((ran.out().as_str(), ran.err().as_str()), ("", ""));
    assert_eq!(bench.read("report.txt"), plain.out());
    bench.run(&["probe", &url, "-o", "q.json"]).expect(0);
    assert_eq!(bench.read("q.json"), bench.read("p.json"));
    let args = ["probe", &url, "-o", "p.json", "--record", "./p.json"];
    let asked = server.requests().len();
    let ran = bench.run(&args).expect(2);
    let same = "-o and --record name the same file";
    assert!(ran.err().contains(same), "{}", ran.err());
    let ran = bench.run(&["probe", &url, "-o", ".mcp.json"]).expect(2);
    let hosts = "-o names a file of an AI host";
    assert!(ran.err().contains(hosts), "{}", ran.err());
    assert_eq!(
        server.requests().len(),
        asked,
        "refused before anything is asked"
    );
}

#[test]
fn a_header_for_one_url_comes_from_a_variable_alone_and_is_shown_nowhere() {
    let server = Server::start();
    let bench = Bench::of("");
    let url = format!("{}/mcp", server.origin);
    let args = [
        "probe",
        &url,
        "-vv",
        "--header-env",
        "Authorization=PROBE_TEST_TOKEN",
    ];
    let run = |args: &[&str]| {
        let mut command = bench.command(args);
        command
            .env("PROBE_TEST_TOKEN", "canary7f3a9")
            .output()
            .unwrap()
    };
    let ran = run(&[&args[..], &["--record", "p.json"]].concat());
    assert_eq!(ran.status.code(), Some(0));
    let sent = server.requests().join("\n");
    assert!(
        sent.contains("authorization: Bearer canary7f3a9\r\n"),
        "{sent}"
    );
    let report = String::from_utf8(ran.stdout).unwrap();
    assert!(
        report.contains("  sent            PROBE_TEST_TOKEN\n"),
        "{report}"
    );
    let said = [
        report,
        String::from_utf8(ran.stderr).unwrap(),
        bench.read("p.json"),
    ];
    assert!(
        said.iter().all(|text| !text.contains("canary")),
        "{said:#?}"
    );
    // The wall is looked at without it.
    assert!(server.requests().iter().any(|r| !r.contains("canary7f3a9")));
    let ran = run(&["probe", &url, "--header-env", "Authorization=NOT_SET"]);
    assert_eq!(ran.status.code(), Some(2));
}

#[test]
fn a_slow_server_ends_at_its_limit() {
    let server = Server::start();
    let url = format!("{}/silent/mcp", server.origin);
    let bench = Bench::of(&format!(r#""slow": {{"type": "http", "url": "{url}"}}"#));
    let started = std::time::Instant::now();
    let args = [".mcp.json", "--probe", "--timeout", "1", "-f", "text"];
    let ran = bench.run(&args).expect(0);
    assert!(
        ran.out().contains("not reachable: no answer in time"),
        "{}",
        ran.out()
    );
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let bench = Bench::of(r#""a": {"command": "x"}"#);
    for (args, words) in [
        (
            &["--probe=stdio"][..],
            "--probe=stdio starts only what --allow-run names",
        ),
        (
            &["--probe", "--allow-run", "a"],
            "--allow-run is for --probe=stdio",
        ),
        (&["--probe=stdio", "--allow-run", "b"], "hint: names: a"),
        (
            &["--probe", "--send-credentials", "b"],
            "--send-credentials names no server",
        ),
        (&["--probe", "--jobs", "0"], "--jobs must be at least 1"),
        (
            &["--probe", "--timeout", "0"],
            "--timeout must be more than 0",
        ),
        (
            &["--probe", "--timeout", "nan"],
            "--timeout must be more than 0",
        ),
        (&["--probe", "--probe-resolve", "x"], "HOST=ADDRESS:PORT"),
        (
            &["--probe", "--probe-ca", "missing.pem"],
            "cannot read the file of --probe-ca",
        ),
        (&["--record", "p.json"], "--probe"),
        (&["--allow-run", "a"], "--probe"),
        (&["--probe", "--replay", "p.json"], "cannot be used with"),
        (&["--probe=everything"], "possible values"),
    ] {
        let ran = bench.run(&[&[".mcp.json"], args].concat()).expect(2);
        assert!(ran.err().contains(words), "{args:?}: {}", ran.err());
    }
}
