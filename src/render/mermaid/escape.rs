//! Text and ids that Mermaid takes as they are meant.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Escapes one line for a quoted label: everything that Mermaid, its Markdown or its HTML could read becomes a character code.
///
/// Mermaid reads directives, icons, comments and entities anywhere in its text, also inside quotes.
pub(super) fn label(text: &str) -> String {
    let text = super::super::words::clean(text);
    // These words start a rule of Mermaid's own clean-up, which eats a semicolon after a colon.
    let touchy = ["style", "classDef"].iter().any(|word| text.contains(word));
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let plain = match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | ',' | '/' | '?' => true,
            // A number at the start of a line would be a list, `www.` a link.
            '.' => !is_list_number(&text[..at]) && !ends_with_www(&text[..at]),
            '-' => before != '-' && !rest.starts_with("--") && at > 0,
            // `fa:fa-x` is an icon, and addresses become links.
            ':' => !touchy && !rest.starts_with("://") && !rest.starts_with(":fa-"),
            c if c.is_ascii() => false,
            _ => true,
        };
        if plain {
            out.push(c);
        } else if [":fa-", "$$", "\\n"]
            .iter()
            .any(|mark| rest.starts_with(mark))
        {
            // Icons, formulas and line ends are looked for after character codes are read: a space breaks them.
            let _ = write!(out, "#{}; ", u32::from(c));
        } else if c == '"' {
            out.push_str("#quot;");
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "#{};", u32::from(c));
        }
        before = c;
    }
    out
}

fn is_list_number(before: &str) -> bool {
    !before.is_empty() && before.bytes().all(|b| b.is_ascii_digit())
}

fn ends_with_www(before: &str) -> bool {
    before.len() >= 3 && before.as_bytes()[before.len() - 3..].eq_ignore_ascii_case(b"www")
}

/// Joins escaped lines into one label.
pub(super) fn lines(lines: &[String]) -> String {
    lines
        .iter()
        .map(|line| label(line))
        .collect::<Vec<_>>()
        .join("<br/>")
}

/// Makes a text fit for `accTitle` and `accDescr`, which know no escapes: a semicolon becomes a comma, other
/// characters spaces.
pub(super) fn plain(text: &str) -> String {
    let kept: String = super::super::words::clean(text)
        .chars()
        .map(|c| match c {
            '"' | '`' => '\'',
            ';' => ',',
            '#' | '%' | '{' | '}' | '<' | '>' | '&' | '\\' | '|' | '$' => ' ',
            c => c,
        })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Hands out ids of letters, digits and underscores; the prefix keeps them from being words of Mermaid.
#[derive(Default)]
pub(super) struct Ids {
    by_key: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl Ids {
    /// Returns the id of a node or frame, always the same one.
    pub(super) fn of(&mut self, prefix: &str, id: &str) -> String {
        let key = format!("{prefix} {id}");
        if let Some(known) = self.by_key.get(&key) {
            return known.clone();
        }
        let mut base = prefix.to_owned();
        for c in id.chars().take(48) {
            base.push(if c.is_ascii_alphanumeric() { c } else { '_' });
        }
        let mut made = base.clone();
        let mut n = 1;
        while !self.taken.insert(made.clone()) {
            n += 1;
            made = format!("{base}_{n}");
        }
        self.by_key.insert(key, made.clone());
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_label_ends_it() {
        assert_eq!(
            label(r#"a"b]c|d`e#f<g>"#),
            "a#quot;b#93;c#124;d#96;e#35;f#60;g#62;"
        );
        assert_eq!(
            label("%%{init: {}}%%"),
            "#37;#37;#123;init: #123;#125;#125;#37;#37;"
        );
    }

    #[test]
    fn markdown_links_and_icons_stay_text() {
        assert_eq!(label("1. one"), "1#46; one");
        assert_eq!(label("- one"), "#45; one");
        assert_eq!(label("v1.2"), "v1.2");
        assert_eq!(
            label("https://www.example.com"),
            "https#58;//www#46;example.com"
        );
        assert_eq!(label("fa:fa-user"), "fa#58; fa-user");
        assert_eq!(label("$$x$$"), "#36; #36;x#36; #36;");
        assert_eq!(label("C:\\new"), "C:#92; new");
        assert_eq!(label("style: a#b"), "style#58; a#35;b");
    }

    #[test]
    fn descriptions_keep_their_commas() {
        assert_eq!(plain("a; b #1 {c}"), "a, b 1 c");
    }

    #[test]
    fn ids_are_never_words_and_never_twice() {
        let mut ids = Ids::default();
        assert_eq!(ids.of("n_", "end"), "n_end");
        assert_eq!(ids.of("n_", "a-b"), "n_a_b");
        assert_eq!(ids.of("n_", "a_b"), "n_a_b_2");
        assert_eq!(ids.of("n_", "a-b"), "n_a_b");
        assert_eq!(ids.of("n_", "日"), "n__");
    }
}
