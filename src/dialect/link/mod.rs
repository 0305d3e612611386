//! Install links: a server, and often its secrets, inside an address; read as the file that installing it would write.

mod decode;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::{Map, Value, json};

use self::decode::{Query, config, json_of};
use crate::diagnostic::Diagnostic;
use crate::source::display;

/// What an install link holds. `Debug` never prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// What is shown in place of a path: `install link (VS Code)`.
    pub shown: String,
    /// Segments of the file that the link is read as.
    pub segments: Vec<String>,
    /// Text of that file.
    pub text: String,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}

/// How the links of one product are written, and what they become.
struct Form {
    product: &'static str,
    /// How its links begin; `?` and the rest follow.
    begins: &'static [&'static str],
    /// The file that it is read as.
    file: &'static str,
    /// The key in that file that holds the servers.
    servers: &'static str,
    read: fn(&Form, &Query<'_>) -> Result<Value, Diagnostic>,
}

const FORMS: [Form; 9] = [
    Form {
        product: "VS Code",
        begins: &[
            "vscode:mcp/install",
            "vscode-insiders:mcp/install",
            "vscode://mcp/install",
            "vscode-insiders://mcp/install",
            "https://vscode.dev/redirect/mcp/install",
            "https://insiders.vscode.dev/redirect/mcp/install",
        ],
        file: "Code/User/mcp.json",
        servers: "servers",
        read: one,
    },
    Form {
        product: "Visual Studio",
        begins: &["vsweb+mcp:/install", "vsweb+mcp://install", "vsweb+mcp:"],
        file: "~/.mcp.json",
        servers: "servers",
        read: one,
    },
    Form {
        product: "Cursor",
        begins: &[
            "cursor://anysphere.cursor-deeplink/mcp/install",
            "https://cursor.com/install-mcp",
            "https://cursor.com/en/install-mcp",
            "https://www.cursor.com/install-mcp",
            "https://cursor.com/deeplink/mcp-install",
        ],
        file: "~/.cursor/mcp.json",
        servers: "mcpServers",
        read: one,
    },
    Form {
        product: "LM Studio",
        begins: &["lmstudio://add_mcp", "https://lmstudio.ai/install-mcp"],
        file: "~/.lmstudio/mcp.json",
        servers: "mcpServers",
        read: one,
    },
    Form {
        product: "Kiro",
        begins: &["https://kiro.dev/launch/mcp/add"],
        file: "~/.kiro/settings/mcp.json",
        servers: "mcpServers",
        read: one,
    },
    Form {
        product: "Trae",
        begins: &[
            "trae://trae.ai-ide/mcp-import",
            "trae-cn://trae.ai-ide/mcp-import",
        ],
        file: "~/.trae/mcp.json",
        servers: "mcpServers",
        read: one,
    },
    Form {
        product: "Goose",
        begins: &["goose://extension"],
        file: "~/.config/goose/config.yaml",
        servers: "extensions",
        read: goose,
    },
    Form {
        product: "Raycast",
        begins: &["raycast://mcp/install"],
        file: "mcp.json",
        servers: "mcpServers",
        read: one,
    },
    Form {
        product: "Cherry Studio",
        begins: &["cherrystudio://mcp/install"],
        file: "mcp.json",
        servers: "mcpServers",
        read: one,
    },
];

/// Begins what is shown of every link.
const SHOWN: &str = "install link (";

/// Reads an install link; nothing when the text is none.
pub fn link(text: &str) -> Option<Result<Link, Diagnostic>> {
    let text = text.trim();
    let (before, query) = text.split_once('?').unwrap_or((text, ""));
    let begins = before.trim_end_matches('/');
    let of = |form: &&Form| {
        let known = |begin: &&str| begins.eq_ignore_ascii_case(begin.trim_end_matches('/'));
        form.begins.iter().any(known)
    };
    if let Some(form) = FORMS.iter().find(of) {
        let shown = format!("{SHOWN}{})", form.product);
        let read = (form.read)(form, &Query(query));
        return Some(match read {
            Ok(value) => Ok(Link {
                segments: display::segments(form.file),
                // Texts and numbers only: nothing of it can fail.
                text: serde_json::to_string_pretty(&value).unwrap_or_default(),
                shown,
            }),
            Err(error) => Err(error.in_file(shown)),
        });
    }
    let registry = ["vscode:mcp/", "vscode-insiders:mcp/"];
    registry
        .iter()
        .any(|begin| text.starts_with(begin))
        .then(|| {
            Err(
                Diagnostic::error("this link names an entry of a registry and holds no server")
                    .in_file(format!("{SHOWN}VS Code)"))
                    .hint("read the entry's `server.json`, or the file after installing it"),
            )
        })
}

