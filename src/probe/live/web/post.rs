//! One POST and its answer: a JSON body, or an event stream that is read until the answer comes.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue, LOCATION, WWW_AUTHENTICATE};
use serde_json::Value;
use tokio::time::timeout;

use super::Cx;
use super::cx::put;
use crate::probe::Failure;
use crate::probe::live::net::address::why_not_public;
use crate::probe::live::net::{Answer, Ask, Permit, Trouble};
use crate::probe::live::reply::{Reply, Taken};
use crate::probe::live::sse::Parser;
use crate::probe::live::target::Live;

/// Bytes of an error's body that are looked at.
const ERROR_BYTES: usize = 64 * 1024;
/// Most events before the answer.
const MOST_EVENTS: u32 = 1000;
/// Time for the body of an error; its head has said the most.
const ERROR_WAIT: Duration = Duration::from_secs(1);
/// Most challenges looked at.
const MOST_CHALLENGES: usize = 8;
/// Bytes of one header that are kept.
const HEADER_BYTES: usize = 8 * 1024;

/// Sends one message; `id` is that of the request, absent for a notification.
pub(super) async fn post(
    cx: &Cx<'_>,
    permit: &Permit,
    headers: HeaderMap,
    body: String,
    id: Option<&Value>,
) -> Result<Reply, Trouble> {
    let exchange = async {
        let ask = Ask {
            permit,
            method: Method::POST,
            headers,
            body: Some(body),
        };
        let own = ask.clone();
        let answer = cx.send(ask, cx.limit()).await?;
        let mut reply = head(cx, &answer);
        match id {
            None => {}
            Some(id) if answer.status < 300 && answer.is_type("text/event-stream") => {
                events(cx, answer, id, &mut reply, own).await?;
            }
            Some(id) => document(cx, answer, id, &mut reply).await?,
        }
        Ok(reply)
    };
    cx.clock
        .timeout(cx.limit(), exchange)
        .await
        .unwrap_or(Err(Failure::TimeOut.into()))
}

/// Takes what matters of the head of an answer.
pub(super) fn head(cx: &Cx<'_>, answer: &Answer<'_>) -> Reply {
    let challenges = answer.headers.get_all(WWW_AUTHENTICATE).iter();
    Reply {
        challenges: challenges
            .take(MOST_CHALLENGES)
            .map(|v| start(v).to_vec())
            .collect(),
        location: answer
            .headers
            .get(LOCATION)
            .map(|v| String::from_utf8_lossy(start(v)).into_owned()),
        private: !cx.is_vouched() && answer.address.and_then(why_not_public).is_some(),
        session: answer
            .header("mcp-session-id")
            .filter(|id| id.len() <= HEADER_BYTES)
            .map(Live::new),
        ..Reply::new(Some(answer.status))
    }
}

/// Gives as much of a header as is looked at.
fn start(value: &HeaderValue) -> &[u8] {
    let bytes = value.as_bytes();
    &bytes[..bytes.len().min(HEADER_BYTES)]
}

async fn document(
    cx: &Cx<'_>,
    answer: Answer<'_>,
    id: &Value,
    reply: &mut Reply,
) -> Result<(), Trouble> {
    if answer.status >= 300 {
        // A body that does not come does not undo the status.
        if let Ok(Ok(body)) = timeout(ERROR_WAIT, answer.stream.all(ERROR_BYTES)).await
            && body.whole
        {
            reply.take(&body.bytes, id);
        }
        return Ok(());
    }
    let body = answer.stream.all(cx.options.limits.answer_bytes).await?;
    if !body.whole {
        return Err(Failure::TooLarge.into());
    }
    reply.take(&body.bytes, id);
    Ok(())
}

async fn events(
    cx: &Cx<'_>,
    answer: Answer<'_>,
    id: &Value,
    reply: &mut Reply,
    own: Ask<'_>,
) -> Result<(), Trouble> {
    let mut stream = answer.stream;
    let mut parser = Parser::default();
    let mut events = Vec::new();
    let mut count = 0;
    while let Some(piece) = stream.next(cx.options.limits.answer_bytes).await? {
        parser.push(&piece, &mut events);
        for event in events.drain(..) {
            count += 1;
            if count > MOST_EVENTS {
                return Err(Failure::TooLarge.into());
            }
            // Dropping the stream ends the request.
            if event.name != "message" {
                continue;
            }
            match reply.take(event.data.as_bytes(), id) {
                Taken::Answer => return Ok(()),
                Taken::Request(text) => refuse(cx, &own, reply, text).await,
                Taken::Message | Taken::Other => {}
            }
        }
    }
    Ok(())
}

/// Answers a request that a legacy server sent before its own answer, for which it may wait. A modern server has none to send.
async fn refuse(cx: &Cx<'_>, own: &Ask<'_>, reply: &Reply, text: String) {
    if own.headers.contains_key("mcp-method") {
        return;
    }
    let mut ask = own.clone();
    ask.body = Some(text);
    if let Some(id) = &reply.session {
        put(&mut ask.headers, "mcp-session-id", id.reveal());
    }
    // Whether the server took it shows in what comes next.
    let _ = cx.send(ask, cx.limit()).await;
}
