//! What tools claim of themselves.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use crate::inventory::{Redacted, is_credential_name};
use crate::probe::live::scrub::Scrub;
use crate::probe::{
    HeaderParameter, ListSeen, MOST_SAMPLES, MOST_TEXTS, Observation, Rule, Tool, ToolsSeen,
};

/// Largest tool that is looked into; larger ones are counted.
const LONGEST: usize = 256 * 1024;
/// Longest name the specification allows.
const LONGEST_NAME: usize = 128;
/// Deepest schema that is looked into.
const DEEPEST: usize = 32;

/// Counts tools one by one.
pub(super) struct Tools<'a> {
    scrub: &'a Scrub,
    seen: Counts,
    names: BTreeSet<u64>,
    flaws: Vec<(Rule, Option<Redacted>)>,
}

#[derive(Default)]
struct Counts {
    samples: Vec<Tool>,
    read_only: u64,
    destructive: u64,
    open_world: u64,
    destructive_by_default: u64,
    open_world_by_default: u64,
    unannotated: u64,
    with_ui: u64,
    header_parameters: Vec<HeaderParameter>,
}

impl<'a> Tools<'a> {
    pub(super) fn new(scrub: &'a Scrub) -> Self {
        Self {
            scrub,
            seen: Counts::default(),
            names: BTreeSet::new(),
            flaws: Vec::new(),
        }
    }

    /// Takes one entry of the list.
    pub(super) fn add(&mut self, text: &str) {
        let value = if text.len() <= LONGEST {
            serde_json::from_str(text).unwrap_or_default()
        } else {
            Value::Null
        };
        let name = value
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        self.check_name(name);
        let hint = |key: &str| {
            value
                .pointer(&format!("/annotations/{key}"))
                .and_then(Value::as_bool)
        };
        let tool = Tool {
            name: self.scrub.text(name),
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
            with_ui: value.pointer("/_meta/ui/resourceUri").is_some(),
        };
        let unannotated = [
            tool.read_only,
            tool.destructive,
            tool.idempotent,
            tool.open_world,
        ]
        .iter()
        .all(Option::is_none);
        let counts = &mut self.seen;
        counts.read_only += u64::from(tool.is_read_only());
        counts.destructive += u64::from(tool.is_destructive());
        counts.open_world += u64::from(tool.is_open_world());
        counts.destructive_by_default +=
            u64::from(tool.is_destructive() && tool.destructive.is_none());
        counts.open_world_by_default += u64::from(tool.open_world.is_none());
        counts.unannotated += u64::from(unannotated);
        counts.with_ui += u64::from(tool.with_ui);
        for key in ["inputSchema", "outputSchema"] {
            if value
                .get(key)
                .is_some_and(|s| has_network_reference(s, DEEPEST))
            {
                self.flaw(Rule::NetworkReference, tool.name.clone());
            }
        }
        self.headers(&value, &tool.name);
        if self.seen.samples.len() < MOST_SAMPLES && !name.is_empty() {
            self.seen.samples.push(tool);
        }
    }

    fn check_name(&mut self, name: &str) {
        let good = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(good) {
            self.flaw(Rule::ToolName, self.scrub.text(name));
        }
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        if !self.names.insert(hasher.finish()) && !name.is_empty() {
            self.flaw(Rule::DuplicateTool, self.scrub.text(name));
        }
    }

    fn headers(&mut self, tool: &Value, name: &Redacted) {
        let properties = tool
            .pointer("/inputSchema/properties")
            .and_then(Value::as_object);
        let mut taken = BTreeSet::new();
        for (argument, schema) in properties.into_iter().flatten() {
            let Some(header) = schema.get("x-mcp-header") else {
                continue;
            };
            let header = header.as_str().unwrap_or_default();
            if !is_header_name(header) || !taken.insert(header.to_ascii_lowercase()) {
                self.flaw(Rule::HeaderName, name.clone());
            }
            let secret_name = is_credential_name(argument);
            let argument = self.scrub.text(argument);
            if secret_name {
                self.flaw(Rule::HeaderSecret, argument.clone());
            }
            if self.seen.header_parameters.len() < MOST_SAMPLES {
                self.seen.header_parameters.push(HeaderParameter {
                    tool: name.clone(),
                    argument,
                    header: self.scrub.text(header),
                    secret_name,
                });
            }
        }
    }

    fn flaw(&mut self, rule: Rule, what: Redacted) {
        if self.flaws.len() < MOST_TEXTS {
            self.flaws
                .push((rule, Some(what).filter(|what| !what.is_empty())));
        }
    }

