//! Echoes that no plain search finds: a credential written apart, backwards, in other letters, as numbers, or in part.

use std::collections::BTreeSet;

use icu_normalizer::DecomposingNormalizerBorrowed;

use super::disguise::{encoded, unescaped};

/// Shortest value that is looked for apart or backwards; shorter ones would be found across innocent words.
const SHORTEST: usize = 8;
/// Length of a part that gives a value away.
const PART: usize = 8;
/// Longest value of which parts are looked for.
const LONGEST: usize = 4096;

/// Live values in the forms that are searched for.
#[derive(Debug, Default)]
pub(crate) struct Echoes {
    /// As they are, in lower case.
    plain: Vec<String>,
    /// Letters and digits alone, forwards and backwards, also of their encodings.
    squeezed: Vec<String>,
    /// Parts that are unlike words.
    parts: BTreeSet<[u8; PART]>,
}

impl Echoes {
    /// Takes values.
    pub(super) fn of<'v>(values: impl IntoIterator<Item = &'v str>) -> Self {
        let mut echoes = Self::default();
        for value in values {
            let plain = fold(value);
            let squeezed = squeeze(&plain);
            if squeezed.len() >= SHORTEST {
                echoes.squeezed.push(squeezed.chars().rev().collect());
                let encoded = encoded(value).map(|form| squeeze(&form));
                let long = encoded.filter(|form| form.len() >= SHORTEST + 2);
                echoes.squeezed.extend(long);
                echoes.add_parts(value, &squeezed);
                echoes.squeezed.push(squeezed);
            }
            echoes.plain.push(plain);
        }
        for list in [&mut echoes.plain, &mut echoes.squeezed] {
            list.sort_unstable();
            list.dedup();
        }
        echoes
    }

    /// Takes the start, the end, and what else mixes letters and digits.
    fn add_parts(&mut self, value: &str, squeezed: &str) {
        let bytes = &squeezed.as_bytes()[..squeezed.len().min(LONGEST)];
        // What stands before the first signs of a token (`github_pat_`) says whose it is, and nothing more.
        let head = value
            .char_indices()
            .take(16)
            .filter(|(_, c)| !c.is_alphanumeric());
        let digits = |part: &[u8]| part.iter().filter(|b| b.is_ascii_digit()).count();
        let head = head.last().map_or("", |(at, _)| &value[..at]);
        let head = Some(squeeze(head).len())
            .filter(|length| digits(head.as_bytes()) <= 2 && bytes.len() >= length + 2 * PART)
            .unwrap_or(0);
        let last = bytes.len() - PART.min(bytes.len());
        for (at, part) in bytes.windows(PART).enumerate() {
            let edge = at == last || at == head || (at == 0 && head < PART / 2);
            let mixed = (2..=PART - 2).contains(&digits(part)) && at + 2 >= head;
            if let (true, Ok(part)) = (edge || mixed, part.try_into()) {
                self.parts.insert(part);
            }
        }
    }

    /// Says whether a text holds a value, or a part that gives it away.
    pub(super) fn in_text(&self, text: &str) -> bool {
        self.search(text, true)
    }

    /// Says whether a text holds a whole value.
    pub(super) fn whole_in(&self, text: &str) -> bool {
        self.search(text, false)
    }

    fn search(&self, text: &str, parts: bool) -> bool {
        if self.plain.is_empty() {
            return false;
        }
        let layers = std::iter::once(text.to_owned()).chain(unescaped(text));
        layers.into_iter().any(|layer| self.in_layer(&layer, parts))
    }

    fn in_layer(&self, text: &str, parts: bool) -> bool {
        let holds = |text: &str| self.plain.iter().any(|value| text.contains(value.as_str()));
        let folded = fold(text);
        if holds(&folded)
            || [10, 8, 2]
                .iter()
                .any(|radix| holds(&numbers(&folded, *radix)))
        {
            return true;
        }
        let squeezed = squeeze(&folded);
        let bare = squeezed.replace("0x", "");
        let whole =
            |value: &String| squeezed.contains(value.as_str()) || bare.contains(value.as_str());
        if self.squeezed.iter().any(whole) {
            return true;
        }
        let given_away = |part: &[u8]| {
            part.try_into()
                .is_ok_and(|part: [u8; PART]| self.parts.contains(&part))
        };
        parts && squeezed.as_bytes().windows(PART).any(given_away)
    }
}

