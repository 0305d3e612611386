//! The program's JSON, as the comparison asks for it.

use serde_json::Value;

/// One document.
pub(crate) struct View {
    /// The whole document.
    pub(crate) json: Value,
}

impl View {
    /// Returns a list of the top level, empty where it is missing.
    pub(crate) fn list(&self, key: &str) -> &[Value] {
        self.json[key].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the nodes of a kind.
    pub(crate) fn nodes<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.list("nodes")
            .iter()
            .filter(move |n| word(n, "kind") == kind)
    }

    /// Returns a node by its id.
    pub(crate) fn node(&self, id: &str) -> Option<&Value> {
        self.list("nodes").iter().find(|n| word(n, "id") == id)
    }

    /// Returns the flows that leave a node.
    pub(crate) fn flows_from<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Value> {
        self.list("flows")
            .iter()
            .filter(move |f| word(f, "from") == id)
    }

    /// Returns the flows that end at a node.
    pub(crate) fn flows_to<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Value> {
        self.list("flows")
            .iter()
            .filter(move |f| word(f, "to") == id)
    }

    /// Returns the boundaries around a node, innermost first.
    pub(crate) fn around(&self, node: &Value) -> Vec<&Value> {
        let mut found = Vec::new();
        let mut id = word(node, "boundary");
        while let Some(boundary) = self.list("boundaries").iter().find(|b| word(b, "id") == id) {
            found.push(boundary);
            id = word(boundary, "parent");
            if found.len() > 100 {
                break; // A circle; the comparison fails on what it finds.
            }
        }
        found
    }

    /// Returns where calls of a client go: the bridge on the way, the last node, and the flows up to it.
    pub(crate) fn path_of<'a>(&'a self, client: &'a Value) -> Path<'a> {
        let mut path = Path::default();
        let mut at = word(client, "id");
        for _ in 0..4 {
            let step = self
                .flows_from(at)
                .find(|f| ["stdio", "http", "sse", "custom"].contains(&word(f, "kind")));
            let Some(flow) = step else { break };
            path.flows.push(flow);
            let Some(node) = self.node(word(flow, "to")) else {
                break;
            };
            if word(node, "kind") != "bridge" {
                path.end = Some(node);
                break;
            }
            path.bridge = Some(node);
            at = word(node, "id");
        }
        path
    }
}

/// The way from a client to its server.
#[derive(Default)]
pub(crate) struct Path<'a> {
    /// The flows, in order.
    pub(crate) flows: Vec<&'a Value>,
    /// The last bridge.
    pub(crate) bridge: Option<&'a Value>,
    /// The server, gateway or other node at the end.
    pub(crate) end: Option<&'a Value>,
}

/// Returns a text field, empty where it is missing.
pub(crate) fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or("")
}

/// Returns the texts of a list field.
pub(crate) fn words<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    let items = value[key].as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_str).collect()
}

/// Returns all texts inside a value, one a line.
pub(crate) fn texts(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text}\n"),
        Value::Array(items) => items.iter().map(texts).collect(),
        Value::Object(map) => map.values().map(texts).collect(),
        _ => String::new(),
    }
}

/// Says whether a text holds one of the alternatives (separated by ` | `), case apart.
pub(crate) fn holds(text: &str, alternatives: &str) -> bool {
    let text = text.to_lowercase();
    alternatives
        .split(" | ")
        .any(|a| text.contains(&a.to_lowercase()))
}

/// Says whether a word is one of the alternatives, or one of them with more said after it.
pub(crate) fn is_word(got: &str, alternatives: &str) -> bool {
    alternatives.split(" | ").any(|a| {
        got.strip_prefix(a).is_some_and(|rest| {
            rest.is_empty()
                || [" ·", " (", ",", ";", ":"]
                    .iter()
                    .any(|p| rest.starts_with(p))
        })
    })
}

/// Keeps letters and digits in lower case: `--api-key`, `apiKey` and `API_KEY` are one name.
pub(crate) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
