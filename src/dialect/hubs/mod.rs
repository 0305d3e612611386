//! Hubs, gateways and proxies: their back ends, whom they let in, and what they publish.

mod agentgateway;
mod docker;
mod litellm;
mod toolhive;

use super::ReadCx;
use super::cx::absorb;
use super::fields::approval::{allow, deny};
use super::fields::oauth;
use super::fields::words::{Words, names};
use super::map;
use super::model::{Auto, Both, DefaultRule, Dialect, FileScope, KnownFile, Strictness, Switch, Takes, UntypedUrl, Where, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::launch::Listener;
use crate::inventory::{
    Carrier, Credential, Form, HostKind, MarkLevel, OAuth, Redacted, Scope, ServerEntry, Transport,
};
use crate::syntax::{Node, Syntax};

/// What hubs share: no gate, since the calling host decides.
const HUB: Dialect = Dialect {
    kind: HostKind::Hub,
    default_scope: Scope::Server,
    runs: Where::Deployment,
    approval: DefaultRule::Unknown,
    strict: Strictness::Lenient,
    both: Both::Command,
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[
    Dialect {
        id: "mcpo",
        product: "mcpo",
keys: &["type", "command", "args", "env", "headers", "oauth", "disabledTools"],
takes: Takes::Text,
        untyped_url: UntypedUrl::Means(Transport::Sse),
        read: mcpo,
        ..HUB
    },
    Dialect {
        id: "mcp-hub",
        product: "mcp-hub",
        files: &[
            KnownFile::new("mcphub/servers.json", FileScope::At(Scope::User))
                .lies(&["~/.config/mcphub/servers.json"])
                .in_syntax(Syntax::Json5),
            KnownFile::new(".mcphub/servers.json", FileScope::At(Scope::Project))
                .in_syntax(Syntax::Json5),
        ],
        default_scope: Scope::User,
        runs: Where::ThisMachine,
        wrappers: &[Wrapper::map(&["mcpServers"]), Wrapper::map(&["servers"])],
        untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
        variables: &[
            VarSyntax::Braced,
            VarSyntax::BracedEnv,
            VarSyntax::Input,
            VarSyntax::Command,
        ],
        auto: &[Auto::Either("autoApprove")],
        switches: &[Switch::off("disabled")],
        strict: Strictness::Json5,
        null_inherits: true,
        ..HUB
    },
    Dialect {
        id: "mcphub-samanhappy",
        product: "MCPHub",
        untyped_url: UntypedUrl::Means(Transport::Sse),
        variables: &[VarSyntax::Dollar, VarSyntax::Braced],
        switches: &[Switch::on("enabled")],
        read: mcphub,
        ..HUB
    },
    Dialect {
        id: "mcp-proxy-tbxark",
        product: "mcp-proxy (TBXark)",
        untyped_url: UntypedUrl::Means(Transport::Sse),
        variables: super::generic::ANY_VARIABLE,
        finish: Some(proxy_filter),
        read: proxy,
        ..HUB
    },
    Dialect {
        id: "mcporter",
        product: "mcporter",
        files: &[
            KnownFile::new(".mcporter/mcporter.json", FileScope::At(Scope::User)),
            KnownFile::new(".mcporter/mcporter.jsonc", FileScope::At(Scope::User)),
            KnownFile::new("config/mcporter.json", FileScope::At(Scope::Project)),
            KnownFile::new("config/mcporter.jsonc", FileScope::At(Scope::Project)),
        ],
        default_scope: Scope::Project,
        runs: Where::ThisMachine,
        url_keys: &["baseUrl", "url", "serverUrl"],
        untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
        variables: &[
            VarSyntax::Braced,
            VarSyntax::BracedDefault,
            VarSyntax::PowerShell,
        ],
        finish: Some(bearer),
        read: mcporter,
        ..HUB
    },
    Dialect {
        id: "mcpx",
        product: "Lunar mcpx",
        untyped_url: UntypedUrl::Means(Transport::Unknown),
        variables: super::generic::ANY_VARIABLE,
        unverified: "url without type, variables",
        ..HUB
    },
    agentgateway::ROW,
    litellm::ROW,
    docker::GATEWAY,
    toolhive::ROW,
];

/// Who vouches for a hub's callers.
fn callers(cx: &mut ReadCx<'_>, node: &Node, issuer: Option<&Node>) {
    let at = cx.at(node);
    let mut token = Credential::new(
        Redacted::trusted("caller's token"),
        Form::Oauth,
        Carrier::Host,
    );
    token.source = Some(at.clone());
    cx.out.host.credentials.push(token);
    let issuer = issuer.and_then(Node::as_str);
    let authorization_server = issuer.map(|issuer| cx.host_facts(|facts| facts.url(issuer, &at)).0);
    cx.out.host.callers = Some(OAuth {
        authorization_server,
        source: Some(at),
        ..OAuth::default()
    });
}

/// Without a list mcporter loads the servers of the hosts that it knows.
fn mcporter(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    let text = match root.get("imports") {
        Some(node) if node.items().is_empty() => return,
        Some(node) => {
            let names: Vec<String> = names(cx, node, "imports")
                .iter()
                .map(ToString::to_string)
                .collect();
            format!("also loads the servers of {}", names.join(", "))
        }
        None => "also loads the servers of other hosts' files (default)".to_owned(),
    };
    let at = root.get("imports").map(|node| cx.at(node));
    cx.mark(MarkLevel::Warning, text, at);
}

/// `bearerToken` and the variable that holds one.
fn bearer(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("bearerToken") {
        oauth::secret(cx, entry, "bearerToken", node);
    }
    for key in ["bearerTokenEnv", "bearer_token_env"] {
        if let Some(node) = words.get(key)
            && let Some(variable) = node.as_str()
        {
            let at = cx.at(node);
            let found = cx.facts(entry, |facts| {
                facts.header_from_variable("Authorization", variable, &at)
            });
            absorb(entry, found);
        }
    }
}

fn mcpo(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    let text = "MCP in, OpenAPI out; its port and its callers are in no file";
    cx.mark(MarkLevel::Note, text, None);
}

/// The user list holds password hashes: the hub's own sign-in.
fn mcphub(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    let Some(users) = root.get("users").filter(|node| !node.items().is_empty()) else {
        return;
    };
    let at = Some(cx.at(users));
    let text = format!("{} may sign in", super::count(users.items().len(), "user"));
    cx.policy_mark(MarkLevel::Note, text, at);
    for user in users.items() {
        if let Some(node) = user.get("password")
            && let Some(hash) = node.as_str().filter(|text| !text.is_empty())
        {
            let at = cx.at(node);
            let found = cx.host_facts(|facts| facts.literal_field("password", hash, &at));
            cx.keep_for_host(found);
        }
    }
}

fn proxy(cx: &mut ReadCx<'_>, root: &Node) {
    map::read(cx, root);
    let Some(own) = root.get("mcpProxy") else {
        return;
    };
    if let Some((host, port)) = own
        .get("addr")
        .and_then(|node| node.as_str()?.rsplit_once(':'))
    {
        // No host before the colon is every interface, as Go's listeners have it.
        let all_interfaces = matches!(host, "" | "0.0.0.0" | "[::]");
        cx.listens(Listener {
            all_interfaces,
            port: port.parse().ok(),
            address_written: all_interfaces || matches!(host, "127.0.0.1" | "localhost" | "[::1]"),
        });
    }
    if let Some(tokens) = own.at(&["options", "authTokens"]) {
        for token in tokens.items() {
            let Some(text) = token.as_str().filter(|text| !text.is_empty()) else {
                continue;
            };
            let at = cx.at(token);
            let found = cx.host_facts(|facts| facts.literal_field("authTokens", text, &at));
            cx.keep_for_host(found);
        }
    } else {
        let at = Some(cx.at(own));
        cx.policy_mark(MarkLevel::Warning, "callers need no token", at);
    }
}

/// Says which hosts a container may reach: by name where they are few, else their number.
fn allowed_hosts(list: &Node) -> String {
    let hosts: Vec<String> = list
        .items()
        .iter()
        .filter_map(Node::as_str)
        .map(|host| Redacted::text(host).to_string())
        .collect();
    if (1..=3).contains(&hosts.len()) {
        format!("network: only {}", hosts.join(", "))
    } else {
        format!("network: {}", super::count(hosts.len(), "allowed host"))
    }
}

/// `options.toolFilter {mode, list}`.
fn proxy_filter(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(filter) = words.get("options").and_then(|node| node.get("toolFilter")) else {
        return;
    };
    let Some(list) = filter.get("list") else {
        return;
    };
    let path = words.key("options.toolFilter.list");
    let listed = names(cx, list, &path);
    match filter.get("mode").and_then(Node::as_str) {
        Some("block") => deny(cx, entry, list, &listed),
        _ => allow(cx, entry, list, &listed),
    }
}

#[cfg(test)]
mod tests;
