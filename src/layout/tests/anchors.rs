//! The graphs that general layout engines were measured on, and the figures to beat.

use super::super::arrange::{LayoutOptions, Search};
use super::super::invariants::{self, Figures};
use super::super::measure::Measured;
use super::super::placement::Placement;
use super::super::score::Page;
use super::super::skeleton::Skeleton;
use super::super::view::View;
use super::fleet::TOOLS;
use super::setup::Setup;
use crate::graph::{Architecture, BoundaryKind, FlowKind, NodeKind};

/// What hosts are called.
pub(super) const HOSTS: [&str; 8] = [
    "Claude Desktop",
    "Cursor",
    "VS Code",
    "Codex CLI",
    "Windsurf",
    "Zed",
    "Gemini CLI",
    "Goose",
];

/// Three servers: one plain, one in a container, one remote.
pub(super) fn three() -> Architecture {
    let mut s = start();
    s.frame(
        "h",
        BoundaryKind::Host,
        "Host process: Claude Desktop",
        Some("u"),
    );
    s.frame(
        "sb",
        BoundaryKind::Isolation,
        "Container: docker (no network)",
        Some("u"),
    );
    s.frame("p", BoundaryKind::Provider, "Provider: example.com", None);
    s.node("mod", NodeKind::Model, "Model", Some("h"), &["LLM"]);
    for (id, tool) in [("c1", "filesystem"), ("c2", "git"), ("c3", "issues")] {
        s.node(id, NodeKind::Client, tool, Some("h"), &["MCP client"]);
        s.flow(FlowKind::ToolCall, "mod", id, &[]);
    }
    s.node(
        "s1",
        NodeKind::Server,
        "filesystem",
        Some("u"),
        &["npx server-filesystem ~/src"],
    );
    s.node(
        "s2",
        NodeKind::Server,
        "git",
        Some("sb"),
        &["docker run mcp/git"],
    );
    s.node(
        "s3",
        NodeKind::Server,
        "issues",
        Some("p"),
        &["mcp.example.com/mcp"],
    );
    s.node(
        "a3",
        NodeKind::AuthorizationServer,
        "Identity provider",
        Some("p"),
        &["auth.example.com"],
    );
    s.node(
        "up3",
        NodeKind::Upstream,
        "Issues API",
        Some("p"),
        &["api.example.com"],
    );
    s.flow(FlowKind::Prompt, "user", "mod", &["prompts, approvals"]);
    s.flow(FlowKind::Stdio, "c1", "s1", &["stdin / stdout"]);
    s.flow(FlowKind::Stdio, "c2", "s2", &["stdin / stdout"]);
    s.flow(FlowKind::Http, "c3", "s3", &["HTTPS POST + bearer token"]);
    s.flow(FlowKind::Oauth, "c3", "a3", &["OAuth 2.1 + PKCE"]);
    s.flow(FlowKind::Upstream, "s3", "up3", &["own token"]);
    s.flow(FlowKind::Oauth, "s3", "a3", &["checks token"]);
    s.arch
}

fn start() -> Setup {
    let mut s = Setup::new("");
    s.frame(
        "m",
        BoundaryKind::Machine,
        "Developer machine (laptop)",
        None,
    );
    s.frame("u", BoundaryKind::OsUser, "OS user: dev", Some("m"));
    s
}

/// Many servers over some hosts.
#[expect(
    clippy::many_single_char_names,
    clippy::too_many_lines,
    reason = "counters of a generator"
)]
pub(super) fn many(n: usize, hosts: usize) -> Architecture {
    let mut s = start();
    for h in 0..hosts {
        let (host, model) = (format!("h{h}"), format!("mod{h}"));
        s.frame(
            &host,
            BoundaryKind::Host,
            &format!("Host process: {}", HOSTS[h % 8]),
            Some("u"),
        );
        s.node(&model, NodeKind::Model, "Model", Some(&host), &["LLM"]);
        let label = if h == 0 {
            "prompts, approvals"
        } else {
            "prompts"
        };
        s.flow(FlowKind::Prompt, "user", &model, &[label]);
    }
    let providers = (n / 8).max(1);
    let mut seen: std::collections::BTreeMap<usize, Option<String>> =
        std::collections::BTreeMap::new();
    for i in 0..n {
        let (h, k) = (i * hosts / n, i % 10);
        let (tool, client, server) = (TOOLS[k], format!("c{i}"), format!("s{i}"));
        s.node(
            &client,
            NodeKind::Client,
            &format!("{tool}-{i}"),
            Some(&format!("h{h}")),
            &["MCP client"],
        );
        s.flow(FlowKind::ToolCall, &format!("mod{h}"), &client, &[]);
        if k < 6 {
            let frame = if k < 4 {
                "u".to_owned()
            } else {
                let frame = format!("sb{i}");
                s.frame(
                    &frame,
                    BoundaryKind::Isolation,
                    "Container: docker",
                    Some("u"),
                );
                frame
            };
            let line = if k < 4 {
                format!("npx server-{tool}")
            } else {
                format!("docker run mcp/{tool}")
            };
            s.node(
                &server,
                NodeKind::Server,
                &format!("{tool}-{i}"),
                Some(&frame),
                &[&line],
            );
            s.flow(FlowKind::Stdio, &client, &server, &["stdin / stdout"]);
            continue;
        }
        let p = (i * 7) % providers;
        let (frame, auth, api) = (format!("p{p}"), format!("a{p}"), format!("up{p}"));
        if let std::collections::btree_map::Entry::Vacant(slot) = seen.entry(p) {
            slot.insert(None);
            s.frame(
                &frame,
                BoundaryKind::Provider,
                &format!("Provider: vendor{p}.example"),
                None,
            );
            s.node(
                &auth,
                NodeKind::AuthorizationServer,
                "Identity provider",
                Some(&frame),
                &[&format!("auth.vendor{p}.example")],
            );
            s.node(
                &api,
                NodeKind::Upstream,
                &format!("Vendor {p} API"),
                Some(&frame),
                &[&format!("api.vendor{p}.example")],
            );
        }
        let known = seen.get(&p).cloned().flatten();
        let to = match known {
            Some(known) if i % 3 == 0 => known,
            _ => {
                s.node(
                    &server,
                    NodeKind::Server,
                    &format!("{tool}-{i}"),
                    Some(&frame),
                    &[&format!("{tool}.vendor{p}.example/mcp")],
                );
                seen.insert(p, Some(server.clone()));
                s.flow(FlowKind::Upstream, &server, &api, &["own token"]);
                server
            }
        };
        s.flow(FlowKind::Http, &client, &to, &["HTTPS POST + bearer token"]);
        s.flow(FlowKind::Oauth, &client, &auth, &["OAuth 2.1 + PKCE"]);
    }
    s.arch
}

/// Places without notes, as the engines draw none.
pub(super) fn bare(arch: &Architecture, folded: bool) -> (Figures, Placement) {
    let mut view = View::full(arch);
    if folded {
        view = super::super::fold::fold(arch, &view);
    }
    let measured = Measured::new(&view);
    let clients = arch.nodes().filter(|n| n.kind == NodeKind::Client).count();
    let page = Page::new(&LayoutOptions::default(), clients);
    let skeleton = Skeleton::new(&view);
    let mut search = Search::new(arch, &skeleton, &measured, page);
    search.run();
    let placement = search.best.take().unwrap().1.place();
    (invariants::figures(&placement), placement)
}
