//! Input made to hurt: deep, long, repetitive. Each of these once was a crash or a minute in some parser.

use std::time::{Duration, Instant};

use super::{Syntax, error};
use crate::source::SourceFile;
use crate::syntax::{MAX_DEPTH, parse};

const DEEP: usize = 100_000;

#[test]
fn deep_nesting_is_an_error_in_every_syntax() {
    let cases = [
        (Syntax::Json, "[".repeat(DEEP)),
        (Syntax::Json, "{\"a\":".repeat(DEEP)),
        (Syntax::Json, "[".repeat(DEEP) + &"]".repeat(DEEP)),
        (Syntax::Json, "\"a\": ".to_owned() + &"[".repeat(DEEP)),
        (Syntax::Json5, "{a:[".repeat(DEEP)),
        (Syntax::Yaml, "[".repeat(DEEP)),
        (Syntax::Yaml, "{a: ".repeat(DEEP)),
        (Syntax::Yaml, "- ".repeat(DEEP)),
        (Syntax::Yaml, "? ".repeat(DEEP)),
        (Syntax::Markdown, format!("---\n{}\n---\n", "- ".repeat(DEEP))),
        (Syntax::Toml, "a = ".to_owned() + &"[".repeat(DEEP)),
        (Syntax::Toml, "a = ".to_owned() + &"{a = ".repeat(DEEP)),
        (Syntax::Toml, "a.".repeat(DEEP) + "a = 1"),
        (Syntax::Toml, format!("[{}a]", "a.".repeat(DEEP))),
        (Syntax::Toml, format!("[[{}a]]", "a . ".repeat(DEEP))),
        (Syntax::Toml, format!("a = {{{}a = 1}}", "'b'.".repeat(DEEP))),
        (Syntax::Toml, format!("a = {}", format!("{{{}a = ", "a.".repeat(50)).repeat(60))),
    ];
    for (syntax, text) in cases {
        let refused = error(syntax, &text);
        assert!(refused.message.contains("nesting deeper than"), "{syntax:?}: {refused}");
        assert!(refused.place.is_some());
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let lists = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let read = |syntax, text: &str| parse(&SourceFile::from_text("f", text), syntax).is_ok();
    assert!(read(Syntax::Json, &lists(MAX_DEPTH)) && !read(Syntax::Json, &lists(MAX_DEPTH + 1)));
    assert!(read(Syntax::Yaml, &lists(MAX_DEPTH)) && !read(Syntax::Yaml, &lists(MAX_DEPTH + 1)));
    assert!(read(Syntax::Toml, &format!("a = {}", lists(60))) && !read(Syntax::Toml, &format!("a = {}", lists(81))));
    assert!(read(Syntax::Toml, "[a.b.c]\nx = '1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1'"));
}

#[test]
fn a_thousand_headers_are_not_a_thousand_levels() {
    let text: String = (0..1000).map(|n| format!("[a.b{n}]\nv = [1.5, 2.5, {{x.y = 1}}]\n[[l]]\n")).collect();
    assert!(parse(&SourceFile::from_text("f", text), Syntax::Toml).is_ok());
}

#[test]
fn time_grows_with_the_size_and_not_faster() {
    let shapes: Vec<(&str, Syntax, fn(usize) -> String)> = vec![
        ("flat map", Syntax::Json, |n| format!("{{{}\"z\": 1}}", (0..n).map(|i| format!("\"k{i}\": \"v\",\n")).collect::<String>())),
        ("one line", Syntax::Json5, |n| format!("{{{}}}", "a: 'é',".repeat(n))),
        ("comments", Syntax::Jsonc, |n| "// x\n".repeat(n) + "{}"),
        ("escapes", Syntax::Json, |n| format!("[\"{}\"]", "\\n".repeat(n))),
        ("words", Syntax::Json5, |n| "a ".repeat(n)),
        ("flat map", Syntax::Yaml, |n| (0..n).map(|i| format!("k{i}: v\n")).collect()),
        ("list", Syntax::Yaml, |n| "- a\n".repeat(n)),
        ("flow list", Syntax::Yaml, |n| format!("[{}]", "a, ".repeat(n))),
        ("flow lines", Syntax::Yaml, |n| format!("[{}]", "a,\n".repeat(n))),
        ("one long text", Syntax::Yaml, |n| "word ".repeat(n)),
        ("block text", Syntax::Yaml, |n| format!("a: |\n{}", "  x\n".repeat(n))),
        ("folded text", Syntax::Yaml, |n| format!("a: >\n{}", "  x\n\n".repeat(n))),
        ("quoted lines", Syntax::Yaml, |n| format!("a: \"{}\"", "x\n  ".repeat(n))),
        ("anchors", Syntax::Yaml, |n| (0..n).map(|i| format!("- &a{i} x\n")).collect()),
        ("aliases", Syntax::Yaml, |n| format!("- &a x\n{}", "- *a\n".repeat(n.min(90_000)))),
        ("comments", Syntax::Yaml, |n| "# x\n".repeat(n) + "a: 1"),
        ("tags", Syntax::Yaml, |n| "- !x y\n".repeat(n)),
        ("documents", Syntax::Yaml, |n| "---\na\n".repeat(n)),
        ("question marks", Syntax::Yaml, |n| "? a\n".repeat(n)),
        ("tables", Syntax::Toml, |n| (0..n).map(|i| format!("[t.k{i}]\nv = 1\n")).collect()),
        ("late tables", Syntax::Toml, |n| (0..n).map(|i| format!("[k{i}.y]\n[k{i}]\n")).collect()),
        ("lists of tables", Syntax::Toml, |n| "[[a]]\nb = 1\n".repeat(n)),
        ("dotted keys", Syntax::Toml, |n| (0..n).map(|i| format!("a.b.k{i} = 1\n")).collect()),
        ("errors", Syntax::Toml, |n| "= =\n".repeat(n)),
        ("duplicates", Syntax::Toml, |n| "a = 1\n".repeat(n)),
    ];
    for (name, syntax, shape) in shapes {
        let text = shape(60_000);
        let start = Instant::now();
        let _ = parse(&SourceFile::from_text("f", text), syntax);
        let taken = start.elapsed();
        // Generous for a busy machine in a debug build; what grows with the square takes minutes.
        assert!(taken < Duration::from_secs(20), "{name} as {syntax:?}: {taken:?}");
    }
}
