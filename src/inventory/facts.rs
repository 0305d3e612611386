//! Turns words of a configuration into facts; the only place that sees values together with their names.

use std::collections::BTreeMap;

use super::template::VarSyntax;
use super::{Credential, Endpoint, EndpointUse, Form, Helper, Launch, Mark, Redacted, Values};
use crate::diagnostic::Place;

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

impl Found {
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
        let _ = (&mut self.values, value);
        self.env_named(name, Form::Literal, at)
    }

    /// Reads a bare variable name: the value comes from the environment of the host.
    pub fn env_inherited(&mut self, name: &str, at: &Place) -> Found {
        self.env_named(name, Form::Reference, at)
    }

    /// Reads a variable whose value stands elsewhere in the given form.
    pub fn env_named(&mut self, name: &str, form: Form, at: &Place) -> Found {
        let _ = (form, at);
        Found {
            settings: vec![Redacted::name(name)],
            ..Found::default()
        }
    }

    /// Reads one HTTP header.
    pub fn header(&mut self, name: &str, value: &str, at: &Place) -> Found {
        self.env(name, value, at)
    }

    /// Reads a header whose value is named by a variable.
    pub fn header_from_variable(&mut self, header: &str, variable: &str, at: &Place) -> Found {
        self.env(header, variable, at)
    }

    /// Reads the URL of a remote server.
    pub fn url(&mut self, text: &str, at: &Place) -> (Endpoint, Found) {
        let _ = at;
        let endpoint = Endpoint {
            shown: Redacted::default(),
            scheme: super::Scheme::Unknown,
            host: Redacted::default(),
            port: None,
            path: Redacted::default(),
            place: super::EndpointPlace::Unreadable,
            from_default: false,
            query_keys: Vec::new(),
            identity: self.values.ordinal(text),
        };
        (endpoint, Found::default())
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
        let _ = (args, env, cwd, at);
        (
            Launch::unknown(self.values.ordinal(command)),
            Found::default(),
        )
    }

    /// Reads a field that may hold a credential (client secret, stored token, API key).
    pub fn literal_field(&mut self, name: &str, value: &str, at: &Place) -> Found {
        self.env(name, value, at)
    }
}
