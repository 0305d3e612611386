//! An observation as a text to read.

use std::fmt::Write as _;

use super::{
    AuthEndpoint, Authorization, AuthorizationServer, Capabilities, Challenge, DocumentKind,
    EndpointKind, IssuerMatch, ListKind, Observation, Pkce, Reach, RuleLevel, SelfReport,
    SessionEnd, StdioEnd, Tool, ToolsSeen, Via,
};
use crate::inventory::Redacted;

/// Width of the first column.
const HEAD: usize = 16;

/// Writes an observation as lines of a name and a value.
pub fn report(seen: &Observation) -> String {
    let mut out = Report(format!("{}\n", seen.shown));
    out.row("outcome", &seen.outcome.to_string());
    out.row("era", &seen.era.to_string());
    views(&mut out, seen);
    if let Some(server) = seen.self_report() {
        itself(&mut out, server);
    }
    if let Some(tools) = &seen.tools {
        list_tools(&mut out, tools);
    }
    for list in &seen.lists {
        let word = match list.kind {
            ListKind::Tools => "tools",
            ListKind::Prompts => "prompts",
            ListKind::Resources => "resources",
            ListKind::ResourceTemplates => "templates",
        };
        out.row(word, &list.count.to_string());
    }
    if let Some(authorization) = &seen.authorization {
        authorize(&mut out, authorization);
    }
    runs(&mut out, seen);
    let with = if seen.is_unauthenticated() {
        "no credential".to_owned()
    } else {
        texts(&seen.credentials_sent)
    };
    out.row("sent", &with);
    for level in [RuleLevel::Must, RuleLevel::Should] {
        let word = match level {
            RuleLevel::Must => "MUST broken",
            RuleLevel::Should => "SHOULD broken",
        };
        for violation in seen.violations.iter().filter(|v| v.rule.level() == level) {
            out.row(word, &violation.to_string());
        }
    }
    for refusal in &seen.refusals {
        out.row("refused", &format!("{refusal} ({})", refusal.url));
    }
    for detail in &seen.details {
        out.row("detail", &detail.to_string());
    }
    out.0
}

/// A report as far as it is written.
struct Report(String);

impl Report {
    fn row(&mut self, head: &str, text: &str) {
        // A server's text stays on its line; it was filtered when it came.
        let _ = writeln!(self.0, "  {head:HEAD$}{text}");
    }
}

fn texts(list: &[Redacted]) -> String {
    let list: Vec<&str> = list.iter().map(Redacted::as_str).collect();
    list.join(", ")
}

fn views(out: &mut Report, seen: &Observation) {
    if let Some(modern) = &seen.modern {
        out.row(
            "revision",
            &format!("{}, no protocol session", modern.revision),
        );
        out.row("supports", &texts(&modern.supported));
    }
    if let Some(legacy) = &seen.legacy {
        let session = match legacy.session.map(|session| session.end) {
            None if seen.reach == Reach::Stdio => "",
            None => ", session id not seen",
            Some(SessionEnd::Deleted) => ", session id seen (deleted afterwards)",
            Some(SessionEnd::NotOffered) => ", session id seen (the server offers no DELETE)",
            Some(SessionEnd::Open) => ", session id seen (still open)",
            Some(SessionEnd::WithStream) => ", session id seen (ended with its stream)",
        };
        out.row(
            "revision",
            &format!("{}, handshake{session}", legacy.revision),
        );
    }
}

fn itself(out: &mut Report, server: &SelfReport) {
    let name = [&server.name, &server.version, &server.title];
    let name: Vec<&str> = name.into_iter().flatten().map(Redacted::as_str).collect();
    if !name.is_empty() {
        out.row("self-reported", &name.join(" "));
    }
    let offers = capabilities(&server.capabilities);
    if !offers.is_empty() {
        out.row("offers", &offers.join(", "));
    }
    let can = &server.capabilities;
    for (word, list) in [
        ("extensions", &can.extensions),
        ("experimental", &can.experimental),
        ("unknown", &can.unknown),
    ] {
        if !list.is_empty() {
            out.row(word, &texts(list));
        }
    }
    if let Some(chars) = server.instructions_chars {
        out.row("instructions", &format!("{chars} characters, not shown"));
    }
}

fn capabilities(can: &Capabilities) -> Vec<&'static str> {
    let lists = [
        (can.tools.is_some(), "tools"),
        (can.prompts.is_some(), "prompts"),
        (can.resources.is_some(), "resources"),
        (can.completions, "completions"),
        (can.tasks, "tasks"),
        (can.logging, "logging (deprecated)"),
    ];
    let offered = lists.into_iter().filter(|(offered, _)| *offered);
    offered.map(|(_, word)| word).collect()
}

fn list_tools(out: &mut Report, tools: &ToolsSeen) {
    let least = if tools.list.stop.is_some() {
        "at least "
    } else {
        ""
    };
    let names: Vec<String> = tools.samples.iter().map(tool).collect();
    let more = tools.list.count > tools.samples.len() as u64;
    let more = if more { ", ..." } else { "" };
    out.row(
        "tools",
        &format!("{least}{}: {}{more}", tools.list.count, names.join(", ")),
    );
    out.row(
        "claims",
        &format!(
            "{} read-only, {} destructive, {} open-world",
            tools.read_only,
            tools.claim_destructive(),
            tools.claim_open_world()
        ),
    );
    if tools.destructive_by_default > 0 || tools.open_world_by_default > 0 {
        out.row(
            "default",
            &format!(
                "{} destructive, {} open-world (no annotation of theirs says it; {} have none at all)",
                tools.destructive_by_default, tools.open_world_by_default, tools.unannotated
            ),
        );
    }
    for header in &tools.header_parameters {
        out.row(
            "header",
            &format!(
                "Mcp-Param-{} from {} of {}",
                header.header, header.argument, header.tool
            ),
        );
    }
}

