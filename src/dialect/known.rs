//! Known files: telling a product by the end of a path.

use super::model::{Dialect, KnownFile, Strictness};

/// A known file that a path ends with.
#[derive(Clone, Copy)]
pub(super) struct Match {
    /// The product.
    pub(super) dialect: &'static Dialect,
    /// The file.
    pub(super) file: &'static KnownFile,
    /// Number of trailing segments matched.
    pub(super) segments: usize,
    /// Number of characters that the pattern spells out; more is more specific.
    literal: usize,
}

/// Says how many trailing segments of a path name a known configuration file, if it is one.
pub fn known_file(segments: &[String]) -> Option<usize> {
    best(segments).map(|found| found.segments)
}

/// Finds the most specific known file of all products.
pub(super) fn best(segments: &[String]) -> Option<Match> {
    super::all()
        .filter_map(|dialect| best_of(dialect, segments))
        .reduce(|a, b| {
            if (b.segments, b.literal) > (a.segments, a.literal) {
                b
            } else {
                a
            }
        })
}

/// Finds the most specific known file of one product.
pub(super) fn best_of(dialect: &'static Dialect, segments: &[String]) -> Option<Match> {
    let mut best: Option<Match> = None;
    for file in dialect.files {
        // nearly all differ in their last segment already
        let end = memchr::memrchr(b'/', file.path.as_bytes()).map_or(0, |at| at + 1);
        let end = &file.path[end..];
        if end != "**" && !segments.last().is_some_and(|last| one(end, last)) {
            continue;
        }
        let pattern: Vec<&str> = file.path.split('/').collect();
        let Some(count) = trailing(&pattern, segments) else {
            continue;
        };
        let literal = file.path.chars().filter(|&c| c != '*').count();
        let found = Match {
            dialect,
            file,
            segments: count,
            literal,
        };
        if best.is_none_or(|b| (count, literal) > (b.segments, b.literal)) {
            best = Some(found);
        }
    }
    best
}

/// Says how strictly a product reads the file of a path.
pub(super) fn strictness(dialect: &'static Dialect, segments: &[String]) -> Strictness {
    best_of(dialect, segments)
        .and_then(|found| found.file.strict)
        .unwrap_or(dialect.strict)
}

/// Returns the known file of a product that has this very pattern.
pub(super) fn by_pattern(dialect: &'static Dialect, path: &str) -> Option<&'static KnownFile> {
    dialect.files.iter().find(|file| file.path == path)
}

/// Matches a pattern against the end of a path; returns the number of segments it covers.
fn trailing(pattern: &[&str], segments: &[String]) -> Option<usize> {
    if pattern.contains(&"**") {
        return (1..=segments.len()).find(|&n| whole(pattern, &segments[segments.len() - n..]));
    }
    let start = segments.len().checked_sub(pattern.len())?;
    whole(pattern, &segments[start..]).then_some(pattern.len())
}

fn whole(pattern: &[&str], segments: &[String]) -> bool {
    match (pattern.first(), segments.first()) {
        (None, None) => true,
        (Some(&"**"), _) => {
            whole(&pattern[1..], segments)
                || (!segments.is_empty() && whole(pattern, &segments[1..]))
        }
        (Some(want), Some(got)) => one(want, got) && whole(&pattern[1..], &segments[1..]),
        _ => false,
    }
}

fn one(want: &str, got: &str) -> bool {
    matches(want, got, true)
}

/// Compares one segment, with or without regard to ASCII case; `*` stands for any text.
pub(crate) fn matches(want: &str, got: &str, folds: bool) -> bool {
    let (want, got) = (want.as_bytes(), got.as_bytes());
    let same = |want: &[u8], got: &[u8]| want == got || folds && want.eq_ignore_ascii_case(got);
    let Some(star) = memchr::memchr(b'*', want) else {
        return same(want, got);
    };
    let (before, after) = (&want[..star], &want[star + 1..]);
    let rest = got.len().checked_sub(before.len() + after.len());
    rest.is_some_and(|rest| {
        let (start, end) = got.split_at(before.len() + rest);
        same(before, &start[..before.len()]) && same(after, end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str) -> Option<(&'static str, usize)> {
        let segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        best(&segments).map(|m| (m.dialect.id, m.segments))
    }

    #[test]
    fn the_end_of_the_path_tells_the_client() {
        assert_eq!(told("x/.cursor/mcp.json"), Some(("cursor", 2)));
        assert_eq!(told("x/.vscode/mcp.json"), Some(("vscode", 2)));
        assert_eq!(told("x/.mcp.json"), Some(("claude-code", 1)));
        assert_eq!(told("x/.Codex/Config.TOML"), Some(("codex", 2)));
        assert_eq!(
            told("a/claude_desktop_config.json"),
            Some(("claude-desktop", 1))
        );
        assert_eq!(told("a/config.toml"), None);
        assert_eq!(told("a/settings.json"), None);
    }

    #[test]
    fn a_longer_match_beats_a_shorter_one() {
        assert_eq!(told("x/.warp/.mcp.json"), Some(("warp", 2)));
        assert_eq!(told(".codex/plugins/a/b/.mcp.json"), Some(("codex", 5)));
        assert_eq!(told(".kiro/settings/mcp.json"), Some(("kiro", 3)));
    }

    #[test]
    fn a_star_stands_for_part_of_a_segment() {
        assert_eq!(told("Code - Insiders/User/mcp.json"), Some(("vscode", 3)));
        assert_eq!(told(".claude/agents/reviewer.md"), Some(("claude-code", 3)));
        assert_eq!(told("orchard.code-workspace"), Some(("vscode", 1)));
    }
}
