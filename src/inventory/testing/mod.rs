//! Small inventories by hand, for tests: what a dialect would have read, in few words.

mod shaping;

use super::launch::{
    Bridge, Ecosystem, Isolation, Listener, Location, Mount, Network, Pin, Program, Runtime,
};
use super::{
    Approval, Carrier, Credential, CredentialScheme, Endpoint, EndpointPlace, EndpointUse,
    Evidence, Form, HostFacts, HostKind, Launch, PlacementFact, Reading, Redacted, Rule, RunsOn,
    Scheme, Scope, ServerEntry, ServerPolicy, Target, Transport,
};
use crate::diagnostic::Place;

/// Makes text that is safe by the hand that wrote it.
pub(crate) fn safe(text: &str) -> Redacted {
    Redacted::trusted(text)
}

/// Makes a list of such texts.
pub(crate) fn all_safe(texts: &[&str]) -> Vec<Redacted> {
    texts.iter().map(|t| safe(t)).collect()
}

/// Makes a position.
pub(crate) fn place(path: &str, line: u32) -> Place {
    Place {
        path: path.into(),
        line,
        column: 5,
    }
}

/// A repository's `.mcp.json`, read by Claude Code.
pub(crate) fn project() -> Reading {
    reading("claude-code", "Claude Code", ".mcp.json", Scope::Project)
}

/// A user's file of Claude Code.
pub(crate) fn user_file() -> Reading {
    reading("claude-code", "Claude Code", ".claude.json", Scope::User)
}

/// A file of any product.
pub(crate) fn reading(
    client: &'static str,
    product: &'static str,
    path: &str,
    scope: Scope,
) -> Reading {
    let from_repository = scope == Scope::Project;
    let on = if from_repository {
        RunsOn::AnyMachineOfRepository
    } else {
        RunsOn::ThisMachine
    };
    Reading {
        client,
        product,
        kind: HostKind::Application,
        scope,
        placement: PlacementFact {
            on,
            evidence: if from_repository {
                Evidence::Declared
            } else {
                Evidence::Assumed
            },
        },
        servers: Vec::new(),
        tool_policies: Vec::new(),
        server_policies: Vec::new(),
        host: HostFacts::default(),
        also_read_by: Vec::new(),
        exclusive: false,
        loaded: true,
        breaks: None,
        from_repository,
        diagnostics: Vec::new(),
        path: path.into(),
    }
}

/// An admin's list.
pub(crate) fn admin_list(
    deny: bool,
    names: &[&str],
    urls: &[&str],
    commands: &[u32],
) -> ServerPolicy {
    ServerPolicy::AdminList {
        deny,
        by: crate::inventory::SetBy::Admin,
        names: all_safe(names),
        urls: all_safe(urls),
        commands: commands.to_vec(),
        source: place("managed-settings.json", 2),
    }
}

/// An entry with nothing but a name.
pub(crate) fn entry(name: &str) -> ServerEntry {
    let approval = Approval::by_product(Rule::AsksByDefault);
    ServerEntry::new(safe(name), Scope::Unknown, approval, place("", 0))
}

/// An entry that starts a package from npm.
pub(crate) fn npm(name: &str, package: &str) -> ServerEntry {
    started(name, package_launch(Ecosystem::Npm, package))
}

/// A launch of a package, known to the catalogue by its name.
pub(crate) fn package_launch(ecosystem: Ecosystem, package: &str) -> Launch {
    let mut launch = Launch::unknown(identity(package));
    launch.program = Program::Package {
        ecosystem,
        name: safe(package),
        pin: Pin::Unpinned,
    };
    launch.catalog =
        crate::catalog::by_package(ecosystem.word(), package).map(|row| row.id.as_str());
    launch
}

/// A launch of a script in the repository.
pub(crate) fn script(runtime: &str, name: &str) -> Launch {
    let mut launch = Launch::unknown(identity(name));
    launch.program = Program::Script {
        runtime: safe(runtime),
        name: safe(name),
        location: Location::Repository,
    };
    launch
}

/// An entry that starts something.
pub(crate) fn started(name: &str, launch: Launch) -> ServerEntry {
    let mut server = entry(name);
    server.transport = Transport::Stdio;
    server.target = Target::Process(Box::new(launch));
    server
}

