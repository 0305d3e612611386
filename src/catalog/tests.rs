use std::collections::BTreeSet;

use super::*;

fn id_of(server: Option<&'static Server>) -> Option<&'static str> {
    server.map(|row| row.id.as_str())
}

fn is_kebab(text: &str) -> bool {
    text.split('-').all(|part| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}

/// Lower case labels with at least one dot, no scheme, port or path.
fn is_host(text: &str) -> bool {
    text.contains('.')
        && text.split('.').all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
}

fn is_well_formed(package: &Package) -> bool {
    let word = |text: &str, extra: &str| {
        text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || extra.contains(c))
    };
    match package.ecosystem.as_str() {
        "npm" => {
            let name = &package.name;
            *name == name.to_ascii_lowercase()
                && match name.strip_prefix('@') {
                    Some(scoped) => scoped
                        .split_once('/')
                        .is_some_and(|(scope, name)| word(scope, "-._") && word(name, "-._")),
                    None => word(name, "-._"),
                }
        }
        "oci" => {
            package.name == package.name.to_ascii_lowercase()
                && package.name.split('/').all(|part| word(part, "-._"))
        }
        _ => word(&package.name, "-._"),
    }
}

#[test]
fn ids_are_unique_kebab_and_sorted() {
    let ids: Vec<&str> = all().map(|row| row.id.as_str()).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted);
    for id in ids {
        assert!(is_kebab(id), "{id}");
    }
}

#[test]
fn every_row_says_what_it_is_and_where_that_was_read() {
    for row in all() {
        assert!(!row.name.is_empty() && !row.vendor.is_empty(), "{}", row.id);
        assert!(row.source.len() > 8, "{} has no source", row.id);
        assert!(
            !row.packages.is_empty() || !row.hosts.is_empty(),
            "{} can never be found",
            row.id
        );
        let reach: BTreeSet<Reach> = row.reach.iter().copied().collect();
        assert_eq!(reach.len(), row.reach.len(), "{} repeats a reach", row.id);
        assert!(!reach.is_empty(), "{} has no reach", row.id);
        assert!(
            !reach.contains(&Reach::None) || reach.len() == 1,
            "{}: none stands alone",
            row.id
        );
    }
}

