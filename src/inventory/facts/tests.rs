//! Values in, credentials and addresses out.

use std::fmt::Write as _;

use super::*;
use crate::inventory::EndpointPlace;

const ALL: &[VarSyntax] = &[
    VarSyntax::Dollar,
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
    VarSyntax::BracedEnv,
    VarSyntax::Input,
    VarSyntax::BracedFile,
    VarSyntax::CurlyEnv,
    VarSyntax::CurlyFile,
    VarSyntax::Secrets,
    VarSyntax::DoubleCurly,
    VarSyntax::Percent,
    VarSyntax::EnvUrl,
    VarSyntax::PowerShell,
    VarSyntax::Keyring,
    VarSyntax::Command,
    VarSyntax::UserConfig,
];

fn at() -> Place {
    Place {
        path: "mcp.json".into(),
        line: 1,
        column: 1,
    }
}

fn describe(found: &Found) -> String {
    let mut parts = Vec::new();
    for credential in &found.credentials {
        let mut part = format!("{} {}", credential.name, credential.form.word());
        let _ = write!(part, " {:?} {:?}", credential.carrier, credential.scheme);
        if credential.placeholder {
            part.push_str(" placeholder");
        }
        if credential.broken.is_some() {
            part.push_str(" broken");
        }
        if credential.literal_default {
            part.push_str(" default");
        }
        if let Some(endpoint) = &credential.destination {
            let _ = write!(part, " to {}", endpoint.shown);
        }
        parts.push(part);
    }
    for endpoint in &found.endpoints {
        let kind = if endpoint.database {
            "database"
        } else {
            "address"
        };
        let variable = matches!(endpoint.endpoint.place, EndpointPlace::Variable(_));
        let variable = if variable { " (variable)" } else { "" };
        parts.push(format!(
            "{} {kind} {}{variable}",
            endpoint.named_by, endpoint.endpoint.shown
        ));
    }
    for setting in &found.settings {
        parts.push(format!("{setting} setting"));
    }
    parts.join("; ")
}

