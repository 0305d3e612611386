//! What of an address goes out without leave.

use super::{asked, environment, of_http, plan_of, wire};
use crate::probe::plan::Asked;
use crate::probe::{TargetKind, target_of_url};

/// What is asked of an address without leave, and what the observation will say of it.
fn bare(url: &str) -> String {
    let plan = plan_of(
        &format!(r#""a": {{"type": "http", "url": "{url}"}}"#),
        &Asked::default(),
    );
    let Some(target) = plan.targets.first() else {
        return wire(&plan);
    };
    let TargetKind::Http(http) = &target.kind else {
        panic!("an HTTP target");
    };
    if http.left_out.is_empty() {
        of_http(http)
    } else {
        format!("{} {}", of_http(http), http.left_out)
    }
}

#[test]
fn what_may_be_a_credential_stays_at_home_under_any_name() {
    let table = [
        (
            "?ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000",
            "asked without its query parameter `•••`",
        ),
        ("?q=Bearer+X", "asked without its query parameter `q`"),
        (
            "?8f14e45fceea167a5a36dedd4bea2543",
            "asked without its query parameter `•••`",
        ),
        (
            "?sid=abc&access=x",
            "asked without its query parameters `sid`, `access`",
        ),
        ("?letmein2horse", "asked without its query parameter `•••`"),
        (
            "?X-Amz-Signature=fe&X-Amz-Expires=300",
            "asked without its query parameter `X-Amz-Signature`",
        ),
        (
            ";jsessionid=0A1B",
            "asked without its path parameter `jsessionid`",
        ),
        (";0a1b2c3d", "asked without its path parameter `•••`"),
        (
            ";v=2;sid=x?n=${MY_TOKEN:-north}",
            "asked without its query parameter `n` and its path parameter `sid`",
        ),
    ];
    for (tail, expected) in table {
        let said = bare(&format!("https://mcp.example.com/mcp{tail}"));
        let (url, left) = said.split_once(' ').unwrap_or((&said, ""));
        assert_eq!(left, expected, "{tail}");
        let rest = url.strip_prefix("https://mcp.example.com/mcp").unwrap();
        assert!(
            ["", "?X-Amz-Expires=300", ";v=2"].contains(&rest),
            "{tail}: {rest}"
        );
        let typed = target_of_url(
            &format!(
                "https://mcp.example.com/mcp{}",
                tail.replace("${MY_TOKEN:-north}", "me@x")
            ),
            &[],
            &environment,
        );
        let (target, notes) = typed.unwrap();
        assert!(notes[0].to_string().contains(expected), "{}", notes[0]);
        let TargetKind::Http(http) = target.kind else {
            panic!("an HTTP target");
        };
        assert_eq!(http.url.reveal(), url);
    }
}

#[test]
fn harmless_parameters_belong_to_the_address() {
    for tail in [
        "?toolset=read",
        "?read_only=true&features=database,docs&project_ref=abcdefghijklmnopqrst",
        ";v=2",
    ] {
        let url = format!("https://mcp.example.com/mcp{tail}");
        assert_eq!(bare(&url), url);
    }
}

#[test]
fn parts_of_a_path_that_look_like_tokens_need_leave() {
    for path in [
        "aB3dE5fG/mcp",
        "x/8f14e45f/mcp",
        "mcp/%61B3dE5fG",
        "a%3Bsid=x/mcp",
        "pin/4711/mcp",
        "session/west/mcp",
        "psk/horse",
        "pw=horse/mcp",
        "hunter2horse!/mcp",
        "P%40ssw0rd!/mcp",
        "0x8f14e45f/mcp",
    ] {
        let url = format!("https://mcp.example.com/{path}");
        let said = bare(&url);
        assert!(
            said.contains("the path of its address holds a credential"),
            "{path}: {said}"
        );
        let error = target_of_url(&url, &[], &environment)
            .unwrap_err()
            .to_string();
        assert!(error.contains("hint: ") && !error.contains(path), "{error}");
    }
}

#[test]
fn ordinary_paths_are_asked() {
    for path in [
        "v1/mcp",
        "mcp/v2",
        "api/2025-01-01/mcp",
        "projects/my-app/mcp",
        "t/team-7/mcp",
        "auth/mcp",
        "private/tools/mcp",
        "login/mcp",
        "session/mcp",
        "@acme/notes2/mcp",
        "a+b/mcp",
    ] {
        let url = format!("https://mcp.example.com/{path}");
        assert_eq!(bare(&url), url);
    }
}

#[test]
fn with_leave_the_whole_address_goes_out_under_the_names_of_what_it_holds() {
    let entry = r#""a": {"type": "http", "url": "https://mcp.example.com/mcp;jsessionid=0A1B?sid=abc&x=1234567&mode=read"}"#;
    assert_eq!(
        wire(&plan_of(entry, &asked(&[], &["a"]))),
        "[http https://mcp.example.com/mcp;jsessionid=••• as claude-code a] \
https://mcp.example.com/mcp;jsessionid=0A1B?sid=abc&x=1234567&mode=read <sid> <jsessionid> <x>"
    );
}
