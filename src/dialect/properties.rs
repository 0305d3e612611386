//! Whatever a file or link holds, no client's reader panics, and no token reaches a reading or a message.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{all, clients, link, links, read};
use crate::inventory::Values;
use crate::source::SourceFile;

const TOKEN: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

/// Keys that some reader looks at, and two that none does.
const KEYS: [&str; 48] = [
    "mcpServers",
    "servers",
    "mcp",
    "mcp_servers",
    "context_servers",
    "extensions",
    "amp.mcpServers",
    "projects",
    "inputs",
    "permissions",
    "allow",
    "deny",
    "permission",
    "tools",
    "toolsets",
    "registry",
    "agents",
    "plugins",
    "command",
    "args",
    "env",
    "envs",
    "env_keys",
    "cwd",
    "url",
    "serverUrl",
    "httpUrl",
    "uri",
    "headers",
    "type",
    "transport",
    "auth",
    "oauth",
    "autoApprove",
    "alwaysAllow",
    "trust",
    "disabled",
    "enabled",
    "name",
    "id",
    "sandbox",
    "sandboxEnabled",
    "headersHelper",
    "cmd",
    "config",
    "packages",
    "constructor",
    "",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(TOKEN.to_owned()),
        Just(format!("Bearer {TOKEN}")),
        Just(format!(
            "https://app:{TOKEN}@mcp.notes.example/{TOKEN}?key={TOKEN}"
        )),
        Just(format!("--token={TOKEN}")),
        Just("${input:a}".to_owned()),
        Just("$(cat x)".to_owned()),
        prop::sample::select(vec![
            "npx",
            "docker",
            "stdio",
            "http",
            "sse",
            "*",
            "mcp__a__b",
            "a",
            "/",
            "~",
            "-e"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,6}",
    ]
}

/// A value as deep as a configuration is, and of every wrong type.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|n| json!(n)),
        word().prop_map(Value::String),
    ];
    leaf.prop_recursive(6, 40, 5, |inner| {
        let key = prop_oneof![3 => prop::sample::select(KEYS.to_vec()).prop_map(str::to_owned), 1 => word()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((key, inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_reader_panics_or_lets_a_token_pass(value in value()) {
        let text = value.to_string();
        for (id, _) in clients() {
            let file = SourceFile::from_text("input.json", text.clone());
            let parsed = super::parse(&file).expect("what was written is JSON");
            let outcome = read(&file, &parsed, Some(id), &mut Values::default());
            let said = format!("{:?} {:?} {:?}", outcome.reading, outcome.report, outcome.diagnostics);
            prop_assert!(!said.contains(TOKEN), "{id}: {text}");
        }
    }

    /// The readers of single files (agents, policies, scripts) get the same.
    #[test]
    fn no_reader_of_a_known_file_panics(value in value(), noise in "\\PC{0,40}") {
        for file in all().flat_map(|dialect| dialect.files) {
            let path = format!("x/{}", file.path.replace("**", "a").replace('*', "a"));
            for text in [value.to_string(), format!("{noise}\n{value}"), format!("---\n{value}\n---\n{noise}")] {
                let file = SourceFile::from_text(path.clone(), text);
                if let Ok(parsed) = super::parse(&file) {
                    let outcome = read(&file, &parsed, None, &mut Values::default());
                    let said = format!("{:?} {:?}", outcome.reading, outcome.diagnostics);
                    prop_assert!(!said.contains(TOKEN), "{path}");
                }
            }
        }
    }

    #[test]
    fn no_link_panics_or_is_echoed(query in "\\PC{0,40}", value in value()) {
        let encoded = percent_encoding::utf8_percent_encode(&value.to_string(), percent_encoding::NON_ALPHANUMERIC).to_string();
        for query in [query, encoded] {
            for begin in ["vscode:mcp/install?", "goose://extension?", "cursor://anysphere.cursor-deeplink/mcp/install?config="] {
                match link(&format!("{begin}{query}")) {
                    Some(Ok(link)) => {
                        let shown = format!("{link:?}");
                        prop_assert!(!shown.contains(TOKEN), "a link shows its text");
                    }
                    Some(Err(error)) => {
                        let said = error.to_string();
                        prop_assert!(!said.contains(TOKEN), "an error echoes a link");
                    }
                    None => prop_assert!(false, "no link"),
                }
            }
            let _ = links(&query);
        }
    }
}
