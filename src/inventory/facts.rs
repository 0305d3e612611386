//! Turns words of a configuration into facts; the only place that sees values together with their names.

use std::collections::BTreeMap;

use super::endpoint::read_url;
use super::secret::{is_credential_name, is_switch};
use super::template::{Template, VarSyntax};
use super::{
    Carrier, Credential, CredentialScheme, Endpoint, EndpointUse, Form, Helper, Launch, Mark,
    MarkLevel, Redacted, Values,
};
use crate::diagnostic::Place;
use crate::distinct;

mod credential;
pub(crate) mod kinds;
mod misplaced;
mod value;

/// What an input that a file declares does when it is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// The host asks the user.
    Prompt {
        /// The answer is hidden while typed.
        password: bool,
    },
    /// The user picks from a list that stands in the file.
    Pick,
    /// The host runs a command.
    Command,
}

/// What the reading of values needs to know about the client and the file.
pub struct FactCx<'a> {
    /// Numbers for values, so that equal ones can be told.
    pub values: &'a mut Values,
    /// Variable syntaxes that this client expands; others are broken references.
    pub understood: &'a [VarSyntax],
    /// Product name for messages.
    pub product: &'static str,
    /// Inputs that the file declares, by id.
    pub inputs: &'a BTreeMap<String, InputKind>,
    /// Whether an input has to be declared in the file.
    pub declares: bool,
    /// What the names of all variables begin with that the product hands over, where it hands over no others.
    pub prefix: Option<&'static str>,
    /// Whether paths without a root lie inside the repository.
    pub in_repository: bool,
    /// Remarks found on the way; the dialect moves them to the entry.
    pub marks: Vec<Mark>,
    /// Commands that run at load or connect, found on the way; the dialect moves them to the entry.
    pub helpers: Vec<Helper>,
}

/// Facts found in one value, or in one command line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Credentials.
    pub credentials: Vec<Credential>,
    /// Addresses.
    pub endpoints: Vec<EndpointUse>,
    /// Names of settings that are neither.
    pub settings: Vec<Redacted>,
}

/// Where a value stands and how it travels.
pub(crate) struct Source<'a> {
    /// How it travels.
    pub(crate) carrier: Carrier,
    /// Where it stands.
    pub(crate) at: &'a Place,
    /// A program on the way (a shell, a bridge) expands variables itself, so that none is broken.
    pub(crate) expanded: bool,
    /// The name is the variable that the server reads, so that it names the credential, not the reference behind it.
    pub(crate) own_name: bool,
}

impl<'a> Source<'a> {
    /// A value that the client alone expands.
    pub(crate) fn new(carrier: Carrier, at: &'a Place) -> Self {
        Self {
            carrier,
            at,
            expanded: false,
            own_name: carrier == Carrier::Env,
        }
    }

    /// A variable that a command line sets (`-e NAME=value`, `NAME=value program`).
    pub(crate) fn assignment(at: &'a Place, expanded: bool) -> Self {
        Self {
            carrier: Carrier::Argument,
            at,
            expanded,
            own_name: true,
        }
    }

    /// The same place with another carrier.
    pub(crate) fn carried(&self, carrier: Carrier) -> Self {
        Self { carrier, ..*self }
    }
}

impl Found {
    pub(crate) fn credential(credential: Credential) -> Self {
        Self {
            credentials: vec![credential],
            ..Self::default()
        }
    }

    pub(crate) fn setting(name: &str) -> Self {
        Self {
            settings: vec![Redacted::variable(name)],
            ..Self::default()
        }
    }

    pub(crate) fn endpoint(
        named_by: Redacted,
        endpoint: Endpoint,
        database: bool,
        at: &Place,
    ) -> Self {
        Self {
            endpoints: vec![EndpointUse {
                named_by,
                endpoint,
                database,
                source: Some(at.clone()),
            }],
            ..Self::default()
        }
    }

    /// Adds what another value gave.
    pub fn extend(&mut self, other: Found) {
        self.credentials.extend(other.credentials);
        self.endpoints.extend(other.endpoints);
        self.settings.extend(other.settings);
    }
}

