//! A data file of rows, each parsed when something asks for it: one run needs a few of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use memchr::memmem;
use serde::de::DeserializeOwned;

/// The rows under one `[[heading]]` of a compiled-in TOML file.
pub(super) struct Table<T> {
    file: &'static str,
    rows: Vec<Row<T>>,
}

struct Row<T> {
    /// Where it stands in the file.
    from: usize,
    to: usize,
    parsed: OnceLock<Box<T>>,
}

impl<T: DeserializeOwned> Table<T> {
    /// Cuts the file into rows.
    pub(super) fn new(file: &'static str, heading: &str) -> Self {
        let heading = format!("[[{heading}]]\n");
        let starts: Vec<usize> = memmem::find_iter(file.as_bytes(), "\n[[")
            .map(|at| at + 1)
            .collect();
        let ends = starts.iter().skip(1).copied().chain([file.len()]);
        let rows = (starts.iter().copied().zip(ends))
            .filter(|&(from, _)| file[from..].starts_with(&heading))
            .map(|(from, to)| Row {
                from,
                to,
                parsed: OnceLock::new(),
            })
            .collect();
        Self { file, rows }
    }

    /// Finds the row whose first key has a value, in a file whose rows are sorted by it.
    pub(super) fn sorted(&self, key: &str, value: &str) -> Option<usize> {
        let key = format!("\n{key} = \"");
        let of = |row: &Row<T>| {
            let text = &self.file[row.from..row.to];
            let (_, value) = text.split_once(&key)?;
            value.split('"').next()
        };
        let row = self.rows.partition_point(|row| of(row) < Some(value));
        (of(self.rows.get(row)?) == Some(value)).then_some(row)
    }

    /// Gives the strings of a key, each with its row, without parsing: the value is one string or a list of strings.
    pub(super) fn strings(&self, key: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let key = format!("\n{key} = ");
        let mut values: Vec<(usize, &'static str)> = Vec::with_capacity(self.rows.len());
        let mut row = 0;
        for at in memmem::find_iter(self.file.as_bytes(), &key) {
            row += self.rows[row..].partition_point(|row| row.to <= at);
            let inside = self.rows.get(row).is_some_and(|row| row.from <= at);
            if !inside || values.last().is_some_and(|last| last.0 == row) {
                continue;
            }
            let value = &self.file[at + key.len()..];
            let end = if value.starts_with('[') { b']' } else { b'\n' };
            let end = memchr::memchr(end, value.as_bytes()).unwrap_or(value.len());
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
            let table: BTreeMap<String, [T; 1]> = toml::from_str(&self.file[row.from..row.to])
                .expect("the compiled-in rows are well formed; a test reads each");
            let [read] = table.into_values().next()?;
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
