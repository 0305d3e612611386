//! Programs that start another one with something changed: environment, user, priority, secrets.

use super::lexer;
use super::walk::Walk;
use super::{Runtime, shells};
use crate::inventory::{Carrier, Form};

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "env"
            | "cross-env"
            | "nohup"
            | "nice"
            | "ionice"
            | "timeout"
            | "gtimeout"
            | "exec"
            | "stdbuf"
            | "unbuffer"
            | "setsid"
            | "caffeinate"
            | "xvfb-run"
            | "time"
            | "arch"
            | "chrt"
            | "taskset"
            | "catchsegv"
            | "proxychains"
            | "proxychains4"
            | "torsocks"
            | "dotenv"
            | "dotenvx"
            | "@dotenvx/dotenvx"
            | "env-cmd"
            | "direnv"
            | "mise"
            | "rtx"
            | "asdf"
            | "op"
            | "doppler"
            | "infisical"
            | "aws-vault"
            | "aws-okta"
            | "chamber"
            | "teller"
            | "sops"
            | "bws"
            | "vault"
            | "envchain"
            | "envconsul"
            | "phase"
            | "sudo"
            | "doas"
            | "su"
            | "runuser"
            | "runas"
            | "pkexec"
            | "gosu"
            | "strace"
            | "winpty"
            | "script"
            | "systemd-run"
            | "tini"
            | "dumb-init"
            | "command"
    )
}

/// Reads a wrapper.
pub(super) fn read(walk: &mut Walk<'_, '_>, head: &str, key: &str, rest: &[String]) -> bool {
    let verb = rest.first().map(String::as_str).unwrap_or_default();
    match key {
        "env" | "cross-env" => env(walk, rest),
        "sudo" | "doas" | "pkexec" | "gosu" | "su" | "runuser" | "runas" => user(walk, key, rest),
        "nohup" | "nice" | "ionice" | "stdbuf" | "setsid" | "caffeinate" | "xvfb-run" | "time"
        | "arch" | "chrt" | "catchsegv" | "proxychains" | "proxychains4" | "torsocks"
        | "unbuffer" | "exec" | "winpty" | "tini" | "dumb-init" | "command" => {
            let plain = matches!(
                key,
                "exec" | "nohup" | "time" | "setsid" | "winpty" | "tini" | "dumb-init" | "command"
            );
            let valued = if plain {
                "-a"
            } else {
                "-n -c -i -o -e -f -s -a -w -t -p -d"
            };
            let options = walk.launcher_options(rest, valued);
            walk.run(options.rest);
        }
        "timeout" | "gtimeout" | "taskset" => {
            let options = walk.launcher_options(rest, "-s --signal -k --kill-after -p");
            walk.run(options.rest.get(1..).unwrap_or_default());
        }
        "dotenv" | "dotenvx" | "@dotenvx/dotenvx" | "env-cmd" => dotenv(walk, rest),
        "direnv" if verb == "exec" => {
            walk.env_file(".envrc");
            walk.run(rest.get(2..).unwrap_or_default());
        }
        "mise" | "rtx" | "asdf" if matches!(verb, "exec" | "x") => {
            let options = walk.launcher_options(&rest[1..], "-C --cd -E -c --command");
            if let Some(line) = options.value(&["-c", "--command"]) {
                shells::string(walk, "sh", line, lexer::Style::Posix);
            } else {
                let skip = rest
                    .iter()
                    .position(|word| word == "--")
                    .map(|at| &rest[at + 1..]);
                walk.run(skip.unwrap_or(options.rest));
            }
        }
        "op" | "doppler" | "infisical" | "teller" | "phase" | "bws" if verb == "run" => {
            secrets(walk, key, &rest[1..]);
        }
        "aws-vault" | "aws-okta" | "chamber" if verb == "exec" => secrets(walk, key, &rest[1..]),
        "sops" if verb == "exec-env" => {
            walk.credential("secrets of sops", Form::Helper, Carrier::Env);
            walk.wrapper("sops");
            if let Some(line) = rest.get(2) {
                shells::string(walk, "sh", line, lexer::Style::Posix);
            }
        }
        "envchain" => {
            walk.credential("secrets of envchain", Form::Keyring, Carrier::Env);
            walk.wrapper("envchain");
            walk.run(rest.get(1..).unwrap_or_default());
        }
        "systemd-run" | "strace" => {
            let options = walk.launcher_options(rest, "-p --property -u --unit -o -e -s -E");
            walk.run(options.rest);
        }
        _ => return false,
    }
    let _ = head;
    true
}