/// Writes the install links that are read as a Markdown table: one row per product.
pub fn links_table() -> String {
    let rows = FORMS.iter().map(|form| {
        let begins: Vec<String> = form.begins.iter().map(|link| format!("`{link}`")).collect();
        let (begins, file) = (begins.join(" "), form.file);
        format!("| {} | {begins} | `{file}` |\n", form.product)
    });
    let head = "| product | links begin with | read like |\n| --- | --- | --- |\n";
    std::iter::once(head.to_owned()).chain(rows).collect()
}

/// Says whether a displayed path stands for an install link.
pub(super) fn is_shown(path: &str) -> bool {
    path.starts_with(SHOWN)
}

/// Reads links that stand one in a line, as on standard input; nothing when a line is no link.
pub fn links(text: &str) -> Option<Result<Vec<Link>, Diagnostic>> {
    let mut lines = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    lines.peek()?;
    lines
        .map(link)
        .collect::<Option<Result<Vec<Link>, Diagnostic>>>()
}

/// A link that holds JSON: as the whole query, or as the value of a key.
fn one(form: &Form, query: &Query<'_>) -> Result<Value, Diagnostic> {
    let mut found = match query.first(&["config", "servers", "code"]) {
        Some(value) => config(&value)?,
        None => json_of(&query.whole())?,
    };
    let mut out = Map::new();
    if let Some(inputs) = query.first(&["inputs"]) {
        out.insert("inputs".to_owned(), json_of(&inputs)?);
    } else if let Some(inputs) = found.remove("inputs") {
        out.insert("inputs".to_owned(), inputs);
    }
    for wrapper in ["mcpServers", "servers"] {
        if let Some(servers) = found.remove(wrapper) {
            out.insert(form.servers.to_owned(), servers);
            return Ok(Value::Object(out));
        }
    }
    // A map of servers by name: every value is a server, and so an object.
    let servers = if !found.is_empty() && found.values().all(Value::is_object) {
        Value::Object(found)
    } else {
        let inside = found.remove("name");
        let inside = inside.as_ref().and_then(Value::as_str).map(str::to_owned);
        let name = query.first(&["name"]).or(inside);
        if let Some(kind) = query
            .first(&["type"])
            .filter(|_| !found.contains_key("type"))
        {
            found.insert("type".to_owned(), Value::String(kind));
        }
        json!({ name.unwrap_or_else(|| "unnamed".to_owned()): found })
    };
    out.insert(form.servers.to_owned(), servers);
    Ok(Value::Object(out))
}

/// A link of Goose: the parts of one extension as keys.
fn goose(form: &Form, query: &Query<'_>) -> Result<Value, Diagnostic> {
    let mut entry = Map::new();
    let name = query.first(&["name"]);
    let id = query.first(&["id"]).or_else(|| name.clone());
    entry.insert("enabled".to_owned(), Value::Bool(true));
    if let Some(name) = name {
        entry.insert("name".to_owned(), Value::String(name));
    }
    if let Some(url) = query.first(&["url"]) {
        let kind = query.first(&["type"]);
        let kind = kind.unwrap_or_else(|| "streamable_http".to_owned());
        entry.insert("type".to_owned(), Value::String(kind));
        entry.insert("uri".to_owned(), Value::String(url));
    } else if let Some(command) = query.first(&["cmd"]) {
        entry.insert("type".to_owned(), json!("stdio"));
        entry.insert("cmd".to_owned(), Value::String(command));
        entry.insert("args".to_owned(), json!(query.all("arg")));
    } else {
        return Err(Diagnostic::error("expected `cmd` or `url` in the link"));
    }
    for (key, name) in [("env", "envs"), ("header", "headers")] {
        let pairs = query.all(key);
        let pairs = pairs.iter().filter_map(|pair| pair.split_once('='));
        let map: Map<String, Value> = pairs.map(|(k, v)| (k.to_owned(), json!(v))).collect();
        if !map.is_empty() {
            entry.insert(name.to_owned(), Value::Object(map));
        }
    }
    Ok(json!({ form.servers: { id.unwrap_or_else(|| "unnamed".to_owned()): entry } }))
}
