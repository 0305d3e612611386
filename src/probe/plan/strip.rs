//! Addresses without what may be a credential: users, and every parameter that is not harmless beyond doubt.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::inventory::{
    Carrier, Redacted, UrlSecret as Secret, is_harmless_parameter, parameter_name,
};
use crate::probe::LeftOut;

/// Takes out of a URL what may be a credential, and gives the names; `secrets` were found in the address as written.
pub(super) fn strip(url: &mut Url, secrets: &[Secret]) -> LeftOut {
    let mut left = LeftOut {
        user: !url.username().is_empty() || url.password().is_some(),
        ..LeftOut::default()
    };
    // Neither can fail: the scheme is http or https.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    if let Some(query) = url.query() {
        let kept = without(query.split('&'), Carrier::Query, secrets, &mut left.query);
        let kept = kept.join("&");
        url.set_query(Some(kept.as_str()).filter(|query| !query.is_empty()));
    }
    if url.path().contains(';') {
        let segments = url.path().split('/').map(|segment| {
            let (name, parameters) = segment.split_once(';').unwrap_or((segment, ""));
            let parameters = parameters.split(';');
            let kept = without(parameters, Carrier::UrlPath, secrets, &mut left.path);
            let kept = kept.into_iter().map(|parameter| format!(";{parameter}"));
            std::iter::once(name.to_owned()).chain(kept).collect()
        });
        let path = segments.collect::<Vec<String>>().join("/");
        url.set_path(&path);
    }
    left
}

/// Keeps the harmless ones among parameters; names go to `left`.
fn without<'p>(
    parameters: impl Iterator<Item = &'p str>,
    carrier: Carrier,
    secrets: &[Secret],
    left: &mut Vec<Redacted>,
) -> Vec<&'p str> {
    let told = |parameter: &str| {
        let key = parameter
            .split_once('=')
            .map(|(key, _)| percent_decode_str(key).decode_utf8_lossy().into_owned());
        let of_carrier = secrets.iter().filter(|secret| secret.carrier == carrier);
        // As written it came from a variable, or its name tells.
        of_carrier
            .filter(|s| carrier == Carrier::Query || s.key.is_some())
            .any(|s| s.key.as_deref().unwrap_or_default() == key.as_deref().unwrap_or_default())
    };
    let (kept, taken): (Vec<&str>, Vec<&str>) = parameters
        .filter(|parameter| !parameter.is_empty())
        .partition(|parameter| is_harmless_parameter(parameter) && !told(parameter));
    for parameter in taken {
        let name = parameter_name(parameter);
        if !left.contains(&name) {
            left.push(name);
        }
    }
    kept
}
