//! What one variable or header says: a credential, an address, a switch that matters, or a setting.

use serde_json::Value as Json;

use super::credential::{is_vault_reference, reference_in, split_scheme};
use super::{FactCx, Found, Source, kinds};
use crate::inventory::endpoint::{read_address, read_url};
use crate::inventory::secret::{
    Shape, Suspicion, is_credential_name, is_placeholder, is_switch, shape, suspect, words,
};
use crate::inventory::template::{Template, Var};
use crate::inventory::{Carrier, EndpointUse, Form, MarkLevel, Redacted};

impl FactCx<'_> {
    /// Reads one variable, whether of an env map, a command line or a shell string.
    pub(crate) fn variable(&mut self, name: &str, value: &str, source: &Source<'_>) -> Found {
        if value.trim().is_empty() {
            return Found::setting(name);
        }
        let template = Template::parse(value);
        self.note_variables(name, &template, source);
        if self.special(name, value, source) {
            return Found::setting(name);
        }
        if let Some(form) = kinds::ambient(name) {
            let mut credential = Self::plain(name, form, source.carrier, source.at);
            if form == Form::Ambient {
                credential.value = Some(self.values.ordinal(value.trim()));
            }
            return Found::credential(credential);
        }
        let named = is_credential_name(name) && suspect(Some(name), value) != Suspicion::Plain;
        if (!named || kinds::is_connection_name(name))
            && let Some(found) = self.address(name, value, source)
        {
            return found;
        }
        if let Some(found) = self.json(name, value, source) {
            return found;
        }
        if named || self.is_secret(name, value, &template) {
            return Found::credential(self.credential(name, value, source));
        }
        if kinds::is_address_name(name)
            && let Some(found) = self.bare_host(name, value, &template, source)
        {
            return found;
        }
        Found::setting(name)
    }

    /// Tells whether a value is a credential though its name does not say so.
    fn is_secret(&self, name: &str, value: &str, template: &Template) -> bool {
        let (scheme, bare) = split_scheme(value);
        let bare_template = Template::parse(bare);
        let referred = reference_in(&bare_template)
            .is_some_and(|var| is_credential_name(&var.name) && !kinds::is_address_name(name));
        referred
            || template.vars().any(Var::is_pasted)
            || self.is_secret_reference(template)
            || (scheme.is_some()
                && !bare.contains(char::is_whitespace)
                && reference_in(&bare_template).is_some())
            || is_vault_reference(value)
            || shape(&template.literal()) == Shape::Token
            || (is_placeholder(value)
                && is_credential_name(value.trim_matches(['<', '>', '[', ']'])))
            || template
                .vars()
                .filter_map(|var| var.default.as_deref())
                .any(|default| shape(default) == Shape::Token)
            || (words(name).last().is_some_and(|word| word == "HEADERS") && has_secret_pair(value))
    }

    /// Reads variables that change how the process runs; true where the name is one.
    fn special(&mut self, name: &str, value: &str, source: &Source<'_>) -> bool {
        if let Some(known) = kinds::override_of(name) {
            let text = format!("{known} is set: changes what code runs");
            self.mark(MarkLevel::Warning, &text, source.at);
            return true;
        }
        if kinds::unchecks_tls(name, value) {
            self.mark(MarkLevel::Alarm, "TLS unchecked", source.at);
            return true;
        }
        if kinds::is_package_index(name) {
            self.mark(
                MarkLevel::Note,
                "packages come from another index",
                source.at,
            );
            return true;
        }
        false
    }

    /// Reads a value that is an address by its form.
    pub(crate) fn address(
        &mut self,
        name: &str,
        value: &str,
        source: &Source<'_>,
    ) -> Option<Found> {
        let address = read_address(value, self.values.ordinal(value))?;
        let credentials = self.address_credentials(Some(name), &address, source);
        let mut found = Found {
            credentials,
            ..Found::default()
        };
        let mut endpoint = address.endpoint;
        if address.placeholder_label {
            self.mark(MarkLevel::Note, "host looks like a placeholder", source.at);
        }
        if kinds::is_webhook(name) && is_credential_name(name) {
            endpoint.path = Redacted::default();
            endpoint.shown = endpoint.host.clone();
            found.credentials = vec![self.credential(name, value, source)];
        }
        found.endpoints.push(EndpointUse {
            named_by: Redacted::variable(name),
            endpoint,
            database: address.database || kinds::is_database_name(name),
            source: Some(source.at.clone()),
        });
        Some(found)
    }

    /// Reads `host`, `host:port` or a reference under the name of an address.
    fn bare_host(
        &mut self,
        name: &str,
        value: &str,
        template: &Template,
        source: &Source<'_>,
    ) -> Option<Found> {
        let database = kinds::is_database_name(name);
        if let Some(var) = template.only_var()
            && var.default.is_none()
        {
            let endpoint = self.variable_endpoint(var.bare_name());
            return Some(Found::endpoint(
                Redacted::variable(name),
                endpoint,
                database,
                source.at,
            ));
        }
        let value = value.trim();
        let plain = value
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b".-:[]/_".contains(&b));
        let dotted = value.contains('.') || value.starts_with("localhost") || value.contains(':');
        let host_name = words(name)
            .last()
            .is_some_and(|word| word.ends_with("HOST") || word == "HOSTNAME");
        let number = value.bytes().all(|b| b.is_ascii_digit());
        if !plain || number || value.starts_with(['/', '.', '~']) || !(dotted || host_name) {
            return None;
        }
        let address = read_url(value, self.values.ordinal(value));
        let mut found = Found::endpoint(
            Redacted::variable(name),
            address.endpoint.clone(),
            database,
            source.at,
        );
        found.credentials = self.address_credentials(Some(name), &address, source);
        Some(found)
    }

    /// Reads JSON inside a value: what its members hold is the variable's.
    fn json(&mut self, name: &str, value: &str, source: &Source<'_>) -> Option<Found> {
        let text = value.trim();
        if !(text.starts_with('{') || text.starts_with('[')) {
            return None;
        }
        let json: Json = serde_json::from_str(text).ok()?;
        let mut found = Found::default();
        self.json_member(name, &json, source, &mut found);
        let mut own = Found::default();
        for mut credential in found.credentials {
            if credential.form == Form::Literal {
                credential.name = Redacted::variable(name);
            }
            let known = own
                .credentials
                .iter()
                .any(|other| other.name == credential.name);
            if !known {
                own.credentials.push(credential);
            }
        }
        for mut endpoint in found.endpoints {
            endpoint.named_by = Redacted::variable(name);
            own.endpoints.push(endpoint);
        }
        if own.credentials.is_empty() && own.endpoints.is_empty() {
            own = Found::setting(name);
        }
        Some(own)
    }

    fn json_member(&mut self, name: &str, json: &Json, source: &Source<'_>, found: &mut Found) {
        match json {
            Json::Object(members) => {
                for (key, member) in members {
                    self.json_member(key, member, source, found);
                }
            }
            Json::Array(members) => {
                for member in members {
                    self.json_member(name, member, source, found);
                }
            }
            Json::String(text) => {
                let inner = Source {
                    expanded: true,
                    own_name: false,
                    ..source.carried(Carrier::Argument)
                };
                let mut part = self.variable(name, text, &inner);
                for credential in &mut part.credentials {
                    credential.carrier = source.carrier;
                }
                found.extend(part);
            }
            _ => {}
        }
    }

    /// Reads one header.
    pub(crate) fn header_value(&mut self, name: &str, value: &str, source: &Source<'_>) -> Found {
        if value.trim().is_empty() {
            return Found::default();
        }
        let template = Template::parse(value);
        self.note_variables(name, &template, source);
        let (scheme, _) = split_scheme(value);
        let named =
            (is_credential_name(name) || kinds::is_custom_header(name)) && !is_switch(value);
        if named || scheme.is_some() || self.is_secret(name, value, &template) {
            return Found::credential(self.credential(name, value, source));
        }
        Found::default()
    }
}

/// `x-api-key=abc,team=blue`: pairs of which one is a credential.
fn has_secret_pair(value: &str) -> bool {
    value
        .split([',', ';', '\n'])
        .filter_map(|pair| pair.split_once(['=', ':']))
        .any(|(key, value)| suspect(Some(key.trim()), value) == Suspicion::Secret)
}
