//! Words of the text formats: tags in place of icons, wrapping, and text that stays on its line.

use crate::graph::{Boundary, Evidence, Flow, LabelRole, Line, LineRole, Lock, Node};

/// Longest label of a node or frame; longer ones keep their beginning and end.
const LONGEST: usize = 96;

/// Stands for a name without characters.
const NO_NAME: &str = "(no name)";

/// Tags stand where the picture has icons; the legend explains those that occur.
pub(super) const LOCKED: &str = "[lock]";
/// Somebody is asked as long as a product's default holds.
pub(super) const ASSUMED: &str = "[lock?]";
/// No call passes.
pub(super) const REFUSED: &str = "[off]";
/// Nobody is asked.
pub(super) const OPEN: &str = "[open]";
/// Approval is not known.
pub(super) const UNSURE: &str = "[?]";
/// A credential.
pub(super) const KEY: &str = "[key]";
/// A warning.
pub(super) const WARNING: &str = "[!]";
/// An alarm.
pub(super) const ALARM: &str = "[!!]";

/// Makes a text one line of visible characters: single spaces, U+FFFD for what cannot be seen or reorders its neighbours.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.trim().chars() {
        if c.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(if unseen(c) { '\u{fffd}' } else { c });
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0xad | 0x61c | 0x115f..=0x1160 | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f
            | 0x3164 | 0xfeff | 0xffa0 | 0xfff9..=0xfffb | 0xfffe..=0xffff | 0xe0000..=0xe0fff)
}

/// Cleans a text and keeps its beginning and end when it is very long.
pub(super) fn short(text: &str, longest: usize) -> String {
    let text = clean(text);
    let length = text.chars().count();
    if length <= longest {
        return text;
    }
    let tail = longest / 4;
    let head: String = text.chars().take(longest - tail - 1).collect();
    let end: String = text.chars().skip(length - tail).collect();
    format!("{head}…{end}")
}

/// Returns the first line of a node's box: its label, marked where it is not declared.
pub(super) fn title(node: &Node) -> String {
    with_source(named(&node.title()), node.evidence)
}

/// Returns the title of a frame, marked where it is not declared.
pub(super) fn frame_title(frame: &Boundary) -> String {
    with_source(named(&frame.title()), frame.evidence)
}

fn named(title: &str) -> String {
    let text = short(title, LONGEST);
    if text.is_empty() {
        NO_NAME.to_owned()
    } else {
        text
    }
}

fn with_source(text: String, evidence: Evidence) -> String {
    match evidence {
        Evidence::Observed => format!("{text} (observed)"),
        Evidence::Annotated => format!("{text} (annotated)"),
        Evidence::Declared | Evidence::Inferred | Evidence::Assumed => text,
    }
}

/// Returns the tag of a line inside a box, or nothing.
pub(super) fn tag(role: LineRole) -> Option<&'static str> {
    match role {
        LineRole::Approval(Lock::Closed) => Some(LOCKED),
        LineRole::Approval(Lock::Assumed) => Some(ASSUMED),
        LineRole::Approval(Lock::Refused) => Some(REFUSED),
        LineRole::Approval(Lock::Open | Lock::Partly) => Some(OPEN),
        LineRole::Approval(Lock::Unknown) | LineRole::Unknown => Some(UNSURE),
        LineRole::Credential => Some(KEY),
        LineRole::Warning => Some(WARNING),
        LineRole::Alarm => Some(ALARM),
        LineRole::Plain | LineRole::Reach | LineRole::Rights(_) | LineRole::Off => None,
    }
}

/// Returns a line inside a box with its tag.
pub(super) fn line(line: &Line) -> String {
    let mut text = short(&line.text, 2 * LONGEST);
    if text.is_empty() {
        NO_NAME.clone_into(&mut text);
    }
    match tag(line.role) {
        Some(tag) => format!("{tag} {text}"),
        None => text,
    }
}

