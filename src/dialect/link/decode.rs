//! The query of a link, Base64 and JSON; no error says what stands there.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;

/// Base64 as links carry it: with padding or without.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// What follows `?` in a link.
pub(super) struct Query<'a>(pub(super) &'a str);

impl Query<'_> {
    /// Returns the whole query, decoded.
    pub(super) fn whole(&self) -> String {
        decoded(self.0)
    }

    /// Returns the value of the first of some keys.
    pub(super) fn first(&self, keys: &[&str]) -> Option<String> {
        let mut pairs = self.pairs();
        pairs.find_map(|(key, value)| keys.contains(&key).then(|| decoded(value)))
    }

    /// Returns every value of a key.
    pub(super) fn all(&self, key: &str) -> Vec<String> {
        let of = |(known, value): (&str, &str)| (known == key).then(|| decoded(value));
        self.pairs().filter_map(of).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        // A fragment is no part of the query.
        let query = self.0.split('#').next().unwrap_or_default();
        query.split('&').filter_map(|pair| pair.split_once('='))
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Reads the configuration of a link: JSON as it is, or JSON in Base64.
pub(super) fn config(text: &str) -> Result<Map<String, Value>, Diagnostic> {
    if text.trim_start().starts_with('{') {
        return json_of(text);
    }
    // Base64 for addresses has other signs for two values; a plus sign may have become a space.
    let sign = |c: char| match c {
        '-' | ' ' => '+',
        '_' => '/',
        c => c,
    };
    let plain: String = text.trim().chars().map(sign).collect();
    let bytes = BASE64.decode(plain.trim_end_matches('=')).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or_else(|| Diagnostic::error("expected JSON or Base64 in the link"))?;
    json_of(&text)
}

/// Reads JSON of any type that a link holds.
pub(super) fn json_of<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Diagnostic> {
    // The reader's own message may quote the text.
    serde_json::from_str(text).map_err(|_| {
        Diagnostic::error("expected JSON in the link: one server, or a map of servers")
            .hint("copy the whole link, in quotes, so that the shell does not cut it at &")
    })
}
