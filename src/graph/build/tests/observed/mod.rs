//! What the picture says about servers that were probed.

mod issuers;
mod matching;
mod servers;

use crate::diagnostic::Diagnostic;
use crate::graph::{
    Architecture, Evidence, FlowKind, LabelRole, LineRole, Node, NodeKind, Observed, build_observed,
};
use crate::inventory::testing::{
    bridge_to, npm, project, remote, safe, script, started, user_file,
};
use crate::inventory::{Reading, Redacted, ServerEntry, assemble};
use crate::probe::{
    AssumedServer, Authorization, AuthorizationServer, CacheScope, Capability, Challenge, Cut,
    DocumentOutcome, Era, Failure, IssuerMatch, IssuerMetadata, LegacyTransport, LegacyView,
    ListKind, ListSeen, ListStop, MetadataForm, ModernView, Observation, Outcome, Pkce, Reach,
    Recording, Refusal, RefusalReason, RefusedUse, ResourceMatch, ResourceMetadata, Rule,
    SelfReport, SessionEnd, SessionSeen, Tool, ToolsSeen, Via,
};

const URL: &str = "https://mcp.tracker.example/mcp";

/// Draws readings with what was seen, and the messages about what fits nothing.
fn drawn(
    readings: impl IntoIterator<Item = Reading>,
    seen: impl IntoIterator<Item = (&'static str, Observation)>,
) -> (Architecture, Vec<Diagnostic>) {
    let observations = seen.into_iter().map(|(id, seen)| (id.to_owned(), seen));
    let recording = Recording {
        observations: observations.collect(),
    };
    let inventory = assemble(readings.into_iter().collect());
    build_observed(&inventory, &[], &recording)
}

/// Draws the tracker with what was seen of it.
fn tracker(seen: Observation) -> Architecture {
    let id = "http https://mcp.tracker.example/mcp";
    drawn([project().with([remote("tracker", URL)])], [(id, seen)]).0
}

fn http(outcome: Outcome) -> Observation {
    let mut seen = Observation::of(safe(URL), Reach::Http);
    seen.outcome = outcome;
    seen
}

fn modern() -> Observation {
    let mut seen = http(Outcome::Answered);
    seen.era = Era::Modern;
    seen.modern = Some(ModernView {
        revision: safe("2026-07-28"),
        supported: vec![safe("2026-07-28")],
        server: SelfReport {
            name: Some(safe("acme-notes")),
            version: Some(safe("1.4.0")),
            ..SelfReport::default()
        },
        ttl_ms: 0,
        cache_scope: CacheScope::Private,
    });
    seen
}

fn legacy(transport: LegacyTransport, revision: &str, session: bool) -> Observation {
    let mut seen = http(Outcome::Answered);
    seen.era = Era::Legacy;
    seen.legacy = Some(LegacyView {
        revision: safe(revision),
        transport,
        server: SelfReport::default(),
        session: session.then_some(SessionSeen {
            guessable: false,
            end: SessionEnd::Deleted,
        }),
    });
    seen
}

fn list(kind: ListKind, count: u64) -> ListSeen {
    ListSeen {
        kind,
        count,
        pages: 1,
        stop: None,
        ttl_ms: 0,
        cache_scope: CacheScope::Private,
    }
}

fn tools(names: &[&str], count: u64) -> ToolsSeen {
    let tool = |name: &&str| Tool {
        name: Redacted::text(name),
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        with_ui: false,
    };
    ToolsSeen {
        list: list(ListKind::Tools, count),
        samples: names.iter().map(tool).collect(),
        read_only: 0,
        destructive: count,
        open_world: count,
        destructive_by_default: count,
        open_world_by_default: count,
        unannotated: count,
        with_ui: 0,
        header_parameters: Vec::new(),
    }
}

fn issuer(url: &str, identity: u32) -> AuthorizationServer {
    AuthorizationServer {
        issuer: safe(url),
        identity,
        assumed_from_origin: false,
        state: DocumentOutcome::Read,
        metadata: Some(IssuerMetadata {
            form: MetadataForm::OAuth,
            issuer_match: IssuerMatch::Identical,
            endpoints: Vec::new(),
            pkce: Pkce::S256,
            cimd: true,
            dcr: false,
            iss_parameter: true,
            grant_types: Vec::new(),
            grant_profiles: Vec::new(),
            scopes: Vec::new(),
            client_authentication: Vec::new(),
            names_resource: Some(true),
            dpop: false,
        }),
    }
}

fn published(servers: Vec<AuthorizationServer>) -> Authorization {
    Authorization {
        challenges: vec![Challenge {
            status: 401,
            scheme: safe("bearer"),
            realm: None,
            error: None,
            scopes: vec![safe("issues:read")],
            resource_metadata: None,
            malformed: false,
        }],
        resource: Some(ResourceMetadata {
            via: Via::WellKnownPath,
            resource: safe(URL),
            fit: ResourceMatch::Identical,
            scopes: Vec::new(),
            bearer_methods: Vec::new(),
            name: None,
            dpop_required: false,
            certificate_bound: false,
            signed: false,
        }),
        servers,
        ..Authorization::default()
    }
}

fn walled(servers: Vec<AuthorizationServer>) -> Observation {
    let mut seen = http(Outcome::AuthWall { status: 401 });
    seen.authorization = Some(published(servers));
    seen
}

fn marks(node: &Node) -> Vec<&str> {
    node.marks.iter().map(|m| m.text.as_str()).collect()
}
