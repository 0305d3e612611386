//! Ways to another system: WSL, ssh, kubectl, virtual machines.

use super::lexer::Style;
use super::walk::Walk;
use super::words;
use super::{Runtime, args, shells};
use crate::inventory::{Carrier, Form, MarkLevel};

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "wsl"
            | "ssh"
            | "autossh"
            | "sshpass"
            | "plink"
            | "kubectl"
            | "oc"
            | "limactl"
            | "lima"
            | "multipass"
            | "orb"
            | "vagrant"
            | "gcloud"
            | "flyctl"
            | "fly"
            | "tsh"
            | "colima"
            | "incus"
            | "lxc"
    )
}

/// Reads a way to another system.
pub(super) fn read(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) -> bool {
    let verb = rest.first().map(String::as_str).unwrap_or_default();
    match key {
        "wsl" => wsl(walk, rest),
        "ssh" | "autossh" | "plink" => ssh(walk, rest),
        "sshpass" => {
            let options = walk.launcher_options(rest, "-p -f -d -P");
            if let Some(password) = options.value(&["-p"]) {
                args::named(walk, "sshpass password", password);
            }
            walk.wrapper("sshpass");
            walk.run(options.rest);
        }
        "kubectl" | "oc" => return kubectl(walk, rest),
        "limactl" | "colima" | "multipass" | "vagrant" | "incus" | "lxc" | "tsh"
            if matches!(verb, "shell" | "exec" | "ssh") =>
        {
            let runtime = if key == "tsh" {
                Runtime::Ssh
            } else {
                Runtime::Vm
            };
            let (title, via) = match key {
                "tsh" => ("ssh", "tsh ssh"),
                "incus" | "lxc" => ("Virtual machine or container", "incus"),
                _ => ("Virtual machine", "a VM shell"),
            };
            walk.isolate(Walk::isolation(runtime, title, via));
            behind(
                walk,
                &rest[1..],
                "--workdir -c --cwd --env --login --cluster",
            );
        }
        "lima" | "orb" => {
            walk.isolate(Walk::isolation(
                Runtime::Vm,
                "Virtual machine",
                "a VM shell",
            ));
            let options = walk.launcher_options(rest, "-m -u -w");
            walk.run(options.rest);
        }
        _ => return false,
    }
    true
}

/// `tool shell NAME [--] command`.
fn behind(walk: &mut Walk<'_, '_>, rest: &[String], valued: &str) {
    if let Some(at) = rest.iter().position(|word| word == "--") {
        walk.run(&rest[at + 1..]);
        return;
    }
    let options = walk.launcher_options(rest, valued);
    remote_line(walk, options.rest.get(1..).unwrap_or_default());
}

/// `wsl [-d Distribution] [--cd folder] [-e | --] command`.
fn wsl(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut name = None;
    let mut folder = None;
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        match word.as_str() {
            "-d" | "--distribution" => {
                name = rest.get(at + 1);
                at += 2;
            }
            "--cd" => {
                folder = rest.get(at + 1).cloned();
                at += 2;
            }
            "-u" | "--user" | "--shell-type" | "--distribution-id" => at += 2,
            "-e" | "--exec" | "--" => {
                at += 1;
                break;
            }
            "~" | "--system" => at += 1,
            _ if word.starts_with('-') => at += 1,
            _ => break,
        }
    }
    let title = format!(
        "WSL · {}",
        name.map_or("default distribution", String::as_str)
    );
    let mut isolation = Walk::isolation(Runtime::Wsl, &title, "wsl");
    isolation.gaps.push("/mnt/c shared".to_owned());
    walk.isolate(isolation);
    let listed = |(name, _): &(String, Option<String>)| name == "WSLENV";
    if !walk.env.is_empty() && !walk.env.iter().any(listed) {
        let text = "the variables of the entry do not pass the hop into WSL";
        walk.mark(MarkLevel::Warning, text);
    }
    if folder.is_some() {
        walk.cwd = folder;
    }
    walk.expanded = true;
    remote_line(walk, rest.get(at..).unwrap_or_default());
}

/// `ssh [options] host command`.
fn ssh(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let valued = "\
-b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w -B -M -pw";
    let options = walk.launcher_options(rest, valued);
    let unchecked = options.list.iter().any(|option| {
        option.value.is_some_and(|value| {
            value
                .to_lowercase()
                .replace(' ', "=")
                .starts_with("stricthostkeychecking=no")
        }) || option
            .name
            .to_lowercase()
            .starts_with("-ostricthostkeychecking=no")
    });
    if unchecked {
        walk.mark(MarkLevel::Warning, "host key unchecked");
    }
    if let Some(password) = options.value(&["-pw"]) {
        args::named(walk, "ssh password", password);
    }
    if options.value(&["-i"]).is_some() {
        walk.credential("ssh key", Form::File, Carrier::Argument);
    } else {
        walk.credential("ssh key or agent", Form::Ambient, Carrier::Env);
    }
    walk.isolate(Walk::isolation(Runtime::Ssh, "ssh", "ssh"));
    walk.cwd = None;
    walk.expanded = true;
    remote_line(walk, options.rest.get(1..).unwrap_or_default());
}

/// A command for a shell on the other side: one string, or words.
fn remote_line(walk: &mut Walk<'_, '_>, line: &[String]) {
    let text = line.join(" ");
    let operators = line
        .iter()
        .any(|word| word.contains("&&") || word.contains(';') || word == "|");
    let quoted = matches!(line, [one] if one.contains(char::is_whitespace));
    let runs_shell = line
        .first()
        .is_some_and(|word| shells::is_launcher(&words::key(word)));
    if (operators || quoted) && !runs_shell {
        shells::string(walk, "sh", &text, Style::Posix);
    } else {
        let line = shells::assignments(walk, line);
        walk.run(line);
    }
}

/// `kubectl exec -i pod -- command`, `kubectl run -i name --image=image`.
fn kubectl(walk: &mut Walk<'_, '_>, rest: &[String]) -> bool {
    let valued = "\
-n --namespace -c --container --context --kubeconfig --cluster --user --image --overrides \
--env --restart -s --server --as --token";
    let options = walk.launcher_options(rest, valued);
    let Some((verb, after)) = options.rest.split_first() else {
        return false;
    };
    if !matches!(verb.as_str(), "exec" | "run" | "attach" | "debug") {
        return false;
    }
    walk.credential("kubeconfig file", Form::Ambient, Carrier::Env);
    let (before, line) = match after.iter().position(|word| word == "--") {
        Some(at) => (&after[..at], &after[at + 1..]),
        None => (after, &[][..]),
    };
    // Options may also follow the name of the pod.
    let image = before.iter().enumerate().find_map(|(at, word)| {
        word.strip_prefix("--image=")
            .map(str::to_owned)
            .or_else(|| {
                (word == "--image")
                    .then(|| before.get(at + 1).cloned())
                    .flatten()
            })
    });
    walk.isolate(Walk::isolation(
        Runtime::Kubernetes,
        "Kubernetes pod",
        "kubectl",
    ));
    match image {
        Some(image) => super::containers::image(walk, &image, line),
        None => walk.run(line),
    }
    true
}
