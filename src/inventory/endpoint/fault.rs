//! Why a text that stands where a URL belongs is none: no client can connect to it.

use super::Place;
use super::flat::Flat;
use super::read::{read_url, split_scheme};

/// What is wrong with a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// `example.com/mcp`.
    NoScheme,
    /// `htps://example.com/mcp`.
    Scheme,
    /// `https://`, or a host or port that nobody can read.
    Host,
}

impl Fault {
    /// What the picture says.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Fault::NoScheme => "no valid URL: the scheme is missing",
            Fault::Scheme => "no valid URL: unknown scheme",
            Fault::Host => "no valid URL: host or port cannot be read",
        }
    }

    /// What to do about it.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Fault::NoScheme => "write the whole URL, such as https://mcp.example.com/mcp",
            Fault::Scheme => "a URL begins with https:// or http://",
            Fault::Host => "write host and port as in https://mcp.example.com:8443/mcp",
        }
    }
}

/// Looks for what keeps every client from connecting; an address behind a variable or placeholder may be anything.
pub(crate) fn fault(text: &str) -> Option<Fault> {
    let flat = Flat::new(text);
    let (scheme, rest) = split_scheme(&flat.text);
    let before = scheme.as_deref().unwrap_or_default();
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let open = flat.default_of.is_some()
        || flat.var_in(before).is_some()
        || (scheme.is_none() && flat.var_in(&rest[..end]).is_some());
    let place = read_url(text, 0).endpoint.place;
    if open || matches!(place, Place::Placeholder | Place::Variable(_)) {
        return None;
    }
    match scheme.as_deref() {
        Some("https" | "http" | "wss" | "ws") if place == Place::Unreadable => Some(Fault::Host),
        Some("https" | "http" | "wss" | "ws" | "unix" | "http+unix" | "pipe" | "npipe") => None,
        Some(_) => Some(Fault::Scheme),
        // a colon that no port follows ends a scheme, or what was meant as one
        None if rest[..end]
            .split_once(':')
            .is_some_and(|(_, port)| port.is_empty()) =>
        {
            Some(Fault::Scheme)
        }
        None => Some(Fault::NoScheme),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_client_can_connect_to_is_told() {
        let table = [
            ("mcp.example.com/m", Some(Fault::NoScheme)),
            ("localhost:8080/mcp", Some(Fault::NoScheme)),
            ("/mcp", Some(Fault::NoScheme)),
            ("htps://mcp.example.com/m", Some(Fault::Scheme)),
            ("ht!tp:/x", Some(Fault::Scheme)),
            ("https://", Some(Fault::Host)),
            ("https://h.example.com:99999/x", Some(Fault::Host)),
            ("https://mcp.example.com/m", None),
            ("https:/mcp.example.com/m", None),
            ("HTTP://127.0.0.1:3000", None),
            ("wss://mcp.example.com", None),
            ("unix:///run/mcp.sock", None),
            ("pipe:///pipe/mcp", None),
            ("${BASE}/mcp", None),
            ("${SCHEME}://mcp.example.com", None),
            ("${BASE:-mcp.example.com}/mcp", None),
            ("{host}:3000/mcp", None),
            ("https://<your-host>/mcp", None),
        ];
        for (text, expected) in table {
            assert_eq!(fault(text), expected, "{text}");
        }
    }
}
