//! The words for what was seen of a server.

use super::super::words::LIMIT;
use crate::graph::{Line, LineRole, Mark, MarkLevel};
use crate::inventory::Redacted;
use crate::probe::{
    Capabilities, Cut, Detail, Era, LegacyTransport, LegacyView, ListKind, Observation, Outcome,
    Reach, Refusal, RefusalReason, RefusedUse, Rule, RuleLevel, ToolsSeen, Violation,
};

/// Prefix of the official extensions; without it their names are short enough for a box.
const OFFICIAL: &str = "io.modelcontextprotocol/";
/// Most tools named in a box.
const NAMED: usize = 3;

/// Returns the lines for a server's box; `configured`: its entry holds credentials.
pub(super) fn lines(seen: &Observation, configured: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |role: LineRole, text: String| lines.push(Line::new(role, text));
    for text in revisions(seen) {
        add(LineRole::Plain, text);
    }
    match &seen.outcome {
        Outcome::Answered => {}
        Outcome::AuthWall { .. } => add(LineRole::Credential, seen.outcome.to_string()),
        Outcome::NotAsked => add(LineRole::Plain, seen.outcome.to_string()),
        _ => add(LineRole::Warning, seen.outcome.to_string()),
    }
    if let Some(cut) = seen.cut {
        let why = match cut {
            Cut::TimeLimit => "time limit",
            Cut::Interrupted => "interrupted",
        };
        add(LineRole::Warning, format!("probe cut short: {why}"));
    }
    if let Some(report) = seen.self_report() {
        let name = [&report.name, &report.version];
        let name: Vec<&str> = name.into_iter().flatten().map(Redacted::as_str).collect();
        if !name.is_empty() {
            add(
                LineRole::Plain,
                format!("self-reported: {}", name.join(" ")),
            );
        }
    }
    if let Some(tools) = &seen.tools {
        add(LineRole::Plain, tool_names(tools));
        for text in annotations(tools) {
            add(LineRole::Plain, text);
        }
    }
    if let Some(report) = seen.self_report() {
        for text in offers(&report.capabilities, seen) {
            add(LineRole::Plain, text);
        }
    }
    if let Some(text) = seen_with(seen, configured) {
        add(LineRole::Plain, text);
    }
    let deprecated: Vec<&str> = seen.violations.iter().filter_map(deprecated).collect();
    if !deprecated.is_empty() {
        add(
            LineRole::Warning,
            format!("deprecated: {}", deprecated.join(", ")),
        );
    }
    lines
}

/// Returns one line per era that was seen: its revision and what that means for a session.
pub(super) fn revisions(seen: &Observation) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(modern) = &seen.modern {
        let how = if seen.era == Era::ModernByError {
            "by error code"
        } else {
            "no protocol session"
        };
        lines.push(format!("{} · {how}", modern.revision));
    }
    if let Some(legacy) = &seen.legacy {
        lines.push(format!("{} · {}", legacy.revision, handshake(legacy)));
    }
    if lines.is_empty() && matches!(seen.outcome, Outcome::AuthWall { .. }) {
        lines.push("revision: not seen without a token".to_owned());
    }
    lines
}

fn handshake(legacy: &LegacyView) -> &'static str {
    match (legacy.transport, legacy.session) {
        (LegacyTransport::Stdio, _) => "handshake",
        (LegacyTransport::HttpSse, _) => "handshake · HTTP+SSE",
        (LegacyTransport::StreamableHttp, Some(_)) => "handshake · session id seen",
        (LegacyTransport::StreamableHttp, None) => "handshake · session id not seen",
    }
}

/// Returns the number of tools and up to three of their names.
fn tool_names(tools: &ToolsSeen) -> String {
    let count = tools.list.count;
    let least = if tools.list.stop.is_some() {
        "at least "
    } else {
        ""
    };
    let noun = if count == 1 { "tool" } else { "tools" };
    let head = format!("{least}{count} {noun}");
    let mut shown = tools.samples.len().min(NAMED);
    while shown > 0 {
        let names: Vec<&str> = tools.samples[..shown]
            .iter()
            .map(|tool| tool.name.as_str())
            .collect();
        let more = count.saturating_sub(shown as u64);
        let more = if more > 0 {
            format!(" +{more}")
        } else {
            String::new()
        };
        let text = format!("{head}: {}{more}", names.join(", "));
        if text.chars().count() <= LIMIT || shown == 1 {
            return text;
        }
        shown -= 1;
    }
    head
}

/// Returns what tools claim of themselves, and what the protocol takes them for where they say nothing.
fn annotations(tools: &ToolsSeen) -> impl Iterator<Item = String> {
    let listed = |head: &str, counts: &[(u64, &str)]| {
        let some = counts.iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = some
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        (!words.is_empty()).then(|| format!("{head}: {}", words.join(", ")))
    };
    let claimed = [
        (tools.read_only, "read-only"),
        (tools.claim_destructive(), "destructive"),
    ];
    let default = [(tools.destructive_by_default, "destructive")];
    [listed("claims", &claimed), listed("by default", &default)]
        .into_iter()
        .flatten()
}