impl FactCx<'_> {
    /// Reads one variable of an env map.
    pub fn env(&mut self, name: &str, value: &str, at: &Place) -> Found {
        self.variable(name, value, &Source::new(Carrier::Env, at))
    }

    /// Reads a bare variable name: the value comes from the environment of the host.
    pub fn env_inherited(&mut self, name: &str, at: &Place) -> Found {
        if self.is_misplaced_value(name, at) {
            return self.misplaced(name, Carrier::Env, at);
        }
        if let Some(form) = kinds::ambient(name) {
            return Found::credential(Self::plain(name, form, Carrier::Env, at));
        }
        if is_credential_name(name) {
            return Found::credential(Self::plain(name, Form::Reference, Carrier::Env, at));
        }
        if kinds::is_address_name(name) {
            let endpoint = self.variable_endpoint(name);
            return Found::endpoint(
                Redacted::variable(name),
                endpoint,
                kinds::is_database_name(name),
                at,
            );
        }
        Found::setting(name)
    }

    /// Reads a variable whose value stands elsewhere in the given form; its holder keeps it as a secret, so it is one.
    pub fn env_named(&mut self, name: &str, form: Form, at: &Place) -> Found {
        if self.is_misplaced_value(name, at) {
            return self.misplaced(name, Carrier::Env, at);
        }
        Found::credential(Self::plain(name, form, Carrier::Env, at))
    }

    /// Reads one HTTP header.
    pub fn header(&mut self, name: &str, value: &str, at: &Place) -> Found {
        self.header_value(name, value, &Source::new(Carrier::Header, at))
    }

    /// Reads a header whose value is named by a variable.
    pub fn header_from_variable(&mut self, header: &str, variable: &str, at: &Place) -> Found {
        if self.is_misplaced_value(variable, at) {
            return self.misplaced(variable, Carrier::Header, at);
        }
        if !is_credential_name(header) && !is_credential_name(variable) {
            return Found::default();
        }
        let mut credential = Self::plain(variable, Form::Reference, Carrier::Header, at);
        credential.scheme = if header.eq_ignore_ascii_case("authorization") {
            CredentialScheme::Bearer
        } else {
            CredentialScheme::Key
        };
        Found::credential(credential)
    }

    /// Reads the URL of a remote server.
    pub fn url(&mut self, text: &str, at: &Place) -> (Endpoint, Found) {
        let source = Source::new(Carrier::Query, at);
        self.note_variables("url", &Template::parse(text), &source);
        let address = read_url(text, self.values.ordinal(text));
        let found = Found {
            credentials: self.address_credentials(None, &address, &source),
            ..Found::default()
        };
        if address.placeholder_label {
            self.mark(MarkLevel::Note, "host looks like a placeholder", at);
        }
        if address.endpoint.place == super::EndpointPlace::Unreadable {
            let text = "no valid URL: host or port cannot be read";
            self.mark(MarkLevel::Warning, text, at);
        }
        (address.endpoint, found)
    }

    /// Reads what a command line starts.
    pub fn launch(
        &mut self,
        command: &str,
        args: &[String],
        env: &[(String, Option<String>)],
        cwd: Option<&str>,
        at: &Place,
    ) -> (Launch, Found) {
        super::launch::recognise(self, command, args, env, cwd, at)
    }

    /// Reads a field that holds a credential (client secret, stored token, API key), whatever its name.
    pub fn literal_field(&mut self, name: &str, value: &str, at: &Place) -> Found {
        let source = Source::new(Carrier::Field, at);
        if value.trim().is_empty() || is_switch(value) {
            return Found::default();
        }
        self.note_variables(name, &Template::parse(value), &source);
        Found::credential(self.credential(name, value, &source))
    }

    /// Adds a remark.
    pub(crate) fn mark(&mut self, level: MarkLevel, text: &str, at: &Place) {
        self.marks.push(Mark::new(level, text, Some(at.clone())));
    }

    /// Takes out remarks that were made before.
    pub(crate) fn settle(&mut self) {
        distinct::by(&mut self.marks, |mark| mark.text.clone());
    }
}

#[cfg(test)]
mod tests;
