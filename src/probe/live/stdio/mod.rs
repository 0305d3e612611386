//! Probing over stdin and stdout: each era in a process of its own.

mod family;
mod process;

use std::time::Duration;

use serde_json::json;

use super::describe::{asks_back, initialized, judge_handshake};
use super::era::{Verdict, judge_version_error, verdict};
use super::lists::{self, Reading};
use super::net::Trouble;
use super::reply::Reply;
use super::rpc::{self, LEGACY, MODERN, Message, modern_request};
use super::scrub::Scrub;
use super::target::{Limits, ProbeOptions, StdioTarget};
use super::{
    Detail, Era, Failure, LegacyTransport, LegacyView, Observation, Outcome, Rule, StdioRun,
};
use crate::inventory::Redacted;
use process::{Pipe, Process};

pub use family::MARK;
pub use process::BASE_ENVIRONMENT;

/// What the probe of one command needs.
struct Cx<'a> {
    target: &'a StdioTarget,
    options: &'a ProbeOptions,
    scrub: Scrub,
}

impl Cx<'_> {
    fn reading(&self) -> Reading<'_> {
        Reading {
            limits: &self.options.limits,
            scrub: &self.scrub,
        }
    }
}

/// Gives the time limit for one command: a process is started up to three times, and each may be slow to start; who
/// asks for less than usual gets no more than that.
pub(super) fn limit(options: &ProbeOptions) -> Duration {
    let limits = &options.limits;
    if limits.server < Limits::default().server {
        return limits.server;
    }
    let starts = if options.both_eras { 3 } else { 2 };
    limits
        .server
        .max((limits.start + limits.shutdown) * starts + limits.request)
}

/// Probes one command.
pub(super) async fn probe(target: &StdioTarget, options: &ProbeOptions, obs: &mut Observation) {
    let cx = Cx {
        target,
        options,
        scrub: Scrub::of_command(target),
    };
    let Some(mut process) = start(&cx, obs) else {
        return;
    };
    let ended = modern(&cx, &mut process, obs).await;
    finish(&cx, process, true, obs).await;
    match ended {
        Next::Done => {}
        Next::BothEras => {
            if let Some(view) = legacy(&cx, obs, false).await {
                obs.legacy = Some(view);
                obs.era = Era::Dual;
            }
        }
        Next::Legacy => {
            if let Some(view) = legacy(&cx, obs, true).await {
                obs.legacy = Some(view);
            }
        }
    }
}

enum Next {
    Done,
    BothEras,
    Legacy,
}

fn start(cx: &Cx<'_>, obs: &mut Observation) -> Option<Process> {
    match Process::start(cx.target, cx.options) {
        Ok(process) => Some(process),
        Err(reason) => {
            obs.outcome = Outcome::Unreachable { reason };
            None
        }
    }
}

async fn finish(cx: &Cx<'_>, process: Process, modern: bool, obs: &mut Observation) {
    let stray_lines = process.stray_lines();
    let (end, stderr_bytes) = process.end(cx.options.limits.shutdown).await;
    if stray_lines > 0 {
        obs.violates(Rule::StrayOutput, None);
    }
    obs.runs.push(StdioRun {
        modern,
        end,
        stray_lines,
        stderr_bytes,
    });
}

