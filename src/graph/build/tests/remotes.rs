//! What stands on the line to a remote server, and who issues its tokens.

use super::{Asked, draw, lines, project_of};
use crate::graph::{Architecture, Evidence, Flow, FlowKind, NodeKind};
use crate::inventory::testing::{all_safe, credential, project, reading, remote, safe};
use crate::inventory::{
    Carrier, CredentialScheme, Form, Mark, MarkLevel, Scope, ServerEntry, Target, Transport,
};

const URL: &str = "https://mcp.tracker.example/mcp";

fn tracker() -> ServerEntry {
    remote("tracker", URL)
}

/// Returns the words on the line of the one server.
fn words(server: ServerEntry) -> String {
    let name = server.name.to_string();
    let arch = project_of([server]);
    arch.flows_from(&arch.client(&name).id)[0].text()
}

fn sign_in(arch: &Architecture) -> Vec<(&Flow, String)> {
    arch.flows()
        .into_iter()
        .filter(|f| f.kind == FlowKind::Oauth)
        .map(|f| (f, arch.node(&f.to).unwrap().label.clone()))
        .collect()
}

#[test]
fn the_transport_is_as_the_client_takes_it() {
    let by = |transport, url: &str| {
        let entry = remote("it", url).but(|s| s.transport = transport);
        words(entry).replace(" · no credential in config", "")
    };
    assert_eq!(by(Transport::StreamableHttp, URL), "HTTPS POST");
    assert_eq!(by(Transport::Sse, URL), "HTTPS, SSE (deprecated)");
    assert_eq!(by(Transport::HttpThenSse, URL), "HTTPS: POST, else SSE");
    assert_eq!(
        by(Transport::Websocket, "wss://mcp.example.com"),
        "websocket over TLS"
    );
    let near = "http://localhost:1/mcp";
    assert_eq!(by(Transport::Sse, near), "SSE (deprecated)");
    assert_eq!(by(Transport::HttpThenSse, near), "HTTP: POST, else SSE");
    assert_eq!(by(Transport::Websocket, "ws://localhost:1"), "websocket");
    assert_eq!(by(Transport::Unknown, URL), "transport unknown");
    assert_eq!(
        by(Transport::StreamableHttp, "http://localhost:1/mcp"),
        "HTTP POST"
    );
    // Whether it has TLS stands in a variable.
    assert_eq!(by(Transport::StreamableHttp, "${URL}"), "Streamable HTTP");
}

#[test]
fn plain_http_that_leaves_the_machine_is_an_alarm_and_loopback_is_none() {
    let arch = project_of([remote("a", "http://api.example.com/mcp")]);
    let flow = arch.flows_from(&arch.client("a").id)[0];
    assert_eq!(flow.text(), "HTTP POST · no TLS · no credential in config");
    assert!(flow.alarms());
    assert_eq!(
        words(remote("b", "http://10.0.0.5/mcp")),
        "HTTP POST · no TLS · no credential in config"
    );
    assert_eq!(
        words(remote("c", "http://127.0.0.1/mcp")),
        "HTTP POST · no credential in config"
    );
}

#[test]
fn unchecked_certificates_are_an_alarm_on_the_line() {
    let mark = Mark::new(MarkLevel::Alarm, "TLS unchecked (ssl_verify)", None);
    let arch = project_of([tracker().but(|s| s.marks.push(mark))]);
    let flow = arch.flows_from(&arch.client("tracker").id)[0];
    assert_eq!(flow.label.last().unwrap().text, "TLS unchecked");
    assert!(flow.alarms());
}

#[test]
fn a_credential_says_carrier_and_kind() {
    let with = |carrier, scheme| {
        let mut made = credential("TOKEN", Form::Literal, carrier);
        made.scheme = scheme;
        let said = words(tracker().holding(made)).replace("HTTPS POST · ", "");
        said.replace(" · value in .mcp.json (project)", "")
    };
    assert_eq!(
        with(Carrier::Header, CredentialScheme::Bearer),
        "bearer TOKEN (static)"
    );
    assert_eq!(
        with(Carrier::Header, CredentialScheme::Key),
        "TOKEN (static)"
    );
    assert_eq!(
        with(Carrier::Query, CredentialScheme::Key),
        "key in URL query: TOKEN"
    );
    assert_eq!(
        with(Carrier::UrlPath, CredentialScheme::Key),
        "key in URL path"
    );
    assert_eq!(
        with(Carrier::Userinfo, CredentialScheme::Basic),
        "user and password in URL"
    );
    assert_eq!(
        with(Carrier::Header, CredentialScheme::Mtls),
        "client certificate TOKEN"
    );
    let mut broken = credential("TOKEN", Form::BrokenReference, Carrier::Header);
    broken.broken = Some("`$TOKEN` is no syntax of this client");
    assert_eq!(
        words(tracker().holding(broken)),
        "HTTPS POST · broken reference TOKEN"
    );
}

#[test]
fn more_than_two_credentials_are_counted() {
    let three = tracker().bearer("A").bearer("B").bearer("C").bearer("D");
    assert_eq!(
        words(three),
        "HTTPS POST · bearer A (static) · bearer B (static) · +2 more credentials"
    );
}

