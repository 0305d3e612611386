//! JSON-RPC messages: those that are sent, and the lenient reading of those that come back.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The modern revision that is asked for.
pub(super) const MODERN: &str = "2026-07-28";
/// The legacy revision that is asked for.
pub(super) const LEGACY: &str = "2025-11-25";
/// The revision of HTTP+SSE.
pub(super) const LEGACY_SSE: &str = "2024-11-05";

/// What came back for a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A result, as JSON text.
    Result(String),
    /// An error.
    Error(RpcError),
    /// Nothing that answers the request.
    Nothing,
}

impl Message {
    /// Returns the error, where it is one.
    pub(super) fn error(&self) -> Option<&RpcError> {
        match self {
            Message::Error(error) => Some(error),
            _ => None,
        }
    }
}

/// An error as far as it matters; its words are not kept.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RpcError {
    /// `code`, where it is a whole number.
    pub(super) code: Option<i64>,
    /// `data.supported`, where it is a list with texts.
    pub(super) supported: Option<Vec<String>>,
    /// Whether `data.requested` is a text.
    pub(super) requested: bool,
}

/// What one text was, seen from a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// The answer.
    Answer(Message),
    /// An answer to something else.
    Foreign,
    /// A notification of the server, or what cannot be answered.
    Notification,
    /// A request of the server.
    Request(ServerRequest),
    /// A batch.
    Batch,
    /// No JSON-RPC.
    Other,
}

/// A request that a server sends to its client, which has declared that it can do nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ServerRequest {
    /// Its method, where it is one that a revision defines.
    pub(super) method: &'static str,
    /// What it is answered with.
    pub(super) answer: String,
}

/// Reads a request of the server; `None` where it cannot be answered.
fn server_request(method: &str, id: &str) -> Option<ServerRequest> {
    const METHODS: &[&str] = &[
        "elicitation/create",
        "ping",
        "roots/list",
        "sampling/createMessage",
    ];
    const LONGEST_ID: usize = 128;
    let id: Value = serde_json::from_str(id)
        .ok()
        .filter(|_| id.len() <= LONGEST_ID)?;
    if !(id.is_string() || id.is_number()) {
        return None;
    }
    let method: String = serde_json::from_str(method).ok()?;
    let method = METHODS.iter().find(|known| **known == method);
    let answer = if method == Some(&"ping") {
        json!({ "jsonrpc": "2.0", "id": id, "result": {} })
    } else {
        let error = json!({ "code": -32601, "message": "Method not found" });
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    };
    Some(ServerRequest {
        method: method.copied().unwrap_or("something unknown"),
        answer: answer.to_string(),
    })
}

/// The parameters of a modern request without its own ones.
fn meta(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": client(),
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn client() -> Value {
    json!({ "name": "mcpdiag", "version": env!("CARGO_PKG_VERSION") })
}

/// Writes a modern request.
pub(super) fn modern_request(
    id: &Value,
    method: &str,
    version: &str,
    cursor: Option<&str>,
) -> String {
    let mut params = cursor_params(cursor);
    params.insert("_meta".to_owned(), meta(version));
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// Writes a legacy request.
pub(super) fn legacy_request(id: &Value, method: &str, cursor: Option<&str>) -> String {
    let params = cursor_params(cursor);
    let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
    if let (false, Some(fields)) = (params.is_empty(), message.as_object_mut()) {
        fields.insert("params".to_owned(), Value::Object(params));
    }
    message.to_string()
}

fn cursor_params(cursor: Option<&str>) -> Map<String, Value> {
    let cursor = cursor.map(|c| ("cursor".to_owned(), Value::from(c)));
    cursor.into_iter().collect()
}

/// Writes `initialize`.
pub(super) fn initialize(id: &Value, version: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": client(),
    } })
    .to_string()
}

/// Writes `notifications/initialized`.
pub(super) fn initialized() -> String {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string()
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// Reads a text that may be the answer to the request with this id.
pub(super) fn read(text: &str, id: &Value) -> Read {
    let text = text.trim();
    if text.starts_with('[') {
        return Read::Batch;
    }
    if !text.starts_with('{') {
        return Read::Other;
    }
    let Ok(message) = serde_json::from_str::<Envelope<'_>>(text) else {
        return Read::Other;
    };
    let is_2_0 = message.jsonrpc.is_some_and(|v| v.get() == "\"2.0\"");
    if !is_2_0 {
        return Read::Other;
    }
    if let Some(method) = message.method {
        let request = message
            .id
            .and_then(|id| server_request(method.get(), id.get()));
        return request.map_or(Read::Notification, Read::Request);
    }
    let ours = message
        .id
        .is_some_and(|raw| serde_json::from_str::<Value>(raw.get()).is_ok_and(|v| v == *id));
    match (message.result, message.error) {
        (Some(result), None) if ours => Read::Answer(Message::Result(result.get().to_owned())),
        // Errors are told before the id is read, or with an id of the server's own; nothing is taken from them but the code.
        (None, Some(error)) => Read::Answer(Message::Error(read_error(error.get()))),
        (Some(_), None) => Read::Foreign,
        _ => Read::Other,
    }
}

fn read_error(text: &str) -> RpcError {
    // Larger than any error has reason to be: not looked into.
    const LONGEST: usize = 64 * 1024;
    let Some(error) = serde_json::from_str::<Value>(text)
        .ok()
        .filter(|_| text.len() <= LONGEST)
    else {
        return RpcError::default();
    };
    let supported = error.pointer("/data/supported").and_then(Value::as_array);
    RpcError {
        code: error.get("code").and_then(Value::as_i64),
        supported: supported.map(|list| {
            let texts = list.iter().filter_map(Value::as_str);
            texts.take(super::MOST_TEXTS).map(str::to_owned).collect()
        }),
        requested: error
            .pointer("/data/requested")
            .is_some_and(Value::is_string),
    }
}

