//! Reading of hosts: variables, placeholders, ports, and names as the WHATWG rules parse them.

use url::Host;

use super::Place;
use super::flat::Flat;
use super::place::{is_placeholder_host, is_placeholder_label, place_of, registrable};
use crate::inventory::Redacted;
use crate::inventory::redact::{MASK, path_text};
use crate::inventory::secret::{Shape, shape};
use crate::inventory::template::Var;

/// A host as far as it could be read.
pub(super) struct HostReading {
    pub(super) shown: String,
    pub(super) port: Option<u16>,
    pub(super) port_shown: String,
    pub(super) place: Place,
    pub(super) placeholder_label: bool,
}

impl HostReading {
    fn unreadable() -> Self {
        Self {
            shown: MASK.to_owned(),
            port: None,
            port_shown: String::new(),
            place: Place::Unreadable,
            placeholder_label: false,
        }
    }
}

pub(super) fn read_host(flat: &Flat, host_port: &str) -> HostReading {
    let (host, port) = split_port(host_port);
    if host.is_empty() {
        return HostReading {
            shown: String::new(),
            ..HostReading::unreadable()
        };
    }
    let mut reading = HostReading::unreadable();
    match port {
        Some(port) if flat.var_in(port).is_some() => {
            reading.port_shown = format!(":{}", flat.shown(&path_text(port)));
        }
        Some(port) => match port.parse::<u16>() {
            Ok(number) => {
                reading.port = Some(number);
                reading.port_shown = format!(":{number}");
            }
            Err(_) if port.is_empty() => {}
            Err(_) => return HostReading::unreadable(),
        },
        None => {}
    }
    if let Some(var) = flat.var_in(host) {
        return read_variable_host(flat, host, var, reading);
    }
    if is_placeholder_host(host) {
        reading.shown = shown_host(&host.to_ascii_lowercase());
        reading.place = Place::Placeholder;
        return reading;
    }
    let parsed = match Host::parse(host) {
        Ok(Host::Domain(name)) => Host::Domain(name.trim_end_matches('.').to_owned()),
        Ok(parsed) => parsed,
        Err(_) => return HostReading::unreadable(),
    };
    reading.shown = shown_host(&parsed.to_string());
    reading.placeholder_label = host.split('.').any(is_placeholder_label);
    reading.place = match place_of(&parsed) {
        Place::Public { provider, tunnel } => Place::Public {
            provider: shown_host(&provider),
            tunnel,
        },
        place => place,
    };
    reading
}

/// A host with a variable in it: the domain is known where the variable stands only below it.
fn read_variable_host(flat: &Flat, host: &str, var: &Var, mut reading: HostReading) -> HostReading {
    reading.shown = flat.shown(&shown_host(&host.to_ascii_lowercase()));
    let name = Redacted::variable(var.bare_name()).as_str().to_owned();
    reading.place = Place::Variable(name);
    if let Ok(Host::Domain(neutral)) = Host::parse(&flat.neutral(host)) {
        let domain = registrable(&neutral);
        let below = host.to_ascii_lowercase().ends_with(&format!(".{domain}"));
        if below && domain.contains('.') {
            reading.place = place_of(&Host::Domain(neutral));
        }
    }
    reading
}

fn split_port(host_port: &str) -> (&str, Option<&str>) {
    if let Some(end) = host_port.find(']') {
        let (host, rest) = host_port.split_at(end + 1);
        return (host, rest.strip_prefix(':'));
    }
    match host_port.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (host_port, None),
    }
}

/// Returns a domain of a list, which may begin with a wildcard, as hosts are shown; nothing where it is another text.
pub(crate) fn shown_domain(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.*".contains(c);
    (!text.is_empty() && text.chars().all(plain)).then(|| shown_host(text))
}

/// Masks secret-shaped labels.
fn shown_host(host: &str) -> String {
    if shape(host) == Shape::Plain {
        return Redacted::text(host).as_str().to_owned();
    }
    let labels: Vec<String> = host
        .split('.')
        .map(|label| {
            if shape(label) == Shape::Plain {
                path_text(label)
            } else {
                MASK.to_owned()
            }
        })
        .collect();
    labels.join(".")
}
