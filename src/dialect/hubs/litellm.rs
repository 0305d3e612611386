//! The proxy of `LiteLLM`: `mcp_servers` in the configuration of its models.

use super::super::ReadCx;
use super::super::cx::absorb;
use super::super::fields::env;
use super::super::fields::words::{Words, names, text, texts};
use super::super::model::{Dialect, UntypedUrl, Wrapper};
use super::HUB;
use crate::inventory::{Effect, OAuth, ServerEntry, Transport};

pub(super) const ROW: Dialect = Dialect {
    id: "litellm",
    product: "LiteLLM",
    unverified: "url without transport",
    wrappers: &[Wrapper::map(&["mcp_servers"])],
    untyped_url: UntypedUrl::Means(Transport::Unknown),
    types: &[
        ("http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
        ("stdio", Transport::Stdio),
    ],
    finish: Some(finish),
    ..HUB
};

/// How a variable is written in its file.
const VARIABLE: &str = "os.environ/";

/// What it presents to a server: one value, or headers of its own.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some((key, node)) = words.first(&["auth_value", "authentication_token"]) {
        let path = words.key(key);
        if let Some(value) = text(cx, node, &path) {
            let at = cx.at(node);
            if let Some(variable) = value.strip_prefix(VARIABLE) {
                cx.header_from_variable(entry, "Authorization", variable, &at);
            } else {
                let header = format!("Bearer {value}");
                let found = cx.facts(entry, |facts| facts.header("Authorization", &header, &at));
                absorb(entry, found);
            }
        }
    }
    if let Some(node) = words.get("static_headers") {
        env::header_map(cx, entry, node, &words.key("static_headers"), true);
    }
    let oauth = words.get("auth_type").and_then(|node| node.as_str()) == Some("oauth2");
    if oauth {
        entry.oauth.get_or_insert_with(OAuth::default);
    }
    if let Some(node) = words.get("allowed_tools") {
        let listed = names(cx, node, &words.key("allowed_tools"));
        entry.tools.extend(listed);
    }
    if let Some(node) = words.get("disallowed_tools") {
        let (path, at) = (words.key("disallowed_tools"), cx.at(node));
        for tool in texts(cx, node, &path) {
            cx.tool_policy(Some(&entry.name), Some(tool), Effect::Deny, at.clone());
        }
    }
}
