//! Splitting the options of a launcher from what it launches.

/// One option before the first other word.
pub(super) struct Opt<'a> {
    /// As written, without value: `-p`, `--package`.
    pub(super) name: &'a str,
    /// Its value, where it has one.
    pub(super) value: Option<&'a str>,
}

/// The options of a launcher, and what follows them.
pub(super) struct Options<'a> {
    /// In order.
    pub(super) list: Vec<Opt<'a>>,
    /// From the first word that is no option.
    pub(super) rest: &'a [String],
}

impl<'a> Options<'a> {
    /// Reads the options at the start of some words; `valued` says which take the next word.
    pub(super) fn read(words: &'a [String], valued: impl Fn(&str) -> bool) -> Self {
        let mut list = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            if word == "--" {
                at += 1;
                break;
            }
            if !word.starts_with('-') || word.len() < 2 {
                break;
            }
            at += 1;
            if let Some((name, value)) = word.split_once('=').filter(|_| word.starts_with("--")) {
                list.push(Opt {
                    name,
                    value: Some(value),
                });
            } else if valued(word) {
                let value = words.get(at).map(String::as_str);
                at += 1;
                list.push(Opt { name: word, value });
            } else {
                list.push(Opt {
                    name: word,
                    value: None,
                });
            }
        }
        Self {
            list,
            rest: words.get(at..).unwrap_or_default(),
        }
    }

    /// Gives the value of the first option of one of these names.
    pub(super) fn value(&self, names: &[&str]) -> Option<&'a str> {
        self.list
            .iter()
            .find(|option| names.contains(&option.name))
            .and_then(|option| option.value)
    }

    /// Tells whether an option of one of these names stands there.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.list.iter().any(|option| names.contains(&option.name))
    }
}
