#![no_main]
//! The filter for text: no panic, no control character, no token between other words.

use mcpdiag::inventory::Redacted;

const TOKEN: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

libfuzzer_sys::fuzz_target!(|texts: (&str, &str)| {
    let (before, after) = texts;
    let text = format!("{before} {TOKEN} {after}");
    for shown in [Redacted::text(&text), Redacted::name(&text), Redacted::variable(&text)] {
        assert!(!shown.contains(TOKEN), "a token passes");
        assert!(!shown.chars().any(char::is_control), "a control character passes");
    }
    let _ = Redacted::path(before);
});
