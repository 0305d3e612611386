//! The parts of live values that may come back: of headers and of addresses.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::inventory::is_harmless_parameter;

/// What of live values may come back.
#[derive(Default)]
pub(super) struct Forms {
    /// Everything that is masked.
    pub(super) live: Vec<String>,
    /// What no advertised URL may repeat.
    pub(super) sent: Vec<String>,
}

impl Forms {
    /// Takes a header's value or an address.
    pub(super) fn take(&mut self, value: &str) {
        let mut parts: Vec<&str> = value.split(is_sign).collect();
        // The scheme of a header, or of a URL.
        let scheme = parts.len() > 1
            && parts[0]
                .bytes()
                .all(|b| b.is_ascii_alphabetic() || b == b':');
        if scheme {
            let word = parts.remove(0);
            if word.eq_ignore_ascii_case("basic") {
                self.basic(value.split_whitespace().nth(1).unwrap_or_default());
            }
        }
        parts.push(value);
        self.live
            .extend(parts.iter().map(|part| (*part).to_owned()));
        match Url::parse(value).ok().filter(Url::has_host) {
            Some(url) => self.url(&url),
            None => self.sent.extend(parts.into_iter().map(str::to_owned)),
        }
    }

    /// Takes what stands in a header of the scheme Basic.
    fn basic(&mut self, word: &str) {
        let engine = GeneralPurpose::new(
            &STANDARD,
            GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
        );
        let pair = engine.decode(word).ok();
        if let Some(pair) = pair.and_then(|bytes| String::from_utf8(bytes).ok()) {
            let (user, password) = pair.split_once(':').unwrap_or((&pair, ""));
            self.user(user, password);
            self.sent.push(pair.clone());
            self.live.push(pair);
        }
    }

    /// Takes what stands in a URL, decoded.
    fn url(&mut self, url: &Url) {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let password = decoded(url.password().unwrap_or_default());
        self.user(&decoded(url.username()), &password);
        let pairs = url.query().unwrap_or_default().split('&');
        let mut parts = Vec::new();
        // What is a word and no credential may stand in any text.
        for pair in pairs.filter(|pair| !is_harmless_parameter(pair)) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let taken = if value.is_empty() { key } else { value };
            parts.push(decoded(&taken.replace('+', " ")));
        }
        for segment in url.path().split('/') {
            parts.push(decoded(segment));
            let parameters = segment.split(';').skip(1);
            parts.extend(
                parameters
                    .filter_map(|p| p.split_once('='))
                    .map(|(_, value)| decoded(value)),
            );
        }
        self.sent.extend(parts.iter().cloned());
        self.live.extend(parts);
    }

    /// Takes a user, who is a name unless there is no password.
    fn user(&mut self, user: &str, password: &str) {
        let secret = if password.is_empty() { user } else { password };
        self.sent.push(secret.to_owned());
        self.live.extend([user.to_owned(), password.to_owned()]);
    }
}

/// Parts of a value stand between these.
pub(super) fn is_sign(c: char) -> bool {
    c.is_whitespace() || "/?&=#@".contains(c)
}
