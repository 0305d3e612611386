//! A data file of rows, each parsed when something asks for it: one run needs a few of them.

use std::sync::OnceLock;

use memchr::memmem;
use serde::de::DeserializeOwned;

/// The rows of a data file, as the build script writes them: each an object in a line.
pub(super) struct Table<T> {
    text: &'static str,
    rows: Vec<Row<T>>,
}

struct Row<T> {
    /// Where it stands in the text.
    from: usize,
    to: usize,
    parsed: OnceLock<Box<T>>,
}

impl<T: DeserializeOwned> Table<T> {
    /// Cuts the text into rows.
    pub(super) fn new(text: &'static str) -> Self {
        let mut from = 0;
        let rows = memchr::memchr_iter(b'\n', text.as_bytes()).map(|to| Row {
            from: std::mem::replace(&mut from, to + 1),
            to,
            parsed: OnceLock::new(),
        });
        Self {
            text,
            rows: rows.collect(),
        }
    }

    /// Finds the row whose first key has a value, in a file whose rows are sorted by it.
    pub(super) fn sorted(&self, key: &str, value: &str) -> Option<usize> {
        let start = format!("{{\"{key}\":\"");
        let of = |row: &Row<T>| {
            let value = self.text[row.from..row.to].strip_prefix(&start)?;
            value.split('"').next()
        };
        let row = self.rows.partition_point(|row| of(row) < Some(value));
        (of(self.rows.get(row)?) == Some(value)).then_some(row)
    }

    /// Gives the strings of a key, each with its row, without parsing: the value is one string or a list of strings.
    pub(super) fn strings(&self, key: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let key = format!("\"{key}\":");
        let mut values: Vec<(usize, &'static str)> = Vec::with_capacity(self.rows.len());
        let mut row = 0;
        for at in memmem::find_iter(self.text.as_bytes(), &key) {
            row += self.rows[row..].partition_point(|row| row.to <= at);
            let value = &self.text[at + key.len()..];
            let (from, end) = if value.starts_with('[') {
                (0, b']')
            } else {
                (1, b'"')
            };
            let end = memchr::memchr(end, &value.as_bytes()[from..])
                .map_or(value.len(), |end| from + end + 1);
            values.push((row, &value[..end]));
        }
        values.into_iter().flat_map(|(row, value)| {
            let mut quotes = memchr::memchr_iter(b'"', value.as_bytes());
            std::iter::from_fn(move || {
                let (from, to) = (quotes.next()? + 1, quotes.next()?);
                Some((row, &value[from..to]))
            })
        })
    }

    /// Gives a row.
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        let row = self.rows.get(at)?;
        if row.parsed.get().is_none() {
            let read = serde_json::from_str(&self.text[row.from..row.to])
                .expect("the compiled-in rows are well formed; a test reads each");
            // Another thread may have been quicker with the same row.
            let _ = row.parsed.set(Box::new(read));
        }
        row.parsed.get().map(|row| &**row)
    }

    /// Gives every row.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        (0..self.rows.len()).filter_map(|at| self.get(at))
    }
}
