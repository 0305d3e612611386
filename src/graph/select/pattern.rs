//! What the user names on the command line: a server, or with a word before it a host, provider or boundary.

use crate::inventory::Redacted;
use crate::syntax::key_text;

/// What a pattern is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A server, by its name in the configuration or by the label of its box.
    Server,
    /// A host, by its product or client id.
    Host,
    /// A provider, by its domain.
    Provider,
    /// Any trust boundary, by its title, a part of it, its kind or its id.
    Boundary,
}

impl What {
    /// Every kind of thing, with the word before its name.
    pub(super) const ALL: [(What, &str); 4] = [
        (What::Server, "server"),
        (What::Host, "host"),
        (What::Provider, "provider"),
        (What::Boundary, "boundary"),
    ];

    /// Returns the word before the name, which is also the noun.
    pub(super) fn word(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(what, _)| *what == self)
            .map_or("", |(_, word)| word)
    }
}

/// A name as typed; `*` stands for any characters and `?` for one, upper and lower case are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    pub(super) what: What,
    typed: String,
    glob: String,
}

impl Pattern {
    /// Reads `NAME`, `server:NAME`, `host:NAME`, `provider:DOMAIN` or `boundary:NAME`; none where no name is left.
    pub fn new(text: &str) -> Option<Self> {
        let before = text.split_once(':').and_then(|(before, name)| {
            let (what, _) = What::ALL.into_iter().find(|(_, word)| *word == before)?;
            Some((what, name))
        });
        let (what, name) = before.unwrap_or((What::Server, text));
        Self::of(what, name)
    }

    /// Reads the name of a server, whatever stands in it.
    pub fn server(name: &str) -> Option<Self> {
        Self::of(What::Server, name)
    }

    fn of(what: What, name: &str) -> Option<Self> {
        let typed = name.trim().to_owned();
        let glob = typed.to_lowercase();
        (!glob.is_empty()).then_some(Self { what, typed, glob })
    }

    /// The same name for another kind of thing.
    pub(super) fn about(&self, what: What) -> Self {
        Self {
            what,
            ..self.clone()
        }
    }

    /// The name as it may be shown: somebody may have pasted a token.
    pub(super) fn shown(&self) -> String {
        let words = || self.typed.split(['*', '?', ':']);
        if words().all(|word| word.is_empty() || key_text(word) == word) {
            Redacted::name(&self.typed).to_string()
        } else {
            "…".to_owned()
        }
    }

    /// The name for a search of names that are like it.
    pub(super) fn name(&self) -> &str {
        &self.glob
    }

    /// Says whether a name is meant.
    pub(super) fn matches(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let (glob, name): (Vec<char>, Vec<char>) =
            (self.glob.chars().collect(), name.chars().collect());
        glob == name || like(&glob, &name)
    }

    /// Says whether a title or one of its parts is meant.
    pub(super) fn matches_title(&self, title: &str) -> bool {
        self.matches(title) || title.split(" · ").any(|part| self.matches(part.trim()))
    }
}

/// Compares a name with a pattern, without recursion: a `*` that took too little takes one more.
fn like(glob: &[char], name: &[char]) -> bool {
    let (mut g, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        if glob.get(g) == Some(&'*') {
            star = Some((g, n));
            g += 1;
        } else if glob.get(g).is_some_and(|c| *c == '?' || *c == name[n]) {
            (g, n) = (g + 1, n + 1);
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            (g, n) = (at + 1, taken + 1);
        } else {
            return false;
        }
    }
    glob[g..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        Pattern::new(pattern).unwrap().matches(name)
    }

    #[test]
    fn a_name_is_compared_without_case_and_as_a_whole() {
        assert!(matches("Tracker", "tracker"));
        assert!(!matches("track", "tracker"));
        assert!(matches("ÄRGER", "ärger"));
    }

    #[test]
    fn stars_and_question_marks_stand_for_characters() {
        for (pattern, name) in [
            ("git*", "github"),
            ("*hub", "GitHub"),
            ("*", ""),
            ("g?t", "git"),
            ("*a*b", "xaxab"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("git*", "digit"),
            ("g?t", "gt"),
            ("*a*b", "xaxa"),
            ("?", ""),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_name_that_holds_a_star_is_found_by_itself() {
        assert!(matches("a*[b]", "a*[b]"));
    }

    #[test]
    fn a_word_before_the_name_says_what_it_names() {
        let what = |text: &str| Pattern::new(text).unwrap().what;
        assert_eq!(what("host:cursor"), What::Host);
        assert_eq!(what("provider:example.com"), What::Provider);
        assert_eq!(what("boundary:OS user"), What::Boundary);
        assert_eq!(what("io.example:thing"), What::Server);
        assert!(matches("server:host:x", "host:x"));
        assert_eq!(Pattern::new("host: "), None);
    }
}