/// Runs a reading with a client that understands the given syntaxes; gives it and the marks.
fn read(understood: &[VarSyntax], read: impl Fn(&mut FactCx<'_>) -> Found) -> (String, String) {
    let mut values = Values::default();
    let inputs = BTreeMap::from([
        (
            "perplexity-key".to_owned(),
            InputKind::Prompt { password: true },
        ),
        ("region".to_owned(), InputKind::Pick),
        ("minted".to_owned(), InputKind::Command),
    ]);
    let mut cx = FactCx {
        values: &mut values,
        understood,
        product: "Fictive Code",
        inputs: &inputs,
        declares: false,
        prefix: None,
        in_repository: true,
        marks: Vec::new(),
        helpers: Vec::new(),
    };
    let found = read(&mut cx);
    let debug = format!("{found:?} {:?} {:?}", cx.marks, cx.helpers);
    for secret in ["FAKE", "fake-", "hunter2"] {
        assert!(!debug.contains(secret), "{debug}");
    }
    let mut marks: Vec<String> = cx.marks.iter().map(|mark| mark.text.clone()).collect();
    marks.extend(
        cx.helpers
            .iter()
            .map(|helper| format!("runs {}", helper.named_by)),
    );
    (describe(&found), marks.join("; "))
}

#[test]
fn variables_of_an_env_map() {
    // A line `NAME=value`, then an indented line with the reading.
    let mut lines = include_str!("tests/env.txt").lines();
    while let Some(line) = lines.next() {
        let (name, value) = line.split_once('=').unwrap();
        let expected = lines.next().unwrap().trim();
        let (found, _) = read(ALL, |cx| cx.env(name, value, &at()));
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn a_foreign_syntax_is_a_broken_reference() {
    let (found, marks) = read(&[VarSyntax::Braced], |cx| {
        cx.env("SOIL_TOKEN", "${env:SOIL_TOKEN}", &at())
    });
    assert_eq!(found, "SOIL_TOKEN broken-reference Env Unknown broken");
    assert_eq!(
        marks,
        "${env:SOIL_TOKEN} is not expanded by Fictive Code: it stays as text"
    );
    let (found, marks) = read(&[VarSyntax::CurlyEnv], |cx| {
        cx.header("Authorization", "Bearer $GITHUB_PAT_TOKEN", &at())
    });
    assert_eq!(
        found,
        "GITHUB_PAT_TOKEN broken-reference Header Bearer broken"
    );
    assert_eq!(
        marks,
        "$GITHUB_PAT_TOKEN is not expanded by Fictive Code: it stays as text"
    );
}

#[test]
fn remarks() {
    let table = [
        (
            "PYTHONPATH",
            "/home/mara/x",
            "PYTHONPATH is set: changes what code runs",
        ),
        ("NODE_TLS_REJECT_UNAUTHORIZED", "0", "TLS unchecked"),
        (
            "npm_config_registry",
            "https://npm.example.com",
            "packages come from another index",
        ),
        (
            "SUPABASE_URL",
            "https://your-project.supabase.example",
            "host looks like a placeholder",
        ),
        ("SOIL_TOKEN", "$(pass show m)", "runs SOIL_TOKEN"),
        // The command of an input is the host's own helper.
        ("SOIL_TOKEN", "${input:minted}", ""),
    ];
    for (name, value, expected) in table {
        assert_eq!(
            read(ALL, |cx| cx.env(name, value, &at())).1,
            expected,
            "{name}"
        );
    }
}

#[test]
fn headers() {
    let table = [
        (
            "Authorization",
            "Bearer ${API_KEY}",
            "API_KEY reference Header Bearer",
        ),
        (
            "Authorization",
            "Bearer ${input:home-assistant-token}",
            "home-assistant-token prompt Header Bearer",
        ),
        (
            "Authorization",
            "Bearer FAKE-cline-token-000",
            "Authorization literal Header Bearer",
        ),
        (
            "Authorization",
            "Bearer token",
            "Authorization literal Header Bearer placeholder",
        ),
        (
            "authorization",
            "Basic ZmFrZTpmYWtl",
            "authorization literal Header Basic",
        ),
        (
            "Authorization",
            "Bearer {file:~/.secrets/harbor}",
            "Authorization file Header Bearer",
        ),
        (
            "Authorization",
            "$(echo Bearer $HARBOR_TOKEN)",
            "Authorization helper Header Key",
        ),
        (
            "X-Custom-Header",
            "value",
            "X-Custom-Header literal Header Key placeholder",
        ),
        (
            "X-Custom",
            "fake-token-0038\n",
            "X-Custom literal Header Key",
        ),
        (
            "CONTEXT7_API_KEY",
            "fake-0",
            "CONTEXT7_API_KEY literal Header Key",
        ),
        ("VERSION", "1.2", ""),
        ("X-Team", "blue", ""),
        ("X-Org", "${ORG:-fictive}", ""),
        ("X-User", "{{LIBRECHAT_USER_ID}}", ""),
        ("Authorization", "", ""),
    ];
    for (name, value, expected) in table {
        assert_eq!(
            read(ALL, |cx| cx.header(name, value, &at())).0,
            expected,
            "{name}: {value}"
        );
    }
}

#[test]
fn names_without_values() {
    let table = [
        (
            "GITHUB_PERSONAL_ACCESS_TOKEN",
            "GITHUB_PERSONAL_ACCESS_TOKEN reference Env Unknown",
        ),
        ("SUPABASE_DB_URL", "SUPABASE_DB_URL reference Env Basic"),
        ("NOTES_URL", "NOTES_URL address ${NOTES_URL} (variable)"),
        ("AWS_PROFILE", "AWS_PROFILE ambient Env Unknown"),
        ("LOG_MODE", "LOG_MODE setting"),
        ("sk-FAKEfakeFAKEfakeFAKEfake0000", "••• literal Env Unknown"),
        ("hunter2 and more", "••• literal Env Unknown"),
    ];
    for (name, expected) in table {
        assert_eq!(
            read(ALL, |cx| cx.env_inherited(name, &at())).0,
            expected,
            "{name}"
        );
    }
    let (found, marks) = read(ALL, |cx| {
        cx.header_from_variable(
            "Authorization",
            "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000",
            &at(),
        )
    });
    assert_eq!(found, "••• literal Header Unknown");
    assert_eq!(marks, "a value stands where the name of a variable belongs");
    let (found, _) = read(ALL, |cx| {
        cx.header_from_variable("X-Team", "X_TEAM_TOKEN", &at())
    });
    assert_eq!(found, "X_TEAM_TOKEN reference Header Key");
    let (found, _) = read(ALL, |cx| cx.env_named("NOTES_TOKEN", Form::Keyring, &at()));
    assert_eq!(found, "NOTES_TOKEN keyring Env Unknown");
    let (found, _) = read(ALL, |cx| {
        cx.literal_field("oauth.clientSecret", "hunter2", &at())
    });
    assert_eq!(found, "oauth.clientSecret literal Field Unknown");
}

#[test]
fn urls_give_their_credentials() {
    let table = [
        (
            "https://soil.example.test/mcp?apiKey=fake-token-0031&tools=probe",
            "apiKey literal Query Key",
        ),
        (
            "https://soil.example.test/mcp?key=${input:perplexity-key}",
            "perplexity-key prompt Query Key",
        ),
        (
            "https://mara:fake-pass-0033@soil.example.test/sse",
            "URL userinfo literal Userinfo Basic",
        ),
        (
            "https://soil.example.test/q7Zr2Lx9Vb4Nn8Kd3Tw6/mcp",
            "URL path literal UrlPath Key",
        ),
        (
            "https://soil.example.test/${SOIL_TOKEN}/mcp",
            "SOIL_TOKEN reference UrlPath Key",
        ),
        (
            "${BASE:-https://u:hunter2@api.example.com}/mcp",
            "BASE reference Userinfo Basic default",
        ),
        ("https://mcp.sentry.dev/mcp/example-org/example-project", ""),
    ];
    for (url, expected) in table {
        let (found, _) = read(ALL, |cx| {
            let (endpoint, found) = cx.url(url, &at());
            assert!(!format!("{endpoint:?}").contains("q7Zr"));
            found
        });
        assert_eq!(found, expected, "{url}");
    }
}

#[test]
fn equal_values_get_equal_ordinals() {
    let (_, _) = read(ALL, |cx| {
        let one = cx.env("A_TOKEN", "hunter2", &at()).credentials[0].value;
        let two = cx
            .header("Authorization", "Bearer hunter2", &at())
            .credentials[0]
            .value;
        let other = cx.env("A_TOKEN", "hunter22", &at()).credentials[0].value;
        assert!(one.is_some() && one == two && one != other);
        Found::default()
    });
}

/// Weak: nothing but its place says that it is a secret.
const CANARY: &str = "canary7";

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(500))]

    /// No value of an env map, a header or a field is kept, however weak; of URLs neither user, query nor fragment.
    #[test]
    fn no_value_survives(
        name in proptest::sample::select(vec!["A_TOKEN", "LOG_MODE", "API_URL", "DB_HOST", "DATABASE_URL", "SLACK_WEBHOOK_URL", "Authorization", "X-Team", "PYTHONPATH", "AWS_PROFILE", "X_HEADERS", "KEY_FILE"]),
        before in proptest::sample::select(vec!["", "Bearer ", "Basic ", "https://u:", "https://", "https://h.example.com/?a=", "https://h.example.com/x#k=", "postgres://u:", "postgres://h/x?password=", "{\"k\": \"", "{\"a\": {\"b\": [\"", "a=", "x-key: ", "${X:-", "$(echo ", "Server=h;Password=", "host=h password=", "u:", "jdbc:oracle:thin:u/", "/home/mara/", "%", "{env:"]),
        after in proptest::sample::select(vec!["", "@h.example.com/x", "@tcp(h:1)/d", "\"}", "\"]}}", "}", ")", ";Database=d", " dbname=d", "%", ":x@h/y", "/x", " y"]),
    ) {
        let value = format!("{before}{CANARY}{after}");
        // The host of an address, and a bare host under the name of one, are meant to be shown.
        let shows_host = before == "https://" && !after.starts_with('@') && !after.starts_with(":x@");
        let bare_host = ["DB_HOST", "API_URL", "DATABASE_URL"].contains(&name) && before.is_empty();
        let variable = matches!(before, "{env:" | "%");
        if shows_host || bare_host || variable {
            return Ok(());
        }
        for syntaxes in [ALL, &[]] {
            let mut values = Values::default();
            let inputs = BTreeMap::new();
            let mut cx = FactCx {
                values: &mut values,
                understood: syntaxes,
                product: "Fictive Code",
                inputs: &inputs,
                declares: false,
                prefix: None,
                in_repository: true,
                marks: Vec::new(),
                helpers: Vec::new(),
            };
            let env = cx.env(name, &value, &at());
            let header = cx.header(name, &value, &at());
            let field = cx.literal_field(name, &value, &at());
            let url = before.starts_with("https://h").then(|| cx.url(&value, &at()));
            let kept = format!("{env:?} {header:?} {field:?} {url:?} {:?} {:?}", cx.marks, cx.helpers);
            proptest::prop_assert!(!kept.contains(CANARY), "{name}={value}: {kept}");
        }
    }
}
