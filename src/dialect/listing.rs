//! The table of supported products: as the README shows it, as aligned text, as JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::output::{rows as broken, table};

/// How the table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TableFormat {
    /// For a terminal.
    Text,
    /// The table of the README.
    Markdown,
    /// A list of objects.
    Json,
}

/// Products whose servers stand in no file that can be read, with the reason.
const NOT_READ: [(&str, &str); 4] = [
    (
        "ContextForge",
        "its servers stand in a database; clients' files show its address alone",
    ),
    (
        "GitHub Copilot cloud agent (repository settings)",
        "a page of the repository's settings; its JSON is read from a file with `--client copilot-cloud-agent`",
    ),
    (
        "Msty",
        "servers are entered in the app; no file of it is known",
    ),
    (
        "Raycast",
        "servers are entered in a form; its install links hold one bare server, which is read from a file",
    ),
];

/// One product.
#[derive(Serialize)]
struct Row {
    product: &'static str,
    /// None for a product that is not read.
    client: Option<&'static str>,
    /// Why nothing of it is read.
    not_read: Option<&'static str>,
    /// What is not certain: it stands neither in the product's source nor in its documentation. None: all is known.
    unverified: Option<&'static str>,
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
        match rows.iter_mut().find(|row| row.client == Some(dialect.id)) {
            Some(row) => row.files.extend(files),
            None => rows.push(Row {
                product: dialect.product,
                client: Some(dialect.id),
                not_read: None,
                unverified: Some(dialect.unverified).filter(|what| !what.is_empty()),
                files: files.collect(),
            }),
        }
    }
    for row in &mut rows {
        row.files.sort_unstable();
        row.files.dedup();
    }
    rows.sort_by_key(|row| row.client);
    rows.extend(NOT_READ.iter().map(|&(product, not_read)| Row {
        product,
        client: None,
        not_read: Some(not_read),
        unverified: None,
        files: Vec::new(),
    }));
    rows
}

fn status(row: &Row) -> String {
    match (row.not_read, row.unverified) {
        (Some(why), _) => format!("not read: {why}"),
        (None, Some(what)) => format!("unverified: {what}"),
        (None, None) => "documented".to_owned(),
    }
}

fn markdown(rows: &[Row]) -> String {
    let mut out = String::from(
        "| product | `--client` | status | files told by their path |\n| --- | --- | --- | --- |\n",
    );
    for row in rows {
        let files: Vec<String> = row.files.iter().map(|file| format!("`{file}`")).collect();
        let files = match files.as_slice() {
            [] if row.client.is_none() => String::new(),
            [] => "by content, or with `--client`".to_owned(),
            files => files.join(" "),
        };
        let client = row.client.map_or_else(String::new, |id| format!("`{id}`"));
        let (product, status) = (row.product, status(row));
        let _ = writeln!(out, "| {product} | {client} | {status} | {files} |");
    }
    out
}

/// Columns beside the ids.
const COLUMNS: usize = 76;

/// Product and status beside the id, and one file a line below them.
fn text(rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for row in rows {
        let said = format!("{} · {}", row.product, status(row));
        let mut beside = broken(said.split(' '), COLUMNS);
        beside.extend(row.files.iter().map(|file| format!("  {file}")));
        if row.files.is_empty() && row.client.is_some() {
            beside.push("  (by content, or with --client)".to_owned());
        }
        let ids = std::iter::once(row.client.unwrap_or_default()).chain(std::iter::repeat(""));
        lines.extend(ids.zip(beside).map(|(id, words)| [id.to_owned(), words]));
    }
    table(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every product that the survey of clients names is read, or is named with the reason why it is not.
    #[test]
    fn every_known_product_is_read_or_named_as_not_read() {
        let ids = "5ire abacus agent-plugin agentgateway amazon-q amp antigravity augment boltai cherry-studio \
            claude-code claude-desktop claude-desktop-3p cline codex continue copilot-cli copilot-cloud-agent \
            copilot-jetbrains crush cursor deep-agents devin-local docker-agent docker-mcp-gateway enconvo \
            factory-droid gemini-cli goose grok-cli hermes jan jetbrains-ai-assistant jetbrains-air junie kilo-code \
            kimi-code kiro librechat litellm lm-studio mcp-hub mcp-proxy-tbxark mcpb mcphost mcphub-samanhappy mcpo \
            mcporter mcpx mistral-vibe muse-code open-webui openclaw opencode openhands qoder qwen-code reasonix \
            registry roo-code rovo-dev sema4-studio tabnine takt tome toolhive trae visual-studio void vscode warp \
            windsurf witsy zed";
        let rows = rows();
        for id in ids.split_whitespace() {
            assert!(rows.iter().any(|row| row.client == Some(id)), "{id}");
        }
        for product in ["ContextForge", "Msty", "Raycast"] {
            let row = rows.iter().find(|row| row.product == product);
            assert!(row.is_some_and(|row| row.not_read.is_some()), "{product}");
        }
    }

    #[test]
    fn the_three_forms_say_the_same() {
        let text = table_as(TableFormat::Text);
        let zed = text.lines().skip_while(|line| !line.starts_with("zed "));
        let words: Vec<&str> = zed.flat_map(str::split_whitespace).take(5).collect();
        assert_eq!(
            words,
            ["zed", "Zed", "·", "documented", ".zed/settings.json"]
        );
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
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
        assert_eq!(
            of("zed").expect("a row")["unverified"],
            serde_json::Value::Null
        );
        assert_eq!(of("mcpo").expect("a row")["files"], serde_json::json!([]));
    }
}
