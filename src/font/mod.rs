//! The bundled font: two weights of a subset of Inter, and how wide text is in them.

mod advances;

use advances::{RUNS, UNITS};

/// The regular weight as a TrueType file.
pub const REGULAR: &[u8] = include_bytes!("inter-400.ttf");
/// The semibold weight as a TrueType file.
pub const SEMI_BOLD: &[u8] = include_bytes!("inter-600.ttf");
/// ASCII part of the regular weight, as WOFF2 for embedding in SVG.
pub const REGULAR_WOFF2: &[u8] = include_bytes!("inter-400-ascii.woff2");
/// ASCII part of the semibold weight, as WOFF2 for embedding in SVG.
pub const SEMI_BOLD_WOFF2: &[u8] = include_bytes!("inter-600-ascii.woff2");

/// The weights that the program writes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// 400.
    Regular,
    /// 600, for names and titles.
    SemiBold,
}

impl Weight {
    /// Gives the number that SVG and CSS use.
    pub fn number(self) -> u16 {
        match self {
            Weight::Regular => 400,
            Weight::SemiBold => 600,
        }
    }
}

/// Returns the width of a text in pixels: the sum of its advances, as the fonts have no kerning.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let ascii = &ASCII[usize::from(weight == Weight::SemiBold)];
    let units: u32 = if text.is_ascii() {
        text.bytes().map(|b| u32::from(ascii[usize::from(b)])).sum()
    } else {
        text.chars().map(|c| advance(c, weight)).sum()
    };
    f64::from(units) * size / f64::from(UNITS)
}

/// Says whether the bundled fonts have a glyph for a character.
pub fn covers(c: char) -> bool {
    entry(c).is_some()
}

/// Shortens a text to a width, with `…` where something was cut.
pub fn ellipsis(text: &str, size: f64, weight: Weight, max: f64) -> String {
    if width(text, size, weight) <= max {
        return text.to_owned();
    }
    let budget = max * f64::from(UNITS) / size - f64::from(advance('…', weight));
    let mut used = 0.0;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        used += f64::from(advance(c, weight));
        if used > budget {
            break;
        }
        end = at + c.len_utf8();
    }
    let mut short = text[..end].trim_end().to_owned();
    short.push('…');
    short
}

/// Shortens a text to a width by cutting its middle: names differ at their start or at their end.
pub fn ellipsis_middle(text: &str, size: f64, weight: Weight, max: f64) -> String {
    if width(text, size, weight) <= max {
        return text.to_owned();
    }
    let mut tail = text.len();
    for (at, _) in text.char_indices().rev() {
        if width(&text[at..], size, weight) > max / 2.5 {
            break;
        }
        tail = at;
    }
    let tail = &text[tail..];
    let room = max - width(tail, size, weight);
    format!("{}{tail}", ellipsis(text, size, weight, room))
}

/// Width of a character that the fonts lack and that is not wide. Letters of other scripts are narrower than the box
/// drawn in their place; this stays within an eighth of it.
const NARROW: u16 = 1824;

/// Advances of ASCII, which nearly all text is, in both weights.
static ASCII: [[u16; 256]; 2] = {
    let mut ascii = [[NARROW; 256]; 2];
    let (first, cells) = RUNS[0];
    let mut at = 0;
    while at < cells.len() {
        ascii[0][first as usize + at] = cells[at][0];
        ascii[1][first as usize + at] = cells[at][1];
        at += 1;
    }
    ascii
};

fn advance(c: char, weight: Weight) -> u32 {
    let column = usize::from(weight == Weight::SemiBold);
    let units = match entry(c) {
        Some(pair) => pair[column],
        None if is_zero_width(c) => 0,
        None if is_wide(c) => UNITS,
        None => NARROW,
    };
    u32::from(units)
}

fn entry(c: char) -> Option<[u16; 2]> {
    let code = u32::from(c);
    let run = RUNS.partition_point(|(first, _)| *first <= code);
    let (first, cells) = RUNS.get(run.checked_sub(1)?)?;
    cells.get(usize::try_from(code - first).ok()?).copied()
}

/// Marks that sit on the character before them. Zero-width spaces and joiners are not here: the picture makes them visible.
fn is_zero_width(c: char) -> bool {
    matches!(u32::from(c),
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x610..=0x61a | 0x64b..=0x65f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f
        | 0x1f3fb..=0x1f3ff | 0xe0100..=0xe01ef)
}

/// East Asian wide characters and emoji, which every font draws about one em wide.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x231a..=0x231b | 0x23e9..=0x23f3 | 0x2600..=0x27bf | 0x2b05..=0x2b55 | 0x2e80..=0x303e
        | 0x3041..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60
        | 0xffe0..=0xffe6 | 0x16fe0..=0x18dff | 0x1b000..=0x1b2ff | 0x1f000..=0x1faff | 0x20000..=0x3fffd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skrifa::MetadataProvider;
    use skrifa::instance::{LocationRef, Size};

    #[test]
    fn the_table_says_what_the_fonts_say() {
        for (data, weight) in [(REGULAR, Weight::Regular), (SEMI_BOLD, Weight::SemiBold)] {
            let font = skrifa::FontRef::new(data).unwrap();
            let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
            let mut seen = 0;
            for (code, glyph) in font.charmap().mappings() {
                let c = char::from_u32(code).unwrap();
                let units = metrics.advance_width(glyph).unwrap();
                assert!(covers(c), "no advance for {c:?}");
                assert!(
                    (width(&c.to_string(), f64::from(UNITS), weight) - f64::from(units)).abs()
                        < 1e-6,
                    "wrong advance for {c:?}"
                );
                seen += 1;
            }
            let missing = metrics.advance_width(skrifa::GlyphId::NOTDEF).unwrap();
            assert!((missing - f32::from(UNITS)).abs() < 1e-6);
            let listed: usize = RUNS.iter().map(|(_, cells)| cells.len()).sum();
            assert_eq!(seen, listed, "the table has characters that the font lacks");
        }
    }

    #[test]
    fn text_is_the_sum_of_its_letters() {
        let whole = width("stdin / stdout", 12.0, Weight::Regular);
        let parts =
            width("stdin", 12.0, Weight::Regular) + width(" / stdout", 12.0, Weight::Regular);
        assert!((whole - parts).abs() < 1e-9);
        assert!(width("stdin", 12.0, Weight::SemiBold) > width("stdin", 12.0, Weight::Regular));
    }

    #[test]
    fn characters_beyond_the_font_have_a_width() {
        assert!((width("日本", 10.0, Weight::Regular) - 20.0).abs() < 1e-9);
        assert!((width("🧪", 10.0, Weight::Regular) - 10.0).abs() < 1e-9);
        assert!(width("e\u{301}", 10.0, Weight::Regular) < 10.0);
        assert!(width("ש", 10.0, Weight::Regular) > 0.0);
        assert!(!covers('日') && covers('→') && covers('é') && covers('Ж'));
    }

    #[test]
    fn long_text_is_cut_to_its_box() {
        let cut = ellipsis(
            "a-very-long-server-name-indeed",
            12.0,
            Weight::SemiBold,
            80.0,
        );
        assert!(cut.ends_with('…') && cut.len() > 6);
        assert!(width(&cut, 12.0, Weight::SemiBold) <= 80.0);
        assert_eq!(ellipsis("git", 12.0, Weight::Regular, 80.0), "git");
        assert_eq!(ellipsis("git", 12.0, Weight::Regular, 1.0), "…");
    }
}
