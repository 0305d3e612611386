//! Agents of the command line and of servers with own spellings: lists, arrays of tables, YAML maps, a Bash script.

use super::ReadCx;
use super::cx::absorb;
use super::fields::words::{Words, text};
use super::fields::{command::Command, process};
use super::map;
use super::model::{
    Both, DefaultRule, Dialect, FileScope, KnownFile, Shape, Strictness, Switch, UntypedUrl,
    Where, Wrapper,
};
use crate::inventory::VarSyntax;
use crate::inventory::{
    Carrier, Credential, CredentialScheme, Effect, Form, HostKind, Mark, MarkLevel, OAuth,
    Redacted, Scope, ServerEntry, Target, Transport,
};
use crate::syntax::{Node, Syntax};

const HTTP: UntypedUrl = UntypedUrl::Means(Transport::StreamableHttp);

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "openhands",
        product: "OpenHands",
        files: &[KnownFile::new(".openhands/mcp.json", FileScope::At(Scope::User))],
        default_scope: Scope::Server,
        runs: Where::Deployment,
        untyped_url: HTTP,
        read: openhands,
        ..Dialect::BASE
    },
    Dialect {
        id: "mistral-vibe",
        product: "Mistral Vibe",
        files: &[KnownFile::new(".vibe/config.toml", FileScope::ByHome)],
        wrappers: &[Wrapper::list(&["mcp_servers"])],
        untyped_url: UntypedUrl::Refused("url without transport: Vibe refuses the entry"),
        approval: DefaultRule::Unknown,
        switches: &[Switch::off("disabled")],
        finish: Some(vibe_key),
        read: vibe,
        ..Dialect::BASE
    },
    Dialect {
        id: "hermes",
        product: "Hermes",
        files: &[KnownFile::new(".hermes/config.yaml", FileScope::At(Scope::User))],
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["mcp_servers"])],
        untyped_url: HTTP,
        variables: &[VarSyntax::Braced, VarSyntax::BracedEnv],
        approval: DefaultRule::Unknown,
        switches: &[Switch::on("enabled")],
        finish: Some(mutual_tls),
        ..Dialect::BASE
    },
    Dialect {
        id: "openclaw",
        product: "OpenClaw",
        files: &[
            KnownFile::new(".openclaw/openclaw.json", FileScope::At(Scope::User))
                .in_syntax(Syntax::Json5),
        ],
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["mcp", "servers"])],
        untyped_url: UntypedUrl::Means(Transport::Unknown),
        variables: &[VarSyntax::Braced],
        strict: Strictness::Lenient,
        approval: DefaultRule::Unknown,
        switches: &[Switch::on("enabled")],
        finish: Some(mutual_tls),
        ..Dialect::BASE
    },
    Dialect {
        id: "kimi-code",
        product: "Kimi Code",
        files: &[
            KnownFile::new(".kimi-code/mcp.json", FileScope::ByHome),
            KnownFile::new(".kimi/mcp.json", FileScope::ByHome),
        ],
        untyped_url: HTTP,
        approval: DefaultRule::Asks,
        switches: &[Switch::on("enabled")],
        finish: Some(kimi_key),
        ..Dialect::BASE
    },
    Dialect {
        id: "mcphost",
        product: "MCPHost",
        files: &[
            KnownFile::new(".mcphost.yml", FileScope::At(Scope::User)),
            KnownFile::new(".mcphost.json", FileScope::At(Scope::User)),
        ],
        default_scope: Scope::User,
        untyped_url: UntypedUrl::Means(Transport::Sse),
        types: &[
            ("local", Transport::Stdio),
            ("stdio", Transport::Stdio),
            ("remote", Transport::StreamableHttp),
            ("streamable", Transport::StreamableHttp),
            ("sse", Transport::Sse),
            ("builtin", Transport::Builtin),
        ],
        variables: &[VarSyntax::EnvUrl],
        approval: DefaultRule::Unknown,
        ..Dialect::BASE
    },
    Dialect {
        id: "crush",
        product: "Crush",
        files: &[
            KnownFile::new("crush.json", FileScope::At(Scope::Project)),
            KnownFile::new(".crush.json", FileScope::At(Scope::Project)),
            KnownFile::new(".config/crush/crush.json", FileScope::At(Scope::User)),
        ],
        wrappers: &[Wrapper::map(&["mcp"])],
        untyped_url: UntypedUrl::Refused("url without type: Crush refuses the entry"),
        both: Both::Command,
        types: &[
            ("stdio", Transport::Stdio),
            ("http", Transport::StreamableHttp),
            ("sse", Transport::Sse),
        ],
        variables: &[
            VarSyntax::Dollar,
            VarSyntax::Braced,
            VarSyntax::BracedDefault,
            VarSyntax::Command,
        ],
        approval: DefaultRule::Asks,
        switches: &[Switch::off("disabled")],
        read: crush,
        ..Dialect::BASE
    },
    Dialect {
        id: "docker-agent",
        product: "Docker Agent",
        default_scope: Scope::Project,
        wrappers: &[],
        variables: &[VarSyntax::Dollar, VarSyntax::Braced],
        approval: DefaultRule::Unknown,
        read: docker_agent,
        ..Dialect::BASE
    },
    Dialect {
        id: "open-webui",
        product: "Open WebUI",
        kind: HostKind::Deployment,
        default_scope: Scope::Server,
        runs: Where::Deployment,
        wrappers: &[],
        read: open_webui,
        ..Dialect::BASE
    },
];

