//! opencode (V1 and V2) and the new Kilo: `mcp` maps with command lists, permissions, the model's provider.

mod permission;

use super::ReadCx;
use super::map;
use super::model::{Added, Both, DefaultRule, Dialect, FileScope, Holds, Invalid, KnownFile, Merges, Shape, Strictness, Switch, Takes, UntypedUrl, Wrapper};
use crate::inventory::VarSyntax;
use crate::inventory::{MarkLevel, Scope, Transport};
use crate::syntax::{Node, Value};

/// First form: `mcp` is the map, `enabled` switches, the default is to allow.
const V1: Dialect = Dialect {
    id: "opencode",
    product: "opencode",
    added: &[
        Added {
            variable: "OPENCODE_CONFIG",
            like: "~/.config/opencode/opencode.json",
            holds: Holds::File,
        },
        Added {
            variable: "OPENCODE_CONFIG_DIR",
            like: "~/.config/opencode/opencode.json",
            holds: Holds::Folder(&["opencode.json", "opencode.jsonc"]),
        },
        Added {
            variable: "OPENCODE_CONFIG_CONTENT",
            like: "~/.config/opencode/opencode.json",
            holds: Holds::Text,
        },
    ],
takes: Takes::List,
    files: &[
        KnownFile::new("opencode.json", FileScope::At(Scope::Project)),
        KnownFile::new("opencode.jsonc", FileScope::At(Scope::Project)),
        KnownFile::new(".opencode/opencode.json", FileScope::ByHome),
        KnownFile::new(".opencode/opencode.jsonc", FileScope::ByHome),
        KnownFile::new(".config/opencode/opencode.json", FileScope::At(Scope::User)),
        KnownFile::new(
            ".config/opencode/opencode.jsonc",
            FileScope::At(Scope::User),
        ),
        KnownFile::new(
            "Library/Application Support/opencode/opencode.json",
            FileScope::At(Scope::Managed),
        )
        .lies(&["macos:/Library/Application Support/opencode/opencode.json"]),
        KnownFile::new(
            "Library/Application Support/opencode/opencode.jsonc",
            FileScope::At(Scope::Managed),
        )
        .lies(&["macos:/Library/Application Support/opencode/opencode.jsonc"]),
        KnownFile::new(
            "ProgramData/opencode/opencode.json",
            FileScope::At(Scope::Managed),
        )
        .lies(&["windows:C:/ProgramData/opencode/opencode.json"]),
        KnownFile::new(
            "ProgramData/opencode/opencode.jsonc",
            FileScope::At(Scope::Managed),
        )
        .lies(&["windows:C:/ProgramData/opencode/opencode.jsonc"]),
        KnownFile::new("etc/opencode/opencode.json", FileScope::At(Scope::Managed))
            .lies(&["linux:/etc/opencode/opencode.json"]),
        KnownFile::new("etc/opencode/opencode.jsonc", FileScope::At(Scope::Managed))
            .lies(&["linux:/etc/opencode/opencode.jsonc"]),
    ],
    default_scope: Scope::Project,
    wrappers: &[Wrapper::map(&["mcp"]), Wrapper::map(&["mcp", "servers"])],
    keys: &[
        "type",
        "command",
        "environment",
        "cwd",
        "timeout",
        "headers",
        "oauth",
    ],
    untyped_url: UntypedUrl::Refused("url without type: opencode refuses the entry"),
    both: Both::Refused("command and url together: opencode refuses the entry"),
    types: &[
        ("local", Transport::Stdio),
        ("remote", Transport::StreamableHttp),
    ],
    variables: &[VarSyntax::CurlyEnv, VarSyntax::CurlyFile],
    strict: Strictness::Lenient,
    approval: DefaultRule::Allows,
    finish: Some(super::fields::needs_type),
    merges: Merges::Keys,
    exact: &["command", "environment", "headers", "timeout"],
    invalid: Invalid::Entry,
    switches: &[Switch::on("enabled")],
    read,
    ..Dialect::BASE
};

/// Second form: `mcp.servers` is the map, `disabled` switches, the default is to ask.
static V2: Dialect = Dialect {
    merges: Merges::Changes,
    approval: DefaultRule::Asks,
    switches: &[Switch::off("disabled")],
    ..V1
};

