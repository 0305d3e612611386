//! The live values of a configuration: filled while it is read and only when a probe was asked for, opened by the probe alone.

use std::collections::BTreeMap;

use super::Live;
use crate::inventory::{ServerEntry, VarSyntax};

/// Live values of entries; without a way to show them.
#[derive(Debug, Default)]
pub struct Vault {
    /// Texts by their ordinals, for addresses.
    texts: BTreeMap<u32, Live>,
    entries: Vec<Kept>,
}

/// What one entry holds.
#[derive(Debug, Default)]
pub struct Kept {
    /// Variable syntaxes that the client of the entry expands.
    pub(super) understood: &'static [VarSyntax],
    /// Program and arguments.
    pub(super) command: Vec<Live>,
    /// Environment; without a value the variable of the host is handed on.
    pub(super) env: Vec<(Live, Option<Live>)>,
    /// Working directory.
    pub(super) cwd: Option<Live>,
    /// Headers.
    pub(super) headers: Vec<(Live, Header)>,
}

/// Where the value of a header comes from.
#[derive(Debug)]
pub(super) enum Header {
    /// It stands in the file, perhaps with variables.
    Text(Live),
    /// A variable of the environment holds it.
    Variable(Live),
}

impl Vault {
    /// Opens a place for an entry and returns its number.
    pub(crate) fn add(&mut self, understood: &'static [VarSyntax]) -> usize {
        self.entries.push(Kept {
            understood,
            ..Kept::default()
        });
        self.entries.len() - 1
    }

    /// Returns the place of an entry, to fill it.
    pub(crate) fn entry(&mut self, at: usize) -> Option<&mut Kept> {
        self.entries.get_mut(at)
    }

    /// Keeps the texts of addresses.
    pub(crate) fn keep_texts(&mut self, texts: impl Iterator<Item = (u32, String)>) {
        self.texts
            .extend(texts.map(|(ordinal, text)| (ordinal, Live::new(text))));
    }

    /// Returns the text of an ordinal.
    pub(super) fn text(&self, ordinal: u32) -> Option<&Live> {
        self.texts.get(&ordinal)
    }

    /// Returns what is kept of an entry.
    pub(super) fn of(&self, server: &ServerEntry) -> Option<&Kept> {
        self.entries.get(server.kept?)
    }
}

impl Kept {
    /// Keeps what the entry starts.
    pub(crate) fn command(
        &mut self,
        program: &str,
        args: &[String],
        env: &[(String, Option<String>)],
        cwd: Option<&str>,
    ) {
        let words = std::iter::once(program).chain(args.iter().map(String::as_str));
        self.command = words.map(Live::new).collect();
        let value = |value: &Option<String>| value.as_deref().map(Live::new);
        self.env = env
            .iter()
            .map(|(name, text)| (Live::new(name), value(text)))
            .collect();
        self.cwd = cwd.map(Live::new);
    }

    /// Keeps a header.
    pub(crate) fn header(&mut self, name: &str, value: &str) {
        let value = Header::Text(Live::new(value));
        self.headers.push((Live::new(name), value));
    }

    /// Keeps a header whose value a variable holds.
    pub(crate) fn header_variable(&mut self, name: &str, variable: &str) {
        let value = Header::Variable(Live::new(variable));
        self.headers.push((Live::new(name), value));
    }
}