/// An entry that starts a container.
pub(crate) fn docker(name: &str, image: &str, change: impl FnOnce(&mut Isolation)) -> ServerEntry {
    let mut launch = Launch::unknown(identity(image));
    launch.program = Program::Image {
        name: safe(image),
        tag: None,
        digest: false,
    };
    launch.catalog = crate::catalog::by_package("oci", image).map(|row| row.id.as_str());
    let mut container = isolation(
        Runtime::Docker,
        &format!("Container (docker) · {image}"),
        "docker",
    );
    change(&mut container);
    launch.isolations.push(container);
    started(name, launch)
}

/// An isolation with its defaults.
pub(crate) fn isolation(runtime: Runtime, title: &str, via: &'static str) -> Isolation {
    Isolation {
        runtime,
        title: safe(title),
        network: Network::OpenByDefault,
        mounts: Vec::new(),
        gaps: Vec::new(),
        not_read: None,
        published: Vec::new(),
        via,
    }
}

/// A mounted folder.
pub(crate) fn mount(from: &str, to: &str, read_only: bool) -> Mount {
    Mount {
        from: safe(from),
        to: safe(to),
        read_only,
        volume: false,
        home: None,
    }
}

/// An entry that connects to a URL.
pub(crate) fn remote(name: &str, url: &str) -> ServerEntry {
    let mut server = entry(name);
    server.transport = Transport::StreamableHttp;
    server.target = Target::Remote(endpoint(url));
    server
}

/// An address; what it is follows from its host, by rules that suffice for tests.
pub(crate) fn endpoint(url: &str) -> Endpoint {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let at = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at(at);
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) => (host, port.parse().ok()),
        None => (authority, None),
    };
    let place = match host {
        "localhost" | "127.0.0.1" => EndpointPlace::Loopback,
        "host.docker.internal" => EndpointPlace::ContainerHost,
        "169.254.169.254" => EndpointPlace::CloudMetadata,
        "your-host" => EndpointPlace::Placeholder,
        "" if scheme == "unix" => EndpointPlace::LocalSocket,
        _ if host.starts_with("${") => {
            EndpointPlace::Variable(host.trim_matches(['$', '{', '}']).into())
        }
        _ if !host.contains('.')
            || host.starts_with("10.")
            || host.split('.').next_back() == Some("local") =>
        {
            EndpointPlace::Private
        }
        _ => EndpointPlace::Public {
            provider: psl::domain_str(host).unwrap_or(host).to_owned(),
            tunnel: crate::catalog::is_public_tunnel(host),
        },
    };
    let known = !matches!(place, EndpointPlace::Variable(_));
    Endpoint {
        shown: safe(&format!("{scheme}://{authority}{path}")),
        scheme: match scheme {
            "https" => Scheme::Https,
            "http" => Scheme::Http,
            "ws" => Scheme::Ws,
            "wss" => Scheme::Wss,
            "unix" => Scheme::Unix,
            "" => Scheme::Unknown,
            _ => Scheme::Other,
        },
        host: if known { safe(host) } else { safe("") },
        port,
        path: safe(path),
        place,
        from_default: false,
        query_keys: query
            .split('&')
            .filter(|q| !q.is_empty())
            .map(safe)
            .collect(),
        identity: identity(url),
    }
}

/// A number that equal texts share and different ones, in tests, do not.
pub(crate) fn identity(text: &str) -> u32 {
    text.bytes().fold(2_166_136_261_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(16_777_619)
    })
}

/// A credential.
pub(crate) fn credential(name: &str, form: Form, carrier: Carrier) -> Credential {
    let mut made = Credential::new(safe(name), form, carrier);
    made.source = Some(place(".mcp.json", 9));
    if carrier == Carrier::Header {
        made.scheme = CredentialScheme::Bearer;
    }
    made
}

/// An address that a variable of the server names.
pub(crate) fn named(by: &str, url: &str, database: bool) -> EndpointUse {
    EndpointUse {
        named_by: safe(by),
        endpoint: endpoint(url),
        database,
        source: Some(place(".mcp.json", 8)),
    }
}

/// A bridge to a URL.
pub(crate) fn bridge_to(name: &str, url: &str) -> Launch {
    let mut launch = package_launch(Ecosystem::Npm, name);
    launch.bridge = Some(Bridge {
        name: safe(name),
        remote: Some(endpoint(url)),
        transport: Transport::HttpThenSse,
        publishes: None,
        listener: None,
        allows_http: false,
        holds_tokens: true,
    });
    launch
}

/// A port that a process opens.
pub(crate) fn port(port: u16, all_interfaces: bool) -> Listener {
    Listener {
        all_interfaces,
        port: Some(port),
        address_written: true,
    }
}
