//! Whatever the text, nothing panics and every place lies inside it; what another writer wrote reads back equal.

use proptest::prelude::*;
use serde_json::Value as Json;

use super::{Node, Syntax, Value, json};
use crate::source::{SourceFile, Span};
use crate::syntax::{guess, parse};

const ALL: [Syntax; 6] = [
    Syntax::Json,
    Syntax::Jsonc,
    Syntax::Json5,
    Syntax::Toml,
    Syntax::Yaml,
    Syntax::Markdown,
];

fn check_spans(node: &Node, text: &str) {
    let inside = |span: Span| text.get(span.start..span.end).is_some();
    assert!(inside(node.span), "{:?} in {text:?}", node.span);
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| check_spans(item, text)),
        Value::Map(entries) => {
            for entry in entries {
                assert!(inside(entry.key_span), "{:?} in {text:?}", entry.key_span);
                check_spans(&entry.value, text);
            }
        }
        _ => {}
    }
}

fn check(text: &str) {
    let _ = guess(&["stdin".to_owned()], text);
    for syntax in ALL {
        let file = SourceFile::from_text("f", text);
        match parse(&file, syntax) {
            Ok(parsed) => {
                if let Some(root) = &parsed.root {
                    check_spans(root, text);
                    let _ = format!("{root:?}");
                }
                for (_, at) in parsed.leniency.used() {
                    assert!(text.is_char_boundary(*at));
                }
            }
            Err(error) => assert!(error.place.is_some(), "{error}"),
        }
    }
}

/// Text made of the pieces that the syntaxes are made of.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just(","),
        Just(":"),
        Just(": "),
        Just("\""),
        Just("'"),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just(" "),
        Just("  "),
        Just("\t"),
        Just("- "),
        Just("? "),
        Just("&a "),
        Just("*a "),
        Just("<<: "),
        Just("!!str "),
        Just("---\n"),
        Just("...\n"),
        Just("# "),
        Just("//"),
        Just("/*"),
        Just("*/"),
        Just("\\"),
        Just("\\u00"),
        Just("\\ud83d"),
        Just("\\x4"),
        Just("a"),
        Just("key"),
        Just("é"),
        Just("🌱"),
        Just("1"),
        Just("-"),
        Just("0x"),
        Just("."),
        Just("= "),
        Just("[["),
        Just("\"\"\""),
        Just("'''"),
        Just("null"),
        Just("true"),
        Just("NaN"),
        Just("|\n"),
        Just(">-\n"),
        Just("\u{feff}"),
        Just("\u{2028}"),
        Just("\u{85}"),
        Just("\0"),
        Just("%YAML 1.2\n"),
        Just("@"),
        Just("`"),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn value(text: &'static str) -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>()
            .prop_filter("JSON has only finite numbers", |n| n.is_finite())
            .prop_map(Json::from),
        text.prop_map(Json::from),
    ];
    leaf.prop_recursive(6, 64, 8, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Json::from),
            proptest::collection::btree_map(text, inner, 0..8)
                .prop_map(|map| Json::Object(map.into_iter().collect())),
        ]
    })
}

fn reads_back(syntax: Syntax, text: &str, written: &str) {
    let file = SourceFile::from_text("f", text);
    let parsed = parse(&file, syntax).unwrap_or_else(|error| panic!("{syntax:?} {text}: {error}"));
    // A document that is one empty value holds nothing; JSON cannot write one.
    assert_eq!(json(&parsed.root.expect("a value")), written, "{syntax:?}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_pieces_are_read_or_refused(text in pieces()) {
        check(&text);
    }

    #[test]
    fn a_cut_off_file_is_read_or_refused(value in value("[ -~é🌱]{0,12}"), cut in any::<prop::sample::Index>()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        check(&text[..text.floor_char_boundary(cut.index(text.len()))]);
    }

    #[test]
    fn json_reads_back_equal(value in value(".{0,12}")) {
        let written = value.to_string();
        for text in [&written, &serde_json::to_string_pretty(&value).unwrap()] {
            for syntax in [Syntax::Json, Syntax::Jsonc, Syntax::Json5] {
                reads_back(syntax, text, &written);
            }
        }
    }

    #[test]
    fn json_reads_back_equal_as_yaml(value in value("[ -~é🌱\n\t\u{0}\u{1b}]{0,12}")) {
        let written = value.to_string();
        for text in [&written, &serde_json::to_string_pretty(&value).unwrap()] {
            reads_back(Syntax::Yaml, text, &written);
        }
    }

    #[test]
    fn toml_reads_back_equal(map in proptest::collection::btree_map("[ -~é🌱\n]{0,12}", "[ -~é🌱\n]{0,12}", 0..8)) {
        // A JSON string is also a TOML basic string.
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        let lines = map.iter().map(|(key, value)| format!("{} = {}", quoted(key), quoted(value)));
        let text = lines.collect::<Vec<_>>().join("\n");
        let parsed = parse(&SourceFile::from_text("f", text), Syntax::Toml).unwrap();
        let read: std::collections::BTreeMap<String, String> = parsed
            .root
            .iter()
            .flat_map(Node::entries)
            .map(|entry| (entry.key.clone(), entry.value.as_str().unwrap().to_owned()))
            .collect();
        prop_assert_eq!(read, map);
    }
}
