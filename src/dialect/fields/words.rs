//! The words of one server entry: lookup by key, lists of names, numbers taken as text.

use super::super::ReadCx;
use super::super::model::Dialect;
use crate::diagnostic::Place;
use crate::inventory::Redacted;
use crate::syntax::{Node, key_path};

/// One server entry while it is read.
pub(crate) struct Words<'n> {
    /// The entry.
    pub(crate) node: &'n Node,
    /// The inner object that some products write the connection in (`transport`, `config`).
    pub(crate) inner: Option<&'n Node>,
    /// Keys from the root, for messages.
    pub(crate) path: Vec<String>,
    dialect: &'static Dialect,
}

impl<'n> Words<'n> {
    /// Takes an entry; `path` holds the keys that lead to it.
    pub(crate) fn new(cx: &ReadCx<'_>, node: &'n Node, path: Vec<String>) -> Self {
        let inner = ["transport", "config"]
            .iter()
            .filter_map(|key| node.get(key))
            .find(|value| value.is_map() && !value.is_empty_map());
        Self {
            node,
            inner,
            path,
            dialect: cx.dialect,
        }
    }

    /// Returns the value of a key that the product knows; null counts as absent.
    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        if self.dialect.knows(key) {
            self.any(key)
        } else {
            None
        }
    }

    /// Returns the value of a key whether or not the product knows it; null counts as absent.
    pub(crate) fn any(&self, key: &str) -> Option<&'n Node> {
        let inner = self.inner.and_then(|inner| inner.get(key));
        inner
            .or_else(|| self.node.get(key))
            .filter(|value| !value.is_null())
    }

    /// Returns the first of several keys that is present and known.
    pub(crate) fn first<'k>(&self, keys: &[&'k str]) -> Option<(&'k str, &'n Node)> {
        keys.iter()
            .find_map(|key| self.get(key).map(|value| (*key, value)))
    }

    /// Returns the key path of a field, for messages.
    pub(crate) fn key(&self, field: &str) -> String {
        let mut keys: Vec<&str> = self.path.iter().map(String::as_str).collect();
        keys.push(field);
        key_path(&keys)
    }

    /// Returns the key path of the entry itself.
    pub(crate) fn own_key(&self) -> String {
        let keys: Vec<&str> = self.path.iter().map(String::as_str).collect();
        key_path(&keys)
    }
}

/// Reads a text; anything else is reported and left out.
pub(crate) fn text<'n>(cx: &mut ReadCx<'_>, node: &'n Node, key: &str) -> Option<&'n str> {
    let found = node.as_str();
    if found.is_none() && !node.is_null() {
        cx.expected(node, key, "a string");
    }
    found
}

/// Reads a list of texts; one text alone counts as a list of one, other items are reported and left out.
pub(crate) fn texts<'n>(cx: &mut ReadCx<'_>, node: &'n Node, key: &str) -> Vec<&'n str> {
    if let Some(one) = node.as_str() {
        return vec![one];
    }
    if !node.is_list() {
        if !node.is_null() {
            cx.expected(node, key, "a list of strings");
        }
        return Vec::new();
    }
    let mut found = Vec::new();
    for item in node.items() {
        match item.scalar() {
            Some(text) => found.push(text),
            None => cx.expected(item, key, "a string"),
        }
    }
    found
}

/// Reads a list of names as they may be shown.
pub(crate) fn names(cx: &mut ReadCx<'_>, node: &Node, key: &str) -> Vec<Redacted> {
    texts(cx, node, key)
        .into_iter()
        .map(Redacted::name)
        .collect()
}

/// Reads a flag; other values are reported and left out.
pub(crate) fn flag(cx: &mut ReadCx<'_>, node: &Node, key: &str) -> Option<bool> {
    let found = node.as_bool();
    if found.is_none() && !node.is_null() {
        cx.expected(node, key, "true or false");
    }
    found
}

/// Pairs of a name and a value with the place of the value.
pub(crate) type Pairs = Vec<(String, Option<String>, Place)>;

/// Reads names with values: a map, a list of `{name, value}` or of `K<separator>V` texts, or one such text.
pub(crate) fn pairs(cx: &mut ReadCx<'_>, node: &Node, key: &str, separator: char) -> Pairs {
    let mut found = Pairs::new();
    if node.is_map() {
        // Variables and headers have no order: the file's must not show.
        let mut entries = node.entries();
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        for entry in entries {
            let at = cx.at(&entry.value);
            if entry.value.is_null() {
                found.push((entry.key.clone(), None, at));
            } else if let Some(value) = entry.value.scalar() {
                found.push((entry.key.clone(), Some(value.to_owned()), at));
            } else {
                let key = format!("{key}.{}", crate::syntax::key_text(&entry.key));
                cx.expected(&entry.value, &key, "a string");
            }
        }
    } else if node.is_list() {
        for item in node.items() {
            if let Some(text) = item.as_str() {
                found.extend(split_pair(text, separator, cx.at(item)));
            } else if let Some(name) = item.get("name").and_then(Node::as_str) {
                let value = item.get("value").and_then(Node::scalar);
                found.push((name.to_owned(), value.map(str::to_owned), cx.at(item)));
            } else {
                cx.expected(item, key, "a name with a value");
            }
        }
    } else if let Some(text) = node.as_str() {
        let at = cx.at(node);
        let parts = text.split(',').filter(|part| !part.trim().is_empty());
        found.extend(parts.filter_map(|part| split_pair(part, separator, at.clone())));
    } else if !node.is_null() {
        cx.expected(node, key, "a map of strings");
    }
    for (name, _, _) in &mut found {
        if !is_token(name) {
            // No variable and no header can be called so: a value was written where a name belongs.
            "…".clone_into(name);
        }
    }
    found
}

/// Says whether a text can name a variable or a header.
fn is_token(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !name.is_empty() && name.chars().all(plain)
}

fn split_pair(text: &str, separator: char, at: Place) -> Option<(String, Option<String>, Place)> {
    let (name, value) = match text.split_once(separator) {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    (!name.is_empty()).then(|| (name.to_owned(), value, at))
}
