//! Cutting texts at a word, for places that have room for a part only.

/// Cuts a text to a number of characters: at a blank where one stands in its second half, and always with an ellipsis.
pub(crate) fn at_word(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest.saturating_sub(1)).collect();
    let at = cut.rfind(' ').filter(|at| *at > cut.len() / 2);
    let cut = at.map_or(cut.as_str(), |at| &cut[..at]);
    format!("{}…", cut.trim_end_matches([' ', ',', ';', ':', '·']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_a_word() {
        assert_eq!(at_word("one two", 7), "one two");
        assert_eq!(at_word("one two, three", 11), "one two…");
        assert_eq!(at_word("abcdefghijkl", 5), "abcd…");
    }
}
