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
        (
            Syntax::Markdown,
            format!("---\n{}\n---\n", "- ".repeat(DEEP)),
        ),
        (Syntax::Toml, "a = ".to_owned() + &"[".repeat(DEEP)),
        (Syntax::Toml, "a = ".to_owned() + &"{a = ".repeat(DEEP)),
        (Syntax::Toml, "a.".repeat(DEEP) + "a = 1"),
        (Syntax::Toml, format!("[{}a]", "a.".repeat(DEEP))),
        (Syntax::Toml, format!("[[{}a]]", "a . ".repeat(DEEP))),
        (
            Syntax::Toml,
            format!("a = {{{}a = 1}}", "'b'.".repeat(DEEP)),
        ),
        (
            Syntax::Toml,
            format!("a = {}", format!("{{{}a = ", "a.".repeat(50)).repeat(60)),
        ),
    ];
    for (syntax, text) in cases {
        let refused = error(syntax, &text);
        assert!(
            refused.message.contains("nesting deeper than"),
            "{syntax:?}: {refused}"
        );
        assert!(refused.place.is_some());
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let lists = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let read = |syntax, text: &str| parse(&SourceFile::from_text("f", text), syntax).is_ok();
    assert!(read(Syntax::Json, &lists(MAX_DEPTH)) && !read(Syntax::Json, &lists(MAX_DEPTH + 1)));
    assert!(read(Syntax::Yaml, &lists(MAX_DEPTH)) && !read(Syntax::Yaml, &lists(MAX_DEPTH + 1)));
    assert!(
        read(Syntax::Toml, &format!("a = {}", lists(60)))
            && !read(Syntax::Toml, &format!("a = {}", lists(81)))
    );
    assert!(read(
        Syntax::Toml,
        "[a.b.c]\nx = '1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1'"
    ));
}

/// Joins the lines that a function makes of the numbers up to `n`.
fn numbered(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

#[test]
fn a_thousand_headers_are_not_a_thousand_levels() {
    let text = numbered(1000, |i| {
        format!("[a.b{i}]\nv = [1.5, 2.5, {{x.y = 1}}]\n[[l]]\n")
    });
    assert!(parse(&SourceFile::from_text("f", text), Syntax::Toml).is_ok());
}

/// The shapes of long input, each in about `n` parts.
fn long(n: usize) -> Vec<(&'static str, Syntax, String)> {
    let json = numbered(n, |i| format!("\"k{i}\": \"v\",\n"));
    vec![
        ("flat map", Syntax::Json, format!("{{{json}\"z\": 1}}")),
        (
            "one line",
            Syntax::Json5,
            format!("{{{}}}", "a: 'é',".repeat(n)),
        ),
        ("comments", Syntax::Jsonc, "// x\n".repeat(n) + "{}"),
        (
            "escapes",
            Syntax::Json,
            format!("[\"{}\"]", "\\n".repeat(n)),
        ),
        ("words", Syntax::Json5, "a ".repeat(n)),
        (
            "flat map",
            Syntax::Yaml,
            numbered(n, |i| format!("k{i}: v\n")),
        ),
        ("list", Syntax::Yaml, "- a\n".repeat(n)),
        ("flow list", Syntax::Yaml, format!("[{}]", "a, ".repeat(n))),
        (
            "flow lines",
            Syntax::Yaml,
            format!("[{}]", "a,\n".repeat(n)),
        ),
        ("one long text", Syntax::Yaml, "word ".repeat(n)),
        (
            "block text",
            Syntax::Yaml,
            format!("a: |\n{}", "  x\n".repeat(n)),
        ),
        (
            "folded text",
            Syntax::Yaml,
            format!("a: >\n{}", "  x\n\n".repeat(n)),
        ),
        (
            "quoted lines",
            Syntax::Yaml,
            format!("a: \"{}\"", "x\n  ".repeat(n)),
        ),
        (
            "anchors",
            Syntax::Yaml,
            numbered(n, |i| format!("- &a{i} x\n")),
        ),
        (
            "aliases",
            Syntax::Yaml,
            format!("- &a x\n{}", "- *a\n".repeat(n)),
        ),
        ("comments", Syntax::Yaml, "# x\n".repeat(n) + "a: 1"),
        ("tags", Syntax::Yaml, "- !x y\n".repeat(n)),
        ("question marks", Syntax::Yaml, "? a\n".repeat(n)),
        (
            "tables",
            Syntax::Toml,
            numbered(n, |i| format!("[t.k{i}]\nv = 1\n")),
        ),
        (
            "late tables",
            Syntax::Toml,
            numbered(n, |i| format!("[k{i}.y]\n[k{i}]\n")),
        ),
        ("lists of tables", Syntax::Toml, "[[a]]\nb = 1\n".repeat(n)),
        (
            "dotted keys",
            Syntax::Toml,
            numbered(n, |i| format!("a.b.k{i} = 1\n")),
        ),
        ("errors", Syntax::Toml, "= =\n".repeat(n)),
        ("duplicates", Syntax::Toml, "a = 1\n".repeat(n)),
    ]
}

#[test]
fn time_grows_with_the_size_and_not_faster() {
    for (name, syntax, text) in long(20_000) {
        let start = Instant::now();
        let _ = parse(&SourceFile::from_text("f", text), syntax);
        let taken = start.elapsed();
        // Generous for a busy machine in a debug build; what grows with the square takes minutes.
        assert!(
            taken < Duration::from_secs(60),
            "{name} as {syntax:?}: {taken:?}"
        );
    }
}

#[test]
fn nesting_up_to_the_limit_fits_a_small_stack() {
    // Less than the smallest main stack there is, the 1 MiB of Windows.
    let small = std::thread::Builder::new().stack_size(768 * 1024);
    let thread = small.spawn(|| {
        let maps = "{\"a\":".repeat(MAX_DEPTH - 1) + "{}" + &"}".repeat(MAX_DEPTH - 1);
        let deep_toml = format!("a = {}{}", "{a=".repeat(78) + "1", "}".repeat(78));
        for (syntax, text) in [
            (Syntax::Json, maps.as_str()),
            (Syntax::Yaml, &maps),
            (Syntax::Toml, &deep_toml),
        ] {
            let parsed = parse(&SourceFile::from_text("f", text), syntax).unwrap();
            assert!(parsed.root.clone() == parsed.root);
        }
    });
    thread.unwrap().join().unwrap();
}
