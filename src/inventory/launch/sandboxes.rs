//! Sandbox programs around a server: bubblewrap, firejail, sandbox-exec, `codex sandbox`.

use super::reach;
use super::walk::Walk;
use super::{Isolation, Mount, Network, Runtime};
use crate::inventory::Redacted;

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "bwrap" | "firejail" | "sandbox-exec" | "srt" | "nsjail" | "codex" | "landrun"
    )
}

/// Reads a sandbox program.
pub(super) fn read(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) -> bool {
    match key {
        "bwrap" => bwrap(walk, rest),
        "firejail" => {
            let mut isolation = sandbox("firejail", "firejail");
            let options = walk.launcher_options(rest, "");
            if options.value(&["--net"]) == Some("none") {
                isolation.network = Network::None;
            }
            walk.isolate(isolation);
            walk.run(options.rest);
        }
        "sandbox-exec" => {
            walk.isolate(sandbox("sandbox-exec", "sandbox-exec"));
            let options = walk.launcher_options(rest, "-f -n -p -D");
            walk.run(options.rest);
        }
        "srt" | "landrun" => {
            walk.isolate(sandbox(
                if key == "srt" { "srt" } else { "landrun" },
                "a sandbox program",
            ));
            let options = walk.launcher_options(rest, "--settings -s --ro --rox --rw --rwx");
            walk.run(options.rest);
        }
        "codex"
            if rest
                .first()
                .is_some_and(|verb| verb == "sandbox" || verb == "debug") =>
        {
            walk.isolate(sandbox("codex sandbox", "codex sandbox"));
            let options =
                walk.launcher_options(&rest[1..], "--permission-profile -c --config -p --profile");
            let line = match options.rest.split_first() {
                Some((system, rest))
                    if matches!(
                        system.as_str(),
                        "macos" | "linux" | "seatbelt" | "landlock" | "windows"
                    ) =>
                {
                    walk.launcher_options(rest, "-c --config").rest
                }
                _ => options.rest,
            };
            walk.run(line);
        }
        _ => return false,
    }
    true
}

fn sandbox(program: &str, via: &'static str) -> Isolation {
    Walk::isolation(
        Runtime::SandboxProgram,
        &format!("Sandbox ({program})"),
        via,
    )
}

fn bwrap(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut isolation = sandbox("bwrap", "bwrap");
    let mut at = 0;
    let word = |at: usize| rest.get(at).map(String::as_str).unwrap_or_default();
    while at < rest.len() && word(at).starts_with("--") {
        let flag = word(at);
        match flag {
            "--" => {
                at += 1;
                break;
            }
            "--bind" | "--ro-bind" | "--dev-bind" | "--bind-try" | "--ro-bind-try"
            | "--dev-bind-try" => {
                let from = Redacted::path(word(at + 1));
                let read_only = flag.starts_with("--ro");
                if !read_only && (from.as_str() == "~" || from.as_str() == "whole disk") {
                    isolation.gaps.push(
                        if from.as_str() == "~" {
                            "home mounted"
                        } else {
                            "whole disk mounted"
                        }
                        .to_owned(),
                    );
                }
                let home = reach::home(walk, word(at + 1));
                isolation.mounts.push(Mount {
                    from,
                    to: Redacted::path(word(at + 2)),
                    read_only,
                    volume: false,
                    home,
                });
                at += 3;
            }
            "--setenv" => {
                walk.assign(word(at + 1), word(at + 2));
                at += 3;
            }
            "--symlink" | "--file" | "--bind-data" | "--ro-bind-data" | "--chmod" => at += 3,
            "--unshare-net" | "--unshare-all" => {
                isolation.network = Network::None;
                at += 1;
            }
            "--share-net" => {
                isolation.network = Network::OpenByDefault;
                at += 1;
            }
            "--proc" | "--dev" | "--tmpfs" | "--chdir" | "--dir" | "--unsetenv" | "--uid"
            | "--gid" | "--hostname" | "--remount-ro" | "--cap-add" | "--cap-drop"
            | "--seccomp" | "--lock-file" | "--sync-fd" | "--mqueue" | "--args"
            | "--exec-label" | "--file-label" | "--perms" | "--size" => at += 2,
            _ => at += 1,
        }
    }
    walk.isolate(isolation);
    walk.run(rest.get(at..).unwrap_or_default());
}
