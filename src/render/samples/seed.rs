//! The picture of the seed.

use super::{ASKS, client, flow, frame, host, node, notes, titled};
use crate::graph::{
    Architecture, BoundaryKind as B, CredentialRecord,
    Evidence::{Assumed, Declared, Inferred},
    FlowKind,
    LabelRole::{Credential, Plain},
    Line, LineRole, Lock, Node, NodeKind as N,
};
use crate::inventory::Redacted;

/// The picture of the seed: one host, three clients, a plain server, one in a container, one remote.
#[expect(clippy::too_many_lines, reason = "a picture is described in one piece")]
pub(in crate::render) fn seed() -> Architecture {
    let mut arch = titled("MCP architecture · Claude Code");
    host(&mut arch, "claude-code", "Claude Code");
    let arch_ref = &mut arch;
    node(
        arch_ref,
        "repository",
        N::Repository,
        "repository",
        None,
        &[(LineRole::Plain, "anyone who can push")],
    );
    flow(
        arch_ref,
        FlowKind::Configure,
        "repository",
        "gate-claude-code",
        Declared,
        &[(Plain, "configures")],
    );
    let mut home = Node::new(
        "asset-home",
        N::Asset,
        "home directory",
        Some("os-user-local"),
        Assumed,
    );
    home.lines
        .push(Line::new(LineRole::Plain, "files, settings, stored tokens"));
    arch_ref.add_node(home);

    let code = client(arch_ref, "claude-code", "repository-reader", &[ASKS]);
    node(
        arch_ref,
        "server-files",
        N::Server,
        "@modelcontextprotocol/server-filesystem",
        Some("os-user-local"),
        &[
            (LineRole::Plain, "npm · unpinned"),
            (LineRole::Reach, "told to use ~/src"),
            (LineRole::Warning, "package not pinned"),
        ],
    );
    flow(
        arch_ref,
        FlowKind::Stdio,
        &code,
        "server-files",
        Declared,
        &[(Plain, "stdin / stdout")],
    );
    flow(
        arch_ref,
        FlowKind::Upstream,
        "server-files",
        "asset-home",
        Declared,
        &[(Plain, "told to use")],
    );

    let build = client(
        arch_ref,
        "claude-code",
        "build-check",
        &[(
            LineRole::Approval(Lock::Open),
            "auto: run_build · set by repository",
        )],
    );
    frame(
        arch_ref,
        "isolation-build",
        B::Isolation,
        "Container (docker) · ghcr.io/acme/build-mcp:1.4",
        Some("machine-local"),
    );
    let container = arch_ref.boundaries.last_mut().unwrap();
    container
        .lines
        .push(Line::new(LineRole::Plain, "network: open (default)"));
    container.lines.push(Line::new(LineRole::Reach, "/src ro"));
    node(
        arch_ref,
        "server-build",
        N::Server,
        "ghcr.io/acme/build-mcp",
        Some("isolation-build"),
        &[(LineRole::Plain, "image · 1.4")],
    );
    flow(
        arch_ref,
        FlowKind::Stdio,
        &build,
        "server-build",
        Declared,
        &[
            (Plain, "stdin / stdout via docker"),
            (Credential, "env CI_TOKEN"),
        ],
    );

    let tracker = client(arch_ref, "claude-code", "tracker", &[ASKS]);
    arch_ref
        .node_mut(&tracker)
        .unwrap()
        .client
        .as_mut()
        .unwrap()
        .transport = "streamable-http";
    frame(
        arch_ref,
        "provider-tracker",
        B::Provider,
        "tracker.example",
        None,
    );
    node(
        arch_ref,
        "server-tracker",
        N::Server,
        "mcp.tracker.example/mcp",
        Some("provider-tracker"),
        &[],
    );
    node(
        arch_ref,
        "authorization-server-tracker",
        N::AuthorizationServer,
        "auth.tracker.example",
        Some("provider-tracker"),
        &[(LineRole::Plain, "authorization server")],
    );
    let mut api = Node::new(
        "upstream-tracker",
        N::Upstream,
        "Tracker API",
        Some("provider-tracker"),
        Inferred,
    );
    api.lines
        .push(Line::new(LineRole::Plain, "? api.tracker.example"));
    arch_ref.add_node(api);
    flow(
        arch_ref,
        FlowKind::Http,
        &tracker,
        "server-tracker",
        Declared,
        &[
            (Plain, "HTTPS POST"),
            (
                Credential,
                "OAuth token for https://mcp.tracker.example/mcp",
            ),
        ],
    );
    flow(
        arch_ref,
        FlowKind::Oauth,
        &tracker,
        "authorization-server-tracker",
        Declared,
        &[(Plain, "OAuth 2.1 · PKCE S256 · CIMD")],
    );
    flow(
        arch_ref,
        FlowKind::Upstream,
        "server-tracker",
        "upstream-tracker",
        Inferred,
        &[(Credential, "? server's own token")],
    );
    arch_ref.credentials.push(CredentialRecord {
        id: "credential-ci".into(),
        name: Redacted::trusted("CI_TOKEN"),
        form: "literal",
        stored_at: ".mcp.json:9:20".into(),
        holders: vec!["server-build".into()],
        sent_to: Vec::new(),
        shared_group: Some(1),
        placeholder: false,
        evidence: Declared,
    });
    arch_ref.credentials.push(CredentialRecord {
        id: "credential-oauth".into(),
        name: Redacted::trusted("OAuth token"),
        form: "oauth",
        stored_at: "the client's token store".into(),
        holders: vec![tracker],
        sent_to: vec!["server-tracker".into()],
        shared_group: None,
        placeholder: false,
        evidence: Assumed,
    });
    notes(arch_ref);
    arch
}
