//! One request with a foreign `Origin`, to servers on this machine, where the user asked for it.

use super::Cx;
use super::cx::{OpenSession, put};
use super::post::post;
use super::{legacy, modern};
use crate::probe::live::describe::initialized;
use crate::probe::live::reply::Reply;
use crate::probe::live::rpc::{self, LEGACY, Message};
use crate::probe::{Detail, Observation, Rule};
use serde_json::json;

/// An origin that can never be anybody's.
const FOREIGN: &str = "https://mcpdiag.invalid";

/// Checks a modern server.
pub(super) async fn check_modern(cx: &Cx<'_>, obs: &mut Observation, version: &str) {
    let mut headers = modern::headers(cx, "server/discover", version, true);
    put(&mut headers, "origin", FOREIGN);
    let id = json!("discover-2");
    if let Ok(reply) = modern::ask(cx, headers, "server/discover", &id, version, None).await {
        judge(obs, &reply);
    }
}

/// Checks a legacy server, and ends the session that it may have opened for the foreign page.
pub(super) async fn check_legacy(cx: &Cx<'_>, obs: &mut Observation) {
    let id = json!(1);
    let mut headers = cx.headers(true);
    put(&mut headers, "origin", FOREIGN);
    let body = rpc::initialize(&id, LEGACY);
    let Ok(reply) = post(cx, &cx.own, headers, body, Some(&id)).await else {
        return;
    };
    judge(obs, &reply);
    let Message::Result(text) = &reply.message else {
        return;
    };
    if let (Some((revision, _)), Some(id)) = (initialized(text, &cx.scrub), reply.session) {
        let session = OpenSession { id, revision };
        cx.remember(Some(session.clone()));
        let _ = legacy::delete(cx, &session, cx.limit()).await;
        cx.remember(None);
    }
}

fn judge(obs: &mut Observation, reply: &Reply) {
    match reply.status {
        Some(403) => obs.tells(Detail::OriginChecked { status: 403 }),
        Some(200..=299) => obs.violates(Rule::OriginNotChecked, None),
        // Something else stood in the way: nothing was learnt.
        _ => {}
    }
}
