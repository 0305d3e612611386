//! Addresses in, what is shown of them and the credentials in them out.

use std::fmt::Write as _;

use super::*;

fn describe(address: &Address) -> String {
    let endpoint = &address.endpoint;
    let place = match &endpoint.place {
        Place::Public { provider, tunnel } => {
            format!("{}{provider}", if *tunnel { "tunnel " } else { "" })
        }
        Place::Variable(name) => format!("variable {name}"),
        other => format!("{other:?}"),
    };
    let mut line = format!("{} | {place}", endpoint.shown);
    if endpoint.from_default {
        line.push_str(" (default)");
    }
    if address.database {
        line.push_str(" | database");
    }
    for secret in &address.secrets {
        let key = secret.key.as_deref().unwrap_or("-");
        let _ = write!(line, " | {:?} {key} {}", secret.carrier, secret.value);
    }
    line
}

#[expect(clippy::too_many_lines, reason = "one table")]
#[test]
fn urls() {
    let table = [
        (
            "https://mcp.sentry.dev/mcp/example-org/example-project",
            "https://mcp.sentry.dev/mcp/example-org/example-project | sentry.dev",
        ),
        (
            "HTTPS://MCP.Example.COM.:8443/MCP",
            "https://mcp.example.com:8443/MCP | example.com",
        ),
        (
            "${API_BASE_URL:-https://api.example.com}/mcp",
            "https://api.example.com/mcp | example.com (default)",
        ),
        (
            "https://${input:host-name}/mcp_server/sse",
            "https://${input:host-name}/mcp_server/sse | variable host-name",
        ),
        (
            "${input:CARTO_MCP_URL}",
            "${input:CARTO_MCP_URL} | variable CARTO_MCP_URL",
        ),
        ("${BASE}/mcp", "${BASE}/mcp | variable BASE"),
        ("${BASE:-word}/mcp", "${BASE}/mcp | variable BASE"),
        (
            "unix://me:pw@/run/x.sock?key=k#/mcp",
            "unix:///run/x.sock#/mcp | LocalSocket | Userinfo - pw | Query key k",
        ),
        (
            "https://${env:HARBOR_HOST}/mcp",
            "https://${env:HARBOR_HOST}/mcp | variable HARBOR_HOST",
        ),
        (
            "https://{tenant}.harbor.example.com/mcp",
            "https://{tenant}.harbor.example.com/mcp | example.com",
        ),
        (
            "http://localhost:${PORT:-3000}/mcp",
            "http://localhost:3000/mcp | Loopback (default)",
        ),
        (
            "http://localhost:${PORT}/mcp",
            "http://localhost:${PORT}/mcp | Loopback",
        ),
        (
            "unix:///run/soil.sock#/mcp",
            "unix:///run/soil.sock#/mcp | LocalSocket",
        ),
        (
            "unix:///home/mara/soil.sock",
            "unix://~/soil.sock | LocalSocket",
        ),
        (
            "pipe:///pipe/fictive-mcp",
            "pipe://…/fictive-mcp | LocalSocket",
        ),
        ("localhost:8080/mcp", "localhost:8080/mcp | Loopback"),
        ("api.example.com", "api.example.com | example.com"),
        ("ws://127.0.0.1:9000", "ws://127.0.0.1:9000 | Loopback"),
        (
            "http://169.254.169.254/mcp",
            "http://169.254.169.254/mcp | CloudMetadata",
        ),
        (
            "http://host.docker.internal:3000/mcp",
            "http://host.docker.internal:3000/mcp | ContainerHost",
        ),
        ("http://[::1]:3000/mcp", "http://[::1]:3000/mcp | Loopback"),
        (
            "http://192.0.2.10:3000/mcp",
            "http://192.0.2.10:3000/mcp | 192.0.2.10",
        ),
        (
            "http://clickhouse-mcp:8000/mcp",
            "http://clickhouse-mcp:8000/mcp | Private",
        ),
        (
            "https://<your-host>/mcp",
            "https://<your-host>/mcp | Placeholder",
        ),
        (
            "http://YOUR_SERVER:8000/mcp",
            "http://your_server:8000/mcp | Placeholder",
        ),
        (
            "https://bücher.example/x",
            "https://xn--bcher-kva.example/x | xn--bcher-kva.example",
        ),
        (
            "https:\\\\evil.example.com\\x",
            "https://evil.example.com/x | example.com",
        ),
        (
            "https:/one.example.com/x",
            "https://one.example.com/x | example.com",
        ),
        ("", " | Unreadable"),
        ("https://host with space/x", "https://••• | Unreadable"),
        (
            "https://user:pa/ss@host.example.com/x",
            "https://••• | Unreadable",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(describe(&read_url(text, 0)), expected, "{text}");
    }
}

#[test]
fn secrets_in_urls_are_found_and_not_shown() {
    let table = [
        (
            "https://soil.example.test/mcp?apiKey=fake-token-0031&tools=probe",
            "https://soil.example.test/mcp | example.test | Query apiKey fake-token-0031",
        ),
        (
            "https://soil.example.test/fake0token0032fake0token0032fake0/v2/mcp",
            "https://soil.example.test/•••/v2/mcp | example.test | UrlPath - fake0token0032fake0token0032fake0",
        ),
        (
            "https://h.example.com/00000000-fa4e-4000-8000-000000000000/mcp",
            "https://h.example.com/•••/mcp | example.com | UrlPath - 00000000-fa4e-4000-8000-000000000000",
        ),
        (
            "https://mara:fake-pass-0033@soil.example.test/sse",
            "https://soil.example.test/sse | example.test | Userinfo - fake-pass-0033",
        ),
        (
            "https://soil.example.test/mcp#token=fake-token-0034",
            "https://soil.example.test/mcp | example.test | Query token fake-token-0034",
        ),
        (
            "https://x.example.com/mcp?key=${input:k}",
            "https://x.example.com/mcp | example.com | Query key ${input:k}",
        ),
        (
            "https://x.example.com/mcp?region=north",
            "https://x.example.com/mcp | example.com",
        ),
        (
            "https://x.example.com/${MY_TOKEN}/sse",
            "https://x.example.com/${MY_TOKEN}/sse | example.com | UrlPath - ${MY_TOKEN}",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(describe(&read_url(text, 0)), expected, "{text}");
    }
    let keys = read_url("https://h.test/x?a=1&sk-FAKEfakeFAKEfakeFAKEfake0000=2", 0)
        .endpoint
        .query_keys;
    assert_eq!(
        keys.iter().map(Redacted::as_str).collect::<Vec<_>>(),
        ["a", "•••"]
    );
}

#[test]
fn connection_strings_show_host_and_port_alone() {
    let table = [
        (
            "postgres://reader:fake-pass-0037@db.example.test/orchard",
            "postgres://db.example.test | example.test | database | Dsn - fake-pass-0037",
        ),
        (
            "${DSN:-postgresql://app:FAKE-default-pw@db.example.com:5432/app}",
            "postgresql://db.example.com:5432 | example.com (default) | database | Dsn - FAKE-default-pw",
        ),
        (
            "postgres://reader@localhost/orchard",
            "postgres://localhost | Loopback | database",
        ),
        (
            "postgresql+asyncpg://u:p/w@h.example.com:5432/db",
            "postgresql://h.example.com:5432 | example.com | database | Dsn - p/w",
        ),
        (
            "mongodb+srv://u:pw@c0.example.net/db?retry=1",
            "mongodb://c0.example.net | example.net | database | Dsn - pw",
        ),
        (
            "mongodb://u:pw@h1:27017,h2:27017/db",
            "mongodb://h1:27017 | Private | database | Dsn - pw",
        ),
        (
            "redis://:pw@10.0.0.9:6379/0",
            "redis://10.0.0.9:6379 | Private | database | Dsn - pw",
        ),
        (
            "postgres://u:${DB_PASSWORD}@db/x",
            "postgres://db | Private | database | Dsn - ${DB_PASSWORD}",
        ),
        (
            "jdbc:postgresql://h.example.com/db?user=u&password=pw",
            "postgresql://h.example.com | example.com | database | Dsn - pw",
        ),
        (
            "jdbc:sqlserver://h:1433;databaseName=d;user=u;password=pw",
            "sqlserver://h:1433 | Private | database | Dsn - pw",
        ),
        (
            "jdbc:oracle:thin:scott/tiger1@//h.example.com:1521/s",
            "oracle://h.example.com:1521 | example.com | database | Dsn - tiger1",
        ),
        (
            "Server=tcp:sql.example.com,1433;Database=d;User Id=u;Password=pw;",
            "sql.example.com:1433 | example.com | database | Dsn - pw",
        ),
        (
            "host=db port=5433 user=u password=pw dbname=d",
            "db:5433 | Private | database | Dsn - pw",
        ),
        (
            "root:pw@tcp(127.0.0.1:3306)/d",
            "127.0.0.1:3306 | Loopback | database | Dsn - pw",
        ),
        (
            "postgres:///orchard",
            "postgres:// | LocalSocket | database",
        ),
    ];
    for (text, expected) in table {
        let address = read_address(text, 0).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            describe(&address).replace("mysql://", ""),
            expected,
            "{text}"
        );
    }
}

#[test]
fn other_texts_are_no_addresses() {
    for text in [
        "north",
        "C:\\x",
        "/srv/x",
        "a=b",
        "a=b;c=d",
        "git+https://git.example.com/x",
        "op://vault/item/field",
        "file:///x",
        "s3://bucket/key",
        "${SOIL_URL}",
        "example.com",
        "localhost:80",
        "{\"a\":\"https://x\"}",
    ] {
        assert!(read_address(text, 0).is_none(), "{text}");
    }
}

proptest::proptest! {
    /// The host is the one that a WHATWG parser, as clients use it, connects to.
    #[test]
    fn the_host_is_the_one_that_clients_connect_to(text in "https?:[/\\\\]{1,3}([a-z]{1,3}(:[a-z]{1,3})?@)?[a-zA-Z0-9.]{1,12}(:[0-9]{1,4})?[/\\\\a-z@:?#]{0,8}") {
        let ours = read_url(&text, 0).endpoint;
        if let Some(host) = url::Url::parse(&text).ok().and_then(|url| url.host_str().map(str::to_owned))
            && !matches!(ours.place, Place::Placeholder | Place::Unreadable)
        {
            proptest::prop_assert_eq!(ours.host.as_str(), host.trim_end_matches('.'));
        }
    }

    #[test]
    fn any_text_can_be_read(text in ".{0,60}") {
        let _ = read_url(&text, 0);
        let _ = read_address(&text, 0);
    }
}

#[test]
fn a_part_of_a_path_that_opens_the_server_is_hidden_and_told() {
    for (url, shown) in [
        (
            "https://mcp.zapier.com/api/mcp/s/aB3dE5fG7hJ9kL2m/mcp",
            "mcp.zapier.com/api/mcp/s/•••/mcp",
        ),
        (
            "https://mcp.zapier.com/api/mcp/s/NWI4ZTlkOTctFAKE00LTRhNzAtOTc5Mi1jOGQ2/mcp",
            "mcp.zapier.com/api/mcp/s/•••/mcp",
        ),
        (
            "https://mcp.example.test/t/aB3dE5fG7hJ9kL2m",
            "mcp.example.test/t/•••",
        ),
        (
            "https://mcp.example.test/OrchardTeam2024/mcp",
            "mcp.example.test/OrchardTeam2024/mcp",
        ),
    ] {
        assert!(
            read_url(url, 0).endpoint.shown.as_str().ends_with(shown),
            "{url}"
        );
    }
}

#[test]
fn a_user_and_password_inside_a_path_are_hidden() {
    let address = read_url("https://a.example.com/to/me:canary@inner/mcp", 1);
    assert_eq!(
        describe(&address),
        "https://a.example.com/to/•••/mcp | example.com | UrlPath - me:canary@inner"
    );
    let plain = read_url("https://a.example.com/@scope/pkg:1/mcp", 1);
    assert_eq!(
        plain.endpoint.shown.as_str(),
        "https://a.example.com/@scope/pkg:1/mcp"
    );
}
