//! What the arguments of a program say: credentials, addresses, paths, a port it opens, known flags.

use super::walk::Walk;
use super::{Listener, Network, Program, Reach, ReachKind, words};
use crate::inventory::facts::{Source, kinds};
use crate::inventory::redact::path::{self, Root};
use crate::inventory::secret::{Suspicion, is_credential_name, suspect};
use crate::inventory::template::Template;
use crate::inventory::{Carrier, CredentialScheme, MarkLevel, Redacted};

/// Flags that change what a server may do; they alone are shown, without values.
const SHOWN: &[&str] = &[
    "access-mode",
    "admin",
    "allow-all",
    "allow-destructive",
    "allow-env",
    "allow-ffi",
    "allow-http",
    "allow-import",
    "allow-net",
    "allow-origins",
    "allow-read",
    "allow-run",
    "allow-sys",
    "allow-write",
    "allowed-hosts",
    "allowed-origins",
    "auto-connect",
    "autoConnect",
    "block-network",
    "block-secrets",
    "blocked-origins",
    "browser",
    "browser-url",
    "browserUrl",
    "caps",
    "cdp-endpoint",
    "cors",
    "dangerously-allow-all",
    "dangerously-skip-permissions",
    "deny-net",
    "deny-read",
    "deny-run",
    "deny-write",
    "disable-write",
    "dynamic-toolsets",
    "enable-write",
    "extension",
    "features",
    "headless",
    "ignore-https-errors",
    "insecure",
    "isolated",
    "no-sandbox",
    "project-ref",
    "read-only",
    "read_only",
    "readonly",
    "readOnly",
    "restricted",
    "sandbox",
    "storage-state",
    "tools",
    "toolsets",
    "unrestricted",
    "unsafe",
    "user-data-dir",
    "vision",
    "write",
    "yolo",
    "A",
];

/// Ports on which databases listen: `--port 5432` names a server to talk to.
const DATABASE_PORTS: &[u16] = &[
    1433, 1521, 3306, 5432, 5433, 6379, 7687, 8123, 9000, 9200, 27017,
];

/// Flags whose value is a route of the server's own HTTP interface.
const ROUTES: &[&str] = &[
    "path",
    "endpoint",
    "route",
    "prefix",
    "base-path",
    "sse-path",
    "message-path",
    "mcp-path",
    "root-path",
];

/// What flags say about a port.
#[derive(Default)]
struct Listening {
    host: Option<String>,
    port: Option<u16>,
    transport: Option<String>,
}

/// Reads the arguments of a program.
pub(super) fn read(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut listening = Listening::default();
    let mut at = 0;
    let mut flag = String::new();
    while let Some(word) = rest.get(at) {
        at += 1;
        if !is_flag(word) {
            positional(walk, &flag, word);
            flag.clear();
            continue;
        }
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        };
        if inline != Some("") {
            show_flag(walk, name);
        }
        let next = rest
            .get(at)
            .filter(|next| inline.is_none() && !is_flag(next));
        let value = inline.or(next.map(String::as_str));
        let bare = name.trim_start_matches('-');
        if is_header_flag(name) {
            at += usize::from(next.is_some());
            // `--headers Name value` takes two words.
            let second = rest.get(at).filter(|_| {
                bare == "headers" && value.is_some_and(|text| !text.contains([':', '=']))
            });
            at += usize::from(second.is_some());
            headers(walk, value.unwrap_or_default(), second.map(String::as_str));
        } else if listening.take(bare, value) || takes_value(bare) {
            at += usize::from(next.is_some());
            if takes_value(bare) {
                let value = value.unwrap_or_default();
                let address = value.contains(':') || !is_credential_name(bare);
                if !(address && database_or_socket(walk, value)) {
                    named(walk, name, value);
                }
            }
        } else if let Some(value) = inline {
            positional(walk, name, value);
        } else {
            name.clone_into(&mut flag);
        }
    }
    listening.conclude(walk);
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

/// Shows a flag where it is a known one.
pub(super) fn show_flag(walk: &mut Walk<'_, '_>, name: &str) {
    let bare = name.trim_start_matches('-');
    let bare = bare.split('=').next().unwrap_or_default();
    if matches!(
        bare,
        "ignore-https-errors"
            | "insecure"
            | "no-verify-ssl"
            | "skip-tls-verify"
            | "no-verify"
            | "insecure-skip-tls-verify"
    ) {
        walk.mark(MarkLevel::Alarm, "TLS unchecked");
    }
    let shown = Redacted::trusted(name.split('=').next().unwrap_or_default());
    if name.starts_with('-') && SHOWN.contains(&bare) && !walk.launch.flags.contains(&shown) {
        walk.launch.flags.push(shown);
    }
}

/// Reads a value under the name of a flag, property or field.
pub(super) fn named(walk: &mut Walk<'_, '_>, name: &str, value: &str) {
    let source = Source {
        carrier: Carrier::Argument,
        at: walk.at,
        expanded: walk.expanded,
        own_name: false,
    };
    let found = walk.cx.variable(name, value, &source);
    walk.take(found);
}

/// Reads a value that is sent as a bearer token.
pub(super) fn bearer(walk: &mut Walk<'_, '_>, name: &str, value: &str) {
    let before = walk.found.credentials.len();
    named(walk, name, value);
    for credential in walk.found.credentials.iter_mut().skip(before) {
        credential.scheme = CredentialScheme::Bearer;
    }
}

/// Tells whether an address to listen on is one of all interfaces.
pub(super) fn is_all_interfaces(host: &str) -> bool {
    matches!(host, "0.0.0.0" | "::" | "[::]" | "*" | "0" | "")
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-')
        && word.len() > 1
        && !word[1..].starts_with(|c: char| c.is_ascii_digit() || c.is_whitespace())
}

