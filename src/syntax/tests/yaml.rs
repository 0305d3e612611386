//! YAML: anchors, merge keys, documents, scalars.

use super::{Syntax, error, json, read, root};

fn yaml(text: &str) -> String {
    json(&root(Syntax::Yaml, text))
}

#[test]
fn scalars_follow_the_core_schema() {
    assert_eq!(
        yaml(
            "a: yes\nb: true\nc: 1.50\nd: ~\ne:\nf: '1'\ng: 0o17\nh: 2024-01-01\ni: !!str 12\nj: !thing x\n"
        ),
        "{\"a\":\"yes\",\"b\":true,\"c\":1.50,\"d\":null,\"e\":null,\"f\":\"1\",\"g\":0o17,\"h\":\"2024-01-01\",\"i\":\"12\",\"j\":\"x\"}"
    );
    assert_eq!(
        yaml("a: >-\n  x\n  y\nb: |\n  z\n"),
        "{\"a\":\"x y\",\"b\":\"z\\n\"}"
    );
}

#[test]
fn keys_become_text() {
    assert_eq!(
        yaml("1: a\ntrue: b\n? [x, y]\n: c\n? {k: v}\n: d\n~: e\n'': f\n"),
        "{\"1\":\"a\",\"true\":\"b\",\"[x, y]\":\"c\",\"{k: v}\":\"d\",\"~\":\"e\",\"\":\"f\"}"
    );
    assert_eq!(
        yaml("a: &n name\n*n : v\n"),
        "{\"a\":\"name\",\"name\":\"v\"}"
    );
}

#[test]
fn aliases_and_merge_keys_are_resolved() {
    assert_eq!(
        yaml("a: &x [1, {b: 2}]\nc: *x\n"),
        "{\"a\":[1,{\"b\":2}],\"c\":[1,{\"b\":2}]}"
    );
    let base = "base: &b {command: npx, type: stdio}\nmore: &m {type: http, url: u}\n";
    let tail = |text: &str| {
        yaml(&format!("{base}{text}"))
            .split_once("\"s\":")
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(
        tail("s:\n  <<: *b\n  type: sse\n"),
        "{\"type\":\"sse\",\"command\":\"npx\"}}"
    );
    assert_eq!(
        tail("s:\n  type: sse\n  <<: *b\n"),
        "{\"type\":\"sse\",\"command\":\"npx\"}}"
    );
    assert_eq!(
        tail("s:\n  <<: [*b, *m]\n"),
        "{\"command\":\"npx\",\"type\":\"stdio\",\"url\":\"u\"}}"
    );
    assert_eq!(
        tail("s:\n  <<: *b\n  <<: *m\n"),
        "{\"command\":\"npx\",\"type\":\"stdio\",\"url\":\"u\"}}"
    );
    // Neither a quoted key nor a value that is no map is a merge.
    assert_eq!(
        tail("s:\n  '<<': *b\n"),
        "{\"<<\":{\"command\":\"npx\",\"type\":\"stdio\"}}}"
    );
    assert_eq!(tail("s:\n  <<: 1\n"), "{\"<<\":1}}");
}

#[test]
fn an_anchor_may_be_used_again_after_it_was_redefined() {
    assert_eq!(
        yaml("a: &x 1\nb: *x\nc: &x 2\nd: *x\n"),
        "{\"a\":1,\"b\":1,\"c\":2,\"d\":2}"
    );
}

#[test]
fn of_several_documents_the_first_is_read() {
    let parsed = read(Syntax::Yaml, "# c\n---\na: 1\n---\nb: 2\n---\n[\n");
    assert_eq!(json(&parsed.root.unwrap()), "{\"a\":1}");
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].place.as_ref().unwrap().line, 4);
    assert!(
        read(Syntax::Yaml, "---\na: 1\n...\n")
            .diagnostics
            .is_empty()
    );
}

#[test]
fn duplicate_keys_are_kept_and_reported() {
    let parsed = read(Syntax::Yaml, "s:\n  a: 1\n  a: 2\n");
    assert_eq!(json(parsed.root.as_ref().unwrap()), "{\"s\":{\"a\":2}}");
    assert_eq!(parsed.diagnostics[0].place.as_ref().unwrap().line, 2);
    assert_eq!(parsed.diagnostics[0].key.as_deref(), Some("s.a"));
}

#[test]
fn an_alias_bomb_is_refused() {
    let level = |n: usize| {
        let uses = vec![format!("*a{}", n - 1); 10].join(", ");
        format!("a{n}: &a{n} [{uses}]\n")
    };
    let text = "a0: &a0 [x]\n".to_owned() + &(1..10).map(level).collect::<String>();
    let refused = error(Syntax::Yaml, &text);
    assert!(
        refused.message.contains("aliases stand for more than"),
        "{}",
        refused.message
    );
    assert!(refused.place.is_some());
}

#[test]
fn an_alias_bomb_of_text_is_refused() {
    let text = format!(
        "a: &a {}\nb: [{}]\n",
        "x".repeat(1 << 20),
        vec!["*a"; 1000].join(", ")
    );
    assert!(error(Syntax::Yaml, &text).message.contains("too much text"));
}

#[test]
fn aliases_cannot_nest_deeper_than_the_limit() {
    let level = |n: usize| format!("a{n}: &a{n} [*a{}]\n", n - 1);
    let text = "a0: &a0 [x]\n".to_owned() + &(1..200).map(level).collect::<String>();
    assert!(
        error(Syntax::Yaml, &text)
            .message
            .contains("nesting deeper than 128 levels")
    );
}
