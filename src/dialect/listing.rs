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
    /// Empty for a product that is not read.
    client: &'static str,
    /// Why nothing of it is read; empty where it is.
    not_read: &'static str,
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
                not_read: "",
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
    rows.extend(NOT_READ.iter().map(|&(product, not_read)| Row {
        product,
        client: "",
        not_read,
        unverified: "",
        files: Vec::new(),
    }));
    rows
}

fn status(row: &Row) -> String {
    if !row.not_read.is_empty() {
        return format!("not read: {}", row.not_read);
    }
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
            [] if row.client.is_empty() => String::new(),
            [] => "by content, or with `--client`".to_owned(),
            files => files.join(" "),
        };
        let client = match row.client {
            "" => String::new(),
            id => format!("`{id}`"),
        };
        let (product, status) = (row.product, status(row));
        let _ = writeln!(out, "| {product} | {client} | {status} | {files} |");
    }
    out
}

/// One file a line, so that a long list stays readable.
fn text(rows: &[Row]) -> String {
    let head = ["client", "product", "status", "files"].map(str::to_owned);
    let mut lines = vec![head];
    for row in rows {
        let mut files = row.files.iter().copied();
        let none = match row.client {
            "" => "",
            _ => "(by content, or with --client)",
        };
        let first = files.next().unwrap_or(none);
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
            assert!(rows.iter().any(|row| row.client == id), "{id}");
        }
        for product in ["ContextForge", "Msty", "Raycast"] {
            let row = rows.iter().find(|row| row.product == product);
            assert!(row.is_some_and(|row| !row.not_read.is_empty()), "{product}");
        }
    }

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
