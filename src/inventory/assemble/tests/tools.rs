//! Rules about tools, and the host-wide switch.

use super::{host, server, why};
use crate::inventory::testing::{all_safe, npm, project, remote, user_file};
use crate::inventory::{Approval, Approver, Effect, Reading, Rule, ServerEntry, SetBy};

use Effect::{Allow, Ask, Deny};
use SetBy::{Repository, User};

/// Reads one server under rules and gives its approval.
fn under(own: ServerEntry, rules: &[(Effect, Option<&str>, Option<&str>)]) -> Approval {
    let mut settings: Reading = user_file();
    for (effect, server, tool) in rules {
        settings = settings.rule(*effect, *server, *tool, User);
    }
    let host = host(vec![project().with([own]), settings]);
    host.servers[0].approval.clone()
}

fn shop() -> ServerEntry {
    npm("shop", "shop-mcp")
}

const SHOP: Option<&str> = Some("shop");

#[test]
fn deny_beats_ask_and_ask_beats_allow() {
    let rules = [(Allow, SHOP, None), (Ask, SHOP, None), (Deny, SHOP, None)];
    assert_eq!(under(shop(), &rules).rule, Rule::Blocked);
    assert_eq!(under(shop(), &rules[..2]).rule, Rule::Asks);
    let allowed = under(shop(), &rules[..1]);
    assert_eq!(allowed.rule, Rule::AutoAll);
    assert_eq!((allowed.set_by, allowed.approver), (User, Approver::Nobody));
    assert!(allowed.source.is_some());
}

#[test]
fn a_server_that_a_rule_denies_is_blocked_but_still_on() {
    let host = host(vec![
        project().with([shop()]).rule(Deny, SHOP, None, Repository),
    ]);
    assert_eq!(why(server(&host, "shop")), "on");
    assert_eq!(server(&host, "shop").approval.rule, Rule::Blocked);
}

#[test]
fn single_tools_run_without_a_question_and_the_rest_asks() {
    let approval = under(
        shop(),
        &[(Allow, SHOP, Some("list")), (Allow, SHOP, Some("find"))],
    );
    assert_eq!(approval.rule, Rule::Auto(all_safe(&["list", "find"])));
    assert_eq!(approval.approver, Approver::Person);
    assert_eq!(approval.set_by, User);
}

#[test]
fn a_tool_that_is_also_denied_or_asked_is_not_automatic() {
    let rules = [
        (Allow, SHOP, Some("list")),
        (Allow, SHOP, Some("pay")),
        (Deny, SHOP, Some("pay")),
    ];
    assert_eq!(under(shop(), &rules).rule, Rule::Auto(all_safe(&["list"])));
    let only = [(Allow, SHOP, Some("pay")), (Ask, SHOP, Some("pay"))];
    assert_eq!(under(shop(), &only).rule, Rule::AsksByDefault);
}

#[test]
fn what_the_entry_allows_is_narrowed_too() {
    let own = || shop().approved(Rule::Auto(all_safe(&["list", "pay"])), Repository);
    let narrowed = under(own(), &[(Deny, SHOP, Some("pay"))]);
    assert_eq!(narrowed.rule, Rule::Auto(all_safe(&["list"])));
    let swapped = under(
        own(),
        &[(Deny, SHOP, Some("pay")), (Allow, SHOP, Some("find"))],
    );
    assert_eq!(swapped.rule, Rule::Auto(all_safe(&["list", "find"])));
    let emptied = under(
        own(),
        &[(Deny, SHOP, Some("pay")), (Ask, SHOP, Some("list"))],
    );
    assert_eq!(emptied.rule, Rule::Asks);
}

#[test]
fn everything_allowed_names_how_many_are_not() {
    let rules = [
        (Allow, SHOP, None),
        (Ask, SHOP, Some("pay")),
        (Deny, SHOP, Some("drop")),
    ];
    let approval = under(shop(), &rules);
    assert_eq!(approval.rule, Rule::AutoAll);
    assert_eq!(
        approval.caveat.as_deref(),
        Some("except 2 tools, asked or denied")
    );
    let trusted = shop().approved(Rule::AutoAll, Repository);
    let approval = under(trusted, &[(Ask, SHOP, Some("pay"))]);
    assert_eq!(
        approval.caveat.as_deref(),
        Some("except 1 tool, asked or denied")
    );
    assert_eq!(approval.set_by, Repository);
}

