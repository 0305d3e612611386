//! Patterns with `*`.

/// Matches a pattern, in which `*` stands for any text, against a whole text.
pub(crate) fn wildcard(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::wildcard;

    #[test]
    fn a_star_stands_for_any_text_and_the_rest_for_itself() {
        for (pattern, text) in [
            ("*", ""),
            ("a*", "abc"),
            ("*c", "abc"),
            ("a*b*c", "a1b2c"),
            ("abc", "abc"),
        ] {
            assert!(wildcard(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("a*", "ba"), ("a", "ab"), ("a*a", "a"), ("", "a")] {
            assert!(!wildcard(pattern, text), "{pattern} {text}");
        }
    }
}
