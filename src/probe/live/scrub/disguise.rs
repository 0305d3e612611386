//! Forms in which a server may write what it was sent: Base64 and hexadecimal digits, `%XX`, `\uXXXX`, `&#X;`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::percent_decode_str;

/// Shortest encoded form that is looked for; a shorter one would stand in innocent words.
const SHORTEST: usize = 8;
/// Escapes within escapes that are followed.
const DEEPEST: usize = 8;

/// Returns a value in Base64 (both alphabets, wherever it stands in the encoded text) and in hexadecimal digits; in lower
/// case, as all comparisons are.
pub(super) fn encoded(value: &str) -> impl Iterator<Item = String> {
    let digits = value.bytes().flat_map(|byte| [byte >> 4, byte & 15]);
    let hex: String = digits
        .filter_map(|d| char::from_digit(d.into(), 16))
        .collect();
    let shifted = (0..3).flat_map(|before| {
        [STANDARD_NO_PAD, URL_SAFE_NO_PAD].map(|alphabet| {
            let mut bytes = vec![0; before];
            bytes.extend(value.bytes());
            let text = alphabet.encode(&bytes);
            // Digits that hold bits of other bytes, too, differ from text to text.
            let (first, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
            text[first..end].to_ascii_lowercase()
        })
    });
    std::iter::once(hex)
        .chain(shifted)
        .filter(|form| form.len() >= SHORTEST)
}

/// Returns what stands behind the escapes of a text, layer by layer.
pub(super) fn unescaped(text: &str) -> impl Iterator<Item = String> {
    std::iter::successors(one_layer(text), |text| one_layer(text)).take(DEEPEST)
}

/// Takes off one layer of escapes; `None` where there is none.
fn one_layer(text: &str) -> Option<String> {
    let percent = percent_decode_str(text).decode_utf8_lossy();
    let plain = without_entities(&without_backslashes(&percent));
    (plain != text).then_some(plain)
}

/// Reads `\uXXXX`, `\u{X}`, `\UXXXXXXXX`, `\xXX`, `\OOO` and a backslash before any other sign, as programs and JSON write them.
fn without_backslashes(text: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        units.extend(before.encode_utf16());
        let (code, length) = code(escape).unzip();
        let mut add = |c: char| units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        match (code, escape.chars().next()) {
            (Some(code), _) => match char::from_u32(code) {
                Some(c) => add(c),
                // Half a character, whose other half may follow.
                None => units.extend(u16::try_from(code).ok()),
            },
            // A sign that was escaped for itself stays.
            (None, Some(sign)) => add(sign),
            (None, None) => {}
        }
        let sign = escape.chars().next().map_or(0, char::len_utf8);
        rest = &escape[length.unwrap_or(sign)..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}

/// Reads the number behind a backslash, and how long it is written.
fn code(escape: &str) -> Option<(u32, usize)> {
    let hex = |digits: &str| u32::from_str_radix(digits, 16).ok();
    let fixed = |length: usize| Some((hex(escape.get(1..=length)?)?, 1 + length));
    match escape.as_bytes().first()? {
        b'u' if escape.starts_with("u{") => {
            let (digits, _) = escape[2..].split_once('}').filter(|(d, _)| d.len() <= 6)?;
            Some((hex(digits)?, digits.len() + 3))
        }
        b'u' => fixed(4),
        b'U' => fixed(8),
        b'x' => fixed(2),
        b'0'..=b'7' => {
            let octal = |b: &u8| matches!(b, b'0'..=b'7');
            let length = escape.bytes().take(3).take_while(octal).count();
            Some((u32::from_str_radix(&escape[..length], 8).ok()?, length))
        }
        _ => None,
    }
}

/// Reads `&#119;`, `&#x77;` and the names of signs that stand in tokens, as HTML writes them.
fn without_entities(text: &str) -> String {
    const NAMES: &[(&str, char)] = &[
        ("amp", '&'),
        ("apos", '\''),
        ("colon", ':'),
        ("commat", '@'),
        ("dash", '-'),
        ("equals", '='),
        ("gt", '>'),
        ("hyphen", '-'),
        ("lowbar", '_'),
        ("lt", '<'),
        ("period", '.'),
        ("plus", '+'),
        ("quot", '"'),
        ("sol", '/'),
    ];
    let sign = |name: &str| {
        let number = name
            .strip_prefix('#')
            .map(|digits| match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            });
        match number {
            Some(code) => char::from_u32(code.ok()?),
            None => NAMES
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, sign)| *sign),
        }
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, entity)) = rest.split_once('&') {
        out.push_str(before);
        let named = entity.split_once(';').filter(|(name, _)| name.len() <= 10);
        if let Some((sign, after)) = named.and_then(|(name, after)| Some((sign(name)?, after))) {
            out.push(sign);
            rest = after;
        } else {
            out.push('&');
            rest = entity;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_value_is_found_wherever_it_stands() {
        let value = "weak-token?>";
        for before in ["", "a", "ab", "abc"] {
            let whole = format!("{before}{value}!");
            for text in [
                base64::engine::general_purpose::STANDARD.encode(&whole),
                URL_SAFE_NO_PAD.encode(&whole),
            ] {
                let text = text.to_ascii_lowercase();
                assert!(encoded(value).any(|form| text.contains(&form)), "{text}");
            }
        }
        assert!(encoded(value).any(|form| form == "7765616b2d746f6b656e3f3e"));
        // What is too short to be told from a word has no form.
        assert_eq!(encoded("abc").collect::<Vec<_>>(), [] as [&str; 0]);
        assert_eq!(encoded("abcd").collect::<Vec<_>>(), ["61626364"]);
    }

    #[test]
    fn escapes_come_off_layer_by_layer() {
        let table = [
            ("plain text, 100%", &[][..]),
            ("%77eak", &["weak"]),
            (r"\u0077e\x61k", &["weak"]),
            (r"%255cu0077eak", &["%5cu0077eak", "weak"]),
            (r"\\u0077eak", &[r"\u0077eak", "weak"]),
            (r"\ud83d\ude00 \u00e9 \/", &["😀 é /"]),
            (r"\u12 \", &["u12 "]),
            (r"\u{77}\145\U00000061\153", &["weak"]),
            ("&#119;e&#x61;k&lowbar;1 &c; a&b", &["weak_1 &c; a&b"]),
            ("&amp;#119;", &["&#119;", "w"]),
        ];
        for (text, layers) in table {
            assert_eq!(unescaped(text).collect::<Vec<_>>(), layers, "{text}");
        }
    }
}
