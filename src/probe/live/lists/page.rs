//! One page of a list, read entry by entry so that a large page costs no more than its text.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Largest of the other fields that is looked into.
const LONGEST_FIELD: usize = 64 * 1024;

/// One page.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// Entries counted.
    pub(super) entries: u64,
    /// Whether there were more than the limit.
    pub(super) more_entries: bool,
    /// `nextCursor`.
    pub(super) next_cursor: Option<String>,
    /// Whether `resultType` says that something is asked back.
    pub(super) asks_back: bool,
    /// `ttlMs`, `cacheScope` and `resultType`.
    pub(super) rest: Value,
    has_list: bool,
}

impl Page {
    /// Reads a result and hands over each entry as text; `None` where it is no such list.
    pub(super) fn read(
        text: &str,
        key: &'static str,
        room: u64,
        each: impl FnMut(&str),
    ) -> Option<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let seed = PageSeed { key, room, each };
        let page = seed.deserialize(&mut deserializer).ok()?;
        let kind = crate::probe::live::describe::result_type(&page.rest);
        let unknown = matches!(kind, crate::probe::live::describe::ResultType::Unknown);
        (page.has_list && !unknown).then_some(page)
    }
}

struct PageSeed<F> {
    key: &'static str,
    room: u64,
    each: F,
}

impl<'de, F: FnMut(&str)> DeserializeSeed<'de> for PageSeed<F> {
    type Value = Page;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Page, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, F: FnMut(&str)> Visitor<'de> for PageSeed<F> {
    type Value = Page;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list result")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Page, A::Error> {
        let mut page = Page::default();
        let mut rest = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                key if key == self.key => {
                    page.has_list = true;
                    map.next_value_seed(Entries {
                        page: &mut page,
                        room: self.room,
                        each: &mut self.each,
                    })?;
                }
                "nextCursor" => page.next_cursor = map.next_value()?,
                "ttlMs" | "cacheScope" | "resultType" => {
                    let raw: &RawValue = map.next_value()?;
                    if raw.get().len() <= LONGEST_FIELD
                        && let Ok(value) = serde_json::from_str(raw.get())
                    {
                        rest.insert(key, value);
                    }
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        page.asks_back = rest.get("resultType").and_then(Value::as_str) == Some("input_required");
        page.rest = Value::Object(rest);
        Ok(page)
    }
}

struct Entries<'p, F> {
    page: &'p mut Page,
    room: u64,
    each: &'p mut F,
}

impl<'de, F: FnMut(&str)> DeserializeSeed<'de> for Entries<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&str)> Visitor<'de> for Entries<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(entry) = entries.next_element::<&RawValue>()? {
            if self.page.entries < self.room {
                self.page.entries += 1;
                (self.each)(entry.get());
            } else {
                self.page.more_entries = true;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, room: u64) -> Option<(Page, Vec<String>)> {
        let mut entries = Vec::new();
        let page = Page::read(text, "tools", room, |e| entries.push(e.to_owned()))?;
        Some((page, entries))
    }

    #[test]
    fn a_page_with_a_cursor() {
        let text = r#"{"tools":[{"name":"a"}, 7],"nextCursor":"","ttlMs":5,"other":[[[]]]}"#;
        let (page, entries) = read(text, 10).unwrap();
        assert_eq!(entries, ["{\"name\":\"a\"}", "7"]);
        assert_eq!(page.next_cursor.as_deref(), Some(""));
        assert_eq!(page.rest.to_string(), "{\"ttlMs\":5}");
        assert!(!page.more_entries);
    }

    #[test]
    fn more_than_the_limit_is_not_handed_over() {
        let (page, entries) = read(r#"{"tools":[1,2,3]}"#, 2).unwrap();
        assert_eq!(
            (page.entries, page.more_entries, entries.len()),
            (2, true, 2)
        );
    }

    #[test]
    fn what_is_no_list_is_none() {
        for text in [
            "{}",
            "[]",
            r#"{"tools":{}}"#,
            r#"{"tools":[],"nextCursor":7}"#,
            r#"{"tools":[],"resultType":"task"}"#,
        ] {
            assert!(read(text, 9).is_none(), "{text}");
        }
    }
}
