//! The lists of a server, page by page, within limits.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

mod page;
mod tool;

use super::reply::{Channel, Reply};
use super::rpc::Message;
use super::scrub::Scrub;
use super::target::Limits;
use super::{CacheScope, ListKind, ListSeen, ListStop, Observation, Rule};
use crate::inventory::Redacted;
use page::Page;
use tool::Tools;

/// `Method not found`.
const NO_METHOD: i64 = -32601;

/// What the reading of lists needs.
pub(super) struct Reading<'a> {
    /// Limits.
    pub(super) limits: &'a Limits,
    /// Filters text.
    pub(super) scrub: &'a Scrub,
}

/// Reads the lists that the server declares; returns the answer that wanted a token, if one did.
pub(super) async fn read<C: Channel>(
    channel: &mut C,
    cx: &Reading<'_>,
    obs: &mut Observation,
) -> Option<Reply> {
    let declared = obs.self_report()?.capabilities.clone();
    let mut wanted = Vec::new();
    if declared.tools.is_some() {
        wanted.push(ListKind::Tools);
    }
    if declared.prompts.is_some() {
        wanted.push(ListKind::Prompts);
    }
    if declared.resources.is_some() {
        wanted.extend([ListKind::Resources, ListKind::ResourceTemplates]);
    }
    let mut wall = None;
    for kind in wanted {
        let refused = read_one(channel, kind, cx, obs).await;
        wall = wall.or(refused);
    }
    wall
}

/// Notes lists that say they may be cached for everybody although a token is needed to see them.
pub(super) fn cached_for_everybody(obs: &mut Observation) {
    let tools = obs.tools.iter().map(|t| &t.list);
    let public: Vec<&str> = tools
        .chain(&obs.lists)
        .filter(|list| list.cache_scope == CacheScope::Public)
        .map(|list| list.kind.method())
        .collect();
    for method in public {
        obs.violates(Rule::PublicCache, Some(Redacted::trusted(method)));
    }
}

/// Reads one list. What was read is in the observation after every page.
async fn read_one<C: Channel>(
    channel: &mut C,
    kind: ListKind,
    cx: &Reading<'_>,
    obs: &mut Observation,
) -> Option<Reply> {
    let mut list = ListSeen {
        kind,
        count: 0,
        pages: 0,
        stop: None,
        ttl_ms: 0,
        cache_scope: if channel.is_modern() {
            CacheScope::Missing
        } else {
            CacheScope::NotDefined
        },
    };
    let mut tools = Tools::new(cx.scrub);
    let mut cursor: Option<String> = None;
    let mut cursors = BTreeSet::new();
    let mut bytes = 0;
    let mut wall = None;
    loop {
        let Ok(reply) = channel.call(kind.method(), cursor.as_deref()).await else {
            list.stop = Some(ListStop::Failed);
            break;
        };
        reply.tell(obs);
        if channel.is_modern() {
            reply.judge_modern(obs);
        }
        let good = reply.status.is_none_or(|s| s < 300);
        let Message::Result(text) = (if good {
            &reply.message
        } else {
            &Message::Nothing
        }) else {
            list.stop = Some(ListStop::Error {
                status: reply.status,
                code: reply.code(),
            });
            if channel.is_modern()
                && reply.code() == Some(NO_METHOD)
                && reply.status.is_some_and(|s| s != 404)
            {
                obs.violates(Rule::ErrorStatus, Some(Redacted::trusted(kind.method())));
            }
            let wanted = reply.status == Some(401)
                || (reply.status == Some(403) && !reply.challenges.is_empty());
            if wanted {
                wall = Some(reply);
            }
            break;
        };
        bytes += reply.size;
        let room = cx.limits.entries.saturating_sub(list.count);
        let each = |entry: &str| {
            if kind == ListKind::Tools {
                tools.add(entry);
            }
        };
        let Some(page) = Page::read(text, kind.key(), room, each) else {
            list.stop = Some(ListStop::Malformed);
            break;
        };
        list.pages += 1;
        list.count += page.entries;
        if channel.is_modern() {
            modern_fields(&mut list, &page, obs);
        }
        note(obs, &list, &tools);
        if page.more_entries {
            list.stop = Some(ListStop::Entries);
            break;
        }
        // An empty cursor is a cursor.
        let Some(next) = page.next_cursor else { break };
        let mut hasher = DefaultHasher::new();
        next.hash(&mut hasher);
        if !cursors.insert(hasher.finish()) {
            obs.violates(Rule::CursorLoop, Some(Redacted::trusted(kind.method())));
            list.stop = Some(ListStop::CursorLoop);
        } else if list.pages >= cx.limits.pages {
            list.stop = Some(ListStop::Pages);
        } else if bytes >= cx.limits.list_bytes {
            list.stop = Some(ListStop::Bytes);
        }
        if list.stop.is_some() {
            break;
        }
        cursor = Some(next);
    }
    tools.tell(obs);
    note(obs, &list, &tools);
    wall
}

fn modern_fields(list: &mut ListSeen, page: &Page, obs: &mut Observation) {
    let method = || Some(Redacted::trusted(list.kind.method()));
    let (ttl_ms, scope, wrong) = super::describe::cache(&page.rest);
    if page.asks_back {
        obs.violates(Rule::AsksBack, method());
    }
    let mixed = list.pages > 1 && list.cache_scope != scope;
    if wrong.is_some() || mixed {
        obs.violates(Rule::CacheFields, method());
    }
    if list.pages == 1 {
        list.ttl_ms = ttl_ms;
        list.cache_scope = scope;
    } else if mixed {
        list.cache_scope = CacheScope::Mixed;
    }
}

/// Writes down what is known of a list so far.
fn note(obs: &mut Observation, list: &ListSeen, tools: &Tools<'_>) {
    if list.kind == ListKind::Tools {
        obs.tools = Some(tools.seen(list));
        return;
    }
    obs.lists.retain(|l| l.kind != list.kind);
    obs.lists.push(list.clone());
}
