//! What is said where a pattern names nothing.

use super::*;

#[test]
fn what_names_nothing_is_an_error_that_lists_what_there_is() {
    let error = select(office(), &only(&["files", "host:nothing"])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "error: --only: no host has the name nothing\nhint: hosts: Claude Code, Codex; a host, provider or boundary is \
         named as host:NAME and so on"
    );
    let error = select(office(), &focus("ghp_FAKE0000000000000000000000000000"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "error: --focus: no server has the name …\nhint: servers: chat, files, issues, memory, tracker"
    );
}

#[test]
fn every_pattern_that_names_nothing_is_named_with_what_was_meant() {
    for (patterns, error, meant) in [
        (
            &["files", "trakcer", "mmory"][..],
            "no server has the name trakcer or mmory",
            "did you mean tracker, memory? servers: chat,",
        ),
        (
            &["codex"],
            "no server has the name codex",
            "did you mean host:Codex? servers: ",
        ),
        (
            &["host:claud code", "chatt"],
            "no server has the name chatt, no host has the name claud code",
            "did you mean 'host:Claude Code', chat? servers: ",
        ),
        (
            &["host:memory"],
            "no host has the name memory",
            "did you mean memory? hosts: Claude Code, Codex",
        ),
    ] {
        let said = select(office(), &only(patterns)).unwrap_err().to_string();
        let wanted = format!("error: --only: {error}\nhint: {meant}");
        assert!(said.starts_with(&wanted), "{said}");
    }
    let said = select(office(), &focus("host:codex"))
        .unwrap_err()
        .to_string();
    assert!(!said.contains("host:NAME"), "--focus takes servers: {said}");
}
