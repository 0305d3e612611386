//! What an entry says about OAuth: client, scopes, authorization server, stored tokens.

use super::super::ReadCx;
use super::super::cx::absorb;
use super::words::{Words, names};
use crate::inventory::{
    Carrier, Credential, CredentialScheme, Form, Mark, MarkLevel, OAuth, Redacted, ServerEntry,
};
use crate::syntax::Node;

const CLIENT_ID: [&str; 4] = ["clientId", "client_id", "CLIENT_ID", "oauthClientId"];
const SECRET: [&str; 5] = [
    "clientSecret",
    "client_secret",
    "CLIENT_SECRET",
    "oauthClientSecret",
    "codeVerifier",
];
const TOKENS: [&str; 3] = ["access_token", "refresh_token", "id_token"];
/// Keys that name the authorization server, the most telling first.
const SERVERS: [&str; 10] = [
    "authServerMetadataUrl",
    "authorizationServerIssuer",
    "issuer",
    "authorizationUrl",
    "authorization_url",
    "authorizationServer",
    "authorization_server",
    "server_url",
    "tokenUrl",
    "token_url",
];
const SCOPES: [&str; 3] = ["scopes", "scope", "oauthScopes"];
const RESOURCE: [&str; 4] = ["resource", "audience", "audiences", "oauth_resource"];

/// Name of the credential that an OAuth flow yields.
pub(crate) const TOKEN: &str = "OAuth token";

/// Reads the OAuth keys of an entry.
pub(crate) fn oauth(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    for key in ["oauth", "auth", "oauthClient"] {
        let Some(node) = words.get(key) else { continue };
        let path = words.key(key);
        if node.is_map() {
            object(cx, entry, node, &path);
        } else if node.as_bool() == Some(true) || node.as_str() == Some("oauth") {
            let at = cx.at(node);
            entry.oauth.get_or_insert_with(OAuth::default).source = Some(at);
        } else if node.as_bool() == Some(false) {
            let at = Some(cx.at(node));
            entry
                .marks
                .push(Mark::new(MarkLevel::Note, "OAuth switched off", at));
        } else if node.as_str().is_none() {
            cx.expected(node, &path, "a map");
        }
    }
    if let Some(node) = words.get("requiresOAuth")
        && node.as_bool() == Some(true)
    {
        let at = cx.at(node);
        let facts = entry.oauth.get_or_insert_with(OAuth::default);
        facts.source.get_or_insert(at);
    }
    flat(cx, words, entry);
    if entry.oauth.is_some() && !entry.credentials.iter().any(|c| c.form == Form::Oauth) {
        let mut token = Credential::new(Redacted::trusted(TOKEN), Form::Oauth, Carrier::Header);
        token.scheme = CredentialScheme::Bearer;
        token.source = entry.oauth.as_ref().and_then(|oauth| oauth.source.clone());
        entry.credentials.push(token);
    }
}

/// OAuth keys that stand beside the address.
fn flat(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let flat_keys = [
        "oauthClientId",
        "oauth_client_id",
        "oauthScopes",
        "oauth_resource",
    ];
    for key in flat_keys {
        let Some(node) = words.get(key) else { continue };
        let path = words.key(key);
        let at = cx.at(node);
        let listed = match key {
            "oauthScopes" => scopes(cx, node, &path),
            _ => Vec::new(),
        };
        let facts = entry.oauth.get_or_insert_with(OAuth::default);
        facts.source.get_or_insert(at);
        match key {
            "oauthScopes" => facts.scopes.extend(listed),
            "oauth_resource" => facts.resource = node.as_str().map(Redacted::text),
            _ => facts.has_client_id = true,
        }
    }
    for key in ["oauthClientSecret", "oauth_client_secret"] {
        if let Some(value) = words.get(key) {
            secret(cx, entry, key, value);
        }
    }
}

/// Reads an object of OAuth facts.
pub(crate) fn object(cx: &mut ReadCx<'_>, entry: &mut ServerEntry, node: &Node, path: &str) {
    if node.get("enabled").and_then(Node::as_bool) == Some(false) {
        return;
    }
    let mut facts = entry.oauth.take().unwrap_or_default();
    facts.source = Some(cx.at(node));
    facts.has_client_id |= CLIENT_ID.iter().any(|key| has_text(node, key));
    for key in SCOPES {
        if let Some(list) = node.get(key) {
            let listed = scopes(cx, list, &format!("{path}.{key}"));
            facts.scopes.extend(listed);
        }
    }
    if let Some((key, text, value)) = SERVERS
        .iter()
        .find_map(|key| node.get(key).and_then(|v| Some((*key, v.as_str()?, v))))
    {
        let at = cx.at(value);
        let (endpoint, found) = cx.facts(entry, |facts| facts.url(text, &at));
        absorb(entry, found);
        facts.authorization_server = Some(endpoint);
        if key == "authServerMetadataUrl" {
            let text = "the file names the login server";
            entry.marks.push(Mark::new(MarkLevel::Note, text, Some(at)));
        }
    }
    facts.resource = facts.resource.or_else(|| {
        let value = RESOURCE.iter().find_map(|key| node.get(key))?;
        let text = value
            .as_str()
            .or_else(|| value.items().first().and_then(Node::as_str))?;
        Some(Redacted::text(text))
    });
    for key in SECRET {
        if let Some(value) = node.get(key) {
            secret(cx, entry, key, value);
        }
    }
    let tokens = node.get("tokens").unwrap_or(node);
    for key in TOKENS {
        if let Some(value) = tokens.get(key) {
            secret(cx, entry, key, value);
        }
    }
    entry.oauth = Some(facts);
}

fn scopes(cx: &mut ReadCx<'_>, node: &Node, path: &str) -> Vec<Redacted> {
    match node.as_str() {
        Some(text) => text.split_whitespace().map(Redacted::text).collect(),
        None => names(cx, node, path),
    }
}

fn has_text(node: &Node, key: &str) -> bool {
    node.get(key)
        .and_then(Node::as_str)
        .is_some_and(|text| !text.is_empty())
}

/// Reads a secret that stands in a field of the configuration.
pub(crate) fn secret(cx: &mut ReadCx<'_>, entry: &mut ServerEntry, name: &str, value: &Node) {
    let Some(text) = value.scalar().filter(|text| !text.is_empty()) else {
        return;
    };
    let at = cx.at(value);
    let found = cx.facts(entry, |facts| facts.literal_field(name, text, &at));
    absorb(entry, found);
}
