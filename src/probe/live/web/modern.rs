//! Modern requests: `server/discover` and what follows it.

use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::Cx;
use super::cx::put;
use super::post::post;
use crate::probe::live::net::Trouble;
use crate::probe::live::reply::{Channel, Reply};
use crate::probe::live::rpc::modern_request;
use crate::probe::{CacheScope, MOST_TEXTS, ModernView, SelfReport};

const DISCOVER: &str = "server/discover";

/// Asks a server what it is.
pub(super) async fn discover(
    cx: &Cx<'_>,
    version: &str,
    with_credentials: bool,
) -> Result<Reply, Trouble> {
    let id = json!("discover-1");
    let headers = headers(cx, DISCOVER, version, with_credentials);
    ask(cx, headers, DISCOVER, &id, version, None).await
}

/// Makes the headers of a modern request.
pub(super) fn headers(
    cx: &Cx<'_>,
    method: &str,
    version: &str,
    with_credentials: bool,
) -> HeaderMap {
    let mut headers = cx.headers(with_credentials);
    put(&mut headers, "mcp-protocol-version", version);
    put(&mut headers, "mcp-method", method);
    headers
}

/// Sends a modern request.
pub(super) async fn ask(
    cx: &Cx<'_>,
    headers: HeaderMap,
    method: &str,
    id: &Value,
    version: &str,
    cursor: Option<&str>,
) -> Result<Reply, Trouble> {
    let body = modern_request(id, method, version, cursor);
    post(cx, &cx.own, headers, body, Some(id)).await
}

/// Makes the view of a server that was only seen through its version error.
pub(super) fn view_of_error(cx: &Cx<'_>, version: &str, supported: &[String]) -> ModernView {
    ModernView {
        revision: cx.scrub.text(version),
        supported: supported
            .iter()
            .take(MOST_TEXTS)
            .map(|v| cx.scrub.text(v))
            .collect(),
        server: SelfReport::default(),
        ttl_ms: 0,
        cache_scope: CacheScope::Missing,
    }
}

/// Asks a modern server; every request stands alone.
pub(super) struct ModernChannel<'a> {
    cx: &'a Cx<'a>,
    version: String,
    last_id: u64,
}

impl<'a> ModernChannel<'a> {
    /// Makes the channel for one version.
    pub(super) fn new(cx: &'a Cx<'a>, version: &str) -> Self {
        Self {
            cx,
            version: version.to_owned(),
            last_id: 1,
        }
    }
}

impl Channel for ModernChannel<'_> {
    fn is_modern(&self) -> bool {
        true
    }

    async fn call(&mut self, method: &'static str, cursor: Option<&str>) -> Result<Reply, Trouble> {
        self.last_id += 1;
        let headers = headers(self.cx, method, &self.version, true);
        ask(
            self.cx,
            headers,
            method,
            &json!(self.last_id),
            &self.version,
            cursor,
        )
        .await
    }
}