    /// Puts the broken rules into the observation.
    pub(super) fn tell(&self, obs: &mut Observation) {
        for (rule, what) in &self.flaws {
            obs.violates(*rule, what.clone());
        }
    }

    /// Gives what was seen so far.
    pub(super) fn seen(&self, list: &ListSeen) -> ToolsSeen {
        let counts = &self.seen;
        ToolsSeen {
            list: list.clone(),
            samples: counts.samples.clone(),
            read_only: counts.read_only,
            destructive: counts.destructive,
            open_world: counts.open_world,
            destructive_by_default: counts.destructive_by_default,
            open_world_by_default: counts.open_world_by_default,
            unannotated: counts.unannotated,
            with_ui: counts.with_ui,
            header_parameters: counts.header_parameters.clone(),
        }
    }
}

/// The characters of a token in HTTP.
fn is_header_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(good)
}

/// Looks for a `$ref` that leaves the document for the network.
fn has_network_reference(schema: &Value, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    match schema {
        Value::Object(fields) => fields.iter().any(|(key, value)| {
            let refers = matches!(key.as_str(), "$ref" | "$dynamicRef")
                && value.as_str().is_some_and(|target| {
                    let start = target.get(..8).unwrap_or(target).to_ascii_lowercase();
                    start.starts_with("http://")
                        || start.starts_with("https://")
                        || start.starts_with("//")
                });
            refers || has_network_reference(value, depth - 1)
        }),
        Value::Array(items) => items
            .iter()
            .any(|item| has_network_reference(item, depth - 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::{CacheScope, ListKind, Outcome, Reach};

    fn tools(entries: &[&str]) -> Observation {
        let scrub = Scrub::nothing();
        let mut tools = Tools::new(&scrub);
        for entry in entries {
            tools.add(entry);
        }
        let mut obs = Observation::of(Redacted::text("x"), Reach::Http);
        obs.outcome = Outcome::Answered;
        tools.tell(&mut obs);
        obs.tools = Some(tools.seen(&ListSeen {
            kind: ListKind::Tools,
            count: entries.len() as u64,
            pages: 1,
            stop: None,
            ttl_ms: 0,
            cache_scope: CacheScope::Private,
        }));
        obs
    }

    #[test]
    fn no_annotation_means_destructive_and_open_world() {
        let obs = tools(&[
            r#"{"name":"read","annotations":{"readOnlyHint":true,"openWorldHint":false}}"#,
            r#"{"name":"plain"}"#,
            r#"{"name":"safe","annotations":{"destructiveHint":false}}"#,
            r#"{"name":"drop","annotations":{"destructiveHint":true}}"#,
            r#"{"name":"web","annotations":{"readOnlyHint":true,"openWorldHint":true}}"#,
        ]);
        let seen = obs.tools.unwrap();
        assert_eq!(
            (
                seen.read_only,
                seen.destructive,
                seen.open_world,
                seen.unannotated
            ),
            (2, 2, 4, 1)
        );
        assert_eq!((seen.claim_destructive(), seen.claim_open_world()), (1, 1));
    }

    #[test]
    fn odd_tools_are_counted_and_told() {
        let long = format!("{{\"name\":\"{}\"}}", "x".repeat(129));
        let huge = format!(
            "{{\"name\":\"huge\",\"description\":\"{}\"}}",
            "x".repeat(LONGEST)
        );
        let obs = tools(&[
            r#"{"name":"twice"}"#,
            r#"{"name":"twice"}"#,
            r#"{"name":"\u001b[31mred \u202e"}"#,
            &long,
            &huge,
            r#"{"name":"header","inputSchema":{"properties":{
                "api_key":{"x-mcp-header":"Key"},"b":{"x-mcp-header":"a b"},"c":{"x-mcp-header":"key"}}}}"#,
            r#"{"name":"far","inputSchema":{"properties":{"a":{"$ref":"HTTPS://example.com/s.json"}}}}"#,
            r#"{"name":"near","inputSchema":{"properties":{"a":{"$ref":"/$defs/x"}}}}"#,
            "7",
        ]);
        let shown: Vec<String> = obs.violations.iter().map(ToString::to_string).collect();
        let seen = obs.tools.unwrap();
        assert_eq!(seen.samples.len(), 7);
        assert_eq!(seen.samples[2].name.as_str(), "[U+001B][31mred [U+202E]");
        insta::assert_snapshot!(shown.join("\n"));
    }
}
