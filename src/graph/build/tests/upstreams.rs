//! What stands behind a server: what a file names, else what the catalogue knows.

use super::{Asked, lines, project_of};
use crate::graph::{Evidence, FlowKind, LabelRole, NodeKind};
use crate::inventory::testing::{
    credential, docker, endpoint, named, npm, remote, safe, script, started,
};
use crate::inventory::{Carrier, Form, ServerEntry};

fn slack() -> ServerEntry {
    npm("slack", "@modelcontextprotocol/server-slack")
}

#[test]
fn a_known_package_calls_its_api_as_inferred() {
    let arch = project_of([slack().env("SLACK_BOT_TOKEN")]);
    let api = arch.the(NodeKind::Upstream, "Slack API");
    assert_eq!(
        (api.evidence, arch.around(api).as_str()),
        (Evidence::Inferred, "slack.com")
    );
    assert_eq!(lines(api), ["? slack.com"]);
    let flow = arch.flow_to(FlowKind::Upstream, api).unwrap();
    assert_eq!(flow.text(), "? uses SLACK_BOT_TOKEN (env)");
    assert_eq!(flow.evidence, Evidence::Inferred);
    assert_eq!(
        arch.says_from(arch.behind("slack")),
        ["? uses SLACK_BOT_TOKEN (env) > Slack API"]
    );
}

#[test]
fn without_its_credential_it_calls_all_the_same() {
    let arch = project_of([slack()]);
    assert_eq!(
        arch.says_from(arch.behind("slack")),
        ["? calls > Slack API"]
    );
}

#[test]
fn the_name_of_a_credential_or_of_a_server_proves_no_destination() {
    let arch = project_of([started("slack", script("node", "slack.js")).env("SLACK_BOT_TOKEN")]);
    assert!(arch.labels(NodeKind::Upstream).is_empty());
    assert!(arch.credentials[0].sent_to.is_empty());
}

#[test]
fn an_address_in_the_environment_overrides_the_catalogue() {
    let arch = project_of([slack()
        .env("SLACK_BOT_TOKEN")
        .calling("SLACK_API_URL", "https://proxy.example.com/slack")]);
    assert_eq!(arch.labels(NodeKind::Upstream), ["proxy.example.com"]);
    assert_eq!(
        arch.says_from(arch.behind("slack")),
        ["by SLACK_API_URL · ? uses SLACK_BOT_TOKEN (env) > proxy.example.com"]
    );
    let api = arch.the(NodeKind::Upstream, "proxy.example.com");
    assert_eq!(api.evidence, Evidence::Declared);
    assert_eq!(
        arch.flow_to(FlowKind::Upstream, api).unwrap().evidence,
        Evidence::Declared
    );
}

#[test]
fn an_address_behind_a_variable_is_unknown_and_overrides_the_catalogue_too() {
    let jira = || docker("github", "ghcr.io/github/github-mcp-server", |_| {});
    let arch = project_of([jira().calling("GITHUB_HOST", "https://${GHE}/")]);
    assert!(arch.labels(NodeKind::Upstream).is_empty());
    assert!(lines(arch.behind("github")).contains(&"upstream address in GITHUB_HOST"));
    // Also where only the name of the setting is known.
    let arch = project_of([jira().but(|s| s.settings.push(safe("GITHUB_HOST")))]);
    assert!(arch.labels(NodeKind::Upstream).is_empty());
    assert_eq!(
        project_of([jira()]).labels(NodeKind::Upstream),
        ["GitHub API"]
    );
}

#[test]
fn one_api_is_one_node_whoever_calls_it_and_however_it_is_known() {
    let arch = project_of([
        docker("a", "ghcr.io/github/github-mcp-server", |_| {}),
        remote("b", "https://api.githubcopilot.com/mcp/"),
        npm("c", "unknown-mcp").calling("API", "https://api.github.com:443/v3"),
    ]);
    assert_eq!(arch.labels(NodeKind::Upstream), ["GitHub API"]);
    let api = arch.the(NodeKind::Upstream, "GitHub API");
    let callers: Vec<String> = arch
        .flows()
        .iter()
        .filter(|f| f.to == api.id)
        .map(|f| f.text())
        .collect();
    assert_eq!(callers, ["? calls", "? server's own token", "by API"]);
    // A file names it, so it is no guess any more.
    assert_eq!(api.evidence, Evidence::Declared);
    assert_eq!(lines(api), ["api.github.com"]);
}

#[test]
fn a_remote_server_uses_a_token_of_its_own_as_far_as_the_specification_goes() {
    let arch = project_of([remote("github", "https://api.githubcopilot.com/mcp/")]);
    let flow = arch.flows_from(&arch.behind("github").id)[0];
    assert_eq!(
        (flow.text(), flow.evidence),
        ("? server's own token".into(), Evidence::Inferred)
    );
    assert_eq!(flow.label[0].role, LabelRole::Credential);
}

