//! A data file of rows, each parsed when something asks for it: one run needs a few of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;

/// The rows under one `[[heading]]` of a compiled-in TOML file.
pub(super) struct Table<T> {
    rows: Vec<Row<T>>,
}

struct Row<T> {
    text: &'static str,
    parsed: OnceLock<T>,
}

impl<T: DeserializeOwned> Table<T> {
    /// Cuts the file into rows.
    pub(super) fn new(file: &'static str, heading: &str) -> Self {
        let heading = format!("[[{heading}]]\n");
        let starts = file.match_indices("\n[[").map(|(at, _)| at + 1);
        let ends = starts.clone().skip(1).chain([file.len()]);
        let rows = starts
            .zip(ends)
            .filter_map(|(from, to)| file.get(from..to))
            .filter(|text| text.starts_with(&heading))
            .map(|text| Row {
                text,
                parsed: OnceLock::new(),
            })
            .collect();
        Self { rows }
    }

    /// Gives the strings of a key, each with its row, without parsing: the value is one string or a list of strings.
    pub(super) fn strings(&self, key: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let key = format!("\n{key} = ");
        let values = self.rows.iter().enumerate().filter_map(move |(at, row)| {
            let (_, value) = row.text.split_once(&key)?;
            let end = if value.starts_with('[') { ']' } else { '\n' };
            Some((at, value.split(end).next()?))
        });
        values.flat_map(|(at, value)| {
            let quoted = value.split('"').skip(1).step_by(2);
            quoted.map(move |text| (at, text))
        })
    }

    /// Gives a row.
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        let row = self.rows.get(at)?;
        if row.parsed.get().is_none() {
            let table: BTreeMap<String, [T; 1]> = toml::from_str(row.text)
                .expect("the compiled-in rows are well formed; a test reads each");
            let [read] = table.into_values().next()?;
            // Another thread may have been quicker with the same row.
            let _ = row.parsed.set(read);
        }
        row.parsed.get()
    }

    /// Gives every row.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        (0..self.rows.len()).filter_map(|at| self.get(at))
    }
}
