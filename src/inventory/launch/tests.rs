//! Command lines in, readings in one line out.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::diagnostic::Place;
use crate::inventory::{EndpointPlace, FactCx, Found, Values, VarSyntax};

const ALL: &[VarSyntax] = &[
    VarSyntax::Braced,
    VarSyntax::BracedDefault,
    VarSyntax::BracedEnv,
    VarSyntax::Input,
    VarSyntax::Secrets,
];

fn at() -> Place {
    Place {
        path: "mcp.json".into(),
        line: 1,
        column: 1,
    }
}

/// Reads a command line; `env` names variables of the entry.
fn read(line: &[&str], env: &[&str], cwd: Option<&str>) -> (Launch, Found, Vec<String>) {
    let mut values = Values::default();
    let inputs = BTreeMap::new();
    let mut cx = FactCx {
        values: &mut values,
        understood: ALL,
        product: "Fictive Code",
        inputs: &inputs,
        in_repository: true,
        marks: Vec::new(),
        helpers: Vec::new(),
    };
    let args: Vec<String> = line[1..].iter().map(|word| (*word).to_owned()).collect();
    let env: Vec<(String, Option<String>)> = env
        .iter()
        .map(|name| ((*name).to_owned(), Some("x".to_owned())))
        .collect();
    let (launch, found) = cx.launch(line[0], &args, &env, cwd, &at());
    let marks = cx.marks.iter().map(|mark| mark.text.clone()).collect();
    (launch, found, marks)
}

fn listener(listener: &Listener) -> String {
    let port = listener
        .port
        .map_or_else(|| "?".to_owned(), |port| port.to_string());
    let host = if listener.all_interfaces { "*" } else { "-" };
    let sign = if listener.address_written { "" } else { "?" };
    format!("{host}:{port}{sign}")
}

fn pin(pin: &Pin) -> String {
    match pin {
        Pin::Unpinned => String::new(),
        Pin::Version(version) => format!(" {version}"),
        Pin::Digest => " digest".to_owned(),
    }
}

fn program(launch: &Launch) -> String {
    match &launch.program {
        Program::Package {
            ecosystem,
            name,
            pin: fixed,
        } => format!("{}:{name}{}", ecosystem.word(), pin(fixed)),
        Program::Image { name, tag, digest } => format!(
            "image {name}{}{}",
            tag.as_ref()
                .map(|tag| format!(" {tag}"))
                .unwrap_or_default(),
            if *digest { " digest" } else { "" }
        ),
        Program::Git { name, pinned } => {
            format!("git {name}{}", if *pinned { " pinned" } else { "" })
        }
        Program::Script {
            runtime,
            name,
            location,
        } => format!("{runtime} {name} ({location:?})"),
        Program::Binary { name, location } => format!("{name} ({location:?})"),
        Program::ProjectTask { name } => format!("task {name}"),
        Program::WrapperScript { name } => format!("wrapper {name}"),
        Program::Unknown => "unknown".to_owned(),
    }
}

fn describe_launch(launch: &Launch) -> String {
    let mut out = Vec::new();
    for hop in &launch.hops {
        match hop {
            Hop::ShellString(shell) => out.push(format!("{shell} string")),
            Hop::Wrapper(name) => out.push((*name).to_owned()),
            Hop::Isolation(index) => {
                let isolation = &launch.isolations[*index];
                let mut text = format!("[{}", isolation.title);
                match &isolation.network {
                    Network::OpenByDefault => {}
                    Network::None => text.push_str(", no network"),
                    Network::Host => text.push_str(", host network"),
                    Network::Named(name) => text.push_str(&format!(", network {name}")),
                }
                for mount in &isolation.mounts {
                    let mode = if mount.read_only { "ro" } else { "rw" };
                    let volume = if mount.volume { "volume " } else { "" };
                    text.push_str(&format!(", {volume}{}>{} {mode}", mount.from, mount.to));
                }
                for gap in &isolation.gaps {
                    text.push_str(&format!(", gap {gap}"));
                }
                for port in &isolation.published {
                    text.push_str(&format!(", port {}", listener(port)));
                }
                out.push(format!("{text}]"));
            }
        }
    }
    out.push(program(launch));
    if let Some(bridge) = &launch.bridge {
        let mut text = format!("bridge {}", bridge.name);
        if let Some(remote) = &bridge.remote {
            text.push_str(&format!(" to {} {}", bridge.transport.word(), remote.shown));
        }
        if let Some(inner) = &bridge.publishes {
            text.push_str(&format!(" publishes <{}>", describe_launch(inner)));
        }
        if let Some(port) = &bridge.listener {
            text.push_str(&format!(" on {}", listener(port)));
        }
        if bridge.allows_http {
            text.push_str(", allows http");
        }
        if bridge.holds_tokens {
            text.push_str(", holds tokens");
        }
        out.push(text);
    }
    if let Some(gateway) = &launch.gateway {
        let names: Vec<&str> = gateway.back_ends.iter().map(|name| name.as_str()).collect();
        out.push(format!(
            "gateway {} [{}]",
            gateway.product,
            names.join(", ")
        ));
    }
    for reach in &launch.reach {
        out.push(format!(
            "uses {}{}",
            reach.shown,
            if reach.kind == ReachKind::Path {
                String::new()
            } else {
                format!(" {:?}", reach.kind)
            }
        ));
    }
    if let Some(port) = &launch.listener {
        out.push(format!("listens {}", listener(port)));
    }
    for flag in &launch.flags {
        out.push(flag.as_str().to_owned());
    }
    out.join(" ")
}

