//! What a probe would send or start for an entry, and what it says of the rest.

mod addresses;

use super::{Asked, Plan, plan};
use crate::dialect;
use crate::inventory::{Inventory, Redacted, Values, assemble};
use crate::probe::{HttpTarget, StdioTarget, TargetKind, Vault, target_of_url};
use crate::source::SourceFile;

fn read(path: &str, text: &str) -> (Inventory, Vault) {
    let file = SourceFile::from_text(path.to_owned(), text.to_owned());
    let parsed = dialect::parse(&file).unwrap();
    let mut values = Values::keeping();
    let reading = dialect::read(&file, &parsed, None, &mut values).reading;
    let inventory = assemble(vec![reading.unwrap()]);
    (inventory, values.into_vault().unwrap())
}

/// What looks like a token under any name.
const FAKE: &str = "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000";

/// An environment in which three variables are set.
fn environment(name: &str) -> Option<String> {
    match name {
        "TRACKER_TOKEN" => Some("canary-from-environment".to_owned()),
        "PORT" => Some("8443".to_owned()),
        "REGION" => Some(FAKE.to_owned()),
        _ => None,
    }
}

fn asked(allow_run: &[&str], send: &[&str]) -> Asked {
    let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
    Asked {
        allow_run: owned(allow_run),
        send_credentials: owned(send),
    }
}

/// Plans for the servers of a `.mcp.json`.
fn plan_of(servers: &str, asked: &Asked) -> Plan {
    let (inventory, vault) = read(".mcp.json", &format!("{{\"mcpServers\": {{{servers}}}}}"));
    plan(&inventory, &vault, asked, &environment).unwrap()
}

/// Writes down what would really be sent or started.
fn wire(plan: &Plan) -> String {
    let targets = plan.targets.iter().map(|target| {
        let what = match &target.kind {
            TargetKind::Http(http) => of_http(http),
            TargetKind::Stdio(stdio) => of_stdio(stdio),
        };
        format!("[{}] {what}", target.id)
    });
    let notes = plan.notes.iter().map(ToString::to_string);
    targets.chain(notes).collect::<Vec<_>>().join("\n")
}

fn of_http(http: &HttpTarget) -> String {
    let mut words = vec![http.url.reveal().to_owned()];
    let headers = http.headers.iter();
    words.extend(headers.map(|(name, value)| format!("{name}: {}", value.reveal())));
    words.extend(http.credentials.iter().map(|name| format!("<{name}>")));
    words.join(" ")
}

fn of_stdio(stdio: &StdioTarget) -> String {
    let env = stdio.env.iter();
    let mut words: Vec<String> = env
        .map(|(name, value)| format!("{name}={}", value.reveal()))
        .collect();
    words.push(stdio.program.to_string_lossy().into_owned());
    words.extend(stdio.args.iter().map(|arg| arg.reveal().to_owned()));
    words.extend(stdio.credentials.iter().map(|name| format!("<{name}>")));
    words.join(" ")
}

const TRACKER: &str = r#""tracker": {"type": "http", "url": "https://me:canary-pw@mcp.tracker.example/mcp?key=canary-key#x",
    "headers": {"Authorization": "Bearer ${TRACKER_TOKEN}", "X-Api-Key": "canary-static", "Host": "evil.example", "X-Toolset": "all"}}"#;

#[test]
fn without_leave_nothing_of_a_remote_entry_but_its_address_is_sent() {
    assert_eq!(
        wire(&plan_of(TRACKER, &Asked::default())),
        "[http https://mcp.tracker.example/mcp] https://mcp.tracker.example/mcp"
    );
}

#[test]
fn a_named_server_gets_what_its_entry_holds() {
    assert_eq!(
        wire(&plan_of(TRACKER, &asked(&[], &["tracker"]))),
        "[http https://mcp.tracker.example/mcp as claude-code tracker] https://me:canary-pw@mcp.tracker.example/mcp?key=canary-key \
Authorization: Bearer canary-from-environment X-Api-Key: canary-static X-Toolset: all \
<key> <URL userinfo> <TRACKER_TOKEN> <X-Api-Key>"
    );
}

#[test]
fn a_query_without_a_secret_belongs_to_the_address() {
    let docs = r#""docs": {"type": "http", "url": "https://docs.example.net/mcp?toolset=read"}"#;
    assert_eq!(
        wire(&plan_of(docs, &Asked::default())),
        "[http https://docs.example.net/mcp] https://docs.example.net/mcp?toolset=read"
    );
}

