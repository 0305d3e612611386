//! Errors name the place of the offending token and what was expected, and never show the text.

use super::{Syntax, error, told};

#[test]
fn a_missing_comma_is_told_at_the_key_after_it() {
    // The shape of a user's broken file: tabs, one comma missing between two servers.
    let text = "{\n\t\"servers\": {\n\t\t\"a\": { \"type\": \"http\", \"url\": \"https://a.example/mcp\" }\n\t\t\"b\": { \"type\": \"http\" }\n\t}\n}\n";
    for syntax in [Syntax::Json, Syntax::Jsonc, Syntax::Json5] {
        let error = error(syntax, text);
        let place = error.place.as_ref().unwrap();
        assert_eq!((place.line, place.column), (4, 3));
        assert!(
            error.message.contains("expected a comma"),
            "{}",
            error.message
        );
        assert!(error.hint.as_ref().unwrap().contains("comma"));
    }
}

#[test]
fn a_missing_comma_is_an_error_whatever_else_the_text_uses() {
    for (text, at) in [
        ("[1 2]", "1:4"),
        ("{a: 1 b: 2}", "1:7"),
        ("{'a': 'x' // c\n /* d */ 'b': 1}", "2:10"),
        ("[\"a\"\n\"b\"]", "2:1"),
        ("{\"a\": {}\n\n\n\"b\": {}}", "4:1"),
        ("\"a\": {}\n\"b\": {}", "2:1"),
    ] {
        let told = told(Syntax::Json5, text);
        assert!(
            told.starts_with(&format!("{at} expected a comma")),
            "{text:?}: {told}"
        );
    }
}

#[test]
fn json_errors_say_what_was_expected() {
    for (text, expected) in [
        ("{\"a\" 1}", "1:6 expected a colon after the key"),
        ("{\"a\": }", "1:7 expected a value after the colon"),
        ("[1, , 2]", "1:5 expected a value, found a comma"),
        ("[1, 2}", "1:6 expected a value or ], found a closing brace"),
        ("{\"a\": 1]", "1:8 expected a key or a closing brace"),
        (
            "{} {}",
            "1:4 expected the end of the file after the first value",
        ),
        ("{\"a\": True}", "1:7 expected a value, a key or a bracket"),
        ("hello", "1:1 expected a value, a key or a bracket"),
        (
            "{\"a\": \"C:\\users\"}",
            "1:10 expected four hexadecimal digits after \\u",
        ),
        ("{\"a\": -}", "1:8 expected a digit"),
        (
            "{\"a\": \"x,\n\"b\": 1}",
            "1:7 expected a closing quote before the end of the line",
        ),
        (
            "{\"a\": [1}",
            "1:9 expected a value or ], found a closing brace",
        ),
    ] {
        assert_eq!(told(Syntax::Json, text), expected, "{text:?}");
    }
}

#[test]
fn a_file_that_is_cut_off_says_so() {
    for (text, expected) in [
        (
            "{\n  \"s\": {\n    \"a\": {\n",
            "3:11 unexpected end of file, expected } to close the bracket of line 3",
        ),
        (
            "{\"a\": [1,",
            "1:10 unexpected end of file, expected ] to close the bracket of line 1",
        ),
        (
            "{\"a\": [1, // x",
            "1:15 unexpected end of file, expected ] to close the bracket of line 1",
        ),
        ("{\"a\":", "1:6 unexpected end of file, expected a value"),
        (
            "{\"a\"\n",
            "1:5 unexpected end of file, expected a colon and a value",
        ),
        (
            "{\"a\": \"ab",
            "1:7 unexpected end of file inside a string, expected a closing quote",
        ),
        (
            "{\"a\": 1 /* x",
            "1:9 unexpected end of file inside a comment, expected */",
        ),
        (
            "\"a\": {",
            "1:7 unexpected end of file, expected } to close the bracket of line 1",
        ),
    ] {
        assert_eq!(told(Syntax::Json, text), expected, "{text:?}");
    }
    let yaml = told(Syntax::Yaml, "a: [1, {b: 2");
    assert!(
        yaml.starts_with("1:8 unexpected end of file, expected a closing bracket"),
        "{yaml}"
    );
    let yaml = told(Syntax::Yaml, "a: \"b\nc: d\n");
    assert!(
        yaml.contains("unexpected end of file inside a string"),
        "{yaml}"
    );
    let toml = told(Syntax::Toml, "a = [1, 2\n");
    assert!(
        toml.starts_with("1:10 expected a comma or ] in this list"),
        "{toml}"
    );
}

