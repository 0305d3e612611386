//! Connection strings of databases: host and port are shown, never the user, the password or the database's name.

use super::flat::Flat;
use super::host::read_host;
use super::read::{Address, Secret, decode, scheme_word};
use super::{Endpoint, Place, Scheme};
use crate::inventory::Redacted;
use crate::inventory::credential::Carrier;
use crate::inventory::secret::is_credential_name;

/// Schemes of databases and brokers, without driver words (`postgresql+asyncpg`).
const SCHEMES: &[&str] = &[
    "amqp",
    "amqps",
    "bolt",
    "cassandra",
    "clickhouse",
    "cockroachdb",
    "couchbase",
    "couchbases",
    "db2",
    "influxdb",
    "kafka",
    "libsql",
    "mariadb",
    "memcached",
    "mongodb",
    "mssql",
    "mysql",
    "mysqlx",
    "nats",
    "neo4j",
    "neo4js",
    "oracle",
    "postgis",
    "postgres",
    "postgresql",
    "redis",
    "rediss",
    "snowflake",
    "sqlserver",
    "tidb",
    "trino",
    "valkey",
    "vertica",
];

/// Reads a connection string; `None` where the text is none.
pub(super) fn read(flat: &Flat, identity: u32) -> Option<Address> {
    let text = flat.text.as_str();
    let (jdbc, body) = match text.get(..5) {
        Some(start) if start.eq_ignore_ascii_case("jdbc:") => (true, &text[5..]),
        _ => (false, text),
    };
    if let Some(scheme) = scheme_word(body) {
        let base = scheme.split('+').next().unwrap_or_default();
        let (_, rest) = body.split_once("://").unwrap_or((body, ""));
        return SCHEMES
            .contains(&base)
            .then(|| read_uri(flat, base, rest, identity));
    }
    if jdbc {
        return Some(read_thin(flat, body, identity));
    }
    read_go(flat, body, identity).or_else(|| read_pairs(flat, body, identity))
}

/// `scheme://user:password@host:port/name?options`.
fn read_uri(flat: &Flat, scheme: &str, rest: &str, identity: u32) -> Address {
    let mut secrets = Vec::new();
    let query_at = rest.find('?').unwrap_or(rest.len());
    let (before, query) = rest.split_at(query_at);
    // Passwords may hold any sign, also `/`: the last `@` ends them.
    let (info, after) = match before.rfind('@') {
        Some(at) => (Some(&before[..at]), &before[at + 1..]),
        None => (None, before),
    };
    if let Some((_, password)) = info.and_then(|info| info.split_once(':')) {
        push(flat, &mut secrets, password);
    }
    let (hosts, tail) = after.split_at(after.find(['/', ';']).unwrap_or(after.len()));
    for pair in query
        .trim_start_matches('?')
        .split('&')
        .chain(tail.split(';'))
    {
        if let Some((key, value)) = pair.split_once('=')
            && is_credential_name(key.trim())
        {
            push(flat, &mut secrets, &decode(value));
        }
    }
    let host = hosts.split(',').next().unwrap_or_default();
    address(flat, scheme, host, secrets, identity)
}

/// `jdbc:oracle:thin:user/password@//host:1521/service` and the like.
fn read_thin(flat: &Flat, body: &str, identity: u32) -> Address {
    let mut secrets = Vec::new();
    let driver = body.split(':').next().unwrap_or_default();
    let scheme = if SCHEMES.contains(&driver) {
        driver
    } else {
        "jdbc"
    };
    let (info, rest) = body.rsplit_once('@').unwrap_or(("", body));
    if let Some((_, password)) = info.rsplit_once('/') {
        push(flat, &mut secrets, password);
    }
    for pair in rest.split(['?', '&', ';']) {
        if let Some((key, value)) = pair.split_once('=')
            && is_credential_name(key.trim())
        {
            push(flat, &mut secrets, value);
        }
    }
    let rest = rest.rsplit_once("//").map_or(rest, |(_, rest)| rest);
    let end = rest.find(['/', '?', ';']).unwrap_or(rest.len());
    let host = if info.is_empty() && !body.contains("//") {
        ""
    } else {
        &rest[..end]
    };
    address(flat, scheme, host, secrets, identity)
}

/// `user:password@tcp(host:3306)/name`.
fn read_go(flat: &Flat, body: &str, identity: u32) -> Option<Address> {
    let (info, rest) = body.split_once("@tcp(")?;
    let (host, _) = rest.split_once(')')?;
    let mut secrets = Vec::new();
    if let Some((_, password)) = info.split_once(':') {
        push(flat, &mut secrets, password);
    }
    Some(address(flat, "mysql", host, secrets, identity))
}

/// `Server=host;User Id=u;Password=p` and `host=h user=u password=p`.
fn read_pairs(flat: &Flat, body: &str, identity: u32) -> Option<Address> {
    let sign = if body.contains(';') { ';' } else { ' ' };
    let pairs: Vec<(String, &str)> = body
        .split(sign)
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.trim().to_ascii_lowercase(), value.trim()))
        .collect();
    if pairs.len() < 2 {
        return None;
    }
    let value_of = |keys: &[&str]| {
        pairs
            .iter()
            .find(|(key, _)| keys.contains(&key.as_str()))
            .map(|(_, value)| *value)
    };
    let host = value_of(&[
        "server",
        "host",
        "hostaddr",
        "data source",
        "datasource",
        "addr",
        "address",
        "endpoint",
        "accountendpoint",
        "network address",
    ]);
    let names_account = value_of(&["accountname"]).is_some();
    if host.is_none() && !names_account {
        return None;
    }
    let mut secrets = Vec::new();
    for (key, value) in &pairs {
        if is_credential_name(key) || key == "pwd" || key.ends_with("accesskey") {
            push(flat, &mut secrets, value);
        }
    }
    let host = host.unwrap_or_default();
    let host = host.split_once("://").map_or(host, |(_, host)| host);
    let host = host.strip_prefix("tcp:").unwrap_or(host);
    let host = host.split(['/', '\\']).next().unwrap_or_default();
    let (host, port) = match host.split_once(',') {
        Some((host, port)) => (host, Some(port.trim())),
        None => (host, value_of(&["port"])),
    };
    let host = port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    Some(address(flat, "", &host, secrets, identity))
}

fn push(flat: &Flat, secrets: &mut Vec<Secret>, password: &str) {
    if !password.is_empty() {
        secrets.push(Secret {
            carrier: Carrier::Dsn,
            key: None,
            value: flat.written(password),
            default_of: flat.default_of.clone(),
        });
    }
}

fn address(flat: &Flat, scheme: &str, host: &str, secrets: Vec<Secret>, identity: u32) -> Address {
    let host = read_host(flat, host);
    let prefix = if scheme.is_empty() {
        String::new()
    } else {
        format!("{scheme}://")
    };
    let place = if host.shown.is_empty() {
        Place::LocalSocket
    } else {
        host.place
    };
    Address {
        endpoint: Endpoint {
            shown: Redacted::trusted(format!("{prefix}{}{}", host.shown, host.port_shown)),
            scheme: Scheme::Other,
            host: Redacted::trusted(host.shown),
            port: host.port,
            path: Redacted::default(),
            place,
            from_default: flat.default_of.is_some(),
            query_keys: Vec::new(),
            identity,
        },
        database: true,
        secrets,
        placeholder_label: false,
    }
}
