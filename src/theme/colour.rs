//! Colours as `#rrggbb`, and how well two of them tell apart.

use std::fmt;

use serde::Deserialize;

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "&str")]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// Reads `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Self([part(0)?, part(2)?, part(4)?]))
    }

    /// Returns the contrast ratio of WCAG 2 between two colours, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns the linear parts of red, green and blue.
    pub fn linear(self) -> [f64; 3] {
        self.0.map(|part| {
            let c = f64::from(part) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        f.write_char('#')?;
        for part in self.0 {
            for digit in [part >> 4, part & 15] {
                f.write_char(char::from(b"0123456789abcdef"[usize::from(digit)]))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_six_digits_only() {
        assert_eq!(
            Colour::parse("#0aF1c2").map(|c| c.to_string()),
            Some("#0af1c2".to_owned())
        );
        for wrong in [
            "#fff", "red", "#12345g", "#1234567", "0af1c2", "#+12345", "#é1234",
        ] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn black_on_white_is_21_to_1() {
        let ratio = Colour([0; 3]).contrast(Colour([255; 3]));
        assert!((ratio - 21.0).abs() < 1e-9);
    }
}