fn tool(tool: &Tool) -> String {
    if tool.is_read_only() {
        format!("{} (read-only)", tool.name)
    } else {
        tool.name.to_string()
    }
}

fn authorize(out: &mut Report, seen: &Authorization) {
    for challenge in &seen.challenges {
        out.row("challenge", &one_challenge(challenge));
    }
    for document in &seen.documents {
        let kind = match document.kind {
            DocumentKind::ResourceMetadata => "resource metadata",
            DocumentKind::IssuerMetadata => "issuer metadata",
        };
        out.row(
            "asked for",
            &format!("{kind} {}: {}", document.url, document.outcome),
        );
    }
    if let Some(resource) = &seen.resource {
        out.row(
            "audience",
            &format!("{} ({})", resource.resource, resource.fit),
        );
        let via = match resource.via {
            Via::Challenge => "named by the challenge",
            Via::WellKnownPath => "well-known URL with the path",
            Via::WellKnownRoot => "well-known URL of the origin",
        };
        out.row("metadata", via);
        if !resource.scopes.is_empty() {
            out.row("scopes", &texts(&resource.scopes));
        }
    }
    for server in &seen.servers {
        issuer(out, server);
    }
    if seen.more_servers > 0 {
        out.row(
            "issuer",
            &format!("{} more, not looked at", seen.more_servers),
        );
    }
    if let Some(assumed) = &seen.assumed {
        let text = format!(
            "{} (assumed: the 2025-03-26 default, nothing published)",
            assumed.origin
        );
        out.row("issuer", &text);
    }
}

fn one_challenge(challenge: &Challenge) -> String {
    let mut parts = vec![format!("{} {}", challenge.status, challenge.scheme)];
    if let Some(error) = &challenge.error {
        parts.push(error.to_string());
    }
    if !challenge.scopes.is_empty() {
        let scopes: Vec<&str> = challenge.scopes.iter().map(Redacted::as_str).collect();
        parts.push(format!("scope {}", scopes.join(" ")));
    }
    if let Some(url) = &challenge.resource_metadata {
        parts.push(format!("metadata at {url}"));
    }
    if challenge.malformed {
        parts.push("malformed".to_owned());
    }
    parts.join(", ")
}

fn issuer(out: &mut Report, server: &AuthorizationServer) {
    let how = if server.assumed_from_origin {
        " (assumed from the origin)"
    } else {
        ""
    };
    out.row(
        "issuer",
        &format!("{}{how}: {}", server.issuer, server.state),
    );
    let Some(metadata) = &server.metadata else {
        return;
    };
    let matched = match &metadata.issuer_match {
        IssuerMatch::Identical => "issuer identical".to_owned(),
        IssuerMatch::Differs { found } => format!("names another issuer: {found}"),
        IssuerMatch::Missing => "names no issuer".to_owned(),
    };
    let pkce = match metadata.pkce {
        Pkce::S256 => "PKCE S256",
        Pkce::OtherOnly => "PKCE without S256",
        Pkce::Absent => "no PKCE advertised",
    };
    let mut parts = vec![metadata.form.to_string(), matched, pkce.to_owned()];
    let yes = [
        (metadata.cimd, "CIMD"),
        (metadata.dcr, "DCR (deprecated)"),
        (metadata.iss_parameter, "iss (RFC 9207)"),
        (metadata.dpop, "DPoP"),
        (metadata.names_resource == Some(true), "names this resource"),
    ];
    let yes = yes.into_iter().filter(|(offered, _)| *offered);
    parts.extend(yes.map(|(_, word)| word.to_owned()));
    out.row("", &parts.join(", "));
    if !metadata.grant_types.is_empty() {
        out.row("grants", &texts(&metadata.grant_types));
    }
    for endpoint in &metadata.endpoints {
        out.row("endpoint", &one_endpoint(endpoint));
    }
}

fn one_endpoint(endpoint: &AuthEndpoint) -> String {
    let word = match endpoint.kind {
        EndpointKind::Authorization => "sign-in",
        EndpointKind::Token => "token",
        EndpointKind::Jwks => "keys",
        EndpointKind::Registration => "registration",
        EndpointKind::Revocation => "revocation",
        EndpointKind::Introspection => "introspection",
    };
    let mut text = format!("{word} {}", endpoint.url);
    if endpoint.other_host {
        text.push_str(" (another host)");
    }
    if !endpoint.secure {
        text.push_str(" (not https)");
    }
    text
}

fn runs(out: &mut Report, seen: &Observation) {
    for run in &seen.runs {
        let opened = if run.modern {
            "server/discover"
        } else {
            "initialize"
        };
        let code = |code: Option<i32>| {
            code.map_or_else(|| "by signal".to_owned(), |c| format!("with code {c}"))
        };
        let end = match run.end {
            StdioEnd::Exited { code: c } => format!("ended by itself {}", code(c)),
            StdioEnd::Closed { code: c } => format!("ended at end of input {}", code(c)),
            StdioEnd::Killed => "was killed".to_owned(),
        };
        out.row(
            "process",
            &format!(
                "opened with {opened}; {end}; {} stray lines, {} bytes on stderr",
                run.stray_lines, run.stderr_bytes
            ),
        );
    }
}
