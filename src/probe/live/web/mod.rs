//! Probing over HTTP: the decision table of the eras and what follows from each row.

mod cx;
mod legacy;
mod modern;
mod origin;
mod post;
mod stream;

use super::describe::{asks_back, judge_handshake};
use super::era::{Verdict, judge_version_error, verdict};
use super::net::Trouble;
use super::reply::Reply;
use super::rpc::{MODERN, Message};
use super::{
    Cut, Detail, Era, Failure, LegacyTransport, LegacyView, Observation, Outcome, Refusal,
    RefusalReason, RefusedUse, Rule, auth, lists,
};
use crate::inventory::Redacted;

pub(super) use cx::Cx;
use modern::ModernChannel;

/// Probes one server and writes down what is seen as it is seen: whoever cuts the probe short keeps it.
pub(super) async fn probe(cx: &Cx<'_>, obs: &mut Observation) {
    cx.tell(obs);
    let mut version = MODERN.to_owned();
    let mut again = false;
    loop {
        let reply = match modern::discover(cx, &version, true).await {
            Ok(reply) => reply,
            Err(trouble) => return unreachable(obs, trouble),
        };
        reply.tell(obs);
        match verdict(&reply, &cx.scrub) {
            Verdict::Modern(found) => {
                obs.era = Era::Modern;
                found.tell(obs);
                reply.judge_modern(obs);
                if reply.session.is_some() {
                    obs.tells(Detail::SessionIdUnasked);
                }
                // Answers may be large: none is kept while the next question waits for its own.
                drop(reply);
                return modern_server(cx, obs, &version).await;
            }
            Verdict::AuthWall(_)
            | Verdict::Guarded(_)
            | Verdict::Troubled(_)
            | Verdict::Redirected(_) => return stopped(cx, obs, &reply).await,
            // Asked twice, and no answer to either: what the first error said stands.
            _ if again => {
                obs.outcome = Outcome::Answered;
                return discover_answer(obs, &reply);
            }
            Verdict::OtherVersion {
                version: named,
                supported,
            } => {
                obs.era = Era::ModernByError;
                obs.modern = Some(modern::view_of_error(cx, &named, &supported));
                version_error(obs, &reply);
                obs.tells(Detail::RetriedVersion);
                version = named;
                again = true;
            }
            Verdict::Legacy => {
                obs.era = Era::Legacy;
                version_error(obs, &reply);
                discover_answer(obs, &reply);
                drop(reply);
                return initialize(cx, obs).await;
            }
            Verdict::ModernByError => {
                obs.era = Era::ModernByError;
                discover_answer(obs, &reply);
                drop(reply);
                return initialize(cx, obs).await;
            }
            Verdict::Unclear => {
                discover_answer(obs, &reply);
                drop(reply);
                return initialize(cx, obs).await;
            }
        }
    }
}

/// Reads what a modern server offers.
async fn modern_server(cx: &Cx<'_>, obs: &mut Observation, version: &str) {
    obs.outcome = Outcome::Answered;
    let mut channel = ModernChannel::new(cx, version);
    let wall = lists::read(&mut channel, &cx.reading(), obs).await;
    if cx.options.both_eras {
        match legacy::open(cx, true).await {
            Ok(legacy::Opened::Session(session)) => {
                obs.era = Era::Dual;
                obs.legacy = Some(session.view(cx));
                session.told(obs);
                session.close(cx, obs).await;
            }
            Ok(legacy::Opened::Not(reply)) => initialize_answer(obs, &reply),
            Err(_) => {}
        }
    }
    if cx.options.check_origin && cx.guard.is_loopback() {
        origin::check_modern(cx, obs, version).await;
    }
    authorization(cx, obs, wall).await;
}

/// Tries `initialize`, then HTTP+SSE.
async fn initialize(cx: &Cx<'_>, obs: &mut Observation) {
    let reply = match legacy::open(cx, true).await {
        Ok(legacy::Opened::Session(mut session)) => {
            obs.outcome = Outcome::Answered;
            legacy_era(obs);
            obs.legacy = Some(session.view(cx));
            session.told(obs);
            session.initialized(cx).await;
            let wall = lists::read(&mut session.channel(cx), &cx.reading(), obs).await;
            session.close(cx, obs).await;
            if cx.options.check_origin && cx.guard.is_loopback() {
                origin::check_legacy(cx, obs).await;
            }
            return authorization(cx, obs, wall).await;
        }
        Ok(legacy::Opened::Not(reply)) => reply,
        Err(trouble) => return unreachable(obs, trouble),
    };
    reply.tell(obs);
    match verdict(&reply, &cx.scrub) {
        Verdict::OtherVersion { version, supported } => {
            // A modern server that lacks the one request every modern server has.
            obs.era = Era::ModernByError;
            obs.outcome = Outcome::Answered;
            obs.violates(Rule::NoDiscover, None);
            obs.modern = Some(modern::view_of_error(cx, &version, &supported));
            initialize_answer(obs, &reply);
        }
        Verdict::AuthWall(_)
        | Verdict::Guarded(_)
        | Verdict::Troubled(_)
        | Verdict::Redirected(_) => {
            initialize_answer(obs, &reply);
            stopped(cx, obs, &reply).await;
        }
        _ => {
            initialize_answer(obs, &reply);
            let status = reply.status;
            drop(reply);
            if matches!(status, Some(400 | 404 | 405)) && obs.era != Era::ModernByError {
                return http_sse(cx, obs, status).await;
            }
            not_mcp(obs, status);
        }
    }
}

