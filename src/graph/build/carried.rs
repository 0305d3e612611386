//! The words about credentials on a line: what is presented, handed over, lent, and where its value stands.

use super::Builder;
use super::words::shorten;
use crate::diagnostic::Place;
use crate::graph::{Flow, FlowKind, LabelPart, LabelRole};
use crate::inventory::{Carrier, Credential, CredentialScheme, Form, Scope, ServerEntry};

/// Longest words about a file in one row, without those about the project.
const ROW: usize = 22;

/// Returns the parts of a remote flow's label about what is presented: two at most, then how many more.
pub(super) fn presented(credentials: &[&Credential]) -> Vec<LabelPart> {
    let mut parts: Vec<LabelPart> = credentials.iter().take(2).map(|c| credential(c)).collect();
    if credentials.len() > 2 {
        let more = format!("+{} more credentials", credentials.len() - 2);
        parts.push(LabelPart::new(LabelRole::Credential, more));
    }
    parts
}

fn credential(credential: &Credential) -> LabelPart {
    let name = &credential.name;
    let text = match (credential.carrier, credential.form) {
        (_, Form::Oauth) => "OAuth token".to_owned(),
        (_, Form::Helper) => "header from a command".to_owned(),
        (Carrier::Query, _) => format!("key in URL query: {name}"),
        (Carrier::UrlPath, _) => "key in URL path".to_owned(),
        (Carrier::Userinfo, _) => "user and password in URL".to_owned(),
        _ => match credential.scheme {
            CredentialScheme::Bearer => format!("bearer {name} (static)"),
            CredentialScheme::Basic => format!("basic {name} (static)"),
            CredentialScheme::Mtls => format!("client certificate {name}"),
            _ => format!("{name} (static)"),
        },
    };
    let text = match (credential.form, credential.broken) {
        (Form::BrokenReference, _) => format!("broken reference {name}"),
        (_, Some(_)) => format!("{text}, not sent"),
        _ => text,
    };
    LabelPart::new(LabelRole::Credential, text)
}

/// Returns the parts of a stdio flow's label about credentials: the names handed over, and what a name lends.
pub(super) fn handed_over(credentials: &[Credential]) -> Vec<LabelPart> {
    let carried = |carrier: Carrier| -> Vec<String> {
        let named = |c: &Credential| {
            // A place is a name where there is no other: `argument 2`.
            let name = match carrier {
                Carrier::Argument => c.name.strip_prefix("argument ").unwrap_or(&c.name),
                _ => &c.name,
            };
            match c.form {
                Form::BrokenReference => format!("{name} (broken reference)"),
                _ => name.to_owned(),
            }
        };
        let handed = |c: &&Credential| c.carrier == carrier && lends(c).is_none() && !at_hand(c);
        credentials.iter().filter(handed).map(named).collect()
    };
    let mut texts = Vec::new();
    for (carrier, word) in [
        (Carrier::Env, "env"),
        (Carrier::Argument, "argument"),
        (Carrier::Dsn, "DSN in"),
    ] {
        let names = carried(carrier);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if !names.is_empty() {
            texts.push(format!("{word} {}", shorten(&names)));
        }
    }
    let held = (!texts.is_empty()).then(|| texts.join(", "));
    let lent = credentials
        .iter()
        .filter_map(|c| Some(format!("{}: {}", c.name, lends(c)?)));
    let at_hand = credentials.iter().filter(|c| at_hand(c));
    held.into_iter()
        .chain(lent)
        .chain(at_hand.map(|c| format!("the user's {}", c.name)))
        .map(|text| LabelPart::new(LabelRole::Credential, text))
        .collect()
}

/// Tells a credential that a program finds by itself, and no variable names: described in words (`ssh key or agent`).
fn at_hand(credential: &Credential) -> bool {
    credential.form == Form::Ambient
        && credential.carrier == Carrier::Env
        && credential.name.contains(' ')
}

/// Says which credentials a variable lends that holds none itself.
pub(super) fn lends(credential: &Credential) -> Option<&'static str> {
    (credential.form == Form::Ambient && credential.carrier == Carrier::Env)
        .then(|| crate::inventory::lends(&credential.name))?
}

/// Says where a credential's value stands that is neither in the host's environment nor in a file that was read.
fn kept_at(credential: &Credential) -> Option<&'static str> {
    match credential.form {
        Form::Literal if credential.placeholder => Some("placeholder, no value yet"),
        Form::Prompt => Some("asked for once, kept by the host"),
        Form::File => Some("from a file that was not read"),
        Form::Keyring => Some("from the OS keyring"),
        // A header from a command is called so.
        Form::Helper if is_handed(credential) => Some("printed by a command"),
        _ => None,
    }
}

