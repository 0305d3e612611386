//! What is known about a credential: its name and form, never its value.

use std::collections::BTreeMap;

use super::subjects::Subjects;
use super::{Endpoint, Redacted};
use crate::diagnostic::Place;
use crate::dialect::layers::Layers;
use crate::probe::Vault;

/// How the value is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The value stands in the file.
    Literal,
    /// The file names a variable.
    Reference,
    /// The file names a variable in a spelling that this client does not know, so that the text itself is sent.
    BrokenReference,
    /// The host asks the user and keeps the answer.
    Prompt,
    /// The file names a file that holds it.
    File,
    /// The OS keyring holds it.
    Keyring,
    /// The client runs an OAuth flow.
    Oauth,
    /// A command prints it.
    Helper,
    /// It comes with the environment (`AWS_PROFILE`, ssh agent, kubeconfig).
    Ambient,
}

impl Form {
    /// Gives the word of JSON and picture.
    pub fn word(self) -> &'static str {
        match self {
            Form::Literal => "literal",
            Form::Reference => "reference",
            Form::BrokenReference => "broken-reference",
            Form::Prompt => "prompt",
            Form::File => "file",
            Form::Keyring => "keyring",
            Form::Oauth => "oauth",
            Form::Helper => "helper",
            Form::Ambient => "ambient",
        }
    }
}

/// Where the credential travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Carrier {
    /// An environment variable of the server process.
    Env,
    /// An HTTP header.
    Header,
    /// A command line argument (visible in process lists).
    Argument,
    /// The query of the URL.
    Query,
    /// A segment of the URL's path.
    UrlPath,
    /// User and password in the URL.
    Userinfo,
    /// A connection string.
    Dsn,
    /// A field of the configuration (client secret, stored token).
    Field,
    /// The host's own use (its model provider, its users), not a server's.
    Host,
}

/// How it is presented, where that is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scheme {
    /// `Authorization: Bearer`.
    Bearer,
    /// `Authorization: Basic`, or user and password.
    Basic,
    /// A key in a header, query or variable.
    Key,
    /// Mutual TLS key or certificate.
    Mtls,
    /// Not visible.
    Unknown,
}

/// One credential of one holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// Name of the variable, header, flag or input that carries it.
    pub name: Redacted,
    /// How the value is given.
    pub form: Form,
    /// Where it travels.
    pub carrier: Carrier,
    /// How it is presented.
    pub scheme: Scheme,
    /// Whether the literal is a placeholder (`YOUR_TOKEN`, `<key>`).
    pub placeholder: bool,
    /// Why the reference will not be expanded by this client, if so.
    pub broken: Option<&'static str>,
    /// Whether a default text (`${X:-default}`) holds a literal.
    pub literal_default: bool,
    /// The endpoint that the text itself names (the host of a DSN).
    pub destination: Option<Endpoint>,
    /// Ordinal of the literal value among all values read (see [`Values`]); equal ordinals mean equal values.
    pub value: Option<u32>,
    /// `shared group N`, set by `assemble` where several holders have the same value.
    pub shared_group: Option<u32>,
    /// Where it stands.
    pub source: Option<Place>,
}

impl Credential {
    /// Makes a credential with the usual defaults.
    pub fn new(name: Redacted, form: Form, carrier: Carrier) -> Self {
        Self {
            name,
            form,
            carrier,
            scheme: Scheme::Unknown,
            placeholder: false,
            broken: None,
            literal_default: false,
            destination: None,
            value: None,
            shared_group: None,
            source: None,
        }
    }
}

/// Numbers values so that equal ones can be told without keeping them; lives only while files are read.
#[derive(Default)]
pub struct Values {
    ordinals: BTreeMap<String, u32>,
    /// Live values for a probe; there only when one was asked for.
    vault: Option<Vault>,
    /// Entries and rules that other files may be about.
    subjects: Subjects,
    /// Entries that are merged with those of other files.
    layers: Layers,
    /// Segments of the folders of the projects that are drawn, where they are known.
    projects: Vec<Vec<String>>,
}

impl Values {
    /// Makes one that keeps the live values of entries for a probe.
    pub fn keeping() -> Self {
        Self {
            vault: Some(Vault::default()),
            ..Self::default()
        }
    }

    /// Names the folder of a project that is drawn, for files that hold entries by folder.
    pub fn stand_in(&mut self, project: &str) {
        let segments = crate::source::display::segments(project);
        self.projects.push(segments);
    }

    /// Says whether a path is known to be the folder of the project.
    pub(crate) fn is_project(&self, path: &str) -> bool {
        let segments = crate::source::display::segments(path);
        self.projects.contains(&segments)
    }

    /// Returns the entries and rules of all files.
    pub(crate) fn subjects(&mut self) -> &mut Subjects {
        &mut self.subjects
    }

    /// Returns the entries that are merged with those of other files.
    pub(crate) fn layers(&mut self) -> &mut Layers {
        &mut self.layers
    }

    /// Returns the vault to fill, where there is one.
    pub(crate) fn vault(&mut self) -> Option<&mut Vault> {
        self.vault.as_mut()
    }

    /// Closes the numbering and hands out what was kept.
    pub fn into_vault(self) -> Option<Vault> {
        let mut vault = self.vault?;
        let texts = self.ordinals.into_iter();
        vault.keep_texts(texts.map(|(text, ordinal)| (ordinal, text)));
        Some(vault)
    }

    /// Returns the ordinal of a value; equal values get equal ordinals.
    pub fn ordinal(&mut self, value: &str) -> u32 {
        let next = u32::try_from(self.ordinals.len()).unwrap_or(u32::MAX);
        *self.ordinals.entry(value.to_owned()).or_insert(next)
    }
}

impl std::fmt::Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values").finish_non_exhaustive()
    }
}
