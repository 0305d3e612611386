//! The admin's lists, and starts approved beforehand.

use super::{host, server, why};
use crate::inventory::testing::{
    admin_list, entry, identity, npm, place, project, reading, remote, safe, user_file,
};
use crate::inventory::{
    Approver, Reading, Rule, Scope, ServerEntry, ServerPolicy, SetBy, StartApproval, Target,
};

const ALLOW: bool = false;
const DENY: bool = true;

fn managed() -> Reading {
    reading(
        "claude-code",
        "Claude Code",
        "managed-settings.json",
        Scope::Managed,
    )
}

/// Reads three servers under an admin's lists and tells which ones are on.
fn left(policies: Vec<ServerPolicy>) -> String {
    let mut settings = managed();
    settings.server_policies = policies;
    let servers: [ServerEntry; 3] = [
        npm("files", "files-mcp"),
        remote("code", "https://api.example.com/mcp"),
        remote("issues", "https://mcp.issues.example.org/sse"),
    ];
    let host = host(vec![settings, project().with(servers)]);
    let on: Vec<&str> = host
        .servers
        .iter()
        .filter(|s| why(s) == "on")
        .map(|s| s.name.as_str())
        .collect();
    on.join(" ")
}

#[test]
fn only_the_admins_allow_lists_count_where_the_admin_says_so() {
    let mut of_user = admin_list(ALLOW, &["files"], &[], &[]);
    if let ServerPolicy::AdminList { by, .. } = &mut of_user {
        *by = SetBy::User;
    }
    let of_admin = || admin_list(ALLOW, &["code"], &[], &[]);
    assert_eq!(left(vec![of_user.clone(), of_admin()]), "code files");
    let alone = || ServerPolicy::AdminListsAlone;
    assert_eq!(left(vec![of_user.clone(), of_admin(), alone()]), "code");
    assert_eq!(left(vec![of_user, alone()]), "code files issues");
}

#[test]
fn a_list_is_whose_file_it_stands_in() {
    let mut of_user = admin_list(DENY, &["files"], &[], &[]);
    if let ServerPolicy::AdminList { by, .. } = &mut of_user {
        *by = SetBy::User;
    }
    let mut settings = managed();
    settings.server_policies = vec![of_user];
    let host = host(vec![settings, project().with([npm("files", "files-mcp")])]);
    let files = server(&host, "files");
    assert_eq!(why(files), "in the user's deny list");
    assert_eq!(files.approval.set_by, SetBy::User);
}

#[test]
fn no_list_allows_all_and_an_empty_one_nothing() {
    assert_eq!(left(vec![]), "code files issues");
    assert_eq!(left(vec![admin_list(ALLOW, &[], &[], &[])]), "");
}

#[test]
fn names_are_enough_until_an_allow_list_names_a_url_or_a_command() {
    let names = &["files", "code"];
    assert_eq!(left(vec![admin_list(ALLOW, names, &[], &[])]), "code files");
    let url = &["https://api.example.com/mcp"];
    assert_eq!(
        left(vec![admin_list(ALLOW, &["files", "issues"], url, &[])]),
        "code files"
    );
    let command = &[identity("other-mcp")];
    assert_eq!(left(vec![admin_list(ALLOW, names, &[], command)]), "code");
    // The order of two lists does not matter.
    let by_name = || admin_list(ALLOW, &["issues"], &[], &[]);
    let by_url = || admin_list(ALLOW, &[], url, &[]);
    assert_eq!(left(vec![by_name(), by_url()]), "code");
    assert_eq!(left(vec![by_url(), by_name()]), "code");
}

#[test]
fn url_patterns_have_wildcards() {
    let allow = |pattern: &str| left(vec![admin_list(ALLOW, &[], &[pattern], &[])]);
    assert_eq!(allow("https://*.example.org/*"), "issues");
    assert_eq!(allow("https://API.example.com/*"), "code");
    assert_eq!(allow("*"), "code issues");
    assert_eq!(allow("https://api.example.com"), "");
    assert_eq!(allow("https://*/mcp"), "code");
}

