//! Remote targets: the address without its secrets, unless they were asked to be sent.

use reqwest::header::{HeaderName, HeaderValue};
use url::Url;

use super::super::vault::Header;
use super::super::{HttpTarget, LeftOut, Live, Target, TargetKind};
use super::refer::fill;
use super::strip::strip;
use super::{Cx, Environment};
use crate::diagnostic::Diagnostic;
use crate::inventory::{
    Carrier, Endpoint, FactCx, Form, Part, Redacted, Scheme, Template, UrlSecret as Secret, Values,
    parameter_name, read_url,
};

/// Headers that the probe itself sets; those of an entry would only break it.
const OWN: &[&str] = &[
    "accept",
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "host",
    "origin",
    "transfer-encoding",
];

/// How to send what a URL holds.
const BY_NAME: &str = "put the server into a configuration and add `--send-credentials NAME`";

/// A parameter of a query without a value, and what its credential may be called.
type Valueless = (Redacted, Vec<Redacted>);

impl Cx<'_> {
    /// Makes the target of an address, and says whether it carries what another entry would not send; nothing where it
    /// cannot be asked, which the notes then say.
    pub(super) fn http(
        &self,
        endpoint: &Endpoint,
        notes: &mut Vec<Diagnostic>,
    ) -> Option<(HttpTarget, bool)> {
        let text = self.vault.text(endpoint.identity)?.reveal();
        let Some((mut url, missing)) = self.address(text) else {
            notes.push(self.warn("not probed: the address is not complete without a variable"));
            return None;
        };
        // As written and as it would go out: a default may hold what no literal may.
        let mut secrets = read_url(text, 0).secrets;
        let mut bare = url.clone();
        let mut left_out = strip(&mut bare, &secrets);
        secrets.append(&mut read_url(url.as_str(), 0).secrets);
        let mut target = HttpTarget {
            url: Live::new(""),
            headers: Vec::new(),
            credentials: Vec::new(),
            left_out: LeftOut::default(),
        };
        let own = !(secrets.is_empty() && left_out.is_empty());
        if self.send {
            let in_url =
                |c: &Carrier| matches!(c, Carrier::Query | Carrier::Userinfo | Carrier::UrlPath);
            // Not those for which there was no value.
            let named = self.server.credentials.iter().filter(|c| {
                in_url(&c.carrier) && !missing.iter().any(|(_, names)| names.contains(&c.name))
            });
            target.credentials.extend(named.map(|c| c.name.clone()));
            for name in left_out.names() {
                if !target.credentials.contains(&name) {
                    target.credentials.push(name);
                }
            }
            for (parameter, _) in missing {
                let message = format!(
                    "query parameter {parameter} is not sent: its variable has no value here"
                );
                notes.push(self.warn(message));
                target.left_out.query.push(parameter);
            }
            self.headers(&mut target, notes);
            self.not_sent(notes);
        } else {
            if secrets.iter().any(is_segment) {
                notes.push(self.needs_leave("the path of its address"));
                return None;
            }
            for (parameter, _) in missing {
                if !left_out.query.contains(&parameter) {
                    left_out.query.push(parameter);
                }
            }
            target.left_out = left_out;
            url = bare;
        }
        let own = self.send && (own || !target.headers.is_empty());
        target.url = Live::new(String::from(url));
        Some((target, own))
    }

    /// Fills in the variables of an address: from the environment only what goes out as a credential with leave, and
    /// never in the host, which is drawn from the default text. Parameters of the query for which there is no value
    /// are taken out, and named with what may have been the name of their credential.
    fn address(&self, text: &str) -> Option<(Url, Vec<Valueless>)> {
        // Longer than any word, and made of letters that no parser changes.
        let mark = "zq".repeat(text.len().min(64) + 8);
        let understood = self.vault.of(self.server).map_or(&[][..], |k| k.understood);
        let mut filled = String::new();
        let mut unset = Vec::new();
        for part in &Template::parse_url(text.trim()).parts {
            let var = match part {
                Part::Text(text) => {
                    filled.push_str(text);
                    continue;
                }
                Part::Var(var) => var,
            };
            let rest = filled.split_once("://").map_or("", |(_, rest)| rest);
            let below = rest.contains(['/', '?']);
            let set = Some(var.written.as_str())
                .filter(|_| self.send && below && understood.contains(&var.syntax))
                .and_then(|written| fill(written, understood, self.lookup).ok());
            if let Some(value) = set.or_else(|| var.default.clone()) {
                filled.push_str(&value);
            } else {
                unset.push(Redacted::variable(var.bare_name()));
                filled.push_str(&mark);
            }
        }
        let mut url = Url::parse(&filled).ok()?;
        url.set_fragment(None);
        let mut missing = Vec::new();
        if let Some(query) = url.query().map(str::to_owned) {
            let (taken, kept): (Vec<&str>, Vec<&str>) =
                query.split('&').partition(|pair| pair.contains(&mark));
            for pair in taken {
                let name = parameter_name(pair);
                let mut names = unset.clone();
                names.push(name.clone());
                missing.push((name, names));
            }
            let kept = kept.join("&");
            url.set_query(Some(kept.as_str()).filter(|query| !query.is_empty()));
        }
        (!url.as_str().contains(&mark)).then_some((url, missing))
    }

    /// Adds the headers of the entry, variables filled in.
    fn headers(&self, target: &mut HttpTarget, notes: &mut Vec<Diagnostic>) {
        let Some(kept) = self.vault.of(self.server) else {
            return;
        };
        for (name, kept_as) in &kept.headers {
            let name = name.reveal();
            if is_own(name) {
                continue;
            }
            let filled = match kept_as {
                Header::Text(text) => fill(text.reveal(), kept.understood, self.lookup),
                Header::Variable(variable) => (self.lookup)(variable.reveal())
                    .map(|value| {
                        if name.eq_ignore_ascii_case("authorization") {
                            format!("Bearer {value}")
                        } else {
                            value
                        }
                    })
                    .ok_or(super::refer::Missing::Unset),
            };
            match filled {
                Ok(value) => {
                    target.credentials.extend(self.name_of(name, kept_as));
                    target.headers.push((name.to_owned(), Live::new(value)));
                }
                Err(missing) => notes.push(self.warn(format!(
                    "header {} is not sent: {}",
                    Redacted::variable(name),
                    missing.words()
                ))),
            }
        }
        target.credentials.dedup();
    }

    /// Returns the name of the credential that a header carries, as the picture calls it.
    fn name_of(&self, name: &str, value: &Header) -> Option<Redacted> {
        let mut values = Values::default();
        let mut facts = scratch(&mut values);
        let at = &self.server.source;
        let found = match value {
            Header::Text(text) => facts.header(name, text.reveal(), at),
            Header::Variable(variable) => facts.header_from_variable(name, variable.reveal(), at),
        };
        found.credentials.into_iter().next().map(|c| c.name)
    }

    /// Says which credentials the client holds in ways of its own.
    fn not_sent(&self, notes: &mut Vec<Diagnostic>) {
        let own = |form: Form, carrier: Carrier| {
            matches!(form, Form::Oauth | Form::Helper | Form::Keyring)
                || matches!(carrier, Carrier::Field | Carrier::Argument | Carrier::Env)
        };
        for credential in &self.server.credentials {
            if own(credential.form, credential.carrier) {
                notes.push(self.warn(format!(
                    "{} is not sent: how the client presents it stands in no header of the entry",
                    credential.name
                )));
            }
        }
    }
}

