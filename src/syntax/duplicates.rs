//! Reports keys that a later key of the same name replaces.

use super::{Node, Value, key_path};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// Most duplicates that are reported one by one.
const MOST: usize = 20;

/// Where a shadowed key stands, and its key path where that is known.
pub(super) type Shadowed = (usize, Option<String>);

/// Adds a warning for each shadowed key of a tree.
pub(super) fn report(file: &SourceFile, root: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let mut found = Vec::new();
    collect(root, &mut Vec::new(), &mut found);
    warn(
        file,
        &found,
        "duplicate key: a later one replaces this one",
        diagnostics,
    );
}

/// Adds a warning for each of the first keys, and one that counts the rest.
pub(super) fn warn(
    file: &SourceFile,
    found: &[Shadowed],
    message: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (offset, key) in found.iter().take(MOST) {
        let warning = Diagnostic::warning(message)
            .at(file.place(*offset))
            .hint("remove or rename one of the two");
        diagnostics.push(match key {
            Some(key) => warning.key(key.as_str()),
            None => warning,
        });
    }
    if let Some((offset, _)) = found.get(MOST) {
        let more = found.len() - MOST;
        diagnostics.push(
            Diagnostic::warning(format!("{more} more duplicate keys")).at(file.place(*offset)),
        );
    }
}

fn collect<'a>(node: &'a Node, path: &mut Vec<&'a str>, found: &mut Vec<Shadowed>) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| collect(item, path, found)),
        Value::Map(entries) => {
            for shadowed in node.shadowed_entries() {
                path.push(&shadowed.key);
                found.push((shadowed.key_span.start, Some(key_path(path))));
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
