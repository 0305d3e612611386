//! Halves of characters (`\ud83d` alone), which JavaScript writes and reads and no text can hold.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// Length of an escape such as `\ud83d`.
const ESCAPE: usize = 6;

/// Finds the escapes that are half of a character, by their offsets.
pub(super) fn find(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find('\\') {
        at += next;
        match (unit(text, at), unit(text, at + ESCAPE)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => at += 2 * ESCAPE,
            (Some(0xd800..0xe000), _) => {
                found.push(at);
                at += ESCAPE;
            }
            // The backslash takes the next character with it, which may be a backslash.
            _ => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        }
    }
    found
}

fn unit(text: &str, at: usize) -> Option<u32> {
    let escape = text.get(at..at + ESCAPE)?;
    let digits = escape.strip_prefix("\\u")?;
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Writes the replacement character in place of each half; no offset moves.
pub(super) fn replaced<'t>(text: &'t str, halves: &[usize]) -> Cow<'t, str> {
    let mut out = Cow::Borrowed(text);
    for &at in halves {
        out.to_mut().replace_range(at..at + ESCAPE, "\\ufffd");
    }
    out
}

/// Makes the message that halves of characters were replaced.
pub(super) fn warning(file: &SourceFile, halves: &[usize]) -> Option<Diagnostic> {
    let first = *halves.first()?;
    let more = match halves.len() {
        1 => String::new(),
        n => format!(", {n} times in this file"),
    };
    let message =
        format!("expected a whole character after \\u, found half of one{more}; it was replaced");
    let hint = "a client may refuse the file; write the character itself";
    Some(
        Diagnostic::warning(message)
            .at(file.place(first))
            .hint(hint),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_told_from_whole_characters_and_other_text() {
        assert!(find(r#"{"a": "\ud83d\ude00", "b": "C:\\ud83d", "c": "\u00e9"}"#).is_empty());
        assert_eq!(find(r#""\ud83d""#), [1]);
        assert_eq!(find(r#""\ude00\ud83d\ud83d\ude00""#), [1, 7]);
        assert_eq!(find("\\"), Vec::<usize>::new());
        assert_eq!(find(r"\ud83"), Vec::<usize>::new());
    }
}
