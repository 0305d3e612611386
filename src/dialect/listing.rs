//! The table of supported products: as the README shows it, as aligned text, as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::output::table;

/// How the table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TableFormat {
    /// Aligned columns for a terminal.
    Text,
    /// The table of the README.
    Markdown,
    /// A list of objects.
    Json,
}

/// One product.
#[derive(Serialize)]
struct Row {
    product: &'static str,
    client: &'static str,
    /// What is not certain: it stands neither in the product's source nor in its documentation. Empty: all is known.
    unverified: &'static str,
    /// The ends of the paths by which its files are told; without any, content or `--client` tells.
    files: Vec<&'static str>,
}

/// Writes the products with their ids, status and the files by which they are told.
pub fn table_as(format: TableFormat) -> String {
    let rows = rows();
    match format {
        TableFormat::Text => text(&rows),
        TableFormat::Markdown => markdown(&rows),
        // Texts only: nothing of it can fail.
        TableFormat::Json => serde_json::to_string_pretty(&rows).unwrap_or_default() + "\n",
    }
}

fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for dialect in super::all() {
        let files = dialect.files.iter().map(|file| file.path);
        match rows.iter_mut().find(|row| row.client == dialect.id) {
            Some(row) => row.files.extend(files),
            None => rows.push(Row {
                product: dialect.product,
                client: dialect.id,
                unverified: dialect.unverified,
                files: files.collect(),
            }),
        }
    }
    for row in &mut rows {
        row.files.sort_unstable();
        row.files.dedup();
    }
    rows.sort_by_key(|row| row.client);
    rows
}

fn status(row: &Row) -> String {
    match row.unverified {
        "" => "documented".to_owned(),
        what => format!("unverified: {what}"),
    }
}

fn markdown(rows: &[Row]) -> String {
    let mut out = String::from(
        "| product | `--client` | status | files told by their path |\n| --- | --- | --- | --- |\n",
    );
    for row in rows {
        let files: Vec<String> = row.files.iter().map(|file| format!("`{file}`")).collect();
        let files = match files.as_slice() {
            [] => "by content, or with `--client`".to_owned(),
            files => files.join(" "),
        };
        let (product, client, status) = (row.product, row.client, status(row));
        let _ = writeln!(out, "| {product} | `{client}` | {status} | {files} |");
    }
    out
}

/// One file a line, so that a long list stays readable.
fn text(rows: &[Row]) -> String {
    let head = ["client", "product", "status", "files"].map(str::to_owned);
    let mut lines = vec![head];
    for row in rows {
        let mut files = row.files.iter().copied();
        let first = files.next().unwrap_or("(by content, or with --client)");
        let words = [row.client, row.product, first].map(str::to_owned);
        let [client, product, first] = words;
        lines.push([client, product, status(row), first]);
        lines.extend(files.map(|file| ["", "", "", file].map(str::to_owned)));
    }
    table(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_forms_say_the_same() {
        let text = table_as(TableFormat::Text);
        assert!(text.starts_with("client "), "{text}");
        let zed = text.lines().find(|line| line.starts_with("zed "));
        let words: Vec<&str> = zed.unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, ["zed", "Zed", "documented", ".zed/settings.json"]);
        let markdown = table_as(TableFormat::Markdown);
        assert!(
            markdown.contains(
                "| Zed | `zed` | documented | `.zed/settings.json` `zed/settings.json` |"
            )
        );
        let json: serde_json::Value =
            serde_json::from_str(&table_as(TableFormat::Json)).expect("JSON");
        let of = |client: &str| {
            let all = json.as_array().expect("a list");
            all.iter().find(|row| row["client"] == client).cloned()
        };
        assert_eq!(of("zed").expect("a row")["unverified"], "");
        assert_eq!(of("mcpo").expect("a row")["files"], serde_json::json!([]));
    }
}
