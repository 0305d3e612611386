//! Legacy Streamable HTTP: `initialize`, what follows, and the end of the session.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::json;

use super::Cx;
use super::cx::{OpenSession, put};
use super::post::post;
use crate::probe::live::describe::{initialized, judge_handshake};
use crate::probe::live::net::{Ask, Trouble};
use crate::probe::live::reply::{Channel, Reply};
use crate::probe::live::rpc::{self, LEGACY, Message, legacy_request};
use crate::probe::live::target::Live;
use crate::probe::{
    LegacyTransport, LegacyView, Observation, Rule, SelfReport, SessionEnd, SessionSeen,
};

/// Shortest session id that is hard to guess: 16 characters of base64 are 96 bits.
const SHORTEST_ID: usize = 16;

/// What became of `initialize`.
pub(super) enum Opened {
    /// The server answered it.
    Session(Box<Session>),
    /// It answered something else.
    Not(Reply),
}

/// A legacy server that has answered `initialize`.
pub(super) struct Session {
    revision: String,
    server: SelfReport,
    id: Option<Live>,
    with_credentials: bool,
    reply: Reply,
}

/// Sends `initialize`.
pub(super) async fn open(cx: &Cx<'_>, with_credentials: bool) -> Result<Opened, Trouble> {
    let id = json!(1);
    let headers = cx.headers(with_credentials);
    let body = rpc::initialize(&id, LEGACY);
    let mut reply = post(cx, &cx.own, headers, body, Some(&id)).await?;
    let found = match &reply.message {
        Message::Result(text) if reply.status.is_some_and(|s| s < 300) => {
            initialized(text, &cx.scrub)
        }
        _ => None,
    };
    // A session id that comes with an error is not one.
    let Some((revision, server)) = found else {
        return Ok(Opened::Not(reply));
    };
    if let Some(id) = &reply.session {
        cx.remember(Some(OpenSession {
            id: id.clone(),
            revision: revision.clone(),
        }));
    }
    // It may be large, and the session is long.
    reply.message = Message::Nothing;
    Ok(Opened::Session(Box::new(Session {
        revision,
        server,
        id: reply.session.clone(),
        with_credentials,
        reply,
    })))
}

impl Session {
    /// Gives what was seen.
    pub(super) fn view(&self, cx: &Cx<'_>) -> LegacyView {
        LegacyView {
            revision: cx.scrub.text(&self.revision),
            transport: LegacyTransport::StreamableHttp,
            server: self.server.clone(),
            session: self.id.as_ref().map(|id| SessionSeen {
                guessable: is_guessable(id.reveal()),
                end: SessionEnd::Open,
            }),
        }
    }

    /// Puts what is worth telling into the observation.
    pub(super) fn told(&self, obs: &mut Observation) {
        self.reply.tell(obs);
        if self.id.as_ref().is_some_and(|id| is_guessable(id.reveal())) {
            obs.violates(Rule::GuessableSession, None);
        }
        judge_handshake(&self.revision, obs);
    }

    fn headers(&self, cx: &Cx<'_>) -> HeaderMap {
        let id = self.id.as_ref();
        headers(cx, self.with_credentials, &self.revision, id)
    }

    /// Sends `notifications/initialized`; a server that does not like it still shows its lists.
    pub(super) async fn initialized(&self, cx: &Cx<'_>) {
        let _ = post(cx, &cx.own, self.headers(cx), rpc::initialized(), None).await;
    }

    /// Gives the channel for further requests.
    pub(super) fn channel<'a>(&'a mut self, cx: &'a Cx<'a>) -> LegacyChannel<'a> {
        LegacyChannel {
            cx,
            session: self,
            last_id: 1,
        }
    }

    /// Ends the session, so that the probe leaves nothing behind.
    pub(super) async fn close(&self, cx: &Cx<'_>, obs: &mut Observation) {
        let Some(id) = &self.id else { return };
        let session = OpenSession {
            id: id.clone(),
            revision: self.revision.clone(),
        };
        let end = match delete(cx, &session, cx.limit()).await {
            Ok(200..=299) => SessionEnd::Deleted,
            Ok(405) => SessionEnd::NotOffered,
            _ => SessionEnd::Open,
        };
        cx.remember(None);
        if let Some(seen) = obs.legacy.as_mut().and_then(|l| l.session.as_mut()) {
            seen.end = end;
        }
    }
}

/// Sends DELETE for a session and returns the status.
pub(super) async fn delete(
    cx: &Cx<'_>,
    session: &OpenSession,
    limit: Duration,
) -> Result<u16, Trouble> {
    let ask = Ask {
        permit: &cx.own,
        method: Method::DELETE,
        headers: headers(cx, true, &session.revision, Some(&session.id)),
        body: None,
    };
    cx.send(ask, limit).await.map(|answer| answer.status)
}

fn headers(cx: &Cx<'_>, with_credentials: bool, revision: &str, id: Option<&Live>) -> HeaderMap {
    let mut headers = cx.headers(with_credentials);
    // From this revision on; earlier ones do not know the header.
    if revision >= "2025-06-18" {
        put(&mut headers, "mcp-protocol-version", revision);
    }
    if let Some(id) = id {
        put(&mut headers, "mcp-session-id", id.reveal());
    }
    headers
}

fn is_guessable(id: &str) -> bool {
    id.len() < SHORTEST_ID || id.bytes().all(|b| b.is_ascii_digit())
}

/// Asks a legacy server within its session.
pub(super) struct LegacyChannel<'a> {
    cx: &'a Cx<'a>,
    session: &'a Session,
    last_id: u64,
}

impl Channel for LegacyChannel<'_> {
    fn is_modern(&self) -> bool {
        false
    }

    async fn call(&mut self, method: &'static str, cursor: Option<&str>) -> Result<Reply, Trouble> {
        self.last_id += 1;
        let id = json!(self.last_id);
        let body = legacy_request(&id, method, cursor);
        let headers = self.session.headers(self.cx);
        post(self.cx, &self.cx.own, headers, body, Some(&id)).await
    }
}
