//! A subagent's front matter: `mcpServers` as names or inline servers.

use super::super::ReadCx;
use super::super::map;
use super::super::model::Shape;
use crate::inventory::{Mark, MarkLevel, Redacted, Target};
use crate::syntax::Node;

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(servers) = root.get("mcpServers") else {
        // Copilot CLI loads the same folder and has its own key.
        if let Some(node) = root.get("mcp-servers") {
            map::ignored_group(cx, node, &["mcp-servers"]);
        }
        return;
    };
    if servers.is_map() {
        map::group(cx, servers, &["mcpServers"], Shape::Map);
    } else {
        cx.saw_wrapper = true;
        for item in servers.items() {
            if let Some(name) = item.as_str() {
                by_name(cx, item, name);
            } else if item.is_map() {
                map::group(cx, item, &["mcpServers"], Shape::Map);
            } else {
                cx.expected(item, "mcpServers", "a name or a server");
            }
        }
    }
    let agent = root.get("name").and_then(Node::as_str).map(Redacted::name);
    for server in &mut cx.out.servers {
        let text = match &agent {
            Some(name) => format!("only for the subagent {name}"),
            None => "only for a subagent".to_owned(),
        };
        let at = Some(server.source.clone());
        server.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
    super::finish(cx);
}

/// A server that stands elsewhere and is named here.
fn by_name(cx: &mut ReadCx<'_>, item: &Node, name: &str) {
    let at = cx.at(item);
    let mut entry = cx.new_entry(name, at);
    entry.target = Target::Reference(entry.name.clone());
    cx.out.servers.push(entry);
}
