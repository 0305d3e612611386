//! The table of supported products, as the README shows it.

use std::fmt::Write;

/// Writes the products with their ids and the files by which they are told, as a Markdown table.
pub fn table() -> String {
    let mut rows: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for dialect in super::all() {
        let files = dialect.files.iter().map(|file| file.path);
        match rows.iter_mut().find(|(id, ..)| *id == dialect.id) {
            Some((.., known)) => known.extend(files),
            None => rows.push((dialect.id, dialect.product, files.collect())),
        }
    }
    rows.sort_by_key(|(id, ..)| *id);
    let mut out =
        String::from("| product | `--client` | files told by their path |\n| --- | --- | --- |\n");
    for (id, product, mut files) in rows {
        files.sort_unstable();
        files.dedup();
        let files = if files.is_empty() {
            "by content, or with `--client`".to_owned()
        } else {
            files
                .iter()
                .map(|file| format!("`{file}`"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let _ = writeln!(out, "| {product} | `{id}` | {files} |");
    }
    out
}
