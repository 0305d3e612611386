#![no_main]
//! Install links of every form: no panic, and what comes out is JSON.

use mcpdiag::dialect;
use mcpdiag::syntax::Syntax;

const FORMS: [&str; 6] = [
    "vscode:mcp/install?",
    "https://vscode.dev/redirect/mcp/install?name=a&config=",
    "cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=",
    "goose://extension?",
    "vsweb+mcp:/install?",
    "",
];

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let (form, text) = input;
    let begin = FORMS[usize::from(form) % FORMS.len()];
    if let Some(Ok(link)) = dialect::link(&format!("{begin}{text}")) {
        mcpdiag_fuzz::check(&link.text, Syntax::Json);
    }
    let _ = dialect::links(text);
});
