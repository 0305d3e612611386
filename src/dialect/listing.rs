//! The table of supported products, as the README shows it.

use std::fmt::Write;

use super::Dialect;

/// Writes the products with their ids, the files by which they are told, and what is not certain, as a Markdown table.
pub fn table() -> String {
    let mut rows: Vec<&Dialect> = super::all().collect();
    rows.sort_by_key(|dialect| dialect.id);
    let mut out = String::from(
        "| product | `--client` | files told by their path | status |\n| --- | --- | --- | --- |\n",
    );
    for dialect in rows {
        let mut files: Vec<&str> = dialect.files.iter().map(|file| file.path).collect();
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
        let status = match dialect.unverified {
            "" => "documented".to_owned(),
            what => format!("unverified: {what}"),
        };
        let (product, id) = (dialect.product, dialect.id);
        let _ = writeln!(out, "| {product} | `{id}` | {files} | {status} |");
    }
    out
}
