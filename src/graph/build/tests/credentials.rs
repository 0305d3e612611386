//! Which credential goes where.

use super::{Asked, project_of};
use crate::graph::{Architecture, CredentialRecord, Evidence, LabelRole};
use crate::inventory::testing::{credential, docker, npm, place, remote, safe, script, started};
use crate::inventory::{Carrier, Form, Scope, ServerEntry};

fn only(arch: &Architecture) -> &CredentialRecord {
    assert_eq!(arch.credentials.len(), 1);
    &arch.credentials[0]
}

fn labels(arch: &Architecture, ids: &[String]) -> Vec<String> {
    ids.iter()
        .map(|id| arch.node(id).unwrap().label.clone())
        .collect()
}

fn script_with(form: Form) -> ServerEntry {
    started("it", script("node", "x.js")).holding(credential("KEY", form, Carrier::Env))
}

#[test]
fn where_a_value_stands_follows_from_its_form() {
    let stored = |form| only(&project_of([script_with(form)])).stored_at.clone();
    assert_eq!(stored(Form::Literal), ".mcp.json:9:5");
    assert_eq!(stored(Form::Reference), "the host's environment");
    assert_eq!(
        stored(Form::Prompt),
        "the host's secret store, after the first answer"
    );
    assert_eq!(stored(Form::Keyring), "OS keyring");
    assert_eq!(stored(Form::Oauth), "the client's token store");
    assert_eq!(stored(Form::Ambient), "the user's environment");
}

#[test]
fn what_a_program_finds_by_itself_is_no_variable() {
    let found = credential("ssh key or agent", Form::Ambient, Carrier::Env);
    let arch = project_of([started("it", script("node", "x.js")).holding(found)]);
    assert_eq!(
        arch.flows_from(&arch.client("it").id)[0].text(),
        "stdin / stdout · the user's ssh key or agent"
    );
}

#[test]
fn a_default_text_is_a_credential_of_its_own_that_stands_in_the_file() {
    let mut default = credential("KEY", Form::Reference, Carrier::Header);
    default.literal_default = true;
    let arch = project_of([remote("a", "https://api.example.com/mcp").holding(default)]);
    let listed: Vec<(&str, &str, &str)> = arch
        .credentials
        .iter()
        .map(|c| (c.name.as_str(), c.form, c.stored_at.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("KEY", "reference", "the host's environment"),
            ("KEY", "literal", ".mcp.json:9:5"),
        ]
    );
    assert!(arch.credentials.iter().all(|c| c.sent_to.len() == 1));
    // One thing is presented.
    assert_eq!(
        arch.flows_from(&arch.client("a").id)[0].text(),
        "HTTPS POST · bearer KEY (static) · value in .mcp.json (project)"
    );
}

#[test]
fn a_process_holds_what_is_handed_to_it_and_the_line_says_the_names() {
    let arch = project_of([docker("it", "x", |_| {})
        .env("A_TOKEN")
        .holding(credential("--key", Form::Literal, Carrier::Argument))
        .env("B_TOKEN")
        .env("C_TOKEN")]);
    let server = arch.behind("it");
    assert!(
        arch.credentials
            .iter()
            .all(|c| c.holders == [server.id.clone()])
    );
    let flow = arch.flows_from(&arch.client("it").id)[0];
    assert_eq!(
        flow.text(),
        "stdin / stdout via docker · env A_TOKEN, B_TOKEN +1, argument --key · values in .mcp.json (project)"
    );
    assert_eq!(flow.credentials.len(), 4);
}

#[test]
fn a_client_holds_what_it_presents_to_a_remote_server() {
    let arch = project_of([remote("it", "https://api.example.com/mcp").bearer("TOKEN")]);
    let token = only(&arch);
    assert_eq!(token.holders, std::slice::from_ref(&arch.client("it").id));
    assert_eq!(labels(&arch, &token.sent_to), ["api.example.com/mcp"]);
    assert_eq!(
        (token.form, token.evidence),
        ("reference", Evidence::Declared)
    );
    assert_eq!(
        arch.flows_from(&arch.client("it").id)[0].credentials,
        std::slice::from_ref(&token.id)
    );
}