fn describe(launch: &Launch, found: &Found) -> String {
    let mut out = vec![describe_launch(launch)];
    for credential in &found.credentials {
        let mut text = format!(
            "{} {} {:?}",
            credential.name,
            credential.form.word(),
            credential.carrier
        );
        if credential.literal_default {
            text.push_str(" default");
        }
        out.push(text);
    }
    for endpoint in &found.endpoints {
        let kind = if endpoint.database {
            "database"
        } else {
            "address"
        };
        let variable = if matches!(endpoint.endpoint.place, EndpointPlace::Variable(_)) {
            " (variable)"
        } else {
            ""
        };
        out.push(format!("{kind} {}{variable}", endpoint.endpoint.shown));
    }
    for setting in &found.settings {
        out.push(format!("setting {setting}"));
    }
    out.join(" | ")
}

fn check(table: &[(&[&str], &str)]) {
    for (line, expected) in table {
        let (launch, found, _) = read(line, &["SOIL_TOKEN"], None);
        assert_eq!(describe(&launch, &found), *expected, "{line:?}");
    }
}

fn marks(line: &[&str]) -> Vec<String> {
    let (launch, ..) = read(line, &[], None);
    launch.marks.iter().map(|mark| mark.text.clone()).collect()
}

#[test]
fn launchers_of_packages() {
    check(&[
        (
            &["npx", "-y", "@modelcontextprotocol/server-memory"],
            "npm:@modelcontextprotocol/server-memory",
        ),
        (&["npx", "ref-tools-mcp@latest"], "npm:ref-tools-mcp"),
        (
            &[
                "npx",
                "-y",
                "@fictive-lab/notes-mcp@1.4.2",
                "--vault",
                "/Users/mara/Orchard",
            ],
            "npm:@fictive-lab/notes-mcp 1.4.2 uses ~/Orchard",
        ),
        (
            &[
                "/Users/devuser/.asdf/shims/npx",
                "-y",
                "@modelcontextprotocol/server-filesystem",
                "/Users/devuser",
            ],
            "npm:@modelcontextprotocol/server-filesystem uses ~ Home",
        ),
        (
            &["C:\\Program Files\\nodejs\\npx.cmd", "-y", "pkg"],
            "npm:pkg",
        ),
        (
            &["npx", "--package=@fictive/soil", "soil-mcp", "x"],
            "npm:@fictive/soil",
        ),
        (
            &["npx", "--registry", "https://npm.example.com", "pkg"],
            "npm:pkg",
        ),
        (
            &["npx", "-y", "github:owner/repo"],
            "git github.com/owner/repo",
        ),
        (
            &["npx", "tsx", "src/server.ts"],
            "tsx server.ts (Repository)",
        ),
        (&["npm", "exec", "--", "pkg", "x"], "npm:pkg"),
        (
            &[
                "npm",
                "run",
                "start-stdio",
                "--",
                "--extensionDevelopmentPath=${workspaceFolder}",
            ],
            "task npm run start-stdio uses ./",
        ),
        (&["pnpm", "dlx", "pkg@2.0.1"], "npm:pkg 2.0.1"),
        (
            &["pnpm", "--dir", "/home/mara/x", "start"],
            "task pnpm start",
        ),
        (&["yarn", "dlx", "-q", "pkg"], "npm:pkg"),
        (&["bunx", "pkg"], "npm:pkg"),
        (&["bun", "x", "pkg"], "npm:pkg"),
        (&["bun", "run", "src/index.ts"], "bun index.ts (Repository)"),
        (&["bun", "run", "dev"], "task bun run dev"),
        (&["uvx", "mcp-server-fetch"], "pypi:mcp-server-fetch"),
        (
            &["uvx.exe", "fictive-tides-mcp==0.9.1"],
            "pypi:fictive-tides-mcp 0.9.1",
        ),
        (
            &[
                "uvx",
                "--with",
                "mcp<2",
                "mcp-server-time",
                "--local-timezone=America/New_York",
            ],
            "pypi:mcp-server-time",
        ),
        (
            &[
                "uvx",
                "--from",
                "awslabs-core-mcp-server",
                "awslabs.core-mcp-server",
            ],
            "pypi:awslabs-core-mcp-server",
        ),
        (
            &[
                "uvx",
                "--from",
                "git+https://github.com/example-org/serena",
                "serena",
                "start-mcp-server",
            ],
            "git github.com/example-org/serena",
        ),
        (
            &[
                "uvx",
                "mcp-server-sqlite",
                "--db-path",
                "/Users/NAME/test.db",
            ],
            "pypi:mcp-server-sqlite uses ~/test.db DatabaseFile",
        ),
        (
            &["uv", "tool", "run", "--python", "3.12", "pkg"],
            "pypi:pkg",
        ),
        (
            &[
                "uv",
                "run",
                "--no-project",
                "--with",
                "fastmcp",
                "--python",
                "3.13",
                "mcp-servers/glue/server.py",
            ],
            "uv run server.py (Repository)",
        ),
        (
            &["uv", "--directory", "/home/mara/soil", "run", "server.py"],
            "uv run server.py (Home)",
        ),
        (
            &["uv", "--directory", "/home/mara/soil", "run", "soil-mcp"],
            "task uv run soil-mcp",
        ),
        (
            &[
                "uv",
                "run",
                "--with",
                "mcp-server-fetch",
                "mcp-server-fetch",
            ],
            "pypi:mcp-server-fetch",
        ),
        (
            &["uv", "run", "python", "-m", "soil.server"],
            "python soil.server (SearchPath)",
        ),
        (
            &["uv run python", "servers/weather_server.py"],
            "python weather_server.py (Repository)",
        ),
        (
            &["pipx", "run", "--spec", "soil==1.0", "soil-mcp"],
            "pypi:soil 1.0",
        ),
        (&["poetry", "run", "soil-mcp"], "task poetry run soil-mcp"),
        (
            &["python", "-m", "mcp_server_fetch"],
            "python mcp_server_fetch (SearchPath)",
        ),
        (
            &[
                "C:\\25_Codes\\mcp\\venv\\Scripts\\python.exe",
                "C:\\25_Codes\\mcp\\mcp_server.py",
            ],
            "python.exe mcp_server.py (Elsewhere)",
        ),
        (&["python", "-c", "import x; x.y('hunter2')"], "unknown"),
        (
            &[
                "python",
                "-m",
                "uvicorn",
                "main:create_app",
                "--factory",
                "--host",
                "0.0.0.0",
                "--port",
                "8000",
                "--reload",
            ],
            "python uvicorn (SearchPath) listens *:8000",
        ),
        (&["node", "build/index.js"], "node index.js (Repository)"),
        (
            &["node", "${extensionPath}${/}dist${/}server.js"],
            "node server.js (Bundle)",
        ),
        (
            &["node", "--env-file=.env", "x.js"],
            "node x.js (Repository) | .env file Env",
        ),
        (
            &["deno", "run", "-A", "npm:@fictive/soil@1.2.3"],
            "npm:@fictive/soil 1.2.3 -A",
        ),
        (
            &[
                "deno",
                "run",
                "--allow-net",
                "--allow-read=/x",
                "https://deno.example.com/x/mod.ts",
            ],
            "git deno.example.com/x/mod.ts --allow-net --allow-read",
        ),
        (
            &["go", "run", "github.com/fictive/soil/cmd/mcp@latest"],
            "go:github.com/fictive/soil/cmd/mcp",
        ),
        (
            &["cargo", "run", "--release", "--", "--root", "."],
            "task cargo run uses ./",
        ),
        (
            &["java", "-jar", "/opt/soil/soil.jar", "--stdio"],
            "java soil.jar (Elsewhere)",
        ),
        (
            &["dotnet", "run", "--project", "src/Soil/Soil.csproj"],
            "task dotnet run Soil.csproj",
        ),
        (
            &["dnx", "Fictive.Soil", "--version", "1.0.0", "--yes"],
            "nuget:Fictive.Soil 1.0.0",
        ),
        (
            &["nix", "run", "github:fictive/soil-mcp", "--", "--stdio"],
            "git fictive/soil-mcp",
        ),
        (
            &[
                "${CLAUDE_PLUGIN_ROOT}/bin/grove-server",
                "--data",
                "${CLAUDE_PLUGIN_DATA}",
            ],
            "grove-server (Bundle)",
        ),
        (
            &["${LANTERN_BIN:-/usr/local/bin/lantern-mcp}"],
            "lantern-mcp (System)",
        ),
        (&["${HOME}/bin/db-mcp"], "db-mcp (Home)"),
        (&["${SERVER}"], "unknown"),
        (
            &[
                "/usr/local/bin/company-mcp-server",
                "--config",
                "/etc/company/mcp-config.json",
            ],
            "company-mcp-server (System) uses /etc/company/mcp-config.json",
        ),
        (
            &["C:\\MCP\\github-mcp-wrapper.bat"],
            "wrapper github-mcp-wrapper.bat",
        ),
        (&["windsurf-cli", "--list"], "windsurf-cli (SearchPath)"),
        (&["make", "mcp"], "task make mcp"),
        (&[""], "unknown"),
    ]);
}

