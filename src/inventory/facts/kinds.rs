//! What the names of variables say beside credentials: ambient logins, files, addresses, run-time overrides.

use crate::inventory::Form;
use crate::inventory::secret::{is_credential_name, words};

/// Variables that name a login kept elsewhere on the machine.
const AMBIENT: &[(&str, &str)] = &[
    ("AWS_DEFAULT_PROFILE", AWS),
    ("AWS_PROFILE", AWS),
    ("AZURE_CONFIG_DIR", "logins of the Azure CLI"),
    ("CLOUDSDK_ACTIVE_CONFIG_NAME", "logins of gcloud"),
    ("CLOUDSDK_CONFIG", "logins of gcloud"),
    ("DOCKER_CONFIG", "logins of docker"),
    ("GH_CONFIG_DIR", "login of the GitHub CLI"),
    ("GNUPGHOME", "GnuPG keys"),
    ("KRB5CCNAME", "Kerberos tickets"),
    ("KUBECONFIG", "logins to clusters"),
    ("NETRC", "logins of a netrc file"),
    ("SSH_AUTH_SOCK", "keys of the ssh agent"),
];
const AWS: &str = "keys of an AWS profile (~/.aws)";

/// Variables that change what code runs.
const OVERRIDES: &[&str] = &[
    "BASH_ENV",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "GIT_SSH_COMMAND",
    "JAVA_TOOL_OPTIONS",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5OPT",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RUBYOPT",
    "_JAVA_OPTIONS",
];

/// Variables that say where packages come from.
const INDEXES: &[&str] = &[
    "NPM_CONFIG_REGISTRY",
    "PIP_EXTRA_INDEX_URL",
    "PIP_INDEX_URL",
    "UV_DEFAULT_INDEX",
    "UV_EXTRA_INDEX_URL",
    "UV_INDEX",
    "UV_INDEX_URL",
    "YARN_REGISTRY",
];

/// Words that say that an address is one of a database.
const DATABASES: &[&str] = &[
    "CLICKHOUSE",
    "DATABASE",
    "DB",
    "DSN",
    "ELASTICSEARCH",
    "MARIADB",
    "MONGO",
    "MONGODB",
    "MSSQL",
    "MYSQL",
    "NEO4J",
    "PG",
    "PGHOST",
    "POSTGRES",
    "POSTGRESQL",
    "QDRANT",
    "REDIS",
    "SNOWFLAKE",
    "SQL",
    "VALKEY",
];

fn is_one_of(list: &[&str], name: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Says what a variable lets a process use that names a login, its file or its agent.
pub(crate) fn lends(name: &str) -> Option<&'static str> {
    let known = AMBIENT
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|(_, what)| *what)
}

/// Gives the form of a variable that names a login or a key file instead of holding one.
pub(crate) fn ambient(name: &str) -> Option<Form> {
    if lends(name).is_some() {
        return Some(Form::Ambient);
    }
    if name.eq_ignore_ascii_case("GOOGLE_APPLICATION_CREDENTIALS") {
        return Some(Form::File);
    }
    let words = words(name);
    let (last, before) = words.split_last()?;
    let file = matches!(last.as_str(), "FILE" | "PATH" | "JSON") && !before.is_empty();
    (file && is_credential_name(&before.join("_"))).then_some(Form::File)
}

/// Says what a variable changes, where it changes what code runs.
pub(crate) fn override_of(name: &str) -> Option<&'static str> {
    OVERRIDES
        .iter()
        .find(|known| known.eq_ignore_ascii_case(name))
        .copied()
}

/// Tells whether a variable names the place that packages come from.
pub(crate) fn is_package_index(name: &str) -> bool {
    is_one_of(INDEXES, name)
}

/// Tells whether a variable switches off the check of certificates.
pub(crate) fn unchecks_tls(name: &str, value: &str) -> bool {
    let off = ["0", "false", "no"].contains(&value.trim().to_ascii_lowercase().as_str());
    (off && is_one_of(
        &[
            "NODE_TLS_REJECT_UNAUTHORIZED",
            "PYTHONHTTPSVERIFY",
            "GIT_SSL_VERIFY",
        ],
        name,
    )) || (is_one_of(&["GIT_SSL_NO_VERIFY"], name) && !off && !value.trim().is_empty())
}

/// Tells whether the value of a variable is the address of something that the process talks to.
pub(crate) fn is_address_name(name: &str) -> bool {
    let words = words(name);
    let Some((last, before)) = words.split_last() else {
        return false;
    };
    let listens = before.is_empty()
        || before.iter().any(|word| {
            matches!(
                word.as_str(),
                "BIND" | "LISTEN" | "MCP" | "FASTMCP" | "UVICORN"
            )
        });
    match last.as_str() {
        "URL" | "URI" | "ENDPOINT" | "PGHOST" => true,
        "HOST" | "HOSTNAME" | "ADDR" | "ADDRESS" | "SERVER" | "DOMAIN" | "INSTANCE" => !listens,
        "BASE" | "ORIGIN" => before
            .last()
            .is_some_and(|word| word == "API" || word == "URL"),
        _ => false,
    }
}

/// Tells whether a name speaks of a database.
pub(crate) fn is_database_name(name: &str) -> bool {
    words(name)
        .iter()
        .any(|word| DATABASES.contains(&word.as_str()))
}

/// Tells whether a name speaks of an address that is itself a secret.
pub(crate) fn is_webhook(name: &str) -> bool {
    words(name)
        .iter()
        .any(|word| word == "WEBHOOK" || word == "HOOK")
}

/// Tells whether a credential of this name is an address that may hold it.
pub(crate) fn is_connection_name(name: &str) -> bool {
    words(name).last().is_some_and(|last| {
        matches!(
            last.as_str(),
            "URL" | "URI" | "DSN" | "STRING" | "STR" | "WEBHOOK" | "CONNECTION"
        )
    })
}

/// Headers that say who or what, and open nothing.
pub(crate) fn is_custom_header(name: &str) -> bool {
    words(name).iter().any(|word| word == "CUSTOM")
}
