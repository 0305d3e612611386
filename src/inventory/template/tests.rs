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
