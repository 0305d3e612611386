//! Lenient reading of what a server says of itself.

use serde_json::Value;

use super::era::{is_modern, is_revision};
use super::scrub::Scrub;
use super::{
    CacheScope, Capabilities, Capability, Detail, MOST_TEXTS, ModernView, Observation, Rule,
    SelfReport,
};
use crate::inventory::Redacted;

/// Largest result looked into; a server that says more about itself means no good.
const LONGEST: usize = 256 * 1024;

/// The result of `server/discover`.
#[derive(Debug)]
pub(super) struct Discovered {
    /// What it says.
    pub(super) view: ModernView,
    /// Rules it breaks.
    flaws: Vec<(Rule, Option<Redacted>)>,
    /// `serverInfo` stands in its old place.
    old_place: bool,
}

impl Discovered {
    /// Puts what was seen into the observation.
    pub(super) fn tell(self, obs: &mut Observation) {
        for (rule, detail) in self.flaws {
            obs.violates(rule, detail);
        }
        if self.old_place {
            obs.tells(Detail::OldServerInfo);
        }
        obs.modern = Some(self.view);
    }
}

/// Reads the result of `server/discover`; `None` where it is something else.
pub(super) fn discovered(text: &str, scrub: &Scrub) -> Option<Discovered> {
    let result = parse(text)?;
    let mut flaws = Vec::new();
    match result_type(&result) {
        ResultType::Complete => {}
        ResultType::Absent => flaws.push((Rule::ResultIncomplete, Some(trusted("resultType")))),
        ResultType::AsksBack | ResultType::Unknown => return None,
    }
    let supported = result.get("supportedVersions")?.as_array()?;
    let capabilities = result.get("capabilities").filter(|c| c.is_object())?;
    let revision = {
        let mut modern = supported
            .iter()
            .filter_map(Value::as_str)
            .filter(|v| is_modern(v));
        let spoken = super::rpc::MODERN;
        if modern.clone().any(|v| v == spoken) {
            spoken
        } else {
            modern.next().unwrap_or(spoken)
        }
    };
    if !supported.iter().filter_map(Value::as_str).any(is_modern) {
        flaws.push((Rule::NoModernRevision, None));
    }
    let (ttl_ms, cache_scope, wrong) = cache(&result);
    flaws.extend(wrong.map(|what| (Rule::CacheFields, Some(trusted(what)))));
    let info = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
    let old = result.get("serverInfo");
    let server = self_report(&result, info.or(old), capabilities, scrub);
    if capabilities.get("logging").is_some() {
        flaws.push((Rule::Logging, None));
    }
    for name in server
        .capabilities
        .extensions
        .iter()
        .filter(|name| !name.contains('/'))
    {
        flaws.push((Rule::ExtensionName, Some(name.clone())));
    }
    Some(Discovered {
        view: ModernView {
            revision: scrub.text(revision),
            supported: supported
                .iter()
                .filter_map(Value::as_str)
                .take(MOST_TEXTS)
                .map(|v| scrub.text(v))
                .collect(),
            server,
            ttl_ms,
            cache_scope,
        },
        flaws,
        old_place: info.is_none() && old.is_some(),
    })
}

/// Reads the result of `initialize`: the revision and what the server says of itself; `None` where it is something else.
pub(super) fn initialized(text: &str, scrub: &Scrub) -> Option<(String, SelfReport)> {
    let result = parse(text)?;
    let revision = result.get("protocolVersion")?.as_str()?;
    let capabilities = result.get("capabilities").filter(|c| c.is_object())?;
    let info = result.get("serverInfo").filter(|i| i.is_object())?;
    let report = self_report(&result, Some(info), capabilities, scrub);
    Some((revision.to_owned(), report))
}

/// Notes a revision that no handshake can agree on.
pub(super) fn judge_handshake(revision: &str, obs: &mut Observation) {
    if !is_revision(revision) {
        obs.violates(Rule::ResultIncomplete, Some(trusted("protocolVersion")));
    } else if is_modern(revision) {
        obs.violates(Rule::ModernHandshake, None);
    }
}

