//! Every variable syntax, text in, pieces out.

use super::*;

fn describe(text: &str) -> String {
    let parts: Vec<String> = Template::parse(text)
        .parts
        .into_iter()
        .map(|part| match part {
            Part::Text(text) => format!("'{text}'"),
            Part::Var(var) => match var.default {
                Some(default) => format!("{:?}({}|{default})", var.syntax, var.name),
                None => format!("{:?}({})", var.syntax, var.name),
            },
        })
        .collect();
    parts.join(" ")
}

#[test]
fn every_syntax_is_recognised() {
    let table = [
        ("${A}", "Braced(A)"),
        ("${env:B}", "BracedEnv(B)"),
        ("$C", "Dollar(C)"),
        ("$lower", "Dollar(lower)"),
        ("{env:D}", "CurlyEnv(D)"),
        ("${input:e}", "Input(e)"),
        ("${F:-a b}", "BracedDefault(F|a b)"),
        ("${F-${G:-x}}", "BracedDefault(F|${G:-x})"),
        ("${F:?must be set}", "BracedDefault(F)"),
        ("${{ secrets.G }}", "Secrets(secrets.G)"),
        ("{{H}}", "DoubleCurly(H)"),
        ("$env:I", "PowerShell(I)"),
        ("${env://J}", "EnvUrl(J)"),
        ("${env://J:-x}", "EnvUrl(J|x)"),
        ("${keyring:k}", "Keyring(k)"),
        ("%L%", "Percent(L)"),
        ("$(pass show m)", "Command(pass show m)"),
        ("`pass show m`", "Command(pass show m)"),
        ("${cmd: vault read x}", "Command(vault read x)"),
        ("{file:~/.key}", "CurlyFile(~/.key)"),
        ("${file:~/.key}", "BracedFile(~/.key)"),
        ("${user_config.root}", "UserConfig(root)"),
        ("${workspaceFolder}/x", "Editor(workspaceFolder) '/x'"),
        (
            "${extensionPath}${/}x.js",
            "Editor(extensionPath) Editor(/) 'x.js'",
        ),
        ("Bearer ${X}", "'Bearer ' Braced(X)"),
        ("Bearer $X_Y", "'Bearer ' Dollar(X_Y)"),
        ("$HOME/x", "Dollar(HOME) '/x'"),
        ("Pa$word1!", "'Pa$word1!'"),
        ("$2b$10$abc", "'$2b$10$abc'"),
        ("a%2F%2Fb", "'a%2F%2Fb'"),
        ("{\"a\": {\"b\": 1}}", "'{\"a\": {\"b\": 1}}'"),
        ("${unclosed", "'${unclosed'"),
        ("100%", "'100%'"),
        ("", ""),
    ];
    for (text, expected) in table {
        assert_eq!(describe(text), expected, "{text}");
    }
}

#[test]
fn debug_shows_no_text() {
    assert!(!format!("{:?}", Template::parse("hunter2 ${A:-hunter3}")).contains("hunter"));
}

#[test]
fn variables_nested_too_deep_are_not_looked_into() {
    let (open, close) = ("${A:-canary".repeat(18), "}".repeat(18));
    let template = Template::parse(&format!("a {open}{close} b"));
    let shown = template.vars().map(Var::shown).collect::<Vec<_>>();
    assert_eq!(template.literal(), "a ");
    assert_eq!(shown, ["$(•••)"]);
    let sixteen = format!("{}x{}", "${A:-".repeat(16), "}".repeat(16));
    assert!(
        Template::parse(&sixteen)
            .only_var()
            .is_some_and(|var| var.name == "A")
    );
}

#[test]
fn openings_without_an_end_take_no_time() {
    // Each of these took time with the square of its length: minutes here.
    for opening in ["${A:-", "$(a", "${{ a", "{{a", "{env:a", "{file:a", "${A"] {
        let text = opening.repeat(200_000);
        assert!(!Template::parse(&text).parts.is_empty(), "{opening}");
    }
}
