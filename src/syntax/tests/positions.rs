//! Every key and value has a place, also after text that is not ASCII and after Windows line ends.

use super::{Syntax, read};
use crate::source::{SourceFile, Span};
use crate::syntax::parse;

/// Checks that key and value of `server.command` are cut out exactly, and where they stand.
fn check(syntax: Syntax, text: &str, key: &str, value: &str, line: u32, columns: (u32, u32)) {
    let file = SourceFile::from_text("mcp.json", text);
    let root = parse(&file, syntax).unwrap().root.unwrap();
    let entry = root
        .get("größe 🌱")
        .and_then(|server| server.entry("command"))
        .expect("the entry");
    let cut = |span: Span| &file.text[span.start..span.end];
    assert_eq!(cut(entry.key_span), key);
    assert_eq!(cut(entry.value.span), value);
    assert_eq!(entry.value.as_str(), Some("npx — ü"));
    let (at_key, at_value) = (
        file.place(entry.key_span.start),
        file.place(entry.value.span.start),
    );
    assert_eq!(
        (at_key.line, at_key.column, at_value.line, at_value.column),
        (line, columns.0, line, columns.1)
    );
}

#[test]
fn json() {
    let text = "{\r\n  \"größe 🌱\": { \"a\": \"é\\u00e9🌱\", \"command\": \"npx — ü\" }\r\n}\r\n";
    check(
        Syntax::Json,
        text,
        "\"command\"",
        "\"npx — ü\"",
        2,
        (33, 44),
    );
}

#[test]
fn jsonc() {
    let text = "// größe\r\n{ /* 🌱 */\r\n\t\"größe 🌱\": { \"command\": \"npx — ü\", },\r\n}";
    check(
        Syntax::Jsonc,
        text,
        "\"command\"",
        "\"npx — ü\"",
        3,
        (15, 26),
    );
}

#[test]
fn json5() {
    let text = "{\r\n  'größe 🌱': { é: 1, command: 'npx — ü' }\r\n}";
    check(Syntax::Json5, text, "command", "'npx — ü'", 2, (22, 31));
}

#[test]
fn a_fragment() {
    let text = "// é\r\n\"größe 🌱\": { \"command\": \"npx — ü\" }";
    check(
        Syntax::Json,
        text,
        "\"command\"",
        "\"npx — ü\"",
        2,
        (14, 25),
    );
}

#[test]
fn toml() {
    let text = "# größe 🌱\r\n[\"größe 🌱\"]\r\nargs = [\"é\"]\r\ncommand = \"npx — ü\"\r\n";
    check(Syntax::Toml, text, "command", "\"npx — ü\"", 4, (1, 11));
}

#[test]
fn yaml() {
    let text = "# größe 🌱\r\n\"größe 🌱\":\r\n  é: [ü]\r\n  command: npx — ü\r\n";
    check(Syntax::Yaml, text, "command", "npx — ü", 4, (3, 12));
}

#[test]
fn front_matter() {
    let text = "---\r\ngröße 🌱:\r\n  command: 'npx — ü' # é\r\n---\r\n# Größe\r\nx: [\r\n";
    check(Syntax::Markdown, text, "command", "'npx — ü'", 3, (3, 12));
}

#[test]
fn lists_and_maps_reach_from_first_to_last() {
    let cases = [
        (
            Syntax::Json,
            "{\"a\": [1, 2] }",
            "[1, 2]",
            "{\"a\": [1, 2] }",
        ),
        (Syntax::Toml, "a = [1, 2] # x", "[1, 2]", "a = [1, 2] # x"),
        (
            Syntax::Yaml,
            "# x\na: [1, 2]\n\n# y\n",
            "[1, 2]",
            "a: [1, 2]",
        ),
        (
            Syntax::Yaml,
            "a:\n- 1\n- 2\n\n# y\n",
            "1\n- 2",
            "a:\n- 1\n- 2",
        ),
    ];
    for (syntax, text, list, all) in cases {
        let root = read(syntax, text).root.unwrap();
        let at = |span: Span| &text[span.start..span.end];
        assert_eq!(
            (at(root.get("a").unwrap().span), at(root.span)),
            (list, all),
            "{text:?}"
        );
    }
}

#[test]
fn the_place_of_an_alias_is_its_anchor() {
    let text = "a: &x {k: v}\nb: *x\n";
    let root = read(Syntax::Yaml, text).root.unwrap();
    assert_eq!(root.get("b").unwrap().span, root.get("a").unwrap().span);
}

#[test]
fn columns_count_characters_even_in_a_very_long_line() {
    let text = format!("{{\"a\": \"{}\", \"b\": 1}}", "é🌱x".repeat(20_000));
    let file = SourceFile::from_text("mcp.json", text.as_str());
    let root = parse(&file, Syntax::Json).unwrap().root.unwrap();
    let offset = root.entry("b").unwrap().key_span.start;
    assert_eq!(
        file.place(offset).column as usize,
        text[..offset].chars().count() + 1
    );
    assert_eq!(
        file.place(usize::MAX).column as usize,
        text.chars().count() + 1
    );
}