#[test]
fn an_api_without_a_documented_host_stands_with_its_remote_server() {
    let arch = project_of([remote("linear", "https://mcp.linear.app/mcp")]);
    let api = arch.the(NodeKind::Upstream, "Linear");
    assert_eq!(arch.around(api), "linear.app");
    assert_eq!(lines(api), ["? address not documented"]);
    let titles: Vec<&str> = arch.boundaries.iter().map(|b| b.label.as_str()).collect();
    assert!(!titles.contains(&"Linear"), "{titles:?}");
    // A local package: at the documented domain of its vendor.
    let arch = project_of([npm("exa", "exa-mcp-server")]);
    assert_eq!(
        arch.around(arch.the(NodeKind::Upstream, "Exa API")),
        "exa.ai"
    );
    // No domain is documented at all: no frame says whose it is.
    let arch = project_of([npm("everart", "@modelcontextprotocol/server-everart")]);
    assert_eq!(arch.the(NodeKind::Upstream, "EverArt API").boundary, None);
}

#[test]
fn two_variables_that_name_one_address_are_one_line() {
    let arch = project_of([npm("a", "a")
        .calling("READ_URL", "https://api.example.com/r")
        .calling("WRITE_URL", "https://api.example.com/w")]);
    assert_eq!(
        arch.says_from(arch.behind("a")),
        ["by READ_URL · by WRITE_URL > api.example.com"]
    );
}

#[test]
fn plain_http_to_an_api_is_an_alarm() {
    let arch = project_of([npm("a", "a").calling("API", "http://gpu-box:8711/v1")]);
    let flow = arch.flows_from(&arch.behind("a").id)[0];
    assert_eq!(flow.text(), "by API · no TLS");
    assert!(flow.alarms());
}

#[test]
fn a_database_is_an_asset_at_its_address() {
    let mut dsn = credential("DSN", Form::Literal, Carrier::Dsn);
    dsn.destination = Some(endpoint("postgres://db.example.com:5432"));
    let arch = project_of([npm("db", "db-mcp").holding(dsn).but(|s| {
        s.endpoints
            .push(named("DSN", "postgres://db.example.com:5432", true));
    })]);
    let database = arch.the(NodeKind::Asset, "db.example.com:5432");
    assert_eq!(arch.around(database), "example.com");
    assert_eq!(
        arch.says_from(arch.behind("db")),
        ["by DSN · uses DSN > db.example.com:5432"]
    );
    assert_eq!(
        arch.credentials[0].sent_to,
        std::slice::from_ref(&database.id)
    );
    assert_eq!(arch.credentials[0].evidence, Evidence::Declared);
}

#[test]
fn a_database_does_not_override_what_a_package_calls() {
    let arch =
        project_of([slack().but(|s| s.endpoints.push(named("DB", "postgres://db-box", true)))]);
    assert_eq!(arch.labels(NodeKind::Upstream), ["Slack API"]);
}

#[test]
fn a_placeholder_is_drawn_as_no_address_yet() {
    let arch = project_of([npm("a", "a").calling("API", "https://your-host/v1")]);
    let api = arch.the(NodeKind::Upstream, "your-host");
    assert_eq!(arch.around(api), "placeholder: no address yet");
}

#[test]
fn an_archived_package_is_said_to_be_so_as_the_catalogue_knows() {
    let arch = project_of([npm("slack", "@modelcontextprotocol/server-slack")]);
    let marks = &arch.behind("slack").marks;
    assert!(marks.iter().any(|m| m.text == "? archived (catalogue)"));
    let arch = project_of([npm("other", "x")]);
    assert!(arch.behind("other").marks.is_empty());
}

#[test]
fn a_secret_is_not_said_to_go_to_an_address_that_it_has_no_word_of() {
    let two = started("it", script("node", "it.js"))
        .env("TRACKER_TOKEN")
        .env("WEATHER_KEY")
        .calling("TRACKER_URL", "https://tracker.example.com")
        .calling("WEATHER_URL", "https://weather.example.org");
    let arch = project_of([two]);
    assert_eq!(
        arch.says_from(arch.behind("it")),
        [
            "by TRACKER_URL · ? uses TRACKER_TOKEN (env) > tracker.example.com",
            "by WEATHER_URL · ? uses WEATHER_KEY (env) > weather.example.org",
        ]
    );
    let other = started("it", script("node", "it.js"))
        .env("SENTRY_DSN_KEY")
        .env("WEATHER_KEY")
        .calling("TRACKER_URL", "https://tracker.example.com");
    let arch = project_of([other]);
    assert_eq!(
        arch.says_from(arch.behind("it")),
        ["by TRACKER_URL > tracker.example.com"]
    );
}
