//! Equal values are told by a group number and nothing else.

use super::{host, server};
use crate::inventory::testing::{credential, npm, project, reading};
use crate::inventory::{Carrier, Credential, CredentialScheme, Form, Scope, assemble};

fn value(name: &str, form: Form, value: u32) -> Credential {
    let mut made = credential(name, form, Carrier::Env);
    made.value = Some(value);
    made
}

#[test]
fn one_value_with_two_holders_is_a_group_and_the_ordinals_end() {
    let host = host(vec![project().with([
        npm("a", "a").holding(value("A_KEY", Form::Literal, 7)),
        npm("b", "b").holding(value("B_KEY", Form::Literal, 7)),
        npm("c", "c").holding(value("C_KEY", Form::Literal, 8)),
    ])]);
    let group = |name: &str| server(&host, name).credentials[0].shared_group;
    assert_eq!(
        (group("a"), group("b"), group("c")),
        (Some(1), Some(1), None)
    );
    assert!(
        host.servers
            .iter()
            .all(|s| s.credentials[0].value.is_none())
    );
}

#[test]
fn a_cloud_profile_on_many_servers_is_one_identity() {
    let servers =
        ["a", "b", "c"].map(|n| npm(n, n).holding(value("AWS_PROFILE", Form::Ambient, 3)));
    let host = host(vec![project().with(servers)]);
    assert!(
        host.servers
            .iter()
            .all(|s| s.credentials[0].shared_group == Some(1))
    );
}

#[test]
fn groups_span_hosts() {
    let key = || npm("a", "a").holding(value("A_KEY", Form::Literal, 7));
    let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project);
    let inventory = assemble(vec![project().with([key()]), codex.with([key()])]);
    assert!(
        inventory
            .hosts
            .iter()
            .all(|h| h.servers[0].credentials[0].shared_group == Some(1))
    );
}

#[test]
fn placeholders_references_and_one_holder_alone_are_no_group() {
    let mut placeholder = value("A_KEY", Form::Literal, 7);
    placeholder.placeholder = true;
    let host = host(vec![
        project().with([
            npm("a", "a").holding(placeholder.clone()),
            npm("b", "b").holding(placeholder),
            npm("c", "c").holding(value("C", Form::Reference, 9)),
            npm("d", "d").holding(value("D", Form::Reference, 9)),
            // The same value as variable and argument of one server.
            npm("e", "e")
                .holding(value("E", Form::Literal, 5))
                .holding(value("--e", Form::Literal, 5)),
        ]),
    ]);
    let groups = host.servers.iter().flat_map(|s| &s.credentials);
    assert!(groups.map(|c| c.shared_group).all(|g| g.is_none()));
}

#[test]
fn the_order_of_files_does_not_change_the_numbers() {
    let codex = || {
        reading("codex", "Codex", ".codex/config.toml", Scope::Project).with([
            npm("a", "a").holding(value("A", Form::Literal, 1)),
            npm("b", "b").holding(value("B", Form::Literal, 2)),
        ])
    };
    let claude = || {
        project().with([
            npm("c", "c").holding(value("C", Form::Literal, 2)),
            npm("d", "d").holding(value("D", Form::Literal, 1)),
        ])
    };
    assert_eq!(
        assemble(vec![codex(), claude()]),
        assemble(vec![claude(), codex()])
    );
}

#[test]
fn a_header_that_names_a_variable_of_the_same_entry_is_one_credential() {
    let header = credential("TOKEN", Form::Reference, Carrier::Header);
    let host = host(vec![
        project().with([
            npm("bridge", "mcp-remote")
                .env("TOKEN")
                .holding(header.clone()),
            npm("other", "x").holding(header),
        ]),
    ]);
    let bridge = &server(&host, "bridge").credentials;
    assert_eq!(bridge.len(), 1);
    assert_eq!(bridge[0].form, Form::Literal);
    assert_eq!(bridge[0].scheme, CredentialScheme::Bearer);
    // A variable of nobody stays a reference.
    assert_eq!(server(&host, "other").credentials[0].form, Form::Reference);
}
