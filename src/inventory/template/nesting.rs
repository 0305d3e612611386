//! The end of a variable that may hold others.

/// Variables inside variables that are still taken apart: nobody writes more, and looking further takes too long.
const DEPTH: usize = 16;

/// Where the text of a variable ends.
pub(super) enum End {
    At(usize),
    TooDeep,
}

/// Finds the closing sign that belongs to one before the text.
pub(super) fn matching(text: &str, open: char, close: char) -> Option<End> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == close {
            if depth == 0 {
                return Some(End::At(at));
            }
            depth -= 1;
        } else if c == open {
            depth += 1;
            if depth > DEPTH {
                return Some(End::TooDeep);
            }
        }
    }
    None
}
