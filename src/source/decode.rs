//! Bytes to text: UTF-8, UTF-16, byte order marks; never lossy.

use super::SourceFile;
use crate::diagnostic::Diagnostic;

/// Byte order of UTF-16 text.
#[derive(Clone, Copy)]
enum Order {
    Little,
    Big,
}

/// Decodes the bytes of one input. Positions in errors refer to the text, without its byte order mark.
pub(super) fn decode(path: &str, bytes: Vec<u8>) -> Result<SourceFile, Diagnostic> {
    if bytes.starts_with(&[0xFF, 0xFE, 0, 0]) || bytes.starts_with(&[0, 0, 0xFE, 0xFF]) {
        return Err(Diagnostic::error("expected UTF-8 text, found UTF-32")
            .in_file(path)
            .hint("save the file as UTF-8 without a byte order mark"));
    }
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        return with_bom(path, bytes);
    }
    if let Some(rest) = bytes.strip_prefix(&[0xFF, 0xFE]) {
        return utf16(path, rest, Order::Little);
    }
    if let Some(rest) = bytes.strip_prefix(&[0xFE, 0xFF]) {
        return utf16(path, rest, Order::Big);
    }
    // The first characters of any configuration are ASCII, which in UTF-16 leaves every other byte zero.
    let ascii = |byte: u8| byte.is_ascii() && byte != 0;
    match *bytes
        .get(..4)
        .or_else(|| bytes.get(..2))
        .unwrap_or_default()
    {
        [a, 0] if ascii(a) => utf16(path, &bytes, Order::Little),
        [0, a] if ascii(a) => utf16(path, &bytes, Order::Big),
        [a, 0, b, 0] if ascii(a) && b != 0 => utf16(path, &bytes, Order::Little),
        [0, a, 0, b] if ascii(a) && b != 0 => utf16(path, &bytes, Order::Big),
        _ => utf8(path, bytes),
    }
}

fn utf8(path: &str, bytes: Vec<u8>) -> Result<SourceFile, Diagnostic> {
    String::from_utf8(bytes)
        .map(|text| SourceFile::from_text(path, text))
        .map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let before = String::from_utf8_lossy(&bytes[..valid]).into_owned();
            bad_byte(
                path,
                before,
                "expected UTF-8 text, found a byte that is not UTF-8",
            )
        })
}

fn with_bom(path: &str, mut bytes: Vec<u8>) -> Result<SourceFile, Diagnostic> {
    bytes.drain(..3);
    let mut file = utf8(path, bytes)?;
    file.had_bom = true;
    file.diagnostics.push(
        Diagnostic::warning("the file begins with a byte order mark, which some clients refuse or drop the file for")
            .in_file(path)
            .hint("save the file as UTF-8 without a byte order mark"),
    );
    Ok(file)
}

fn utf16(path: &str, bytes: &[u8], order: Order) -> Result<SourceFile, Diagnostic> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| match order {
        Order::Little => u16::from_le_bytes(pair),
        Order::Big => u16::from_be_bytes(pair),
    });
    let mut text = String::with_capacity(bytes.len() / 2);
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(c) => text.push(c),
            Err(_) => {
                return Err(bad_byte(
                    path,
                    text,
                    "expected UTF-16 text, found half of a character",
                ));
            }
        }
    }
    if !rest.is_empty() {
        return Err(bad_byte(
            path,
            text,
            "expected UTF-16 text, found an odd number of bytes",
        ));
    }
    let mut file = SourceFile::from_text(path, text);
    file.utf16 = true;
    file.diagnostics.push(
        Diagnostic::warning("the file is UTF-16 text, which most clients cannot read")
            .in_file(path)
            .hint("save the file as UTF-8 without a byte order mark"),
    );
    Ok(file)
}

/// Makes the error for the first byte that cannot be decoded, which stands right after `before`.
fn bad_byte(path: &str, before: String, message: &str) -> Diagnostic {
    let before = SourceFile::from_text(path, before);
    Diagnostic::error(message)
        .at(before.place(before.text.len()))
        .hint("save the file as UTF-8 without a byte order mark")
}
