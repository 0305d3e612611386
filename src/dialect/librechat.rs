//! LibreChat: a server deployment with many users; permissions of users stand beside the servers.

use super::ReadCx;
use super::cx::absorb;
use super::fields::words::{Words, texts};
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Shape, Takes, UntypedUrl, Where};
use crate::inventory::VarSyntax;
use crate::inventory::{Form, HostKind, Mark, MarkLevel, Scope, ServerEntry, Target, Transport};
use crate::syntax::Node;

pub(super) const ROWS: &[Dialect] = &[Dialect {
    id: "librechat",
    product: "LibreChat",
    kind: HostKind::Deployment,
    files: &[
        KnownFile::new("librechat.yaml", FileScope::At(Scope::Server)).lies(&["./librechat.yaml"]),
        KnownFile::new("librechat.yml", FileScope::At(Scope::Server)).lies(&["./librechat.yml"]),
    ],
    default_scope: Scope::Server,
    runs: Where::Deployment,
    untyped_url: UntypedUrl::Means(Transport::Sse),
    both: Both::Command,
    types: &[
        ("stdio", Transport::Stdio),
        ("websocket", Transport::Websocket),
        ("sse", Transport::Sse),
        ("streamable-http", Transport::StreamableHttp),
        ("http", Transport::StreamableHttp),
    ],
    invalid: Invalid::File,
    exact: &["command", "args", "env", "headers", "timeout", "initTimeout"],
    takes: Takes::Text,
    variables: &[VarSyntax::Braced, VarSyntax::DoubleCurly],
    approval: DefaultRule::App,
    finish: Some(finish),
    read,
    ..Dialect::BASE
}];

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(servers) = root.get("mcpServers") {
        map::group(cx, servers, &["mcpServers"], Shape::Map);
    }
    users(cx, root);
    model(cx, root);
}

/// What users may do with servers: a permission, not a server.
fn users(cx: &mut ReadCx<'_>, root: &Node) {
    let domains = root.at(&["mcpSettings", "allowedDomains"]);
    if let Some(node) = root.at(&["interface", "mcpServers"]) {
        let on = |key: &str| node.get(key).and_then(Node::as_bool) == Some(true);
        let allowed: Vec<&str> = ["use", "create", "share", "public"]
            .into_iter()
            .filter(|key| on(key))
            .collect();
        let at = Some(cx.at(node));
        let text = match allowed.as_slice() {
            [] => "users may not use servers".to_owned(),
            words => format!("users may {} servers", join(words)),
        };
        cx.policy_mark(MarkLevel::Note, text, at.clone());
        if on("create") {
            let text = "servers that users create are remote ones only";
            cx.policy_mark(MarkLevel::Note, text, at.clone());
            if domains.is_none() {
                let text = "no domain allow list is set";
                cx.policy_mark(MarkLevel::Warning, text, at);
            }
        }
    }
    if let Some(node) = domains {
        let listed = texts(cx, node, "mcpSettings.allowedDomains");
        let at = Some(cx.at(node));
        let mut text = super::count(listed.len(), "allowed domain");
        if listed
            .iter()
            .any(|domain| domain.contains("host.docker.internal"))
        {
            text.push_str(", host.docker.internal among them");
        }
        cx.policy_mark(MarkLevel::Note, text, at);
    }
}

fn join(words: &[&str]) -> String {
    let shown: Vec<&str> = words
        .iter()
        .map(|word| match *word {
            "public" => "publish",
            other => other,
        })
        .collect();
    match shown.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => shown.concat(),
    }
}

/// Where the model runs, and the deployment's own key for it.
fn model(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(endpoints) = root.at(&["endpoints", "custom"]) else {
        return;
    };
    for endpoint in endpoints.items() {
        if let Some(node) = endpoint.get("baseURL")
            && let Some(url) = node.as_str()
            && cx.out.host.inference.is_none()
        {
            let at = cx.at(node);
            let (place, _) = cx.host_facts(|facts| facts.url(url, &at));
            cx.out.host.inference = Some(place);
        }
        if let Some(node) = endpoint.get("apiKey") {
            cx.host_key("apiKey", node);
        }
    }
}

