#![no_main]
//! Json of any shape: no panic, no hang, every place inside the text.

use mcpdiag::syntax::Syntax;

libfuzzer_sys::fuzz_target!(|text: &str| mcpdiag_fuzz::check(text, Syntax::Json));
