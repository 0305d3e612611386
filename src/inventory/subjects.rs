//! Rules about the words of entries in other files: judged while the words are still there, and forgotten with them.

use super::{HostFacts, ServerPolicy, SetBy};
use crate::diagnostic::Place;

/// An entry that rules of other files may be about.
pub(crate) struct Subject {
    /// Id of the client.
    pub(crate) client: &'static str,
    /// Name as configured.
    pub(crate) name: String,
    /// Its words by key; a list as it stands, a text as a list of one.
    pub(crate) words: Vec<(String, Vec<String>)>,
    /// Where it stands.
    pub(crate) source: Place,
}

impl Subject {
    /// Returns the words under a key.
    pub(crate) fn get(&self, key: &str) -> Option<&[String]> {
        let found = self.words.iter().find(|(own, _)| own == key);
        found.map(|(_, words)| words.as_slice())
    }
}

/// Says which rule refuses an entry, if one does.
pub(crate) type Judge = Box<dyn Fn(&Subject) -> Option<Place>>;

/// The rules of one file about entries of every file of its client.
pub(crate) struct Rules {
    /// Id of the client.
    pub(crate) client: &'static str,
    /// Displayed path of the file.
    pub(crate) path: String,
    /// Who wrote it.
    pub(crate) by: SetBy,
    /// Whether the admin's rules stand in place of all others.
    pub(crate) admin_alone: bool,
    /// Reason shown.
    pub(crate) reason: &'static str,
    /// The rules.
    pub(crate) judge: Judge,
}

/// What a file of the admin changes in what other files of its client say about the host.
pub(crate) struct Amendment {
    /// Id of the client.
    pub(crate) client: &'static str,
    /// Displayed path of the file.
    pub(crate) path: String,
    /// Makes the change.
    pub(crate) apply: Box<dyn Fn(&mut HostFacts)>,
}

/// Entries and rules of all files read so far.
#[derive(Default)]
pub(crate) struct Subjects {
    entries: Vec<Subject>,
    rules: Vec<Rules>,
    amendments: Vec<Amendment>,
}

impl Subjects {
    /// Keeps an entry.
    pub(crate) fn add(&mut self, subject: Subject) {
        self.entries.push(subject);
    }

    /// Puts other words in place of those of an entry.
    pub(crate) fn replace(&mut self, source: &Place, words: Vec<(String, Vec<String>)>) {
        if let Some(entry) = self
            .entries
            .iter_mut()
            .find(|entry| entry.source == *source)
        {
            entry.words = words;
        }
    }

    /// Forgets an entry.
    pub(crate) fn drop_entry(&mut self, source: &Place) {
        self.entries.retain(|entry| entry.source != *source);
    }

    /// Keeps the rules of a file.
    pub(crate) fn rule(&mut self, rules: Rules) {
        self.rules.push(rules);
    }

    /// Forgets the rules of a file that its client does not load.
    pub(crate) fn forget(&mut self, path: &str) {
        self.rules.retain(|rules| rules.path != path);
        self.amendments.retain(|amendment| amendment.path != path);
    }

    /// Keeps what a file changes in others.
    pub(crate) fn amend(&mut self, amendment: Amendment) {
        self.amendments.push(amendment);
    }

    /// Lists what files change in others.
    pub(crate) fn amendments(&self) -> &[Amendment] {
        &self.amendments
    }

    /// Judges every entry; gives what is refused with the path of the file that refuses it.
    pub(crate) fn judge(&self) -> Vec<(&str, ServerPolicy)> {
        let mut found = Vec::new();
        for rules in &self.rules {
            let mut others = self.rules.iter().filter(|r| r.client == rules.client);
            let replaced = rules.by != SetBy::Admin
                && others.any(|other| other.by == SetBy::Admin && other.admin_alone);
            if replaced {
                continue;
            }
            for entry in self.entries.iter().filter(|e| e.client == rules.client) {
                if let Some(source) = (rules.judge)(entry) {
                    let refused = ServerPolicy::Refuse {
                        entry: entry.source.clone(),
                        by: rules.by,
                        reason: rules.reason,
                        source,
                    };
                    found.push((rules.path.as_str(), refused));
                }
            }
        }
        found
    }
}
