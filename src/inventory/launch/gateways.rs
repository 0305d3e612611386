//! Gateways and hubs: one entry, several servers behind it.

use super::listening;
use super::walk::Walk;
use super::{Flag, Gateway, Location, Program, args};
use crate::inventory::{MarkLevel, Redacted};

/// Reads `docker mcp gateway run` and programs that are hubs.
pub(super) fn read(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) -> bool {
    let verbs: Vec<&str> = rest.iter().take(3).map(String::as_str).collect();
    match (key, verbs.as_slice()) {
        ("docker", ["mcp", "gateway", "run", ..]) => docker(walk, &rest[3..]),
        ("docker-mcp", ["gateway", "run", ..]) => docker(walk, &rest[2..]),
        ("docker", ["mcp", ..]) => {
            walk.launch.program = Program::Binary {
                name: Redacted::trusted("docker mcp"),
                location: Location::SearchPath,
            };
            args::read(walk, &rest[1..]);
        }
        ("thv" | "toolhive", ["run" | "proxy", ..]) => {
            let options = walk.launcher_options(
                &rest[1..],
                "\
--name --transport --secret -e --env -v --volume --proxy-port --host --permission-profile",
            );
            let names = options
                .rest
                .first()
                .map(|name| Redacted::name(name))
                .into_iter()
                .collect();
            gateway(walk, "ToolHive", names);
            program(walk, "thv");
            listening::listen(walk, rest);
        }
        ("mcp-hub" | "mcphub" | "1mcp" | "metamcp" | "mcpproxy" | "magg", _) => {
            program(walk, key);
            gateway(walk, product(key), Vec::new());
            args::read(walk, rest);
        }
        _ => return false,
    }
    true
}

/// Reads packages that are hubs.
pub(super) fn package(walk: &mut Walk<'_, '_>, name: &str, rest: &[String]) -> bool {
    match name.to_ascii_lowercase().as_str() {
        "@smithery/cli" => smithery(walk, rest),
        "mcp-hub"
        | "@samanhappy/mcphub"
        | "@1mcp/agent"
        | "magg"
        | "@metamcp/mcp-server-metamcp" => {
            gateway(walk, product(name), Vec::new());
            args::read(walk, rest);
        }
        _ => return false,
    }
    true
}

fn product(name: &str) -> &'static str {
    match name {
        "mcp-hub" => "MCP Hub",
        "mcphub" | "@samanhappy/mcphub" => "MCPHub",
        "1mcp" | "@1mcp/agent" => "1MCP",
        "magg" => "Magg",
        "mcpproxy" => "MCPProxy",
        _ => "MetaMCP",
    }
}

fn program(walk: &mut Walk<'_, '_>, name: &str) {
    walk.launch.program = Program::Binary {
        name: Redacted::name(name),
        location: Location::SearchPath,
    };
}

fn gateway(walk: &mut Walk<'_, '_>, product: &str, back_ends: Vec<Redacted>) {
    walk.launch.gateway = Some(Gateway {
        product: Redacted::trusted(product),
        back_ends,
    });
}

/// `docker mcp gateway run [--servers a,b] [--profile x] [--block-network] ...`.
fn docker(walk: &mut Walk<'_, '_>, rest: &[String]) {
    walk.launch.program = Program::Binary {
        name: Redacted::trusted("docker mcp gateway"),
        location: Location::SearchPath,
    };
    let mut names: Vec<Redacted> = Vec::new();
    let mut tools = 0;
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        at += 1;
        let (flag, inline) = match word.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (word.as_str(), None),
        };
        let mut value = || {
            inline.or_else(|| {
                at += 1;
                rest.get(at - 1).map(String::as_str)
            })
        };
        match flag {
            "--servers" => {
                for name in value()
                    .unwrap_or_default()
                    .split(',')
                    .filter(|name| !name.is_empty())
                {
                    names.push(Redacted::name(name.trim()));
                }
            }
            "--tools" => {
                let listed = value().unwrap_or_default().split(',');
                tools += listed.filter(|name| !name.trim().is_empty()).count();
            }
            "--secrets"
            | "--profile"
            | "--catalog"
            | "--config"
            | "--registry"
            | "--interceptor"
            | "--additional-catalog"
            | "--additional-registry"
            | "--additional-config"
            | "--tools-config"
            | "--cpus"
            | "--memory"
            | "--mcp-registry"
            | "--session"
            | "--oauth-interceptor" => {
                let _ = value();
            }
            "--block-network"
            | "--block-secrets"
            | "--verify-signatures"
            | "--static"
            | "--long-lived"
            | "--enable-all-servers"
            | "--dry-run" => walk.launch.flags.push(Flag {
                name: Redacted::trusted(flag),
                value: None,
            }),
            _ => {}
        }
    }
    if tools > 0 {
        // The gateway's filter narrows what the host sees; it approves nothing.
        let word = if tools == 1 { "tool" } else { "tools" };
        let text = format!("the gateway exposes {tools} {word}");
        walk.mark(MarkLevel::Note, &text);
    }
    gateway(walk, "Docker MCP Gateway", names);
    listening::listen(walk, rest);
}

/// `@smithery/cli run NAME --key K --profile P`.
fn smithery(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let name = match rest.split_first() {
        Some((verb, rest)) if verb == "run" || verb == "playground" => {
            rest.iter().find(|word| !word.starts_with('-'))
        }
        _ => None,
    };
    gateway(
        walk,
        "Smithery",
        name.map(|name| Redacted::name(name)).into_iter().collect(),
    );
    walk.mark(
        MarkLevel::Note,
        "the server runs at or through Smithery: what it starts is not visible",
    );
    args::read(walk, rest);
}