/// Three lists, each for one transport; an item is an address or an object.
fn openhands(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("mcpServers").is_some() {
        map::read(cx, root);
        return;
    }
    let Some(mcp) = root.get("mcp") else { return };
    for (key, transport) in [
        ("sse_servers", Transport::Sse),
        ("shttp_servers", Transport::StreamableHttp),
    ] {
        for item in mcp.get(key).map(Node::items).unwrap_or_default() {
            address_item(cx, item, key, transport);
        }
    }
    if let Some(list) = mcp.get("stdio_servers") {
        map::group(cx, list, &["mcp", "stdio_servers"], Shape::List);
    }
}

fn address_item(cx: &mut ReadCx<'_>, item: &Node, key: &str, transport: Transport) {
    cx.saw_wrapper = true;
    let url = item.get("url").unwrap_or(item);
    let Some(address) = url.as_str() else {
        cx.expected(item, &format!("mcp.{key}"), "an address or an object with url");
        return;
    };
    let at = cx.at(item);
    let mut entry = cx.new_entry(map::UNNAMED, at.clone());
    let (endpoint, found) = cx.facts(&mut entry, |facts| facts.url(address, &at));
    absorb(&mut entry, found);
    // These lists have no names: the host is the best there is.
    if !endpoint.host.is_empty() {
        entry.name = endpoint.host.clone();
    }
    entry.transport = transport;
    entry.target = Target::Remote(endpoint);
    if let Some(node) = item.get("api_key") {
        super::fields::oauth::secret(cx, &mut entry, "api_key", node);
    }
    cx.out.servers.push(entry);
}

/// `[tools.<server>_<tool>] permission`.
fn vibe(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    for tool in root.get("tools").map(Node::entries).unwrap_or_default() {
        let effect = match tool.value.get("permission").and_then(Node::as_str) {
            Some("always") => Effect::Allow,
            Some("ask") => Effect::Ask,
            Some("never") => Effect::Deny,
            _ => continue,
        };
        let at = cx.at(&tool.value);
        let server = cx.out.servers.iter().find_map(|server| {
            let rest = tool.key.strip_prefix(server.name.as_str())?.strip_prefix('_')?;
            Some((server.name.to_string(), rest.to_owned()))
        });
        match server {
            Some((server, name)) => cx.tool_policy(Some(&server), Some(&name), effect, at),
            None => cx.builtin_line("a rule for a tool", at),
        }
    }
}

fn vibe_key(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("api_key_env") {
        let path = words.key("api_key_env");
        if let Some(variable) = text(cx, node, &path) {
            let header = words.get("api_key_header").and_then(Node::as_str);
            let at = cx.at(node);
            let found = cx.facts(entry, |facts| {
                facts.header_from_variable(header.unwrap_or("Authorization"), variable, &at)
            });
            absorb(entry, found);
        }
    }
    if words.get("auth").and_then(|auth| auth.get("type")).and_then(Node::as_str) == Some("oauth") {
        entry.oauth.get_or_insert_with(OAuth::default);
    }
}

fn kimi_key(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words.get("bearerTokenEnvVar") else {
        return;
    };
    let path = words.key("bearerTokenEnvVar");
    if let Some(variable) = text(cx, node, &path) {
        let at = cx.at(node);
        let found = cx.facts(entry, |facts| {
            facts.header_from_variable("Authorization", variable, &at)
        });
        absorb(entry, found);
    }
}

/// A client certificate and key, and whether the server's is checked.
fn mutual_tls(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    for key in ["client_key", "clientKey", "client_cert", "clientCert"] {
        if let Some(node) = words.get(key) {
            let mut file = Credential::new(Redacted::trusted(key), Form::File, Carrier::Field);
            file.scheme = CredentialScheme::Mtls;
            file.source = Some(cx.at(node));
            entry.credentials.push(file);
        }
    }
    for key in ["ssl_verify", "sslVerify"] {
        if let Some(node) = words.get(key)
            && node.as_bool() == Some(false)
        {
            let at = Some(cx.at(node));
            entry.marks.push(Mark::new(MarkLevel::Alarm, "TLS unchecked", at));
        }
    }
    if let Some(node) = words.get("trust")
        && node.as_str() == Some("full")
    {
        super::fields::approval::set(cx, entry, crate::inventory::Rule::AutoAll, node);
    }
}