#[test]
fn shells_and_wrappers() {
    check(&[
        (&["cmd", "/c", "npx", "-y", "pkg"], "cmd /c npm:pkg"),
        (
            &["cmd.exe", "/d", "/s", "/c", "npx -y pkg"],
            "cmd /c npm:pkg",
        ),
        (
            &["cmd", "/c", "set SOIL_TOKEN=fake-0&& npx pkg"],
            "cmd /c string npm:pkg | SOIL_TOKEN literal Argument",
        ),
        (
            &["powershell.exe", "-NoProfile", "-Command", "uvx", "pkg"],
            "powershell pypi:pkg",
        ),
        (
            &["pwsh", "-c", "$env:SOIL_TOKEN='fake-0'; uvx pkg"],
            "pwsh string pypi:pkg | SOIL_TOKEN literal Argument",
        ),
        (
            &["powershell", "-EncodedCommand", "AAAA"],
            "powershell string unknown",
        ),
        (
            &["powershell", "-File", "C:\\x\\run.ps1"],
            "powershell wrapper run.ps1",
        ),
        (
            &[
                "bash",
                "-c",
                "cd /home/mara/soil && exec node dist/index.js",
            ],
            "bash string node index.js (Home)",
        ),
        (&["sh", "-c", "cat x | npx pkg"], "sh string unknown"),
        (
            &[
                "bash",
                "-lc",
                "set -a; source .env; set +a; npx -y pkg 2>/dev/null",
            ],
            "bash string npm:pkg | .env file Env",
        ),
        (&["bash", "run.sh"], "bash wrapper run.sh"),
        (
            &["bash", "-c", "npm install && npx -y pkg"],
            "bash string npm:pkg",
        ),
        (
            &["bash", "-c", "TOKEN=$(op read op://a/b/c) npx pkg"],
            "bash string npm:pkg | TOKEN helper Argument",
        ),
        (
            &[
                "env",
                "-u",
                "X",
                "LOG=1",
                "SOIL_TOKEN=${SOIL_TOKEN}",
                "npx",
                "pkg",
            ],
            "env npm:pkg | SOIL_TOKEN reference Argument | setting LOG",
        ),
        (&["nohup", "npx", "pkg"], "npm:pkg"),
        (&["timeout", "30", "npx", "pkg"], "npm:pkg"),
        (
            &["sudo", "-u", "mara", "soil"],
            "[another user] soil (SearchPath)",
        ),
        (
            &["sudo", "-E", "soil", "/etc"],
            "[root] soil (SearchPath) uses /etc",
        ),
        (
            &["dotenv", "-e", ".env.local", "--", "npx", "pkg"],
            "dotenv npm:pkg | .env.local file Env",
        ),
        (
            &["op", "run", "--env-file=.env", "--", "npx", "pkg"],
            "op run npm:pkg | secrets of 1Password helper Env | .env file Env",
        ),
        (
            &["doppler", "run", "-p", "x", "--", "uvx", "pkg"],
            "doppler run pypi:pkg | secrets of Doppler helper Env",
        ),
        (
            &["aws-vault", "exec", "prod", "--", "uvx", "pkg"],
            "aws-vault pypi:pkg | AWS session ambient Env",
        ),
        (
            &["direnv", "exec", ".", "npx", "pkg"],
            "npm:pkg | .envrc file Env",
        ),
        (&["mise", "exec", "node@22", "--", "npx", "pkg"], "npm:pkg"),
        (
            &[
                "wsl.exe",
                "-d",
                "Ubuntu",
                "--cd",
                "/mnt/c/25_Codes/mcp",
                "bash",
                "-c",
                "source mcp-env/bin/activate && python3 devops_server.py",
            ],
            "[WSL · Ubuntu, gap /mnt/c shared] bash string python3 devops_server.py (Elsewhere)",
        ),
        (
            &["wsl", "-e", "npx", "pkg", "/home/mara"],
            "[WSL · default distribution, gap /mnt/c shared] npm:pkg",
        ),
        (
            &[
                "/mnt/c/Windows/System32/WindowsPowerShell/v1.0/powershell.exe",
                "-Command",
                "uvx",
                "pkg",
            ],
            "[Windows (from WSL), gap files of WSL shared] powershell pypi:pkg",
        ),
        (
            &[
                "ssh",
                "-i",
                "~/.ssh/x",
                "-o",
                "StrictHostKeyChecking=no",
                "mara@host.example.com",
                "cd /srv && ./run",
            ],
            "[ssh] sh string run (Elsewhere) | ssh key file Argument",
        ),
        (
            &["sshpass", "-p", "hunter2", "ssh", "me@h", "soil"],
            "sshpass [ssh] soil (SearchPath) | sshpass password literal Argument | ssh key or agent ambient Env",
        ),
        (
            &[
                "kubectl", "exec", "-i", "-n", "prod", "soil-0", "--", "soil-mcp",
            ],
            "[Kubernetes pod] soil-mcp (SearchPath) | kubeconfig ambient Env",
        ),
        (
            &[
                "codex",
                "sandbox",
                "--permission-profile",
                "read-only",
                "--",
                "uvx",
                "fictive-soil-mcp",
            ],
            "[Sandbox (codex sandbox)] pypi:fictive-soil-mcp",
        ),
        (
            &[
                "bwrap",
                "--ro-bind",
                "/usr",
                "/usr",
                "--bind",
                "/home/mara",
                "/home/mara",
                "--unshare-net",
                "soil",
            ],
            "[Sandbox (bwrap), no network, /usr>/usr ro, ~>~ rw, gap home mounted] soil (SearchPath)",
        ),
    ]);
    assert_eq!(marks(&["bash", "-c", "npx pkg"]), ["shell string"]);
    assert_eq!(marks(&["cmd", "/c", "npx", "pkg"]), [""; 0]);
    assert_eq!(
        marks(&["uv run python", "x.py"]),
        ["command holds a whole command line: some clients refuse it"]
    );
}