#[test]
fn a_secret_in_the_path_needs_leave() {
    let hook = r#""hook": {"type": "http", "url": "https://mcp.example.com/fake0token0032fake0token0032fake0/mcp"}"#;
    let said = wire(&plan_of(hook, &Asked::default()));
    assert_eq!(
        said,
        "warning: .mcp.json:1:17: hook: not probed: the path of its address holds a credential\n\
hint: `--send-credentials hook` sends it"
    );
    let said = wire(&plan_of(hook, &asked(&[], &["hook"])));
    assert!(
        said.contains("fake0token0032fake0token0032fake0/mcp"),
        "{said}"
    );
}

#[test]
fn a_secret_in_a_default_of_the_path_needs_leave_too() {
    let url = format!("https://mcp.example.com/A/${{NOPE_X:-{FAKE}}}/mcp");
    for entry in [
        format!(r#""hook": {{"type": "http", "url": "{url}"}}"#),
        format!(r#""hook": {{"command": "npx", "args": ["-y", "mcp-remote", "{url}"]}}"#),
    ] {
        let said = wire(&plan_of(&entry, &Asked::default()));
        assert!(
            said.contains("not probed: the path of its address holds a credential"),
            "{said}"
        );
        assert!(!said.contains(FAKE), "{said}");
        let said = wire(&plan_of(&entry, &asked(&[], &["hook"])));
        assert!(said.contains(FAKE), "{said}");
    }
}

#[test]
fn a_secret_that_a_variable_brings_into_a_process_needs_leave() {
    for written in [format!("${{NOPE:-{FAKE}}}"), "${REGION}".to_owned()] {
        let entry = format!(
            r#""build": {{"command": "build-mcp", "args": ["--region", "{written}"], "env": {{"LOG": "info"}}}}"#
        );
        let said = wire(&plan_of(&entry, &asked(&["build"], &[])));
        assert!(
            said.contains("not probed: its command line holds a credential"),
            "{said}"
        );
        let said = wire(&plan_of(&entry, &asked(&["build"], &["build"])));
        assert!(said.contains(FAKE), "{said}");

        let entry = format!(
            r#""build": {{"command": "build-mcp", "env": {{"AREA": "{written}", "LOG": "info"}}}}"#
        );
        let plan = plan_of(&entry, &asked(&["build"], &[]));
        let said = wire(&plan);
        assert!(said.contains("LOG=info") && !said.contains(FAKE), "{said}");
        let withheld = plan.starts.values().flat_map(|start| &start.withheld);
        assert_eq!(withheld.map(Redacted::as_str).collect::<Vec<_>>(), ["AREA"]);
        let said = wire(&plan_of(&entry, &asked(&["build"], &["build"])));
        assert!(said.contains(FAKE), "{said}");
    }
}

#[test]
fn a_variable_that_is_not_set_costs_its_header_only() {
    let servers = r#""wiki": {"type": "http", "url": "https://wiki.example.com/mcp",
        "headers": {"Authorization": "Bearer ${NOT_SET_TOKEN}", "X-Team": "blue"}}"#;
    assert_eq!(
        wire(&plan_of(servers, &asked(&[], &["wiki"]))),
        "[http https://wiki.example.com/mcp as claude-code wiki] https://wiki.example.com/mcp X-Team: blue\n\
warning: .mcp.json:1:17: wiki: header Authorization is not sent: a variable that it names is not set"
    );
}

#[test]
fn an_address_with_a_variable_is_asked_at_its_default_or_not_at_all() {
    let servers = r#""near": {"type": "http", "url": "https://${HOST:-notes.example.com}/mcp"},
        "far": {"type": "http", "url": "https://${HOST}/mcp"},
        "path": {"type": "http", "url": "https://notes.example.com/${TENANT}/mcp"}"#;
    let said = wire(&plan_of(servers, &Asked::default()));
    assert!(said.contains("] https://notes.example.com/mcp\n"), "{said}");
    assert!(
        said.contains("path: not probed: the address is not complete"),
        "{said}"
    );
    assert!(!said.contains("far"), "{said}");
}

#[test]
fn a_variable_of_the_query_is_filled_with_leave_and_left_out_without() {
    let servers = r#""q1": {"type": "http", "url": "https://a.example/mcp?apiKey=${TRACKER_TOKEN}&mode=read"},
        "q2": {"type": "http", "url": "https://b.example/mcp?apiKey=${TRACKER_TOKEN:-canary-default}"},
        "q3": {"type": "http", "url": "https://c.example/mcp?apiKey=${NOT_SET}"}"#;
    let without = wire(&plan_of(servers, &Asked::default()));
    assert!(
        without.contains("] https://a.example/mcp?mode=read\n"),
        "{without}"
    );
    assert!(without.contains("] https://b.example/mcp\n"), "{without}");
    assert!(without.contains("] https://c.example/mcp"), "{without}");
    assert!(
        !without.contains("canary") && !without.contains("not probed"),
        "{without}"
    );
    let with = plan_of(servers, &asked(&[], &["q1", "q2", "q3"]));
    let said = wire(&with);
    for url in [
        "https://a.example/mcp?apiKey=canary-from-environment&mode=read <",
        "https://b.example/mcp?apiKey=canary-from-environment <",
        "https://c.example/mcp\n",
    ] {
        assert!(said.contains(url), "{url} in {said}");
    }
    assert!(
        said.contains("q3: query parameter apiKey is not sent"),
        "{said}"
    );
}

#[test]
fn an_input_of_the_editor_is_left_out_of_the_query() {
    let text = r#"{"servers": {"v": {"type": "http", "url": "https://a.example/mcp?k=${input:k}"}},
        "inputs": [{"id": "k", "type": "promptString", "description": "key", "password": true}]}"#;
    let (inventory, vault) = read(".vscode/mcp.json", text);
    for asked in [Asked::default(), asked(&[], &["v"])] {
        let said = wire(&plan(&inventory, &vault, &asked, &environment).unwrap());
        assert!(said.contains("] https://a.example/mcp"), "{said}");
        assert!(
            !said.contains('<') && !said.contains("not probed"),
            "{said}"
        );
    }
}

