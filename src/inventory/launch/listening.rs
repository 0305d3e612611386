//! Ports that a program opens, as far as its flags say.

use super::args::{is_flag, named};
use super::walk::Walk;
use super::{Listener, Network, Program};
use crate::inventory::Redacted;

/// Ports on which databases listen: `--port 5432` names a server to talk to.
const DATABASE_PORTS: &[u16] = &[
    1433, 1521, 3306, 5432, 5433, 6379, 7687, 8123, 9000, 9200, 27017,
];

/// What flags say about a port.
#[derive(Default)]
pub(super) struct Listening {
    host: Option<String>,
    port: Option<u16>,
    transport: Option<String>,
}

/// Reads only what arguments say about a port.
pub(super) fn listen(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut listening = Listening::default();
    for (at, word) in rest.iter().enumerate() {
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        };
        if is_flag(name) {
            let value = inline.or_else(|| rest.get(at + 1).map(String::as_str));
            listening.take(name.trim_start_matches('-'), value);
        }
    }
    listening.conclude(walk);
}

/// Tells whether an address to listen on is one of all interfaces.
pub(super) fn is_all_interfaces(host: &str) -> bool {
    matches!(host, "0.0.0.0" | "::" | "[::]" | "*" | "0" | "")
}

impl Listening {
    /// Takes a flag that speaks of a port, an address or a transport.
    pub(super) fn take(&mut self, bare: &str, value: Option<&str>) -> bool {
        let lower = bare.to_lowercase();
        match lower.as_str() {
            "host" | "bind" | "listen" | "address" | "addr" | "hostname" | "http-addr"
            | "listen-addr" | "bind-address" | "sse-host" | "http-host" | "listen-address" => {
                let Some(value) = value else {
                    return false;
                };
                if let Ok(port) = value.trim_start_matches(':').parse() {
                    self.port = Some(port);
                    self.host.get_or_insert_default();
                    return true;
                }
                let (host, port) = match value.rsplit_once(':') {
                    Some((host, port)) if !host.ends_with(':') => (host, port.parse().ok()),
                    _ => (value, None),
                };
                if port.is_some() {
                    self.port = port;
                    self.host = Some(host.to_owned());
                } else {
                    self.host = Some(value.to_owned());
                }
                true
            }
            "port" | "sse-port" | "http-port" | "mcp-port" => {
                self.port = value.and_then(|value| value.parse().ok());
                value.is_some()
            }
            "transport" => {
                self.transport = value.map(str::to_lowercase);
                value.is_some()
            }
            "http" | "sse" | "streamable-http" | "streamablehttp"
                if value.is_none_or(|value| !value.contains("://")) =>
            {
                self.transport = Some(lower);
                false
            }
            _ => false,
        }
    }

    pub(super) fn conclude(self, walk: &mut Walk<'_, '_>) {
        let host = self.host.as_deref();
        let local = host.is_none_or(|host| {
            is_all_interfaces(host)
                || host == "localhost"
                || host.starts_with("127.")
                || host == "::1"
                || host == "[::1]"
        });
        if let Some(host) = host.filter(|_| !local) {
            // A host that is not this machine is one to talk to.
            let text = self
                .port
                .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
            let database = self.port.is_some_and(|port| DATABASE_PORTS.contains(&port));
            named(
                walk,
                if database { "--db-host" } else { "--api-host" },
                &text,
            );
            if let Some(endpoint) = walk.found.endpoints.last_mut() {
                endpoint.named_by = Redacted::trusted("--host");
            }
            return;
        }
        let stdio = self.transport.as_deref() == Some("stdio");
        let http = self.transport.as_deref().is_some_and(|transport| {
            ["http", "sse", "stream", "ws", "websocket"]
                .iter()
                .any(|word| transport.contains(word))
        });
        let port = self
            .port
            .filter(|port| host.is_some() || http || !DATABASE_PORTS.contains(port));
        let contained = !walk.launch.isolations.is_empty()
            && !walk.sees_host_files()
            && !walk
                .launch
                .isolations
                .iter()
                .any(|isolation| isolation.network == Network::Host);
        let listens = http
            || serves_by_nature(&walk.launch.program)
            || (!stdio && (port.is_some() || host.is_some_and(is_all_interfaces)));
        if listens && !contained {
            walk.launch.listener = Some(Listener {
                all_interfaces: host.is_some_and(is_all_interfaces),
                port,
                address_written: host.is_some(),
            });
        }
    }
}

/// Programs that are HTTP servers.
fn serves_by_nature(program: &Program) -> bool {
    let (Program::Script { name, .. } | Program::Binary { name, .. }) = program else {
        return false;
    };
    matches!(
        name.as_str(),
        "uvicorn" | "gunicorn" | "hypercorn" | "daphne" | "granian" | "http.server"
    )
}