#[test]
fn containers_are_isolations() {
    check(&[
        (
            &[
                "docker",
                "run",
                "-i",
                "--rm",
                "-e",
                "SOIL_TOKEN",
                "mcp/soil",
            ],
            "[Container (docker) · mcp/soil] image mcp/soil",
        ),
        (
            &[
                "docker",
                "run",
                "-i",
                "--rm",
                "-e",
                "OTHER_TOKEN",
                "-e",
                "LOG_MODE=strict",
                "mcp/soil:2.0",
            ],
            "[Container (docker) · mcp/soil:2.0] image mcp/soil 2.0 | OTHER_TOKEN reference Env | setting LOG_MODE",
        ),
        (
            &[
                "docker",
                "run",
                "-ie",
                "A_KEY=fake-0",
                "-v/home/mara/x:/x:ro",
                "-p8080:80",
                "mcp/soil@sha256:fa4e",
            ],
            "[Container (docker) · mcp/soil · digest, ~/x>/x ro, port *:8080] image mcp/soil digest | A_KEY literal Argument",
        ),
        (
            &[
                "docker",
                "run",
                "--rm",
                "-i",
                "-v",
                "/Users/YOUR_USERNAME/.mcp/ws:/app/config",
                "-v",
                "/Users/YOUR_USERNAME/Documents/files:/app/workspace",
                "ghcr.io/example-org/ws:latest",
            ],
            "[Container (docker) · ghcr.io/example-org/ws:latest, ~/.mcp/ws>/app/config rw, ~/Documents/files>/app/workspace rw] image ghcr.io/example-org/ws latest",
        ),
        (
            &[
                "docker",
                "run",
                "--mount",
                "type=bind,src=${workspaceFolder},dst=/w,readonly",
                "--network=none",
                "mcp/soil",
                "/w",
            ],
            "[Container (docker) · mcp/soil, no network, ./>/w ro] image mcp/soil",
        ),
        (
            &[
                "docker",
                "run",
                "-v",
                "soil-data:/data",
                "-v",
                "C:\\Users\\mara:/home:rw",
                "--privileged",
                "--pid=host",
                "--cap-add",
                "SYS_ADMIN",
                "mcp/soil",
            ],
            "[Container (docker) · mcp/soil, volume soil-data>/data rw, ~>/home rw, gap home mounted, gap privileged, gap host processes visible, gap capability SYS_ADMIN] image mcp/soil",
        ),
        (
            &[
                "docker",
                "run",
                "-p",
                "127.0.0.1:8080:80",
                "-p",
                "9000",
                "mcp/soil",
            ],
            "[Container (docker) · mcp/soil, port -:8080, port *:?] image mcp/soil",
        ),
        (
            &[
                "podman",
                "run",
                "--rm",
                "-i",
                "docker.io/library/node:20",
                "npx",
                "-y",
                "pkg",
                "/home/mara",
            ],
            "[Container (podman) · docker.io/library/node:20] npm:pkg",
        ),
        (
            &[
                "docker",
                "run",
                "-i",
                "--entrypoint",
                "python",
                "mcp/soil",
                "-m",
                "soil",
            ],
            "[Container (docker) · mcp/soil] python soil (SearchPath)",
        ),
        (
            &["docker", "exec", "-i", "soil-box", "node", "x.js"],
            "[Container (docker) · soil-box, gap started elsewhere: mounts and network are not in this file] node x.js (Elsewhere)",
        ),
        (
            &["docker", "compose", "-f", "x.yml", "run", "--rm", "soil"],
            "[Container (docker compose) · soil, gap defined in a compose file that was not read] task docker compose run soil",
        ),
        (
            &[
                "docker",
                "run",
                "--env-file",
                ".env",
                "mcp/soil",
                "--host",
                "0.0.0.0",
                "--port",
                "80",
            ],
            "[Container (docker) · mcp/soil] image mcp/soil | .env file Env",
        ),
        (
            &[
                "docker",
                "mcp",
                "gateway",
                "run",
                "--servers",
                "github,slack",
                "--block-network",
            ],
            "docker mcp gateway (SearchPath) gateway Docker MCP Gateway [github, slack] --block-network",
        ),
    ]);
    assert_eq!(
        marks(&["docker", "run", "mcp/soil"]),
        ["image tag can move"]
    );
    assert_eq!(marks(&["docker", "run", "mcp/soil:2.0"]), [""; 0]);
    assert_eq!(
        marks(&["docker", "-H", "ssh://me@box", "run", "mcp/soil:2.0"]),
        ["the container may run on another machine"]
    );
}