#[test]
fn one_address_is_asked_once_and_once_more_with_credentials_that_were_named() {
    let servers = r#""a": {"type": "http", "url": "https://mcp.example.com/mcp"},
        "b": {"type": "http", "url": "https://mcp.example.com/mcp", "headers": {"X-Api-Key": "canary-static"}}"#;
    let bare = "[http https://mcp.example.com/mcp] https://mcp.example.com/mcp";
    assert_eq!(wire(&plan_of(servers, &Asked::default())), bare);
    // The other entry is still asked without.
    let own = bare.replacen("mcp]", "mcp as claude-code b]", 1);
    assert_eq!(
        wire(&plan_of(servers, &asked(&[], &["b"]))),
        format!("{bare}\n{own} X-Api-Key: canary-static <X-Api-Key>")
    );
    // An entry that has nothing to send is no target of its own.
    assert_eq!(wire(&plan_of(servers, &asked(&[], &["a"]))), bare);
}

const BUILD: &str = r#""build": {"command": "node", "args": ["server.mjs", "--port", "${PORT}"],
    "env": {"LOG_LEVEL": "info", "API_TOKEN": "canary-token", "DATABASE_URL": "postgres://app:canary-pw@db.example.com/x", "UPSTREAM": "https://api.example.com/?key=canary-key"}}"#;

#[test]
fn a_process_is_started_only_by_name_and_without_credentials() {
    assert_eq!(wire(&plan_of(BUILD, &Asked::default())), "");
    let plan = plan_of(BUILD, &asked(&["build"], &[]));
    assert_eq!(
        wire(&plan),
        "[stdio claude-code build] LOG_LEVEL=info node server.mjs --port 8443"
    );
    let start = &plan.starts["stdio claude-code build"];
    assert_eq!(start.command.as_str(), "node server.mjs --port '${PORT}'");
    let withheld: Vec<&str> = start.withheld.iter().map(Redacted::as_str).collect();
    assert_eq!(withheld, ["API_TOKEN", "DATABASE_URL", "UPSTREAM"]);
}