#[test]
fn allowing_one_tool_changes_nothing_where_all_are_allowed() {
    let open = || shop().approved(Rule::AllowsByDefault, SetBy::Product);
    let approval = under(open(), &[(Allow, SHOP, Some("list"))]);
    assert_eq!(approval.rule, Rule::AllowsByDefault);
    assert_eq!((approval.set_by, approval.caveat), (SetBy::Product, None));
    let approval = under(open(), &[(Ask, SHOP, Some("pay"))]);
    assert_eq!(approval.rule, Rule::AllowsByDefault);
    assert_eq!(
        approval.caveat.as_deref(),
        Some("except 1 tool, asked or denied")
    );
}

#[test]
fn a_rule_without_a_server_is_about_all_of_them() {
    let host = host(vec![
        project()
            .with([shop(), remote("code", "https://api.example.com/mcp")])
            .rule(Deny, None, None, Repository),
    ]);
    assert!(
        host.servers
            .iter()
            .all(|s| s.approval.rule == Rule::Blocked)
    );
}

#[test]
fn a_rule_writes_other_characters_of_a_name_as_underscores() {
    let own = npm("My Shop", "shop-mcp");
    assert_eq!(
        under(own, &[(Allow, Some("My_Shop"), None)]).rule,
        Rule::AutoAll
    );
}

#[test]
fn tools_that_rules_name_are_known_except_what_is_denied() {
    let host = host(vec![
        project()
            .with([shop()])
            .rule(Ask, SHOP, Some("pay"), Repository)
            .rule(Deny, SHOP, Some("drop"), Repository),
    ]);
    assert_eq!(server(&host, "shop").tools, all_safe(&["pay"]));
}

#[test]
fn a_switch_that_approves_everything_beats_all_but_blocked() {
    let open = user_file().gate(Rule::AutoAll, User, Approver::Nobody);
    let host = host(vec![
        open,
        project()
            .with([
                shop(),
                npm("asked", "a").approved(Rule::Asks, Repository),
                npm("kept", "b").approved(Rule::KeptInApp, SetBy::Product),
                npm("denied", "c"),
            ])
            .rule(Deny, Some("denied"), None, Repository),
    ]);
    for name in ["shop", "asked", "kept"] {
        let approval = &server(&host, name).approval;
        assert_eq!(approval.rule, Rule::AutoAll, "{name}");
        assert_eq!(
            (approval.set_by, approval.approver),
            (User, Approver::Nobody)
        );
    }
    assert_eq!(server(&host, "denied").approval.rule, Rule::Blocked);
}

#[test]
fn a_host_that_asks_turns_defaults_into_a_fact_and_leaves_the_rest() {
    let asks = user_file().gate(Rule::Asks, User, Approver::Person);
    let auto = Rule::Auto(all_safe(&["list"]));
    let host = host(vec![
        asks,
        project().with([
            shop(),
            npm("open", "a").approved(Rule::AllowsByDefault, SetBy::Product),
            npm("auto", "b").approved(auto.clone(), Repository),
        ]),
    ]);
    assert_eq!(server(&host, "shop").approval.rule, Rule::Asks);
    assert_eq!(server(&host, "shop").approval.set_by, User);
    assert_eq!(server(&host, "open").approval.rule, Rule::Asks);
    assert_eq!(server(&host, "auto").approval.rule, auto);
}

#[test]
fn the_admins_switch_beats_the_repositorys_and_that_the_users() {
    let mut files = vec![
        user_file().gate(Rule::Asks, User, Approver::Person),
        project()
            .gate(Rule::AutoAll, Repository, Approver::Nobody)
            .with([shop()]),
    ];
    assert_eq!(host(files.clone()).servers[0].approval.rule, Rule::AutoAll);
    let admin = crate::inventory::testing::reading(
        "claude-code",
        "Claude Code",
        "managed-settings.json",
        crate::inventory::Scope::Managed,
    );
    files.push(admin.gate(Rule::Asks, SetBy::Admin, Approver::Person));
    let approval = &host(files).servers[0].approval;
    assert_eq!(
        (&approval.rule, approval.set_by),
        (&Rule::Asks, SetBy::Admin)
    );
}