#[test]
fn the_bridges_sample() {
    check(&[
        (
            &[
                "npx",
                "-y",
                "mcp-remote",
                "https://mcp.harbor.example.test/mcp",
            ],
            "npm:mcp-remote bridge mcp-remote to http-then-sse https://mcp.harbor.example.test/mcp, holds tokens",
        ),
        (
            &[
                "npx",
                "mcp-remote@0.1.99",
                "https://mcp.harbor.example.test/sse",
                "9696",
                "--transport",
                "sse-only",
                "--header",
                "Authorization: Bearer ${HARBOR_TOKEN}",
                "--header",
                "X-Team:blue",
            ],
            "npm:mcp-remote 0.1.99 bridge mcp-remote to sse https://mcp.harbor.example.test/sse | HARBOR_TOKEN reference Header",
        ),
        (
            &[
                "npx",
                "-y",
                "mcp-remote",
                "http://192.0.2.10:3000/mcp",
                "--allow-http",
                "--static-oauth-client-info",
                "{\"client_id\":\"fake-client-0014\",\"client_secret\":\"fake-secret-0014\"}",
            ],
            "npm:mcp-remote bridge mcp-remote to http-then-sse http://192.0.2.10:3000/mcp, allows http, holds tokens --allow-http | client_secret literal Argument",
        ),
        (
            &[
                "npx",
                "-y",
                "mcp-remote",
                "https://mcp.ledger.example.test/mcp",
                "--header",
                "Authorization:${LEDGER_AUTH}",
            ],
            "npm:mcp-remote bridge mcp-remote to http-then-sse https://mcp.ledger.example.test/mcp | LEDGER_AUTH reference Header",
        ),
        (
            &[
                "npx",
                "-y",
                "supergateway",
                "--streamableHttp",
                "https://mcp.harbor.example.test/mcp",
                "--oauth2Bearer",
                "fake-token-0025",
            ],
            "npm:supergateway bridge supergateway to streamable-http https://mcp.harbor.example.test/mcp | --oauth2Bearer literal Argument",
        ),
        (
            &[
                "npx",
                "-y",
                "supergateway",
                "--stdio",
                "uvx fictive-soil-mcp",
                "--port",
                "8000",
                "--cors",
            ],
            "npm:supergateway bridge supergateway publishes <pypi:fictive-soil-mcp> on *:8000? --cors",
        ),
        (
            &[
                "uvx",
                "mcp-proxy",
                "--transport=streamablehttp",
                "https://mcp.harbor.example.test/mcp",
            ],
            "pypi:mcp-proxy bridge mcp-proxy to streamable-http https://mcp.harbor.example.test/mcp",
        ),
        (
            &[
                "mcp-proxy",
                "--port=8080",
                "--host",
                "0.0.0.0",
                "uvx",
                "fictive-soil-mcp",
            ],
            "mcp-proxy (SearchPath) bridge mcp-proxy publishes <pypi:fictive-soil-mcp> on *:8080",
        ),
        (
            &[
                "uvx",
                "mcpo",
                "--port",
                "9000",
                "--api-key",
                "fake-0",
                "--",
                "uvx",
                "soil",
            ],
            "pypi:mcpo bridge mcpo publishes <pypi:soil> on *:9000? | --api-key literal Argument",
        ),
        (
            &[
                "docker",
                "mcp",
                "gateway",
                "run",
                "--profile",
                "field",
                "--block-network",
            ],
            "docker mcp gateway (SearchPath) gateway Docker MCP Gateway [] --block-network",
        ),
        (
            &[
                "docker",
                "run",
                "-i",
                "--rm",
                "-e",
                "SOIL_TOKEN",
                "-e",
                "SOIL_KEY=fake-token-0027",
                "-v",
                "/home/mara/data:/data:ro",
                "-v",
                "/var/run/docker.sock:/var/run/docker.sock",
                "--network",
                "host",
                "registry.example.test/fictive/soil-mcp:latest",
                "--mode",
                "ro",
            ],
            "[Container (docker) · registry.example.test/fictive/soil-mcp:latest, host network, ~/data>/data ro, /var/run/docker.sock>/var/run/docker.sock rw, gap docker socket, gap host network] image registry.example.test/fictive/soil-mcp latest uses docker socket DockerSocket | SOIL_KEY literal Argument",
        ),
        (
            &[
                "uvx",
                "--from",
                "git+https://git.example.test/fictive/soil-mcp.git@main#subdirectory=py",
                "soil-mcp",
            ],
            "git git.example.test/fictive/soil-mcp",
        ),
        (
            &[
                "uvx",
                "--from",
                "git+ssh://git@git.example.test/fictive/private-mcp.git",
                "private-mcp",
            ],
            "git git.example.test/fictive/private-mcp",
        ),
        (
            &["ssh", "mara@field.example.test", "soil-mcp", "--stdio"],
            "[ssh] soil-mcp (SearchPath) | ssh key or agent ambient Env",
        ),
        (
            &[
                "bash",
                "-lc",
                "cd /srv/soil && source .venv/bin/activate && SOIL_TOKEN=fake-token-0029 python server.py",
            ],
            "bash string python server.py (Elsewhere) | SOIL_TOKEN literal Argument",
        ),
        (
            &[
                "powershell.exe",
                "-Command",
                "C:\\Users\\mara\\.local\\bin\\uvx.exe fictive-windows-mcp",
            ],
            "powershell string pypi:fictive-windows-mcp",
        ),
        (
            &["\\\\?\\C:\\Users\\mara\\AppData\\Local\\Soil Lab\\soil.exe"],
            "soil.exe (Home)",
        ),
        (
            &[
                "env",
                "SOIL_TOKEN=fake-token-0030",
                "uvx",
                "fictive-soil-mcp",
            ],
            "env pypi:fictive-soil-mcp | SOIL_TOKEN literal Argument",
        ),
        (
            &[
                "npx",
                "-y",
                "@smithery/cli@latest",
                "run",
                "@fictive/soil",
                "--key",
                "fake-0",
                "--profile",
                "x",
            ],
            "npm:@smithery/cli gateway Smithery [@fictive/soil] | --key literal Argument",
        ),
    ]);
}