/// Makes text of bytes; tells whether they were not quite text.
pub(super) fn mend(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let text = String::from_utf8_lossy(bytes);
    let broken = matches!(text, Cow::Owned(_));
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        owned @ Cow::Owned(_) => owned,
    };
    match without_lone_surrogates(&text) {
        Some(mended) => (Cow::Owned(mended), broken),
        None => (text, broken),
    }
}

/// Puts U+FFFD in place of escapes of half characters, which no Rust text can hold.
fn without_lone_surrogates(text: &str) -> Option<String> {
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return None;
    }
    let unit = |at: usize| -> Option<u32> {
        let hex = text.get(at..at + 6)?.strip_prefix("\\u")?;
        let plain = hex.bytes().all(|b| b.is_ascii_hexdigit());
        u32::from_str_radix(hex, 16).ok().filter(|_| plain)
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut copied = 0;
    while let Some(found) = text[at..].find('\\') {
        at += found;
        match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => at += 12,
            Some(0xd800..=0xdfff) => {
                out.push_str(&text[copied..at]);
                out.push_str("\\ufffd");
                at += 6;
                copied = at;
            }
            Some(_) => at += 6,
            // An escape of one character, which may be a backslash.
            None => {
                at += 1;
                at += text[at..].chars().next().map_or(0, char::len_utf8);
            }
        }
    }
    out.push_str(&text[copied..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_what_the_specification_shows() {
        let id = json!("discover-1");
        let table = [
            modern_request(&id, "server/discover", MODERN, None),
            modern_request(&json!(2), "tools/list", MODERN, Some("")),
            initialize(&json!(1), LEGACY),
            initialized(),
            legacy_request(&json!(3), "tools/list", None),
            legacy_request(&json!(4), "tools/list", Some("page 2")),
        ];
        let shown = table
            .join("\n")
            .replace(env!("CARGO_PKG_VERSION"), "VERSION");
        insta::assert_snapshot!(shown);
    }

    #[test]
    fn answers_as_servers_give_them() {
        let id = json!("discover-1");
        let error = |code, supported: Option<Vec<&str>>| {
            Read::Answer(Message::Error(RpcError {
                code,
                supported: supported.map(|s| s.iter().map(|v| (*v).to_owned()).collect()),
                requested: false,
            }))
        };
        let table = [
            (
                r#"{"result":{"a":1},"jsonrpc":"2.0","id":"discover-1"}"#,
                Read::Answer(Message::Result("{\"a\":1}".to_owned())),
            ),
            (
                r#"{"jsonrpc":"2.0","error":{"code":-32022,"data":{"supported":["2026-07-28",7]}},"id":"discover-1"}"#,
                error(Some(-32022), Some(vec!["2026-07-28"])),
            ),
            (
                r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"x"},"id":null}"#,
                error(Some(-32000), None),
            ),
            (
                r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600}}"#,
                error(Some(-32600), None),
            ),
            (
                r#"{"jsonrpc":"2.0","error":{"code":"nope"}}"#,
                error(None, None),
            ),
            (r#"{"jsonrpc":"2.0","error":"nope"}"#, error(None, None)),
            (
                r#"{"jsonrpc":"2.0","id":"discover-2","result":{}}"#,
                Read::Foreign,
            ),
            (r#"{"jsonrpc":"2.0","id":null,"result":{}}"#, Read::Foreign),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/x"}"#,
                Read::Notification,
            ),
            (
                r#"{"jsonrpc":"2.0","method":"roots/list","id":1}"#,
                Read::Request(ServerRequest {
                    method: "roots/list",
                    answer: r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#.to_owned(),
                }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"ping","id":"p"}"#,
                Read::Request(ServerRequest {
                    method: "ping",
                    answer: r#"{"jsonrpc":"2.0","id":"p","result":{}}"#.to_owned(),
                }),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"roots/list","id":{"a":[]}}"#,
                Read::Notification,
            ),
            (
                r#"[{"jsonrpc":"2.0","id":"discover-1","result":{}}]"#,
                Read::Batch,
            ),
            (r#"{"error":{"code":"invalid_token"}}"#, Read::Other),
            (
                r#"{"jsonrpc":"2.0","id":"discover-1","result":{},"error":{}}"#,
                Read::Other,
            ),
            (r#"{"jsonrpc":"2.0","id":"discover-1"}"#, Read::Other),
            ("<!DOCTYPE html>", Read::Other),
            ("", Read::Other),
        ];
        for (text, expected) in table {
            assert_eq!(read(text, &id), expected, "{text}");
        }
    }

    #[test]
    fn half_characters_and_broken_bytes_become_the_replacement_character() {
        let table: [(&[u8], &str, bool); 7] = [
            (br#"{"a":"\ud83d\ude00"}"#, r#"{"a":"\ud83d\ude00"}"#, false),
            (br#"{"a":"\ud83d"}"#, r#"{"a":"\ufffd"}"#, false),
            (
                br#"{"a":"\uDE00x\ud83d\u0041"}"#,
                r#"{"a":"\ufffdx\ufffd\u0041"}"#,
                false,
            ),
            (br#"{"a":"\\ud83d"}"#, r#"{"a":"\\ud83d"}"#, false),
            (br#"{"a":"\\\ud83d"}"#, r#"{"a":"\\\ufffd"}"#, false),
            (b"\"\\ud8\xff", "\"\\ud8\u{fffd}", true),
            (b"\xef\xbb\xbf{}", "{}", false),
        ];
        for (bytes, expected, broken) in table {
            assert_eq!(mend(bytes), (Cow::Borrowed(expected), broken));
        }
    }
}
