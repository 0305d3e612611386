//! All targets side by side, each within its limits, until done or interrupted.

use std::future::pending;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::{LocalSet, spawn_local};
use tokio::time::sleep;

use super::net::Net;
use super::scrub::Sent;
use super::target::{ProbeOptions, Progress, Target, TargetKind};
use super::web::{self, Cx};
use super::{Cut, Failure, Observation, Outcome, Reach, stdio};
use crate::diagnostic::Diagnostic;

/// For what is left to do after an interruption or time-out.
const CLEAN_UP: Duration = Duration::from_secs(1);

/// Probes all targets and returns what was seen, in their order.
///
/// Ctrl-C ends it early: what was seen until then is returned, marked as cut.
pub fn run(
    targets: Vec<Target>,
    options: &ProbeOptions,
    progress: &dyn Fn(Progress<'_>),
) -> Result<Vec<Observation>, Diagnostic> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(64)
        .build()
        .map_err(|_| Diagnostic::error("cannot start what the probe needs of the system"))?;
    let result = LocalSet::new().block_on(&runtime, all(targets, options, progress));
    end(runtime);
    result
}

/// A name that is still being looked up must not hold up the program.
fn end(runtime: Runtime) {
    runtime.shutdown_background();
}

enum Event {
    Started(usize),
    Finished(usize, Box<Seen>),
}

/// What became of one target.
struct Seen {
    observation: Observation,
    /// Issuers by the numbers in the observation.
    issuers: Vec<String>,
}