#[test]
fn arguments_say_what_a_server_gets() {
    check(&[
        (
            &[
                "soil",
                "--api-key",
                "fake-token-0035",
                "--token=fake-token-0036",
            ],
            "soil (SearchPath) | --api-key literal Argument | --token literal Argument",
        ),
        (
            &[
                "lantern-mcp",
                "postgres://reader:fake-pass-0037@db.example.test/orchard",
            ],
            "lantern-mcp (SearchPath) | argument literal Dsn | database postgres://db.example.test",
        ),
        (
            &[
                "db-mcp",
                "--dsn",
                "${DSN:-postgresql://app:FAKE-default-pw@db.example.com:5432/app}",
            ],
            "db-mcp (SearchPath) | DSN reference Argument default | database postgresql://db.example.com:5432",
        ),
        (
            &["lantern-mcp", "--dsn", "${LANTERN_DSN}"],
            "lantern-mcp (SearchPath) | LANTERN_DSN reference Argument",
        ),
        (
            &[
                "soil",
                "--header",
                "Authorization: Bearer fake-0",
                "-H",
                "X-Api-Key=fake-1",
            ],
            "soil (SearchPath) | Authorization literal Header | X-Api-Key literal Header",
        ),
        (
            &[
                "soil",
                "API_KEY=fake-0",
                "https://api.example.com/v1?key=fake-1",
            ],
            "soil (SearchPath) | API_KEY literal Argument | key literal Query | address https://api.example.com/v1",
        ),
        (
            &["soil", "--access-token", "${{ secrets.SOIL_TOKEN }}"],
            "soil (SearchPath) | SOIL_TOKEN reference Argument",
        ),
        (
            &["soil", "${SOIL_TOKEN}"],
            "soil (SearchPath) | SOIL_TOKEN reference Argument",
        ),
        (
            &["soil", "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"],
            "soil (SearchPath) | argument literal Argument",
        ),
        (
            &[
                "soil",
                ".",
                "${workspaceFolder}/x",
                "${userHome}",
                "/",
                "C:\\",
            ],
            "soil (SearchPath) uses ./ uses ./x uses ~ Home uses whole disk WholeDisk",
        ),
        (
            &[
                "soil",
                "--db",
                "sqlite:////home/mara/x.db",
                "--sock",
                "/var/run/docker.sock",
            ],
            "soil (SearchPath) uses ~/x.db DatabaseFile uses docker socket DockerSocket",
        ),
        (
            &["soil", "--transport", "sse", "--port", "8931"],
            "soil (SearchPath) listens -:8931?",
        ),
        (
            &["soil", "--transport", "stdio", "--port", "8931"],
            "soil (SearchPath)",
        ),
        (
            &["soil", "--host", "db.example.com", "--port", "5432"],
            "soil (SearchPath) | database db.example.com:5432",
        ),
        (
            &["soil", "--listen", "127.0.0.1:9000"],
            "soil (SearchPath) listens -:9000",
        ),
        (
            &["soil", "--path", "/mcp", "--read-only", "--toolsets", "all"],
            "soil (SearchPath) --read-only --toolsets",
        ),
        (
            &["npx", "@playwright/mcp@latest", "--extension"],
            "npm:@playwright/mcp --extension",
        ),
        (
            &[
                "npx",
                "-y",
                "@playwright/mcp@latest",
                "--browser=firefox",
                "--headless=",
                "--viewport-size=",
            ],
            "npm:@playwright/mcp --browser",
        ),
        (&["q7Zr2Lx9Vb4Nn8Kd3Tw6"], "••• (SearchPath)"),
        (&["npx", "-y", "sk-FAKEfakeFAKEfakeFAKEfake0000"], "npm:•••"),
    ]);
}

