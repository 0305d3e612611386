//! Who was seen to issue the tokens for a server: one node per issuer, one violet line per holder.

use super::super::Builder;
use super::super::isolation::Stand;
use super::super::remotes::without_scheme;
use super::super::words::short;
use super::words::why_refused;
use crate::graph::{
    Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node, Observed,
};
use crate::inventory::{Redacted, ServerEntry, read_url};
use crate::probe::{
    AssumedServer, AuthEndpoint, Authorization, AuthorizationServer, DocumentOutcome, EndpointKind,
    IssuerMatch, IssuerMetadata, Pkce, ResourceMatch,
};

/// Grants without a person; the usual ones go without saying.
const NOTABLE: &[(&str, &str)] = &[
    ("client_credentials", "client credentials"),
    (
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "JWT bearer grant",
    ),
    (
        "urn:ietf:params:oauth:grant-type:token-exchange",
        "token exchange",
    ),
];

/// On the line to an issuer from a holder that sends what its entry holds instead.
pub(in crate::graph) const NOT_USED: &str = "offered, not used by this entry";

/// Returns the audience that tokens are made for, where it may be used.
pub(in super::super) fn audience(seen: &Authorization) -> Option<&Redacted> {
    let resource = seen.resource.as_ref()?;
    (resource.fit != ResourceMatch::Mismatch).then_some(&resource.resource)
}

impl Builder {
    /// Adds the authorization servers that were seen; says whether there was one. `used`: the entry has nothing else to send.
    pub(in super::super) fn add_seen_authorization(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        holder: &str,
        seen: &Authorization,
        used: bool,
    ) -> bool {
        for issuer in &seen.servers {
            let node = self.issuer_node(stand, issuer);
            let mut flow = flow(holder, &node, issuer, scopes(seen));
            if !used {
                flow.label
                    .insert(0, LabelPart::new(LabelRole::Plain, NOT_USED));
            }
            self.connect(flow, server);
        }
        if let Some(assumed) = seen.assumed.as_ref().filter(|_| used) {
            self.add_assumed(stand, server, holder, assumed);
        }
        !seen.servers.is_empty() || seen.assumed.is_some()
    }

    fn issuer_node(&mut self, stand: &Stand, issuer: &AuthorizationServer) -> String {
        let evidence = Evidence::Observed;
        let endpoint = read_url(&issuer.issuer, 0).endpoint;
        let boundary = self.around(stand, &endpoint, evidence);
        let mut label = without_scheme(&issuer.issuer).to_owned();
        // Two issuers that are shown alike stay two.
        while *self.issuers.entry(label.clone()).or_insert(issuer.identity) != issuer.identity {
            label.push_str(" (another)");
        }
        let id = self.authorization_node(&label, &boundary, evidence);
        if let Some(node) = self.arch.node_mut(&id).filter(|n| n.observed.is_none()) {
            describe(node, issuer);
            node.observed = Some(Observed::AuthorizationServer(Box::new(issuer.clone())));
        }
        id
    }

    /// Adds the server that a client of 2025-03-26 would take where nothing is published.
    fn add_assumed(
        &mut self,
        stand: &Stand,
        server: &ServerEntry,
        holder: &str,
        assumed: &AssumedServer,
    ) {
        let evidence = Evidence::Assumed;
        let endpoint = read_url(&assumed.origin, 0).endpoint;
        let boundary = self.around(stand, &endpoint, evidence);
        let id = self.authorization_node(without_scheme(&assumed.origin), &boundary, evidence);
        let flow = Flow::new(FlowKind::Oauth, holder, &id, evidence)
            .with(LabelRole::Plain, "? OAuth (2025-03-26 default)")
            .with(LabelRole::Plain, "nothing published");
        self.connect(flow, server);
    }
}

/// Returns the scopes that the challenge asks for, else those of the metadata.
fn scopes(seen: &Authorization) -> &[Redacted] {
    let asked = seen.challenges.iter().find(|c| !c.scopes.is_empty());
    let published = seen.resource.as_ref().map(|r| r.scopes.as_slice());
    asked.map_or(published.unwrap_or_default(), |c| &c.scopes)
}

