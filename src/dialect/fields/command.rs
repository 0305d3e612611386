//! Command and arguments: a string, a list, an object or a whole command line.

use super::super::ReadCx;
use super::words::{Words, texts};
use crate::inventory::{Mark, MarkLevel};
use crate::syntax::Node;

/// The words that start a process.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Command {
    /// Program; empty when the entry has the key with nothing in it.
    pub(crate) program: String,
    /// Arguments.
    pub(crate) args: Vec<String>,
    /// Whether the command key held a whole command line.
    pub(crate) was_line: bool,
}

/// Keys that hold the command.
const COMMAND_KEYS: [&str; 2] = ["command", "cmd"];

/// Reads the command of an entry, with the node that holds it.
pub(crate) fn command<'n>(cx: &mut ReadCx<'_>, words: &Words<'n>) -> Option<(Command, &'n Node)> {
    let (key, node) = words.first(&COMMAND_KEYS)?;
    let path = words.key(key);
    let mut command = if let Some(text) = node.as_str() {
        from_text(text)
    } else if node.is_list() {
        let mut parts = texts(cx, node, &path).into_iter().map(str::to_owned);
        Command {
            program: parts.next().unwrap_or_default(),
            args: parts.collect(),
            was_line: false,
        }
    } else if let Some(program) = node.get("path").and_then(Node::as_str) {
        Command {
            program: program.to_owned(),
            args: node
                .get("args")
                .map(|args| arguments(cx, args, &path))
                .unwrap_or_default(),
            was_line: false,
        }
    } else {
        cx.expected(node, &path, "a string or a list of strings");
        return None;
    };
    if let Some(args) = words.get("args") {
        let path = words.key("args");
        let more = arguments(cx, args, &path);
        command.args.extend(more);
    }
    Some((command, node))
}

/// Reads arguments: a list of scalars, one string of several words, or null.
pub(crate) fn arguments(cx: &mut ReadCx<'_>, node: &Node, key: &str) -> Vec<String> {
    match node.as_str() {
        Some(line) => split_line(line),
        None => texts(cx, node, key)
            .into_iter()
            .map(str::to_owned)
            .collect(),
    }
}

/// Says that a command key holds a whole command line, which not every product takes.
pub(crate) fn line_mark(cx: &ReadCx<'_>, node: &Node) -> Mark {
    Mark::new(
        MarkLevel::Note,
        "whole command line in one string: some clients refuse it",
        Some(cx.at(node)),
    )
}

/// Takes a command string, which may be a path with spaces or a whole command line.
fn from_text(text: &str) -> Command {
    let text = text.trim();
    let words = split_line(text);
    if words.len() < 2 {
        return Command {
            program: words.into_iter().next().unwrap_or_default(),
            ..Command::default()
        };
    }
    let program_words = program_words(&words);
    Command {
        program: words[..program_words].join(" "),
        args: words[program_words..].to_vec(),
        was_line: program_words < words.len(),
    }
}

/// Counts the words that belong to the program: a rooted path may hold spaces (`C:\Program Files\...`).
fn program_words(words: &[String]) -> usize {
    if !is_rooted(&words[0]) {
        return 1;
    }
    let more = words[1..].iter().take_while(|word| {
        !word.starts_with(['-', '@']) && !is_rooted(word) && word.contains(['/', '\\'])
    });
    1 + more.count()
}

fn is_rooted(word: &str) -> bool {
    word.starts_with(['/', '\\', '~', '$', '%'])
        || word.starts_with("./")
        || word.starts_with("../")
        || word.as_bytes().get(1) == Some(&b':')
}

/// Splits a line at spaces outside quotes and `$(...)`; a backslash is itself, since Windows paths hold it.
pub(crate) fn split_line(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut open = false;
    let mut depth = 0_usize;
    for c in line.chars() {
        if depth > 0 || c == '(' && word.ends_with('$') {
            // What a command prints is one word, whatever stands in it.
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            word.push(c);
        } else if quote == Some(c) {
            quote = None;
        } else if quote.is_none() && matches!(c, '"' | '\'') {
            quote = Some(c);
            open = true;
        } else if quote.is_none() && c.is_whitespace() {
            if open || !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            open = false;
        } else {
            word.push(c);
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (String, Vec<String>, bool) {
        let command = from_text(text);
        (command.program, command.args, command.was_line)
    }

    #[test]
    fn a_whole_command_line_is_split() {
        assert_eq!(
            split("uv run python"),
            ("uv".into(), vec!["run".into(), "python".into()], true)
        );
        assert_eq!(
            split("/usr/bin/uv run servers/x.py").1,
            vec!["run", "servers/x.py"]
        );
        assert!(!split("npx").2);
        assert_eq!(split("").0, "");
    }

    #[test]
    fn a_path_with_spaces_stays_whole() {
        for path in [
            "/Applications/Soil Lab.app/Contents/MacOS/soil",
            r"C:\Program Files\nodejs\npx.cmd",
        ] {
            assert_eq!(split(path), (path.to_owned(), Vec::new(), false));
        }
        assert_eq!(
            split(r"C:\Program Files\nodejs\npx.cmd -y pkg"),
            (
                r"C:\Program Files\nodejs\npx.cmd".into(),
                vec!["-y".into(), "pkg".into()],
                true
            )
        );
    }

    #[test]
    fn quotes_group_words() {
        assert_eq!(
            split_line(r#"--port 8080 --name 'two words' "" C:\x"#),
            ["--port", "8080", "--name", "two words", "", r"C:\x"]
        );
    }
}
