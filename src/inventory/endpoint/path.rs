//! Paths of addresses: which parts open something, and what is shown of them.

use super::flat::Flat;
use super::harmless::{
    announces, is_harmless_parameter, is_hex, is_jumbled, is_password, is_telling,
};
use super::read::{Secret, decode};
use crate::inventory::Redacted;
use crate::inventory::credential::Carrier;
use crate::inventory::redact::{MASK, path_text};
use crate::inventory::secret::{Shape, is_credential_name, shape};

/// Reads a path: what may be shown of it, and the credentials in it.
pub(super) fn read_path(flat: &Flat, path: &str) -> (String, Vec<Secret>) {
    let mut shown = Vec::new();
    let mut secrets = Vec::new();
    let mut before = String::new();
    for whole in path.split('/') {
        // What stands behind `;` is a parameter, as in a query: its name is shown.
        let (segment, parameters) = whole.split_once(';').unwrap_or((whole, ""));
        let var = flat.var_in(segment);
        let plain = flat.neutral(segment);
        // `/token/x` and `/key=x` say that a value follows; a home names its user.
        let assigned = plain
            .split_once('=')
            .is_some_and(|(key, _)| is_telling(key));
        let announced = var.is_none() && announces(&before) && plain.len() > 3;
        let user = matches!(before.as_str(), "home" | "Users");
        // `/s/x` is how shared and secret addresses are written (Zapier's `/api/mcp/s/...`).
        let shared = before == "s" && plain.len() > 12;
        plain.clone_into(&mut before);
        let decoded = decode(&plain);
        let looks = shape(&decoded) != Shape::Plain
            || is_mixed(&decoded)
            || (var.is_none()
                && (is_jumbled(&decoded) || is_password(&decoded) || is_hex(&decoded)))
            || decoded.contains(';') && !segment.contains(';');
        // `user:password@host` in a path is a whole address written into this one.
        let signed_in = decoded
            .split_once('@')
            .is_some_and(|(info, _)| info.split_once(':').is_some_and(|(_, pw)| !pw.is_empty()));
        let suspicious = looks || assigned || announced || user || shared || signed_in;
        let named = var.is_some_and(|var| is_credential_name(&var.name));
        if suspicious || named {
            secrets.push(Secret {
                carrier: Carrier::UrlPath,
                key: None,
                value: flat.written(segment),
                default_of: None,
            });
        }
        let mut part = if suspicious {
            MASK.to_owned()
        } else if var.is_some() {
            flat.shown(&path_text(segment))
        } else {
            path_text(segment)
        };
        for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
            part.push(';');
            part.push_str(&path_parameter(flat, parameter, &mut secrets));
        }
        shown.push(part);
    }
    (shown.join("/"), secrets)
}

/// Reads `jsessionid=x` behind a part of a path, and gives what may be shown of it.
fn path_parameter(flat: &Flat, parameter: &str, secrets: &mut Vec<Secret>) -> String {
    let named = flat
        .var_in(parameter)
        .is_some_and(|var| is_credential_name(&var.name));
    if is_harmless_parameter(&flat.neutral(parameter)) && !named {
        return flat.shown(&path_text(parameter));
    }
    let (key, value) = parameter.split_once('=').unwrap_or(("", parameter));
    let key = Redacted::variable(&decode(&flat.written(key)));
    secrets.push(Secret {
        carrier: Carrier::UrlPath,
        key: Some(key.to_string()),
        value: decode(&flat.written(value)),
        default_of: None,
    });
    if key.is_empty() {
        MASK.to_owned()
    } else {
        format!("{key}={MASK}")
    }
}

/// Capitals, small letters and digits in one part of a path: names of services are not written so, ids that open them are.
fn is_mixed(segment: &str) -> bool {
    let count = |is: fn(&u8) -> bool| segment.bytes().filter(is).count();
    segment.len() >= 14
        && segment
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        && count(u8::is_ascii_uppercase) >= 3
        && count(u8::is_ascii_lowercase) >= 3
        && count(u8::is_ascii_digit) >= 3
}
