//! Samples in, readings out.

use super::super::testing::{describe, forced, host_marks, marks, reading};
use crate::inventory::launch::Listener;
use crate::inventory::{Form, HostKind, RunsOn};

#[test]
fn mcpo_is_a_bridge_that_asks_nobody() {
    let text = r#"{"mcpServers": {
        "time": {"command": "uvx", "args": ["mcp-server-time"], "disabledTools": ["convert_time"]}, // one tool off
        "sse": {"type": "sse", "url": "http://127.0.0.1:8001/sse"},
        "guarded": {"type": "streamable-http", "url": "http://localhost:8000/mcp", "oauth": {"server_url": "http://localhost:8000"}}}}"#;
    let outcome = forced("mcpo", "config.json", text);
    assert!(outcome.report.notes.is_empty());
    let reading = outcome.reading.expect("a reading");
    assert_eq!(
        describe(&reading),
        [
            "time | stdio | pypi:mcp-server-time | unknown",
            "sse | sse | http://127.0.0.1:8001/sse | unknown",
            "guarded | streamable-http | http://localhost:8000/mcp | unknown | OAuth token oauth",
        ]
    );
    assert!(marks(&reading, "time").contains(&"1 tool switched off"));
    assert_eq!(
        (reading.kind, reading.placement.on),
        (HostKind::Hub, RunsOn::Deployment)
    );
}

#[test]
fn a_hub_holds_password_hashes() {
    let reading = reading(
        "mcp_settings.json",
        r#"{"mcpServers": {"slack": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-slack"]}},
            "users": [{"username": "admin", "password": "$2b$10$FAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKEFAKE"}]}"#,
    );
    assert_eq!(reading.product, "MCPHub");
    assert_eq!(
        describe(&reading),
        ["slack | stdio | npm:@modelcontextprotocol/server-slack | unknown"]
    );
    assert_eq!(reading.host.credentials[0].form, Form::Literal);
    assert_eq!(host_marks(&reading), ["1 user may sign in"]);
    assert!(!format!("{reading:?}").contains("FAKE"));
}

#[test]
fn a_null_variable_is_handed_on_and_a_command_runs() {
    let reading = reading(
        "/home/u/.config/mcphub/servers.json",
        r#"{"mcpServers": {"soil": {"command": "uvx", "args": ["fictive-soil-mcp"],
            "env": {"SOIL_TOKEN": "${cmd: fictive-vault read soil}", "API_KEY": null}, "autoApprove": true, "disabled_tools": ["dig"]}}}"#,
    );
    let line = &describe(&reading)[0];
    assert!(
        line.starts_with("soil | stdio | pypi:fictive-soil-mcp | auto: all"),
        "{line}"
    );
    assert!(line.contains("API_KEY reference"), "{line}");
    assert!(line.contains("SOIL_TOKEN helper"), "{line}");
    assert_eq!(reading.servers[0].helpers.len(), 1);
}

#[test]
fn a_proxy_has_tokens_for_its_callers() {
    let reading = reading(
        "config.json",
        r#"{"mcpProxy": {"addr": ":9090", "options": {"authTokens": ["fake-token-0022"]}},
            "mcpServers": {"soil": {"command": "uvx", "args": ["fictive-soil-mcp"], "options": {"toolFilter": {"mode": "block", "list": ["dig"]}}},
                "feed": {"transportType": "sse", "url": "https://feed.example.com/sse"}}}"#,
    );
    assert_eq!(reading.client, "mcp-proxy-tbxark");
    assert!(marks(&reading, "soil").contains(&"1 tool switched off"));
    assert_eq!(reading.servers[1].transport.word(), "sse");
    assert_eq!(
        reading.host.listeners,
        [Listener {
            all_interfaces: true,
            port: Some(9090),
            address_written: true
        }]
    );
    assert_eq!(reading.host.credentials.len(), 1);
}

#[test]
fn agentgateway_multiplexes_targets() {
    let reading = reading(
        "config.yaml",
        "binds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - mcp:\n          targets:\n          - name: time\n            stdio:\n              cmd: uvx\n              args: [mcp-server-time]\n          - name: mcpbin\n            mcp:\n              host: https://mcpbin.example.com/remote/mcp\n      policies:\n        cors:\n          allowOrigins: ['*']\n        mcpAuthentication:\n          mode: strict\n          issuer: http://localhost:9000\n          audiences: [http://localhost:3000/mcp]\n",
    );
    assert_eq!(reading.client, "agentgateway");
    assert_eq!(
        describe(&reading),
        [
            "time | stdio | pypi:mcp-server-time | unknown",
            "mcpbin | streamable-http | https://mcpbin.example.com/remote/mcp | unknown",
        ]
    );
    assert_eq!(
        host_marks(&reading),
        [
            "CORS *: any web page may call",
            "callers bring a token: strict, audience declared",
        ]
    );
    assert_eq!(reading.host.listeners[0].port, Some(3000));
    let issuer = reading.host.callers.and_then(|c| c.authorization_server);
    assert_eq!(
        issuer.expect("an issuer").shown.as_str(),
        "http://localhost:9000"
    );
}

#[test]
fn docker_names_servers_and_describes_them() {
    let registry = reading(
        "/home/u/.docker/mcp/registry.yaml",
        "registry:\n  soil:\n    ref: \"\"\n  harbor:\n    ref: \"\"\n",
    );
    assert_eq!(
        describe(&registry),
        [
            "soil | unknown | reference | unknown",
            "harbor | unknown | reference | unknown"
        ]
    );
    let catalog = reading(
        "catalogs/x.yaml",
        "registry:\n  soil:\n    type: server\n    image: fictive/soil-mcp:1\n    secrets: [{ name: soil.token, env: SOIL_TOKEN }]\n  harbor:\n    type: remote\n    remote: { url: 'https://mcp.harbor.example.com/mcp', transport_type: streamable-http }\n",
    );
    assert_eq!(
        describe(&catalog),
        [
            "soil | stdio | image fictive/soil-mcp | unknown | SOIL_TOKEN keyring",
            "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown",
        ]
    );
}

#[test]
fn toolhive_runs_one_container() {
    let reading = reading(
        "toolhive/runconfigs/soil.json",
        r#"{"schema_version": "v0.1.0", "name": "soil", "image": "fictive/soil-mcp:2.0", "transport": "streamable-http",
            "permission_profile": {"network": {"outbound": {"insecure_allow_all": false, "allow_host": ["api.soil.example.com"]}}},
            "secrets": ["soil-token,target=SOIL_TOKEN"], "tools_filter": ["probe"]}"#,
    );
    assert_eq!(
        describe(&reading),
        ["soil | streamable-http | image fictive/soil-mcp | unknown | SOIL_TOKEN keyring"]
    );
    assert!(marks(&reading, "soil").contains(&"network: only api.soil.example.com"));
}