/// What only LibreChat has: variables of each user, an API key object.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(key) = words.get("apiKey").and_then(|node| node.get("key"))
        && let Some(text) = key.as_str().filter(|text| !text.is_empty())
    {
        let at = cx.at(key);
        let found = cx.facts(entry, |facts| facts.literal_field("apiKey", text, &at));
        absorb(entry, found);
    }
    let runs = matches!(entry.target, Target::Process(_));
    if runs && words.any("args").is_none() {
        cx.refuse(entry, "command without args: LibreChat refuses the entry");
    }
    if let Some(own) = words.get("customUserVars") {
        let names: Vec<&str> = own.entries().iter().map(|var| var.key.as_str()).collect();
        for credential in &mut entry.credentials {
            if names.contains(&credential.name.as_str()) {
                credential.form = Form::Prompt;
                credential.broken = None;
            }
        }
        let at = Some(cx.at(own));
        let text = "each user gives an own value";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, host_marks, reading};
    use crate::inventory::{HostKind, RunsOn};

    #[test]
    fn permissions_of_users_are_no_servers() {
        let reading = reading(
            "librechat.yaml",
            "version: 1.3.1\ninterface:\n  mcpServers: {use: true, share: false, create: true, public: false}\nmcpSettings:\n  allowedDomains: ['http://clickhouse-mcp:8000', 'https://mcp.clickhouse.cloud/mcp', 'host.docker.internal']\nmcpServers:\n  Local:\n    type: streamable-http\n    url: http://clickhouse-mcp:8000/mcp\n    headers: {Authorization: 'Bearer ${CLICKHOUSE_MCP_AUTH_TOKEN}'}\n",
        );
        assert_eq!(
            describe(&reading),
            [
                "Local | streamable-http | http://clickhouse-mcp:8000/mcp | unknown: kept in the app \
              | CLICKHOUSE_MCP_AUTH_TOKEN reference"
            ]
        );
        assert_eq!(
            host_marks(&reading),
            [
                "users may use and create servers",
                "servers that users create are remote ones only",
                "3 allowed domains, host.docker.internal among them",
            ]
        );
        assert_eq!(
            (reading.kind, reading.placement.on),
            (HostKind::Deployment, RunsOn::Deployment)
        );
    }

    #[test]
    fn a_file_of_permissions_alone_is_a_policy() {
        let reading = reading(
            "librechat.yaml",
            "version: 1.2.1\ninterface:\n  mcpServers: {use: true, create: true, share: true}\nendpoints:\n  custom:\n    - {name: groq, apiKey: '${GROQ_API_KEY}', baseURL: 'https://api.groq.com/openai/v1/'}\n",
        );
        assert!(reading.servers.is_empty() && reading.host.has_policy);
        assert!(host_marks(&reading).contains(&"no domain allow list is set"));
        let inference = reading.host.inference.as_ref().expect("an address");
        assert_eq!(inference.host.as_str(), "api.groq.com");
        assert_eq!(reading.host.credentials[0].name.as_str(), "GROQ_API_KEY");
    }

    #[test]
    fn an_untyped_address_is_sse_and_a_websocket_by_its_scheme() {
        let reading = reading(
            "librechat.yaml",
            "mcpServers:\n  a: {url: 'https://a.example.com/mcp'}\n  b: {url: 'wss://b.example.com/mcp'}\n  c:\n    type: http\n    url: https://c.example.com/mcp\n    headers: {Authorization: 'Bearer {{OWN_KEY}}'}\n    customUserVars: {OWN_KEY: {title: t}}\n",
        );
        assert_eq!(
            describe(&reading),
            [
                "a | sse | https://a.example.com/mcp | unknown: kept in the app",
                "b | websocket | wss://b.example.com/mcp | unknown: kept in the app",
                "c | streamable-http | https://c.example.com/mcp | unknown: kept in the app | OWN_KEY prompt",
            ]
        );
    }
}