/// Tries HTTP+SSE of 2024-11-05.
async fn http_sse(cx: &Cx<'_>, obs: &mut Observation, status: Option<u16>) {
    match stream::open(cx, obs).await {
        Ok(stream::Opened::Stream(mut channel, revision, server)) => {
            obs.outcome = Outcome::Answered;
            legacy_era(obs);
            obs.violates(Rule::HttpSse, None);
            judge_handshake(&revision, obs);
            obs.legacy = Some(LegacyView {
                revision: cx.scrub.text(&revision),
                transport: LegacyTransport::HttpSse,
                server,
                session: None,
            });
            let wall = lists::read(&mut *channel, &cx.reading(), obs).await;
            drop(channel);
            authorization(cx, obs, wall).await;
        }
        Ok(stream::Opened::Wall(reply)) => stopped(cx, obs, &reply).await,
        Ok(stream::Opened::Not) => not_mcp(obs, status),
        Err(trouble) => {
            let reason = reason(trouble);
            obs.tells(Detail::StreamFailed { reason });
            not_mcp(obs, status);
        }
    }
}

/// Writes down an answer that says nothing about the era, and looks for the way to a token where one is wanted.
async fn stopped(cx: &Cx<'_>, obs: &mut Observation, reply: &Reply) {
    match verdict(reply, &cx.scrub) {
        Verdict::AuthWall(status) => {
            obs.outcome = Outcome::AuthWall { status };
            if !obs.credentials_sent.is_empty() {
                obs.tells(Detail::CredentialRejected);
            }
            auth::behind_wall(cx, obs, reply).await;
        }
        Verdict::Guarded(status) => obs.outcome = Outcome::Guarded { status },
        Verdict::Troubled(status) => obs.outcome = Outcome::Troubled { status },
        Verdict::Redirected(status) => {
            let location = reply.location.as_ref().map(|l| cx.scrub.text(l));
            obs.refuses(Refusal {
                what: RefusedUse::Server,
                url: location.clone().unwrap_or_default(),
                reason: RefusalReason::Redirect,
            });
            obs.outcome = Outcome::Redirected { status, location };
        }
        _ => not_mcp(obs, reply.status),
    }
}

/// Looks how a server authorises that has answered.
async fn authorization(cx: &Cx<'_>, obs: &mut Observation, wall: Option<Reply>) {
    if let Some(reply) = wall {
        return auth::behind_wall(cx, obs, &reply).await;
    }
    if obs.credentials_sent.is_empty() {
        return auth::without_wall(cx, obs).await;
    }
    // With a credential the wall is not seen: knock once without.
    let reply = if obs.era.is_modern() {
        modern::discover(cx, MODERN, false).await.ok()
    } else {
        match legacy::open(cx, false).await {
            Ok(legacy::Opened::Session(session)) => {
                session.close(cx, obs).await;
                None
            }
            Ok(legacy::Opened::Not(reply)) => Some(reply),
            Err(_) => None,
        }
    };
    match reply {
        Some(reply) if matches!(verdict(&reply, &cx.scrub), Verdict::AuthWall(_)) => {
            auth::behind_wall(cx, obs, &reply).await;
            lists::cached_for_everybody(obs);
        }
        Some(reply) if matches!(reply.message, Message::Nothing) => {}
        other => {
            drop(other);
            auth::without_wall(cx, obs).await;
        }
    }
}

fn legacy_era(obs: &mut Observation) {
    if obs.era != Era::ModernByError {
        obs.era = Era::Legacy;
    }
}

fn unreachable(obs: &mut Observation, trouble: Trouble) {
    let reason = reason(trouble);
    // What was learnt before stays; a server that has answered is not unreachable.
    if obs.outcome == Outcome::NotAsked {
        obs.outcome = Outcome::Unreachable { reason };
    } else if reason == Failure::TimeOut {
        obs.cut = Some(Cut::TimeLimit);
    }
}

fn reason(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Failed(reason) => reason,
        Trouble::Blocked(_) => Failure::Forbidden,
    }
}

fn not_mcp(obs: &mut Observation, status: Option<u16>) {
    obs.outcome = if obs.era == Era::Unknown {
        Outcome::NotMcp { status }
    } else {
        Outcome::Answered
    };
}

fn discover_answer(obs: &mut Observation, reply: &Reply) {
    if let Message::Result(text) = &reply.message
        && asks_back(text)
    {
        obs.violates(Rule::AsksBack, Some(Redacted::trusted("server/discover")));
    }
    obs.tells(Detail::DiscoverAnswer {
        status: reply.status,
        code: reply.code(),
    });
}

fn initialize_answer(obs: &mut Observation, reply: &Reply) {
    obs.tells(Detail::InitializeAnswer {
        status: reply.status,
        code: reply.code(),
    });
}

/// Notes a version error that lacks what the specification asks of it.
fn version_error(obs: &mut Observation, reply: &Reply) {
    if reply.status.is_some_and(|s| s != 400) {
        obs.violates(Rule::VersionError, None);
    }
    judge_version_error(&reply.message, obs);
}
