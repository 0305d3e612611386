//! The reader of a file whose client is not known: every spelling counts.

use super::ReadCx;
use super::map;
use super::model::{
    Auto, DefaultRule, Dialect, FileScope, KnownFile, Strictness, Switch, UntypedUrl, Wrapper,
};
use crate::inventory::VarSyntax;
use crate::inventory::{HostKind, Scope, Transport};
use crate::syntax::Node;

/// Id of the generic reader; files that it reads have no client.
pub(super) const ID: &str = "generic";

/// Every variable syntax: which of them the unknown client expands is not known.
pub(super) const ANY_VARIABLE: &[VarSyntax] = &[
    VarSyntax::Dollar,
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
    VarSyntax::BracedEnv,
    VarSyntax::Input,
    VarSyntax::BracedFile,
    VarSyntax::CurlyEnv,
    VarSyntax::CurlyFile,
    VarSyntax::Secrets,
    VarSyntax::DoubleCurly,
    VarSyntax::Percent,
    VarSyntax::EnvUrl,
    VarSyntax::PowerShell,
    VarSyntax::Keyring,
    VarSyntax::Editor,
    VarSyntax::UserConfig,
];

pub(super) static DIALECT: &Dialect = &ROW;

const ROW: Dialect = Dialect {
    id: ID,
    product: "unknown client",
    unverified: "every spelling counts",
    kind: HostKind::Unknown,
    files: &[
        KnownFile::new("mcp.json", FileScope::At(Scope::Unknown)),
        KnownFile::new("mcp_config.json", FileScope::At(Scope::Unknown)),
        KnownFile::new("mcp-config.json", FileScope::At(Scope::Unknown)),
        KnownFile::new("mcp_settings.json", FileScope::At(Scope::Unknown)),
    ],
    wrappers: &[
        Wrapper::map(&["mcpServers"]),
        Wrapper::map(&["servers"]),
        Wrapper::map(&["mcp_servers"]),
        Wrapper::map(&["context_servers"]),
        Wrapper::map(&["mcp", "servers"]),
        Wrapper::map(&["mcp.servers"]),
        Wrapper::map(&["mcp", "mcpServers"]),
    ],
    flat: true,
    url_keys: &["url", "serverUrl", "httpUrl", "baseUrl", "uri", "endpoint"],
    untyped_url: UntypedUrl::Means(Transport::Unknown),
    variables: ANY_VARIABLE,
    strict: Strictness::Json5,
    approval: DefaultRule::Unknown,
    auto: &[
        Auto::Either("autoApprove"),
        Auto::Either("alwaysAllow"),
        Auto::Flag("trust"),
    ],
    auto_caveat: Some("when the client knows this key"),
    switches: &[
        Switch::off("disabled"),
        Switch::on("enabled"),
        Switch::on("isActive"),
        Switch::on("active"),
    ],
    read: generic,
    ..Dialect::BASE
};

pub(super) const ROWS: &[Dialect] = &[ROW];

/// Reads every group that some product reads.
fn generic(cx: &mut ReadCx<'_>, root: &Node) {
    map::inputs(cx, root);
    if !map::groups(cx, root) {
        map::flat(cx, root);
    }
}