/// Returns the lines under a frame's title: its own, then where it does not isolate.
pub(super) fn frame_lines(frame: &Boundary) -> Vec<String> {
    let own = frame.all_lines();
    let own = own.iter().map(line);
    let gaps = frame
        .gaps
        .iter()
        .map(|gap| format!("{WARNING} not isolated: {}", short(gap, LONGEST)));
    own.chain(gaps).collect()
}

/// Returns the parts of a flow's label with their tags.
pub(super) fn parts(flow: &Flow) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for part in &flow.label {
        let mut text = short(&part.text, LONGEST);
        if text.is_empty() {
            NO_NAME.clone_into(&mut text);
        }
        texts.push(match part.role {
            LabelRole::Plain => text,
            LabelRole::Credential => format!("{KEY} {text}"),
            LabelRole::Exposed | LabelRole::Alarm => format!("{ALARM} {text}"),
        });
    }
    match flow.evidence {
        Evidence::Inferred if !texts.iter().any(|text| text.contains('?')) => {
            if let Some(first) = texts.first_mut() {
                first.insert_str(0, "? ");
            }
        }
        Evidence::Observed => texts.push("(observed)".to_owned()),
        Evidence::Annotated => texts.push("(annotated)".to_owned()),
        _ => {}
    }
    texts
}

/// Breaks a text into lines of at most `width` characters by `measure`: at spaces, else inside a word after punctuation.
pub(super) fn wrap_by(text: &str, width: usize, measure: impl Fn(&str) -> usize) -> Vec<String> {
    let width = width.max(4);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let wanted = measure(&line) + usize::from(!line.is_empty()) + measure(word);
        if wanted <= width {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        let mut rest = word;
        while measure(rest) > width {
            let at = break_at(rest, width, &measure);
            lines.push(rest[..at].to_owned());
            rest = &rest[at..];
        }
        rest.clone_into(&mut line);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Breaks a text into lines of at most `width` characters, rather between the parts that ` · ` joins than inside of one.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let parts: Vec<&str> = text.split(" · ").collect();
    wrap_parts(&parts, width)
}

/// Puts the parts of a label on lines of at most `width` characters, several on one where they fit.
pub(super) fn wrap_parts(parts: &[impl AsRef<str>], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let part = part.as_ref();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + part.chars().count() <= width => {
                line.push_str(" · ");
                line.push_str(part);
            }
            _ => lines.extend(wrap_by(part, width, |text| text.chars().count())),
        }
    }
    lines
}

/// Finds where to break a word: after the last `/`, `-`, `.`, `_` or `:` of the second half that fits, else where it ends to fit.
fn break_at(word: &str, width: usize, measure: &impl Fn(&str) -> usize) -> usize {
    let mut hard = 0;
    let mut soft = 0;
    for (at, c) in word.char_indices() {
        let end = at + c.len_utf8();
        if measure(&word[..end]) > width {
            break;
        }
        hard = end;
        if "/-._:@".contains(c) {
            soft = end;
        }
    }
    if soft * 2 > hard {
        return soft;
    }
    // A single character wider than the line still has to go somewhere.
    hard.max(word.chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_package_names_break_after_punctuation() {
        assert_eq!(
            wrap("@modelcontextprotocol/server-filesystem", 28),
            ["@modelcontextprotocol/", "server-filesystem"]
        );
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert!(wrap("  ", 4).is_empty());
        assert_eq!(
            wrap("auto: run_build · set by user", 24),
            ["auto: run_build", "set by user"]
        );
    }

    #[test]
    fn what_cannot_be_seen_becomes_visible() {
        assert_eq!(
            clean(" a\u{202e}b\n\tc\u{200b}\u{0} "),
            "a\u{fffd}b c\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn very_long_names_keep_both_ends() {
        let name = format!("start{}end", "x".repeat(300));
        let shown = short(&name, 40);
        assert_eq!(shown.chars().count(), 40);
        assert!(shown.starts_with("start") && shown.ends_with("end"));
    }
}
