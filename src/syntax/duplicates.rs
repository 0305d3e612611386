//! Reports keys that a later key of the same name replaces.

use super::{Node, Value, key_path};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// Most duplicates that are reported one by one.
const MOST: usize = 20;

/// Adds a warning for each shadowed key.
pub(super) fn report(file: &SourceFile, root: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    collect(root, &mut Vec::new(), &mut found);
    for (offset, key) in found.iter().take(MOST) {
        diagnostics.push(
            Diagnostic::warning("duplicate key: a later one replaces this one")
                .at(file.place(*offset))
                .key(key.as_str())
                .hint("remove or rename one of the two"),
        );
    }
    if let Some((offset, _)) = found.get(MOST) {
        let more = found.len() - MOST;
        diagnostics.push(Diagnostic::warning(format!("{more} more duplicate keys")).at(file.place(*offset)));
    }
}

fn collect<'a>(node: &'a Node, path: &mut Vec<&'a str>, found: &mut Vec<(usize, String)>) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| collect(item, path, found)),
        Value::Map(entries) => {
            for shadowed in node.shadowed_entries() {
                path.push(&shadowed.key);
                found.push((shadowed.key_span.start, key_path(path)));
                path.pop();
            }
            for entry in entries {
                path.push(&entry.key);
                collect(&entry.value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}
