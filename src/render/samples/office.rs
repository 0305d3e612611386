//! Two hosts with alarms.

use super::{ASKS, client, flow, frame, host, node, notes, titled};
use crate::graph::{
    Architecture, BoundaryKind as B,
    Evidence::Declared,
    FlowKind,
    LabelRole::{Alarm, Credential, Plain},
    LineRole, Lock, Mark, MarkLevel, NodeKind as N,
};

/// Two hosts: alarms, a bridge, something off, a loopback service, a shared remote server, an overlay.
#[expect(clippy::too_many_lines, reason = "a picture is described in one piece")]
pub(in crate::render) fn office() -> Architecture {
    let mut arch = titled("MCP architecture · Cursor, VS Code");
    host(&mut arch, "cursor", "Cursor");
    host(&mut arch, "vscode", "VS Code");
    let a = &mut arch;
    frame(a, "provider-linear", B::Provider, "linear.app", None);
    node(
        a,
        "server-linear",
        N::Server,
        "mcp.linear.app/mcp",
        Some("provider-linear"),
        &[(LineRole::Credential, "token source: not probed")],
    );
    let direct = client(
        a,
        "cursor",
        "linear",
        &[(
            LineRole::Approval(Lock::Unknown),
            "unknown: kept in the app",
        )],
    );
    flow(
        a,
        FlowKind::Http,
        &direct,
        "server-linear",
        Declared,
        &[
            (Plain, "HTTPS: POST, else SSE"),
            (Plain, "no credential in config"),
        ],
    );
    let bridged = client(a, "vscode", "linear", &[ASKS]);
    node(
        a,
        "bridge-linear",
        N::Bridge,
        "mcp-remote",
        Some("os-user-local"),
        &[(LineRole::Plain, "npm · unpinned")],
    );
    flow(
        a,
        FlowKind::Stdio,
        &bridged,
        "bridge-linear",
        Declared,
        &[(Plain, "stdin / stdout")],
    );
    flow(
        a,
        FlowKind::Http,
        "bridge-linear",
        "server-linear",
        Declared,
        &[
            (Plain, "HTTPS POST"),
            (Credential, "? OAuth token kept by the bridge"),
        ],
    );
    let shell = client(
        a,
        "vscode",
        "shell",
        &[(LineRole::Approval(Lock::Open), "auto: all · set by user")],
    );
    frame(
        a,
        "isolation-shell",
        B::Isolation,
        "Container (docker) · alpine",
        Some("machine-local"),
    );
    a.boundaries
        .last_mut()
        .unwrap()
        .gaps
        .push("docker socket mounted".into());
    node(
        a,
        "server-shell",
        N::Server,
        "alpine",
        Some("isolation-shell"),
        &[
            (LineRole::Plain, "image · no tag"),
            (LineRole::Alarm, "listens on all interfaces"),
        ],
    );
    a.node_mut("server-shell").unwrap().marks.push(Mark::new(
        MarkLevel::Alarm,
        "listens on all interfaces",
        None,
    ));
    flow(
        a,
        FlowKind::Stdio,
        &shell,
        "server-shell",
        Declared,
        &[(Plain, "stdin / stdout via docker")],
    );
    node(
        a,
        "asset-docker-socket",
        N::Asset,
        "docker socket",
        Some("machine-local"),
        &[(LineRole::Alarm, "equal to root on this machine")],
    );
    flow(
        a,
        FlowKind::Upstream,
        "server-shell",
        "asset-docker-socket",
        Declared,
        &[(Alarm, "can start any container as root")],
    );
    node(
        a,
        "external-network",
        N::External,
        "local network",
        None,
        &[(LineRole::Plain, "every machine that can reach this one")],
    );
    flow(
        a,
        FlowKind::Inbound,
        "external-network",
        "server-shell",
        Declared,
        &[(Alarm, "port 8080 on all interfaces")],
    );
    let old = client(
        a,
        "cursor",
        "old-notes",
        &[(LineRole::Off, "off: disabled in the file")],
    );
    node(
        a,
        "server-notes",
        N::Server,
        "127.0.0.1:7000/sse",
        Some("machine-local"),
        &[(LineRole::Plain, "process and user unknown")],
    );
    flow(
        a,
        FlowKind::Sse,
        &old,
        "server-notes",
        Declared,
        &[(Plain, "SSE (deprecated)")],
    );
    for id in [&old, "server-notes"] {
        a.node_mut(id).unwrap().off = Some("disabled in the file".into());
    }
    for made in a.flows_mut().filter(|f| f.to == old || f.from == old) {
        made.off = true;
    }
    notes(a);
    arch
}
