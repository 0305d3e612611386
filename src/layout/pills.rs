//! Names and what stands behind them: pills with the number of a callout or where a fact comes from.

use super::measure::{NAME, SMALL, text};
use super::placement::{PlacedText, TextRole};
use super::view::Tag;
use crate::font::{self, Weight};

/// Room around the words of a pill, on both sides, and before it.
pub(crate) const PAD: f64 = 4.0;
const BEFORE: f64 = 6.0;

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

/// Places a name within a width, its pills behind it. Where the end of a name says most, its middle is cut.
pub(super) fn name(words: &str, tags: &[Tag], at: (f64, f64), room: f64) -> Vec<PlacedText> {
    let room = room - width(tags);
    let mut out = vec![text(
        words,
        at,
        NAME,
        Weight::SemiBold,
        TextRole::Name,
        room,
    )];
    if out[0].cut && ends_tell(words) {
        let short = font::ellipsis_middle(words, NAME, Weight::SemiBold, room);
        out = vec![text(
            &short,
            at,
            NAME,
            Weight::SemiBold,
            TextRole::Name,
            room,
        )];
        out[0].cut = true;
    }
    let right = out[0].x + out[0].width;
    out.extend(place(tags, right, at.1));
    out
}

/// Says whether the last part of a name tells more than its start: scoped packages, images, paths. In an address the
/// host comes first and tells most.
fn ends_tell(words: &str) -> bool {
    let first = words.split('/').next().unwrap_or_default();
    words.contains('/') && (first.len() < 3 || first.starts_with('@') || !first.contains('.'))
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
    fn a_long_package_keeps_its_own_name_and_an_address_its_host() {
        let package = shown("@modelcontextprotocol/server-filesystem", &[]);
        assert!(package[0].starts_with("@model") && package[0].ends_with("…/server-filesystem"));
        let address = shown("staging-mcp.harbor.example.test/very/long/path", &[]);
        assert!(address[0].starts_with("staging-mcp.harbor.exam") && address[0].ends_with('…'));
        assert_eq!(shown("git", &[]), ["git"]);
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
        assert_eq!(placed.len(), 3);
        for pair in placed.windows(2) {
            assert!(pair[0].x + pair[0].width + PAD < pair[1].x);
        }
        let last = placed.last().unwrap();
        assert!(last.x + last.width + PAD <= 20.0 + 190.0 + 0.1);
    }
}