#[test]
fn a_local_server_must_match_a_listed_command_whole() {
    assert_eq!(
        left(vec![admin_list(ALLOW, &[], &[], &[identity("files-mcp")])]),
        "files"
    );
}

#[test]
fn deny_wins() {
    let both = vec![
        admin_list(ALLOW, &["code", "issues"], &[], &[]),
        admin_list(DENY, &[], &["https://mcp.issues.example.org/*"], &[]),
    ];
    assert_eq!(left(both), "code");
}

#[test]
fn a_refused_server_is_blocked_by_the_admin_with_the_reason() {
    let host = host(vec![
        managed()
            .policy(admin_list(DENY, &["code"], &[], &[]))
            .policy(admin_list(ALLOW, &["code"], &[], &[])),
        project().with([
            remote("code", "https://api.example.com/mcp"),
            entry("plugin").but(|s| s.target = Target::Reference(safe("plugin"))),
        ]),
    ]);
    let code = server(&host, "code");
    assert_eq!(why(code), "in the admin's deny list");
    assert_eq!(code.approval.rule, Rule::Blocked);
    assert_eq!(code.approval.set_by, SetBy::Admin);
    assert_eq!(code.approval.approver, Approver::Nobody);
    assert_eq!(
        code.approval.source,
        Some(place("managed-settings.json", 2))
    );
    assert_eq!(
        why(server(&host, "plugin")),
        "not in the admin's allow list"
    );
}

#[test]
fn a_start_is_approved_beforehand_by_name_or_for_a_scope() {
    let approve = |name: Option<&str>, by| ServerPolicy::PreApproveStart {
        name: name.map(safe),
        scope: Some(Scope::Project),
        by,
        source: place("settings.json", 1),
    };
    let host = host(vec![
        user_file()
            .with([npm("mine", "a")])
            .policy(approve(Some("docs"), SetBy::User)),
        project()
            .with([npm("docs", "b"), npm("notes", "c")])
            .policy(approve(None, SetBy::Repository)),
    ]);
    let start = |name: &str| server(&host, name).approval.start;
    assert_eq!(start("mine"), StartApproval::Unknown);
    assert_eq!(
        start("notes"),
        StartApproval::PreApproved(SetBy::Repository)
    );
    // The user and the repository say so: what the repository can do alone is what matters.
    assert_eq!(start("docs"), StartApproval::PreApproved(SetBy::Repository));
}

#[test]
fn what_is_off_does_not_say_that_it_starts() {
    let approve = ServerPolicy::PreApproveStart {
        name: Some(safe("docs")),
        scope: None,
        by: SetBy::User,
        source: place("settings.json", 1),
    };
    let off = ServerPolicy::DisableByName {
        name: safe("docs"),
        scope: Some(Scope::User),
        reason: "switched off".to_owned(),
        source: place("settings.json", 2),
    };
    let host = host(vec![
        user_file().with([npm("docs", "a")]).policy(off),
        project().with([npm("docs", "b")]).policy(approve),
    ]);
    for server in &host.servers {
        let said = server.marks.iter().any(|m| m.text.contains("starts"));
        assert_eq!(said, server.state.off().is_none(), "{:?}", server.scope);
    }
}

#[test]
fn a_server_that_may_ask_the_model_says_so_unless_it_is_off() {
    let allow = |name: &str| ServerPolicy::Sampling {
        name: safe(name),
        source: place("settings.json", 1),
    };
    let off = ServerPolicy::DisableByName {
        name: safe("notes"),
        scope: None,
        reason: "switched off".to_owned(),
        source: place("settings.json", 2),
    };
    let host = host(vec![
        project()
            .with([npm("docs", "a"), npm("notes", "b"), npm("files", "c")])
            .policy(allow("docs"))
            .policy(allow("notes"))
            .policy(off),
    ]);
    let says = |name: &str| {
        let marks = &server(&host, name).marks;
        marks
            .iter()
            .any(|m| m.text == "sampling without a question")
    };
    assert_eq!(["docs", "notes", "files"].map(says), [true, false, false]);
}