/// Says whether its value stands in the file.
fn is_open(credential: &Credential) -> bool {
    credential.form == Form::Literal && !credential.placeholder || credential.literal_default
}

/// Says whether a process gets it when it starts.
fn is_handed(credential: &Credential) -> bool {
    matches!(
        credential.carrier,
        Carrier::Env | Carrier::Argument | Carrier::Dsn
    )
}

/// Returns the label parts that say where values stand; what stands in the host's environment says the legend.
fn kept(carried: &[&Credential]) -> Vec<LabelPart> {
    let mut places: Vec<(&str, Vec<&str>)> = Vec::new();
    for credential in carried {
        let Some(place) = kept_at(credential) else {
            continue;
        };
        let name = credential.name.as_str();
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, names)) => names.push(name),
            None => places.push((place, vec![name])),
        }
    }
    let texts = match places.as_slice() {
        [(place, names)] if names.len() == carried.len() => vec![(*place).to_owned()],
        // Beside others, it says which one is meant.
        several => {
            let one = |(place, names): &(&str, Vec<&str>)| format!("{}: {place}", shorten(names));
            several.iter().map(one).collect()
        }
    };
    let part = |text| LabelPart::new(LabelRole::Plain, text);
    texts.into_iter().map(part).collect()
}

/// Returns the label parts that say where the values carried by this flow stand: in a file for all to read, or elsewhere.
pub(super) fn stands(server: &ServerEntry, kind: FlowKind) -> Vec<LabelPart> {
    // Nothing of the entry goes to who issues tokens.
    if kind == FlowKind::Oauth {
        return Vec::new();
    }
    let here = |c: &&Credential| match kind {
        FlowKind::Stdio => is_handed(c),
        _ => super::credentials::goes_to_server(c) && !is_handed(c),
    };
    // What names a login has no value of its own.
    let carried = server.credentials.iter().filter(|c| lends(c).is_none());
    let carried: Vec<&Credential> = carried.filter(here).collect();
    let exposed: Vec<&Credential> = carried.iter().copied().filter(|c| is_open(c)).collect();
    let mut parts = kept(&carried);
    if exposed.is_empty() {
        return parts;
    }
    let values = values(exposed.len(), carried.len());
    let text = named(&values, server, &exposed).unwrap_or_else(|| {
        let place = match server.scope {
            Scope::Project => "in a file of the project",
            _ => "in the file",
        };
        format!("{values} {place}")
    });
    parts.insert(0, LabelPart::new(LabelRole::Exposed, text));
    parts
}

fn values(some: usize, all: usize) -> String {
    match (some, all) {
        (1, 1) => "value".to_owned(),
        (n, all) if n == all => "values".to_owned(),
        (n, all) => format!("{n} of {all} values"),
    }
}

/// Names the file that values stand in, where that takes no longer line than to say that it is one.
fn named(values: &str, server: &ServerEntry, exposed: &[&Credential]) -> Option<String> {
    let places = exposed.iter().map(|c| place(server, c));
    let names: Vec<&str> = places.map(|place| base_name(&place.path)).collect();
    let whose = match server.scope {
        Scope::Project => " (project)",
        _ => "",
    };
    let text = format!("{values} in {}", shorten(&names));
    (text.chars().count() <= ROW).then(|| text + whose)
}

fn place<'a>(server: &'a ServerEntry, credential: &'a Credential) -> &'a Place {
    credential.source.as_ref().unwrap_or(&server.source)
}

fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl Builder {
    /// Notes where the values stand that the line of a flow says to be in a file without its name.
    pub(super) fn note_file(&mut self, flow: &Flow, server: &ServerEntry) {
        let unnamed = |part: &LabelPart| {
            part.role == LabelRole::Exposed
                && (part.text.ends_with("in the file") || part.text.ends_with("of the project"))
        };
        if !flow.label.iter().any(unnamed) {
            return;
        }
        for credential in server.credentials.iter().filter(|c| is_open(c)) {
            let Place { path, line, .. } = place(server, credential);
            let note = format!("value of {} in {path}:{line}", credential.name);
            if !self.arch.notes.contains(&note) {
                self.arch.notes.push(note);
            }
        }
    }
}
