//! Finds the positions of a parsed file.

use mcpdiag::source::Span;
use mcpdiag::syntax::{Node, Value};

/// One position.
pub(crate) struct Spot {
    /// Where it stands.
    pub(crate) span: Span,
    /// Keys down to it.
    pub(crate) path: Vec<String>,
    /// What stands there.
    pub(crate) what: What,
}

/// What stands at a position.
pub(crate) enum What {
    /// A string.
    Text(String),
    /// A key of a map.
    Key,
    /// A list of strings: where each item stands.
    Words(Vec<Span>),
}

impl Spot {
    /// Returns the key that the value stands under, list items under the list's.
    pub(crate) fn key(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// Says whether the position is a value or a name in a map of variables or headers.
    pub(crate) fn is_variable(&self) -> bool {
        // A server may be called `env`: what stands right below a map of servers is no map of variables.
        let server = self.above(2).is_some_and(|k| SERVERS.contains(&k));
        // In a list of variables, `name` holds a name, which is shown by design.
        let name = self.key() == "name" && matches!(self.what, What::Text(_));
        self.above(1).is_some_and(|k| VARIABLES.contains(&k)) && !server && !name
    }

    /// Says whether the position is the name of a server.
    pub(crate) fn is_server_name(&self) -> bool {
        self.above(1).is_some_and(|k| SERVERS.contains(&k)) && matches!(self.what, What::Key)
    }

    /// Returns a key above the value's own.
    fn above(&self, levels: usize) -> Option<&str> {
        self.path.iter().rev().nth(levels).map(String::as_str)
    }
}

/// Keys of maps of variables and headers.
const VARIABLES: &[&str] = &["env", "envs", "environment", "headers", "http_headers"];

/// Keys of maps of servers.
const SERVERS: &[&str] = &[
    "mcpServers",
    "servers",
    "mcp_servers",
    "context_servers",
    "extensions",
    "mcp",
    "amp.mcpServers",
];

/// Lists the positions of a tree in file order.
pub(crate) fn collect(root: &Node) -> Vec<Spot> {
    let mut found = Vec::new();
    visit(root, &mut Vec::new(), &mut found);
    found
}

fn visit(node: &Node, path: &mut Vec<String>, found: &mut Vec<Spot>) {
    let spot = |what, span| Spot {
        span,
        path: path.clone(),
        what,
    };
    match &node.value {
        Value::String(text) => found.push(spot(What::Text(text.clone()), node.span)),
        Value::List(items) => {
            if !items.is_empty() && items.iter().all(|i| i.as_str().is_some()) {
                let spans = items.iter().map(|i| i.span).collect();
                found.push(spot(What::Words(spans), node.span));
            }
            for item in items {
                visit(item, path, found);
            }
        }
        Value::Map(entries) => {
            for entry in entries {
                path.push(entry.key.clone());
                found.push(Spot {
                    span: entry.key_span,
                    path: path.clone(),
                    what: What::Key,
                });
                visit(&entry.value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}