/// Opens with `server/discover`. Silence, an exit and any unknown error mean that `initialize` has to tell.
async fn modern(cx: &Cx<'_>, process: &mut Process, obs: &mut Observation) -> Next {
    let limit = cx.options.limits.start;
    let id = json!("discover-1");
    let ask = |version: &str| modern_request(&id, "server/discover", version, None);
    let Ok(reply) = process.exchange(&id, ask(MODERN), limit).await else {
        return Next::Legacy;
    };
    reply.tell(obs);
    match verdict(&reply, &cx.scrub) {
        Verdict::Modern(found) => {
            obs.era = Era::Modern;
            found.tell(obs);
            reply.judge_modern(obs);
            read_modern(cx, process, MODERN, obs).await
        }
        Verdict::OtherVersion { version, supported } => {
            obs.era = Era::ModernByError;
            obs.outcome = Outcome::Answered;
            obs.modern = Some(super::ModernView {
                revision: cx.scrub.text(&version),
                supported: supported.iter().map(|v| cx.scrub.text(v)).collect(),
                server: super::SelfReport::default(),
                ttl_ms: 0,
                cache_scope: super::CacheScope::Missing,
            });
            judge_version_error(&reply.message, obs);
            obs.tells(Detail::RetriedVersion);
            let again = process.exchange(&id, ask(&version), limit).await;
            if let Ok(again) = &again {
                again.tell(obs);
            }
            let verdict = again.as_ref().map(|reply| verdict(reply, &cx.scrub));
            if let Ok(Verdict::Modern(found)) = verdict {
                obs.era = Era::Modern;
                found.tell(obs);
                return read_modern(cx, process, &version, obs).await;
            }
            Next::Done
        }
        Verdict::ModernByError => {
            obs.era = Era::ModernByError;
            obs.outcome = Outcome::Answered;
            answered(obs, &reply);
            Next::Done
        }
        Verdict::Legacy => {
            obs.era = Era::Legacy;
            judge_version_error(&reply.message, obs);
            answered(obs, &reply);
            Next::Legacy
        }
        _ => {
            answered(obs, &reply);
            Next::Legacy
        }
    }
}

fn answered(obs: &mut Observation, reply: &Reply) {
    if let Message::Result(text) = &reply.message
        && asks_back(text)
    {
        obs.violates(Rule::AsksBack, Some(Redacted::trusted("server/discover")));
    }
    obs.tells(Detail::DiscoverAnswer {
        status: None,
        code: reply.code(),
    });
}

async fn read_modern(
    cx: &Cx<'_>,
    process: &mut Process,
    version: &str,
    obs: &mut Observation,
) -> Next {
    obs.outcome = Outcome::Answered;
    let mut pipe = Pipe::modern(process, version, cx.options.limits.request);
    lists::read(&mut pipe, &cx.reading(), obs).await;
    if cx.options.both_eras {
        Next::BothEras
    } else {
        Next::Done
    }
}

/// Opens a fresh process with `initialize`; with `main` its answer is what the server is.
async fn legacy(cx: &Cx<'_>, obs: &mut Observation, main: bool) -> Option<LegacyView> {
    let mut process = match Process::start(cx.target, cx.options) {
        Ok(process) => process,
        Err(reason) => {
            if main {
                obs.outcome = Outcome::Unreachable { reason };
            }
            return None;
        }
    };
    let id = json!(1);
    let opening = rpc::initialize(&id, LEGACY);
    let reply = process
        .exchange(&id, opening, cx.options.limits.start)
        .await;
    let view = match &reply {
        Ok(Reply {
            message: Message::Result(text),
            ..
        }) => initialized(text, &cx.scrub),
        _ => None,
    };
    if let Some((revision, _)) = &view {
        judge_handshake(revision, obs);
    }
    let view = view.map(|(revision, server)| LegacyView {
        revision: cx.scrub.text(&revision),
        transport: LegacyTransport::Stdio,
        server,
        session: None,
    });
    if let Ok(reply) = &reply {
        reply.tell(obs);
    }
    match (&view, &reply) {
        (Some(view), _) if main => {
            obs.outcome = Outcome::Answered;
            obs.era = Era::Legacy;
            obs.legacy = Some(view.clone());
            // A server that has gone by now shows no lists; what it said stands.
            let _ = process.write(rpc::initialized()).await;
            let mut pipe = Pipe::legacy(&mut process, cx.options.limits.request);
            lists::read(&mut pipe, &cx.reading(), obs).await;
        }
        (None, Ok(reply)) => {
            obs.tells(Detail::InitializeAnswer {
                status: None,
                code: reply.code(),
            });
            if main && obs.era == Era::Unknown {
                obs.outcome = Outcome::NotMcp { status: None };
            }
        }
        (None, Err(trouble)) if main => {
            let reason = match trouble {
                Trouble::Failed(Failure::Closed) => Failure::Exited,
                Trouble::Failed(reason) => *reason,
                Trouble::Blocked(_) => Failure::Forbidden,
            };
            obs.outcome = Outcome::Unreachable { reason };
        }
        _ => {}
    }
    finish(cx, process, false, obs).await;
    view
}