#[test]
fn yaml_and_toml_errors_have_places_and_hints() {
    for (text, expected) in [
        ("a:\n\t- b\n", "2:2 expected spaces, found a tab"),
        ("a: b: c\n", "1:5 expected no second colon here"),
        (
            "a: *x\n",
            "1:4 expected an anchor of this name before the alias",
        ),
        (
            "a: &x [*x]\n",
            "1:8 expected an alias to a value that is complete: this one holds itself",
        ),
        (
            "a: [1, 2}\n",
            "1:4 expected the closing bracket that fits this one",
        ),
        ("é: @x\n", "1:4 expected a character that may stand here"),
    ] {
        assert_eq!(told(Syntax::Yaml, text), expected, "{text:?}");
    }
}

#[test]
fn toml_errors_say_what_was_expected() {
    for (text, expected) in [
        ("é = 1\na = \n", "1:1 expected a key (and 1 more error)"),
        ("a = 1\nb = \n", "2:5 expected a value"),
        ("a = 1\nb = text\n", "2:5 expected a value"),
        ("a = notes\n", "1:5 expected a value"),
        ("a = tru\n", "1:5 expected a value"),
        ("a 1\n", "1:3 expected = after the key"),
        ("a b = 1\n", "1:3 expected = after the key"),
        (
            "a = = 1\n",
            "1:5 expected a value, found an = too many (and 1 more error)",
        ),
        ("[a\nb = 1\n", "1:3 expected ] after the name of the table"),
        ("[[a]\n", "1:5 expected ] after the name of the table"),
        (
            "a = [\"x\" \"y\"]\n",
            "1:10 expected a comma between the entries of a list",
        ),
        (
            "a = [1,, 2]\n",
            "1:8 expected a value, found a comma too many",
        ),
        (
            "a = {b = \"x\" c = 2}\n",
            "1:14 expected a comma between the entries of a table",
        ),
        ("a = {b = 1\n", "1:11 expected a comma or } in this table"),
        (
            "a = \"x\n",
            "1:7 expected a closing quote before the end of the line",
        ),
        (
            "a = 'x\n",
            "1:7 expected a closing quote before the end of the line",
        ),
        ("a = \"x\" y\n", "1:9 expected the end of the line"),
        (
            "a = \"C:\\dir\"\n",
            "1:9 expected an escape that exists after the backslash",
        ),
        ("a = 1__2\n", "1:6 expected a number"),
        (
            "a = 1\na.b = 2\n",
            "2:1 expected a table under this key, which has another value above",
        ),
    ] {
        assert_eq!(told(Syntax::Toml, text), expected, "{text:?}");
    }
    let hint = |text| error(Syntax::Toml, text).hint.unwrap_or_default();
    assert!(hint("a = notes").contains("quotes"));
    assert!(hint("{\"mcpServers\": {}}").contains("looks like JSON"));
    assert!(hint("mcpServers:\n  a: 1\n").contains("looks like YAML"));
}

#[test]
fn no_message_shows_the_text() {
    let secret = "FAKESECRET";
    let texts = [
        "{\"a\": \"@\" \"@\"}",
        "{\"a\": @}",
        "{\"@\" 1}",
        "{\"a\": \"@",
        "{\"@\": [\"@\",",
        "{@ @}",
        "{\"a\": \"\\u@\"}",
        "a: b: @",
        "a: *@",
        "- !@!x y",
        "a: \"@",
        "%@ x\n---\n",
        "a = @",
        "@",
        "@ = 1\n@ = 2\n= @",
        "a = \"@",
        "[@",
        "a = 1.@",
        "{\"@\": 1, \"@\": 2}",
        "<<: @\n@: [",
    ];
    for text in texts {
        let text = text.replace('@', secret);
        for syntax in [
            Syntax::Json,
            Syntax::Json5,
            Syntax::Toml,
            Syntax::Yaml,
            Syntax::Markdown,
        ] {
            let file = crate::source::SourceFile::from_text("f", text.as_str());
            let told = match crate::syntax::parse(&file, syntax) {
                Err(error) => format!("{error} {error:?}"),
                Ok(parsed) => parsed
                    .diagnostics
                    .iter()
                    .filter(|d| d.key.is_none())
                    .map(|d| format!("{d} {d:?}"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            };
            assert!(!told.contains(secret), "{syntax:?} {text:?}: {told}");
        }
    }
}
