//! The way to a token as it is published: challenges, protected-resource metadata, authorization servers.

mod challenge;
mod fit;
mod issuer;
mod metadata;
mod resource;

use super::reply::Reply;
use super::web::Cx;
use super::{AssumedServer, Authorization, Detail, DocumentOutcome, Observation, Rule};
use crate::inventory::Redacted;
use challenge::Parsed;
use resource::Found;

/// Follows the way to a token from an answer that wants one.
pub(super) async fn behind_wall(cx: &Cx<'_>, obs: &mut Observation, reply: &Reply) {
    let status = reply.status.unwrap_or_default();
    let challenges = challenge::read(&reply.challenges);
    if challenges.is_empty() && status == 401 {
        obs.violates(Rule::NoChallenge, None);
    }
    obs.authorization = Some(Authorization {
        challenges: challenges
            .iter()
            .map(|c| c.seen(status, &cx.scrub))
            .collect(),
        ..Authorization::default()
    });
    judge_challenges(obs, &challenges);
    let mut all = challenges.iter().filter_map(|c| c.get("resource_metadata"));
    let named = all.next();
    // Clients follow the first; that another way is offered is worth knowing.
    for other in all.filter(|other| Some(*other) != named) {
        obs.tells(Detail::OtherMetadataUrl {
            url: cx.scrub.text(other),
        });
    }
    match resource::find(cx, obs, named).await {
        Found::Metadata { resource, issuers } => {
            issuer::all(cx, obs, &issuers, Some(&resource)).await;
        }
        Found::Nothing => {
            obs.violates(Rule::NoResourceMetadata, None);
            from_origin(cx, obs).await;
        }
        Found::Unknown => {}
    }
}

/// Looks whether an open server publishes a way to a token all the same: its lists may be open and its tools not.
pub(super) async fn without_wall(cx: &Cx<'_>, obs: &mut Observation) {
    obs.authorization = Some(Authorization::default());
    if let Found::Metadata { resource, issuers } = resource::find(cx, obs, None).await {
        return issuer::all(cx, obs, &issuers, Some(&resource)).await;
    }
    // What was asked for stays; there is nothing else to say.
    if !cx.guard.is_loopback() {
        obs.violates(Rule::NoAuthentication, None);
    }
}

/// Does as a 2025-03-26 client does where nothing is published about the resource.
async fn from_origin(cx: &Cx<'_>, obs: &mut Observation) {
    let origin = cx.guard.first().origin().ascii_serialization();
    issuer::assumed(cx, obs, &origin).await;
    let Some(authorization) = obs.authorization.as_mut() else {
        return;
    };
    let found = authorization
        .servers
        .iter()
        .any(|server| server.state == DocumentOutcome::Read);
    if !found {
        authorization.servers.clear();
        authorization.assumed = Some(AssumedServer {
            origin: cx.scrub.text(&origin),
            identity: cx.number(&origin),
        });
    }
}

fn judge_challenges(obs: &mut Observation, challenges: &[Parsed]) {
    if challenges.iter().any(|c| c.malformed) {
        obs.violates(Rule::MalformedChallenge, None);
    }
    let bearer = challenges.iter().find(|c| c.is("bearer"));
    let Some(bearer) = bearer else { return };
    match bearer.get("scope") {
        None => obs.violates(Rule::NoScopeInChallenge, None),
        Some(scope) => judge_scopes(obs, scope.split_ascii_whitespace()),
    }
}

/// Notes scopes that are too wide, or that have no place in a challenge or protected-resource metadata.
fn judge_scopes<'a>(obs: &mut Observation, scopes: impl Iterator<Item = &'a str>) {
    const WIDE: &[&str] = &["*", "all", "full-access", "full_access"];
    for scope in scopes {
        let wide = WIDE.iter().find(|w| scope.eq_ignore_ascii_case(w));
        if let Some(wide) = wide {
            obs.violates(Rule::WildcardScope, Some(Redacted::trusted(*wide)));
        }
        if scope == "offline_access" {
            obs.violates(Rule::OfflineAccess, None);
        }
    }
}