/// `permissions.allowed_tools: ["mcp_<server>_<tool>"]`.
fn crush(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    let Some(list) = root.at(&["permissions", "allowed_tools"]) else {
        return;
    };
    let mut own = 0;
    for item in list.items() {
        let Some(rest) = item.as_str().and_then(|text| text.strip_prefix("mcp_")) else {
            own += 1;
            continue;
        };
        let known = cx.out.servers.iter().find_map(|server| {
            let tool = rest.strip_prefix(server.name.as_str())?.strip_prefix('_')?;
            Some((server.name.to_string(), tool.to_owned()))
        });
        let guessed = || rest.split_once('_').map(|(a, b)| (a.to_owned(), b.to_owned()));
        let at = cx.at(item);
        if let Some((server, tool)) = known.or_else(guessed) {
            cx.tool_policy(Some(&server), Some(&tool), Effect::Allow, at);
        }
    }
    if own > 0 {
        let at = cx.at(list);
        let text = super::count(own, "built-in tool");
        cx.builtin_line(format!("{text} without a question"), at);
    }
}

/// Toolsets of agents: those of type `mcp` are servers, the others the host's own tools.
fn docker_agent(cx: &mut ReadCx<'_>, root: &Node) {
    for agent in root.get("agents").map(Node::entries).unwrap_or_default() {
        for (index, node) in agent
            .value
            .get("toolsets")
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            cx.saw_wrapper = true;
            if node.get("type").and_then(Node::as_str) == Some("mcp") {
                toolset(cx, &agent.key, index, node);
            } else {
                let at = cx.at(node);
                let kind = node.get("type").and_then(Node::as_str).unwrap_or("unknown");
                cx.builtin_line(Redacted::name(kind).to_string(), at);
            }
        }
    }
}

fn toolset(cx: &mut ReadCx<'_>, agent: &str, index: usize, node: &Node) {
    let at = cx.at(node);
    let reference = node.get("ref").and_then(Node::as_str);
    let name = node
        .get("name")
        .and_then(Node::as_str)
        .or_else(|| reference.map(|text| text.trim_start_matches("docker:")))
        .map_or_else(|| format!("{agent} toolset {}", index + 1), str::to_owned);
    if let Some(text) = reference {
        let mut entry = cx.new_entry(&name, at.clone());
        if let Some(server) = text.strip_prefix("docker:") {
            let command = Command {
                program: "docker".into(),
                args: ["mcp", "gateway", "run", "--servers", server].map(str::to_owned).into(),
                was_line: false,
            };
            entry.transport = Transport::Stdio;
            process(cx, &mut entry, &command, node, &[], None);
        } else {
            entry.target = Target::Reference(Redacted::name(text));
        }
        cx.out.servers.push(entry);
        return;
    }
    let path = vec!["agents".to_owned(), agent.to_owned(), "toolsets".to_owned()];
    // `type: mcp` is the kind of toolset, not a transport.
    let inner = node.get("remote").unwrap_or(node);
    let mut entry = without_type(cx, &name, at, inner, path);
    if let Some(tools) = node.get("tools") {
        let listed = super::fields::words::names(cx, tools, "tools");
        super::fields::approval::allow(cx, &mut entry, tools, listed);
    }
    cx.out.servers.push(entry);
}

fn without_type(
    cx: &mut ReadCx<'_>,
    name: &str,
    at: crate::diagnostic::Place,
    node: &Node,
    path: Vec<String>,
) -> ServerEntry {
    let crate::syntax::Value::Map(entries) = &node.value else {
        return cx.new_entry(name, at);
    };
    let kept = entries
        .iter()
        .filter(|entry| entry.key != "type" && entry.key != "tools")
        .cloned()
        .collect();
    let copy = Node::new(node.span, crate::syntax::Value::Map(kept));
    super::fields::server(cx, name, at, &copy, path)
}

/// A list of connections, of which those of type `openapi` are no MCP servers.
fn open_webui(cx: &mut ReadCx<'_>, root: &Node) {
    for node in root.items() {
        cx.saw_wrapper = true;
        if node.get("type").and_then(Node::as_str) != Some("mcp") {
            cx.note(node, "type", "a connection that is not MCP; not drawn");
            continue;
        }
        let name = node
            .at(&["info", "name"])
            .or_else(|| node.at(&["info", "id"]))
            .and_then(Node::as_str)
            .unwrap_or(map::UNNAMED);
        let at = cx.at(node);
        let mut entry = without_type(cx, name, at, node, vec![name.to_owned()]);
        entry.transport = Transport::StreamableHttp;
        let scheme = node.get("auth_type").and_then(Node::as_str);
        if scheme == Some("bearer")
            && let Some(key) = node.get("key")
        {
            super::fields::oauth::secret(cx, &mut entry, "key", key);
        }
        if scheme == Some("oauth_2.1") {
            entry.oauth.get_or_insert_with(OAuth::default);
        }
        if node.at(&["config", "enable"]).and_then(Node::as_bool) == Some(false) {
            entry.state = crate::inventory::State::Disabled("disabled in the file".to_owned());
        }
        cx.out.servers.push(entry);
    }
}

#[cfg(test)]
mod tests {
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
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown | OAuth token oauth",
                "depot | streamable-http | https://depot.example.com/mcp | unknown | client_key file",
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
            ["Harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown: kept in the app | key literal"]
        );
    }
}
