//! What a walk looks up again and again: credentials found so far, and where words stand.

use std::collections::{BTreeMap, BTreeSet};

use crate::inventory::{Credential, Form, Redacted};

/// An index of a list of credentials that grows.
#[derive(Default)]
pub(super) struct Known {
    indexed: usize,
    values: BTreeSet<u32>,
    names: BTreeSet<(Redacted, Form)>,
}

impl Known {
    /// Tells whether a list holds the value of a credential, or where it has none, its name in the same form.
    pub(super) fn has(&mut self, list: &[Credential], credential: &Credential) -> bool {
        match credential.value {
            Some(value) => {
                self.read_on(list);
                self.values.contains(&value)
            }
            None => self.has_name(list, credential),
        }
    }

    /// Tells whether a list holds a credential of the same name and form.
    pub(super) fn has_name(&mut self, list: &[Credential], credential: &Credential) -> bool {
        self.read_on(list);
        let key = (credential.name.clone(), credential.form);
        self.names.contains(&key)
    }

    fn read_on(&mut self, list: &[Credential]) {
        for credential in list.get(self.indexed..).unwrap_or_default() {
            self.values.extend(credential.value);
            self.names
                .insert((credential.name.clone(), credential.form));
        }
        self.indexed = list.len();
    }
}

/// Longest command line, in bytes, in which the word is looked for that a text is a part of.
const LONGEST: usize = 16 * 1024;

/// Where the words of a command line stand.
pub(super) struct Places<'w> {
    words: &'w [String],
    first: BTreeMap<&'w str, usize>,
    length: usize,
}

impl<'w> Places<'w> {
    pub(super) fn of(words: &'w [String]) -> Self {
        let all = words.iter().enumerate().rev();
        Self {
            words,
            first: all.map(|(at, word)| (word.as_str(), at)).collect(),
            length: words.iter().map(String::len).sum(),
        }
    }

    /// Finds the first word that is a text, else the first that holds it.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let found = self.first.get(text).copied();
        found.or_else(|| {
            let mut words = self.words.iter().filter(|_| self.length <= LONGEST);
            words.position(|word| word.contains(text))
        })
    }
}