#[test]
fn references_that_the_client_does_not_expand_are_marked() {
    let (_, _, marks) = read(
        &["soil", "--token", "{env:SOIL_TOKEN}", "${input:x}"],
        &[],
        None,
    );
    assert_eq!(marks, ["{env:SOIL_TOKEN} is not expanded by Fictive Code"]);
    // The bridge expands these itself.
    let (_, _, marks) = read(
        &[
            "npx",
            "mcp-remote",
            "https://x.example.com",
            "--header",
            "A: {env:B}",
        ],
        &[],
        None,
    );
    assert_eq!(marks, [""; 0]);
}

#[test]
fn the_working_directory_places_scripts() {
    let place = |cwd: &str| {
        let (launch, ..) = read(&["node", "dist/x.js"], &[], Some(cwd));
        let marks: Vec<&str> = launch.marks.iter().map(|mark| mark.text.as_str()).collect();
        format!("{} {}", program(&launch), marks.join("; "))
    };
    assert_eq!(place("${workspaceFolder}/x"), "node x.js (Repository) ");
    assert_eq!(
        place("${workspaceFolder}/../x"),
        "node x.js (Elsewhere) working directory lies outside the workspace"
    );
    assert_eq!(place("/home/mara/x"), "node x.js (Home) ");
    assert_eq!(place("${extensionPath}"), "node x.js (Bundle) ");
}

#[test]
fn packages_that_are_known_say_so() {
    let id = |line: &[&str]| read(line, &[], None).0.catalog;
    assert_eq!(
        id(&["npx", "@modelcontextprotocol/server-memory@1.0.0"]),
        Some("reference-memory")
    );
    assert_eq!(id(&["uvx", "mcp_server_fetch"]), Some("reference-fetch"));
    assert_eq!(
        id(&["docker", "run", "ghcr.io/github/github-mcp-server:v1"]),
        Some("github")
    );
    assert_eq!(
        id(&[
            "node",
            "/home/mara/node_modules/@modelcontextprotocol/server-memory/dist/index.js"
        ]),
        Some("reference-memory")
    );
    assert_eq!(id(&["/opt/github-mcp-server", "stdio"]), Some("github"));
    assert_eq!(id(&["npx", "unknown-package"]), None);
}

