//! Secrets in command lines, told by their place or by their shape, are never kept.

use proptest::prelude::*;

use super::read;

/// Places where nothing but the place says that a word is a secret.
#[test]
fn weak_secrets_are_told_by_their_place() {
    let weak = "canary7";
    for line in include_str!("weak_secrets.txt").lines() {
        let line: Vec<String> = serde_json::from_str(line).unwrap();
        let wrapped: [&[&str]; 4] = [&[], &["env"], &["wsl", "-e"], &["docker", "run", "node:20"]];
        for before in wrapped {
            let words: Vec<&str> = before
                .iter()
                .copied()
                .chain(line.iter().map(String::as_str))
                .collect();
            let (launch, found, marks) = read(&words, &[], None);
            let kept = format!("{launch:?} {found:?} {marks:?}");
            assert!(!kept.contains(weak), "{words:?} kept in {kept}");
        }
    }
}

const CANARY: &str = "ghp_CANARYcanaryCANARYcanary00000000000001";

fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "npx",
        "-y",
        "uvx",
        "--from",
        "uv",
        "run",
        "docker",
        "-e",
        "-v",
        "--mount",
        "bash",
        "-c",
        "cmd",
        "/c",
        "wsl",
        "-d",
        "ssh",
        "-i",
        "sudo",
        "env",
        "powershell",
        "-Command",
        "mcp-remote",
        "supergateway",
        "--stdio",
        "--header",
        "mcp-proxy",
        "--port",
        "--host",
        "--",
        "python",
        "-m",
        "node",
        "deno",
        "nix",
        "op",
        "kubectl",
        "exec",
        "--api-key",
        "--token",
        "A=b",
        "https://x.example.com/y",
        "/home/mara",
        "$(",
        "${",
        "&&",
        "|",
        "'",
        "\"",
        "compose",
        "gateway",
        "mcp",
        "=",
        ":",
        "bwrap",
        "--bind",
        "go",
        "java",
        "-jar",
        "dotnet",
        "--static-oauth-client-info",
        "--named-server",
        "é",
        "\u{202e}",
    ]);
    let shapes = prop::sample::select(vec![
        "",
        "--api-key=",
        "A_TOKEN=",
        "https://u:",
        "https://h.example.com/?key=",
        "/home/mara/",
        "x/",
        "git+https://",
        "Bearer ",
        "Authorization: ",
        "${X:-",
        "$",
        "mcp/x:",
        "host:",
        "-e",
        "-v/",
        "postgres://u:",
        "npm:",
        "@scope/",
        "cd /x && ",
    ]);
    prop_oneof![
        4 => known.prop_map(str::to_owned),
        2 => shapes.prop_map(|shape| format!("{shape}{CANARY}")),
        1 => "[ -~]{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Any words can be read, and a secret among them is never kept.
    #[test]
    fn no_secret_survives(line in prop::collection::vec(word(), 1..9), cwd in prop::option::of(word())) {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let (launch, found, marks) = read(&words, &["SOIL_TOKEN"], cwd.as_deref());
        let kept = format!("{launch:?} {found:?} {marks:?}");
        prop_assert!(!kept.contains("CANARY"), "{:?} kept in {}", line, kept);
    }
}
