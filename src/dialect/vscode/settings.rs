//! Settings of the editor: the legacy servers, and switches that approve, import or allow sampling.

use super::super::ReadCx;
use super::super::fields::words::flag;
use super::super::map;
use super::super::model::Shape;
use crate::inventory::{Approver, Mark, MarkLevel, Redacted, Rule, ServerPolicy};
use crate::syntax::{Node, Value};

/// Says whether a file has settings that this room reads.
pub(super) fn is_settings(root: &Node) -> bool {
    root.get("mcp").is_some()
        || root
            .entries()
            .iter()
            .any(|entry| entry.key.starts_with("mcp.") || entry.key.starts_with("chat."))
}

pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(mcp) = root.get("mcp").filter(|node| node.is_map()) {
        map::inputs(cx, mcp);
        if let Some(servers) = mcp.get("servers") {
            let before = cx.out.servers.len();
            map::group(cx, servers, &["mcp", "servers"], Shape::Map);
            remark(
                cx,
                before,
                "legacy settings key mcp.servers",
                MarkLevel::Note,
            );
        }
    }
    if let Some(servers) = root.get("mcp.servers") {
        let before = cx.out.servers.len();
        map::group(cx, servers, &["mcp.servers"], Shape::Map);
        let text = "the dotted key \"mcp.servers\" may be ignored";
        remark(cx, before, text, MarkLevel::Warning);
    }
    auto_approve(cx, root);
    others(cx, root);
}

fn remark(cx: &mut ReadCx<'_>, from: usize, text: &str, level: MarkLevel) {
    for server in &mut cx.out.servers[from..] {
        let at = Some(server.source.clone());
        server.marks.push(Mark::new(level, text, at));
    }
}

/// The switches that let every tool of every server run.
fn auto_approve(cx: &mut ReadCx<'_>, root: &Node) {
    for key in ["chat.tools.autoApprove", "chat.tools.global.autoApprove"] {
        let Some(node) = root.get(key) else { continue };
        cx.out.host.has_policy = true;
        if flag(cx, node, key) == Some(true) {
            let at = cx.at(node);
            cx.gate(Rule::AutoAll, Approver::Nobody, None, at);
        }
    }
    for (key, what) in [
        ("chat.tools.terminal.autoApprove", "terminal"),
        ("chat.tools.edits.autoApprove", "edits"),
        ("chat.tools.urls.autoApprove", "addresses"),
    ] {
        let Some(node) = root.get(key) else { continue };
        let at = cx.at(node);
        let rules = super::super::count(node.entries().len(), "rule");
        cx.builtin_line(format!("{what}: {rules} without a question"), at);
    }
}

fn others(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(node) = root.get("chat.mcp.access") {
        let at = Some(cx.at(node));
        match node.as_str() {
            Some("none") => cx.policy_mark(MarkLevel::Note, "MCP access: none", at),
            Some("registry") => cx.policy_mark(MarkLevel::Note, "MCP access: registry only", at),
            _ => {}
        }
    }
    if let Some(node) = root.get("chat.mcp.discovery.enabled") {
        let imports = match &node.value {
            Value::Map(_) => node
                .entries()
                .iter()
                .filter(|entry| entry.value.as_bool() == Some(true))
                .count(),
            Value::Bool(true) => 4,
            _ => 0,
        };
        if imports > 0 {
            let at = Some(cx.at(node));
            let from = super::super::count(imports, "other client");
            let text = format!("imports the servers of up to {from} (not read here)");
            cx.mark(MarkLevel::Note, text, at);
        }
    }
    if let Some(node) = root.get("chat.mcp.serverSampling") {
        let allowed = node.entries().into_iter().filter(|entry| {
            ["allowedDuringChat", "allowedOutsideChat"]
                .iter()
                .any(|key| entry.value.get(key).and_then(Node::as_bool) == Some(true))
        });
        // `where it is configured: name`
        let names: Vec<Redacted> = allowed
            .map(|entry| entry.key.rsplit(": ").next().unwrap_or_default())
            .map(Redacted::name)
            .collect();
        if !names.is_empty() {
            let at = Some(cx.at(node));
            let servers = match names.as_slice() {
                [one] => one.to_string(),
                all => super::super::count(all.len(), "server"),
            };
            let text = format!("{servers} may ask the model without a question (sampling)");
            for name in names {
                let source = cx.at(node);
                cx.server_policy(ServerPolicy::Sampling { name, source });
            }
            cx.policy_mark(MarkLevel::Warning, text, at);
        }
    }
}
