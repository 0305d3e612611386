//! Authorization server metadata (RFC 8414, `OpenID` Connect): where to look, and what it says.

use serde_json::Value;
use url::Url;

use super::metadata::{Got, get};
use crate::probe::live::net::{Permit, is_loopback};
use crate::probe::live::web::Cx;
use crate::probe::{
    AuthEndpoint, AuthorizationServer, Document, DocumentFlaw, DocumentKind, DocumentOutcome,
    EndpointKind, IssuerMatch, IssuerMetadata, MetadataForm, Observation, Pkce, Refusal,
    RefusalReason, RefusedUse, Rule,
};

/// Endpoints by their keys.
const ENDPOINTS: &[(&str, EndpointKind)] = &[
    ("authorization_endpoint", EndpointKind::Authorization),
    ("token_endpoint", EndpointKind::Token),
    ("jwks_uri", EndpointKind::Jwks),
    ("registration_endpoint", EndpointKind::Registration),
    ("revocation_endpoint", EndpointKind::Revocation),
    ("introspection_endpoint", EndpointKind::Introspection),
];

/// Looks at every authorization server that was named, up to the limit.
pub(super) async fn all(
    cx: &Cx<'_>,
    obs: &mut Observation,
    issuers: &[String],
    resource: Option<&str>,
) {
    for (at, issuer) in issuers.iter().enumerate() {
        if at >= cx.options.limits.issuers {
            if let Some(authorization) = obs.authorization.as_mut() {
                authorization.more_servers = (issuers.len() - at) as u64;
            }
            return;
        }
        let permit = cx.advertised(issuer).and_then(plain);
        one(cx, obs, issuer, permit, resource, false).await;
    }
}

/// Looks at the origin of the server itself, as 2025-03-26 has it.
pub(super) async fn assumed(cx: &Cx<'_>, obs: &mut Observation, origin: &str) {
    let permit = cx.guard.advertised(origin);
    one(cx, obs, origin, permit, None, true).await;
}

/// An issuer has no query.
fn plain(permit: Permit) -> Result<Permit, RefusalReason> {
    match permit.url.query() {
        Some(_) => Err(RefusalReason::NotPlain),
        None => Ok(permit),
    }
}

async fn one(
    cx: &Cx<'_>,
    obs: &mut Observation,
    issuer: &str,
    permit: Result<Permit, RefusalReason>,
    resource: Option<&str>,
    assumed_from_origin: bool,
) {
    let shown = cx.scrub.text(issuer);
    let mut server = AuthorizationServer {
        issuer: shown.clone(),
        identity: cx.number(issuer),
        assumed_from_origin,
        state: DocumentOutcome::Absent { status: 404 },
        metadata: None,
    };
    match permit {
        Err(reason) => {
            obs.violates(Rule::UnsafeUrl, Some(shown.clone()));
            obs.refuses(Refusal {
                what: RefusedUse::IssuerMetadata,
                url: shown,
                reason,
            });
            server.state = DocumentOutcome::Refused { reason };
        }
        Ok(permit) => {
            look(cx, obs, issuer, &permit, resource, &mut server).await;
        }
    }
    judge(obs, &server);
    if let Some(authorization) = obs.authorization.as_mut() {
        authorization.servers.push(server);
    }
}

async fn look(
    cx: &Cx<'_>,
    obs: &mut Observation,
    issuer: &str,
    permit: &Permit,
    resource: Option<&str>,
    server: &mut AuthorizationServer,
) {
    let mut worst = None;
    for (url, form) in places(&permit.url) {
        let permit = permit.at(url);
        let url = cx.scrub.text(permit.url.as_str());
        let got = get(cx, obs, &permit, RefusedUse::IssuerMetadata).await;
        let (outcome, value) = match got {
            // RFC 8414 and OpenID Connect both require it; a document without is another kind of document.
            Got::Object(value) if !value.get("issuer").is_some_and(Value::is_string) => (
                DocumentOutcome::NotMetadata {
                    status: 200,
                    flaw: Some(DocumentFlaw::FieldMissing),
                },
                None,
            ),
            Got::Object(value) => (DocumentOutcome::Read, Some(value)),
            Got::Not(outcome) => (outcome, None),
        };
        if let Some(authorization) = obs.authorization.as_mut() {
            authorization.documents.push(Document {
                kind: DocumentKind::IssuerMetadata,
                url,
                outcome,
            });
        }
        if let Some(value) = value {
            server.state = DocumentOutcome::Read;
            server.metadata = Some(read(cx, &value, form, issuer, resource));
            inside(cx, obs, &value);
            return;
        }
        // A host that cannot be reached has nothing at another path either.
        let stop = matches!(
            outcome,
            DocumentOutcome::Failed { .. } | DocumentOutcome::Refused { .. }
        );
        if worst.is_none() || stop {
            worst = Some(outcome);
        }
        if stop
            && !matches!(
                outcome,
                DocumentOutcome::Refused {
                    reason: RefusalReason::Redirect
                }
            )
        {
            break;
        }
    }
    if let Some(outcome) = worst {
        server.state = outcome;
    }
}

