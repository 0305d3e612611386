//! JSON as people write it.

use super::{Syntax, json, read, root};
use crate::source::SourceFile;
use crate::syntax::{Feature, parse};

#[test]
fn nothing_is_not_an_error() {
    for text in ["", " \r\n\t", "// only\n/* comments */", "\u{a0}"] {
        assert_eq!(read(Syntax::Json, text).root, None, "{text:?}");
    }
    for (syntax, text) in [
        (Syntax::Yaml, ""),
        (Syntax::Yaml, "# only\n"),
        (Syntax::Yaml, "---\n# only\n...\n"),
        (Syntax::Toml, ""),
        (Syntax::Toml, "# only\r\n"),
        (Syntax::Markdown, "# Title\n\ntext\n"),
        (Syntax::Markdown, "---\n---\ntext"),
        (Syntax::Markdown, "---\na: 1\n"),
    ] {
        assert_eq!(read(syntax, text).root, None, "{text:?}");
    }
    assert!(root(Syntax::Json, "null").is_null());
    assert!(root(Syntax::Json, "{}").is_empty_map());
}

#[test]
fn the_narrowest_syntax_is_reported() {
    for (text, syntax) in [
        ("{\"a\": 1}", Syntax::Json),
        ("{\"a\": 1} // x", Syntax::Jsonc),
        ("{\"a\": [1,],}", Syntax::Jsonc),
        ("{a: 1}", Syntax::Json5),
        ("{\"a\": 'x'}", Syntax::Json5),
        ("{\"a\": \"\t\"}", Syntax::Json5),
        ("{\"a\":\u{a0}1}", Syntax::Json5),
    ] {
        for asked in [Syntax::Json, Syntax::Jsonc, Syntax::Json5] {
            assert_eq!(read(asked, text).syntax, syntax, "{text:?}");
        }
    }
}

#[test]
fn each_lenient_feature_is_told_with_its_first_place() {
    let text = "{ // one\n a: 'x', /* two */ \"b\": [1, 2,], c: +1, d: .5, e: NaN, f: \"\\x41\\v\", g: 0xF,}";
    let parsed = read(Syntax::Json, text);
    let at = |needle: &str| text.find(needle).unwrap();
    assert_eq!(
        parsed.leniency.used(),
        [
            (Feature::Comment, at("// one")),
            (Feature::UnquotedKey, at("a:")),
            (Feature::SingleQuotes, at("'x'")),
            (Feature::TrailingComma, at(",],")),
            (Feature::Number, at("+1")),
            (Feature::Escape, at("\\x41")),
        ]
    );
    assert_eq!(
        parsed.leniency.first(Feature::TrailingComma),
        Some(at(",],"))
    );
    assert_eq!(
        parsed.leniency.beyond(Syntax::Json),
        Some((Feature::Comment, at("// one")))
    );
    assert_eq!(
        parsed.leniency.beyond(Syntax::Jsonc),
        Some((Feature::UnquotedKey, at("a:")))
    );
    assert_eq!(parsed.leniency.beyond(Syntax::Json5), None);
    assert_eq!(
        json(&parsed.root.unwrap()),
        "{\"a\":\"x\",\"b\":[1,2],\"c\":+1,\"d\":.5,\"e\":NaN,\"f\":\"A\\u000b\",\"g\":0xF}"
    );
}

#[test]
fn a_snippet_without_braces_is_read_with_a_note() {
    for text in [
        "\"soil\": { \"command\": \"uvx\" }",
        "\"soil\": { \"command\": \"uvx\" },\n",
        "// from a README\n\"soil\": { \"command\": \"uvx\" } // end",
        "soil: { command: 'uvx' }",
    ] {
        let parsed = read(Syntax::Json, text);
        assert!(parsed.fragment, "{text:?}");
        assert_eq!(
            json(parsed.root.as_ref().unwrap()),
            "{\"soil\":{\"command\":\"uvx\"}}"
        );
        assert_eq!(parsed.diagnostics.len(), 1);
        assert!(parsed.diagnostics[0].message.contains("no outer braces"));
    }
    assert!(!read(Syntax::Json, "{\"a\": 1}").fragment);
}