fn flow(holder: &str, node: &str, issuer: &AuthorizationServer, scopes: &[Redacted]) -> Flow {
    let evidence = if issuer.assumed_from_origin {
        Evidence::Assumed
    } else {
        Evidence::Observed
    };
    let mut flow = Flow::new(FlowKind::Oauth, holder, node, evidence);
    let plain = |flow: Flow, text: &str| flow.with(LabelRole::Plain, text);
    if issuer.assumed_from_origin {
        flow = plain(flow, "? OAuth (named by nobody)");
    } else {
        flow = plain(flow, "OAuth 2.1");
    }
    let Some(metadata) = issuer.usable() else {
        let (role, text) = unusable(issuer);
        return flow.with(role, text);
    };
    flow = match metadata.pkce {
        Pkce::S256 => plain(flow, "PKCE S256"),
        Pkce::OtherOnly => flow.with(LabelRole::Alarm, "PKCE without S256"),
        Pkce::Absent => flow.with(LabelRole::Alarm, "no PKCE advertised"),
    };
    flow = plain(flow, registration(metadata));
    if !scopes.is_empty() {
        let names: Vec<&str> = scopes.iter().map(Redacted::as_str).collect();
        flow = flow.with(
            LabelRole::Plain,
            short(&format!("scope {}", names.join(" "))),
        );
    }
    flow
}

/// Says how a client becomes known to the server.
fn registration(metadata: &IssuerMetadata) -> &'static str {
    match (metadata.cimd, metadata.dcr) {
        (true, false) => "CIMD",
        (true, true) => "CIMD or DCR (deprecated)",
        (false, true) => "DCR (deprecated)",
        (false, false) => "registered clients only",
    }
}

/// Says why a client must not or cannot use what was found.
fn unusable(issuer: &AuthorizationServer) -> (LabelRole, String) {
    let alarm = |text: &str| (LabelRole::Alarm, text.to_owned());
    match issuer.metadata.as_ref().map(|m| &m.issuer_match) {
        Some(IssuerMatch::Differs { .. }) => alarm("issuer mismatch"),
        Some(IssuerMatch::Missing) => alarm("metadata without issuer"),
        Some(IssuerMatch::Identical) | None => match issuer.state {
            DocumentOutcome::Refused { .. } => alarm(&state(issuer)),
            _ => (LabelRole::Plain, state(issuer)),
        },
    }
}

/// Says what became of the metadata.
fn state(issuer: &AuthorizationServer) -> String {
    match issuer.state {
        DocumentOutcome::Refused { reason } => {
            format!("metadata not followed ({})", why_refused(reason))
        }
        other => format!("metadata {other}"),
    }
}

fn describe(node: &mut Node, issuer: &AuthorizationServer) {
    let mut add = |role: LineRole, text: &str| node.lines.push(Line::new(role, short(text)));
    let Some(metadata) = &issuer.metadata else {
        add(LineRole::Warning, &state(issuer));
        return;
    };
    add(LineRole::Plain, &format!("metadata: {}", metadata.form));
    match &metadata.issuer_match {
        IssuerMatch::Identical => {}
        IssuerMatch::Differs { found } => {
            add(LineRole::Alarm, &format!("names another issuer: {found}"));
        }
        IssuerMatch::Missing => add(LineRole::Alarm, "names no issuer"),
    }
    let yes = |offered: bool, word: &'static str| offered.then_some(word);
    let offered = [
        yes(metadata.iss_parameter, "iss in answers (RFC 9207)"),
        yes(metadata.dpop, "DPoP"),
    ];
    let offered: Vec<&str> = offered.into_iter().flatten().collect();
    if !offered.is_empty() {
        add(LineRole::Plain, &offered.join(", "));
    }
    if metadata.names_resource == Some(true) {
        add(LineRole::Plain, "names this resource as its own");
    }
    let grants: Vec<&str> = NOTABLE
        .iter()
        .filter(|(name, _)| metadata.grant_types.iter().any(|g| g.as_str() == *name))
        .map(|(_, word)| *word)
        .collect();
    if !grants.is_empty() {
        add(LineRole::Warning, &format!("also: {}", grants.join(", ")));
    }
    for endpoint in &metadata.endpoints {
        if let Some((role, text)) = odd(endpoint) {
            add(role, &text);
        }
    }
}

/// Returns a line about an endpoint that leads out of the issuer's host or goes without TLS.
fn odd(endpoint: &AuthEndpoint) -> Option<(LineRole, String)> {
    let word = match endpoint.kind {
        EndpointKind::Authorization => "sign-in",
        EndpointKind::Token => "token",
        EndpointKind::Jwks => "keys",
        EndpointKind::Registration => "registration",
        EndpointKind::Revocation => "revocation",
        EndpointKind::Introspection => "introspection",
    };
    if !endpoint.secure {
        return Some((LineRole::Alarm, format!("{word} endpoint without https")));
    }
    let host = read_url(&endpoint.url, 0).endpoint.host;
    endpoint
        .other_host
        .then(|| (LineRole::Warning, format!("{word} endpoint at {host}")))
}