/// Puts a text into the plainest form: no full-width or styled letters, no marks, nothing invisible, no capitals.
fn fold(text: &str) -> String {
    let plain = DecomposingNormalizerBorrowed::new_nfkd().normalize(text);
    let seen = plain.chars().filter(|c| !is_unseen(*c));
    seen.flat_map(char::to_lowercase).collect()
}

/// Characters without a width, and marks over others.
fn is_unseen(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || unicode_width::UnicodeWidthChar::width(c) == Some(0)
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Letters and digits alone.
fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Reads the numbers of a text as characters; what is no number parts them.
fn numbers(text: &str, radix: u32) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(|word| {
            let digits = word
                .strip_prefix("0b")
                .or(word.strip_prefix("0o"))
                .unwrap_or(word);
            let code = u32::from_str_radix(digits, radix).ok();
            code.and_then(char::from_u32)
                .unwrap_or(' ')
                .to_ascii_lowercase()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_however_it_is_written() {
        let value = "Weak-Token?17x";
        let each = |form: &dyn Fn(char) -> String| value.chars().map(form).collect::<String>();
        let hex = |sign: &str| each(&|c| format!("{:02x}{sign}", u32::from(c)));
        let echoes = Echoes::of([value]);
        for text in [
            hex(" "),
            hex(":"),
            hex(", 0x"),
            hex("-").to_uppercase(),
            each(&|c| format!("&#{};", u32::from(c))),
            each(&|c| format!("&#x{:X};", u32::from(c))),
            each(&|c| format!("\\u{{{:x}}}", u32::from(c))),
            each(&|c| format!("\\{:03o}", u32::from(c))),
            each(&|c| format!("{:o} ", u32::from(c))),
            each(&|c| format!("{}, ", u32::from(c))),
            each(&|c| format!("{:08b} ", u32::from(c))),
            each(&|c| format!("{c}\u{200b}")),
            each(&|c| format!("{c}\u{301}")),
            each(&|c| format!("{c} ")),
            each(&|c| format!("{c}.")),
            each(&|c| {
                char::from_u32(u32::from(c) + 0xfee0)
                    .unwrap_or(c)
                    .to_string()
            }),
            value.chars().rev().collect(),
            value.to_uppercase(),
            value.replace('-', "&hyphen;"),
            "V2Vh ay1U b2tl bj8x N3g".to_owned(),
            "has Weak-Toke".to_owned(),
            "ends in token?17x.".to_owned(),
        ] {
            assert!(
                echoes.in_text(&format!("notes ({text}) of today")),
                "{text}"
            );
        }
    }

    #[test]
    fn innocent_words_are_no_echo() {
        let echoes = Echoes::of([
            "github_pat_11ABCDEFG0abcdefghij_klm",
            "sk-ant-api03-Zx9Qw8Er7Ty6Ui5Op4",
            "weakcanary",
        ]);
        for text in [
            "github_pages_deploy",
            "GitHub Patterns",
            "sk-ant-api03 is what keys of this vendor start with",
            "2026-07-28",
            "read 10 files of 119, 101, 97",
        ] {
            assert!(!echoes.in_text(text), "{text}");
        }
        assert!(!Echoes::default().in_text("anything"));
    }

    #[test]
    fn a_part_is_no_whole() {
        let echoes = Echoes::of(["Zx9Qw8Er7Ty6Ui5Op4"]);
        assert!(echoes.in_text("starts with zx9qw8er7"));
        assert!(!echoes.whole_in("starts with zx9qw8er7"));
        assert!(echoes.whole_in("https://h.example/4po5iu6yt7re8wq9xz"));
    }
}