#[test]
fn duplicate_keys_are_kept_and_each_shadowed_one_reported() {
    let text = "{\n  \"s\": {\n    \"a\": 1,\n    \"b\": 2,\n    \"a\": 3,\n    \"a\": 4\n  }\n}";
    let parsed = read(Syntax::Json, text);
    let servers = parsed.root.as_ref().unwrap().get("s").unwrap();
    assert_eq!(json(servers), "{\"a\":4,\"b\":2}");
    assert_eq!(servers.shadowed_entries().len(), 2);
    let told: Vec<_> = parsed.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2);
    assert!(
        told[0].starts_with("warning: mcp.json:3:5: s.a: duplicate key"),
        "{}",
        told[0]
    );
    assert!(
        told[1].starts_with("warning: mcp.json:5:5: s.a: duplicate key"),
        "{}",
        told[1]
    );
}

#[test]
fn many_duplicates_are_counted() {
    let text = format!("{{{}\"a\": 1}}", "\"a\": 1,".repeat(5000));
    let parsed = read(Syntax::Json, &text);
    assert_eq!(parsed.diagnostics.len(), 21);
    assert_eq!(parsed.diagnostics[20].message, "4980 more duplicate keys");
}

#[test]
fn a_duplicate_key_that_may_be_a_secret_is_not_shown() {
    let parsed = read(
        Syntax::Json,
        "{\"ghp_FAKE00000000000000000000\": 1, \"ghp_FAKE00000000000000000000\": 2}",
    );
    assert_eq!(parsed.diagnostics[0].key.as_deref(), Some("…"));
    assert!(!format!("{parsed:?}").contains("FAKE"));
}

#[test]
fn toml_duplicates_are_a_warning_and_the_rest_is_read() {
    let text = "[s.a]\ncommand = 'x'\ncommand = 'y'\n[s.b]\ncommand = 'z'\n[s.b]\nargs = []\n";
    let parsed = read(Syntax::Toml, text);
    assert_eq!(
        json(parsed.root.as_ref().unwrap()),
        "{\"s\":{\"a\":{\"command\":\"x\"},\"b\":{\"command\":\"z\",\"args\":[]}}}"
    );
    let lines: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|d| d.place.as_ref().unwrap().line)
        .collect();
    assert_eq!(lines, [3, 6]);
}

#[test]
fn toml_numbers_and_dates_stay_as_written() {
    let text = "a = 1_000\nb = 0x1F\nc = +1.50e3\nd = 1979-05-27 07:32:00Z\ne = inf\nf.g = true\n[[h]]\ni = '''\nx'''\n[[h]]\n";
    let parsed = root(Syntax::Toml, text);
    assert_eq!(
        json(&parsed),
        "{\"a\":1_000,\"b\":0x1F,\"c\":+1.50e3,\"d\":\"1979-05-27 07:32:00Z\",\"e\":inf,\"f\":{\"g\":true},\"h\":[{\"i\":\"x\"},{}]}"
    );
}

#[test]
fn words_for_yes_and_no_are_flags() {
    let list = root(
        Syntax::Json,
        "[true, \"yes\", \"On\", \"no\", \"FALSE\", \"maybe\", 1, null]",
    );
    let flags: Vec<_> = list.items().iter().map(super::Node::as_flag).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(flags, [yes, yes, yes, no, no, None, None, None]);
}

#[test]
fn only_the_front_matter_of_markdown_is_read() {
    let parsed = read(Syntax::Markdown, "---\nname: x\n---\n\n---\nother: [\n");
    assert_eq!(json(&parsed.root.unwrap()), "{\"name\":\"x\"}");
    assert_eq!(parsed.syntax, Syntax::Markdown);
    let file = SourceFile::from_text("a.md", "---\nname: 'x\n---\n");
    let error = parse(&file, Syntax::Markdown).unwrap_err();
    assert_eq!(error.place.unwrap().line, 2);
}

#[test]
fn half_of_a_character_costs_its_own_string_only() {
    let text = "{\n  // JavaScript writes such strings\n  \"a\": \"cut \\ud83d\",\n  \"b\": [1, \"\\ude00\"],\n}";
    let parsed = read(Syntax::Jsonc, text);
    let root = parsed.root.as_ref().unwrap();
    assert_eq!(
        json(root),
        "{\"a\":\"cut \u{fffd}\",\"b\":[1,\"\u{fffd}\"]}"
    );
    assert_eq!(parsed.syntax, Syntax::Jsonc);
    let [message] = &parsed.diagnostics[..] else {
        panic!("{:?}", parsed.diagnostics)
    };
    let place = message.place.as_ref().unwrap();
    assert_eq!((place.line, place.column), (3, 13));
    assert!(message.message.contains("2 times"), "{}", message.message);
    let whole = read(Syntax::Json, "[\"\\ud83d\\ude00\"]");
    assert!(whole.diagnostics.is_empty());
}