#[test]
fn variables_whose_names_tell_need_leave() {
    let env = r#""DB_PW": "horse", "otp2": "1234", "access_code": "west", "LICENSE": "west", "REGION": "west""#;
    let servers = format!(r#""b": {{"command": "node", "env": {{{env}}}}}"#);
    let without = plan_of(&servers, &asked(&["b"], &[]));
    assert_eq!(wire(&without), "[stdio claude-code b] REGION=west node");
    let withheld = &without.starts["stdio claude-code b"].withheld;
    assert_eq!(withheld.len(), 4, "{withheld:?}");
}

#[test]
fn a_person_sees_the_whole_directory() {
    let text = r#"{"servers": {"build": {"command": "build-mcp", "cwd": "/srv/work/notes/app"}}}"#;
    let (inventory, vault) = read(".vscode/mcp.json", text);
    let plan = plan(&inventory, &vault, &asked(&["build"], &[]), &environment).unwrap();
    let cwd: Vec<_> = plan
        .starts
        .values()
        .map(|start| start.cwd.clone())
        .collect();
    assert_eq!(cwd, [Some(Redacted::whole("/srv/work/notes/app"))]);
}

#[test]
fn credentials_alone_start_nothing() {
    assert_eq!(
        wire(&plan_of(BUILD, &asked(&[], &["build"]))),
        "warning: .mcp.json:1:17: build: not started, so nothing is sent\n\
hint: `--probe=stdio --allow-run build` starts it"
    );
}

#[test]
fn a_named_process_gets_its_credentials() {
    let said = wire(&plan_of(BUILD, &asked(&["all"], &["build"])));
    for part in [
        "API_TOKEN=canary-token",
        "app:canary-pw@",
        "key=canary-key",
        "<API_TOKEN>",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn a_command_line_that_holds_a_credential_needs_leave() {
    for args in [
        r#"["x.js", "--api-key", "canary-key"]"#,
        r#"["x.js", "--token", "${TRACKER_TOKEN}"]"#,
        r#"["x.js", "postgres://app:canary-pw@db.example.com/x"]"#,
        r#"["x.js", "--password", "/home/me/canary horse"]"#,
        r#"["x.js", "--token=./canary"]"#,
        r#"["x.js", "--url", "https://h.example/?sid=canary"]"#,
    ] {
        let servers = format!(r#""db": {{"command": "node", "args": {args}}}"#);
        let plan = plan_of(&servers, &asked(&["db"], &[]));
        let said = wire(&plan);
        assert!(
            said.contains("db: not probed: its command line holds a credential"),
            "{said}"
        );
        assert!(
            plan.targets.is_empty() && !said.contains("canary"),
            "{said}"
        );
        let plan = plan_of(&servers, &asked(&["db"], &["db"]));
        assert_eq!(plan.targets.len(), 1, "{args}");
        // What is shown before the start holds no secret even then.
        assert!(!format!("{:?}", plan.starts).contains("canary"), "{args}");
    }
}

#[test]
fn only_what_stands_in_the_entry_is_started() {
    let servers = r#""near": {"command": "node", "args": ["${NOT_SET}"]}"#;
    let said = wire(&plan_of(servers, &asked(&["near"], &[])));
    assert!(
        said.contains("not started: in its command line a variable"),
        "{said}"
    );
}

#[test]
fn a_name_that_no_server_has_is_refused_without_being_repeated() {
    let (inventory, vault) = read(".mcp.json", &format!("{{\"mcpServers\": {{{BUILD}}}}}"));
    for asked in [asked(&["canary"], &[]), asked(&[], &["canary"])] {
        let error = plan(&inventory, &vault, &asked, &environment)
            .unwrap_err()
            .to_string();
        assert!(error.ends_with("hint: names: build"), "{error}");
        assert!(!error.contains("canary"), "{error}");
    }
}

#[test]
fn a_url_on_the_command_line_goes_without_its_secrets() {
    let (target, notes) = target_of_url(
        "https://me:canary@mcp.example.com/mcp?key=canary",
        &[],
        &environment,
    )
    .unwrap();
    assert_eq!(target.id, "http https://mcp.example.com/mcp");
    assert_eq!(notes.len(), 1);
    let TargetKind::Http(http) = target.kind else {
        panic!("an HTTP target");
    };
    assert_eq!(of_http(&http), "https://mcp.example.com/mcp");
    for bad in [
        "mcp.example.com",
        "ftp://x/",
        "https://",
        "https://h/fake0token0032fake0token0032fake0",
    ] {
        let error = target_of_url(bad, &[], &environment)
            .unwrap_err()
            .to_string();
        assert!(error.contains("hint: "), "{error}");
    }
}

#[test]
fn a_header_for_a_url_comes_from_a_variable_and_errors_repeat_nothing() {
    let of_url = |header: &str| {
        target_of_url(
            "https://mcp.example.com/mcp",
            &[header.to_owned()],
            &environment,
        )
    };
    for (header, sent) in [
        (
            "Authorization=TRACKER_TOKEN",
            "Authorization: Bearer canary-from-environment <TRACKER_TOKEN>",
        ),
        (
            "X-Api-Key=TRACKER_TOKEN",
            "X-Api-Key: canary-from-environment <TRACKER_TOKEN>",
        ),
    ] {
        let TargetKind::Http(http) = of_url(header).unwrap().0.kind else {
            panic!("an HTTP target");
        };
        assert_eq!(
            of_http(&http),
            format!("https://mcp.example.com/mcp {sent}")
        );
    }
    for (header, message) in [
        ("sk-canary", "expects NAME=VARIABLE"),
        ("=canary", "expects the name of a header"),
        ("X Canary=PORT", "expects the name of a header"),
        ("Host=PORT", "cannot replace a header"),
        ("Mcp-Method=PORT", "cannot replace a header"),
        (
            "Authorization=sk-canary",
            "names a variable that is not set",
        ),
    ] {
        let error = of_url(header).unwrap_err().to_string();
        assert!(
            error.contains(message) && error.contains("hint: "),
            "{error}"
        );
        assert!(!error.to_lowercase().contains("canary"), "{error}");
    }
}

#[test]
fn nothing_of_the_vault_shows() {
    let (_, vault) = read(
        ".mcp.json",
        &format!("{{\"mcpServers\": {{{BUILD}, {TRACKER}}}}}"),
    );
    let shown = format!("{vault:#?}");
    assert!(
        shown.contains("Live(•••)") && !shown.contains("canary"),
        "{shown}"
    );
}