/// Says whether a result asks something back.
pub(super) fn asks_back(text: &str) -> bool {
    parse(text).is_some_and(|result| matches!(result_type(&result), ResultType::AsksBack))
}

fn parse(text: &str) -> Option<Value> {
    if text.len() > LONGEST {
        return None;
    }
    serde_json::from_str(text).ok().filter(Value::is_object)
}

fn trusted(text: &'static str) -> Redacted {
    Redacted::trusted(text)
}

/// What kind of result it is.
pub(super) enum ResultType {
    /// `complete`.
    Complete,
    /// Nothing said, which means the same.
    Absent,
    /// `input_required`, which only other methods may answer.
    AsksBack,
    /// Something that is not known and therefore invalid.
    Unknown,
}

/// Reads `resultType`.
pub(super) fn result_type(result: &Value) -> ResultType {
    match result.get("resultType").map(Value::as_str) {
        None => ResultType::Absent,
        Some(Some("complete")) => ResultType::Complete,
        Some(Some("input_required")) => ResultType::AsksBack,
        Some(_) => ResultType::Unknown,
    }
}

/// Reads `ttlMs` and `cacheScope`; the third says what is wrong with them.
pub(super) fn cache(result: &Value) -> (u64, CacheScope, Option<&'static str>) {
    let ttl = result.get("ttlMs").and_then(Value::as_u64);
    let scope = match result.get("cacheScope").and_then(Value::as_str) {
        Some("public") => CacheScope::Public,
        Some("private") => CacheScope::Private,
        _ => CacheScope::Missing,
    };
    let wrong = match (ttl, scope) {
        (None, CacheScope::Missing) => Some("ttlMs, cacheScope"),
        (None, _) => Some("ttlMs"),
        (_, CacheScope::Missing) => Some("cacheScope"),
        _ => None,
    };
    (ttl.unwrap_or(0), scope, wrong)
}

fn self_report(
    result: &Value,
    info: Option<&Value>,
    capabilities: &Value,
    scrub: &Scrub,
) -> SelfReport {
    let field = |key| info.and_then(|i| scrub.field(i, key));
    let instructions = result.get("instructions").and_then(Value::as_str);
    SelfReport {
        name: field("name"),
        title: field("title"),
        version: field("version"),
        instructions_chars: instructions.map(|text| text.chars().count() as u64),
        capabilities: read_capabilities(capabilities, scrub),
    }
}

fn read_capabilities(value: &Value, scrub: &Scrub) -> Capabilities {
    const KNOWN: &[&str] = &[
        "tools",
        "prompts",
        "resources",
        "logging",
        "completions",
        "tasks",
        "extensions",
        "experimental",
    ];
    let with_list = |key: &str| {
        let capability = value.get(key).filter(|v| v.is_object())?;
        let flag = |name: &str| capability.get(name).and_then(Value::as_bool) == Some(true);
        Some(Capability {
            list_changed: flag("listChanged"),
            subscribe: flag("subscribe"),
        })
    };
    let there = |key: &str| value.get(key).is_some_and(Value::is_object);
    let mut unknown: Vec<&String> = value
        .as_object()
        .into_iter()
        .flat_map(|o| o.keys())
        .filter(|key| !KNOWN.contains(&key.as_str()))
        .collect();
    unknown.sort();
    Capabilities {
        tools: with_list("tools"),
        prompts: with_list("prompts"),
        resources: with_list("resources"),
        logging: there("logging"),
        completions: there("completions"),
        tasks: there("tasks"),
        extensions: scrub.keys(value, "extensions"),
        experimental: scrub.keys(value, "experimental"),
        unknown: unknown
            .into_iter()
            .take(MOST_TEXTS)
            .map(|k| scrub.text(k))
            .collect(),
    }
}