/// `env [-i] [NAME=value...] command`.
fn env(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(rest, "-u --unset -C --chdir -P");
    let mut line = options.rest;
    walk.wrapper("env");
    if let Some(split) = options.value(&["-S", "--split-string"]) {
        walk.line(split);
        return;
    }
    if options.has(&["-S"])
        && let [text] = line
    {
        walk.line(text);
        return;
    }
    line = shells::assignments(walk, line);
    walk.run(line);
}

/// `dotenv -f .env -- command`, `dotenvx run -- command`.
fn dotenv(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let rest = match rest.split_first() {
        Some((run, rest)) if run == "run" || run == "exec" => rest,
        _ => rest,
    };
    let options = walk.launcher_options(rest, "-e -f -c -p -v --file");
    let file = options.value(&["-e", "-f", "--file"]).unwrap_or(".env");
    walk.env_file(file);
    walk.wrapper("dotenv");
    walk.run(options.rest);
}

/// A secret manager that puts its secrets into the environment of the command.
fn secrets(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) {
    let (via, name, form) = match key {
        "op" => ("op run", "secrets of 1Password", Form::Helper),
        "doppler" => ("doppler run", "secrets of Doppler", Form::Helper),
        "infisical" => ("infisical run", "secrets of Infisical", Form::Helper),
        "aws-vault" | "aws-okta" => ("aws-vault", "AWS session", Form::Ambient),
        "chamber" => ("chamber", "secrets of chamber", Form::Helper),
        "bws" => ("bws run", "secrets of Bitwarden", Form::Helper),
        "phase" => ("phase run", "secrets of Phase", Form::Helper),
        _ => ("teller run", "secrets of teller", Form::Helper),
    };
    walk.credential(name, form, Carrier::Env);
    walk.wrapper(via);
    let valued = "\
-p --project -c --config --env --path --projectId --token -t --account -d --duration \
--region --mfa-token --command --domain --app";
    let options = walk.launcher_options(rest, valued);
    if let Some(token) = options.value(&["--token", "-t"]) {
        super::args::named(walk, "--token", token);
    }
    if let Some(line) = options.value(&["--command"]) {
        shells::string(walk, "sh", line, lexer::Style::Posix);
        return;
    }
    // `aws-vault exec profile -- command`: what stands before the dashes is a name.
    let named = matches!(key, "aws-vault" | "aws-okta" | "chamber");
    let line = match options.rest.iter().position(|word| word == "--") {
        Some(at) => &options.rest[at + 1..],
        None if named => options.rest.get(1..).unwrap_or_default(),
        None => options.rest,
    };
    walk.run(line);
}

/// `sudo -u user command`: another user's rights on this machine.
fn user(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) {
    let valued = match key {
        "sudo" => "-u --user -g --group -h --host -p --prompt -C -D --chdir -r -t -T -U",
        "doas" => "-u -C -a",
        "su" | "runuser" => "-c --command -s --shell -g -u --user",
        _ => "--user",
    };
    let options = walk.launcher_options(rest, valued);
    let mut line = options.rest;
    let mut name = options.value(&["-u", "--user"]);
    if matches!(key, "gosu" | "su" | "runas")
        && let Some((first, rest)) = line.split_first()
    {
        name = Some(first);
        line = rest;
    }
    let root = name.is_none_or(|name| name == "root" || name == "0" || name == "#0");
    let title = if root { "root" } else { "another user" };
    let via = match key {
        "sudo" => "sudo",
        "doas" => "doas",
        "pkexec" => "pkexec",
        "runas" => "runas",
        _ => "su",
    };
    walk.isolate(Walk::isolation(Runtime::Root, title, via));
    if let Some(text) = options.value(&["-c", "--command"]) {
        shells::string(walk, "sh", text, lexer::Style::Posix);
        return;
    }
    if let Some(at) = line.iter().position(|word| word == "-c")
        && let Some(text) = line.get(at + 1)
    {
        shells::string(walk, "sh", text, lexer::Style::Posix);
        return;
    }
    let line = shells::assignments(walk, line);
    walk.run(line);
}