/// Places where nothing but the place says that a word is a secret.
#[test]
fn weak_secrets_are_told_by_their_place() {
    let weak = "canary7";
    let lines: &[&[&str]] = &[
        &["soil", "--api-key", "canary7"],
        &["soil", "--api-key=canary7"],
        &["soil", "--foo", "canary7", "--bar=canary7", "canary7"],
        &["soil", "--header", "Authorization: Bearer canary7"],
        &["soil", "--headers", "X-Api-Key", "canary7"],
        &["soil", "Authorization:canary7"],
        &["soil", "A_TOKEN=canary7"],
        &["soil", "--env", "A_TOKEN=canary7"],
        &[
            "soil",
            "--config",
            "{\"token\": \"canary7\", \"x\": {\"y\": \"canary7\"}}",
        ],
        &[
            "soil",
            "https://u:canary7@h.example.com/x?key=canary7#canary7",
        ],
        &["soil", "--url", "https://canary7@h.example.com/x"],
        &["soil", "postgres://u:canary7@h/canary7?password=canary7"],
        &["soil", "--dsn", "${DSN:-postgres://u:canary7@h/d}"],
        &["soil", "--token", "${T:-canary7}"],
        &[
            "soil",
            "--connection-string",
            "Server=h;Password=canary7;Database=canary7",
        ],
        &["soil", "--password", "$canary7!"],
        &["soil", "--db-url", "jdbc:oracle:thin:u/canary7@//h:1521/s"],
        &["soil --api-key canary7"],
        &["/usr/local/bin/soil --api-key canary7"],
        &["npx -y pkg --api-key canary7"],
        &["env", "A_TOKEN=canary7", "LOG=canary7", "soil"],
        &[
            "bash",
            "-c",
            "A_TOKEN=canary7 LOG=canary7 soil --foo canary7 # canary7",
        ],
        &["bash", "-c", "export A_TOKEN=canary7; soil | tee canary7"],
        &[
            "bash",
            "-c",
            "curl -H 'x: canary7' https://u:canary7@h | soil",
        ],
        &["bash", "-c", "A_TOKEN=$(echo canary7) soil"],
        &[
            "powershell",
            "-Command",
            "$env:A_TOKEN='canary7'; $env:B = 'canary7'; soil",
        ],
        &["cmd", "/c", "set A_TOKEN=canary7&& soil"],
        &[
            "docker",
            "run",
            "-e",
            "A_TOKEN=canary7",
            "-e",
            "LOG=canary7",
            "-eB=canary7",
            "--env=C=canary7",
            "-l",
            "x=canary7",
            "mcp/soil:1",
            "--foo",
            "canary7",
        ],
        &[
            "docker",
            "run",
            "-e",
            "OPENAPI_MCP_HEADERS={\"Authorization\": \"Bearer canary7\"}",
            "mcp/soil:1",
        ],
        &["docker", "-H", "ssh://u:canary7@h", "run", "mcp/soil:1"],
        &[
            "npx",
            "mcp-remote",
            "https://u:canary7@h.example.com/x?k=canary7",
            "--header",
            "X-Any: canary7",
        ],
        &[
            "npx",
            "mcp-remote",
            "https://h.example.com",
            "--static-oauth-client-info",
            "{\"client_secret\": \"canary7\"}",
        ],
        &[
            "npx",
            "mcp-remote",
            "https://h.example.com",
            "--static-oauth-client-info",
            "canary7",
        ],
        &[
            "npx",
            "supergateway",
            "--sse",
            "https://h.example.com",
            "--oauth2Bearer",
            "canary7",
        ],
        &["npx", "supergateway", "--stdio", "soil --api-key canary7"],
        &[
            "mcp-proxy",
            "--headers",
            "Authorization",
            "Bearer canary7",
            "--client-secret",
            "canary7",
            "-e",
            "A",
            "canary7",
            "soil",
            "--token",
            "canary7",
        ],
        &[
            "uvx",
            "mcpo",
            "--api-key",
            "canary7",
            "--",
            "soil",
            "--token=canary7",
        ],
        &[
            "npx",
            "@smithery/cli",
            "run",
            "x",
            "--key",
            "canary7",
            "--profile",
            "canary7",
            "--config",
            "{\"k\": \"canary7\"}",
        ],
        &[
            "uvx",
            "--from",
            "git+https://u:canary7@h.example.com/x@canary7",
            "soil",
        ],
        &[
            "uvx",
            "--index-url",
            "https://u:canary7@h.example.com/simple",
            "soil",
        ],
        &["npx", "--registry=https://u:canary7@h.example.com", "soil"],
        &[
            "sshpass",
            "-p",
            "canary7",
            "ssh",
            "-o",
            "canary7",
            "canary7@canary7",
            "soil",
        ],
        &[
            "java",
            "-Dapi.key=canary7",
            "-Dx=canary7",
            "-jar",
            "soil.jar",
        ],
        &["python", "-c", "canary7"],
        &["node", "-e", "canary7"],
        &[
            "kubectl", "--token", "canary7", "exec", "canary7", "--", "soil",
        ],
        &["op", "run", "--account", "canary7", "--", "soil"],
        &["infisical", "run", "--token", "canary7", "--", "soil"],
        &["bwrap", "--setenv", "A_TOKEN", "canary7", "soil"],
        &["sudo", "-u", "canary7", "soil"],
        &["wsl", "-u", "canary7", "soil"],
    ];
    for line in lines {
        let wrapped: [&[&str]; 4] = [&[], &["env"], &["wsl", "-e"], &["docker", "run", "node:20"]];
        for before in wrapped {
            let words: Vec<&str> = before.iter().chain(line.iter()).copied().collect();
            let (launch, found, marks) = read(&words, &[], None);
            let kept = format!("{launch:?} {found:?} {marks:?}");
            assert!(!kept.contains(weak), "{words:?} kept in {kept}");
        }
    }
}

const CANARY: &str = "ghp_CANARYcanaryCANARYcanary00000000000001";

fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "npx",
        "-y",
        "uvx",
        "--from",
        "uv",
        "run",
        "docker",
        "-e",
        "-v",
        "--mount",
        "bash",
        "-c",
        "cmd",
        "/c",
        "wsl",
        "-d",
        "ssh",
        "-i",
        "sudo",
        "env",
        "powershell",
        "-Command",
        "mcp-remote",
        "supergateway",
        "--stdio",
        "--header",
        "mcp-proxy",
        "--port",
        "--host",
        "--",
        "python",
        "-m",
        "node",
        "deno",
        "nix",
        "op",
        "kubectl",
        "exec",
        "--api-key",
        "--token",
        "A=b",
        "https://x.example.com/y",
        "/home/mara",
        "$(",
        "${",
        "&&",
        "|",
        "'",
        "\"",
        "compose",
        "gateway",
        "mcp",
        "=",
        ":",
        "bwrap",
        "--bind",
        "go",
        "java",
        "-jar",
        "dotnet",
        "--static-oauth-client-info",
        "--named-server",
        "é",
        "\u{202e}",
    ]);
    let shapes = prop::sample::select(vec![
        "",
        "--api-key=",
        "A_TOKEN=",
        "https://u:",
        "https://h.example.com/?key=",
        "/home/mara/",
        "x/",
        "git+https://",
        "Bearer ",
        "Authorization: ",
        "${X:-",
        "$",
        "mcp/x:",
        "host:",
        "-e",
        "-v/",
        "postgres://u:",
        "npm:",
        "@scope/",
        "cd /x && ",
    ]);
    prop_oneof![
        4 => known.prop_map(str::to_owned),
        2 => shapes.prop_map(|shape| format!("{shape}{CANARY}")),
        1 => "[ -~]{0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Any words can be read, and a secret among them is never kept.
    #[test]
    fn no_secret_survives(line in prop::collection::vec(word(), 1..9), cwd in prop::option::of(word())) {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let (launch, found, marks) = read(&words, &["SOIL_TOKEN"], cwd.as_deref());
        let kept = format!("{launch:?} {found:?} {marks:?}");
        prop_assert!(!kept.contains("CANARY"), "{:?} kept in {}", line, kept);
    }
}
