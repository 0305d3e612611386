//! Protected-resource metadata (RFC 9728): where to look, in which order.

use serde_json::Value;
use url::Url;

use super::fit::fit;
use super::judge_scopes;
use super::metadata::{Got, get};
use crate::probe::live::net::Permit;
use crate::probe::live::web::Cx;
use crate::probe::{
    Document, DocumentFlaw, DocumentKind, DocumentOutcome, Observation, Refusal, RefusalReason,
    RefusedUse, ResourceMatch, ResourceMetadata, Rule, Via,
};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// What came of looking.
pub(super) enum Found {
    /// Metadata that names its resource.
    Metadata {
        /// `resource` as written.
        resource: String,
        /// `authorization_servers` as written.
        issuers: Vec<String>,
    },
    /// Nothing is published.
    Nothing,
    /// Something may be published, but it was refused or could not be read.
    Unknown,
}

/// Looks for the metadata: where the challenge says, and only there, or at the two well-known places.
pub(super) async fn find(cx: &Cx<'_>, obs: &mut Observation, named: Option<&str>) -> Found {
    if let Some(named) = named {
        let permit = cx.guard.resource_metadata(named).and_then(|permit| {
            // The well-known places of an address with a secret hold it, too, and are asked in any case.
            let known = well_known(&cx.public_address());
            if cx.scrub.repeats(named) && known.iter().all(|(url, _)| *url != permit.url) {
                return Err(RefusalReason::Credential);
            }
            Ok(permit)
        });
        return match permit {
            Ok(permit) => look(cx, obs, &permit, Via::Challenge).await,
            Err(reason) => {
                let url = cx.scrub.text(named);
                obs.violates(Rule::UnsafeUrl, Some(url.clone()));
                obs.refuses(Refusal {
                    what: RefusedUse::ResourceMetadata,
                    url: url.clone(),
                    reason,
                });
                document(obs, url, DocumentOutcome::Refused { reason });
                // Clients do not see a URL in what is none, and look where they would look without.
                if reason == RefusalReason::NotUrl {
                    at_well_known(cx, obs).await
                } else {
                    Found::Unknown
                }
            }
        };
    }
    at_well_known(cx, obs).await
}

async fn at_well_known(cx: &Cx<'_>, obs: &mut Observation) -> Found {
    let mut unknown = false;
    for (url, via) in well_known(&cx.public_address()) {
        match look(cx, obs, &cx.guard.own(url), via).await {
            Found::Nothing => {}
            Found::Unknown => unknown = true,
            found @ Found::Metadata { .. } => return found,
        }
    }
    if unknown {
        Found::Unknown
    } else {
        Found::Nothing
    }
}

/// The well-known part goes between host and path.
fn well_known(first: &Url) -> Vec<(Url, Via)> {
    let mut root = first.clone();
    // Neither can fail on a URL with a host.
    let _ = root.set_username("");
    let _ = root.set_password(None);
    let mut places = Vec::new();
    let path = first.path();
    if path != "/" {
        let mut inserted = root.clone();
        inserted.set_path(&format!("{WELL_KNOWN}{path}"));
        places.push((inserted, Via::WellKnownPath));
    }
    root.set_query(None);
    root.set_path(WELL_KNOWN);
    places.push((root, Via::WellKnownRoot));
    places
}

async fn look(cx: &Cx<'_>, obs: &mut Observation, permit: &Permit, via: Via) -> Found {
    let shown = cx.scrub.text(permit.url.as_str());
    let what = RefusedUse::ResourceMetadata;
    let (outcome, value) = match get(cx, obs, permit, what).await {
        Got::Object(value) if value.get("resource").is_some_and(Value::is_string) => {
            (DocumentOutcome::Read, Some(value))
        }
        Got::Object(_) => (
            DocumentOutcome::NotMetadata {
                status: 200,
                flaw: Some(DocumentFlaw::FieldMissing),
            },
            None,
        ),
        Got::Not(outcome) => (outcome, None),
    };
    document(obs, shown, outcome);
    match (outcome, value) {
        (_, Some(value)) => read(cx, obs, &value, via),
        // A server in trouble may publish it at another time.
        (
            DocumentOutcome::Absent {
                status: 429 | 500..,
            },
            None,
        ) => Found::Unknown,
        (DocumentOutcome::Absent { .. } | DocumentOutcome::NotMetadata { .. }, None) => {
            Found::Nothing
        }
        _ => Found::Unknown,
    }
}

fn document(obs: &mut Observation, url: crate::inventory::Redacted, outcome: DocumentOutcome) {
    if let Some(authorization) = obs.authorization.as_mut() {
        authorization.documents.push(Document {
            kind: DocumentKind::ResourceMetadata,
            url,
            outcome,
        });
    }
}

fn read(cx: &Cx<'_>, obs: &mut Observation, value: &Value, via: Via) -> Found {
    let resource = value
        .get("resource")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let fit = fit(resource, &cx.asked);
    let flag = |key: &str| value.get(key).and_then(Value::as_bool) == Some(true);
    let seen = ResourceMetadata {
        via,
        resource: cx.scrub.text(resource),
        fit,
        scopes: cx.scrub.list(value, "scopes_supported"),
        bearer_methods: cx.scrub.list(value, "bearer_methods_supported"),
        name: cx.scrub.field(value, "resource_name"),
        dpop_required: flag("dpop_bound_access_tokens_required"),
        certificate_bound: flag("tls_client_certificate_bound_access_tokens"),
        signed: value.get("signed_metadata").is_some(),
    };
    if fit == ResourceMatch::Mismatch {
        obs.violates(Rule::ResourceMismatch, Some(seen.resource.clone()));
    }
    let texts = |key: &str| {
        let list = value.get(key).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str)
    };
    judge_scopes(obs, texts("scopes_supported"));
    let issuers: Vec<String> = texts("authorization_servers").map(str::to_owned).collect();
    if issuers.is_empty() {
        obs.violates(Rule::NoAuthorizationServer, None);
    }
    if let Some(authorization) = obs.authorization.as_mut() {
        authorization.resource = Some(seen);
    }
    Found::Metadata {
        resource: resource.to_owned(),
        issuers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_well_known_part_goes_between_host_and_path() {
        let table = [
            (
                "https://h.example/public/mcp",
                "https://h.example/.well-known/oauth-protected-resource/public/mcp https://h.example/.well-known/oauth-protected-resource",
            ),
            (
                "https://u:p@h.example:8443/mcp?tenant=a",
                "https://h.example:8443/.well-known/oauth-protected-resource/mcp?tenant=a https://h.example:8443/.well-known/oauth-protected-resource",
            ),
            (
                "https://h.example/",
                "https://h.example/.well-known/oauth-protected-resource",
            ),
            (
                "https://h.example",
                "https://h.example/.well-known/oauth-protected-resource",
            ),
        ];
        for (url, expected) in table {
            let places = well_known(&Url::parse(url).unwrap());
            let shown: Vec<&str> = places.iter().map(|(url, _)| url.as_str()).collect();
            assert_eq!(shown.join(" "), expected);
        }
    }
}