fn is_header_flag(name: &str) -> bool {
    matches!(
        name,
        "-H" | "--header" | "--headers" | "--http-header" | "--custom-header"
    )
}

/// Tells whether the value of a flag is read by its name.
fn takes_value(bare: &str) -> bool {
    is_credential_name(bare)
        || kinds::ambient(bare).is_some()
        || (kinds::is_address_name(bare) && bare.len() > 4 && bare != "server")
        || matches!(bare, "env" | "url" | "uri" | "dsn" | "database" | "db")
}

fn headers(walk: &mut Walk<'_, '_>, value: &str, second: Option<&str>) {
    let (name, value) = match second {
        Some(second) => (value, second),
        None => value
            .split_once(':')
            .or_else(|| value.split_once('='))
            .unwrap_or(("header", value)),
    };
    let source = Source {
        carrier: Carrier::Header,
        at: walk.at,
        expanded: walk.expanded,
        own_name: false,
    };
    let found = walk.cx.header_value(name.trim(), value.trim(), &source);
    walk.take(found);
}

/// Reads a word that is no flag; `flag` is the one before it, if any.
fn positional(walk: &mut Walk<'_, '_>, flag: &str, word: &str) {
    if word.trim().is_empty() {
        return;
    }
    let bare = flag.trim_start_matches('-');
    if let Some((name, value)) = words::assignment(word) {
        if is_credential_name(name) || kinds::is_address_name(name) || bare == "env" || bare == "e"
        {
            walk.assign(name, value);
            return;
        }
    }
    if database_or_socket(walk, word) {
        return;
    }
    if is_path(word) {
        if !is_route(bare, word) {
            reach(walk, word);
        }
        let secret = suspect(None, &Template::parse(word).literal()) == Suspicion::Secret;
        if !secret || walk.sees_host_files() {
            return;
        }
    }
    // `key: value` in one word is a header wherever it stands.
    if let Some((name, value)) = word
        .split_once(':')
        .filter(|(name, _)| is_credential_name(name))
    {
        headers(walk, &format!("{name}:{value}"), None);
        return;
    }
    let template = Template::parse(word);
    let referred = template
        .only_var()
        .filter(|var| is_credential_name(var.bare_name()));
    match referred {
        Some(var) => {
            let name = var.bare_name().to_owned();
            named(walk, &name, word);
        }
        None => named(walk, if flag.is_empty() { "argument" } else { flag }, word),
    }
}

/// Tells whether a word looks like a path of this system.
fn is_path(word: &str) -> bool {
    let drive = word.get(1..3).is_some_and(|s| s == ":\\" || s == ":/")
        && word.starts_with(|c: char| c.is_ascii_alphabetic());
    let starts = ["/", "~/", "./", "../", "\\\\", ".\\", "..\\"]
        .iter()
        .any(|start| word.starts_with(start));
    let reading = || path::read(word).root;
    drive
        || (starts && !word.starts_with("//"))
        || matches!(word, "~" | "." | "..")
        || (word.starts_with(['$', '%']) && matches!(reading(), Root::Home | Root::Workspace))
}

fn is_route(flag: &str, word: &str) -> bool {
    let single = word.starts_with('/') && word.len() > 1 && !word[1..].contains('/');
    single
        && (ROUTES.contains(&flag)
            || flag.to_lowercase().ends_with("path")
            || matches!(word, "/mcp" | "/sse" | "/message" | "/messages"))
}

/// Reads database files and container sockets, in arguments and variables alike; true where the word is one.
pub(super) fn database_or_socket(walk: &mut Walk<'_, '_>, word: &str) -> bool {
    let lower = word.to_lowercase();
    let file = [
        "sqlite:///",
        "sqlite3:///",
        "sqlite+aiosqlite:///",
        "duckdb:///",
        "sqlite://",
        "sqlite:",
        "duckdb:",
        "file:",
    ]
    .iter()
    .find_map(|scheme| lower.strip_prefix(scheme))
    .map(|rest| &word[word.len() - rest.len()..]);
    let text = file.unwrap_or(word);
    let text = text.split('?').next().unwrap_or_default();
    let lower = text.to_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    let plain = !text.contains(char::is_whitespace) && (file.is_some() || !text.contains("://"));
    let kind = if !plain {
        return false;
    } else if ends(&[".db", ".sqlite", ".sqlite3", ".db3", ".duckdb"]) {
        ReachKind::DatabaseFile
    } else if ends(&["docker.sock", "podman.sock"]) {
        ReachKind::DockerSocket
    } else {
        return false;
    };
    if walk.sees_host_files() {
        let shown = match kind {
            ReachKind::DockerSocket => Redacted::trusted("docker socket"),
            _ => Redacted::path(text),
        };
        push_reach(walk, Reach { shown, kind });
    }
    true
}

fn reach(walk: &mut Walk<'_, '_>, word: &str) {
    if !walk.sees_host_files() {
        return;
    }
    let reading = path::read(word);
    let kind = match reading.root {
        Root::Home if reading.parts.is_empty() => ReachKind::Home,
        Root::Disk => ReachKind::WholeDisk,
        _ => ReachKind::Path,
    };
    push_reach(
        walk,
        Reach {
            shown: Redacted::path(word),
            kind,
        },
    );
}

fn push_reach(walk: &mut Walk<'_, '_>, reach: Reach) {
    if !walk.launch.reach.contains(&reach) {
        walk.launch.reach.push(reach);
    }
}

impl Listening {
    /// Takes a flag that speaks of a port, an address or a transport.
    fn take(&mut self, bare: &str, value: Option<&str>) -> bool {
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

    fn conclude(self, walk: &mut Walk<'_, '_>) {
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
