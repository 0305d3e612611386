//! Architectures built by hand for the tests of the formats.

use crate::diagnostic::Place;
use crate::graph::{
    Architecture, Boundary, BoundaryKind, ClientFacts, CredentialRecord, Evidence, Flow, FlowKind,
    LabelPart, LabelRole, Line, LineRole, Lock, Mark, MarkLevel, Node, NodeKind,
};
use crate::inventory::Redacted;

use BoundaryKind as B;
use Evidence::{Assumed, Declared, Inferred};
use LabelRole::{Alarm, Credential, Plain};
use NodeKind as N;

pub(super) fn place(line: u32) -> Place {
    Place {
        path: ".mcp.json".into(),
        line,
        column: 5,
    }
}

pub(super) fn frame(arch: &mut Architecture, id: &str, kind: B, label: &str, parent: Option<&str>) {
    arch.boundaries
        .push(Boundary::new(id, kind, label, parent, Declared));
}

pub(super) fn node(
    arch: &mut Architecture,
    id: &str,
    kind: N,
    label: &str,
    boundary: Option<&str>,
    lines: &[(LineRole, &str)],
) {
    let mut made = Node::new(id, kind, label, boundary, Declared);
    made.lines = lines
        .iter()
        .map(|(role, text)| Line::new(*role, *text))
        .collect();
    if kind == N::Client {
        made.source = Some(place(3));
        made.client = Some(ClientFacts {
            server: label.into(),
            transport: "stdio",
            approval: "asks? (product default)".into(),
            approval_set_by: "product",
            scope: "project",
            tools: Vec::new(),
        });
    }
    arch.add_node(made);
}

pub(super) fn flow(
    arch: &mut Architecture,
    kind: FlowKind,
    from: &str,
    to: &str,
    evidence: Evidence,
    label: &[(LabelRole, &str)],
) {
    let mut made = Flow::new(kind, from, to, evidence);
    made.label = label
        .iter()
        .map(|(role, text)| LabelPart::new(*role, *text))
        .collect();
    assert!(arch.add_flow(made), "{from} -> {to}");
}

const ASKS: (LineRole, &str) = (LineRole::Approval(Lock::Closed), "asks? (product default)");

/// A host with its person, model and gate.
pub(super) fn host(arch: &mut Architecture, slug: &str, product: &str) {
    if arch.boundaries.is_empty() {
        frame(
            arch,
            "machine-local",
            B::Machine,
            "Any machine that opens this repository",
            None,
        );
        frame(
            arch,
            "os-user-local",
            B::OsUser,
            "OS user",
            Some("machine-local"),
        );
        arch.boundaries[1].footer = Some(
            "every process here can read and write all this user's files, settings and stored tokens, and reach any network host".into(),
        );
    }
    let id = format!("host-{slug}");
    frame(arch, &id, B::Host, product, Some("os-user-local"));
    let frame = arch.boundaries.last_mut().unwrap();
    frame
        .lines
        .push(Line::new(LineRole::Plain, "scope: project"));
    let (model, gate) = (format!("model-{slug}"), format!("gate-{slug}"));
    let mut made = Node::new(&model, N::Model, "model", Some(&id), Assumed);
    made.evidence = Assumed;
    arch.add_node(made);
    arch.add_node(Node::new("user", N::User, "person", None, Assumed));
    flow(
        arch,
        FlowKind::Prompt,
        "user",
        &model,
        Assumed,
        &[(Plain, "prompts")],
    );
    node(arch, &gate, N::Gate, "approval gate", Some(&id), &[]);
    flow(
        arch,
        FlowKind::Approve,
        "user",
        &gate,
        Assumed,
        &[(Plain, "approves")],
    );
}

/// A client of a host with its tool-call flow.
pub(super) fn client(
    arch: &mut Architecture,
    slug: &str,
    name: &str,
    lines: &[(LineRole, &str)],
) -> String {
    let id = format!("client-{slug}-{name}");
    node(
        arch,
        &id,
        N::Client,
        name,
        Some(&format!("host-{slug}")),
        lines,
    );
    flow(
        arch,
        FlowKind::ToolCall,
        &format!("model-{slug}"),
        &id,
        Assumed,
        &[],
    );
    id
}

fn notes(arch: &mut Architecture) {
    arch.protocol_note = [
        "Protocol revision: not probed",
        "2026-07-28: no handshake, no session; any instance may answer; intermediaries see Mcp-Method and Mcp-Name",
        "OAuth runs only without a valid token; a state handle is no credential; names and annotations are self-reported",
    ]
    .map(str::to_owned)
    .into();
    arch.coverage = vec!["not probed: 3 servers, 1 of them remote".into()];
}

fn titled(title: &str) -> Architecture {
    let mut arch = Architecture::default();
    arch.title = title.into();
    arch
}

