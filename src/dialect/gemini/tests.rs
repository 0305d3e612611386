//! Samples in, readings out.

use super::super::testing::{describe, host_marks, marks, outcome, reading, rules};
use crate::inventory::{RunsOn, Scope, SetBy};

#[test]
fn each_transport_has_its_key() {
    let reading = reading(
        "/home/u/.gemini/settings.json",
        r#"{
  // comments are read
  "mcp": { "allowed": ["harbor", "soil", "depot"], "excluded": ["old-feed"] },
  "mcpServers": {
    "harbor": { "httpUrl": "https://mcp.harbor.example.com/mcp", "headers": { "Authorization": "Bearer $HARBOR_TOKEN" }, "includeTools": ["list_ships"] },
    "soil": { "command": "python3", "args": ["-m", "soil_server"], "trust": true },
    "depot": { "url": "https://depot.example.com/mcp" },
    "old-feed": { "url": "https://feed.example.com/sse", "type": "sse" },
    "ticker": { "tcp": "ws://127.0.0.1:7001" }
  }
}"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default) | HARBOR_TOKEN reference",
            "soil | stdio | python3 soil_server | auto: all",
            "depot | http-then-sse | https://depot.example.com/mcp | asks? (product default)",
            "old-feed | sse | https://feed.example.com/sse | asks? (product default) | off: excluded by mcp.excluded",
            "ticker | unknown | ws://127.0.0.1:7001 | asks? (product default) | off: not in mcp.allowed",
        ]
    );
    assert!(marks(&reading, "harbor").contains(&"httpUrl is a deprecated key"));
    let soil = &reading.servers[1].approval;
    assert_eq!(
        (soil.set_by, soil.caveat.as_deref()),
        (SetBy::User, Some("in a trusted folder"))
    );
}

#[test]
fn hooks_alone_are_nothing() {
    let outcome = outcome(
        ".gemini/settings.json",
        r#"{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "python3 x.py"}]}]}}"#,
    );
    assert!(outcome.reading.is_none());
    assert_eq!(outcome.report.status.word(), "ignored");
    assert_eq!(outcome.report.client, Some("gemini-cli"));
}

#[test]
fn the_sandbox_encloses_the_whole_program() {
    let reading = reading(
        ".gemini/settings.json",
        r#"{"mcpServers": {"a": {"command": "x"}, "b": {"httpUrl": "https://b.example.com"}},
            "tools": {"sandbox": {"command": "docker", "image": "fictive/sandbox:3"}, "sandboxNetworkAccess": false}}"#,
    );
    let RunsOn::OwnSandbox { sandbox, container } = &reading.placement.on else {
        panic!("{:?}", reading.placement)
    };
    assert!(container);
    assert_eq!(sandbox.title, "Container (docker) · fictive/sandbox:3");
    assert_eq!(sandbox.limits[0].as_str(), "network: off");
    assert!(host_marks(&reading)[0].starts_with("the whole program runs in its sandbox"));
}

#[test]
fn an_extension_may_not_trust_itself() {
    let reading = reading(
        "gemini-extension.json",
        r#"{"name": "grove", "mcpServers": {"grove": {"command": "node", "args": ["${extensionPath}${/}server.js"], "trust": true}}}"#,
    );
    assert_eq!(reading.scope, Scope::Plugin);
    assert_eq!(
        describe(&reading),
        ["grove | stdio | node server.js | asks? (product default)"]
    );
    assert_eq!(
        host_marks(&reading),
        ["extension grove: its publisher decides what runs"]
    );
}

#[test]
fn a_policy_file_gives_rules() {
    let reading = reading(
        ".gemini/policies/10.toml",
        "[[rule]]\nmcpName = \"harbor\"\ntoolName = \"list_ships\"\ndecision = \"allow\"\n[[rule]]\nmcpName = \"soil\"\ndecision = \"ask_user\"\nmodes = [\"default\"]\n[[rule]]\nmcpName = \"soil\"\ndecision = \"allow\"\nmodes = [\"yolo\"]\n",
    );
    assert_eq!(rules(&reading), ["allow harbor/list_ships", "ask soil/*"]);
    assert_eq!(host_marks(&reading), ["a rule for other modes only"]);
}

#[test]
fn qwen_takes_an_untyped_address_as_sse() {
    let reading = reading(
        ".qwen/settings.json",
        r#"{"mcpServers": {"a": {"url": "https://a.example.com"}}}"#,
    );
    assert_eq!(
        describe(&reading)[0],
        "a | sse | https://a.example.com | asks? (product default)"
    );
    assert_eq!(reading.product, "Qwen Code");
}
