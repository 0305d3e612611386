//! What the targets share: parsing a text, and what must hold of the tree.

use mcpdiag::source::SourceFile;
use mcpdiag::syntax::{Node, Syntax, Value, parse};

/// Parses a text and checks that every place lies in it.
pub fn check(text: &str, syntax: Syntax) {
    let file = SourceFile::from_text("input", text);
    match parse(&file, syntax) {
        Ok(parsed) => {
            if let Some(root) = &parsed.root {
                within(root, text);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn within(node: &Node, text: &str) {
    assert!(text.get(node.span.start..node.span.end).is_some(), "a place outside the text");
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| within(item, text)),
        Value::Map(entries) => {
            for entry in entries {
                let key = entry.key_span;
                assert!(text.get(key.start..key.end).is_some(), "a key outside the text");
                within(&entry.value, text);
            }
        }
        _ => {}
    }
}
