//! The core schema of YAML 1.2: what a scalar without quotes stands for.

use crate::syntax::Value;

/// Types a plain scalar. Anything that is not null, a boolean or a number stays text, `yes` and `no` included.
pub(super) fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ if is_number(text) => Value::Number(text.to_owned()),
        _ => Value::String(text.to_owned()),
    }
}

fn is_number(text: &str) -> bool {
    let all =
        |digits: &str, of: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(of);
    if let Some(octal) = text.strip_prefix("0o") {
        return all(octal, |digit| matches!(digit, b'0'..=b'7'));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return all(hex, u8::is_ascii_hexdigit);
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || is_decimal(unsigned)
}

fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)),
        ),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_core_schema_is_typed() {
        for number in [
            "0", "-12", "+3", "007", "1.5", ".5", "5.", "1e3", "1.5E-7", "0o17", "0xFF", ".inf",
            "-.INF", ".nan",
        ] {
            assert!(
                plain(number) == Value::Number(number.to_owned()),
                "{number}"
            );
        }
        for text in [
            "yes",
            "no",
            "on",
            "off",
            "y",
            "1_000",
            "1:30",
            "0b11",
            "0o8",
            "0x",
            "1.2.3",
            ".",
            "-",
            "+",
            "e5",
            "1e",
            "v1",
            "2024-01-01",
            "latest",
            "nULL",
            "tRUE",
            "Infinity",
        ] {
            assert!(plain(text) == Value::String(text.to_owned()), "{text}");
        }
        assert!(plain("~") == Value::Null && plain("True") == Value::Bool(true));
    }
}
