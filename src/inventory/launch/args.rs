//! What the arguments of a program say: credentials, addresses, paths, a port it opens, known flags.

use super::listening::Listening;
use super::logins::{self, Logins, Took};
use super::reach::{database_or_socket, is_path, is_route, reach};
use super::walk::Walk;
use super::words;
use super::{Flag, flags};
use crate::inventory::facts::{Source, kinds};
use crate::inventory::secret::{Shape, Suspicion, has_word, is_credential_name, shape, suspect};
use crate::inventory::template::Template;
use crate::inventory::{Carrier, CredentialScheme, MarkLevel, Redacted};

/// Flags that change what a server may do; they alone are shown.
const SHOWN: &str = "\
access-mode admin allow-all allow-destructive allow-env allow-ffi allow-http allow-import \
allow-net allow-origins allow-read allow-run allow-sys allow-write allowed-hosts \
allowed-origins auto-connect autoConnect block-network block-secrets blocked-origins browser \
browser-url browserUrl caps cdp-endpoint cors dangerously-allow-all \
dangerously-skip-permissions deny-net deny-read deny-run deny-write disable-write \
dynamic-toolsets enable-write extension features headless ignore-https-errors insecure \
isolated no-sandbox project-ref read-only read_only readonly readOnly restricted sandbox \
storage-state tools toolsets unrestricted unsafe user-data-dir vision write yolo A";

/// Long names that some programs take after a single dash.
const SINGLE_DASH: &str = "\
api-key apikey apiKey auth config connection-string conn db db-path dsn env header host jar key \
listen module pass passwd password path port pw pwd repo root secret server socket tok token \
transport uri url user";

/// Reads the arguments of a program.
pub(super) fn read(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let mut listening = Listening::default();
    let users = Logins::of(rest);
    let mut at = 0;
    let mut flag = String::new();
    while let Some(word) = rest.get(at) {
        at += 1;
        if !is_flag(word) {
            positional(walk, &flag, word);
            flag.clear();
            continue;
        }
        let (written, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        };
        let name = flag_name(written);
        let next = rest
            .get(at)
            .filter(|next| inline.is_none() && !is_flag(next));
        let value = inline.or(next.map(String::as_str));
        if inline != Some("") {
            show_flag(walk, name, value);
        }
        let bare = name.trim_start_matches('-');
        let took = logins::read(walk, (word, name), value, &users);
        if took != Took::Nothing {
            at += usize::from(took == Took::Value && next.is_some());
        } else if is_header_flag(name) {
            at += usize::from(next.is_some());
            // `--headers Name value` takes two words.
            let second = rest.get(at).filter(|_| {
                bare == "headers" && value.is_some_and(|text| !text.contains([':', '=']))
            });
            at += usize::from(second.is_some());
            headers(walk, value.unwrap_or_default(), second.map(String::as_str));
        } else if listening.take(bare, value) || takes_value(bare) {
            at += usize::from(next.is_some());
            if takes_value(bare) {
                let value = value.unwrap_or_default();
                let address = value.contains(':') || !is_credential_name(bare);
                if !(address && database_or_socket(walk, value)) {
                    named(walk, name, value);
                }
            }
        } else if let Some(value) = inline {
            positional(walk, name, value);
        } else if name == "-k" && value.is_some_and(is_opaque) {
            at += usize::from(next.is_some());
            key(walk, name, value.unwrap_or_default());
        } else if name.len() < word.len() && is_opaque(&word[name.len()..]) {
            // `-pSECRET`, `-kSECRET`: glued to a short option.
            key(walk, name, &word[name.len()..]);
        } else {
            name.clone_into(&mut flag);
        }
    }
    listening.conclude(walk);
}

/// Shows a flag where it is a known one, with its value where that is known to be harmless.
pub(super) fn show_flag(walk: &mut Walk<'_, '_>, name: &str, value: Option<&str>) {
    let bare = name.trim_start_matches('-');
    let bare = bare.split('=').next().unwrap_or_default();
    if matches!(
        bare,
        "ignore-https-errors"
            | "insecure"
            | "no-verify-ssl"
            | "skip-tls-verify"
            | "no-verify"
            | "insecure-skip-tls-verify"
    ) {
        walk.mark(MarkLevel::Alarm, "TLS unchecked");
    }
    let shown = Flag {
        name: Redacted::trusted(name.split('=').next().unwrap_or_default()),
        value: value.and_then(|value| flags::harmless(bare, value)),
    };
    let known = has_word(SHOWN, bare) || flags::only_with_value(bare) && shown.value.is_some();
    if name.starts_with('-') && known && !walk.launch.flags.contains(&shown) {
        walk.launch.flags.push(shown);
    }
}

/// Reads a value under the name of a flag, property or field.
pub(super) fn named(walk: &mut Walk<'_, '_>, name: &str, value: &str) {
    let source = Source {
        carrier: Carrier::Argument,
        at: walk.at,
        expanded: walk.expanded,
        own_name: false,
    };
    let found = walk.cx.variable(name, value, &source);
    walk.take(found);
}