#[test]
fn the_same_name_twice_is_two_credentials() {
    let arch = project_of([npm("a", "a").env("TOKEN"), npm("b", "b").env("TOKEN")]);
    assert_eq!(arch.credentials.len(), 2);
    assert_ne!(arch.credentials[0].id, arch.credentials[1].id);
    assert_ne!(arch.credentials[0].holders, arch.credentials[1].holders);
}

#[test]
fn use_against_a_named_address_is_a_guess_and_against_two_unknown() {
    let one = npm("a", "a")
        .env("KEY")
        .calling("URL", "https://api.example.com");
    let arch = project_of([one]);
    assert_eq!(labels(&arch, &only(&arch).sent_to), ["api.example.com"]);
    assert_eq!(only(&arch).evidence, Evidence::Inferred);
    let two = npm("a", "a")
        .env("KEY")
        .calling("URL", "https://api.example.com")
        .calling("OTHER", "http://gpu-box:1");
    assert!(only(&project_of([two])).sent_to.is_empty());
}

#[test]
fn a_credential_that_the_catalogue_names_goes_to_its_api_as_inferred() {
    let slack = npm("slack", "@modelcontextprotocol/server-slack");
    let arch = project_of([slack.env("SLACK_BOT_TOKEN").env("OTHER_TOKEN")]);
    let sent = |name: &str| {
        let mut found = arch.credentials.iter().filter(|c| c.name.as_str() == name);
        labels(&arch, &found.next().unwrap().sent_to)
    };
    assert_eq!(sent("SLACK_BOT_TOKEN"), ["Slack API"]);
    assert!(sent("OTHER_TOKEN").is_empty());
}

#[test]
fn oauth_in_the_file_is_a_token_of_the_client() {
    let arch = project_of([remote("it", "https://mcp.example.com/mcp").oauth(None)]);
    let token = only(&arch);
    assert_eq!((token.name.as_str(), token.form), ("OAuth token", "oauth"));
    assert_eq!(token.holders, std::slice::from_ref(&arch.client("it").id));
    assert_eq!(labels(&arch, &token.sent_to), ["mcp.example.com/mcp"]);
    let both = remote("it", "https://mcp.example.com/mcp")
        .oauth(None)
        .helped();
    let forms: Vec<&str> = project_of([both])
        .credentials
        .iter()
        .map(|c| c.form)
        .collect();
    assert_eq!(forms, ["oauth", "helper"]);
}

#[test]
fn a_client_secret_goes_to_the_authorization_server_alone() {
    let secret = || credential("client_secret", Form::Literal, Carrier::Field);
    let it = || remote("it", "https://mcp.example.com/mcp").holding(secret());
    let arch = project_of([it().oauth(Some("https://auth.example.com"))]);
    let secret = arch
        .credentials
        .iter()
        .find(|c| c.form == "literal")
        .unwrap();
    assert_eq!(labels(&arch, &secret.sent_to), ["auth.example.com"]);
    let arch = project_of([it().oauth(None)]);
    let secret = arch
        .credentials
        .iter()
        .find(|c| c.form == "literal")
        .unwrap();
    assert!(secret.sent_to.is_empty());
}