async fn all(
    targets: Vec<Target>,
    options: &ProbeOptions,
    progress: &dyn Fn(Progress<'_>),
) -> Result<Vec<Observation>, Diagnostic> {
    let net = Rc::new(Net::new(options)?);
    let sent = Rc::new(sent(&targets));
    let options = Rc::new(options.clone());
    let jobs = Rc::new(Semaphore::new(options.jobs.max(1)));
    let (stop, stopped) = watch::channel(false);
    let (events, mut happened) = mpsc::unbounded_channel();
    let mut seen: Vec<Option<Seen>> = targets.iter().map(|_| None).collect();
    for (index, target) in targets.into_iter().enumerate() {
        let (net, options, jobs) = (Rc::clone(&net), Rc::clone(&options), Rc::clone(&jobs));
        let (events, stopped) = (events.clone(), stopped.clone());
        let sent = Rc::clone(&sent);
        spawn_local(async move {
            let started = || {
                // The other end is there until all targets are done.
                let _ = events.send(Event::Started(index));
            };
            let work = one(&net, &options, &jobs, (&target, &sent), stopped, started);
            let seen = Box::pin(work).await;
            let _ = events.send(Event::Finished(index, Box::new(seen)));
        });
    }
    drop(events);
    let interrupt = interrupted(&stop);
    tokio::pin!(interrupt);
    loop {
        tokio::select! {
            event = happened.recv() => match event {
                Some(Event::Started(index)) => progress(Progress::Started { index }),
                Some(Event::Finished(index, done)) => {
                    progress(Progress::Finished { index, observation: &done.observation });
                    seen[index] = Some(*done);
                }
                None => break,
            },
            () = &mut interrupt => {}
        }
    }
    Ok(number_issuers(seen.into_iter().flatten().collect()))
}

/// Returns all header values that a run sends: one server may have told another what it got.
fn sent(targets: &[Target]) -> Sent {
    let headers = targets.iter().flat_map(|target| match &target.kind {
        TargetKind::Http(http) => http.headers.as_slice(),
        TargetKind::Stdio(_) => &[],
    });
    let shown: Vec<&str> = targets.iter().map(|target| target.shown.as_str()).collect();
    Sent::new(headers.map(|(_, value)| value.clone()).collect(), &shown)
}

/// Passes an interruption on, once; never ends, so that it can be waited for beside other things.
async fn interrupted(stop: &watch::Sender<bool>) {
    if asked_to_end().await.is_ok() {
        let _ = stop.send(true);
    }
    pending::<()>().await;
}

/// Waits for Ctrl-C, or another gentle way to end a program: started processes would outlive an end without it.
#[cfg(unix)]
async fn asked_to_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut end = signal(SignalKind::terminate())?;
    let mut hung_up = signal(SignalKind::hangup())?;
    tokio::select! {
        ended = tokio::signal::ctrl_c() => ended,
        _ = end.recv() => Ok(()),
        _ = hung_up.recv() => Ok(()),
    }
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
async fn asked_to_end() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

async fn one(
    net: &Net,
    options: &ProbeOptions,
    jobs: &Semaphore,
    (target, sent): (&Target, &Sent),
    mut stopped: watch::Receiver<bool>,
    started: impl FnOnce(),
) -> Seen {
    let (reach, credentials) = match &target.kind {
        TargetKind::Http(http) => (Reach::Http, &http.credentials),
        TargetKind::Stdio(stdio) => (Reach::Stdio, &stdio.credentials),
    };
    let mut observation = Observation::of(target.shown.clone(), reach);
    let mut issuers = Vec::new();
    let place = tokio::select! {
        place = jobs.acquire() => place.ok(),
        () = stop(&mut stopped) => None,
    };
    if place.is_none() {
        observation.cut = Some(Cut::Interrupted);
        return Seen {
            observation,
            issuers,
        };
    }
    started();
    observation.credentials_sent.clone_from(credentials);
    match &target.kind {
        TargetKind::Http(http) => match Cx::new(net, options, http, &target.shown, sent) {
            None => {
                observation.outcome = Outcome::Unreachable {
                    reason: Failure::Unusable,
                }
            }
            Some(cx) => {
                let work = Box::pin(web::probe(&cx, &mut observation));
                let cut = within(work, cx.clock.wait(options.limits.server), &mut stopped).await;
                cx.clean_up(CLEAN_UP).await;
                note(&mut observation, cut);
                issuers = cx.into_issuers();
            }
        },
        TargetKind::Stdio(command) => {
            let work = stdio::probe(command, options, &mut observation);
            let cut = within(work, sleep(stdio::limit(options)), &mut stopped).await;
            note(&mut observation, cut);
        }
    }
    Seen {
        observation,
        issuers,
    }
}

/// Runs until done, out of time or interrupted.
async fn within(
    work: impl Future<Output = ()>,
    limit: impl Future<Output = ()>,
    stopped: &mut watch::Receiver<bool>,
) -> Option<Cut> {
    tokio::select! {
        // Where two happen at one time, it is always the same that counts.
        biased;
        () = work => None,
        () = stop(stopped) => Some(Cut::Interrupted),
        () = limit => Some(Cut::TimeLimit),
    }
}

async fn stop(stopped: &mut watch::Receiver<bool>) {
    if stopped.wait_for(|stopped| *stopped).await.is_err() {
        pending::<()>().await;
    }
}

/// Writes down what cut the probe short. A server that said nothing until then was not reached, whichever of the limits
/// came first: that of the request or that of the whole.
fn note(observation: &mut Observation, cut: Option<Cut>) {
    match cut {
        None => {}
        Some(Cut::TimeLimit) if observation.outcome == Outcome::NotAsked => {
            observation.outcome = Outcome::Unreachable {
                reason: Failure::TimeOut,
            };
        }
        Some(_) => observation.cut = cut,
    }
}

/// Gives equal issuers of different targets equal numbers, in the order of the targets.
fn number_issuers(seen: Vec<Seen>) -> Vec<Observation> {
    let mut known: Vec<String> = Vec::new();
    let mut numbered = Vec::new();
    for Seen {
        mut observation,
        issuers,
    } in seen
    {
        let mut number = |local: &mut u32| {
            let Some(issuer) = issuers.get(*local as usize) else {
                return;
            };
            let at = known.iter().position(|k| k == issuer).unwrap_or_else(|| {
                known.push(issuer.clone());
                known.len() - 1
            });
            *local = u32::try_from(at).unwrap_or(u32::MAX);
        };
        if let Some(authorization) = &mut observation.authorization {
            for server in &mut authorization.servers {
                number(&mut server.identity);
            }
            if let Some(assumed) = &mut authorization.assumed {
                number(&mut assumed.identity);
            }
        }
        numbered.push(observation);
    }
    numbered
}
