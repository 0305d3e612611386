//! Stable ids made of kinds and names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Hands out ids; the second of the same name gets `-2`.
#[derive(Default)]
pub(super) struct Ids {
    taken: BTreeSet<String>,
    /// The last number behind each base, so that a name used thousands of times is not counted from the start.
    last: BTreeMap<String, usize>,
    /// Things that exist once, by what they are.
    once: BTreeMap<String, String>,
}

impl Ids {
    /// Returns a new id made of the parts.
    pub(super) fn make(&mut self, parts: &[&str]) -> String {
        let base = slug(parts);
        if self.taken.insert(base.clone()) {
            return base;
        }
        // what is taken most often is asked for most often: each name remembers its last number
        let last = self.last.entry(base.clone()).or_insert(1);
        loop {
            *last += 1;
            let id = format!("{base}-{last}");
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }

    /// Returns the id of a thing that exists once, and whether it is new.
    ///
    /// The parts are compared as they are: `a-b.example` and `a.b-example` share letters, not an id.
    pub(super) fn once(&mut self, parts: &[&str]) -> (String, bool) {
        self.once_as(parts, parts)
    }

    /// Does so under a name of its own: where a thing stands tells it from others, and makes its id no longer.
    pub(super) fn once_as(&mut self, parts: &[&str], name: &[&str]) -> (String, bool) {
        let key = parts.join("\u{1f}");
        if let Some(id) = self.once.get(&key) {
            return (id.clone(), false);
        }
        let id = self.make(name);
        self.once.insert(key, id.clone());
        (id, true)
    }

    /// Returns the id of a thing that exists once, if it was made.
    pub(super) fn known(&self, parts: &[&str]) -> Option<&str> {
        self.once.get(&parts.join("\u{1f}")).map(String::as_str)
    }
}

/// Joins parts into `[a-z0-9-]`; other characters become their code points, so that different names stay different.
fn slug(parts: &[&str]) -> String {
    let bytes = parts.iter().map(|part| part.len() + 1).sum();
    let mut out = String::with_capacity(bytes);
    for part in parts {
        if !out.is_empty() {
            out.push('-');
        }
        let mut written = false;
        for c in part.chars().take(60) {
            let lower = c.to_ascii_lowercase();
            if lower.is_ascii_alphanumeric() {
                out.push(lower);
                written = true;
            } else if c.is_ascii() {
                if !out.ends_with('-') {
                    out.push('-');
                }
            } else {
                let _ = write!(out, "u{:x}", u32::from(c));
                written = true;
            }
        }
        while written && out.ends_with('-') {
            out.pop();
        }
    }
    match out.trim_matches('-') {
        "" => "unnamed".into(),
        all if all.len() == out.len() => out,
        trimmed => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_only_in_case_or_punctuation_get_different_ids() {
        let mut ids = Ids::default();
        assert_eq!(ids.make(&["client", "My Server"]), "client-my-server");
        assert_eq!(ids.make(&["client", "my-server"]), "client-my-server-2");
        assert_eq!(ids.make(&["client", ""]), "client");
        assert_eq!(ids.make(&["client", "日"]), "client-u65e5");
        assert_eq!(ids.make(&["\"]end"]), "end");
    }

    #[test]
    fn domains_that_look_alike_as_ids_stay_two() {
        let mut ids = Ids::default();
        let (first, _) = ids.once(&["provider", "a-b.example"]);
        let (second, new) = ids.once(&["provider", "a.b.example"]);
        assert!(new && first != second, "{first} {second}");
        assert_eq!(ids.once(&["provider", "a-b.example"]), (first, false));
    }
}