#[test]
fn placeholders_and_shared_groups_are_kept() {
    let mut fake = credential("KEY", Form::Literal, Carrier::Env);
    fake.placeholder = true;
    fake.source = Some(place(".mcp.json", 2));
    let arch = project_of([npm("a", "a").holding(fake)]);
    assert!(only(&arch).placeholder);
    let profile = || {
        let mut profile = credential("AWS_PROFILE", Form::Ambient, Carrier::Env);
        profile.value = Some(1);
        profile
    };
    let arch = project_of(["a", "b", "c"].map(|n| npm(n, n).holding(profile())));
    assert!(arch.credentials.iter().all(|c| c.shared_group == Some(1)));
    assert_eq!(
        arch.notes,
        ["shared group 1: one login in 3 holders (AWS_PROFILE)"]
    );
    // Known packages call one API; the profile proves nothing for a script.
    let arch = project_of([
        npm("a", "x")
            .launching(|l| l.catalog = Some("aws-api"))
            .holding(profile()),
        npm("b", "y")
            .launching(|l| l.catalog = Some("aws-api"))
            .holding(profile()),
        started("c", script("python", "c.py")).holding(profile()),
    ]);
    let sent: Vec<usize> = arch.credentials.iter().map(|c| c.sent_to.len()).collect();
    assert_eq!(sent, [1, 1, 0]);
    assert_eq!(arch.labels(crate::graph::NodeKind::Upstream), ["AWS API"]);
}

#[test]
fn an_odd_name_makes_a_plain_id() {
    let arch = project_of([npm("a", "a").but(|s| {
        let mut odd = credential("x", Form::Literal, Carrier::Env);
        odd.name = safe("<script>\"\u{202e}");
        s.credentials.push(odd);
    })]);
    let id = &only(&arch).id;
    assert!(
        id.chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
        "{id}"
    );
}

#[test]
fn a_value_that_stands_in_a_file_is_said_beside_its_name() {
    let said = |form: Form, scope: Scope| {
        let arch = project_of([remote("a", "https://a.example/mcp")
            .holding(credential("KEY", form, Carrier::Header))
            .but(|s| s.scope = scope)]);
        let flow = arch.flows_from(&arch.client("a").id)[0].clone();
        let exposed = flow
            .label
            .into_iter()
            .filter(|p| p.role == LabelRole::Exposed);
        exposed.map(|part| part.text).collect::<Vec<_>>()
    };
    assert_eq!(
        said(Form::Literal, Scope::Project),
        ["value in .mcp.json (project)"]
    );
    assert_eq!(said(Form::Literal, Scope::User), ["value in .mcp.json"]);
    assert!(said(Form::Reference, Scope::Project).is_empty());
    // A placeholder is nobody's secret.
    let placeholder = credential("KEY", Form::Literal, Carrier::Header);
    let arch = project_of([remote("a", "https://a.example/mcp").holding({
        let mut made = placeholder;
        made.placeholder = true;
        made
    })]);
    assert_eq!(
        arch.flows_from(&arch.client("a").id)[0].text(),
        "HTTPS POST · bearer KEY (static) · placeholder, no value yet"
    );
}

#[test]
fn a_file_with_a_long_name_is_named_below_the_picture() {
    let mut token = credential("KEY", Form::Literal, Carrier::Env);
    token.source = Some(place("~/apps/claude_desktop_config.json", 12));
    let entry = started("a", script("node", "x.js")).holding(token);
    let arch = project_of([entry.but(|s| s.scope = Scope::User)]);
    let flow = arch.flows_from(&arch.client("a").id)[0];
    assert_eq!(flow.text(), "stdin / stdout · env KEY · value in the file");
    assert_eq!(
        arch.notes,
        ["value of KEY in ~/apps/claude_desktop_config.json:12"]
    );
}

#[test]
fn a_variable_that_a_command_prints_says_so_beside_others() {
    let entry = started("a", script("node", "x.js"))
        .holding(credential("MINTED", Form::Helper, Carrier::Env))
        .holding(credential("KEY", Form::Reference, Carrier::Env));
    let arch = project_of([entry]);
    let flow = arch.flows_from(&arch.client("a").id)[0];
    assert_eq!(
        flow.text(),
        "stdin / stdout · env KEY, MINTED · MINTED: printed by a command"
    );
}
