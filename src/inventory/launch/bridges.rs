//! Bridges: stdio to a remote server, or a local server to a port.

use super::walk::Walk;
use super::{Bridge, Listener, args, proxies};
use crate::inventory::facts::Source;
use crate::inventory::secret::is_credential_name;
use crate::inventory::{Carrier, CredentialScheme, Endpoint, Form, MarkLevel, Redacted, Transport};

/// Reads the arguments of a package or program that is a bridge; false where it is none.
pub(super) fn read(walk: &mut Walk<'_, '_>, name: &str, rest: &[String]) -> bool {
    let bare = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    match bare.as_str() {
        "mcp-remote" => mcp_remote(walk, rest),
        "supergateway" => supergateway(walk, rest),
        "mcp-proxy" => proxies::mcp_proxy(walk, name, rest),
        "mcpo" => proxies::mcpo(walk, rest),
        _ => return false,
    }
    true
}

pub(super) fn bridge(name: &str) -> Bridge {
    Bridge {
        name: Redacted::trusted(name),
        remote: None,
        transport: Transport::Unknown,
        publishes: None,
        listener: None,
        allows_http: false,
        holds_tokens: false,
    }
}

pub(super) fn is_address(word: &str) -> bool {
    word.contains("://") || word.starts_with("${") || word.starts_with('$') && !word.contains(' ')
}

/// Tells whether a word may be the address that a bridge connects to, scheme or not.
fn is_remote(word: &str) -> bool {
    is_address(word) || word.contains(['.', ':']) || word.starts_with("localhost")
}

/// Reads the address of the remote server and the credentials in it.
pub(super) fn remote(walk: &mut Walk<'_, '_>, text: &str) -> Endpoint {
    let (endpoint, found) = walk.cx.url(text, walk.at);
    walk.take(found);
    endpoint
}

/// Reads `Name: value` or `Name=value`; variables in it are the bridge's to expand.
fn header(walk: &mut Walk<'_, '_>, text: &str) -> bool {
    let (name, value) = text
        .split_once(':')
        .or_else(|| text.split_once('='))
        .unwrap_or(("header", text));
    header_pair(walk, name.trim(), value.trim())
}

/// True where the header is a credential.
pub(super) fn header_pair(walk: &mut Walk<'_, '_>, name: &str, value: &str) -> bool {
    let source = Source {
        carrier: Carrier::Header,
        at: walk.at,
        expanded: true,
        own_name: false,
    };
    let mut found = walk.cx.header_value(name, value, &source);
    for credential in &mut found.credentials {
        if name.eq_ignore_ascii_case("authorization") && credential.scheme == CredentialScheme::Key
        {
            // `Authorization:${AUTH}` with `Bearer ...` in the variable: the usual way around spaces.
            credential.scheme = CredentialScheme::Unknown;
        }
    }
    let any = !found.credentials.is_empty();
    walk.take(found);
    any
}

/// A word that follows options one by one.
pub(super) struct Cursor<'a> {
    pub(super) words: &'a [String],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn next(&mut self) -> Option<(&'a str, Option<&'a str>)> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        match word.split_once('=').filter(|_| word.starts_with("--")) {
            Some((flag, value)) => Some((flag, Some(value))),
            None => Some((word, None)),
        }
    }

    pub(super) fn value(&mut self, inline: Option<&'a str>) -> &'a str {
        inline.unwrap_or_else(|| {
            self.at += 1;
            self.words
                .get(self.at - 1)
                .map(String::as_str)
                .unwrap_or_default()
        })
    }

    pub(super) fn rest(&self) -> &'a [String] {
        self.words.get(self.at..).unwrap_or_default()
    }
}

