//! Transport words: every spelling seen in the field, and what a product makes of them.

use super::super::ReadCx;
use super::super::model::Dialect;
use super::words::Words;
use crate::inventory::Transport;
use crate::syntax::Node;

/// What the type word of an entry says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    /// This transport.
    Is(Transport),
    /// This transport, in a spelling that the product does not document.
    Foreign(Transport),
    /// Some remote transport.
    Remote,
    /// By reference to a registry.
    Registry,
    /// A word that is not known.
    Unknown,
}

/// Keys that hold the type word.
const TYPE_KEYS: [&str; 4] = ["type", "transport", "transportType", "transport_type"];

/// Reads the type word of an entry.
pub(crate) fn typed<'n>(cx: &mut ReadCx<'_>, words: &Words<'n>) -> Option<(Typed, &'n Node)> {
    for key in TYPE_KEYS {
        let Some(node) = words.get(key).filter(|node| !node.is_map()) else {
            continue;
        };
        let Some(word) = node.as_str() else {
            let path = words.key(key);
            cx.expected(node, &path, "a transport word");
            continue;
        };
        if word.trim().is_empty() {
            continue;
        }
        let typed = classify(cx.dialect, word.trim());
        if typed == Typed::Unknown {
            let path = words.key(key);
            let known = known_words(cx.dialect);
            cx.warn(
                node,
                &path,
                "this transport is not known; the entry is drawn with an unknown transport",
                &format!("known words are {known}"),
            );
        }
        return Some((typed, node));
    }
    None
}

/// Tells what a type word means to a product.
fn classify(dialect: &Dialect, word: &str) -> Typed {
    if let Some((_, transport)) = dialect.types.iter().find(|(known, _)| *known == word) {
        return Typed::Is(*transport);
    }
    let plain: String = word
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let transport = match plain.as_str() {
        "stdio" | "local" | "command" | "process" => Transport::Stdio,
        "http" | "streamablehttp" | "streamable" | "shttp" | "https" | "httpstream" => {
            Transport::StreamableHttp
        }
        "sse" | "httpsse" => Transport::Sse,
        "ws" | "websocket" | "wss" => Transport::Websocket,
        "inmemory" | "builtin" | "platform" | "frontend" => Transport::Builtin,
        "remote" => return Typed::Remote,
        "registry" => return Typed::Registry,
        _ => return Typed::Unknown,
    };
    if dialect.types.is_empty() {
        Typed::Is(transport)
    } else {
        Typed::Foreign(transport)
    }
}

/// Says whether a product documents this type word.
pub(crate) fn documents(dialect: &Dialect, word: &str) -> bool {
    dialect.types.iter().any(|(known, _)| *known == word)
}

fn known_words(dialect: &Dialect) -> String {
    if dialect.types.is_empty() {
        return "stdio, http, sse".to_owned();
    }
    let words: Vec<&str> = dialect.types.iter().map(|(word, _)| *word).collect();
    words.join(", ")
}

/// Returns the transport that the scheme of an address fixes by itself.
pub(crate) fn by_scheme(url: &str) -> Option<Transport> {
    let scheme = url.split(':').next().unwrap_or_default();
    match scheme.to_ascii_lowercase().as_str() {
        "unix" => Some(Transport::UnixSocket),
        "pipe" => Some(Transport::NamedPipe),
        _ => None,
    }
}

/// Says whether an address is a websocket's.
pub(crate) fn is_websocket(url: &str) -> bool {
    let lower = url.trim_start().to_ascii_lowercase();
    lower.starts_with("ws://") || lower.starts_with("wss://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_the_field_is_known() {
        let any = &Dialect::BASE;
        for word in [
            "http",
            "streamable-http",
            "streamable_http",
            "streamableHttp",
            "streamablehttp",
            "streamable",
            "HTTP",
        ] {
            assert_eq!(classify(any, word), Typed::Is(Transport::StreamableHttp));
        }
        assert_eq!(classify(any, "ws"), Typed::Is(Transport::Websocket));
        assert_eq!(classify(any, "local"), Typed::Is(Transport::Stdio));
        assert_eq!(classify(any, "inMemory"), Typed::Is(Transport::Builtin));
        assert_eq!(classify(any, "remote"), Typed::Remote);
        assert_eq!(classify(any, "grpc"), Typed::Unknown);
    }

    #[test]
    fn a_spelling_of_another_product_is_told_apart() {
        let strict = Dialect {
            types: &[("sse", Transport::Sse)],
            ..Dialect::BASE
        };
        assert_eq!(classify(&strict, "sse"), Typed::Is(Transport::Sse));
        assert_eq!(
            classify(&strict, "http"),
            Typed::Foreign(Transport::StreamableHttp)
        );
    }

    #[test]
    fn the_scheme_decides_for_sockets() {
        assert_eq!(
            by_scheme("unix:///tmp/x.sock#/mcp"),
            Some(Transport::UnixSocket)
        );
        assert_eq!(by_scheme("pipe:///pipe/name"), Some(Transport::NamedPipe));
        assert_eq!(by_scheme("https://x"), None);
        assert!(is_websocket("wss://x.example"));
    }
}
