//! GitHub Copilot's command line, cloud agent and IDE plugin, and Visual Studio.

use super::ReadCx;
use super::fields::words::Words;
use super::map;
use super::model::{Both, DefaultRule, Dialect, FileScope, Invalid, KnownFile, Move, Shape, Start, Strictness, Takes, UntypedUrl, Where, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{
    Carrier, Credential, Form, HostKind, Mark, MarkLevel, Redacted, Scope, ServerEntry,
    StartApproval, Transport,
};
use crate::syntax::Node;

const ASKED_IN_PROJECTS: Start = Start {
    project: StartApproval::AskedByDefault,
    user: StartApproval::Unknown,
};

const TYPES: &[(&str, Transport)] = &[
    ("local", Transport::Stdio),
    ("stdio", Transport::Stdio),
    ("http", Transport::StreamableHttp),
    ("streamable-http", Transport::StreamableHttp),
    ("sse", Transport::Sse),
];

const VARIABLES: &[VarSyntax] = &[
    VarSyntax::Dollar,
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
];

const CLI: Dialect = Dialect {
    id: "copilot-cli",
    unverified: "comments",
    product: "Copilot CLI",
takes: Takes::Text,
    moves: &[Move::folder("COPILOT_HOME", "~/.copilot/")],
    files: &[
        KnownFile::new(".copilot/mcp-config.json", FileScope::At(Scope::User)).also(&["VS Code"]),
        KnownFile::new(".github/mcp.json", FileScope::At(Scope::Project)),
        KnownFile::new(".copilot/agents/*.md", FileScope::At(Scope::User)).read_by(agent),
        KnownFile::new(".mcp.json", FileScope::At(Scope::Project))
            .also(&["Claude Code", "VS Code"]),
    ],
    keys: &["disableToolCache", "slowConnectionThresholdMs", 
        "type",
        "command",
        "args",
        "env",
        "cwd",
        "headers",
        "tools",
        "timeout",
        "oauthClientId",
        "oauthScopes",
        "oauthPublicClient",
        "oauthGrantType",
        "oidc",
        "auth",
        "oauth",
        "deferTools",
        "filterMapping",
    ],
    untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
    both: Both::Command,
    types: TYPES,
    invalid: Invalid::Entry,
    variables: VARIABLES,
    strict: Strictness::Unknown,
    approval: DefaultRule::Asks,
    start: ASKED_IN_PROJECTS,
    finish: Some(oidc),
    ..Dialect::BASE
};

const CLOUD: Dialect = Dialect {
    id: "copilot-cloud-agent",
    product: "Copilot cloud agent",
takes: Takes::Text,
    kind: HostKind::CloudAgent,
    files: &[
        KnownFile::new(".github/agents/*.md", FileScope::At(Scope::Project))
            .read_by(agent)
            .also(&["Copilot CLI"]),
    ],
    runs: Where::Cloud("GitHub"),
    keys: &["type", "command", "args", "env", "headers", "tools"],
    untyped_url: UntypedUrl::Refused("url without type: the cloud agent refuses the entry"),
    both: Both::Command,
    types: TYPES,
    variables: &[
        VarSyntax::Dollar,
        VarSyntax::Braced,
        VarSyntax::BracedDefault,
        VarSyntax::Secrets,
    ],
    prefix: Some("COPILOT_MCP_"),
    strict: Strictness::Strict,
    approval: DefaultRule::Autonomous,
    start: Start::always(StartApproval::NotAsked),
    finish: Some(cloud_secrets),
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[
    CLI,
    CLOUD,
    Dialect {
        id: "copilot-jetbrains",
        unverified: "all but the path and the key",
        product: "Copilot for JetBrains",
        files: &[KnownFile::new(
            "github-copilot/intellij/mcp.json",
            FileScope::At(Scope::User),
        )
        .lies(&[
            "unix:~/.config/github-copilot/intellij/mcp.json",
            "windows:~/AppData/Local/github-copilot/intellij/mcp.json",
        ])],
        default_scope: Scope::User,
        wrappers: &[Wrapper::map(&["servers"])],
        untyped_url: UntypedUrl::Means(Transport::Unknown),
        variables: super::generic::ANY_VARIABLE,
        ..Dialect::BASE
    },
    Dialect {
        id: "visual-studio",
        unverified: "inputs, comments, which file wins, the key in Cursor's file",
        product: "Visual Studio",
        files: &[
            KnownFile::new(".vs/mcp.json", FileScope::At(Scope::Project)),
            KnownFile::new(".vscode/mcp.json", FileScope::At(Scope::Project)),
            // Its documents name the file; whether it looks for the key that Cursor writes they do not say.
            KnownFile::new(".cursor/mcp.json", FileScope::At(Scope::Project)).holding(
                &[Wrapper::map(&["servers"]), Wrapper::map(&["mcpServers"])],
                false,
            ),
            KnownFile::new("~/.mcp.json", FileScope::At(Scope::User))
                .lies(&["windows:~/.mcp.json"]),
            KnownFile::new(".mcp.json", FileScope::ByHome).lies(&["./.mcp.json"]),
        ],
        wrappers: &[Wrapper::map(&["servers"])],
        untyped_url: UntypedUrl::Means(Transport::StreamableHttp),
        types: &[
            ("stdio", Transport::Stdio),
            ("http", Transport::StreamableHttp),
            ("sse", Transport::Sse),
        ],
        variables: &[VarSyntax::Input, VarSyntax::BracedEnv],
        ..Dialect::BASE
    },
];

/// Front matter of a custom agent.
fn agent(cx: &mut ReadCx<'_>, root: &Node) {
    if let Some(servers) = root.get("mcp-servers") {
        map::group(cx, servers, &["mcp-servers"], Shape::Map);
    }
    let name = root.get("name").and_then(Node::as_str).map(Redacted::name);
    for server in &mut cx.out.servers {
        let text = match &name {
            Some(name) => format!("only for the agent {name}"),
            None => "only for a custom agent".to_owned(),
        };
        let at = Some(server.source.clone());
        server.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}

/// `oidc` sends a token of the host's own identity.
fn oidc(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(node) = words
        .get("oidc")
        .filter(|node| node.as_bool() != Some(false))
    else {
        return;
    };
    let mut token = Credential::new(
        Redacted::trusted("OIDC token"),
        Form::Ambient,
        Carrier::Header,
    );
    token.source = Some(cx.at(node));
    entry.credentials.push(token);
}

/// A bare `COPILOT_MCP_X` as a value names a secret of the repository: the older way to write it.
fn cloud_secrets(_: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    let Some(env) = words.get("env") else { return };
    for variable in env.entries() {
        let names_secret = variable
            .value
            .as_str()
            .is_some_and(|text| text.starts_with("COPILOT_MCP_"));
        if !names_secret {
            continue;
        }
        let name = Redacted::name(&variable.key);
        for credential in entry.credentials.iter_mut().filter(|c| c.name == name) {
            credential.form = Form::Reference;
            credential.value = None;
            credential.placeholder = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{describe, marks, reading};
    use crate::inventory::{Approver, HostKind, RunsOn, Scope};

    #[test]
    fn the_command_line_takes_an_untyped_address_as_http() {
        let reading = reading(
            "/home/u/.copilot/mcp-config.json",
            r#"{"mcpServers": {
                "orchard": {"type": "local", "command": "npx", "args": ["-y", "@fictive-lab/notes-mcp"], "tools": ["search_notes"]},
                "bare": {"command": "lantern-mcp", "tools": ["*"]},
                "harbor": {"url": "https://mcp.harbor.example.com/mcp", "tools": "*"}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "orchard | stdio | npm:@fictive-lab/notes-mcp | asks? (product default)",
                "bare | stdio | lantern-mcp | asks? (product default)",
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | asks? (product default)",
            ]
        );
        assert_eq!(reading.servers[0].tools[0].as_str(), "search_notes");
        assert!(marks(&reading, "harbor").contains(&"tools: *: every tool is exposed"));
        assert_eq!(reading.scope, Scope::User);
    }

    #[test]
    fn the_cloud_agent_asks_nobody() {
        let reading = reading(
            ".github/agents/surveyor.agent.md",
            "---\nname: surveyor\nmcp-servers:\n  harbor:\n    type: http\n    url: https://mcp.harbor.example.com/mcp\n    tools: ['*']\n    headers:\n      Authorization: Bearer ${{ secrets.COPILOT_MCP_HARBOR_TOKEN }}\n---\n",
        );
        assert_eq!(
            describe(&reading),
            [
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | auto: all | COPILOT_MCP_HARBOR_TOKEN reference"
            ]
        );
        assert_eq!(reading.kind, HostKind::CloudAgent);
        assert_eq!(reading.placement.on, RunsOn::VendorCloud("GitHub".into()));
        assert_eq!(reading.servers[0].approval.approver, Approver::Nobody);
    }

    #[test]
    fn a_bare_name_is_a_secret_of_the_repository() {
        let reading = reading(
            "mcp-configuration.json",
            r#"{"mcpServers": {"soil": {"type": "local", "command": "docker", "args": ["run", "-i", "-e", "SOIL_TOKEN", "fictive/soil-mcp:2.0"],
                "tools": ["*"], "env": {"SOIL_TOKEN": "COPILOT_MCP_SOIL_TOKEN"}}}}"#,
        );
        assert_eq!(reading.client, "copilot-cloud-agent");
        assert_eq!(
            describe(&reading),
            ["soil | stdio | image fictive/soil-mcp | auto: all | SOIL_TOKEN reference"]
        );
    }

    #[test]
    fn visual_studio_reads_servers_in_a_root_file() {
        let reading = reading(
            ".mcp.json",
            r#"{"inputs": [{"id": "pat", "type": "promptString", "password": true}],
                "servers": {"harbor": {"url": "https://mcp.harbor.example.com/mcp"},
                    "soil": {"type": "stdio", "command": "x", "env": {"SOIL_TOKEN": "${input:pat}"}}}}"#,
        );
        assert_eq!(
            describe(&reading),
            [
                "harbor | streamable-http | https://mcp.harbor.example.com/mcp | unknown: kept in the app",
                "soil | stdio | x | unknown: kept in the app | SOIL_TOKEN prompt",
            ]
        );
        assert_eq!(reading.client, "visual-studio");
    }
}
