//! Shells: `cmd /c`, PowerShell, `bash -c` and the strings that they run.

use super::lexer::{self, Before, Style};
use super::walk::Walk;
use super::words;
use super::{Hop, Isolation, Program, Runtime};
use crate::inventory::MarkLevel;
use crate::inventory::secret::has_word;

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "cmd"
            | "powershell"
            | "pwsh"
            | "bash"
            | "sh"
            | "zsh"
            | "dash"
            | "ash"
            | "ksh"
            | "fish"
            | "nu"
    )
}

/// Reads a shell.
pub(super) fn read(walk: &mut Walk<'_, '_>, head: &str, key: &str, rest: &[String]) -> bool {
    let windows_from_wsl = head.starts_with("/mnt/") && head.to_lowercase().ends_with(".exe");
    if windows_from_wsl && matches!(key, "cmd" | "powershell" | "pwsh") {
        walk.isolate(from_wsl());
    }
    match key {
        "cmd" => cmd(walk, rest),
        "powershell" => powershell(walk, "powershell", rest),
        "pwsh" => powershell(walk, "pwsh", rest),
        "bash" => posix(walk, "bash", rest),
        "sh" | "dash" | "ash" => posix(walk, "sh", rest),
        "zsh" => posix(walk, "zsh", rest),
        "ksh" => posix(walk, "ksh", rest),
        "fish" | "nu" => posix(walk, "fish", rest),
        _ => return false,
    }
    true
}

/// The Windows side, entered from a Linux distribution.
fn from_wsl() -> Isolation {
    let mut isolation =
        Walk::isolation(Runtime::WindowsFromWsl, "Windows (from WSL)", "WSL interop");
    isolation.gaps.push("files of WSL shared".to_owned());
    isolation
}

/// `cmd /c words` or `cmd /c "string"`.
fn cmd(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let at = rest.iter().position(|word| {
        !(word.starts_with('/')
            && word
                .trim_start_matches('/')
                .split(':')
                .next()
                .is_some_and(|flag| flag.len() == 1))
    });
    let line = at.map_or(&[][..], |at| &rest[at..]);
    let operators = line
        .iter()
        .any(|word| matches!(word.as_str(), "&&" | "||" | "&" | "|"));
    walk.expanded = true;
    if operators {
        string(walk, "cmd /c", &line.join(" "), Style::Windows);
        return;
    }
    let single: Vec<String>;
    let line = match line {
        [text] if text.contains(char::is_whitespace) => {
            let commands = lexer::commands(text, Style::Windows);
            if commands.list.len() != 1 || commands.unclear {
                string(walk, "cmd /c", text, Style::Windows);
                return;
            }
            single = words::command_words(text, |_| true).0;
            &single
        }
        line => line,
    };
    walk.wrapper("cmd /c");
    let line = match line.split_first() {
        Some((first, rest))
            if first.eq_ignore_ascii_case("call") || first.eq_ignore_ascii_case("start") =>
        {
            let skip = rest.iter().take_while(|word| word.starts_with('/')).count();
            &rest[skip..]
        }
        _ => line,
    };
    walk.run(line);
}

/// `powershell -Command words`, `-File script`.
fn powershell(walk: &mut Walk<'_, '_>, name: &'static str, rest: &[String]) {
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        let Some(flag) = word.strip_prefix('-') else {
            break;
        };
        let flag = flag.to_lowercase();
        at += 1;
        match flag.as_str() {
            "c" | "command" => break,
            "f" | "file" => {
                let script = rest.get(at).map(String::as_str).unwrap_or_default();
                walk.wrapper(name);
                wrapper_script(walk, script);
                return;
            }
            "e" | "ec" | "enc" | "encodedcommand" => {
                walk.launch.hops.push(Hop::ShellString(name));
                walk.mark(
                    MarkLevel::Warning,
                    "encoded command: what it starts is not visible",
                );
                return;
            }
            "executionpolicy" | "ep" | "ex" | "windowstyle" | "w" | "version"
            | "workingdirectory" | "wd" | "configurationname" | "outputformat" | "inputformat" => {
                at += 1;
            }
            _ => {}
        }
    }
    walk.expanded = true;
    let line = rest.get(at..).unwrap_or_default();
    let operators = line
        .iter()
        .any(|word| word.contains([';', '|']) || word == "&&" || word.starts_with("$env:"));
    if line.len() == 1 || operators {
        string(walk, name, &line.join(" "), Style::Windows);
    } else {
        walk.wrapper(name);
        let line = match line.split_first() {
            Some((call, rest)) if call == "&" => rest,
            _ => line,
        };
        walk.run(line);
    }
}

/// `bash -lc "string"`, `bash script`.
fn posix(walk: &mut Walk<'_, '_>, name: &'static str, rest: &[String]) {
    let mut at = 0;
    let mut takes_string = false;
    while let Some(word) = rest.get(at) {
        if !word.starts_with(['-', '+']) || word.len() < 2 {
            break;
        }
        at += 1;
        if word.starts_with("--") {
            if matches!(word.as_str(), "--rcfile" | "--init-file") {
                at += 1;
            }
            takes_string |= word == "--command";
            continue;
        }
        takes_string |= word.contains('c');
        if word.ends_with(['o', 'O']) {
            at += 1;
        }
    }
    let Some(text) = rest.get(at) else {
        return;
    };
    if takes_string {
        string(walk, name, text, Style::Posix);
    } else {
        walk.wrapper(name);
        wrapper_script(walk, text);
    }
}