/// `mcp-remote URL [port] [--header K:V] [--transport x] [--allow-http]`.
fn mcp_remote(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut bridge = bridge("mcp-remote");
    bridge.transport = Transport::HttpThenSse;
    let mut authorized = false;
    let mut cursor = Cursor { words: rest, at: 0 };
    while let Some((flag, inline)) = cursor.next() {
        match flag {
            "--header" => authorized |= header(walk, cursor.value(inline)),
            "--transport" => {
                bridge.transport = match cursor.value(inline) {
                    "http-only" => Transport::StreamableHttp,
                    "sse-only" => Transport::Sse,
                    _ => Transport::HttpThenSse,
                }
            }
            "--allow-http" => {
                bridge.allows_http = true;
                args::show_flag(walk, flag, None);
            }
            "--static-oauth-client-info" => client_info(walk, cursor.value(inline)),
            "--host" => callback(walk, cursor.value(inline)),
            "--resource"
            | "--ignore-tool"
            | "--static-oauth-client-metadata"
            | "--auth-timeout" => {
                let _ = cursor.value(inline);
            }
            _ if flag.starts_with('-') && is_credential_name(flag) => {
                args::named(walk, flag, cursor.value(inline));
            }
            _ if flag.starts_with('-') => {}
            _ if bridge.remote.is_none() && is_remote(flag) => {
                let word = &rest[cursor.at - 1];
                bridge.remote = Some(remote(walk, word));
            }
            _ => {}
        }
    }
    bridge.holds_tokens = !authorized;
    walk.launch.bridge = Some(bridge);
}

/// The host of the address to which the sign-in comes back; the bridge itself listens on 127.0.0.1.
fn callback(walk: &mut Walk<'_, '_>, host: &str) {
    let text = match host {
        "localhost" | "127.0.0.1" | "::1" | "[::1]" => return,
        "0.0.0.0" | "::" | "[::]" => {
            "sign-in comes back to any address (--host); old releases listen to the network"
                .to_owned()
        }
        other => format!("sign-in comes back to {} (--host)", Redacted::text(other)),
    };
    walk.mark(MarkLevel::Warning, &text);
}

/// `--static-oauth-client-info '{"client_id": ..., "client_secret": ...}'` or `@file`.
fn client_info(walk: &mut Walk<'_, '_>, text: &str) {
    if text.starts_with('@') {
        walk.credential("OAuth client", Form::File, Carrier::Argument);
    } else {
        let json: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        match json
            .get("client_secret")
            .and_then(serde_json::Value::as_str)
        {
            Some(secret) => args::named(walk, "client_secret", secret),
            None if json.is_object() => {}
            None => args::named(walk, "--static-oauth-client-info", text),
        }
    }
}

/// `supergateway --sse URL`, `--streamableHttp URL` (remote) or `--stdio "command" --port N` (published).
fn supergateway(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut bridge = bridge("supergateway");
    let mut port = None;
    let mut cursor = Cursor { words: rest, at: 0 };
    while let Some((flag, inline)) = cursor.next() {
        match flag {
            "--sse" | "--streamableHttp" => {
                let value = cursor.value(inline);
                bridge.transport = if flag == "--sse" {
                    Transport::Sse
                } else {
                    Transport::StreamableHttp
                };
                bridge.remote = Some(remote(walk, value));
            }
            "--stdio" => {
                let line = super::lexer::split(cursor.value(inline), super::lexer::Style::Posix);
                bridge.publishes = Some(Box::new(walk.nested(&line)));
            }
            "--port" => port = cursor.value(inline).parse().ok(),
            "--oauth2Bearer" => args::bearer(walk, "--oauth2Bearer", cursor.value(inline)),
            "--header" => {
                header(walk, cursor.value(inline));
            }
            "--outputTransport"
            | "--baseUrl"
            | "--ssePath"
            | "--messagePath"
            | "--streamableHttpPath"
            | "--logLevel"
            | "--healthEndpoint"
            | "--sessionTimeout"
            | "--protocolVersion" => {
                let _ = cursor.value(inline);
            }
            "--cors" => args::show_flag(walk, flag, None),
            _ => {}
        }
    }
    if bridge.publishes.is_some() {
        bridge.listener = Some(Listener {
            all_interfaces: true,
            port: port.or(Some(8000)),
            address_written: false,
        });
    }
    walk.launch.bridge = Some(bridge);
}
