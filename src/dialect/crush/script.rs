//! The Bash script as data: `mcp add`, `mcp remove` and `permissions allow`, into the tree that the JSON form has.

use std::collections::BTreeMap;

use super::lexer::{self, Word};
use crate::source::{SourceFile, Span};
use crate::syntax::{Entry, Leniency, Node, Parsed, Syntax, Value};

/// Key under which the tree holds what is said about the script itself.
pub(super) const SCRIPT: &str = "about the script";
/// How many commands were not read.
pub(super) const UNREAD: &str = "not read";
/// Names of servers that are added in a condition, a loop, a function or a chain.
pub(super) const ONLY_IF: &str = "only if";
/// Names of servers that a later command removes.
pub(super) const REMOVED: &str = "removed";

/// What a script does, as far as it is read.
#[derive(Default)]
struct Found {
    servers: Vec<Entry>,
    allowed: Vec<Node>,
    only_if: Vec<Node>,
    removed: BTreeMap<String, Node>,
    unread: Option<(Span, usize)>,
}

/// Reads a script; nothing in it is run or expanded.
pub(super) fn parse(file: &SourceFile) -> Parsed {
    let mut found = Found::default();
    let mut blocks = Blocks::default();
    for command in lexer::commands(&file.text) {
        let words = blocks.strip(&command.words);
        found.command(words, blocks.depth > 0 || command.chained);
    }
    let whole = Span::new(0, file.text.len());
    let map = |entries| Node::new(whole, Value::Map(entries));
    let list = |items| Node::new(whole, Value::List(items));
    let removed = found.removed.into_values().collect();
    let mut about = vec![
        entry(ONLY_IF, whole, list(found.only_if)),
        entry(REMOVED, whole, list(removed)),
    ];
    if let Some((span, count)) = found.unread {
        let count = Node::new(span, Value::Number(count.to_string()));
        about.push(entry(UNREAD, span, count));
    }
    let mut entries = vec![
        entry("mcp", whole, map(found.servers)),
        entry(SCRIPT, whole, map(about)),
    ];
    if let Some(first) = found.allowed.first().map(|node| node.span) {
        let list = Node::new(first, Value::List(found.allowed));
        let permissions = vec![entry("allowed_tools", first, list)];
        entries.push(entry("permissions", whole, map(permissions)));
    }
    Parsed {
        root: Some(map(entries)),
        syntax: Syntax::Yaml,
        leniency: Leniency::default(),
        fragment: false,
        diagnostics: Vec::new(),
    }
}

impl Found {
    fn command(&mut self, line: &[Word], only_if: bool) {
        let words: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
        match words.as_slice() {
            ["mcp", "add", name, ..] if is_literal(name) => {
                self.removed.remove(*name);
                self.servers.push(server(line));
                self.only_if.extend(only_if.then(|| text(&line[2])));
            }
            ["mcp", "remove" | "rm", name, ..] if is_literal(name) && !only_if => {
                self.removed.insert((*name).to_owned(), text(&line[2]));
            }
            ["permissions", "allow", ..] => self.allowed.extend(line[2..].iter().map(text)),
            [_, ..] => {
                let (first, count) = self.unread.unwrap_or((line[0].span, 0));
                self.unread = Some((first, count + 1));
            }
            [] => {}
        }
    }
}

/// The conditions, loops and functions that are open.
#[derive(Default)]
struct Blocks {
    depth: usize,
    /// Open braces: whether each is the body of a function.
    braces: Vec<bool>,
    function: bool,
}

