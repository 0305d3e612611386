//! Fields in another shape than their product takes.

use super::super::ReadCx;
use super::words::Words;
use crate::syntax::Node;

type Is = fn(&Node) -> bool;

/// Warns of fields that are read here and that the product itself would refuse.
pub(super) fn check(cx: &mut ReadCx<'_>, words: &Words<'_>) {
    if !cx.dialect.one_shape {
        return;
    }
    let wanted: [(&str, &str, Is); 3] = [
        ("command", "a string", |node| {
            !node.is_list() && !node.is_map()
        }),
        ("args", "a list of strings", Node::is_list),
        ("env", "a map of strings", Node::is_map),
    ];
    for (key, what, is) in wanted {
        if let Some(node) = words.get(key).filter(|node| !is(node)) {
            let message = format!(
                "expected {what}, found {}; read all the same, {} may refuse it",
                node.value.kind(),
                cx.dialect.product
            );
            cx.warn(node, &words.key(key), message, "");
        }
    }
}