fn wrapper_script(walk: &mut Walk<'_, '_>, script: &str) {
    walk.launch.program = Program::WrapperScript {
        name: walk.name_of(script),
    };
    walk.mark(
        MarkLevel::Note,
        "wrapper script: what it starts is not visible",
    );
}

/// Reads a shell string: the last simple command is the server, where that is clear.
pub(super) fn string(walk: &mut Walk<'_, '_>, shell: &'static str, text: &str, style: Style) {
    walk.launch.hops.push(Hop::ShellString(shell));
    walk.mark(MarkLevel::Note, "shell string");
    walk.expanded = true;
    let commands = lexer::commands(text, style);
    let mut server: Option<&[String]> = None;
    let mut others = Vec::new();
    for (before, line) in &commands.list {
        let line = assignments(walk, line);
        let Some((head, rest)) = line.split_first() else {
            continue;
        };
        if *before == Before::Else || prepares(walk, head, rest) {
            others.push(line);
        } else {
            others.extend(server.replace(line));
        }
    }
    match server {
        Some(line) if !commands.unclear && !is_keyword(&line[0]) => walk.run(line),
        line => {
            others.extend(line);
            walk.launch.program = Program::Unknown;
        }
    }
    // What another command of the string is given stands in the file and in the list of processes all the same.
    for line in others {
        walk.aside(line);
    }
}

/// Reads the `NAME=value` words at the start; gives what follows them.
pub(super) fn assignments<'l>(walk: &mut Walk<'_, '_>, line: &'l [String]) -> &'l [String] {
    let mut rest = line;
    while let Some((first, after)) = rest.split_first() {
        if let Some((name, value)) = words::assignment(first) {
            walk.assign(name, value);
        } else if let Some((name, value)) = powershell_assignment(first, after) {
            walk.assign(name, value);
            // `$env:NAME = value` is three words.
            return if first.contains('=') {
                after
            } else {
                after.get(2..).unwrap_or_default()
            };
        } else {
            break;
        }
        rest = after;
    }
    rest
}

/// `$env:NAME=value` in one word or three.
fn powershell_assignment<'l>(first: &'l str, after: &'l [String]) -> Option<(&'l str, &'l str)> {
    let rest = first
        .get(..5)
        .filter(|start| start.eq_ignore_ascii_case("$env:"))
        .map(|_| &first[5..])?;
    match rest.split_once('=') {
        Some(pair) => Some(pair),
        None if after.first().is_some_and(|sign| sign == "=") => {
            Some((rest, after.get(1).map(String::as_str).unwrap_or_default()))
        }
        None => None,
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "for"
            | "while"
            | "until"
            | "if"
            | "case"
            | "then"
            | "do"
            | "done"
            | "fi"
            | "else"
            | "function"
            | "select"
            | "foreach"
    )
}

/// Reads commands that only prepare the ground; true where this is one.
fn prepares(walk: &mut Walk<'_, '_>, head: &str, rest: &[String]) -> bool {
    let first = rest.first().map(String::as_str);
    match head.trim_start_matches('@').to_lowercase().as_str() {
        "cd" | "pushd" | "set-location" | "sl" | "chdir" => {
            let folder = rest
                .iter()
                .find(|word| !word.eq_ignore_ascii_case("/d") && *word != "--");
            if let Some(folder) = folder {
                walk.cwd = Some(folder.clone());
            }
        }
        "source" | "." => {
            let name = words::base(first.unwrap_or_default());
            if name.contains(".env") || name.ends_with("env") {
                walk.env_file(first.unwrap_or_default());
            }
        }
        "export" | "set" | "setenv" | "declare" | "local" | "readonly" | "typeset" => {
            // `set NAME=some value` of cmd takes the rest of the line.
            for word in rest {
                if let Some((name, value)) = words::assignment(word) {
                    walk.assign(name, value);
                }
            }
        }
        head => return only_prepares(head, rest),
    }
    true
}

/// Tells whether a command does something and comes back, so that the server must be another one.
fn only_prepares(head: &str, rest: &[String]) -> bool {
    const ALWAYS: &str = "echo printf sleep mkdir ulimit umask trap eval nvm alias shopt setopt wait exit return chcp \
test [ [[ true : unset stty hash type which command title cls setlocal popd import-module write-host \
write-output touch rm cp mv chmod git kill pkill pip pip3 apt-get apk brew";
    let first = rest.first().map(String::as_str).unwrap_or_default();
    let verbs = match head {
        "conda" | "mamba" | "micromamba" => "activate",
        "npm" | "pnpm" | "yarn" | "bun" => "install ci i build",
        "uv" => "sync pip venv lock",
        "docker" => "pull build rm stop login network volume",
        _ => return has_word(ALWAYS, head),
    };
    let builds = first == "run" && rest.get(1).is_some_and(|task| task == "build");
    builds || has_word(verbs, first)
}
