//! Texts in, trees and messages out.

mod errors;
mod hostile;
mod json;
mod positions;
mod properties;
mod yaml;

use super::{Node, Parsed, Syntax, Value, parse};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

fn read(syntax: Syntax, text: &str) -> Parsed {
    parse(&SourceFile::from_text("mcp.json", text), syntax)
        .unwrap_or_else(|error| panic!("{text:?} should be read: {error}"))
}

fn root(syntax: Syntax, text: &str) -> Node {
    read(syntax, text)
        .root
        .unwrap_or_else(|| panic!("{text:?} should hold a value"))
}

fn error(syntax: Syntax, text: &str) -> Diagnostic {
    match parse(&SourceFile::from_text("mcp.json", text), syntax) {
        Ok(_) => panic!("{text:?} should be refused"),
        Err(error) => error,
    }
}

/// Where and what, as users see it.
fn told(syntax: Syntax, text: &str) -> String {
    let error = error(syntax, text);
    let place = error.place.expect("a position");
    format!("{}:{} {}", place.line, place.column, error.message)
}

/// Writes a tree as JSON, duplicates resolved; numbers as written.
fn json(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.clone(),
        Value::String(text) => serde_json::to_string(text).unwrap(),
        Value::List(items) => format!("[{}]", items.iter().map(json).collect::<Vec<_>>().join(",")),
        Value::Map(_) => {
            let entry = |entry: &super::Entry| {
                format!(
                    "{}:{}",
                    serde_json::to_string(&entry.key).unwrap(),
                    json(&entry.value)
                )
            };
            format!(
                "{{{}}}",
                node.entries()
                    .into_iter()
                    .map(entry)
                    .collect::<Vec<_>>()
                    .join(",")
            )
        }
    }
}