#[test]
fn packages_are_bare_names_of_their_ecosystem() {
    for row in all() {
        for package in &row.packages {
            assert!(is_well_formed(package), "{}: {package}", row.id);
            let normal = normal_name(&package.ecosystem, &package.name);
            assert_eq!(normal, package.name, "{}", row.id);
        }
    }
    for bad in [
        "npm:@scope",
        "npm:Upper",
        "oci:name:tag",
        "pypi:a/b",
        "bin:/usr/bin/x",
    ] {
        let package = Package::try_from(bad.to_owned()).unwrap();
        assert!(!is_well_formed(&package), "{bad}");
    }
    for bad in ["express", "cargo:mcpdiag", ":x"] {
        assert!(Package::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

#[test]
fn the_data_holds_no_url() {
    for text in [include_str!("servers.toml"), include_str!("vendors.toml")] {
        assert!(!text.contains("://"));
    }
}

#[test]
fn hosts_are_plain_lower_case_names() {
    for row in all() {
        let upstream = row.upstream.iter().filter_map(|api| api.host.as_ref());
        let issuer = row.authorization.iter().map(|auth| &auth.issuer_host);
        for host in row.hosts.iter().chain(upstream).chain(issuer) {
            assert!(is_host(host), "{}: {host}", row.id);
        }
    }
}

#[test]
fn no_package_and_no_host_is_claimed_twice() {
    let mut seen = BTreeSet::new();
    for row in all() {
        for package in &row.packages {
            let key = (
                package.ecosystem.clone(),
                normal_name(&package.ecosystem, &package.name).into_owned(),
            );
            assert!(seen.insert(key), "{}: {package} stands twice", row.id);
        }
        for host in &row.hosts {
            let key = ("host".to_owned(), host.clone());
            assert!(seen.insert(key), "{}: {host} stands twice", row.id);
        }
    }
}

#[test]
fn every_package_and_host_leads_back_to_its_row() {
    for row in all() {
        for package in &row.packages {
            let found = by_package(&package.ecosystem, &package.name);
            assert_eq!(id_of(found), Some(row.id.as_str()));
        }
        for host in &row.hosts {
            assert_eq!(id_of(by_host(host)), Some(row.id.as_str()));
        }
    }
}

#[test]
fn spelling_does_not_hide_a_package() {
    let fetch = Some("reference-fetch");
    assert_eq!(id_of(by_package("pypi", "mcp-server-fetch")), fetch);
    assert_eq!(id_of(by_package("pypi", "MCP_Server.Fetch")), fetch);
    assert_eq!(id_of(by_package("oci", "docker.io/mcp/fetch")), fetch);
    assert_eq!(normal_name("oci", "docker.io/library/postgres"), "postgres");
    let filesystem = by_package("npm", "@ModelContextProtocol/server-filesystem");
    assert_eq!(id_of(filesystem), Some("reference-filesystem"));
    assert_eq!(
        id_of(by_package("bin", "github-mcp-server.exe")),
        Some("github")
    );
    assert_eq!(id_of(by_host("API.GitHubCopilot.com.")), Some("github"));
}

#[test]
fn a_name_in_another_ecosystem_or_below_a_known_host_is_not_known() {
    assert_eq!(id_of(by_package("npm", "mcp-server-fetch")), None);
    assert_eq!(id_of(by_package("pypi", "mcp-server-fetch-2")), None);
    assert_eq!(id_of(by_host("evil.api.githubcopilot.com")), None);
    assert_eq!(id_of(by_host("githubcopilot.com")), None);
}

#[test]
fn the_table_is_broad_and_names_only_names() {
    assert!(all().count() >= 60, "{} rows", all().count());
    for row in all() {
        let flags = row.ext_flags.keys();
        for name in row.credentials.iter().chain(&row.upstream_env).chain(flags) {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            assert!(
                !name.is_empty() && name.chars().all(plain),
                "{}: {name}",
                row.id
            );
        }
    }
}

#[test]
fn an_aws_profile_config_leads_to_nine_servers_and_one_api() {
    let short = [
        "core",
        "iam",
        "lambda",
        "s3-tables",
        "cloudtrail",
        "redshift",
        "cloudwatch",
        "cost-explorer",
        "dynamodb",
    ];
    for name in short {
        let dotted = by_package("pypi", &format!("awslabs.{name}-mcp-server")).unwrap();
        let dashed = by_package("pypi", &format!("awslabs-{name}-mcp-server")).unwrap();
        assert_eq!(dotted.id, dashed.id);
        assert_eq!(dotted.upstream.len(), 1, "{name}");
        assert_eq!(dotted.upstream[0].host.as_deref(), Some("amazonaws.com"));
        assert!(dotted.credentials.iter().any(|c| c == "AWS_PROFILE"));
    }
}

#[test]
fn what_widens_or_moves_a_server_is_known() {
    let playwright = by_package("npm", "@playwright/mcp").unwrap();
    assert_eq!(
        playwright.ext_flags.get("--extension").map(String::as_str),
        Some("drives the user's own logged-in browser")
    );
    let jira = by_package("pypi", "mcp_atlassian").unwrap();
    assert!(jira.upstream.is_empty() && jira.upstream_env.iter().any(|n| n == "JIRA_URL"));
    let perplexity = by_package("oci", "mcp/perplexity-ask").unwrap();
    assert_eq!(
        perplexity.upstream[0].host.as_deref(),
        Some("api.perplexity.ai")
    );
    assert!(by_package("pypi", "mcp-server-sqlite").unwrap().archived);
    assert!(!by_host("api.githubcopilot.com").unwrap().archived);
    assert!(
        by_package("npm", "@modelcontextprotocol/server-github")
            .unwrap()
            .archived
    );
}

#[test]
fn a_name_or_a_port_alone_proves_nothing() {
    assert_eq!(id_of(by_package("npm", "mcp-server-notion")), None);
    assert_eq!(id_of(by_host("127.0.0.1")), None);
    assert_eq!(id_of(by_host("localhost")), None);
}

#[test]
fn archboard_brings_its_own_authorization_server() {
    let row = by_host("getarchboard.app").unwrap();
    assert_eq!(row.id, "archboard");
    let authorization = row.authorization.as_ref().unwrap();
    assert_eq!(authorization.issuer_host, "getarchboard.app");
    assert_eq!(
        authorization.flows,
        ["OAuth 2.1", "PKCE S256", "CIMD or DCR"]
    );
    assert_eq!(
        authorization.resource.as_deref(),
        Some("getarchboard.app/mcp")
    );
}

#[test]
fn vendor_tables_are_sorted_with_valid_domains_and_sources() {
    let operators: Vec<&str> = operators().map(|row| row.domain.as_str()).collect();
    let tunnels: Vec<&str> = tunnels().map(|row| row.domain.as_str()).collect();
    for domains in [&operators, &tunnels] {
        let mut sorted = domains.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(domains, &sorted);
        assert!(domains.iter().all(|domain| is_host(domain)));
    }
    assert!(super::operators().all(|row| row.source.len() > 8));
    assert!(super::tunnels().all(|row| row.source.len() > 8));
}

#[test]
fn an_operator_is_found_by_whole_labels() {
    let operator = |host| operator_of(host).map(|row| row.operator.as_str());
    let github = Some("GitHub (Microsoft)");
    assert_eq!(operator("githubcopilot.com"), github);
    assert_eq!(operator("api.githubcopilot.com"), github);
    assert_eq!(operator("notgithubcopilot.com"), None);
    assert_eq!(operator("gmailmcp.googleapis.com"), Some("Google"));
    assert_eq!(operator("example.com"), None);
    let landlord = operator_of("acct.workers.dev").unwrap();
    assert!(landlord.tenants && landlord.operator == "Cloudflare");
    assert!(!operator_of("mcp.dev.azure.com").unwrap().tenants);
}

#[test]
fn a_tunnel_host_is_somebodys_machine() {
    assert!(is_public_tunnel("x7-8080.use.devtunnels.ms"));
    assert!(is_public_tunnel("Abc.NGROK-free.app"));
    assert!(is_public_tunnel("some-words.trycloudflare.com"));
    assert!(!is_public_tunnel("notdevtunnels.ms"));
    assert!(!is_public_tunnel("ngrok.com"));
    assert!(!is_public_tunnel("mcp.example.com"));
}

/// The build script changes no row, and the index, which reads only the lists of a key, finds each.
#[test]
fn the_index_finds_every_row_that_a_whole_parse_finds() {
    #[derive(Deserialize)]
    struct Servers {
        server: Vec<Server>,
    }
    #[derive(Deserialize)]
    struct Vendors {
        operator: Vec<Operator>,
        tunnel: Vec<Tunnel>,
    }
    let servers: Servers = toml::from_str(include_str!("servers.toml")).expect("the server table");
    assert!(servers.server.iter().eq(all()));
    for row in &servers.server {
        assert_eq!(id_of(by_id(&row.id)), Some(row.id.as_str()));
        for package in &row.packages {
            let found = by_package(&package.ecosystem, &package.name);
            assert_eq!(id_of(found), Some(row.id.as_str()), "{package}");
        }
        for host in &row.hosts {
            assert_eq!(id_of(by_host(host)), Some(row.id.as_str()), "{host}");
        }
    }
    let vendors: Vendors = toml::from_str(include_str!("vendors.toml")).expect("the vendor table");
    assert!(vendors.operator.iter().eq(operators()));
    assert!(vendors.tunnel.iter().eq(tunnels()));
    for tunnel in &vendors.tunnel {
        assert!(is_public_tunnel(&tunnel.domain));
    }
}
