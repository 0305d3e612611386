//! Reading of addresses: variables first, then the authority by the rules that clients follow, then path and query.

use super::dsn;
use super::flat::Flat;
use super::harmless::is_jumbled;
use super::host::read_host;
use super::path::read_path;
use super::{Endpoint, Place, Scheme};
use crate::inventory::Redacted;
use crate::inventory::credential::Carrier;
use crate::inventory::redact::MASK;
use crate::inventory::secret::{Suspicion, is_credential_name, suspect};

/// A text of an address that is a credential or may be one; never kept.
pub(crate) struct Secret {
    /// Where it travels.
    pub(crate) carrier: Carrier,
    /// Query key, where it has one.
    pub(crate) key: Option<String>,
    /// The text, variables as written.
    pub(crate) value: String,
    /// It stands in the default text of this variable.
    pub(crate) default_of: Option<String>,
}

/// What an address says.
pub(crate) struct Address {
    /// As far as it may be shown.
    pub(crate) endpoint: Endpoint,
    /// A database.
    pub(crate) database: bool,
    /// Credentials in it.
    pub(crate) secrets: Vec<Secret>,
    /// A label of the host is a placeholder, below a real domain.
    pub(crate) placeholder_label: bool,
}

/// Reads a text that is an address by its form; anything else is `None`.
pub(crate) fn read_address(text: &str, identity: u32) -> Option<Address> {
    let flat = Flat::new(text);
    let address = dsn::read(&flat, identity).or_else(|| {
        let scheme = scheme_word(&flat.text)?;
        known_scheme(&scheme).then(|| read_flat(&flat, identity))
    })?;
    Some(address)
}

/// Reads a text that stands where a URL belongs.
pub(crate) fn read_url(text: &str, identity: u32) -> Address {
    read_flat(&Flat::new(text), identity)
}

/// Gives the scheme before `://`, in lower case.
pub(super) fn scheme_word(text: &str) -> Option<String> {
    let (scheme, _) = text.split_once(':')?;
    let valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+.-".contains(&b));
    let rest = &text[scheme.len() + 1..];
    (valid && (rest.starts_with("//") || rest.starts_with("\\\\")))
        .then(|| scheme.to_ascii_lowercase())
}

fn known_scheme(scheme: &str) -> bool {
    matches!(
        scheme,
        "http"
            | "https"
            | "ws"
            | "wss"
            | "unix"
            | "http+unix"
            | "pipe"
            | "npipe"
            | "tcp"
            | "grpc"
            | "grpcs"
            | "mqtt"
            | "mqtts"
            | "ldap"
            | "ldaps"
            | "smtp"
            | "smtps"
            | "imap"
            | "imaps"
            | "ftp"
            | "ftps"
            | "sftp"
    )
}

