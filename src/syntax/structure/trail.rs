//! The keys that lead to a place of a text that cannot be parsed.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use crate::syntax::Syntax;

/// Lists the keys that are open where a text ends.
pub(super) fn trail(text: &str, syntax: Syntax) -> Vec<String> {
    match syntax {
        Syntax::Json | Syntax::Jsonc | Syntax::Json5 => json_trail(text),
        Syntax::Toml => toml_trail(text),
        Syntax::Yaml | Syntax::Markdown => yaml_trail(text),
    }
}

fn json_trail(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text, &ScannerOptions::default());
    // The key that stands before each open bracket, and the last key or text of the level.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut last: Option<String> = None;
    let mut key: Option<String> = None;
    while let Ok(Some(token)) = scanner.scan() {
        match token {
            Token::String(_) | Token::Word(_) | Token::Number(_) | Token::Boolean(_)
                if key.is_some() =>
            {
                key = None;
            }
            Token::String(text) => last = Some(text.into_owned()),
            Token::Word(word) => last = Some(word.to_owned()),
            Token::Colon => key = last.take(),
            Token::OpenBrace | Token::OpenBracket => {
                open.push(key.take());
                last = None;
            }
            Token::CloseBrace | Token::CloseBracket => {
                open.pop();
                (key, last) = (None, None);
            }
            Token::Comma => (key, last) = (None, None),
            _ => {}
        }
    }
    open.into_iter().chain([key]).flatten().collect()
}

/// The last table whose header stands before the place.
fn toml_trail(text: &str) -> Vec<String> {
    let header = text.lines().rev().find_map(|line| {
        let line = line.trim();
        let name = line.strip_prefix('[')?.trim_start_matches('[');
        let (name, _) = name.split_once(']')?;
        Some(name.to_owned())
    });
    let keys = header.unwrap_or_default();
    let plain = |key: &str| key.trim().trim_matches(['"', '\'']).to_owned();
    keys.split('.')
        .map(plain)
        .filter(|key| !key.is_empty())
        .collect()
}

/// The keys of less and less indentation above the place.
fn yaml_trail(text: &str) -> Vec<String> {
    let mut lines = text.lines().rev();
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut limit = lines.next().map_or(0, indent);
    let mut found = Vec::new();
    for line in lines {
        if limit == 0 {
            break;
        }
        let key = line.trim_start_matches([' ', '-']).split_once(':');
        let Some((key, _)) = key.filter(|(key, _)| !key.contains(char::is_whitespace)) else {
            continue;
        };
        let own = indent(line);
        if own < limit && !key.is_empty() && !key.starts_with('#') {
            limit = own;
            found.push(key.trim_matches(['"', '\'']).to_owned());
        }
    }
    found.reverse();
    found
}