impl Blocks {
    /// Takes the keywords before a command away and keeps what they open and close.
    fn strip<'w>(&mut self, mut words: &'w [Word]) -> &'w [Word] {
        while let Some((first, rest)) = words.split_first() {
            let keyword = first.text.as_str();
            match keyword {
                _ if first.quoted => return words,
                "if" | "while" | "until" => self.depth += 1,
                "for" | "select" | "case" => {
                    self.depth += 1;
                    return &[];
                }
                "fi" | "done" | "esac" => self.depth = self.depth.saturating_sub(1),
                "then" | "do" | "else" | "elif" | "!" | "time" => {}
                "{" => {
                    let function = std::mem::take(&mut self.function);
                    self.depth += usize::from(function);
                    self.braces.push(function);
                }
                "}" => {
                    let function = self.braces.pop().unwrap_or_default();
                    self.depth = self.depth.saturating_sub(usize::from(function));
                }
                "function" => {
                    self.function = true;
                    words = rest.get(1..).unwrap_or_default();
                    continue;
                }
                _ if keyword.ends_with("()") => self.function = true,
                _ => return words,
            }
            words = rest;
        }
        words
    }
}

/// Says whether the shell would leave a word as it is.
fn is_literal(word: &str) -> bool {
    !word.contains(['$', '`'])
}

fn entry(key: &str, key_span: Span, value: Node) -> Entry {
    Entry {
        key: key.to_owned(),
        key_span,
        value,
    }
}

fn text(word: &Word) -> Node {
    Node::new(word.span, Value::String(word.text.clone()))
}

/// `mcp add NAME --flag value ...`; `--header` and `--env` take a name and a value.
fn server(line: &[Word]) -> Entry {
    let span = Span::new(line[0].span.start, line[line.len() - 1].span.end);
    let mut fields: Vec<Entry> = Vec::new();
    let mut pairs: [(&str, Vec<Entry>); 2] = [("headers", Vec::new()), ("env", Vec::new())];
    let mut args = Vec::new();
    let mut words = line[3..].iter();
    while let Some(flag) = words.next() {
        let Some(name) = flag.text.strip_prefix("--") else {
            continue;
        };
        // Crush knows no `--flag=value` (`internal/shellconfig/flags.go`): what stands behind the sign is a value all the same.
        if let Some((name, value)) = name.split_once('=') {
            let at = flag.span;
            let value = Node::new(at, Value::String(value.to_owned()));
            fields.push(entry(&format!("--{name}="), at, value));
            continue;
        }
        match name {
            "header" | "env" => {
                let at = usize::from(name == "env");
                if let (Some(key), Some(value)) = (words.next(), words.next()) {
                    pairs[at].1.push(entry(&key.text, key.span, text(value)));
                }
            }
            "args" => args.extend(words.next().map(text)),
            "disabled-tools" | "enabled-tools" => {
                if let Some(list) = words.next() {
                    let items = list
                        .text
                        .split(',')
                        .map(|item| Node::new(list.span, Value::String(item.trim().to_owned())));
                    let node = Node::new(list.span, Value::List(items.collect()));
                    fields.push(entry(&name.replace('-', "_"), flag.span, node));
                }
            }
            "disabled" => {
                let value = words.as_slice().first().map(|word| word.text.as_str());
                let said = matches!(value, Some("true" | "false")).then(|| words.next());
                let off = Value::Bool(said.is_none() || value == Some("true"));
                fields.push(entry("disabled", flag.span, Node::new(flag.span, off)));
            }
            _ => {
                if let Some(value) = words.next() {
                    fields.push(entry(&name.replace('-', "_"), flag.span, text(value)));
                }
            }
        }
    }
    if fields.iter().all(|field| field.key != "type") {
        // Crush sets it before it reads the flags (`internal/shellconfig/mcp.go`)
        let stdio = Node::new(line[2].span, Value::String("stdio".to_owned()));
        fields.push(entry("type", line[2].span, stdio));
    }
    if !args.is_empty() {
        fields.push(entry("args", span, Node::new(span, Value::List(args))));
    }
    for (key, found) in pairs {
        if !found.is_empty() {
            fields.push(entry(key, span, Node::new(span, Value::Map(found))));
        }
    }
    entry(
        &line[2].text,
        line[2].span,
        Node::new(span, Value::Map(fields)),
    )
}
