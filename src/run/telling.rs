//! What of a run's messages is printed: of a file with thousands the first ones, and of the rest how many of each kind.

use std::collections::BTreeMap;
use std::io::Write;

use crate::diagnostic::{Diagnostic, Severity};

/// Warnings of one file that are printed in full.
const SHOWN: usize = 20;
/// Kinds of further warnings of one file that are counted apart.
const KINDS: usize = 5;

/// Prints messages; with `verbose` the notes too, and every one.
pub(super) fn tell(messages: &[Diagnostic], verbose: bool, to: &mut dyn Write) {
    for message in &select(messages, verbose) {
        // Nobody listens on standard error: nothing to be done about it.
        let _ = writeln!(to, "{message}");
    }
}

fn path(message: &Diagnostic) -> Option<&str> {
    let place = message.place.as_ref().map(|place| place.path.as_str());
    place.or(message.path.as_deref())
}

/// Further warnings of one file: how many, and where the last of them stood.
#[derive(Default)]
struct Rest<'m> {
    shown: usize,
    kinds: Vec<(&'m str, usize)>,
    by_words: BTreeMap<&'m str, usize>,
    others: usize,
}

impl<'m> Rest<'m> {
    fn count(&mut self, words: &'m str) {
        if let Some(&at) = self.by_words.get(words) {
            self.kinds[at].1 += 1;
        } else if self.kinds.len() < KINDS {
            self.by_words.insert(words, self.kinds.len());
            self.kinds.push((words, 1));
        } else {
            self.others += 1;
        }
    }

    fn say(&self, path: &str) -> Vec<Diagnostic> {
        let line = |text: String| Diagnostic::warning(text).in_file(path);
        let kinds = self.kinds.iter();
        let counted =
            kinds.map(|(words, n)| line(format!("{} more like this: {words}", grouped(*n))));
        let mut said: Vec<Diagnostic> = counted.collect();
        if self.others > 0 {
            said.push(line(format!(
                "{} more of other kinds",
                grouped(self.others)
            )));
        }
        if let Some(last) = said.pop() {
            said.push(last.hint("-v shows every one"));
        }
        said
    }
}

fn select(messages: &[Diagnostic], verbose: bool) -> Vec<Diagnostic> {
    if verbose {
        return messages.to_vec();
    }
    let mut files: BTreeMap<&str, Rest<'_>> = BTreeMap::new();
    let mut out: Vec<(Option<&str>, Diagnostic)> = Vec::new();
    for message in messages.iter().filter(|m| m.severity > Severity::Note) {
        let file = path(message);
        if let Some(file) = file.filter(|_| message.severity == Severity::Warning) {
            let rest = files.entry(file).or_default();
            if rest.shown == SHOWN {
                rest.count(&message.message);
                continue;
            }
            rest.shown += 1;
        }
        out.push((file, message.clone()));
    }
    // What is left of a file is said after its last message.
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, (file, _)) in out.iter().enumerate() {
        last.extend(file.map(|file| (file, at)));
    }
    let mut all = Vec::new();
    for (at, (file, message)) in out.into_iter().enumerate() {
        all.push(message);
        if let Some(file) = file.filter(|file| last.get(file) == Some(&at)) {
            all.extend(files.get(file).iter().flat_map(|rest| rest.say(file)));
        }
    }
    all
}

/// Writes a number with a comma before every three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut out = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && at % 3 == first {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(messages: &[Diagnostic], verbose: bool) -> String {
        let mut out = Vec::new();
        tell(messages, verbose, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn of_thousands_of_warnings_the_first_are_printed_and_the_rest_is_counted() {
        let warning = |file: &str, words: &str| Diagnostic::warning(words).in_file(file);
        let mut messages = vec![warning("a.json", "expected a map"); 10_000];
        messages.extend(vec![warning("a.json", "expected a list"); 3]);
        messages.push(warning("b.json", "expected a map"));
        messages.push(Diagnostic::error("failed").in_file("a.json"));
        messages.push(Diagnostic::note("read").in_file("a.json"));
        let out = printed(&messages, false);
        assert_eq!(out.matches("warning: a.json: expected a map\n").count(), 20);
        assert!(
            out.ends_with(
                "warning: b.json: expected a map\nerror: a.json: failed\n\
                 warning: a.json: 9,980 more like this: expected a map\n\
                 warning: a.json: 3 more like this: expected a list\nhint: -v shows every one\n"
            ),
            "{out}"
        );
        assert_eq!(printed(&messages, true).lines().count(), messages.len());
    }

    #[test]
    fn thousands_of_kinds_are_a_few_lines() {
        let messages: Vec<_> = (0..5000)
            .map(|n| Diagnostic::warning(format!("kind {n}")).in_file("a.json"))
            .collect();
        let out = printed(&messages, false);
        assert_eq!(out.lines().count(), 20 + KINDS + 2);
        assert!(out.contains("4,975 more of other kinds"), "{out}");
    }
}