pub(super) const ROWS: &[Dialect] = &[
    V1,
    Dialect {
        id: "kilo-code",
        product: "Kilo Code",
        added: &[],
        files: &[
            KnownFile::new("kilo.json", FileScope::At(Scope::Project)),
            KnownFile::new("kilo.jsonc", FileScope::At(Scope::Project)),
            KnownFile::new(".kilo/kilo.json", FileScope::ByHome),
            KnownFile::new(".kilo/kilo.jsonc", FileScope::ByHome),
            KnownFile::new(".config/kilo/kilo.json", FileScope::At(Scope::User)),
            KnownFile::new(".config/kilo/kilo.jsonc", FileScope::At(Scope::User)),
            KnownFile::new(".kilocode/mcp.json", FileScope::At(Scope::Project)).read_by(classic),
            KnownFile::new(
                "kilocode.kilo-code/settings/mcp_settings.json",
                FileScope::At(Scope::User),
            ).lies(&["<user-data>/*/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json", "~/.vscode-server*/data/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json"])
            .read_by(classic),
            KnownFile::new(
                ".kilocode/cli/global/settings/mcp_settings.json",
                FileScope::At(Scope::User),
            )
            .read_by(classic),
        ],
        default_scope: Scope::Unknown,
        approval: DefaultRule::Unknown,
        ..V1
    },
];

fn read(cx: &mut ReadCx<'_>, root: &Node) {
    if root.get("mcp").is_none() && root.get("mcpServers").is_some() && cx.dialect.id == "kilo-code"
    {
        classic(cx, root);
        return;
    }
    if let Some(mcp) = root.get("mcp") {
        if is_second_form(mcp) {
            cx.dialect = &V2;
            if let Some(servers) = mcp.get("servers") {
                map::group(cx, servers, &["mcp", "servers"], Shape::Map);
            }
        } else {
            map::group(cx, mcp, &["mcp"], Shape::Map);
        }
    } else if root.get("permissions").is_some_and(Node::is_list) {
        cx.dialect = &V2;
    }
    map::ignored_groups(cx, root);
    permission::read(cx, root);
    plugins(cx, root);
    provider(cx, root);
}

/// In the second form `servers` is a map of objects and no server called so.
fn is_second_form(mcp: &Node) -> bool {
    let servers = mcp.get("servers").filter(|node| node.is_map());
    servers.is_some_and(|node| {
        node.get("type")
            .is_none_or(|kind| !matches!(kind.value, Value::String(_)))
            && node.get("command").is_none_or(Node::is_map)
    })
}

/// Classic Kilo is Roo Code's shape under another name.
fn classic(cx: &mut ReadCx<'_>, root: &Node) {
    cx.dialect = &super::table::KILO_CLASSIC;
    cx.variables = cx.dialect.variables;
    map::read(cx, root);
}

/// Plugins are code that runs inside the host.
fn plugins(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(list) = root.get("plugin").filter(|node| !node.items().is_empty()) else {
        return;
    };
    let at = Some(cx.at(list));
    let count = super::count(list.items().len(), "code plugin");
    let exact = |node: &Node| {
        node.as_str()
            .and_then(|text| text.rsplit_once('@'))
            .is_some_and(|(_, version)| version.starts_with(|c: char| c.is_ascii_digit()))
    };
    let loose = !list.items().iter().all(exact);
    let text = if loose {
        format!("{count} in the host, unpinned")
    } else {
        format!("{count} in the host")
    };
    let level = if loose {
        MarkLevel::Warning
    } else {
        MarkLevel::Note
    };
    cx.mark(level, text, at);
}

/// Where the model runs, and the host's own key for it.
fn provider(cx: &mut ReadCx<'_>, root: &Node) {
    let Some(providers) = root.get("provider").filter(|node| node.is_map()) else {
        return;
    };
    for provider in providers.entries() {
        let Some(options) = provider.value.get("options") else {
            continue;
        };
        if let Some(node) = options.get("baseURL")
            && let Some(url) = node.as_str()
            && cx.out.host.inference.is_none()
        {
            let at = cx.at(node);
            let (endpoint, _) = cx.host_facts(|facts| facts.url(url, &at));
            cx.out.host.inference = Some(endpoint);
        }
        if let Some(node) = options.get("apiKey") {
            cx.host_key("apiKey", node);
        }
    }
}

#[cfg(test)]
mod tests;
