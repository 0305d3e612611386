//! Keys that single products have: variables by name, certificates, tool rules.

use super::super::ReadCx;
use super::super::fields::approval;
use super::super::fields::words::{Words, text};
use super::super::map;
use crate::inventory::{
    Carrier, Credential, CredentialScheme, Effect, Form, Mark, MarkLevel, OAuth, Redacted, Rule,
    ServerEntry,
};
use crate::syntax::Node;

/// `[tools.<server>_<tool>] permission`.
pub(super) fn vibe(cx: &mut ReadCx<'_>, root: &Node) {
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
            let rest = tool
                .key
                .strip_prefix(server.name.as_str())?
                .strip_prefix('_')?;
            Some((server.name.to_string(), rest.to_owned()))
        });
        match server {
            Some((server, name)) => cx.tool_policy(Some(&server), Some(&name), effect, at),
            None => cx.builtin_line("a rule for a tool", at),
        }
    }
}

pub(super) fn vibe_key(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if let Some(node) = words.get("api_key_env") {
        let path = words.key("api_key_env");
        if let Some(variable) = text(cx, node, &path) {
            let header = words.get("api_key_header").and_then(Node::as_str);
            let at = cx.at(node);
            cx.header_from_variable(entry, header.unwrap_or("Authorization"), variable, &at);
        }
    }
    if words
        .get("auth")
        .and_then(|auth| auth.get("type"))
        .and_then(Node::as_str)
        == Some("oauth")
    {
        entry.oauth.get_or_insert_with(OAuth::default);
    }
}

pub(super) fn kimi_key(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words.get("bearerTokenEnvVar") else {
        return;
    };
    let path = words.key("bearerTokenEnvVar");
    if let Some(variable) = text(cx, node, &path) {
        let at = cx.at(node);
        cx.header_from_variable(entry, "Authorization", variable, &at);
    }
}

/// Hermes trusts a server in full unless the file says otherwise; any other word asks before a tool writes.
pub(super) fn hermes(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    mutual_tls(cx, words, entry);
    let Some(node) = words.get("trust") else {
        return;
    };
    match node.as_str() {
        Some("full") => approval::set(cx, entry, Rule::AutoAll, node),
        Some(_) => {
            approval::set(cx, entry, Rule::Asks, node);
            entry.approval.caveat = Some("before tools that write".to_owned());
        }
        None => {
            let path = words.key("trust");
            cx.expected(node, &path, "full or untrusted");
        }
    }
}

/// A client certificate and key, and whether the server's is checked.
pub(super) fn mutual_tls(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
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
            entry
                .marks
                .push(Mark::new(MarkLevel::Alarm, "TLS unchecked", at));
        }
    }
    if let Some(node) = words.get("trust")
        && node.as_str() == Some("full")
    {
        super::super::fields::approval::set(cx, entry, crate::inventory::Rule::AutoAll, node);
    }
}