/// Reads a value that is sent as a bearer token.
pub(super) fn bearer(walk: &mut Walk<'_, '_>, name: &str, value: &str) {
    let before = walk.found.credentials.len();
    named(walk, name, value);
    for credential in walk.found.credentials.iter_mut().skip(before) {
        credential.scheme = CredentialScheme::Bearer;
    }
}

/// Returns the part of a flag that is its name: a value may be glued to a short flag (`-pSECRET`), or the whole may be one.
fn flag_name(word: &str) -> &str {
    let long = word.starts_with("--");
    let bare = word.trim_start_matches('-');
    let clean = bare.len() <= 40
        && bare
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        && shape(bare) == Shape::Plain;
    let known = has_word(SHOWN, bare) || has_word(SINGLE_DASH, bare);
    match word.char_indices().nth(2) {
        Some((end, _)) if !long && !known => &word[..end],
        _ if clean || bare.len() <= 1 => word,
        _ if long => "--",
        _ => "-",
    }
}

/// Reads a value that looks like a key or password under a name that does not say so.
pub(super) fn key(walk: &mut Walk<'_, '_>, name: &str, value: &str) {
    let at = walk.at;
    let mut found = walk.cx.literal_field(name, value, at);
    for credential in &mut found.credentials {
        credential.carrier = Carrier::Argument;
    }
    walk.take(found);
}

/// Tells whether a text reads like a key or password: letters and digits, and no sign of a path, address or number.
pub(super) fn is_opaque(text: &str) -> bool {
    text.len() >= 6
        && text.bytes().any(|b| b.is_ascii_alphabetic())
        && text.bytes().any(|b| b.is_ascii_digit())
        && !text.contains(['/', '\\', ':', '.', ',', ' ', '='])
}

pub(super) fn is_flag(word: &str) -> bool {
    word.starts_with('-')
        && word.len() > 1
        && !word[1..].starts_with(|c: char| c.is_ascii_digit() || c.is_whitespace())
}

fn is_header_flag(name: &str) -> bool {
    matches!(
        name,
        "-H" | "--header" | "--headers" | "--http-header" | "--custom-header"
    )
}

/// Tells whether the value of a flag is read by its name.
fn takes_value(bare: &str) -> bool {
    is_credential_name(bare)
        || kinds::ambient(bare).is_some()
        || (kinds::is_address_name(bare) && bare.len() > 4 && bare != "server")
        || matches!(bare, "env" | "url" | "uri" | "dsn" | "database" | "db")
}

pub(super) fn headers(walk: &mut Walk<'_, '_>, value: &str, second: Option<&str>) {
    let (name, value) = match second {
        Some(second) => (value, second),
        None => value
            .split_once(':')
            .or_else(|| value.split_once('='))
            .unwrap_or(("header", value)),
    };
    let source = Source {
        carrier: Carrier::Header,
        at: walk.at,
        expanded: walk.expanded,
        own_name: false,
    };
    let found = walk.cx.header_value(name.trim(), value.trim(), &source);
    walk.take(found);
}

/// Reads a word that is no flag; `flag` is the one before it, if any.
fn positional(walk: &mut Walk<'_, '_>, flag: &str, word: &str) {
    if word.trim().is_empty() {
        return;
    }
    let bare = flag.trim_start_matches('-');
    // `/name:value` is a switch of Windows programs, not a path.
    if let Some((name, value)) = word.strip_prefix('/').and_then(|w| w.split_once(':'))
        && name.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        if is_credential_name(name) || name.len() == 1 {
            named(walk, if name.len() == 1 { "argument" } else { name }, value);
        }
        return;
    }
    if let Some((name, value)) = words::assignment(word)
        && (is_credential_name(name)
            || kinds::is_address_name(name)
            || bare == "env"
            || bare == "e")
    {
        walk.assign(name, value);
        return;
    }
    if database_or_socket(walk, word) {
        return;
    }
    if is_path(word) {
        if !is_route(bare, word) {
            reach(walk, word);
        }
        let secret = suspect(None, &Template::parse(word).literal()) == Suspicion::Secret;
        if !secret || walk.sees_host_files() {
            return;
        }
    }
    // `key: value` in one word is a header wherever it stands.
    if let Some((name, value)) = word
        .split_once(':')
        .filter(|(name, _)| is_credential_name(name))
    {
        headers(walk, &format!("{name}:{value}"), None);
        return;
    }
    let template = Template::parse(word);
    let referred = template
        .only_var()
        .filter(|var| is_credential_name(var.bare_name()));
    match referred {
        Some(var) => {
            let name = var.bare_name().to_owned();
            named(walk, &name, word);
        }
        None if flag.is_empty() => {
            let name = walk.place_of(word);
            named(walk, &name, word);
        }
        None => named(walk, flag, word),
    }
}
