//! Checks of theme files: what they may change, and what is said of every kind of mistake.

use super::{fill, line};
use crate::theme::*;

/// A line, where its mistake is, the key, and what is said.
const WRONG: &[(&str, &str, &str, &str)] = &[
    (
        "host = { line = \"s3cret\" }",
        "2:17",
        "host.line: ",
        "expected a colour as `#rrggbb`",
    ),
    (
        "host = { line = 7 }",
        "2:17",
        "host.line: ",
        "expected a colour as `#rrggbb`",
    ),
    ("hots = { }", "2:1", "", "unknown role"),
    (
        "host = { colour = \"#ffffff\" }",
        "2:10",
        "host: ",
        "unknown key, expected one of fill, line, text",
    ),
    (
        "oauth = { dash = [0] }",
        "2:18",
        "oauth.dash: ",
        "expected up to eight lengths",
    ),
    (
        "oauth = { dash = [1,1,1,1,1,1,1,1,1] }",
        "2:18",
        "oauth.dash: ",
        "expected up to eight lengths",
    ),
    (
        "oauth = { width = 99 }",
        "2:19",
        "oauth.width: ",
        "expected a width from 0.2 to 6 pixels",
    ),
    (
        "oauth = { width = nan }",
        "2:19",
        "oauth.width: ",
        "expected a width",
    ),
    (
        "oauth = { hatch = \"s3cret\" }",
        "2:19",
        "oauth.hatch: ",
        "expected one of none, rising",
    ),
    (
        "oauth = { shade = \"s3cret\" }",
        "2:19",
        "oauth.shade: ",
        "expected a colour",
    ),
    (
        "oauth = { hatch = \"cross\" }",
        "2:1",
        "oauth.shade: ",
        "is missing",
    ),
    (
        "ink = { fill = \"#ffffff\" }",
        "2:9",
        "ink.fill: ",
        "is of no use here, expected text",
    ),
    (
        "canvas = { hatch = \"cross\" }",
        "2:12",
        "canvas.hatch: ",
        "is of no use here, expected fill",
    ),
    ("oauth = 3", "2:9", "oauth: ", "expected a table"),
    (
        "[oauth]\nwidth = true",
        "3:9",
        "oauth.width: ",
        "expected a width",
    ),
    (
        "description = 3",
        "2:15",
        "description: ",
        "expected one line",
    ),
    (
        "description = \"a\\nb\"",
        "2:15",
        "description: ",
        "expected one line",
    ),
    ("host = {", "2:9", "", "expected a comma or } in this table"),
    ("base = \"dark\"", "2:1", "", "stands here twice"),
];

/// What is said of a file with `base = "light"` and one more line.
fn refused(line: &str) -> String {
    Theme::parse("mine.toml", &format!("base = \"light\"\n{line}"))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_theme_may_change_a_built_in_one() {
    let theme = Theme::parse(
        "mine.toml",
        "base = \"dark\"\ndescription = \"ours\"\nhost = { line = \"#ff00ff\", width = 3 }\n\
         provider = { hatch = \"dots\", shade = \"#404040\" }",
    )
    .unwrap();
    let dark = Theme::named("dark").unwrap();
    assert_eq!(theme.description, "ours");
    assert_eq!(line(&theme, Role::Host), Colour([255, 0, 255]));
    assert_eq!(fill(&theme, Role::Host), fill(&dark, Role::Host));
    assert!((theme.look(Role::Host).width - 3.0).abs() < 1e-9);
    assert_eq!(theme.look(Role::OAuth), dark.look(Role::OAuth));
    assert_eq!(theme.look(Role::Provider).hatch, Hatch::Dots);
    // What a base has can be taken away.
    let plain = Theme::parse(
        "mine.toml",
        "base = \"print\"\nisolation = { hatch = \"none\" }",
    )
    .unwrap();
    assert_eq!(plain.look(Role::Isolation).hatch, Hatch::None);
}

#[test]
fn wrong_files_are_told_where_and_what() {
    for (line, place, key, expected) in WRONG {
        let says = refused(line);
        assert!(
            says.contains(&format!("mine.toml:{place}")),
            "{line}: {says}"
        );
        assert!(says.contains(&format!("{key}{expected}")), "{line}: {says}");
        assert!(!says.contains("s3cret"), "{says}");
    }
    let alone = |text: &str| Theme::parse("mine.toml", text).unwrap_err().to_string();
    assert!(
        alone("base = \"sepia\"")
            .contains("mine.toml:1:8: base: expected the name of a theme: light")
    );
    let says = alone("canvas = { fill = \"#ffffff\" }");
    assert!(
        says.contains("machine.fill: is missing") && says.contains("hint: "),
        "{says}"
    );
    assert!(refused("hots = { }").contains("hint: roles are canvas, machine"));
}

#[test]
fn the_keys_of_messages_and_documents_are_complete() {
    let hatches: Vec<&str> = Hatch::ALL.iter().map(|hatch| hatch.word()).collect();
    let key = KEYS.iter().find(|key| key.word == "hatch").unwrap();
    assert_eq!(key.expects, format!("one of {}", hatches.join(", ")));
    for role in Role::ALL {
        for need in role.needs() {
            assert!(KEYS.iter().any(|key| key.word == *need));
        }
    }
}

#[test]
fn unknown_names_are_told_what_there_is() {
    let says = Theme::load("sepia").unwrap_err().to_string();
    assert!(says.contains("light, dark, print"), "{says}");
    let says = Theme::load("no/such/folder/mine.toml")
        .unwrap_err()
        .to_string();
    assert!(
        says.starts_with("error: no/such/folder/mine.toml: cannot read the theme: not found"),
        "{says}"
    );
    let says = Theme::load("drak").unwrap_err().to_string();
    assert!(says.contains("did you mean dark?"), "{says}");
}
