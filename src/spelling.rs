//! What somebody may have meant by a word that names nothing.

/// How alike two words must be, from 0 to 1: `clinets` and `clients`, not `client` and `agent`.
const ALIKE: f64 = 0.6;
/// How alike a word and its misspelling must be.
const MISSPELT: f64 = 0.8;
/// How alike a word and a longer one that holds it are taken to be at least.
const PART: f64 = 0.7;
/// Shortest word that counts as a part of another one.
const SHORTEST: usize = 3;

/// Returns the known word that is most like a typed one, where one is alike at all; upper and lower case are one.
pub(crate) fn nearest<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for word in known {
        let alike = alike(&typed, &word.to_lowercase());
        if alike >= ALIKE && best.is_none_or(|(score, _)| alike > score) {
            best = Some((alike, word));
        }
    }
    best.map(|(_, word)| word)
}

/// Returns the known word of which a typed one is a misspelling: alike but for a letter or two, or for upper and lower case.
pub(crate) fn misspelt<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let plain = typed.to_lowercase();
    let alike = |word: &str| strsim::normalized_damerau_levenshtein(&plain, &word.to_lowercase());
    known
        .into_iter()
        .find(|word| *word != typed && alike(word) >= MISSPELT)
}

/// Returns the known word that a short one misses by one letter, or by upper and lower case.
pub(crate) fn one_off<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let plain = typed.to_lowercase();
    let off = |word: &str| strsim::damerau_levenshtein(&plain, &word.to_lowercase());
    let mut known = known.into_iter();
    known.find(|word| *word != typed && off(word) <= 1)
}

fn alike(typed: &str, word: &str) -> f64 {
    let alike = strsim::normalized_damerau_levenshtein(typed, word);
    let (typed_len, len) = (typed.chars().count(), word.chars().count());
    let (shorter, longer) = (typed_len.min(len), typed_len.max(len));
    if shorter >= SHORTEST && (word.contains(typed) || typed.contains(word)) {
        #[expect(clippy::cast_precision_loss, reason = "names are short")]
        let share = shorter as f64 / longer as f64;
        alike.max(PART + (1.0 - PART) * share)
    } else {
        alike
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let known = ["clients", "git", "themes", "probe", "GitHub"];
        for (typed, meant) in [
            ("clinets", Some("clients")),
            ("theme", Some("themes")),
            ("Hub", Some("GitHub")),
            ("gihtub-server", None),
            ("host:github", Some("GitHub")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, known), meant, "{typed}");
        }
    }

    #[test]
    fn a_near_miss_is_one_letter_off() {
        let known = ["url", "command"];
        for (typed, meant) in [
            ("urll", Some("url")),
            ("comand", Some("command")),
            ("comamnd", Some("command")),
            ("URL", Some("url")),
            ("curly", None),
            ("commander", None),
        ] {
            assert_eq!(one_off(typed, known), meant, "{typed}");
        }
    }

    #[test]
    fn a_misspelling_differs_by_little() {
        let known = ["mcpServers", "servers"];
        for (typed, meant) in [
            ("mcpserver", Some("mcpServers")),
            ("mcp_servers", Some("mcpServers")),
            ("server", Some("servers")),
            ("service", None),
            ("mcp", None),
        ] {
            assert_eq!(misspelt(typed, known), meant, "{typed}");
        }
    }
}