/// The order that clients must keep.
fn places(issuer: &Url) -> Vec<(Url, MetadataForm)> {
    const OAUTH: &str = "/.well-known/oauth-authorization-server";
    const OIDC: &str = "/.well-known/openid-configuration";
    let at = |path: String| {
        let mut url = issuer.clone();
        url.set_path(&path);
        url
    };
    let path = issuer.path().trim_end_matches('/');
    let mut places = vec![
        (at(format!("{OAUTH}{path}")), MetadataForm::OAuth),
        (
            at(format!("{OIDC}{path}")),
            if path.is_empty() {
                MetadataForm::OidcAppended
            } else {
                MetadataForm::OidcInserted
            },
        ),
    ];
    if !path.is_empty() {
        places.push((at(format!("{path}{OIDC}")), MetadataForm::OidcAppended));
    }
    places
}

fn read(
    cx: &Cx<'_>,
    value: &Value,
    form: MetadataForm,
    issuer: &str,
    resource: Option<&str>,
) -> IssuerMetadata {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let list = |key: &str| value.get(key).and_then(Value::as_array);
    let flag = |key: &str| value.get(key).and_then(Value::as_bool) == Some(true);
    let issuer_match = match text("issuer") {
        Some(found) if found == issuer => IssuerMatch::Identical,
        Some(found) => IssuerMatch::Differs {
            found: cx.scrub.text(found),
        },
        None => IssuerMatch::Missing,
    };
    let pkce = match list("code_challenge_methods_supported") {
        Some(methods) if methods.iter().any(|m| m == "S256") => Pkce::S256,
        Some(methods) if !methods.is_empty() => Pkce::OtherOnly,
        _ => Pkce::Absent,
    };
    let host = Url::parse(issuer).ok();
    let endpoints = ENDPOINTS
        .iter()
        .filter_map(|(key, kind)| {
            let text = text(key)?;
            let url = Url::parse(text).ok();
            let secure = url
                .as_ref()
                .is_some_and(|u| u.scheme() == "https" || (u.scheme() == "http" && is_loopback(u)));
            let other_host = match (&url, &host) {
                (Some(url), Some(issuer)) => url.host() != issuer.host(),
                _ => true,
            };
            Some(AuthEndpoint {
                kind: *kind,
                url: cx.scrub.text(text),
                other_host,
                secure,
            })
        })
        .collect();
    IssuerMetadata {
        form,
        issuer_match,
        endpoints,
        pkce,
        cimd: flag("client_id_metadata_document_supported"),
        dcr: text("registration_endpoint").is_some(),
        iss_parameter: flag("authorization_response_iss_parameter_supported"),
        grant_types: cx.scrub.list(value, "grant_types_supported"),
        grant_profiles: cx
            .scrub
            .list(value, "authorization_grant_profiles_supported"),
        scopes: cx.scrub.list(value, "scopes_supported"),
        client_authentication: cx
            .scrub
            .list(value, "token_endpoint_auth_methods_supported"),
        names_resource: list("protected_resources")
            .zip(resource)
            .map(|(list, resource)| list.iter().any(|r| r == resource)),
        dpop: list("dpop_signing_alg_values_supported").is_some(),
    }
}

/// Notes endpoints that lead to this machine or a private address although the server stands elsewhere.
fn inside(cx: &Cx<'_>, obs: &mut Observation, value: &Value) {
    for text in ENDPOINTS
        .iter()
        .filter_map(|(key, _)| value.get(key)?.as_str())
    {
        let reason = cx.guard.advertised(text).err();
        if matches!(
            reason,
            Some(RefusalReason::Loopback | RefusalReason::Private | RefusalReason::CloudMetadata)
        ) {
            obs.violates(Rule::UnsafeUrl, Some(cx.scrub.text(text)));
        }
    }
}

/// Notes what the specification asks of an authorization server and was not seen.
fn judge(obs: &mut Observation, server: &AuthorizationServer) {
    let issuer = || Some(server.issuer.clone());
    let Some(metadata) = &server.metadata else {
        let absent = matches!(
            server.state,
            DocumentOutcome::Absent { .. } | DocumentOutcome::NotMetadata { .. }
        );
        // Nobody named the origin as an authorization server: that there is none breaks nothing more.
        if absent && !server.assumed_from_origin {
            obs.violates(Rule::NoIssuerMetadata, issuer());
        }
        return;
    };
    if metadata.issuer_match != IssuerMatch::Identical {
        obs.violates(Rule::IssuerMismatch, issuer());
    }
    match metadata.pkce {
        Pkce::S256 => {}
        Pkce::OtherOnly => obs.violates(Rule::PkceNotS256, issuer()),
        Pkce::Absent => obs.violates(Rule::NoPkce, issuer()),
    }
    if metadata.dcr && !metadata.cimd {
        obs.violates(Rule::DcrOnly, issuer());
    }
    if !metadata.iss_parameter {
        obs.violates(Rule::NoIssParameter, issuer());
    }
    for endpoint in metadata.endpoints.iter().filter(|e| !e.secure) {
        obs.violates(Rule::EndpointNotHttps, Some(endpoint.url.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_looked_for_in_the_order_of_the_specification() {
        let table = [
            (
                "https://auth.example.com/tenant1",
                "/.well-known/oauth-authorization-server/tenant1 /.well-known/openid-configuration/tenant1 /tenant1/.well-known/openid-configuration",
            ),
            (
                "https://auth.example.com",
                "/.well-known/oauth-authorization-server /.well-known/openid-configuration",
            ),
            (
                "https://auth.example.com/",
                "/.well-known/oauth-authorization-server /.well-known/openid-configuration",
            ),
        ];
        for (issuer, expected) in table {
            let places = places(&Url::parse(issuer).unwrap());
            let paths: Vec<&str> = places.iter().map(|(url, _)| url.path()).collect();
            assert_eq!(paths.join(" "), expected);
        }
    }
}
