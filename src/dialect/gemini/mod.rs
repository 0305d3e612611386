//! Gemini CLI, Qwen Code and Tabnine: settings, extensions, policies.

mod host;
mod policy;

use super::ReadCx;
use super::cx::absorb;
use super::fields::words::Words;
use super::map;
use super::model::{Auto, Both, DefaultRule, Dialect, FileScope, KnownFile, Strictness, Takes, UntypedUrl};
use crate::inventory::VarSyntax;
use crate::inventory::{
    Carrier, Credential, Form, Mark, MarkLevel, Redacted, Scope, ServerEntry, Target,
    Transport,
};
use crate::syntax::Node;

/// What both products share.
const GEMINI: Dialect = Dialect {
    id: "gemini-cli",
    product: "Gemini CLI",
    files: &[
        KnownFile::new(".gemini/settings.json", FileScope::ByHome),
        KnownFile::new("gemini-cli/settings.json", FileScope::At(Scope::Managed)).lies(&[
            "linux:/etc/gemini-cli/settings.json",
            "windows:C:/ProgramData/gemini-cli/settings.json",
        ]),
        KnownFile::new(
            "gemini-cli/system-defaults.json",
            FileScope::At(Scope::System),
        )
        .lies(&[
            "linux:/etc/gemini-cli/system-defaults.json",
            "windows:C:/ProgramData/gemini-cli/system-defaults.json",
        ]),
        KnownFile::new(
            "GeminiCli/system-defaults.json",
            FileScope::At(Scope::System),
        )
        .lies(&["macos:/Library/Application Support/GeminiCli/system-defaults.json"]),
        KnownFile::new("GeminiCli/settings.json", FileScope::At(Scope::Managed))
            .lies(&["macos:/Library/Application Support/GeminiCli/settings.json"]),
        KnownFile::new("gemini-extension.json", FileScope::At(Scope::Plugin))
            .lies(&["~/.gemini/extensions/*/gemini-extension.json"])
            .read_by(extension),
        KnownFile::new(".gemini/policies/*.toml", FileScope::At(Scope::User)).read_by(policy::read),
    ],
    takes: Takes::Text,
    keys: &["timeout", 
        "type",
        "command",
        "args",
        "env",
        "cwd",
        "headers",
        "tcp",
        "trust",
        "description",
        "includeTools",
        "excludeTools",
        "oauth",
        "authProviderType",
        "targetAudience",
        "targetServiceAccount",
    ],
    url_keys: &["httpUrl", "url"],
    untyped_url: UntypedUrl::Means(Transport::HttpThenSse),
    both: Both::Address,
    types: &[
        ("stdio", Transport::Stdio),
        ("http", Transport::StreamableHttp),
        ("sse", Transport::Sse),
    ],
    variables: &[
        VarSyntax::Dollar,
        VarSyntax::Braced,
        VarSyntax::BracedDefault,
        VarSyntax::Percent,
    ],
    strict: Strictness::CommentsOnly,
    approval: DefaultRule::Asks,
    auto: &[Auto::Flag("trust")],
    auto_caveat: Some("in a trusted folder"),
    finish: Some(finish),
    read,
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[
    GEMINI,
    Dialect {
        id: "qwen-code",
        product: "Qwen Code",
        files: &[KnownFile::new(".qwen/settings.json", FileScope::ByHome)],
        keys: &["timeout", "type", "command", "args", "env", "cwd", "headers", "tcp", "trust", "description", "includeTools", "excludeTools", "oauth", "authProviderType", "targetAudience", "targetServiceAccount", "discoveryTimeoutMs", "versionNegotiation"],
        untyped_url: UntypedUrl::Means(Transport::Sse),
        variables: &[VarSyntax::Dollar, VarSyntax::Braced],
        ..GEMINI
    },
    Dialect {
        id: "tabnine",
        product: "Tabnine",
        files: &[
            KnownFile::new(".tabnine/agent/settings.json", FileScope::ByHome),
            KnownFile::new(".tabnine/mcp_servers.json", FileScope::ByHome),
        ],
        keys: &[],
        unverified: "whether every key of Gemini CLI counts",
        ..GEMINI
    },
];

/// Variables of an extension's manifest.
const EXTENSION_VARIABLES: &[VarSyntax] = &[
    VarSyntax::Dollar,
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
    VarSyntax::Editor,
];

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("rule").is_some_and(Node::is_list) {
        policy::read(cx, root);
        return;
    }
    map::read(cx, root);
    host::read(cx, root);
}

fn extension(cx: &mut ReadCx<'_>, root: &Node) {
    cx.variables = EXTENSION_VARIABLES;
    map::read(cx, root);
    let name = root.get("name").and_then(Node::as_str).map(Redacted::name);
    let at = root.get("name").map(|node| cx.at(node));
    let text = match name {
        Some(name) => format!("extension {name}: its publisher decides what runs"),
        None => "an extension: its publisher decides what runs".to_owned(),
    };
    cx.mark(MarkLevel::Note, text, at);
}

/// What only these products have: one key per transport, sign-in by the cloud, trust that an extension may not set.
fn finish(cx: &mut ReadCx<'_>, words: &Words<'_>, entry: &mut ServerEntry) {
    if entry.name.contains('_') {
        let at = Some(entry.source.clone());
        let text = "underscore in the name: policy patterns may miss its tools";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
    if let Some(node) = words.get("httpUrl") {
        if matches!(entry.target, Target::Remote(_)) {
            entry.transport = Transport::StreamableHttp;
        }
        let at = Some(cx.at(node));
        let text = "httpUrl is a deprecated key";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
    if let Some(node) = words.get("tcp")
        && !matches!(entry.target, Target::Remote(_) | Target::Process(_))
    {
        let at = cx.at(node);
        if let Some(text) = node.as_str() {
            let (endpoint, found) = cx.facts(entry, |facts| facts.url(text, &at));
            absorb(entry, found);
            entry.target = Target::Remote(endpoint);
        }
        entry.transport = Transport::Unknown;
        cx.refuse(entry, "tcp is read by no transport");
    }
    if let Some(node) = words.get("authProviderType") {
        sign_in(cx, entry, node);
    }
    if cx.scope == Scope::Plugin
        && let Some(node) = words.get("trust")
    {
        entry.approval = cx.default_approval();
        let at = Some(cx.at(node));
        let text = "trust is not read from an extension";
        entry.marks.push(Mark::new(MarkLevel::Note, text, at));
    }
}

fn sign_in(cx: &ReadCx<'_>, entry: &mut ServerEntry, node: &Node) {
    let name = match node.as_str() {
        Some("google_credentials") => "Google application credentials",
        Some("service_account_impersonation") => "Google service account",
        _ => return,
    };
    let mut credential = Credential::new(Redacted::trusted(name), Form::Ambient, Carrier::Header);
    credential.source = Some(cx.at(node));
    entry.credentials.push(credential);
}

#[cfg(test)]
mod tests;
