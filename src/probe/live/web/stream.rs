//! HTTP+SSE of 2024-11-05: messages go by POST, answers come on an event stream that stays open.

use std::collections::VecDeque;

use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use serde_json::{Value, json};
use tokio::time::timeout;
use url::Url;

use super::Cx;
use super::post::{head, post};
use crate::probe::live::describe::initialized;
use crate::probe::live::net::{Ask, Permit, Stream, Trouble};
use crate::probe::live::reply::{Channel, Reply, Taken};
use crate::probe::live::rpc::{self, LEGACY_SSE, Message, legacy_request};
use crate::probe::live::sse::{Event, Parser};
use crate::probe::{Detail, Failure, Observation, Refusal, RefusalReason, RefusedUse, SelfReport};

/// What became of the attempt.
pub(super) enum Opened<'a> {
    /// It is HTTP+SSE: the channel, the revision and what the server says of itself.
    Stream(Box<SseChannel<'a>>, String, SelfReport),
    /// A token is wanted.
    Wall(Reply),
    /// It is something else.
    Not,
}

/// The open stream and where messages go.
pub(super) struct SseChannel<'a> {
    cx: &'a Cx<'a>,
    events: Events<'a>,
    messages: Permit,
    last_id: u64,
}

struct Events<'a> {
    stream: Stream<'a>,
    parser: Parser,
    waiting: VecDeque<Event>,
    most: usize,
}

impl Events<'_> {
    async fn next(&mut self) -> Result<Event, Trouble> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Ok(event);
            }
            let Some(piece) = self.stream.next(self.most).await? else {
                return Err(Failure::Closed.into());
            };
            let mut events = Vec::new();
            self.parser.push(&piece, &mut events);
            self.waiting.extend(events);
        }
    }
}

/// Opens the stream and initialises the server.
pub(super) async fn open<'a>(cx: &'a Cx<'a>, obs: &mut Observation) -> Result<Opened<'a>, Trouble> {
    let mut headers = cx.headers(true);
    headers.remove(CONTENT_TYPE);
    headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
    let ask = Ask {
        permit: &cx.own,
        method: Method::GET,
        headers,
        body: None,
    };
    let answer = cx.send(ask, cx.limit()).await?;
    if answer.status == 401
        || (answer.status == 403 && answer.headers.contains_key("www-authenticate"))
    {
        return Ok(Opened::Wall(head(cx, &answer)));
    }
    if answer.status != 200 || !answer.is_type("text/event-stream") {
        let status = answer.status;
        obs.tells(Detail::StreamAnswer { status });
        return Ok(Opened::Not);
    }
    let mut events = Events {
        stream: answer.stream,
        parser: Parser::default(),
        waiting: VecDeque::new(),
        most: cx.options.limits.answer_bytes,
    };
    // A legacy server may open a stream and never write to it.
    let first = timeout(cx.options.limits.first_event, events.next()).await;
    let endpoint = match first {
        Ok(Ok(event)) if event.name == "endpoint" => event.data,
        Ok(_) => return Ok(Opened::Not),
        Err(_) => {
            obs.tells(Detail::SilentStream);
            return Ok(Opened::Not);
        }
    };
    let Some(messages) = message_endpoint(cx, obs, &endpoint) else {
        return Ok(Opened::Not);
    };
    let mut channel = SseChannel {
        cx,
        events,
        messages,
        last_id: 0,
    };
    let id = channel.next_id();
    let reply = channel
        .exchange(&id, rpc::initialize(&id, LEGACY_SSE))
        .await?;
    reply.tell(obs);
    let Message::Result(text) = &reply.message else {
        return Ok(Opened::Not);
    };
    let Some((revision, server)) = initialized(text, &cx.scrub) else {
        return Ok(Opened::Not);
    };
    let headers = cx.headers(true);
    post(cx, &channel.messages, headers, rpc::initialized(), None).await?;
    Ok(Opened::Stream(Box::new(channel), revision, server))
}

/// Resolves the endpoint of the first event; it may name nobody else's.
fn message_endpoint(cx: &Cx<'_>, obs: &mut Observation, endpoint: &str) -> Option<Permit> {
    let first = cx.guard.first();
    let url = first.join(endpoint.trim()).ok();
    let login = |url: &Url| (url.username().to_owned(), url.password().map(str::to_owned));
    let reason = match url {
        // A user name in it would become a header that the server chose.
        Some(url) if login(&url) != login(first) => RefusalReason::UserInfo,
        Some(url) if url.origin() == first.origin() => return Some(cx.guard.own(url)),
        Some(_) => RefusalReason::OtherOrigin,
        None => RefusalReason::NotUrl,
    };
    obs.refuses(Refusal {
        what: RefusedUse::MessageEndpoint,
        url: cx.scrub.text(endpoint),
        reason,
    });
    None
}

impl SseChannel<'_> {
    fn next_id(&mut self) -> Value {
        self.last_id += 1;
        json!(self.last_id)
    }

    async fn exchange(&mut self, id: &Value, body: String) -> Result<Reply, Trouble> {
        self.events.stream.let_go();
        let headers = self.cx.headers(true);
        let accepted = post(self.cx, &self.messages, headers, body, None).await?;
        if accepted.status.is_none_or(|s| s >= 300) {
            return Ok(accepted);
        }
        let mut reply = Reply::new(Some(200));
        let answer = async {
            loop {
                let event = self.events.next().await?;
                if event.name != "message" {
                    continue;
                }
                match reply.take(event.data.as_bytes(), id) {
                    Taken::Answer => return Ok::<_, Trouble>(()),
                    Taken::Request(answer) => {
                        let headers = self.cx.headers(true);
                        // The server may wait for it; whether it took it shows in what comes next.
                        let _ = post(self.cx, &self.messages, headers, answer, None).await;
                    }
                    Taken::Message | Taken::Other => {}
                }
            }
        };
        let cx = self.cx;
        cx.clock
            .timeout(cx.limit(), answer)
            .await
            .ok_or(Failure::TimeOut)??;
        Ok(reply)
    }
}

impl Channel for SseChannel<'_> {
    fn is_modern(&self) -> bool {
        false
    }

    async fn call(&mut self, method: &'static str, cursor: Option<&str>) -> Result<Reply, Trouble> {
        let id = self.next_id();
        let body = legacy_request(&id, method, cursor);
        self.exchange(&id, body).await
    }
}
