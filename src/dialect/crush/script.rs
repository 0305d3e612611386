//! The Bash script as data: lines of `mcp add` and `permissions allow`, into the tree that the JSON form has.

use crate::source::{SourceFile, Span};
use crate::syntax::{Entry, Leniency, Node, Parsed, Syntax, Value};

/// Key under which the tree holds the number of lines that were not read.
pub(super) const UNREAD: &str = "lines not read";

/// A word with its place.
struct Word {
    text: String,
    span: Span,
}

/// Reads a script; nothing in it is run or expanded.
pub(super) fn parse(file: &SourceFile) -> Parsed {
    let mut servers = Vec::new();
    let mut allowed = Vec::new();
    let mut unread: Option<(Span, usize)> = None;
    for line in lines(&file.text) {
        let words: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
        match words.as_slice() {
            ["mcp", "add", name, ..] if is_literal(name) => servers.push(server(&line)),
            ["permissions", "allow", ..] => allowed.extend(line[2..].iter().map(text)),
            [_, ..] => {
                let (first, count) = unread.unwrap_or((line[0].span, 0));
                unread = Some((first, count + 1));
            }
            [] => {}
        }
    }
    let whole = Span::new(0, file.text.len());
    let mut entries = vec![entry("mcp", whole, Node::new(whole, Value::Map(servers)))];
    if !allowed.is_empty() {
        let list = Node::new(allowed[0].span, Value::List(allowed));
        let permissions = vec![entry("allowed_tools", list.span, list)];
        let map = Node::new(whole, Value::Map(permissions));
        entries.push(entry("permissions", whole, map));
    }
    if let Some((span, count)) = unread {
        let count = Node::new(span, Value::Number(count.to_string()));
        entries.push(entry(UNREAD, span, count));
    }
    Parsed {
        root: Some(Node::new(whole, Value::Map(entries))),
        syntax: Syntax::Yaml,
        leniency: Leniency::default(),
        fragment: false,
        diagnostics: Vec::new(),
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
                let node = Node::new(flag.span, Value::Bool(true));
                fields.push(entry("disabled", flag.span, node));
            }
            _ => {
                if let Some(value) = words.next() {
                    fields.push(entry(&name.replace('-', "_"), flag.span, text(value)));
                }
            }
        }
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

/// Splits a script into lines of words: quotes group, a backslash joins lines, `$(...)` stays as it is written.
fn lines(script: &str) -> Vec<Vec<Word>> {
    let mut all = Vec::new();
    let mut line: Vec<Word> = Vec::new();
    let mut word: Option<Word> = None;
    let mut quote = None;
    let mut depth = 0_usize;
    let mut chars = script.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        match c {
            '\\' if next == Some('\n') && quote != Some('\'') => {
                chars.next();
                finish(&mut line, &mut word, at);
            }
            '#' if word.is_none() && quote.is_none() => {
                while chars.next_if(|&(_, c)| c != '\n').is_some() {}
            }
            '\'' | '"' if depth == 0 && quote.is_none_or(|q| q == c) => {
                quote = if quote.is_some() { None } else { Some(c) };
                word.get_or_insert_with(|| start(at));
            }
            '\n' | ';' if quote.is_none() && depth == 0 => {
                finish(&mut line, &mut word, at);
                all.push(std::mem::take(&mut line));
            }
            c if c.is_whitespace() && quote.is_none() && depth == 0 => {
                finish(&mut line, &mut word, at);
            }
            c => {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                word.get_or_insert_with(|| start(at)).text.push(c);
            }
        }
    }
    finish(&mut line, &mut word, script.len());
    all.push(line);
    all
}

fn start(at: usize) -> Word {
    Word {
        text: String::new(),
        span: Span::new(at, at),
    }
}

fn finish(line: &mut Vec<Word>, word: &mut Option<Word>, end: usize) {
    if let Some(mut word) = word.take() {
        word.span.end = end;
        line.push(word);
    }
}
