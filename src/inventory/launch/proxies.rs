//! Bridges that also publish local servers: `mcp-proxy`, `mcpo`.

use super::bridges::{Cursor, bridge, header_pair, is_address, remote};
use super::walk::Walk;
use super::{Gateway, Listener, args, listening};
use crate::inventory::facts::Source;
use crate::inventory::secret::is_credential_name;
use crate::inventory::{Carrier, MarkLevel, Redacted, Transport};

/// Three programs share this name; each bridges in both directions.
#[expect(
    clippy::too_many_lines,
    reason = "one table of options, read in one pass"
)]
pub(super) fn mcp_proxy(walk: &mut Walk<'_, '_>, name: &str, rest: &[String]) {
    let mut bridge = bridge("mcp-proxy");
    let mut host = None;
    let mut port = None;
    let mut names = Vec::new();
    let mut hub = false;
    let mut command: Option<&[String]> = None;
    let mut cursor = Cursor { words: rest, at: 0 };
    while let Some((flag, inline)) = cursor.next() {
        match flag {
            "--" => {
                command = Some(cursor.rest());
                break;
            }
            "--transport" => {
                bridge.transport = match cursor.value(inline) {
                    "streamablehttp" | "streamable-http" | "http" => Transport::StreamableHttp,
                    "sse" => Transport::Sse,
                    _ => Transport::Unknown,
                }
            }
            "--port" | "--sse-port" => port = cursor.value(inline).parse().ok(),
            "--host" | "--sse-host" => host = Some(cursor.value(inline)),
            "--headers" | "-H" => {
                let key = cursor.value(inline);
                let value = cursor.value(None);
                header_pair(walk, key, value);
            }
            "--env" | "-e" => {
                let key = cursor.value(inline);
                let value = cursor.value(None);
                walk.assign(key, value);
            }
            "--client-id" | "--client-secret" | "--apiKey" | "--api-key" => {
                args::named(walk, flag, cursor.value(inline));
            }
            "--token-url" => args::named(walk, flag, cursor.value(inline)),
            "--named-server" => {
                hub = true;
                names.push(Redacted::name(cursor.value(inline)));
                let _ = cursor.value(None);
            }
            "--named-server-config" | "--config" | "-config" => {
                hub = true;
                let _ = cursor.value(inline);
            }
            "--no-verify-ssl" => walk.mark(MarkLevel::Alarm, "TLS unchecked"),
            "--cwd" | "--log-level" | "--allow-origin" | "--verify-ssl" | "--endpoint"
            | "--sseEndpoint" | "--streamEndpoint" | "--server" | "--requestTimeout"
            | "--tunnelSubdomain" => {
                let _ = cursor.value(inline);
            }
            "--tunnel" => walk.mark(
                MarkLevel::Alarm,
                "publishes the port through a public tunnel",
            ),
            _ if flag.starts_with('-') && is_credential_name(flag) => {
                args::named(walk, flag, cursor.value(inline));
            }
            _ if flag.starts_with('-') => {}
            _ if is_address(&rest[cursor.at - 1]) => {
                let text = &rest[cursor.at - 1];
                if bridge.remote.is_none() {
                    bridge.remote = Some(remote(walk, text));
                } else {
                    args::named(walk, "argument", text);
                }
            }
            // After an address nothing more is started.
            _ if bridge.remote.is_some() => {}
            _ => {
                command = Some(&rest[cursor.at - 1..]);
                break;
            }
        }
    }
    if let Some(line) = command.filter(|line| !line.is_empty()) {
        bridge.publishes = Some(Box::new(walk.nested(line)));
    }
    if hub {
        walk.launch.gateway = Some(Gateway {
            product: Redacted::trusted("mcp-proxy"),
            back_ends: names,
        });
    }
    if bridge.publishes.is_some() || hub {
        let npm = matches!(
            walk.launch.program,
            super::Program::Package {
                ecosystem: super::Ecosystem::Npm,
                ..
            }
        ) || name.contains("tbxark");
        bridge.listener = Some(Listener {
            all_interfaces: host.map_or(npm, listening::is_all_interfaces),
            port,
            address_written: host.is_some(),
        });
    }
    if bridge.remote.is_some() && bridge.transport == Transport::Unknown {
        bridge.transport = Transport::Sse;
    }
    bridge.holds_tokens = false;
    walk.launch.bridge = Some(bridge);
}

/// `mcpo --port N --api-key K -- command`: the server as an `OpenAPI` service.
pub(super) fn mcpo(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut bridge = bridge("mcpo");
    let mut host = None;
    let mut port = Some(8000);
    let mut remote_type = false;
    let mut cursor = Cursor { words: rest, at: 0 };
    while let Some((flag, inline)) = cursor.next() {
        match flag {
            "--" => {
                let line = cursor.rest();
                match line.first() {
                    Some(word) if remote_type || word.contains("://") => {
                        bridge.remote = Some(remote(walk, word));
                    }
                    _ => bridge.publishes = Some(Box::new(walk.nested(line))),
                }
                break;
            }
            "--port" | "-p" => port = cursor.value(inline).parse().ok(),
            "--host" | "-h" => host = Some(cursor.value(inline)),
            "--api-key" | "-k" => args::named(walk, "--api-key", cursor.value(inline)),
            "--server-type" | "--type" => {
                let kind = cursor.value(inline);
                remote_type = kind != "stdio";
                bridge.transport = if kind == "sse" {
                    Transport::Sse
                } else {
                    Transport::StreamableHttp
                };
            }
            "--header" | "--headers" => {
                let text = cursor.value(inline);
                let source = Source {
                    carrier: Carrier::Header,
                    at: walk.at,
                    expanded: true,
                    own_name: false,
                };
                let found = walk.cx.variable("headers", text, &source);
                walk.take(found);
            }
            "--config" | "-c" => {
                let _ = cursor.value(inline);
                walk.launch.gateway = Some(Gateway {
                    product: Redacted::trusted("mcpo"),
                    back_ends: Vec::new(),
                });
            }
            "--name"
            | "--description"
            | "--version"
            | "--env"
            | "--path-prefix"
            | "--root-path"
            | "--cors-allow-origins"
            | "--ssl-certfile"
            | "--ssl-keyfile"
            | "--log-level" => {
                let _ = cursor.value(inline);
            }
            _ => {}
        }
    }
    bridge.listener = Some(Listener {
        all_interfaces: host.is_none_or(listening::is_all_interfaces),
        port,
        address_written: host.is_some(),
    });
    walk.launch.bridge = Some(bridge);
}