/// Returns what a server says it offers beside tools, with counts where a list was read.
fn offers(can: &Capabilities, seen: &Observation) -> Vec<String> {
    let counted = |kind: ListKind, word: &str| {
        let list = seen.lists.iter().find(|list| list.kind == kind);
        list.map_or_else(
            || word.to_owned(),
            |list| {
                let more = if list.stop.is_some() { "+" } else { "" };
                format!("{word} {}{more}", list.count)
            },
        )
    };
    let mut words = Vec::new();
    if can.tools.is_some() && seen.tools.is_none() {
        words.push("tools".to_owned());
    }
    if can.prompts.is_some() {
        words.push(counted(ListKind::Prompts, "prompts"));
    }
    if can.resources.is_some() {
        words.push(counted(ListKind::Resources, "resources"));
    }
    if can.completions {
        words.push("completions".to_owned());
    }
    if can.tasks {
        words.push("tasks".to_owned());
    }
    let mut lines = Vec::new();
    if !words.is_empty() {
        lines.push(format!("offers {}", words.join(", ")));
    }
    let short = |name: &Redacted| {
        let name = name.as_str();
        name.strip_prefix(OFFICIAL).unwrap_or(name).to_owned()
    };
    let extensions: Vec<String> = can.extensions.iter().map(short).collect();
    if !extensions.is_empty() {
        lines.push(format!("extensions: {}", extensions.join(", ")));
    }
    lines
}

/// Says with which credentials it was seen, where that may change what is seen.
fn seen_with(seen: &Observation, configured: bool) -> Option<String> {
    seen.self_report()?;
    match seen.reach {
        Reach::Stdio if seen.is_unauthenticated() => {
            configured.then(|| "started without its credentials".to_owned())
        }
        _ => Some(with(seen)),
    }
}

/// Says with which credentials it was seen.
pub(super) fn with(seen: &Observation) -> String {
    if seen.is_unauthenticated() {
        return "seen without credentials".to_owned();
    }
    let names: Vec<&str> = seen.credentials_sent.iter().map(Redacted::as_str).collect();
    format!("seen with {}", super::super::words::shorten(&names))
}

/// Returns the word for a deprecated feature in use.
fn deprecated(violation: &Violation) -> Option<&'static str> {
    match violation.rule {
        Rule::HttpSse => Some("HTTP+SSE"),
        Rule::Logging => Some("logging"),
        Rule::DcrOnly => Some("dynamic registration"),
        _ => None,
    }
}

/// Returns the marks for what was seen broken, not followed, or worth telling.
pub(super) fn marks(seen: &Observation) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut add = |level: MarkLevel, text: String| marks.push(Mark::new(level, text, None));
    for violation in of_level(seen, RuleLevel::Must) {
        add(MarkLevel::Warning, broken(violation));
    }
    for refusal in &seen.refusals {
        add(MarkLevel::Warning, not_followed(refusal));
    }
    let mut should: Vec<&str> = of_level(seen, RuleLevel::Should)
        .filter(|violation| deprecated(violation).is_none())
        .map(|violation| violation.rule.words())
        .collect();
    should.dedup();
    if !should.is_empty() {
        add(
            MarkLevel::Note,
            format!("SHOULD broken: {}", should.join(", ")),
        );
    }
    if let Some(header) = seen.tools.iter().find_map(|t| t.header_parameters.first()) {
        let text = format!(
            "{} of {} travels as Mcp-Param-{}",
            header.argument, header.tool, header.header
        );
        add(MarkLevel::Note, text);
    }
    let told = seen.details.iter().filter(|detail| {
        matches!(
            detail,
            Detail::AddressGiven
                | Detail::AskedWithout(_)
                | Detail::CredentialRejected
                | Detail::OriginChecked { .. }
        )
    });
    for detail in told {
        add(MarkLevel::Note, detail.to_string());
    }
    marks
}

fn of_level(seen: &Observation, level: RuleLevel) -> impl Iterator<Item = &Violation> {
    let violations = seen.violations.iter();
    violations.filter(move |violation| violation.rule.level() == level)
}

/// Says which MUST was broken; on what, where that fits the box.
fn broken(violation: &Violation) -> String {
    let whole = format!("MUST broken: {violation}");
    if whole.chars().count() <= LIMIT {
        return whole;
    }
    format!("MUST broken: {}", violation.rule.words())
}

/// Says in the width of a box what was not followed, and why.
fn not_followed(refusal: &Refusal) -> String {
    let what = match refusal.what {
        RefusedUse::ResourceMetadata => "metadata URL",
        RefusedUse::IssuerMetadata => "issuer URL",
        RefusedUse::MessageEndpoint => "endpoint",
        RefusedUse::Server => "redirect",
    };
    format!("not followed: {what} ({})", why_refused(refusal.reason))
}

/// Says why an address was not followed.
pub(super) fn why_refused(reason: RefusalReason) -> &'static str {
    match reason {
        RefusalReason::NotUrl => "not a URL",
        RefusalReason::NotHttps => "not https",
        RefusalReason::UserInfo => "user in the URL",
        RefusalReason::NotPlain => "query in the URL",
        RefusalReason::Loopback => "this machine",
        RefusalReason::Private => "private address",
        RefusalReason::OauthEndpoint => "OAuth endpoint",
        RefusalReason::CloudMetadata => "cloud metadata",
        RefusalReason::Reserved => "reserved address",
        RefusalReason::OtherOrigin => "other origin",
        RefusalReason::Redirect => "redirects",
        RefusalReason::Credential => "repeats a credential",
    }
}
