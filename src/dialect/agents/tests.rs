//! Samples in, readings out.

use super::super::testing::{describe, marks, reading, rules};

#[test]
fn openhands_has_three_lists() {
    let reading = reading(
        "config.toml",
        "[mcp]\nsse_servers = [\"https://feed.example.com/sse\", { url = \"https://secure.example.com/sse\", api_key = \"fake-token-0018\" }]\nstdio_servers = [\n  { name = \"lantern\", command = \"lantern-mcp\", args = \"--mode ro\", env = \"A=1,B=2\" },\n]\n",
    );
    assert_eq!(
        describe(&reading),
        [
            "feed.example.com | sse | https://feed.example.com/sse | unknown: kept in the app",
            "secure.example.com | sse | https://secure.example.com/sse | unknown: kept in the app | api_key literal",
            "lantern | stdio | lantern-mcp | unknown: kept in the app",
        ]
    );
}

#[test]
fn vibe_has_an_array_of_tables() {
    let reading = reading(
        ".vibe/config.toml",
        "[[mcp_servers]]\nname = \"harbor\"\ntransport = \"streamable-http\"\nurl = \"https://mcp.harbor.example.com/mcp\"\napi_key_env = \"HARBOR_TOKEN\"\n[[mcp_servers]]\nname = \"soil\"\ntransport = \"stdio\"\ncommand = \"uvx\"\nargs = [\"fictive-soil-mcp\"]\ndisabled = true\n[tools.harbor_list_ships]\npermission = \"always\"\n",
    );
    assert_eq!(
        describe(&reading),
        [
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown | HARBOR_TOKEN reference",
            "soil | stdio | pypi:fictive-soil-mcp | unknown | off: disabled in the file",
        ]
    );
    assert_eq!(rules(&reading), ["allow harbor/list_ships"]);
}

#[test]
fn hermes_has_certificates_and_trust() {
    let reading = reading(
        "/home/u/.hermes/config.yaml",
        "mcp_servers:\n  harbor: {url: 'https://mcp.harbor.example.com/mcp', auth: oauth, tools: {include: [list_ships]}}\n  depot: {url: 'https://depot.example.com/mcp', client_key: /x/client.key, ssl_verify: false}\n",
    );
    assert_eq!(
        describe(&reading),
        [
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | allows? (product default) | OAuth token oauth",
            "depot | streamable-http | https://depot.example.com/mcp | allows? (product default) | client_key file",
        ]
    );
    assert!(marks(&reading, "depot").contains(&"TLS unchecked"));
    assert_eq!(reading.servers[0].tools[0].as_str(), "list_ships");
}

#[test]
fn openclaw_is_json5() {
    let reading = reading(
        "/home/u/.openclaw/openclaw.json",
        "{ mcp: { servers: { soil: { command: 'uvx', args: ['fictive-soil-mcp'], }, harbor: { url: 'https://mcp.harbor.example.com/mcp', transport: 'streamable-http', enabled: false } } } }",
    );
    assert_eq!(
        describe(&reading),
        [
            "soil | stdio | pypi:fictive-soil-mcp | unknown",
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown | off: disabled in the file",
        ]
    );
    assert!(reading.host.marks.is_empty());
}

#[test]
fn toolsets_of_type_mcp_are_servers() {
    let reading = reading(
        "agent.yaml",
        "agents:\n  root:\n    toolsets:\n      - {type: mcp, command: uvx, args: [fictive-soil-mcp], tools: [probe]}\n      - type: mcp\n        remote: {url: 'https://mcp.harbor.example.com/mcp', transport_type: streamable}\n      - type: filesystem\n",
    );
    assert_eq!(
        describe(&reading),
        [
            "root toolset 1 | stdio | pypi:fictive-soil-mcp | unknown",
            "root toolset 2 | streamable-http | https://mcp.harbor.example.com/mcp | unknown",
        ]
    );
    let tools = reading.host.builtin_tools.expect("lines");
    assert_eq!(tools.lines[0].as_str(), "filesystem");
}

#[test]
fn headers_may_be_a_list() {
    let reading = reading(
        ".mcphost.yml",
        "mcpServers:\n  harbor: {type: remote, url: 'https://mcp.harbor.example.com/mcp', headers: ['Authorization: Bearer ${env://HARBOR_TOKEN}']}\n  fs: {type: builtin, name: fs}\n",
    );
    assert_eq!(
        describe(&reading),
        [
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown | HARBOR_TOKEN reference",
            "fs | builtin | builtin | unknown",
        ]
    );
}

#[test]
fn connections_that_are_not_mcp_are_left_out() {
    let reading = reading(
        "tool-server-connections.json",
        r#"[{"type": "mcp", "url": "https://mcp.harbor.example.com/mcp", "auth_type": "bearer", "key": "fake-token-0017", "config": {"enable": true}, "info": {"name": "Harbor"}},
            {"type": "openapi", "url": "http://mcpo:8000/soil", "auth_type": "none", "config": {"enable": true}}]"#,
    );
    assert_eq!(
        describe(&reading),
        [
            "Harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown: kept in the app | key literal"
        ]
    );
}
