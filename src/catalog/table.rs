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

    /// Gives the strings of a key, each with its row, without parsing: the value is one string or a list of strings.
    pub(super) fn strings(&self, key: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let key = format!("\n{key} = ");
        let finder = memmem::Finder::new(&key).into_owned();
        let file = self.file;
        let values = self.rows.iter().enumerate().filter_map(move |(at, row)| {
            let text = &file[row.from..row.to];
            let value = &text[finder.find(text.as_bytes())? + key.len()..];
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
