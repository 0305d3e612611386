//! The options of `docker run` and its relatives: what the container sees of the machine.

use super::mounts::{mount, published, socket, volume};
use super::walk::Walk;
use super::{Isolation, Listener, Network};
use crate::inventory::secret::has_word;
use crate::inventory::{MarkLevel, Redacted};

/// Options of `run` that take none; every other long option takes one.
const SWITCHES: &str = "\
--detach --disable-content-trust --env-host --help --init --interactive --no-healthcheck \
--no-hosts --oom-kill-disable --privileged --publish-all --quiet --read-only --replace --rm \
--rmi --sig-proxy --tty --use-api-socket --http-proxy --tls-verify --no-hostname --ssh \
--virtualization --read-only-tmpfs --passwd --remove --no-dns";

/// Reads the options of `run` and `exec`; gives where the next word stands.
pub(super) fn read_options(
    walk: &mut Walk<'_, '_>,
    rest: &[String],
    isolation: &mut Isolation,
    entrypoint: &mut Option<String>,
) -> usize {
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        if word == "--" {
            return at + 1;
        }
        if !word.starts_with('-') || word.len() < 2 {
            return at;
        }
        at += 1;
        if word.starts_with("--") {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, value.to_owned()),
                None if has_word(SWITCHES, word) => (word.as_str(), String::new()),
                None => {
                    let value = rest.get(at).cloned().unwrap_or_default();
                    at += 1;
                    (word.as_str(), value)
                }
            };
            option(walk, name, &value, isolation, entrypoint);
            continue;
        }
        // A cluster of short options: the first one that takes a value takes the rest of the word, or the next.
        for (i, letter) in word.char_indices().skip(1) {
            if "dithPqT".contains(letter) && !(letter == 'h' && word.len() == 2) {
                if letter == 'd' {
                    detached(walk);
                }
                if letter == 'P' {
                    isolation.published.push(Listener {
                        all_interfaces: true,
                        port: None,
                        address_written: true,
                    });
                }
                continue;
            }
            let attached = &word[i + letter.len_utf8()..];
            let value = if attached.is_empty() {
                let value = rest.get(at).cloned().unwrap_or_default();
                at += 1;
                value
            } else {
                attached.strip_prefix('=').unwrap_or(attached).to_owned()
            };
            let name = match letter {
                'e' => "--env",
                'v' => "--volume",
                'p' => "--publish",
                'w' => "--workdir",
                'u' => "--user",
                _ => "-",
            };
            option(walk, name, &value, isolation, entrypoint);
            break;
        }
    }
    at
}

fn option(
    walk: &mut Walk<'_, '_>,
    name: &str,
    value: &str,
    isolation: &mut Isolation,
    entrypoint: &mut Option<String>,
) {
    let mut gap = |text: String| isolation.gaps.push(text);
    match name {
        "--detach" if value != "false" => detached(walk),
        "--env" => variable(walk, value),
        "--env-file" => walk.env_file(value),
        "--volume" => volume(walk, value, isolation),
        "--mount" => mount(walk, value, isolation),
        "--publish" => isolation.published.push(published(value)),
        "--publish-all" => isolation.published.push(Listener {
            all_interfaces: true,
            port: None,
            address_written: true,
        }),
        "--entrypoint" => *entrypoint = Some(value.to_owned()),
        "--network" | "--net" => {
            isolation.network = match value {
                "none" => Network::None,
                "host" => {
                    gap("host network".to_owned());
                    Network::Host
                }
                "" | "default" | "bridge" => Network::OpenByDefault,
                other => Network::Named(Redacted::name(other)),
            };
        }
        "--privileged" if value != "false" => gap("privileged".to_owned()),
        "--pid" if value == "host" => gap("host processes visible".to_owned()),
        "--ipc" if value == "host" => gap("host ipc".to_owned()),
        "--userns" if value == "host" => gap("host user ids".to_owned()),
        "--cap-add" => gap(format!("capability {}", Redacted::name(value))),
        "--device" => gap("host device".to_owned()),
        "--gpus" => gap("host GPUs".to_owned()),
        "--volumes-from" => gap("volumes of another container".to_owned()),
        "--use-api-socket" => {
            gap("docker socket".to_owned());
            socket(walk);
        }
        "--security-opt" if value.contains("unconfined") || value.contains("disable") => {
            gap("security profile off".to_owned());
        }
        _ => {}
    }
}

/// A detached container has no stdin and stdout left for the client.
fn detached(walk: &mut Walk<'_, '_>) {
    let text = "-d detaches the container: the client loses its stdin and stdout";
    walk.mark(MarkLevel::Warning, text);
}

/// `-e NAME` hands over the entry's own variable, else the host's; `-e NAME=value` holds it.
fn variable(walk: &mut Walk<'_, '_>, text: &str) {
    if let Some((name, value)) = text.split_once('=') {
        walk.assign(name, value);
        return;
    }
    if !walk.env_names.contains(text) {
        let found = walk.cx.env_inherited(text, walk.at);
        walk.found.extend(found);
    }
}
