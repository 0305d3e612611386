//! The located value tree that every syntax is read into.

use super::key_text;
use crate::source::Span;

/// A value with its place. `Debug` shows the shape only: scalars, and keys that do not look like names, may be secrets.
#[derive(Clone, PartialEq)]
pub struct Node {
    /// Where the value stands: strings with their quotes, lists and maps from bracket to bracket or from the first
    /// to the last child; of a TOML table with a header only the header. A value that came through a YAML alias or
    /// merge key keeps the place of its anchor.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What a [`Node`] holds.
#[derive(Clone, PartialEq)]
pub enum Value {
    /// `null`, YAML `~` or an empty YAML value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// A string (also TOML dates, as written).
    String(String),
    /// A list.
    List(Vec<Node>),
    /// A map, in file order; duplicate keys are kept.
    Map(Vec<Entry>),
}

/// One key with its value.
#[derive(Clone, PartialEq)]
pub struct Entry {
    /// The key text.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.value {
            Value::Null => f.write_str("null"),
            Value::Bool(_) => f.write_str("bool"),
            Value::Number(_) => f.write_str("number"),
            Value::String(_) => f.write_str("string"),
            Value::List(items) => f.debug_list().entries(items).finish(),
            Value::Map(entries) => f
                .debug_map()
                .entries(entries.iter().map(|e| (key_text(&e.key), &e.value)))
                .finish(),
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind())
    }
}

impl Value {
    /// Names the kind of value for messages: `a string`, `a map`, ...
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }
}

impl Node {
    /// Makes a node.
    pub fn new(span: Span, value: Value) -> Self {
        Self { span, value }
    }

    /// Looks up a key of a map; of duplicates the last wins, as JavaScript parsers do.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.value)
    }

    /// Looks up an entry (key and value) of a map; of duplicates the last wins.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Map(entries) => entries.iter().rev().find(|e| e.key == key),
            _ => None,
        }
    }

    /// Follows a path of keys through nested maps.
    pub fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// Returns the entries of a map, duplicates resolved (last value wins, first position kept).
    pub fn entries(&self) -> Vec<&Entry> {
        let Value::Map(entries) = &self.value else {
            return Vec::new();
        };
        let mut seen: indexmap::IndexMap<&str, &Entry> = indexmap::IndexMap::new();
        for entry in entries {
            seen.insert(&entry.key, entry);
        }
        seen.into_values().collect()
    }

    /// Returns the entries that a later entry of the same key replaces.
    pub fn shadowed_entries(&self) -> Vec<&Entry> {
        let Value::Map(entries) = &self.value else {
            return Vec::new();
        };
        // Most maps are small, and looking is quicker than hashing.
        if entries.len() <= 16 {
            let replaced = |at: usize, e: &Entry| entries[at + 1..].iter().any(|l| l.key == e.key);
            return entries
                .iter()
                .enumerate()
                .filter(|(at, e)| replaced(*at, e))
                .map(|(_, e)| e)
                .collect();
        }
        let mut last: indexmap::IndexMap<&str, usize> = indexmap::IndexMap::new();
        for (at, entry) in entries.iter().enumerate() {
            last.insert(&entry.key, at);
        }
        entries
            .iter()
            .enumerate()
            .filter(|(at, e)| last.get(e.key.as_str()) != Some(at))
            .map(|(_, e)| e)
            .collect()
    }

    /// Returns the items of a list, or nothing.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a string, number or boolean; clients coerce these where they expect text.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) | Value::Number(text) => Some(text),
            Value::Bool(true) => Some("true"),
            Value::Bool(false) => Some("false"),
            _ => None,
        }
    }

    /// Returns the boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// Returns the boolean, also of the words yes, no, on, off, true and false written as text.
    ///
    /// YAML 1.1 readers and several clients take these as booleans; the tree keeps them as text.
    pub fn as_flag(&self) -> Option<bool> {
        let text = match &self.value {
            Value::Bool(flag) => return Some(*flag),
            Value::String(text) => text.to_ascii_lowercase(),
            _ => return None,
        };
        match text.as_str() {
            "yes" | "on" | "true" => Some(true),
            "no" | "off" | "false" => Some(false),
            _ => None,
        }
    }

    /// Says whether this is a map.
    pub fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// Says whether this is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    /// Says whether this is null.
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// Says whether this is a map without entries.
    pub fn is_empty_map(&self) -> bool {
        matches!(&self.value, Value::Map(entries) if entries.is_empty())
    }
}
