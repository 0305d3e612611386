//! Fleets: configuration files of many servers over some hosts, the same for every number.

use std::fmt::Write;

/// What servers are called.
pub(crate) const TOOLS: [&str; 10] = [
    "filesystem",
    "git",
    "sqlite",
    "memory",
    "postgres",
    "puppeteer",
    "issues",
    "docs",
    "search",
    "mail",
];

/// Files of different products in one repository, with the key of their servers.
const FILES: [(&str, &str); 8] = [
    (".mcp.json", "mcpServers"),
    (".cursor/mcp.json", "mcpServers"),
    (".vscode/mcp.json", "servers"),
    (".gemini/settings.json", "mcpServers"),
    (".roo/mcp.json", "mcpServers"),
    (".kiro/settings/mcp.json", "mcpServers"),
    (".amazonq/mcp.json", "mcpServers"),
    (".qwen/settings.json", "mcpServers"),
];

/// Returns path and text of each file: plain processes, containers and remote servers at some providers.
pub(crate) fn fleet(servers: usize, hosts: usize) -> Vec<(String, String)> {
    let hosts = hosts.clamp(1, servers.max(1));
    let mut entries = vec![Vec::new(); hosts];
    for i in 0..servers {
        entries[i * hosts / servers].push(entry(i, (servers / 8).max(1)));
    }
    (entries.iter().enumerate())
        .map(|(h, entries)| {
            let (file, key) = FILES[h % FILES.len()];
            let path = match h / FILES.len() {
                0 => file.to_owned(),
                n => format!("project-{n}/{file}"),
            };
            let mut body = entries.join(",\n    ");
            if file == ".roo/mcp.json" {
                // It refuses the word of the others, and with it the whole file.
                body = body.replace("\"http\"", "\"streamable-http\"");
            }
            (path, format!("{{\n  \"{key}\": {{\n    {body}\n  }}\n}}\n"))
        })
        .collect()
}

fn entry(i: usize, providers: usize) -> String {
    let tool = TOOLS[i % 10];
    let mut out = format!("\"{tool}-{i}\": {{ ");
    let _ = match i % 10 {
        0..=3 => {
            let env = if i.is_multiple_of(3) {
                ", \"env\": { \"DB_TOKEN\": \"${DB_TOKEN}\" }"
            } else {
                ""
            };
            write!(
                out,
                "\"command\": \"npx\", \"args\": [\"-y\", \"@acme/server-{tool}\", \"~/src\"]{env} }}"
            )
        }
        4 | 5 => write!(
            out,
            "\"command\": \"docker\", \"args\": [\"run\", \"-i\", \"--rm\", \"mcp/{tool}\"] }}"
        ),
        _ => write!(
            out,
            "\"type\": \"http\", \"url\": \"https://{tool}{i}.vendor{}.example/mcp\", \
             \"headers\": {{ \"Authorization\": \"Bearer ${{TRACKER_TOKEN}}\" }} }}",
            (i * 7) % providers
        ),
    };
    out
}