/// Makes a context that reads values once more, only to tell what they are.
pub(super) fn scratch(values: &mut Values) -> FactCx<'_> {
    FactCx {
        values,
        understood: &[],
        product: "",
        inputs: &super::NO_INPUTS,
        declares: false,
        prefix: None,
        in_repository: false,
        marks: Vec::new(),
        helpers: Vec::new(),
    }
}

/// Makes the target of a URL that the user typed; its user, password and secrets are not sent. `headers` are written
/// `NAME=VARIABLE`.
pub fn target_of_url(
    text: &str,
    headers: &[String],
    lookup: Environment<'_>,
) -> Result<(Target, Vec<Diagnostic>), Diagnostic> {
    let address = read_url(text, 0);
    let http = matches!(address.endpoint.scheme, Scheme::Http | Scheme::Https);
    let parsed = Url::parse(text.trim()).ok().filter(|_| http);
    let Some(mut url) = parsed else {
        return Err(Diagnostic::error("expected an http or https URL")
            .hint("such as `mcpdiag probe https://mcp.example.com/mcp`"));
    };
    let mut notes = Vec::new();
    url.set_fragment(None);
    let left_out = strip(&mut url, &address.secrets);
    if address.secrets.iter().any(is_segment)
        || read_url(url.as_str(), 0).secrets.iter().any(is_segment)
    {
        return Err(Diagnostic::error(
            "the path of the URL holds a credential, which would be sent",
        )
        .hint(BY_NAME));
    }
    if !left_out.is_empty() {
        notes.push(Diagnostic::warning(left_out.to_string()).hint(BY_NAME));
    }
    let shown = address.endpoint.shown;
    let mut http = HttpTarget {
        url: Live::new(String::from(url)),
        headers: Vec::new(),
        credentials: Vec::new(),
        left_out,
    };
    for header in headers {
        add_header(&mut http, header, lookup)?;
    }
    let target = Target {
        id: format!("http {shown}"),
        shown,
        kind: TargetKind::Http(http),
    };
    Ok((target, notes))
}

/// Adds a header whose value a variable holds. Errors repeat nothing: what was typed may be the value itself.
fn add_header(
    target: &mut HttpTarget,
    typed: &str,
    lookup: Environment<'_>,
) -> Result<(), Diagnostic> {
    let error = |what: &str| {
        Err(Diagnostic::error(format!("--header-env {what}"))
            .hint("such as `--header-env Authorization=TRACKER_TOKEN`; the value stands in that variable alone"))
    };
    let Some((name, variable)) = typed.split_once('=') else {
        return error("expects NAME=VARIABLE");
    };
    if HeaderName::from_bytes(name.as_bytes()).is_err() {
        return error("expects the name of a header before `=`");
    }
    if is_own(name) {
        return error("cannot replace a header that the probe itself sets");
    }
    let Some(value) = lookup(variable).filter(|value| !value.is_empty()) else {
        return error("names a variable that is not set");
    };
    let bare = name.eq_ignore_ascii_case("authorization") && !value.contains(' ');
    let value = if bare {
        format!("Bearer {value}")
    } else {
        value
    };
    if HeaderValue::from_str(&value).is_err() {
        return error("names a variable whose value no header can hold");
    }
    target.credentials.push(Redacted::variable(variable));
    target.headers.push((name.to_owned(), Live::new(value)));
    Ok(())
}

/// Says whether the probe itself sets a header.
fn is_own(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    OWN.contains(&lower.as_str()) || lower.starts_with("mcp-")
}

/// Says whether a secret is a part of the path, which cannot be left out.
fn is_segment(secret: &Secret) -> bool {
    secret.carrier == Carrier::UrlPath && secret.key.is_none()
}
