//! `requirements.toml`: what the admin of a machine lets run, by name and by the command or address under it.

use std::collections::BTreeMap;

use regex_lite::Regex;

use super::super::ReadCx;
use super::limits;
use crate::diagnostic::Place;
use crate::inventory::MarkLevel;
use crate::inventory::subjects::Subject;
use crate::syntax::Node;

/// What an entry of a name has to be.
struct Demand {
    command: Option<Text>,
    args: Option<Vec<Text>>,
    url: Option<Text>,
}

/// How a word is compared.
enum Text {
    Exact(String),
    Prefix(String),
    /// By a regular expression for the whole word; nothing where it is none.
    Pattern(Option<Regex>),
}

impl Text {
    /// Reads `"word"` or `{match = "prefix", value = "word"}`.
    fn read(node: &Node) -> Option<Self> {
        if let Some(text) = node.as_str() {
            return Some(Text::Exact(text.to_owned()));
        }
        let value = || node.get("value").and_then(Node::as_str).map(str::to_owned);
        match node.get("match").and_then(Node::as_str)? {
            "exact" => value().map(Text::Exact),
            "prefix" => value().map(Text::Prefix),
            "regex" => {
                let expression = node.get("expression").or_else(|| node.get("value"))?.as_str()?;
                // The engine is the one that Codex uses.
                let whole = Regex::new(&format!(r"\A(?:{expression})\z"));
                Some(Text::Pattern(whole.ok()))
            }
            _ => None,
        }
    }

    fn is(&self, word: &str) -> bool {
        match self {
            Text::Exact(text) => text == word,
            Text::Prefix(text) => word.starts_with(text.as_str()),
            Text::Pattern(expression) => expression.as_ref().is_some_and(|e| e.is_match(word)),
        }
    }
}

impl Demand {
    fn read(node: &Node) -> Self {
        let args = node.get("args").map(|list| list.items().iter());
        Self {
            command: node.get("command").and_then(Text::read),
            args: args.map(|items| items.filter_map(Text::read).collect()),
            url: node.get("url").and_then(Text::read),
        }
    }

    fn is_met(&self, subject: &Subject) -> bool {
        let one = |key: &str, text: &Text| {
            let words = subject.get(key).unwrap_or_default();
            words.first().is_some_and(|word| text.is(word))
        };
        let args = |wanted: &Vec<Text>| {
            let words = subject.get("args").unwrap_or_default();
            wanted.len() == words.len() && wanted.iter().zip(words).all(|(text, word)| text.is(word))
        };
        match (&self.command, &self.url) {
            (Some(command), _) => one("command", command) && self.args.as_ref().is_none_or(args),
            (None, Some(url)) => one("url", url),
            (None, None) => false,
        }
    }
}

/// Reads the file: with either table in it, an entry runs only under a name of theirs and as each demands.
pub(super) fn read(cx: &mut ReadCx<'_>, root: &Node) {
    cx.out.host.has_policy = true;
    cx.saw_wrapper = true;
    limits::read(cx, root);
    let tables: Vec<&Node> = ["mcp_servers", "mcp_server_matchers"]
        .iter()
        .filter_map(|key| root.get(key))
        .collect();
    let Some(first) = tables.first() else { return };
    let at = cx.at(first);
    let mut demands: BTreeMap<String, Vec<Demand>> = BTreeMap::new();
    for entry in tables.iter().flat_map(|table| table.entries()) {
        let node = entry.value.get("identity").unwrap_or(&entry.value);
        let of_name = demands.entry(entry.key.clone()).or_default();
        of_name.push(Demand::read(node));
    }
    let text = match demands.len() {
        0 => "the admin lets no server run".to_owned(),
        n => format!("the admin lets {} run", super::super::count(n, "server")),
    };
    cx.policy_mark(MarkLevel::Note, text, Some(at.clone()));
    let judge = move |subject: &Subject| -> Option<Place> {
        let met = demands
            .get(&subject.name)
            .is_some_and(|all| all.iter().all(|demand| demand.is_met(subject)));
        (!met).then(|| at.clone())
    };
    cx.rules("not allowed by the admin's requirements.toml", false, Box::new(judge));
}