/// The picture of the seed: one host, three clients, a plain server, one in a container, one remote.
pub(super) fn seed() -> Architecture {
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
        &[(Credential, "? own token")],
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

/// Two hosts: alarms, a bridge, something off, a loopback service, a shared remote server, an overlay.
pub(super) fn office() -> Architecture {
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
            (Plain, "HTTP, else SSE"),
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
    a.overlay.applied = true;
    a.overlay.hidden = 2;
    notes(a);
    arch
}

/// Many clients over some hosts: local ones, containers and remote ones in turn.
pub(super) fn fleet(hosts: usize, clients: usize) -> Architecture {
    let mut arch = titled("MCP architecture");
    let a = &mut arch;
    for at in 0..hosts {
        host(a, &format!("h{at}"), &format!("Host {at}"));
    }
    for at in 0..clients {
        let slug = format!("h{}", at % hosts);
        let id = client(a, &slug, &format!("server-number-{at}"), &[ASKS]);
        let server = format!("server-{at}");
        match at % 3 {
            0 => {
                node(
                    a,
                    &server,
                    N::Server,
                    &format!("@acme/tool-{at}"),
                    Some("os-user-local"),
                    &[(LineRole::Plain, "npm · unpinned")],
                );
                flow(
                    a,
                    FlowKind::Stdio,
                    &id,
                    &server,
                    Declared,
                    &[(Plain, "stdin / stdout"), (Credential, "env TOKEN")],
                );
            }
            1 => {
                let inside = format!("isolation-{at}");
                frame(
                    a,
                    &inside,
                    B::Isolation,
                    &format!("Container (docker) · acme/tool:{at}"),
                    Some("machine-local"),
                );
                a.boundaries
                    .last_mut()
                    .unwrap()
                    .lines
                    .push(Line::new(LineRole::Plain, "network: open (default)"));
                node(
                    a,
                    &server,
                    N::Server,
                    &format!("acme/tool-{at}"),
                    Some(&inside),
                    &[(LineRole::Plain, "image · no tag")],
                );
                flow(
                    a,
                    FlowKind::Stdio,
                    &id,
                    &server,
                    Declared,
                    &[(Plain, "stdin / stdout via docker")],
                );
            }
            _ => {
                let inside = format!("provider-{at}");
                frame(
                    a,
                    &inside,
                    B::Provider,
                    &format!("service{at}.example"),
                    None,
                );
                node(
                    a,
                    &server,
                    N::Server,
                    &format!("mcp.service{at}.example/mcp"),
                    Some(&inside),
                    &[],
                );
                flow(
                    a,
                    FlowKind::Http,
                    &id,
                    &server,
                    Declared,
                    &[(Plain, "HTTPS POST"), (Credential, "bearer TOKEN (static)")],
                );
            }
        }
    }
    notes(a);
    arch
}

/// An architecture in which one text stands everywhere where a file's text can stand.
pub(super) fn hostile(text: &str) -> Architecture {
    let mut arch = seed();
    arch.title = text.into();
    for boundary in &mut arch.boundaries {
        boundary.label = text.into();
        boundary.lines = vec![Line::new(LineRole::Reach, text)];
        boundary.gaps = vec![text.into()];
    }
    let ids: Vec<String> = arch.nodes().map(|n| n.id.clone()).collect();
    for id in ids {
        let made = arch.node_mut(&id).unwrap();
        made.label = text.into();
        made.lines = vec![
            Line::new(LineRole::Plain, text),
            Line::new(LineRole::Warning, text),
        ];
    }
    for made in arch.flows_mut() {
        made.label = vec![
            LabelPart::new(Plain, text),
            LabelPart::new(Credential, text),
        ];
    }
    arch.credentials[0].name = Redacted::trusted(text);
    arch.credentials[0].stored_at = text.into();
    arch.coverage = vec![text.into()];
    arch.notes = vec![text.into()];
    arch.protocol_note = vec![text.into()];
    arch
}

/// Texts that end, comment, link, script or reorder in one format or another.
pub(super) const HOSTILE: &[&str] = &[
    "",
    "   ",
    "end",
    "graph",
    "click",
    "subgraph x",
    "o",
    "xyz",
    "a\"b",
    "a\\",
    "a\\\"b",
    "\"]; b",
    "a]b",
    "|x|",
    "a\nb\r\nc",
    "`code`",
    "`**bold**`",
    "%% comment",
    "%%{init: {\"theme\": \"dark\"}}%%",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a & b &amp; &lt; &#34; &nosuch;",
    "#quot; #35; #",
    "שלום עולם",
    "a\u{202e}b",
    "🧪🔒 emoji",
    "1. list",
    "- list",
    "# heading",
    "https://www.example.com/x?y=z",
    "fa:fa-user",
    "$$x^2$$",
    "style: a#b;",
    "classDef x:y#z;",
    "\\N \\G \\E \\L \\n \\l",
    "--> b",
    "a --- b",
    "A@{ shape: circle }",
    "*a* _b_ ~~c~~",
    "---",
    "\u{0}\u{7}\u{1b}[31mred",
    "日本語の名前",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];