#[test]
fn oauth_in_the_file_is_a_token_for_its_resource() {
    assert_eq!(words(tracker().oauth(None)), "HTTPS POST · OAuth token");
    let scoped = tracker().oauth(None).but(|s| {
        let oauth = s.oauth.as_mut().unwrap();
        oauth.resource = Some(safe("tracker.example/mcp"));
        oauth.scopes = all_safe(&["issues:read", "issues:write"]);
    });
    let arch = project_of([scoped]);
    let client = arch.client("tracker");
    assert_eq!(
        arch.flows_from(&client.id)[0].text(),
        "HTTPS POST · OAuth token for tracker.example/mcp"
    );
    assert!(lines(client).contains(&"scopes: issues:read issues:write"));
}

#[test]
fn an_unprobed_server_has_no_authorization_server() {
    let arch = project_of([
        tracker(),
        remote("open", "https://api.example.com/mcp").bearer("T"),
    ]);
    assert!(sign_in(&arch).is_empty());
    assert!(lines(arch.behind("tracker")).contains(&"token source: not probed"));
    assert!(!lines(arch.behind("open")).contains(&"token source: not probed"));
    let arch = project_of([remote("near", "http://127.0.0.1:1/mcp")]);
    assert!(!lines(arch.behind("near")).contains(&"token source: not probed"));
}

#[test]
fn an_authorization_server_that_the_file_names_is_declared_and_no_more() {
    let arch = project_of([tracker().oauth(Some("https://auth.tracker.example"))]);
    let found = sign_in(&arch);
    assert_eq!(found.len(), 1);
    let (flow, label) = &found[0];
    assert_eq!(
        (label.as_str(), flow.text()),
        ("auth.tracker.example", "OAuth (named in the file)".into())
    );
    assert_eq!(flow.from, arch.client("tracker").id);
    assert_eq!(flow.evidence, Evidence::Declared);
    // Same registrable domain: one frame.
    let auth = arch.the(NodeKind::AuthorizationServer, "auth.tracker.example");
    assert_eq!(arch.around(auth), "tracker.example");
    assert!(!lines(arch.behind("tracker")).contains(&"token source: not probed"));
}

#[test]
fn one_authorization_server_is_one_node_with_one_line_per_holder() {
    let issuer = Some("https://login.example.com");
    let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project);
    let arch = draw([
        project().with([
            tracker().oauth(issuer),
            remote("wiki", "https://wiki.example.com/mcp").oauth(issuer),
        ]),
        codex.with([tracker().oauth(Some("https://login.example.com:443/tenant"))]),
    ]);
    assert_eq!(
        arch.labels(NodeKind::AuthorizationServer),
        ["login.example.com"]
    );
    assert_eq!(sign_in(&arch).len(), 3);
}

#[test]
fn an_authorization_server_on_loopback_is_a_node_beside_the_server() {
    let arch = project_of([
        remote("near", "http://localhost:8000/mcp").oauth(Some("http://localhost:8000"))
    ]);
    let auth = arch.the(NodeKind::AuthorizationServer, "localhost:8000");
    assert_eq!(arch.around(auth), arch.around(arch.behind("near")));
}

#[test]
fn what_a_vendor_documents_is_inferred_until_probed() {
    let arch = project_of([remote("board", "https://getarchboard.app/mcp")]);
    let found = sign_in(&arch);
    let (flow, label) = &found[0];
    assert_eq!(label, "getarchboard.app");
    assert_eq!(
        flow.text(),
        "? OAuth 2.1 · PKCE S256 · CIMD or DCR · ? resource getarchboard.app/mcp"
    );
    assert_eq!(flow.evidence, Evidence::Inferred);
    let auth = arch.the(NodeKind::AuthorizationServer, "getarchboard.app");
    assert_eq!(arch.around(auth), "getarchboard.app");
    assert_eq!(auth.evidence, Evidence::Inferred);
    assert!(lines(arch.behind("board")).contains(&"? Archboard (catalogue)"));
    // A static token goes there without it.
    let arch = project_of([remote("board", "https://getarchboard.app/mcp").bearer("T")]);
    assert!(sign_in(&arch).is_empty());
}

#[test]
fn a_static_key_in_a_field_is_presented_and_a_client_secret_is_not() {
    let field = |name: &str| credential(name, Form::Literal, Carrier::Field);
    assert_eq!(
        words(tracker().holding(field("apiKey"))),
        "HTTPS POST · apiKey (static) · value in .mcp.json (project)"
    );
    let secret = tracker().oauth(None).holding(field("client_secret"));
    assert_eq!(words(secret), "HTTPS POST · OAuth token");
}

#[test]
fn the_label_of_a_server_is_what_a_reviewer_looks_up() {
    let label = |url: &str| {
        let arch = project_of([remote("it", url)]);
        arch.behind("it").label.clone()
    };
    assert_eq!(
        label("https://mcp.example.com:8443/v1/mcp"),
        "mcp.example.com:8443/v1/mcp"
    );
    assert_eq!(label("https://mcp.example.com/"), "mcp.example.com");
    let nameless = remote("", "x").but(|s| {
        if let Target::Remote(endpoint) = &mut s.target {
            endpoint.shown = safe("");
            endpoint.host = safe("");
        }
    });
    let arch = project_of([nameless]);
    assert_eq!(arch.behind("").label, "(no name)");
}