fn read_flat(flat: &Flat, identity: u32) -> Address {
    let text = flat.text.replace('\\', "/");
    let (scheme, rest) = split_scheme(&text);
    let kind = match scheme.as_deref() {
        Some("https") => Scheme::Https,
        Some("http") => Scheme::Http,
        Some("wss") => Scheme::Wss,
        Some("ws") => Scheme::Ws,
        Some("unix" | "http+unix") => return socket(flat, "unix", rest, identity),
        Some("pipe" | "npipe") => return socket(flat, "pipe", rest, identity),
        Some(word) if flat.var_in(word).is_none() => Scheme::Other,
        _ => Scheme::Unknown,
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let (path, query, fragment) = split_tail(tail);
    let (info, host_port) = match authority.rfind('@') {
        Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
        None => (None, authority),
    };
    let mut secrets = Vec::new();
    if let Some(info) = info {
        userinfo(flat, info, &mut secrets);
    }
    let (shown_path, mut path_secrets) = read_path(flat, path);
    secrets.append(&mut path_secrets);
    let query_keys = read_query(flat, query, &mut secrets);
    if fragment.contains('=') {
        read_query(flat, fragment, &mut secrets);
    }
    let host = read_host(flat, host_port);
    let prefix = match (&scheme, kind) {
        // A scheme is a short word; anything longer may be a secret in front of `://`.
        (Some(word), _) if word.len() <= 16 => format!("{}://", flat.shown(word)),
        (Some(_), _) => "•••://".to_owned(),
        (None, _) => String::new(),
    };
    let shown_path = if host.place == Place::Unreadable {
        String::new()
    } else {
        shown_path
    };
    Address {
        endpoint: Endpoint {
            shown: Redacted::trusted(format!(
                "{prefix}{}{}{shown_path}",
                host.shown, host.port_shown
            )),
            scheme: kind,
            host: Redacted::trusted(host.shown),
            port: host.port,
            path: Redacted::trusted(shown_path),
            place: host.place,
            from_default: flat.default_of.is_some(),
            query_keys,
            identity,
        },
        database: false,
        secrets,
        placeholder_label: host.placeholder_label,
    }
}

/// Splits off the scheme; `https:/x` and `https:x` are addresses too, `host:port` is none with a scheme.
pub(super) fn split_scheme(text: &str) -> (Option<String>, &str) {
    let lower = text.to_ascii_lowercase();
    for scheme in ["https", "http", "wss", "ws"] {
        if lower.starts_with(scheme) && lower[scheme.len()..].starts_with(':') {
            let rest = &text[scheme.len() + 1..];
            if rest.starts_with('/') || !rest.starts_with(|c: char| c.is_ascii_digit()) {
                return (Some(scheme.to_owned()), rest.trim_start_matches('/'));
            }
        }
    }
    match text.split_once("://") {
        Some((scheme, rest)) if !scheme.contains(['/', '?', '#', '@']) => {
            (Some(scheme.to_ascii_lowercase()), rest)
        }
        _ => (None, text.trim_start_matches('/')),
    }
}

fn split_tail(tail: &str) -> (&str, &str, &str) {
    let (before, fragment) = tail.split_once('#').unwrap_or((tail, ""));
    let (path, query) = before.split_once('?').unwrap_or((before, ""));
    (path, query, fragment)
}

fn userinfo(flat: &Flat, info: &str, secrets: &mut Vec<Secret>) {
    let password = info.split_once(':').map_or(info, |(_, password)| password);
    // A user alone is a token on many hosts (`https://TOKEN@host`), a name on others.
    let alone = !info.contains(':');
    if password.is_empty() || (alone && info.eq_ignore_ascii_case("git")) {
        return;
    }
    secrets.push(Secret {
        carrier: Carrier::Userinfo,
        key: None,
        value: flat.written(password),
        default_of: flat.default_of.clone(),
    });
}

/// Reads `key=value&...`; gives the keys.
fn read_query(flat: &Flat, query: &str, secrets: &mut Vec<Secret>) -> Vec<Redacted> {
    const KEYS: &[&str] = &[
        "access",
        "auth",
        "code",
        "jsessionid",
        "k",
        "pass",
        "session",
        "sessionid",
        "sid",
        "sig",
        "t",
        "ticket",
        "user_key",
    ];
    let mut keys = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let is_secret = |text: &str| {
            let text = decode(&flat.neutral(text).replace('+', " "));
            suspect(None, &text) == Suspicion::Secret || is_jumbled(&text)
        };
        if value.is_empty() {
            // A key that nothing follows may be the secret itself.
            let bare = is_secret(key);
            if bare {
                secrets.push(Secret {
                    carrier: Carrier::Query,
                    key: None,
                    value: decode(&flat.written(key)),
                    default_of: None,
                });
            }
            let shown = Redacted::variable(&decode(&flat.written(key)));
            keys.push(if bare { Redacted::trusted(MASK) } else { shown });
            continue;
        }
        let key = decode(&flat.written(key));
        let named_var = flat
            .var_in(value)
            .is_some_and(|var| is_credential_name(&var.name));
        let secret = named_var
            || KEYS.contains(&key.to_ascii_lowercase().as_str())
            || (is_credential_name(&key) && !crate::inventory::secret::is_switch(value))
            || is_secret(value);
        if secret {
            secrets.push(Secret {
                carrier: Carrier::Query,
                key: Some(key.clone()),
                value: decode(&flat.written(value)),
                default_of: None,
            });
        }
        keys.push(Redacted::variable(&key));
    }
    keys
}

fn socket(flat: &Flat, word: &str, rest: &str, identity: u32) -> Address {
    let mut secrets = Vec::new();
    // A socket has no user; what stands before a `@` is one all the same.
    let (info, rest) = match rest.rsplit_once('@') {
        Some((info, rest)) => (info, rest),
        None => ("", rest),
    };
    userinfo(flat, info, &mut secrets);
    let (path, below) = rest.split_once('#').unwrap_or((rest, ""));
    let (path, outer) = path.split_once('?').unwrap_or((path, ""));
    let (below, inner) = below.split_once('?').unwrap_or((below, ""));
    let mut query_keys = read_query(flat, outer, &mut secrets);
    query_keys.append(&mut read_query(flat, inner, &mut secrets));
    let (below, mut path_secrets) = read_path(flat, below);
    secrets.append(&mut path_secrets);
    let socket = Redacted::path(&flat.written(&decode(path)));
    let sign = if below.is_empty() { "" } else { "#" };
    let scheme = if word == "unix" {
        Scheme::Unix
    } else {
        Scheme::Pipe
    };
    Address {
        endpoint: Endpoint {
            shown: Redacted::trusted(format!("{word}://{socket}{sign}{below}")),
            scheme,
            host: Redacted::default(),
            port: None,
            path: Redacted::trusted(format!("{socket}{sign}{below}")),
            place: Place::LocalSocket,
            from_default: flat.default_of.is_some(),
            query_keys,
            identity,
        },
        database: false,
        secrets,
        placeholder_label: false,
    }
}

/// Decodes `%XX`; what is no valid text stays as written.
pub(super) fn decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = |at: usize| bytes.get(at).and_then(|b| char::from(*b).to_digit(16));
        match (bytes[i], hex(i + 1), hex(i + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                i += 3;
            }
            (byte, ..) => {
                out.push(byte);
                i += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
