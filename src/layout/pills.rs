//! Names in rows, and what stands behind them: pills with the number of a callout or where a fact comes from.

use super::measure::{NAME, SMALL, text};
use super::placement::{PlacedText, TextRole};
use super::view::Tag;
use super::words::Words;
use crate::font::{self, Weight};

/// Room around the words of a pill, on both sides, and before it.
pub(crate) const PAD: f64 = 4.0;
const BEFORE: f64 = 6.0;
/// Height of a row of a name.
const STEP: f64 = 15.0;

/// Width of pills with the room before each.
pub(super) fn width(tags: &[Tag]) -> f64 {
    let one = |tag: &Tag| font::width(&tag.words, SMALL, Weight::SemiBold) + 2.0 * PAD + BEFORE;
    tags.iter().map(one).sum()
}

/// Places pills in a row; `right` is where the words before them end.
pub(super) fn place(tags: &[Tag], right: f64, baseline: f64) -> Vec<PlacedText> {
    let mut x = right;
    let mut out = Vec::with_capacity(tags.len());
    for tag in tags {
        let role = TextRole::Tag(tag.level);
        let at = (x + BEFORE + PAD, baseline);
        let pill = text(&tag.words, at, SMALL, Weight::SemiBold, role, f64::MAX);
        x = pill.x + pill.width + PAD;
        out.push(pill);
    }
    out
}

/// Places the pill of a number that begins a remark, from its left end.
pub(super) fn number(tag: &Tag, at: (f64, f64)) -> PlacedText {
    let role = TextRole::Tag(tag.level);
    text(
        &tag.words,
        (at.0 + PAD, at.1),
        SMALL,
        Weight::SemiBold,
        role,
        f64::MAX,
    )
}

/// Rows of a name before its middle is cut.
const ROWS: usize = 3;

/// Shortens a name to what its box has room for.
pub(super) fn shortened(words: &str, tags: &[Tag], room: f64) -> Option<String> {
    let room = room - width(tags);
    let words = Words::new(words, NAME, Weight::SemiBold);
    if words.rows(room, ROWS + 1) <= ROWS {
        return None;
    }
    // a row is not filled to its end where a word is broken after punctuation
    let whole = words.wrap(room, usize::MAX).concat();
    #[expect(clippy::cast_precision_loss, reason = "a row number is small")]
    let room = room * (ROWS as f64 - 0.9);
    Some(font::ellipsis_middle(&whole, NAME, Weight::SemiBold, room))
}

/// Places a name within a width, in as many rows as it needs, its pills behind it.
pub(super) fn name(words: &str, tags: &[Tag], at: (f64, f64), room: f64) -> Vec<PlacedText> {
    let room = room - width(tags);
    let words = Words::new(words, NAME, Weight::SemiBold);
    let rows = words.wrap(room, usize::MAX);
    let (mut right, mut y) = at;
    let mut out = Vec::with_capacity(rows.len() + tags.len());
    for (i, row) in rows.iter().enumerate() {
        if i > 0 {
            y += STEP;
        }
        let (weight, role) = (Weight::SemiBold, TextRole::Name);
        let placed = text(row, (at.0, y), NAME, weight, role, f64::MAX);
        right = placed.x + placed.width;
        out.push(placed);
    }
    out.extend(place(tags, right, y));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::MarkLevel;

    fn shown(words: &str, tags: &[Tag]) -> Vec<String> {
        let placed = name(words, tags, (0.0, 0.0), 190.0);
        placed.into_iter().map(|text| text.text).collect()
    }

    #[test]
    fn a_long_name_takes_rows_and_loses_nothing() {
        let package = "@modelcontextprotocol/server-filesystem";
        let rows = ["@modelcontextprotocol/", "server-filesystem"];
        assert_eq!(shown(package, &[]), rows);
        let address = "staging-mcp.harbor.example.test/very/long/path";
        assert_eq!(shown(address, &[]).concat(), address);
        assert_eq!(shown("git", &[]), ["git"]);
    }

    #[test]
    fn only_very_long_names_are_cut_and_keep_both_ends() {
        assert_eq!(
            shortened("staging-mcp.harbor.example.test/very/long/path", &[], 190.0),
            None
        );
        let cut = shortened(&format!("start{}end", "-x".repeat(100)), &[], 190.0).unwrap();
        assert!(cut.starts_with("start-x") && cut.ends_with("-xend") && cut.contains('…'));
        assert!(shown(&cut, &[]).len() <= ROWS);
    }

    #[test]
    fn pills_stand_behind_the_name_and_within_the_room() {
        let tags = [("overlay", MarkLevel::Note), ("12", MarkLevel::Alarm)];
        let tags = tags.map(|(words, level)| Tag {
            words: words.to_owned(),
            level,
        });
        let placed = name(
            "@modelcontextprotocol/server-filesystem",
            &tags,
            (20.0, 0.0),
            190.0,
        );
        assert_eq!(placed.len(), 4);
        for pair in placed[1..].windows(2) {
            assert!(pair[0].x + pair[0].width + PAD < pair[1].x);
        }
        let last = placed.last().unwrap();
        assert!(last.x + last.width + PAD <= 20.0 + 190.0 + 0.1);
    }
}
